package golang

import (
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/dave/jennifer/jen"
)

// proofs say, for each struct and each union member, what to check so that a value is certainly valid: quick checks on Go
// values, which make most calls of Validate cheap. A rule that they cannot settle has no proof; its values are then
// judged exactly, by what evaluation emits. So a proof may ask for too much, never for too little.
type proofs struct {
	// structs are the checks for each struct that has a proof.
	structs map[*model.Def]*structProof
	// unions are the members of each union that have a proof, none where no member has.
	unions map[*model.Def]map[string]*node
}

// structProof are the checks for a struct's fields, by property; nil for one that the Go type implies.
type structProof struct {
	of     *structOf
	fields []*node
}

// node are the checks for one value and what is in it.
type node struct {
	t model.Type
	// checks are what must not hold of the value, each once.
	checks []check
	// never tells that no value is certainly valid.
	never bool
	// needed tells that it must be there although its Go type lets it be absent.
	needed bool
	// keys tells that it is a map, whose keys have to be checked.
	keys bool
	// item tells that it is inside another value and may be null: then it must not be absent.
	item bool
	// elem is for the items of a list, the values of a map, or what may be null.
	elem *node
}

// check is an expression that is true where a value is not certainly valid. key is equal for checks that are the same.
type check struct {
	key string
	bad func(v *jen.Statement) *jen.Statement
}

func (n *node) check(key string, bad func(v *jen.Statement) *jen.Statement) {
	for _, c := range n.checks {
		if c.key == key {
			return
		}
	}
	n.checks = append(n.checks, check{key, bad})
}

// trivial tells whether there is nothing to check in a value that is there.
func (n *node) trivial() bool {
	return !n.never && !n.keys && !n.item && len(n.checks) == 0 && (n.elem == nil || n.elem.trivial())
}

func (n *node) clone() *node {
	if n == nil {
		return nil
	}
	c := *n
	c.checks = append([]check(nil), n.checks...)
	c.elem = n.elem.clone()
	return &c
}

// prover looks for proofs. provable is what it takes for granted of other definitions.
type prover struct {
	*emitter
	provable map[*model.Def]bool
	active   map[*model.Rule]bool
}

// prove finds all proofs. It takes for granted that every definition has one and starts again without those that turn
// out to have none, until what it takes for granted is so.
func prove(e *emitter) *proofs {
	p := &prover{emitter: e, provable: map[*model.Def]bool{}}
	for _, d := range e.schema.Defs {
		p.provable[d] = true
	}
	for {
		found := &proofs{structs: map[*model.Def]*structProof{}, unions: map[*model.Def]map[string]*node{}}
		again := false
		for _, d := range e.schema.Defs {
			ok := true
			switch d.Type.(type) {
			case *model.Object:
				ok = p.structProof(d, found)
			case *model.Union:
				ok = p.unionProof(d, found)
			case *model.KindUnion:
				ok = p.kindProof(d, found)
			}
			if !ok && p.provable[d] {
				p.provable[d], again = false, true
			}
		}
		if !again {
			return found
		}
	}
}

func (p *prover) structProof(d *model.Def, found *proofs) bool {
	sp := &structProof{of: p.byDef[d]}
	for _, fd := range sp.of.fields {
		if fd == nil {
			sp.fields = append(sp.fields, nil)
			continue
		}
		_, direct := p.shapeOf(fd.prop.Type).(object)
		optional := direct && !fd.prop.Required // nil is looked at before
		sp.fields = append(sp.fields, p.base(fd.prop.Type, fd.pointer && !optional))
	}
	p.active = map[*model.Rule]bool{}
	if _, ok := p.object(sp, d.Rule); !ok {
		return false
	}
	for i, n := range sp.fields {
		if n != nil && n.never && (sp.of.object.Properties[i].Required || n.needed) {
			return false
		}
	}
	found.structs[d] = sp
	return true
}

// unionProof holds for a union whose rule says no more than that one of its members' rules must hold: that is then the
// member's own proof.
func (p *prover) unionProof(d *model.Def, found *proofs) bool {
	members := map[string]*node{}
	for _, m := range p.unionOf(d).members {
		p.active = map[*model.Rule]bool{}
		if p.provable[m.def] && p.choosesMember(d.Rule, m.def) {
			members[m.name] = &node{}
		}
	}
	found.unions[d] = members
	return len(members) > 0
}

// choosesMember tells whether a rule certainly takes every valid value of an object definition.
func (p *prover) choosesMember(r *model.Rule, member *model.Def) bool {
	if r == member.Rule {
		return true
	}
	if r.Never || p.active[r] {
		return false
	}
	p.active[r] = true
	defer delete(p.active, r)
	for _, a := range r.Asserts {
		switch a := a.(type) {
		case model.TypeIs:
			if !takesKind(a.Kinds, model.KindObject) {
				return false
			}
		case model.Refer:
			if !p.choosesMember(a.Rule, member) {
				return false
			}
		case model.AllOf:
			for _, sub := range a.Rules {
				if !p.choosesMember(sub, member) {
					return false
				}
			}
		case model.AnyOf:
			if !p.anyChooses(a.Rules, member) {
				return false
			}
		case model.OneOf:
			// By the tag no other rule can take it. Without one, another might.
			if a.Tag == "" || !p.anyChooses(a.Rules, member) {
				return false
			}
		default:
			return false
		}
	}
	return len(r.Asserts) > 0
}

func (p *prover) anyChooses(rules []*model.Rule, member *model.Def) bool {
	for _, r := range rules {
		if p.choosesMember(r, member) {
			return true
		}
	}
	return false
}

func (p *prover) kindProof(d *model.Def, found *proofs) bool {
	members := map[string]*node{}
	for _, m := range p.kindMembers(d) {
		p.active = map[*model.Rule]bool{}
		t := m.Type
		if m.Kind == model.KindNull {
			continue // rare, and quickly judged exactly
		}
		n := p.base(t, true)
		if p.value(n, d.Rule) && !n.never {
			members[p.kindCase(m)] = n
		}
	}
	found.unions[d] = members
	return len(members) > 0
}

// object proves a rule for a struct and tells which members it has then judged.
func (p *prover) object(sp *structProof, r *model.Rule) (judged map[string]bool, ok bool) {
	judged = map[string]bool{}
	if r.Never || p.active[r] {
		return judged, false
	}
	p.active[r] = true
	defer delete(p.active, r)
	for _, a := range r.Asserts {
		if !p.objectAssert(sp, a, judged) {
			return judged, false
		}
	}
	return judged, true
}

func (p *prover) objectAssert(sp *structProof, a model.Assertion, judged map[string]bool) bool {
	sub := func(r *model.Rule) bool {
		more, ok := p.object(sp, r)
		for name := range more {
			judged[name] = true
		}
		return ok
	}
	switch a := a.(type) {
	case model.TypeIs:
		return takesKind(a.Kinds, model.KindObject)
	case model.Required:
		return p.required(sp, a.Names)
	case model.Properties:
		return p.properties(sp, a, judged)
	case model.AllOf:
		for _, r := range a.Rules {
			if !sub(r) {
				return false
			}
		}
		return true
	case model.Refer:
		return sub(a.Rule)
	case model.OneOf:
		return p.tagged(sp, a, sub)
	case model.UnevaluatedProperties:
		return p.rest(sp, a.Rule, judged)
	case model.Not:
		return refutes(a.Rule, model.KindObject)
	case model.Bound, model.MultipleOf, model.Pattern, model.Items, model.Contains, model.UniqueItems, model.UnevaluatedItems:
		return true // of no concern to objects
	case model.Size:
		return a.Keyword != "minProperties" && a.Keyword != "maxProperties"
	}
	return false
}

// required asks for members by name.
func (p *prover) required(sp *structProof, names []string) bool {
	for _, name := range names {
		i := sp.index(name)
		if i < 0 {
			return false
		}
		if !sp.of.object.Properties[i].Required {
			if sp.fields[i] == nil {
				continue // a tag: always written
			}
			sp.fields[i].needed = true
		}
	}
	return true
}

func (sp *structProof) index(property string) int {
	for i, q := range sp.of.object.Properties {
		if q.Name == property {
			return i
		}
	}
	return -1
}

// properties judges members by name and the rest. Members that the struct does not know are none of its concern: a
// value that has any is never certainly valid.
func (p *prover) properties(sp *structProof, a model.Properties, judged map[string]bool) bool {
	if len(a.Patterns) > 0 {
		return false
	}
	for _, n := range a.Named {
		if i := sp.index(n.Name); i >= 0 {
			judged[n.Name] = true
			if !p.member(sp, i, n.Rule) {
				return false
			}
		}
	}
	if a.Rest == nil {
		return true
	}
	named := map[string]bool{}
	for _, n := range a.Named {
		named[n.Name] = true
	}
	return p.rest(sp, a.Rest, named) && markAll(sp, judged)
}

// rest judges the members that are not among some.
func (p *prover) rest(sp *structProof, r *model.Rule, but map[string]bool) bool {
	for i, q := range sp.of.object.Properties {
		if !but[q.Name] && !p.member(sp, i, r) {
			return false
		}
	}
	return true
}

func markAll(sp *structProof, judged map[string]bool) bool {
	for _, q := range sp.of.object.Properties {
		judged[q.Name] = true
	}
	return true
}

// member judges one member: what its field holds, or the constant that the Go type implies.
func (p *prover) member(sp *structProof, i int, r *model.Rule) bool {
	if n := sp.fields[i]; n != nil {
		return p.value(n, r)
	}
	return p.constant(constant(sp.of.object.Properties[i]), r)
}

// tagged proves the one alternative that a struct's tag selects.
func (p *prover) tagged(sp *structProof, a model.OneOf, sub func(*model.Rule) bool) bool {
	i := sp.index(a.Tag)
	if a.Tag == "" || i < 0 || sp.fields[i] != nil {
		return false
	}
	for j, value := range a.Values {
		if value == constant(sp.of.object.Properties[i]) {
			return sub(a.Rules[j])
		}
	}
	return false
}
