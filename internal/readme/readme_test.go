// Package readme holds that the README is true: every snippet in it is run, in its order, in a copy of the project.
//
// A fenced block says after its language what it is:
//
//	```sh                     commands; they must succeed, and a text block right after them is what they print
//	```text                   the output of the commands before it
//	```json file=chat.json    a file that is written before what follows is run
//
// What a workflow of GitHub runs is run, too, right after the workflow has been written.
//
// A block marked "file=" replaces the file of that name.
package readme

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// block is one fenced block of the README.
type block struct {
	line int
	lang string
	file string
	text string
}

func parse(t *testing.T, markdown string) []block {
	t.Helper()
	var blocks []block
	var open *block
	sc := bufio.NewScanner(strings.NewReader(markdown))
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		switch {
		case open == nil && strings.HasPrefix(line, "```"):
			words := strings.Fields(line[3:])
			if len(words) == 0 {
				t.Fatalf("README.md:%d: a block without a language", n)
			}
			open = &block{line: n, lang: words[0]}
			for _, w := range words[1:] {
				if name, ok := strings.CutPrefix(w, "file="); ok {
					open.file = name
				} else {
					t.Fatalf("README.md:%d: unknown mark %q", n, w)
				}
			}
		case open != nil && line == "```":
			blocks = append(blocks, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	if open != nil {
		t.Fatalf("README.md:%d: a block that does not end", open.line)
	}
	return blocks
}

func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs; not with -short")
	}
	markdown, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := clone(t)
	var output string
	for _, b := range parse(t, string(markdown)) {
		at := fmt.Sprintf("README.md:%d", b.line)
		switch {
		case b.file != "":
			file := filepath.Join(dir, b.file)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(b.text), 0o666); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(b.file, ".github/workflows/") {
				runWorkflow(t, at, dir, b.text)
			}
		case b.lang == "sh":
			output = run(t, at, dir, b.text)
		case b.lang == "text":
			if output != b.text {
				t.Errorf("%s: the commands before it print\n%s\nnot\n%s", at, output, b.text)
			}
		default:
			t.Errorf("%s: a block of %s that nothing runs; give it a file= or make it sh or text", at, b.lang)
		}
	}
}

// run runs commands and gives what they print. A command whose failure the README shows ends in "|| true" there.
func run(t *testing.T, at, dir, commands string) string {
	t.Helper()
	if strings.Contains(commands, "make test") {
		return "" // it is what runs this test
	}
	cmd := exec.Command("bash", "-euo", "pipefail", "-c", commands)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", at, err, out)
	}
	return string(out)
}

// runWorkflow runs the steps of a workflow that run something, as if it had been called for the last commit of the folder.
func runWorkflow(t *testing.T, at, dir, text string) {
	t.Helper()
	var workflow struct {
		Jobs map[string]struct {
			Env   map[string]string `yaml:"env"`
			Steps []struct {
				Run string `yaml:"run"`
			} `yaml:"steps"`
		} `yaml:"jobs"`
	}
	if err := yaml.Unmarshal([]byte(text), &workflow); err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	called := strings.NewReplacer(
		"${{ inputs.schema }}", "internal/chat/chat.json", "${{ inputs.out }}", "internal/chat", "origin/${{ github.base_ref }}", "HEAD")
	steps := 0
	for _, job := range workflow.Jobs {
		env := ""
		for name, value := range job.Env {
			env += "export " + name + "='" + called.Replace(value) + "'\n"
		}
		for _, step := range job.Steps {
			if step.Run != "" {
				steps++
				run(t, at, dir, env+step.Run)
			}
		}
	}
	if steps == 0 {
		t.Errorf("%s: a workflow that runs nothing", at)
	}
}

// clone copies what git tracks, as it is on disk, to a folder of its own.
func clone(t *testing.T) string {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = "../.."
	names, err := list.Output()
	if err != nil {
		t.Skipf("the project is no git checkout: %v", err)
	}
	dir := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		if strings.HasPrefix(name, "internal/conformance/") || strings.HasPrefix(name, "testdata/corpus/") {
			continue // heavy, and nothing the README speaks of
		}
		data, err := os.ReadFile(filepath.Join("../..", name))
		if os.IsNotExist(err) {
			continue // removed, and not committed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
