package docs

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/sample"
	"github.com/agui-gen/agui-gen/gen/wire"
	"google.golang.org/protobuf/encoding/protowire"
)

// encoder writes examples as protobuf, straight from what package wire says. It is not for data: it knows only what
// examples hold. That its bytes are those of the generated code is held by a test of the generated page.
type encoder struct {
	wire *wire.Schema
	// unions are those of wire, in the schema's order.
	unions []wire.Union
}

func newEncoder(s *model.Schema, w *wire.Schema) *encoder {
	e := &encoder{wire: w}
	for _, d := range s.Defs {
		if u, ok := w.Unions[d]; ok {
			e.unions = append(e.unions, u)
		}
	}
	return e
}

// slot is one encoded field; a message is its slots in the order of their numbers.
type slot struct {
	num   int
	bytes []byte
}

func message(slots []slot) []byte {
	slices.SortStableFunc(slots, func(a, b slot) int { return cmp.Compare(a.num, b.num) })
	var b []byte
	for _, s := range slots {
		b = append(b, s.bytes...)
	}
	return b
}

// definition is the message of an example, false where its definition has none of its own.
func (e *encoder) definition(d *model.Def, n *sample.Node) ([]byte, bool) {
	for _, u := range e.unions {
		env, ok := u.(*wire.Envelope)
		if !ok {
			continue
		}
		for _, arm := range env.Arms {
			if arm.Member.Def == n.Def {
				return e.arm(arm, n), true
			}
		}
	}
	if o, ok := e.wire.Objects[d]; ok {
		return message(e.object(o, n, nil)), true
	}
	if u, ok := e.wire.Unions[d]; ok {
		return e.union(u, n)
	}
	return nil, false
}

func (e *encoder) union(u wire.Union, n *sample.Node) ([]byte, bool) {
	switch u := u.(type) {
	case *wire.Envelope:
		for _, arm := range u.Arms {
			if arm.Member.Def == n.Def {
				return e.arm(arm, n), true
			}
		}
	case *wire.OneofUnion:
		for _, arm := range u.Arms {
			if arm.Member.Def == n.Def {
				return e.arm(arm, n), true
			}
		}
	case *wire.Merged:
		return e.merged(u.Members, u.Tag, n)
	case *wire.Tagged:
		return e.merged(u.Members, u.Tag, n)
	}
	return nil, false
}

func (e *encoder) arm(arm wire.Arm, n *sample.Node) []byte {
	return message([]slot{nested(arm.Field.Number, message(e.object(arm.Object, n, &arm.Tag)))})
}

func (e *encoder) merged(members []wire.Merge, tag *wire.Field, n *sample.Node) ([]byte, bool) {
	for _, m := range members {
		if m.Member.Def != n.Def {
			continue
		}
		slots := e.object(m.Object, n, nil)
		if _, ok := tag.Type.(wire.EnumType); ok {
			slots = append(slots, enum(tag.Number, m.Tag.Number)...)
		}
		return message(slots), true
	}
	return nil, false
}

// object is an object's slots. The tag is what a composed part carries for the envelope.
func (e *encoder) object(o *wire.Object, n *sample.Node, tag *wire.EnumValue) []slot {
	var slots []slot
	for _, c := range o.Composed {
		part := e.object(c.Object, n, nil)
		if c.Tag != nil && tag != nil {
			part = slices.DeleteFunc(part, func(s slot) bool { return s.num == tagField(c).Number })
			part = append(part, e.tag(tagField(c), *tag)...)
		}
		slots = append(slots, nested(c.Field.Number, message(part)))
	}
	for _, p := range o.Properties {
		if v := n.Get(p.Property.Name); v != nil {
			slots = append(slots, e.property(p, v)...)
		}
	}
	return slots
}

func tagField(c wire.Composed) *wire.Field { return c.Tag.Carrier.(wire.Single).Field }

func (e *encoder) tag(f *wire.Field, v wire.EnumValue) []slot {
	if _, ok := f.Type.(wire.EnumType); ok {
		return enum(f.Number, v.Number)
	}
	return []slot{text(f.Number, v.Text)}
}

func (e *encoder) property(p wire.Property, v *sample.Node) []slot {
	switch c := p.Carrier.(type) {
	case wire.Single:
		return e.field(c.Field, p.Property.Type, v)
	case wire.Split:
		for _, arm := range c.Arms {
			if arm.Kind == v.Kind {
				return e.field(arm.Field, arm.Type, v)
			}
		}
	case wire.Flattened:
		for _, m := range c.Members {
			if m.Member.Def != v.Def {
				continue
			}
			slots := []slot{text(c.Tag.Number, m.Member.Value)}
			for _, p := range m.Properties {
				if v := v.Get(p.Property.Name); v != nil {
					slots = append(slots, e.property(p, v)...)
				}
			}
			return slots
		}
	}
	return nil // implied by the arm, or of a JSON type that the wire does not carry
}

func (e *encoder) field(f *wire.Field, t model.Type, v *sample.Node) []slot {
	t = model.Resolve(t)
	if n, ok := t.(model.Nullable); ok {
		t = model.Resolve(n.Elem)
	}
	if m, ok := f.Type.(wire.MapType); ok {
		return e.entries(f, m, t, v)
	}
	if f.Presence != wire.Repeated {
		return e.single(f.Number, f.Type, f.Presence == wire.Plain, v)
	}
	var slots []slot
	for _, item := range v.Items {
		slots = append(slots, e.single(f.Number, f.Type, false, item)...)
	}
	return slots
}

func (e *encoder) entries(f *wire.Field, m wire.MapType, t model.Type, v *sample.Node) []slot {
	var slots []slot
	for i, name := range v.Names {
		entry := append([]slot{text(1, name)}, e.single(2, m.Elem, false, v.Items[i])...)
		slots = append(slots, nested(f.Number, message(entry)))
	}
	return slots
}

// single is one value in one field; a plain one that is empty is not written.
func (e *encoder) single(num int, t wire.FieldType, plain bool, v *sample.Node) []slot {
	switch t := t.(type) {
	case wire.Scalar:
		return scalar(num, t, plain, v)
	case wire.EnumType:
		for _, value := range t.Enum.Values {
			if sample.Quoted(value.Text).Text == v.Text && !value.Removed {
				return enum(num, value.Number)
			}
		}
	case wire.MessageType:
		if v.Def != nil {
			return []slot{nested(num, e.instance(t.Message, v))}
		}
	case wire.WellKnown:
		switch t {
		case "Struct":
			return []slot{nested(num, structBytes(v))}
		case "ListValue":
			return []slot{nested(num, listBytes(v))}
		}
		return []slot{nested(num, valueBytes(v))}
	}
	return nil
}

// instance is an object in a message that is its own or its union's.
func (e *encoder) instance(m *wire.Message, v *sample.Node) []byte {
	if o, ok := e.wire.Objects[v.Def]; ok && o.Message == m {
		return message(e.object(o, v, nil))
	}
	for _, u := range e.unions {
		if messageOf(u) == m {
			if b, ok := e.union(u, v); ok {
				return b
			}
		}
	}
	return nil
}

func messageOf(u wire.Union) *wire.Message {
	switch u := u.(type) {
	case *wire.Envelope:
		return u.Message
	case *wire.OneofUnion:
		return u.Message
	case *wire.Merged:
		return u.Message
	case *wire.Tagged:
		return u.Message
	}
	return nil
}

func scalar(num int, t wire.Scalar, plain bool, v *sample.Node) []slot {
	var b []byte
	var zero bool
	switch t {
	case "string":
		s := v.Unquoted()
		b, zero = text(num, s).bytes, s == ""
	case "bool":
		b = protowire.AppendTag(nil, protowire.Number(num), protowire.VarintType)
		b, zero = protowire.AppendVarint(b, protowire.EncodeBool(v.Text == "true")), v.Text != "true"
	case "double":
		f, _ := strconv.ParseFloat(v.Text, 64)
		b = protowire.AppendTag(nil, protowire.Number(num), protowire.Fixed64Type)
		b, zero = protowire.AppendFixed64(b, math.Float64bits(f)), f == 0
	default:
		i, _ := strconv.ParseInt(v.Text, 10, 64)
		b = protowire.AppendTag(nil, protowire.Number(num), protowire.VarintType)
		b, zero = protowire.AppendVarint(b, uint64(i)), i == 0
	}
	if plain && zero {
		return nil
	}
	return []slot{{num, b}}
}

func text(num int, s string) slot {
	b := protowire.AppendTag(nil, protowire.Number(num), protowire.BytesType)
	return slot{num, protowire.AppendString(b, s)}
}

func enum(num, value int) []slot {
	if value == 0 {
		return nil
	}
	b := protowire.AppendTag(nil, protowire.Number(num), protowire.VarintType)
	return []slot{{num, protowire.AppendVarint(b, uint64(value))}}
}

func nested(num int, body []byte) slot {
	b := protowire.AppendTag(nil, protowire.Number(num), protowire.BytesType)
	return slot{num, protowire.AppendBytes(b, body)}
}

// valueBytes is a google.protobuf.Value; structBytes and listBytes are its Struct and ListValue.
func valueBytes(v *sample.Node) []byte {
	switch v.Kind {
	case model.KindObject:
		return nested(5, structBytes(v)).bytes
	case model.KindArray:
		return nested(6, listBytes(v)).bytes
	case model.KindString:
		return text(3, v.Unquoted()).bytes
	case model.KindBoolean:
		return scalar(4, "bool", false, v)[0].bytes
	}
	return scalar(2, "double", false, v)[0].bytes
}

func structBytes(v *sample.Node) []byte {
	var b []byte
	for i, name := range v.Names {
		entry := append(text(1, name).bytes, nested(2, valueBytes(v.Items[i])).bytes...)
		b = append(b, nested(1, entry).bytes...)
	}
	return b
}

func listBytes(v *sample.Node) []byte {
	var b []byte
	for _, item := range v.Items {
		b = append(b, nested(1, valueBytes(item)).bytes...)
	}
	return b
}
