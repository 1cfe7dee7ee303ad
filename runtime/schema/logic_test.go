package schema_test

import (
	"testing"

	"github.com/agui-gen/agui-gen/runtime/schema"
)

func TestAllOf(t *testing.T) {
	both := func(e *schema.Eval) {
		e.AllOf(func(e *schema.Eval) { e.Minimum("2") }, schema.Any, func(e *schema.Eval) { e.Maximum("4"); e.MultipleOf("2") })
	}
	judge(t, []verdict{
		{"all", both, `4`, nil},
		{"one not", both, `1`, all(
			broken("minimum", "", "/allOf/0/minimum", "must be at least 2, but is 1"),
			broken("multipleOf", "", "/allOf/2/multipleOf", "must be a multiple of 2, but is 1"))},
		{"never", func(e *schema.Eval) { e.AllOf(schema.Never) }, `1`,
			all(broken("allOf", "", "/allOf/0", "is not allowed: the schema takes no value here"))},
	})
}

func TestAnyOf(t *testing.T) {
	either := func(e *schema.Eval) {
		e.AnyOf(isString, func(e *schema.Eval) { e.Type(schema.Array); e.Items("items", isInteger) })
	}
	judge(t, []verdict{
		{"the first", either, `""`, nil},
		{"the last, and nothing of the first is reported", either, `[1]`, nil},
		{"neither", either, `[true]`, all(
			broken("anyOf", "", "/anyOf", "must fit at least one of 2 schemas, but an array fits none"),
			broken("type", "", "/anyOf/0/type", "must be a string, but is an array"),
			broken("type", "/0", "/anyOf/1/items/type", "must be an integer, but is true"))},
		{"after another violation", func(e *schema.Eval) { e.Minimum("9"); either(e); e.Maximum("0") }, `1`, all(
			broken("minimum", "", "/minimum", "must be at least 9, but is 1"),
			broken("anyOf", "", "/anyOf", "must fit at least one of 2 schemas, but 1 fits none"),
			broken("type", "", "/anyOf/0/type", "must be a string, but is 1"),
			broken("type", "", "/anyOf/1/type", "must be an array, but is 1"),
			broken("maximum", "", "/maximum", "must be at most 0, but is 1"))},
	})
}

func TestOneOf(t *testing.T) {
	one := func(e *schema.Eval) {
		e.OneOf(isInteger, func(e *schema.Eval) { e.Minimum("2") }, func(e *schema.Eval) { e.Type(schema.Number); e.Maximum("9") })
	}
	judge(t, []verdict{
		{"one", one, `1.5`, nil},
		{"none", func(e *schema.Eval) { e.OneOf(isString, isInteger) }, `null`, all(
			broken("oneOf", "", "/oneOf", "must fit exactly one of 2 schemas, but null fits none"),
			broken("type", "", "/oneOf/0/type", "must be a string, but is null"),
			broken("type", "", "/oneOf/1/type", "must be an integer, but is null"))},
		{"two", one, `1`, all(broken("oneOf", "", "/oneOf", "must fit exactly one of 3 schemas, but fits 0 and 2 (counted from 0)"))},
		{"all", one, `3`, all(broken("oneOf", "", "/oneOf", "must fit exactly one of 3 schemas, but fits 0, 1 and 2 (counted from 0)"))},
	})
}

func TestNot(t *testing.T) {
	notNull := func(e *schema.Eval) { e.Not(func(e *schema.Eval) { e.Type(schema.Null) }) }
	judge(t, []verdict{
		{"another", notNull, `0`, nil},
		{"that", notNull, `null`, all(broken("not", "", "/not", "is null, which the schema excludes"))},
		{"twice", func(e *schema.Eval) { e.Not(notNull) }, `0`, all(broken("not", "", "/not", "is 0, which the schema excludes"))},
		{"never is always right", func(e *schema.Eval) { e.Not(schema.Never) }, `0`, nil},
		{"what comes after it is still judged", func(e *schema.Eval) { notNull(e); isString(e) }, `0`,
			all(broken("type", "", "/type", "must be a string, but is 0"))},
	})
}

func TestIf(t *testing.T) {
	whole := func(e *schema.Eval) {
		e.If(isInteger, func(e *schema.Eval) { e.Minimum("5") }, func(e *schema.Eval) { e.Maximum("5") })
	}
	judge(t, []verdict{
		{"then", whole, `6`, nil},
		{"else", whole, `4.5`, nil},
		{"else, of another type", whole, `"x"`, nil},
		{"not then", whole, `4`, all(broken("minimum", "", "/then/minimum", "must be at least 5, but is 4"))},
		{"not else", whole, `6.5`, all(broken("maximum", "", "/else/maximum", "must be at most 5, but is 6.5"))},
		{"no then", func(e *schema.Eval) { e.If(isInteger, nil, schema.Never) }, `4`, nil},
		{"no else", func(e *schema.Eval) { e.If(isInteger, schema.Never, nil) }, `""`, nil},
		{"then is false", func(e *schema.Eval) { e.If(isInteger, schema.Never, nil) }, `1`,
			all(broken("then", "", "/then", "is not allowed: the schema takes no value here"))},
	})
}

func TestFalse(t *testing.T) {
	judge(t, []verdict{
		{"the whole schema", schema.Never, `{}`,
			all(broken("false", "", "", "is not allowed: the schema takes no value here"))},
		{"true", schema.Any, `{}`, nil},
	})
}
