package diff

import (
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
)

// compareOthers compares what has no form that is wider or narrower by itself: negations, conditions, dependencies,
// "contains". One more narrows, one less widens, and one that is another is another.
func (c *comparer) compareOthers(f, g *facts) {
	come := slices.Clone(g.others)
	var gone []ruled[model.Assertion]
	for _, old := range f.others {
		i := slices.IndexFunc(come, func(fresh ruled[model.Assertion]) bool { return c.sameAssertion(old.is, fresh.is) })
		if i < 0 {
			gone = append(gone, old)
		} else {
			come = slices.Delete(come, i, i+1)
		}
	}
	for _, old := range gone {
		keyword := keywordOf(old.is)
		i := slices.IndexFunc(come, func(fresh ruled[model.Assertion]) bool { return keywordOf(fresh.is) == keyword })
		if i < 0 {
			c.constraint(Widened, keyword, "has no "+keyword+" any more", old.by, nil, f, g)
			continue
		}
		c.constraint(c.direction(old.is, come[i].is), keyword, "has another "+keyword, old.by, come[i].by, f, g)
		come = slices.Delete(come, i, i+1)
	}
	for _, fresh := range come {
		c.constraint(Narrowed, keywordOf(fresh.is), "has "+keywordOf(fresh.is), nil, fresh.by, f, g)
	}
}

// direction is which way an assertion went that has a count.
func (c *comparer) direction(old, fresh model.Assertion) Kind {
	x, ok := old.(model.Contains)
	y, also := fresh.(model.Contains)
	if !ok || !also || !c.equal(viewOf(x.Rule), viewOf(y.Rule)) {
		return ConstraintChanged
	}
	less := y.Min > x.Min || y.Max != nil && (x.Max == nil || *y.Max < *x.Max)
	more := y.Min < x.Min || x.Max != nil && (y.Max == nil || *y.Max > *x.Max)
	switch {
	case less && more:
		return ConstraintChanged
	case less:
		return Narrowed
	}
	return Widened
}

func keywordOf(a model.Assertion) string {
	switch a := a.(type) {
	case model.Not:
		return "not"
	case model.Conditional:
		return "if"
	case model.Contains:
		return "contains"
	case model.DependentRequired:
		return a.Keyword
	case model.DependentRules:
		return a.Keyword
	}
	return ""
}

// sameAssertion tells whether two assertions demand the same.
func (c *comparer) sameAssertion(a, b model.Assertion) bool {
	switch a := a.(type) {
	case model.Not:
		b, ok := b.(model.Not)
		return ok && c.sameRule(a.Rule, b.Rule)
	case model.Conditional:
		b, ok := b.(model.Conditional)
		return ok && c.sameRule(a.If, b.If) && c.sameRule(a.Then, b.Then) && c.sameRule(a.Else, b.Else)
	case model.Contains:
		b, ok := b.(model.Contains)
		sameMax := ok && (a.Max == nil) == (b.Max == nil) && (a.Max == nil || *a.Max == *b.Max)
		return sameMax && a.Min == b.Min && c.sameRule(a.Rule, b.Rule)
	case model.DependentRequired:
		b, ok := b.(model.DependentRequired)
		return ok && slices.EqualFunc(sortedBy(a.On), sortedBy(b.On), func(x, y model.Dependency) bool {
			return x.Name == y.Name && slices.Equal(slices.Sorted(slices.Values(x.Needs)), slices.Sorted(slices.Values(y.Needs)))
		})
	case model.DependentRules:
		b, ok := b.(model.DependentRules)
		return ok && len(a.On) == len(b.On) && !slices.ContainsFunc(a.On, func(x model.NamedRule) bool {
			return !slices.ContainsFunc(b.On, func(y model.NamedRule) bool { return x.Name == y.Name && c.sameRule(x.Rule, y.Rule) })
		})
	}
	return false
}

func sortedBy(list []model.Dependency) []model.Dependency {
	return slices.SortedFunc(slices.Values(list), func(a, b model.Dependency) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
}

func (c *comparer) sameRule(a, b *model.Rule) bool {
	if a == nil || b == nil {
		return a == b
	}
	return c.equal(viewOf(a), viewOf(b))
}
