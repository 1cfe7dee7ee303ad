package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

func knows(names ...string) schema.Func {
	return func(e *schema.Eval) {
		e.Properties(func(name string) schema.Func {
			for _, n := range names {
				if n == name {
					return schema.Any
				}
			}
			return nil
		})
	}
}

func requires(names ...string) schema.Func {
	return func(e *schema.Eval) { knows(names...)(e); e.Required(names...) }
}

// closed is a schema that nothing may be left over from.
func closed(steps ...schema.Func) schema.Func {
	return func(e *schema.Eval) {
		e.Track()
		for _, f := range steps {
			f(e)
		}
		e.UnevaluatedProperties(schema.Never)
		e.UnevaluatedItems(schema.Never)
	}
}

// leftOver is a violation for each member or item that a closed schema does not know.
func leftOver(pointers ...string) (list []violation.Violation) {
	for _, p := range pointers {
		list = append(list, broken("unevaluatedProperties", p, "/unevaluatedProperties", "is not allowed: the schema knows no such member"))
	}
	return list
}

func leftOverItems(pointers ...string) (list []violation.Violation) {
	for _, p := range pointers {
		list = append(list, broken("unevaluatedItems", p, "/unevaluatedItems", "is not allowed: the schema takes no item here"))
	}
	return list
}

func TestUnevaluatedProperties(t *testing.T) {
	x := &schema.Regexp{Source: "^x", RE2: "^x"}
	judge(t, []verdict{
		{"nothing known", closed(), `{"a":1,"b":2}`, leftOver("/a", "/b")},
		{"nothing there", closed(), `{}`, nil},
		{"no object", closed(), `1`, nil},
		{"properties", closed(knows("a")), `{"a":1,"b":2}`, leftOver("/b")},
		{"patternProperties", closed(func(e *schema.Eval) {
			e.Members(nil, []schema.PatternProperty{{Pattern: x, Eval: schema.Any}}, nil)
		}), `{"xa":1,"b":2}`, leftOver("/b")},
		{"additionalProperties", closed(func(e *schema.Eval) { e.Members(nil, nil, schema.Any) }), `{"a":1}`, nil},
		{"allOf", closed(func(e *schema.Eval) { e.AllOf(knows("a"), knows("b")) }), `{"a":1,"b":2,"c":3}`, leftOver("/c")},
		{"$ref", closed(func(e *schema.Eval) { e.Ref("$ref", root+"#/a", knows("a")) }), `{"a":1,"b":2}`, leftOver("/b")},
		{"an embedded resource", closed(func(e *schema.Eval) { e.Resource(root+"/a", knows("a")) }), `{"a":1,"b":2}`, leftOver("/b")},
		{"anyOf: all that fit", closed(func(e *schema.Eval) { e.AnyOf(requires("a"), requires("b"), requires("c", "d")) }),
			`{"a":1,"b":2,"c":3}`, leftOver("/c")},
		{"oneOf: the one that fits", closed(func(e *schema.Eval) { e.OneOf(requires("a", "b"), requires("a", "c")) }),
			`{"a":1,"c":2,"d":3}`, leftOver("/d")},
		{"oneOf by tag", closed(func(e *schema.Eval) { e.OneOfTagged("t", schema.Branch{Value: "x", Eval: requires("t", "a")}) }),
			`{"t":"x","a":1,"b":2}`, leftOver("/b")},
		{"not: never", closed(func(e *schema.Eval) { e.Not(func(e *schema.Eval) { e.Not(requires("a")) }) }), `{"a":1}`, leftOver("/a")},
		{"if and then", closed(func(e *schema.Eval) { e.If(requires("a"), knows("b"), knows("c")) }),
			`{"a":1,"b":2,"c":3}`, leftOver("/c")},
		{"if not, else", closed(func(e *schema.Eval) { e.If(requires("a", "z"), knows("b"), knows("c")) }),
			`{"a":1,"b":2,"c":3}`, leftOver("/a", "/b")},
		{"dependentSchemas", closed(func(e *schema.Eval) {
			e.DependentSchemas("dependentSchemas", schema.NamedSchema{Name: "a", Eval: knows("a", "b")},
				schema.NamedSchema{Name: "z", Eval: knows("c")})
		}), `{"a":1,"b":2,"c":3}`, leftOver("/c")},
		{"propertyNames and contains: never", closed(func(e *schema.Eval) { e.PropertyNames(schema.Any) }), `{"a":1}`, leftOver("/a")},
		{"not what the members of members know", closed(func(e *schema.Eval) { e.Properties(members("a", schema.Func(knows("b")))) }),
			`{"a":{"b":1},"b":2}`, leftOver("/b")},
		{"of a member of its own", closed(func(e *schema.Eval) { e.Properties(members("a", closed(knows("b")))) }), `{"a":{"c":1}}`,
			all(broken("unevaluatedProperties", "/a/c", "/properties/a/unevaluatedProperties", "is not allowed: the schema knows no such member"))},
		{"a cousin's are not seen", func(e *schema.Eval) { e.AllOf(knows("a"), closed()) }, `{"a":1}`,
			all(broken("unevaluatedProperties", "/a", "/allOf/1/unevaluatedProperties", "is not allowed: the schema knows no such member"))},
		{"nested ones evaluate what is left", closed(func(e *schema.Eval) {
			e.AllOf(func(e *schema.Eval) { e.Track(); knows("a")(e); e.UnevaluatedProperties(schema.Any) })
		}), `{"a":1,"b":2}`, nil},
		{"a schema for what is left", func(e *schema.Eval) { e.Track(); knows("a")(e); e.UnevaluatedProperties(isString) }, `{"a":1,"b":2}`,
			all(broken("type", "/b", "/unevaluatedProperties/type", "must be a string, but is 2"))},
	})
}

func TestUnevaluatedItems(t *testing.T) {
	prefix := func(n int) schema.Func {
		return func(e *schema.Eval) {
			list := []schema.Func{schema.Any, schema.Any, schema.Any}
			e.PrefixItems("prefixItems", list[:n], "items", nil)
		}
	}
	contains := func(evaluates bool) schema.Func {
		return func(e *schema.Eval) {
			e.Contains(isString, schema.Count{Min: 1, Max: schema.NoLimit, MinKeyword: "contains", Evaluates: evaluates})
		}
	}
	judge(t, []verdict{
		{"nothing known", closed(), `[1,2]`, leftOverItems("/0", "/1")},
		{"a prefix", closed(prefix(2)), `[1,2,3]`, leftOverItems("/2")},
		{"two prefixes", closed(func(e *schema.Eval) { e.AllOf(prefix(1), prefix(2)) }), `[1,2,3]`, leftOverItems("/2")},
		{"all", closed(func(e *schema.Eval) { e.Items("items", schema.Any) }), `[1,2,3]`, nil},
		{"a prefix and the rest", closed(func(e *schema.Eval) {
			e.PrefixItems("prefixItems", []schema.Func{schema.Any}, "items", schema.Any)
		}), `[1,2,3]`, nil},
		{"what is contained, all of it", closed(contains(true)), `["a",1,"b",2]`, leftOverItems("/1", "/3")},
		{"what is contained, in older drafts", closed(contains(false)), `["a",1]`, leftOverItems("/0", "/1")},
		{"not what an alternative has seen that failed", closed(func(e *schema.Eval) {
			e.AnyOf(func(e *schema.Eval) { prefix(2)(e); e.MinItems(9) }, prefix(1))
		}), `[1,2]`, leftOverItems("/1")},
		{"nested ones evaluate what is left", closed(func(e *schema.Eval) {
			e.AllOf(func(e *schema.Eval) { e.Track(); prefix(1)(e); e.UnevaluatedItems(schema.Any) })
		}), `[1,2]`, nil},
	})
}

// TestWhatFailsIsNotUnknownToo: of a schema that must hold and does not, nothing strictly counts as evaluated. But the
// document is invalid already, and to be told that its known members are unknown helps nobody.
func TestWhatFailsIsNotUnknownToo(t *testing.T) {
	text := func(e *schema.Eval) { e.Properties(members("a", isString, "b", isString)) }
	wrongA := func(at string) violation.Violation {
		return broken("type", "/a", at+"/properties/a/type", "must be a string, but is 1")
	}
	const doc = `{"a":1,"b":"","c":0}`
	judge(t, []verdict{
		{"properties", closed(text), doc, append(all(wrongA("")), leftOver("/c")...)},
		{"allOf", closed(func(e *schema.Eval) { e.AllOf(text) }), doc, append(all(wrongA("/allOf/0")), leftOver("/c")...)},
		{"anyOf", closed(func(e *schema.Eval) { e.AnyOf(schema.Never, text) }), doc, append(all(
			broken("anyOf", "", "/anyOf", "must fit at least one of 2 schemas, but an object fits none"),
			broken("anyOf", "", "/anyOf/0", "is not allowed: the schema takes no value here"),
			wrongA("/anyOf/1")), leftOver("/c")...)},
		{"then", closed(func(e *schema.Eval) { e.If(schema.Any, text, nil) }), doc, append(all(wrongA("/then")), leftOver("/c")...)},
		{"a tag that selects nothing", closed(func(e *schema.Eval) {
			e.OneOfTagged("t", schema.Branch{Value: "x", Eval: func(e *schema.Eval) {
				e.Properties(members("t", schema.Func(func(e *schema.Eval) { e.ConstString("x") })))
			}})
		}), `{"t":"y","c":0}`, all(
			broken("oneOf", "", "/oneOf", `"t" must be "x", but is "y"`),
			broken("const", "/t", "/oneOf/0/properties/t/const", `must be "x", but is "y" (to fit the nearest alternative)`))},
	})
}

// TestManyMembers has more members and items than fit into one word of a set.
func TestManyMembers(t *testing.T) {
	const n = 200
	var object, array strings.Builder
	for i := range n {
		fmt.Fprintf(&object, `,"m%d":%d`, i, i)
		fmt.Fprintf(&array, `,%d`, i)
	}
	odd := func(e *schema.Eval) {
		e.Properties(func(name string) schema.Func {
			if (name[len(name)-1]-'0')%2 == 1 {
				return schema.Any
			}
			return nil
		})
	}
	even := func(e *schema.Eval) {
		e.Contains(func(e *schema.Eval) { e.MultipleOf("2") }, schema.Count{Max: schema.NoLimit, Evaluates: true})
	}
	var wantMembers, wantItems []string
	for i := range n {
		if i%2 == 0 {
			wantMembers = append(wantMembers, fmt.Sprintf("/m%d", i))
		} else {
			wantItems = append(wantItems, fmt.Sprintf("/%d", i))
		}
	}
	in := func(f schema.Func) schema.Func {
		return closed(func(e *schema.Eval) { e.AnyOf(f, func(e *schema.Eval) { e.AllOf(f); e.Not(schema.Any) }) })
	}
	judge(t, []verdict{
		{"members", in(odd), "{" + object.String()[1:] + "}", leftOver(wantMembers...)},
		{"items", in(even), "[" + array.String()[1:] + "]", leftOverItems(wantItems...)},
	})
	for range 3 { // sets are used again: what they held must be gone
		s := schema.Schema{Location: root, Eval: closed(knows("m0"))}
		if got := len(violations(t, s, "{"+object.String()[1:]+"}")); got != n-1 {
			t.Errorf("%d violations, want %d", got, n-1)
		}
		if !(schema.Schema{Eval: in(odd)}).ValidRaw(jsonx.Raw(`{"m1":1}`)) {
			t.Error("a known member is said to be unknown")
		}
	}
}
