package diff

import (
	"regexp"
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
)

// leftover is what an "unevaluatedProperties" or "unevaluatedItems" says, and what it leaves to others: all that the rule
// it stands in judges, and the rules within that one, but not those around it.
type leftover struct {
	rule, by *model.Rule
	members  []model.Properties
	items    []model.Items
	all      bool // nothing is left over
	// open tells that it depends on the value what is left over: on a choice that nothing tells apart, a condition, or
	// what is contained.
	open bool
}

// leftover finds what is left to a rule that judges what others within a rule do not.
func (v view) leftover(family kinds, by, rule *model.Rule) leftover {
	l := leftover{rule: rule, by: by}
	seen := map[*model.Rule]bool{}
	var walk func(r *model.Rule)
	walk = func(r *model.Rule) {
		if seen[r] {
			return
		}
		seen[r] = true
		for i, a := range r.Asserts {
			switch a := a.(type) {
			case model.Refer:
				walk(a.Rule)
			case model.AllOf:
				for _, sub := range a.Rules {
					walk(sub)
				}
			case model.AnyOf, model.OneOf:
				if left := v.left(choiceID{r, i}, branchesOf(a), family); len(left) == 1 {
					walk(left[0])
				} else {
					l.open = l.open || slices.ContainsFunc(left, judgesBelow)
				}
			case model.Conditional:
				l.open = l.open || judgesBelow(a.If) || judgesBelow(a.Then) || judgesBelow(a.Else)
			case model.DependentRules:
				l.open = l.open || slices.ContainsFunc(a.On, func(n model.NamedRule) bool { return judgesBelow(n.Rule) })
			case model.Contains:
				l.open = l.open || a.Evaluates
			case model.Properties:
				l.members = append(l.members, a)
			case model.Items:
				l.items = append(l.items, a)
			case model.UnevaluatedProperties, model.UnevaluatedItems:
				l.all = l.all || r != by
			}
		}
	}
	walk(by)
	return l
}

// judgesBelow tells whether a rule, or one within it, judges members or items.
func judgesBelow(r *model.Rule) bool {
	seen := map[*model.Rule]bool{}
	var walk func(r *model.Rule) bool
	walk = func(r *model.Rule) bool {
		if r == nil || seen[r] {
			return false
		}
		seen[r] = true
		return slices.ContainsFunc(r.Asserts, func(a model.Assertion) bool {
			switch a := a.(type) {
			case model.Properties, model.UnevaluatedProperties, model.Items, model.UnevaluatedItems, model.Contains:
				return true
			case model.Refer:
				return walk(a.Rule)
			case model.AllOf:
				return slices.ContainsFunc(a.Rules, walk)
			case model.AnyOf, model.OneOf:
				return slices.ContainsFunc(branchesOf(a), walk)
			case model.Conditional:
				return walk(a.If) || walk(a.Then) || walk(a.Else)
			case model.DependentRules:
				return slices.ContainsFunc(a.On, func(n model.NamedRule) bool { return walk(n.Rule) })
			}
			return false
		})
	}
	return walk(r)
}

// judged tells whether a member is judged by others.
func (l leftover) judged(name string) bool {
	return l.all || slices.ContainsFunc(l.members, func(p model.Properties) bool {
		return p.Rest != nil || slices.ContainsFunc(p.Named, func(n model.NamedRule) bool { return n.Name == name }) ||
			slices.ContainsFunc(p.Patterns, func(q model.PatternRule) bool { return matches(q, name) })
	})
}

func matches(p model.PatternRule, name string) bool {
	re, err := regexp.Compile(p.RE2)
	return err == nil && re.MatchString(name)
}

// judgedItem tells whether the i-th item is judged by others.
func (l leftover) judgedItem(i int) bool {
	return l.all || slices.ContainsFunc(l.items, func(it model.Items) bool { return it.Rest != nil || i < len(it.Prefix) })
}

// compareOpen compares what is left over where that depends on the value: then every other difference of the rule it stands
// in may be one of what is left over, either way.
func (c *comparer) compareOpen(f, g *facts, was, now []leftover, keyword string) {
	var old, fresh []leftover
	for _, l := range was {
		if l.open {
			old = append(old, l)
		}
	}
	for _, l := range now {
		if l.open {
			fresh = append(fresh, l)
		}
	}
	for i := range max(len(old), len(fresh)) {
		switch {
		case i >= len(old):
			c.constraint(ConstraintChanged, keyword, "has "+keyword+", which depends on a choice", nil, fresh[i].by, f, g)
		case i >= len(fresh):
			c.constraint(ConstraintChanged, keyword, "has no "+keyword+" any more that depends on a choice", old[i].by, nil, f, g)
		case !c.equal(viewOf(old[i].rule), viewOf(fresh[i].rule)) || !c.equal(viewOf(old[i].by), viewOf(fresh[i].by)):
			c.constraint(ConstraintChanged, keyword, "may leave other values to "+keyword, old[i].by, fresh[i].by, f, g)
		}
	}
}

// declared are the members that the facts have rules for by their names, in order.
func (f *facts) declared() []string {
	var out []string
	for _, p := range f.members {
		for _, n := range p.is.Named {
			if !slices.Contains(out, n.Name) {
				out = append(out, n.Name)
			}
		}
	}
	return out
}

// names are the members that are declared and may be there.
func (f *facts) names() []string {
	return slices.DeleteFunc(f.declared(), func(name string) bool { return isNever(viewOf(f.member(name)...)) })
}

// declaredBy is the rule under the member's name, nil where it has none.
func (f *facts) declaredBy(name string) *model.Rule {
	var found *model.Rule
	for _, p := range f.members {
		for _, n := range p.is.Named {
			if n.Name == name {
				found = n.Rule
			}
		}
	}
	return found
}

// member are the rules for the value of a member.
func (f *facts) member(name string) []*model.Rule {
	var out []*model.Rule
	for _, p := range f.members {
		hit := false
		for _, n := range p.is.Named {
			if n.Name == name {
				out, hit = append(out, n.Rule), true
			}
		}
		for _, pattern := range p.is.Patterns {
			if matches(pattern, name) {
				out, hit = append(out, pattern.Rule), true
			}
		}
		if !hit && p.is.Rest != nil {
			out = append(out, p.is.Rest)
		}
	}
	for _, l := range f.restOf {
		if !l.open && !l.judged(name) {
			out = append(out, l.rule)
		}
	}
	return out
}

// rest are the rules for members that nothing declares.
func (f *facts) rest() []*model.Rule {
	var out []*model.Rule
	for _, p := range f.members {
		if p.is.Rest != nil {
			out = append(out, p.is.Rest)
		}
	}
	for _, l := range f.restOf {
		if !l.open && !l.all && !slices.ContainsFunc(l.members, func(p model.Properties) bool { return p.Rest != nil }) {
			out = append(out, l.rule)
		}
	}
	return out
}
