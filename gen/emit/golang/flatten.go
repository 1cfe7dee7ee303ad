package golang

import (
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/dave/jennifer/jen"
)

// flat is all that a rule and the rules it takes in say of an object: member by member, which must be there, and whether
// there may be others. A verdict by it goes over the members once, where the keywords one by one go over them once each.
type flat struct {
	names    []string
	rules    map[string][]*model.Rule
	required []string
	closed   bool
}

// maxFlat is how many members a flat rule may name: each has a bit.
const maxFlat = 64

// flatten makes a rule flat, nil where it says something else as well, or where there is nothing to be gained.
func (e *emitter) flatten(r *model.Rule) *flat {
	f := &flat{rules: map[string][]*model.Rule{}}
	object := false
	parts := 0
	if !f.take(r, map[*model.Rule]bool{}, &object, &parts) || !object || parts == 0 && !f.closed || len(f.names) > maxFlat {
		return nil
	}
	for _, name := range f.required {
		if f.rules[name] == nil {
			return nil
		}
	}
	for _, name := range f.names {
		f.rules[name] = e.withoutImplied(f.rules[name])
	}
	return f
}

// take takes in a rule. It is false where that is not flat.
func (f *flat) take(r *model.Rule, active map[*model.Rule]bool, object *bool, parts *int) bool {
	if r.Never || active[r] || f.closed {
		return false
	}
	active[r] = true
	defer delete(active, r)
	top := len(active) == 1
	for _, a := range r.Asserts {
		ok := false
		switch a := a.(type) {
		case model.TypeIs:
			ok = len(a.Kinds) == 1 && a.Kinds[0] == model.KindObject
			*object = *object || ok
		case model.Required:
			f.required = append(f.required, a.Names...)
			ok = true
		case model.Properties:
			ok = len(a.Patterns) == 0 && a.Rest == nil
			for _, n := range a.Named {
				if f.rules[n.Name] == nil {
					f.names = append(f.names, n.Name)
				}
				f.rules[n.Name] = append(f.rules[n.Name], n.Rule)
			}
		case model.AllOf:
			ok = true
			for _, part := range a.Rules {
				*parts++
				ok = ok && f.take(part, active, object, parts)
			}
		case model.Refer:
			*parts++
			ok = a.Keyword == "$ref" && f.take(a.Rule, active, object, parts)
		case model.UnevaluatedProperties:
			// Only at the top is all that has been evaluated what has been taken in.
			ok = top && a.Rule.Never
			f.closed = ok
		}
		if !ok {
			return false
		}
	}
	return true
}

// withoutImplied leaves out the rules that always hold where another one allows a single text.
func (e *emitter) withoutImplied(rules []*model.Rule) []*model.Rule {
	for _, r := range rules {
		if len(r.Asserts) != 1 {
			continue
		}
		equals, ok := r.Asserts[0].(model.Equals)
		if !ok {
			continue
		}
		if text, ok := jsonString(equals.JSON); ok {
			p := &prover{emitter: e, active: map[*model.Rule]bool{}}
			if !slices.ContainsFunc(rules, func(other *model.Rule) bool { return !p.constant(text, other) }) {
				return []*model.Rule{r}
			}
		}
	}
	return rules
}

// flatCall judges by a flat rule, where a verdict is enough.
func (e *emitter) flatCall(f *flat, inside *model.Rule) jen.Code {
	var required uint64
	for i, name := range f.names {
		if slices.Contains(f.required, name) {
			required |= 1 << i
		}
	}
	return jen.If(jen.Id("e").Dot("Quick").Call()).Block(
		jen.Id("e").Dot("Flat").Call(jen.Id(fmt.Sprintf("0b%b", required)), jen.Lit(f.closed),
			jen.Func().Params(jen.Id("name").String()).Params(jen.Int(), in("schema", "Func")).Block(
				jen.Switch(jen.Id("name")).BlockFunc(func(g *jen.Group) {
					for i, name := range f.names {
						g.Case(jen.Lit(name)).Block(jen.Return(jen.Lit(i), e.every(f.rules[name], inside)))
					}
				}),
				jen.Return(jen.Lit(-1), jen.Nil()),
			)),
		jen.Return(),
	)
}

// every is the function for several rules at once.
func (e *emitter) every(rules []*model.Rule, inside *model.Rule) jen.Code {
	if len(rules) == 1 {
		return e.plainFun(rules[0])
	}
	return e.function([]jen.Code{jen.Id("e").Dot("AllOf").Add(e.several(rules, inside, "(", ")"))})
}
