package toolschema

import (
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
)

func dependentRequired(c *compiler, r *rule, v jsonx.Value) schema.Func {
	if !c.since2019(v) {
		return nil
	}
	return c.dependent(r, v, "dependentRequired", true, false)
}

func dependentSchemas(c *compiler, r *rule, v jsonx.Value) schema.Func {
	if !c.since2019(v) {
		return nil
	}
	return c.dependent(r, v, "dependentSchemas", false, true)
}

// dependencies are both, in one keyword that the later drafts have taken apart.
func dependencies(c *compiler, r *rule, v jsonx.Value) schema.Func {
	if !c.draft7 {
		c.refuse(v, "only draft-07 has this keyword; write dependentRequired or dependentSchemas")
		return nil
	}
	return c.dependent(r, v, "dependencies", true, true)
}

// dependent judges by what must be there, or hold, if a member is.
func (c *compiler) dependent(r *rule, v jsonx.Value, keyword string, lists, schemas bool) schema.Func {
	if v.Kind() != jsonx.KindObject {
		c.refuse(v, "must be an object")
		return nil
	}
	var needs []schema.Dependency
	var holds []schema.NamedSchema
	for m := v.Children(); m.Next(); {
		if list := m.Value().Kind() == jsonx.KindArray; lists && (list || !schemas) {
			needs = append(needs, schema.Dependency{Name: m.Key(), Needs: c.texts(m.Value())})
		} else {
			holds = append(holds, schema.NamedSchema{Name: m.Key(), Eval: c.inPlace(r, m.Value())})
		}
	}
	return func(e *schema.Eval) {
		if len(needs) > 0 {
			e.DependentRequired(keyword, needs...)
		}
		if len(holds) > 0 {
			e.DependentSchemas(keyword, holds...)
		}
	}
}
