package archtest

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheGeneratorKnowsNoProtocol holds that all there is to say about AG-UI is in its schema and its wire.yaml: no file
// of the generator, tests included, names one of its events.
func TestTheGeneratorKnowsNoProtocol(t *testing.T) {
	var schema struct {
		Defs map[string]struct {
			Enum []string `json:"enum"`
		} `json:"$defs"`
	}
	data, err := os.ReadFile("../../schema/agui/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, event := range schema.Defs["EventType"].Enum {
		if strings.Contains(event, "_") { // RAW and CUSTOM are words of English too
			words = append(words, event)
		}
	}
	for name := range schema.Defs {
		if name != "BaseEvent" && strings.HasSuffix(name, "Event") && name != "Event" && name != "RawEvent" && name != "CustomEvent" {
			words = append(words, name)
		}
	}
	if len(words) != 29+29 {
		t.Fatalf("the schema has %d names to look for: %q", len(words), words)
	}
	for _, dir := range []string{"../../gen", "../../templates"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			for _, w := range words {
				if strings.Contains(string(data), w) {
					t.Errorf("%s names %s", path, w)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
