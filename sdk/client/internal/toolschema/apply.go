package toolschema

import (
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
)

// firstOf tells whether a keyword is the first of a family that is in the schema: the family is judged as one, and once.
func firstOf(r *rule, name string, family ...string) bool {
	for _, f := range family {
		if _, ok := r.at.Lookup(f); ok {
			return f == name
		}
	}
	return false
}

// membersBy judges the members of an object by properties, patternProperties and additionalProperties together.
func membersBy(name string) keyword {
	return func(c *compiler, r *rule, _ jsonx.Value) schema.Func {
		if !firstOf(r, name, "properties", "patternProperties", "additionalProperties") {
			return nil
		}
		byName := map[string]schema.Func{}
		for name, f := range c.named(r, "properties") {
			byName[name] = f
		}
		named := func(name string) schema.Func { return byName[name] }
		var patterns []schema.PatternProperty
		if v, ok := r.at.Lookup("patternProperties"); ok && v.Kind() == jsonx.KindObject {
			for m := v.Children(); m.Next(); {
				re, err := translate(m.Key())
				if err != nil {
					c.refuse(m.Value(), "the pattern %q: %v", m.Key(), err)
					continue
				}
				patterns = append(patterns, schema.PatternProperty{Pattern: re, Eval: c.schema(m.Value())})
			}
		} else if ok {
			c.refuse(v, "must be an object of schemas")
		}
		var rest schema.Func
		if v, ok := r.at.Lookup("additionalProperties"); ok {
			rest = c.schema(v)
		}
		if len(patterns) == 0 && rest == nil {
			return func(e *schema.Eval) { e.Properties(named) }
		}
		return func(e *schema.Eval) { e.Members(named, patterns, rest) }
	}
}

// named are the functions of an object of schemas.
func (c *compiler) named(r *rule, name string) map[string]schema.Func {
	v, ok := r.at.Lookup(name)
	if !ok {
		return nil
	}
	if v.Kind() != jsonx.KindObject {
		c.refuse(v, "must be an object of schemas")
		return nil
	}
	funcs := make(map[string]schema.Func, v.Len())
	for m := v.Children(); m.Next(); {
		funcs[m.Key()] = c.schema(m.Value())
	}
	return funcs
}

func propertyNames(c *compiler, _ *rule, v jsonx.Value) schema.Func {
	f := c.schema(v)
	return func(e *schema.Eval) { e.PropertyNames(f) }
}

// itemsBy judges the items of an array by prefixItems and items together.
func itemsBy(name string) keyword {
	return func(c *compiler, r *rule, v jsonx.Value) schema.Func {
		if !firstOf(r, name, "prefixItems", "items") {
			return nil
		}
		var rest schema.Func
		if v, ok := r.at.Lookup("items"); ok {
			rest = c.schema(v)
		}
		if name == "items" {
			return func(e *schema.Eval) { e.Items("items", rest) }
		}
		if v.Kind() != jsonx.KindArray || c.before2020 {
			c.refuse(v, "must be a list of schemas, of draft 2020-12")
			return nil
		}
		var prefix []schema.Func
		for m := v.Children(); m.Next(); {
			prefix = append(prefix, c.schema(m.Value()))
		}
		return func(e *schema.Eval) { e.PrefixItems("prefixItems", prefix, "items", rest) }
	}
}

func pattern(c *compiler, _ *rule, v jsonx.Value) schema.Func {
	if v.Kind() != jsonx.KindString {
		c.refuse(v, "must be a string")
		return nil
	}
	re, err := translate(v.Text())
	if err != nil {
		c.refuse(v, "the pattern %q: %v", v.Text(), err)
		return nil
	}
	return func(e *schema.Eval) { e.Pattern(re) }
}
