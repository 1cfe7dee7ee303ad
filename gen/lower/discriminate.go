package lower

import (
	"slices"

	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// tagValue is a member that a schema requires to be a certain text, or one of several where its branches differ.
type tagValue struct {
	name   string
	values []string
}

// constantTag is the member that tells branches apart: each branch takes objects only, and requires of it a constant
// text that no other branch does. Then for every value at most one branch need be tried. It is empty where there is
// none.
func (l *lowerer) constantTag(branches []*resolve.Schema) (string, []string) {
	if len(branches) < 2 {
		return "", nil
	}
	var constants [][]tagValue
	for _, b := range branches {
		if l.kindsOf(b) != objectKind {
			return "", nil
		}
		constants = append(constants, l.constants(b))
	}
	for _, candidate := range constants[0] {
		if values, ok := distinct(candidate.name, constants); ok {
			var flat []string
			for _, v := range values {
				flat = append(flat, v[0])
			}
			return candidate.name, flat
		}
	}
	return "", nil
}

// discriminate is like [lowerer.constantTag], and also looks into branches that are choices by the same member
// themselves: there are then several values for one branch. The branches need not take objects only; it is what they
// say of objects that counts.
func (l *lowerer) discriminate(branches []*resolve.Schema) (string, [][]string) {
	var constants [][]tagValue
	for _, b := range branches {
		constants = append(constants, l.tags(b))
	}
	for _, candidate := range constants[0] {
		if values, ok := distinct(candidate.name, constants); ok {
			return candidate.name, values
		}
	}
	return "", nil
}

// distinct are the values of one member in each branch, false where a branch has none or two have the same.
func distinct(name string, branches [][]tagValue) ([][]string, bool) {
	var out [][]string
	seen := map[string]bool{}
	for _, tags := range branches {
		i := slices.IndexFunc(tags, func(t tagValue) bool { return t.name == name })
		if i < 0 {
			return nil, false
		}
		for _, v := range tags[i].values {
			if seen[v] {
				return nil, false
			}
			seen[v] = true
		}
		out = append(out, tags[i].values)
	}
	return out, true
}

// tags are the members that an object of a schema must have with one of certain texts.
func (l *lowerer) tags(s *resolve.Schema) []tagValue {
	if out, ok := l.tagged[s]; ok {
		return out
	}
	l.tagged[s] = nil // for one that leads back to itself
	out := l.constants(s)
	if len(out) == 0 {
		out = l.choiceTags(l.facet(s, objectKind))
	}
	l.tagged[s] = out
	return out
}

// choiceTags are the tags of what is a choice itself, or refers to one.
func (l *lowerer) choiceTags(f *facet) []tagValue {
	if ref := f.onlyRef(); ref != nil {
		return l.tags(ref)
	}
	if len(f.choices) != 1 {
		return nil
	}
	var each [][]tagValue
	for _, b := range f.choices[0].branches {
		each = append(each, l.tags(b))
	}
	var out []tagValue
	for _, candidate := range each[0] {
		if values, ok := distinct(candidate.name, each); ok {
			out = append(out, tagValue{candidate.name, slices.Concat(values...)})
		}
	}
	return out
}

// constants are the members that every object of a schema must have with a certain text, in the order of the text.
func (l *lowerer) constants(s *resolve.Schema) []tagValue {
	c := constantSet{required: map[string]bool{}, seen: map[*resolve.Schema]bool{}}
	l.collectConstants(s, &c)
	return slices.DeleteFunc(c.found, func(t tagValue) bool { return !c.required[t.name] })
}

type constantSet struct {
	found    []tagValue
	required map[string]bool
	seen     map[*resolve.Schema]bool
}

func (l *lowerer) collectConstants(s *resolve.Schema, c *constantSet) {
	if c.seen[s] {
		return
	}
	c.seen[s] = true
	f := l.facet(s, objectKind)
	for _, ref := range f.refs {
		l.collectConstants(ref, c)
	}
	for _, node := range f.nodes {
		if r := node.Keyword("required"); r != nil {
			for _, name := range texts(r) {
				c.required[name] = true
			}
		}
		for _, sub := range node.SubsOf("properties") {
			known := slices.ContainsFunc(c.found, func(t tagValue) bool { return t.name == sub.Name })
			if value, ok := l.constantText(sub.Schema, map[*resolve.Schema]bool{}); ok && !known {
				c.found = append(c.found, tagValue{sub.Name, []string{value}})
			}
		}
	}
}

// constantText is the one text that a schema takes and nothing else, by "const" or by an "enum" of one.
func (l *lowerer) constantText(s *resolve.Schema, seen map[*resolve.Schema]bool) (string, bool) {
	if seen[s] || l.kindsOf(s) != stringKind {
		return "", false
	}
	seen[s] = true
	f := l.facet(s, stringKind)
	for _, node := range f.nodes {
		if v := node.Keyword("const"); v != nil && v.Kind == load.String {
			return v.Text, true
		}
		if e := node.Keyword("enum"); e != nil && len(e.Items) == 1 && e.Items[0].Kind == load.String {
			return e.Items[0].Text, true
		}
	}
	for _, ref := range f.refs {
		if text, ok := l.constantText(ref, seen); ok {
			return text, true
		}
	}
	return "", false
}
