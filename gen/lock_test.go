package gen

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	embedded "github.com/agui-gen/agui-gen/schema"
)

// TestLockOfOwnFiles holds that a ledger that starts from the .proto files we make is the one that they were made with:
// every number, and what it carries.
func TestLockOfOwnFiles(t *testing.T) {
	r, err := Generate(Target{Profile: "agui", ProtoDir: "proto"})
	if err != nil {
		t.Fatal(err)
	}
	want, err := embedded.FS.ReadFile("agui/wire.lock")
	if err != nil {
		t.Fatal(err)
	}
	folder(t, nil)
	var protos []string
	for _, f := range r.Files {
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
		protos = append(protos, f.Path)
	}
	plan, found, err := StartLock("wire.lock", protos, []Target{{Profile: "agui", ProtoDir: "proto"}})
	if err != nil || len(plan) != 1 {
		t.Fatalf("%v, %v", plan, err)
	}
	if diff := cmp.Diff(string(want), string(plan[0].New)); diff != "" {
		t.Errorf("the ledger (-shipped +started):\n%s", diff)
	}
	if len(found) > 0 {
		t.Errorf("what was made of the schema does not match it: %v", found)
	}
}

// TestSharing holds which targets share a ledger, and that it is made once for them.
func TestSharing(t *testing.T) {
	folder(t, map[string]string{
		"a.json": `{"title": "A", "$defs": {"A": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}}}`,
		"b.json": `{"title": "B", "$defs": {"A": {"type": "object", "properties": {"a": {"type": "string"}, "c": {"type": "string"}}}}}`,
		"c.json": `{"title": "C", "$defs": {"C": {"type": "object", "properties": {"c": {"type": "string"}}}}}`,
	})
	results, err := GenerateAll([]Target{
		{Schema: "a.json", ProtoDir: "pa"},
		{Schema: "c.json", ProtoDir: "pc", Lock: "c.lock"},
		{Schema: "b.json", ProtoDir: "pb", Lock: "wire.lock"},
		{Schema: "c.json", DocsDir: "d"},
		{Profile: "agui", ProtoDir: "p1"},
		{Profile: "agui", ProtoDir: "p2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var ledgers []string
	for _, r := range results {
		for _, f := range r.Files {
			if !f.Ledger {
				continue
			}
			ledgers = append(ledgers, f.Path)
			if f.Path == "wire.lock" && !bytes.Contains(f.Data, []byte("\nA.a = 1\nA.b = 2\nA.c = 3\n")) {
				t.Errorf("the shared ledger:\n%s", f.Data)
			}
		}
	}
	if diff := cmp.Diff([]string{"wire.lock", "c.lock"}, ledgers); diff != "" {
		t.Errorf("ledgers (-want +got):\n%s", diff)
	}
}
