package testkit

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestCorpus holds what the corpus promises without an encoder at hand.
func TestCorpus(t *testing.T) {
	cases := Corpus(t)
	if len(cases) < 250 {
		t.Errorf("%d cases, want at least 250", len(cases))
	}
	names := make(map[string]bool)
	types := make(map[string]bool)
	for _, c := range cases {
		if names[c.Name] {
			t.Errorf("%s: twice", c.Name)
		}
		names[c.Name] = true
		if len(c.Proto) == 0 {
			t.Errorf("%s: no bytes", c.Name)
		}
		var event struct{ Type string }
		if err := json.Unmarshal([]byte(c.JSON), &event); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		types[event.Type] = true
		if c.Plain() && strings.ContainsAny(c.JSON, "\n\r") {
			t.Errorf("%s: more than one line", c.Name)
		}
	}
	if len(types) != 31 {
		t.Errorf("%d event types, want all 31", len(types))
	}
}

func TestCaseGroups(t *testing.T) {
	for _, tt := range []struct {
		name                string
		valid, whole, plain bool
	}{
		{"custom/minimal", true, true, true},
		{"text/white-space", true, true, false},
		{"text-message-end/minimal", true, true, true},
		{"sibling/operation/remove-with-value", true, true, true},
		{"sibling/message/user-with-error", false, true, true},
		{"extra/message", false, false, true},
		{"extra/operation", true, false, true},
	} {
		c := Case{Name: tt.name}
		if c.Valid() != tt.valid || c.Whole() != tt.whole || c.Plain() != tt.plain {
			t.Errorf("%s: valid %v, whole %v, plain %v", tt.name, c.Valid(), c.Whole(), c.Plain())
		}
	}
}
