package golang

import (
	"math"
	"math/big"
	"strconv"
	"strings"

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

// same tells whether two rules certainly demand the same: places that have one shape have rules of their own.
func same(a, b *model.Rule) bool {
	if a == b {
		return true
	}
	if a.Never != b.Never || len(a.Asserts) != len(b.Asserts) {
		return false
	}
	for i := range a.Asserts {
		if !sameAssert(a.Asserts[i], b.Asserts[i]) {
			return false
		}
	}
	return true
}

func sameAssert(a, b model.Assertion) bool {
	switch a := a.(type) {
	case model.TypeIs:
		b, ok := b.(model.TypeIs)
		return ok && equalKinds(a.Kinds, b.Kinds)
	case model.Refer:
		b, ok := b.(model.Refer)
		return ok && a.Rule == b.Rule
	case model.AnyOf:
		b, ok := b.(model.AnyOf)
		return ok && sameAll(a.Rules, b.Rules)
	case model.OneOf:
		b, ok := b.(model.OneOf)
		return ok && sameAll(a.Rules, b.Rules)
	case model.Items:
		b, ok := b.(model.Items)
		return ok && len(a.Prefix)+len(b.Prefix) == 0 && a.Rest != nil && b.Rest != nil && same(a.Rest, b.Rest)
	}
	return false
}

func sameAll(a, b []*model.Rule) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(a[i], b[i]) {
			return false
		}
	}
	return true
}

func equalKinds(a, b []model.Kind) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// kindOf is the JSON type of every value of a shape, false where they have several.
func (p *prover) kindOf(t model.Type) (model.Kind, bool) {
	switch s := p.shapeOf(t).(type) {
	case scalar:
		switch s.method {
		case "String":
			return model.KindString, true
		case "Bool":
			return model.KindBoolean, true
		case "Float64":
			return model.KindNumber, true
		}
		return model.KindInteger, true
	case enum:
		return model.KindString, true
	case raw:
		return model.KindObject, s.kind == anyObject
	case list:
		return model.KindArray, true
	case dict, object:
		return model.KindObject, true
	case union:
		_, tagged := s.def.Type.(*model.Union)
		return model.KindObject, tagged
	}
	return 0, false
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

// concerns tells whether a keyword judges values of a kind. Those that judge any value are asked elsewhere.
func concerns(a model.Assertion, kind model.Kind) bool {
	switch a := a.(type) {
	case model.Bound, model.MultipleOf:
		return kind == model.KindInteger || kind == model.KindNumber
	case model.Pattern:
		return kind == model.KindString
	case model.Size:
		switch a.Keyword {
		case "minLength", "maxLength":
			return kind == model.KindString
		case "minItems", "maxItems":
			return kind == model.KindArray
		}
		return kind == model.KindObject
	case model.Items, model.Contains, model.UniqueItems, model.UnevaluatedItems:
		return kind == model.KindArray
	case model.Required, model.DependentRequired, model.Properties, model.PropertyNames, model.DependentRules, model.UnevaluatedProperties:
		return kind == model.KindObject
	}
	return true
}

// trivialFor tells whether a keyword certainly takes any value: one that only allows what is allowed anyway.
func trivialFor(a model.Assertion) bool {
	for _, sub := range subrules(a) {
		if !isTrue(sub) {
			return false
		}
	}
	switch a := a.(type) {
	case model.Properties, model.Items, model.PropertyNames, model.UnevaluatedItems, model.UnevaluatedProperties:
		return true
	case model.Size:
		return a.Limit == 0 && a.Keyword[:3] == "min"
	}
	return false
}

func isTrue(r *model.Rule) bool { return !r.Never && len(r.Asserts) == 0 }

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

// constant proves a rule for a text that is always the same.
func (p *prover) constant(text string, r *model.Rule) bool {
	if r.Never || p.active[r] {
		return false
	}
	p.active[r] = true
	defer delete(p.active, r)
	for _, a := range r.Asserts {
		ok := false
		switch a := a.(type) {
		case model.TypeIs:
			ok = takesKind(a.Kinds, model.KindString)
		case model.Equals:
			s, isText := jsonString(a.JSON)
			ok = isText && s == text
		case model.OneOfValues:
			for _, v := range a.JSON {
				s, isText := jsonString(v)
				ok = ok || isText && s == text
			}
		case model.Refer:
			ok = p.constant(text, a.Rule)
		case model.AllOf:
			ok = true
			for _, sub := range a.Rules {
				ok = ok && p.constant(text, sub)
			}
		default:
			ok = !concerns(a, model.KindString)
		}
		if !ok {
			return false
		}
	}
	return true
}

// text proves an assertion for a string.
func (p *prover) text(n *node, a model.Assertion) bool {
	switch a := a.(type) {
	case model.Equals:
		return p.oneOfTexts(n, []string{a.JSON})
	case model.OneOfValues:
		return p.oneOfTexts(n, a.JSON)
	case model.Pattern:
		name := p.funcs.patternName(a)
		n.check(name, func(v *jen.Statement) *jen.Statement {
			return jen.Op("!").Id(name).Dot("Matches").Call(p.plainText(n.t, v))
		})
		return true
	case model.Size:
		if !concerns(a, model.KindString) {
			return true
		}
		op := map[string]string{"minLength": "<", "maxLength": ">"}[a.Keyword]
		n.check(a.Keyword+strconv.FormatUint(a.Limit, 10), func(v *jen.Statement) *jen.Statement {
			return in("utf8", "RuneCountInString").Call(p.plainText(n.t, v)).Op(op).Add(number(a.Limit))
		})
		return a.Limit <= 1<<31-1 // an int on any machine
	}
	return !concerns(a, model.KindString)
}

// plainText is a string expression as a string, which a defined string type is not.
func (p *prover) plainText(t model.Type, v *jen.Statement) *jen.Statement {
	if _, ok := p.shapeOf(t).(enum); ok {
		return jen.String().Call(v)
	}
	return v
}

// oneOfTexts checks a string against a list of JSON values. An enum that has no other values needs no check of its own.
func (p *prover) oneOfTexts(n *node, values []string) bool {
	var list []string
	for _, v := range values {
		if s, ok := jsonString(v); ok {
			list = append(list, s)
		}
	}
	if s, ok := p.shapeOf(n.t).(enum); ok && covers(list, s.def.Type.(*model.Enum)) {
		return true
	}
	if len(list) == 0 || len(list) > 8 {
		return false
	}
	for _, text := range list {
		for _, r := range text {
			if r == '\ufffd' {
				return false // written as such, or made of what was no text
			}
		}
	}
	n.check("one of "+strings.Join(list, "\x00"), func(v *jen.Statement) *jen.Statement {
		all := &jen.Statement{}
		for i, text := range list {
			if i > 0 {
				all.Op("&&")
			}
			all.Add(v.Clone()).Op("!=").Lit(text)
		}
		if len(list) > 1 {
			return jen.Parens(all)
		}
		return all
	})
	return true
}

// covers tells whether every value of an enum is on a list.
func covers(list []string, e *model.Enum) bool {
	on := map[string]bool{}
	for _, s := range list {
		on[s] = true
	}
	for _, v := range e.Values {
		if !on[v.Value] {
			return false
		}
	}
	return true
}

// number proves an assertion for a number.
func (p *prover) number(n *node, a model.Assertion) bool {
	kind, _ := p.kindOf(n.t)
	switch a := a.(type) {
	case model.Bound:
		limit := rational(a.Limit)
		if limit == nil {
			return false
		}
		op := map[string]string{"minimum": "<", "exclusiveMinimum": "<=", "maximum": ">", "exclusiveMaximum": ">="}[a.Keyword]
		text, exact, needed := p.limit(n.t, limit, op[:1] == "<")
		if !exact || !needed {
			return !needed
		}
		n.check(a.Keyword+text, func(v *jen.Statement) *jen.Statement { return v.Op(op).Id(text) })
		return true
	case model.MultipleOf:
		of := rational(a.Of)
		if kind != model.KindInteger || of == nil || !of.IsInt() || !of.Num().IsInt64() || of.Sign() <= 0 {
			return false
		}
		n.check("multipleOf"+of.Num().String(), func(v *jen.Statement) *jen.Statement {
			return v.Op("%").Id(of.Num().String()).Op("!=").Lit(0)
		})
		return true
	}
	return !concerns(a, kind)
}

// limit is a limit as a Go constant of a number's type, whether it is exact, and whether the type has any value beyond.
func (p *prover) limit(t model.Type, limit *big.Rat, lower bool) (text string, exact, needed bool) {
	var least, most *big.Int
	switch p.shapeOf(t).(scalar).method {
	case "Int64":
		least, most = big.NewInt(math.MinInt64), big.NewInt(math.MaxInt64)
	case "Uint64":
		least, most = new(big.Int), new(big.Int).SetUint64(math.MaxUint64)
	default:
		f, exact := limit.Float64()
		return strconv.FormatFloat(f, 'g', -1, 64), exact, true
	}
	if !limit.IsInt() {
		return "", false, true
	}
	n := limit.Num()
	beyond := n.Cmp(most) < 0
	if lower {
		beyond = n.Cmp(least) > 0
	}
	return n.String(), n.Cmp(least) >= 0 && n.Cmp(most) <= 0, beyond
}

// array proves an assertion for a list.
func (p *prover) array(n *node, a model.Assertion) bool {
	switch a := a.(type) {
	case model.Size:
		if !concerns(a, model.KindArray) {
			return true
		}
		op := map[string]string{"minItems": "<", "maxItems": ">"}[a.Keyword]
		n.check(a.Keyword+strconv.FormatUint(a.Limit, 10), func(v *jen.Statement) *jen.Statement {
			return jen.Len(v).Op(op).Add(number(a.Limit))
		})
		return a.Limit <= 1<<31-1
	case model.Items:
		return len(a.Prefix) == 0 && p.value(n.elem, a.Rest)
	case model.UniqueItems:
		n.check("unique", func(v *jen.Statement) *jen.Statement { return jen.Len(v).Op(">").Lit(1) })
		return true
	case model.UnevaluatedItems:
		return isTrue(a.Rule)
	}
	return !concerns(a, model.KindArray)
}

// mapping proves an assertion for a map, for raw JSON that is an object, or for a struct beyond its own rule.
func (p *prover) mapping(n *node, a model.Assertion) bool {
	if trivialFor(a) {
		return true
	}
	switch s := p.shapeOf(n.t).(type) {
	case object:
		if r, ok := a.(model.Required); ok {
			for _, name := range r.Names {
				if !always(s.def, name) {
					return false
				}
			}
			return true
		}
	case dict:
		switch a := a.(type) {
		case model.Properties:
			return len(a.Named)+len(a.Patterns) == 0 && a.Rest != nil && p.value(n.elem, a.Rest)
		case model.Size:
			op := map[string]string{"minProperties": "<", "maxProperties": ">"}[a.Keyword]
			if op == "" {
				return true
			}
			n.check(a.Keyword+strconv.FormatUint(a.Limit, 10), func(v *jen.Statement) *jen.Statement {
				return jen.Len(v).Op(op).Add(number(a.Limit))
			})
			return a.Limit <= 1<<31-1
		}
	}
	return !concerns(a, model.KindObject)
}

// always tells whether a valid object of a definition certainly has a member.
func always(d *model.Def, name string) bool {
	for _, q := range d.Type.(*model.Object).Properties {
		if q.Name == name {
			return q.Required
		}
	}
	return false
}
