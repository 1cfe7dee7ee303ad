package golang

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/dave/jennifer/jen"
)

// fromJSONOnly is an expression that tells whether a union's stranger can only be written as JSON.
func fromJSONOnly(v *jen.Statement) *jen.Statement {
	return v.Clone().Dot(fieldProto).Op("==").Lit("").Op("&&").Add(v.Clone()).Dot(fieldRaw).Op("!=").Lit("")
}

// unsaid is the condition under which a value is left out of JSON because it has no form there, nil where every value has
// one: a member of a oneof that came as protobuf and that the schema does not know.
func (e *emitter) unsaid(t model.Type, v *jen.Statement) *jen.Statement {
	u, ok := e.shapeOf(t).(union)
	if !ok || e.wire == nil || len(e.arms(u.def)) == 0 {
		return nil
	}
	return e.fn(protoUnsaidFunc+e.names.Type(u.def)).Call(jen.Id("w"), v)
}

// unsaidFuncs tell what has no form in JSON.
func (e *emitter) unsaidFuncs(f *file) {
	for _, u := range e.unions() {
		if e.wanted(protoUnsaidFunc + u.name) {
			f.decl(comment(fmt.Sprintf("%s tells whether x is left out of JSON, because it is unknown and came as protobuf.", protoUnsaidFunc+u.name))...).
				Func().Id(protoUnsaidFunc+u.name).Params(writerParam(), jen.Id(x).Id(u.name)).Bool().Block(
				jen.List(jen.Id("u"), jen.Id("ok")).Op(":=").Id(x).Assert(jen.Op("*").Id(u.unknown)),
				jen.Return(jen.Id("ok").Op("&&").Id("u").Op("!=").Nil().Op("&&").Id("u").Dot(fieldRaw).Op("==").Lit("").Op("&&").Op("!").Id("w").Dot("Whole").Call()),
			)
		}
	}
}

// protoUnionWriter writes the fields of a union's message.
func (e *emitter) protoUnionWriter(f *file, u *unionOf) {
	f.decl().Func().Id(protoWriteFunc+u.name).Params(protoWriterParam(), jen.Id(x).Id(u.name)).Block(
		e.typeSwitch(u,
			func(g *jen.Group, m *structOf) { e.writeUnionMember(g, u, m) },
			func(g *jen.Group, _ string) { e.writeStranger(g, u) },
			func(g *jen.Group) { g.Add(failAbsent(jen.Lit(""))) }))
	if len(e.arms(u.def)) > 0 && e.wanted(protoUnsentFunc+u.name) {
		f.decl(comment(fmt.Sprintf("%s tells whether x has no form on protobuf, because it is unknown and came as JSON.", protoUnsentFunc+u.name))...).
			Func().Id(protoUnsentFunc+u.name).Params(jen.Id(x).Id(u.name)).Bool().Block(
			jen.List(jen.Id("u"), jen.Id("ok")).Op(":=").Id(x).Assert(jen.Op("*").Id(u.unknown)),
			jen.Return(jen.Id("ok").Op("&&").Id("u").Op("!=").Nil().Op("&&").Add(fromJSONOnly(jen.Id("u")))),
		)
	}
}

// writeUnionMember writes x, which is a known member, with what the union's message has around it.
func (e *emitter) writeUnionMember(g *jen.Group, u *unionOf, m *structOf) {
	w := func(method string) *jen.Statement { return jen.Id("w").Dot(method) }
	if c := e.memberOf(u.def, m); c != nil {
		g.Add(e.on(jen.Id(x), m.name, protoWriteAs+u.name)).Call(jen.Id("w"))
		return
	}
	_, carriers := e.slots(m)
	g.Add(ifNil(failAbsent(jen.Lit(""))))
	g.Id("at").Op(":=").Add(w("Begin")).Call(jen.Lit(armOf(e.arms(u.def), m).Field.Number))
	g.Add(e.on(jen.Id(x), m.name, protoWriteMethod)).Call(jen.Id("w"))
	g.Add(w("End")).Call(jen.Id("at"))
	g.If(jen.Id(x).Dot("Unknown").Op("!=").Nil()).Block(w("Kept").Call(jen.Id(x).Dot("Unknown"), jen.Lit(carriers[u.def])))
}

func armOf(arms []wire.Arm, m *structOf) wire.Arm {
	for _, a := range arms {
		if a.Member.Def == m.def {
			return a
		}
	}
	panic("golang: " + m.def.Key + " has no arm")
}

// writeStranger writes x, which is kept as it came.
func (e *emitter) writeStranger(g *jen.Group, u *unionOf) {
	g.Add(ifNil(failAbsent(jen.Lit(""))))
	_, merged := e.wire.Unions[u.def].(*wire.Merged)
	switch {
	case merged && e.plainMerge(u):
		g.If(fromJSONOnly(jen.Id(x))).Block(
			jen.Id("mark").Op(":=").Id("w").Dot("Mark").Call(),
			jen.Id("w").Dot("String").Call(jen.Lit(e.mergedTag(u.def).Number), jen.Lit(u.union.Tag), e.tagText(u, jen.Id(x).Dot(fieldTag))),
			e.fn(protoStrayFunc+u.name).Call(jen.Id("w"), jen.Id(x).Dot(fieldRaw)),
			jen.Id("w").Dot("Sort").Call(jen.Id("mark")),
		)
	default:
		g.If(fromJSONOnly(jen.Id(x))).Block(
			jen.Id("w").Dot("Fail").Call(jen.Lit(""), jen.Lit("this "+u.name+" is unknown and came as JSON")))
	}
	g.Id("w").Dot("Lit").Call(jen.Id(x).Dot(fieldProto))
}

// nilMember is the condition under which a union's value is a nil pointer.
func (e *emitter) nilMember(u *unionOf, v *jen.Statement) *jen.Statement {
	return e.fn(protoNilFunc + u.name).Call(v)
}

func (e *emitter) nilFunc(f *file, u *unionOf) {
	isNil := func(g *jen.Group) { g.Return(jen.Id(x).Op("==").Nil()) }
	f.decl("// " + protoNilFunc + u.name + " tells whether x is a nil pointer.").
		Func().Id(protoNilFunc + u.name).Params(jen.Id(x).Id(u.name)).Bool().Block(
		e.typeSwitch(u,
			func(g *jen.Group, _ *structOf) { isNil(g) },
			func(g *jen.Group, _ string) { isNil(g) },
			func(g *jen.Group) { g.Return(jen.False()) }))
}

// plainMerge tells whether a merged union's message can be written from JSON members alone.
func (e *emitter) plainMerge(u *unionOf) bool {
	for _, m := range e.merges(u.def) {
		if len(m.Object.Composed) > 0 {
			return false
		}
	}
	return true
}

// tagText is a union's tag as a string.
func (e *emitter) tagText(u *unionOf, tag *jen.Statement) *jen.Statement {
	if e.names.TagEnum(u.def) != nil {
		return jen.String().Call(tag)
	}
	return tag
}

// protoUnionReader reads a union's message.
func (e *emitter) protoUnionReader(f *file, u *unionOf) {
	fn := f.decl().Func().Id(protoReadFunc + u.name).Params(protoReaderParam()).Id(u.name)
	switch w := e.wire.Unions[u.def].(type) {
	case *wire.Envelope:
		fn.BlockFunc(func(g *jen.Group) { e.readOneof(g, u, w.Arms, true) })
	case *wire.OneofUnion:
		fn.BlockFunc(func(g *jen.Group) { e.readOneof(g, u, w.Arms, false) })
	case *wire.Merged:
		fn.BlockFunc(func(g *jen.Group) { e.readMerged(g, u, w.Tag, nil, w.Members) })
	case *wire.Tagged:
		fn.BlockFunc(func(g *jen.Group) { e.readMerged(g, u, w.Tag, w.Enum, w.Members) })
	}
}

// readOneof reads a message with an arm a member. In an envelope a number that is an arm's rules out all others, whatever
// its wire type; and what has no arm must be one that a later version could have written.
func (e *emitter) readOneof(g *jen.Group, u *unionOf, arms []wire.Arm, envelope bool) {
	var keys []jen.Code
	for _, a := range arms {
		if envelope {
			keys = append(keys, jen.Lit(a.Field.Number))
		} else {
			keys = append(keys, wireKey(a.Field.Number, "BytesType"))
		}
	}
	what := jen.Id("r").Dot("Key").Call()
	if envelope {
		what = jen.Id("r").Dot("Number").Call()
	}
	g.Var().Id("o").Add(in("wire", "Oneof"))
	g.For(jen.Id("r").Dot("Next").Call()).Block(
		jen.Switch(what).Block(
			jen.Case(keys...).Block(jen.Id("o").Dot("Arm").Call(jen.Id("r"))),
			jen.Default().Block(jen.Id("o").Dot("Other").Call(jen.Id("r"))),
		),
	)
	g.Id("part").Op(":=").Id("o").Dot("Reader").Call()
	g.Var().Id("y").Id(u.name)
	g.Switch(jen.Id("o").Dot("Number").Call()).BlockFunc(func(g *jen.Group) {
		for _, a := range arms {
			m := e.byDef[a.Member.Def]
			_, carriers := e.slots(m)
			g.Case(jen.Lit(a.Field.Number)).Block(
				jen.Id(x).Op(":=").New(jen.Id(m.name)),
				e.on(jen.Id(x), m.name, protoReadMethod).Call(jen.Op("&").Id("part")),
				jen.Id(x).Dot("Unknown").Op("=").Id("o").Dot("Kept").Call(jen.Id(x).Dot("Unknown"), jen.Lit(carriers[u.def])),
				jen.Id("y").Op("=").Id(x),
			)
		}
		g.Default().BlockFunc(func(g *jen.Group) {
			if envelope {
				g.If(jen.Op("!").Id("o").Dot("Future").Call()).Block(
					jen.Id("r").Dot("Fail").Call(jen.Lit("no arm of " + u.name + ", and nothing that a later version could have for one")))
			}
			g.Return(jen.Op("&").Id(u.unknown).Values(jen.Id(fieldProto).Op(":").Id("r").Dot("Text").Call()))
		})
	})
	g.Id("r").Dot("Done").Call(jen.Op("&").Id("part"))
	g.Return(jen.Id("y"))
}

// readMerged reads a message that is one for all members: first its tag, wherever it is, and then as what that says.
func (e *emitter) readMerged(g *jen.Group, u *unionOf, tag *wire.Field, en *wire.Enum, members []wire.Merge) {
	set := e.mergedSet(u.def)
	look := jen.Id("tag").Op(":=").Id("r").Dot("LastText").Call(jen.Lit(tag.Number))
	on := jen.Id("tag")
	if en != nil {
		look = jen.Id("n").Op(":=").Id("r").Dot("LastEnum").Call(jen.Lit(tag.Number))
		on = jen.Id("n")
	}
	g.Add(look)
	g.Switch(on).BlockFunc(func(g *jen.Group) {
		for _, merge := range members {
			m := e.byDef[merge.Member.Def]
			value := jen.Lit(merge.Member.Value)
			if en != nil {
				value = jen.Lit(merge.Tag.Number)
			}
			g.Case(value).Block(
				jen.Id(x).Op(":=").New(jen.Id(m.name)),
				e.on(jen.Id(x), m.name, protoReadAs+u.name).Call(jen.Id("r")),
				jen.Return(jen.Id(x)),
			)
		}
	})
	if en != nil {
		g.Id("tag").Op(":=").Add(in("wire", "EnumText")).Call(jen.Id("n"))
	}
	g.Id("part").Op(":=").Op("*").Id("r")
	e.readUnknown(g, set)
	g.Return(jen.Op("&").Id(u.unknown).Values(
		jen.Id(fieldTag).Op(":").Add(e.tagOf(u, jen.Id("tag"))),
		jen.Id(fieldRaw).Op(":").Id("part").Dot("JSONForm").Call(jen.Op("&").Id("w")),
		jen.Id(fieldProto).Op(":").Id("r").Dot("Text").Call(),
	))
}
