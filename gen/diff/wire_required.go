package diff

import "github.com/agui-gen/agui-gen/gen/wire"

// required compares what readers require, which a .proto file does not show: one side takes a field for required and the
// other may leave it out. A scalar, a list or a map that is not written is read as empty; a message that is not written
// has no such form, and makes the whole malformed. f is nil where the field is new, and g where it is gone; then was or now
// is the place of its message on the side that does not have it.
func (w *wireComparer) required(name string, f, g *wire.Field, was, now *Place) {
	for _, fresh := range w.now.holders[g] {
		switch old := holderOf(w.was.holders[f], fresh, w.now.holders[g]); {
		case f == nil && fresh.property.Property.Required && !w.was.carried[fresh.name()]:
			w.tellRequired(inNew, name, "new readers require it, and old writers do not have it", g, fresh, was, fresh.place)
		case f == nil || old == nil:
		case !old.property.Property.Required && fresh.property.Property.Required:
			w.tellRequired(inNew, name, "new readers require it, and old writers may leave it out", g, fresh, old.place, fresh.place)
		case old.property.Property.Required && !fresh.property.Property.Required:
			w.tellRequired(inNew, name, "old readers require it, and new writers may leave it out", g, *old, old.place, fresh.place)
		}
	}
	for _, old := range w.was.holders[f] {
		if g == nil && old.property.Property.Required && !w.now.carried[old.name()] {
			w.tellRequired(inOld, name, "old readers require it, and new writers do not have it", f, old, old.place, now)
		}
	}
}

// holderOf is the same property of the same object on the old side, nil where there is none. Where a field carries one
// property on either side it is the same, whatever it is called.
func holderOf(was []holder, h holder, now []holder) *holder {
	for i := range was {
		if was[i].name() == h.name() {
			return &was[i]
		}
	}
	if len(was) == 1 && len(now) == 1 {
		return &was[0]
	}
	return nil
}

func (w *wireComparer) tellRequired(in side, name, why string, f *wire.Field, h holder, old, fresh *Place) {
	why = name + ": " + why
	e := risk(Differs, why+": it is read as empty")
	if !emptyIsValue(f, h.property) {
		e = breaks(Loses, why+": without it the message is malformed")
	}
	w.tell(in, name, "required", why, old, fresh, "leave it optional, or make sure that every writer sends it", e, e)
}

// emptyIsValue tells whether a field that is not written is read as an empty value.
func emptyIsValue(f *wire.Field, p wire.Property) bool {
	if _, single := p.Carrier.(wire.Single); !single {
		return false
	}
	switch f.Type.(type) {
	case wire.MessageType, wire.WellKnown:
		return f.Presence == wire.Repeated
	}
	return true
}
