package diff

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
)

// compareWire finds what changed on protobuf, by the rules of buf's categories WIRE and WIRE_JSON for what the generator
// makes. A message that has another name and the same numbers is the same on the wire, where names do not travel; buf
// goes by the name.
func compareWire(b *book) {
	w := &wireComparer{book: b, was: slotsOf(b.before), now: slotsOf(b.after), seen: map[[2]*wire.Message]bool{}, seenEnums: map[[2]*wire.Enum]bool{}}
	if old, fresh := b.before.Wire.Package, b.after.Wire.Package; old != fresh {
		w.tell(inNew, "package", "package", fmt.Sprintf("the protobuf package was %s and is %s", old, fresh), nil, nil,
			"write package: "+old+" in wire.yaml", breaks(Differs, "names of messages begin with it"), breaks(Differs, "names of messages begin with it"))
	}
	for _, name := range w.now.order {
		if old, fresh := w.was.messages[name], w.now.messages[name]; old != nil {
			w.messages(old, fresh)
		} else if place := w.now.places[fresh]; place != nil {
			w.tell(inNew, name, "message", fmt.Sprintf("message %s is added", name), nil, place, "", safe(Gains, "message "+name+" is new"), safe(Gains, "message "+name+" is new"))
		}
	}
	for _, name := range w.was.order {
		if w.now.messages[name] == nil {
			w.tell(inOld, name, "message", fmt.Sprintf("message %s is removed", name), w.was.places[w.was.messages[name]], nil, "",
				safe(Loses, "message "+name+" is gone; what becomes of the field that held it is told there"), safe(Loses, "message "+name+" is gone"))
		}
	}
	for _, name := range w.now.enumOrder {
		if old := w.was.enums[name]; old != nil {
			w.enums(old, w.now.enums[name])
		}
	}
}

// slots are the messages and enums of one side, and where each thing in them comes from.
type slots struct {
	messages         map[string]*wire.Message
	enums            map[string]*wire.Enum
	order, enumOrder []string
	places           map[any]*Place // by *wire.Message, *wire.Enum, *wire.Field
	values           map[*wire.Enum]map[string]*Place
}

func slotsOf(s *Side) *slots {
	out := &slots{messages: map[string]*wire.Message{}, enums: map[string]*wire.Enum{}, places: map[any]*Place{}, values: map[*wire.Enum]map[string]*Place{}}
	var add func(m *wire.Message)
	add = func(m *wire.Message) {
		out.messages[m.Name] = m
		out.order = append(out.order, m.Name)
		for _, n := range m.Nested {
			add(n)
		}
	}
	for _, f := range s.Wire.Files {
		for _, m := range f.Messages {
			add(m)
		}
		for _, e := range f.Enums {
			out.enums[e.Name] = e
			out.enumOrder = append(out.enumOrder, e.Name)
		}
	}
	out.place(s)
	return out
}

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

// wireComparer walks two sets of messages side by side.
type wireComparer struct {
	*book
	was, now  *slots
	seen      map[[2]*wire.Message]bool
	seenEnums map[[2]*wire.Enum]bool
}

// tell notes what one thing means for the binary form and for protobuf's JSON.
func (w *wireComparer) tell(in side, subject, detail, message string, old, fresh *Place, advice string, binary, json Effect) {
	binary.Class, json.Class = Wire, WireJSON
	c := &Change{Kind: WireChanged, Subject: subject, Detail: detail, Message: message, Old: old, New: fresh, Effects: []Effect{binary, json}}
	if c.Worst() > Safe {
		c.Advice = advice
	}
	w.attach(in, c, true)
}

func (w *wireComparer) messages(old, fresh *wire.Message) {
	if w.seen[[2]*wire.Message{old, fresh}] {
		return
	}
	w.seen[[2]*wire.Message{old, fresh}] = true
	now := map[int]*wire.Field{}
	for _, f := range fresh.Fields {
		now[f.Number] = f
	}
	had := map[int]bool{}
	for _, f := range old.Fields {
		had[f.Number] = true
		if g := now[f.Number]; g != nil {
			w.fields(old, fresh, f, g)
		} else {
			w.fieldGone(old, fresh, f)
		}
	}
	for _, f := range fresh.Fields {
		if had[f.Number] {
			continue
		}
		name := fresh.Name + "." + f.Name
		effect := safe(Gains, fmt.Sprintf("%s = %d is new, and kept as unknown by old readers", name, f.Number))
		if slices.Contains(old.Reserved.Numbers, f.Number) {
			effect = breaks(Differs, fmt.Sprintf("%s has the number %d, which was reserved", name, f.Number))
		}
		w.tell(inNew, name, "", name+" is added", w.was.places[old], cmp.Or(w.now.places[f], w.now.places[fresh]), "give it another number", effect, effect)
	}
	w.reserved(old.Name, old.Reserved, fresh.Reserved, w.was.places[old], w.now.places[fresh])
}

// reserved tells of numbers and names that were reserved and are not any more.
func (w *wireComparer) reserved(name string, old, fresh wire.Reserved, was, now *Place) {
	for _, n := range old.Numbers {
		if !slices.Contains(fresh.Numbers, n) {
			e := breaks(Loses, fmt.Sprintf("the number %d of %s was reserved and is not any more", n, name))
			w.tell(inNew, name, fmt.Sprintf("reserved %d", n), e.Why, was, now, "restore wire.lock from version control", e, e)
		}
	}
	for _, n := range old.Names {
		if !slices.Contains(fresh.Names, n) {
			e := breaks(Loses, fmt.Sprintf("the name %s of %s was reserved and is not any more", n, name))
			w.tell(inNew, name, "reserved "+n, e.Why, was, now, "restore wire.lock from version control", e, e)
		}
	}
}

func (w *wireComparer) fieldGone(old, fresh *wire.Message, f *wire.Field) {
	name := old.Name + "." + f.Name
	gone := fmt.Sprintf("%s = %d is gone", name, f.Number)
	if i := slices.IndexFunc(fresh.Fields, func(g *wire.Field) bool { return g.Name == f.Name }); i >= 0 {
		gone = fmt.Sprintf("%s had the number %d and has %d", name, f.Number, fresh.Fields[i].Number)
	}
	binary, json := safe(Loses, gone+"; its number is reserved"), safe(Loses, gone+"; its name is reserved")
	if !slices.Contains(fresh.Reserved.Numbers, f.Number) {
		binary = breaks(Loses, gone+" and its number is not reserved")
		json = binary
	} else if !slices.Contains(fresh.Reserved.Names, f.Name) {
		json = breaks(Loses, gone+" and its name is not reserved")
	}
	w.tell(inOld, name, "", name+" is removed", cmp.Or(w.was.places[f], w.was.places[old]), w.now.places[fresh],
		"keep wire.lock, so that what is gone stays reserved", binary, json)
}

// fields compares two fields of one number.
func (w *wireComparer) fields(old, fresh *wire.Message, f, g *wire.Field) {
	name := fresh.Name + "." + g.Name
	was, now := cmp.Or(w.was.places[f], w.was.places[old]), cmp.Or(w.now.places[g], w.now.places[fresh])
	tell := func(detail, advice string, binary, json Effect) {
		w.tell(inNew, name, detail, fmt.Sprintf("%s = %d changes", name, g.Number), was, now, advice, binary, json)
	}
	if f.Name != g.Name {
		why := fmt.Sprintf("%s = %d was called %s", name, g.Number, f.Name)
		tell("name", "keep the name in wire.yaml: fields: {…: {name: "+f.Name+"}}", safe(Same, why+", which does not travel"), breaks(Differs, why))
	} else if jsonName(f) != jsonName(g) {
		why := fmt.Sprintf("%s has the JSON name %s, which was %s", name, jsonName(g), jsonName(f))
		tell("json name", "keep the JSON name", safe(Same, "JSON names do not travel"), breaks(Differs, why))
	}
	if f.InOneof != g.InOneof || f.InOneof && old.Oneof != fresh.Oneof {
		e := breaks(Differs, fmt.Sprintf("%s was %s and is %s", name, oneofOf(old, f), oneofOf(fresh, g)))
		tell("oneof", "leave it where it is, or give it a new number", e, e)
	}
	w.cardinality(name, f, g, tell)
	if _, scalar := g.Type.(wire.Scalar); scalar && !f.InOneof && !g.InOneof && f.Presence != g.Presence && occurs(f) == occurs(g) {
		e := risk(Differs, name+" told absent from empty on one side only: what is empty is not written there, and absent to the other")
		tell("presence", "take absent and empty for the same meanwhile", e, e)
	}
	w.types(f.Type, g.Type, func(binary, json Effect) { tell("type", "give it a new number, under another name", binary, json) }, name)
}

func oneofOf(m *wire.Message, f *wire.Field) string {
	if f.InOneof {
		return "in the oneof " + m.Oneof
	}
	return "in no oneof"
}

func jsonName(f *wire.Field) string {
	if f.JSONName != "" {
		return f.JSONName
	}
	return lowerCamel(f.Name)
}

// lowerCamel is the JSON name that protobuf makes of a field's name.
func lowerCamel(name string) string {
	var out []byte
	up := false
	for i := range len(name) {
		ch := name[i]
		if ch == '_' {
			up = true
			continue
		}
		if up && 'a' <= ch && ch <= 'z' {
			ch -= 'a' - 'A'
		}
		up = false
		out = append(out, ch)
	}
	return string(out)
}

func (w *wireComparer) enums(old, fresh *wire.Enum) {
	if w.seenEnums[[2]*wire.Enum{old, fresh}] {
		return
	}
	w.seenEnums[[2]*wire.Enum{old, fresh}] = true
	now := map[int]wire.EnumValue{}
	for _, v := range fresh.Values {
		now[v.Number] = v
	}
	had := map[int]bool{}
	for _, v := range old.Values {
		had[v.Number] = true
		name := old.Name + "." + v.Name
		was := cmp.Or(w.was.values[old][v.Text], w.was.places[old])
		fresher, ok := now[v.Number]
		switch {
		case ok && fresher.Name != v.Name:
			why := fmt.Sprintf("the value %d of %s was called %s and is %s", v.Number, fresh.Name, v.Name, fresher.Name)
			w.tell(inNew, fresh.Name+"."+fresher.Name, "name", why, was, w.now.places[fresh], "keep the name in wire.yaml", safe(Same, why+", which does not travel"), breaks(Differs, why))
		case !ok:
			gone := fmt.Sprintf("%s = %d is gone", name, v.Number)
			binary, json := safe(Loses, gone+"; its number is reserved"), safe(Loses, gone+"; its name is reserved")
			if !slices.Contains(fresh.Reserved.Numbers, v.Number) {
				binary = breaks(Loses, gone+" and its number is not reserved")
				json = binary
			} else if !slices.Contains(fresh.Reserved.Names, v.Name) {
				json = breaks(Loses, gone+" and its name is not reserved")
			}
			w.tell(inOld, name, "", name+" is removed", was, w.now.places[fresh], "keep wire.lock, so that what is gone stays reserved", binary, json)
		}
	}
	for _, v := range fresh.Values {
		if !had[v.Number] {
			e := safe(Gains, fmt.Sprintf("%s.%s = %d is new, and kept by old readers", fresh.Name, v.Name, v.Number))
			if slices.Contains(old.Reserved.Numbers, v.Number) {
				e = breaks(Differs, fmt.Sprintf("%s.%s has the number %d, which was reserved", fresh.Name, v.Name, v.Number))
			}
			w.tell(inNew, fresh.Name+"."+v.Name, "", fmt.Sprintf("%s.%s is added", fresh.Name, v.Name), w.was.places[old], cmp.Or(w.now.values[fresh][v.Text], w.now.places[fresh]), "give it another number", e, e)
		}
	}
	w.reserved(old.Name, old.Reserved, fresh.Reserved, w.was.places[old], w.now.places[fresh])
}
