package golang

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/dave/jennifer/jen"
)

// The unexported functions and methods that the files of a package share. A word in small letters is followed by the
// name of a type, so that no two can be the same.
const (
	writeMethod = "writeJSON" // (x *T) writeJSON(w *jsonx.Writer)
	readMethod  = "readJSON"  // (x *T) readJSON(r *jsonx.Reader)
	cleanMethod = "clean"     // (x *T) clean() bool
	writeFunc   = "write"     // writeEvent(w *jsonx.Writer, x Event)
	readFunc    = "read"      // readEvent(r *jsonx.Reader) Event
	cleanFunc   = "clean"     // cleanEvent(x Event) bool
	equalFunc   = "equal"     // equalTree(x, y Tree) bool, of defined slices and maps
	evalFunc    = "eval"      // evalEvent(e *schema.Eval)

	finishFunc = "finishJSON" // finishJSON(r *jsonx.Reader, s schema.Schema) error
	refuseFunc = "refuseJSON" // refuseJSON(r *jsonx.Reader, s schema.Schema) []violation.Violation
	openFunc   = "readOpenObject"
	dataFunc   = "readNotNull"
)

const appendDoc = "appends x to b as one line of JSON. A value that has no JSON form gives b back as it was and a *jsonx.EncodeError."

const strangerDoc = "appends the JSON text that x came as, without white space. Where there is none, it gives b back as it was and a *jsonx.EncodeError."

const unmarshalDoc = "reads x from JSON. The error is a *jsonx.SyntaxError where data is not JSON, and a *violation.Error where it is JSON " +
	"that x cannot hold; then x is left as it was."

// jsonMethods are the exported functions and methods for JSON, and what they share.
func (e *emitter) jsonMethods(f *file) {
	e.decodeRoot(f)
	for _, s := range e.structs {
		e.appendJSON(f, jen.Id(x).Op("*").Id(s.name), appendDoc)
		e.marshalJSON(f, jen.Id(x).Id(s.name))
		e.unmarshalJSON(f, s)
	}
	for _, u := range e.unions() {
		for _, name := range u.strangers() {
			e.appendJSON(f, jen.Id(x).Op("*").Id(name), strangerDoc)
			e.marshalJSON(f, jen.Id(x).Id(name))
		}
		e.boxJSON(f, u.def, u.name)
	}
	each(e, func(d *model.Def, _ *model.KindUnion) { e.boxJSON(f, d, e.names.Type(d)) })
	for _, t := range e.kinds {
		e.appendJSON(f, jen.Id(x).Id(t.name), appendDoc)
		e.marshalJSON(f, jen.Id(x).Id(t.name))
	}
	e.shared(f)
}

// decodeRoot reads a document of the definition that the whole schema is about.
func (e *emitter) decodeRoot(f *file) {
	root := e.schema.Root
	if root == nil {
		return
	}
	const strict = "The error is a *jsonx.SyntaxError with the byte offset where data is not JSON: by its syntax, or for data that follows, " +
		"a member that comes twice, invalid UTF-8, a lone surrogate, a number that no float holds, or nesting beyond jsonx.MaxDepth."
	const after = "Data is copied once and not kept."
	if u, ok := root.Type.(*model.Union); ok {
		e.decodeUnion(f, e.unionOf(root), u, strict, after)
		return
	}
	ref := model.Ref{Def: root}
	result, begin := e.goType(ref), jen.Id(x).Op(":=").Add(e.fn(readFunc+e.names.Type(root))).Call(jen.Op("&").Id("r"))
	if _, ok := e.shapeOf(ref).(object); ok {
		begin = jen.Id(x).Op(":=").New(result.Clone()).Line().Id(x).Dot(readMethod).Call(jen.Op("&").Id("r"))
		result = jen.Op("*").Add(result)
	}
	f.decl(comment(
		fmt.Sprintf("%s reads a document of the schema. %s It is a *violation.Error where data is JSON that the Go type cannot hold. "+
			"Whether the schema allows the document is another question, which Validate answers. %s", names.Decode, strict, after))...).
		Func().Id(names.Decode).Params(jen.Id("data").Index().Byte()).Params(result, jen.Error()).Block(
		jen.Id("r").Op(":=").Add(in("jsonx", "NewReader")).Call(jen.Id("data")),
		begin,
		jen.If(jen.Err().Op(":=").Add(e.fn(finishFunc)).Call(jen.Op("&").Id("r"), jen.Id(e.names.Schema(root))), jen.Err().Op("!=").Nil()).Block(
			jen.Return(e.zero(ref), jen.Err())),
		jen.Return(jen.Id(x), jen.Nil()),
	)
}

// zero is the zero value of a type.
func (e *emitter) zero(t model.Type) jen.Code {
	switch s := e.shapeOf(t).(type) {
	case scalar:
		switch s.method {
		case "String":
			return jen.Lit("")
		case "Bool":
			return jen.False()
		}
		return jen.Lit(0)
	case enum, raw:
		return jen.Lit("")
	case nullable:
		return e.goType(t).Values()
	}
	return jen.Nil()
}

func (e *emitter) decodeUnion(f *file, u *unionOf, t *model.Union, strict, after string) {
	f.decl(comment(
		fmt.Sprintf("%s reads a document of the schema: %s %s. %s", names.Decode, article(u.name), u.name, strict),
		fmt.Sprintf("It does not judge. One whose %q is unknown is %s *%s, and one that Go cannot hold as what it says it is, %s *%s with "+
			"the reasons; Validate tells whether the schema allows it. %s",
			t.Tag, article(u.unknown), u.unknown, article(u.malformed), u.malformed, after))...).
		Func().Id(names.Decode).Params(jen.Id("data").Index().Byte()).Params(jen.Id(u.name), jen.Error()).Block(
		jen.Id("r").Op(":=").Add(in("jsonx", "NewReader")).Call(jen.Id("data")),
		jen.Id(x).Op(":=").Id(readFunc+u.name).Call(jen.Op("&").Id("r")),
		jen.If(jen.Err().Op(":=").Id("r").Dot("End").Call(), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.If(jen.Id("r").Dot("Mismatch").Call().Op("!=").Nil()).Block(jen.Return(jen.Id(readFunc+u.malformed).Call(jen.Op("&").Id("r")), jen.Nil())),
		jen.Return(jen.Id(x), jen.Nil()),
	)
	f.decl(comment(fmt.Sprintf("%s keeps a text that is JSON and no %s.", readFunc+u.malformed, u.name))...).
		Func().Id(readFunc+u.malformed).Params(readerParam()).Op("*").Id(u.malformed).Block(
		jen.Id("raw").Op(":=").Add(in("jsonx", "Raw")).Call(jen.Id("r").Dot("Text").Call()),
		jen.List(jen.Id("v"), jen.Id("_")).Op(":=").Id("raw").Dot("Lookup").Call(jen.Lit(t.Tag)),
		jen.List(jen.Id("tag"), jen.Id("_")).Op(":=").Id("v").Dot("Text").Call(),
		jen.Return(jen.Op("&").Id(u.malformed).Values(
			jen.Id(fieldTag).Op(":").Add(e.tagOf(u, jen.Id("tag"))),
			jen.Id(fieldRaw).Op(":").Id("raw"),
			jen.Id(fieldViolations).Op(":").Add(e.fn(refuseFunc)).Call(jen.Id("r"), jen.Id(e.names.Schema(u.def))),
		)),
	)
}

func readerParam() jen.Code { return jen.Id("r").Op("*").Add(in("jsonx", "Reader")) }
func writerParam() jen.Code { return jen.Id("w").Op("*").Add(in("jsonx", "Writer")) }

// appendJSON is the method that writes a value into a buffer.
func (e *emitter) appendJSON(f *file, receiver jen.Code, doc string) {
	f.decl(comment("AppendJSON "+doc)...).
		Func().Params(receiver).Id("AppendJSON").Params(jen.Id("b").Index().Byte()).Params(jen.Index().Byte(), jen.Error()).Block(
		jen.Id("w").Op(":=").Add(in("jsonx", "NewWriter")).Call(jen.Id("b")),
		jen.Id(x).Dot(writeMethod).Call(jen.Op("&").Id("w")),
		jen.Return(jen.Id("w").Dot("Result").Call()),
	)
}

func (e *emitter) marshalJSON(f *file, receiver jen.Code) {
	f.decl("// MarshalJSON is x as JSON, for encoding/json.").
		Func().Params(receiver).Id("MarshalJSON").Params().Params(jen.Index().Byte(), jen.Error()).Block(
		jen.Return(jen.Id(x).Dot("AppendJSON").Call(jen.Nil())),
	)
}

func (e *emitter) unmarshalJSON(f *file, s *structOf) {
	f.decl(comment("UnmarshalJSON "+unmarshalDoc)...).
		Func().Params(jen.Id(x).Op("*").Id(s.name)).Id("UnmarshalJSON").Params(jen.Id("data").Index().Byte()).Error().Block(
		jen.Id("r").Op(":=").Add(in("jsonx", "NewReader")).Call(jen.Id("data")),
		jen.Var().Id("v").Id(s.name),
		jen.Id("v").Dot(readMethod).Call(jen.Op("&").Id("r")),
		jen.If(jen.Err().Op(":=").Add(e.fn(finishFunc)).Call(jen.Op("&").Id("r"), jen.Id(e.names.Schema(s.def))), jen.Err().Op("!=").Nil()).Block(
			jen.Return(jen.Err())),
		jen.Op("*").Id(x).Op("=").Id("v"),
		jen.Return(jen.Nil()),
	)
}

// boxJSON are the methods of the struct that holds a union's value for encoding/json.
func (e *emitter) boxJSON(f *file, d *model.Def, name string) {
	box := e.names.Box(d)
	f.decl("// MarshalJSON is the value in x as JSON, null for nil.").
		Func().Params(jen.Id(x).Id(box)).Id("MarshalJSON").Params().Params(jen.Index().Byte(), jen.Error()).Block(
		jen.If(jen.Id(x).Dot(name).Op("==").Nil()).Block(jen.Return(jen.Index().Byte().Call(jen.Lit("null")), jen.Nil())),
		e.marshalBoxed(d, jen.Id(x).Dot(name)),
	)
	f.decl(comment("UnmarshalJSON " + unmarshalDoc)...).
		Func().Params(jen.Id(x).Op("*").Id(box)).Id("UnmarshalJSON").Params(jen.Id("data").Index().Byte()).Error().BlockFunc(func(g *jen.Group) {
		g.Id("r").Op(":=").Add(in("jsonx", "NewReader")).Call(jen.Id("data"))
		if !e.takesNull(d) {
			g.If(jen.Id("r").Dot("Null").Call()).Block(
				jen.Id(x).Dot(name).Op("=").Nil(),
				jen.Return(jen.Id("r").Dot("End").Call()),
			)
		}
		g.Id("v").Op(":=").Add(e.fn(readFunc + name)).Call(jen.Op("&").Id("r"))
		g.If(jen.Err().Op(":=").Add(e.fn(finishFunc)).Call(jen.Op("&").Id("r"), jen.Id(e.names.Schema(d))), jen.Err().Op("!=").Nil()).Block(
			jen.Return(jen.Err()))
		g.Id(x).Dot(name).Op("=").Id("v")
		g.Return(jen.Nil())
	})
}

// marshalBoxed returns v as JSON. A kind union's members have their methods by value, which a nil pointer to one cannot call.
func (e *emitter) marshalBoxed(d *model.Def, v *jen.Statement) *jen.Statement {
	if _, ok := d.Type.(*model.KindUnion); !ok {
		return jen.Return(v.Dot("AppendJSON").Call(jen.Nil()))
	}
	return jen.Id("w").Op(":=").Add(in("jsonx", "NewWriter")).Call(jen.Nil()).Line().
		Add(e.fn(writeFunc+e.names.Type(d))).Call(jen.Op("&").Id("w"), v).Line().
		Return(jen.Id("w").Dot("Result").Call())
}

// takesNull tells whether null is one of a kind union's members.
func (e *emitter) takesNull(d *model.Def) bool {
	k, ok := d.Type.(*model.KindUnion)
	if !ok {
		return false
	}
	for _, m := range k.Members {
		if m.Kind == model.KindNull {
			return true
		}
	}
	return false
}

// shared are the functions that methods of several types stand on.
func (e *emitter) shared(f *file) {
	schemaParam := jen.Id("s").Add(in("schema", "Schema"))
	if e.wanted(finishFunc) {
		e.finish(f, schemaParam)
	}
	if e.wanted(refuseFunc) {
		e.refuse(f, schemaParam)
	}
}

func (e *emitter) finish(f *file, schemaParam jen.Code) {
	f.decl(comment(finishFunc+" ends the reading of a text: it is nil, or a *jsonx.SyntaxError, or a *violation.Error where the text does not fit its Go type.")...).
		Func().Id(finishFunc).Params(readerParam(), schemaParam).Error().Block(
		jen.If(jen.Err().Op(":=").Id("r").Dot("End").Call(), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err())),
		jen.If(jen.Id("r").Dot("Mismatch").Call().Op("!=").Nil()).Block(
			jen.Return(jen.Op("&").Add(in("violation", "Error")).Values(jen.Id("Violations").Op(":").Add(e.fn(refuseFunc)).Call(jen.Id("r"), jen.Id("s"))))),
		jen.Return(jen.Nil()),
	)
}

func (e *emitter) refuse(f *file, schemaParam jen.Code) {
	f.decl(comment(refuseFunc+" says why a text does not fit its Go type: what its schema has against it or, where that has nothing, what the reader "+
		"has, such as a number that no Go integer holds.")...).
		Func().Id(refuseFunc).Params(readerParam(), schemaParam).Index().Add(in("violation", "Violation")).Block(
		jen.List(jen.Id("err"), jen.Id("ok")).Op(":=").Id("s").Dot("ValidateRaw").
			Call(in("jsonx", "Raw").Call(jen.Id("r").Dot("Text").Call())).Assert(jen.Op("*").Add(in("violation", "Error"))),
		jen.If(jen.Id("ok")).Block(jen.Return(jen.Id("err").Dot("Violations"))),
		jen.Id("m").Op(":=").Id("r").Dot("Mismatch").Call(),
		jen.Return(jen.Index().Add(in("violation", "Violation")).Values(jen.Values(
			jen.Id("InstanceLocation").Op(":").Id("m").Dot("Pointer"), jen.Id("Message").Op(":").Id("m").Dot("Msg")))),
	)
}
