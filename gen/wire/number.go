package wire

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// number gives every field and enum value its number: the one that the ledger has, or the next of its message or enum.
// It returns the ledger with what was added, and with what is gone as tombstones.
func (b *builder) number(lock *Lock) *Lock {
	wanted := b.wanted()
	names := make([]string, len(wanted))
	for i, w := range wanted {
		names[i] = w.name
	}
	before := b.diags.Len()
	lock.verify(append(names, b.formerNames()...), &b.diags)
	if b.diags.Len() > before {
		return lock // a ledger that was tampered with is no ground for further findings
	}
	l := newLedger(lock, &b.diags)
	l.rename(b.cfg.renamed, names)
	for _, w := range wanted {
		l.check(w)
		if n, ok := l.take(w); ok {
			w.set(n)
		}
	}
	l.bury()
	b.finishNumbers(l)
	return l.lock()
}

// want is a slot that the schema has.
type want struct {
	name string // as in the ledger
	enum bool
	from origin
	set  func(int)
}

// wanted are the schema's slots, in the order in which new ones take their numbers.
func (b *builder) wanted() []want {
	var out []want
	enum := func(e *Enum, from origin) {
		from.what = "a value of " + e.Name
		for i := range e.Values {
			v := &e.Values[i]
			out = append(out, want{e.Name + "." + v.Name, true, from, func(n int) { v.Number = n }})
		}
	}
	for _, d := range b.schema.Defs {
		if e := b.out.Enums[d]; e != nil {
			enum(e, origin{Diagnostic: diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer}, rename: fmt.Sprintf("enums: {%s: {names: {…}}}", yamlKey(d.Key))})
		}
		m := b.messages[d]
		if m == nil {
			continue
		}
		for _, f := range m.Fields {
			out = append(out, want{slotName(m, f), false, b.origins[f], func(n int) { f.Number = n }})
		}
	}
	for _, t := range b.tagEnums {
		enum(t.enum, origin{Diagnostic: diag.Diagnostic{Pos: t.union.Pos, Pointer: t.union.Pointer}, rename: fmt.Sprintf("unions: {%s: {names: {…}}}", yamlKey(t.union.Key))})
	}
	return out
}

func slotName(m *Message, f *Field) string {
	if f.InOneof {
		return m.Name + "." + m.Oneof + "." + f.Name
	}
	return m.Name + "." + f.Name
}

// formerNames are the names that wire.yaml says slots had.
func (b *builder) formerNames() []string {
	out := make([]string, len(b.cfg.renamed))
	for i, r := range b.cfg.renamed {
		out[i] = r.before.Text
	}
	return out
}

// ledger is a Lock at work.
type ledger struct {
	file   string
	diags  *diag.List
	slots  map[string]*slot
	scopes map[string]*numbers
	taken  map[string]bool // the slots that the schema has
}

// numbers are those of one message or enum.
type numbers struct {
	used    map[int]bool
	highest int // -1 where none was ever used
}

func newLedger(lock *Lock, diags *diag.List) *ledger {
	l := &ledger{file: lock.file, diags: diags, slots: map[string]*slot{}, scopes: map[string]*numbers{}, taken: map[string]bool{}}
	for _, s := range lock.slots {
		l.add(s)
	}
	return l
}

func (l *ledger) add(s slot) {
	l.slots[s.name] = &s
	l.scope(s.scope()).use(s.number)
}

func (l *ledger) scope(name string) *numbers {
	n := l.scopes[name]
	if n == nil {
		n = &numbers{used: map[int]bool{}, highest: -1}
		l.scopes[name] = n
	}
	return n
}

func (n *numbers) use(number int) {
	n.used[number] = true
	n.highest = max(n.highest, number)
}

// next is the number for a new slot.
func (n *numbers) next(enum bool) int {
	if enum && !n.used[0] {
		return 0 // which proto3 needs
	}
	next := max(n.highest+1, 1)
	if next >= firstKept && next <= lastKept {
		next = lastKept + 1
	}
	return next
}

// check holds a slot that the ledger has against protobuf's rules, which depend on what it is.
func (l *ledger) check(w want) {
	s := l.slots[w.name]
	switch {
	case s == nil:
	case s.reserved:
		l.diags.Add(diag.Diagnostic{Pos: s.pos,
			Message: fmt.Sprintf("%s was removed from the schema and is reserved, but %s is called so again", s.name, w.from.what),
			Hint:    "a name that is gone is not given again: give it another in wire.yaml: " + w.from.rename})
	case w.enum:
	case s.number < 1 || s.number > maxFieldNumber:
		l.diags.Addf(s.pos, "", "%s: a field's number is 1 to %d", s.line(), maxFieldNumber)
	case s.number >= firstKept && s.number <= lastKept:
		l.diags.Addf(s.pos, "", "%s: the numbers %d to %d are protobuf's own", s.line(), firstKept, lastKept)
	}
}

// take gives a slot its number.
func (l *ledger) take(w want) (int, bool) {
	l.taken[w.name] = true
	if s := l.slots[w.name]; s != nil {
		return s.number, !s.reserved
	}
	fresh := slot{name: w.name}
	fresh.number = l.scope(fresh.scope()).next(w.enum)
	highest := maxFieldNumber
	if w.enum {
		highest = maxEnumNumber
	}
	if fresh.number > highest {
		l.diags.Addf(w.from.Pos, w.from.Pointer, "no number is left for %s", w.name)
		return 0, false
	}
	l.add(fresh)
	return fresh.number, true
}

// bury makes tombstones of the slots that the schema has no more.
func (l *ledger) bury() {
	for name, s := range l.slots {
		if !l.taken[name] {
			s.reserved = true
		}
	}
}

// lock is the ledger as it is kept.
func (l *ledger) lock() *Lock {
	out := &Lock{file: l.file}
	for _, s := range l.slots {
		out.slots = append(out.slots, *s)
	}
	slices.SortFunc(out.slots, func(a, b slot) int { return cmp.Compare(a.name, b.name) })
	d := digestOf(out.slots)
	out.digest = &d
	return out
}

// tombstones are the reserved slots of a message or an enum.
func (l *ledger) tombstones(scope string) []*slot {
	var out []*slot
	for _, s := range l.slots {
		if s.reserved && s.scope() == scope {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b *slot) int { return cmp.Compare(a.number, b.number) })
	return out
}

// finishNumbers puts fields and values in the order of their numbers, and reserves what is gone.
func (b *builder) finishNumbers(l *ledger) {
	for _, m := range b.messages {
		slices.SortFunc(m.Fields, func(x, y *Field) int { return cmp.Compare(x.Number, y.Number) })
		m.Reserved = l.reserve(m.Name, func(s *slot) {
			for _, f := range m.Fields {
				if f.Name == s.base() {
					b.reservedName(s, slotName(m, f), b.origins[f])
				}
			}
			if m.Oneof == s.base() {
				b.diags.Addf(s.pos, "", "%s is reserved, and no oneof of %s can be called so", s.name, m.Name)
			}
		})
	}
	for _, e := range b.out.Enums {
		b.finishEnum(l, e)
	}
	for _, t := range b.tagEnums {
		b.finishEnum(l, t.enum)
	}
	b.tagNumbers()
}

// reservedName reports a slot whose last name is that of a tombstone elsewhere in its message: outside a oneof and in it
// are different slots for the ledger, but one name for protobuf.
func (b *builder) reservedName(s *slot, now string, from origin) {
	if s.name == now {
		return // check has said so
	}
	b.diags.Add(diag.Diagnostic{Pos: s.pos,
		Message: fmt.Sprintf("%s was removed from the schema, which reserves its name, but %s is called so too", s.name, now),
		Hint:    "give it another name in wire.yaml: " + from.rename})
}

func (l *ledger) reserve(scope string, each func(*slot)) Reserved {
	var r Reserved
	for _, s := range l.tombstones(scope) {
		each(s)
		r.Numbers = append(r.Numbers, s.number)
		r.Names = append(r.Names, s.base())
	}
	slices.Sort(r.Names)
	r.Names = slices.Compact(r.Names)
	return r
}

// finishEnum sees to it that an enum has a value 0: where the schema's own is gone, its name and number stay in the
// .proto file alone, because proto3 needs one.
func (b *builder) finishEnum(l *ledger, e *Enum) {
	for _, s := range l.tombstones(e.Name) {
		if s.number == 0 {
			if first, taken := b.scopes[""][s.base()]; taken {
				b.diags.Addf(s.pos, "", "%s stays in the .proto file because proto3 needs a value 0, but %s (%s) is called so too", s.line(), first.what, first.Pos)
			}
			e.Values = append(e.Values, EnumValue{Name: s.base(), Removed: true})
			continue
		}
		e.Reserved.Numbers = append(e.Reserved.Numbers, s.number)
		e.Reserved.Names = append(e.Reserved.Names, s.base())
	}
	slices.Sort(e.Reserved.Names)
	slices.SortStableFunc(e.Values, func(x, y EnumValue) int { return cmp.Compare(x.Number, y.Number) })
	if len(e.Values) > 0 && e.Values[0].Number != 0 {
		b.diags.Addf(e.Pos, "", "the enum %s has no value 0 in the ledger, and proto3 needs one", e.Name)
	}
}

// tagNumbers gives the tags of unions the enum values that stand for them, now that those have numbers.
func (b *builder) tagNumbers() {
	for _, u := range b.out.Unions {
		switch u := u.(type) {
		case *Tagged:
			for i := range u.Members {
				u.Members[i].Tag, _ = enumValue(u.Enum, u.Members[i].Member.Value)
			}
		case *Envelope:
			for i := range u.Arms {
				arm := &u.Arms[i]
				for _, c := range arm.Object.Composed {
					if c.Tag == nil {
						continue
					}
					if t, ok := c.Tag.Carrier.(Single).Field.Type.(EnumType); ok {
						arm.Tag, _ = enumValue(t.Enum, arm.Member.Value)
					}
				}
			}
		}
	}
}
