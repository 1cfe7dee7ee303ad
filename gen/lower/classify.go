package lower

import (
	"math"
	"math/big"

	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// class is what sort of type a facet has. It is known before the type is, and without looking below the value.
type class uint8

const (
	anyClass    class = iota
	scalarClass       // string, constant, enum, boolean, number
	listClass
	openClass   // an object whose keys are data
	recordClass // an object with named members
	unionClass
	kindsClass // a choice by JSON type
	nullableClass
)

// plan is how a facet gets its type.
type plan struct {
	class class
	// own tells that the type is always a definition's own.
	own bool
	// make gives the type: of the definition if it is its own, else of something that stands in it.
	make func(*definition) model.Type
}

func plain(c class, t model.Type) plan {
	return plan{class: c, make: func(*definition) model.Type { return t }}
}

// shape is the type of what a schema takes of some kinds, where it stands in a definition.
func (l *lowerer) shape(in *definition, s *resolve.Schema, kinds kindSet) model.Type {
	return l.shapeAs(in, s, kinds, "")
}

// shapeAs is [lowerer.shape], with a name for the definition in case one is needed.
func (l *lowerer) shapeAs(in *definition, s *resolve.Schema, kinds kindSet, name string) model.Type {
	kinds &= l.kindsOf(s)
	if l.targets[s] && kinds == l.kindsOf(s) {
		return model.Ref{Def: l.definitionOf(s).Def}
	}
	key := facetKey{s, kinds}
	if l.shaping[key] {
		return model.Any{} // it leads back to itself without going into the value
	}
	l.shaping[key] = true
	defer delete(l.shaping, key)
	if kinds != l.kindsOf(s) {
		if node := l.facet(s, kinds).onlyNode(); node != nil {
			return l.shapeAs(in, node, kinds, name)
		}
	}
	p := l.classify(s, kinds)
	if !p.own {
		return p.make(in)
	}
	if d, ok := l.defs[key]; ok {
		return model.Ref{Def: d.Def}
	}
	if p.class == kindsClass {
		return model.Ref{Def: l.kindUnionOf(key, p).Def}
	}
	if name == "" {
		name = l.keyOf(s)
	}
	return model.Ref{Def: l.inline(key, p, name).Def}
}

// inline is a definition for a shape without a name of its own.
func (l *lowerer) inline(key facetKey, p plan, name string) *definition {
	d := l.newDefinition(key, name)
	d.Inline = true
	d.make = p.make
	return d
}

// classify is how what a schema takes of some kinds gets its type.
func (l *lowerer) classify(s *resolve.Schema, kinds kindSet) plan {
	key := facetKey{s, kinds & l.kindsOf(s)}
	if p, ok := l.plans[key]; ok {
		return p
	}
	l.plans[key] = plain(anyClass, model.Any{}) // for one that leads back to itself
	p := l.findPlan(l.facet(s, kinds))
	l.plans[key] = p
	return p
}

func (l *lowerer) findPlan(f *facet) plan {
	if ref := f.onlyRef(); ref != nil && l.kindsOf(ref)&^f.kinds == noKinds {
		return plan{class: l.classify(ref, allKinds).class, make: func(*definition) model.Type {
			return model.Ref{Def: l.definitionOf(ref).Def}
		}}
	}
	switch k := f.kinds; {
	case k == noKinds:
		return l.loose(f, "", "no value is valid here", "")
	case k == nullKind:
		return l.loose(f, "", "only null is valid here, which is no type of its own", "")
	case k == allKinds:
		return l.anything(f)
	case k&nullKind != 0:
		return l.nullable(f)
	case k == allKinds&^nullKind:
		return plain(anyClass, model.Any{NonNull: true})
	case !k.isOneFamily():
		return l.kindUnion(f)
	case k == objectKind:
		return l.object(f)
	case k == arrayKind:
		return l.list(f)
	case k == stringKind:
		return l.string(f)
	case k == boolKind:
		return l.orRef(f, scalarClass, model.Bool{})
	case k == wholeKind:
		return l.orRef(f, scalarClass, model.Int{Unsigned: needsUnsigned(f)})
	}
	return l.orRef(f, scalarClass, model.Number{})
}

// loose is any JSON, with a note that the rule knows more.
func (l *lowerer) loose(f *facet, keyword, message, hint string) plan {
	return plan{class: anyClass, make: func(in *definition) model.Type {
		l.noteType(Loose, in, f.schema, keyword, message, hint)
		return model.Any{NonNull: f.kinds != noKinds && f.kinds&nullKind == 0}
	}}
}

// anything is what takes values of all kinds. A schema that says more of some kinds alone is most likely one that
// forgot to say so.
func (l *lowerer) anything(f *facet) plan {
	if len(f.refs) > 0 {
		return l.orRef(f, anyClass, nil)
	}
	for _, node := range f.nodes {
		for _, half := range []struct{ keyword, kind string }{{"properties", "object"}, {"items", "array"}, {"prefixItems", "array"}} {
			if node.Keyword(half.keyword) != nil {
				return l.loose(f, half.keyword, `"`+half.keyword+`" without "type" lets every value of another type pass, so that the type is any JSON`,
					`add "type": "`+half.kind+`"`)
			}
		}
	}
	return plain(anyClass, model.Any{})
}

// orRef is the type of what is referred to, or another where nothing is.
func (l *lowerer) orRef(f *facet, c class, otherwise model.Type) plan {
	if len(f.refs) == 0 {
		return plain(c, otherwise)
	}
	ref := f.refs[0]
	return plan{class: l.classify(ref, f.kinds).class, make: func(in *definition) model.Type {
		return l.shape(in, ref, f.kinds)
	}}
}

// nullable is a shape that may also be null.
func (l *lowerer) nullable(f *facet) plan {
	return plan{class: nullableClass, make: func(in *definition) model.Type {
		elem := l.shape(in, f.schema, f.kinds&^nullKind)
		if _, ok := elem.(model.Any); ok {
			return model.Any{}
		}
		return model.Nullable{Elem: elem}
	}}
}

// list is an array. Where its places have different shapes its items are any JSON.
func (l *lowerer) list(f *facet) plan {
	said := f.shaping()
	if len(said) == 0 {
		return l.orRef(f, listClass, model.List{Elem: model.Any{}})
	}
	return plan{class: listClass, make: func(in *definition) model.Type {
		for _, node := range said {
			if elem := l.elem(in, node); elem != (model.Any{}) {
				return model.List{Elem: elem}
			}
		}
		return model.List{Elem: model.Any{}}
	}}
}

// elem is what the items of an array have in common.
func (l *lowerer) elem(in *definition, node *resolve.Schema) model.Type {
	var places []*resolve.Schema
	for _, keyword := range []string{"prefixItems", "items", "additionalItems"} {
		for _, sub := range node.SubsOf(keyword) {
			if !l.never(sub.Schema) {
				places = append(places, sub.Schema)
			}
		}
	}
	rest := node.Sub("items")
	if node.Dialect < resolve.Draft2020 && rest == nil {
		rest = node.Sub("additionalItems")
	}
	if rest == nil || len(places) == 0 {
		return model.Any{}
	}
	return l.common(in, places)
}

// common is the type of several schemas where they have the same, any JSON otherwise.
func (l *lowerer) common(in *definition, schemas []*resolve.Schema) model.Type {
	first := l.shape(in, schemas[0], allKinds)
	for _, s := range schemas[1:] {
		if l.shape(in, s, allKinds) != first {
			return model.Any{}
		}
	}
	return first
}

// string is a text: one out of a list where there is one.
func (l *lowerer) string(f *facet) plan {
	values := l.textValues(f)
	switch named := l.targets[f.schema]; {
	case values == nil:
		return l.orRef(f, scalarClass, model.String{})
	case len(values) == 1 && (!named || f.schema.Keyword("enum") == nil):
		return plain(scalarClass, model.Const{Value: values[0].Value})
	}
	return plan{class: scalarClass, own: true, make: func(*definition) model.Type { return &model.Enum{Values: values} }}
}

// textValues are the texts that a facet lists: by const, by enum, or by a choice of such. It is nil where it lists none.
func (l *lowerer) textValues(f *facet) []model.EnumValue {
	var best []model.EnumValue
	consider := func(values []model.EnumValue) {
		if values != nil && (best == nil || len(values) < len(best)) {
			best = values
		}
	}
	for _, node := range f.nodes {
		if v := node.Keyword("const"); v != nil {
			consider(enumValues([]*load.Node{v}))
		}
		if e := node.Keyword("enum"); e != nil {
			consider(enumValues(e.Items))
		}
	}
	for _, c := range f.choices {
		consider(l.choiceValues(c))
	}
	return best
}

// choiceValues are the texts of all branches, nil where one of them lists none.
func (l *lowerer) choiceValues(c choice) []model.EnumValue {
	var out []model.EnumValue
	seen := map[string]bool{}
	for _, b := range c.branches {
		values := l.listed(b)
		if values == nil {
			return nil
		}
		for _, v := range values {
			if !seen[v.Value] {
				seen[v.Value] = true
				out = append(out, v)
			}
		}
	}
	return out
}

// listed are the texts that a schema lists, itself or by what it refers to.
func (l *lowerer) listed(s *resolve.Schema) []model.EnumValue {
	if values, ok := l.lists[s]; ok {
		return values
	}
	l.lists[s] = nil // for one that leads back to itself
	f := l.facet(s, stringKind)
	values := l.textValues(f)
	if ref := f.onlyRef(); ref != nil {
		values = l.listed(ref)
	}
	l.lists[s] = values
	return values
}

func enumValues(items []*load.Node) []model.EnumValue {
	var out []model.EnumValue
	for _, item := range items {
		if item.Kind == load.String {
			out = append(out, model.EnumValue{Value: item.Text, Pos: item.Pos})
		}
	}
	return out
}

// needsUnsigned tells whether whole numbers can be too large for an int64 by what the schema says, and never negative.
func needsUnsigned(f *facet) bool {
	limit := new(big.Rat).SetInt64(math.MaxInt64)
	var positive, large, small bool
	for _, node := range f.nodes {
		for _, keyword := range []string{"minimum", "exclusiveMinimum"} {
			if r := rational(node.Keyword(keyword)); r != nil && r.Sign() >= 0 {
				positive = true
			}
		}
		for _, keyword := range []string{"maximum", "exclusiveMaximum"} {
			r := rational(node.Keyword(keyword))
			if r == nil {
				continue
			}
			if keyword == "exclusiveMaximum" {
				r.Sub(r, big.NewRat(1, 1))
			}
			large = large || r.Cmp(limit) > 0
			small = small || r.Cmp(limit) <= 0
		}
	}
	return positive && large && !small
}
