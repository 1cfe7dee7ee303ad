package schema_test

import (
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/schema"
)

func evalShape(e *schema.Eval) {
	e.OneOfTagged("kind",
		schema.Branch{Value: "circle", Eval: func(e *schema.Eval) { e.Ref("$ref", root+"#/$defs/Circle", evalCircle) }},
		schema.Branch{Value: "square", Eval: func(e *schema.Eval) { e.Ref("$ref", root+"#/$defs/Square", evalSquare) }})
}

func evalCircle(e *schema.Eval) {
	e.Track()
	e.Type(schema.Object)
	e.Properties(func(name string) schema.Func {
		switch name {
		case "kind":
			return func(e *schema.Eval) { e.ConstString("circle") }
		case "radius":
			return func(e *schema.Eval) { e.Minimum("0") }
		}
		return nil
	})
	e.Required("kind", "radius")
	e.UnevaluatedProperties(schema.Never)
}

func evalSquare(e *schema.Eval) {
	e.Type(schema.Object)
	e.Properties(func(name string) schema.Func {
		switch name {
		case "kind":
			return func(e *schema.Eval) { e.ConstString("square") }
		case "inner":
			return func(e *schema.Eval) { e.Ref("$ref", root+"#/$defs/Shape", evalShape) }
		}
		return nil
	})
	e.Required("kind")
}

func TestOneOfTagged(t *testing.T) {
	judge(t, []verdict{
		{"a circle", evalShape, `{"kind":"circle","radius":1}`, nil},
		{"a square", evalShape, `{"inner":{"kind":"circle","radius":0},"kind":"square","more":1}`, nil},
		{"a circle that is none", evalShape, `{"kind":"circle","radius":-1,"side":2}`, all(
			broken("oneOf", "", "/oneOf", `does not fit the schema for "kind" "circle"`),
			violationAt("minimum", "/radius", "/oneOf/0/$ref/properties/radius/minimum", root+"#/$defs/Circle/properties/radius/minimum", "must be at least 0, but is -1"),
			violationAt("unevaluatedProperties", "/side", "/oneOf/0/$ref/unevaluatedProperties", root+"#/$defs/Circle/unevaluatedProperties", "is not allowed: the schema knows no such member"))},
		{"at a distance", evalShape, `{"kind":"square","inner":{"kind":"circle"}}`, all(
			broken("oneOf", "", "/oneOf", `does not fit the schema for "kind" "square"`),
			violationAt("oneOf", "/inner", "/oneOf/1/$ref/properties/inner/$ref/oneOf", root+"#/$defs/Shape/oneOf", `does not fit the schema for "kind" "circle"`),
			violationAt("required", "/inner", "/oneOf/1/$ref/properties/inner/$ref/oneOf/0/$ref/required", root+"#/$defs/Circle/required", `must have the member "radius"`))},
		{"no such shape: the likeliest says so, and only that", evalShape, `{"kind":"squire","inner":0,"x":1}`, all(
			broken("oneOf", "", "/oneOf", `"kind" must be "circle" or "square", but is "squire"`),
			violationAt("const", "/kind", "/oneOf/1/$ref/properties/kind/const", root+"#/$defs/Square/properties/kind/const", `must be "square", but is "squire" (to fit the nearest alternative)`))},
		{"no kind", evalShape, `{"radius":-1,"x":1}`, all(
			broken("oneOf", "", "/oneOf", `must have the member "kind", which must be "circle" or "square"`),
			violationAt("required", "", "/oneOf/0/$ref/required", root+"#/$defs/Circle/required", `must have the member "kind"`))},
		{"a kind that is no text", evalShape, `{"kind":["circle"]}`, all(
			broken("oneOf", "", "/oneOf", `"kind" must be "circle" or "square", but is an array`),
			violationAt("const", "/kind", "/oneOf/0/$ref/properties/kind/const", root+"#/$defs/Circle/properties/kind/const", `must be "circle", but is an array (to fit the nearest alternative)`))},
		{"no object", evalShape, `null`, all(
			broken("oneOf", "", "/oneOf", `must be an object whose "kind" is "circle" or "square", but is null`),
			violationAt("type", "", "/oneOf/0/$ref/type", root+"#/$defs/Circle/type", "must be an object, but is null"))},
		{"what comes after is still judged", func(e *schema.Eval) { evalShape(e); e.MaxProperties(0) }, `{"kind":"circle"}`, all(
			broken("oneOf", "", "/oneOf", `does not fit the schema for "kind" "circle"`),
			violationAt("required", "", "/oneOf/0/$ref/required", root+"#/$defs/Circle/required", `must have the member "radius"`),
			broken("maxProperties", "", "/maxProperties", "must have at most 0 members, but has 1"))},
		{"inside an alternative that is not needed", func(e *schema.Eval) { e.AnyOf(evalShape, schema.Any) }, `{"kind":"squire"}`, nil},
	})
}

// TestTagThatIsNamedLikeAnInnerMember: what is reported of the tag is the tag's own, not that of a member of the same
// name further in.
func TestTagThatIsNamedLikeAnInnerMember(t *testing.T) {
	open := func(e *schema.Eval) {
		e.OneOfTagged("t", schema.Branch{Value: "a", Eval: func(e *schema.Eval) {
			e.Properties(members("t", schema.Func(func(e *schema.Eval) { e.ConstString("a"); e.Required("x") }),
				"in", schema.Func(func(e *schema.Eval) { e.Properties(members("t", isString)); e.Required("t", "u") })))
			e.Required("t", "in")
		}})
	}
	judge(t, []verdict{
		{"an object for a tag", open, `{"t":{},"in":{"t":1}}`, all(
			broken("oneOf", "", "/oneOf", `"t" must be "a", but is an object`),
			broken("const", "/t", "/oneOf/0/properties/t/const", `must be "a", but is an object (to fit the nearest alternative)`),
			broken("required", "/t", "/oneOf/0/properties/t/required", `must have the member "x" (to fit the nearest alternative)`))},
	})
}

// TestLikeliestBranch finds the branch that shows what it has against a tag that selects none.
func TestLikeliestBranch(t *testing.T) {
	branch := func(value string) schema.Branch {
		return schema.Branch{Value: value, Eval: func(e *schema.Eval) {
			e.Properties(members("op", func(e *schema.Eval) { e.ConstString(value) }))
		}}
	}
	s := schema.Schema{Location: root, Eval: func(e *schema.Eval) {
		e.OneOfTagged("op", branch("add"), branch("remove"), branch("replace"), branch("move"))
	}}
	for op, want := range map[string]string{
		"ad": "0", "remov": "1", "Replace": "2", "love": "3", "": "0", "xyz": "0", strings.Repeat("replace", 50): "0",
	} {
		got := violations(t, s, `{"op":"`+op+`"}`)
		if len(got) != 2 || got[1].KeywordLocation != "/oneOf/"+want+"/properties/op/const" {
			t.Errorf("%q: got %v, want one of oneOf and one of branch %s", op, got, want)
		}
	}
}
