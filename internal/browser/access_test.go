package browser

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
)

// TestControlsHaveNames holds what a screen reader is told: each control has a name, and the parts of the page are known.
func TestControlsHaveNames(t *testing.T) {
	p := open(t, serve(t, atOnce()))
	p.say("sse", "Open the sluice")
	p.ended("interrupted")
	word := func(v *accessibility.Value) (text string) {
		if v != nil && json.Unmarshal(v.Value, &text) != nil {
			t.Errorf("%s is no text", v.Value)
		}
		return text
	}
	var seen []string
	for _, node := range call(p, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		if node.Ignored {
			continue
		}
		role, name := word(node.Role), word(node.Name)
		seen = append(seen, role+" "+name)
		if controls := []string{"button", "textbox", "radio", "checkbox", "spinbutton", "log"}; slices.Contains(controls, role) && name == "" {
			t.Errorf("a %s has no name", role)
		}
	}
	for _, want := range []string{
		"heading Harbour office", "log Messages", "textbox Prompt", "group Binding", "radio SSE", "radio Protobuf", "button Run", "button Cancel",
		"button New conversation", "form Questions of the agent", "group Open the sluice of the east dock?", "radio Yes", "spinbutton How far, in centimetres?",
		"button Resume", "complementary What the client sees", "heading Events 20", "list Examples",
	} {
		if !slices.Contains(seen, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if t.Failed() {
		t.Logf("%q", seen)
	}
}
