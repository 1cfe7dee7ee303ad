package diff

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/agui-gen/agui-gen/gen/emit/golang"
	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// sideOf is a side of one schema, with Go and without protobuf.
func sideOf(t testing.TB, schema string) *Side {
	t.Helper()
	graph, err := resolve.Resolve("s.json", resolve.Options{FS: fstest.MapFS{"s.json": {Data: []byte(schema)}}})
	if err != nil {
		t.Fatal(err)
	}
	s := &Side{}
	if s.Model, _, err = lower.Lower(graph, lower.Options{}); err != nil {
		t.Fatal(err)
	}
	if s.Names, err = names.Assign(s.Model); err != nil {
		t.Fatal(err)
	}
	if s.Go, err = golang.Emit(s.Model, nil, s.Names, golang.Options{Package: "s"}); err != nil {
		t.Fatal(err)
	}
	return s
}

// found are changes in short: the kind, what it is about, and the levels for readers and writers of JSON.
func found(changes []*Change) []string {
	var out []string
	for _, c := range changes {
		if c.Kind != GoChanged {
			out = append(out, fmt.Sprintf("%s: %s %s", c.ID(), c.Level(Readers), c.Level(Writers)))
		}
	}
	slices.Sort(out)
	return out
}

// member is a schema of one object whose member x has a schema.
func member(schema string) string {
	return `{"$defs":{"A":{"type":"object","properties":{"x":` + schema + `}}}}`
}

func TestMember(t *testing.T) {
	const widened, narrowed, other = ": break safe", ": safe break", ": break break"
	tests := []struct {
		name, old, fresh string
		there, back      []string // what changes from old to fresh, and from fresh to old
	}{
		{"minimum", `{"type":"number","minimum":1}`, `{"type":"number","minimum":0.5}`,
			[]string{"constraint_widened A.x minimum" + widened}, []string{"constraint_narrowed A.x minimum" + narrowed}},
		{"no maximum", `{"type":"number","maximum":1}`, `{"type":"number"}`,
			[]string{"constraint_widened A.x maximum" + widened}, []string{"constraint_narrowed A.x maximum" + narrowed}},
		{"exclusive", `{"type":"number","exclusiveMaximum":1}`, `{"type":"number","maximum":1}`,
			[]string{"constraint_widened A.x maximum" + widened}, []string{"constraint_narrowed A.x exclusiveMaximum" + narrowed}},
		{"exclusive among integers", `{"type":"integer","exclusiveMaximum":1.5}`, `{"type":"integer","maximum":1}`, nil, nil},
		{"exclusive below integers", `{"type":"integer","exclusiveMinimum":-1.5}`, `{"type":"integer","minimum":-1}`, nil, nil},
		{"written otherwise", `{"type":"number","maximum":1e1}`, `{"type":"number","maximum":10.0}`, nil, nil},
		{"multiples", `{"type":"integer","multipleOf":4}`, `{"type":"integer","multipleOf":2}`,
			[]string{"constraint_widened A.x multipleOf" + widened}, []string{"constraint_narrowed A.x multipleOf" + narrowed}},
		{"other multiples", `{"type":"integer","multipleOf":4}`, `{"type":"integer","multipleOf":6}`,
			[]string{"constraint_changed A.x multipleOf" + other}, []string{"constraint_changed A.x multipleOf" + other}},
		{"no length at all", `{"type":"string","minLength":0}`, `{"type":"string"}`, nil, nil},
		{"two lengths", `{"allOf":[{"type":"string","maxLength":5},{"maxLength":3}]}`, `{"type":"string","maxLength":3}`, nil, nil},
		{"a pattern", `{"type":"string","pattern":"a"}`, `{"type":"string","pattern":"b"}`,
			[]string{"constraint_changed A.x pattern" + other}, []string{"constraint_changed A.x pattern" + other}},
		{"no pattern", `{"type":"string","pattern":"a"}`, `{"type":"string"}`,
			[]string{"constraint_widened A.x pattern" + widened}, []string{"constraint_narrowed A.x pattern" + narrowed}},
		{"unique items", `{"type":"array","uniqueItems":true}`, `{"type":"array"}`,
			[]string{"constraint_widened A.x uniqueItems" + widened}, []string{"constraint_narrowed A.x uniqueItems" + narrowed}},
		{"items", `{"type":"array","items":{"type":"string"}}`, `{"type":"array","items":{"type":["string","integer"]}}`,
			[]string{"type_widened A.x[] from string to integer or string" + widened}, []string{"type_narrowed A.x[] from integer or string to string" + narrowed}},
		{"items of any kind", `{"type":"array"}`, `{"type":"array","items":{"type":"string"}}`,
			[]string{"type_narrowed A.x[] from any value to string" + narrowed}, []string{"type_widened A.x from string to any value" + widened}},
		{"no more items", `{"type":"array","prefixItems":[{"type":"string"}],"items":false}`, `{"type":"array","prefixItems":[{"type":"string"}]}`,
			[]string{"constraint_widened A.x items" + widened}, []string{"constraint_narrowed A.x items" + narrowed}},
		{"contains", `{"type":"array","contains":{"const":1},"minContains":2}`, `{"type":"array","contains":{"const":1}}`,
			[]string{"constraint_widened A.x contains" + widened}, []string{"constraint_narrowed A.x contains" + narrowed}},
		{"contains another", `{"type":"array","contains":{"const":1}}`, `{"type":"array","contains":{"const":2}}`,
			[]string{"constraint_changed A.x contains" + other}, []string{"constraint_changed A.x contains" + other}},
		{"null", `{"type":"string"}`, `{"type":["string","null"]}`,
			[]string{"type_widened A.x from string to null or string" + widened}, []string{"type_narrowed A.x from null or string to string" + narrowed}},
		{"null by anyOf", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"type":["string","null"]}`, nil, nil},
		{"integer and number", `{"type":"integer"}`, `{"type":"number"}`,
			[]string{"type_widened A.x from integer to number" + widened}, []string{"type_narrowed A.x from number to integer" + narrowed}},
		{"another type", `{"type":"boolean"}`, `{"type":"string"}`,
			[]string{"type_changed A.x from boolean to string" + other}, []string{"type_changed A.x from string to boolean" + other}},
		{"a constant", `{"const":"a"}`, `{"const":"b"}`,
			[]string{`value_added A.x "b": risk safe`, `value_removed A.x "a"` + narrowed}, []string{`value_added A.x "a": risk safe`, `value_removed A.x "b"` + narrowed}},
		{"numbers listed", `{"enum":[1,2]}`, `{"enum":[2.0,1.0]}`, nil, nil},
		{"not", `{"not":{"type":"null"}}`, `{"not":{"const":null}}`,
			[]string{"constraint_changed A.x not" + other}, []string{"constraint_changed A.x not" + other}},
		{"the same not", `{"not":{"type":"null"}}`, `{"not":{"allOf":[{"type":"null"}]}}`, nil, nil},
		{"a condition", `{"type":"string"}`, `{"type":"string","if":{"minLength":1},"then":{"maxLength":3}}`,
			[]string{"constraint_narrowed A.x if" + narrowed}, []string{"constraint_widened A.x if" + widened}},
		{"a choice of texts", `{"type":"string","anyOf":[{"maxLength":3},{"pattern":"a"}]}`, `{"type":"string","anyOf":[{"pattern":"a"},{"maxLength":3}]}`, nil, nil},
		{"one choice more", `{"type":"string","anyOf":[{"maxLength":3},{"pattern":"a"}]}`, `{"type":"string","anyOf":[{"maxLength":3},{"pattern":"a"},{"pattern":"b"}]}`,
			[]string{"constraint_widened A.x anyOf" + widened}, []string{"constraint_narrowed A.x anyOf" + narrowed}},
		{"a map", `{"type":"object","additionalProperties":{"type":"string"}}`, `{"type":"object","additionalProperties":{"type":"string","maxLength":1}}`,
			[]string{"constraint_narrowed A.x{} maxLength" + narrowed}, []string{"constraint_widened A.x{} maxLength" + widened}},
		{"names of members", `{"type":"object","propertyNames":{"maxLength":3}}`, `{"type":"object"}`,
			[]string{"constraint_widened A.x propertyNames" + widened}, []string{"constraint_narrowed A.x propertyNames" + narrowed}},
		{"members by pattern", `{"type":"object","patternProperties":{"^a":{"type":"string"}}}`, `{"type":"object"}`,
			[]string{"constraint_changed A.x patternProperties" + other}, []string{"constraint_changed A.x patternProperties" + other}},
		{"a required member that is not declared", `{"type":"object"}`, `{"type":"object","required":["y"]}`,
			[]string{"constraint_narrowed A.x required" + narrowed}, []string{"constraint_widened A.x required" + widened}},
		{"dependencies", `{"type":"object","dependentRequired":{"a":["b","c"]}}`, `{"type":"object","dependentRequired":{"a":["c","b"]}}`, nil, nil},
		{"another dependency", `{"type":"object","dependentRequired":{"a":["b"]}}`, `{"type":"object","dependentRequired":{"a":["c"]}}`,
			[]string{"constraint_changed A.x dependentRequired" + other}, []string{"constraint_changed A.x dependentRequired" + other}},
		{"a dependency that is a schema", `{"type":"object","dependentSchemas":{"a":{"required":["b"]}}}`, `{"type":"object"}`,
			[]string{"constraint_widened A.x dependentSchemas" + widened}, []string{"constraint_narrowed A.x dependentSchemas" + narrowed}},
		{"a condition that is another", `{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}`, `{"type":"object","if":{"required":["a"]},"then":{"required":["c"]}}`,
			[]string{"constraint_changed A.x if" + other}, []string{"constraint_changed A.x if" + other}},
		{"a negation more", `{"type":"string"}`, `{"type":"string","not":{"const":"a"}}`,
			[]string{"constraint_narrowed A.x not" + narrowed}, []string{"constraint_widened A.x not" + widened}},
		{"a branch of which exactly one must fit", `{"type":"string","oneOf":[{"maxLength":3},{"pattern":"a"}]}`, `{"type":"string","oneOf":[{"maxLength":4},{"pattern":"a"}]}`,
			[]string{"constraint_changed A.x oneOf" + other, "constraint_widened A.x maxLength" + widened}, []string{"constraint_changed A.x oneOf" + other, "constraint_narrowed A.x maxLength" + narrowed}},
		{"a branch of which one must fit", `{"type":"string","anyOf":[{"maxLength":3},{"pattern":"a"}]}`, `{"type":"string","anyOf":[{"maxLength":4},{"pattern":"a"}]}`,
			[]string{"constraint_widened A.x maxLength" + widened}, []string{"constraint_narrowed A.x maxLength" + narrowed}},
		{"a member that is refused", `{"type":"object","properties":{"a":false}}`, `{"type":"object"}`,
			[]string{"constraint_widened A.x properties" + widened}, []string{"constraint_narrowed A.x properties" + narrowed}},
		{"a member that becomes one of a map", `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"integer"}}`, `{"type":"object","additionalProperties":{"type":"integer"}}`,
			[]string{"member_removed A.x.a" + narrowed, "type_changed A.x{} from string to integer" + other}, []string{"member_declared A.x.a: safe safe", "type_changed A.x.a from integer to string" + other}},
		{"what is left over by a choice", `{"type":"object","anyOf":[{"properties":{"a":true}},{"properties":{"b":true}}],"unevaluatedProperties":false}`, `{"type":"object","anyOf":[{"properties":{"a":true}},{"properties":{"b":true}}]}`,
			[]string{"constraint_changed A.x unevaluatedProperties" + other}, []string{"constraint_changed A.x unevaluatedProperties" + other}},
		{"what is left over by another choice", `{"type":"object","anyOf":[{"properties":{"a":true}},{"properties":{"b":true}}],"unevaluatedProperties":false}`, `{"type":"object","anyOf":[{"properties":{"a":true}},{"properties":{"c":true}}],"unevaluatedProperties":false}`,
			[]string{"constraint_changed A.x unevaluatedProperties" + other, "member_declared A.x.c: safe safe", "member_removed A.x.b" + narrowed}, []string{"constraint_changed A.x unevaluatedProperties" + other, "member_declared A.x.b: safe safe", "member_removed A.x.c" + narrowed}},
		{"what is left over by what is contained", `{"type":"array","contains":{"type":"string"},"unevaluatedItems":{"type":"integer"}}`, `{"type":"array","contains":{"type":"string"},"unevaluatedItems":{"type":"integer","minimum":1}}`,
			[]string{"constraint_changed A.x unevaluatedItems" + other}, []string{"constraint_changed A.x unevaluatedItems" + other}},
		{"left over within, not around", `{"type":"object","properties":{"a":{"type":"string"}},"allOf":[{"unevaluatedProperties":{"maxLength":3}}]}`, `{"type":"object","properties":{"a":{"type":"string"}},"allOf":[{"unevaluatedProperties":{"maxLength":2}}]}`,
			[]string{"constraint_narrowed A.x maxLength" + narrowed}, []string{"constraint_widened A.x maxLength" + widened}},
		{"a required member is removed", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`, `{"type":"object"}`,
			[]string{"required_member_removed A.x.a: break break"}, []string{"required_member_added A.x.a: risk break"}},
		{"a member is removed", `{"type":"object","properties":{"a":{"type":"string"}}}`, `{"type":"object"}`,
			[]string{"member_removed A.x.a" + narrowed}, []string{"member_declared A.x.a: safe safe"}},
		{"a required member is declared no more", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`, `{"type":"object","required":["a"]}`,
			[]string{"member_removed A.x.a" + narrowed}, []string{"member_declared A.x.a: safe safe"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old, fresh := sideOf(t, member(tt.old)), sideOf(t, member(tt.fresh))
			if got := found(Compare(old, fresh)); !slices.Equal(got, tt.there) {
				t.Errorf("there: got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.there, "\n"))
			}
			if got := found(Compare(fresh, old)); !slices.Equal(got, tt.back) {
				t.Errorf("back: got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.back, "\n"))
			}
		})
	}
}

func TestUnions(t *testing.T) {
	const (
		a     = `{"type":"object","properties":{"k":{"const":"a"},"n":{"type":"string"}},"required":["k"]}`
		b     = `{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}`
		c     = `{"type":"object","properties":{"k":{"const":"c"}},"required":["k"]}`
		other = `{"type":"object","properties":{"kind":{"const":"a"}},"required":["kind"]}`
	)
	defs := func(u, more string) string {
		return `{"$ref":"#/$defs/U","$defs":{"U":` + u + `,"A":` + a + `,"B":` + b + `,"C":` + c + more + `}}`
	}
	two := `{"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]}`
	three := `{"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"},{"$ref":"#/$defs/C"}]}`
	nested := `{"anyOf":[{"$ref":"#/$defs/C"},{"$ref":"#/$defs/V"}]}`
	inner := `,"V":{"oneOf":[{"$ref":"#/$defs/B"},{"$ref":"#/$defs/A"}]}`
	for _, tt := range []struct {
		name, old, fresh string
		want             []string
	}{
		{"a member more", defs(two, ""), defs(three, ""), []string{`choice_added U "c": risk safe`}},
		{"a member less", defs(three, ""), defs(two, ""), []string{`choice_removed U "c": safe break`}},
		{"a union within", defs(three, ""), defs(nested, inner), []string{"definition_added V: safe safe"}},
		{"a choice of one", defs(two, ""), defs(`{"$ref":"#/$defs/A"}`, ""), []string{`choice_removed U "b": safe break`}},
		{"another tag", defs(two, `,"O":`+other), defs(`{"oneOf":[{"$ref":"#/$defs/O"},{"type":"object","properties":{"kind":{"const":"b"}},"required":["kind"]}]}`, `,"O":`+other),
			[]string{"constraint_changed U choice: break break"}},
		{"shared beside the choice", defs(`{"type":"object","properties":{"s":{"type":"string","maxLength":3}},"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]}`, ""),
			defs(`{"type":"object","properties":{"s":{"type":"string","maxLength":2}},"oneOf":[{"$ref":"#/$defs/B"},{"$ref":"#/$defs/A"}]}`, ""),
			[]string{"constraint_narrowed U.s maxLength: safe break"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := found(Compare(sideOf(t, tt.old), sideOf(t, tt.fresh))); !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// TestRecursion holds that definitions which contain themselves are compared to an end, and wherever they differ.
func TestRecursion(t *testing.T) {
	tree := func(value string) string {
		return `{"$ref":"#/$defs/T","$defs":{"T":{"type":"object","properties":{"v":` + value + `,"t":{"type":"array","items":{"$ref":"#/$defs/T"}},"n":{"not":{"not":{"$ref":"#/$defs/T"}}}}}}}`
	}
	if got := found(Compare(sideOf(t, tree(`{"type":"string"}`)), sideOf(t, tree(`{"type":"string"}`)))); got != nil {
		t.Errorf("the same tree differs: %q", got)
	}
	got := found(Compare(sideOf(t, tree(`{"type":"string"}`)), sideOf(t, tree(`{"type":"string","maxLength":1}`))))
	if want := []string{"constraint_changed T.n not: break break", "constraint_narrowed T.v maxLength: safe break"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestEndless holds that arrays of themselves are compared with arrays of anything to an end.
func TestEndless(t *testing.T) {
	list := func(items string) string { return `{"$defs":{"L":{"type":"array"` + items + `}}}` }
	of, anything := sideOf(t, list(`,"items":{"$ref":"#/$defs/L"}`)), sideOf(t, list(""))
	if got, want := found(Compare(of, anything)), []string{"type_widened L from array to any value: break safe"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTable holds that the table has every kind of change to a schema once, with advice where anybody has to act.
func TestTable(t *testing.T) {
	seen := map[Kind]bool{}
	for _, r := range Table {
		if seen[r.Kind] {
			t.Errorf("%s is there twice", r.Kind)
		}
		seen[r.Kind] = true
		if worst := max(r.Readers.Level, r.Writers.Level); worst > Safe && r.Advice == "" {
			t.Errorf("%s is a %s and has no advice", r.Kind, worst)
		}
		if r.What == "" || r.Readers.Why == "" || r.Writers.Why == "" {
			t.Errorf("%s does not say why", r.Kind)
		}
	}
	for _, k := range []Kind{MemberAdded, MemberRemoved, ChoiceAdded, Widened, Narrowed, SchemaRemoved} {
		if !seen[k] {
			t.Errorf("%s has no row", k)
		}
	}
}

func TestSubject(t *testing.T) {
	for pointer, want := range map[string]string{
		"#": "document", "#/$defs/A": "A", "#/definitions/A~1b": "A/b", "#/$defs/A/properties/x/items": "A.x[]",
		"#/$defs/A/properties/p%20q/additionalProperties": "A.p q{}", "#/$defs/A/properties/x/oneOf/1/enum/0": "A.x",
		"#/properties/x": "x", "#/$defs/A/$defs/B/properties/y": "B.y", "#/$defs/A/properties/properties": "A.properties", "#/$defs/A/properties": "A",
	} {
		if got := subject(pointer); got != want {
			t.Errorf("%s is %q, want %q", pointer, got, want)
		}
	}
}
