// Package golang emits a schema as a Go package: types, codecs and validators that stand on runtime alone.
//
// [Emit] is a list of files, each about one concern and each written by one function over the same definitions in the
// same order; a new concern is one more function in that list. What a definition is in Go is decided before, in one
// place ([shape] and [structOf]), so that the files agree on it. Code is put together with jennifer, formatted as gofmt
// does, and refused where it does not parse.
//
// Whatever comes from the schema goes out as a Go string literal, as an identifier that package names has made, or as a
// comment that has been through [paragraphs]; never as code.
package golang

import (
	"fmt"
	"go/token"
	"maps"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/dave/jennifer/jen"
)

// Options say how to emit.
type Options struct {
	// Package is the name of the Go package.
	Package string
	// Benchmarks asks for a test file with benchmarks as well.
	Benchmarks bool
}

// files are what is emitted, in the order in which a reader would want it. A file with nothing in it is left out.
var files = []struct {
	name  string
	write func(*emitter, *file)
}{
	{"doc.gen.go", (*emitter).packageDoc},
	{"objects.gen.go", (*emitter).objectTypes},
	{"unions.gen.go", (*emitter).unionTypes},
	{"kinds.gen.go", (*emitter).kindTypes},
	{"enums.gen.go", (*emitter).enumTypes},
	{"aliases.gen.go", (*emitter).aliasTypes},
	{"json.gen.go", (*emitter).jsonMethods},
	{"json_read.gen.go", (*emitter).jsonReaders},
	{"json_write.gen.go", (*emitter).jsonWriters},
	{"equal.gen.go", (*emitter).equality},
	{"validate.gen.go", (*emitter).validation},
	{"schemas.gen.go", (*emitter).schemas},
	{"evaluate.gen.go", (*emitter).evaluation},
	{"proto.gen.go", (*emitter).protoMethods},
	{"proto_read.gen.go", (*emitter).protoReaders},
	{"proto_write.gen.go", (*emitter).protoWriters},
	{"proto_enum.gen.go", (*emitter).enumCodecs},
	{"proto_json.gen.go", (*emitter).jsonFields},
	{"proto_omit.gen.go", (*emitter).protoOmissions},
}

// emitter holds what is decided once for all files.
type emitter struct {
	schema *model.Schema
	// wire is nil where there is no protobuf.
	wire  *wire.Schema
	names *names.Names
	pkg   string

	// structs are the object definitions, in the schema's order.
	structs []*structOf
	byDef   map[*model.Def]*structOf
	// defined are the definitions that would be aliases if they did not contain themselves.
	defined map[*model.Def]bool
	// kinds are the types that are made to be members of kind unions, in the order in which they are first needed.
	kinds []*kindType
	// sealed are the kind unions that a definition's type is a member of.
	sealed map[*model.Def][]*model.Def
	proofs *proofs
	funcs  *funcs

	// called are the unexported functions that what is being emitted calls, known those that the pass before called.
	called, known map[string]bool
}

// fn is an unexported function, to be called.
func (e *emitter) fn(name string) *jen.Statement {
	e.called[name] = true
	return jen.Id(name)
}

// wanted tells whether anything calls an unexported function. Emitting stops for those that nothing does.
func (e *emitter) wanted(name string) bool { return e.known[name] }

// pass writes all files once.
func (e *emitter) pass() []*file {
	e.called = map[string]bool{}
	var out []*file
	for _, f := range files {
		file := newFile(f.name, e.pkg)
		f.write(e, file)
		if file.n > 0 {
			out = append(out, file)
		}
	}
	return out
}

// Emit is the Go package for a schema. w is how it appears on protobuf, nil where it does not. The error is a
// [diag.Errors] where the schema has what Go cannot express.
func Emit(s *model.Schema, w *wire.Schema, n *names.Names, opts Options) ([]File, error) {
	if !token.IsIdentifier(opts.Package) || opts.Package == "_" {
		return nil, diag.Errors{{Message: fmt.Sprintf("%q cannot be the name of a Go package", opts.Package),
			Hint: "choose a Go identifier, such as the folder's name in small letters"}}
	}
	e := &emitter{schema: s, wire: w, names: n, pkg: opts.Package}
	if err := e.decide(); err != nil {
		return nil, err
	}
	// What nothing calls is left out. The first pass knows of no calls and so emits what nobody has to call; each later one
	// adds what that, and what was added before, calls.
	e.known = map[string]bool{}
	made := e.pass()
	for !maps.Equal(e.called, e.known) {
		e.known = e.called
		made = e.pass()
	}
	if f := newFile(benchmarksFile, e.pkg); opts.Benchmarks {
		if e.benchmarks(f); f.n > 0 {
			made = append(made, f)
		}
	}
	var out []File
	for _, f := range made {
		rendered, err := f.render()
		if err != nil {
			return nil, err
		}
		out = append(out, rendered)
	}
	return out, nil
}

// decide says what each definition is in Go.
func (e *emitter) decide() error {
	e.byDef, e.defined, e.sealed = map[*model.Def]*structOf{}, map[*model.Def]bool{}, map[*model.Def][]*model.Def{}
	var faults diag.List
	for _, d := range e.schema.Defs {
		switch t := d.Type.(type) {
		case *model.Object:
			s := e.structOf(d, t)
			e.structs = append(e.structs, s)
			e.byDef[d] = s
		case *model.KindUnion:
			e.seal(d, t)
			if err := distinct(d, t); err != nil {
				faults.Add(*err)
			}
		case model.List, model.Map:
			e.defined[d] = containsItself(d)
		case model.Nullable:
			if containsItself(d) {
				faults.Add(diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer,
					Message: "a definition that may be null contains itself, which no Go type does",
					Hint:    "give the list or map inside it a definition of its own"})
			}
		}
	}
	if err := faults.Err(); err != nil {
		return err
	}
	e.decideKinds()
	e.funcs = newFuncs(e)
	e.proofs = prove(e)
	return nil
}

func (e *emitter) structOf(d *model.Def, o *model.Object) *structOf {
	s := &structOf{def: d, object: o, name: e.names.Type(d), unions: names.UnionsOf(e.schema, d)}
	for i, p := range o.Properties {
		if names.Implied(p, s.unions) {
			s.fields = append(s.fields, nil)
			continue
		}
		f := &field{prop: p, name: e.names.Field(d, p.Name), index: i}
		if inside := embedded(p); inside != nil {
			f.pointer = byValue(inside, d, map[*model.Def]bool{})
		} else {
			_, f.pointer = e.shapeOf(p.Type).(object)
		}
		s.fields = append(s.fields, f)
	}
	return s
}

// seal notes which types are members of a kind union themselves. Where that is a union, all its members are.
func (e *emitter) seal(d *model.Def, k *model.KindUnion) {
	for _, m := range k.Members {
		if r, ok := m.Type.(model.Ref); ok && names.OwnsMethods(r.Def) {
			e.sealed[r.Def] = append(e.sealed[r.Def], d)
		}
	}
}

// distinct refuses kind unions whose members a reader could not tell apart.
func distinct(d *model.Def, k *model.KindUnion) *diag.Diagnostic {
	seen := map[model.Kind]bool{}
	for _, m := range k.Members {
		kind := m.Kind
		if kind == model.KindInteger {
			kind = model.KindNumber
		}
		if seen[kind] {
			return &diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer,
				Message: fmt.Sprintf("two choices are both of the JSON type %s, so a reader cannot tell them apart by it", kind),
				Hint:    "make them one, or leave the choice open by taking any value"}
		}
		seen[kind] = true
	}
	return nil
}

// each calls fn for every definition that is a T, in the schema's order.
func each[T model.Type](e *emitter, fn func(*model.Def, T)) {
	for _, d := range e.schema.Defs {
		if t, ok := d.Type.(T); ok {
			fn(d, t)
		}
	}
}
