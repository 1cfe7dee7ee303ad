package diff

import "github.com/agui-gen/agui-gen/gen/model"

// compareArrays compares items: those that have a place of their own, and the rest.
func (c *comparer) compareArrays(f, g *facts) {
	n := max(f.places(), g.places())
	for i := range n {
		was, now := f.item(i), g.item(i)
		c.compareItem(f, g, was, now)
	}
	c.compareItem(f, g, f.item(n), g.item(n))
}

func (c *comparer) compareItem(f, g *facts, was, now []*model.Rule) {
	old, fresh := viewOf(orAny(was)...), viewOf(orAny(now)...)
	switch closedBefore, closed := isNever(old), isNever(fresh); {
	case closedBefore && closed:
	case closed:
		c.constraint(Narrowed, "items", "takes fewer items", nil, nil, f, g)
	case closedBefore:
		c.constraint(Widened, "items", "takes more items", nil, nil, f, g)
	default:
		if len(was) == 0 && len(now) > 0 { // the place of a value that nothing judged is that of its array
			old.rules = []*model.Rule{{Base: f.rules[0].Base, Pointer: f.rules[0].Pointer, Pos: f.rules[0].Pos}}
		}
		if len(now) == 0 && len(was) > 0 {
			fresh.rules = []*model.Rule{{Base: g.rules[0].Base, Pointer: g.rules[0].Pointer, Pos: g.rules[0].Pos}}
		}
		c.compare(old, fresh)
	}
}

// places is how many items have a place of their own.
func (f *facts) places() int {
	n := 0
	for _, it := range f.items {
		n = max(n, len(it.is.Prefix))
	}
	return n
}

// item are the rules for the i-th item.
func (f *facts) item(i int) []*model.Rule {
	var out []*model.Rule
	judged := false
	for _, it := range f.items {
		switch {
		case i < len(it.is.Prefix):
			out, judged = append(out, it.is.Prefix[i]), true
		case it.is.Rest != nil:
			out, judged = append(out, it.is.Rest), true
		}
	}
	if !judged {
		out = append(out, f.itemsOf...)
	}
	return out
}
