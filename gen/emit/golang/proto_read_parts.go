package golang

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/dave/jennifer/jen"
)

// ordered are the cases by field number.
func (r *reading) ordered() []readCase {
	slices.SortStableFunc(r.cases, func(a, b readCase) int { return cmp.Compare(a.number, b.number) })
	return r.cases
}

func sortedFields(m map[*wire.Field]string) []*wire.Field {
	var out []*wire.Field
	for f := range m {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *wire.Field) int { return cmp.Compare(a.Number, b.Number) })
	return out
}

// wireTypes are the wire types that a field may come in: a list of numbers comes packed or not.
func wireTypes(f *wire.Field) []string {
	single := wireType(f.Type)
	if f.Presence == wire.Repeated && single != "BytesType" {
		return []string{"BytesType", single}
	}
	return []string{single}
}

func carries(bounds []bound, f *wire.Field) bool {
	for _, b := range bounds {
		if c, ok := b.carrier.(wire.Single); ok && c.Field == f {
			return true
		}
	}
	return false
}

// readList reads the items of a list into target, which is a slice.
func (e *emitter) readList(r *reading, f *wire.Field, elem model.Type, target *jen.Statement, pointer string) {
	add := func(v jen.Code) *jen.Statement {
		return jen.Add(target.Clone()).Op("=").Append(target.Clone(), v)
	}
	last := func() *jen.Statement { return jen.Len(target.Clone()).Op("-").Lit(1) }
	// grow makes room for all items at the first one.
	grow := func(g *jen.Group) {
		g.If(target.Clone().Op("==").Nil()).Block(
			target.Clone().Op("=").Add(in("slices", "Grow")).Call(target.Clone(), jen.Id("r").Dot("Count").Call()))
	}
	switch t := f.Type.(type) {
	case wire.WellKnown:
		r.on(f.Number, "BytesType", func(g *jen.Group) {
			grow(g)
			v := jen.Id("r").Dot(wellKnownMethod(t)).Call(jen.Id("r").Dot("Message").Call(in("wire", "Message").Values()))
			if e.shapeOf(elem).(raw).kind == anyButNull {
				v = jen.Id("r").Dot("NotNullItem").Call(jen.Lit(pointer), jen.Len(target.Clone()), v)
			}
			g.Add(add(v))
		})
	case wire.MessageType:
		r.on(f.Number, "BytesType", func(g *jen.Group) {
			grow(g)
			g.Id("part").Op(":=").Id("r").Dot("Sub").Call()
			switch s := e.shapeOf(elem).(type) {
			case object:
				g.Add(add(e.goType(elem).Values()))
				g.Add(e.on(target.Clone().Index(last()), e.names.Type(s.def), protoReadMethod)).Call(jen.Op("&").Id("part"))
			case union:
				g.Add(add(e.fn(protoReadFunc + e.names.Type(s.def)).Call(jen.Op("&").Id("part"))))
			}
			g.Id("r").Dot("DoneItem").Call(jen.Op("&").Id("part"), jen.Lit(pointer), last())
		})
	default:
		single := wireType(f.Type)
		if single != "BytesType" {
			r.on(f.Number, "BytesType", func(g *jen.Group) {
				g.Id("part").Op(":=").Id("r").Dot("Sub").Call().Comment("// packed")
				g.For(jen.Id("part").Dot("More").Call()).Block(add(e.scalarFrom("part", f.Type, elem)))
				g.Id("r").Dot("Done").Call(jen.Op("&").Id("part"))
			})
		}
		r.on(f.Number, single, func(g *jen.Group) {
			if single == "BytesType" {
				grow(g)
			}
			g.Add(add(e.scalarFrom("r", f.Type, elem)))
		})
	}
}

// readMap reads a map's members into target. A key that comes twice makes a broken frame, as it does in JSON.
func (e *emitter) readMap(r *reading, f *wire.Field, ft wire.FieldType, elem model.Type, typ, target *jen.Statement, pointer string) {
	r.on(f.Number, "BytesType", func(g *jen.Group) {
		g.Id("entry").Op(":=").Id("r").Dot("Sub").Call()
		g.Var().Id("key").String()
		message := wireType(ft) == "BytesType" && ft != wire.FieldType(wire.Scalar("string"))
		var read func(*jen.Group)
		en := enumOnWire(ft)
		if en != nil {
			g.Id("value").Op(":=").Add(e.textOf(en, elem, jen.Lit(0)))
		} else {
			g.Var().Id("value").Add(e.goType(elem))
		}
		if message {
			g.Var().Id("in").Add(in("wire", "Message"))
			read = func(g *jen.Group) { g.Id("in").Op("=").Id("entry").Dot("Message").Call(jen.Id("in")) }
		} else {
			read = func(g *jen.Group) { g.Id("value").Op("=").Add(e.scalarFrom("entry", ft, elem)) }
		}
		g.For(jen.Id("entry").Dot("Next").Call()).Block(
			jen.Switch(jen.Id("entry").Dot("Key").Call()).Block(
				jen.Case(wireKey(1, "BytesType")).Block(jen.Id("key").Op("=").Id("entry").Dot("String").Call()),
				jen.Case(wireKey(2, wireType(ft))).BlockFunc(read),
				jen.Default().Block(jen.Id("entry").Dot("Skip").Call()),
			),
		)
		if message {
			e.readEntry(g, ft, elem)
		}
		g.Id("r").Dot("DoneKey").Call(jen.Op("&").Id("entry"), jen.Lit(pointer), jen.Id("key"))
		g.If(target.Clone().Op("==").Nil()).Block(target.Clone().Op("=").Add(typ).Values())
		g.If(jen.List(jen.Id("_"), jen.Id("twice")).Op(":=").Add(target.Clone()).Index(jen.Id("key")), jen.Id("twice")).Block(
			jen.Id("r").Dot("Fail").Call(jen.Lit("a key twice in " + f.Name)))
		g.Add(target.Clone()).Index(jen.Id("key")).Op("=").Id("value")
	})
}

// readEntry reads a map's value that is a message: one that does not occur is an empty one.
func (e *emitter) readEntry(g *jen.Group, ft wire.FieldType, elem model.Type) {
	if t, ok := ft.(wire.WellKnown); ok {
		v := jen.Id("entry").Dot(wellKnownMethod(t)).Call(jen.Id("in"))
		if t == "Value" && e.shapeOf(elem).(raw).kind == anyButNull {
			v = jen.Id("entry").Dot("NotNull").Call(jen.Lit(""), v)
		}
		g.Id("value").Op("=").Add(v)
		g.If(jen.Op("!").Id("in").Dot("Set").Call()).Block(jen.Id("entry").Dot("Absent").Call(jen.Lit("")))
		return
	}
	e.readMessage(g, elem, false, jen.Id("value"), jen.Id("in").Dot("Reader").Call(), func(part string) *jen.Statement {
		return jen.Id("entry").Dot("Done").Call(jen.Op("&").Id(part))
	})
}

// readSplit reads a property that has a field for each JSON type. Two of them at once make a broken frame.
func (e *emitter) readSplit(r *reading, p bound, split wire.Split) {
	target, pointer := jen.Id(x).Dot(p.field.name), pointerOf(p.prop.Name)
	members := e.kindMembers(e.shapeOf(p.prop.Type).(union).def)
	arms := r.local("arms"+strconv.Itoa(split.Arms[0].Field.Number), jen.Uint(), split.Arms[0].Field)
	var results []func(*jen.Group)
	var called []string
	empty := ""
	for i, arm := range split.Arms {
		m := kindMemberOf(members, arm.Kind)
		called = append(called, arm.Field.Name)
		note := func(body func(*jen.Group)) func(*jen.Group) {
			return func(g *jen.Group) {
				g.Add(arms.Clone()).Op("|=").Lit(1 << i)
				body(g)
			}
		}
		results = append(results, e.readArm(r, arm, m, target, pointer, note))
		if arm.Kind == model.KindArray && empty == "" {
			empty = e.kindCase(m)
		}
	}
	r.then(func(g *jen.Group) {
		g.Switch(arms.Clone()).BlockFunc(func(g *jen.Group) {
			g.Case(jen.Lit(0)).BlockFunc(func(g *jen.Group) {
				switch {
				case p.prop.Required && empty != "":
					g.Add(target.Clone()).Op("=").Id(empty).Values()
				case p.prop.Required:
					g.Id("r").Dot("Absent").Call(jen.Lit(pointer))
				}
			})
			for i, result := range results {
				g.Case(jen.Lit(1 << i)).BlockFunc(result)
			}
			g.Default().Block(jen.Id("r").Dot("Fail").Call(jen.Lit(strings.Join(called, " and ") + " at once, of which only one can be")))
		})
	})
}

// readArm reads one of a split's fields. Its result is what makes the property of it.
func (e *emitter) readArm(r *reading, arm wire.SplitArm, m kindMember, target *jen.Statement, pointer string, note func(func(*jen.Group)) func(*jen.Group)) func(*jen.Group) {
	f := arm.Field
	if elem, isList := e.unnamed(m.Type).(list); isList && f.Presence == wire.Repeated {
		items := r.local(local("items", f), jen.Id(e.kindCase(m)), f)
		before := len(r.cases)
		e.readList(r, f, elem.elem, items, pointer)
		for i := range r.cases[before:] {
			r.cases[before+i].body = note(r.cases[before+i].body)
		}
		return func(g *jen.Group) { g.Add(target.Clone()).Op("=").Add(items.Clone()) }
	}
	if mt, isMap := f.Type.(wire.MapType); isMap {
		items := r.local(local("items", f), jen.Id(e.kindCase(m)), f)
		before := len(r.cases)
		e.readMap(r, f, mt.Elem, e.unnamed(m.Type).(dict).elem, jen.Id(e.kindCase(m)), items, pointer)
		for i := range r.cases[before:] {
			r.cases[before+i].body = note(r.cases[before+i].body)
		}
		return func(g *jen.Group) { g.Add(target.Clone()).Op("=").Add(items.Clone()) }
	}
	as := func(v *jen.Statement) *jen.Statement {
		if m.own() {
			return jen.Id(m.name).Call(v)
		}
		return v
	}
	switch ft := f.Type.(type) {
	case wire.WellKnown, wire.MessageType:
		msg := r.local(local("in", f), in("wire", "Message"), f)
		r.on(f.Number, "BytesType", note(func(g *jen.Group) { g.Add(msg.Clone()).Op("=").Id("r").Dot("Message").Call(msg.Clone()) }))
		return func(g *jen.Group) {
			if _, isRaw := e.shapeOf(m.Type).(raw); isRaw {
				g.Add(target.Clone()).Op("=").Add(as(e.rawFrom(m.Type, ft, msg.Clone(), pointer)))
				return
			}
			value := jen.Id("value")
			_, isObject := e.shapeOf(m.Type).(object)
			if isObject {
				g.Var().Id("value").Op("*").Add(e.goType(m.Type))
			} else {
				g.Var().Id("value").Add(e.goType(m.Type))
			}
			e.readMessage(g, m.Type, isObject, value, msg.Clone().Dot("Reader").Call(), func(part string) *jen.Statement {
				return jen.Id("r").Dot("DoneAt").Call(jen.Op("&").Id(part), jen.Lit(pointer))
			})
			g.Add(target.Clone()).Op("=").Add(value)
		}
	default:
		r.on(f.Number, wireType(f.Type), note(func(g *jen.Group) {
			g.Add(target.Clone()).Op("=").Add(as(e.scalarFrom("r", f.Type, m.Type)))
		}))
		return func(*jen.Group) {}
	}
}

// readFlattened reads the tag of a flattened union, and puts by what its members have fields for until the tag is known.
func (e *emitter) readFlattened(r *reading, owner *structOf, p bound, flat wire.Flattened) {
	tag := r.local(local("tag", flat.Tag), jen.String(), flat.Tag)
	fields := r.local(local("fields", flat.Tag), jen.Op("*").Add(in("unknown", "Fields")), flat.Tag)
	r.on(flat.Tag.Number, "BytesType", func(g *jen.Group) { g.Add(tag.Clone()).Op("=").Id("r").Dot("String").Call() })
	set := e.flatSet(owner, p.prop, flat)
	var keys []jen.Code
	for _, m := range set.members {
		for _, typ := range wireTypes(m.field) {
			keys = append(keys, wireKey(m.field.Number, typ))
		}
	}
	if len(keys) > 0 {
		r.cases = append(r.cases, readCase{set.members[0].field.Number, keys, func(g *jen.Group) {
			g.Add(fields.Clone()).Op("=").Id("r").Dot("Keep").Call(fields.Clone(), jen.Lit(0))
		}})
	}
	r.then(func(g *jen.Group) {
		g.Add(e.on(jen.Id(x), owner.name, protoFlatReader+p.field.name+"Flat")).Call(jen.Id("r"), tag.Clone(), fields.Clone())
	})
}

// flatReader reads the member that a tag names from the fields that a flattened union's members have. What the member does
// not know is the holder's.
func (e *emitter) flatReader(f *file, c *carried, p *model.Property, flat wire.Flattened) {
	fd := c.fieldOf(p.Name)
	method := protoFlatReader + fd.name + "Flat"
	if !e.wantedOn(c.name, method) {
		return
	}
	set := e.flatSet(c.structOf, p, flat)
	own := c.propertyOf(p.Name)
	target := jen.Id(x).Dot(fd.name)
	toHolder := func(rest jen.Code) *jen.Statement {
		return jen.Id(x).Dot("Unknown").Op("=").Add(in("wire", "Kept")).Call(jen.Id(x).Dot("Unknown"), jen.Lit(0), rest)
	}
	readMember := "read" + set.name
	f.decl(comment(fmt.Sprintf("%s reads the %s that a tag names from the fields that there are for it.", method, set.union.name))...).
		Func().Params(jen.Id(x).Op("*").Id(c.name)).Id(method).
		Params(protoReaderParam(), jen.Id("tag").String(), jen.Id("fields").Op("*").Add(in("unknown", "Fields"))).
		BlockFunc(func(g *jen.Group) {
			g.Id("part").Op(":=").Id("r").Dot("FieldsReader").Call(jen.Id("fields"))
			g.Switch(jen.Id("tag")).BlockFunc(func(g *jen.Group) {
				g.Case(jen.Lit("")).BlockFunc(func(g *jen.Group) {
					if own.Required {
						g.Id("r").Dot("Absent").Call(jen.Lit(pointerOf(p.Name)))
					}
					g.Add(toHolder(jen.Id("fields")))
					g.Return()
				})
				for i, m := range flat.Members {
					member := set.union.members[i]
					g.Case(jen.Lit(m.Member.Value)).Block(
						jen.Id("m").Op(":=").New(jen.Id(member.name)),
						toHolder(e.on(jen.Id("m"), member.name, readMember).Call(jen.Op("&").Id("part"))),
						target.Clone().Op("=").Id("m"),
					)
				}
				g.Default().BlockFunc(func(g *jen.Group) {
					e.readUnknown(g, set)
					g.Add(target.Clone()).Op("=").Op("&").Id(set.union.unknown).Values(
						jen.Id(fieldTag).Op(":").Add(e.tagOf(set.union, jen.Id("tag"))),
						jen.Id(fieldRaw).Op(":").Id("part").Dot("JSONForm").Call(jen.Op("&").Id("w")),
						jen.Id(fieldProto).Op(":").Id("part").Dot("Text").Call())
					g.Return()
				})
			})
			g.Id("r").Dot("DoneAt").Call(jen.Op("&").Id("part"), jen.Lit(pointerOf(p.Name)))
		})
	for i, m := range flat.Members {
		e.readerMethod(f, set.union.members[i].name, readMember, readBody{
			owner: set.union.members[i], bounds: bind(set.union.members[i], m.Properties), rest: true})
	}
}

// readComposed reads the parts that travel as messages in fields. Without one of them a message is broken.
func (e *emitter) readComposed(r *reading, b readBody) {
	for _, comp := range b.composed {
		msg := r.local(local("in", comp.Field), in("wire", "Message"), comp.Field)
		r.on(comp.Field.Number, "BytesType", func(g *jen.Group) { g.Add(msg.Clone()).Op("=").Id("r").Dot("Message").Call(msg.Clone()) })
		r.then(func(g *jen.Group) {
			missing := g.If(jen.Op("!").Add(msg.Clone()).Dot("Set").Call()).Block(
				jen.Id("r").Dot("Fail").Call(jen.Lit("the field " + comp.Field.Name + " is missing")),
			).Else()
			// Most parts hold nothing but what the struct implies, and are then always the same bytes.
			if _, fields, ok := e.bare(b.owner, comp); ok {
				missing.If(jen.Op("!").Add(msg.Clone()).Dot("Is").Call(jen.Lit(string(fields))))
			}
			missing.BlockFunc(func(g *jen.Group) {
				g.Id("part").Op(":=").Add(msg.Clone()).Dot("Reader").Call()
				if e.narrows(b.owner, comp) {
					g.Add(e.on(jen.Id(x), b.owner.name, "readPart"+e.names.Type(comp.Part))).Call(jen.Op("&").Id("part"))
					g.Id("r").Dot("Done").Call(jen.Op("&").Id("part"))
					return
				}
				e.takePart(g, b, comp)
			})
		})
	}
}

// narrows tells whether a struct holds a part's properties otherwise than the part's own Go type does.
func (e *emitter) narrows(s *structOf, comp wire.Composed) bool {
	part := e.byDef[comp.Part]
	if len(comp.Object.Composed) > 0 {
		return true
	}
	for _, p := range comp.Object.Properties {
		mine, theirs := s.fieldOf(p.Property.Name), part.fieldOf(p.Property.Name)
		switch {
		case mine == nil || theirs == nil:
			if (mine == nil) != (theirs == nil) && p.Property != tagProperty(comp) {
				return true
			}
		case mine.prop.Required != theirs.prop.Required,
			fmt.Sprintf("%#v", e.fieldType(mine)) != fmt.Sprintf("%#v", e.fieldType(theirs)):
			return true
		}
	}
	return false
}

func tagProperty(comp wire.Composed) *model.Property {
	if comp.Tag == nil {
		return nil
	}
	return comp.Tag.Property
}

// takePart reads a part into its own Go type, and takes over what that holds.
func (e *emitter) takePart(g *jen.Group, b readBody, comp wire.Composed) {
	part := e.byDef[comp.Part]
	g.Var().Id("p").Id(part.name)
	g.Add(e.on(jen.Id("p"), part.name, protoReadMethod)).Call(jen.Op("&").Id("part"))
	g.Id("r").Dot("Done").Call(jen.Op("&").Id("part"))
	for _, p := range comp.Object.Properties {
		mine, theirs := b.owner.fieldOf(p.Property.Name), part.fieldOf(p.Property.Name)
		switch {
		case mine != nil:
			g.Id(x).Dot(mine.name).Op("=").Id("p").Dot(theirs.name)
		case theirs != nil: // the tag
			want := constant(b.owner.propertyOf(p.Property.Name))
			v := jen.Id("p").Dot(theirs.name)
			if !theirs.prop.Required {
				v = v.Dot("Or").Call(jen.Lit(""))
			}
			shown := jen.Code(jen.Lit(want))
			if s, ok := e.shapeOf(theirs.prop.Type).(enum); ok {
				shown = jen.Id(e.names.Const(s.def, want))
			}
			g.If(v.Op("!=").Add(shown)).Block(failTag(want))
		}
	}
	g.Id(x).Dot("Unknown").Op("=").Add(in("wire", "Kept")).Call(jen.Id(x).Dot("Unknown"), jen.Lit(b.parts[comp.Part]), jen.Id("p").Dot("Unknown"))
}

// narrowedParts are the methods that read parts whose properties a struct narrows. done are the parts that have theirs.
func (e *emitter) narrowedParts(f *file, c *carried, parts map[*model.Def]int, done map[*model.Def]bool) {
	var walk func(o *wire.Object)
	walk = func(o *wire.Object) {
		for _, comp := range o.Composed {
			method := "readPart" + e.names.Type(comp.Part)
			if e.wantedOn(c.name, method) && e.narrows(c.structOf, comp) && !done[comp.Part] {
				done[comp.Part] = true
				body := readBody{owner: c.structOf, bounds: bind(c.structOf, comp.Object.Properties), composed: comp.Object.Composed,
					parts: parts, slot: parts[comp.Part]}
				if comp.Tag != nil {
					body.tag = c.propertyOf(comp.Tag.Property.Name)
				}
				e.readerMethod(f, c.name, method, body)
			}
			walk(comp.Object)
		}
	}
	walk(c.object)
}
