package golang_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/agui-gen/agui-gen/gen/emit/golang"
	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/resolve"
	"github.com/agui-gen/agui-gen/gen/wire"
)

func init() {
	if flag.Lookup("update") == nil {
		flag.Bool("update", false, "write the golden files anew")
	}
}

func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// TestProtoPackages holds that the packages which the other tests here import are what is emitted today.
func TestProtoPackages(t *testing.T) {
	for _, name := range []string{"room", "things"} {
		dir := filepath.Join("testdata", "proto", name)
		made := map[string][]byte{}
		for _, f := range emitWire(t, dir, name) {
			made[f.Name] = f.Data
		}
		old, err := filepath.Glob(filepath.Join(dir, "*.gen.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range old {
			if _, ok := made[filepath.Base(path)]; ok {
				continue
			}
			if !updating() {
				t.Errorf("%s is no longer emitted", path)
			} else if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		for file, data := range made {
			path := filepath.Join(dir, file)
			if updating() {
				if err := os.WriteFile(path, data, 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if was, _ := os.ReadFile(path); !bytes.Equal(was, data) {
				t.Errorf("%s differs from what is emitted; run go test with -update and look at the difference", path)
			}
		}
	}
}

// emitWire emits the package for schema.json and wire.yaml in a folder.
func emitWire(t *testing.T, dir, pkg string) []golang.File {
	t.Helper()
	graph, err := resolve.Resolve("schema.json", resolve.Options{FS: os.DirFS(dir)})
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := lower.Lower(graph, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "wire.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := wire.ParseConfig("wire.yaml", data)
	if err != nil {
		t.Fatal(err)
	}
	w, _, err := wire.Build(cfg, nil, m)
	if err != nil {
		t.Fatal(err)
	}
	n, err := names.Assign(m)
	if err != nil {
		t.Fatal(err)
	}
	files, err := golang.Emit(m, w, n, golang.Options{Package: pkg})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
