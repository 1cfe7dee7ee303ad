package toolschema

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
)

// Error is something in a schema that cannot be honoured.
type Error struct {
	Pointer string // RFC 6901, in the schema
	Msg     string
}

func (e *Error) Error() string {
	if e.Pointer == "" {
		return "the schema: " + e.Msg
	}
	return e.Pointer + ": " + e.Msg
}

// Compile makes a validator of a schema. Its error has an [*Error] for each thing that it cannot honour, or is a
// [*jsonx.SyntaxError].
//
// It knows type, const, enum, the bounds of numbers, multipleOf, the lengths of strings and sizes of arrays and objects,
// pattern as far as package regexp and ECMA-262 agree, properties, patternProperties, additionalProperties, propertyNames,
// required, items, prefixItems and contains, uniqueItems, the dependent and the unevaluated keywords, allOf, anyOf, oneOf,
// not, if with then and else, $ref within the schema, $anchor, $defs and definitions, and what only annotates. Members that
// begin with x- annotate, too.
func Compile(text jsonx.Raw) (schema.Schema, error) {
	doc, err := jsonx.Parse(string(text))
	if err != nil {
		return schema.Schema{}, err
	}
	c := &compiler{root: doc.Root(), made: map[int]*rule{}}
	f := c.schema(doc.Root())
	c.loops()
	if len(c.errs) > 0 {
		return schema.Schema{}, errors.Join(c.errs...)
	}
	return schema.Schema{Location: "#", Eval: f}, nil
}

type compiler struct {
	root       jsonx.Value
	before2020 bool // the draft is an older one
	draft7     bool
	made       map[int]*rule // by ID
	order      []*rule
	errs       []error
}

// rule is a schema that is an object.
type rule struct {
	at    jsonx.Value
	steps []schema.Func
	last  []schema.Func // after all others: what judges by what they have looked at
	same  []*rule       // those that it judges the same value by
	color uint8
}

func (r *rule) eval(e *schema.Eval) {
	if len(r.last) > 0 {
		e.Track()
	}
	for _, step := range r.steps {
		step(e)
	}
	for _, step := range r.last {
		step(e)
	}
}

func (c *compiler) refuse(at jsonx.Value, format string, args ...any) {
	const most = 20 // what else is wrong can wait
	if len(c.errs) < most {
		c.errs = append(c.errs, &Error{Pointer: at.Pointer(), Msg: fmt.Sprintf(format, args...)})
	}
}

// schema is the function of a schema, whatever is wrong with it.
func (c *compiler) schema(at jsonx.Value) schema.Func {
	switch at.Kind() {
	case jsonx.KindBoolean:
		if at.Bool() {
			return schema.Any
		}
		return schema.Never
	case jsonx.KindObject:
		return c.rule(at).eval
	}
	c.refuse(at, "a schema is an object or a boolean")
	return schema.Any
}

// rule makes an object's rule once, so that it may refer to itself.
func (c *compiler) rule(at jsonx.Value) *rule {
	if r := c.made[at.ID()]; r != nil {
		return r
	}
	r := &rule{at: at}
	c.made[at.ID()] = r
	c.order = append(c.order, r)
	if at == c.root {
		c.dialect()
	}
	alone := true
	for m := at.Children(); m.Next(); {
		known, ok := keywords[m.Key()]
		switch {
		case strings.HasPrefix(m.Key(), "x-"):
		case !ok:
			c.refuse(m.Value(), "the keyword %q is not known here; leave it out, or give the tool a Schema of its own", m.Key())
		case known != nil:
			alone = alone && (m.Key() == "$ref" || m.Key() == "$defs" || m.Key() == "definitions")
			if step := known(c, r, m.Value()); step != nil {
				r.steps = append(r.steps, step)
			}
		}
	}
	if _, ref := at.Lookup("$ref"); ref && c.draft7 && !alone {
		c.refuse(at, "in draft-07 nothing counts beside $ref; put both into allOf")
	}
	return r
}

// dialect reads which draft the root speaks.
func (c *compiler) dialect() {
	v, ok := c.root.Lookup("$schema")
	if !ok {
		return
	}
	if v.Kind() == jsonx.KindString {
		switch strings.TrimSuffix(v.Text(), "#") {
		case "https://json-schema.org/draft/2020-12/schema":
			return
		case "https://json-schema.org/draft/2019-09/schema":
			c.before2020 = true
			return
		case "http://json-schema.org/draft-07/schema":
			c.before2020, c.draft7 = true, true
			return
		}
	}
	c.refuse(v, "only 2020-12, 2019-09 and draft-07 are known")
}

// schemas are the functions of a list of schemas, which judge the same value.
func (c *compiler) schemas(r *rule, v jsonx.Value) []schema.Func {
	if v.Kind() != jsonx.KindArray || v.Len() == 0 {
		c.refuse(v, "must be a list of schemas, and not empty")
		return nil
	}
	funcs := make([]schema.Func, 0, v.Len())
	for m := v.Children(); m.Next(); {
		funcs = append(funcs, c.inPlace(r, m.Value()))
	}
	return funcs
}

// inPlace is the function of a schema that judges the value that r judges.
func (c *compiler) inPlace(r *rule, at jsonx.Value) schema.Func {
	f := c.schema(at)
	if next := c.made[at.ID()]; next != nil {
		r.same = append(r.same, next)
	}
	return f
}

// ref is the function of what a reference leads to.
func (c *compiler) ref(r *rule, v jsonx.Value) schema.Func {
	if v.Kind() != jsonx.KindString {
		c.refuse(v, "must be a string")
		return nil
	}
	target, ok := c.find(v.Text())
	if !ok {
		c.refuse(v, "leads nowhere; it may be #, #/ with a JSON pointer in this schema, or # with the $anchor of one schema in it")
		return nil
	}
	f, at := c.inPlace(r, target), "#"+target.Pointer()
	return func(e *schema.Eval) { e.Ref("$ref", at, f) }
}

// find is the value that a reference within the schema names.
func (c *compiler) find(ref string) (jsonx.Value, bool) {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return jsonx.Value{}, false
	}
	pointer, err := url.PathUnescape(pointer)
	if err != nil {
		return jsonx.Value{}, false
	}
	at := c.root
	if pointer == "" {
		return at, true
	}
	rest, ok := strings.CutPrefix(pointer, "/")
	if !ok {
		found := anchored(at, pointer, nil)
		if c.draft7 || len(found) != 1 {
			return at, false
		}
		return found[0], true
	}
	for token := range strings.SplitSeq(rest, "/") {
		if at, ok = child(at, unescape.Replace(token)); !ok {
			return at, false
		}
	}
	return at, true
}

// anchored are the schemas at or below a value that have an anchor. What is no schema but data is passed over.
func anchored(at jsonx.Value, name string, found []jsonx.Value) []jsonx.Value {
	if at.Kind() == jsonx.KindObject {
		if v, ok := at.Lookup("$anchor"); ok && v.Kind() == jsonx.KindString && v.Text() == name {
			found = append(found, at)
		}
	}
	if at.Kind() != jsonx.KindObject && at.Kind() != jsonx.KindArray {
		return found
	}
	for m := at.Children(); m.Next(); {
		if at.Kind() == jsonx.KindObject {
			switch m.Key() {
			case "const", "enum", "default", "examples":
				continue
			}
		}
		found = anchored(m.Value(), name, found)
	}
	return found
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

func child(at jsonx.Value, token string) (jsonx.Value, bool) {
	switch at.Kind() {
	case jsonx.KindObject:
		return at.Lookup(token)
	case jsonx.KindArray:
		n, err := strconv.Atoi(token)
		for m := at.Children(); err == nil && m.Next(); n-- {
			if n == 0 {
				return m.Value(), true
			}
		}
	}
	return jsonx.Value{}, false
}

// loops refuses schemas that come back to themselves without going into the value, and so would never be done.
func (c *compiler) loops() {
	const open, done = 1, 2
	var visit func(*rule)
	visit = func(r *rule) {
		r.color = open
		for _, next := range r.same {
			switch next.color {
			case open:
				c.refuse(next.at, "refers to itself without end")
			case done:
			default:
				visit(next)
			}
		}
		r.color = done
	}
	for _, r := range c.order {
		if r.color == 0 {
			visit(r)
		}
	}
}
