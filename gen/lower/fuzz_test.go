package lower

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/google/go-cmp/cmp"
)

// FuzzLower holds that whatever package resolve lets through is either lowered, into something whole, or refused, and
// the same way every time.
func FuzzLower(f *testing.F) {
	names, err := filepath.Glob("testdata/*/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add(`{"$id": "a", "$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}, "$defs": {"b": {"$id": "b", "$dynamicAnchor": "n", "$ref": "a"}}}`)
	f.Add(`{"oneOf": [{"type": "string"}, {"type": ["array", "null"], "items": {"$ref": "#"}}], "not": {"enum": [null, 1.5]}}`)
	f.Fuzz(func(t *testing.T, schema string) {
		files := map[string]string{"main.json": schema}
		s, notes, err := lowerFiles(files, Options{})
		if err != nil {
			return
		}
		for _, d := range s.Defs {
			if d.Key == "" && d.Pointer != "#/$defs/" && d.Pointer != "#/definitions/" || d.Rule == nil || d.Type == nil {
				t.Errorf("definition %q at %s: rule %v, type %v", d.Key, d.Pointer, d.Rule != nil, d.Type)
			}
			eachRef(d.Type, func(ref *model.Def) {
				if ref == nil || ref.Type == nil {
					t.Errorf("%s refers to nothing", d.Key)
				}
			})
		}
		again, more, err := lowerFiles(files, Options{})
		if err != nil || outline(s) != outline(again) || !cmp.Equal(texting(notes), texting(more)) {
			t.Errorf("the second time: %v\n%s", err, cmp.Diff(outline(s), outline(again)))
		}
	})
}

func texting(notes []Note) []string {
	var out []string
	for _, n := range notes {
		out = append(out, n.Kind.String()+n.Diagnostic.String())
	}
	return out
}
