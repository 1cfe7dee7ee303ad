// Package rules holds the list of AG-UI's rules against the tests that hold the code to them, and writes the matrix of
// both, sdk/RULES.md.
package rules

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write sdk/RULES.md")

const (
	root   = "../.."
	matrix = root + "/sdk/RULES.md"
)

// where are the folders whose tests hold rules. The rules of citations are MOCA's, and have numbers of their own.
var where = []string{"sdk/transport", "sdk/pipeline", "sdk/jsonpatch", "sdk/server", "sdk/client", "cmd/agui", "internal/conformance", "internal/golden", "internal/browser", "internal/soak"}

// rule is a line of rules.txt, or the head of a section, which has no number.
type rule struct{ number, side, text string }

func rules(t *testing.T) (all []rule) {
	t.Helper()
	text, err := os.ReadFile("rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if section, ok := strings.CutPrefix(line, "## "); ok {
			all = append(all, rule{text: section})
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.SplitN(line, " ", 3)
		if len(fields) != 3 || !slices.Contains([]string{"producer", "consumer", "both"}, fields[1]) {
			t.Fatalf("rules.txt: %q has no side", line)
		}
		all = append(all, rule{fields[0], fields[1], strings.TrimSpace(fields[2])})
	}
	return all
}

// tests are what holds each rule, in the order of their names.
func tests(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	add := func(number, test string) {
		if !slices.Contains(found[number], test) {
			found[number] = append(found[number], test)
		}
	}
	streams(t, add)
	for _, folder := range where {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && d.Name() == "node_modules" {
				return fs.SkipDir
			}
			if err == nil && strings.HasSuffix(path, "_test.go") {
				functions(t, path, add)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, all := range found {
		slices.Sort(all)
	}
	return found
}

// streams adds the recorded streams, which name their rules.
func streams(t *testing.T, add func(number, test string)) {
	t.Helper()
	files, err := filepath.Glob(root + "/testdata/streams/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no streams", err)
	}
	for _, file := range files {
		var f struct{ Rules []string }
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &f)
		}
		if err != nil {
			t.Fatal(file, err)
		}
		for _, number := range f.Rules {
			add(number, "["+strings.TrimSuffix(filepath.Base(file), ".json")+"](../testdata/streams/"+filepath.Base(file)+")")
		}
	}
}

// A test names its rules in its comment, in a line such as "Rules: L5.1 B1.", or by the start of a subtest's name.
var (
	listed = regexp.MustCompile(`(?m)^Rules: (.*)$`)
	number = regexp.MustCompile(`\b[A-S][0-9]+(\.[0-9]+)?\b`)
	named  = regexp.MustCompile(`^([KL][0-9]+[._][0-9]+|[A-JM-S][0-9]+)[ _]`)
)

func functions(t *testing.T, path string, add func(number, test string)) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	rel, err := filepath.Rel(root+"/sdk", path)
	if err != nil {
		t.Fatal(err)
	}
	tables := tables(f)
	for _, decl := range f.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(fn.Name.Name, "Test") {
			continue
		}
		link := func(name string) string { return "[" + name + "](" + filepath.ToSlash(rel) + ")" }
		for _, list := range listed.FindAllStringSubmatch(fn.Doc.Text(), -1) {
			for _, n := range number.FindAllString(list[1], -1) {
				add(n, link(fn.Name.Name))
			}
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				subtest(n, func(number string) { add(number, link(fn.Name.Name)) })
			case *ast.Ident:
				for _, number := range tables[n.Name] {
					add(number, link(fn.Name.Name))
				}
			}
			return true
		})
	}
}

// subtest gives the rule that a text begins with.
func subtest(lit *ast.BasicLit, add func(number string)) {
	if s, err := strconv.Unquote(lit.Value); lit.Kind == token.STRING && err == nil {
		if m := named.FindStringSubmatch(s); m != nil {
			add(strings.Replace(m[1], "_", ".", 1))
		}
	}
}

// tables are the rules in the variables of a file, which tests go through.
func tables(f *ast.File) map[string][]string {
	found := map[string][]string{}
	for _, decl := range f.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				ast.Inspect(v, func(n ast.Node) bool {
					if lit, ok := n.(*ast.BasicLit); ok {
						subtest(lit, func(number string) { found[v.Names[0].Name] = append(found[v.Names[0].Name], number) })
					}
					return true
				})
			}
		}
	}
	return found
}

// TestMatrix wants a test for each rule, a rule for each number that a test names, and sdk/RULES.md to say so.
func TestMatrix(t *testing.T) {
	found := tests(t)
	var b bytes.Buffer
	b.WriteString("<!-- Code generated by agui-gen. DO NOT EDIT. -->\n\n# Rules and the tests that hold them\n\n" +
		"The rules of AG-UI 1.0, as this project counts and words them, and for each the tests and recorded streams that fail\n" +
		"when the code breaks it. `go test ./internal/rules -update` writes this page, and no rule may be without a test.\n")
	known := map[string]bool{}
	for _, r := range rules(t) {
		if r.number == "" {
			fmt.Fprintf(&b, "\n## %s\n\n| rule | whose | what it asks | held by |\n| --- | --- | --- | --- |\n", r.text)
			continue
		}
		if known[r.number] {
			t.Errorf("%s is there twice", r.number)
		}
		known[r.number] = true
		if len(found[r.number]) == 0 {
			t.Errorf("%s has no test: %s", r.number, r.text)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.number, r.side, r.text, strings.Join(found[r.number], ", "))
	}
	for n, by := range found {
		if !known[n] {
			t.Errorf("%s, named by %s, is no rule", n, strings.Join(by, ", "))
		}
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(matrix, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(matrix)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(committed, b.Bytes()) {
		t.Error("sdk/RULES.md is not what the tests say; run go test ./internal/rules -update")
	}
}
