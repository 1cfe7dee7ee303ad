package gen

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReorderedCode holds that code for a schema that was reordered and reworded writes and reads protobuf by the very same
// statements: what it writes does not depend on the order of the schema, because the ledger's numbers decide.
func TestReorderedCode(t *testing.T) {
	const before = `{"title": "S", "$ref": "#/$defs/Line", "$defs": {
"Line": {"description": "One.", "oneOf": [{"$ref": "#/$defs/Said"}, {"$ref": "#/$defs/Left"}]},
"Said": {"type": "object", "properties": {"kind": {"const": "said"}, "who": {"$ref": "#/$defs/Who"}, "text": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}}, "required": ["kind", "who", "text"]},
"Left": {"type": "object", "properties": {"kind": {"const": "left"}, "at": {"type": "integer"}, "why": {"type": "string"}}, "required": ["kind"]},
"Who": {"type": "object", "properties": {"id": {"type": "string"}, "mood": {"enum": ["good", "bad"]}, "age": {"type": "number"}}}}}`
	const after = `{"$defs": {
"Who": {"properties": {"age": {"type": "number", "description": "Years."}, "mood": {"enum": ["bad", "good"]}, "id": {"type": "string"}}, "type": "object"},
"Left": {"required": ["kind"], "properties": {"why": {"type": "string"}, "at": {"type": "integer"}, "kind": {"const": "left"}}, "type": "object"},
"Said": {"required": ["text", "who", "kind"], "type": "object", "properties": {"tags": {"items": {"type": "string"}, "type": "array"}, "text": {"type": "string"}, "who": {"$ref": "#/$defs/Who"}, "kind": {"const": "said"}}},
"Line": {"oneOf": [{"$ref": "#/$defs/Left"}, {"$ref": "#/$defs/Said"}], "description": "Another."}}, "$ref": "#/$defs/Line", "title": "S"}`
	folder(t, map[string]string{"a.json": before, "b.json": after})
	made := func(schema string) (map[string]string, string) {
		r, err := Generate(Target{Schema: schema, Lock: "wire.lock", GoDir: "s", ProtoDir: "proto"})
		if err != nil {
			t.Fatal(err)
		}
		funcs, ledger := map[string]string{}, ""
		for _, f := range r.Files {
			switch {
			case f.Ledger:
				ledger = string(f.Data)
				plan := Plan{{Action: Create, Path: f.Path, New: f.Data}}
				if err := plan.Apply(); err != nil {
					t.Fatal(err)
				}
			case strings.HasPrefix(path.Base(f.Path), "proto_write"):
				for name, body := range functions(t, f.Data) {
					funcs[name] = body
				}
			}
		}
		return funcs, ledger
	}
	wantFuncs, wantLedger := made("a.json")
	gotFuncs, gotLedger := made("b.json")
	if diff := cmp.Diff(wantLedger, gotLedger); diff != "" {
		t.Errorf("the ledger (-before +after):\n%s", diff)
	}
	if len(wantFuncs) < 3 {
		t.Fatalf("too few functions: %v", wantFuncs)
	}
	if diff := cmp.Diff(wantFuncs, gotFuncs); diff != "" {
		t.Errorf("what writes protobuf (-before +after):\n%s", diff)
	}
}

// functions are the functions of a file without their comments, by their receivers and names.
func functions(t *testing.T, src []byte) map[string]string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		var b bytes.Buffer
		if err := printer.Fprint(&b, token.NewFileSet(), f); err != nil {
			t.Fatal(err)
		}
		name := f.Name.Name
		if f.Recv != nil {
			var recv bytes.Buffer
			if err := printer.Fprint(&recv, token.NewFileSet(), f.Recv.List[0].Type); err != nil {
				t.Fatal(err)
			}
			name = recv.String() + "." + name
		}
		out[name] = b.String()
	}
	return out
}
