package pipeline

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// assembly is an item that chunks are assembling.
type assembly struct {
	seq   int // rises in the order in which items are opened
	at    int // in lanes.items
	owner opt.Opt[string]
	item  item
	id    string
	role  agui.TextMessageRole
	first chunk
}

// lanes are the items that are being assembled: at most one of an owner, and one of an id and kind.
type lanes struct {
	seq     int
	byOwner map[opt.Opt[string]]*assembly
	byName  [3]map[string]*assembly // by item
	// items are the same by item, in no order: to go over a map costs what it once held.
	items [3][]*assembly
}

// idle tells that nothing is being assembled.
func (l *lanes) idle() bool { return len(l.byOwner) == 0 }

// of is what is being assembled in an owner's lane, nil for nothing.
func (l *lanes) of(owner opt.Opt[string]) *assembly { return l.byOwner[owner] }

// named is the open item of a kind and an id, nil if there is none.
func (l *lanes) named(kind item, id string) *assembly { return l.byName[kind][id] }

// all is everything that is open, in the order in which it was opened.
func (l *lanes) all() []*assembly {
	all := make([]*assembly, 0, len(l.byOwner))
	for _, items := range l.items {
		all = append(all, items...)
	}
	slices.SortFunc(all, func(a, b *assembly) int { return cmp.Compare(a.seq, b.seq) })
	return all
}

// unnamed finds the item that a chunk without an id continues: its owner's, and if it does not name one, the parent's or
// else the only one of its kind. It is nil if there is none, or if there are several.
func (l *lanes) unnamed(c *chunk) (a *assembly, several bool) {
	if a := l.of(c.tag); a != nil && a.item == c.item {
		return a, false
	}
	open := l.items[c.item]
	switch {
	case c.tag.IsSet() || len(open) == 0:
		return nil, false
	case len(open) > 1:
		return nil, true
	}
	return open[0], false
}

// open adds an item to its lane, which must be empty.
func (l *lanes) open(a *assembly) {
	l.seq++
	a.seq = l.seq
	if l.byOwner == nil {
		l.byOwner = map[opt.Opt[string]]*assembly{}
	}
	if l.byName[a.item] == nil {
		l.byName[a.item] = map[string]*assembly{}
	}
	l.byOwner[a.owner], l.byName[a.item][a.id] = a, a
	a.at = len(l.items[a.item])
	l.items[a.item] = append(l.items[a.item], a)
}

// end takes an item out of its lane, and tells whether it was there.
func (l *lanes) end(a *assembly) bool {
	if l.byOwner[a.owner] != a {
		return false
	}
	delete(l.byOwner, a.owner)
	delete(l.byName[a.item], a.id)
	items := l.items[a.item]
	last := len(items) - 1
	items[a.at] = items[last]
	items[a.at].at = a.at
	items[last] = nil
	l.items[a.item] = items[:last]
	return true
}

// agree tells whether what a chunk repeats of its item is what it was opened with.
func (a *assembly) agree(c *chunk) error {
	if role, ok := c.role.Get(); ok && role != a.role {
		return fmt.Errorf("the role %q of %s does not match the open stream's role %q", role, c.event, a.role)
	}
	what := "name"
	if c.item == toolCall {
		what = "toolCallName"
	}
	if err := agreeOn(what, c.event, c.name, a.first.name); err != nil {
		return err
	}
	return agreeOn("parentMessageId", c.event, c.parent, a.first.parent)
}

func agreeOn(what string, event agui.EventType, got, want opt.Opt[string]) error {
	v, ok := got.Get()
	if !ok || got == want {
		return nil
	}
	if w, ok := want.Get(); ok {
		return fmt.Errorf("the %s %s of %s does not match the open stream's %s %s", what, quote(v), event, what, quote(w))
	}
	return fmt.Errorf("the %s %s of %s does not match the open stream's %s: it was opened without one", what, quote(v), event, what)
}
