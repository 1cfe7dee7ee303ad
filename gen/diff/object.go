package diff

import (
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
)

// compareObjects compares members: those that either side declares, and those that nothing declares.
func (c *comparer) compareObjects(f, g *facts) {
	was, now := f.names(), g.names()
	for _, name := range now {
		if slices.Contains(was, name) {
			c.compareMember(f, g, name)
		} else {
			c.memberAdded(f, g, name)
		}
	}
	for _, name := range was {
		if !slices.Contains(now, name) {
			c.memberRemoved(f, g, name)
		}
	}
	c.compareRefused(f, g, was, now)
	c.compareUndeclaredRequired(f, g, was, now)
	c.compareRest(f, g)
	c.compareOpen(f, g, f.restOf, g.restOf, "unevaluatedProperties")
	c.comparePatternMembers(f, g)
	c.compareRules(f, g, f.keyRules, g.keyRules, "propertyNames")
}

func (c *comparer) compareMember(f, g *facts, name string) {
	c.compare(viewOf(f.member(name)...), viewOf(g.member(name)...))
	was, now := f.required[name], g.required[name]
	if (was == nil) == (now == nil) {
		return
	}
	old, fresh := c.before.place(f.declaredBy(name)), c.after.place(g.declaredBy(name))
	if now != nil {
		c.tell(inNew, MemberRequired, requiredIn(now, g.declaredBy(name)), "is required now", old, fresh)
	} else {
		c.tell(inNew, MemberOptional, requiredIn(was, f.declaredBy(name)), "is no longer required", old, fresh)
	}
}

// requiredIn names the definition that requires a member where that is not the one that declares it: a part by allOf is
// declared once, and may be required by some who take it in.
func requiredIn(by, declared *model.Rule) string {
	owner, _ := ownerOf(subject(by.Pointer))
	if home, _ := ownerOf(subject(declared.Pointer)); home == owner {
		return ""
	}
	return "in " + owner
}

func ownerOf(subject string) (owner, rest string) {
	for i := range subject {
		if subject[i] == '.' || subject[i] == '[' || subject[i] == '{' {
			return subject[:i], subject[i:]
		}
	}
	return subject, ""
}

// holder is the rule that declares a member.
func (f *facts) holder(name string) *model.Rule {
	for _, p := range f.members {
		if slices.ContainsFunc(p.is.Named, func(n model.NamedRule) bool { return n.Name == name }) {
			return p.by
		}
	}
	return nil
}

func (c *comparer) memberAdded(f, g *facts, name string) {
	old, fresh := where(c.before, g.holder(name), first(f.rules)), c.after.place(g.declaredBy(name))
	switch before := viewOf(f.member(name)...); {
	case g.required[name] != nil && f.required[name] == nil:
		c.tell(inNew, RequiredMemberAdded, "", "is added and required", old, fresh)
	case isNever(before):
		c.tell(inNew, MemberAdded, "", "is added", old, fresh)
	case len(before.rules) == 0 || kindsOf(before.rules, nil) == allKinds:
		c.tell(inNew, MemberDeclared, "", "is added", old, fresh)
	default: // the object was a map
		c.tell(inNew, MemberDeclared, "", "is declared by its name", old, fresh)
		c.compare(before, viewOf(g.member(name)...))
	}
}

func (c *comparer) memberRemoved(f, g *facts, name string) {
	old, fresh := c.before.place(f.declaredBy(name)), where(c.after, f.holder(name), first(g.rules))
	kind, message := MemberRemoved, "is removed"
	if f.required[name] != nil && g.required[name] == nil {
		kind, message = RequiredRemoved, "is removed, and was required"
	}
	c.tell(inOld, kind, "", message, old, fresh)
	if after := viewOf(g.member(name)...); !isNever(after) && len(after.rules) > 0 { // it is one of a map now
		c.compare(viewOf(f.member(name)...), after)
	}
}

// compareRefused compares members that a side declares only to refuse them.
func (c *comparer) compareRefused(f, g *facts, was, now []string) {
	for _, name := range slices.Concat(f.declared(), g.declared()) {
		if slices.Contains(was, name) || slices.Contains(now, name) {
			continue
		}
		switch refusedBefore, refused := isNever(viewOf(f.member(name)...)), isNever(viewOf(g.member(name)...)); {
		case refusedBefore && !refused:
			c.constraint(Widened, "properties", fmt.Sprintf("no longer refuses %q", name), f.holder(name), nil, f, g)
		case !refusedBefore && refused:
			c.constraint(Narrowed, "properties", fmt.Sprintf("refuses %q", name), nil, g.holder(name), f, g)
		}
	}
}

// compareUndeclaredRequired compares members that are required although nothing declares them.
func (c *comparer) compareUndeclaredRequired(f, g *facts, was, now []string) {
	for _, name := range sortedNames(f.required, g.required) {
		if slices.Contains(was, name) || slices.Contains(now, name) {
			continue
		}
		switch old, fresh := f.required[name], g.required[name]; {
		case old == nil:
			c.constraint(Narrowed, "required", fmt.Sprintf("requires %q", name), nil, fresh, f, g)
		case fresh == nil:
			c.constraint(Widened, "required", fmt.Sprintf("no longer requires %q", name), old, nil, f, g)
		}
	}
}

func sortedNames(maps ...map[string]*model.Rule) []string {
	var out []string
	for _, m := range maps {
		for name := range m {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// compareRest compares what goes for members that nothing declares.
func (c *comparer) compareRest(f, g *facts) {
	was, now := f.rest(), g.rest()
	closedBefore, closed := len(was) > 0 && isNever(viewOf(was...)), len(now) > 0 && isNever(viewOf(now...))
	old, fresh := c.before.place(first(f.rules)), c.after.place(first(g.rules))
	switch {
	case closedBefore && closed:
	case closed:
		c.tell(inNew, MembersClosed, "", "takes no other members any more", old, fresh)
	case closedBefore:
		c.tell(inNew, MembersOpened, "", "takes other members too", old, fresh)
	default:
		c.compare(viewOf(orAny(was)...), viewOf(orAny(now)...))
	}
}

// orAny are some rules, or one that takes everything.
func orAny(rules []*model.Rule) []*model.Rule {
	if len(rules) == 0 {
		return []*model.Rule{anything}
	}
	return rules
}

var anything = &model.Rule{}

// comparePatternMembers compares "patternProperties": by the pattern, since which names match decides what is judged.
func (c *comparer) comparePatternMembers(f, g *facts) {
	type entry struct{ rule, by *model.Rule }
	collect := func(f *facts) (map[string]entry, []string) {
		m, order := map[string]entry{}, []string{}
		for _, p := range f.members {
			for _, pattern := range p.is.Patterns {
				if _, ok := m[pattern.Source]; !ok {
					order = append(order, pattern.Source)
				}
				m[pattern.Source] = entry{pattern.Rule, p.by}
			}
		}
		return m, order
	}
	was, order := collect(f)
	now, added := collect(g)
	for _, source := range order {
		old := was[source]
		if fresh, ok := now[source]; ok {
			c.compare(viewOf(old.rule), viewOf(fresh.rule))
		} else {
			c.constraint(ConstraintChanged, "patternProperties", "judges members that match "+source+" no longer", old.by, nil, f, g)
		}
	}
	for _, source := range added {
		if _, ok := was[source]; !ok {
			c.constraint(ConstraintChanged, "patternProperties", "judges members that match "+source, nil, now[source].by, f, g)
		}
	}
}
