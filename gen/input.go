package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/agui-gen/agui-gen/gen/wire"
	embedded "github.com/agui-gen/agui-gen/schema"
)

// input is where a target's schema, mapping and ledger come from: files, or what the generator embeds.
type input struct {
	fs     fs.FS  // the schema's folder
	dir    string // that folder as the user would name it
	schema string // the schema's name in it

	wirePath string // "" for the profile's
	lockPath string // where the ledger is kept, "" where it is the profile's own and stays there
	profile  *profile
}

// profile is a mapping that comes with the generator.
type profile struct{ schema, wire, lock string } // paths in the embedded files

var profiles = map[string]profile{
	"agui": {schema: "agui/schema.json", wire: "agui/wire.yaml", lock: "agui/wire.lock"},
}

func open(t Target) (*input, error) {
	in := &input{wirePath: t.Wire, lockPath: t.Lock}
	if t.Profile != "" {
		p, ok := profiles[t.Profile]
		if !ok {
			return nil, fmt.Errorf("unknown profile %q; the one there is: agui", t.Profile)
		}
		in.profile = &p
	}
	if t.Schema == "" {
		if in.profile == nil {
			return nil, errors.New("no schema: name its file, or a profile that brings one")
		}
		sub, err := fs.Sub(embedded.FS, path.Dir(in.profile.schema))
		if err != nil {
			return nil, err
		}
		in.fs, in.dir, in.schema = sub, "(embedded)", path.Base(in.profile.schema)
		return in, nil
	}
	in.dir, in.schema = path.Dir(t.Schema), path.Base(t.Schema)
	// A Root keeps a reference from leaving the schema's folder, by dots or by links.
	root, err := os.OpenRoot(filepath.FromSlash(in.dir))
	if err != nil {
		return nil, fmt.Errorf("the schema's folder: %w", err)
	}
	in.fs = root.FS()
	if in.lockPath == "" {
		in.lockPath = join(in.dir, "wire.lock")
	}
	return in, nil
}

// wireConfig is the mapping: the target's own, else the profile's, else nil for the defaults.
func (in *input) wireConfig() (*wire.Config, error) {
	switch {
	case in.wirePath != "":
		data, err := os.ReadFile(filepath.FromSlash(in.wirePath))
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
		switch {
		case err == nil:
			return wire.ParseLock(in.lockPath, data)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
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

func join(elem ...string) string { return path.Join(elem...) }

// protoFolder is the folder of a protobuf package below the one that imports are resolved against: a folder a name.
func protoFolder(pkg string) string { return strings.ReplaceAll(pkg, ".", "/") }
