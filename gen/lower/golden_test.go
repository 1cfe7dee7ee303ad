package lower

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden holds what each schema of a folder gives against the file beside it.
func golden(t *testing.T, folder string, give func(t *testing.T, schema string) string) {
	names, err := filepath.Glob(filepath.Join("testdata", folder, "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no schemas in testdata/%s: %v", folder, err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			schema, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := give(t, string(schema))
			file := strings.TrimSuffix(name, ".json") + ".golden"
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	golden(t, "refused", func(t *testing.T, schema string) string {
		s, _, err := lowerFiles(map[string]string{"main.json": schema}, Options{})
		if err == nil || s != nil {
			t.Fatal("not refused")
		}
		return err.Error() + "\n"
	})
}

func TestNotes(t *testing.T) {
	golden(t, "notes", func(t *testing.T, schema string) string {
		_, notes := mustLower(t, schema)
		var b strings.Builder
		for _, n := range notes {
			fmt.Fprintf(&b, "%s: %s", n.Kind, n.Diagnostic)
			if n.Def != nil {
				fmt.Fprintf(&b, " [%s]", n.Def.Key)
			}
			b.WriteByte('\n')
		}
		return b.String()
	})
}

func TestOutline(t *testing.T) {
	golden(t, "outline", func(t *testing.T, schema string) string {
		s, _ := mustLower(t, schema)
		return outline(s)
	})
}
