package toolschema

import (
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
)

// since2019 refuses a keyword where the draft does not have it yet.
func (c *compiler) since2019(v jsonx.Value) bool {
	if c.draft7 {
		c.refuse(v, "draft-07 has no such keyword")
	}
	return !c.draft7
}

// anchor names the schema for references, see find.
func anchor(c *compiler, _ *rule, v jsonx.Value) schema.Func {
	if c.since2019(v) && v.Kind() != jsonx.KindString {
		c.refuse(v, "must be a string")
	}
	return nil
}

// unevaluated judges what nothing else has looked at, and so comes last.
func unevaluated(judge func(*schema.Eval, schema.Func)) keyword {
	return func(c *compiler, r *rule, v jsonx.Value) schema.Func {
		if c.since2019(v) {
			f := c.schema(v)
			r.last = append(r.last, func(e *schema.Eval) { judge(e, f) })
		}
		return nil
	}
}
