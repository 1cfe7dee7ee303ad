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
	c.compareOpen(f, g, f.itemsOf, g.itemsOf, "unevaluatedItems")
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
			old.rules = []*model.Rule{c.unjudged(f.rules[0])}
		}
		if len(now) == 0 && len(was) > 0 {
			fresh.rules = []*model.Rule{c.unjudged(g.rules[0])}
		}
		c.compare(old, fresh)
	}
}

// unjudged is a rule that demands nothing, for what stands where another rule does. There is one for each rule, and one for
// all that is within it, so that what contains itself comes to an end.
func (c *comparer) unjudged(at *model.Rule) *model.Rule {
	if len(at.Asserts) == 0 && !at.Never {
		return at
	}
	if c.empty[at] == nil {
		c.empty[at] = &model.Rule{Base: at.Base, Pointer: at.Pointer, Pos: at.Pos}
	}
	return c.empty[at]
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
	for _, it := range f.items {
		switch {
		case i < len(it.is.Prefix):
			out = append(out, it.is.Prefix[i])
		case it.is.Rest != nil:
			out = append(out, it.is.Rest)
		}
	}
	for _, l := range f.itemsOf {
		if !l.open && !l.judgedItem(i) {
			out = append(out, l.rule)
		}
	}
	return out
}
