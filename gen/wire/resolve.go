package wire

import (
	"maps"
	"slices"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// Branches are two states of a ledger that branches have both changed.
type Branches struct {
	// Base is what both stem from, nil where that is not known. Then a slot that one of them renamed cannot be told from
	// one that it added, and gets a new number where it clashes.
	Base         *Lock
	Ours, Theirs *Lock // the side that keeps its numbers, and the other
}

// Renumbered is a slot of the other side that has not kept its number.
type Renumbered struct {
	Slot     string
	Was, Now int
	// Holder is the slot that has, or had, the number Was; the slot itself where the first side gave it another.
	Holder string
}

// NewBranches reads both sides of a merge and, where base is not nil, what they stem from, each as it was committed. A side
// that does not add up to its own digest is an error.
func NewBranches(file string, base, ours, theirs []byte) (*Branches, error) {
	m := &Branches{}
	var diags diag.List
	for _, side := range []struct {
		lock **Lock
		data []byte
	}{{&m.Base, base}, {&m.Ours, ours}, {&m.Theirs, theirs}} {
		if side.data == nil {
			continue
		}
		l, err := ParseLock(file, side.data)
		diags.AddError(err)
		if err == nil {
			l.verify(nil, &diags)
			*side.lock = l
		}
	}
	if err := diags.Err(); err != nil {
		return nil, err
	}
	return m, nil
}

// Resolve is the ledger with what both sides added. The first side keeps its numbers. Of the other, a slot whose number
// the first has given to another gets the next one, and what both changed is as the first has it. No number of either is
// given again: one that a slot lost to itself, because both sides added it, stays reserved.
func (m *Branches) Resolve() (*Lock, []Renumbered, error) {
	m = m.align()
	r := &resolving{
		out:    &Lock{file: m.Ours.file},
		live:   map[string]slot{},
		scopes: newLedger(&Lock{}, &diag.List{}),
	}
	for _, side := range []*Lock{m.Base, m.Ours, m.Theirs} {
		if side != nil {
			r.scopes.use(side)
		}
	}
	r.merge(m.Base.byKey(), m.Ours.byKey(), m.Theirs.byKey(), m)
	r.out.holds = slices.CompactFunc(slices.SortedFunc(slices.Values(slices.Concat(m.Ours.holds, m.Theirs.holds)), byHold),
		func(a, b hold) bool { return byHold(a, b) == 0 })
	slices.SortFunc(r.late, bySlot)
	for _, s := range r.late {
		r.renumber(s)
	}
	p := &lockParser{lock: r.out}
	p.checkUnique()
	r.diags.AddError(p.diags.Err())
	if err := r.diags.Err(); err != nil {
		return nil, nil, err
	}
	r.out.seal()
	return r.out, r.moved, nil
}

// align gives messages and enums that one side has renamed their present names on all sides, so that what the other has
// added to them is numbered there.
func (m *Branches) align() *Branches {
	if m.Base == nil {
		return m
	}
	rules := append(renamedScopes(m.Base, m.Ours), renamedScopes(m.Base, m.Theirs)...)
	return &Branches{Base: m.Base.renamed(rules), Ours: m.Ours.renamed(rules), Theirs: m.Theirs.renamed(rules)}
}

// renamedScopes are the messages and enums that are in a ledger under another name than in the one that it stems from: all
// their slots are together, with their numbers.
func renamedScopes(base, side *Lock) []renameRule {
	former, present := base.byScope(), side.byScope()
	var out []renameRule
	for _, was := range slices.Sorted(maps.Keys(former)) {
		if _, still := present[was]; still {
			continue
		}
		for _, now := range slices.Sorted(maps.Keys(present)) {
			if _, old := former[now]; !old && holdsAll(former[was], present[now]) {
				out = append(out, renameRule{now: Name{Text: now}, before: Name{Text: was}})
				break
			}
		}
	}
	return out
}

// holdsAll tells whether slots are all among others, under the names that they have within their scope.
func holdsAll(slots, among []slot) bool {
	for _, s := range slots {
		if !slices.ContainsFunc(among, func(o slot) bool { return o.number == s.number && o.base() == s.base() }) {
			return false
		}
	}
	return true
}

func (l *Lock) byScope() map[string][]slot {
	out := map[string][]slot{}
	for _, s := range l.slots {
		out[s.scope()] = append(out[s.scope()], s)
	}
	return out
}

// renamed is the ledger with messages and enums under other names.
func (l *Lock) renamed(rules []renameRule) *Lock {
	out := &Lock{file: l.file, slots: slices.Clone(l.slots), holds: slices.Clone(l.holds)}
	for _, r := range rules {
		for i := range out.slots {
			s := &out.slots[i]
			s.name = r.scope(s.name)
			if t, ok := parseWireType(s.typ); ok && t.name != "" {
				t.name = r.scope(t.name)
				s.typ = t.String()
			}
		}
		for i := range out.holds {
			out.holds[i].scope = r.scope(out.holds[i].scope)
		}
	}
	return out
}

// resolving is a merge at work.
type resolving struct {
	out    *Lock
	live   map[string]slot
	scopes *ledger // every number that any side ever gave
	late   []slot  // of the other side, whose numbers the first has given to others
	moved  []Renumbered
	diags  diag.List
}

// byKey are the slots by their numbers.
func (l *Lock) byKey() map[slotKey]slot {
	out := map[slotKey]slot{}
	if l != nil {
		for _, s := range l.slots {
			out[s.key()] = s
		}
	}
	return out
}

// use takes up all numbers of a ledger.
func (l *ledger) use(lock *Lock) {
	for _, s := range lock.slots {
		l.scope(s.scope()).use(s.number)
	}
	for _, h := range lock.holds {
		l.scope(h.scope).hold(h)
	}
}

func (s slot) same(t slot) bool {
	return s.name == t.name && s.reserved == t.reserved && s.typ == t.typ
}

// merge puts together what has a number of its own, first what the first side has.
func (r *resolving) merge(base, ours, theirs map[slotKey]slot, m *Branches) {
	for _, o := range m.Ours.slots {
		b, old := base[o.key()]
		t, both := theirs[o.key()]
		switch {
		case both && old && o.same(b):
			r.keep(t) // the other side alone has changed it, if anybody has
		case both && !old && o.name == t.name && o.reserved:
			r.keep(t) // what the schema has no more is buried again by the next build
		case both && !old && o.name != t.name:
			r.late = append(r.late, t)
			r.keep(o)
		case !both && old && o.same(b):
			// the other side has moved it, with the message that it is in
		default:
			r.keep(o)
		}
	}
	for _, t := range m.Theirs.slots {
		_, both := ours[t.key()]
		_, old := base[t.key()]
		if !both && !old {
			r.keep(t)
		}
	}
}

// keep takes a slot with the number it has. Where its name has another already it is a tombstone.
func (r *resolving) keep(s slot) {
	if now, ok := r.live[s.name]; ok && !s.reserved {
		r.moved = append(r.moved, Renumbered{s.name, s.number, now.number, s.name})
		s.reserved, s.typ = true, ""
	}
	if !s.reserved {
		r.live[s.name] = s
	}
	r.out.slots = append(r.out.slots, s)
}

// renumber gives a slot another number. Of a tombstone, whose number is somebody else's now, the name stays reserved.
func (r *resolving) renumber(s slot) {
	holder := ""
	for _, o := range r.out.slots {
		if o.key() == s.key() {
			holder = o.name
		}
	}
	now, named := r.live[s.name]
	switch {
	case named && s.reserved:
	case named:
		r.moved = append(r.moved, Renumbered{s.name, s.number, now.number, holder})
	case s.reserved:
		r.out.holds = append(r.out.holds, hold{scope: s.scope(), name: s.base()})
	default:
		number, ok := r.scopes.scope(s.scope()).next(false) // an enum that has a clash has begun, and needs no 0
		if !ok {
			r.diags.Addf(s.pos, "", "no number is left for %s", s.name)
			return
		}
		r.moved = append(r.moved, Renumbered{s.name, s.number, number, holder})
		s.number = number
		r.scopes.scope(s.scope()).use(number)
		r.live[s.name] = s
		r.out.slots = append(r.out.slots, s)
	}
}
