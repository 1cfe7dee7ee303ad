package wire_test

import (
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/resolve"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/schema"
)

// TestAGUI holds that the ledger we ship is the one that the schema and the mapping we ship lead to: every slot has the
// number it was released with, and none is missing or left over.
func TestAGUI(t *testing.T) {
	folder, err := fs.Sub(schema.FS, "agui")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := resolve.Resolve("schema.json", resolve.Options{FS: folder})
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := lower.Lower(graph, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := func(name string) string {
		data, err := fs.ReadFile(folder, name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	cfg := config(t, file("wire.yaml"))
	s, grown, err := wire.Build(cfg, lock(t, file("wire.lock")), m)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(file("wire.lock"), string(grown.Format())); diff != "" {
		t.Errorf("wire.lock (-shipped +built):\n%s", diff)
	}
	for _, d := range m.Defs {
		_, object := s.Objects[d]
		_, union := s.Unions[d]
		if (object || union) && d.Key == "AgentCapabilities" {
			t.Error("capabilities are on the wire")
		}
	}
	if !object(s, m.Root.Key) {
		t.Errorf("%s is no message", m.Root.Key)
	}
}

func object(s *wire.Schema, name string) bool {
	for _, f := range s.Files {
		for _, m := range f.Messages {
			if m.Name == name {
				return true
			}
		}
	}
	return false
}
