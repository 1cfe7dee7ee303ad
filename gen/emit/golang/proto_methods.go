package golang

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/dave/jennifer/jen"
)

const appendProtoDoc = "A value that has no form on protobuf gives b back as it was and a *wire.EncodeError with the pointer of what has none."

const brokenDoc = "The error is a *wire.Error where data is no such message: not well formed, text that is not UTF-8, a number that is not " +
	"finite, two arms of one choice, or a part missing that is always sent."

// protoMethods are the exported functions and methods for protobuf.
func (e *emitter) protoMethods(f *file) {
	if u := e.protoUnion(); u != nil {
		e.decodeProtoUnion(f, u)
		for _, m := range u.members {
			f.decl(comment(fmt.Sprintf("AppendProto appends x to b as a protobuf message, %s %s. %s", article(u.name), e.wire.MessageOf(u.def), appendProtoDoc))...).
				Func().Params(jen.Id(x).Op("*").Id(m.name)).Id("AppendProto").Params(appendParams()...).Params(appendResults()...).BlockFunc(func(g *jen.Group) {
				g.Id("w").Op(":=").Add(in("wire", "NewWriter")).Call(jen.Id("b"))
				e.writeUnionMemberFrom(g, u, m)
				g.Return(jen.Id("w").Dot("Result").Call())
			})
		}
		e.appendStrangers(f, u)
		e.omissionFuncs(f, jen.Id(u.name), jen.Add(e.fn(protoOmitFunc+u.name)).Call(jen.Id("o"), jen.Id(x)))
	}
	for _, c := range e.protoObjects() {
		e.protoObject(f, c)
	}
	for _, u := range e.protoBoxes() {
		e.protoBox(f, u)
	}
	if e.wanted(protoFinishFunc) {
		e.protoFinish(f)
	}
}

func appendParams() []jen.Code  { return []jen.Code{jen.Id("b").Index().Byte()} }
func appendResults() []jen.Code { return []jen.Code{jen.Index().Byte(), jen.Error()} }

// writeUnionMemberFrom is [emitter.writeUnionMember] for a writer that is a variable and not a pointer.
func (e *emitter) writeUnionMemberFrom(g *jen.Group, u *unionOf, m *structOf) {
	if c := e.memberOf(u.def, m); c != nil {
		g.Add(e.on(jen.Id(x), m.name, protoWriteAs+u.name)).Call(jen.Op("&").Id("w"))
		return
	}
	_, carriers := e.slots(m)
	g.If(jen.Id(x).Op("==").Nil()).Block(failAbsent(jen.Lit("")), jen.Return(jen.Id("w").Dot("Result").Call()))
	g.Id("at").Op(":=").Id("w").Dot("Begin").Call(jen.Lit(armOf(e.arms(u.def), m).Field.Number))
	g.Add(e.on(jen.Id(x), m.name, protoWriteMethod)).Call(jen.Op("&").Id("w"))
	g.Id("w").Dot("End").Call(jen.Id("at"))
	g.If(jen.Id(x).Dot("Unknown").Op("!=").Nil()).Block(
		jen.Id("w").Dot("Kept").Call(jen.Id(x).Dot("Unknown"), jen.Lit(carriers[u.def])))
}

// appendStrangers write what is kept as it came: that which came as protobuf.
func (e *emitter) appendStrangers(f *file, u *unionOf) {
	for _, name := range u.strangers() {
		f.decl(comment("AppendProto appends the protobuf message that x came as. Where there is none, it gives b back as it was and a *wire.EncodeError.")...).
			Func().Params(jen.Id(x).Op("*").Id(name)).Id("AppendProto").Params(appendParams()...).Params(appendResults()...).Block(
			jen.Id("w").Op(":=").Add(in("wire", "NewWriter")).Call(jen.Id("b")),
			jen.Switch().Block(
				jen.Case(jen.Id(x).Op("==").Nil()).Block(failAbsent(jen.Lit(""))),
				jen.Case(jen.Id(x).Dot(fieldProto).Op("==").Lit("")).Block(
					jen.Id("w").Dot("Fail").Call(jen.Lit(""), jen.Lit("it did not come as protobuf, and what it would be there is not known"))),
				jen.Default().Block(jen.Id("w").Dot("Lit").Call(jen.Id(x).Dot(fieldProto))),
			),
			jen.Return(jen.Id("w").Dot("Result").Call()),
		)
	}
}

// decodeProtoUnion reads a message of the union that the whole schema is about.
func (e *emitter) decodeProtoUnion(f *file, u *unionOf) {
	f.decl(comment(
		fmt.Sprintf("%s reads a protobuf message, %s %s. %s", names.DecodeProto, article(u.name), e.wire.MessageOf(u.def), brokenDoc),
		fmt.Sprintf("It does not judge. What a later version of the schema sends is %s *%s, and what Go cannot hold as what it says it is, "+
			"because something is missing or a constant is another, %s *%s with the reasons; Validate tells whether the schema allows it. "+
			"Data is copied once and not kept.", article(u.unknown), u.unknown, article(u.malformed), u.malformed))...).
		Func().Id(names.DecodeProto).Params(jen.Id("data").Index().Byte()).Params(jen.Id(u.name), jen.Error()).Block(
		jen.Id("r").Op(":=").Add(in("wire", "NewReader")).Call(jen.String().Call(jen.Id("data"))),
		jen.Id(x).Op(":=").Add(e.fn(protoReadFunc+u.name)).Call(jen.Op("&").Id("r")),
		jen.If(jen.Err().Op(":=").Id("r").Dot("Err").Call(), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.If(jen.Op("!").Id("r").Dot("Fits").Call()).Block(
			jen.Return(e.fn(protoRefuseFunc+u.name).Call(jen.Op("&").Id("r"), jen.Id(x)), jen.Nil())),
		jen.Return(jen.Id(x), jen.Nil()),
	)
	f.decl(comment(fmt.Sprintf("%s keeps a message that x, which was read from it, does not hold as it is.", protoRefuseFunc+u.name))...).
		Func().Id(protoRefuseFunc+u.name).Params(protoReaderParam(), jen.Id(x).Id(u.name)).Op("*").Id(u.malformed).Block(
		jen.Id("w").Op(":=").Add(in("jsonx", "NewDraft")).Call(jen.Nil()),
		e.fn(writeFunc+u.name).Call(jen.Op("&").Id("w"), jen.Id(x)),
		jen.Return(jen.Op("&").Id(u.malformed).Values(
			jen.Id(fieldTag).Op(":").Id(x).Dot(e.names.Accessor(u.def)).Call(),
			jen.Id(fieldProto).Op(":").Id("r").Dot("Text").Call(),
			jen.Id(fieldViolations).Op(":").Id("r").Dot("Violations").Call(
				jen.Id(e.names.Schema(u.def)).Dot("ValidateRaw").Call(jen.Id("r").Dot("JSONForm").Call(jen.Op("&").Id("w")))),
		)),
	)
}

// omissionFuncs tell what one of a value's two forms has no place for.
func (e *emitter) omissionFuncs(f *file, typ, visit *jen.Statement) {
	emit := func(name, collect string, doc string) {
		f.decl(comment(name+" "+doc)...).
			Func().Id(name).Params(jen.Id(x).Add(typ.Clone())).Index().String().Block(
			jen.Id("o").Op(":=").Add(in("wire", collect)).Call(),
			visit.Clone(),
			jen.Return(jen.Id("o").Dot("Found").Call()),
		)
	}
	emit(names.ProtoOmissions, "OmittedFromProto", "is what AppendProto leaves out of x because protobuf has no place for it, as RFC 6901 pointers: "+
		"members that the schema does not know, members of a choice that it does not know and that came as JSON, and optional lists that are there "+
		"but empty. It is nil where nothing is left out.")
	emit(names.JSONOmissions, "OmittedFromJSON", "is what AppendJSON leaves out of x because JSON has no place for it: protobuf fields that the schema does "+
		"not know, each as the RFC 6901 pointer of the value it belongs to and its number, as in \"/messages/0: field 17\", and the pointers of members of a "+
		"choice that it does not know and that came as protobuf. It is nil where nothing is left out.")
}

// protoObject is an object that is sent by itself.
func (e *emitter) protoObject(f *file, c *carried) {
	message := c.object.Message.Name
	f.decl(comment(fmt.Sprintf("AppendProto appends x to b as a protobuf message, %s %s. %s", article(message), message, appendProtoDoc))...).
		Func().Params(jen.Id(x).Op("*").Id(c.name)).Id("AppendProto").Params(appendParams()...).Params(appendResults()...).Block(
		jen.Id("w").Op(":=").Add(in("wire", "NewWriter")).Call(jen.Id("b")),
		e.on(jen.Id(x), c.name, protoWriteMethod).Call(jen.Op("&").Id("w")),
		jen.Return(jen.Id("w").Dot("Result").Call()),
	)
	const after = "It is a *violation.Error where the message lacks what Go cannot do without, or has another constant; then x is left as it was. " +
		"Data is copied once and not kept."
	f.decl(comment(fmt.Sprintf("UnmarshalProto reads x from a protobuf message, %s %s. %s %s", article(message), message, brokenDoc, after))...).
		Func().Params(jen.Id(x).Op("*").Id(c.name)).Id("UnmarshalProto").Params(jen.Id("data").Index().Byte()).Error().Block(
		jen.Id("r").Op(":=").Add(in("wire", "NewReader")).Call(jen.String().Call(jen.Id("data"))),
		jen.Var().Id("v").Id(c.name),
		e.on(jen.Id("v"), c.name, protoReadMethod).Call(jen.Op("&").Id("r")),
		e.finishProto(c.def, jen.Id("v").Dot(writeMethod)),
		jen.Op("*").Id(x).Op("=").Id("v"),
		jen.Return(jen.Nil()),
	)
	if c.def != e.schema.Root {
		return
	}
	f.decl(comment(fmt.Sprintf("%s reads a protobuf message, %s %s, as UnmarshalProto of %s does.", names.DecodeProto, article(message), message, c.name))...).
		Func().Id(names.DecodeProto).Params(jen.Id("data").Index().Byte()).Params(jen.Op("*").Id(c.name), jen.Error()).Block(
		jen.Id(x).Op(":=").New(jen.Id(c.name)),
		jen.If(jen.Err().Op(":=").Id(x).Dot("UnmarshalProto").Call(jen.Id("data")), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Return(jen.Id(x), jen.Nil()),
	)
	e.omissionFuncs(f, jen.Op("*").Id(c.name), e.on(jen.Id(x), c.name, protoOmitMethod).Call(jen.Id("o")))
}

// finishProto ends the reading of a message: it returns an error, where there is one.
func (e *emitter) finishProto(d *model.Def, write *jen.Statement) *jen.Statement {
	return jen.If(jen.Err().Op(":=").Add(e.fn(protoFinishFunc)).Call(jen.Op("&").Id("r"), jen.Id(e.names.Schema(d)), write), jen.Err().Op("!=").Nil()).
		Block(jen.Return(jen.Err()))
}

func (e *emitter) protoFinish(f *file) {
	f.decl(comment(protoFinishFunc+" ends the reading of a message: it is nil, or a *wire.Error, or a *violation.Error where the message does not fit its Go type. "+
		"write writes what was read as JSON.")...).
		Func().Id(protoFinishFunc).Params(protoReaderParam(), jen.Id("s").Add(in("schema", "Schema")), jen.Id("write").Func().Params(writerParam())).Error().Block(
		jen.If(jen.Err().Op(":=").Id("r").Dot("Err").Call(), jen.Err().Op("!=").Nil().Op("||").Id("r").Dot("Fits").Call()).Block(jen.Return(jen.Err())),
		jen.Id("w").Op(":=").Add(in("jsonx", "NewDraft")).Call(jen.Nil()),
		jen.Id("write").Call(jen.Op("&").Id("w")),
		jen.Return(jen.Op("&").Add(in("violation", "Error")).Values(
			jen.Id("Violations").Op(":").Id("r").Dot("Violations").Call(jen.Id("s").Dot("ValidateRaw").Call(jen.Id("r").Dot("JSONForm").Call(jen.Op("&").Id("w")))))),
	)
}

// protoBox is a union that is sent by itself although the schema is about something else: its box has the methods.
func (e *emitter) protoBox(f *file, u *unionOf) {
	box, message := e.names.Box(u.def), e.wire.MessageOf(u.def)
	f.decl(comment(fmt.Sprintf("AppendProto appends the value in x to b as a protobuf message, %s %s. %s", article(message), message, appendProtoDoc))...).
		Func().Params(jen.Id(x).Id(box)).Id("AppendProto").Params(appendParams()...).Params(appendResults()...).Block(
		jen.Id("w").Op(":=").Add(in("wire", "NewWriter")).Call(jen.Id("b")),
		e.fn(protoWriteFunc+u.name).Call(jen.Op("&").Id("w"), jen.Id(x).Dot(u.name)),
		jen.Return(jen.Id("w").Dot("Result").Call()),
	)
	f.decl(comment(fmt.Sprintf("UnmarshalProto reads the value in x from a protobuf message, %s %s. %s It is a *violation.Error where the message lacks what "+
		"Go cannot do without, or has another constant; then x is left as it was.", article(message), message, brokenDoc))...).
		Func().Params(jen.Id(x).Op("*").Id(box)).Id("UnmarshalProto").Params(jen.Id("data").Index().Byte()).Error().Block(
		jen.Id("r").Op(":=").Add(in("wire", "NewReader")).Call(jen.String().Call(jen.Id("data"))),
		jen.Id("v").Op(":=").Add(e.fn(protoReadFunc+u.name)).Call(jen.Op("&").Id("r")),
		e.finishProto(u.def, jen.Func().Params(writerParam()).Block(e.fn(writeFunc+u.name).Call(jen.Id("w"), jen.Id("v")))),
		jen.Id(x).Dot(u.name).Op("=").Id("v"),
		jen.Return(jen.Nil()),
	)
}
