package golang

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/dave/jennifer/jen"
)

// memberSet are all members, by their JSON names, that one message has fields for because some member of a union has them.
// Which of them a value has is only known when it runs: it is a member that the schema does not know, or one that holds
// what its siblings declare.
type memberSet struct {
	// name is the end of the names of what is emitted for it.
	name    string
	union   *unionOf
	tag     *wire.Field
	members []setMember
	// merged tells that the union is a message of its own. Its siblings' members go where the siblings have them; those of a
	// flattened union do not.
	merged bool
}

// setMember is one field, and the JSON member it carries when that is of a type.
type setMember struct {
	json  string
	field *wire.Field
	typ   model.Type
	kind  model.Kind
	// one tells that no other field carries the same JSON member.
	one bool
	// as is a struct's field that holds it.
	as *field
}

// memberSets are the sets of all unions that are part of a message, in the schema's order.
func (e *emitter) memberSets() []*memberSet {
	var out []*memberSet
	if e.wire == nil {
		return nil
	}
	for _, u := range e.unions() {
		if len(e.merges(u.def)) > 0 {
			out = append(out, e.mergedSet(u.def))
		}
	}
	for _, c := range e.carriages() {
		for _, p := range c.object.Properties {
			if flat, ok := p.Carrier.(wire.Flattened); ok {
				out = append(out, e.flatSet(c.structOf, p.Property, flat))
			}
		}
	}
	return out
}

func (e *emitter) mergedSet(union *model.Def) *memberSet {
	set := &memberSet{name: e.names.Type(union), union: e.unionOf(union), tag: e.mergedTag(union), merged: true}
	for _, m := range e.merges(union) {
		set.add(m.Object.Properties)
	}
	return set.finish()
}

func (e *emitter) flatSet(holder *structOf, p *model.Property, flat wire.Flattened) *memberSet {
	set := &memberSet{name: "In" + holder.name + holder.fieldOf(p.Name).name, union: e.unionOf(flattenedDef(p)), tag: flat.Tag}
	for _, m := range flat.Members {
		set.add(m.Properties)
	}
	return set.finish()
}

func (s *memberSet) add(properties []wire.Property) {
	for _, p := range properties {
		switch c := p.Carrier.(type) {
		case wire.Single:
			s.addField(p.Property, p.Property.Type, c.Field)
		case wire.Split:
			for _, arm := range c.Arms {
				s.addField(p.Property, arm.Type, arm.Field)
			}
		}
	}
}

func (s *memberSet) addField(p *model.Property, t model.Type, f *wire.Field) {
	if f == s.tag {
		return
	}
	for _, m := range s.members {
		if m.field == f {
			return
		}
	}
	kind := jsonKind(t)
	if _, ok := f.Type.(wire.WellKnown); ok && f.Presence != wire.Repeated {
		t = model.Any{} // what travels as JSON becomes JSON, and need be nothing else in between
	}
	s.members = append(s.members, setMember{json: p.Name, field: f, typ: t, kind: kind})
}

// finish names the fields of a struct that holds the set.
func (s *memberSet) finish() *memberSet {
	taken := map[string]bool{names.Unknowns: true, "Tag": true}
	count := map[string]int{}
	for _, m := range s.members {
		count[m.json]++
	}
	for i := range s.members {
		m := &s.members[i]
		m.one = count[m.json] == 1
		name := names.Exported(m.field.Name)
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s%d", names.Exported(m.field.Name), n)
		}
		taken[name] = true
		prop := &model.Property{Name: m.json, Type: m.typ}
		m.as = &field{prop: prop, name: name, index: i + 1, pointer: isObjectRef(m.typ)}
	}
	return s
}

func isObjectRef(t model.Type) bool {
	_, ok := model.Resolve(t).(*model.Object)
	return ok
}

// jsonKind is the JSON type of a type's values, KindNull where they have several.
func jsonKind(t model.Type) model.Kind {
	switch model.Resolve(t).(type) {
	case model.String, model.Const, *model.Enum:
		return model.KindString
	case model.Bool:
		return model.KindBoolean
	case model.Int:
		return model.KindInteger
	case model.Number:
		return model.KindNumber
	case model.List:
		return model.KindArray
	case model.OpenObject, model.Map, *model.Object, *model.Union:
		return model.KindObject
	}
	return model.KindNull
}

// byName groups a set's fields by the JSON members they carry, in their order.
func (s *memberSet) byName() [][]setMember {
	var out [][]setMember
	at := map[string]int{}
	for _, m := range s.members {
		i, ok := at[m.json]
		if !ok {
			i = len(out)
			at[m.json] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], m)
	}
	return out
}

// memberWriters write JSON members whose values fit the fields there are for them: one member, and all of an object.
func (e *emitter) memberWriters(f *file, s *memberSet) {
	if e.wanted(protoMemberFunc + s.name) {
		f.decl(comment(fmt.Sprintf("%s writes a JSON member into the field that some %s has for it. It is false where there is none, or none "+
			"that its value fits.", protoMemberFunc+s.name, s.union.name))...).
			Func().Id(protoMemberFunc+s.name).Params(protoWriterParam(), jen.Id("name").String(), jen.Id("v").Add(in("jsonx", "Raw"))).Bool().
			BlockFunc(func(g *jen.Group) {
				g.Switch(jen.Id("name")).BlockFunc(func(g *jen.Group) {
					for _, group := range s.byName() {
						g.Case(jen.Lit(group[0].json)).BlockFunc(func(g *jen.Group) { e.writeMembers(g, group) })
					}
				})
				g.Return(jen.False())
			})
	}
	if e.wanted(protoStrayFunc + s.name) {
		f.decl(comment(fmt.Sprintf("%s writes those members of an object that %s writes.", protoStrayFunc+s.name, protoMemberFunc+s.name))...).
			Func().Id(protoStrayFunc+s.name).Params(protoWriterParam(), jen.Id("object").Add(in("jsonx", "Raw"))).Block(
			jen.Id("r").Op(":=").Add(in("jsonx", "NewStringReader")).Call(jen.String().Call(jen.Id("object"))),
			jen.Id("o").Op(":=").Id("r").Dot("Object").Call(),
			jen.For(jen.Id("r").Dot("Member").Call(jen.Op("&").Id("o"))).Block(
				jen.Id("name").Op(":=").Id("o").Dot("Key"),
				e.fn(protoMemberFunc+s.name).Call(jen.Id("w"), jen.Id("name"), jen.Id("r").Dot("Raw").Call()),
			),
			jen.If(jen.Err().Op(":=").Id("r").Dot("End").Call(), jen.Err().Op("!=").Nil()).Block(
				jen.Id("w").Dot("Fail").Call(jen.Lit(""), jen.Err().Dot("Error").Call())),
		)
	}
}

// writeMembers writes the value of one JSON member, into the field for its JSON type where there are several.
func (e *emitter) writeMembers(g *jen.Group, group []setMember) {
	if len(group) == 1 {
		e.writeMember(g, group[0])
		return
	}
	g.Switch(jen.Id("v").Dot("Kind").Call()).BlockFunc(func(g *jen.Group) {
		seen := map[string]bool{}
		for _, m := range group {
			kind := readerKinds[m.kind]
			if m.kind == model.KindNull || seen[kind] {
				continue // of two fields for one JSON type the first has it
			}
			seen[kind] = true
			g.Case(in("jsonx", kind)).BlockFunc(func(g *jen.Group) { e.writeMember(g, m) })
		}
	})
}

func (e *emitter) writeMember(g *jen.Group, m setMember) {
	name := jen.Lit(m.json)
	g.Id("mark").Op(":=").Id("w").Dot("Mark").Call()
	if _, ok := m.field.Type.(wire.WellKnown); ok && m.field.Presence != wire.Repeated {
		g.Id("w").Dot(wellKnownMethod(m.field.Type)).Call(jen.Lit(m.field.Number), name, jen.Id("v"))
		g.Return(jen.Id("w").Dot("Commit").Call(jen.Id("mark")))
		return
	}
	value := jen.Id("value")
	g.Id("j").Op(":=").Add(in("jsonx", "NewStringReader")).Call(jen.String().Call(jen.Id("v")))
	g.Id("r").Op(":=").Op("&").Id("j")
	if v, ok := e.readExpr(m.typ); ok {
		g.Add(value.Clone()).Op(":=").Add(v)
	} else {
		e.readNew(g, m.typ, "value", e.goType(m.typ), false, 0)
	}
	g.If(jen.Op("!").Add(in("wire", "Fits")).Call(jen.Id("r"))).Block(jen.Return(jen.False()))
	if skip := e.leftOut(m.typ, value.Clone()); skip != nil {
		g.If(skip).Block(jen.Return(jen.False()))
	}
	e.writeNonZero(g, m.field, m.typ, value, name)
	g.Return(jen.Id("w").Dot("Commit").Call(jen.Id("mark")))
}

// fieldsStruct is a set as a struct of which every field may be absent, to be read from the fields of a message and
// written as JSON members.
func (e *emitter) fieldsStruct(s *memberSet) (*structOf, []bound) {
	tag := &field{prop: &model.Property{Name: s.union.union.Tag, Type: model.String{}}, name: "Tag"}
	out := &structOf{name: protoFieldsType + s.name, object: &model.Object{Properties: []*model.Property{tag.prop}}, fields: []*field{tag}}
	var bounds []bound
	for _, m := range s.members {
		out.object.Properties = append(out.object.Properties, m.as.prop)
		out.fields = append(out.fields, m.as)
		bounds = append(bounds, bound{field: m.as, prop: m.as.prop, carrier: wire.Single{Field: m.field}})
	}
	return out, bounds
}

// memberReaders read fields of a message as JSON members.
func (e *emitter) memberReaders(f *file, s *memberSet) {
	typ, bounds := e.fieldsStruct(s)
	if e.wantedOn(typ.name, protoReadMethod) {
		f.decl(comment(fmt.Sprintf("%s is all that a message has fields for because some %s has it.", typ.name, s.union.name))...).
			Type().Id(typ.name).StructFunc(func(g *jen.Group) {
			for _, fd := range typ.fields {
				g.Id(fd.name).Add(e.fieldType(fd))
			}
			g.Id("Unknown").Op("*").Add(in("unknown", "Fields"))
		})
		e.structWriter(f, typ)
		e.readerMethod(f, typ.name, protoReadMethod, readBody{bounds: bounds, skip: s.tag})
	}
	if e.wanted(protoSiblings + s.name) {
		f.decl(comment(fmt.Sprintf("%s reads the fields that are none of a %s's own: those that its siblings declare become JSON members that "+
			"it does not know.", protoSiblings+s.name, s.union.name))...).
			Func().Id(protoSiblings+s.name).Params(protoReaderParam(), jen.Id("kept").Op("*").Add(in("unknown", "Fields"))).
			Op("*").Add(in("unknown", "Fields")).Block(
			jen.Id("part").Op(":=").Id("r").Dot("FieldsReader").Call(jen.Id("kept")),
			jen.Var().Id(x).Id(typ.name),
			e.on(jen.Id(x), typ.name, protoReadMethod).Call(jen.Op("&").Id("part")),
			jen.Id("r").Dot("Broken").Call(jen.Op("&").Id("part")),
			jen.Id("rest").Op(":=").Id(x).Dot("Unknown"),
			jen.Id("w").Op(":=").Add(in("jsonx", "NewDraft")).Call(jen.Nil()),
			jen.Id(x).Dot(writeMethod).Call(jen.Op("&").Id("w")),
			jen.Return(jen.Id("part").Dot("Members").Call(jen.Id("rest"), jen.Op("&").Id("w"))),
		)
	}
}

// readUnknown reads a message whose tag the schema does not know, with the reader part, and leaves a draft of its JSON text in w:
// all that the message has fields for.
func (e *emitter) readUnknown(g *jen.Group, s *memberSet) {
	typ, _ := e.fieldsStruct(s)
	g.Id("m").Op(":=").Id(typ.name).Values(jen.Id("Tag").Op(":").Add(in("opt", "Some")).Call(jen.Id("tag")))
	g.Add(e.on(jen.Id("m"), typ.name, protoReadMethod)).Call(jen.Op("&").Id("part"))
	g.Id("r").Dot("Broken").Call(jen.Op("&").Id("part"))
	for _, group := range s.byName() {
		if len(group) > 1 {
			var set []jen.Code
			for _, m := range group {
				set = append(set, e.presence(jen.Id("m").Dot(m.as.name), m.as))
			}
			g.If(in("wire", "Count").Call(set...).Op(">").Lit(1)).Block(
				jen.Id("r").Dot("Fail").Call(jen.Lit(fmt.Sprintf("%q in more than one of its fields", group[0].json))))
		}
		for _, m := range group {
			if m.field.Presence == wire.Plain && len(group) == 1 && s.merged {
				v := jen.Id("m").Dot(m.as.name)
				g.If(jen.Op("!").Add(v.Clone()).Dot("IsSet").Call()).Block(
					v.Clone().Op("=").Add(in("opt", "Some")).Index(e.goType(m.typ)).Call(e.zero(m.typ)))
			}
		}
	}
	g.Id("w").Op(":=").Add(in("jsonx", "NewDraft")).Call(jen.Nil())
	g.Id("m").Dot(writeMethod).Call(jen.Op("&").Id("w"))
}
