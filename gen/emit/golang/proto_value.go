package golang

import (
	"strconv"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/dave/jennifer/jen"
)

// wellKnownMethod is the runtime's method that writes, and the one that reads, a message of struct.proto.
func wellKnownMethod(t wire.FieldType) string {
	if t == wire.WellKnown("ListValue") {
		return "List"
	}
	return string(t.(wire.WellKnown))
}

// scalarMethod is the runtime's method that writes, and the one that reads, a value of one of protobuf's own types.
func scalarMethod(t wire.FieldType) string {
	return map[wire.Scalar]string{"string": "String", "bool": "Bool", "int64": "Int64", "uint64": "Uint64", "double": "Double"}[t.(wire.Scalar)]
}

// asText is a value that travels as a text, as a string.
func (e *emitter) asText(t model.Type, v *jen.Statement) *jen.Statement {
	if _, ok := e.shapeOf(t).(enum); ok {
		return jen.String().Call(v)
	}
	return v
}

// writeField writes a value that is there into a field. name is the member it comes from.
func (e *emitter) writeField(g *jen.Group, f *wire.Field, t model.Type, v *jen.Statement, name jen.Code) {
	switch s := e.unnamed(t).(type) {
	case list:
		if f.Presence == wire.Repeated {
			e.writeList(g, f, s.elem, v, name)
			return
		}
	case dict:
		if m, ok := f.Type.(wire.MapType); ok {
			e.writeMap(g, f.Number, m.Elem, s.elem, v, name)
			return
		}
	}
	if en := enumOnWire(f.Type); en != nil && f.Presence == wire.Plain {
		n, ok := "n"+strconv.Itoa(f.Number), "ok"+strconv.Itoa(f.Number)
		g.List(jen.Id(n), jen.Id(ok)).Op(":=").Add(e.numberOf(en, t, v))
		g.Id("w").Dot("PlainEnum").Call(jen.Lit(f.Number), name, jen.Id(n), jen.Id(ok))
		return
	}
	e.writeValue(g, f.Number, f.Type, t, v, name, func(at string) *jen.Statement {
		return jen.Id("w").Dot("EndIn").Call(jen.Id(at), name)
	})
}

// unnamed is the shape of a type without the name that a definition may have given a slice or a map.
func (e *emitter) unnamed(t model.Type) shape {
	if n, ok := e.shapeOf(t).(named); ok {
		return e.shapeOf(n.def.Type)
	}
	return e.shapeOf(t)
}

// writeValue writes one value that is there. end closes a message.
func (e *emitter) writeValue(g *jen.Group, number int, f wire.FieldType, t model.Type, v *jen.Statement, name jen.Code, end func(at string) *jen.Statement) {
	w := func(method string) *jen.Statement { return g.Id("w").Dot(method) }
	num := jen.Lit(number)
	switch f := f.(type) {
	case wire.Scalar:
		switch f {
		case "string":
			w("String").Call(num, name, e.asText(t, v))
		case "double":
			w("Double").Call(num, name, v)
		default:
			w(scalarMethod(f)).Call(num, v)
		}
	case wire.EnumType:
		n, ok := "n"+strconv.Itoa(number), "ok"+strconv.Itoa(number)
		g.List(jen.Id(n), jen.Id(ok)).Op(":=").Add(e.numberOf(f.Enum, t, v))
		w("EnumOf").Call(num, name, jen.Id(n), jen.Id(ok))
	case wire.WellKnown:
		w(wellKnownMethod(f)).Call(num, name, v)
	case wire.MessageType:
		at := "at" + strconv.Itoa(number)
		g.Id(at).Op(":=").Id("w").Dot("Begin").Call(num)
		e.writeMessage(g, t, v)
		g.Add(end(at))
	}
}

// numberOf is a call that gives a text's number in an enum.
func (e *emitter) numberOf(en *wire.Enum, t model.Type, v *jen.Statement) *jen.Statement {
	d := e.enumDef(en)
	if s, ok := e.shapeOf(t).(enum); !ok || s.def != d {
		v = jen.Id(e.names.Type(d)).Call(v) // narrowed to another enum, or a constant
	}
	return e.fn(protoNumberFunc + e.names.Type(d)).Call(v)
}

// writeMessage writes the fields of a message that has been begun.
func (e *emitter) writeMessage(g *jen.Group, t model.Type, v *jen.Statement) {
	switch s := e.shapeOf(t).(type) {
	case object:
		g.Add(e.on(v.Clone(), e.names.Type(s.def), protoWriteMethod)).Call(jen.Id("w"))
	case union:
		g.Add(e.fn(protoWriteFunc+e.names.Type(s.def))).Call(jen.Id("w"), v)
	default:
		panic("golang: a message carries what is neither an object nor a union")
	}
}

// leftOut is the condition under which a value is left out because it has no form on protobuf, nil where every value has
// one: a member of a oneof that came as JSON and that the schema does not know.
func (e *emitter) leftOut(t model.Type, v *jen.Statement) *jen.Statement {
	u, ok := e.shapeOf(t).(union)
	if !ok || len(e.arms(u.def)) == 0 {
		return nil
	}
	return e.fn(protoUnsentFunc + e.names.Type(u.def)).Call(v)
}

// writeList writes the items of a list: numbers packed, all else a field each.
func (e *emitter) writeList(g *jen.Group, f *wire.Field, elem model.Type, v *jen.Statement, name jen.Code) {
	w := func(method string) *jen.Statement { return g.Id("w").Dot(method) }
	num := jen.Lit(f.Number)
	each := func(body func(g *jen.Group, item *jen.Statement)) {
		g.For(jen.Id("i").Op(":=").Range().Add(v.Clone())).BlockFunc(func(g *jen.Group) { body(g, v.Clone().Index(jen.Id("i"))) })
	}
	switch t := f.Type.(type) {
	case wire.Scalar:
		switch t {
		case "string":
			each(func(g *jen.Group, item *jen.Statement) {
				g.Id("w").Dot("StringItem").Call(num, name, jen.Id("i"), e.asText(elem, item))
			})
		case "double":
			w("PackedDouble").Call(num, name, v)
		default:
			w("Packed"+scalarMethod(t)).Call(num, v)
		}
	case wire.EnumType:
		g.If(jen.Len(v.Clone()).Op(">").Lit(0)).Block(
			jen.Id("at").Op(":=").Id("w").Dot("Begin").Call(num),
			jen.For(jen.Id("i").Op(":=").Range().Add(v.Clone())).Block(
				jen.List(jen.Id("n"), jen.Id("ok")).Op(":=").Add(e.numberOf(t.Enum, elem, v.Clone().Index(jen.Id("i")))),
				jen.Id("w").Dot("EnumItem").Call(name, jen.Id("i"), jen.Id("n"), jen.Id("ok")),
			),
			jen.Id("w").Dot("End").Call(jen.Id("at")),
		)
	case wire.WellKnown:
		each(func(g *jen.Group, item *jen.Statement) {
			g.Id("mark").Op(":=").Id("w").Dot("Mark").Call()
			g.Id("w").Dot(wellKnownMethod(t)).Call(num, jen.Lit(""), item)
			g.Id("w").Dot("InItem").Call(jen.Id("mark"), name, jen.Id("i"))
		})
	case wire.MessageType:
		each(func(g *jen.Group, item *jen.Statement) {
			if skip := e.leftOut(elem, item.Clone()); skip != nil {
				g.If(skip).Block(jen.Continue())
			}
			g.Id("at").Op(":=").Id("w").Dot("Begin").Call(num)
			e.writeMessage(g, elem, item)
			g.Id("w").Dot("EndItem").Call(jen.Id("at"), name, jen.Id("i"))
		})
	}
}

// writeMap writes a map's members, sorted by their keys: each is a message with the key in field 1 and the value in field 2.
func (e *emitter) writeMap(g *jen.Group, number int, f wire.FieldType, elem model.Type, v *jen.Statement, name jen.Code) {
	g.For(jen.List(jen.Id("_"), jen.Id("key")).Op(":=").Range().Add(in("slices", "Sorted")).Call(in("maps", "Keys").Call(v.Clone()))).
		BlockFunc(func(g *jen.Group) {
			item := v.Clone().Index(jen.Id("key"))
			if _, ok := e.shapeOf(elem).(object); ok {
				g.Id("item").Op(":=").Add(item) // to have an address
				item = jen.Id("item")
			}
			if skip := e.leftOut(elem, item.Clone()); skip != nil {
				g.If(skip).Block(jen.Continue())
			}
			g.Id("at").Op(":=").Id("w").Dot("Begin").Call(jen.Lit(number))
			g.Id("w").Dot("String").Call(jen.Lit(1), jen.Lit(""), jen.Id("key"))
			e.writeValue(g, 2, f, elem, item, jen.Lit(""), func(at string) *jen.Statement { return jen.Id("w").Dot("End").Call(jen.Id(at)) })
			g.Id("w").Dot("EndKey").Call(jen.Id("at"), name, jen.Id("key"))
		})
}

// splitUnits write a property that has a field for each JSON type.
func (e *emitter) splitUnits(fd *field, split wire.Split) []unit {
	var out []unit
	held := func() *jen.Statement { return jen.Id(x).Dot(fd.name) }
	name := jen.Lit(fd.prop.Name)
	members := e.kindMembers(e.shapeOf(fd.prop.Type).(union).def)
	out = append(out, unit{number: split.Arms[0].Field.Number, write: func(g *jen.Group) {
		var fine []jen.Code
		if !fd.prop.Required {
			fine = append(fine, jen.Nil())
		}
		for _, m := range members {
			fine = append(fine, jen.Id(e.kindCase(m)))
		}
		// What else there is are pointers to members, which have the members' methods.
		g.Switch(held().Assert(jen.Type())).Block(jen.Case(fine...), jen.Default().Block(failAbsent(name)))
	}})
	for _, arm := range split.Arms {
		m := kindMemberOf(members, arm.Kind)
		out = append(out, unit{number: arm.Field.Number, write: func(g *jen.Group) {
			found := jen.Id("ok")
			if skip := e.leftOut(m.Type, jen.Id("v")); skip != nil && !fd.prop.Required {
				found.Op("&&").Op("!").Add(skip)
			}
			g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Add(held()).Assert(jen.Id(e.kindCase(m))), found).BlockFunc(func(g *jen.Group) {
				if _, isMap := arm.Field.Type.(wire.MapType); isMap && fd.prop.Required {
					// Without a member there would be nothing to tell it by.
					g.If(jen.Len(jen.Id("v")).Op("==").Lit(0)).Block(jen.Id("w").Dot("Fail").Call(name, jen.Lit("an empty object cannot be told from an absent one")))
				}
				e.writeField(g, arm.Field, m.Type, e.kindValue(m, jen.Id("v")), name)
			})
		}})
	}
	return out
}

func kindMemberOf(members []kindMember, k model.Kind) kindMember {
	for _, m := range members {
		if m.Kind == k {
			return m
		}
	}
	panic("golang: a split has a JSON type that its property has not")
}

// kindValue is a member of a kind union as a value of the type that it is made from.
func (e *emitter) kindValue(m kindMember, v *jen.Statement) *jen.Statement {
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

// flatUnits write a union whose tag has a field of its holder, and whose members have their fields beside it.
func (e *emitter) flatUnits(c *carried, fd *field, flat wire.Flattened) []unit {
	held := func() *jen.Statement { return jen.Id(x).Dot(fd.name) }
	name := jen.Lit(fd.prop.Name)
	u := e.unionOf(flattenedDef(fd.prop))
	tag := held().Dot(e.names.Accessor(u.def)).Call()
	if e.names.TagEnum(u.def) != nil {
		tag = jen.String().Call(tag)
	}
	out := []unit{{number: flat.Tag.Number, write: func(g *jen.Group) {
		write := jen.Id("w").Dot("String").Call(jen.Lit(flat.Tag.Number), name, jen.Id("tag"))
		set := g.If(held().Op("!=").Nil())
		if flat.Tag.Presence == wire.Plain {
			set.Block(jen.If(jen.Id("tag").Op(":=").Add(tag), jen.Id("tag").Op("!=").Lit("")).Block(write))
		} else {
			set.Block(jen.Id("w").Dot("String").Call(jen.Lit(flat.Tag.Number), name, tag))
		}
		if fd.prop.Required {
			set.Else().Block(failAbsent(name))
		}
	}}}
	for i, m := range flat.Members {
		member := &carried{structOf: u.members[i], object: &wire.Object{Def: m.Member.Def, Properties: m.Properties}}
		for _, p := range e.propertyUnits(member, member.object, nil) {
			out = append(out, unit{number: p.number, write: func(g *jen.Group) {
				// The member stands where x stands in its own methods.
				member := x
				if p.constant {
					member = "_"
				}
				g.If(jen.List(jen.Id(member), jen.Id("ok")).Op(":=").Add(held()).Assert(jen.Op("*").Id(u.members[i].name)), jen.Id("ok")).
					BlockFunc(func(g *jen.Group) {
						if p.constant {
							p.write(g)
							return
						}
						g.Id("mark").Op(":=").Id("w").Dot("Mark").Call()
						p.write(g)
						g.Id("w").Dot("In").Call(jen.Id("mark"), name)
					})
			}})
		}
	}
	return out
}
