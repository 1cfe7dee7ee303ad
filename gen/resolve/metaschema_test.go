package resolve

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
)

// FuzzMetaschema holds the judgement of a file schema by schema against the library's of the file as a whole.
func FuzzMetaschema(f *testing.F) {
	for _, seed := range []string{
		`{"type": ["string", "strin"], "properties": {"a": 5, "b": {"items": {"minItems": -1}}}}`,
		`{"items": [{"type": "object"}, 3], "dependencies": {"a": ["b", "b"], "c": {"enum": 5}}}`,
		`{"allOf": [], "$defs": {"x": {"not": {"required": [1]}}}, "contentSchema": {"title": 1}}`,
		`{"prefixItems": [true, {"if": 1}], "unknown": {"type": 5}}`,
		`{"multipleOf": 0, "uniqueItems": 1, "maxLength": 1.5, "minLength": 2.0}`,
		`true`,
	} {
		for d := range 3 {
			f.Add(seed, uint8(d))
		}
	}
	f.Fuzz(func(t *testing.T, text string, dialect uint8) {
		d := Dialects()[int(dialect)%3]
		node, err := load.Parse("f.json", []byte(text))
		if err != nil || !isSchema(node) || strings.Contains(text, "$") && containsReserved(node) || hasPattern(node) {
			t.Skip("a matter of more than the metaschema")
		}
		r := &resolver{resources: map[string]*resource{}, schemas: map[*load.Node]*Schema{}, refused: map[*load.Node]bool{}}
		r.indexFile(&File{Name: "f.json", path: "f.json", uri: inFolder + "f.json"}, node, inFolder+"f.json", d)
		r.errs = diag.List{}
		for _, s := range r.all {
			r.checkMetaschema(s)
		}
		want := whole(t, d, text)
		if got := r.errs.Err(); (got == nil) != (want == nil) {
			t.Errorf("%s: %s\nby schemas: %v\nas a whole: %v", d, text, got, want)
		}
	})
}

// whole is the library's verdict on a file.
func whole(t *testing.T, d Dialect, text string) error {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Skip("encoding/json has limits of its own")
	}
	meta, err := jsonschema.Compile(d.URI())
	if err != nil {
		t.Fatal(err)
	}
	return meta.Validate(value)
}

// containsReserved tells whether a schema has one of the keywords that this package judges itself.
func containsReserved(n *load.Node) bool {
	return anyMember(n, func(key string) bool { return strings.HasPrefix(key, "$") && key != "$defs" && key != "$comment" })
}

func hasPattern(n *load.Node) bool {
	return anyMember(n, func(key string) bool { return key == "pattern" || key == "patternProperties" })
}

func anyMember(n *load.Node, is func(string) bool) bool {
	for _, m := range n.Members {
		if is(m.Key) || anyMember(m.Value, is) {
			return true
		}
	}
	for _, item := range n.Items {
		if anyMember(item, is) {
			return true
		}
	}
	return false
}

// TestDeepSchema takes no longer than its size allows, which the library alone does not manage.
func TestDeepSchema(t *testing.T) {
	const depth = load.MaxDepth - 10
	for _, d := range Dialects() {
		text := `{"$schema": "` + d.URI() + `", "items": ` + strings.Repeat(`{"items": `, depth) + `{"type": "strin"}` + strings.Repeat("}", depth+1)
		got := faults(t, map[string]string{"a.json": text})
		if len(got) != 1 || !strings.Contains(got[0], `/items/type: "type" must be`) {
			t.Errorf("%s: %d faults", d, len(got))
		}
	}
}

// TestPanicIsReported shows that a failure of the library becomes a diagnostic.
func TestPanicIsReported(t *testing.T) {
	if _, err := judge(Draft2020, struct{}{}); err == nil || !strings.Contains(err.Error(), "invalid jsonType") {
		t.Errorf("a value that is no JSON: %v", err)
	}
	if _, err := judge(Dialect(9), true); err == nil || !strings.Contains(err.Error(), "the validator failed") {
		t.Errorf("a dialect that is none: %v", err)
	}
}
