package lower

import (
	"fmt"
	"testing"
)

// TestTypes holds the types of single properties: each schema is the one property of a definition.
func TestTypes(t *testing.T) {
	const defs = `
		"Text": {"type": "string"}, "Color": {"enum": ["red", "blue"]}, "Size": {"type": "integer"}, "Free": {},
		"Base": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
		"Open": {"type": "object"}, "Names": {"type": "array", "items": {"type": "string"}},
		"Maybe": {"type": ["string", "null"]},
		"Cat": {"type": "object", "properties": {"kind": {"const": "cat"}}, "required": ["kind"]},
		"Dog": {"type": "object", "properties": {"kind": {"const": "dog"}}, "required": ["kind"]},
		"Pet": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]}`
	tests := []struct {
		schema string
		want   string
		more   string // inline definitions
	}{
		{`{"type": "string"}`, `string`, ``},
		{`{"type": "string", "minLength": 1, "format": "uri"}`, `string`, ``},
		{`{"type": ["string"]}`, `string`, ``},
		{`{"type": "boolean"}`, `bool`, ``},
		{`{"type": "number"}`, `number`, ``},
		{`{"type": "integer"}`, `int`, ``},
		{`{"type": ["integer", "number"]}`, `number`, ``},
		{`{"type": "integer", "minimum": 0}`, `int`, ``},
		{`{"type": "integer", "minimum": 0, "maximum": 9223372036854775807}`, `int`, ``},
		{`{"type": "integer", "minimum": 0, "maximum": 9223372036854775808}`, `uint`, ``},
		{`{"type": "integer", "minimum": 0, "exclusiveMaximum": 9223372036854775808}`, `int`, ``},
		{`{"type": "integer", "exclusiveMinimum": 0, "maximum": 1.8446744073709551615e19}`, `uint`, ``},
		{`{"type": "integer", "minimum": -1, "maximum": 18446744073709551615}`, `int`, ``},
		{`{"const": "x"}`, `const "x"`, ``},
		{`{"enum": ["x"]}`, `const "x"`, ``},
		{`{"const": 5}`, `int`, ``},
		{`{"const": 5.0}`, `int`, ``},
		{`{"const": 5.5}`, `number`, ``},
		{`{"const": true}`, `bool`, ``},
		{`{"enum": [1, 2.5]}`, `number`, ``},
		{`{"enum": ["a", "b"]}`, `<T.p>`, "~T.p = enum \"a\" \"b\"\n"},
		{`{"type": "string", "enum": ["a", 1, "b"]}`, `<T.p>`, "~T.p = enum \"a\" \"b\"\n"},
		{`{"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]}`, `<T.p>`, "~T.p = enum \"a\" \"b\"\n"},
		{`{"anyOf": [{"const": "a"}, {"$ref": "#/$defs/Color"}]}`, `<T.p>`, "~T.p = enum \"a\" \"red\" \"blue\"\n"},
		{`{"anyOf": [{"const": "a"}, {"type": "string"}]}`, `string`, ``},
		{`{"enum": ["a", "b", null]}`, `<T.p> or null`, "~T.p = enum \"a\" \"b\"\n"},

		{`true`, `any`, ``},
		{`{}`, `any`, ``},
		{`{"not": {"type": "null"}}`, `any but null`, ``},
		{`{"not": {"const": null}}`, `any but null`, ``},
		{`{"not": {"enum": [null]}}`, `any but null`, ``},
		{`{"not": {"type": "string"}}`, `any`, ``},
		{`{"type": "null"}`, `any`, ``},
		{`{"if": {"type": "string"}, "then": false}`, `any`, ``},
		{`{"properties": {"a": {}}}`, `any`, ``},
		{`{"if": {"required": ["a"]}, "then": {"type": "string"}, "else": {"type": "string"}}`, `string`, ``},

		{`{"type": "array"}`, `[any]`, ``},
		{`{"type": "array", "items": {"type": "string"}}`, `[string]`, ``},
		{`{"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}`, `[[int]]`, ``},
		{`{"type": "array", "items": {"$ref": "#/$defs/Base"}}`, `[<Base>]`, ``},
		{`{"type": "array", "items": {"type": ["string", "null"]}}`, `[string or null]`, ``},
		{`{"type": "array", "items": {"enum": ["a", "b"]}}`, `[<T.p>]`, "~T.p = enum \"a\" \"b\"\n"},
		{`{"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}], "items": false}`, `[string]`, ``},
		{`{"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}}`, `[any]`, ``},
		{`{"type": "array", "prefixItems": [{"type": "string"}]}`, `[any]`, ``},
		{`{"type": "array", "items": false}`, `[any]`, ``},
		{`{"type": "array", "contains": {"type": "string"}}`, `[any]`, ``},

		{`{"type": "object"}`, `{}`, ``},
		{`{"type": "object", "additionalProperties": true}`, `{}`, ``},
		{`{"type": "object", "additionalProperties": {}}`, `{}`, ``},
		{`{"type": "object", "required": ["a"]}`, `{}`, ``},
		{`{"type": "object", "additionalProperties": {"type": "string"}}`, `{string}`, ``},
		{`{"type": "object", "unevaluatedProperties": {"type": "string"}}`, `{string}`, ``},
		{`{"type": "object", "additionalProperties": {"$ref": "#/$defs/Base"}}`, `{<Base>}`, ``},
		{`{"type": "object", "patternProperties": {"^x": {"type": "integer"}}}`, `{}`, ``},
		{`{"type": "object", "patternProperties": {"^x": {"type": "integer"}}, "additionalProperties": false}`, `{int}`, ``},
		{`{"type": "object", "patternProperties": {"^x": {"type": "integer"}, "^y": {"type": "string"}}, "additionalProperties": false}`, `{}`, ``},
		{`{"type": "object", "additionalProperties": false}`, `<T.p>`, "~T.p = object closed\n"},
		{`{"type": "object", "properties": {"a": {}}}`, `<T.p>`, "~T.p = object\n\ta? any\n"},
		{`{"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {}}}}}`, `<T.p>`,
			"~T.p = object\n\ta? <T.p.a>\n~T.p.a = object\n\tb? any\n"},
		{`{"type": "object", "additionalProperties": {"type": "object", "properties": {"a": {}}}}`, `{<T.p>}`, "~T.p = object\n\ta? any\n"},
		{`{"type": "array", "items": {"type": "object", "properties": {"a": {}}}}`, `[<T.p>]`, "~T.p = object\n\ta? any\n"},

		{`{"$ref": "#/$defs/Text"}`, `<Text>`, ``},
		{`{"$ref": "#/$defs/Text", "maxLength": 5, "description": "short"}`, `<Text>`, ``},
		{`{"allOf": [{"$ref": "#/$defs/Text"}]}`, `<Text>`, ``},
		{`{"$ref": "#/$defs/Color", "const": "red"}`, `const "red"`, ``},
		{`{"$ref": "#/$defs/Size", "minimum": 3}`, `<Size>`, ``},
		{`{"$ref": "#/$defs/Free"}`, `<Free>`, ``},
		{`{"not": {"type": "null"}, "$ref": "#/$defs/Free"}`, `any but null`, ``},
		{`{"$ref": "#/$defs/Free", "type": "string"}`, `string`, ``},
		{`{"$ref": "#/$defs/Maybe"}`, `<Maybe>`, ``},
		{`{"$ref": "#/$defs/Maybe", "not": {"type": "null"}}`, `string`, ``},
		{`{"$ref": "#/$defs/Base"}`, `<Base>`, ``},
		{`{"$ref": "#/$defs/Base", "minProperties": 1}`, `<Base>`, ``},
		{`{"$ref": "#/$defs/Open"}`, `<Open>`, ``},
		{`{"$ref": "#/$defs/Names", "minItems": 1}`, `<Names>`, ``},
		{`{"$ref": "#/$defs/Pet"}`, `<Pet>`, ``},
		{`{"$ref": "#/$defs/Base", "required": ["extra"]}`, `<T.p>`, "~T.p = object +Base\n\tid string (Base)\n\textra any\n"},
		{`{"$ref": "#/$defs/Base", "properties": {"n": {"type": "integer"}}}`, `<T.p>`, "~T.p = object +Base\n\tid string (Base)\n\tn? int\n"},
		{`{"allOf": [{"$ref": "#/$defs/Base"}, {"$ref": "#/$defs/Cat"}]}`, `<T.p>`,
			"~T.p = object +Base +Cat\n\tid string (Base)\n\tkind const \"cat\" (Cat)\n"},

		{`{"oneOf": [{"type": "string"}, {"type": "null"}]}`, `string or null`, ``},
		{`{"anyOf": [{"$ref": "#/$defs/Base"}, {"type": "null"}]}`, `<Base> or null`, ``},
		{`{"type": ["integer", "null"]}`, `int or null`, ``},
		{`{"oneOf": [{"$ref": "#/$defs/Free"}, {"type": "null"}]}`, `any`, ``},
		{`{"type": ["object", "null"], "properties": {"a": {}}}`, `<T.p> or null`, "~T.p = object\n\ta? any\n"},
		{`{"oneOf": [{"type": "object", "properties": {"a": {}}}, {"type": "null"}]}`, `<T.p> or null`, "~T.p = object\n\ta? any\n"},
		{`{"oneOf": [{"type": "string"}, {"type": "string", "maxLength": 5}]}`, `string`, ``},

		{`{"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/Base"}}]}`, `<TextOrBaseList>`,
			"~TextOrBaseList = kinds: string string, array [<Base>]\n"},
		{`{"type": ["string", "integer", "boolean"]}`, `<TextOrIntegerOrBool>`,
			"~TextOrIntegerOrBool = kinds: string string, integer int, boolean bool\n"},
		{`{"oneOf": [{"type": "array"}, {"type": "number"}, {"type": "null"}]}`, `<ListOrNumber> or null`,
			"~ListOrNumber = kinds: array [any], number number\n"},
		{`{"oneOf": [{"$ref": "#/$defs/Pet"}, {"type": "string"}]}`, `<PetOrText>`, "~PetOrText = kinds: object <Pet>, string string\n"},
		{`{"anyOf": [{"type": "object"}, {"enum": ["auto", "none"]}]}`, `<T.p>`,
			"~T.p = kinds: object {}, string <T.p.string>\n~T.p.string = enum \"auto\" \"none\"\n"},
		{`{"oneOf": [{"type": "object", "properties": {"a": {}}}, {"type": "array", "items": {"type": "object", "properties": {"b": {}}}}]}`, `<T.p>`,
			"~T.p = kinds: object <T.p.object>, array [<T.p.item>]\n~T.p.object = object\n\ta? any\n~T.p.item = object\n\tb? any\n"},
		{`{"oneOf": [{"type": "string"}, {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}]}`, `<T.p>`,
			"~T.p = kinds: string string, array [<TextOrInteger>]\n~TextOrInteger = kinds: string string, integer int\n"},
		{`{"oneOf": [{"type": "string"}, {"minimum": 5}]}`, `any`, ``},

		{`{"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]}`, `<T.p>`, "~T.p = union by kind: cat Cat, dog Dog\n"},
		{`{"anyOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]}`, `<T.p>`, "~T.p = union by kind: cat Cat, dog Dog\n"},
		{`{"oneOf": [{"$ref": "#/$defs/Pet"}, {"type": "object", "properties": {"kind": {"const": "eel"}}, "required": ["kind"]}]}`, `<T.p>`,
			"~T.p = union by kind: cat Cat, dog Dog, eel T.p.eel\n~T.p.eel = object\n\tkind const \"eel\"\n"},
		{`{"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"], "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]}`,
			`<T.p>`, "~T.p = union by kind: cat Cat, dog Dog\n"},
		{`{"oneOf": [{"$ref": "#/$defs/Base"}, {"$ref": "#/$defs/Cat"}]}`, `{}`, ``},
		{`{"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Cat"}]}`, `{}`, ``},
		{`{"type": "object", "properties": {"a": {}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}`, `<T.p>`, "~T.p = object\n\ta? any\n"},
	}
	named := "Text = string\nColor = enum \"red\" \"blue\"\nSize = int\nFree = any\nBase = object\n\tid string\nOpen = {}\nNames = [string]\n" +
		"Maybe = string or null\nCat = object\n\tkind const \"cat\"\nDog = object\n\tkind const \"dog\"\nPet = union by kind: cat Cat, dog Dog\n"
	for _, tt := range tests {
		schema := fmt.Sprintf(`{"$defs": {%s, "T": {"type": "object", "properties": {"p": %s}}}}`, defs, tt.schema)
		checkOutline(t, schema, named+"T = object\n\tp? "+tt.want+"\n"+tt.more)
	}
}

func TestObjects(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{"parts first, own after, narrowed in place", `{"$defs": {
			"Base": {"type": "object", "properties": {"type": {"$ref": "#/$defs/Kind"}, "at": {"type": "integer"}}, "required": ["type"]},
			"Kind": {"enum": ["A", "B"]},
			"Tagged": {"type": "object", "properties": {"tag": {"type": "string"}}},
			"A": {"type": "object", "allOf": [{"$ref": "#/$defs/Base"}, {"$ref": "#/$defs/Tagged"}],
				"properties": {"name": {"type": "string"}, "type": {"const": "A"}, "tag": {"type": "string"}}, "required": ["tag"],
				"unevaluatedProperties": false}}}`, `
		Base = object
			type <Kind>
			at? int
		Kind = enum "A" "B"
		Tagged = object
			tag? string
		A = object +Base +Tagged closed
			type const "A" (Base)
			at? int (Base)
			tag string (Tagged)
			name? string`},
		{"what a part has from its own part is from there", `{"$defs": {
			"A": {"type": "object", "properties": {"a": {}}},
			"B": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}], "properties": {"b": {}}},
			"C": {"type": "object", "allOf": [{"$ref": "#/$defs/B"}, {"$ref": "#/$defs/A"}], "properties": {"c": {}}}}}`, `
		A = object
			a? any
		B = object +A
			a? any (A)
			b? any
		C = object +B +A
			a? any (A)
			b? any (B)
			c? any`},
		{"unnamed branches of allOf are own members", `{"$defs": {
			"A": {"type": "object", "properties": {"a": {}}},
			"C": {"type": "object", "allOf": [{"properties": {"b": {}}, "required": ["b"]}, {"$ref": "#/$defs/A"}], "properties": {"c": {}}}}}`, `
		A = object
			a? any
		C = object +A
			a? any (A)
			b any
			c? any`},
		{"a definition that only refers is an alias", `{"$defs": {
			"A": {"type": "object", "properties": {"a": {}}}, "B": {"$ref": "#/$defs/A"}, "C": {"allOf": [{"$ref": "#/$defs/B"}], "description": "c"},
			"D": {"allOf": [{"$ref": "#/$defs/C"}], "type": "object", "properties": {"d": {}}}}}`, `
		A = object
			a? any
		B = <A>
		C = <B>
		D = object +A
			a? any (A)
			d? any`},
		{"required without a declaration", `{"$defs": {"A": {"type": "object", "properties": {"a": {}}, "required": ["b", "a"]}}}`, `
		A = object
			a any
			b any`},
		{"required without a declaration where it is closed", `{"$defs": {"A": {"type": "object", "properties": {"a": {}}, "required": ["b"],
			"additionalProperties": false}}}`, `
		A = object closed
			a? any`},
		{"forbidden members are none", `{"$defs": {
			"A": {"type": "object", "properties": {"a": {"type": "string"}, "b": false}},
			"B": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}], "properties": {"a": {"not": {}}, "c": {}}}}}`, `
		A = object
			a? string
		B = object +A
			c? any`},
		{"closed by a part", `{"$defs": {
			"A": {"type": "object", "properties": {"a": {}}, "additionalProperties": false},
			"B": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}], "properties": {"a": {"type": "string"}}}}}`, `
		A = object closed
			a? any
		B = object +A closed
			a? string (A)`},
		{"not closed: other keywords evaluate more", `{"$defs": {
			"A": {"type": "object", "properties": {"a": {}}, "patternProperties": {"^x": {}}, "additionalProperties": false},
			"B": {"type": "object", "properties": {"a": {}}, "if": {"required": ["b"]}, "then": {"properties": {"b": {}}}, "unevaluatedProperties": false},
			"C": {"type": "object", "allOf": [{"$ref": "#/$defs/D"}], "properties": {"a": {}}, "unevaluatedProperties": false},
			"D": {"type": "object", "additionalProperties": true},
			"E": {"type": "object", "properties": {"a": {}}, "additionalProperties": {"not": {}}}}}`, `
		A = object
			a? any
		B = object
			a? any
		C = object
			a? any
		D = {}
		E = object closed
			a? any`},
		{"parts that disagree", `{"$defs": {
			"A": {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "integer"}}},
			"B": {"type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "number"}}},
			"C": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}], "required": ["x"]}}}`, `
		A = object
			x? string
			y? int
		B = object
			x? int
			y? number
		C = object +A +B
			x any (A)
			y? int (A)`},
		{"a part without its type is a part where the taker has it", `{"$defs": {
			"A": {"properties": {"a": {}}}, "B": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}], "properties": {"b": {}}}}}`, `
		A = any
		~A.object = object
			a? any
		B = object +A.object
			a? any (A.object)
			b? any`},
		{"recursion", `{"$defs": {
			"Tree": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}, "up": {"$ref": "#/$defs/Tree"},
				"more": {"allOf": [{"$ref": "#/$defs/Tree"}], "properties": {"extra": {"type": "string"}}}}},
			"Json": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/Json"}},
				{"type": "object", "additionalProperties": {"$ref": "#/$defs/Json"}}]},
			"Deep": {"type": "array", "items": {"$ref": "#/$defs/Deep"}}}}`, `
		Tree = object
			kids? [<Tree>]
			up? <Tree>
			more? <Tree.more>
		~Tree.more = object +Tree
			kids? [<Tree>] (Tree)
			up? <Tree> (Tree)
			more? <Tree.more> (Tree)
			extra? string
		Json = kinds: string string, array [<Json>], object {<Json>}
		Deep = [<Deep>]`},
		{"nullable and by kind under a name", `{"$defs": {
			"A": {"type": ["object", "null"], "properties": {"a": {}}},
			"B": {"oneOf": [{"type": "object", "properties": {"b": {}}}, {"type": "null"}]},
			"C": {"oneOf": [{"type": "object", "properties": {"c": {}}}, {"type": "string"}]},
			"D": {"type": ["string", "null"], "enum": ["x", "y", null]}}}`, `
		A = <A.object> or null
		~A.object = object
			a? any
		B = <B.object> or null
		~B.object = object
			b? any
		C = kinds: object <C.object>, string string
		~C.object = object
			c? any
		D = <D.string> or null
		~D.string = enum "x" "y"`},
		{"kind unions of one shape and rule are one, others are called after their place", `{"$defs": {
			"A": {"type": "object", "properties": {
				"x": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}], "description": "x"},
				"y": {"oneOf": [{"type": "string", "title": "t"}, {"type": "array", "items": {"type": "string"}}]},
				"z": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}}}}}`, `
		A = object
			x? <TextOrTextList>
			y? <TextOrTextList>
			z? <A.z>
		~TextOrTextList = kinds: string string, array [string]
		~A.z = kinds: string string, array [string]`},
		{"a definition has a kind union's name", `{"$defs": {
			"A": {"type": "object", "properties": {"x": {"type": ["string", "boolean"]}}}, "TextOrBool": {"type": "string"}}}`, `
		A = object
			x? <A.x>
		~A.x = kinds: string string, boolean bool
		TextOrBool = string`},
		{"a definition has an inline shape's name", `{"$defs": {
			"A": {"type": "object", "properties": {"x": {"enum": ["a", "b"]}}}, "A.x": {"type": "string"}}}`, `
		A = object
			x? <A.x.string>
		~A.x.string = enum "a" "b"
		A.x = string`},
		{"a union inline, of objects inline", `{"$defs": {"A": {"type": "object", "properties": {"x": {"oneOf": [
			{"type": "object", "properties": {"k": {"const": "m n"}, "v": {"type": "object", "properties": {"w": {}}}}, "required": ["k"]},
			{"type": "object", "properties": {"k": {"enum": ["o"]}}, "required": ["k"]}]}}}}}`, `
		A = object
			x? <A.x>
		~A.x = union by k: m n A.x.m n, o A.x.o
		~A.x.m n = object
			k const "m n"
			v? <A.x.m n.v>
		~A.x.m n.v = object
			w? any
		~A.x.o = object
			k const "o"`},
		{"a tag by reference, and through allOf", `{"$defs": {
			"KindA": {"const": "a"}, "KindB": {"type": "string", "enum": ["b"]},
			"Kinded": {"type": "object", "required": ["kind"]},
			"A": {"allOf": [{"$ref": "#/$defs/Kinded"}], "type": "object", "properties": {"kind": {"$ref": "#/$defs/KindA"}}},
			"B": {"allOf": [{"$ref": "#/$defs/Kinded"}], "type": "object", "properties": {"kind": {"$ref": "#/$defs/KindB"}}},
			"AB": {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}}}`, `
		KindA = const "a"
		KindB = enum "b"
		Kinded = {}
		A = object
			kind <KindA>
		B = object
			kind const "b"
		AB = union by kind: a A, b B`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkOutline(t, tt.schema, tt.want) })
	}
}
