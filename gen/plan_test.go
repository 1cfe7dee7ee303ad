package gen

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/google/go-cmp/cmp"
)

const mark = "// " + Mark + "\n"

// folder makes a folder of files, changes into it, and gives a function that reads it back.
func folder(t *testing.T, files map[string]string) func() map[string]string {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return func() map[string]string {
		got := map[string]string{}
		err := filepath.WalkDir(".", func(p string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(p)
			got[filepath.ToSlash(p)] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
}

func TestPlan(t *testing.T) {
	read := folder(t, map[string]string{
		"out/same.gen.go": mark + "same", "out/changed.gen.go": mark + "old", "out/gone.gen.go": mark + "gone",
		"out/own.gen.go": "package own", "out/own.go": "package own", "out/deep/gone.gen.go": mark, "wire.lock": "A.b = 1\n",
	})
	r := &Result{
		Files: []File{
			{Path: "out/same.gen.go", Data: []byte(mark + "same")},
			{Path: "out/changed.gen.go", Data: []byte(mark + "new")},
			{Path: "out/new/new.gen.go", Data: []byte(mark + "new")},
			{Path: "wire.lock", Data: []byte("A.b = 1\nA.c = 2\n"), Ledger: true},
		},
		Owned: []Owned{{Dir: "out", Pattern: "*.gen.go"}, {Dir: "absent", Pattern: "*.gen.go"}},
	}
	plan, err := NewPlan(r)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Action{"out/changed.gen.go": Update, "out/new/new.gen.go": Create, "out/gone.gen.go": Remove, "wire.lock": Update}
	got := map[string]Action{}
	for _, c := range plan {
		got[c.Path] = c.Action
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("actions (-want +got):\n%s", diff)
	}
	for _, line := range []string{"out/gone.gen.go: nobody generates it any more", "-gone", "+A.c = 2", "out/new/new.gen.go: missing"} {
		if !strings.Contains(plan.Diff(), line) {
			t.Errorf("the diff lacks %q:\n%s", line, plan.Diff())
		}
	}
	if err := plan.Apply(); err != nil {
		t.Fatal(err)
	}
	after := map[string]string{
		"out/same.gen.go": mark + "same", "out/changed.gen.go": mark + "new", "out/new/new.gen.go": mark + "new",
		"out/own.gen.go": "package own", "out/own.go": "package own", "out/deep/gone.gen.go": mark, "wire.lock": "A.b = 1\nA.c = 2\n",
	}
	if diff := cmp.Diff(after, read()); diff != "" {
		t.Errorf("files afterwards (-want +got):\n%s", diff)
	}
	if info, err := os.Stat("out/new/new.gen.go"); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("a new file is not for everybody to read: %v, %v", info.Mode(), err)
	}
	if again, err := NewPlan(r); len(again) != 0 || err != nil {
		t.Errorf("a second plan is not empty: %v, %v", again, err)
	}
}

func TestPlanRefuses(t *testing.T) {
	folder(t, map[string]string{"out/a.gen.go": "package a", "out/b.gen.go": "\n\n\n\n\n" + mark})
	made := func(paths ...string) *Result {
		r := &Result{Owned: []Owned{{Dir: "out", Pattern: "*.gen.go"}}}
		for _, p := range paths {
			r.Files = append(r.Files, File{Path: p, Data: []byte(mark)})
		}
		return r
	}
	_, err := NewPlan(made("out/a.gen.go", "out/b.gen.go", "out/c.gen.go"), made("out/c.gen.go"))
	var many diag.Errors
	if !errors.As(err, &many) || len(many) != 3 {
		t.Fatalf("want three diagnostics, got %v", err)
	}
	for i, want := range []string{"out/a.gen.go: this file was not generated", "out/b.gen.go: this file was not", "out/c.gen.go: two targets"} {
		if got := many[i].String(); !strings.HasPrefix(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestApplyIsAllOrNothing holds that a file that cannot be written leaves all others as they were.
func TestApplyIsAllOrNothing(t *testing.T) {
	before := map[string]string{"out/a.gen.go": mark + "old", "blocked": "a file where a folder has to be", "out/z.gen.go": mark}
	read := folder(t, before)
	plan := Plan{
		{Action: Update, Path: "out/a.gen.go", New: []byte(mark + "new")},
		{Action: Create, Path: "blocked/b.gen.go", New: []byte(mark)},
		{Action: Remove, Path: "out/z.gen.go"},
	}
	if err := plan.Apply(); err == nil {
		t.Fatal("no error")
	}
	if diff := cmp.Diff(before, read()); diff != "" {
		t.Errorf("files afterwards (-want +got):\n%s", diff)
	}
}

// TestApplyUndoesFolders holds that a folder made for a file is gone again when another file cannot be written.
func TestApplyUndoesFolders(t *testing.T) {
	folder(t, map[string]string{"blocked": "a file where a folder has to be"})
	err := Plan{
		{Action: Create, Path: "new/deep/a.gen.go", New: []byte(mark)},
		{Action: Create, Path: "new/z/b.gen.go", New: []byte(mark)},
		{Action: Create, Path: "z/../blocked/b.gen.go", New: []byte(mark)},
	}.Apply()
	if err == nil {
		t.Fatal("no error")
	}
	if want := "z/../blocked/b.gen.go: cannot make the folder for it: blocked is not a folder"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
	if _, err := os.Stat("new"); err == nil {
		t.Error("the folder new is left")
	}
}

// TestLeftoversBelow holds where a generated file of a folder below is one that nobody generates any more.
func TestLeftoversBelow(t *testing.T) {
	read := folder(t, map[string]string{
		"proto/new/a.proto": mark, "proto/old/deep/a.proto": mark, "proto/old/deep/own.txt": mark, "proto/older/a.proto": mark,
		"proto/own/a.proto": "syntax", "proto/.cache/a.proto": mark,
	})
	r := &Result{
		Files: []File{{Path: "proto/new/a.proto", Data: []byte(mark)}},
		Owned: []Owned{{Dir: "proto", Pattern: "*.proto", Below: true}},
	}
	plan, err := NewPlan(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Apply(); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"proto/new/a.proto": mark, "proto/own/a.proto": "syntax", "proto/.cache/a.proto": mark, "proto/old/deep/own.txt": mark,
	}
	if diff := cmp.Diff(want, read()); diff != "" {
		t.Errorf("files afterwards (-want +got):\n%s", diff)
	}
	if _, err := os.Stat("proto/older"); err == nil {
		t.Error("the folder that lost its last file is left")
	}
	// The same place, seen from inside it, is a project and not an output.
	t.Chdir("proto/new")
	r.Owned[0].Dir, r.Files[0].Path = "..", "a.proto"
	if err := os.WriteFile("../b.proto", []byte(mark), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("../own/b.proto", []byte(mark), 0o666); err != nil {
		t.Fatal(err)
	}
	plan, err = NewPlan(r)
	if err != nil || len(plan) != 1 || plan[0].Path != "../b.proto" {
		t.Errorf("%v, %v; want ../b.proto removed and nothing else", plan, err)
	}
}
