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
	// Wire is the wire.yaml to use; empty for the profile's or, where there is no profile, for the wire.yaml beside the
	// schema. Where there is none either, the defaults hold.
	Wire string
	// Lock is the number ledger; empty for wire.lock beside the schema. Where there is no such file it starts from the
	// profile's ledger, or from nothing. Targets of one run that name the same share it, see [GenerateAll].
	Lock string
	// NewLock lets a ledger start although .proto files stand on one that is gone. It has no effect on one that is there.
	NewLock bool
	// GoDir and GoPackage are where the Go package goes and its name; no Go where GoDir is empty. An empty GoPackage is
	// what [PackageName] says.
	GoDir, GoPackage string
	// GoBenchmarks asks for benchmarks beside the Go package, in a file for the go command's tests.
	GoBenchmarks bool
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

	goDir, goPackage string

	target Target
	in     *input
	faults diag.List
}

// Generate makes everything a target asks for, in memory. Its error is a diag.Errors whenever the input is at fault, and
// holds what every stage that could be reached has to say.
func Generate(t Target) (*Result, error) {
	results, err := GenerateAll([]Target{t})
	if err != nil {
		return nil, err
	}
	return results[0], nil
}

// GenerateAll makes every target, and reports what is wrong with any of them at once. Targets that name one ledger are
// versions of one schema, the oldest first: they share its numbers, and a slot is reserved when none of them has it.
func GenerateAll(targets []Target) ([]*Result, error) {
	var faults diag.List
	var results []*Result
	for _, r := range generate(targets) {
		faults.AddError(r.faults.Err())
		results = append(results, r)
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return results, nil
}

// generate is [GenerateAll], with what was made before an error.
func generate(targets []Target) []*Result {
	results := make([]*Result, len(targets))
	for i, t := range targets {
		results[i] = begin(t)
	}
	for _, group := range sharing(results) {
		carry(group)
	}
	for _, r := range results {
		r.emit()
	}
	return results
}

// begin reads a target's schema and names what is in it.
func begin(t Target) *Result {
	r := &Result{target: t}
	in, err := open(t)
	if err != nil {
		r.faults.AddError(err)
		return r
	}
	r.in = in
	if r.Model, r.Notes, err = read(in, t, lower.Options{Strict: t.Strict}); err != nil {
		r.faults.AddError(err)
		return r
	}
	r.Names, err = names.Assign(r.Model)
	r.faults.AddError(err)
	return r
}

// emit makes the files.
func (r *Result) emit() {
	if r.Model == nil || r.Names == nil || r.target.ProtoDir != "" && r.Wire == nil && r.faults.Len() == 0 {
		return
	}
	r.faults.AddError(r.emitGo(r.target))
	if r.faults.Len() > 0 {
		return
	}
	r.faults.AddError(r.emitProto(r.in, r.target))
	r.faults.AddError(r.emitDocs(r.target))
}

// Rules are the definitions of a schema file for those who judge documents by them and emit nothing.
func Rules(file string, allowRef []string) (*model.Schema, error) {
	t := Target{Schema: file, AllowRef: allowRef}
	in, err := open(t)
	if err != nil {
		return nil, err
	}
	s, _, err := read(in, t, lower.Options{RulesOnly: true})
	return s, err
}

// read is the schema's meaning, without anything made from it.
func read(in *input, t Target, opts lower.Options) (*model.Schema, []lower.Note, error) {
	graph, err := resolve.Resolve(in.schema, resolve.Options{FS: in.fs, Dir: in.dir, AllowRef: t.AllowRef})
	if err != nil {
		return nil, nil, err
	}
	return lower.Lower(graph, opts)
}

// emitGo makes the Go package.
func (r *Result) emitGo(t Target) error {
	if t.GoDir == "" {
		return nil
	}
	r.goDir, r.goPackage = t.GoDir, t.goPackage()
	made, err := golang.Emit(r.Model, r.Wire, r.Names, golang.Options{Package: r.goPackage, Benchmarks: t.GoBenchmarks})
	if err != nil {
		return err
	}
	for _, f := range made {
		r.add(t.GoDir, f.Name, f.Data)
	}
	r.Owned = append(r.Owned, Owned{Dir: t.GoDir, Pattern: "*.gen.go"}, Owned{Dir: t.GoDir, Pattern: "*_gen_test.go"})
	return nil
}

// emitProto makes the .proto files, unless those on disk have numbers that nobody knows any more.
func (r *Result) emitProto(in *input, t Target) error {
	if t.ProtoDir == "" {
		return nil
	}
	made, err := proto.Emit(r.Wire)
	if err != nil {
		return err
	}
	dir := join(t.ProtoDir, protoFolder(r.Wire.Package))
	for _, f := range made {
		r.add(dir, f.Name, f.Data)
	}
	r.Owned = append(r.Owned, Owned{Dir: t.ProtoDir, Pattern: "*.proto", Below: true})
	if in.lockPath == "" || in.lockFound || t.NewLock {
		return nil
	}
	return in.numbersLost(r.Files[len(r.Files)-len(made):])
}

// emitDocs makes the reference page.
func (r *Result) emitDocs(t Target) error {
	if t.DocsDir == "" {
		return nil
	}
	made, err := docs.Emit(r.Model, r.Wire, r.Names, t.goPackage())
	if err != nil {
		return err
	}
	for _, f := range made {
		r.add(t.DocsDir, f.Name, f.Data)
	}
	r.Owned = append(r.Owned, Owned{Dir: t.DocsDir, Pattern: "*.html"})
	return nil
}

func (r *Result) add(dir, name string, data []byte) {
	r.Files = append(r.Files, File{Path: join(dir, name), Data: data})
}
