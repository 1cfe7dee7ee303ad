package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/testkit/script"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"agui-gen": main})
}

func TestScripts(t *testing.T) {
	schemas, err := filepath.Abs("../../schema")
	if err != nil {
		t.Fatal(err)
	}
	script.Run(t, "agui-gen_*.txtar", func(env *testscript.Env) error {
		env.Setenv("SCHEMAS", schemas)
		// For scripts that build Go code, which they do offline: the caches are those of this test.
		env.Setenv("CHECKOUT", filepath.Dir(schemas))
		for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
			dir, err := exec.Command("go", "env", name).Output()
			if err != nil {
				return err
			}
			env.Setenv(name, strings.TrimSpace(string(dir)))
		}
		return nil
	})
}
