package resolve

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden resolves the first file of each archive among the others, and holds the graph, or what is wrong, against the
// section named want. The archive's comment says what it is about.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives in testdata: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, want := archive.Files[:len(archive.Files)-1], &archive.Files[len(archive.Files)-1]
			if want.Name != "want" {
				t.Fatalf("the last section is %s", want.Name)
			}
			folder := fstest.MapFS{}
			for _, f := range files {
				folder[f.Name] = &fstest.MapFile{Data: f.Data}
			}
			g, err := Resolve(files[0].Name, Options{FS: folder, Dir: "schemas"})
			got := outline(g, err)
			if *update && !bytes.Equal(want.Data, []byte(got)) {
				want.Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(want.Data), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// outline writes a graph, a line a schema: where it is in its file, its absolute location where that differs, and what
// its references lead to.
func outline(g *Graph, err error) string {
	if err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	seen := map[*Schema]bool{}
	var write func(s *Schema)
	write = func(s *Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		fmt.Fprintf(&b, "%s %s%s", s.Pos, s.Base, s.Pointer)
		if s.Pointer != s.DocPointer {
			fmt.Fprintf(&b, " = %s", s.DocPointer)
		}
		if s.Parent == nil || s.Parent.Dialect != s.Dialect {
			fmt.Fprintf(&b, " (%s)", s.Dialect)
		}
		for _, r := range s.Refs {
			fmt.Fprintf(&b, " %s -> %s%s", r.Keyword, r.Target.Base, r.Target.Pointer)
		}
		b.WriteByte('\n')
		for _, sub := range s.Subs {
			write(sub.Schema)
		}
		for _, r := range s.Refs {
			if r.Target.loose {
				write(r.Target)
			}
		}
	}
	for _, f := range g.Files {
		write(f.Root)
	}
	return b.String()
}
