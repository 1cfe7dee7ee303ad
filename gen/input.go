package gen

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/wire"
	embedded "github.com/agui-gen/agui-gen/schema"
)

// input is where a target's schema, mapping and ledger come from: files, or what the generator embeds.
type input struct {
	fs     fs.FS  // the schema's folder
	dir    string // that folder as the user would name it
	schema string // the schema's name in it

	wirePath  string // "" for the profile's
	lockPath  string // where the ledger is kept, "" where it is the profile's own and stays there
	lockFound bool   // there is a ledger at lockPath; known once it has been read
	lockLack  string // what it is where there is none: "missing" or "empty"
	profile   *profile
}

// profile is a mapping that comes with the generator.
type profile struct{ schema, wire, lock string } // paths in the embedded files

var profiles = map[string]profile{
	"agui": {schema: "agui/schema.json", wire: "agui/wire.yaml", lock: "agui/wire.lock"},
}

// Profiles are the names of the mappings that come with the generator.
func Profiles() []string { return []string{"agui"} }

func open(t Target) (*input, error) {
	in := &input{wirePath: t.Wire, lockPath: t.Lock}
	if err := t.sourceFault(); err != "" {
		return nil, diag.Errors{{Message: err}}
	}
	if p, ok := profiles[t.Profile]; ok {
		in.profile = &p
	}
	if t.Schema == "" {
		sub, err := fs.Sub(embedded.FS, path.Dir(in.profile.schema))
		if err != nil {
			return nil, err
		}
		in.fs, in.dir, in.schema = sub, "(embedded)", path.Base(in.profile.schema)
		return in, nil
	}
	in.dir, in.schema = path.Dir(t.Schema), path.Base(t.Schema)
	in.fs = os.DirFS(filepath.FromSlash(in.dir))
	if in.lockPath == "" {
		in.lockPath = join(in.dir, "wire.lock")
	}
	if beside := join(in.dir, "wire.yaml"); in.wirePath == "" && in.profile == nil {
		if _, err := os.Stat(filepath.FromSlash(beside)); err == nil {
			in.wirePath = beside
		}
	}
	return in, nil
}

// sourceFault is what is wrong with how a target says where its schema comes from, or empty.
func (t Target) sourceFault() string {
	switch _, known := profiles[t.Profile]; {
	case t.Profile != "" && !known:
		return fmt.Sprintf("unknown profile %q; there is %s", t.Profile, strings.Join(Profiles(), ", "))
	case t.Schema == "" && t.Profile == "":
		return "no schema: name its file, or a profile that brings one"
	}
	return ""
}

// name is the schema's file as the user would name it.
func (in *input) name() string { return join(in.dir, in.schema) }

// wireConfig is the mapping: the target's own, else the profile's, else nil for the defaults.
func (in *input) wireConfig() (*wire.Config, error) {
	switch {
	case in.wirePath != "":
		data, err := readFile(in.wirePath)
		if err != nil {
			return nil, err
		}
		return wire.ParseConfig(in.wirePath, data)
	case in.profile != nil:
		data, err := embedded.FS.ReadFile(in.profile.wire)
		if err != nil {
			return nil, err
		}
		return wire.ParseConfig(in.profile.wire, data)
	}
	return nil, nil
}

// wireLock is the ledger: the target's own, else the profile's, else an empty one.
func (in *input) wireLock() (*wire.Lock, error) {
	if in.lockPath != "" {
		data, err := os.ReadFile(filepath.FromSlash(in.lockPath))
		in.lockFound, in.lockLack = !errors.Is(err, fs.ErrNotExist), "missing"
		switch {
		case err == nil:
			l, err := wire.ParseLock(in.lockPath, data)
			if err != nil || !l.Empty() {
				return l, err
			}
			in.lockFound, in.lockLack = false, "empty" // cut off, or never begun: nothing of what it may have held is left
		case in.lockFound:
			return nil, fileFault(in.lockPath, "cannot read the ledger", err)
		}
	}
	if in.profile != nil {
		data, err := embedded.FS.ReadFile(in.profile.lock)
		if err != nil {
			return nil, err
		}
		return wire.ParseLock(in.profile.lock, data)
	}
	return nil, nil
}

// numbersLost refuses to number .proto files anew: they are on disk, so that somebody may speak by their numbers, but the
// ledger that knew those is gone. A ledger that starts from a profile's and gives them all again loses nothing.
func (in *input) numbersLost(made []File) error {
	for _, f := range made {
		old, err := os.ReadFile(filepath.FromSlash(f.Path))
		if err != nil || !marked(old) || in.profile != nil && bytes.Equal(old, f.Data) {
			continue
		}
		return diag.Errors{{Pos: diag.Pos{File: in.lockPath},
			Message: "this ledger is " + in.lockLack + ", and without it the numbers in " + f.Path + " would be given anew",
			Hint:    "restore it from version control, name where it is with --lock, or, if nobody speaks by those numbers, start another with --new-lock"}}
	}
	return nil
}

// readFile reads a file by its path with slashes. The error is a diag.Errors that names it.
func readFile(name string) ([]byte, error) {
	data, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		return nil, fileFault(name, "cannot read it", err)
	}
	return data, nil
}

// fileFault is one diagnostic about a file. The cause is told without the name, which the place has.
func fileFault(name, what string, err error) diag.Errors {
	var withPath *fs.PathError
	var withPaths *os.LinkError
	switch {
	case errors.As(err, &withPath):
		err = withPath.Err
	case errors.As(err, &withPaths):
		err = withPaths.Err
	}
	return diag.Errors{{Pos: diag.Pos{File: name}, Message: what + ": " + err.Error()}}
}

func join(elem ...string) string { return path.Join(elem...) }

// protoFolder is the folder of a protobuf package below the one that imports are resolved against: a folder a name.
func protoFolder(pkg string) string { return strings.ReplaceAll(pkg, ".", "/") }
