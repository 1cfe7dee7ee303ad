package schema_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// evalTree is a schema that refers to itself.
func evalTree(e *schema.Eval) {
	e.Type(schema.Object)
	e.Properties(func(name string) schema.Func {
		switch name {
		case "children":
			return func(e *schema.Eval) {
				e.Items("items", func(e *schema.Eval) { e.Ref("$ref", "https://example.com/tree", evalTree) })
			}
		}
		return nil
	})
}

func TestRef(t *testing.T) {
	judge(t, []verdict{
		{"right", evalTree, `{"children":[{"children":[]},{}]}`, nil},
		{"wrong", evalTree, `{"children":[{"children":[1]}]}`, all(violationAt("type", "/children/0/children/0",
			"/properties/children/items/$ref/properties/children/items/$ref/type", "https://example.com/tree#/type", "must be an object, but is 1"))},
		{"to the schema false", func(e *schema.Eval) { e.Ref("$ref", root+"#/$defs/never", schema.Never) }, `1`,
			all(violationAt("$ref", "", "/$ref", root+"#/$defs/never", "is not allowed: the schema takes no value here"))},
		{"into a place with a name to be encoded", func(e *schema.Eval) { e.Ref("$dynamicRef", root+"#/$defs/a%20b", isString) }, `1`,
			all(violationAt("type", "", "/$dynamicRef/type", root+"#/$defs/a%20b/type", "must be a string, but is 1"))},
	})
}

func TestResource(t *testing.T) {
	judge(t, []verdict{
		{"an embedded resource adds no token", func(e *schema.Eval) {
			e.Items("items", func(e *schema.Eval) { e.Resource("https://example.com/item", isString) })
		}, `[1]`, all(violationAt("type", "/0", "/items/type", "https://example.com/item#/type", "must be a string, but is 1"))},
		{"which is the schema false", func(e *schema.Eval) {
			e.Items("items", func(e *schema.Eval) { e.Resource("https://example.com/item", schema.Never) })
		},
			`[1]`, all(violationAt("items", "/0", "/items", "https://example.com/item#", "is not allowed: the schema takes no item here"))},
	})
}

func TestLocationWithFragment(t *testing.T) {
	s := schema.Schema{Location: "urn:x#/$defs/A", Eval: isString}
	want := all(violationAt("type", "", "/type", "urn:x#/$defs/A/type", "must be a string, but is 1"))
	if got := violations(t, s, `1`); len(got) != 1 || got[0] != want[0] {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Schemas that refer to themselves without moving on to another value.
func evalSelf(e *schema.Eval) { e.Ref("$ref", root, evalSelf) }
func evalPing(e *schema.Eval) {
	e.AllOf(func(e *schema.Eval) { e.Ref("$ref", root+"#/pong", evalPong) })
}
func evalPong(e *schema.Eval) { e.Not(func(e *schema.Eval) { e.Ref("$ref", root+"#/ping", evalPing) }) }
func evalFork(e *schema.Eval) { e.AnyOf(evalFork2, evalFork2, isString) }
func evalFork2(e *schema.Eval) {
	e.OneOf(func(e *schema.Eval) { e.Ref("$ref", root+"#/fork", evalFork) }, func(e *schema.Eval) { e.Ref("$ref", root+"#/fork", evalFork) })
}

func TestEndlessReferences(t *testing.T) {
	contains := func(e *schema.Eval) {
		e.Contains(evalSelf, schema.Count{Min: 1, Max: schema.NoLimit, MinKeyword: "contains"})
	}
	for _, c := range []struct {
		name, keyword string
		schema        schema.Func
	}{
		{"self", "$ref", evalSelf},
		{"forking", "anyOf", evalFork},
		{"mutual, through not", "not", evalPing},
		{"condition", "if", func(e *schema.Eval) { e.If(evalSelf, schema.Any, schema.Any) }},
		{"items", "contains", contains},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			s := schema.Schema{Location: root, Eval: func(e *schema.Eval) {
				e.Properties(members("a", c.schema, "b", isString, "b2", isString))
			}}
			got := violations(t, s, `{"b":1,"a":[1],"b2":1}`)
			if len(got) != 2 || got[0] != broken("type", "/b", "/properties/b/type", "must be a string, but is 1") {
				t.Fatalf("got %+v", got)
			}
			if got[1].Keyword != c.keyword || got[1].InstanceLocation != "/a" ||
				got[1].Message != "cannot be judged: the schema refers to itself without end" {
				t.Errorf("got %+v", got[1])
			}
			if s.ValidRaw(`{"a":[1]}`) {
				t.Error("valid")
			}
			if !s.ValidRaw(`{"b":""}`) {
				t.Error("a document that does not come to it is not valid")
			}
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}

// TestLongChainOfReferences is one that ends, though late.
func TestLongChainOfReferences(t *testing.T) {
	f := isString
	for i := range 5000 {
		next := f
		at := root + "#/$defs/" + strconv.Itoa(i)
		f = func(e *schema.Eval) { e.Ref("$ref", at, next) }
	}
	s := schema.Schema{Location: root, Eval: f}
	if !s.ValidRaw(`""`) {
		t.Error("not valid")
	}
	want := violationAt("type", "", strings.Repeat("/$ref", 5000)+"/type", root+"#/$defs/0/type", "must be a string, but is 1")
	if got := violations(t, s, `1`); len(got) != 1 || got[0] != want {
		t.Errorf("got %+v", got)
	}
}

// TestSchemasInsideEachOtherWithoutEnd has no reference to notice; only the depth tells.
func TestSchemasInsideEachOtherWithoutEnd(t *testing.T) {
	var f schema.Func
	f = func(e *schema.Eval) { e.AllOf(f) }
	got := violations(t, schema.Schema{Location: root, Eval: f}, `1`)
	if len(got) != 1 || got[0].Message != "cannot be judged: too many schemas apply inside each other" {
		t.Errorf("got %d violations, first %.200v", len(got), got[0].Message)
	}
}

func TestDeepDocument(t *testing.T) {
	s := schema.Schema{Location: "https://example.com/tree", Eval: evalNested}
	deep := strings.Repeat("[", jsonx.MaxDepth-1) + "%" + strings.Repeat("]", jsonx.MaxDepth-1)
	if !s.ValidRaw(jsonx.Raw(strings.Replace(deep, "%", "[]", 1))) {
		t.Error("not valid")
	}
	got := violations(t, s, strings.Replace(deep, "%", "0", 1))
	if last := got[len(got)-1]; last != (violation.Violation{Message: "has more violations than are listed here"}) {
		t.Errorf("the last of %d violations is %.300v: want it to say that some are left out", len(got), last)
	}
	size := 0
	for _, v := range got {
		size += len(v.InstanceLocation) + len(v.KeywordLocation)
	}
	if size > 32<<20 {
		t.Errorf("%d bytes of locations", size)
	}
}

// evalNested takes arrays in arrays; at each level that fails, all above fail too.
func evalNested(e *schema.Eval) {
	e.AnyOf(isString, func(e *schema.Eval) {
		e.Type(schema.Array)
		e.Items("items", func(e *schema.Eval) { e.Ref("$ref", "https://example.com/tree", evalNested) })
	})
}

// evalTwice takes a value only if what is inside it fits, which it asks in two ways.
func evalTwice(e *schema.Eval) {
	inside := func(e *schema.Eval) {
		e.Items("items", func(e *schema.Eval) { e.Ref("$ref", root+"#/twice", evalTwice) })
	}
	e.Type(schema.Array)
	e.AllOf(inside, func(e *schema.Eval) { e.AnyOf(inside, schema.Never) })
}

// TestWorkDoesNotDouble has a document for which 2^200 ways lead to the innermost value.
func TestWorkDoesNotDouble(t *testing.T) {
	start := time.Now()
	s := schema.Schema{Location: root, Eval: evalTwice}
	deep := strings.Repeat("[", 200) + "%" + strings.Repeat("]", 200)
	if !s.ValidRaw(jsonx.Raw(strings.Replace(deep, "%", "[]", 1))) {
		t.Error("not valid")
	}
	if s.ValidRaw(jsonx.Raw(strings.Replace(deep, "%", "0", 1))) {
		t.Error("valid")
	}
	got := violations(t, s, strings.Replace(deep, "%", "0", 1))
	first := broken("type", strings.Repeat("/0", 200), strings.Repeat("/allOf/0/items/$ref", 200)+"/type", "must be an array, but is 0")
	first.AbsoluteKeywordLocation = root + "#/twice/type"
	if got[0] != first {
		t.Errorf("got %+v", got[0])
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("took %v", d)
	}
}
