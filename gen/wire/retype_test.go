package wire_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/gen/wire/wiretest"
)

// deployed is a ledger of a .proto file.
func deployed(t *testing.T, src string) *wire.Lock {
	t.Helper()
	l, err := wire.FromProto(wire.ProtoFile{Name: "a.proto", Data: []byte("syntax = \"proto3\";\n" + src)})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestTypeChange holds which types may take each other's place under a number: those whose bytes each reads of the other.
func TestTypeChange(t *testing.T) {
	const beside = `, "N": {"properties": {"a": {"type": "string"}, "b": {"type": "integer"}}},
"More": {"properties": {"a": {"type": "string"}, "b": {"type": "integer"}, "c": {"type": "string"}}},
"Less": {"properties": {"a": {"type": "string"}}},
"Loop": {"properties": {"next": {"$ref": "#/$defs/Loop"}}},
"K": {"enum": ["one", "two"]}, "L": {"enum": ["one", "two"]}, "Other": {"enum": ["two", "one"]}`
	const protos = `
message Old { optional string a = 1; optional int64 b = 2; }
message N { optional string a = 1; optional int64 b = 2; }
message Round { Round next = 1; }
enum OldK { ONE = 0; TWO = 1; }
message A { `
	for _, tt := range []struct {
		was, now string // as .proto text, and as JSON Schema
		refused  bool
	}{
		{"string f", `"type": "string"`, false},
		{"bytes f", `"type": "string"`, false},
		{"string f", `"enum": ["a", "b"]`, false}, // which is a text on the wire
		{"int32 f", `"type": "integer"`, false},
		{"uint32 f", `"type": "integer"`, false},
		{"uint64 f", `"type": "integer"`, false},
		{"int64 f", `"type": "integer", "maximum": 18446744073709551615`, false},
		{"bool f", `"type": "integer"`, false},
		{"int32 f", `"type": "boolean"`, false},
		{"OldK f", `"type": "integer"`, false},
		{"int32 f", `"$ref": "#/$defs/K"`, false},
		{"OldK f", `"$ref": "#/$defs/K"`, false},
		{"repeated int32 f", `"type": "array", "items": {"type": "integer"}`, false},
		{"map<string, int32> f", `"type": "object", "additionalProperties": {"type": "integer"}`, false},
		{"N f", `"$ref": "#/$defs/N"`, false},
		{"Old f", `"$ref": "#/$defs/N"`, false},
		{"Old f", `"$ref": "#/$defs/More"`, false},
		{"Round f", `"$ref": "#/$defs/Loop"`, false},
		{"google.protobuf.Struct f", `"type": "object"`, false},

		{"string f", `"type": "integer"`, true},
		{"int64 f", `"type": "string"`, true},
		{"sint32 f", `"type": "integer"`, true},
		{"fixed64 f", `"type": "integer"`, true},
		{"float f", `"type": "number"`, true},
		{"int64 f", `"type": "number"`, true},
		{"string f", `"$ref": "#/$defs/K"`, true},
		{"OldK f", `"enum": ["a", "b"]`, true},
		{"OldK f", `"type": "boolean"`, true},
		{"OldK f", `"$ref": "#/$defs/Other"`, true},
		{"string f", `"type": "array", "items": {"type": "string"}`, true},
		{"repeated string f", `"type": "string"`, true},
		{"repeated Old f", `"$ref": "#/$defs/N"`, true},
		{"repeated sint64 f", `"type": "array", "items": {"type": "integer"}`, true},
		{"map<int32, string> f", `"type": "object", "additionalProperties": {"type": "string"}`, true},
		{"map<string, string> f", `"type": "object"`, true},
		{"Old f", `"$ref": "#/$defs/Less"`, true},
		{"Round f", `"$ref": "#/$defs/N"`, true},
		{"bytes f", `"$ref": "#/$defs/N"`, true},
		{"N f", `"type": "object"`, true},
		{"google.protobuf.Value f", `"type": "object"`, true},
	} {
		t.Run(tt.was+" to "+tt.now, func(t *testing.T) {
			l := deployed(t, protos+tt.was+" = 1; }")
			m := wiretest.Model(t, "s.json", `{"$defs": {"A": {"properties": {"f": {`+tt.now+`}}}`+beside+`}}`)
			cfg := config(t, "version: 1\nenums: {K: {}, L: {prefix: L_}, Other: {prefix: O_}}\n")
			_, grown, err := wire.Build(cfg, l, m)
			switch {
			case tt.refused && err == nil:
				t.Errorf("allowed:\n%s", grown.Format())
			case tt.refused && !strings.Contains(err.Error(), "A.f = 1 is on the wire as "):
				t.Errorf("refused for another reason: %v", err)
			case !tt.refused && err != nil:
				t.Error(err)
			}
			if tt.refused {
				return
			}
			if again, regrown, err := wire.Build(cfg, grown, m); err != nil || !cmp.Equal(grown.Format(), regrown.Format()) {
				t.Errorf("a second build differs: %v, %v", again, err)
			}
		})
	}
}

// TestTypeChangeRefused holds what a refusal says.
func TestTypeChangeRefused(t *testing.T) {
	m := wiretest.Model(t, "s.json", `{"$defs": {"A": {"properties": {"f": {"type": "integer"}}}}}`)
	_, _, err := wire.Build(nil, deployed(t, "message A { string f = 4; }"), m)
	wantError(t, err, `s.json:1:38: #/$defs/A/properties/f: A.f = 4 is on the wire as string and would be int64 (property f of A), `+
		`so that old and new programs could not read each other; in wire.yaml, give it a new number, retired: {A.f: 4}, or a new name as well, fields: {A.f: {name: …}}`)
}

// TestRenamedMessageKeepsTypes holds that a field of a message that is renamed with a declaration is not taken for one of
// another type, whatever the message has lost since.
func TestRenamedMessageKeepsTypes(t *testing.T) {
	m := wiretest.Model(t, "s.json", `{"$defs": {"A": {"properties": {"f": {"$ref": "#/$defs/New"}}}, "New": {"properties": {"b": {"type": "string"}}}}}`)
	l := deployed(t, "message A { Old f = 1; } message Old { string a = 1; string b = 2; }")
	_, _, err := wire.Build(nil, l, m)
	if err == nil || !strings.Contains(err.Error(), "A.f = 1 is on the wire as message Old and would be message New") {
		t.Errorf("without a declaration: %v", err)
	}
	_, grown, err := wire.Build(config(t, "version: 1\nrenamed_from: {New: Old}\n"), l, m)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("A.f = 1\n# reserved New.a = 1\nNew.b = 2\n", slots(grown)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRetired holds how a slot takes a new number: for another type, or when it comes back.
func TestRetired(t *testing.T) {
	m := wiretest.Model(t, "s.json", `{"$defs": {"A": {"properties": {"f": {"type": "integer"}, "g": {"type": "string"}}}, "K": {"enum": ["one", "two"]}}}`)
	const head = "version: 1\nenums: {K: {}}\n"
	for _, tt := range []struct{ name, yaml, proto, want, err string }{
		{"another type", "retired: {A.f: 1}", "message A { string f = 1; string g = 2; }", "# reserved A.f = 1\nA.f = 3\nA.g = 2\n", ""},
		{"the same type", "retired: {A.g: 2}", "message A { int64 f = 1; string g = 2; }", "A.f = 1\n# reserved A.g = 2\nA.g = 3\n", ""},
		{"a value", "retired: {K.TWO: 1}", "message A { int64 f = 1; string g = 2; } enum K { ONE = 0; TWO = 1; }", "A.f = 1\nA.g = 2\nK.ONE = 0\n# reserved K.TWO = 1\nK.TWO = 2\n", ""},
		{"another number", "retired: {A.f: 7}", "message A { int64 f = 1; string g = 2; }", "", "wire.yaml:3:11: A.f never had the number 7: it has 1 (a.proto:2:13)"},
		{"no such slot", "retired: {A.x: 7}", "message A { int64 f = 1; string g = 2; }", "", "wire.yaml:3:11: A.x never had the number 7"},
		{"what is gone", "retired: {A.old: 3}", "message A { int64 f = 1; string g = 2; string old = 3; }", "A.f = 1\nA.g = 2\n# reserved A.old = 3\n", ""},
		{"an empty ledger", "retired: {A.f: 7}", "", "# reserved A.f = 7\nA.f = 8\nA.g = 9\n", ""},
		{"an empty ledger, contradicted", "retired: {A.f: 7, A.g: 7}", "", "", "wire.yaml:3:19: A.g never had the number 7"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := config(t, head+tt.yaml+"\n")
			s, grown, err := wire.Build(cfg, deployed(t, tt.proto), m)
			if tt.err != "" {
				wantError(t, err, tt.err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, strings.Replace(slots(grown), newK(tt.want), "", 1)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if _, again, err := wire.Build(cfg, grown, m); err != nil || !cmp.Equal(grown.Format(), again.Format()) {
				t.Errorf("carried out twice: %v\n%s", err, again.Format())
			}
			for _, f := range s.Files {
				for _, msg := range f.Messages {
					for _, f := range msg.Fields {
						for _, name := range msg.Reserved.Names {
							if name == f.Name {
								t.Errorf("%s.%s has a reserved name", msg.Name, name)
							}
						}
					}
				}
			}
		})
	}
}

// newK are the slots of an enum that a case does not speak of.
func newK(want string) string {
	if strings.Contains(want, "K.") {
		return "\x00"
	}
	return "K.ONE = 0\nK.TWO = 1\n"
}

// TestComingBack holds that a removed name comes back only when its last number is declared to be given up.
func TestComingBack(t *testing.T) {
	with := wiretest.Model(t, "s.json", `{"$defs": {"A": {"properties": {"f": {"type": "string"}, "g": {"type": "string"}}}}}`)
	without := wiretest.Model(t, "s.json", `{"$defs": {"A": {"properties": {"g": {"type": "string"}}}}}`)
	var l *wire.Lock
	build := func(yaml string, f bool, want string) {
		t.Helper()
		m := without
		if f {
			m = with
		}
		_, grown, err := wire.Build(config(t, "version: 1\n"+yaml), l, m)
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "A.f was removed from the schema and is reserved") {
				t.Fatalf("not refused: %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, slots(grown)); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		l = grown
	}
	build("", true, "A.f = 1\nA.g = 2\n")
	build("", false, "# reserved A.f = 1\nA.g = 2\n")
	build("", true, "")
	build("retired: {A.f: 1}\n", true, "# reserved A.f = 1\nA.f = 3\nA.g = 2\n")
	build("retired: {A.f: 1}\n", false, "# reserved A.f = 1\n# reserved A.f = 3\nA.g = 2\n")
	build("retired: {A.f: 1}\n", true, "")
	build("retired: {A.f: 3}\n", true, "# reserved A.f = 1\n# reserved A.f = 3\nA.f = 4\nA.g = 2\n")
	build("", true, "# reserved A.f = 1\n# reserved A.f = 3\nA.f = 4\nA.g = 2\n")
}
