package diff

import (
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
)

// holder is a property that a field carries. A field that members of a union share has several.
type holder struct {
	object   *wire.Object
	property wire.Property
	place    *Place
}

// name tells properties apart, whichever fields carry them.
func (h holder) name() string { return h.object.Def.Key + "." + h.property.Property.Name }

// place finds where messages and fields come from.
func (out *slots) place(s *Side) {
	object := func(o *wire.Object) {
		if o == nil {
			return
		}
		for _, p := range slices.Concat(o.Properties, o.Siblings) {
			place := s.placeOf(p.Property.Pos, p.Property.Pointer)
			for _, f := range fieldsOf(p.Carrier) {
				if out.places[f] == nil {
					out.places[f] = place
				}
			}
		}
		out.hold(s, o, o.Properties)
	}
	arms := func(list []wire.Arm) {
		for _, a := range list {
			out.places[a.Field] = s.placeOf(a.Member.Def.Pos, a.Member.Def.Pointer)
			object(a.Object)
		}
	}
	for _, d := range s.Model.Defs {
		place := s.placeOf(d.Pos, d.Pointer)
		if o := s.Wire.Objects[d]; o != nil {
			out.places[o.Message] = place
			object(o)
		}
		if e := s.Wire.Enums[d]; e != nil {
			out.places[e] = place
			out.values[e] = map[string]*Place{}
			for i, v := range d.Type.(*model.Enum).Values {
				out.values[e][v.Value] = s.valuePlace(d, v, i)
			}
		}
		switch u := s.Wire.Unions[d].(type) {
		case *wire.Envelope:
			out.places[u.Message] = place
			arms(u.Arms)
		case *wire.OneofUnion:
			out.places[u.Message] = place
			arms(u.Arms)
		case *wire.Merged:
			out.places[u.Message] = place
			for _, m := range u.Members {
				object(m.Object)
			}
		case *wire.Tagged:
			out.places[u.Message], out.places[u.Enum] = place, place
			for _, m := range u.Members {
				object(m.Object)
			}
		}
	}
}

// hold notes what fields carry of an object.
func (out *slots) hold(s *Side, o *wire.Object, properties []wire.Property) {
	for _, p := range properties {
		h := holder{o, p, s.placeOf(p.Property.Pos, p.Property.Pointer)}
		out.carried[h.name()] = true
		fields := fieldsOf(p.Carrier)
		if flat, ok := p.Carrier.(wire.Flattened); ok {
			fields = []*wire.Field{flat.Tag}
			for _, m := range flat.Members {
				out.hold(s, o, m.Properties)
			}
		}
		for _, f := range fields {
			out.holders[f] = append(out.holders[f], h)
		}
	}
}

// fieldsOf are the fields that carry a property.
func fieldsOf(c wire.Carrier) []*wire.Field {
	switch c := c.(type) {
	case wire.Single:
		return []*wire.Field{c.Field}
	case wire.Split:
		var out []*wire.Field
		for _, a := range c.Arms {
			out = append(out, a.Field)
		}
		return out
	case wire.Flattened:
		out := []*wire.Field{c.Tag}
		for _, m := range c.Members {
			for _, p := range m.Properties {
				out = append(out, fieldsOf(p.Carrier)...)
			}
		}
		return out
	}
	return nil
}
