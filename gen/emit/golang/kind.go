package golang

import (
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/dave/jennifer/jen"
)

// kindMember is a member of a kind union.
type kindMember struct {
	model.KindMember
	// name is its Go type's name: of a type made for the union, or of one that the schema has (then by is set).
	name string
	by   *model.Def
}

// own tells whether the Go type is made for the union.
func (m kindMember) own() bool { return m.by == nil }

func (e *emitter) kindMembers(d *model.Def) []kindMember {
	var out []kindMember
	for i, m := range d.Type.(*model.KindUnion).Members {
		km := kindMember{KindMember: m, name: e.names.Kind(d, i)}
		if r, ok := m.Type.(model.Ref); ok && names.OwnsMethods(r.Def) {
			km.by = r.Def
		}
		out = append(out, km)
	}
	return out
}

// word is what a JSON type is called in prose.
func word(k model.Kind) string {
	return [...]string{"null", "a boolean", "a whole number", "a number", "a string", "an array", "an object"}[k]
}

// kindTypes are the interfaces of kind unions and the types made to be their members.
func (e *emitter) kindTypes(f *file) {
	each(e, func(d *model.Def, _ *model.KindUnion) {
		name := e.names.Type(d)
		members := e.kindMembers(d)
		var choices []string
		for _, m := range members {
			choices = append(choices, e.kindType(m)+" ("+word(m.Kind)+")")
		}
		last := len(choices) - 1
		g := f.decl(doc(name, e.described(d, "a choice that the JSON type of the value decides"), d.Deprecated,
			"It is one of "+strings.Join(choices[:last], ", ")+" and "+choices[last]+".")...)
		g.Type().Id(name).InterfaceFunc(func(g *jen.Group) {
			g.Comment("// AppendJSON appends the value to b as one line of JSON.")
			g.Id("AppendJSON").Params(jen.Id("b").Index().Byte()).Params(jen.Index().Byte(), jen.Error())
			g.Id(e.names.Marker(d)).Params()
		})
		for _, m := range members {
			if m.own() {
				f.decl(comment(fmt.Sprintf("%s is %s %s that is %s.", m.name, article(name), name, word(m.Kind)))...).
					Type().Id(m.name).Add(e.kindGoType(m))
			}
		}
		g = f.decl()
		for _, m := range members {
			if m.own() || !isUnion(m.by) {
				g.Func().Params(e.kindReceiver(m)).Id(e.names.Marker(d)).Params().Block()
			}
		}
		e.box(f, d, name)
	})
}

func isUnion(d *model.Def) bool {
	_, ok := d.Type.(*model.Union)
	return ok
}

// kindType is how a member is written in a type switch.
func (e *emitter) kindType(m kindMember) string {
	if !m.own() {
		if _, ok := m.by.Type.(*model.Object); ok {
			return "*" + m.name
		}
	}
	return m.name
}

func (e *emitter) kindReceiver(m kindMember) jen.Code { return jen.Id(e.kindType(m)) }

// kindGoType is what a type made for a kind union is made of.
func (e *emitter) kindGoType(m kindMember) *jen.Statement {
	if m.Kind == model.KindNull {
		return jen.Struct()
	}
	switch s := e.shapeOf(m.Type).(type) {
	case raw, scalar:
		return e.goType(m.Type)
	case list:
		return jen.Index().Add(e.goType(s.elem))
	case dict:
		return jen.Map(jen.String()).Add(e.goType(s.elem))
	case named:
		return e.goType(s.def.Type)
	}
	panic("golang: a member of a kind union has a shape without a type of its own")
}
