package schema_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
)

func TestItemCount(t *testing.T) {
	some := func(e *schema.Eval) { e.MinItems(1) }
	few := func(e *schema.Eval) { e.MaxItems(1) }
	judge(t, []verdict{
		{"enough", some, `[null]`, nil},
		{"too few", some, `[]`, all(broken("minItems", "", "/minItems", "must have at least 1 item, but has 0"))},
		{"too many", few, `[1,[2,3]]`, all(broken("maxItems", "", "/maxItems", "must have at most 1 item, but has 2"))},
		{"no array", some, `{}`, nil},
		{"no array either", few, `"abc"`, nil},
	})
}

func TestItems(t *testing.T) {
	texts := func(e *schema.Eval) { e.Items("items", isString) }
	nested := func(e *schema.Eval) { e.Items("items", texts) }
	tuple := func(e *schema.Eval) { e.PrefixItems("prefixItems", []schema.Func{isString, isInteger}, "items", nil) }
	older := func(e *schema.Eval) { e.PrefixItems("items", []schema.Func{isString}, "additionalItems", schema.Never) }
	judge(t, []verdict{
		{"all right", texts, `["a","b"]`, nil},
		{"none", texts, `[]`, nil},
		{"some wrong", texts, `[1,"b",null]`, all(
			broken("type", "/0", "/items/type", "must be a string, but is 1"),
			broken("type", "/2", "/items/type", "must be a string, but is null"))},
		{"nested", nested, `[[],["",true]]`, all(broken("type", "/1/1", "/items/items/type", "must be a string, but is true"))},
		{"no array", texts, `{"0":1}`, nil},
		{"a tuple", tuple, `["a",1,{}]`, nil},
		{"a short tuple", tuple, `["a"]`, nil},
		{"a wrong tuple", tuple, `["a","b"]`, all(broken("type", "/1", "/prefixItems/1/type", `must be an integer, but is "b"`))},
		{"each item too many is a violation", older, `["a",1,2]`, all(
			broken("additionalItems", "/1", "/additionalItems", "is not allowed: the schema takes no item here"),
			broken("additionalItems", "/2", "/additionalItems", "is not allowed: the schema takes no item here"))},
		{"a schema for the rest", func(e *schema.Eval) { e.PrefixItems("prefixItems", []schema.Func{isString}, "items", isInteger) }, `["a",1,"b"]`,
			all(broken("type", "/2", "/items/type", `must be an integer, but is "b"`))},
	})
}

func TestContains(t *testing.T) {
	one := func(e *schema.Eval) {
		e.Contains(isString, schema.Count{Min: 1, Max: schema.NoLimit, MinKeyword: "contains"})
	}
	some := func(e *schema.Eval) { e.Contains(isString, schema.Count{Min: 2, Max: 3, MinKeyword: "minContains"}) }
	any := func(e *schema.Eval) {
		e.Contains(isString, schema.Count{Min: 0, Max: schema.NoLimit, MinKeyword: "minContains"})
	}
	judge(t, []verdict{
		{"one is enough", one, `[1,"a",2]`, nil},
		{"none", one, `[1,2]`, all(broken("contains", "", "/contains", "must have at least 1 item that fits the schema under contains, but has 0"))},
		{"none in an empty array", one, `[]`, all(broken("contains", "", "/contains", "must have at least 1 item that fits the schema under contains, but has 0"))},
		{"between the limits", some, `["a",1,"b"]`, nil},
		{"below", some, `["a"]`, all(broken("minContains", "", "/minContains", "must have at least 2 items that fit the schema under contains, but has 1"))},
		{"above", some, `["a","b","c","d"]`, all(broken("maxContains", "", "/maxContains", "must have at most 3 items that fit the schema under contains, but has 4"))},
		{"none needed", any, `[]`, nil},
		{"no array", one, `{}`, nil},
	})
}

func TestUniqueItems(t *testing.T) {
	unique := (*schema.Eval).UniqueItems
	same := func(i, j int) string {
		return fmt.Sprintf("must not have equal items, but items %d and %d are equal", i, j)
	}
	judge(t, []verdict{
		{"none", unique, `[]`, nil},
		{"different", unique, `[1,"1",[1],{"a":1},true,null,false,0,"",[],{}]`, nil},
		{"numbers by value", unique, `[1,2,1.0]`, all(broken("uniqueItems", "", "/uniqueItems", same(0, 2)))},
		{"objects in any order", unique, `[{"a":1,"b":[2]},{"b":[2],"a":1}]`, all(broken("uniqueItems", "", "/uniqueItems", same(0, 1)))},
		{"texts by what they mean", unique, `["a","\u0061"]`, all(broken("uniqueItems", "", "/uniqueItems", same(0, 1)))},
		{"the first that was there before", unique, `[5,3,1,3,5,3]`, all(broken("uniqueItems", "", "/uniqueItems", same(1, 3)))},
		{"no array", unique, `"aa"`, nil},
	})
}

// TestUniqueItemsIsQuick judges 200,000 items: to compare each with each would take minutes.
func TestUniqueItemsIsQuick(t *testing.T) {
	s := schema.Schema{Location: root, Eval: (*schema.Eval).UniqueItems}
	start := time.Now()
	var different strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&different, ",%d", i)
	}
	if !s.ValidRaw(jsonx.Raw("[" + different.String()[1:] + "]")) {
		t.Error("different numbers are said to be equal")
	}
	if s.ValidRaw(jsonx.Raw("[" + strings.Repeat("1,", 200_000) + "1]")) {
		t.Error("equal numbers are said to be different")
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("took %v", d)
	}
}
