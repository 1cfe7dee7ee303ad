package judge

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

const base = "https://example.com/s"

// at is a rule at a place of the schema.
func at(pointer string, asserts ...model.Assertion) *model.Rule {
	return &model.Rule{Base: base, Pointer: "#" + pointer, Asserts: asserts}
}

func never(pointer string) *model.Rule {
	return &model.Rule{Base: base, Pointer: "#" + pointer, Never: true}
}

func isString(pointer string) *model.Rule {
	return at(pointer, model.TypeIs{Kinds: []model.Kind{model.KindString}})
}

func named(name string, r *model.Rule) []model.NamedRule {
	return []model.NamedRule{{Name: name, Rule: r}}
}

// faults are the violations of a document, "instance keywordLocation" each.
func faults(t *testing.T, r *model.Rule, doc string) (list []string) {
	t.Helper()
	err := Compile(r).ValidateRaw(jsonx.Raw(doc))
	if err == nil {
		return nil
	}
	var v *violation.Error
	if !errors.As(err, &v) {
		t.Fatalf("%s: %v", doc, err)
	}
	for _, v := range v.Violations {
		list = append(list, strings.TrimSpace(v.InstanceLocation+" "+v.KeywordLocation))
	}
	return list
}

// TestAssertions has a document that each assertion takes and one that it does not.
func TestAssertions(t *testing.T) {
	limit := uint64(1)
	digits := model.Pattern{Source: `\d`, RE2: `[0-9]`}
	for _, c := range []struct {
		assertion model.Assertion
		good, bad string
		want      []string
	}{
		{model.TypeIs{Kinds: []model.Kind{model.KindNull, model.KindInteger}}, `1.0`, `1.5`, []string{"/type"}},
		{model.TypeIs{Kinds: []model.Kind{model.KindBoolean, model.KindNumber, model.KindArray, model.KindObject}}, `[]`, `""`, []string{"/type"}},
		{model.Equals{JSON: `"\u0061"`}, `"a"`, `"b"`, []string{"/const"}},
		{model.Equals{JSON: `[1]`}, `[1.0]`, `[2]`, []string{"/const"}},
		{model.OneOfValues{JSON: []string{`"a"`, `"\u0062"`}}, `"b"`, `1`, []string{"/enum"}},
		{model.OneOfValues{JSON: []string{`"a"`, `1`}}, `1.0`, `2`, []string{"/enum"}},
		{model.Bound{Keyword: "minimum", Limit: "2"}, `2`, `1`, []string{"/minimum"}},
		{model.Bound{Keyword: "maximum", Limit: "2"}, `2`, `3`, []string{"/maximum"}},
		{model.Bound{Keyword: "exclusiveMinimum", Limit: "2"}, `3`, `2`, []string{"/exclusiveMinimum"}},
		{model.Bound{Keyword: "exclusiveMaximum", Limit: "2"}, `1`, `2`, []string{"/exclusiveMaximum"}},
		{model.MultipleOf{Of: "0.1"}, `0.3`, `0.35`, []string{"/multipleOf"}},
		{model.Size{Keyword: "minLength", Limit: 2}, `"ab"`, `"a"`, []string{"/minLength"}},
		{model.Size{Keyword: "maxLength", Limit: 1}, `"a"`, `"ab"`, []string{"/maxLength"}},
		{model.Size{Keyword: "minItems", Limit: 2}, `[1,2]`, `[1]`, []string{"/minItems"}},
		{model.Size{Keyword: "maxItems", Limit: 1}, `[1]`, `[1,2]`, []string{"/maxItems"}},
		{model.Size{Keyword: "minProperties", Limit: 2}, `{"a":1,"b":2}`, `{}`, []string{"/minProperties"}},
		{model.Size{Keyword: "maxProperties", Limit: 1}, `{"a":1}`, `{"a":1,"b":2}`, []string{"/maxProperties"}},
		{digits, `"a1"`, `"a"`, []string{"/pattern"}},
		{model.UniqueItems{}, `[1,2]`, `[1,1]`, []string{"/uniqueItems"}},
		{model.Required{Names: []string{"a"}}, `{"a":1}`, `{}`, []string{"/required"}},
		{model.DependentRequired{Keyword: "dependentRequired", On: []model.Dependency{{Name: "a", Needs: []string{"b"}}}},
			`{"b":1}`, `{"a":1}`, []string{"/dependentRequired"}},
		{model.Properties{Named: named("a", isString("/properties/a"))}, `{"a":"","b":1}`, `{"a":1}`, []string{"/a /properties/a/type"}},
		{model.Properties{
			Named:    named("a", isString("/properties/a")),
			Patterns: []model.PatternRule{{Pattern: digits, Rule: isString(`/patternProperties/%5Cd`)}},
			Rest:     never("/additionalProperties"),
		}, `{"a":"","1":""}`, `{"a":1,"b":"","1":1}`, []string{"/a /properties/a/type", "/b /additionalProperties", `/1 /patternProperties/\d/type`}},
		{model.Properties{Rest: isString("/additionalProperties")}, `{"a":""}`, `{"a":1}`, []string{"/a /additionalProperties/type"}},
		{model.PropertyNames{Rule: at("/propertyNames", digits)}, `{"1":1}`, `{"a":1}`, []string{"/a /propertyNames/pattern"}},
		{model.Items{RestKeyword: "items", Rest: isString("/items")}, `["a"]`, `[1]`, []string{"/0 /items/type"}},
		{model.Items{PrefixKeyword: "items", Prefix: []*model.Rule{isString("/items/0")}, RestKeyword: "additionalItems", Rest: never("/additionalItems")},
			`["a"]`, `[1,2]`, []string{"/0 /items/0/type", "/1 /additionalItems"}},
		{model.Items{PrefixKeyword: "prefixItems", Prefix: []*model.Rule{isString("/prefixItems/0")}}, `["a",1]`, `[1]`, []string{"/0 /prefixItems/0/type"}},
		{model.Contains{Rule: isString("/contains"), Min: 1, MinKeyword: "contains"}, `[1,"a","b"]`, `[1]`, []string{"/contains"}},
		{model.Contains{Rule: isString("/contains"), Min: 0, MinKeyword: "minContains", Max: &limit}, `["a"]`, `["a","b"]`, []string{"/maxContains"}},
		{model.AllOf{Rules: []*model.Rule{at("/allOf/0"), isString("/allOf/1")}}, `""`, `1`, []string{"/allOf/1/type"}},
		{model.AnyOf{Rules: []*model.Rule{isString("/anyOf/0"), never("/anyOf/1")}}, `""`, `1`, []string{"/anyOf", "/anyOf/0/type", "/anyOf/1"}},
		{model.OneOf{Rules: []*model.Rule{isString("/oneOf/0"), never("/oneOf/1")}}, `""`, `1`, []string{"/oneOf", "/oneOf/0/type", "/oneOf/1"}},
		{model.OneOf{
			Rules: []*model.Rule{at("/oneOf/0"), at("/oneOf/1", model.Required{Names: []string{"a"}})},
			Tag:   "t", Values: []string{"x", "y"},
		}, `{"t":"x"}`, `{"t":"y"}`, []string{"/oneOf", "/oneOf/1/required"}},
		{model.Not{Rule: isString("/not")}, `1`, `""`, []string{"/not"}},
		{model.Conditional{If: isString("/if"), Then: never("/then")}, `1`, `""`, []string{"/then"}},
		{model.Conditional{If: isString("/if"), Else: never("/else")}, `""`, `1`, []string{"/else"}},
		{model.DependentRules{Keyword: "dependencies", On: named("a", never("/dependencies/a"))}, `{}`, `{"a":1}`, []string{"/dependencies/a"}},
		{model.Refer{Keyword: "$dynamicRef", Rule: isString("/$defs/text")}, `""`, `1`, []string{"/$dynamicRef/type"}},
		{model.UnevaluatedItems{Rule: never("/unevaluatedItems")}, `[]`, `[1]`, []string{"/0 /unevaluatedItems"}},
		{model.UnevaluatedProperties{Rule: isString("/unevaluatedProperties")}, `{"a":""}`, `{"a":1}`, []string{"/a /unevaluatedProperties/type"}},
	} {
		r := at("", c.assertion)
		if got := faults(t, r, c.good); got != nil {
			t.Errorf("%#v: %s: %q", c.assertion, c.good, got)
		}
		if diff := cmp.Diff(c.want, faults(t, r, c.bad)); diff != "" {
			t.Errorf("%#v: %s (-want +got):\n%s", c.assertion, c.bad, diff)
		}
	}
}

// TestTracking combines what evaluates with what asks for it.
func TestTracking(t *testing.T) {
	knows := func(pointer, name string) *model.Rule {
		return at(pointer, model.Properties{Named: named(name, at(pointer+"/properties/"+name))})
	}
	shut := at("",
		model.Contains{Rule: isString("/contains"), MinKeyword: "minContains", Evaluates: true},
		model.AllOf{Rules: []*model.Rule{knows("/allOf/0", "a"), at("/allOf/1", model.Refer{Keyword: "$ref", Rule: knows("/$defs/b", "b")})}},
		model.UnevaluatedItems{Rule: never("/unevaluatedItems")},
		model.UnevaluatedProperties{Rule: never("/unevaluatedProperties")},
	)
	for doc, want := range map[string][]string{
		`{"a":1,"b":2}`:       nil,
		`{"a":1,"b":2,"c":3}`: {"/c /unevaluatedProperties"},
		`["a","b"]`:           nil,
		`["a",1]`:             {"/1 /unevaluatedItems"},
	} {
		if diff := cmp.Diff(want, faults(t, shut, doc)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", doc, diff)
		}
	}
}

func TestCycle(t *testing.T) {
	tree := at("/$defs/tree")
	tree.Asserts = []model.Assertion{
		model.TypeIs{Kinds: []model.Kind{model.KindArray}},
		model.Items{RestKeyword: "items", Rest: at("/$defs/tree/items", model.Refer{Keyword: "$ref", Rule: tree})},
	}
	if got := faults(t, tree, `[[],[[]]]`); got != nil {
		t.Errorf("%q", got)
	}
	if diff := cmp.Diff([]string{"/1/0 /items/$ref/items/$ref/type"}, faults(t, tree, `[[],[0]]`)); diff != "" {
		t.Error(diff)
	}
}

func TestEndlessReference(t *testing.T) {
	self := at("")
	self.Asserts = []model.Assertion{model.Refer{Keyword: "$ref", Rule: self}}
	err := Compile(self).ValidateRaw(`1`)
	if err == nil || !strings.Contains(err.Error(), "refers to itself without end") {
		t.Errorf("%v", err)
	}
}

// TestAbsoluteLocations goes through a reference, and through a resource that is embedded.
func TestAbsoluteLocations(t *testing.T) {
	inner := isString("")
	inner.Base = "https://example.com/inner"
	rule := at("", model.Properties{Named: append(
		named("embedded", inner),
		named("referred", at("/properties/referred", model.Refer{Keyword: "$ref", Rule: isString("/$defs/text%20s")}))...)})
	var v *violation.Error
	if err := Compile(rule).ValidateRaw(`{"embedded":1,"referred":2}`); !errors.As(err, &v) {
		t.Fatal(err)
	}
	want := []violation.Violation{
		{Keyword: "type", InstanceLocation: "/embedded", KeywordLocation: "/properties/embedded/type",
			AbsoluteKeywordLocation: "https://example.com/inner#/type", Message: "must be a string, but is 1"},
		{Keyword: "type", InstanceLocation: "/referred", KeywordLocation: "/properties/referred/$ref/type",
			AbsoluteKeywordLocation: "https://example.com/s#/$defs/text%20s/type", Message: "must be a string, but is 2"},
	}
	if diff := cmp.Diff(want, v.Violations); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNever(t *testing.T) {
	if diff := cmp.Diff([]string{""}, faults(t, never(""), `1`)); diff != "" {
		t.Error(diff)
	}
}
