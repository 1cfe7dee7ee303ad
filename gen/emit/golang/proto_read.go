package golang

import (
	"fmt"
	"strconv"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/dave/jennifer/jen"
)

// protoReaders are the unexported methods and functions that read.
func (e *emitter) protoReaders(f *file) {
	done := map[*structOf]map[*model.Def]bool{}
	for _, c := range e.carriages() {
		if done[c.structOf] == nil {
			done[c.structOf] = map[*model.Def]bool{}
		}
		e.protoReader(f, c, done[c.structOf])
	}
	if e.wire == nil {
		return
	}
	for _, u := range e.unions() {
		if e.hasMessage(u.def) && e.wanted(protoReadFunc+u.name) {
			e.protoUnionReader(f, u)
		}
	}
	for _, set := range e.memberSets() {
		e.memberReaders(f, set)
	}
}

// bound is a property and where it is: its field in Go, nil where the Go type implies it, and what carries it.
type bound struct {
	field   *field
	prop    *model.Property
	carrier wire.Carrier
}

// bind finds a struct's fields for properties that its message, or that of a part of it, carries.
func bind(s *structOf, properties []wire.Property) []bound {
	var out []bound
	for _, p := range properties {
		out = append(out, bound{s.fieldOf(p.Property.Name), s.propertyOf(p.Property.Name), p.Carrier})
	}
	return out
}

// readBody is what a method reads from one message.
type readBody struct {
	owner    *structOf
	bounds   []bound
	composed []wire.Composed
	parts    map[*model.Def]int // their slots
	// slot is where unknown fields go.
	slot int
	// skip is a field that has been looked at before: the tag of a union.
	skip *wire.Field
	// broken are fields that cannot be in this message, with the reason.
	broken map[*wire.Field]string
	// tag is a property whose constant says what the message is in: another text makes a broken frame.
	tag *model.Property
	// siblings is the function that reads what is none of these, "" where that is only kept.
	siblings string
	// rest tells that fields which are none of these are the result.
	rest bool
}

// reading is a body taken apart: what is declared, what is done for each field, and what is done when all are read.
type reading struct {
	declare []*jen.Statement
	cases   []readCase
	after   []func(*jen.Group)
}

type readCase struct {
	number int
	keys   []jen.Code
	body   func(*jen.Group)
}

func (r *reading) on(number int, typ string, body func(*jen.Group)) {
	r.cases = append(r.cases, readCase{number, []jen.Code{wireKey(number, typ)}, body})
}

func (r *reading) local(name string, typ *jen.Statement, f *wire.Field) *jen.Statement {
	r.declare = append(r.declare, jen.Var().Id(name).Add(typ).Comment("// "+f.Name))
	return jen.Id(name)
}

func (r *reading) then(body func(*jen.Group)) { r.after = append(r.after, body) }

// local is the name of a variable for a field: it has the field's number, which no other has.
func local(name string, f *wire.Field) string { return name + strconv.Itoa(f.Number) }

// protoReader is the method that reads a struct from its message. done are the parts that the struct has methods for.
func (e *emitter) protoReader(f *file, c *carried, done map[*model.Def]bool) {
	method := e.protoMethodName(c, protoReadMethod, protoReadAs)
	if !e.wantedOn(c.name, method) {
		return
	}
	parts, _ := e.slots(c.structOf)
	body := readBody{owner: c.structOf, bounds: bind(c.structOf, c.object.Properties), composed: c.object.Composed, parts: parts}
	if c.union != nil {
		body.skip = c.tag
		body.broken = foreign(c, e.names.Type(c.union))
		body.siblings = protoSiblings + e.names.Type(c.union)
	}
	e.readerMethod(f, c.name, method, body)
	e.narrowedParts(f, c, parts, done)
	for _, p := range c.object.Properties {
		if flat, ok := p.Carrier.(wire.Flattened); ok {
			e.flatReader(f, c, p.Property, flat)
		}
	}
}

// foreign are the fields of a shared message that hold a JSON type which a property of this member cannot have.
func foreign(c *carried, union string) map[*wire.Field]string {
	known := map[*wire.Field]bool{c.tag: true}
	see := func(properties []wire.Property) {
		for _, p := range properties {
			switch carrier := p.Carrier.(type) {
			case wire.Single:
				known[carrier.Field] = true
			case wire.Split:
				for _, arm := range carrier.Arms {
					known[arm.Field] = true
				}
			}
		}
	}
	see(c.object.Properties)
	see(c.object.Siblings)
	for _, comp := range c.object.Composed {
		known[comp.Field] = true
	}
	out := map[*wire.Field]string{}
	for _, f := range c.object.Message.Fields {
		if !known[f] {
			out[f] = fmt.Sprintf("field %s in a %s that has no such thing", f.Name, union)
		}
	}
	return out
}

// readerMethod is a method that reads a message field by field, in whatever order they come.
func (e *emitter) readerMethod(f *file, typ, method string, b readBody) {
	var r reading
	e.readComposed(&r, b)
	for _, p := range b.bounds {
		e.readBound(&r, b, p)
	}
	if b.skip != nil && !carries(b.bounds, b.skip) {
		r.on(b.skip.Number, wireType(b.skip.Type), func(g *jen.Group) { g.Add(skipTag(b.skip)) })
	}
	for _, field := range sortedFields(b.broken) {
		for _, typ := range wireTypes(field) {
			r.on(field.Number, typ, func(g *jen.Group) { g.Id("r").Dot("Fail").Call(jen.Lit(b.broken[field])) })
		}
	}
	fn := f.decl().Func().Params(jen.Id(x).Op("*").Id(typ)).Id(method).Params(protoReaderParam())
	if b.rest {
		fn.Params(jen.Id("rest").Op("*").Add(in("unknown", "Fields")))
	}
	fn.BlockFunc(func(g *jen.Group) {
		for _, d := range r.declare {
			g.Add(d)
		}
		keep := jen.Id(x).Dot("Unknown").Op("=").Id("r").Dot("Keep").Call(jen.Id(x).Dot("Unknown"), jen.Lit(b.slot))
		switch {
		case b.rest:
			keep = jen.Id("rest").Op("=").Id("r").Dot("Keep").Call(jen.Id("rest"), jen.Lit(0))
		case b.siblings != "":
			g.Var().Id("others").Op("*").Add(in("unknown", "Fields"))
			keep = jen.Id("others").Op("=").Id("r").Dot("Keep").Call(jen.Id("others"), jen.Lit(0))
		}
		g.For(jen.Id("r").Dot("Next").Call()).BlockFunc(func(g *jen.Group) {
			if len(r.cases) == 0 {
				g.Add(keep)
				return
			}
			g.Switch(jen.Id("r").Dot("Key").Call()).BlockFunc(func(g *jen.Group) {
				for _, c := range r.ordered() {
					g.Case(c.keys...).BlockFunc(c.body)
				}
				g.Default().Block(keep)
			})
		})
		for _, a := range r.after {
			a(g)
		}
		if b.siblings != "" {
			siblings := e.fn(b.siblings).Call(jen.Id("r"), jen.Id("others"))
			if len(b.composed) > 0 {
				siblings = in("wire", "Kept").Call(siblings, jen.Lit(0), jen.Id(x).Dot("Unknown"))
			}
			g.If(jen.Id("others").Op("!=").Nil()).Block(
				jen.Id(x).Dot("Unknown").Op("=").Add(siblings))
		}
		if b.rest {
			g.Return(jen.Id("rest"))
		}
	})
}

// readBound reads a property.
func (e *emitter) readBound(r *reading, b readBody, p bound) {
	switch c := p.carrier.(type) {
	case wire.Single:
		if c.Field == b.skip {
			r.on(c.Field.Number, wireType(c.Field.Type), func(g *jen.Group) { g.Add(skipTag(c.Field)) })
			return
		}
		e.readSingle(r, b, p, c.Field)
	case wire.Split:
		e.readSplit(r, p, c)
	case wire.Flattened:
		e.readFlattened(r, b.owner, p, c)
	}
}

// skipTag passes over a tag that has been looked at before, which is still to be seen to be well formed.
func skipTag(f *wire.Field) *jen.Statement {
	if enumOnWire(f.Type) != nil {
		return jen.Id("r").Dot("Enum").Call()
	}
	return jen.Id("_").Op("=").Id("r").Dot("String").Call()
}

// readSingle reads a property that has a field to itself.
func (e *emitter) readSingle(r *reading, b readBody, p bound, f *wire.Field) {
	if p.field == nil {
		e.readConstant(r, b, p, f)
		return
	}
	target, pointer := jen.Id(x).Dot(p.field.name), pointerOf(p.prop.Name)
	t := p.prop.Type
	switch s := e.unnamed(t).(type) {
	case list:
		if f.Presence == wire.Repeated {
			e.readList(r, f, s.elem, target, pointer)
			e.emptyIfRequired(r, p, target)
			return
		}
	case dict:
		if m, ok := f.Type.(wire.MapType); ok {
			e.readMap(r, f, m.Elem, s.elem, e.goType(t), target, pointer)
			e.emptyIfRequired(r, p, target)
			return
		}
	}
	absent := func(g *jen.Group) { g.Id("r").Dot("Absent").Call(jen.Lit(pointer)) }
	switch ft := f.Type.(type) {
	case wire.WellKnown, wire.MessageType:
		msg := r.local(local("in", f), in("wire", "Message"), f)
		r.on(f.Number, "BytesType", func(g *jen.Group) { g.Add(msg.Clone()).Op("=").Id("r").Dot("Message").Call(msg.Clone()) })
		r.then(func(g *jen.Group) {
			if _, isRaw := e.shapeOf(t).(raw); isRaw {
				g.Add(target.Clone()).Op("=").Add(e.rawFrom(t, ft, msg.Clone(), pointer))
				if p.prop.Required {
					g.If(jen.Op("!").Add(msg.Clone()).Dot("Set").Call()).BlockFunc(absent)
				}
				return
			}
			set := g.If(msg.Clone().Dot("Set").Call()).BlockFunc(func(g *jen.Group) {
				if e.asJSON(f, t) {
					g.Id("j").Op(":=").Add(in("jsonx", "NewStringReader")).Call(jen.String().Call(
						jen.Id("r").Dot(wellKnownMethod(ft)).Call(msg.Clone())))
					g.Add(e.on(jen.Id(x), b.owner.name, protoJSONReader+p.field.name+"JSON")).Call(jen.Op("&").Id("j"))
					g.Id("r").Dot("JSON").Call(jen.Lit(pointer), jen.Op("&").Id("j"))
					return
				}
				e.readMessage(g, t, p.field.pointer, target.Clone(), msg.Clone().Dot("Reader").Call(), func(part string) *jen.Statement {
					return jen.Id("r").Dot("DoneAt").Call(jen.Op("&").Id(part), jen.Lit(pointer))
				})
			})
			if p.prop.Required {
				set.Else().BlockFunc(absent)
			}
		})
	default:
		v := e.scalarFrom("r", f.Type, t)
		if !p.prop.Required {
			v = in("opt", "Some").Call(v)
		}
		seen := p.prop.Required && f.Presence == wire.Explicit
		if seen {
			r.local(local("seen", f), jen.Bool(), f)
			r.then(func(g *jen.Group) { g.If(jen.Op("!").Id(local("seen", f))).BlockFunc(absent) })
		}
		if en := enumOnWire(f.Type); en != nil && p.prop.Required && f.Presence == wire.Plain {
			// An absent number is 0, which is the number of a text.
			r.declare = append(r.declare, target.Clone().Op("=").Add(e.textOf(en, t, jen.Lit(0))))
		}
		r.on(f.Number, wireType(f.Type), func(g *jen.Group) {
			if seen {
				g.Id(local("seen", f)).Op("=").True()
			}
			g.Add(target.Clone()).Op("=").Add(v)
		})
	}
}

// readConstant reads a text that can only be one: another cannot be held, because the Go type implies it.
func (e *emitter) readConstant(r *reading, b readBody, p bound, f *wire.Field) {
	want, pointer := constant(p.prop), pointerOf(p.prop.Name)
	got := r.local(local("text", f), jen.String(), f)
	var v *jen.Statement
	if en := enumOnWire(f.Type); en != nil {
		v = e.textOf(en, model.String{}, jen.Id("r").Dot("Enum").Call())
		r.declare = append(r.declare, got.Clone().Op("=").Add(e.textOf(en, model.String{}, jen.Lit(0))))
	} else {
		v = jen.Id("r").Dot("String").Call()
	}
	explicit := f.Presence == wire.Explicit
	if explicit {
		r.local(local("seen", f), jen.Bool(), f)
	}
	r.on(f.Number, wireType(f.Type), func(g *jen.Group) {
		if explicit {
			g.Id(local("seen", f)).Op("=").True()
		}
		g.Add(got.Clone()).Op("=").Add(v)
	})
	r.then(func(g *jen.Group) {
		check := jen.Id("r").Dot("Const").Call(jen.Lit(pointer), got.Clone(), jen.Lit(want))
		switch {
		case p.prop == b.tag:
			g.If(got.Clone().Op("!=").Lit(want)).Block(failTag(want))
		case explicit:
			g.If(jen.Id(local("seen", f))).Block(check).Else().Block(jen.Id("r").Dot("Absent").Call(jen.Lit(pointer)))
		default:
			g.Add(check)
		}
	})
}

func failTag(want string) *jen.Statement {
	return jen.Id("r").Dot("Fail").Call(jen.Lit("the tag is not that of the arm, " + want))
}

// scalarFrom is an expression that reads a single value of one of protobuf's own types, or an enum's.
func (e *emitter) scalarFrom(reader string, f wire.FieldType, t model.Type) *jen.Statement {
	if en := enumOnWire(f); en != nil {
		return e.textOf(en, t, jen.Id(reader).Dot("Enum").Call())
	}
	v := jen.Id(reader).Dot(scalarMethod(f)).Call()
	if s, ok := e.shapeOf(t).(enum); ok {
		return jen.Id(e.names.Type(s.def)).Call(v)
	}
	return v
}

// textOf is an expression that gives the text of an enum's number, as the Go type of t.
func (e *emitter) textOf(en *wire.Enum, t model.Type, number jen.Code) *jen.Statement {
	d := e.enumDef(en)
	v := e.fn(protoTextFunc + e.names.Type(d)).Call(number)
	if s, ok := e.shapeOf(t).(enum); !ok || s.def != d {
		return e.goType(t).Call(v)
	}
	return v
}

// rawFrom is an expression that reads a message of struct.proto as JSON text.
func (e *emitter) rawFrom(t model.Type, f wire.FieldType, msg jen.Code, pointer string) *jen.Statement {
	v := jen.Id("r").Dot(wellKnownMethod(f)).Call(msg)
	if f == wire.WellKnown("Value") {
		switch e.shapeOf(t).(raw).kind {
		case anyButNull:
			return jen.Id("r").Dot("NotNull").Call(jen.Lit(pointer), v)
		case anyObject:
			return jen.Id("r").Dot("Object").Call(jen.Lit(pointer), v)
		}
	}
	return v
}

// readMessage reads a message into target. done takes over what its reader has found.
func (e *emitter) readMessage(g *jen.Group, t model.Type, pointer bool, target, reader *jen.Statement, done func(part string) *jen.Statement) {
	g.Id("part").Op(":=").Add(reader)
	switch s := e.shapeOf(t).(type) {
	case object:
		if pointer {
			g.Add(target.Clone()).Op("=").New(e.goType(t))
		}
		g.Add(e.on(target.Clone(), e.names.Type(s.def), protoReadMethod)).Call(jen.Op("&").Id("part"))
	case union:
		g.Add(target.Clone()).Op("=").Add(e.fn(protoReadFunc + e.names.Type(s.def))).Call(jen.Op("&").Id("part"))
	default:
		panic("golang: a message carries what is neither an object nor a union")
	}
	g.Add(done("part"))
}

// emptyIfRequired makes a list or a map that must be there, and of which nothing was, an empty one.
func (e *emitter) emptyIfRequired(r *reading, p bound, target *jen.Statement) {
	if p.prop.Required {
		r.then(func(g *jen.Group) {
			g.If(target.Clone().Op("==").Nil()).Block(target.Clone().Op("=").Add(e.goType(p.prop.Type)).Values())
		})
	}
}
