package wire

import (
	"slices"
	"strings"
)

// rename moves what wire.yaml says was called otherwise before: first whole messages and enums, with all that is nested
// in them, then slots. A slot may be named by the former or the present name of its message. A declaration whose former
// name is nowhere any more has been carried out, and may stay; an empty ledger has nothing to carry out.
func (l *ledger) rename(rules []renameRule, live map[string]bool) {
	if l.empty() {
		return
	}
	var whole, single []renameRule
	for _, r := range rules {
		if live[r.now.Text] || l.knows(r.now.Text) || l.knows(r.before.Text) {
			single = append(single, r)
		} else {
			whole = append(whole, r)
		}
	}
	// Where a thing was renamed more than once, only one of the former names is in the ledger.
	var unmet []renameRule
	for _, r := range whole {
		if len(l.under(r.before.Text+"."))+len(l.under(r.now.Text+".")) == 0 {
			unmet = append(unmet, r)
		} else {
			l.renameScope(r, live)
		}
	}
	for _, r := range unmet {
		l.renameScope(r, live)
	}
	unmet = nil
	for _, r := range single {
		for _, w := range whole {
			r.before.Text = w.scope(r.before.Text)
		}
		if !l.knows(r.before.Text) && !l.knows(r.now.Text) {
			unmet = append(unmet, r)
		} else {
			l.renameSlot(r, live)
		}
	}
	for _, r := range unmet {
		l.renameSlot(r, live)
	}
}

// knows tells whether a name is, or was, one of a slot.
func (l *ledger) knows(name string) bool { return l.live[name] != nil || len(l.dead[name]) > 0 }

func (l *ledger) renameSlot(r renameRule, live map[string]bool) {
	was, now, dead := l.live[r.before.Text], l.live[r.now.Text], l.lastDead(r.before.Text)
	switch {
	case !live[r.now.Text]:
		l.diags.Addf(r.now.Pos, "", "the schema has no slot %s that could have been renamed", r.now.Text)
	case live[r.before.Text]:
		l.diags.Addf(r.before.Pos, "", "%s was not renamed: the schema still has it", r.before.Text)
	case was == nil && dead != nil && now == nil:
		l.diags.Addf(r.before.Pos, "", "%s is reserved (%s): what is gone cannot be renamed", dead.name, dead.pos)
	case was == nil && now == nil:
		l.diags.Addf(r.before.Pos, "", "the ledger has no slot %s", r.before.Text)
	case was == nil: // carried out already
	case now != nil:
		l.diags.Addf(r.now.Pos, "", "%s has a number of its own already (%s)", now.name, now.pos)
	case len(l.dead[r.now.Text]) > 0:
		l.diags.Addf(r.now.Pos, "", "%s is reserved (%s): a name that is gone is not given again", r.now.Text, l.lastDead(r.now.Text).pos)
	case (slot{name: r.now.Text}).scope() != was.scope():
		l.diags.Addf(r.now.Pos, "", "%s and %s are not of one message or enum, and a number belongs to one", r.now.Text, r.before.Text)
	default:
		l.move(was, r.now.Text)
	}
}

// renameScope moves a message or enum with all that is in it, tombstones included. Slots that stand under the former name
// although the present one has some come of a merge: another branch added them before the rename reached it.
func (l *ledger) renameScope(r renameRule, live map[string]bool) {
	now, before := r.now.Text+".", r.before.Text+"."
	known := false
	for name := range live {
		known = known || strings.HasPrefix(name, now)
		if strings.HasPrefix(name, before) {
			l.diags.Addf(r.before.Pos, "", "%s was not renamed: the schema still has it", r.before.Text)
			return
		}
	}
	former, present := l.under(before), l.under(now)
	switch {
	case !known:
		l.diags.Addf(r.now.Pos, "", "the schema has no message or enum %s that could have been renamed", r.now.Text)
		return
	case len(former) == 0 && len(present) == 0:
		l.diags.Addf(r.before.Pos, "", "the ledger has no message or enum %s", r.before.Text)
		return
	}
	for _, f := range former {
		to := slot{name: r.scope(f.name)}
		for _, p := range present {
			if p.scope() == to.scope() && (p.number == f.number || p.name == to.name) {
				l.diags.Addf(r.now.Pos, "", "%s has numbers of its own already, and %s (%s) has that of %s", r.now.Text, p.name, p.pos, f.name)
				return
			}
		}
	}
	for _, f := range former {
		l.move(f, r.scope(f.name))
	}
	l.retypeScope(r)
}

// under are the slots of a message or enum and of what is nested in it, live or not.
func (l *ledger) under(prefix string) []*slot {
	var out []*slot
	for name, s := range l.live {
		if strings.HasPrefix(name, prefix) {
			out = append(out, s)
		}
	}
	for name, dead := range l.dead {
		if strings.HasPrefix(name, prefix) {
			out = append(out, dead...)
		}
	}
	slices.SortFunc(out, func(a, b *slot) int { return bySlot(*a, *b) })
	return out
}

// retypeScope has fields carry a message or enum by its present name, and keeps from use there what was kept before.
func (l *ledger) retypeScope(r renameRule) {
	for _, s := range l.live {
		if t, ok := parseWireType(s.typ); ok && t.name != "" {
			t.name = r.scope(t.name)
			s.typ = t.String()
		}
	}
	for i := range l.holds {
		if h := &l.holds[i]; r.scope(h.scope) != h.scope {
			h.scope = r.scope(h.scope)
			l.scope(h.scope).hold(*h)
		}
	}
}

// move gives a slot another name. Its number stays taken where it was, too: names may come back, numbers not.
func (l *ledger) move(s *slot, name string) {
	moved := *s
	moved.name = name
	if s.reserved {
		l.dead[s.name] = slices.DeleteFunc(l.dead[s.name], func(d *slot) bool { return d == s })
	} else {
		delete(l.live, s.name)
	}
	l.add(moved)
}
