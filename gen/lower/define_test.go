package lower

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestRoots(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{"only a reference", `{"$id": "https://example.com/s", "title": "All", "description": "d", "$ref": "#/$defs/A", "$defs": {"B": true, "A": {"type": "string"}}}`, `
		B = any
		A = string
		root A`},
		{"a reference to the root where it is only a reference", `{"$ref": "#/$defs/A", "$defs": {"A": {"type": "array", "items": {"$ref": "#"}}}}`, `
		A = [<A>]
		root A`},
		{"only definitions", `{"title": "All", "$defs": {"A": {"type": "string"}}}`, `
		A = string`},
		{"only definitions, and a reference to it", `{"title": "All", "$defs": {"A": {"type": "array", "items": {"$ref": "#"}}}}`, `
		All = any
		A = [<All>]
		root All`},
		{"a schema of its own comes first", `{"title": "My record", "$defs": {"A": {"type": "string"}}, "type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"enum": ["x", "y"]}}}`, `
		My record = object
			a? <A>
			b? <My record.b>
		~My record.b = enum "x" "y"
		A = string
		root My record`},
		{"called after its file", `{"type": "string"}`, `
		main = string
		root main`},
		{"nothing", `{}`, `
		main = any
		root main`},
		{"a boolean", `false`, `
		main = any
		root main`},
		{"a definition has the title", `{"title": "A", "type": "array", "items": {"$ref": "#/$defs/A"}, "$defs": {"A": {"type": "string"}}}`, `
		A.document = [<A>]
		A = string
		root A.document`},
		{"draft-07", `{` + draft7 + `"$ref": "#/definitions/A", "definitions": {"A": {"type": "string"}}}`, `
		A = string
		root A`},
		{"both names for definitions", `{"$defs": {"A": {"type": "string"}}, "definitions": {"B": {"type": "integer"}}}`, `
		A = string
		B = int`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkOutline(t, tt.schema, tt.want) })
	}
}

func TestPointedAt(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{"a property", `{"$defs": {
			"A": {"type": "object", "properties": {"x": {"type": "object", "properties": {"y": {"enum": ["p", "q"]}}}}},
			"B": {"type": "object", "properties": {"x": {"$ref": "#/$defs/A/properties/x"}, "y": {"$ref": "#/$defs/A/properties/x/properties/y"}}}}}`, `
		A = object
			x? <A.x>
		~A.x = object
			y? <A.x.y>
		~A.x.y = enum "p" "q"
		B = object
			x? <A.x>
			y? <A.x.y>`},
		{"items, and what nothing but a rule needs", `{"type": "object", "properties": {"n": {"type": "array", "items": {"type": "integer"}}, "m": {"$ref": "#/properties/n/items"}},
			"not": {"$ref": "#/if"}, "if": {"required": ["z"]}}`, `
		main = object
			n? [<main.n>]
			m? <main.n>
		~main.n = int
		~main.if = any
		root main`},
		{"an anchor, and a nested definition", `{"$defs": {
			"A": {"type": "array", "items": {"$anchor": "item", "type": "string"}, "$defs": {"In": {"type": "integer"}, "Unused": {"type": "integer"}}},
			"B": {"type": "array", "items": {"$ref": "#item"}},
			"C": {"type": "array", "items": {"$ref": "#/$defs/A/$defs/In"}}}}`, `
		A = [<A.item>]
		~A.item = string
		A.In = int
		B = [<A.item>]
		C = [<A.In>]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkOutline(t, tt.schema, tt.want) })
	}
}

func TestFiles(t *testing.T) {
	files := map[string]string{
		"main.json": `{"$defs": {"Order": {"type": "object", "properties": {
			"price": {"$ref": "money.json#/$defs/Money"}, "whole": {"$ref": "shapes/box.json"}, "side": {"$ref": "shapes/box.json#/properties/side"}}}}}`,
		"money.json":      `{"$defs": {"Unused": {"pattern": "(?=x)"}, "Money": {"type": "object", "properties": {"currency": {"$ref": "#/$defs/Currency"}}}, "Currency": {"enum": ["EUR", "CHF"]}}}`,
		"shapes/box.json": `{"title": "Box", "type": "object", "properties": {"side": {"type": "integer"}}}`,
	}
	s, notes, err := lowerFiles(files, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `Order = object
	price? <Money>
	whole? <Box>
	side? <Box.side>
Money = object
	currency? <Currency>
Currency = enum "EUR" "CHF"
Box = object
	side? <Box.side>
~Box.side = int
`
	if diff := cmp.Diff(want, outline(s)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if len(notes) > 0 {
		t.Errorf("notes: %v", notes)
	}
	if d := s.Defs[1]; d.Pos.File != "money.json" || d.Rule.Base != "money.json" || d.Rule.Pointer != "#/$defs/Money" {
		t.Errorf("Money stands at %s, %s%s", d.Pos, d.Rule.Base, d.Rule.Pointer)
	}
}

func TestFilesThatClash(t *testing.T) {
	files := map[string]string{
		"main.json": `{"$defs": {"A": {"$ref": "b.json#/$defs/A"}, "B": {"$ref": "b.json"}}}`,
		"b.json":    `{"title": "B", "type": "string", "$defs": {"A": {"type": "integer"}}}`,
	}
	_, _, err := lowerFiles(files, Options{})
	want := `b.json:1:1: #: the definition "B" has the same name as the one at main.json:1:51: #/$defs/B; rename one of them and the references to it, "B" to "B2" for instance
b.json:1:49: #/$defs/A: the definition "A" has the same name as the one at main.json:1:17: #/$defs/A; rename one of them and the references to it, "A" to "A2" for instance
main.json:1:17: #/$defs/A: the definition "A" has the same name as the one at b.json:1:49: #/$defs/A; rename one of them and the references to it, "A" to "A2" for instance
main.json:1:51: #/$defs/B: the definition "B" has the same name as the one at b.json:1:1: #; rename one of them and the references to it, "B" to "B2" for instance`
	if err == nil || cmp.Diff(want, err.Error()) != "" {
		t.Errorf("-want +got\n%s", cmp.Diff(want, err.Error()))
	}
	s, _, err := lowerFiles(files, Options{RulesOnly: true})
	if err != nil || len(s.Defs) != 4 {
		t.Errorf("for rules only: %d definitions, %v", len(s.Defs), err)
	}
}

func TestStrict(t *testing.T) {
	schema := map[string]string{"main.json": `{"type": "string", "minLenght": 1, "x-own": true, "definitions": {}}`}
	_, _, err := lowerFiles(schema, Options{Strict: true})
	want := `main.json:1:20: #/minLenght: "minLenght" is no keyword of JSON Schema; did you mean "minLength"?
main.json:1:36: #/x-own: "x-own" is no keyword of JSON Schema`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if _, notes, err := lowerFiles(schema, Options{}); err != nil || len(notes) != 3 {
		t.Errorf("not strict: %v, %v", notes, err)
	}
}

// TestModel holds every field of a small model, with its places.
func TestModel(t *testing.T) {
	s, _ := mustLower(t, `{"$id": "https://example.com/s", "title": "T", "description": "D",
"$defs": {
"Base": {"type": "object", "title": "B", "description": "The base.", "deprecated": true,
  "properties": {"kind": {"type": "string", "description": "Which."}, "n": {"title": "N", "default": {"a" : 1}}}, "required": ["kind"]},
"One": {"allOf": [{"$ref": "#/$defs/Base"}], "type": "object",
  "properties": {"kind": {"const": "one"}, "e": {"enum": ["x"], "deprecated": true}}, "additionalProperties": true},
"Any": {"oneOf": [{"$ref": "#/$defs/One"},
  {"type": "object", "description": "Two.", "properties": {"kind": {"const": "two"}}, "required": ["kind"], "additionalProperties": false}]}
}}`)
	at := func(line, col int) diag.Pos { return diag.Pos{File: "main.json", Line: line, Col: col} }
	base := &model.Def{Key: "Base", Title: "B", Doc: "The base.", Deprecated: true, Pos: at(3, 9), Pointer: "#/$defs/Base"}
	base.Type = &model.Object{Properties: []*model.Property{
		{Name: "kind", Doc: "Which.", Type: model.String{}, Required: true, Pos: at(4, 26), Pointer: "#/$defs/Base/properties/kind"},
		{Name: "n", Doc: "N", Type: model.Any{}, Default: `{"a":1}`, Pos: at(4, 76), Pointer: "#/$defs/Base/properties/n"},
	}}
	one := &model.Def{Key: "One", Pos: at(5, 8), Pointer: "#/$defs/One", Type: &model.Object{Parts: []*model.Def{base}, Properties: []*model.Property{
		{Name: "kind", Doc: "Which.", Type: model.Const{Value: "one"}, Required: true, From: base, Pos: at(6, 26), Pointer: "#/$defs/One/properties/kind"},
		{Name: "n", Doc: "N", Type: model.Any{}, Default: `{"a":1}`, From: base, Pos: at(4, 76), Pointer: "#/$defs/Base/properties/n"},
		{Name: "e", Type: model.Const{Value: "x"}, Deprecated: true, Pos: at(6, 49), Pointer: "#/$defs/One/properties/e"},
	}}}
	two := &model.Def{Key: "Any.two", Inline: true, Doc: "Two.", Pos: at(8, 3), Pointer: "#/$defs/Any/oneOf/1", Type: &model.Object{Closed: true, Properties: []*model.Property{
		{Name: "kind", Type: model.Const{Value: "two"}, Required: true, Pos: at(8, 68), Pointer: "#/$defs/Any/oneOf/1/properties/kind"},
	}}}
	want := &model.Schema{ID: "https://example.com/s", Title: "T", Doc: "D", Defs: []*model.Def{base, one,
		{Key: "Any", Pos: at(7, 8), Pointer: "#/$defs/Any", Type: &model.Union{Tag: "kind", Members: []model.UnionMember{{Def: one, Value: "one"}, {Def: two, Value: "two"}}}},
		two}}
	if diff := cmp.Diff(want, s, cmpopts.IgnoreFields(model.Def{}, "Rule")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, d := range s.Defs {
		if d.Rule.Def != d || d.Rule.Base != "https://example.com/s" || d.Rule.Pointer != d.Pointer {
			t.Errorf("the rule of %s is that of %v, at %s%s", d.Key, d.Rule.Def, d.Rule.Base, d.Rule.Pointer)
		}
	}
}

// TestSameTwice holds that the order of everything comes from the schema.
func TestSameTwice(t *testing.T) {
	schema := `{"$defs": {` + strings.Repeat(`"A": {"properties": {"x": {"pattern": "a"}}, "items": true, "prefixItems": [true]},`, 1) + `
		"B": {"type": ["string", "integer", "array", "null"]}, "C": {"$dynamicAnchor": "a"}, "D": {"$id": "d", "$dynamicAnchor": "a",
		"items": {"$dynamicRef": "#a"}}, "E": {"$id": "e", "$ref": "d", "$dynamicAnchor": "a"}}}`
	first, notes := mustLower(t, schema)
	for range 20 {
		again, more := mustLower(t, schema)
		if diff := cmp.Diff(first, again); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(notes, more); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestDiamonds holds that what many ways lead to is not read once a way: here there are 2^60.
func TestDiamonds(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$ref": "#/$defs/L60", "$defs": {"L0": {"type": "object", "properties": {"k": {"const": "v"}}, "required": ["k"]}, "R0": {"type": "object", "properties": {"r": {}}}`)
	for i := 1; i <= 60; i++ {
		for _, side := range []string{"L", "R"} {
			fmt.Fprintf(&b, `, "%s%d": {"type": "object", "allOf": [{"$ref": "#/$defs/L%d"}, {"$ref": "#/$defs/R%d"}], "unevaluatedProperties": false}`, side, i, i-1, i-1)
		}
	}
	b.WriteString(`, "U": {"oneOf": [{"$ref": "#/$defs/L60"}, {"type": "object", "properties": {"k": {"const": "w"}}, "required": ["k"]}]}}}`)
	s, _ := mustLower(t, b.String())
	if o := s.Root.Type.(*model.Object); len(o.Properties) != 2 {
		t.Errorf("%d properties", len(o.Properties))
	}
	if u := s.Defs[len(s.Defs)-2]; u.Key != "U" || len(u.Type.(*model.Union).Members) != 2 {
		t.Errorf("%s is %s", u.Key, typeText(u.Type))
	}
}

func BenchmarkLower(b *testing.B) {
	data, err := os.ReadFile("testdata/outline/stream.json")
	if err != nil {
		b.Fatal(err)
	}
	g, err := resolve.Resolve("main.json", resolve.Options{FS: fstest.MapFS{"main.json": {Data: data}}})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, err := Lower(g, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestDiamondsOfChoices(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$ref": "#/$defs/T", "$defs": {
		"T": {"type": "object", "properties": {"u": {"$ref": "#/$defs/L50"}, "e": {"$ref": "#/$defs/E50"}}},
		"L0": {"type": "object", "properties": {"k": {"const": "v"}}, "required": ["k"]}, "E0": {"enum": ["a", "b"]}`)
	for i := 1; i <= 50; i++ {
		fmt.Fprintf(&b, `, "L%d": {"oneOf": [{"$ref": "#/$defs/L%d"}, {"allOf": [{"$ref": "#/$defs/L%d"}]}]}`, i, i-1, i-1)
		fmt.Fprintf(&b, `, "E%d": {"anyOf": [{"$ref": "#/$defs/E%d"}, {"allOf": [{"$ref": "#/$defs/E%d"}]}]}`, i, i-1, i-1)
	}
	b.WriteString(`}}`)
	s, _ := mustLower(t, b.String())
	if got := typeText(s.Defs[len(s.Defs)-1].Type); got != `enum "a" "b"` {
		t.Error(got)
	}
}
