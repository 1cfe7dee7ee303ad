package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/agui-gen/agui-gen/gen"
	"github.com/spf13/cobra"
)

// targetFlags are the flags that name one target, shared by every command that works on one.
type targetFlags struct {
	config  string
	out     string
	goPkg   string
	target  gen.Target
	changed func(string) bool
}

func (f *targetFlags) register(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&f.target.Schema, "schema", "", "the schema's file; the profile's own where it is not given")
	s.StringVar(&f.target.Profile, "profile", "", "a mapping that comes with agui-gen: agui")
	s.StringVar(&f.target.Wire, "wire", "", "the wire.yaml that maps the schema to protobuf")
	s.StringVar(&f.target.Lock, "lock", "", "the number ledger (default wire.lock beside the schema)")
	s.StringSliceVar(&f.target.AllowRef, "allow-ref", nil, "a $ref that may leave the schema's folder: a path, or URL=path")
	s.BoolVar(&f.target.Strict, "strict", false, "refuse keywords that no draft defines")
	f.changed = s.Changed
}

func (f *targetFlags) registerOutput(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&f.config, "config", "", "the file that says what to generate (default "+gen.ConfigFile+")")
	s.StringVar(&f.goPkg, "go-package", "", "the name of the Go package (default the name of the folder)")
	s.StringVar(&f.out, "out", "", "the folder to generate into: DIR/*.gen.go, DIR/proto/, DIR/docs/ (default out)")
}

// targets are what the flags name: one target, or those of a config file.
func (f *targetFlags) targets() ([]gen.Target, error) {
	single := f.target.Schema != "" || f.target.Profile != "" || f.out != ""
	switch {
	case f.config != "" && single:
		return nil, errors.New("--config says what to generate; --schema, --profile and --out do not go with it")
	case single:
		return []gen.Target{f.one()}, nil
	}
	file := f.config
	if file == "" {
		file = gen.ConfigFile
	}
	data, err := os.ReadFile(filepath.FromSlash(file))
	if errors.Is(err, fs.ErrNotExist) && f.config == "" {
		f.target.Profile = "agui"
		return []gen.Target{f.one()}, nil
	}
	if err != nil {
		return nil, err
	}
	return gen.ParseConfig(filepath.ToSlash(file), data)
}

func (f *targetFlags) one() gen.Target {
	t := f.target
	if t.Schema == "" && t.Profile == "" {
		t.Profile = "agui"
	}
	out := f.out
	if out == "" {
		out = "out"
	}
	out = filepath.ToSlash(out)
	t.Schema = filepath.ToSlash(t.Schema)
	t.GoDir, t.ProtoDir, t.DocsDir = out, path.Join(out, "proto"), path.Join(out, "docs")
	if t.GoPackage = f.goPkg; t.GoPackage == "" {
		t.GoPackage = gen.PackageName(out, t.Profile)
	}
	return t
}
