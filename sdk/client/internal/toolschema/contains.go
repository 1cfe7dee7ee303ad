package toolschema

import (
	"strconv"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
)

// contains judges by contains, minContains and maxContains together. What has no contains judges nothing.
func contains(c *compiler, r *rule, v jsonx.Value) schema.Func {
	f := c.schema(v)
	want := schema.Count{Min: 1, Max: schema.NoLimit, MinKeyword: "contains", Evaluates: !c.before2020}
	if n, ok := c.limit(r, "minContains"); ok {
		want.Min, want.MinKeyword = n, "minContains"
	}
	if n, ok := c.limit(r, "maxContains"); ok {
		want.Max = n
	}
	return func(e *schema.Eval) { e.Contains(f, want) }
}

// limit is a count beside another keyword, and whether there is one.
func (c *compiler) limit(r *rule, name string) (uint64, bool) {
	v, ok := r.at.Lookup(name)
	if !ok || v.Kind() != jsonx.KindNumber {
		return 0, false
	}
	n, err := strconv.ParseUint(v.Number(), 10, 64)
	return n, err == nil
}

// containing judges a limit of contains by itself.
func containing(c *compiler, r *rule, v jsonx.Value) schema.Func {
	if c.since2019(v) {
		count((*schema.Eval).MinItems)(c, r, v) // refuses what is no count
	}
	return nil
}
