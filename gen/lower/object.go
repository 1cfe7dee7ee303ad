package lower

import (
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// object is a facet of objects alone: a record, a union, or one whose keys are data.
func (l *lowerer) object(f *facet) plan {
	var records, unions []*resolve.Schema
	for _, ref := range f.refs {
		switch l.classify(ref, objectKind).class {
		case recordClass:
			records = append(records, ref)
		case unionClass:
			unions = append(unions, ref)
		}
	}
	own := l.ownMembers(f)
	closed := l.closes(f)
	for _, c := range f.choices {
		if tag, values := l.discriminate(c.branches); tag != "" && len(records) == 0 && l.allHave(c.branches, own) {
			return l.union(c, tag, values)
		}
	}
	switch {
	case len(own) > 0 || len(records) > 1 || len(records) == 1 && (closed || requires(f)):
		return l.record(f, records)
	case len(records) == 1:
		return plan{class: recordClass, make: func(in *definition) model.Type {
			l.noteBranches(in, f, records)
			return l.shape(in, records[0], objectKind)
		}}
	case len(unions) > 0:
		return plan{class: unionClass, make: func(in *definition) model.Type { return l.shape(in, unions[0], objectKind) }}
	case len(f.choices) > 0:
		return l.undiscriminated(f)
	case closed:
		return l.record(f, nil)
	}
	return l.open(f)
}

// ownMembers are the names of the members that the nodes of a facet let an object have.
func (l *lowerer) ownMembers(f *facet) []string {
	var out []string
	for _, node := range f.nodes {
		for _, sub := range node.SubsOf("properties") {
			if !l.never(sub.Schema) {
				out = append(out, sub.Name)
			}
		}
	}
	return out
}

// memberNames are the names of all members that a schema declares for objects, those it takes in included.
func (l *lowerer) memberNames(s *resolve.Schema, seen map[*resolve.Schema]bool) []string {
	if seen[s] {
		return nil
	}
	seen[s] = true
	f := l.facet(s, objectKind)
	out := l.ownMembers(f)
	for _, ref := range f.refs {
		out = append(out, l.memberNames(ref, seen)...)
	}
	for _, c := range f.choices {
		for _, b := range c.branches {
			out = append(out, l.memberNames(b, seen)...)
		}
	}
	return out
}

// allHave tells whether every branch declares all of some members itself.
func (l *lowerer) allHave(branches []*resolve.Schema, names []string) bool {
	if len(names) == 0 {
		return true
	}
	for _, b := range branches {
		has := l.memberNames(b, map[*resolve.Schema]bool{})
		for _, name := range names {
			if !slices.Contains(has, name) {
				return false
			}
		}
	}
	return true
}

// requires tells whether the nodes of a facet require any member.
func requires(f *facet) bool {
	return slices.ContainsFunc(f.nodes, func(s *resolve.Schema) bool {
		r := s.Keyword("required")
		return r != nil && len(r.Items) > 0
	})
}

// closes tells whether the nodes of a facet let an object have no member but those they and what they refer to name.
func (l *lowerer) closes(f *facet) bool {
	unevaluated := false
	for _, node := range f.nodes {
		if rest := node.Sub("additionalProperties"); l.never(rest) && len(node.SubsOf("patternProperties")) == 0 {
			return true
		}
		unevaluated = unevaluated || l.never(node.Sub("unevaluatedProperties"))
	}
	return unevaluated && !l.opens(f, map[*resolve.Schema]bool{})
}

// opens tells whether more members may count as evaluated than properties names: what only applies to some objects is
// taken to do so.
func (l *lowerer) opens(f *facet, seen map[*resolve.Schema]bool) bool {
	if len(f.choices) > 0 || conditional(f) {
		return true
	}
	for _, node := range f.nodes {
		for _, keyword := range []string{"patternProperties", "additionalProperties", "unevaluatedProperties"} {
			for _, sub := range node.SubsOf(keyword) {
				if !l.never(sub.Schema) {
					return true
				}
			}
		}
	}
	for _, ref := range f.refs {
		if !seen[ref] {
			seen[ref] = true
			if l.opens(l.facet(ref, objectKind), seen) {
				return true
			}
		}
	}
	return false
}

// open is an object whose keys are data: a map where all of its values have one shape.
func (l *lowerer) open(f *facet) plan {
	said := f.shaping()
	if len(said) == 0 {
		return l.orRef(f, openClass, model.OpenObject{})
	}
	return plan{class: openClass, make: func(in *definition) model.Type {
		for _, node := range said {
			if values := l.values(f, node); len(values) > 0 {
				if t := l.common(in, values); !isAny(t) {
					return model.Map{Elem: t}
				}
			}
		}
		return model.OpenObject{}
	}}
}

// values are the schemas of which one or another judges each member's value, none where some members are not judged.
func (l *lowerer) values(f *facet, node *resolve.Schema) []*resolve.Schema {
	var out []*resolve.Schema
	for _, sub := range node.SubsOf("patternProperties") {
		out = append(out, sub.Schema)
	}
	rest := node.Sub("additionalProperties")
	if rest == nil && len(f.refs) == 0 && len(f.choices) == 0 && len(f.shaping()) == 1 && !conditional(f) {
		rest = node.Sub("unevaluatedProperties") // nothing else can have evaluated any member
	}
	switch {
	case rest == nil:
		return nil
	case !l.never(rest):
		out = append(out, rest)
	}
	return out
}

// conditional tells whether what some keywords say only applies to some of a facet's values, or on some ways to it.
func conditional(f *facet) bool {
	return slices.ContainsFunc(f.nodes, func(s *resolve.Schema) bool {
		for _, keyword := range []string{"if", "dependentSchemas", "dependencies", "$dynamicRef", "$recursiveRef"} {
			if s.Keyword(keyword) != nil {
				return true
			}
		}
		return false
	})
}

func isAny(t model.Type) bool {
	_, ok := t.(model.Any)
	return ok
}

// undiscriminated is a choice between objects that nothing tells apart.
func (l *lowerer) undiscriminated(f *facet) plan {
	c := f.choices[0]
	return plan{class: openClass, make: func(in *definition) model.Type {
		l.noteType(Undiscriminated, in, c.at, c.keyword,
			"no member tells these objects apart, so that the type is an object of any members",
			`give each branch "type": "object" and a required member whose "const" is a text that no other branch has`)
		return model.OpenObject{Choice: true}
	}}
}
