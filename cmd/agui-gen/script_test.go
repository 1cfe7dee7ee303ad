package main

import (
	"path/filepath"
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
		return nil
	})
}
