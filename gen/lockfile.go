package gen

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/wire"
)

// DefaultLock is the ledger's name where nobody says another.
const DefaultLock = "wire.lock"

// LockOf is where the ledger of a target is kept, empty where it has none of its own.
func LockOf(t Target) string {
	in, err := open(t)
	if err != nil {
		return t.Lock
	}
	return in.lockPath
}

// StartLock makes a ledger of .proto files that are deployed, to be written by the plan, and says in what the schemas that
// are to share it do not match them. It is an error where a ledger stands already that holds anything else.
func StartLock(file string, protos []string, targets []Target) (Plan, []Diagnostic, error) {
	var faults diag.List
	var files []wire.ProtoFile
	for _, name := range protos {
		data, err := readFile(name)
		faults.AddError(err)
		files = append(files, wire.ProtoFile{Name: name, Data: data})
	}
	if err := faults.Err(); err != nil {
		return nil, nil, err
	}
	lock, err := wire.FromProto(files...)
	if err != nil {
		return nil, nil, err
	}
	plan, err := startPlan(file, lock.Format())
	if err != nil {
		return nil, nil, err
	}
	var found []Diagnostic
	for _, t := range targets {
		differences, err := compareLock(lock, t)
		faults.AddError(err)
		for _, d := range differences {
			found = append(found, diagnostic(d))
		}
	}
	return plan, found, faults.Err()
}

// startPlan writes a ledger where none is.
func startPlan(file string, data []byte) (Plan, error) {
	old, err := os.ReadFile(filepath.FromSlash(file))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Plan{{Action: Create, Path: file, New: data}}, nil
	case err != nil:
		return nil, fileFault(file, "cannot read the ledger", err)
	case bytes.Equal(old, data):
		return nil, nil
	}
	if l, err := wire.ParseLock(file, old); err == nil && l.Empty() {
		return Plan{{Action: Update, Path: file, Old: old, New: data}}, nil
	}
	return nil, diag.Errors{{Pos: diag.Pos{File: file}, Message: "a ledger is here already, and numbers that are in it would be lost",
		Hint: "name another with --lock, or remove this one if nobody speaks by its numbers"}}
}

// compareLock says how a ledger and a target's schema differ.
func compareLock(lock *wire.Lock, t Target) ([]diag.Diagnostic, error) {
	in, err := open(t)
	if err != nil {
		return nil, err
	}
	s, _, err := read(in, t, lower.Options{Strict: t.Strict})
	if err != nil {
		return nil, err
	}
	cfg, err := in.wireConfig()
	if err != nil {
		return nil, err
	}
	return wire.Compare(lock, wire.Version{Config: cfg, Schema: s})
}

// Renumbered is a slot that did not keep its number when branches were merged.
type Renumbered struct {
	Slot string `json:"slot"`
	Was  int    `json:"was"`
	Now  int    `json:"now"`
	// Holder is the slot that has the number Was, or had it; Slot itself where the other branch had given it the number Now.
	Holder string `json:"holder"`
}

// String is one line.
func (r Renumbered) String() string {
	if r.Holder == r.Slot {
		return fmt.Sprintf("%s = %d, and no longer %d, which stays reserved", r.Slot, r.Now, r.Was)
	}
	return fmt.Sprintf("%s = %d, and no longer %d, which %s has", r.Slot, r.Now, r.Was, r.Holder)
}

// ResolveLock settles a ledger that two branches have changed: the side that git names first keeps its numbers, or with
// theirs the other. What the two sides were is asked of git where it has the file as unmerged, and else read off the file.
// The plan is empty where there is nothing to settle.
func ResolveLock(file string, theirs bool) (Plan, []Renumbered, error) {
	old, err := readFile(file)
	if err != nil {
		return nil, nil, err
	}
	branches, err := branchesOf(file, old)
	if err != nil {
		return nil, nil, err
	}
	if theirs {
		branches.Ours, branches.Theirs = branches.Theirs, branches.Ours
	}
	lock, moved, err := branches.Resolve()
	if err != nil {
		return nil, nil, err
	}
	var out []Renumbered
	for _, m := range moved {
		out = append(out, Renumbered(m))
	}
	data := lock.Format()
	if bytes.Equal(data, old) {
		return nil, out, nil
	}
	return Plan{{Action: Update, Path: file, Old: old, New: data}}, out, nil
}

func branchesOf(file string, data []byte) (*wire.Branches, error) {
	stages := unmerged(file)
	if stages["2"] != nil && stages["3"] != nil {
		return wire.NewBranches(file, stages["1"], stages["2"], stages["3"])
	}
	return wire.ReadBranches(file, data)
}

// unmerged are the states of a file that git has in its index, by stage: 1 is what both branches stem from, 2 the first,
// 3 the other. There are none where the file is not unmerged, or git has no part in this.
func unmerged(file string) map[string][]byte {
	dir, base := path.Split(file)
	git := func(args ...string) ([]byte, error) {
		cmd := exec.Command("git", args...)
		cmd.Dir = filepath.FromSlash(dir)
		return cmd.Output()
	}
	list, err := git("ls-files", "--unmerged", "-z", "--", base)
	if err != nil {
		return nil
	}
	out := map[string][]byte{}
	for _, entry := range strings.Split(string(list), "\x00") {
		head, _, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(head) // mode, object, stage
		if len(fields) != 3 {
			continue
		}
		if out[fields[2]], err = git("cat-file", "blob", fields[1]); err != nil {
			return nil
		}
	}
	return out
}
