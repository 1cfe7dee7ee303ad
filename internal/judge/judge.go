// Package judge makes validators in memory: a rule of package model becomes functions that call package schema, just as
// the generated ones do. So there is one place where a keyword has its meaning at run time, and what the official JSON
// Schema test suite says of this package it says of generated code too.
package judge

import (
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
)

// Compile makes a validator of a rule. It takes no notice of the definition that the rule belongs to.
func Compile(r *model.Rule) schema.Schema {
	c := compiler{made: map[*model.Rule]schema.Func{}}
	return schema.Schema{Location: location(r), Eval: c.rule(r)}
}

func location(r *model.Rule) string { return r.Base + r.Pointer }

// compiler remembers what it has made, so that rules may refer to each other in circles.
type compiler struct {
	made map[*model.Rule]schema.Func
}

func (c *compiler) rule(r *model.Rule) schema.Func {
	if f, ok := c.made[r]; ok {
		return f
	}
	if r.Never {
		c.made[r] = schema.Never
		return schema.Never
	}
	var steps []schema.Func
	f := func(e *schema.Eval) {
		for _, step := range steps {
			step(e)
		}
	}
	c.made[r] = f
	list := make([]schema.Func, 0, len(r.Asserts)+1)
	if tracks(r) {
		list = append(list, (*schema.Eval).Track)
	}
	for _, a := range r.Asserts {
		list = append(list, c.assertion(r, a))
	}
	steps = list
	return f
}

// tracks tells whether a rule asks what its other assertions have evaluated.
func tracks(r *model.Rule) bool {
	for _, a := range r.Asserts {
		switch a.(type) {
		case model.UnevaluatedItems, model.UnevaluatedProperties:
			return true
		}
	}
	return false
}

// sub is the function for a rule that stands inside another.
func (c *compiler) sub(parent, r *model.Rule) schema.Func {
	if r == nil {
		return nil
	}
	f := c.rule(r)
	if r.Base == parent.Base {
		return f
	}
	at := location(r)
	return func(e *schema.Eval) { e.Resource(at, f) }
}

func (c *compiler) subs(parent *model.Rule, rules []*model.Rule) []schema.Func {
	funcs := make([]schema.Func, len(rules))
	for i, r := range rules {
		funcs[i] = c.sub(parent, r)
	}
	return funcs
}

func (c *compiler) assertion(r *model.Rule, a model.Assertion) schema.Func {
	switch a := a.(type) {
	case model.TypeIs:
		t := types(a.Kinds)
		return func(e *schema.Eval) { e.Type(t) }
	case model.Equals:
		return equals(a.JSON)
	case model.OneOfValues:
		return oneOfValues(a.JSON)
	case model.Bound:
		return bound(a)
	case model.MultipleOf:
		return func(e *schema.Eval) { e.MultipleOf(a.Of) }
	case model.Size:
		return size(a)
	case model.Pattern:
		re := regexpOf(a)
		return func(e *schema.Eval) { e.Pattern(re) }
	case model.UniqueItems:
		return (*schema.Eval).UniqueItems
	case model.Required:
		return func(e *schema.Eval) { e.Required(a.Names...) }
	case model.DependentRequired:
		return dependentRequired(a)
	case model.Properties:
		return c.properties(r, a)
	case model.PropertyNames:
		f := c.sub(r, a.Rule)
		return func(e *schema.Eval) { e.PropertyNames(f) }
	case model.Items:
		return c.items(r, a)
	case model.Contains:
		return c.contains(r, a)
	case model.UnevaluatedItems:
		f := c.sub(r, a.Rule)
		return func(e *schema.Eval) { e.UnevaluatedItems(f) }
	case model.UnevaluatedProperties:
		f := c.sub(r, a.Rule)
		return func(e *schema.Eval) { e.UnevaluatedProperties(f) }
	}
	return c.applicator(r, a)
}

// applicator makes what judges the same value by other rules.
func (c *compiler) applicator(r *model.Rule, a model.Assertion) schema.Func {
	switch a := a.(type) {
	case model.AllOf:
		subs := c.subs(r, a.Rules)
		return func(e *schema.Eval) { e.AllOf(subs...) }
	case model.AnyOf:
		subs := c.subs(r, a.Rules)
		return func(e *schema.Eval) { e.AnyOf(subs...) }
	case model.OneOf:
		return c.oneOf(r, a)
	case model.Not:
		f := c.sub(r, a.Rule)
		return func(e *schema.Eval) { e.Not(f) }
	case model.Conditional:
		condition, then, otherwise := c.sub(r, a.If), c.sub(r, a.Then), c.sub(r, a.Else)
		return func(e *schema.Eval) { e.If(condition, then, otherwise) }
	case model.DependentRules:
		on := make([]schema.NamedSchema, len(a.On))
		for i, d := range a.On {
			on[i] = schema.NamedSchema{Name: d.Name, Eval: c.sub(r, d.Rule)}
		}
		return func(e *schema.Eval) { e.DependentSchemas(a.Keyword, on...) }
	case model.Refer:
		f, at := c.rule(a.Rule), location(a.Rule)
		return func(e *schema.Eval) { e.Ref(a.Keyword, at, f) }
	}
	panic("judge: an assertion that package model has and this package has not")
}

func (c *compiler) oneOf(r *model.Rule, a model.OneOf) schema.Func {
	subs := c.subs(r, a.Rules)
	if a.Tag == "" {
		return func(e *schema.Eval) { e.OneOf(subs...) }
	}
	branches := make([]schema.Branch, len(subs))
	for i, f := range subs {
		branches[i] = schema.Branch{Value: a.Values[i], Eval: f}
	}
	return func(e *schema.Eval) { e.OneOfTagged(a.Tag, branches...) }
}

func (c *compiler) properties(r *model.Rule, a model.Properties) schema.Func {
	var named func(string) schema.Func
	if len(a.Named) > 0 {
		byName := make(map[string]schema.Func, len(a.Named))
		for _, p := range a.Named {
			byName[p.Name] = c.sub(r, p.Rule)
		}
		named = func(name string) schema.Func { return byName[name] }
	}
	if named != nil && len(a.Patterns) == 0 && a.Rest == nil {
		return func(e *schema.Eval) { e.Properties(named) }
	}
	patterns := make([]schema.PatternProperty, len(a.Patterns))
	for i, p := range a.Patterns {
		patterns[i] = schema.PatternProperty{Pattern: regexpOf(p.Pattern), Eval: c.sub(r, p.Rule)}
	}
	rest := c.sub(r, a.Rest)
	return func(e *schema.Eval) { e.Members(named, patterns, rest) }
}

func (c *compiler) items(r *model.Rule, a model.Items) schema.Func {
	rest := c.sub(r, a.Rest)
	if len(a.Prefix) == 0 && rest != nil {
		return func(e *schema.Eval) { e.Items(a.RestKeyword, rest) }
	}
	prefix := c.subs(r, a.Prefix)
	return func(e *schema.Eval) { e.PrefixItems(a.PrefixKeyword, prefix, a.RestKeyword, rest) }
}

func (c *compiler) contains(r *model.Rule, a model.Contains) schema.Func {
	f := c.sub(r, a.Rule)
	want := schema.Count{Min: a.Min, Max: schema.NoLimit, MinKeyword: a.MinKeyword, Evaluates: a.Evaluates}
	if a.Max != nil {
		want.Max = *a.Max
	}
	return func(e *schema.Eval) { e.Contains(f, want) }
}

func types(kinds []model.Kind) schema.Types {
	var t schema.Types
	for _, k := range kinds {
		switch k {
		case model.KindNull:
			t |= schema.Null
		case model.KindBoolean:
			t |= schema.Boolean
		case model.KindInteger:
			t |= schema.Integer
		case model.KindNumber:
			t |= schema.Number
		case model.KindString:
			t |= schema.String
		case model.KindArray:
			t |= schema.Array
		case model.KindObject:
			t |= schema.Object
		}
	}
	return t
}

func equals(json string) schema.Func {
	if s, ok := jsonx.Raw(json).Text(); ok {
		return func(e *schema.Eval) { e.ConstString(s) }
	}
	return func(e *schema.Eval) { e.Const(json) }
}

func oneOfValues(json []string) schema.Func {
	texts := make([]string, 0, len(json))
	for _, v := range json {
		if s, ok := jsonx.Raw(v).Text(); ok {
			texts = append(texts, s)
		}
	}
	if len(texts) == len(json) {
		return func(e *schema.Eval) { e.EnumStrings(texts...) }
	}
	return func(e *schema.Eval) { e.Enum(json...) }
}

func bound(a model.Bound) schema.Func {
	judge := map[string]func(*schema.Eval, string){
		"minimum":          (*schema.Eval).Minimum,
		"maximum":          (*schema.Eval).Maximum,
		"exclusiveMinimum": (*schema.Eval).ExclusiveMinimum,
		"exclusiveMaximum": (*schema.Eval).ExclusiveMaximum,
	}[a.Keyword]
	return func(e *schema.Eval) { judge(e, a.Limit) }
}

func size(a model.Size) schema.Func {
	judge := map[string]func(*schema.Eval, uint64){
		"minLength":     (*schema.Eval).MinLength,
		"maxLength":     (*schema.Eval).MaxLength,
		"minItems":      (*schema.Eval).MinItems,
		"maxItems":      (*schema.Eval).MaxItems,
		"minProperties": (*schema.Eval).MinProperties,
		"maxProperties": (*schema.Eval).MaxProperties,
	}[a.Keyword]
	return func(e *schema.Eval) { judge(e, a.Limit) }
}

func regexpOf(p model.Pattern) *schema.Regexp {
	return &schema.Regexp{Source: p.Source, RE2: p.RE2}
}

func dependentRequired(a model.DependentRequired) schema.Func {
	on := make([]schema.Dependency, len(a.On))
	for i, d := range a.On {
		on[i] = schema.Dependency{Name: d.Name, Needs: d.Needs}
	}
	return func(e *schema.Eval) { e.DependentRequired(a.Keyword, on...) }
}
