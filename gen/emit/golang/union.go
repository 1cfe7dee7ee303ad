package golang

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/dave/jennifer/jen"
)

// The fields of the members that a union has for what it does not know or cannot read.
const (
	fieldTag        = "Tag"
	fieldRaw        = "Raw"
	fieldProto      = "Proto"
	fieldViolations = "Violations"
)

// unionOf is a union definition as a sealed interface.
type unionOf struct {
	def     *model.Def
	union   *model.Union
	name    string
	members []*structOf
	// unknown is the member for what the schema does not know, malformed the one for what cannot be read, or empty.
	unknown, malformed string
}

// strangers are the members that the schema does not have.
func (u *unionOf) strangers() []string {
	if u.malformed == "" {
		return []string{u.unknown}
	}
	return []string{u.unknown, u.malformed}
}

func (e *emitter) unionOf(d *model.Def) *unionOf {
	t := d.Type.(*model.Union)
	u := &unionOf{def: d, union: t, name: e.names.Type(d), unknown: e.names.Unknown(d), malformed: e.names.Malformed(d)}
	for _, m := range t.Members {
		u.members = append(u.members, e.byDef[m.Def])
	}
	return u
}

// unions are the union definitions, in the schema's order.
func (e *emitter) unions() []*unionOf {
	var out []*unionOf
	each(e, func(d *model.Def, _ *model.Union) { out = append(out, e.unionOf(d)) })
	return out
}

// onWire tells whether a union has a form on protobuf, so that one which is unknown can be kept in it.
func (e *emitter) onWire(union *model.Def) bool {
	if e.wire == nil {
		return false
	}
	_, ok := e.wire.Unions[union]
	return ok
}

// tagType is the Go type of a union's tag.
func (e *emitter) tagType(u *unionOf) *jen.Statement {
	if enum := e.names.TagEnum(u.def); enum != nil {
		return jen.Id(e.names.Type(enum))
	}
	return jen.String()
}

// tagOf is a text expression as a union's tag.
func (e *emitter) tagOf(u *unionOf, text jen.Code) *jen.Statement {
	if enum := e.names.TagEnum(u.def); enum != nil {
		return jen.Id(e.names.Type(enum)).Call(text)
	}
	return jen.Add(text)
}

// unionTypes are the interfaces of unions, what their members need to be such, and the members that the schema does
// not have.
func (e *emitter) unionTypes(f *file) {
	for _, u := range e.unions() {
		e.unionInterface(f, u)
		e.strangers(f, u)
		e.accessors(f, u)
		e.markers(f, u)
		e.box(f, u.def, u.name)
	}
}

func (e *emitter) unionInterface(f *file, u *unionOf) {
	accessor := e.names.Accessor(u.def)
	g := f.decl(doc(u.name, e.described(u.def, "A choice between objects."), u.def.Deprecated, e.choices(u))...)
	g.Type().Id(u.name).InterfaceFunc(func(g *jen.Group) {
		lines(g, comment(fmt.Sprintf("%s is what the member %s says.", accessor, quoted(u.union.Tag))))
		g.Id(accessor).Params().Add(e.tagType(u))
		g.Comment("// AppendJSON appends the value to b as one line of JSON.")
		g.Id("AppendJSON").Params(jen.Id("b").Index().Byte()).Params(jen.Index().Byte(), jen.Error())
		if e.onWire(u.def) && e.protoMethod(u) {
			g.Comment("// AppendProto appends the value to b as a protobuf message.")
			g.Id("AppendProto").Params(jen.Id("b").Index().Byte()).Params(jen.Index().Byte(), jen.Error())
		}
		g.Comment("// Validate is nil if the schema allows the value, and says why it does not otherwise.")
		g.Id("Validate").Params().Error()
		g.Add(in("json", "Marshaler"))
		for _, k := range e.sealed[u.def] {
			g.Id(e.names.Marker(k)).Params()
		}
		g.Id(e.names.Marker(u.def)).Params()
	})
}

// protoMethod tells whether AppendProto is a method that all members of a union have.
func (e *emitter) protoMethod(u *unionOf) bool {
	root := e.protoUnion()
	return root != nil && root.def == u.def
}

// choices lists a union's members in prose.
func (e *emitter) choices(u *unionOf) string {
	var members []string
	for _, m := range u.members {
		members = append(members, "*"+m.name)
	}
	for _, s := range u.strangers() {
		members = append(members, "*"+s)
	}
	return "It is one of " + listed("and", members) + "."
}

// quoted is a JSON name in prose.
func quoted(name string) string { return fmt.Sprintf("%q", name) }

func (e *emitter) strangers(f *file, u *unionOf) {
	tag := quoted(u.union.Tag)
	g := f.decl(comment(fmt.Sprintf("%s is %s %s that the schema does not know: its %s is another than that of any member. "+
		"It is kept as it came.", u.unknown, article(u.name), u.name, tag))...)
	g.Type().Id(u.unknown).StructFunc(func(g *jen.Group) {
		lines(g, comment(fmt.Sprintf("Tag is what its %s says.", tag)))
		g.Id(fieldTag).Add(e.tagType(u))
		e.kept(g, u)
	})
	if u.malformed == "" {
		return
	}
	g = f.decl(comment(fmt.Sprintf("%s is what came for %s %s and cannot be read as one: a member is not of the type it must be, or "+
		"is not there, or it is no object at all. It is kept as it came.", u.malformed, article(u.name), u.name))...)
	g.Type().Id(u.malformed).StructFunc(func(g *jen.Group) {
		lines(g, comment(fmt.Sprintf("Tag is what its %s says, empty where that says nothing.", tag)))
		g.Id(fieldTag).Add(e.tagType(u))
		e.kept(g, u)
		g.Comment("// Violations say what is wrong with it.")
		g.Id(fieldViolations).Index().Add(in("violation", "Violation"))
	})
}

// kept are the fields that hold what came as it came.
func (e *emitter) kept(g *jen.Group, u *unionOf) {
	g.Comment("// Raw is the JSON text it came as, empty where it did not come as JSON.")
	g.Id(fieldRaw).Add(in("jsonx", "Raw"))
	if e.onWire(u.def) {
		what := "protobuf message"
		if !e.hasMessage(u.def) {
			what = "protobuf fields"
		}
		g.Comment("// Proto is the " + what + " it came as, empty where it did not come as protobuf.")
		g.Id(fieldProto).String()
	}
}

// accessors are the methods that tell the tag. A member of several unions by the same tag has one for all of them.
func (e *emitter) accessors(f *file, u *unionOf) {
	accessor := e.names.Accessor(u.def)
	enum := e.names.TagEnum(u.def)
	for i, m := range u.members {
		if e.accessorOf(m, accessor) != u.def {
			continue
		}
		value := u.union.Members[i].Value
		shown, code := jen.Code(jen.Lit(value)), quoted(value)
		if enum != nil {
			name := e.names.Const(enum, value)
			shown, code = jen.Id(name), name
		}
		f.decl(comment(fmt.Sprintf("%s is %s.", accessor, code))...).
			Func().Params(jen.Op("*").Id(m.name)).Id(accessor).Params().Add(e.tagType(u)).Block(jen.Return(shown))
	}
	for _, s := range u.strangers() {
		f.decl(comment(fmt.Sprintf("%s is what the member %s says, as far as is known.", accessor, quoted(u.union.Tag)))...).
			Func().Params(jen.Id(x).Op("*").Id(s)).Id(accessor).Params().Add(e.tagType(u)).Block(
			jen.If(jen.Id(x).Op("==").Nil()).Block(jen.Return(jen.Lit(""))),
			jen.Return(jen.Id(x).Dot(fieldTag)))
	}
}

// accessorOf is the first of a struct's unions that has an accessor of that name.
func (e *emitter) accessorOf(m *structOf, accessor string) *model.Def {
	for _, d := range m.unions {
		if e.names.Accessor(d) == accessor {
			return d
		}
	}
	return nil
}

// markers are the methods that seal a union, and those that make its members members of kind unions.
func (e *emitter) markers(f *file, u *unionOf) {
	g := f.decl()
	mark := func(recv, marker string) { g.Func().Params(jen.Op("*").Id(recv)).Id(marker).Params().Block() }
	for _, m := range u.members {
		mark(m.name, e.names.Marker(u.def))
	}
	for _, s := range u.strangers() {
		mark(s, e.names.Marker(u.def))
	}
	for _, k := range e.sealed[u.def] {
		for _, m := range u.members {
			if e.marksFirst(m, k, u.def) {
				mark(m.name, e.names.Marker(k))
			}
		}
		for _, s := range u.strangers() {
			mark(s, e.names.Marker(k))
		}
	}
}

// marksFirst tells whether a struct is a member of kind union k by way of union u first: not by itself, and not by an
// earlier union.
func (e *emitter) marksFirst(m *structOf, k, u *model.Def) bool {
	for _, own := range e.sealed[m.def] {
		if own == k {
			return false
		}
	}
	for _, other := range m.unions {
		if other == u {
			return true
		}
		for _, via := range e.sealed[other] {
			if via == k {
				return false
			}
		}
	}
	return true
}

// box is the struct that holds a union's value for encoding/json.
func (e *emitter) box(f *file, d *model.Def, name string) {
	box := e.names.Box(d)
	f.decl(comment(fmt.Sprintf("%s holds %s %s where encoding/json has to be told what to make: as the type of a field, an item or a "+
		"map's value. Null stands for nil.", box, article(name), name))...).
		Type().Id(box).Struct(jen.Id(name).Id(name))
}
