package lower

import (
	"math"
	"testing"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// ruleless ignores where rules stand, so that expectations can say what they demand alone.
var ruleless = cmpopts.IgnoreFields(model.Rule{}, "Base", "Pointer", "Pos", "Def")

func rule(asserts ...model.Assertion) *model.Rule { return &model.Rule{Asserts: asserts} }

var neverRule = &model.Rule{Never: true}

const (
	draft7    = `"$schema": "http://json-schema.org/draft-07/schema#", `
	draft2019 = `"$schema": "https://json-schema.org/draft/2019-09/schema", `
)

func TestRules(t *testing.T) {
	str := rule(model.TypeIs{Kinds: []model.Kind{model.KindString}})
	num := rule(model.TypeIs{Kinds: []model.Kind{model.KindNumber}})
	two := uint64(2)
	tests := []struct {
		schema string
		want   *model.Rule
	}{
		{`true`, rule()},
		{`false`, neverRule},
		{`{"title": "t", "description": "d", "format": "uri", "x-own": 1}`, rule()},
		{`{"type": "integer"}`, rule(model.TypeIs{Kinds: []model.Kind{model.KindInteger}})},
		{`{"type": ["null", "array", "boolean"]}`, rule(model.TypeIs{Kinds: []model.Kind{model.KindNull, model.KindArray, model.KindBoolean}})},
		{`{"const": {"b": [1.50, "é\u0001<"], "a": null}}`, rule(model.Equals{JSON: `{"b":[1.50,"é\u0001<"],"a":null}`})},
		{`{"enum": []}`, rule(model.OneOfValues{})},
		{`{"enum": [true, 1e2, "x"]}`, rule(model.OneOfValues{JSON: []string{"true", "1e2", `"x"`}})},
		{`{"minimum": -0.5, "maximum": 1E40, "exclusiveMinimum": 0, "exclusiveMaximum": 9.9}`, rule(
			model.Bound{Keyword: "minimum", Limit: "-0.5"}, model.Bound{Keyword: "maximum", Limit: "1E40"},
			model.Bound{Keyword: "exclusiveMinimum", Limit: "0"}, model.Bound{Keyword: "exclusiveMaximum", Limit: "9.9"})},
		{`{"multipleOf": 0.01}`, rule(model.MultipleOf{Of: "0.01"})},
		{`{"minLength": 2.0, "maxLength": 3e1, "minItems": 0, "maxItems": 18446744073709551615, "minProperties": 1, "maxProperties": 1e30}`, rule(
			model.Size{Keyword: "minLength", Limit: 2}, model.Size{Keyword: "maxLength", Limit: 30}, model.Size{Keyword: "minItems", Limit: 0},
			model.Size{Keyword: "maxItems", Limit: math.MaxUint64}, model.Size{Keyword: "minProperties", Limit: 1},
			model.Size{Keyword: "maxProperties", Limit: math.MaxUint64})},
		{`{"pattern": "^\\s$"}`, rule(model.Pattern{Source: `^\s$`, RE2: "^[\\x{9}-\\x{D} \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}]$"})},
		{`{"uniqueItems": true}`, rule(model.UniqueItems{})},
		{`{"uniqueItems": false}`, rule()},
		{`{"required": ["b", "a"]}`, rule(model.Required{Names: []string{"b", "a"}})},
		{`{"dependentRequired": {"a": ["b", "c"], "d": []}}`, rule(model.DependentRequired{Keyword: "dependentRequired",
			On: []model.Dependency{{Name: "a", Needs: []string{"b", "c"}}, {Name: "d"}}})},
		{`{"dependentSchemas": {"a": {"type": "string"}}}`, rule(model.DependentRules{Keyword: "dependentSchemas", On: []model.NamedRule{{Name: "a", Rule: str}}})},
		{`{` + draft7 + `"dependencies": {"a": ["b"], "c": {"type": "string"}, "d": []}}`, rule(
			model.DependentRequired{Keyword: "dependencies", On: []model.Dependency{{Name: "a", Needs: []string{"b"}}, {Name: "d"}}},
			model.DependentRules{Keyword: "dependencies", On: []model.NamedRule{{Name: "c", Rule: str}}})},
		{`{"dependencies": {"a": ["b"]}}`, rule(model.DependentRequired{Keyword: "dependencies", On: []model.Dependency{{Name: "a", Needs: []string{"b"}}}})},

		{`{"additionalProperties": false, "required": ["a"], "properties": {"b": true, "a": {"type": "string"}}, "patternProperties": {"^x-": {}}}`, rule(
			model.Properties{Named: []model.NamedRule{{Name: "b", Rule: rule()}, {Name: "a", Rule: str}},
				Patterns: []model.PatternRule{{Pattern: model.Pattern{Source: "^x-", RE2: "^x-"}, Rule: rule()}}, Rest: neverRule},
			model.Required{Names: []string{"a"}})},
		{`{"propertyNames": {"type": "string"}}`, rule(model.PropertyNames{Rule: str})},

		{`{"items": {"type": "string"}}`, rule(model.Items{PrefixKeyword: "prefixItems", RestKeyword: "items", Rest: str})},
		{`{"prefixItems": [{"type": "string"}], "items": false}`, rule(model.Items{PrefixKeyword: "prefixItems", Prefix: []*model.Rule{str}, RestKeyword: "items", Rest: neverRule})},
		{`{` + draft2019 + `"items": [{"type": "string"}], "additionalItems": {"type": "number"}}`, rule(
			model.Items{PrefixKeyword: "items", Prefix: []*model.Rule{str}, RestKeyword: "additionalItems", Rest: num})},
		{`{` + draft2019 + `"items": {"type": "string"}, "additionalItems": {"type": "number"}}`, rule(model.Items{RestKeyword: "items", Rest: str})},
		{`{` + draft7 + `"additionalItems": false}`, rule()},

		{`{"contains": {"type": "string"}}`, rule(model.Contains{Rule: str, Min: 1, MinKeyword: "contains", Evaluates: true})},
		{`{"contains": {"type": "string"}, "minContains": 0, "maxContains": 2.0}`, rule(model.Contains{Rule: str, Min: 0, MinKeyword: "minContains", Max: &two, Evaluates: true})},
		{`{` + draft2019 + `"contains": {"type": "string"}, "minContains": 2}`, rule(model.Contains{Rule: str, Min: 2, MinKeyword: "minContains"})},
		{`{` + draft7 + `"contains": {"type": "string"}}`, rule(model.Contains{Rule: str, Min: 1, MinKeyword: "contains"})},
		{`{"minContains": 2, "maxContains": 3}`, rule()},

		{`{"allOf": [{"type": "string"}, true]}`, rule(model.AllOf{Rules: []*model.Rule{str, rule()}})},
		{`{"anyOf": [{"type": "string"}, false]}`, rule(model.AnyOf{Rules: []*model.Rule{str, neverRule}})},
		{`{"oneOf": [{"type": "string"}, {"type": "number"}]}`, rule(model.OneOf{Rules: []*model.Rule{str, num}})},
		{`{"not": {"type": "string"}}`, rule(model.Not{Rule: str})},
		{`{"then": {"type": "string"}, "if": {"type": "number"}}`, rule(model.Conditional{If: num, Then: str})},
		{`{"if": {"type": "number"}, "else": {"type": "string"}}`, rule(model.Conditional{If: num, Else: str})},
		{`{"if": {"type": "number"}}`, rule(model.Conditional{If: num})},
		{`{"then": false}`, rule()},

		{`{"unevaluatedProperties": {"type": "string"}, "unevaluatedItems": false, "required": ["a"]}`, rule(
			model.Required{Names: []string{"a"}}, model.UnevaluatedItems{Rule: neverRule}, model.UnevaluatedProperties{Rule: str})},
		{`{"unevaluatedItems": false, "unevaluatedProperties": false, "allOf": [true]}`, rule(
			model.AllOf{Rules: []*model.Rule{rule()}}, model.UnevaluatedItems{Rule: neverRule}, model.UnevaluatedProperties{Rule: neverRule})},

		{`{"properties": {"a": {"$ref": "#/$defs/S", "minLength": 1}}, "$defs": {"S": {"type": "string"}}}`, rule(model.Properties{Named: []model.NamedRule{
			{Name: "a", Rule: rule(model.Refer{Keyword: "$ref", Rule: str}, model.Size{Keyword: "minLength", Limit: 1})}}})},
		{`{` + draft7 + `"properties": {"a": {"$ref": "#/definitions/S", "minLength": 1}}, "definitions": {"S": {"type": "string"}}}`, rule(
			model.Properties{Named: []model.NamedRule{{Name: "a", Rule: rule(model.Refer{Keyword: "$ref", Rule: str})}}})},
	}
	for _, tt := range tests {
		s, _ := mustLower(t, tt.schema)
		if diff := cmp.Diff(tt.want, s.Root.Rule, ruleless, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s\n-want +got\n%s", tt.schema, diff)
		}
	}
}

func TestRecursiveRules(t *testing.T) {
	s, _ := mustLower(t, `{"type": "object", "properties": {"next": {"$ref": "#"}}}`)
	want := rule(model.TypeIs{Kinds: []model.Kind{model.KindObject}})
	want.Asserts = append(want.Asserts, model.Properties{Named: []model.NamedRule{
		{Name: "next", Rule: rule(model.Refer{Keyword: "$ref", Rule: want})}}})
	if diff := cmp.Diff(want, s.Root.Rule, ruleless, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	inner := s.Root.Rule.Asserts[1].(model.Properties).Named[0].Rule
	if inner.Pointer != "#/properties/next" || inner.Base != "main.json" || inner.Pos.String() != "main.json:1:43" || inner.Def != nil {
		t.Errorf("the property's rule stands at %s%s, %s, as definition %v", inner.Base, inner.Pointer, inner.Pos, inner.Def)
	}
	if s.Root.Rule.Def != s.Root || inner.Asserts[0].(model.Refer).Rule != s.Root.Rule {
		t.Error("the root's rule is not its definition's, or not what the reference leads to")
	}
}

func TestOneOfTag(t *testing.T) {
	const a = `{"type": "object", "properties": {"k": {"const": "a"}, "same": {"const": "s"}}, "required": ["same", "k"]}`
	tests := []struct {
		name, branches, defs string
		tag                  string
		values               []string
	}{
		{"constants", a + `, {"type": "object", "properties": {"k": {"enum": ["b"]}}, "required": ["k"]}`, ``, "k", []string{"a", "b"}},
		{"through references", a + `, {"$ref": "#/$defs/B"}`,
			`"B": {"allOf": [{"$ref": "#/$defs/C"}], "required": ["k"]}, "C": {"type": "object", "properties": {"k": {"$ref": "#/$defs/K"}}}, "K": {"const": "b"}`,
			"k", []string{"a", "b"}},
		{"one is not required", a + `, {"type": "object", "properties": {"k": {"const": "b"}}}`, ``, "", nil},
		{"one takes other kinds", a + `, {"properties": {"k": {"const": "b"}}, "required": ["k"]}`, ``, "", nil},
		{"two are the same", a + `, ` + a, ``, "", nil},
		{"one is no text", a + `, {"type": "object", "properties": {"k": {"const": 5}}, "required": ["k"]}`, ``, "", nil},
		{"one is open", a + `, {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}`, ``, "", nil},
		{"one is several", a + `, {"oneOf": [{"$ref": "#/$defs/B"}, {"$ref": "#/$defs/C"}]}`,
			`"B": {"type": "object", "properties": {"k": {"const": "b"}}, "required": ["k"]}, "C": {"type": "object", "properties": {"k": {"const": "c"}}, "required": ["k"]}`,
			"", nil},
		{"one branch", a, ``, "", nil},
		{"another member does", a + `, {"type": "object", "properties": {"same": {"const": "t"}}, "required": ["same"]}`, ``, "same", []string{"s", "t"}},
	}
	for _, tt := range tests {
		s, _ := mustLower(t, `{"oneOf": [`+tt.branches+`], "$defs": {`+tt.defs+`}}`)
		c := s.Root.Rule.Asserts[0].(model.OneOf)
		if c.Tag != tt.tag || !cmp.Equal(c.Values, tt.values) {
			t.Errorf("%s: tag %q, values %q; want %q, %q", tt.name, c.Tag, c.Values, tt.tag, tt.values)
		}
	}
}

// TestDynamicScope holds that one schema has a rule for each way to it that gives its dynamic references a meaning.
func TestDynamicScope(t *testing.T) {
	const list = `{"$id": "list", "type": "array", "items": {"$dynamicRef": "#item"}, "$defs": {"any": {"$dynamicAnchor": "item"}}}`
	s, _ := mustLower(t, `{"$id": "https://example.com/root", "properties": {
		"texts": {"$ref": "texts"}, "numbers": {"$ref": "numbers"}, "all": {"$ref": "list"}},
		"$defs": {"list": `+list+`,
			"texts": {"$id": "texts", "$ref": "list", "$defs": {"item": {"$dynamicAnchor": "item", "type": "string"}}},
			"numbers": {"$id": "numbers", "$ref": "list", "$defs": {"item": {"$dynamicAnchor": "item", "type": "number"}}}}}`)
	got := map[string]model.Assertion{}
	for _, p := range s.Root.Rule.Asserts[0].(model.Properties).Named {
		r := p.Rule.Asserts[0].(model.Refer).Rule
		if p.Name != "all" {
			r = r.Asserts[0].(model.Refer).Rule
		}
		item := r.Asserts[1].(model.Items).Rest.Asserts[0].(model.Refer)
		if item.Keyword != "$dynamicRef" {
			t.Errorf("%s: %s", p.Name, item.Keyword)
		}
		for _, a := range item.Rule.Asserts {
			got[p.Name] = a
		}
	}
	want := map[string]model.Assertion{
		"texts": model.TypeIs{Kinds: []model.Kind{model.KindString}}, "numbers": model.TypeIs{Kinds: []model.Kind{model.KindNumber}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
