package resolve

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestKeywordsAreJudged gives each keyword of each dialect a value that it cannot have, which shows that the table and
// the metaschema speak of the same keywords.
func TestKeywordsAreJudged(t *testing.T) {
	anything := []string{"const", "default", "$schema", "$vocabulary"} // what is said of the last two is not the metaschema's
	for _, d := range Dialects() {
		for _, k := range Keywords(d) {
			if contains(anything, k.Name) || k.Legacy && k.Place == Nowhere || d == Draft7 && k.Name == "writeOnly" {
				continue // the metaschema of draft-07 that the library has does not know writeOnly
			}
			wrong := "5"
			if strings.HasPrefix(k.Wants, "a number") || strings.HasPrefix(k.Wants, "an integer") {
				wrong = `"x"`
			}
			text := fmt.Sprintf(`{"$schema": %q, %q: %s}`, d.URI(), k.Name, wrong)
			want := fmt.Sprintf(`#/%s: "%s" must be %s, not %s`, k.Name, k.Name, k.Wants, wrong)
			if k.Place == Whole {
				want = fmt.Sprintf(`#/%s: a schema must be an object or a boolean, not 5`, k.Name)
			}
			got := faults(t, map[string]string{"a.json": text})
			if len(got) != 1 || !strings.Contains(got[0], want) {
				t.Errorf("%s: %s: got %q, want %q", d, text, got, want)
			}
		}
	}
}

// TestPlaces finds subschemas where the table says that they are.
func TestPlaces(t *testing.T) {
	values := map[Place]string{
		Nowhere: "", Whole: `{"title": "here"}`, Each: `[true, {}]`, Named: `{"x": true, "": {}}`, WholeOrEach: `[{}, false]`,
		NamedOrNames: `{"x": ["y"], "z": {}}`,
	}
	subs := map[Place][]string{
		Whole: {""}, Each: {"0", "1"}, Named: {"x", ""}, WholeOrEach: {"0", "1"}, NamedOrNames: {"z"},
	}
	for _, d := range Dialects() {
		for _, k := range Keywords(d) {
			if k.Place == Nowhere {
				continue
			}
			text := fmt.Sprintf(`{"$schema": %q, %q: %s}`, d.URI(), k.Name, values[k.Place])
			g, err := Resolve("a.json", Options{FS: fstest.MapFS{"a.json": {Data: []byte(text)}}})
			if err != nil {
				t.Errorf("%s: %s: %v", d, text, err)
				continue
			}
			var got []string
			for _, sub := range g.Root.SubsOf(k.Name) {
				got = append(got, sub.Name)
				if sub.Schema.Parent != g.Root {
					t.Errorf("%s: %s: parent of %q is another schema", d, text, sub.Name)
				}
			}
			if diff := cmp.Diff(subs[k.Place], got); diff != "" {
				t.Errorf("%s: %s: -want +got\n%s", d, text, diff)
			}
			if whole := g.Root.Sub(k.Name); (whole != nil) != (k.Place == Whole) {
				t.Errorf("%s: %s: Sub is %v", d, text, whole)
			}
		}
	}
}

func TestDialects(t *testing.T) {
	for uri, want := range map[string]Dialect{
		"https://json-schema.org/draft/2020-12/schema":  Draft2020,
		"https://json-schema.org/draft/2020-12/schema#": Draft2020,
		"http://json-schema.org/draft/2019-09/schema":   Draft2019,
		"http://json-schema.org/draft-07/schema#":       Draft7,
		"https://json-schema.org/draft-07/schema":       Draft7,
		"http://json-schema.org/draft-06/schema#":       0,
		"http://json-schema.org/schema#":                0,
		"ftp://json-schema.org/draft-07/schema#":        0,
		"json-schema.org/draft-07/schema#":              0,
		"":                                              0,
	} {
		if got, ok := dialectByURI(uri); got != want || ok != (want != 0) {
			t.Errorf("%s is %s, want %s", uri, got, want)
		}
	}
	if !(Draft7 < Draft2019 && Draft2019 < Draft2020) {
		t.Error("later drafts do not compare greater")
	}
}

func TestDefining(t *testing.T) {
	for keyword, want := range map[string][]Dialect{
		"type": {Draft2020, Draft2019, Draft7}, "prefixItems": {Draft2020}, "definitions": {Draft7}, "$recursiveRef": {Draft2019},
		"additionalItems": {Draft2019, Draft7}, "$defs": {Draft2020, Draft2019}, "propertys": {},
	} {
		if diff := cmp.Diff(want, Defining(keyword)); diff != "" {
			t.Errorf("%s: -want +got\n%s", keyword, diff)
		}
	}
	if k, ok := LookupKeyword(Draft2020, "items"); !ok || k.Place != Whole || k.Use != Below {
		t.Errorf("items is %+v", k)
	}
	if k, ok := LookupKeyword(Draft2019, "items"); !ok || k.Place != WholeOrEach {
		t.Errorf("items was %+v", k)
	}
	if _, ok := LookupKeyword(0, "type"); ok || Keywords(0) != nil {
		t.Error("no dialect has keywords")
	}
}

// TestRefOnly reads a draft-07 schema with a "$ref" as that draft does, and later ones as they do.
func TestRefOnly(t *testing.T) {
	for _, tt := range []struct {
		dialect Dialect
		only    bool
	}{{Draft7, true}, {Draft2019, false}, {Draft2020, false}} {
		text := fmt.Sprintf(`{"$schema": %q, "$ref": "#/definitions/A", "type": "string", "not": {}, "definitions": {"A": {}}}`, tt.dialect.URI())
		g, err := Resolve("a.json", Options{FS: fstest.MapFS{"a.json": {Data: []byte(text)}}})
		if err != nil {
			t.Fatal(err)
		}
		root := g.Root
		if root.RefOnly() != tt.only || (root.Keyword("type") == nil) != tt.only || (root.Sub("not") == nil) != tt.only {
			t.Errorf("%s: only the reference counts: %v", tt.dialect, root.RefOnly())
		}
		if root.Ref("$ref") != root.SubsOf("definitions")[0].Schema || root.Ref("$dynamicRef") != nil || root.Keyword("$ref") == nil {
			t.Errorf("%s: the reference leads elsewhere", tt.dialect)
		}
	}
}

func contains(list []string, s string) bool {
	for _, item := range list {
		if item == s {
			return true
		}
	}
	return false
}
