package toolschema

import (
	"strconv"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
)

// keyword makes the step of a keyword in the schema r, nil for none.
type keyword func(c *compiler, r *rule, v jsonx.Value) schema.Func

// keywords are all that are known. One that is nil only annotates.
var keywords map[string]keyword

func init() { // for the functions refer to the table by way of the compiler
	keywords = map[string]keyword{
		"$schema": nil, "$comment": nil, "title": nil, "description": nil, "default": nil, "examples": nil,
		"deprecated": nil, "readOnly": nil, "writeOnly": nil, "format": nil, "contentEncoding": nil, "contentMediaType": nil,

		"$id":         id,
		"$anchor":     anchor,
		"$ref":        (*compiler).ref,
		"$defs":       definitions,
		"definitions": definitions,

		"type":  typeOf,
		"const": constant,
		"enum":  enum,

		"minimum":          number((*schema.Eval).Minimum),
		"maximum":          number((*schema.Eval).Maximum),
		"exclusiveMinimum": number((*schema.Eval).ExclusiveMinimum),
		"exclusiveMaximum": number((*schema.Eval).ExclusiveMaximum),
		"multipleOf":       multipleOf,
		"minLength":        count((*schema.Eval).MinLength),
		"maxLength":        count((*schema.Eval).MaxLength),
		"minItems":         count((*schema.Eval).MinItems),
		"maxItems":         count((*schema.Eval).MaxItems),
		"minProperties":    count((*schema.Eval).MinProperties),
		"maxProperties":    count((*schema.Eval).MaxProperties),
		"pattern":          pattern,
		"uniqueItems":      uniqueItems,
		"required":         required,

		"properties":           membersBy("properties"),
		"patternProperties":    membersBy("patternProperties"),
		"additionalProperties": membersBy("additionalProperties"),
		"propertyNames":        propertyNames,
		"items":                itemsBy("items"),
		"prefixItems":          itemsBy("prefixItems"),

		"contains":              contains,
		"minContains":           containing,
		"maxContains":           containing,
		"dependentRequired":     dependentRequired,
		"dependentSchemas":      dependentSchemas,
		"dependencies":          dependencies,
		"unevaluatedProperties": unevaluated((*schema.Eval).UnevaluatedProperties),
		"unevaluatedItems":      unevaluated((*schema.Eval).UnevaluatedItems),

		"allOf": several((*schema.Eval).AllOf),
		"anyOf": several((*schema.Eval).AnyOf),
		"oneOf": several((*schema.Eval).OneOf),
		"not":   not,
		"if":    conditional,
		"then":  consequence,
		"else":  consequence,
	}
}

// id is of no use inside: references would count from there.
func id(c *compiler, r *rule, v jsonx.Value) schema.Func {
	if r.at != c.root {
		c.refuse(v, "only the whole schema may have an $id here")
	}
	return nil
}

func definitions(c *compiler, _ *rule, v jsonx.Value) schema.Func {
	if v.Kind() != jsonx.KindObject {
		c.refuse(v, "must be an object of schemas")
		return nil
	}
	for m := v.Children(); m.Next(); {
		c.schema(m.Value())
	}
	return nil
}

var types = map[string]schema.Types{
	"null": schema.Null, "boolean": schema.Boolean, "integer": schema.Integer, "number": schema.Number,
	"string": schema.String, "array": schema.Array, "object": schema.Object,
}

func typeOf(c *compiler, _ *rule, v jsonx.Value) schema.Func {
	names := []string{}
	if v.Kind() == jsonx.KindString {
		names = append(names, v.Text())
	} else {
		names = c.texts(v)
	}
	var all schema.Types
	for _, name := range names {
		t, ok := types[name]
		if !ok {
			c.refuse(v, "there is no type %q", name)
		}
		all |= t
	}
	return func(e *schema.Eval) { e.Type(all) }
}

// texts are the strings of a list.
func (c *compiler) texts(v jsonx.Value) []string {
	var texts []string
	if v.Kind() != jsonx.KindArray {
		c.refuse(v, "must be a list of strings")
		return nil
	}
	for m := v.Children(); m.Next(); {
		if m.Value().Kind() != jsonx.KindString {
			c.refuse(m.Value(), "must be a string")
			return nil
		}
		texts = append(texts, m.Value().Text())
	}
	return texts
}

func constant(_ *compiler, _ *rule, v jsonx.Value) schema.Func {
	if v.Kind() == jsonx.KindString {
		s := v.Text()
		return func(e *schema.Eval) { e.ConstString(s) }
	}
	json := string(v.Raw())
	return func(e *schema.Eval) { e.Const(json) }
}

func enum(c *compiler, _ *rule, v jsonx.Value) schema.Func {
	if v.Kind() != jsonx.KindArray {
		c.refuse(v, "must be a list")
		return nil
	}
	var texts, values []string
	for m := v.Children(); m.Next(); {
		values = append(values, string(m.Value().Raw()))
		if m.Value().Kind() == jsonx.KindString {
			texts = append(texts, m.Value().Text())
		}
	}
	if len(texts) == len(values) {
		return func(e *schema.Eval) { e.EnumStrings(texts...) }
	}
	return func(e *schema.Eval) { e.Enum(values...) }
}

func number(judge func(*schema.Eval, string)) keyword {
	return func(c *compiler, _ *rule, v jsonx.Value) schema.Func {
		if v.Kind() != jsonx.KindNumber {
			c.refuse(v, "must be a number")
			return nil
		}
		limit := v.Number()
		return func(e *schema.Eval) { judge(e, limit) }
	}
}

func multipleOf(c *compiler, _ *rule, v jsonx.Value) schema.Func {
	if v.Kind() != jsonx.KindNumber || jsonx.CompareNumbers(v.Number(), "0") <= 0 {
		c.refuse(v, "must be a number above 0")
		return nil
	}
	of := v.Number()
	return func(e *schema.Eval) { e.MultipleOf(of) }
}

func count(judge func(*schema.Eval, uint64)) keyword {
	return func(c *compiler, _ *rule, v jsonx.Value) schema.Func {
		if v.Kind() == jsonx.KindNumber {
			if n, err := strconv.ParseUint(v.Number(), 10, 64); err == nil {
				return func(e *schema.Eval) { judge(e, n) }
			}
		}
		c.refuse(v, "must be a whole number from 0 up, without a fraction")
		return nil
	}
}

func uniqueItems(c *compiler, _ *rule, v jsonx.Value) schema.Func {
	if v.Kind() != jsonx.KindBoolean {
		c.refuse(v, "must be a boolean")
		return nil
	}
	if !v.Bool() {
		return nil
	}
	return (*schema.Eval).UniqueItems
}

func required(c *compiler, _ *rule, v jsonx.Value) schema.Func {
	names := c.texts(v)
	return func(e *schema.Eval) { e.Required(names...) }
}

func several(judge func(*schema.Eval, ...schema.Func)) keyword {
	return func(c *compiler, r *rule, v jsonx.Value) schema.Func {
		funcs := c.schemas(r, v)
		return func(e *schema.Eval) { judge(e, funcs...) }
	}
}

func not(c *compiler, r *rule, v jsonx.Value) schema.Func {
	f := c.inPlace(r, v)
	return func(e *schema.Eval) { e.Not(f) }
}

// conditional judges by if, then and else together. What has no if judges nothing.
func conditional(c *compiler, r *rule, v jsonx.Value) schema.Func {
	condition := c.inPlace(r, v)
	var branches [2]schema.Func
	for i, name := range [2]string{"then", "else"} {
		if b, ok := r.at.Lookup(name); ok {
			branches[i] = c.inPlace(r, b)
		}
	}
	return func(e *schema.Eval) { e.If(condition, branches[0], branches[1]) }
}

func consequence(c *compiler, _ *rule, v jsonx.Value) schema.Func {
	c.schema(v)
	return nil
}
