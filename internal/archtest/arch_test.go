// Package archtest holds the import arrows of the project: who may stand on whom. A package that is not in the table is
// an error too, so that every new room is put there on purpose.
package archtest

import (
	"encoding/json"
	"io"
	"os/exec"
	"path"
	"strings"
	"testing"
)

const module = "github.com/agui-gen/agui-gen"

// arrows says, for each folder (and all below it, unless they have a line of their own), which folders of the project
// it may import, and which modules of others. Standard library is always allowed. "name/..." means the folder and all
// below it; other modules are named by their path or its start.
var arrows = map[string]struct{ own, others []string }{
	"schema":             {},
	"templates":          {},
	"gen/internal/diag":  {},
	"gen/load":           {own: []string{"gen/internal/diag"}},
	"gen/resolve":        {own: []string{"gen/load", "gen/internal/diag"}, others: []string{"github.com/santhosh-tekuri/jsonschema/v5"}},
	"gen/model":          {own: []string{"gen/internal/diag"}},
	"gen/lower":          {own: []string{"gen/resolve", "gen/load", "gen/model", "gen/internal/diag"}},
	"gen/wire":           {own: []string{"gen/model", "gen/internal/diag"}, others: []string{"github.com/goccy/go-yaml", "github.com/emicklei/proto"}},
	"gen/names":          {own: []string{"gen/model", "gen/internal/diag"}},
	"gen/sample":         {own: []string{"gen/model"}},
	"gen/emit/golang":    {own: []string{"gen/model", "gen/wire", "gen/names", "gen/sample", "gen/internal/diag"}, others: []string{"github.com/dave/jennifer"}},
	"gen/emit/proto":     {own: []string{"gen/model", "gen/wire", "gen/names", "gen/internal/diag", "templates"}, others: []string{"github.com/emicklei/proto"}},
	"gen/emit/docs":      {own: []string{"gen/model", "gen/wire", "gen/names", "gen/sample", "gen/internal/diag", "templates"}, others: []string{"google.golang.org/protobuf/encoding/protowire"}},
	"gen/diff":           {own: []string{"gen/load", "gen/model", "gen/wire", "gen/names", "gen/emit/golang", "gen/diff/prover", "gen/internal/diag"}, others: []string{"github.com/goccy/go-yaml"}},
	"gen/diff/prove":     {own: []string{"gen/diff", "gen/diff/prover", "gen/model", "gen/names", "gen/sample", "gen/emit/golang"}},
	"gen/diff/prover":    {},
	"gen":                {own: []string{"gen/...", "schema", "templates"}, others: []string{"github.com/goccy/go-yaml", "github.com/rogpeppe/go-internal"}},
	"runtime/compat":     {},
	"runtime/opt":        {},
	"runtime/violation":  {},
	"runtime/jsonx":      {own: []string{"runtime/unknown", "runtime/violation"}},
	"runtime/unknown":    {own: []string{"runtime/jsonx"}},
	"runtime/schema":     {own: []string{"runtime/jsonx", "runtime/violation"}},
	"runtime/wire":       {own: []string{"runtime/jsonx", "runtime/unknown", "runtime/violation"}, others: []string{"google.golang.org/protobuf/encoding/protowire"}},
	"out":                {own: []string{"runtime/..."}},
	"sdk":                {own: []string{"out/...", "runtime/...", "sdk/..."}},
	"sdk/citations":      {own: []string{"out/...", "runtime/...", "sdk/..."}, others: []string{"golang.org/x/net/idna", "golang.org/x/text/unicode/norm"}},
	"sdk/citations/demo": {own: []string{"out/...", "runtime/..."}, others: []string{"github.com/goccy/go-yaml"}},
	"cmd/agui-gen":       {own: []string{"gen/..."}, others: []string{"github.com/spf13/cobra"}},
	"cmd/agui":           {own: []string{"gen/...", "sdk/...", "out/...", "runtime/...", "internal/judge", "internal/demo/..."}, others: []string{"github.com/spf13/cobra"}},
	"examples":           {own: []string{"out/...", "runtime/...", "sdk/..."}},
	"internal/demo":      {own: []string{"sdk/...", "out/...", "runtime/...", "internal/demo/...", "testdata/moca"}},
	"internal":           {own: []string{"..."}, others: []string{""}},
}

type pkg struct {
	ImportPath   string
	Imports      []string
	Deps         []string
	TestImports  []string
	XTestImports []string
}

func list(t *testing.T, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,Deps"}, args...)...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); err == io.EOF {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

func standard(imp string) bool { return !strings.Contains(strings.Split(imp, "/")[0], ".") }

func matches(pattern, folder string) bool {
	if pattern == "..." {
		return true
	}
	if base, ok := strings.CutSuffix(pattern, "/..."); ok {
		return folder == base || strings.HasPrefix(folder, base+"/")
	}
	return folder == pattern
}

func TestArrows(t *testing.T) {
	for _, p := range list(t, "./...") {
		folder := strings.TrimPrefix(p.ImportPath, module+"/")
		rule, ok := ruleFor(folder)
		if !ok {
			t.Errorf("%s: no line in the table of arrows", folder)
			continue
		}
		for _, imp := range p.Imports {
			if allowed := arrowAllowed(rule.own, rule.others, imp); !allowed {
				t.Errorf("%s may not import %s", folder, imp)
			}
		}
	}
}

func arrowAllowed(own, others []string, imp string) bool {
	if standard(imp) {
		return true
	}
	if folder, ok := strings.CutPrefix(imp, module+"/"); ok {
		for _, o := range own {
			if matches(o, folder) {
				return true
			}
		}
		return false
	}
	for _, o := range others {
		if strings.HasPrefix(imp, o) {
			return true
		}
	}
	return false
}

func ruleFor(folder string) (r struct{ own, others []string }, ok bool) {
	for f := folder; f != "."; f = path.Dir(f) {
		if r, ok = arrows[f]; ok {
			return r, true
		}
	}
	return r, false
}

// TestUsersNeverLinkTheGenerator holds what the arrows are for: what a user's binary stands on has no trace of gen.
func TestUsersNeverLinkTheGenerator(t *testing.T) {
	for _, p := range list(t, "./runtime/...", "./out/...") {
		for _, dep := range p.Deps {
			if strings.HasPrefix(dep, module+"/gen") || strings.HasPrefix(dep, module+"/sdk") {
				t.Errorf("%s stands on %s", p.ImportPath, dep)
			}
			third := !standard(dep) && !strings.HasPrefix(dep, module) && !strings.HasPrefix(dep, "vendor/")
			if third && !strings.HasPrefix(dep, "google.golang.org/protobuf/") {
				t.Errorf("%s stands on %s: generated code needs the runtime, the standard library and protowire alone", p.ImportPath, dep)
			}
		}
	}
}

func TestTheTableCanFail(t *testing.T) {
	r, _ := ruleFor("gen/model")
	for imp, want := range map[string]bool{
		"fmt":                          true,
		module + "/gen/internal/diag":  true,
		module + "/gen/lower":          false,
		module + "/runtime/jsonx":      false,
		"github.com/dave/jennifer/jen": false,
	} {
		if got := arrowAllowed(r.own, r.others, imp); got != want {
			t.Errorf("gen/model importing %s: %v, want %v", imp, got, want)
		}
	}
}
