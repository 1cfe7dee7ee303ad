package golang

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/dave/jennifer/jen"
)

// The unexported functions and methods for protobuf, called as those for JSON are (see [writeMethod]): a word in small
// letters, and a type's name where there is one for each type.
const (
	protoWriteMethod = "writeProto" // (x *T) writeProto(w *wire.Writer), its own message
	protoReadMethod  = "readProto"  // (x *T) readProto(r *wire.Reader)
	protoWriteAs     = "writeAs"    // (x *T) writeAsMessage(w *wire.Writer), as a member of a union that is one message
	protoReadAs      = "readAs"     // (x *T) readAsMessage(r *wire.Reader)
	protoOmitMethod  = "omit"       // (x *T) omit(o *wire.Omissions)
	protoOmitAs      = "omitAs"     // (x *T) omitAsMessage(o *wire.Omissions)
	protoJSONWriter  = "write"      // (x *T) writeConfigJSON(w *jsonx.Writer), of a field that travels as JSON
	protoJSONReader  = "read"       // (x *T) readConfigJSON(r *jsonx.Reader)
	protoFlatReader  = "read"       // (x *T) readOutcomeFlat(r *wire.Reader, tag string, fields *unknown.Fields)

	protoWriteFunc  = "encode"      // encodeEvent(w *wire.Writer, x Event)
	protoReadFunc   = "decode"      // decodeEvent(r *wire.Reader) Event
	protoOmitFunc   = "omit"        // omitEvent(o *wire.Omissions, x Event)
	protoNumberFunc = "number"      // numberColor(x Color) (int32, bool)
	protoTextFunc   = "text"        // textColor(n int32) Color
	protoMemberFunc = "member"      // memberMessage(w *wire.Writer, name string, v jsonx.Raw) bool
	protoStrayFunc  = "members"     // membersMessage(w *wire.Writer, members string)
	protoFieldsType = "fields"      // type fieldsMessage struct: all that a Message has fields for
	protoSiblings   = "siblings"    // siblingsMessage(r *wire.Reader, kept *unknown.Fields) *unknown.Fields
	protoUnsaidFunc = "unsaid"      // unsaidContentPart(w *jsonx.Writer, x ContentPart) bool
	protoUnsentFunc = "unsent"      // unsentContentPart(x ContentPart) bool
	protoNilFunc    = "nil"         // nilOutcome(x Outcome) bool
	protoFinishFunc = "finishProto" // finishProto(r *wire.Reader, s schema.Schema, write func(*jsonx.Writer)) error
	protoRefuseFunc = "malformed"   // malformedEvent(r *wire.Reader, x Event) *MalformedEvent
)

// carried is a struct in one of the ways in which it travels: as a message of its own, or as a member of a union that is
// one message for all members.
type carried struct {
	*structOf
	object *wire.Object
	// union is the union whose message it shares, nil where it has its own; tag is the field with that union's tag then.
	union *model.Def
	tag   *wire.Field
}

// protoMethodName is the name of one of its methods: own where it has its own message, or shared and the union's name.
func (e *emitter) protoMethodName(c *carried, own, shared string) string {
	if c.union == nil {
		return own
	}
	return shared + e.names.Type(c.union)
}

// on is a call of an unexported method, which is noted like [emitter.fn]: methods that nothing calls are not emitted.
func (e *emitter) on(recv *jen.Statement, typ, method string) *jen.Statement {
	e.called[typ+"."+method] = true
	return recv.Dot(method)
}

func (e *emitter) wantedOn(typ, method string) bool { return e.wanted(typ + "." + method) }

// carriages are all ways in which the structs travel, in the schema's order.
func (e *emitter) carriages() []*carried {
	if e.wire == nil {
		return nil
	}
	var out []*carried
	for _, s := range e.structs {
		if o, ok := e.wire.Objects[s.def]; ok {
			out = append(out, &carried{structOf: s, object: o})
		}
		for _, u := range s.unions {
			if c := e.memberOf(u, s); c != nil {
				out = append(out, c)
			}
		}
	}
	return out
}

// memberOf is a struct as a member of a union that is one message, nil where the union is none.
func (e *emitter) memberOf(union *model.Def, s *structOf) *carried {
	for i, m := range e.merges(union) {
		if m.Member.Def == s.def {
			return &carried{structOf: s, object: e.merges(union)[i].Object, union: union, tag: e.mergedTag(union)}
		}
	}
	return nil
}

// merges are the members of a union that is one message, none where it is carried otherwise.
func (e *emitter) merges(union *model.Def) []wire.Merge {
	switch u := e.wire.Unions[union].(type) {
	case *wire.Merged:
		return u.Members
	case *wire.Tagged:
		return u.Members
	}
	return nil
}

func (e *emitter) mergedTag(union *model.Def) *wire.Field {
	switch u := e.wire.Unions[union].(type) {
	case *wire.Merged:
		return u.Tag
	case *wire.Tagged:
		return u.Tag
	}
	return nil
}

// arms are the arms of a union that is a oneof, none where it is carried otherwise.
func (e *emitter) arms(union *model.Def) []wire.Arm {
	switch u := e.wire.Unions[union].(type) {
	case *wire.Envelope:
		return u.Arms
	case *wire.OneofUnion:
		return u.Arms
	}
	return nil
}

// hasMessage tells whether a union is a message. One that is flattened is part of its holders' messages.
func (e *emitter) hasMessage(union *model.Def) bool {
	if e.wire == nil {
		return false
	}
	switch e.wire.Unions[union].(type) {
	case *wire.Envelope, *wire.OneofUnion, *wire.Merged, *wire.Tagged:
		return true
	}
	return false
}

// isProtoRoot tells whether a definition is sent by itself.
func (e *emitter) isProtoRoot(d *model.Def) bool {
	return e.wire != nil && slices.Contains(e.wire.Roots, d)
}

// protoUnion is the union that the whole schema is about, where that is a message: its members' AppendProto writes it. It is
// nil where there is none.
func (e *emitter) protoUnion() *unionOf {
	if root := e.schema.Root; root != nil && e.isProtoRoot(root) && e.hasMessage(root) {
		return e.unionOf(root)
	}
	return nil
}

// protoObjects are the objects that are sent by themselves, as messages of their own.
func (e *emitter) protoObjects() []*carried {
	var out []*carried
	root := e.protoUnion()
	for _, s := range e.structs {
		if !e.isProtoRoot(s.def) || root != nil && slices.Contains(root.members, s) {
			continue
		}
		if o, ok := e.wire.Objects[s.def]; ok {
			out = append(out, &carried{structOf: s, object: o})
		}
	}
	return out
}

// protoBoxes are the unions, other than the one the schema is about, that are sent by themselves: their boxes have the
// methods.
func (e *emitter) protoBoxes() []*unionOf {
	var out []*unionOf
	for _, u := range e.unions() {
		if u.def != e.schema.Root && e.isProtoRoot(u.def) && e.hasMessage(u.def) {
			out = append(out, u)
		}
	}
	return out
}

// slots number the messages that a struct's unknown fields can come from: 0 is its own, then come its composed parts, each
// before its own parts, then the messages of the oneofs that it is an arm of.
func (e *emitter) slots(s *structOf) (parts map[*model.Def]int, carriers map[*model.Def]int) {
	parts, carriers = map[*model.Def]int{}, map[*model.Def]int{}
	next := 1
	var number func(o *wire.Object)
	number = func(o *wire.Object) {
		for _, c := range o.Composed {
			if _, ok := parts[c.Part]; !ok {
				parts[c.Part] = next
				next++
				number(c.Object)
			}
		}
	}
	if o, ok := e.wire.Objects[s.def]; ok {
		number(o)
	}
	for _, u := range s.unions {
		for _, m := range e.merges(u) {
			if m.Member.Def == s.def {
				number(m.Object)
			}
		}
	}
	for _, u := range s.unions {
		if len(e.arms(u)) > 0 {
			carriers[u] = next
			next++
		}
	}
	return parts, carriers
}

// fieldOf is a struct's field for a property, nil where the Go type implies the property.
func (s *structOf) fieldOf(name string) *field {
	for i, p := range s.object.Properties {
		if p.Name == name {
			return s.fields[i]
		}
	}
	return nil
}

// propertyOf is a struct's own version of a property, which may be narrower than that of the part it comes from.
func (s *structOf) propertyOf(name string) *model.Property {
	for _, p := range s.object.Properties {
		if p.Name == name {
			return p
		}
	}
	panic(fmt.Sprintf("golang: %s has no property %q", s.def.Key, name))
}

// unit is code for one field of a message. Fields are written in the order of their numbers.
type unit struct {
	number int
	write  func(*jen.Group)
	// constant tells that it is the same whatever the struct holds.
	constant bool
}

func inOrder(units []unit) []unit {
	slices.SortStableFunc(units, func(a, b unit) int { return cmp.Compare(a.number, b.number) })
	return units
}

// wireKey is a field's key as a case of a switch: 3<<3 | wire.BytesType.
func wireKey(number int, typ string) *jen.Statement {
	return jen.Lit(number).Op("<<").Lit(3).Op("|").Add(in("wire", typ))
}

// wireType is the wire type of a single value of a field.
func wireType(t wire.FieldType) string {
	switch t := t.(type) {
	case wire.Scalar:
		switch t {
		case "string":
			return "BytesType"
		case "double":
			return "Fixed64Type"
		}
		return "VarintType"
	case wire.EnumType:
		return "VarintType"
	}
	return "BytesType"
}

// pointerOf is an RFC 6901 pointer of one member.
func pointerOf(name string) string {
	return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

func protoWriterParam() jen.Code { return jen.Id("w").Op("*").Add(in("wire", "Writer")) }
func protoReaderParam() jen.Code { return jen.Id("r").Op("*").Add(in("wire", "Reader")) }

// enumOnWire is the protobuf enum that carries a definition's texts, nil where they are texts there too.
func enumOnWire(f wire.FieldType) *wire.Enum {
	if t, ok := f.(wire.EnumType); ok {
		return t.Enum
	}
	return nil
}

// enumNumber is the number of a text that an enum certainly has.
func enumNumber(en *wire.Enum, text string) int {
	for _, v := range en.Values {
		if v.Text == text && !v.Removed {
			return v.Number
		}
	}
	panic(fmt.Sprintf("golang: the enum %s has no value for %q", en.Name, text))
}

// enumDef is the definition that a protobuf enum was made of.
func (e *emitter) enumDef(en *wire.Enum) *model.Def {
	for d, other := range e.wire.Enums {
		if other == en {
			return d
		}
	}
	panic("golang: the enum " + en.Name + " is no definition's")
}

// enumCodecs are, for each enum that is one on protobuf too, what finds a text's number and a number's text.
func (e *emitter) enumCodecs(f *file) {
	if e.wire == nil {
		return
	}
	each(e, func(d *model.Def, _ *model.Enum) {
		en := e.wire.Enums[d]
		if en == nil {
			return
		}
		name := e.names.Type(d)
		if e.wanted(protoNumberFunc + name) {
			f.decl("// "+protoNumberFunc+name+" is the number of a value on protobuf, and whether it has one.").
				Func().Id(protoNumberFunc+name).Params(jen.Id(x).Id(name)).Params(jen.Int32(), jen.Bool()).Block(
				jen.Switch(jen.Id(x)).BlockFunc(func(g *jen.Group) {
					for _, v := range en.Values {
						if !v.Removed {
							g.Case(jen.Id(e.names.Const(d, v.Text))).Block(jen.Return(jen.Lit(v.Number), jen.True()))
						}
					}
				}),
				jen.Return(in("wire", "EnumNumber").Call(jen.String().Call(jen.Id(x)))),
			)
		}
		if e.wanted(protoTextFunc + name) {
			f.decl("// "+protoTextFunc+name+" is the value that has a number on protobuf, or else the number in decimal.").
				Func().Id(protoTextFunc+name).Params(jen.Id("n").Int32()).Id(name).Block(
				jen.Switch(jen.Id("n")).BlockFunc(func(g *jen.Group) {
					for _, v := range en.Values {
						if !v.Removed {
							g.Case(jen.Lit(v.Number)).Block(jen.Return(jen.Id(e.names.Const(d, v.Text))))
						}
					}
				}),
				jen.Return(jen.Id(name).Call(in("wire", "EnumText").Call(jen.Id("n")))),
			)
		}
	})
}
