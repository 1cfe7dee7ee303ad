package lower

import (
	"slices"

	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// facet is what a schema says of values of some kinds: everything that judges each of these values, wherever it stands.
type facet struct {
	schema *resolve.Schema
	kinds  kindSet
	// nodes are the schemas whose own keywords judge the value: the schema itself last, before it what it takes in
	// without a name, by allOf or by the one branch of a choice that can take values of these kinds.
	nodes []*resolve.Schema
	// refs are the schemas that do so by a reference, in the order of the text.
	refs []*resolve.Schema
	// choices are what several branches can take.
	choices []choice
}

// choice is an anyOf or oneOf of which at least two branches can take values of some kinds.
type choice struct {
	at       *resolve.Schema
	keyword  string
	branches []*resolve.Schema
}

// facet is what a schema says of values of the given kinds.
func (l *lowerer) facet(s *resolve.Schema, kinds kindSet) *facet {
	f := &facet{schema: s, kinds: kinds & l.kindsOf(s)}
	l.gather(f, s, map[*resolve.Schema]bool{})
	return f
}

func (l *lowerer) gather(f *facet, s *resolve.Schema, seen map[*resolve.Schema]bool) {
	if seen[s] || s.Node.Kind == load.Bool {
		return
	}
	seen[s] = true
	for _, m := range s.Node.Members {
		if s.Keyword(m.Key) == nil || !asserts(s.Dialect, m.Key) {
			continue
		}
		switch m.Key {
		case "$ref", "$dynamicRef", "$recursiveRef":
			for _, r := range s.Refs {
				if _, dynamic := l.dynamicName(s, r); r.Keyword == m.Key && !dynamic {
					f.refer(r.Target)
				}
			}
		case "allOf":
			for _, sub := range s.SubsOf(m.Key) {
				l.takeIn(f, sub.Schema, seen)
			}
		case "anyOf", "oneOf":
			switch branches := l.able(s, m.Key, f.kinds); len(branches) {
			case 0:
			case 1:
				l.takeIn(f, branches[0], seen)
			default:
				f.choices = append(f.choices, choice{s, m.Key, branches})
			}
		}
	}
	f.nodes = append(f.nodes, s)
}

// takeIn gathers a branch. One that references lead to has a name, and is referred to as well.
func (l *lowerer) takeIn(f *facet, s *resolve.Schema, seen map[*resolve.Schema]bool) {
	if l.targets[s] {
		f.refer(s)
		return
	}
	l.gather(f, s, seen)
}

func (f *facet) refer(s *resolve.Schema) {
	if s != f.schema && !slices.Contains(f.refs, s) {
		f.refs = append(f.refs, s)
	}
}

// able are the branches of a choice that can take values of some kinds.
func (l *lowerer) able(s *resolve.Schema, keyword string, kinds kindSet) []*resolve.Schema {
	var out []*resolve.Schema
	for _, sub := range s.SubsOf(keyword) {
		if l.kindsOf(sub.Schema)&kinds != noKinds {
			out = append(out, sub.Schema)
		}
	}
	return out
}

// shaping are the nodes that say more of values of these kinds than that they are.
func (f *facet) shaping() []*resolve.Schema {
	var out []*resolve.Schema
	for _, n := range f.nodes {
		if shapes(n, f.kinds) {
			out = append(out, n)
		}
	}
	return out
}

// shapes tells whether a schema's own keywords say anything of the shape of values of some kinds, beyond the kind.
func shapes(s *resolve.Schema, kinds kindSet) bool {
	for _, keyword := range shapingKeywords {
		if keyword.kinds&kinds != 0 && s.Keyword(keyword.name) != nil {
			return true
		}
	}
	return false
}

// shapingKeywords are the keywords that the types of the model depend on, by the kinds of values they judge.
var shapingKeywords = []struct {
	name  string
	kinds kindSet
}{
	{"const", stringKind}, {"enum", stringKind},
	{"minimum", wholeKind}, {"maximum", wholeKind}, {"exclusiveMinimum", wholeKind}, {"exclusiveMaximum", wholeKind},
	{"items", arrayKind}, {"prefixItems", arrayKind}, {"additionalItems", arrayKind},
	{"properties", objectKind}, {"patternProperties", objectKind}, {"additionalProperties", objectKind},
	{"unevaluatedProperties", objectKind}, {"required", objectKind},
}

// onlyRef is the one schema that a facet refers to without saying anything of its own, nil where it is more or less.
func (f *facet) onlyRef() *resolve.Schema {
	if len(f.refs) == 1 && len(f.choices) == 0 && len(f.shaping()) == 0 {
		return f.refs[0]
	}
	return nil
}

// onlyNode is the one schema inside another that says all that a facet says, nil where there is more or less.
func (f *facet) onlyNode() *resolve.Schema {
	if len(f.refs) > 0 {
		return nil
	}
	said := f.shaping()
	for _, c := range f.choices {
		said = append(said, c.at)
	}
	said = slices.Compact(said)
	if len(said) != 1 || said[0] == f.schema {
		return nil
	}
	return said[0]
}
