package wire

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// ledger is a Lock at work.
type ledger struct {
	file   string
	diags  *diag.List
	live   map[string]*slot
	dead   map[string][]*slot // tombstones by name, which may have had several numbers
	holds  []hold
	scopes map[string]*numbers
	taken  map[string]bool         // the slots that the schema has
	given  map[string]map[int]bool // the numbers that wire.yaml says a name has given up
	before map[string][]slot       // the live slots before the schema took its own, by scope
	loose  bool                    // see [Lock.Loose]
}

func newLedger(lock *Lock, diags *diag.List) *ledger {
	l := &ledger{
		file: lock.file, diags: diags, live: map[string]*slot{}, dead: map[string][]*slot{}, holds: slices.Clone(lock.holds),
		scopes: map[string]*numbers{}, taken: map[string]bool{}, given: map[string]map[int]bool{},
		loose: lock.loose,
	}
	for _, s := range lock.slots {
		l.add(s)
	}
	for _, h := range l.holds {
		l.scope(h.scope).hold(h)
	}
	return l
}

func (l *ledger) empty() bool { return len(l.live)+len(l.dead)+len(l.holds) == 0 }

func (l *ledger) add(s slot) {
	l.scope(s.scope()).use(s.number)
	if s.reserved {
		l.dead[s.name] = append(l.dead[s.name], &s)
	} else {
		l.live[s.name] = &s
	}
}

// bury makes a tombstone of a slot.
func (l *ledger) bury(s *slot) {
	delete(l.live, s.name)
	dead := *s
	dead.reserved, dead.typ = true, ""
	l.add(dead)
}

func (l *ledger) scope(name string) *numbers {
	n := l.scopes[name]
	if n == nil {
		n = newNumbers()
		l.scopes[name] = n
	}
	return n
}

// lastDead is the tombstone of a name with its highest number, nil where the name never went.
func (l *ledger) lastDead(name string) *slot {
	if len(l.dead[name]) == 0 {
		return nil
	}
	return slices.MaxFunc(l.dead[name], func(a, b *slot) int { return cmp.Compare(a.number, b.number) })
}

// check holds a slot that the schema has against protobuf's rules, which depend on what it is, and against what is
// reserved.
func (l *ledger) check(w want) {
	s := l.live[w.name]
	if s == nil {
		l.checkName(w)
		return
	}
	switch {
	case w.enum:
	case s.number < 1 || s.number > maxFieldNumber:
		l.diags.Addf(s.pos, "", "%s: a field's number is 1 to %d", s.line(), maxFieldNumber)
	case s.number >= firstKept && s.number <= lastKept:
		l.diags.Addf(s.pos, "", "%s: the numbers %d to %d are protobuf's own", s.line(), firstKept, lastKept)
	}
}

// checkName reports a new slot whose name is reserved.
func (l *ledger) checkName(w want) {
	if s := l.lastDead(w.name); s != nil && !l.given[w.name][s.number] {
		l.diags.Add(diag.Diagnostic{Pos: s.pos,
			Message: fmt.Sprintf("%s was removed from the schema and is reserved, but %s is called so again", s.name, w.from.what),
			Hint: fmt.Sprintf("a name that is gone is not given again: give it another in wire.yaml, %s, or, where it may have the name with a new number, retired: {%s: %d}",
				w.from.rename, s.name, s.number)})
	}
	fresh := slot{name: w.name}
	for _, h := range l.holds {
		if h.scope == fresh.scope() && h.name == fresh.base() {
			l.diags.Add(diag.Diagnostic{Pos: h.pos,
				Message: fmt.Sprintf("%s keeps the name %s from use, but %s is called so", h.scope, quote(h.name), w.from.what),
				Hint:    "give it another in wire.yaml: " + w.from.rename})
		}
	}
}

// take gives a slot its number.
func (l *ledger) take(w want) (int, bool) {
	l.taken[w.name] = true
	if s := l.live[w.name]; s != nil {
		return s.number, true
	}
	fresh := slot{name: w.name, typ: w.typ}
	number, ok := l.scope(fresh.scope()).next(w.enum)
	if !ok {
		l.diags.Addf(w.from.Pos, w.from.Pointer, "no number is left for %s", w.name)
		return 0, false
	}
	fresh.number = number
	l.add(fresh)
	return number, true
}

// checkType holds what a slot carries against what its number carried before.
func (l *ledger) checkType(w want) {
	s := l.live[w.name]
	if s == nil || s.typ == w.typ {
		return
	}
	was, known := parseWireType(s.typ)
	now, _ := parseWireType(w.typ)
	r := &retyping{before: l.before, after: byScope(l.live), met: map[[2]string]bool{}}
	if s.typ == "" || known && r.allows(was, now) {
		s.typ = w.typ
		return
	}
	renamed := ""
	if was.name != "" && was.kind == now.kind && was.label == now.label {
		renamed = fmt.Sprintf("say that it was renamed, renamed_from: {%s: %s}, or ", now.name, was.name)
	}
	l.diags.Add(diag.Diagnostic{Pos: w.from.Pos, Pointer: w.from.Pointer,
		Message: fmt.Sprintf("%s is on the wire as %s and would be %s (%s), so that old and new programs could not read each other",
			s.line(), s.typ, w.typ, w.from.what),
		Hint: fmt.Sprintf("in wire.yaml, %sgive it a new number, retired: {%s: %d}, or a new name as well, %s", renamed, s.name, s.number, w.from.rename)})
}

func byScope(slots map[string]*slot) map[string][]slot {
	out := map[string][]slot{}
	for _, s := range slots {
		out[s.scope()] = append(out[s.scope()], *s)
	}
	return out
}

// retire has slots give up their numbers for new ones, as wire.yaml says. A declaration whose number is a tombstone of
// the name has been carried out, and may stay. A ledger that only begins has given none of the numbers, and never will.
func (l *ledger) retire(rules []retireRule, wanted func(retireRule) bool) {
	empty := l.empty()
	for _, r := range rules {
		dead := slices.ContainsFunc(l.dead[r.slot.Text], func(s *slot) bool { return s.number == r.number })
		s := l.live[r.slot.Text]
		fresh := slot{name: r.slot.Text, number: r.number, reserved: true}
		switch {
		case dead:
		case empty && !l.scope(fresh.scope()).used[r.number]:
			l.add(fresh)
		case s == nil || s.number != r.number:
			l.diags.Addf(r.slot.Pos, "", "%s never had the number %d%s", r.slot.Text, r.number, l.has(r.slot.Text))
			continue
		case wanted(r):
			l.bury(s)
		}
		if l.given[r.slot.Text] == nil {
			l.given[r.slot.Text] = map[int]bool{}
		}
		l.given[r.slot.Text][r.number] = true
	}
}

// has says which number a slot has, for a message about another.
func (l *ledger) has(name string) string {
	if s := l.live[name]; s != nil {
		return fmt.Sprintf(": it has %d (%s)", s.number, s.pos)
	}
	return ""
}

// buryRest makes tombstones of the slots that the schema has no more.
func (l *ledger) buryRest() {
	for name, s := range l.live {
		if !l.taken[name] {
			l.bury(s)
		}
	}
}

// lock is the ledger as it is kept.
func (l *ledger) lock() *Lock {
	out := &Lock{file: l.file, holds: slices.Clone(l.holds)}
	for _, s := range l.live {
		out.slots = append(out.slots, *s)
	}
	for _, slots := range l.dead {
		for _, s := range slots {
			out.slots = append(out.slots, *s)
		}
	}
	out.seal()
	return out
}

// tombstones are the reserved slots of a message or an enum.
func (l *ledger) tombstones(scope string) []*slot {
	var out []*slot
	for _, slots := range l.dead {
		for _, s := range slots {
			if s.scope() == scope {
				out = append(out, s)
			}
		}
	}
	slices.SortFunc(out, func(a, b *slot) int { return cmp.Compare(a.number, b.number) })
	return out
}
