package schema_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

var fuzzPattern = schema.Regexp{Source: "^[a-c]", RE2: "^[a-c]"}

// evalAnything has every keyword, and comes back to itself at every member and item.
func evalAnything(e *schema.Eval) {
	again := func(e *schema.Eval) { e.Ref("$ref", root+"#/again", evalAnything) }
	text := func(e *schema.Eval) { e.Type(schema.String); e.MinLength(1); e.MaxLength(9); e.Pattern(&fuzzPattern) }
	number := func(e *schema.Eval) {
		e.Type(schema.Integer | schema.Number)
		e.Minimum("-5")
		e.ExclusiveMaximum("1e3")
		e.MultipleOf("0.5")
	}
	e.Track()
	e.AnyOf(text, number,
		func(e *schema.Eval) { e.Enum("null", "true", `"x"`, "[]", "1e0") },
		func(e *schema.Eval) {
			e.Type(schema.Array)
			e.PrefixItems("prefixItems", []schema.Func{text, schema.Any}, "items", nil)
			e.UniqueItems()
			e.Contains(again, schema.Count{Min: 1, Max: 4, MinKeyword: "contains", Evaluates: true})
		},
		func(e *schema.Eval) {
			e.Type(schema.Object)
			e.PropertyNames(func(e *schema.Eval) { e.MaxLength(4) })
			e.OneOfTagged("t",
				schema.Branch{Value: "a", Eval: func(e *schema.Eval) {
					e.Properties(members("t", func(e *schema.Eval) { e.ConstString("a") }, "v", again))
				}},
				schema.Branch{Value: "b", Eval: func(e *schema.Eval) {
					e.Required("t", "w")
					e.Members(members("t", func(e *schema.Eval) { e.ConstString("b") }),
						[]schema.PatternProperty{{Pattern: &fuzzPattern, Eval: again}}, again)
				}})
			e.DependentRequired("dependentRequired", schema.Dependency{Name: "v", Needs: []string{"t"}})
		})
	e.If(func(e *schema.Eval) { e.MinProperties(3) }, func(e *schema.Eval) { e.Not(func(e *schema.Eval) { e.Required("no") }) },
		func(e *schema.Eval) { e.MaxItems(6) })
	e.OneOf(func(e *schema.Eval) { e.Type(schema.Null) }, func(e *schema.Eval) { e.Not(func(e *schema.Eval) { e.Type(schema.Null) }) })
	e.UnevaluatedItems(again)
	e.UnevaluatedProperties(schema.Never)
}

// FuzzValidate holds that the two ways to judge agree, and that what is reported is about places that there are.
func FuzzValidate(f *testing.F) {
	for _, doc := range []string{
		`null`, `"abc"`, `12.5`, `["a",1,null,true,{"t":"a","v":[]}]`, `{"t":"b","w":1,"a":{"t":"a"}}`, `{"t":"c","no":1,"v":2,"long name":3}`,
		`[[[[["a"]]]],[1,1]]`, `{"t":{},"~/":[{"t":"b"}]}`, `{`, `{"t":"a","v":{"t":"a","v":{"t":"a","v":0.25}}}`,
	} {
		f.Add(doc)
	}
	s := schema.Schema{Location: root, Eval: evalAnything}
	f.Fuzz(func(t *testing.T, doc string) {
		err := s.ValidateRaw(jsonx.Raw(doc))
		if got := s.ValidJSON([]byte(doc)); got != (err == nil) {
			t.Fatalf("ValidJSON says %v, ValidateRaw %v", got, err)
		}
		var v *violation.Error
		if !errors.As(err, &v) {
			return
		}
		parsed, _ := jsonx.Parse(doc)
		if len(v.Violations) == 0 {
			t.Fatal("invalid for no reason")
		}
		for _, v := range v.Violations {
			if v.Message == "" || v.Keyword == "" || !strings.HasPrefix(v.AbsoluteKeywordLocation, root+"#/") {
				t.Errorf("incomplete: %+v", v)
			}
			if !isThere(parsed.Root(), v.InstanceLocation) {
				t.Errorf("there is no %q in %s", v.InstanceLocation, doc)
			}
		}
	})
}

// isThere tells whether a pointer leads to a value.
func isThere(v jsonx.Value, pointer string) bool {
	for _, token := range strings.Split(pointer, "/")[1:] {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		found := false
		for c := v.Children(); c.Next() && !found; {
			if v.Kind() == jsonx.KindObject && c.Key() == token || v.Kind() == jsonx.KindArray && strconv.Itoa(c.Index()) == token {
				v, found = c.Value(), true
			}
		}
		if !found {
			return false
		}
	}
	return true
}
