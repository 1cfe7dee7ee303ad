package lower

import (
	"fmt"
	"testing"

	"github.com/agui-gen/agui-gen/gen/model"
)

// TestMeet holds what becomes of a property that a part and its taker declare.
func TestMeet(t *testing.T) {
	const defs = `"Text": {"type": "string"}, "Text2": {"type": "string"}, "Free": {}, "Maybe": {"type": ["string", "null"]},
		"ABC": {"enum": ["a", "b", "c"]}, "AB": {"enum": ["a", "b"]}, "BD": {"enum": ["b", "d"]},
		"Base": {"type": "object", "properties": {"k": {"type": "string"}}},
		"Cat": {"type": "object", "allOf": [{"$ref": "#/$defs/Base"}], "properties": {"k": {"const": "cat"}}, "required": ["k"]},
		"Dog": {"type": "object", "allOf": [{"$ref": "#/$defs/Base"}], "properties": {"k": {"const": "dog"}}, "required": ["k"]},
		"Eel": {"type": "object", "allOf": [{"$ref": "#/$defs/Base"}], "properties": {"k": {"const": "eel"}}, "required": ["k"]},
		"Pet": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}, {"$ref": "#/$defs/Eel"}]},
		"Fur": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
		"Open": {"type": "object"}, "Texts": {"type": "array", "items": {"type": "string"}},
		"Loop": {"type": "array", "items": {"$ref": "#/$defs/Loop"}}, "Loop2": {"type": "array", "items": {"$ref": "#/$defs/Loop2"}},
		"Kinds": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}, {"type": "integer"}]},
		"Kinds2": {"oneOf": [{"type": "integer"}, {"type": "string"}]}, "Kinds3": {"oneOf": [{"type": "boolean"}, {"type": "string"}]}`
	ref := func(name string) string { return `{"$ref": "#/$defs/` + name + `"}` }
	const none = "none"
	tests := []struct{ a, b, want string }{
		{`{"type": "string"}`, `{"type": "string"}`, `string`},
		{`{"type": "string"}`, ref("Text"), `<Text>`},
		{ref("Text"), ref("Text2"), `<Text2>`},
		{ref("Text"), `{"const": "x"}`, `const "x"`},
		{`{"const": "x"}`, `{"const": "y"}`, none},
		{`{"type": "string"}`, `{"type": "integer"}`, none},
		{`{"type": "string"}`, ref("ABC"), `<ABC>`},
		{ref("ABC"), ref("AB"), `<AB>`},
		{ref("ABC"), `{"const": "c"}`, `const "c"`},
		{ref("ABC"), `{"const": "x"}`, none},
		{ref("AB"), ref("BD"), none},
		{`{"type": "number"}`, `{"type": "integer"}`, `int`},
		{`{"type": "integer"}`, `{"type": "integer", "minimum": 0, "maximum": 1e19}`, `uint`},
		{`{}`, `{"type": "boolean"}`, `bool`},
		{ref("Free"), `{}`, `<Free>`},
		{ref("Free"), `{"not": {"type": "null"}}`, `any but null`},
		{`{"not": {"type": "null"}}`, ref("Maybe"), `string`},
		{`{"not": {"type": "null"}}`, ref("Text"), `<Text>`},
		{ref("Maybe"), `{"type": "string"}`, `string`},
		{ref("Maybe"), `{"type": ["string", "null"], "minLength": 1}`, `<Maybe>`},
		{ref("Maybe"), `{"enum": ["a", "b", null]}`, `<AB2> or null`},
		{`{"type": "array"}`, ref("Texts"), `<Texts>`},
		{ref("Texts"), `{"type": "array", "items": {"type": "string", "minLength": 1}}`, `<Texts>`},
		{ref("Texts"), `{"type": "array", "items": {"type": "integer"}}`, none},
		{`{"type": "array", "items": {"type": ["string", "null"]}}`, `{"type": "array", "items": {"type": "string"}}`, `[string]`},
		{ref("Loop"), ref("Loop2"), none},
		{ref("Open"), ref("Base"), `<Base>`},
		{ref("Open"), ref("Pet"), `<Pet>`},
		{ref("Open"), `{"type": "object", "additionalProperties": {"type": "string"}}`, `{string}`},
		{`{"type": "object", "additionalProperties": {"type": "string"}}`, ref("Base"), `<Base>`},
		{ref("Base"), ref("Cat"), `<Cat>`},
		{ref("Cat"), ref("Dog"), none},
		{ref("Pet"), ref("Cat"), `<Cat>`},
		{ref("Pet"), ref("Base"), `<Pet>`},
		{ref("Pet"), ref("Fur"), `<Fur>`},
		{ref("Fur"), ref("Eel"), none},
		{ref("Kinds"), `{"type": "string"}`, `string`},
		{`{"const": "x"}`, ref("Kinds"), `const "x"`},
		{ref("Kinds"), ref("Texts"), `<Texts>`},
		{ref("Kinds"), ref("Kinds2"), `<Kinds2>`},
		{ref("Kinds2"), ref("Kinds3"), none},
		{ref("Kinds2"), ref("Base"), none},
	}
	for _, tt := range tests {
		for _, swapped := range []bool{false, true} {
			a, b := tt.a, tt.b
			if swapped {
				a, b = b, a
			}
			s, notes := mustLower(t, fmt.Sprintf(`{"$defs": {%s, "AB2": {"type": "string", "enum": ["a", "b"]},
				"X": {"type": "object", "properties": {"p": %s}}, "Y": {"type": "object", "allOf": [{"$ref": "#/$defs/X"}], "properties": {"p": %s}}}}`, defs, a, b))
			loose := len(notes) > 0 && notes[len(notes)-1].Kind == Loose
			var got string
			for _, d := range s.Defs {
				if d.Key == "Y" {
					got = typeText(d.Type.(*model.Object).Properties[0].Type)
				}
			}
			want := tt.want
			if want == none {
				want = "any"
			}
			if want == "<Text2>" && swapped { // the later one of two that are equal
				want = "<Text>"
			}
			if want == "<AB2> or null" { // an enum of its own
				want = map[bool]string{false: "<Y.p> or null", true: "<X.p> or null"}[swapped]
			}
			if got != want || loose != (tt.want == none) {
				t.Errorf("%s, then %s: %s, noted: %v; want %s", a, b, got, loose, want)
			}
		}
	}
}
