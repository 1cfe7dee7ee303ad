package golang

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/dave/jennifer/jen"
)

// protoWriters are the unexported methods and functions that write: a method for each way in which a struct travels, and a
// function a union.
func (e *emitter) protoWriters(f *file) {
	for _, c := range e.carriages() {
		e.protoWriter(f, c)
	}
	if e.wire == nil {
		return
	}
	for _, u := range e.unions() {
		if e.hasMessage(u.def) && e.wanted(protoWriteFunc+u.name) {
			e.protoUnionWriter(f, u)
		}
		if e.wanted(protoNilFunc + u.name) {
			e.nilFunc(f, u)
		}
	}
	for _, set := range e.memberSets() {
		e.memberWriters(f, set)
	}
}

// protoWriter writes the fields of a struct's message in the order of their numbers, and the unknown ones last.
func (e *emitter) protoWriter(f *file, c *carried) {
	method := e.protoMethodName(c, protoWriteMethod, protoWriteAs)
	if !e.wantedOn(c.name, method) {
		return
	}
	units := e.composedUnits(c)
	units = append(units, e.propertyUnits(c, c.object, c.tag)...)
	strays := e.strays(c)
	f.decl().Func().Params(jen.Id(x).Op("*").Id(c.name)).Id(method).Params(protoWriterParam()).BlockFunc(func(g *jen.Group) {
		if e.unlooked(c) {
			g.Add(ifNil(failAbsent(jen.Lit(""))))
		}
		for _, p := range c.object.Properties {
			if _, ok := p.Carrier.(wire.Flattened); ok {
				held := jen.Id(x).Dot(c.fieldOf(p.Property.Name).name)
				g.If(e.nilMember(e.unionOf(flattenedDef(p.Property)), held)).Block(failAbsent(jen.Lit(p.Property.Name)), jen.Return())
			}
		}
		if len(strays) > 0 || c.union != nil {
			g.Id("mark").Op(":=").Id("w").Dot("Mark").Call()
		}
		writeUnits(g, units)
		for _, stray := range strays {
			stray(g)
		}
		g.If(jen.Id(x).Dot("Unknown").Op("!=").Nil()).BlockFunc(func(g *jen.Group) {
			if c.union != nil {
				g.Add(e.fn(protoStrayFunc+e.names.Type(c.union))).Call(jen.Id("w"), in("wire", "Object").Call(jen.Id(x).Dot("Unknown")))
				g.Id("w").Dot("Sort").Call(jen.Id("mark"))
			}
			g.Id("w").Dot("Kept").Call(jen.Id(x).Dot("Unknown"), jen.Lit(0))
		})
	})
}

// unlooked tells whether a struct's writer may be given a nil pointer that nobody has looked at: that of a member of a union
// that is one message, or of a kind union, or of what is sent by itself.
func (e *emitter) unlooked(c *carried) bool {
	if c.union != nil || len(e.sealed[c.def]) > 0 {
		return true
	}
	root := e.protoUnion()
	return e.isProtoRoot(c.def) && (root == nil || !slices.Contains(root.members, c.structOf))
}

// strays are what a struct writes after its own fields because it only shows in what it holds: the members of an unknown
// flattened union. Fields that come out of order are sorted.
func (e *emitter) strays(c *carried) []func(*jen.Group) {
	var out []func(*jen.Group)
	for _, p := range c.object.Properties {
		flat, ok := p.Carrier.(wire.Flattened)
		if !ok {
			continue
		}
		set := e.flatSet(c.structOf, p.Property, flat)
		u := e.unionOf(flattenedDef(p.Property))
		out = append(out, func(g *jen.Group) {
			g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(x).Dot(c.fieldOf(p.Property.Name).name).Assert(jen.Op("*").Id(u.unknown)), jen.Id("ok")).Block(
				jen.If(fromJSONOnly(jen.Id("v"))).Block(e.fn(protoStrayFunc+set.name).Call(jen.Id("w"), jen.Id("v").Dot(fieldRaw))),
				jen.Id("w").Dot("Lit").Call(jen.Id("v").Dot(fieldProto)),
				jen.Id("w").Dot("Sort").Call(jen.Id("mark")),
			)
		})
	}
	return out
}

// flattenedDef is the definition of a flattened property's union.
func flattenedDef(p *model.Property) *model.Def {
	t := p.Type
	for {
		r := t.(model.Ref)
		if _, ok := r.Def.Type.(*model.Union); ok {
			return r.Def
		}
		t = r.Def.Type
	}
}

func writeUnits(g *jen.Group, units []unit) {
	for _, u := range inOrder(units) {
		u.write(g)
	}
}

// composedUnits write the parts that travel as messages in fields: always, and where a part holds nothing that may be
// absent, as the constant bytes that it comes to then.
func (e *emitter) composedUnits(c *carried) []unit {
	parts, _ := e.slots(c.structOf)
	return e.composedOf(c, c.object, parts)
}

func (e *emitter) composedOf(c *carried, o *wire.Object, parts map[*model.Def]int) []unit {
	var out []unit
	for _, comp := range o.Composed {
		out = append(out, unit{number: comp.Field.Number, write: func(g *jen.Group) {
			inner := append(e.composedOf(c, comp.Object, parts), e.propertyUnits(c, comp.Object, nil)...)
			at := "at" + strconv.Itoa(comp.Field.Number)
			whole := func(g *jen.Group) {
				g.Id(at).Op(":=").Id("w").Dot("Begin").Call(jen.Lit(comp.Field.Number))
				writeUnits(g, inner)
				g.If(jen.Id(x).Dot("Unknown").Op("!=").Nil()).Block(
					jen.Id("w").Dot("Kept").Call(jen.Id(x).Dot("Unknown"), jen.Lit(parts[comp.Part])))
				g.Id("w").Dot("End").Call(jen.Id(at))
			}
			bare, fields, ok := e.bare(c.structOf, comp)
			if !ok {
				g.BlockFunc(whole)
				return
			}
			field := append(appendKey(comp.Field, uint64(len(fields)), 2), fields...)
			g.If(bare).Block(jen.Id("w").Dot("Lit").Call(jen.Lit(string(field)))).Else().BlockFunc(whole)
		}})
	}
	return out
}

// bare is the condition under which a composed part of a struct holds nothing but constants, and the fields that it has
// then; false where it always holds something else.
func (e *emitter) bare(s *structOf, comp wire.Composed) (*jen.Statement, []byte, bool) {
	if len(comp.Object.Composed) > 0 {
		return nil, nil, false
	}
	cond := jen.Id(x).Dot("Unknown").Op("==").Nil()
	var units []unit
	var fields []byte
	for _, p := range comp.Object.Properties {
		fd, own := s.fieldOf(p.Property.Name), s.propertyOf(p.Property.Name)
		if fd == nil {
			single, ok := p.Carrier.(wire.Single)
			if !ok {
				return nil, nil, false
			}
			units = append(units, unit{number: single.Field.Number, write: func(*jen.Group) { fields = append(fields, constantField(single.Field, constant(own))...) }})
			continue
		}
		if own.Required {
			return nil, nil, false
		}
		cond.Op("&&").Add(e.absent(fd))
	}
	writeUnits(nil, units)
	return cond, fields, true
}

// absent is the condition under which an optional field holds nothing.
func (e *emitter) absent(fd *field) *jen.Statement {
	v := jen.Id(x).Dot(fd.name)
	switch e.shapeOf(fd.prop.Type).(type) {
	case scalar, enum, nullable:
		return jen.Op("!").Add(v).Dot("IsSet").Call()
	case raw:
		return v.Op("==").Lit("")
	}
	return v.Op("==").Nil()
}

// constantField is a field that always holds the same text, encoded; nothing where that is the zero value of a plain one.
func constantField(f *wire.Field, text string) []byte {
	if en := enumOnWire(f.Type); en != nil {
		n := enumNumber(en, text)
		if n == 0 && f.Presence == wire.Plain {
			return nil
		}
		return appendKey(f, uint64(n), 0)
	}
	if text == "" && f.Presence == wire.Plain {
		return nil
	}
	return append(appendKey(f, uint64(len(text)), 2), text...)
}

// appendKey is a field's key with its wire type, and the varint that follows: a number, or a length.
func appendKey(f *wire.Field, follows uint64, wireType uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, uint64(f.Number)<<3|wireType), follows)
}

// propertyUnits write the properties that an object has in its own message. tag is the field that tells what member of a
// union it is, where that is no property of its own.
func (e *emitter) propertyUnits(c *carried, o *wire.Object, tag *wire.Field) []unit {
	var out []unit
	for _, p := range o.Properties {
		fd, own := c.fieldOf(p.Property.Name), c.propertyOf(p.Property.Name)
		switch carrier := p.Carrier.(type) {
		case wire.Implied:
			if tag != nil {
				out = append(out, constantUnit(tag, own))
			}
		case wire.Single:
			if fd == nil {
				out = append(out, constantUnit(carrier.Field, own))
				continue
			}
			out = append(out, unit{number: carrier.Field.Number, write: func(g *jen.Group) { e.writeSingle(g, c.structOf, fd, carrier.Field) }})
		case wire.Split:
			out = append(out, e.splitUnits(fd, carrier)...)
		case wire.Flattened:
			out = append(out, e.flatUnits(c, fd, carrier)...)
		}
	}
	return out
}

func constantUnit(f *wire.Field, p *model.Property) unit {
	return unit{number: f.Number, constant: true, write: func(g *jen.Group) {
		text := constant(p)
		if b := constantField(f, text); len(b) > 0 {
			g.Id("w").Dot("Lit").Call(jen.Lit(string(b))).Comment("// " + plain(fmt.Sprintf("%s %q", f.Name, text)))
		}
	}}
}

// writeSingle writes a property that has a field to itself.
func (e *emitter) writeSingle(g *jen.Group, s *structOf, fd *field, f *wire.Field) {
	held := func() *jen.Statement { return jen.Id(x).Dot(fd.name) }
	t, name := fd.prop.Type, jen.Lit(fd.prop.Name)
	if e.asJSON(f, t) {
		write := func(g *jen.Group) {
			g.Var().Id("j").Add(in("jsonx", "Writer"))
			g.Add(e.on(jen.Id(x), s.name, protoJSONWriter+fd.name+"JSON")).Call(jen.Op("&").Id("j"))
			g.Id("w").Dot(wellKnownMethod(f.Type)).Call(jen.Lit(f.Number), name, jen.Id("w").Dot("Written").Call(name, jen.Op("&").Id("j")))
		}
		if fd.prop.Required {
			g.BlockFunc(write)
		} else {
			g.If(e.there(fd)).BlockFunc(write)
		}
		return
	}
	if fd.prop.Required {
		if fd.pointer {
			g.If(held().Op("==").Nil()).Block(failAbsent(name)).Else().BlockFunc(func(g *jen.Group) { e.writeField(g, f, t, held(), name) })
			return
		}
		e.writeNonZero(g, f, t, held(), name)
		return
	}
	switch e.shapeOf(t).(type) {
	case list, dict:
		e.writeField(g, f, t, held(), name) // writes nothing where there is nothing
		return
	case union:
		if skip := e.leftOut(t, held()); skip != nil {
			g.If(held().Op("!=").Nil().Op("&&").Op("!").Add(skip)).BlockFunc(func(g *jen.Group) { e.writeField(g, f, t, held(), name) })
			return
		}
	}
	e.ifPresent(g, fd, func(g *jen.Group, v *jen.Statement) { e.writeNonZero(g, f, t, v, name) })
}

// writeNonZero writes a value that is there, unless its field is a plain one and it is the zero value.
func (e *emitter) writeNonZero(g *jen.Group, f *wire.Field, t model.Type, v *jen.Statement, name jen.Code) {
	if f.Presence == wire.Plain && enumOnWire(f.Type) == nil {
		if cond := e.nonZero(t, v.Clone()); cond != nil {
			g.If(cond).BlockFunc(func(g *jen.Group) { e.writeField(g, f, t, v, name) })
			return
		}
	}
	e.writeField(g, f, t, v, name)
}

// there is the condition under which an optional field holds something.
func (e *emitter) there(fd *field) *jen.Statement { return e.presence(jen.Id(x).Dot(fd.name), fd) }

func (e *emitter) presence(v *jen.Statement, fd *field) *jen.Statement {
	switch e.shapeOf(fd.prop.Type).(type) {
	case scalar, enum, nullable:
		return v.Dot("IsSet").Call()
	case raw:
		return v.Op("!=").Lit("")
	}
	return v.Op("!=").Nil()
}

func failAbsent(name jen.Code) *jen.Statement {
	return jen.Id("w").Dot("Absent").Call(name)
}

// nonZero is the condition under which a plain field is written, nil where it has no zero value.
func (e *emitter) nonZero(t model.Type, v *jen.Statement) *jen.Statement {
	switch s := e.shapeOf(t).(type) {
	case scalar:
		switch s.method {
		case "String":
			return v.Op("!=").Lit("")
		case "Bool":
			return v
		case "Float64":
			return in("wire", "NonZero").Call(v)
		}
		return v.Op("!=").Lit(0)
	case enum:
		return v.Op("!=").Lit("")
	}
	return nil
}

// asJSON tells whether a field carries a value as JSON that Go holds as something else than its text.
func (e *emitter) asJSON(f *wire.Field, t model.Type) bool {
	if _, ok := f.Type.(wire.WellKnown); !ok || f.Presence == wire.Repeated {
		return false
	}
	_, isRaw := e.shapeOf(t).(raw)
	return !isRaw
}

// jsonFields are the methods that write, and read, the fields which travel as JSON.
func (e *emitter) jsonFields(f *file) {
	for _, s := range e.structs {
		for _, fd := range s.held() {
			writer, reader := protoJSONWriter+fd.name+"JSON", protoJSONReader+fd.name+"JSON"
			if e.wantedOn(s.name, writer) {
				f.decl().Func().Params(jen.Id(x).Op("*").Id(s.name)).Id(writer).Params(writerParam()).BlockFunc(func(g *jen.Group) {
					if fd.prop.Required {
						e.write(g, fd.prop.Type, jen.Id(x).Dot(fd.name), 0)
						return
					}
					e.ifPresent(g, fd, func(g *jen.Group, v *jen.Statement) { e.write(g, fd.prop.Type, v, 0) })
				})
			}
			if e.wantedOn(s.name, reader) {
				f.decl().Func().Params(jen.Id(x).Op("*").Id(s.name)).Id(reader).Params(readerParam()).
					BlockFunc(func(g *jen.Group) { e.readField(g, fd) })
			}
		}
	}
}
