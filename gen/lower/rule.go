package lower

import (
	"fmt"
	"strconv"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// ruleKey is what makes two rules one: the schema, and where dynamic references in it lead.
type ruleKey struct {
	schema *resolve.Schema
	scope  *scope
}

// rule is the rule of a schema that a way with the given scope has led to.
func (l *lowerer) rule(s *resolve.Schema, sc *scope) *model.Rule {
	sc = l.enter(sc, s)
	key := ruleKey{s, sc}
	if r, ok := l.rules[key]; ok {
		return r
	}
	r := &model.Rule{Base: s.Base, Pointer: s.Pointer, Pos: s.Pos}
	l.rules[key] = r // before what is in it, for it may be in there itself
	if s.Node.Kind == load.Bool {
		r.Never = s.Node.Text == "false"
		return r
	}
	b := &ruleBuilder{lowerer: l, schema: s, scope: sc, done: map[string]bool{}}
	r.Asserts = b.assertions()
	l.judged = append(l.judged, s)
	return r
}

// mainRules makes the rules of the whole main file, whether or not anything needs them: what cannot be expressed is
// then found wherever it stands.
func (l *lowerer) mainRules() {
	var visit func(*resolve.Schema)
	visit = func(s *resolve.Schema) {
		l.rule(s, nil)
		for _, sub := range s.Subs {
			if sub.Keyword != "contentSchema" {
				visit(sub.Schema)
			}
		}
	}
	visit(l.graph.Root)
}

// ruleBuilder makes the assertions of one schema.
type ruleBuilder struct {
	*lowerer
	schema *resolve.Schema
	scope  *scope
	done   map[string]bool // assertions that several keywords make together
}

// assertions are in the order of the text, but those that build on all others come last.
func (b *ruleBuilder) assertions() []model.Assertion {
	var out, late []model.Assertion
	for _, m := range b.schema.Node.Members {
		if b.schema.Keyword(m.Key) == nil || !asserts(b.schema.Dialect, m.Key) {
			continue
		}
		switch m.Key {
		case "unevaluatedItems":
			late = append([]model.Assertion{model.UnevaluatedItems{Rule: b.sub(m.Key)}}, late...)
		case "unevaluatedProperties":
			late = append(late, model.UnevaluatedProperties{Rule: b.sub(m.Key)})
		default:
			out = append(out, b.assertion(m)...)
		}
	}
	return append(out, late...)
}

// assertion is what one keyword asserts: nothing where it has no effect beside the others, or where another keyword of
// its group has already spoken for it.
func (b *ruleBuilder) assertion(m load.Member) []model.Assertion {
	switch m.Key {
	case "type":
		return one(model.TypeIs{Kinds: kindsNamed(m.Value)})
	case "const":
		return one(model.Equals{JSON: jsonText(m.Value)})
	case "enum":
		return one(model.OneOfValues{JSON: jsonTexts(m.Value.Items)})
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return one(model.Bound{Keyword: m.Key, Limit: m.Value.Text})
	case "multipleOf":
		return one(model.MultipleOf{Of: m.Value.Text})
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return one(model.Size{Keyword: m.Key, Limit: b.count(m.Key)})
	case "pattern":
		return one(b.pattern(m.Value.Text, m.Value.Pos, b.schema.DocPointer+"/pattern"))
	case "uniqueItems":
		if m.Value.Text == "true" {
			return one(model.UniqueItems{})
		}
	case "required":
		return one(model.Required{Names: texts(m.Value)})
	case "dependentRequired":
		return one(model.DependentRequired{Keyword: m.Key, On: dependencies(m.Value)})
	case "dependentSchemas":
		return one(model.DependentRules{Keyword: m.Key, On: b.named(m.Key)})
	case "dependencies":
		return b.oldDependencies(m)
	case "properties", "patternProperties", "additionalProperties":
		return b.once("properties", b.properties)
	case "propertyNames":
		return one(model.PropertyNames{Rule: b.sub(m.Key)})
	case "prefixItems", "items", "additionalItems":
		return b.once("items", b.items)
	case "contains":
		return one(b.contains())
	case "allOf":
		return one(model.AllOf{Rules: b.each(m.Key)})
	case "anyOf":
		return one(model.AnyOf{Rules: b.each(m.Key)})
	case "oneOf":
		return one(b.oneOf())
	case "not":
		return one(model.Not{Rule: b.sub(m.Key)})
	case "if":
		return one(model.Conditional{If: b.sub("if"), Then: b.sub("then"), Else: b.sub("else")})
	case "then", "else", "minContains", "maxContains":
		// Part of "if" and "contains", and nothing without them.
	case "$ref", "$dynamicRef", "$recursiveRef":
		return one(b.refer(m.Key))
	default:
		b.fault(b.schema, m.Key, fmt.Sprintf("%q is not supported", m.Key), "")
	}
	return nil
}

func one(a model.Assertion) []model.Assertion { return []model.Assertion{a} }

// once is what a group of keywords asserts together, for the first of them.
func (b *ruleBuilder) once(group string, assert func() model.Assertion) []model.Assertion {
	if b.done[group] {
		return nil
	}
	b.done[group] = true
	if a := assert(); a != nil {
		return one(a)
	}
	return nil
}

// sub is the rule of the schema that is a keyword's value, nil where there is none.
func (b *ruleBuilder) sub(keyword string) *model.Rule {
	if s := b.schema.Sub(keyword); s != nil {
		return b.rule(s, b.scope)
	}
	return nil
}

// each is the rules of a keyword that has a list of schemas.
func (b *ruleBuilder) each(keyword string) []*model.Rule {
	var out []*model.Rule
	for _, sub := range b.schema.SubsOf(keyword) {
		out = append(out, b.rule(sub.Schema, b.scope))
	}
	return out
}

// named is the rules of a keyword that has schemas by name.
func (b *ruleBuilder) named(keyword string) []model.NamedRule {
	var out []model.NamedRule
	for _, sub := range b.schema.SubsOf(keyword) {
		out = append(out, model.NamedRule{Name: sub.Name, Rule: b.rule(sub.Schema, b.scope)})
	}
	return out
}

func (b *ruleBuilder) properties() model.Assertion {
	p := model.Properties{Named: b.named("properties"), Rest: b.sub("additionalProperties")}
	for _, sub := range b.schema.SubsOf("patternProperties") {
		at := b.schema.Keyword("patternProperties").Member(sub.Name).KeyPos
		p.Patterns = append(p.Patterns, model.PatternRule{
			Pattern: b.pattern(sub.Name, at, sub.Schema.DocPointer), Rule: b.rule(sub.Schema, b.scope),
		})
	}
	return p
}

// items reads prefixItems and items of draft 2020-12, or the list form of items and additionalItems of older ones.
func (b *ruleBuilder) items() model.Assertion {
	if b.schema.Dialect >= resolve.Draft2020 {
		return model.Items{PrefixKeyword: "prefixItems", Prefix: b.each("prefixItems"), RestKeyword: "items", Rest: b.sub("items")}
	}
	switch items := b.schema.Keyword("items"); {
	case items == nil:
		return nil // additionalItems says nothing then
	case items.Kind == load.Array:
		return model.Items{
			PrefixKeyword: "items", Prefix: b.each("items"), RestKeyword: "additionalItems", Rest: b.sub("additionalItems"),
		}
	}
	return model.Items{RestKeyword: "items", Rest: b.sub("items")}
}

func (b *ruleBuilder) contains() model.Assertion {
	c := model.Contains{Rule: b.sub("contains"), Min: 1, MinKeyword: "contains", Evaluates: b.schema.Dialect >= resolve.Draft2020}
	if b.schema.Dialect == resolve.Draft7 {
		return c
	}
	if b.schema.Keyword("minContains") != nil {
		c.Min, c.MinKeyword = b.count("minContains"), "minContains"
	}
	if b.schema.Keyword("maxContains") != nil {
		most := b.count("maxContains")
		c.Max = &most
	}
	return c
}

func (b *ruleBuilder) oneOf() model.Assertion {
	c := model.OneOf{Rules: b.each("oneOf")}
	var branches []*resolve.Schema
	for _, sub := range b.schema.SubsOf("oneOf") {
		branches = append(branches, sub.Schema)
	}
	c.Tag, c.Values = b.constantTag(branches)
	return c
}

// oldDependencies reads "dependencies", which has names and schemas side by side.
func (b *ruleBuilder) oldDependencies(m load.Member) []model.Assertion {
	var out []model.Assertion
	if on := dependencies(m.Value); len(on) > 0 {
		out = append(out, model.DependentRequired{Keyword: m.Key, On: on})
	}
	if on := b.named(m.Key); len(on) > 0 {
		out = append(out, model.DependentRules{Keyword: m.Key, On: on})
	}
	return out
}

// dependencies are the members of an object that are lists of names.
func dependencies(n *load.Node) []model.Dependency {
	var out []model.Dependency
	for _, m := range n.Members {
		if m.Value.Kind == load.Array {
			out = append(out, model.Dependency{Name: m.Key, Needs: texts(m.Value)})
		}
	}
	return out
}

func (b *ruleBuilder) refer(keyword string) model.Assertion {
	for _, r := range b.schema.Refs {
		if r.Keyword == keyword {
			target := b.leadsTo(b.schema, r, b.scope)
			b.definitionOf(target)
			return model.Refer{Keyword: keyword, Rule: b.rule(target, b.scope)}
		}
	}
	panic(fmt.Sprintf("lower: %s%s: %s leads nowhere", b.schema.Base, b.schema.Pointer, keyword))
}

// count is the value of a keyword that counts something. The metaschema lets no other value through.
func (b *ruleBuilder) count(keyword string) uint64 {
	n, ok := count(b.schema.Keyword(keyword))
	if !ok {
		b.fault(b.schema, keyword, strconv.Quote(keyword)+" must be a whole number of 0 or more", "")
	}
	return n
}

func (b *ruleBuilder) pattern(source string, at diag.Pos, pointer string) model.Pattern {
	re2, err := translatePattern(source)
	if err != nil {
		d := diag.Diagnostic{Pos: at, Pointer: pointer}
		if pe, ok := err.(*patternError); ok {
			d.Message = fmt.Sprintf("the pattern %s %s (at byte %d), so that it cannot be judged exactly", shown(source), pe.Reason, pe.Offset)
			d.Hint = pe.Hint
		}
		b.faults.Add(d)
	}
	return model.Pattern{Source: source, RE2: re2}
}

// shown is a pattern as ECMAScript writes it, or quoted where that would not show what is in it.
func shown(source string) string {
	if strconv.CanBackquote(source) {
		return "/" + source + "/"
	}
	return strconv.Quote(source)
}

// kindsNamed are the kinds that the value of "type" names.
func kindsNamed(t *load.Node) []model.Kind {
	if t.Kind == load.String {
		t = &load.Node{Kind: load.Array, Items: []*load.Node{t}}
	}
	var out []model.Kind
	for _, name := range t.Items {
		for k := model.KindNull; k <= model.KindObject; k++ {
			if k.String() == name.Text {
				out = append(out, k)
			}
		}
	}
	return out
}

// texts are the items of a list of strings.
func texts(n *load.Node) []string {
	var out []string
	for _, item := range n.Items {
		out = append(out, item.Text)
	}
	return out
}

func jsonTexts(items []*load.Node) []string {
	var out []string
	for _, item := range items {
		out = append(out, jsonText(item))
	}
	return out
}
