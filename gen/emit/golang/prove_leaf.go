package golang

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/dave/jennifer/jen"
)

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

// rational is a JSON number, nil where it is too large to be worth it.
func rational(text string) *big.Rat {
	if len(text) > 64 {
		return nil
	}
	f, _, err := big.ParseFloat(text, 10, 4096, big.ToNearestEven)
	if err != nil || f.IsInf() || f.MantExp(nil) > 2048 || f.MantExp(nil) < -2048 {
		return nil
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return r
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
