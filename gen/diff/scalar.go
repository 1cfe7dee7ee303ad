package diff

import (
	"fmt"
	"maps"
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
)

// compareValues compares lists of allowed values ("const" and "enum").
func (c *comparer) compareValues(f, g *facts) {
	switch {
	case f.limited == nil && g.limited == nil:
		return
	case f.limited == nil:
		c.tell(inNew, ValuesClosed, "", "was any "+f.kinds.String()+" and is one of a list", c.before.place(first(f.rules)), c.after.place(g.limited, listKeyword(g)))
		return
	case g.limited == nil:
		c.tell(inNew, ValuesOpened, "", "was one of a list and is any "+g.kinds.String(), c.before.place(f.limited, listKeyword(f)), c.after.place(first(g.rules)))
		return
	}
	old, fresh := c.before.place(f.limited, listKeyword(f)), c.after.place(g.limited, listKeyword(g))
	for _, v := range g.values {
		if !hasValue(f.values, v.text) {
			c.tell(inNew, ValueAdded, v.text, "may be "+v.text, old, c.after.place(v.by, v.at...))
		}
	}
	for _, v := range f.values {
		if !hasValue(g.values, v.text) {
			c.tell(inOld, ValueRemoved, v.text, "may no longer be "+v.text, c.before.place(v.by, v.at...), fresh)
		}
	}
}

func first(rules []*model.Rule) *model.Rule {
	if len(rules) == 0 {
		return nil
	}
	return rules[0]
}

// listKeyword is the keyword that lists the values.
func listKeyword(f *facts) string {
	for _, a := range f.limited.Asserts {
		if _, ok := a.(model.OneOfValues); ok {
			return "enum"
		}
	}
	return "const"
}

// change tells of one constraint: n is less than 0 where it is narrower now, more where it is wider, and 0 where it is as
// it was.
func (c *comparer) change(n int, keyword, message string, old, fresh *model.Rule, f, g *facts) {
	if n == 0 {
		return
	}
	kind := Widened
	if n < 0 {
		kind = Narrowed
	}
	c.constraint(kind, keyword, message, old, fresh, f, g)
}

// constraint tells of a keyword that one side may not have.
func (c *comparer) constraint(kind Kind, keyword, message string, old, fresh *model.Rule, f, g *facts) {
	was, now := c.before.place(old, keyword), c.after.place(fresh, keyword)
	if was == nil {
		was = where(c.before, fresh, first(f.rules))
	}
	if now == nil {
		now = where(c.after, old, first(g.rules))
	}
	c.tell(inNew, kind, keyword, message, was, now)
}

// compareLimits compares bounds, multiples and sizes.
func (c *comparer) compareLimits(f, g *facts) {
	c.compareBound(f, g, f.lower, g.lower, false)
	c.compareBound(f, g, f.upper, g.upper, true)
	c.compareMultiples(f, g)
	keywords := map[string]bool{}
	for _, m := range []map[string]ruled[uint64]{f.sizes, g.sizes} {
		for k := range m {
			keywords[k] = true
		}
	}
	for _, k := range slices.Sorted(maps.Keys(keywords)) {
		old, had := f.sizes[k]
		fresh, has := g.sizes[k]
		switch {
		case !had:
			c.change(-1, k, fmt.Sprintf("has %s %d", k, fresh.is), nil, fresh.by, f, g)
		case !has:
			c.change(1, k, fmt.Sprintf("has no %s any more, which was %d", k, old.is), old.by, nil, f, g)
		case old.is != fresh.is:
			c.change(outward(fresh.is > old.is, k[:3] == "max"), k, fmt.Sprintf("has %s %d, which was %d", k, fresh.is, old.is), old.by, fresh.by, f, g)
		}
	}
}

// outward is 1 where a limit that rose or fell allows more than before, else -1.
func outward(rose, upper bool) int {
	if rose == upper {
		return 1
	}
	return -1
}

func (c *comparer) compareBound(f, g *facts, old, fresh *limit, up bool) {
	switch {
	case old == nil && fresh == nil:
	case old == nil:
		c.change(-1, fresh.keyword, "has "+fresh.String(), nil, fresh.by, f, g)
	case fresh == nil:
		c.change(1, old.keyword, "has no "+old.keyword+" any more, which was "+old.at.RatString(), old.by, nil, f, g)
	default:
		if n := compareLimits(fresh, old, up); n != 0 {
			c.change(outward(n > 0, up), fresh.keyword, "has "+fresh.String()+", which was "+old.String(), old.by, fresh.by, f, g)
		}
	}
}

// String is the bound in prose.
func (l *limit) String() string {
	if l.exclusive || l.keyword == "minimum" || l.keyword == "maximum" {
		return l.keyword + " " + l.at.RatString()
	}
	return l.keyword + " (" + l.at.RatString() + " included)"
}

// compareMultiples compares "multipleOf": what must divide by 2 may be more than what must divide by 4.
func (c *comparer) compareMultiples(f, g *facts) {
	if len(f.multiples) == 1 && len(g.multiples) == 1 {
		old, fresh := f.multiples[0], g.multiples[0]
		a, okA := number(old.is)
		b, okB := number(fresh.is)
		if !okA || !okB || a.Cmp(b) == 0 {
			return
		}
		kind := ConstraintChanged
		if quotient, ok := number(a.RatString()); ok && quotient.Quo(a, b).IsInt() {
			kind = Widened
		} else if quotient.Quo(b, a).IsInt() {
			kind = Narrowed
		}
		c.constraint(kind, "multipleOf", fmt.Sprintf("has multipleOf %s, which was %s", fresh.is, old.is), old.by, fresh.by, f, g)
		return
	}
	c.compareSets(f, g, f.multiples, g.multiples, "multipleOf")
}

// comparePatterns compares "pattern", and "uniqueItems", which an array has or has not.
func (c *comparer) comparePatterns(f, g *facts) {
	c.compareSets(f, g, f.patterns, g.patterns, "pattern")
	switch {
	case f.unique == nil && g.unique != nil:
		c.change(-1, "uniqueItems", "has uniqueItems", nil, g.unique, f, g)
	case f.unique != nil && g.unique == nil:
		c.change(1, "uniqueItems", "has no uniqueItems any more", f.unique, nil, f, g)
	}
}

// compareSets compares conditions that hold all together: one more narrows, one less widens.
func (c *comparer) compareSets(f, g *facts, was, now []ruled[string], keyword string) {
	without := func(list, of []ruled[string]) []ruled[string] {
		return slices.DeleteFunc(slices.Clone(list), func(r ruled[string]) bool {
			return slices.ContainsFunc(of, func(o ruled[string]) bool { return o.is == r.is })
		})
	}
	gone, come := without(was, now), without(now, was)
	switch {
	case len(gone) > 0 && len(come) > 0:
		c.constraint(ConstraintChanged, keyword, fmt.Sprintf("has %s %s, which was %s", keyword, come[0].is, gone[0].is), gone[0].by, come[0].by, f, g)
	case len(gone) > 0:
		c.change(1, keyword, fmt.Sprintf("has no %s %s any more", keyword, gone[0].is), gone[0].by, nil, f, g)
	case len(come) > 0:
		c.change(-1, keyword, fmt.Sprintf("has %s %s", keyword, come[0].is), nil, come[0].by, f, g)
	}
}
