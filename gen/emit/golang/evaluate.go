package golang

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/dave/jennifer/jen"
)

// funcs says which rules are functions of their own, and what they and the regular expressions are called.
type funcs struct {
	order    []*model.Rule
	names    map[*model.Rule]string
	patterns []pattern
	taken    map[string]bool
}

type pattern struct {
	name string
	model.Pattern
}

// newFuncs names the functions: one for the rule of each definition and one for each other rule that is referred to.
// All other rules are literals inside those.
func newFuncs(e *emitter) *funcs {
	fs := &funcs{names: map[*model.Rule]string{}, taken: map[string]bool{}}
	for _, d := range e.schema.Defs {
		fs.add(d.Rule, strings.TrimSuffix(e.names.Schema(d), "Schema"))
	}
	seen := map[*model.Rule]bool{}
	for _, d := range e.schema.Defs {
		owner := e.names.Type(d)
		var visit func(*model.Rule)
		visit = func(r *model.Rule) {
			if seen[r] {
				return
			}
			seen[r] = true
			for _, a := range r.Asserts {
				switch a := a.(type) {
				case model.Pattern:
					fs.pattern(a, owner)
				case model.Properties:
					for _, p := range a.Patterns {
						fs.pattern(p.Pattern, owner)
					}
				case model.Refer:
					fs.add(a.Rule, owner+"At")
				}
				for _, sub := range subrules(a) {
					if _, named := fs.names[sub]; !named || sub.Def == nil {
						visit(sub)
					}
				}
			}
		}
		visit(d.Rule)
	}
	return fs
}

func (fs *funcs) add(r *model.Rule, name string) {
	if r == nil || fs.names[r] != "" {
		return
	}
	fs.names[r] = fs.free(evalFunc + name)
	fs.order = append(fs.order, r)
}

func (fs *funcs) pattern(p model.Pattern, owner string) {
	for _, known := range fs.patterns {
		if known.Pattern == p {
			return
		}
	}
	fs.patterns = append(fs.patterns, pattern{fs.free("pattern" + owner), p})
}

func (fs *funcs) patternName(p model.Pattern) string {
	for _, known := range fs.patterns {
		if known.Pattern == p {
			return known.name
		}
	}
	panic("golang: a pattern that nobody has named")
}

func (fs *funcs) free(name string) string {
	free := name
	for i := 2; fs.taken[free]; i++ {
		free = fmt.Sprintf("%s_%d", name, i)
	}
	fs.taken[free] = true
	return free
}

// subrules are the rules that an assertion judges by, in the schema's order. This is the one place that knows where
// they are.
func subrules(a model.Assertion) []*model.Rule {
	var out []*model.Rule
	add := func(rs ...*model.Rule) {
		for _, r := range rs {
			if r != nil {
				out = append(out, r)
			}
		}
	}
	switch a := a.(type) {
	case model.Properties:
		for _, n := range a.Named {
			add(n.Rule)
		}
		for _, p := range a.Patterns {
			add(p.Rule)
		}
		add(a.Rest)
	case model.PropertyNames:
		add(a.Rule)
	case model.Items:
		add(a.Prefix...)
		add(a.Rest)
	case model.Contains:
		add(a.Rule)
	case model.AllOf:
		add(a.Rules...)
	case model.AnyOf:
		add(a.Rules...)
	case model.OneOf:
		add(a.Rules...)
	case model.Not:
		add(a.Rule)
	case model.Conditional:
		add(a.If, a.Then, a.Else)
	case model.DependentRules:
		for _, n := range a.On {
			add(n.Rule)
		}
	case model.Refer:
		add(a.Rule)
	case model.UnevaluatedItems:
		add(a.Rule)
	case model.UnevaluatedProperties:
		add(a.Rule)
	}
	return out
}

// refFunc is the function that does nothing but refer to another rule, false for rules that are not such.
func (e *emitter) refFunc(r *model.Rule) (string, bool) {
	if len(r.Asserts) != 1 {
		return "", false
	}
	ref, ok := r.Asserts[0].(model.Refer)
	if !ok || ref.Keyword != "$ref" {
		return "", false
	}
	return "ref" + strings.TrimPrefix(e.funcs.names[ref.Rule], evalFunc), true
}

// evaluation are the functions that judge exactly, a call for each keyword.
func (e *emitter) evaluation(f *file) {
	for _, p := range e.funcs.patterns {
		f.decl().Var().Id(p.name).Op("=").Add(in("schema", "Regexp")).
			Values(jen.Id("Source").Op(":").Add(literal(p.Source)), jen.Id("RE2").Op(":").Add(literal(p.RE2)))
	}
	for _, r := range e.funcs.order {
		if e.wanted(e.funcs.names[r]) {
			f.decl().Func().Id(e.funcs.names[r]).Params(evalParam()).BlockFunc(func(g *jen.Group) {
				for _, call := range e.calls(r) {
					g.Add(call)
				}
			})
		}
		if name := "ref" + strings.TrimPrefix(e.funcs.names[r], evalFunc); e.wanted(name) {
			f.decl().Func().Id(name).Params(evalParam()).Block(
				jen.Id("e").Dot("Ref").Call(jen.Lit("$ref"), jen.Lit(location(r)), e.plainFun(r)))
		}
	}
	for _, k := range []model.Kind{model.KindNull, model.KindBoolean, model.KindInteger, model.KindNumber, model.KindString, model.KindArray, model.KindObject} {
		if name := onlyFunc(k); e.wanted(name) {
			f.decl("// " + name + " takes any value that is " + word(k) + ".").
				Func().Id(name).Params(evalParam()).Block(jen.Id("e").Dot("Type").Call(typeSet([]model.Kind{k})))
		}
	}
}

func evalParam() jen.Code { return jen.Id("e").Op("*").Add(in("schema", "Eval")) }

// onlyFunc is the function for the rule that demands a JSON type and nothing else.
func onlyFunc(k model.Kind) string {
	return "only" + strings.ToUpper(k.String()[:1]) + k.String()[1:]
}

func typeSet(kinds []model.Kind) *jen.Statement {
	all := &jen.Statement{}
	for i, k := range kinds {
		if i > 0 {
			all.Op("|")
		}
		all.Add(in("schema", strings.ToUpper(k.String()[:1])+k.String()[1:]))
	}
	return all
}

// fun is an expression for the function of a rule that stands inside another rule.
func (e *emitter) fun(r, inside *model.Rule) jen.Code {
	f := e.plainFun(r)
	if r.Base == inside.Base {
		return f
	}
	return e.function([]jen.Code{jen.Id("e").Dot("Resource").Call(jen.Lit(location(r)), f)})
}

func (e *emitter) plainFun(r *model.Rule) jen.Code {
	if name, ok := e.funcs.names[r]; ok {
		return e.fn(name)
	}
	if name, ok := e.refFunc(r); ok {
		return e.fn(name)
	}
	switch {
	case r.Never:
		return in("schema", "Never")
	case len(r.Asserts) == 0:
		return in("schema", "Any")
	case len(r.Asserts) == 1:
		if t, ok := r.Asserts[0].(model.TypeIs); ok && len(t.Kinds) == 1 {
			return e.fn(onlyFunc(t.Kinds[0]))
		}
	}
	return e.function(e.calls(r))
}

// function is a function literal, on one line where it is one call.
func (e *emitter) function(calls []jen.Code) jen.Code {
	head := jen.Func().Params(evalParam())
	if len(calls) == 1 {
		return head.Custom(jen.Options{Open: "{", Close: "}"}, calls[0])
	}
	return head.Block(calls...)
}

func location(r *model.Rule) string { return r.Base + r.Pointer }

// calls are the statements that judge by a rule.
func (e *emitter) calls(r *model.Rule) []jen.Code {
	if r.Never {
		return []jen.Code{in("schema", "Never").Call(jen.Id("e"))}
	}
	var out []jen.Code
	if f := e.flatten(r); f != nil {
		out = append(out, e.flatCall(f, r))
	}
	if tracks(r.Asserts) {
		out = append(out, jen.Id("e").Dot("Track").Call())
	}
	for _, a := range r.Asserts {
		out = append(out, e.call(a, r))
	}
	return out
}

// tracks tells whether a rule asks what its other assertions have judged.
func tracks(asserts []model.Assertion) bool {
	for _, a := range asserts {
		switch a.(type) {
		case model.UnevaluatedItems, model.UnevaluatedProperties:
			return true
		}
	}
	return false
}

// call is the statement for one assertion of a rule.
func (e *emitter) call(a model.Assertion, r *model.Rule) jen.Code {
	do := func(method string, args ...jen.Code) jen.Code { return jen.Id("e").Dot(method).Call(args...) }
	fun := func(sub *model.Rule) jen.Code { return e.fun(sub, r) }
	orNil := func(sub *model.Rule) jen.Code {
		if sub == nil {
			return jen.Nil()
		}
		return fun(sub)
	}
	switch a := a.(type) {
	case model.TypeIs:
		return do("Type", typeSet(a.Kinds))
	case model.Equals:
		if s, ok := jsonString(a.JSON); ok {
			return do("ConstString", jen.Lit(s))
		}
		return do("Const", literal(a.JSON))
	case model.OneOfValues:
		return e.enumCall(a)
	case model.Bound:
		return do(method(a.Keyword), jen.Lit(a.Limit))
	case model.MultipleOf:
		return do("MultipleOf", jen.Lit(a.Of))
	case model.Size:
		return do(method(a.Keyword), number(a.Limit))
	case model.Pattern:
		return do("Pattern", jen.Op("&").Id(e.funcs.patternName(a)))
	case model.UniqueItems:
		return do("UniqueItems")
	case model.Required:
		return do("Required", texts(a.Names)...)
	case model.DependentRequired:
		args := []jen.Code{jen.Lit(a.Keyword)}
		for _, on := range a.On {
			args = append(args, in("schema", "Dependency").Values(
				jen.Id("Name").Op(":").Lit(on.Name), jen.Id("Needs").Op(":").Index().String().Values(texts(on.Needs)...)))
		}
		return do("DependentRequired", args...)
	case model.Properties:
		return e.propertiesCall(a, r)
	case model.PropertyNames:
		return do("PropertyNames", fun(a.Rule))
	case model.Items:
		if len(a.Prefix) == 0 {
			return do("Items", jen.Lit(a.RestKeyword), fun(a.Rest))
		}
		return do("PrefixItems", jen.Lit(a.PrefixKeyword), jen.Index().Add(in("schema", "Func")).Add(e.several(a.Prefix, r, "{", "}")),
			jen.Lit(a.RestKeyword), orNil(a.Rest))
	case model.Contains:
		limit := in("schema", "NoLimit")
		if a.Max != nil {
			limit = number(*a.Max)
		}
		return do("Contains", fun(a.Rule), in("schema", "Count").Values(
			jen.Id("Min").Op(":").Add(number(a.Min)), jen.Id("Max").Op(":").Add(limit),
			jen.Id("MinKeyword").Op(":").Lit(a.MinKeyword), jen.Id("Evaluates").Op(":").Lit(a.Evaluates)))
	case model.AllOf:
		return jen.Id("e").Dot("AllOf").Add(e.several(a.Rules, r, "(", ")"))
	case model.AnyOf:
		return jen.Id("e").Dot("AnyOf").Add(e.several(a.Rules, r, "(", ")"))
	case model.OneOf:
		return e.oneOfCall(a, r)
	case model.Not:
		return do("Not", fun(a.Rule))
	case model.Conditional:
		return do("If", fun(a.If), orNil(a.Then), orNil(a.Else))
	case model.DependentRules:
		args := []jen.Code{jen.Lit(a.Keyword)}
		for _, on := range a.On {
			args = append(args, in("schema", "NamedSchema").Values(jen.Id("Name").Op(":").Lit(on.Name), jen.Id("Eval").Op(":").Add(fun(on.Rule))))
		}
		return do("DependentSchemas", args...)
	case model.Refer:
		return do("Ref", jen.Lit(a.Keyword), jen.Lit(location(a.Rule)), e.plainFun(a.Rule))
	case model.UnevaluatedItems:
		return do("UnevaluatedItems", fun(a.Rule))
	case model.UnevaluatedProperties:
		return do("UnevaluatedProperties", fun(a.Rule))
	}
	panic(fmt.Sprintf("golang: no call for a %T", a))
}

// several are functions as a list, a line each where there is more than one.
func (e *emitter) several(rules []*model.Rule, inside *model.Rule, open, shut string) jen.Code {
	var fs []jen.Code
	for _, r := range rules {
		fs = append(fs, e.fun(r, inside))
	}
	return jen.Custom(jen.Options{Open: open, Close: shut, Separator: ",", Multi: len(fs) > 1}, fs...)
}

func (e *emitter) enumCall(a model.OneOfValues) jen.Code {
	var plain, raw []jen.Code
	for _, v := range a.JSON {
		if s, ok := jsonString(v); ok {
			plain = append(plain, jen.Lit(s))
		}
		raw = append(raw, literal(v))
	}
	name, args := "Enum", raw
	if len(plain) == len(raw) {
		name, args = "EnumStrings", plain
	}
	return jen.Id("e").Dot(name).Custom(jen.Options{Open: "(", Close: ")", Separator: ",", Multi: len(args) > 8}, args...)
}

func (e *emitter) oneOfCall(a model.OneOf, r *model.Rule) jen.Code {
	if a.Tag == "" {
		return jen.Id("e").Dot("OneOf").Add(e.several(a.Rules, r, "(", ")"))
	}
	args := []jen.Code{jen.Lit(a.Tag)}
	for i, sub := range a.Rules {
		args = append(args, in("schema", "Branch").Values(jen.Id("Value").Op(":").Lit(a.Values[i]), jen.Id("Eval").Op(":").Add(e.fun(sub, r))))
	}
	return jen.Id("e").Dot("OneOfTagged").Custom(jen.Options{Open: "(", Close: ")", Separator: ",", Multi: true}, args...)
}

func (e *emitter) propertiesCall(a model.Properties, r *model.Rule) jen.Code {
	named := jen.Nil()
	if len(a.Named) > 0 {
		named = jen.Func().Params(jen.Id("name").String()).Add(in("schema", "Func")).Block(
			jen.Switch(jen.Id("name")).BlockFunc(func(g *jen.Group) {
				for _, n := range a.Named {
					g.Case(jen.Lit(n.Name)).Block(jen.Return(e.fun(n.Rule, r)))
				}
			}),
			jen.Return(jen.Nil()),
		)
	}
	if len(a.Patterns) == 0 && a.Rest == nil {
		return jen.Id("e").Dot("Properties").Call(named)
	}
	patterns, rest := jen.Nil(), jen.Code(jen.Nil())
	if len(a.Patterns) > 0 {
		var list []jen.Code
		for _, p := range a.Patterns {
			list = append(list, jen.Values(jen.Id("Pattern").Op(":").Op("&").Id(e.funcs.patternName(p.Pattern)), jen.Id("Eval").Op(":").Add(e.fun(p.Rule, r))))
		}
		patterns = jen.Index().Add(in("schema", "PatternProperty")).Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, list...)
	}
	if a.Rest != nil {
		rest = e.fun(a.Rest, r)
	}
	return jen.Id("e").Dot("Members").Call(named, patterns, rest)
}

// method is the method of the runtime that is called like a keyword.
func method(keyword string) string { return strings.ToUpper(keyword[:1]) + keyword[1:] }

func number(n uint64) *jen.Statement { return jen.Id(strconv.FormatUint(n, 10)) }

func texts(list []string) []jen.Code {
	var out []jen.Code
	for _, s := range list {
		out = append(out, jen.Lit(s))
	}
	return out
}

// jsonString is the text of a JSON string, false for any other JSON value.
func jsonString(text string) (string, bool) {
	var s string
	if !strings.HasPrefix(text, `"`) || json.Unmarshal([]byte(text), &s) != nil {
		return "", false
	}
	return s, true
}
