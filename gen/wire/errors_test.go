package wire_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/gen/wire/wiretest"
)

// TestNamesTheSchemaHasNot holds what names in wire.yaml get that the schema does not have.
func TestNamesTheSchemaHasNot(t *testing.T) {
	for _, tt := range []struct{ name, yaml, want string }{
		{"root", "roots: [Notize]", `wire.yaml:2:9: the schema has no definition "Notize"; did you mean Notice?`},
		{"root, none near", "roots: [Elephant]", `wire.yaml:2:9: the schema has no definition "Elephant"`},
		{"message", "messages: {Parcle: Packet}", `wire.yaml:2:12: the schema has no definition "Parcle"; did you mean Parcel?`},
		{"message of an enum", "messages: {NoticeKind: Kind}", `wire.yaml:2:12: NoticeKind is an enum and no message: name it under enums: {NoticeKind: {name: Kind}}`},
		{"compose", "compose: {Notice: {field: f}}", `wire.yaml:2:11: Notice cannot be taken in by allOf: it is a union, not an object`},
		{"enum", "enums: {Parcel: {}}", `wire.yaml:2:9: Parcel is an object, not an enum`},
		{"enum value", "enums: {NoticeKind: {names: {MOVD: M}}}", `wire.yaml:2:30: NoticeKind has no value "MOVD"; did you mean MOVED?`},
		{"union", "unions: {Parcel: {strategy: merge}}", `wire.yaml:2:10: Parcel is an object, not a union with a discriminator`},
		{"union value", "unions: {Place: {strategy: oneof, names: {van: v}}}", `wire.yaml:2:43: Place has no value "van"`},
		{"split", "unions: {Step: {strategy: merge, split: {details: {string: d}}}}",
			`wire.yaml:2:42: no member of Step has a property "details"; did you mean detail?`},
		{"split of the tag", "unions: {Step: {strategy: merge, split: {do: {string: d}}}}", `wire.yaml:2:42: do is the discriminator of Step and always a text`},
		{"field of nothing", "fields: {Pracel.id: {name: x}}", `wire.yaml:2:10: the schema has no definition "Pracel"; did you mean Parcel?`},
		{"field that is not there", "fields: {Parcel.gram: {name: x}}", `wire.yaml:2:10: Parcel has no property "gram"; did you mean grams?`},
		{"field without a dot", "fields: {Parcel: {name: x}}", `wire.yaml:2:10: "Parcel" names no property: say Definition.property`},
		{"file", "files: [{name: a.proto, holds: [Parcle]}]", `wire.yaml:2:33: the schema has no definition "Parcle"; did you mean Parcel?`},
		{"file pattern", "files: [{name: a.proto, holds: [\"*Event\"]}]", `wire.yaml:2:33: no definition matches "*Event"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, _ := parcel(t)
			_, _, err := wire.Build(config(t, "version: 1\n"+tt.yaml+"\n"), nil, m)
			wantError(t, err, tt.want)
		})
	}
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestShapesWithoutAForm holds what a property gets that protobuf cannot carry: the place in the schema, and what can be
// said in wire.yaml.
func TestShapesWithoutAForm(t *testing.T) {
	for _, tt := range []struct{ name, property, want string }{
		{"list of lists", `{"type": "array", "items": {"type": "array", "items": {"type": "string"}}}`,
			`s.json:2:69: #/$defs/A/properties/p: property p is a list of lists, which protobuf does not have; in wire.yaml, say fields: {A.p: {type: google.protobuf.Value}} or {type: google.protobuf.ListValue} (the JSON as it is), or give the items a definition of their own`},
		{"list of what may be null", `{"type": "array", "items": {"type": ["string", "null"]}}`,
			`s.json:2:69: #/$defs/A/properties/p: property p is a list of what may be null, which protobuf does not have; in wire.yaml, say fields: {A.p: {type: google.protobuf.Value}} or {type: google.protobuf.ListValue} (the JSON as it is), or give the items a definition of their own`},
		{"map of maps", `{"type": "object", "additionalProperties": {"type": "object", "additionalProperties": {"type": "string"}}}`,
			`s.json:2:69: #/$defs/A/properties/p: property p is a map of maps, which protobuf does not have; in wire.yaml, say fields: {A.p: {type: google.protobuf.Value}} or {type: google.protobuf.Struct} (the JSON as it is), or give the values a definition of their own`},
		{"nullable", `{"type": ["integer", "null"]}`,
			`s.json:2:69: #/$defs/A/properties/p: property p is an integer or null, and protobuf cannot tell null from absent; in wire.yaml, say fields: {A.p: {type: google.protobuf.Value}} (the JSON as it is)`},
		{"choice by JSON type", `{"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}`,
			`s.json:2:69: #/$defs/A/properties/p: property p is a choice between string and array, and a protobuf field has one type; in wire.yaml, say fields: {A.p: {split: {string: p, array: p_items}}} (a field a JSON type), or fields: {A.p: {type: google.protobuf.Value}} (the JSON as it is)`},
		{"choice with null", `{"oneOf": [{"type": "string"}, {"type": "null"}]}`,
			`s.json:2:69: #/$defs/A/properties/p: property p is a choice between string and null, and a protobuf field has one type; in wire.yaml, say fields: {A.p: {type: google.protobuf.Value}} (the JSON as it is)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := wiretest.Model(t, "s.json", "{\"$defs\": {\n  \"A\": {\"type\": \"object\",                       \"properties\": {\"p\": "+tt.property+"}}}}")
			_, _, err := wire.Build(nil, nil, m)
			wantError(t, err, tt.want)
			cfg := config(t, "version: 1\nfields: {A.p: {type: google.protobuf.Value}}\n")
			if _, _, err := wire.Build(cfg, nil, m); err != nil {
				t.Errorf("what the error offers: %v", err)
			}
		})
	}
}

// TestUnions holds what unions and their members get that do not fit the strategy.
func TestUnions(t *testing.T) {
	const schema = `{"$defs": {
"U": {"oneOf": [{"$ref": "#/$defs/M"}, {"$ref": "#/$defs/N"}]},
"M": {"type": "object", "properties": {"t": {"const": "m"}, "x": {"type": "string"}, "y": {"type": "string"}}, "required": ["t", "x"]},
"N": {"type": "object", "properties": {"t": {"const": "n"}, "x": {"type": "integer"}, "y": {"type": "object"}}, "required": ["t", "x"]},
"H": {"type": "object", "properties": {"u": {"$ref": "#/$defs/U"}, "x": {"type": "string"}}},
"L": {"type": "object", "properties": {"list": {"type": "array", "items": {"$ref": "#/$defs/U"}}}},
"B": {"type": "object", "properties": {"t": {"type": "string"}}}
}}`
	for _, tt := range []struct{ name, yaml, want string }{
		{"merged members disagree", "unions: {U: {strategy: merge}}",
			`s.json:4:66: #/$defs/N/properties/x: property x of N would be int64, and that of M (s.json:3:66) is string, although both are members of U, which is one message; in wire.yaml, say unions: {U: {split: {x: {string: x, integer: x_integer}}}} (a field a JSON type), fields: {N.x: {name: …}} (a field of its own), or give both {type: google.protobuf.Value}
s.json:4:92: #/$defs/N/properties/y: property y of N would be google.protobuf.Struct, and that of M (s.json:3:91) is string, although both are members of U, which is one message; in wire.yaml, say unions: {U: {split: {y: {string: y, object: y_object}}}} (a field a JSON type), fields: {N.y: {name: …}} (a field of its own), or give both {type: google.protobuf.Value}`},
		{"a split that forgets a type", "unions: {U: {strategy: merge, split: {x: {string: x}, y: {string: y, object: y_object}}}}",
			`s.json:4:66: #/$defs/N/properties/x: property x of N may be of type integer, for which its split at wire.yaml:2:43 has no field; add integer: x_integer`},
		{"a split with a type that nobody has", "unions: {U: {strategy: merge, split: {x: {string: x, integer: xi, boolean: xb}, y: {string: y, object: y_object}}}}",
			`wire.yaml:2:67: no member of U has a property x of type boolean`},
		{"a split at a member", "roots: [U]\nunions: {U: {strategy: merge}}\nfields: {M.y: {split: {string: y, object: yo}}, N.x: {name: x_n}}",
			`wire.yaml:4:10: M is a member of U, which is one message: its split belongs to unions: {U: {split: {y: …}}}`},
		{"flattened members clash with their holder", "roots: [H]\nunions: {U: {strategy: flatten}}\nfields: {N.x: {name: n_x}, N.y: {name: n_y}}",
			`s.json:5:73: #/$defs/H/properties/x: property x of H becomes the field x in message H, a name that property x of M (s.json:3:66) has already; rename one of them in wire.yaml: fields: {H.x: {name: …}}, or fields: {M.x: {name: …}}`},
		{"a list of a flattened union", "roots: [L]\nunions: {U: {strategy: flatten}}",
			`s.json:6:48: #/$defs/L/properties/list: property list is a list of U, which is flattened and so fits a property of its own only; in wire.yaml, say unions: {U: {strategy: oneof}} (or merge, or tagged), or fields: {L.list: {type: google.protobuf.Value}} (the JSON as it is)`},
		{"an envelope without a part", "roots: [U]\ncompose: {B: {field: base}}\nunions: {U: {strategy: envelope, tag: B.t}}",
			`s.json:3:6: #/$defs/M: M does not take in B, which carries the tag of its envelope (wire.yaml:4:39)
s.json:4:6: #/$defs/N: N does not take in B, which carries the tag of its envelope (wire.yaml:4:39)`},
		{"an envelope by another tag", "compose: {B: {field: base}}\nroots: [U]\nunions: {U: {strategy: envelope, tag: B.kind}}",
			`wire.yaml:4:39: U is told apart by t, not by "kind"`},
		{"an envelope whose part is no message", "roots: [U]\nunions: {U: {strategy: envelope, tag: B.t}}",
			`wire.yaml:3:39: B is no part with a message of its own: list it under compose`},
		{"arm called like another", "roots: [U]\nunions: {U: {strategy: oneof, names: {n: m}}}",
			`s.json:4:6: #/$defs/N: the arm of U for t "n" becomes the field m in message U, a name that the arm of U for t "m" (s.json:3:6) has already; rename one of them in wire.yaml: unions: {U: {names: {n: …}}}, or unions: {U: {names: {m: …}}}`},
		{"arm called like its oneof", "roots: [U]\nunions: {U: {strategy: oneof, oneof: m}}",
			`s.json:3:6: #/$defs/M: the arm of U for t "m" becomes the field m in message U, a name that the choice of U (s.json:2:6) has already; rename one of them in wire.yaml: unions: {U: {names: {m: …}}}, or unions: {U: {oneof: …}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := wiretest.Model(t, "s.json", schema)
			_, _, err := wire.Build(config(t, "version: 1\n"+tt.yaml+"\n"), nil, m)
			wantError(t, err, tt.want)
		})
	}
}

// TestNameClashes holds what two definitions, properties or values get that protobuf would give one name.
func TestNameClashes(t *testing.T) {
	for _, tt := range []struct{ name, defs, yaml, want string }{
		{"messages", `"tool_call": {"properties": {}}, "ToolCall": {"properties": {}}`, "",
			`s.json:1:57: #/$defs/ToolCall: the definition ToolCall becomes the message ToolCall, a name that the definition tool_call (s.json:1:25) has already; rename one of them in wire.yaml: messages: {ToolCall: …}, or messages: {tool_call: …}`},
		{"fields", `"A": {"properties": {"a-b": {"type": "string"}, "aB": {"type": "string"}}}`, "",
			`s.json:1:66: #/$defs/A/properties/aB: property aB of A becomes the field a_b in message A, a name that property a-b of A (s.json:1:40) has already; rename one of them in wire.yaml: fields: {A.aB: {name: …}}, or fields: {A.a-b: {name: …}}`},
		{"names in protobuf's JSON", `"A": {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}}`, "fields: {A.b: {name: a_}}",
			`s.json:1:63: #/$defs/A/properties/b: property b of A becomes the field a_, whose name in protobuf's JSON is "a", as is that of property a of A (s.json:1:38), the field a; rename one of them in wire.yaml: fields: {A.b: {name: …}}, or fields: {A.a: {name: …}}`},
		{"names in protobuf's JSON, digits", `"A": {"properties": {"a1": {"type": "string"}, "a_1": {"type": "string"}}}`, "",
			`s.json:1:66: #/$defs/A/properties/a_1: property a_1 of A becomes the field a_1, whose name in protobuf's JSON is "a1", as is that of property a1 of A (s.json:1:39), the field a1; rename one of them in wire.yaml: fields: {A.a_1: {name: …}}, or fields: {A.a1: {name: …}}`},
		{"enum and message", `"A": {"properties": {"b": {"$ref": "#/$defs/B"}}}, "B": {"enum": ["x"]}`, "enums: {B: {name: A}}",
			`s.json:1:68: #/$defs/B: the enum B becomes the enum A, a name that the definition A (s.json:1:17) has already; rename one of them in wire.yaml: enums: {B: {name: …}}, or messages: {A: …}`},
		{"values of two enums", `"A": {"enum": ["x"]}, "B": {"enum": ["x"]}`, "enums: {A: {}, B: {}}",
			`s.json:1:39: #/$defs/B: the value "x" of the enum B becomes the enum value X, a name that the value "x" of the enum A (s.json:1:17) has already; rename one of them in wire.yaml: enums: {B: {names: {x: …}}}, or enums: {A: {names: {x: …}}}`},
		{"values of two enums with a prefix", `"A": {"enum": ["x"]}, "B": {"enum": ["x"]}`, "enums: {A: {}, B: {prefix: B_}}", ""},
		{"values that differ by the enum's name", `"Size": {"enum": ["big", "size-big"]}`, "enums: {Size: {}}",
			`s.json:1:20: #/$defs/Size: the value "size-big" of the enum Size becomes the enum value SIZE_BIG, which for protobuf is the same as BIG; rename one of them in wire.yaml: enums: {Size: {names: {size-big: …}}}`},
		{"a value that is no name", `"A": {"enum": ["1", "ok"]}`, "enums: {A: {}}",
			`s.json:1:27: #/$defs/A: the value "1" of A would be called "1", which is no protobuf name: letters, digits and underscores, a letter first; name it in wire.yaml: enums: {A: {names: {"1": …}}}`},
		{"a definition that is no name", `"1st": {"properties": {}}`, "",
			`s.json:1:19: #/$defs/1st: 1st would be the message "1st", which is no message name: letters, digits and underscores, a capital letter first; Outer.Inner nests; name it in wire.yaml: messages: {"1st": …}`},
		{"a property that is no name", `"A": {"properties": {"日本": {"type": "string"}}}`, "",
			`s.json:1:43: #/$defs/A/properties/日本: property "日本" would be the field "", which is no field name: letters, digits and underscores, a small letter first; name it in wire.yaml: fields: {"A.日本": {name: …}}`},
		{"nested in nothing", `"A": {"properties": {}}`, "messages: {A: B.A}", `wire.yaml:2:15: B.A cannot be nested: there is no message B`},
		{"nested called like a field", `"A": {"properties": {"b": {"$ref": "#/$defs/B"}}}, "B": {"properties": {}}`, "messages: {B: A.B}", ""},
		{"keywords as definitions and properties", `"message": {"properties": {"option": {"type": "string"}, "message": {"type": "string"}}}`, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := wiretest.Model(t, "s.json", `{"$defs": {`+tt.defs+`}}`)
			_, _, err := wire.Build(config(t, "version: 1\n"+tt.yaml+"\n"), nil, m)
			if tt.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			wantError(t, err, tt.want)
		})
	}
}

// TestFiles holds what placing definitions in files may get.
func TestFiles(t *testing.T) {
	const schema = `{"$defs": {
"A": {"properties": {"b": {"$ref": "#/$defs/B"}}},
"B": {"properties": {"a": {"$ref": "#/$defs/A"}, "c": {"properties": {"x": {"type": "string"}}}}}
}}`
	m := wiretest.Model(t, "s.json", schema)
	_, _, err := wire.Build(config(t, "version: 1\nfiles: [{name: a.proto, holds: [A]}]\n"), nil, m)
	wantError(t, err, `s.json:3:6: #/$defs/B: no file of wire.yaml holds B; list it under files, or end with one that holds all others: {name: a.proto, holds: ["*"]}
s.json:3:55: #/$defs/B/properties/c: no file of wire.yaml holds B.c; list it under files, or end with one that holds all others: {name: a.proto, holds: ["*"]}`)

	_, _, err = wire.Build(config(t, "version: 1\nfiles:\n- {name: a.proto, holds: [A]}\n- {name: b.proto, holds: [B]}\n"), nil, m)
	wantError(t, err, `wire.yaml:3:10: a.proto and b.proto would import each other, which protobuf refuses: in a.proto, A.b is B; in b.proto, B.a is A; put them into one file, or move what both need into a third`)

	s, _, err := wire.Build(config(t, "version: 1\npackage: p\nfiles: [{name: a.proto, holds: [B, \"*\"]}, {name: b.proto, holds: [A]}]\n"), nil, m)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Files) != 1 || s.Files[0].Name != "a.proto" {
		t.Errorf("files %v: the first pattern that matches has a definition, and a file that nothing is in is none", s.Files)
	}
}

// TestDefaults holds what a schema gets without a wire.yaml.
func TestDefaults(t *testing.T) {
	m := wiretest.Model(t, "dir/shop-orders.schema.json", `{"title": "Shop Orders 2", "$defs": {
"Order": {"properties": {"id": {"type": "string"}, "by": {"$ref": "#/$defs/Pay"}, "tags": {"type": "array", "items": {"type": "string"}},
  "counts": {"type": "object", "additionalProperties": {"type": "integer"}}, "any": {}, "open": {"type": "object"},
  "state": {"enum": ["new", "old"]}, "at": {"properties": {"street": {"type": "string"}}}, "ratio": {"type": "number"}}, "required": ["id", "state"]},
"Pay": {"oneOf": [{"$ref": "#/$defs/Cash"}, {"$ref": "#/$defs/Card"}]},
"Cash": {"properties": {"type": {"const": "CASH"}}, "required": ["type"]},
"Card": {"properties": {"type": {"const": "CARD"}, "number": {"type": "string"}}, "required": ["type"]}
}}`)
	s, l, err := wire.Build(nil, nil, m)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "defaults.wire.golden", dump(m, s)+"\n"+slots(l))

	m.Title = "日本"
	if s, _, _ = wire.Build(nil, nil, m); s.Package != "shop_orders" || s.Files[0].Name != "shop_orders.proto" {
		t.Errorf("package %s: a title that makes no name leaves it to the file's", s.Package)
	}
}

// slots are the numbers of a ledger, without its header and what they carry.
func slots(l *wire.Lock) string {
	_, after, _ := strings.Cut(string(l.Format()), ", digest ")
	_, after, _ = strings.Cut(after, "\n")
	numbers, _, typed := strings.Cut(after, "\n\n# type ")
	if typed {
		numbers += "\n"
	}
	return strings.TrimPrefix(numbers, "\n")
}

// TestNarrowing holds what an object gets that narrows a property of a composed part, whose field stays what it is.
func TestNarrowing(t *testing.T) {
	schema := func(own string) string {
		return `{"$ref": "#/$defs/A", "$defs": {
"A": {"allOf": [{"$ref": "#/$defs/Part"}], "properties": {` + own + `}},
"Part": {"properties": {"text": {"type": "string"}, "any": {}, "kind": {"$ref": "#/$defs/Kind"}, "list": {"type": "array", "items": {"type": "string"}}}},
"Kind": {"enum": ["one", "two"]}
}}`
	}
	for _, tt := range []struct{ name, own, want string }{
		{"a text to a constant", `"text": {"const": "x"}`, ""},
		{"a text to an enum", `"text": {"enum": ["x", "y"]}`, ""},
		{"any JSON to a text", `"any": {"type": "string"}`, ""},
		{"an enum to one of its values", `"kind": {"const": "two"}`, ""},
		{"an enum to some of its values", `"kind": {"enum": ["two"]}`, ""},
		{"an enum to another value", `"kind": {"const": "three"}`,
			`s.json:2:67: #/$defs/A/properties/kind: property kind is the constant "three" here, and an enum in Part, whose message carries it as Kind; take Part out of compose in wire.yaml, or let both have one type`},
		{"a text to a number", `"text": {"type": "integer"}`,
			`s.json:2:67: #/$defs/A/properties/text: property text is an integer here, and a string in Part, whose message carries it as string; take Part out of compose in wire.yaml, or let both have one type`},
		{"a list to one text", `"list": {"type": "string"}`,
			`s.json:2:67: #/$defs/A/properties/list: property list is a string here, and a list in Part, whose message carries it as string; take Part out of compose in wire.yaml, or let both have one type`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := config(t, "version: 1\ncompose: {Part: {field: part}}\nenums: {Kind: {}}\n")
			_, _, err := wire.Build(cfg, nil, wiretest.Model(t, "s.json", schema(tt.own)))
			if tt.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			wantError(t, err, tt.want)
		})
	}
}

// TestOverrides holds which shapes wire.yaml may put into which of google's messages.
func TestOverrides(t *testing.T) {
	for _, tt := range []struct{ shape, typ, want string }{
		{`{"type": ["string", "null"]}`, "Value", ""},
		{`{"type": "object", "additionalProperties": {"type": "object", "additionalProperties": {}}}`, "Struct", ""},
		{`{"type": "array", "items": {"type": "array", "items": {}}}`, "ListValue", ""},
		{`{"$ref": "#/$defs/A"}`, "Struct", ""},
		{`{"type": "array", "items": {}}`, "Struct", `wire.yaml:2:22: property A.p is a list, which google.protobuf.Struct cannot carry`},
		{`{"type": "object"}`, "ListValue", `wire.yaml:2:22: property A.p is an open object, which google.protobuf.ListValue cannot carry`},
		{`{"type": "string"}`, "Struct", `wire.yaml:2:22: property A.p is a string, which google.protobuf.Struct cannot carry`},
		{`{}`, "ListValue", `wire.yaml:2:22: property A.p is any JSON value, which google.protobuf.ListValue cannot carry`},
	} {
		m := wiretest.Model(t, "s.json", `{"$defs": {"A": {"properties": {"p": `+tt.shape+`}}}}`)
		s, _, err := wire.Build(config(t, "version: 1\nfields: {A.p: {type: google.protobuf."+tt.typ+"}}\n"), nil, m)
		if tt.want != "" {
			wantError(t, err, tt.want)
			continue
		}
		if err != nil {
			t.Errorf("%s as %s: %v", tt.shape, tt.typ, err)
			continue
		}
		f := s.Files[0].Messages[0].Fields[0]
		if f.Type != wire.WellKnown(tt.typ) || f.Presence != wire.Explicit {
			t.Errorf("%s as %s is %s, presence %d", tt.shape, tt.typ, wire.TypeName(f.Type), f.Presence)
		}
	}
}

// TestNoDiscriminator is about choices between objects that no member tells apart: as the root, and in a property.
func TestNoDiscriminator(t *testing.T) {
	const remedy = `give each branch a required member whose "const" is a text that no other branch has, and choose a strategy under unions: oneof, merge, tagged, flatten or envelope`
	s := wiretest.Model(t, "s.json", `{"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {"p": {"type": "string"}}}}}`)
	a := s.Root
	a.Type.(*model.Object).Properties[0].Type = model.OpenObject{Choice: true}
	_, _, err := wire.Build(nil, nil, s)
	wantError(t, err, `s.json:1:77: #/$defs/A/properties/p: property p is a choice between objects that no required constant member tells apart, so that a reader could not know which it is; in wire.yaml, say fields: {A.p: {type: google.protobuf.Value}} or {type: google.protobuf.Struct} (the JSON as it is); or, in the schema, `+remedy)
	a.Type = model.OpenObject{Choice: true}
	_, _, err = wire.Build(nil, nil, s)
	wantError(t, err, `s.json:1:38: #/$defs/A: A is a choice between objects that no required constant member tells apart, and so has no message; `+remedy)
}
