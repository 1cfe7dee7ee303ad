package diff

import (
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
)

// maxBranches is how many branches of nested choices are told apart; beyond it a choice counts as one without a tag.
const maxBranches = 4096

// tagged is a choice between objects that a required member with a list of values of its own tells apart.
type tagged struct {
	tag    string
	values []string // in the order of the schema
	views  map[string]view
}

// taggedOf takes a view of objects apart by a tag, nil where none tells them apart. A choice within a choice is taken for
// one choice. Where a tag is wanted, an object that is no choice may still have it: then it is a choice of one.
func taggedOf(v view, wanted string) *tagged {
	f := factsOf(v, objectKind)
	for _, ch := range f.choices {
		var leaves []view
		for _, b := range ch.branches {
			leaves = append(leaves, leavesOf(v.with(ch, b), len(f.choices)-1, maxBranches-len(leaves))...)
		}
		if len(leaves) == 0 || len(leaves) >= maxBranches {
			continue
		}
		for _, tag := range constants(factsOf(leaves[0], objectKind)) {
			if t := indexed(leaves, tag); t != nil && (wanted == "" || tag == wanted) {
				return t
			}
		}
	}
	if wanted != "" {
		return indexed([]view{v}, wanted)
	}
	return nil
}

// leavesOf are the branches of a view that has no constants itself but a choice beyond the given number of them.
func leavesOf(v view, outer, most int) []view {
	f := factsOf(v, objectKind)
	if len(constants(f)) > 0 || len(f.choices) <= outer || most <= 1 {
		return []view{v}
	}
	var out []view
	for _, b := range f.choices[len(f.choices)-1].branches {
		out = append(out, leavesOf(v.with(f.choices[len(f.choices)-1], b), outer, most-len(out))...)
	}
	return out
}

// constants are the required members of an object that have a list of texts.
func constants(f *facts) []string {
	var out []string
	for _, name := range f.names() {
		if f.required[name] != nil && len(tagValues(f, name)) > 0 {
			out = append(out, name)
		}
	}
	return out
}

func tagValues(f *facts, name string) []valueAt {
	v := viewOf(f.member(name)...)
	if kindsOf(v.rules, nil) != stringKind {
		return nil
	}
	return factsOf(v, stringKind).values
}

// indexed is the choice by a tag, nil where two views share a value of it or one has none.
func indexed(leaves []view, tag string) *tagged {
	t := &tagged{tag: tag, views: map[string]view{}}
	for _, leaf := range leaves {
		f := factsOf(leaf, objectKind)
		values := tagValues(f, tag)
		if f.required[tag] == nil || len(values) == 0 {
			return nil
		}
		for _, v := range values {
			if _, taken := t.views[v.text]; taken {
				return nil
			}
			t.views[v.text] = leaf
			t.values = append(t.values, v.text)
		}
	}
	return t
}

// compareTagged compares two choices by a tag: member by member, whatever their order. It is false where neither is one.
func (c *comparer) compareTagged(old, fresh view) bool {
	was, now := taggedOf(old, ""), taggedOf(fresh, "")
	switch {
	case was == nil && now == nil:
		return false
	case was == nil:
		was = taggedOf(old, now.tag)
	case now == nil:
		now = taggedOf(fresh, was.tag)
	}
	if was == nil || now == nil || was.tag != now.tag {
		c.tell(inNew, ConstraintChanged, "choice", "is another choice between objects", c.before.place(old.at()), c.after.place(fresh.at()))
		return true
	}
	for _, value := range now.values {
		v, ok := was.views[value]
		if ok {
			c.compare(v, now.views[value])
			continue
		}
		c.tellOf(inNew, old, fresh, ChoiceAdded, value, fmt.Sprintf("gains the member with %s %s", now.tag, value),
			c.before.place(old.at()), c.after.place(now.views[value].at()))
	}
	for _, value := range was.values {
		if _, ok := now.views[value]; !ok {
			c.tellOf(inOld, old, fresh, ChoiceRemoved, value, fmt.Sprintf("loses the member with %s %s", was.tag, value),
				c.before.place(was.views[value].at()), c.after.place(fresh.at()))
		}
	}
	return true
}

// tellOf is tell about the union itself, although the place is a branch's, which is primary.
func (c *comparer) tellOf(in side, old, fresh view, kind Kind, detail, message string, was, now *Place) {
	c.differs = c.book == nil
	if c.book == nil {
		return
	}
	name := subject(target(fresh.at()).Pointer)
	if in == inOld {
		name = subject(target(old.at()).Pointer)
	}
	c.book.add(in, &Change{Kind: kind, Subject: name, Detail: detail, Message: name + " " + message, Old: was, New: now})
}

// target is the rule that one refers to and says nothing beside.
func target(r *model.Rule) *model.Rule {
	for range 100 {
		if len(r.Asserts) != 1 {
			break
		}
		ref, ok := r.Asserts[0].(model.Refer)
		if !ok {
			break
		}
		r = ref.Rule
	}
	return r
}

// compareChoices compares choices that nothing tells apart: branch by branch, those that are equal first.
func (c *comparer) compareChoices(f, g *facts) {
	for i := range max(len(f.choices), len(g.choices)) {
		switch {
		case i >= len(f.choices):
			ch := g.choices[i]
			c.constraint(Narrowed, ch.keyword, "has "+ch.keyword, nil, ch.id.rule, f, g)
		case i >= len(g.choices):
			ch := f.choices[i]
			c.constraint(Widened, ch.keyword, "has no "+ch.keyword+" any more", ch.id.rule, nil, f, g)
		default:
			c.compareBranches(f, g, f.choices[i], g.choices[i])
		}
	}
}

func (c *comparer) compareBranches(f, g *facts, old, fresh choice) {
	was, now := c.unequal(old.branches, fresh.branches)
	// Where exactly one branch has to fit, a value that fits another one more, or less, may be refused for it, or taken.
	exact := (old.keyword == "oneOf" || fresh.keyword == "oneOf") && len(was)+len(now) > 0
	more, less := Widened, Narrowed
	if exact || old.keyword != fresh.keyword {
		more, less = ConstraintChanged, ConstraintChanged
	}
	pairs := min(len(was), len(now))
	for i := range pairs {
		c.compare(viewOf(was[i]), viewOf(now[i]))
	}
	switch {
	case len(now) > pairs:
		c.constraint(more, fresh.keyword, "has more branches in "+fresh.keyword, old.id.rule, fresh.id.rule, f, g)
	case len(was) > pairs:
		c.constraint(less, old.keyword, "has fewer branches in "+old.keyword, old.id.rule, fresh.id.rule, f, g)
	case old.keyword != fresh.keyword:
		c.constraint(more, fresh.keyword, "has "+fresh.keyword+" instead of "+old.keyword, old.id.rule, fresh.id.rule, f, g)
	case exact:
		c.constraint(more, fresh.keyword, "has another branch in oneOf, of which exactly one must fit", old.id.rule, fresh.id.rule, f, g)
	}
}

// unequal are the rules of either side that none of the other's equals.
func (c *comparer) unequal(was, now []*model.Rule) (gone, come []*model.Rule) {
	come = slices.Clone(now)
	for _, old := range was {
		i := slices.IndexFunc(come, func(r *model.Rule) bool { return c.equal(viewOf(old), viewOf(r)) })
		if i < 0 {
			gone = append(gone, old)
		} else {
			come = slices.Delete(come, i, i+1)
		}
	}
	return gone, come
}

// compareRules compares rules that hold all together and say something other than the value's shape.
func (c *comparer) compareRules(f, g *facts, was, now []*model.Rule, keyword string) {
	gone, come := c.unequal(was, now)
	switch {
	case len(gone) > 0 && len(come) > 0:
		c.compare(viewOf(gone...), viewOf(come...))
	case len(gone) > 0:
		c.constraint(Widened, keyword, "has no "+keyword+" any more", nil, nil, f, g)
	case len(come) > 0:
		c.constraint(Narrowed, keyword, "has "+keyword, nil, nil, f, g)
	}
}
