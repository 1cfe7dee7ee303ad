package pipeline_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// TestReadCapabilities reads declarations as a consumer does. Nothing else in the pipeline takes one, so that none can
// change the verdict on a stream.
//
// Rules: O1 O2 O3 O4 O5 O6 O7.
func TestReadCapabilities(t *testing.T) {
	for _, c := range []struct {
		about, text, want string
		warnings          string // the pointers of what was left out
	}{
		{"nothing is declared", `{}`, `{}`, ""},
		{"false is a statement", `{"tools":{"supported":false}}`, `{"tools":{"supported":false}}`, ""},
		{"open members keep their keys", `{"identity":{"metadata":{"q":null}},"custom":{"z":[1.50]}}`, `{"identity":{"metadata":{"q":null}},"custom":{"z":[1.50]}}`, ""},
		{"the agent's tools are its own", `{"tools":{"items":[{"name":"sound","description":"d","parameters":{"x":1}}]}}`, `{"tools":{"items":[{"name":"sound","description":"d","parameters":{"x":1}}]}}`, ""},
		{"a transport that can be resumed is only said to be", `{"transport":{"resumable":true}}`, `{"transport":{"resumable":true}}`, ""},
		{"an unknown group", `{"weather":{},"tools":{}}`, `{"tools":{}}`, "/weather"},
		{"an unknown spelling", `{"multiAgent":{"subAgents":[],"supported":true}}`, `{"multiAgent":{"supported":true}}`, "/multiAgent/subAgents"},
		{"a known member of the wrong type", `{"tools":{"supported":"yes"}}`, "", ""},
		{"null for a group", `{"tools":null}`, "", ""},
		{"no object", `[]`, "", ""},
		{"no JSON", `{`, "", ""},
	} {
		var warnings []string
		got, err := pipeline.ReadCapabilities(jsonx.Raw(c.text), pipeline.Options{OnWarning: func(w pipeline.Warning) { warnings = append(warnings, w.Pointer) }})
		if c.want == "" {
			var refused *pipeline.ProtocolError
			if !errors.As(err, &refused) || refused.Rule != pipeline.RuleCapabilities || got != nil {
				t.Errorf("%s: %v, %v", c.about, got, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.about, err)
			continue
		}
		text, err := got.AppendJSON(nil)
		if err != nil || string(text) != c.want || strings.Join(warnings, " ") != c.warnings {
			t.Errorf("%s: %s, %v, warnings at %q", c.about, text, err, warnings)
		}
	}
}
