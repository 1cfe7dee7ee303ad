package golang

import (
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/dave/jennifer/jen"
)

// jsonWriters are the unexported functions that write: a method a struct, and a function a union that dispatches by type
// switch, so that no writer is ever moved to the heap.
func (e *emitter) jsonWriters(f *file) {
	for _, s := range e.structs {
		e.structWriter(f, s)
	}
	for _, u := range e.unions() {
		for _, name := range u.strangers() {
			e.strangerWriter(f, u, name)
		}
		if !e.wanted(writeFunc + u.name) {
			continue
		}
		f.decl().Func().Id(writeFunc+u.name).Params(writerParam(), jen.Id(x).Id(u.name)).Block(
			e.typeSwitch(u, func(g *jen.Group, m *structOf) { g.Id(x).Dot(writeMethod).Call(jen.Id("w")) },
				func(g *jen.Group, _ string) { g.Id(x).Dot(writeMethod).Call(jen.Id("w")) },
				func(g *jen.Group) { g.Add(failJSON("ErrAbsent")) }))
	}
	e.unsaidFuncs(f)
	each(e, func(d *model.Def, _ *model.KindUnion) { e.kindWriter(f, d) })
	for _, t := range e.kinds {
		e.kindMemberWriter(f, t)
	}
	for _, d := range e.schema.Defs {
		if e.defined[d] && e.wanted(writeFunc+e.names.Type(d)) {
			f.decl().Func().Id(writeFunc+e.names.Type(d)).Params(writerParam(), jen.Id(x).Id(e.names.Type(d))).BlockFunc(func(g *jen.Group) {
				e.write(g, d.Type, jen.Id(x), 0)
			})
		}
	}
}

// failJSON gives a value up.
func failJSON(why string) *jen.Statement { return jen.Id("w").Dot("Fail").Call(in("jsonx", why)) }

// ifNil does something for a nil pointer, which a union's value may be as any interface's, and returns.
func ifNil(do jen.Code) *jen.Statement {
	return jen.If(jen.Id(x).Op("==").Nil()).Block(do, jen.Return())
}

// strangerWriter writes what a union keeps as it came.
func (e *emitter) strangerWriter(f *file, u *unionOf, name string) {
	f.decl().Func().Params(jen.Id(x).Op("*").Id(name)).Id(writeMethod).Params(writerParam()).BlockFunc(func(g *jen.Group) {
		g.Add(ifNil(failJSON("ErrAbsent")))
		if e.onWire(u.def) {
			g.If(jen.Id(x).Dot(fieldRaw).Op("==").Lit("").Op("&&").Id(x).Dot(fieldProto).Op("!=").Lit("")).Block(failJSON("ErrNoJSON"), jen.Return())
		}
		g.Id("w").Dot("Raw").Call(jen.Id(x).Dot(fieldRaw))
	})
}

// typeSwitch dispatches on a union's members: each known one, each stranger, and whatever else there is, which can only
// be nil.
func (e *emitter) typeSwitch(u *unionOf, known func(*jen.Group, *structOf), stranger func(*jen.Group, string), other func(*jen.Group)) jen.Code {
	return jen.Switch(jen.Id(x).Op(":=").Id(x).Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
		for _, m := range u.members {
			g.Case(jen.Op("*").Id(m.name)).BlockFunc(func(g *jen.Group) { known(g, m) })
		}
		for _, s := range u.strangers() {
			g.Case(jen.Op("*").Id(s)).BlockFunc(func(g *jen.Group) { stranger(g, s) })
		}
		g.Default().BlockFunc(other)
	})
}

// structWriter writes the members in the schema's order, and the unknown ones last. What is always the same is written
// as one constant text.
func (e *emitter) structWriter(f *file, s *structOf) {
	f.decl().Func().Params(jen.Id(x).Op("*").Id(s.name)).Id(writeMethod).Params(writerParam()).BlockFunc(func(g *jen.Group) {
		if s.def != nil {
			g.Add(ifNil(failJSON("ErrAbsent")))
		}
		pending := "{" // constant text to be written
		first := true  // no member has certainly been written yet
		flush := func() {
			if pending != "" {
				g.Id("w").Dot("Lit").Call(literal(pending))
				pending = ""
			}
		}
		for i, p := range s.object.Properties {
			fd := s.fields[i]
			key := quote(p.Name) + ":"
			switch {
			case fd == nil:
				if !first {
					key = "," + key
				} else if pending != "{" {
					flush()
					g.Id("w").Dot("Comma").Call()
				}
				pending += key + quote(constant(p))
				first = false
			case p.Required && first && pending != "{":
				flush()
				e.writeAfter(g, "Member", key, p.Type, jen.Id(x).Dot(fd.name), 0)
				first = false
			case p.Required:
				if !first {
					key = "," + key
				}
				lead := pending + key
				pending = ""
				e.writeAfter(g, "Lit", lead, p.Type, jen.Id(x).Dot(fd.name), 0)
				first = false
			default:
				flush()
				method := "Member"
				if !first {
					method, key = "Lit", ","+key
				}
				if skip := e.unsaid(p.Type, jen.Id(x).Dot(fd.name)); skip != nil {
					g.If(jen.Id(x).Dot(fd.name).Op("!=").Nil().Op("&&").Op("!").Add(skip)).
						BlockFunc(func(g *jen.Group) { e.writeAfter(g, method, key, p.Type, jen.Id(x).Dot(fd.name), 0) })
					continue
				}
				e.ifPresent(g, fd, func(g *jen.Group, v *jen.Statement) { e.writeAfter(g, method, key, p.Type, v, 0) })
			}
		}
		flush()
		g.Id("w").Dot("Members").Call(jen.Id(x).Dot("Unknown").Dot("Members").Call())
		g.Id("w").Dot("Lit").Call(literal("}"))
	})
}

// ifPresent does something with the value of an optional field where there is one.
func (e *emitter) ifPresent(g *jen.Group, fd *field, do func(*jen.Group, *jen.Statement)) {
	fieldOf := func() *jen.Statement { return jen.Id(x).Dot(fd.name) }
	switch e.shapeOf(fd.prop.Type).(type) {
	case scalar, enum:
		g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Add(fieldOf()).Dot("Get").Call(), jen.Id("ok")).
			BlockFunc(func(g *jen.Group) { do(g, jen.Id("v")) })
	case raw:
		g.If(fieldOf().Op("!=").Lit("")).BlockFunc(func(g *jen.Group) { do(g, fieldOf()) })
	case nullable:
		g.If(fieldOf().Dot("IsSet").Call()).BlockFunc(func(g *jen.Group) { do(g, fieldOf()) })
	default:
		g.If(fieldOf().Op("!=").Nil()).BlockFunc(func(g *jen.Group) { do(g, fieldOf()) })
	}
}

// kindWriter dispatches on the members of a kind union.
func (e *emitter) kindWriter(f *file, d *model.Def) {
	if !e.wanted(writeFunc + e.names.Type(d)) {
		return
	}
	f.decl().Func().Id(writeFunc+e.names.Type(d)).Params(writerParam(), jen.Id(x).Id(e.names.Type(d))).Block(
		jen.Switch(jen.Id(x).Op(":=").Id(x).Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
			for _, m := range e.kindMembers(d) {
				g.Case(jen.Id(e.kindCase(m))).BlockFunc(func(g *jen.Group) {
					if !m.own() && isUnion(m.by) {
						g.Add(e.fn(writeFunc+m.name)).Call(jen.Id("w"), jen.Id(x))
					} else {
						g.Id(x).Dot(writeMethod).Call(jen.Id("w"))
					}
				})
			}
			g.Default().Block(failJSON("ErrAbsent"))
		}))
}

// kindMemberWriter writes a type that is made to be a member of kind unions.
func (e *emitter) kindMemberWriter(f *file, t *kindType) {
	receiver := jen.Id(x).Id(t.name)
	if t.Kind == model.KindNull {
		receiver = jen.Id(t.name)
	}
	f.decl().Func().Params(receiver).Id(writeMethod).Params(writerParam()).BlockFunc(func(g *jen.Group) {
		if t.Kind == model.KindNull {
			g.Id("w").Dot("Lit").Call(literal("null"))
			return
		}
		e.write(g, t.Type, e.kindOperand(t.kindMember), 0)
	})
}

// write writes a value that is there. v is an operand; depth is how many values are around it.
func (e *emitter) write(g *jen.Group, t model.Type, v *jen.Statement, depth int) {
	e.writeAfter(g, "Lit", "", t, v, depth)
}

// writeAfter is write after some constant text, with which a list's or map's opening bracket becomes one. method is the
// runtime's for that text: Lit, or Member where a comma may be needed before it.
func (e *emitter) writeAfter(g *jen.Group, method, text string, t model.Type, v *jen.Statement, depth int) {
	at := func() *jen.Statement { return v.Clone() }
	w := func(method string) *jen.Statement { return g.Id("w").Dot(method) }
	switch e.shapeOf(t).(type) {
	case list:
		text += "["
	case dict:
		text += "{"
	}
	if text != "" {
		w(method).Call(literal(text))
	}
	switch s := e.shapeOf(t).(type) {
	case scalar:
		w(s.method).Call(at())
	case enum:
		w("String").Call(jen.String().Call(at()))
	case raw:
		w("Raw").Call(at())
	case list:
		i := nested("i", depth)
		g.For(jen.Id(i).Op(":=").Range().Add(at())).BlockFunc(func(g *jen.Group) {
			if skip := e.unsaid(s.elem, at().Index(jen.Id(i))); skip != nil {
				g.If(skip).Block(jen.Continue())
			}
			g.Id("w").Dot("Comma").Call()
			e.write(g, s.elem, at().Index(jen.Id(i)), depth+1)
		})
		w("Lit").Call(literal("]"))
	case dict:
		key, item := nested("key", depth), nested("item", depth)
		g.For(jen.List(jen.Id("_"), jen.Id(key)).Op(":=").Range().Add(in("slices", "Sorted")).Call(in("maps", "Keys").Call(at()))).
			BlockFunc(func(g *jen.Group) {
				if skip := e.unsaid(s.elem, at().Index(jen.Id(key))); skip != nil {
					g.If(skip).Block(jen.Continue())
				}
				g.Id("w").Dot("Key").Call(jen.Id(key))
				value := at().Index(jen.Id(key))
				if _, ok := e.shapeOf(s.elem).(object); ok {
					g.Id(item).Op(":=").Add(value) // to have an address
					value = jen.Id(item)
				}
				e.write(g, s.elem, value, depth+1)
			})
		w("Lit").Call(literal("}"))
	case nullable:
		item := nested("item", depth)
		g.If(jen.List(jen.Id(item), jen.Id("ok")).Op(":=").Add(at()).Dot("Get").Call(), jen.Id("ok")).BlockFunc(func(g *jen.Group) {
			e.write(g, s.elem, jen.Id(item), depth+1)
		}).Else().If(at().Dot("IsNull").Call()).Block(
			jen.Id("w").Dot("Lit").Call(literal("null")),
		).Else().Block(
			failJSON("ErrAbsent"),
		)
	case object:
		g.Add(at()).Dot(writeMethod).Call(jen.Id("w"))
	case union:
		g.Add(e.fn(writeFunc+e.names.Type(s.def))).Call(jen.Id("w"), at())
	case named:
		g.Add(e.fn(writeFunc+e.names.Type(s.def))).Call(jen.Id("w"), at())
	}
}
