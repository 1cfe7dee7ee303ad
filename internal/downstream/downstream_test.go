// Package downstream stands where a user stands: a module of its own, elsewhere, that generates its code with
// `go generate` and builds it against the runtime alone.
//
// The module is testdata/module, whose packages have tests of their own for what was generated.
package downstream

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const project = "github.com/agui-gen/agui-gen"

// module is a copy of testdata/module in a folder of its own, with a go.mod that leads to this checkout.
type module struct {
	t   *testing.T
	dir string
}

func newModule(t *testing.T) module {
	t.Helper()
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	m := module{t, t.TempDir()}
	if err := os.CopyFS(m.dir, os.DirFS("testdata/module")); err != nil {
		t.Fatal(err)
	}
	m.write("go.mod", "module example.com/downstream\n\ngo 1.25.0\n\nrequire "+project+" v0.0.0\n\nreplace "+project+" => "+checkout+"\n")
	sums, err := os.ReadFile(filepath.Join(checkout, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	m.write("go.sum", string(sums))
	official, err := os.ReadFile(filepath.Join(checkout, "schema/agui/schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	const id = `"$id": "https://ag-ui.com/spec/1.0/schema.json"`
	if !bytes.Contains(official, []byte(id)) {
		t.Fatalf("the schema has no %s", id)
	}
	m.write("protocol/official.json", strings.Replace(string(official), id, `"$id": "https://example.com/own/agui.json"`, 1))
	return m
}

func (m module) write(name, text string) {
	m.t.Helper()
	if err := os.WriteFile(filepath.Join(m.dir, name), []byte(text), 0o666); err != nil {
		m.t.Fatal(err)
	}
}

// run runs the go command in the module and gives what it prints. The module cache and the build cache are the user's.
func (m module) run(args ...string) string {
	m.t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = m.dir
	// A workspace of the checkout's must not reach in, nor flags that a caller's module needs.
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.CombinedOutput()
	if err != nil {
		m.t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func TestDownstream(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs; not with -short")
	}
	m := newModule(t)
	if out := m.run("generate", "./..."); out != "" && !strings.Contains(out, "go: ") {
		t.Errorf("go generate prints %q", out)
	}
	m.run("vet", "./...")
	m.run("test", "./...")

	t.Run("the result stands on the runtime alone", m.deps)
	t.Run("a second run changes nothing", m.again)
	t.Run("the mapping is AG-UI's", m.mapping)
}

// deps holds what the generated packages are built of.
func (m module) deps(t *testing.T) {
	list := strings.Fields(m.run("list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./..."))
	found := map[string]bool{}
	for _, p := range list {
		found[p] = true
		allowed := strings.HasPrefix(p, "example.com/downstream") || strings.HasPrefix(p, project+"/runtime/") ||
			strings.HasPrefix(p, "google.golang.org/protobuf/")
		if !allowed {
			t.Errorf("the generated packages stand on %s", p)
		}
	}
	for _, p := range []string{"chat", "protocol/agui", "shapes/shapes", "shapes/old"} {
		if !found["example.com/downstream/"+p] {
			t.Errorf("nothing was generated for %s", p)
		}
	}
	if !found[project+"/runtime/jsonx"] {
		t.Errorf("the list is not one of dependencies: %q", list)
	}
}

// again holds that the generated files are those that check wants.
func (m module) again(t *testing.T) {
	m.run("generate", "-run", "agui-gen generate", "./...")
	tool := project + "/cmd/agui-gen"
	m.run("run", tool, "check", "--schema", "chat/chat.json", "--out", "chat")
	m.run("run", tool, "check", "--schema", "protocol/official.json", "--profile", "agui", "--go-package", "agui", "--out", "protocol/agui")
	m.run("run", tool, "check", "--config", "shapes/agui-gen.yaml")
}

// mapping holds that another $id changes nothing on protobuf.
func (m module) mapping(t *testing.T) {
	for _, name := range []string{"events.proto", "patch.proto", "types.proto"} {
		want, err := os.ReadFile(filepath.Join("../../out/proto/ag_ui", name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(m.dir, "protocol/agui/proto/ag_ui", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from out/proto/ag_ui", name)
		}
	}
	for _, dir := range []string{"shapes/shapes/proto", "shapes/wire.lock", "shapes/proto"} {
		if _, err := os.Stat(filepath.Join(m.dir, dir)); err == nil {
			t.Errorf("%s is there, and no protobuf was asked for", dir)
		}
	}
}
