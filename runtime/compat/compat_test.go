package compat_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGeneratedCodeIsTied holds that generated code does not compile against a runtime without the constant it names, and
// that the compiler says which is missing.
func TestGeneratedCodeIsTied(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a package; not with -short")
	}
	here, err := filepath.Abs("compat.go")
	if err != nil {
		t.Fatal(err)
	}
	build := func(runtime string) (string, error) {
		dir := t.TempDir()
		other, overlay := filepath.Join(dir, "compat.go"), filepath.Join(dir, "overlay.json")
		replace, err := json.Marshal(map[string]map[string]string{"Replace": {here: other}})
		if err != nil {
			t.Fatal(err)
		}
		for name, data := range map[string][]byte{other: []byte(runtime), overlay: replace} {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		out, err := exec.Command("go", "build", "-overlay", overlay, "../../out/moca").CombinedOutput()
		return string(out), err
	}
	if out, err := build("package compat\n\nconst Version1 = true\n"); err != nil {
		t.Fatalf("with it: %v\n%s", err, out)
	}
	out, err := build("package compat\n\nconst Version2 = true\n")
	if err == nil || !strings.Contains(out, "undefined: compat.Version1") {
		t.Errorf("without it: %v\n%s", err, out)
	}
}
