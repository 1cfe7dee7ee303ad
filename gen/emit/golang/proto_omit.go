package golang

import (
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/dave/jennifer/jen"
)

// protoOmissions are the methods and functions that go about a value and show a *wire.Omissions what one of its two forms may
// have no place for.
func (e *emitter) protoOmissions(f *file) {
	for _, c := range e.carriages() {
		e.omitStruct(f, c)
	}
	if e.wire == nil {
		return
	}
	for _, u := range e.unions() {
		if e.hasMessage(u.def) && e.wanted(protoOmitFunc+u.name) {
			e.omitUnion(f, u)
		}
	}
}

func omissionsParam() jen.Code { return jen.Id("o").Op("*").Add(in("wire", "Omissions")) }

func (e *emitter) omitStruct(f *file, c *carried) {
	method := e.protoMethodName(c, protoOmitMethod, protoOmitAs)
	if !e.wantedOn(c.name, method) {
		return
	}
	f.decl().Func().Params(jen.Id(x).Op("*").Id(c.name)).Id(method).Params(omissionsParam()).BlockFunc(func(g *jen.Group) {
		if len(c.unions) > 0 || e.unlooked(c) {
			g.If(jen.Id(x).Op("==").Nil()).Block(jen.Return())
		}
		for _, p := range c.object.Properties {
			if fd := c.fieldOf(p.Property.Name); fd != nil {
				e.omitProperty(g, fd, p.Carrier)
			}
		}
		carried := jen.Nil()
		if c.union != nil {
			carried = e.fn(protoMemberFunc + e.names.Type(c.union))
		}
		g.Id("o").Dot("Fields").Call(jen.Id(x).Dot("Unknown"), carried)
	})
}

// omitProperty looks into a property that is carried by a field or fields.
func (e *emitter) omitProperty(g *jen.Group, fd *field, carrier wire.Carrier) {
	held := jen.Id(x).Dot(fd.name)
	name := jen.Lit(fd.prop.Name)
	switch c := carrier.(type) {
	case wire.Single:
		if !e.asJSON(c.Field, fd.prop.Type) {
			e.omitValue(g, fd.prop.Type, held, name, !fd.prop.Required, fd.pointer)
		}
	case wire.Split:
		for _, m := range e.kindMembers(e.shapeOf(fd.prop.Type).(union).def) {
			inside := &jen.Statement{}
			e.omitInto(inside, m.Type, jen.Id("v"), name, !fd.prop.Required, false)
			if len(*inside) > 0 {
				g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Add(held.Clone()).Assert(jen.Id(e.kindCase(m))), jen.Id("ok")).Block(*inside...)
			}
		}
	case wire.Flattened:
		e.omitFlattened(g, fd, c)
	}
}

// omitFlattened looks into a flattened union's member: what that does not know is left out, whoever declares it.
func (e *emitter) omitFlattened(g *jen.Group, fd *field, flat wire.Flattened) {
	u := e.unionOf(flattenedDef(fd.prop))
	set := e.flatSet(e.holderOf(fd), fd.prop, flat)
	held := jen.Id(x).Dot(fd.name)
	g.If(held.Clone().Op("!=").Nil().Op("&&").Op("!").Add(e.nilMember(u, held))).BlockFunc(func(g *jen.Group) {
		g.Id("n").Op(":=").Id("o").Dot("Enter").Call(jen.Lit(fd.prop.Name))
		g.Switch(jen.Id(x).Op(":=").Id(x).Dot(fd.name).Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
			for i, m := range flat.Members {
				g.Case(jen.Op("*").Id(u.members[i].name)).BlockFunc(func(g *jen.Group) {
					for _, p := range m.Properties {
						if fd := u.members[i].fieldOf(p.Property.Name); fd != nil {
							e.omitProperty(g, fd, p.Carrier)
						}
					}
					g.Id("o").Dot("Fields").Call(jen.Id(x).Dot("Unknown"), jen.Nil())
				})
			}
			g.Case(jen.Op("*").Id(u.unknown)).Block(jen.If(fromJSONOnly(jen.Id(x))).Block(
				jen.Id("o").Dot("Flat").Call(jen.Id(x).Dot(fieldRaw), e.tagText(u, jen.Id(x).Dot(fieldTag)), jen.Lit(u.union.Tag), e.fn(protoMemberFunc+set.name))))
		})
		g.Id("o").Dot("Leave").Call(jen.Id("n"))
	})
}

// holderOf is the struct that a field is in.
func (e *emitter) holderOf(fd *field) *structOf {
	for _, s := range e.structs {
		for _, other := range s.fields {
			if other == fd {
				return s
			}
		}
	}
	panic("golang: a field is in no struct")
}

// omitValue looks into a value, where there is something to see in values of its type.
func (e *emitter) omitValue(g *jen.Group, t model.Type, v *jen.Statement, name jen.Code, optional, pointer bool) {
	body := &jen.Statement{}
	e.omitInto(body, t, v, name, optional, pointer)
	for _, s := range *body {
		g.Add(s)
	}
}

func (e *emitter) omitInto(body *jen.Statement, t model.Type, v *jen.Statement, name jen.Code, optional, pointer bool) {
	visit := func(enter *jen.Statement, value *jen.Statement, t model.Type) []jen.Code {
		var look *jen.Statement
		switch s := e.shapeOf(t).(type) {
		case object:
			look = e.on(value, e.names.Type(s.def), protoOmitMethod).Call(jen.Id("o"))
		case union:
			look = e.fn(protoOmitFunc+e.names.Type(s.def)).Call(jen.Id("o"), value)
		}
		return []jen.Code{jen.Id("n").Op(":=").Add(enter), look, jen.Id("o").Dot("Leave").Call(jen.Id("n"))}
	}
	add := func(s *jen.Statement) { *body = append(*body, s) }
	switch s := e.unnamed(t).(type) {
	case object:
		inside := visit(jen.Id("o").Dot("Enter").Call(name), v.Clone(), t)
		if pointer {
			add(jen.If(v.Clone().Op("!=").Nil()).Block(inside...))
		} else {
			add(jen.Block(inside...))
		}
	case union:
		if e.hasMessage(s.def) {
			add(jen.If(v.Clone().Op("!=").Nil()).Block(visit(jen.Id("o").Dot("Enter").Call(name), v.Clone(), t)...))
		}
	case list:
		if optional {
			add(e.omitEmpty(v, name))
		}
		if e.seen(s.elem) {
			add(jen.For(jen.Id("i").Op(":=").Range().Add(v.Clone())).Block(
				visit(jen.Id("o").Dot("EnterItem").Call(name, jen.Id("i")), v.Clone().Index(jen.Id("i")), s.elem)...))
		}
	case dict:
		if optional {
			add(e.omitEmpty(v, name))
		}
		if e.seen(s.elem) {
			add(jen.For(jen.List(jen.Id("_"), jen.Id("key")).Op(":=").Range().Add(in("slices", "Sorted")).Call(in("maps", "Keys").Call(v.Clone()))).Block(
				append([]jen.Code{jen.Id("item").Op(":=").Add(v.Clone()).Index(jen.Id("key"))},
					visit(jen.Id("o").Dot("EnterKey").Call(name, jen.Id("key")), jen.Id("item"), s.elem)...)...))
		}
	}
}

func (e *emitter) omitEmpty(v *jen.Statement, name jen.Code) *jen.Statement {
	return jen.If(v.Clone().Op("!=").Nil().Op("&&").Len(v.Clone()).Op("==").Lit(0)).Block(jen.Id("o").Dot("Empty").Call(name))
}

// seen tells whether there is something to see in values of a type.
func (e *emitter) seen(t model.Type) bool {
	switch s := e.shapeOf(t).(type) {
	case object:
		return true
	case union:
		return e.hasMessage(s.def)
	}
	return false
}

// omitUnion looks into what a union's value is.
func (e *emitter) omitUnion(f *file, u *unionOf) {
	f.decl().Func().Id(protoOmitFunc+u.name).Params(omissionsParam(), jen.Id(x).Id(u.name)).Block(
		jen.Switch(jen.Id(x).Op(":=").Id(x).Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
			for _, m := range u.members {
				method := protoOmitMethod
				if e.memberOf(u.def, m) != nil {
					method = protoOmitAs + u.name
				}
				g.Case(jen.Op("*").Id(m.name)).Block(e.on(jen.Id(x), m.name, method).Call(jen.Id("o")))
			}
			if u.malformed != "" {
				return // what is unknown here is no part of anything, and refused as a whole
			}
			g.Case(jen.Op("*").Id(u.unknown)).BlockFunc(func(g *jen.Group) {
				if _, merged := e.wire.Unions[u.def].(*wire.Merged); merged && e.plainMerge(u) {
					g.If(jen.Id(x).Op("!=").Nil().Op("&&").Add(fromJSONOnly(jen.Id(x)))).Block(
						jen.Id("o").Dot("Members").Call(jen.Id(x).Dot(fieldRaw), jen.Lit(u.union.Tag), e.fn(protoMemberFunc+u.name)))
					return
				}
				g.If(jen.Id(x).Op("!=").Nil()).Block(jen.Id("o").Dot("Unknown").Call(jen.Id(x).Dot(fieldRaw), jen.Id(x).Dot(fieldProto)))
			})
		}))
}
