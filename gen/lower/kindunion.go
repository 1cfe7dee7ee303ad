package lower

import (
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// kindUnion is a choice that the JSON type of the value decides. Kinds that are only left over, because the schema says
// which it does not take, are no choice.
func (l *lowerer) kindUnion(f *facet) plan {
	order := l.kindOrder(f)
	if order == nil {
		if len(f.refs) > 0 {
			return l.orRef(f, anyClass, nil)
		}
		return plain(anyClass, model.Any{NonNull: f.kinds&nullKind == 0})
	}
	return plan{class: kindsClass, own: true, make: func(d *definition) model.Type {
		u := &model.KindUnion{}
		for _, family := range order {
			t := l.shape(d, f.schema, family)
			kind := family.modelKind()
			if family == fractionKind {
				kind = model.KindNumber
			}
			u.Members = append(u.Members, model.KindMember{Kind: kind, Type: t})
		}
		return u
	}}
}

// kindOrder are the families of a facet in the order in which the schema first names them, nil where it does not name
// them all.
func (l *lowerer) kindOrder(f *facet) []kindSet {
	var out []kindSet
	var named kindSet
	name := func(k kindSet) {
		for _, family := range familiesIn(k & f.kinds) {
			if !slices.Contains(out, family) {
				out = append(out, family)
				named |= family
			}
		}
	}
	for _, c := range f.choices {
		for _, b := range c.branches {
			name(l.kindsOf(b))
		}
	}
	for _, node := range f.nodes {
		for _, keyword := range []string{"type", "enum"} {
			n := node.Keyword(keyword)
			switch {
			case n == nil:
			case keyword == "type":
				for _, k := range kindsNamed(n) {
					name(typeKinds[k.String()])
				}
			default:
				for _, v := range n.Items {
					name(kindOf(v))
				}
			}
		}
	}
	whole := familiesIn(f.kinds)
	// What one part of the schema calls integer and another number is one family.
	out = slices.DeleteFunc(out, func(k kindSet) bool { return !slices.Contains(whole, k) })
	if named&numberKind == numberKind && f.kinds&numberKind == numberKind && !slices.Contains(out, numberKind) {
		out = append(out, numberKind)
	}
	if len(out) != len(whole) {
		return nil
	}
	return out
}

// kindUnionOf is the definition of a kind union that was written without a name. Those that are written alike are one,
// called after its shape, as long as nothing else has that name and all of its members have names themselves.
func (l *lowerer) kindUnionOf(key facetKey, p plan) *definition {
	names := []string{}
	for _, family := range l.kindOrder(l.facet(key.schema, key.kinds)) {
		name, ok := l.shapeName(key.schema, family)
		if !ok {
			return l.inline(key, p, l.keyOf(key.schema))
		}
		names = append(names, name)
	}
	name := strings.Join(names, "Or")
	signature := name + "\n" + string(appendRule(nil, key.schema))
	if d, ok := l.shared[signature]; ok {
		l.defs[key] = d
		return d
	}
	if l.keys[name] != nil || l.reserved(name) {
		name = l.keyOf(key.schema)
	}
	d := l.inline(key, p, name)
	d.Title, d.Doc = "", "" // they are those of one of its places
	l.shared[signature] = d
	return d
}

// shapeName is what a shape is called in the name of a kind union, false where it would have no name but for its place.
func (l *lowerer) shapeName(s *resolve.Schema, kinds kindSet) (string, bool) {
	kinds &= l.kindsOf(s)
	if l.targets[s] && kinds == l.kindsOf(s) {
		return strings.ReplaceAll(l.definitionOf(s).Key, ".", ""), true
	}
	f := l.facet(s, kinds)
	if ref := f.onlyRef(); ref != nil {
		// What is referred to has a name for all that it takes, and for no less.
		return strings.ReplaceAll(l.definitionOf(ref).Key, ".", ""), l.kindsOf(ref)&^kinds == noKinds
	}
	if node := f.onlyNode(); node != nil {
		return l.shapeName(node, kinds)
	}
	if l.classify(s, kinds).own || len(f.refs) > 0 {
		return "", false
	}
	switch kinds {
	case boolKind:
		return "Bool", true
	case wholeKind:
		return "Integer", true
	case numberKind, fractionKind:
		return "Number", true
	case stringKind:
		return "Text", true
	case allKinds:
		return "Any", true
	case arrayKind:
		said := f.shaping()
		if len(said) == 0 {
			return "List", true
		}
		items := said[0].Sub("items")
		if len(said) > 1 || items == nil || len(said[0].SubsOf("prefixItems")) > 0 {
			return "", false
		}
		name, ok := l.shapeName(items, allKinds)
		return name + "List", ok
	case objectKind:
		return "Object", len(f.shaping()) == 0 || onlyOpen(f)
	}
	return "", false
}

// onlyOpen tells whether all that a facet says of objects is that any member goes.
func onlyOpen(f *facet) bool {
	return !slices.ContainsFunc(f.shaping(), func(s *resolve.Schema) bool {
		rest := s.Sub("additionalProperties")
		return rest == nil || rest.Node.Text != "true" || len(s.SubsOf("properties"))+len(s.SubsOf("patternProperties")) > 0
	})
}

// appendRule is a schema as text, without what asserts nothing: two schemas with the same text have the same rule.
func appendRule(b []byte, s *resolve.Schema) []byte {
	if s.Node.Kind != load.Object {
		return append(b, s.Node.Text...)
	}
	b = append(b, '{')
	for _, m := range s.Node.Members {
		if s.Keyword(m.Key) == nil || !asserts(s.Dialect, m.Key) {
			continue
		}
		b = append(appendString(b, m.Key), ':')
		subs := s.SubsOf(m.Key)
		switch {
		case s.Ref(m.Key) != nil:
			target := s.Ref(m.Key)
			b = append(b, target.Base+target.Pointer...)
		case len(subs) > 0:
			for _, sub := range subs {
				b = appendRule(append(appendString(b, sub.Name), '='), sub.Schema)
			}
		default:
			b = appendJSON(b, m.Value)
		}
		b = append(b, ',')
	}
	return append(b, '}')
}
