package browser

import (
	"testing"

	"github.com/agui-gen/agui-gen/internal/demo/agent"
)

// TestLooks holds what can be measured of how the page looks, and takes the pictures of the rest.
func TestLooks(t *testing.T) {
	for _, screen := range []struct {
		name          string
		width, height int64
		scheme        string
	}{
		{"light", 1280, 800, "light"},
		{"dark", 1280, 800, "dark"},
		{"phone", 390, 844, "light"},
		{"phone-dark", 390, 844, "dark"},
	} {
		t.Run(screen.name, func(t *testing.T) {
			g := make(gate)
			close(g)
			p := open(t, serve(t, agent.New(g.pause)))
			p.look(screen.width, screen.height, screen.scheme)
			p.picture(screen.name + "-1-empty")
			for _, step := range []struct{ prompt, outcome, picture string }{
				{"When is high tide?", "success", "2-tide"},
				{"Watch the lock", "success", "3-lock"},
				{"Ask the pilot", "success", "4-pilot"},
				{"Relay the next harbour", "success", "5-relay"},
				{"Count the berths", "success", "6-state"},
				{"Call the lighthouse", "error", "7-error"},
				{"How is a ship moored?", "success", "8-sources"},
				{"Read me the rules", "success", "9-doubtful"},
				{"Open the sluice", "interrupted", "10-question"},
			} {
				p.say("sse", step.prompt)
				p.ended(step.outcome)
				p.want(`document.documentElement.scrollWidth <= innerWidth`, "true")
				p.picture(screen.name + "-" + step.picture)
			}
			p.want(`matchMedia("(prefers-color-scheme: dark)").matches`, map[bool]string{true: "true", false: "false"}[screen.scheme == "dark"])
		})
	}
}
