package diff

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

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
	w.renamed()
}

// renamed compares the messages of one document under two names: of the root, and of definitions that are the same but for
// their names. No field refers to such a message, so that nothing else leads there.
func (w *wireComparer) renamed() {
	pairs := maps.Clone(w.book.renamed)
	if root := w.after.Model.Root; root != nil && w.before.Model.Root != nil {
		pairs[root] = w.before.Model.Root
	}
	for _, fresh := range w.after.Model.Defs {
		old := pairs[fresh]
		if old == nil {
			continue
		}
		was, now := w.before.Wire.MessageOf(old), w.after.Wire.MessageOf(fresh)
		if a, b := w.was.messages[was], w.now.messages[now]; a != nil && b != nil {
			w.messages(a, b)
		}
		if a, b := w.was.enums[was], w.now.enums[now]; a != nil && b != nil {
			w.enums(a, b)
		}
	}
}

// slots are the messages and enums of one side, and where each thing in them comes from.
type slots struct {
	messages         map[string]*wire.Message
	enums            map[string]*wire.Enum
	order, enumOrder []string
	places           map[any]*Place // by *wire.Message, *wire.Enum, *wire.Field
	holders          map[*wire.Field][]holder
	carried          map[string]bool // the properties that any field carries
	values           map[*wire.Enum]map[string]*Place
}

func slotsOf(s *Side) *slots {
	out := &slots{messages: map[string]*wire.Message{}, enums: map[string]*wire.Enum{}, places: map[any]*Place{}, holders: map[*wire.Field][]holder{}, carried: map[string]bool{}, values: map[*wire.Enum]map[string]*Place{}}
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
		if old.Reserved.Has(f.Number) {
			effect = breaks(Differs, fmt.Sprintf("%s has the number %d, which was reserved", name, f.Number))
		}
		w.tell(inNew, name, "", name+" is added", w.was.places[old], cmp.Or(w.now.places[f], w.now.places[fresh]), "give it another number", effect, effect)
		w.required(name, nil, f, w.was.places[old], nil)
	}
	w.reserved(old.Name, old.Reserved, fresh.Reserved, w.was.places[old], w.now.places[fresh])
}

// reserved tells of numbers and names that were reserved and are not any more.
func (w *wireComparer) reserved(name string, old, fresh wire.Reserved, was, now *Place) {
	lost := func(what string) {
		e := breaks(Loses, name+" no longer reserves "+what)
		w.tell(inNew, name, "reserved "+what, e.Why, was, now, "restore wire.lock from version control", e, e)
	}
	for _, span := range without(old.Spans(), fresh.Spans()) {
		lost(spanText(span))
	}
	for _, n := range old.Names {
		if !slices.Contains(fresh.Names, n) {
			lost(n)
		}
	}
}

// without is what some ranges have and others do not, both in order.
func without(spans, others []wire.Range) []wire.Range {
	var out []wire.Range
	for _, s := range spans {
		from, covered := s.From, false
		for _, o := range others {
			if o.To < from || o.From > s.To {
				continue
			}
			if o.From > from {
				out = append(out, wire.Range{From: from, To: o.From - 1})
			}
			if covered = o.To >= s.To; covered {
				break
			}
			from = o.To + 1
		}
		if !covered {
			out = append(out, wire.Range{From: from, To: s.To})
		}
	}
	return out
}

func spanText(s wire.Range) string {
	switch s.To {
	case s.From:
		return strconv.Itoa(s.From)
	case wire.NoEnd:
		return strconv.Itoa(s.From) + " to max"
	}
	return strconv.Itoa(s.From) + " to " + strconv.Itoa(s.To)
}

// gone is what becomes of a slot that is gone: whether what its number and its name meant stays free of other meanings.
// Numbers that the ledger keeps for others (see [wire.Message]) stay so, since it gives none twice.
func gone(what string, number int, reserved, others wire.Reserved, named bool) (binary, json Effect) {
	binary, json = safe(Loses, what+"; its number is reserved"), safe(Loses, what+"; its name is reserved")
	switch {
	case !reserved.Has(number) && !others.Has(number):
		binary = breaks(Loses, what+" and its number is not reserved")
		json = binary
	case named:
		json = breaks(Loses, what+" and its name is not reserved")
	}
	return binary, json
}

func (w *wireComparer) fieldGone(old, fresh *wire.Message, f *wire.Field) {
	name := old.Name + "." + f.Name
	what := fmt.Sprintf("%s = %d is gone", name, f.Number)
	moved := fieldNamed(fresh, f.Name)
	if moved != nil {
		what = fmt.Sprintf("%s had the number %d and has %d", name, f.Number, moved.Number)
	}
	named := moved != nil || !slices.Contains(fresh.Reserved.Names, f.Name) && !slices.Contains(fresh.Others.Names, f.Name)
	binary, json := gone(what, f.Number, fresh.Reserved, fresh.Others, named)
	w.tell(inOld, name, "", name+" is removed", cmp.Or(w.was.places[f], w.was.places[old]), w.now.places[fresh],
		"keep wire.lock, so that what is gone stays reserved", binary, json)
	w.required(name, f, nil, nil, w.now.places[fresh])
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
		binary, advice := safe(Same, why+", which does not travel"), "where protobuf's JSON matters, keep the name: wire.yaml can call the field "+f.Name+" under fields"
		if !renamedField(old, fresh, f, g) {
			binary, advice = breaks(Differs, why+", which is another field: what one side means by it the other takes for something else"), "restore wire.lock from version control"
		}
		tell("name", advice, binary, breaks(Differs, why))
	} else if jsonName(f) != jsonName(g) {
		why := fmt.Sprintf("%s has the JSON name %s, which was %s", name, jsonName(g), jsonName(f))
		tell("json name", "keep the JSON name", safe(Same, "JSON names do not travel"), breaks(Differs, why))
	}
	if f.InOneof != g.InOneof || f.InOneof && old.Oneof != fresh.Oneof {
		e := breaks(Differs, fmt.Sprintf("%s was %s and is %s", name, oneofOf(old, f), oneofOf(fresh, g)))
		tell("oneof", "leave it where it is, or give it a new number", e, e)
	}
	w.cardinality(name, f, g, tell)
	w.required(name, f, g, nil, nil)
	w.types(f.Type, g.Type, func(binary, json Effect) { tell("type", "give it a new number, under another name", binary, json) }, name)
}

// renamedField tells whether two fields of one number are one that was renamed, and not two that have the other's number.
func renamedField(old, fresh *wire.Message, f, g *wire.Field) bool {
	return f.Name != g.Name && fieldNamed(fresh, f.Name) == nil && fieldNamed(old, g.Name) == nil
}

// Renamed are the members that have another name on the new side and the number that they had, the old JSON name by the
// new one, and the new one by the old one.
func Renamed(old, fresh *Side) map[string]string {
	names := map[string]string{}
	if old.Wire == nil || fresh.Wire == nil {
		return names
	}
	before := slotsOf(old).messages
	for name, now := range slotsOf(fresh).messages {
		was := before[name]
		if was == nil {
			continue
		}
		for _, g := range now.Fields {
			i := slices.IndexFunc(was.Fields, func(f *wire.Field) bool { return f.Number == g.Number })
			if i >= 0 && renamedField(was, now, was.Fields[i], g) {
				names[jsonName(g)], names[jsonName(was.Fields[i])] = jsonName(was.Fields[i]), jsonName(g)
			}
		}
	}
	return names
}

// fieldNamed is the field of a name, nil where there is none.
func fieldNamed(m *wire.Message, name string) *wire.Field {
	i := slices.IndexFunc(m.Fields, func(f *wire.Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return m.Fields[i]
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
