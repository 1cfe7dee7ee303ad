// Package gen is the generator as a library: one JSON Schema in, .proto files, Go packages and reference pages out.
//
// A [Target] says what to make from what. [Generate] makes it in memory and touches nothing; [Plan] holds the result
// against the disk, and is then either applied or shown. So nothing is written when anything is wrong, and a check is a
// run that stops before the last step.
package gen

import (
	"github.com/agui-gen/agui-gen/gen/emit/docs"
	"github.com/agui-gen/agui-gen/gen/emit/golang"
	"github.com/agui-gen/agui-gen/gen/emit/proto"
	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/resolve"
	"github.com/agui-gen/agui-gen/gen/wire"
)

// Target is one schema and what is made from it. Paths are relative to the working directory, with slashes.
type Target struct {
	// Schema is the schema's file; empty for the one that the profile embeds.
	Schema string
	// Profile is a mapping that comes with the generator ("agui"), or empty.
	Profile string
	// Wire is the wire.yaml to use; empty for the profile's, or for the defaults where there is no profile.
	Wire string
	// Lock is the number ledger; empty for wire.lock beside the schema. Where there is no such file it starts from the
	// profile's ledger, or from nothing.
	Lock string
	// GoDir and GoPackage are where the Go package goes and its name; no Go where GoDir is empty.
	GoDir, GoPackage string
	// ProtoDir is the folder below which .proto files go, in a folder named after their package; none where it is empty.
	ProtoDir string
	// DocsDir is where the reference page goes; none where it is empty.
	DocsDir string
	// AllowRef names references that may leave the schema's folder, see [resolve.Options].
	AllowRef []string
	// Strict refuses keywords that no draft defines.
	Strict bool
}

// Result is what [Generate] made.
type Result struct {
	// Files are all files to write, the ledger included.
	Files []File
	// Owned are the places in which a generated file that is not among Files is a leftover.
	Owned []Owned
	// Notes are what a user may want to know of the schema although nothing is wrong with it.
	Notes []lower.Note

	Model *model.Schema
	Wire  *wire.Schema // nil where no .proto files are made
	Names *names.Names
}

// Generate makes everything a target asks for, in memory. Its error is a diag.Errors whenever the input is at fault.
func Generate(t Target) (*Result, error) {
	in, err := open(t)
	if err != nil {
		return nil, err
	}
	schema, notes, err := read(in, t)
	if err != nil {
		return nil, err
	}
	r := &Result{Model: schema, Notes: notes}
	if r.Names, err = names.Assign(schema); err != nil {
		return nil, err
	}
	if err := r.carry(in, t); err != nil {
		return nil, err
	}
	if err := r.emit(t); err != nil {
		return nil, err
	}
	return r, nil
}

// Read is the front half of [Generate]: the schema's meaning, without anything made from it.
func Read(t Target) (*model.Schema, []lower.Note, error) {
	in, err := open(t)
	if err != nil {
		return nil, nil, err
	}
	return read(in, t)
}

func read(in *input, t Target) (*model.Schema, []lower.Note, error) {
	graph, err := resolve.Resolve(in.schema, resolve.Options{FS: in.fs, Dir: in.dir, AllowRef: t.AllowRef})
	if err != nil {
		return nil, nil, err
	}
	return lower.Lower(graph, lower.Options{Strict: t.Strict})
}

// carry puts the schema on the wire, where the target wants it there, and the grown ledger among the files.
func (r *Result) carry(in *input, t Target) error {
	if t.ProtoDir == "" {
		return nil
	}
	var faults diag.List
	cfg, err := in.wireConfig()
	faults.AddError(err)
	lock, err := in.wireLock()
	faults.AddError(err)
	if err := faults.Err(); err != nil {
		return err
	}
	built, lock, err := wire.Build(cfg, lock, r.Model)
	if err != nil {
		return err
	}
	r.Wire = built
	if in.lockPath != "" {
		r.Files = append(r.Files, File{Path: in.lockPath, Data: lock.Format(), Ledger: true})
	}
	return nil
}

// emit writes every output the target names.
func (r *Result) emit(t Target) error {
	if t.GoDir != "" {
		made, err := golang.Emit(r.Model, r.Wire, r.Names, golang.Options{Package: t.GoPackage})
		if err != nil {
			return err
		}
		for _, f := range made {
			r.add(t.GoDir, f.Name, f.Data)
		}
		r.Owned = append(r.Owned, Owned{Dir: t.GoDir, Pattern: "*.gen.go"})
	}
	if t.ProtoDir != "" {
		made, err := proto.Emit(r.Wire)
		if err != nil {
			return err
		}
		dir := join(t.ProtoDir, protoFolder(r.Wire.Package))
		for _, f := range made {
			r.add(dir, f.Name, f.Data)
		}
		r.Owned = append(r.Owned, Owned{Dir: dir, Pattern: "*.proto"})
	}
	if t.DocsDir != "" {
		made, err := docs.Emit(r.Model, r.Wire, r.Names, t.GoPackage)
		if err != nil {
			return err
		}
		for _, f := range made {
			r.add(t.DocsDir, f.Name, f.Data)
		}
		r.Owned = append(r.Owned, Owned{Dir: t.DocsDir, Pattern: "*.html"})
	}
	return nil
}

func (r *Result) add(dir, name string, data []byte) {
	r.Files = append(r.Files, File{Path: join(dir, name), Data: data})
}
