package wire

import "github.com/agui-gen/agui-gen/gen/model"

// reached is what the roots reach, and as what.
type reached struct {
	bound *binding
	// messages are the objects that have a message of their own.
	messages map[*model.Def]bool
	// unions are the unions that something holds.
	unions map[*model.Def]bool
	// enums are the enums that are enums on the wire.
	enums map[*model.Def]bool
	// implied are the properties that a oneof's arm or an envelope says, so that no field carries them.
	implied map[fieldKey]bool
	// visited are the definitions seen by themselves, followed the objects whose properties have been followed: a member
	// of a merged union is followed only.
	visited, followed map[*model.Def]bool
}

// reach follows everything from the roots.
func reach(b *binding) *reached {
	r := &reached{
		bound:    b,
		messages: map[*model.Def]bool{},
		unions:   map[*model.Def]bool{},
		enums:    map[*model.Def]bool{},
		implied:  map[fieldKey]bool{},
		visited:  map[*model.Def]bool{},
		followed: map[*model.Def]bool{},
	}
	for _, d := range b.roots {
		r.def(d)
	}
	return r
}

func (r *reached) def(d *model.Def) {
	if r.visited[d] {
		return
	}
	r.visited[d] = true
	switch t := d.Type.(type) {
	case *model.Object:
		r.messages[d] = true
		r.object(d, t)
	case *model.Union:
		r.union(d, t)
	case *model.Enum:
		if _, ok := r.bound.enumRules[d]; ok {
			r.enums[d] = true
		}
	case *model.KindUnion:
		for _, m := range t.Members {
			r.typ(m.Type)
		}
	default:
		r.typ(t)
	}
}

func (r *reached) union(d *model.Def, u *model.Union) {
	r.unions[d] = true
	for _, m := range u.Members {
		o, ok := m.Def.Type.(*model.Object)
		switch strategy := r.bound.strategy(d); {
		case !ok:
			r.def(m.Def)
		case strategy == strategyOneof || strategy == strategyEnvelope:
			r.implied[fieldKey{m.Def, u.Tag}] = true
			r.def(m.Def)
		default:
			r.object(m.Def, o)
		}
	}
}

// object follows the properties of an object, whether or not it has a message of its own.
func (r *reached) object(d *model.Def, o *model.Object) {
	if r.followed[d] {
		return
	}
	r.followed[d] = true
	parts, owner := r.bound.composedParts(o)
	for _, p := range parts {
		r.def(p)
	}
	for _, p := range o.Properties {
		if owner[p.Name] != nil {
			continue
		}
		if rule := r.bound.rule(d, p.Name); rule != nil && rule.typ.Text != "" {
			continue // carried as JSON, whatever is in it
		}
		r.typ(p.Type)
	}
}

func (r *reached) typ(t model.Type) {
	switch t := t.(type) {
	case model.Ref:
		r.def(t.Def)
	case model.List:
		r.typ(t.Elem)
	case model.Map:
		r.typ(t.Elem)
	case model.Nullable:
		r.typ(t.Elem)
	}
}
