package wire

import (
	"slices"
	"strings"
)

// rename moves what wire.yaml says was called otherwise before: first whole messages and enums, with all that is nested
// in them, then slots. A slot may be named by the former or the present name of its message. A declaration whose former
// name is nowhere any more has been carried out, and may stay; an empty ledger has nothing to carry out.
func (l *ledger) rename(rules []renameRule, wanted []string) {
	if len(l.slots) == 0 {
		return
	}
	live := map[string]bool{}
	for _, name := range wanted {
		live[name] = true
	}
	var whole, single []renameRule
	for _, r := range rules {
		if live[r.now.Text] || l.slots[r.now.Text] != nil || l.slots[r.before.Text] != nil {
			single = append(single, r)
		} else {
			whole = append(whole, r)
		}
	}
	for _, r := range whole {
		l.renameScope(r, live)
	}
	for _, r := range single {
		for _, w := range whole {
			if rest, ok := strings.CutPrefix(r.before.Text, w.before.Text+"."); ok {
				r.before.Text = w.now.Text + "." + rest
			}
		}
		l.renameSlot(r, live)
	}
}

func (l *ledger) renameSlot(r renameRule, live map[string]bool) {
	was, now := l.slots[r.before.Text], l.slots[r.now.Text]
	switch {
	case !live[r.now.Text]:
		l.diags.Addf(r.now.Pos, "", "the schema has no slot %s that could have been renamed", r.now.Text)
	case live[r.before.Text]:
		l.diags.Addf(r.before.Pos, "", "%s was not renamed: the schema still has it", r.before.Text)
	case was == nil && now == nil:
		l.diags.Addf(r.before.Pos, "", "the ledger has no slot %s", r.before.Text)
	case was == nil: // carried out already
	case was.reserved:
		l.diags.Addf(r.before.Pos, "", "%s is reserved (%s): what is gone cannot be renamed", was.name, was.pos)
	case now != nil:
		l.diags.Addf(r.now.Pos, "", "%s has a number of its own already (%s)", now.name, now.pos)
	case (slot{name: r.now.Text}).scope() != was.scope():
		l.diags.Addf(r.now.Pos, "", "%s and %s are not of one message or enum, and a number belongs to one", r.now.Text, r.before.Text)
	default:
		l.move(was, r.now.Text)
	}
}

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
	var former, present []string
	for name := range l.slots {
		switch {
		case strings.HasPrefix(name, before):
			former = append(former, name)
		case strings.HasPrefix(name, now):
			present = append(present, name)
		}
	}
	switch {
	case !known:
		l.diags.Addf(r.now.Pos, "", "the schema has no message or enum %s that could have been renamed", r.now.Text)
	case len(former) == 0 && len(present) == 0:
		l.diags.Addf(r.before.Pos, "", "the ledger has no message or enum %s", r.before.Text)
	case len(present) == 0:
		for _, name := range former {
			l.move(l.slots[name], now+strings.TrimPrefix(name, before))
		}
	case len(former) > 0:
		l.diags.Addf(r.now.Pos, "", "%s has numbers of its own already (%s)", r.now.Text, l.slots[slices.Min(present)].pos)
	}
}

// move gives a slot another name. Its number stays taken where it was, too: names may come back, numbers not.
func (l *ledger) move(s *slot, name string) {
	delete(l.slots, s.name)
	moved := *s
	moved.name = name
	l.add(moved)
}
