package wire

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// want is a slot that the schema has.
type want struct {
	name string // as in the ledger
	enum bool   // it is a value of an enum
	typ  string // what it carries, as [wireType] writes it; empty for a value of an enum
	from origin
	set  func(int)
}

// number gives the fields and enum values of all versions of a schema their numbers: those that the ledger has, or the
// next of their message or enum. It returns the ledger with what was added, and with what no version has as tombstones.
func number(lock *Lock, versions []*builder, diags *diag.List) *Lock {
	l := prepare(lock, versions, diags)
	if l == nil {
		return lock
	}
	for _, b := range versions {
		for _, w := range b.wants {
			l.check(w)
			if n, ok := l.take(w); ok {
				w.set(n)
			}
		}
	}
	if !lock.loose {
		for _, b := range versions {
			for _, w := range b.wants {
				l.checkType(w)
			}
		}
		l.buryRest()
	}
	for i, b := range versions {
		b.finishNumbers(l, versions[:i])
		diags.AddError(b.diags.Err())
	}
	if lock.loose {
		return l.lock().Loose()
	}
	return l.lock()
}

// prepare is the ledger with all carried out that wire.yaml says of it. It is nil for one that was tampered with, which is
// no ground for further findings.
func prepare(lock *Lock, versions []*builder, diags *diag.List) *ledger {
	known, live := slotsOf(versions)
	before := diags.Len()
	lock.verify(known, diags)
	if diags.Len() > before {
		return nil
	}
	l := newLedger(lock, diags)
	l.rename(renames(versions), live)
	l.before = byScope(l.live)
	for _, b := range versions {
		l.retire(b.cfg.retired, func(r retireRule) bool { return live[r.slot.Text] && b.retires(r, versions, diags) })
	}
	return l
}

// slotsOf finds the slots of versions that share a ledger, by their names in it: those that any version has, and, with
// what each carries, those that a ledger may have.
func slotsOf(versions []*builder) (known map[string]string, live map[string]bool) {
	for _, b := range versions {
		b.wants = b.wanted()
		b.own = namesOf(b.wants)
	}
	for i, b := range versions {
		for j, other := range versions {
			if i != j {
				b.follow(other)
			}
		}
	}
	known, live = map[string]string{}, map[string]bool{}
	for _, b := range versions {
		b.mine = namesOf(b.wants)
		for _, r := range b.cfg.renamed {
			known[r.before.Text] = ""
		}
	}
	for _, b := range versions {
		for _, w := range b.wants {
			known[w.name], live[w.name] = w.typ, true
		}
	}
	return known, live
}

func namesOf(wants []want) map[string]bool {
	out := map[string]bool{}
	for _, w := range wants {
		out[w.name] = true
	}
	return out
}

// wanted are the schema's slots, in the order in which new ones take their numbers.
func (b *builder) wanted() []want {
	var out []want
	enum := func(e *Enum, from origin) {
		from.what = "a value of " + e.Name
		for i := range e.Values {
			v := &e.Values[i]
			out = append(out, want{e.Name + "." + v.Name, true, "", from, func(n int) { v.Number = n }})
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
			out = append(out, want{slotName(m, f), false, wireTypeOf(f).String(), b.origins[f], func(n int) { f.Number = n }})
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

// finishNumbers puts fields and values in the order of their numbers, and reserves what is gone: from all versions, or
// since the earlier ones.
func (b *builder) finishNumbers(l *ledger, earlier []*builder) {
	for _, m := range b.messages {
		slices.SortFunc(m.Fields, func(x, y *Field) int { return cmp.Compare(x.Number, y.Number) })
		b.reserve(l, m, earlier)
	}
	for _, e := range b.out.Enums {
		b.finishEnum(l, e, earlier)
	}
	for _, t := range b.tagEnums {
		b.finishEnum(l, t.enum, earlier)
	}
	b.tagNumbers()
}

// gone are the slots of a message or enum that this version does not have and others may, or did.
func (b *builder) gone(l *ledger, scope string, earlier []*builder) []slot {
	scope = b.aliases.scope(scope)
	var out []slot
	for _, s := range l.tombstones(scope) {
		out = append(out, *s)
	}
	for _, s := range l.live {
		had := !l.loose && slices.ContainsFunc(earlier, func(e *builder) bool { return e.mine[s.name] })
		// An enum's value 0 has to be in every version, whoever began with it.
		if s.scope() == scope && !b.mine[s.name] && (had || s.number == 0) {
			out = append(out, *s)
		}
	}
	slices.SortFunc(out, func(x, y slot) int { return cmp.Compare(x.number, y.number) })
	return out
}

// reserve keeps from use in a message what is gone from it. A name that it has again, with a new number, is not kept.
func (b *builder) reserve(l *ledger, m *Message, earlier []*builder) {
	now := map[string]*Field{}
	for _, f := range m.Fields {
		now[f.Name] = f
	}
	for _, s := range b.gone(l, m.Name, earlier) {
		m.Reserved.Numbers = append(m.Reserved.Numbers, s.number)
		f := now[s.base()]
		if f == nil {
			m.Reserved.Names = append(m.Reserved.Names, s.base())
		} else if name := b.aliases.slot(slotName(m, f)); name != s.name {
			b.reservedName(s, name, b.origins[f])
		}
		if m.Oneof == s.base() {
			b.diags.Addf(s.pos, "", "%s is reserved, and no oneof of %s can be called so", s.name, m.Name)
		}
	}
	m.Reserved.hold(l.holds, b.aliases.scope(m.Name))
	m.Others = b.others(l, m.Name)
}

// others are the live slots of a message or enum that this version does not have, where a ledger is held against another.
func (b *builder) others(l *ledger, scope string) Reserved {
	scope = b.aliases.scope(scope)
	var out Reserved
	for _, s := range l.live {
		if l.loose && s.scope() == scope && !b.mine[s.name] {
			out.Numbers, out.Names = append(out.Numbers, s.number), append(out.Names, s.base())
		}
	}
	slices.Sort(out.Numbers)
	slices.Sort(out.Names)
	return out
}

// reservedName reports a slot whose last name is that of a tombstone elsewhere in its message: outside a oneof and in it
// are different slots for the ledger, but one name for protobuf.
func (b *builder) reservedName(s slot, now string, from origin) {
	b.diags.Add(diag.Diagnostic{Pos: s.pos,
		Message: fmt.Sprintf("%s was removed from the schema, which reserves its name, but %s is called so too", s.name, now),
		Hint:    "give it another name in wire.yaml: " + from.rename})
}

// hold adds what a .proto file kept from use, and puts all that is reserved in order.
func (r *Reserved) hold(holds []hold, scope string) {
	for _, h := range holds {
		switch {
		case h.scope != scope:
		case h.name != "":
			r.Names = append(r.Names, h.name)
		default:
			r.Ranges = append(r.Ranges, Range{h.from, h.to})
		}
	}
	slices.Sort(r.Names)
	r.Names = slices.Compact(r.Names)
}

// finishEnum sees to it that an enum has a value 0: where the schema's own is gone, its name and number stay in the
// .proto file alone, because proto3 needs one.
func (b *builder) finishEnum(l *ledger, e *Enum, earlier []*builder) {
	now := map[string]bool{}
	for _, v := range e.Values {
		now[v.Name] = true
	}
	for _, s := range b.gone(l, e.Name, earlier) {
		if s.number == 0 {
			if first, taken := b.scopes[""][s.base()]; taken {
				b.diags.Addf(s.pos, "", "%s stays in the .proto file because proto3 needs a value 0, but %s (%s) is called so too", s.line(), first.what, first.Pos)
			}
			e.Values = append(e.Values, EnumValue{Name: s.base(), Removed: true})
			continue
		}
		e.Reserved.Numbers = append(e.Reserved.Numbers, s.number)
		if !now[s.base()] {
			e.Reserved.Names = append(e.Reserved.Names, s.base())
		}
	}
	e.Reserved.hold(l.holds, b.aliases.scope(e.Name))
	e.Others = b.others(l, e.Name)
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
