package conformance

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/agui-gen/agui-gen/internal/conformance/peer"
	"github.com/agui-gen/agui-gen/internal/conformance/protos"
	"github.com/agui-gen/agui-gen/internal/testkit"
)

// TestProtocompile compiles the generated .proto files without an error or a warning.
func TestProtocompile(t *testing.T) {
	for _, f := range protos.Compile(t) {
		if f.Syntax().String() != "proto3" || f.Package() != envelope.Parent() {
			t.Errorf("%s: %v, package %s", f.Path(), f.Syntax(), f.Package())
		}
	}
}

// TestBuf builds the generated .proto files with buf and lints them by buf.yaml, which gives the reason for every rule
// that it leaves out.
func TestBuf(t *testing.T) {
	js := peer.Dir(t)
	buf := filepath.Join(js, "node_modules/.bin/buf")
	config := filepath.Join(testkit.Root(t), "internal/conformance/buf.yaml")
	for _, command := range []string{"build", "lint"} {
		run(t, buf, command, protos.Dir(t), "--config", config)
	}
}

// TestProtoc compiles the generated .proto files with the reference compiler.
func TestProtoc(t *testing.T) {
	protoc, err := exec.LookPath("protoc")
	if err != nil {
		peer.Missing(t, "protoc is not installed")
	}
	out := filepath.Join(t.TempDir(), "descriptors")
	args := []string{"--fatal_warnings", "--proto_path=" + protos.Dir(t), "--include_imports", "--descriptor_set_out=" + out}
	run(t, protoc, append(args, protos.Names(t)...)...)
	if info, err := os.Stat(out); err != nil || info.Size() == 0 {
		t.Errorf("protoc wrote no descriptors: %v", err)
	}
}

func run(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", cmd, err, out)
	}
}
