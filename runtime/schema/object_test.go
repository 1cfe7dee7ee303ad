package schema_test

import (
	"testing"

	"github.com/agui-gen/agui-gen/runtime/schema"
)

func TestMemberCount(t *testing.T) {
	some := func(e *schema.Eval) { e.MinProperties(2) }
	few := func(e *schema.Eval) { e.MaxProperties(1) }
	judge(t, []verdict{
		{"enough", some, `{"a":1,"b":2}`, nil},
		{"too few", some, `{"a":1}`, all(broken("minProperties", "", "/minProperties", "must have at least 2 members, but has 1"))},
		{"few enough", few, `{"a":1}`, nil},
		{"too many", few, `{"a":1,"b":2}`, all(broken("maxProperties", "", "/maxProperties", "must have at most 1 member, but has 2"))},
		{"no object", func(e *schema.Eval) { some(e); few(e) }, `[]`, nil},
	})
}

func TestRequired(t *testing.T) {
	abc := func(e *schema.Eval) { e.Required("a", "b", "c") }
	judge(t, []verdict{
		{"all there", abc, `{"c":null,"b":1,"a":2,"d":3}`, nil},
		{"one missing", abc, `{"c":1,"a":2}`, all(broken("required", "", "/required", `must have the member "b"`))},
		{"more missing", abc, `{}`, all(broken("required", "", "/required", `must have the members "a", "b" and "c"`))},
		{"no object", abc, `"a"`, nil},
	})
}

func TestDependentRequired(t *testing.T) {
	card := func(e *schema.Eval) {
		e.DependentRequired("dependentRequired", schema.Dependency{Name: "card", Needs: []string{"address", "name"}},
			schema.Dependency{Name: "name", Needs: []string{"id"}})
	}
	judge(t, []verdict{
		{"not asked for", card, `{"address":1}`, nil},
		{"there", card, `{"card":1,"address":1,"name":1,"id":1}`, nil},
		{"missing", card, `{"card":1,"name":1}`, all(
			broken("dependentRequired", "", "/dependentRequired", `must have the member "address", because it has "card"`),
			broken("dependentRequired", "", "/dependentRequired", `must have the member "id", because it has "name"`))},
		{"by its older name", func(e *schema.Eval) {
			e.DependentRequired("dependencies", schema.Dependency{Name: "a", Needs: []string{"b", "c"}})
		}, `{"a":1}`, all(broken("dependencies", "", "/dependencies", `must have the members "b" and "c", because it has "a"`))},
		{"no object", card, `["card"]`, nil},
	})
}

func TestProperties(t *testing.T) {
	ab := func(e *schema.Eval) {
		e.Properties(members("a", isString, "b/~ %\"", isInteger, "never", schema.Never))
	}
	judge(t, []verdict{
		{"right", ab, `{"a":"","b/~ %\"":1,"c":null}`, nil},
		{"wrong, in the document's order", ab, `{"b/~ %\"":"x","a":1}`, all(
			violationAt("type", `/b~1~0 %"`, `/properties/b~1~0 %"/type`, root+"#/properties/b~1~0%20%25%22/type", `must be an integer, but is "x"`),
			broken("type", "/a", "/properties/a/type", "must be a string, but is 1"))},
		{"a member that may not be there", ab, `{"never":1}`,
			all(broken("properties", "/never", "/properties/never", "is not allowed: the schema takes no value here"))},
		{"no object", ab, `[1]`, nil},
	})
}

func TestMembers(t *testing.T) {
	x := &schema.Regexp{Source: "^x-", RE2: "^x-"}
	open := func(e *schema.Eval) {
		e.Members(members("x-a", isString), []schema.PatternProperty{{Pattern: x, Eval: isInteger}}, nil)
	}
	shut := func(e *schema.Eval) {
		e.Members(members("a", isString), []schema.PatternProperty{{Pattern: x, Eval: isInteger}}, schema.Never)
	}
	typed := func(e *schema.Eval) { e.Members(nil, nil, isString) }
	judge(t, []verdict{
		{"named and matched both apply", open, `{"x-a":true}`, all(
			broken("type", "/x-a", "/properties/x-a/type", "must be a string, but is true"),
			violationAt("type", "/x-a", "/patternProperties/^x-/type", root+"#/patternProperties/%5Ex-/type", "must be an integer, but is true"))},
		{"the rest is free", open, `{"y":[]}`, nil},
		{"all known", shut, `{"a":"","x-1":1}`, nil},
		{"each unknown member is a violation", shut, `{"b":1,"a":"","c":{}}`, all(
			broken("additionalProperties", "/b", "/additionalProperties", "is not allowed: the schema knows no such member"),
			broken("additionalProperties", "/c", "/additionalProperties", "is not allowed: the schema knows no such member"))},
		{"a schema for the rest", typed, `{"a":"","b":2}`,
			all(broken("type", "/b", "/additionalProperties/type", "must be a string, but is 2"))},
		{"no object", shut, `[1]`, nil},
	})
}

func TestPropertyNames(t *testing.T) {
	short := func(e *schema.Eval) {
		e.PropertyNames(func(e *schema.Eval) { e.Type(schema.String); e.MaxLength(2); e.EnumStrings("é", "bb", "ccc") })
	}
	none := func(e *schema.Eval) { e.PropertyNames(schema.Never) }
	judge(t, []verdict{
		{"right", short, `{"é":1,"bb":{"and":"no further"}}`, nil},
		{"wrong", short, `{"ccc":1,"d":2}`, all(
			broken("maxLength", "/ccc", "/propertyNames/maxLength", `the name "ccc" must have at most 2 characters, but has 3`),
			broken("enum", "/d", "/propertyNames/enum", `the name "d" must be "é", "bb" or "ccc", but is "d"`))},
		{"no name is right", none, `{"a":1}`,
			all(broken("propertyNames", "/a", "/propertyNames", `the name "a" is not allowed: the schema takes no value here`))},
		{"no member, no name", none, `{}`, nil},
		{"a name is not its value", func(e *schema.Eval) {
			e.PropertyNames(func(e *schema.Eval) { e.Const(`"a"`); e.Minimum("5"); e.Required("b") })
		},
			`{"a":{"a":1}}`, nil},
	})
}

func TestDependentSchemas(t *testing.T) {
	dependent := func(e *schema.Eval) {
		e.DependentSchemas("dependentSchemas",
			schema.NamedSchema{Name: "a", Eval: func(e *schema.Eval) { e.Required("b") }},
			schema.NamedSchema{Name: "c", Eval: schema.Never})
	}
	judge(t, []verdict{
		{"not asked for", dependent, `{"b":1}`, nil},
		{"met", dependent, `{"a":1,"b":1}`, nil},
		{"not met", dependent, `{"a":1,"c":1}`, all(
			broken("required", "", "/dependentSchemas/a/required", `must have the member "b"`),
			broken("dependentSchemas", "", "/dependentSchemas/c", "is not allowed: the schema takes no value here"))},
		{"no object", dependent, `"a"`, nil},
	})
}

// TestFlat holds that one go over the members gives the verdict that the keywords give one by one.
func TestFlat(t *testing.T) {
	point := func(closed bool) schema.Func {
		return func(e *schema.Eval) {
			if e.Quick() {
				e.Flat(0b101, closed, func(name string) (int, schema.Func) {
					switch name {
					case "x":
						return 0, isInteger
					case "label":
						return 1, isString
					case "y":
						return 2, isInteger
					}
					return -1, nil
				})
				return
			}
			e.Track()
			e.Type(schema.Object)
			e.AllOf(
				func(e *schema.Eval) { e.Properties(members("x", isInteger, "label", isString)); e.Required("x") },
				func(e *schema.Eval) { e.Properties(members("y", isInteger)); e.Required("y") },
			)
			if closed {
				e.UnevaluatedProperties(schema.Never)
			}
		}
	}
	// What a flat schema has evaluated counts for the one around it.
	around := func(e *schema.Eval) {
		e.Track()
		e.AllOf(point(false), func(e *schema.Eval) { e.Properties(members("z", isInteger)) })
		e.UnevaluatedProperties(schema.Never)
	}
	missing := all(broken("required", "", "/allOf/1/required", `must have the member "y"`))
	judge(t, []verdict{
		{"all members", point(true), `{"y":1,"label":"p","x":2}`, nil},
		{"those that must be there", point(true), `{"x":1,"y":2}`, nil},
		{"one missing", point(true), `{"x":1}`, missing},
		{"a value that is wrong", point(true), `{"x":1,"y":2,"label":3}`,
			all(broken("type", "/label", "/allOf/0/properties/label/type", "must be a string, but is 3"))},
		{"one too many", point(true), `{"x":1,"y":2,"z":3}`,
			all(broken("unevaluatedProperties", "/z", "/unevaluatedProperties", "is not allowed: the schema knows no such member"))},
		{"open", point(false), `{"x":1,"y":2,"z":3}`, nil},
		{"open, one missing", point(false), `{"x":1,"z":3}`, missing},
		{"no object", point(true), `[1]`, all(broken("type", "", "/type", "must be an object, but is an array"))},
		{"inside another", around, `{"x":1,"y":2,"z":3}`, nil},
		{"inside another, one too many", around, `{"x":1,"y":2,"z":3,"w":4}`,
			all(broken("unevaluatedProperties", "/w", "/unevaluatedProperties", "is not allowed: the schema knows no such member"))},
	})
}
