package golang

import (
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/dave/jennifer/jen"
)

// jsonReaders are the unexported functions that read: a method a struct, and a function a union, which looks at the tag
// or the JSON type and never tries.
func (e *emitter) jsonReaders(f *file) {
	for _, s := range e.structs {
		e.structReader(f, s)
	}
	for _, u := range e.unions() {
		e.unionReader(f, u)
	}
	each(e, func(d *model.Def, _ *model.KindUnion) { e.kindReader(f, d) })
	for _, d := range e.schema.Defs {
		if e.defined[d] || d == e.schema.Root && !nominal(d) {
			e.readerFunc(f, d, d.Type)
		} else if d == e.schema.Root && isEnum(d) {
			e.readerFunc(f, d, model.Ref{Def: d})
		}
	}
	e.rawReaders(f)
}

// readerFunc is a function that reads a definition that is no struct and no union.
func (e *emitter) readerFunc(f *file, d *model.Def, t model.Type) {
	name := e.names.Type(d)
	if !e.wanted(readFunc + name) {
		return
	}
	g := f.decl()
	if v, ok := e.readExpr(t); ok {
		g.Func().Id(readFunc + name).Params(readerParam()).Add(e.goType(model.Ref{Def: d})).Block(jen.Return(v))
		return
	}
	g.Func().Id(readFunc + name).Params(readerParam()).Add(e.goType(model.Ref{Def: d})).BlockFunc(func(g *jen.Group) {
		e.readNew(g, t, "v", jen.Id(name), false, 0)
		g.Return(jen.Id("v"))
	})
}

// structReader reads an object member by member, in whatever order they come.
func (e *emitter) structReader(f *file, s *structOf) {
	f.decl().Func().Params(jen.Id(x).Op("*").Id(s.name)).Id(readMethod).Params(readerParam()).BlockFunc(func(g *jen.Group) {
		g.Id("o").Op(":=").Id("r").Dot("Object").Call()
		g.For(jen.Id("r").Dot("Member").Call(jen.Op("&").Id("o"))).BlockFunc(func(g *jen.Group) {
			if len(s.object.Properties) == 0 {
				g.Id("r").Dot("Unknown").Call(jen.Op("&").Id("o"))
				return
			}
			g.Switch(jen.Id("o").Dot("Key")).BlockFunc(func(g *jen.Group) {
				for i, p := range s.object.Properties {
					g.Case(jen.Lit(p.Name)).BlockFunc(func(g *jen.Group) {
						g.Id("r").Dot("Once").Call(jen.Op("&").Id("o"), jen.Lit(i))
						if fd := s.fields[i]; fd != nil {
							e.readField(g, fd)
						} else {
							g.Id("r").Dot("Const").Call(jen.Lit(constant(p)))
						}
					})
				}
				g.Default().Block(jen.Id("r").Dot("Unknown").Call(jen.Op("&").Id("o")))
			})
		})
		e.require(g, s)
		g.Id(x).Dot("Unknown").Op("=").Add(in("unknown", "FromJSON")).Call(jen.Id("r").Dot("Kept").Call(jen.Op("&").Id("o")))
	})
}

// require asks for the required members, 64 at a time.
func (e *emitter) require(g *jen.Group, s *structOf) {
	for from := 0; from < len(s.object.Properties); from += 64 {
		var mask uint64
		var named []string
		for i, p := range s.object.Properties[from:min(from+64, len(s.object.Properties))] {
			if p.Required {
				mask |= 1 << i
				named = append(named, strings.Join(strings.Fields(plain(p.Name)), " "))
			}
		}
		if mask == 0 {
			continue
		}
		call := g.Id("r").Dot("Require").Call(jen.Op("&").Id("o"), jen.Lit(from/64), jen.Id(fmt.Sprintf("0b%b", mask)))
		if note := strings.Join(named, ", "); len(note) < lineWidth/2 {
			call.Comment("// " + note)
		}
	}
}

func (e *emitter) readField(g *jen.Group, fd *field) {
	target := jen.Id(x).Dot(fd.name)
	p := fd.prop
	switch e.shapeOf(p.Type).(type) {
	case scalar, enum:
		if !p.Required {
			v, _ := e.readExpr(p.Type)
			g.Add(target).Op("=").Add(in("opt", "Some")).Call(v)
			return
		}
	}
	e.read(g, p.Type, target, fd.pointer, 0)
}

// readExpr is an expression that reads a value, for the shapes that one call reads.
func (e *emitter) readExpr(t model.Type) (*jen.Statement, bool) {
	r := jen.Id("r")
	switch s := e.shapeOf(t).(type) {
	case scalar:
		return r.Dot(s.method).Call(), true
	case enum:
		return jen.Id(e.names.Type(s.def)).Call(r.Dot("String").Call()), true
	case raw:
		switch s.kind {
		case anyObject:
			return e.fn(openFunc).Call(r), true
		case anyButNull:
			return e.fn(dataFunc).Call(r), true
		}
		return r.Dot("Raw").Call(), true
	case union:
		return e.fn(readFunc + e.names.Type(s.def)).Call(r), true
	case named:
		return e.fn(readFunc + e.names.Type(s.def)).Call(r), true
	}
	return nil, false
}

// read reads a value into target, which is a variable; pointer tells that it is a pointer to a struct. depth is how many
// values are around it.
func (e *emitter) read(g *jen.Group, t model.Type, target *jen.Statement, pointer bool, depth int) {
	if v, ok := e.readExpr(t); ok {
		g.Add(target.Clone()).Op("=").Add(v)
		return
	}
	to := func() *jen.Statement { return g.Add(target.Clone()) }
	switch s := e.shapeOf(t).(type) {
	case object:
		if pointer {
			to().Op("=").New(e.goType(t))
		}
		to().Dot(readMethod).Call(jen.Id("r"))
	case list:
		to().Op("=").Add(e.emptyList(e.goType(t), s))
		e.readItems(g, s, target, depth)
	case dict:
		to().Op("=").Add(e.goType(t)).Values()
		e.readMembers(g, s, target, depth)
	case nullable:
		g.If(jen.Id("r").Dot("Null").Call()).Block(
			jen.Add(target.Clone()).Op("=").Add(in("opt", "Null")).Index(e.pointerTo(s.elem, pointer)).Call(),
		).Else().BlockFunc(func(g *jen.Group) {
			v := e.readItem(g, s.elem, pointer, depth)
			g.Add(target.Clone()).Op("=").Add(in("opt", "Value")).Call(v)
		})
	}
}

// readItem reads a value that is inside another, and is the expression that it is in then.
func (e *emitter) readItem(g *jen.Group, t model.Type, pointer bool, depth int) *jen.Statement {
	if v, ok := e.readExpr(t); ok {
		return v
	}
	item := nested("item", depth)
	e.readNew(g, t, item, e.goType(t), pointer, depth+1)
	return jen.Id(item)
}

// readNew reads a value that no one call reads into a new variable of some Go type, or a pointer to it.
func (e *emitter) readNew(g *jen.Group, t model.Type, name string, goType *jen.Statement, pointer bool, depth int) {
	v := jen.Id(name)
	switch s := e.shapeOf(t).(type) {
	case list:
		g.Id(name).Op(":=").Add(e.emptyList(goType, s))
		e.readItems(g, s, v, depth)
	case dict:
		g.Id(name).Op(":=").Add(goType).Values()
		e.readMembers(g, s, v, depth)
	case object:
		if pointer {
			g.Id(name).Op(":=").New(goType)
		} else {
			g.Var().Id(name).Add(goType)
		}
		g.Id(name).Dot(readMethod).Call(jen.Id("r"))
	default:
		g.Var().Id(name).Add(goType)
		e.read(g, t, v, pointer, depth)
	}
}

// emptyList is a slice without items, but with room for some where they are small and the array about to be read has any.
func (e *emitter) emptyList(goType *jen.Statement, s list) *jen.Statement {
	if _, large := e.shapeOf(s.elem).(object); large {
		return goType.Values()
	}
	return jen.Make(goType, jen.Lit(0), jen.Id("r").Dot("Room").Call())
}

// readItems reads an array into a slice, which is empty.
func (e *emitter) readItems(g *jen.Group, s list, target *jen.Statement, depth int) {
	a := nested("a", depth)
	g.For(jen.Id(a).Op(":=").Id("r").Dot("Array").Call(), jen.Id("r").Dot("Item").Call(jen.Op("&").Id(a)), jen.Empty()).
		BlockFunc(func(g *jen.Group) {
			v := e.readItem(g, s.elem, false, depth)
			g.Add(target.Clone()).Op("=").Append(target.Clone(), v)
		})
}

// readMembers reads an object into a map, which is empty.
func (e *emitter) readMembers(g *jen.Group, s dict, target *jen.Statement, depth int) {
	m := nested("m", depth)
	key := func() *jen.Statement { return jen.Id(m).Dot("Key") }
	g.Id(m).Op(":=").Id("r").Dot("Object").Call() // as the loop's own variable it would be copied for each member
	g.For(jen.Id("r").Dot("Member").Call(jen.Op("&").Id(m))).
		BlockFunc(func(g *jen.Group) {
			g.If(jen.List(jen.Id("_"), jen.Id("twice")).Op(":=").Add(target.Clone()).Index(key()), jen.Id("twice")).Block(
				jen.Id("r").Dot("Duplicate").Call(jen.Op("&").Id(m)))
			v := e.readItem(g, s.elem, false, depth)
			g.Add(target.Clone()).Index(key()).Op("=").Add(v)
		})
}

// unionReader reads what the tag says.
func (e *emitter) unionReader(f *file, u *unionOf) {
	f.decl().Func().Id(readFunc+u.name).Params(readerParam()).Id(u.name).Block(
		jen.List(jen.Id("tag"), jen.Id("ok")).Op(":=").Id("r").Dot("Tag").Call(jen.Lit(u.union.Tag)),
		jen.If(jen.Op("!").Id("ok")).Block(
			jen.Id("r").Dot("Wrong").Call(literal("an object with a string as its member "+quote(u.union.Tag))),
			jen.Return(jen.Nil()),
		),
		jen.Switch(jen.Id("tag")).BlockFunc(func(g *jen.Group) {
			for i, m := range u.members {
				g.Case(jen.Lit(u.union.Members[i].Value)).Block(
					jen.Id(x).Op(":=").New(jen.Id(m.name)),
					jen.Id(x).Dot(readMethod).Call(jen.Id("r")),
					jen.Return(jen.Id(x)),
				)
			}
		}),
		jen.Return(jen.Op("&").Id(u.unknown).Values(
			jen.Id(fieldTag).Op(":").Add(e.tagOf(u, jen.Id("tag"))), jen.Id(fieldRaw).Op(":").Id("r").Dot("Raw").Call())),
	)
}

// readerKinds are the kinds as the runtime's reader tells them, which knows numbers of one kind only.
var readerKinds = [...]string{"KindNull", "KindBoolean", "KindNumber", "KindNumber", "KindString", "KindArray", "KindObject"}

// kindReader reads what the JSON type says.
func (e *emitter) kindReader(f *file, d *model.Def) {
	name := e.names.Type(d)
	members := e.kindMembers(d)
	var words []string
	for _, m := range members {
		words = append(words, word(m.Kind))
	}
	f.decl().Func().Id(readFunc+name).Params(readerParam()).Id(name).Block(
		jen.Switch(jen.Id("r").Dot("Kind").Call()).BlockFunc(func(g *jen.Group) {
			for _, m := range members {
				g.Case(in("jsonx", readerKinds[m.Kind])).BlockFunc(func(g *jen.Group) { e.readKindMember(g, m) })
			}
		}),
		jen.Id("r").Dot("Wrong").Call(jen.Lit(strings.Join(words, " or "))),
		jen.Return(jen.Nil()),
	)
}

func (e *emitter) readKindMember(g *jen.Group, m kindMember) {
	switch {
	case m.Kind == model.KindNull:
		g.Id("r").Dot("Null").Call()
		g.Return(jen.Id(m.name).Values())
	case !m.own():
		if v, ok := e.readExpr(m.Type); ok {
			g.Return(v)
			return
		}
		g.Id(x).Op(":=").New(jen.Id(m.name))
		g.Id(x).Dot(readMethod).Call(jen.Id("r"))
		g.Return(jen.Id(x))
	default:
		if v, ok := e.readExpr(m.Type); ok {
			g.Return(jen.Id(m.name).Call(v))
			return
		}
		e.readNew(g, m.Type, "v", jen.Id(m.name), false, 0)
		g.Return(jen.Id("v"))
	}
}

// rawReaders are for raw values that may not be just anything.
func (e *emitter) rawReaders(f *file) {
	reader := func(name, what string, bad jen.Code, want string) {
		f.decl("// "+name+" reads "+what+".").
			Func().Id(name).Params(readerParam()).Add(in("jsonx", "Raw")).Block(
			jen.If(bad).Block(
				jen.Id("r").Dot("Wrong").Call(jen.Lit(want)),
				jen.Return(jen.Lit("")),
			),
			jen.Return(jen.Id("r").Dot("Raw").Call()),
		)
	}
	kind := func() *jen.Statement { return jen.Id("r").Dot("Kind").Call() }
	if e.wanted(openFunc) {
		reader(openFunc, "an object whose members are data", kind().Op("!=").Add(in("jsonx", "KindObject")), "an object")
	}
	if e.wanted(dataFunc) {
		reader(dataFunc, "any value but null", kind().Op("==").Add(in("jsonx", "KindNull")), "a value other than null")
	}
}
