package main

import (
	"testing"

	"github.com/agui-gen/agui-gen/internal/testkit/script"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"agui": main})
}

func TestScripts(t *testing.T) {
	script.Run(t, "agui_*.txtar", withAgent)
}
