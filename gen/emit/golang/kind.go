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
	// name is its Go type's name: that of a definition, which by is then, or of a type made to be such a member.
	name string
	by   *model.Def
}

// kindType is a Go type that is made to be a member of kind unions. It is one type for all unions with a member of its
// shape.
type kindType struct {
	kindMember
	unions []*model.Def
}

// own tells whether the Go type is made to be a member.
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

// decideKinds finds the types that kind unions need.
func (e *emitter) decideKinds() {
	known := map[string]*kindType{}
	each(e, func(d *model.Def, _ *model.KindUnion) {
		for _, m := range e.kindMembers(d) {
			// An enum is a definition's type, yet it is only for a kind union that it writes itself.
			if !m.own() && !isEnum(m.by) {
				continue
			}
			t := known[m.name]
			if t == nil {
				t = &kindType{kindMember: m}
				known[m.name] = t
				e.kinds = append(e.kinds, t)
			}
			t.unions = append(t.unions, d)
		}
	})
}

func isEnum(d *model.Def) bool {
	_, ok := d.Type.(*model.Enum)
	return ok
}

func isUnion(d *model.Def) bool {
	_, ok := d.Type.(*model.Union)
	return ok
}

// word is what a JSON type is called in prose.
func word(k model.Kind) string {
	return [...]string{"null", "a boolean", "a whole number", "a number", "a string", "an array", "an object"}[k]
}

// kindTypes are the interfaces of kind unions and the types made to be their members.
func (e *emitter) kindTypes(f *file) {
	each(e, func(d *model.Def, _ *model.KindUnion) {
		e.kindInterface(f, d)
		e.box(f, d, e.names.Type(d))
	})
	for _, t := range e.kinds {
		e.kindMemberType(f, t)
	}
}

func (e *emitter) kindInterface(f *file, d *model.Def) {
	name := e.names.Type(d)
	var choices, words []string
	for _, m := range e.kindMembers(d) {
		choices = append(choices, e.kindCase(m)+" ("+word(m.Kind)+")")
		words = append(words, word(m.Kind))
	}
	g := f.decl(doc(name, e.described(d, "Either "+listed("or", words)+"."), d.Deprecated,
		"It is one of "+listed("and", choices)+".")...)
	g.Type().Id(name).InterfaceFunc(func(g *jen.Group) {
		g.Comment("// AppendJSON appends the value to b as one line of JSON.")
		g.Id("AppendJSON").Params(jen.Id("b").Index().Byte()).Params(jen.Index().Byte(), jen.Error())
		g.Add(in("json", "Marshaler"))
		g.Id(e.names.Marker(d)).Params()
	})
	g = f.decl()
	for _, m := range e.kindMembers(d) {
		if m.own() || !isUnion(m.by) { // a union's members have their marks from it
			g.Func().Params(jen.Id(e.kindCase(m))).Id(e.names.Marker(d)).Params().Block()
		}
	}
}

// kindMemberType is the type itself; an enum has its own already.
func (e *emitter) kindMemberType(f *file, t *kindType) {
	if !t.own() {
		return
	}
	var of []string
	for _, d := range t.unions {
		of = append(of, e.names.Type(d))
	}
	f.decl(comment(fmt.Sprintf("%s is %s as a member of %s.", t.name, word(t.Kind), listed("and", of)))...).
		Type().Id(t.name).Add(e.kindGoType(t.kindMember))
}

// listed is a list in prose.
func listed(conjunction string, words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}

// kindCase is how a member is written in a type switch.
func (e *emitter) kindCase(m kindMember) string {
	if !m.own() {
		if _, ok := m.by.Type.(*model.Object); ok {
			return "*" + m.name
		}
	}
	return m.name
}

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

// kindOperand is x, which is of a kind union's member type, as what that is made of.
func (e *emitter) kindOperand(m kindMember) *jen.Statement {
	v := jen.Id(x)
	if !m.own() {
		return v
	}
	switch e.shapeOf(m.Type).(type) {
	case scalar:
		return e.basic(m.Type).Call(v)
	case raw:
		return in("jsonx", "Raw").Call(v)
	case named:
		return e.goType(m.Type).Call(v)
	}
	return v
}

// basic is the Go type of a scalar, without the name that a definition may have given it.
func (e *emitter) basic(t model.Type) *jen.Statement {
	for {
		r, ok := t.(model.Ref)
		if !ok {
			return e.goType(t)
		}
		t = r.Def.Type
	}
}
