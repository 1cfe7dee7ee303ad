package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/resolve"
)

// TestEveryKeywordHasAMeaning holds this package's idea of keywords against the table of package resolve: what a dialect
// defines and is no annotation and no name becomes an assertion, beside the keywords it needs, or is read with another.
func TestEveryKeywordHasAMeaning(t *testing.T) {
	values := map[string]string{
		"type": `"string"`, "const": `1`, "enum": `[1]`, "pattern": `"a"`, "uniqueItems": `true`, "required": `["a"]`,
		"dependentRequired": `{"a": ["b"]}`, "$ref": `"#/x"`, "$dynamicRef": `"#/x"`, "$recursiveRef": `"#"`,
	}
	withOthers := map[string]bool{"then": true, "else": true, "minContains": true, "maxContains": true, "additionalItems": true, "$recursiveRef": true}
	for _, d := range resolve.Dialects() {
		for _, k := range resolve.Keywords(d) {
			if !asserts(d, k.Name) || withOthers[k.Name] {
				continue
			}
			value := values[k.Name]
			switch {
			case value != "":
			case k.Place == resolve.Whole || k.Place == resolve.WholeOrEach:
				value = `true`
			case k.Place == resolve.Each:
				value = `[true]`
			case k.Place == resolve.Named || k.Place == resolve.NamedOrNames:
				value = `{"a": true}`
			default:
				value = `1`
			}
			defs := "$defs"
			if d == resolve.Draft7 {
				defs = "definitions"
			}
			value = strings.ReplaceAll(value, "#/x", "#/"+defs+"/x")
			s, _ := mustLower(t, fmt.Sprintf(`{"$schema": %q, %q: {"x": true, "y": {%q: %s}}}`, d.URI(), defs, k.Name, value))
			if n := len(s.Defs[1].Rule.Asserts); n != 1 {
				t.Errorf("%s, %s: %s becomes %d assertions", d, k.Name, value, n)
			}
		}
	}
	for keyword := range meanings {
		if len(resolve.Defining(keyword)) == 0 {
			t.Errorf("%s has a meaning, and no dialect defines it", keyword)
		}
	}
}

func TestEndlessDynamicReference(t *testing.T) {
	_, _, err := lowerFiles(map[string]string{"main.json": `{"$id": "https://example.com/root", "$dynamicAnchor": "n", "allOf": [{"$ref": "tree"}], "$defs": {
"tree": {"$id": "tree", "anyOf": [{"$dynamicRef": "leaf#n"}]}, "leaf": {"$id": "leaf", "$dynamicAnchor": "n"}}}`}, Options{})
	want := `main.json:2:36: #/$defs/tree/anyOf/0/$dynamicRef: "$dynamicRef" leads back to # without a step into the value, so that no verdict is ever reached; put it below a keyword such as "properties" or "items"`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}
