package main

import (
	"fmt"
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
	target  gen.Target
	changed func(string) bool
	// unasked is the folder that AG-UI goes into because nothing named what to generate, "" where something did.
	unasked string
}

func (f *targetFlags) register(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&f.target.Schema, "schema", "", "the schema's file; the profile's own where it is not given")
	s.StringVar(&f.target.Profile, "profile", "", "a mapping that comes with agui-gen: agui")
	s.StringVar(&f.target.Wire, "wire", "", "the wire.yaml that maps the schema to protobuf (default the profile's, or wire.yaml beside the schema)")
	s.StringVar(&f.target.Lock, "lock", "", "the number ledger (default wire.lock beside the schema)")
	s.StringArrayVar(&f.target.AllowRef, "allow-ref", nil, "a $ref that may leave the schema's folder: a path, or URL=path")
	s.BoolVar(&f.target.Strict, "strict", false, "refuse keywords that no draft defines")
	f.changed = s.Changed

	complete(cmd, "schema", "json")
	complete(cmd, "wire", "yaml", "yml")
	complete(cmd, "lock", "lock")
	must(cmd.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions(gen.Profiles(), cobra.ShellCompDirectiveNoFileComp)))
}

func (f *targetFlags) registerOutput(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&f.config, "config", "", "the file that says what to generate (default "+gen.ConfigFile+")")
	s.StringVar(&f.target.GoPackage, "go-package", "", "the name of the Go package (default that of the folder's Go files, or the folder's)")
	s.StringVar(&f.out, "out", "", "the folder to generate into: DIR/*.gen.go, DIR/proto/, DIR/docs/ (default out)")

	complete(cmd, "config", "yaml", "yml")
	must(cmd.MarkFlagDirname("out"))
}

// complete has a flag completed with the files of some extensions.
func complete(cmd *cobra.Command, flag string, extensions ...string) {
	must(cmd.MarkFlagFilename(flag, extensions...))
}

// must is for what can only fail by a mistake in this package.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// targets are what the flags name: one target, or those of a config file.
func (f *targetFlags) targets() ([]gen.Target, error) {
	single := f.given("schema", "profile", "out")
	if single != "" && f.config != "" {
		return nil, fmt.Errorf("--config says what to generate; --%s does not go with it", single)
	}
	file := f.config
	if file == "" {
		file = gen.ConfigFile
	}
	_, err := os.Stat(filepath.FromSlash(file))
	if single != "" || err != nil && f.config == "" {
		t := f.one()
		if err == nil {
			return []gen.Target{t}, alone(t, file)
		}
		return []gen.Target{t}, nil
	}
	// What is said of one target cannot be meant of every one in a file.
	if flag := f.given("go-package", "wire", "lock", "allow-ref"); flag != "" {
		return nil, fmt.Errorf("%s says what to generate: write there what --%s says, or name a --schema", file, flag)
	}
	targets, err := gen.LoadConfig(filepath.ToSlash(file))
	for i := range targets {
		targets[i].Strict = targets[i].Strict || f.target.Strict
		targets[i].NewLock = f.target.NewLock
	}
	return targets, err
}

// alone refuses a target whose ledger a config file has for another schema: the slots of that one would be reserved.
func alone(t gen.Target, config string) error {
	others, err := gen.LoadConfig(filepath.ToSlash(config))
	if err != nil {
		return nil // it is not asked for, and whoever asks for it will be told
	}
	lock := gen.LockOf(t)
	for _, o := range others {
		if lock != "" && o.ProtoDir != "" && gen.LockOf(o) == lock && path.Clean(o.Schema) != path.Clean(t.Schema) {
			return fmt.Errorf("%s: %s shares this ledger with %s, whose numbers would be lost to it: generate both, by what %s says", lock, o.Schema, t.Schema, config)
		}
	}
	return nil
}

// given is the first of some flags that is on the command line, or empty.
func (f *targetFlags) given(flags ...string) string {
	for _, flag := range flags {
		if f.changed(flag) {
			return flag
		}
	}
	return ""
}

// one is the one target that the flags name.
func (f *targetFlags) one() gen.Target {
	t := f.target
	out := f.out
	if out == "" {
		out = "out"
	}
	out = filepath.ToSlash(out)
	if t.Schema == "" && t.Profile == "" {
		t.Profile, f.unasked = "agui", out
	}
	t.Schema, t.Wire, t.Lock = filepath.ToSlash(t.Schema), filepath.ToSlash(t.Wire), filepath.ToSlash(t.Lock)
	t.GoDir, t.ProtoDir, t.DocsDir = out, path.Join(out, "proto"), path.Join(out, "docs")
	return t
}
