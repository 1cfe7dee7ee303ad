// Package script runs the command-line scripts of testdata/script: txtar files in the language of package testscript,
// with the commands below.
//
//	exits N CMD…           run a command, which must exit with exactly that status
//	snapshot               remember every file and folder below $WORK
//	unchanged              fail unless all of them are as they were at the last snapshot
//	same A B               fail unless two folders hold the same files with the same bytes
//	text FILE TEXT         write a file
//	replace FILE OLD NEW   replace the one place in a file where OLD stands
//	crlf FILE              give every line of a file the line end of Windows
//
// TEXT, OLD and NEW are as between the quotes of a Go string, so that they may be any bytes; double quotes need no escape.
// The condition [root] holds where nothing is unreadable.
package script

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what the commands printed into the scripts")

// Run runs the scripts whose names match a pattern, from the folder of a command. setup may put files into a script's
// folder; it may be nil.
func Run(t *testing.T, pattern string, setup func(*testscript.Env) error) {
	files, err := filepath.Glob("../../testdata/script/" + pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts match %s: %v", pattern, err)
	}
	testscript.Run(t, testscript.Params{
		Files:              files,
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Condition: func(cond string) (bool, error) {
			if cond != "root" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return os.Geteuid() == 0, nil
		},
		Setup: func(env *testscript.Env) error {
			env.Values[treeKey{}] = &tree{}
			if setup == nil {
				return nil
			}
			return setup(env)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "snapshot": snapshot, "unchanged": unchanged, "same": same, "text": text, "replace": replace, "crlf": crlf,
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// tree is what is below a folder: for each path its kind, its permissions and its bytes.
type tree map[string]string

type treeKey struct{}

func read(ts *testscript.TestScript, dir string) tree {
	t := tree{}
	ts.Check(filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil && d != nil && d.IsDir() {
			t[p] = "unreadable folder"
			return fs.SkipDir
		}
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		what := info.Mode().String()
		if d.Type().IsRegular() {
			if data, err := os.ReadFile(p); err == nil {
				what += "\n" + string(data)
			}
		}
		t[rel] = what
		return nil
	}))
	return t
}

func snapshot(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: snapshot")
	}
	*ts.Value(treeKey{}).(*tree) = read(ts, ts.Getenv("WORK"))
}

func unchanged(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: unchanged")
	}
	before := *ts.Value(treeKey{}).(*tree)
	if len(before) == 0 {
		ts.Fatalf("no snapshot")
	}
	compare(ts, before, read(ts, ts.Getenv("WORK")))
}

func same(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: same FOLDER FOLDER")
	}
	one := read(ts, ts.MkAbs(args[0]))
	if len(one) < 2 {
		ts.Fatalf("%s is empty", args[0])
	}
	compare(ts, one, read(ts, ts.MkAbs(args[1])))
}

func compare(ts *testscript.TestScript, want, got tree) {
	var wrong []string
	for _, p := range slices.Sorted(maps.Keys(want)) {
		switch now, ok := got[p]; {
		case !ok:
			wrong = append(wrong, "gone: "+p)
		case now != want[p]:
			wrong = append(wrong, "differs: "+p)
		}
	}
	for _, p := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[p]; !ok {
			wrong = append(wrong, "new: "+p)
		}
	}
	if len(wrong) > 0 {
		ts.Fatalf("%s", strings.Join(wrong, "\n"))
	}
}

func text(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: text FILE TEXT")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(unquote(ts, args[1])), 0o666))
}

// unquote reads a text with Go's escapes, in which double quotes need none.
func unquote(ts *testscript.TestScript, text string) string {
	s, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	ts.Check(err)
	return s
}

func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace FILE OLD NEW")
	}
	before := ts.ReadFile(args[0])
	old, fresh := unquote(ts, args[1]), unquote(ts, args[2])
	if n := strings.Count(before, old); n != 1 {
		ts.Fatalf("%s has %q in %d places", args[0], old, n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(before, old, fresh, 1)), 0o666))
}

func crlf(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: crlf FILE")
	}
	lines := strings.ReplaceAll(ts.ReadFile(args[0]), "\r\n", "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(lines, "\n", "\r\n")), 0o666))
}
