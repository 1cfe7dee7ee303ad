package golang

import (
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/dave/jennifer/jen"
)

// base are the checks that a value can be written as JSON, and that what is in it is valid by its own rule.
func (p *prover) base(t model.Type, pointer bool) *node {
	n := &node{t: t}
	switch s := p.shapeOf(t).(type) {
	case scalar:
		switch s.method {
		case "String":
			n.check("utf8", func(v *jen.Statement) *jen.Statement { return jen.Op("!").Add(in("utf8", "ValidString")).Call(v) })
		case "Float64":
			n.check("finite", func(v *jen.Statement) *jen.Statement {
				return in("math", "IsNaN").Call(v.Clone()).Op("||").Add(in("math", "IsInf")).Call(v, jen.Lit(0))
			})
		}
	case enum:
		n.check("known", func(v *jen.Statement) *jen.Statement { return jen.Op("!").Add(v).Dot("Known").Call() })
	case raw:
		if s.kind == anyObject {
			n.check("object", func(v *jen.Statement) *jen.Statement {
				return v.Dot("Kind").Call().Op("!=").Add(in("jsonx", "KindObject"))
			})
		}
		n.check("json", func(v *jen.Statement) *jen.Statement { return v.Dot("Validate").Call().Op("!=").Nil() })
	case object:
		n.never = !p.provable[s.def]
		n.check("clean", func(v *jen.Statement) *jen.Statement {
			p.called[p.names.Type(s.def)+"."+cleanMethod] = true
			if pointer {
				return v.Clone().Op("==").Nil().Op("||").Op("!").Add(v).Dot(cleanMethod).Call()
			}
			return jen.Op("!").Add(v).Dot(cleanMethod).Call()
		})
	case union:
		n.never = !p.provable[s.def]
		n.check("clean", func(v *jen.Statement) *jen.Statement {
			return jen.Op("!").Add(p.fn(cleanFunc + p.names.Type(s.def))).Call(v)
		})
	case list:
		n.elem = p.baseItem(s.elem)
	case dict:
		n.keys, n.elem = true, p.baseItem(s.elem)
	case nullable:
		n.elem = p.base(s.elem, pointer)
	case named:
		n.never = true // it may be of any depth; the exact way is as good
	}
	return n
}

func (p *prover) baseItem(t model.Type) *node {
	n := p.base(t, false)
	_, n.item = p.shapeOf(t).(nullable)
	return n
}

// value proves a rule for a value.
func (p *prover) value(n *node, r *model.Rule) bool {
	if r.Never {
		n.never = true // all the same if it is absent
		return true
	}
	if n.never || p.ownRule(n.t, r) {
		return true // nothing is claimed of it, or that is what clean asks for
	}
	if s, ok := p.shapeOf(n.t).(nullable); ok && p.ownRule(s.elem, r) {
		return p.nullTakenBy(r)
	}
	if p.active[r] {
		return false
	}
	p.active[r] = true
	defer delete(p.active, r)
	for _, a := range r.Asserts {
		if !p.valueAssert(n, a) {
			return false
		}
	}
	return true
}

// ownRule tells whether a rule is that of the definition whose Go type a value has.
func (p *prover) ownRule(t model.Type, r *model.Rule) bool {
	switch s := p.shapeOf(t).(type) {
	case object:
		return r == s.def.Rule
	case union:
		return same(r, s.def.Rule)
	}
	return false
}

// valueAssert proves one assertion for a value.
func (p *prover) valueAssert(n *node, a model.Assertion) bool {
	if _, ok := p.shapeOf(n.t).(nullable); ok {
		return p.nullTaken(a) && p.valueAssert(n.elem, a)
	}
	kind, one := p.kindOf(n.t)
	switch a := a.(type) {
	case model.TypeIs:
		if one {
			return takesKind(a.Kinds, kind)
		}
		return p.rawTypeIs(n, a.Kinds)
	case model.Refer:
		return p.value(n, a.Rule)
	case model.AllOf:
		for _, sub := range a.Rules {
			if !p.value(n, sub) {
				return false
			}
		}
		return true
	case model.AnyOf:
		return p.anyOf(n, a.Rules)
	case model.OneOf:
		return one && p.onlyOne(n, a.Rules, kind)
	case model.Not:
		return one && refutes(a.Rule, kind) || p.notNull(n, a.Rule)
	}
	if !one {
		return trivialFor(a)
	}
	switch kind {
	case model.KindString:
		return p.text(n, a)
	case model.KindInteger, model.KindNumber:
		return p.number(n, a)
	case model.KindArray:
		return p.array(n, a)
	case model.KindObject:
		return p.mapping(n, a)
	}
	return !concerns(a, kind)
}

// rawTypeIs checks the JSON type of raw JSON.
func (p *prover) rawTypeIs(n *node, kinds []model.Kind) bool {
	if _, ok := p.shapeOf(n.t).(raw); !ok {
		return false
	}
	if takesKind(kinds, model.KindInteger) != takesKind(kinds, model.KindNumber) {
		return false
	}
	missing := 0
	for _, k := range []model.Kind{model.KindNull, model.KindBoolean, model.KindNumber, model.KindString, model.KindArray, model.KindObject} {
		if takesKind(kinds, k) {
			continue
		}
		missing++
		kind := in("jsonx", readerKinds[k])
		n.check("not "+k.String(), func(v *jen.Statement) *jen.Statement { return v.Dot("Kind").Call().Op("==").Add(kind.Clone()) })
	}
	return missing < 6
}

// notNull checks raw JSON for {"not": {"type": "null"}}.
func (p *prover) notNull(n *node, not *model.Rule) bool {
	if _, ok := p.shapeOf(n.t).(raw); !ok || len(not.Asserts) != 1 {
		return false
	}
	t, ok := not.Asserts[0].(model.TypeIs)
	if !ok || len(t.Kinds) != 1 || t.Kinds[0] != model.KindNull {
		return false
	}
	n.check("not null", func(v *jen.Statement) *jen.Statement { return v.Dot("IsNull").Call() })
	return true
}

// anyOf proves the first alternative that can be proved.
func (p *prover) anyOf(n *node, rules []*model.Rule) bool {
	for _, r := range rules {
		try := n.clone()
		if p.value(try, r) && (!try.never || n.never) {
			*n = *try
			return true
		}
	}
	return false
}

// onlyOne proves the one alternative that takes values of a kind at all.
func (p *prover) onlyOne(n *node, rules []*model.Rule, kind model.Kind) bool {
	var left *model.Rule
	for _, r := range rules {
		if refutes(r, kind) {
			continue
		}
		if left != nil {
			return false
		}
		left = r
	}
	return left != nil && p.value(n, left)
}

// nullTaken tells whether an assertion certainly takes null.
func (p *prover) nullTaken(a model.Assertion) bool {
	all := func(rules []*model.Rule, want int) bool {
		taken := 0
		for _, r := range rules {
			switch {
			case p.nullTakenBy(r):
				taken++
			case !refutes(r, model.KindNull):
				return false
			}
		}
		return want < 0 && taken == len(rules) || want >= 0 && taken == want
	}
	switch a := a.(type) {
	case model.TypeIs:
		return takesKind(a.Kinds, model.KindNull)
	case model.Refer:
		return p.nullTakenBy(a.Rule)
	case model.AllOf:
		return all(a.Rules, -1)
	case model.OneOf:
		return all(a.Rules, 1)
	case model.AnyOf:
		for _, r := range a.Rules {
			if p.nullTakenBy(r) {
				return true
			}
		}
		return false
	case model.Not:
		return refutes(a.Rule, model.KindNull)
	}
	return !concerns(a, model.KindNull)
}

func (p *prover) nullTakenBy(r *model.Rule) bool {
	if r.Never || p.active[r] {
		return false
	}
	p.active[r] = true
	defer delete(p.active, r)
	for _, a := range r.Asserts {
		if !p.nullTaken(a) {
			return false
		}
	}
	return true
}
