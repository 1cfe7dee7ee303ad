package golang

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/dave/jennifer/jen"
)

// y is what x is compared with.
const y = "y"

// equality is the Equal method of each struct, and a function for each union.
func (e *emitter) equality(f *file) {
	for _, s := range e.structs {
		e.structEqual(f, s)
	}
	for _, u := range e.unions() {
		e.unionEqual(f, u)
	}
	each(e, func(d *model.Def, _ *model.KindUnion) { e.kindEqual(f, d) })
	for _, d := range e.schema.Defs {
		if e.defined[d] && e.wanted(equalFunc+e.names.Type(d)) {
			f.decl().Func().Id(equalFunc + e.names.Type(d)).Params(jen.List(jen.Id(x), jen.Id(y)).Id(e.names.Type(d))).Bool().Block(
				jen.Return(e.equal(d.Type, jen.Id(x), jen.Id(y), true, false)))
		}
	}
}

func (e *emitter) structEqual(f *file, s *structOf) {
	recv := jen.Id(x)
	f.decl(comment("Equal tells whether x and y hold the same. Raw values are compared as JSON, and unknown members without regard to their order.")...).
		Func().Params(recv.Op("*").Id(s.name)).Id("Equal").Params(jen.Id(y).Op("*").Id(s.name)).Bool().Block(
		jen.If(jen.Id(x).Op("==").Nil().Op("||").Id(y).Op("==").Nil()).Block(jen.Return(jen.Id(x).Op("==").Id(y))),
		jen.ReturnFunc(func(g *jen.Group) {
			all := &jen.Statement{}
			for _, fd := range s.held() {
				all.Add(e.fieldEqual(fd)).Op("&&").Line()
			}
			g.Add(all.Id(x).Dot("Unknown").Dot("Equal").Call(jen.Id(y).Dot("Unknown")))
		}),
	)
}

func (e *emitter) fieldEqual(fd *field) *jen.Statement {
	a, b := jen.Id(x).Dot(fd.name), jen.Id(y).Dot(fd.name)
	t := fd.prop.Type
	switch e.shapeOf(t).(type) {
	case scalar, enum:
		return a.Op("==").Add(b) // an opt.Opt too
	}
	return e.equal(t, a, b, fd.prop.Required, fd.pointer)
}

// equal is an expression that compares two operands. required tells that nil is the same as empty, pointer that they
// are pointers to structs.
func (e *emitter) equal(t model.Type, a, b *jen.Statement, required, pointer bool) *jen.Statement {
	a, b = a.Clone(), b.Clone()
	switch s := e.shapeOf(t).(type) {
	case scalar, enum:
		return a.Op("==").Add(b)
	case raw:
		return a.Dot("Equal").Call(b)
	case object:
		if pointer {
			return a.Dot("Equal").Call(b)
		}
		return a.Dot("Equal").Call(jen.Op("&").Add(b))
	case union:
		return jen.Id(e.names.Equal(s.def)).Call(a, b)
	case named:
		return e.present(a, b, required).Add(e.fn(equalFunc+e.names.Type(s.def)).Call(a, b))
	case nullable:
		if e.comparable(t) {
			return a.Op("==").Add(b)
		}
		return a.Clone().Dot("Equal").Call(b, e.equalFuncOf(s.elem, pointer))
	case list:
		if e.comparable(s.elem) {
			return e.present(a, b, required).Add(in("slices", "Equal").Call(a, b))
		}
		return e.present(a, b, required).Add(in("slices", "EqualFunc").Call(a, b, e.equalFuncOf(s.elem, false)))
	case dict:
		if e.comparable(s.elem) {
			return e.present(a, b, required).Add(in("maps", "Equal").Call(a, b))
		}
		return e.present(a, b, required).Add(in("maps", "EqualFunc").Call(a, b, e.equalFuncOf(s.elem, false)))
	}
	panic("golang: no way to compare")
}

// present compares whether both are there, where that is a question.
func (e *emitter) present(a, b *jen.Statement, required bool) *jen.Statement {
	if required {
		return &jen.Statement{}
	}
	return jen.Parens(a.Clone().Op("==").Nil()).Op("==").Parens(b.Clone().Op("==").Nil()).Op("&&")
}

// comparable tells whether == compares two values of a type.
func (e *emitter) comparable(t model.Type) bool {
	switch s := e.shapeOf(t).(type) {
	case scalar, enum:
		return true
	case nullable:
		return e.comparable(s.elem)
	}
	return false
}

// equalFuncOf is a function that compares two values of a type.
func (e *emitter) equalFuncOf(t model.Type, pointer bool) jen.Code {
	switch s := e.shapeOf(t).(type) {
	case union:
		return jen.Id(e.names.Equal(s.def))
	case named:
		return e.fn(equalFunc + e.names.Type(s.def))
	case raw:
		return in("jsonx", "Raw").Dot("Equal")
	case list:
		if e.comparable(s.elem) {
			return in("slices", "Equal")
		}
	case dict:
		if e.comparable(s.elem) {
			return in("maps", "Equal")
		}
	case object:
		if pointer {
			return jen.Parens(e.pointerTo(t, true)).Dot("Equal")
		}
	}
	return jen.Func().Params(jen.List(jen.Id("a"), jen.Id("b")).Add(e.goType(t))).Bool().
		Custom(jen.Options{Open: "{", Close: "}"}, jen.Return(e.equal(t, jen.Id("a"), jen.Id("b"), true, pointer)))
}

func (e *emitter) unionEqual(f *file, u *unionOf) {
	same := func(g *jen.Group, name string, cond func(*jen.Statement) *jen.Statement) {
		g.List(jen.Id(y), jen.Id("ok")).Op(":=").Id(y).Assert(jen.Op("*").Id(name))
		g.Return(cond(jen.Id("ok").Op("&&")))
	}
	f.decl(comment(fmt.Sprintf("%s tells whether x and y are the same member and hold the same, see its Equal.", e.names.Equal(u.def)))...).
		Func().Id(e.names.Equal(u.def)).Params(jen.List(jen.Id(x), jen.Id(y)).Id(u.name)).Bool().Block(
		e.typeSwitch(u,
			func(g *jen.Group, m *structOf) {
				same(g, m.name, func(s *jen.Statement) *jen.Statement { return s.Id(x).Dot("Equal").Call(jen.Id(y)) })
			},
			func(g *jen.Group, name string) {
				same(g, name, func(s *jen.Statement) *jen.Statement { return s.Id(x).Dot("Equal").Call(jen.Id(y)) })
			},
			func(g *jen.Group) { g.Return(jen.Id(y).Op("==").Nil()) }))
	for _, name := range u.strangers() {
		f.decl("// Equal tells whether x and y keep the same, JSON compared as JSON.").
			Func().Params(jen.Id(x).Op("*").Id(name)).Id("Equal").Params(jen.Id(y).Op("*").Id(name)).Bool().Block(
			jen.If(jen.Id(x).Op("==").Nil().Op("||").Id(y).Op("==").Nil()).Block(jen.Return(jen.Id(x).Op("==").Id(y))),
			jen.ReturnFunc(func(g *jen.Group) {
				all := jen.Id(x).Dot(fieldTag).Op("==").Id(y).Dot(fieldTag)
				if e.onWire(u.def) {
					all.Op("&&").Id(x).Dot(fieldProto).Op("==").Id(y).Dot(fieldProto)
				}
				all.Op("&&").Id(x).Dot(fieldRaw).Dot("Equal").Call(jen.Id(y).Dot(fieldRaw))
				if name == u.malformed {
					all.Op("&&").Line().Add(in("slices", "Equal").Call(jen.Id(x).Dot(fieldViolations), jen.Id(y).Dot(fieldViolations)))
				}
				g.Add(all)
			}),
		)
	}
}

func (e *emitter) kindEqual(f *file, d *model.Def) {
	name := e.names.Type(d)
	f.decl(comment(fmt.Sprintf("%s tells whether x and y are the same member and hold the same. Raw values are compared as JSON.", e.names.Equal(d)))...).
		Func().Id(e.names.Equal(d)).Params(jen.List(jen.Id(x), jen.Id(y)).Id(name)).Bool().Block(
		jen.Switch(jen.Id(x).Op(":=").Id(x).Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
			for _, m := range e.kindMembers(d) {
				g.Case(jen.Id(e.kindCase(m))).BlockFunc(func(g *jen.Group) {
					g.List(jen.Id(y), jen.Id("ok")).Op(":=").Id(y).Assert(jen.Id(e.kindCase(m)))
					g.Return(jen.Id("ok").Op("&&").Add(e.kindMemberEqual(m)))
				})
			}
			g.Default().Block(jen.Return(jen.Id(y).Op("==").Nil()))
		}))
}

func (e *emitter) kindMemberEqual(m kindMember) *jen.Statement {
	a, b := jen.Id(x), jen.Id(y)
	if m.Kind == model.KindNull {
		return a.Op("==").Add(b)
	}
	switch e.shapeOf(m.Type).(type) {
	case raw:
		a, b = in("jsonx", "Raw").Call(a), in("jsonx", "Raw").Call(b)
	case named:
		a, b = e.goType(m.Type).Call(a), e.goType(m.Type).Call(b)
	}
	return e.equal(m.Type, a, b, true, true)
}
