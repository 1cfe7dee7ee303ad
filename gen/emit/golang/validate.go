package golang

import (
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/dave/jennifer/jen"
)

// validation is the Validate method of each type. Most values are found to be valid by quick checks, see [proofs]; all
// others are written as JSON and judged exactly.
func (e *emitter) validation(f *file) {
	for _, s := range e.structs {
		e.validate(f, s)
		if e.wanted(s.name + "." + cleanMethod) {
			e.structClean(f, s)
		}
	}
	for _, u := range e.unions() {
		e.strangerValidate(f, u)
		if e.wanted(cleanFunc + u.name) {
			e.unionClean(f, u)
		}
	}
	each(e, func(d *model.Def, _ *model.KindUnion) {
		if e.wanted(cleanFunc + e.names.Type(d)) {
			e.kindClean(f, d)
		}
	})
}

const validateDoc = "Validate is nil if the schema allows x. Otherwise it is a *violation.Error that says everything the schema has against it, " +
	"or a *jsonx.EncodeError where a part of x has no JSON form."

// validate is the method of a struct.
func (e *emitter) validate(f *file, s *structOf) {
	f.decl(comment(validateDoc)...).
		Func().Params(jen.Id(x).Op("*").Id(s.name)).Id("Validate").Params().Error().BlockFunc(func(g *jen.Group) {
		if e.proofs.structs[s.def] != nil {
			e.called[s.name+"."+cleanMethod] = true
			g.If(jen.Id(x).Dot(cleanMethod).Call()).Block(jen.Return(jen.Nil()))
		}
		e.exact(g, s.def)
	})
}

// exact is the exact verdict on x: all of it is written as JSON, and that is judged.
func (e *emitter) exact(g *jen.Group, d *model.Def) {
	g.Id("w").Op(":=").Add(in("jsonx", "NewWhole")).Call(jen.Nil())
	g.Id(x).Dot(writeMethod).Call(jen.Op("&").Id("w"))
	g.Return(jen.Id(e.names.Schema(d)).Dot("ValidateWritten").Call(jen.Op("&").Id("w")))
}

// structClean tells that a struct is certainly valid.
func (e *emitter) structClean(f *file, s *structOf) {
	f.decl("// clean tells that x is certainly valid.").
		Func().Params(jen.Id(x).Op("*").Id(s.name)).Id(cleanMethod).Params().Bool().BlockFunc(func(g *jen.Group) {
		proof := e.proofs.structs[s.def]
		if proof == nil {
			g.Return(jen.False())
			return
		}
		bail(g, jen.Id(x).Op("==").Nil().Op("||").Id(x).Dot("Unknown").Op("!=").Nil())
		for i, fd := range s.fields {
			if fd != nil {
				e.fieldClean(g, fd, proof.fields[i])
			}
		}
		g.Return(jen.True())
	})
}

// bail ends a clean function where a value is not certainly valid.
func bail(g *jen.Group, bad jen.Code) { g.If(bad).Block(jen.Return(jen.False())) }

// fieldClean checks a field.
func (e *emitter) fieldClean(g *jen.Group, fd *field, n *node) {
	fieldOf := func() *jen.Statement { return jen.Id(x).Dot(fd.name) }
	if fd.prop.Required {
		if _, ok := e.shapeOf(fd.prop.Type).(nullable); ok {
			bail(g, jen.Op("!").Add(fieldOf()).Dot("IsSet").Call())
		}
		e.valueClean(g, n, fieldOf(), 0)
		return
	}
	present, value, begin := fieldOf().Op("!=").Nil(), fieldOf(), (*jen.Statement)(nil)
	absent := fieldOf().Op("==").Nil()
	switch e.shapeOf(fd.prop.Type).(type) {
	case scalar, enum:
		present, value = jen.Id("ok"), jen.Id("v")
		begin = jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Add(fieldOf()).Dot("Get").Call()
		absent = jen.Op("!").Add(fieldOf()).Dot("IsSet").Call()
	case raw:
		present, absent = fieldOf().Op("!=").Lit(""), fieldOf().Op("==").Lit("")
	case nullable:
		present, absent = fieldOf().Dot("IsSet").Call(), jen.Op("!").Add(fieldOf()).Dot("IsSet").Call()
	}
	if n.needed {
		bail(g, absent)
	}
	switch {
	case n.never:
		if begin != nil {
			present = fieldOf().Dot("IsSet").Call()
		}
		bail(g, present)
	case n.elem != nil:
		// Loops over nothing and checks of what is null find nothing wrong; checks of the whole need it to be there.
		e.checksClean(g, n, value, present, nil)
		e.elemClean(g, n, value, 0)
	default:
		e.checksClean(g, n, value, present, begin)
	}
}

// valueClean checks a value that is there.
func (e *emitter) valueClean(g *jen.Group, n *node, v *jen.Statement, depth int) {
	if n.never {
		g.Return(jen.False())
		return
	}
	e.checksClean(g, n, v, nil, nil)
	e.elemClean(g, n, v, depth)
}

// checksClean is one if for all checks of a value, on condition that it is there. begin is a statement before the
// condition, or nil.
func (e *emitter) checksClean(g *jen.Group, n *node, v, present, begin *jen.Statement) {
	if len(n.checks) == 0 {
		return
	}
	bad := &jen.Statement{}
	for i, c := range n.checks {
		if i > 0 {
			bad.Op("||")
		}
		bad.Add(c.bad(v.Clone()))
	}
	if present != nil {
		several := len(n.checks) > 1 || n.checks[0].key == "clean" || n.checks[0].key == "finite"
		if several && !e.single(n) {
			bad = jen.Parens(bad)
		}
		bad = jen.Add(present).Op("&&").Add(bad)
	}
	if begin != nil {
		g.If(begin, bad).Block(jen.Return(jen.False()))
		return
	}
	bail(g, bad)
}

// single tells whether the one check of a value is one operand.
func (e *emitter) single(n *node) bool {
	if len(n.checks) > 1 || n.checks[0].key != "clean" {
		return false
	}
	_, isUnion := e.shapeOf(n.t).(union)
	return isUnion
}

// elemClean checks what is inside a value.
func (e *emitter) elemClean(g *jen.Group, n *node, v *jen.Statement, depth int) {
	if n.elem == nil || n.trivial() {
		return
	}
	switch e.shapeOf(n.t).(type) {
	case list:
		if n.elem.never {
			bail(g, jen.Len(v).Op(">").Lit(0))
			return
		}
		i := nested("i", depth)
		g.For(jen.Id(i).Op(":=").Range().Add(v.Clone())).BlockFunc(func(g *jen.Group) {
			e.valueClean(g, n.elem, v.Clone().Index(jen.Id(i)), depth+1)
		})
	case dict:
		if n.elem.never {
			bail(g, jen.Len(v).Op(">").Lit(0))
			return
		}
		key, item := nested("key", depth), nested("item", depth)
		vars := jen.List(jen.Id(key), jen.Id(item))
		if n.elem.trivial() {
			vars = jen.Id(key)
		}
		g.For(vars.Op(":=").Range().Add(v.Clone())).BlockFunc(func(g *jen.Group) {
			bail(g, jen.Op("!").Add(in("utf8", "ValidString")).Call(jen.Id(key)))
			e.valueClean(g, n.elem, jen.Id(item), depth+1)
		})
	case nullable:
		item := nested("item", depth)
		if n.elem.never {
			item = "_"
		}
		begin := jen.List(jen.Id(item), jen.Id("ok")).Op(":=").Add(v.Clone()).Dot("Get").Call()
		if n.elem.never || n.elem.elem != nil {
			g.If(begin, jen.Id("ok")).BlockFunc(func(g *jen.Group) { e.valueClean(g, n.elem, jen.Id(item), depth+1) })
		} else {
			e.checksClean(g, n.elem, jen.Id(item), jen.Id("ok"), begin)
		}
		if n.item {
			bail(g, jen.Op("!").Add(v.Clone()).Dot("IsSet").Call())
		}
	}
}

func (e *emitter) unionClean(f *file, u *unionOf) {
	f.decl("// "+cleanFunc+u.name+" tells that x is certainly valid.").
		Func().Id(cleanFunc+u.name).Params(jen.Id(x).Id(u.name)).Bool().Block(
		jen.Switch(jen.Id(x).Op(":=").Id(x).Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
			for _, m := range u.members {
				if e.proofs.unions[u.def][m.name] != nil {
					e.called[m.name+"."+cleanMethod] = true
					g.Case(jen.Op("*").Id(m.name)).Block(jen.Return(jen.Id(x).Dot(cleanMethod).Call()))
				}
			}
		}),
		jen.Return(jen.False()),
	)
}

func (e *emitter) kindClean(f *file, d *model.Def) {
	name := e.names.Type(d)
	// A member whose kind alone makes it valid does not look at x, and Go has no variable that nobody looks at.
	member := jen.Id(x).Assert(jen.Type())
	for _, m := range e.kindMembers(d) {
		if n := e.proofs.unions[d][e.kindCase(m)]; n != nil && len(n.checks) > 0 {
			member = jen.Id(x).Op(":=").Id(x).Assert(jen.Type())
			break
		}
	}
	f.decl("// "+cleanFunc+name+" tells that x is certainly valid.").
		Func().Id(cleanFunc+name).Params(jen.Id(x).Id(name)).Bool().Block(
		jen.Switch(member).BlockFunc(func(g *jen.Group) {
			for _, m := range e.kindMembers(d) {
				n := e.proofs.unions[d][e.kindCase(m)]
				if n == nil {
					continue
				}
				g.Case(jen.Id(e.kindCase(m))).BlockFunc(func(g *jen.Group) {
					e.valueClean(g, n, e.kindOperand(m), 0)
					g.Return(jen.True())
				})
			}
		}),
		jen.Return(jen.False()),
	)
}

// strangerValidate are the methods of the members that the schema does not have.
func (e *emitter) strangerValidate(f *file, u *unionOf) {
	f.decl(comment("Validate is what the schema has against x: at least that it does not know it.")...).
		Func().Params(jen.Id(x).Op("*").Id(u.unknown)).Id("Validate").Params().Error().
		BlockFunc(func(g *jen.Group) { e.exact(g, u.def) })
	if u.malformed != "" {
		f.decl(comment("Validate is a *violation.Error with what is wrong with x, or with that nothing says what.")...).
			Func().Params(jen.Id(x).Op("*").Id(u.malformed)).Id("Validate").Params().Error().Block(
			jen.If(jen.Id(x).Op("==").Nil().Op("||").Len(jen.Id(x).Dot(fieldViolations)).Op("==").Lit(0)).Block(
				jen.Return(jen.Op("&").Add(in("violation", "Error")).Values(jen.Id("Violations").Op(":").Index().Add(in("violation", "Violation")).Values(
					jen.Values(jen.Id("Message").Op(":").Lit("it is malformed, and what is wrong with it has not been kept")))))),
			jen.Return(jen.Op("&").Add(in("violation", "Error")).Values(jen.Id("Violations").Op(":").Id(x).Dot(fieldViolations))))
	}
}
