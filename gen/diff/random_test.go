package diff_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"testing/fstest"

	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// node is a schema as encoding/json has it: an object, or a boolean.
type node = map[string]any

// maker makes random schemas over few names and values, so that what it makes has to do with each other.
type maker struct{ *rand.Rand }

func (m maker) coin() bool { return m.IntN(2) == 0 }

func (m maker) pick(list ...string) string { return list[m.IntN(len(list))] }

func (m maker) some(list ...string) []string {
	out := []string{}
	for _, s := range list {
		if m.coin() {
			out = append(out, s)
		}
	}
	return out
}

// document is a schema with three definitions that may refer to each other.
func (m maker) document() node {
	defs := node{}
	for _, name := range []string{"A", "B", "C"} {
		defs[name] = m.schema(2 + m.IntN(2))
	}
	return node{"$ref": "#/$defs/A", "$defs": defs}
}

// schema is a schema with at most so many levels in it.
func (m maker) schema(depth int) any {
	if depth == 0 {
		return [...]any{true, node{"type": "string"}, node{"type": "integer"}, node{"const": "a"}, false}[min(m.IntN(9), 4)%5]
	}
	s := node{}
	switch m.IntN(8) {
	case 0:
		return node{"$ref": "#/$defs/" + m.pick("A", "B", "C")}
	case 1, 2, 3:
		s["type"] = "object"
		m.members(s, depth)
	case 4:
		s["type"] = "array"
		m.items(s, depth)
	case 5:
		s["type"] = []string{m.pick("string", "null"), m.pick("integer", "number", "boolean")}
	case 6:
		s["enum"] = append(m.some(`a`, "b", "c"), "ab")
	default:
		s["type"] = m.pick("string", "integer", "number", "boolean", "null")
	}
	for range m.IntN(3) {
		m.keyword(s, depth)
	}
	return s
}

// keyword adds one keyword, or what goes for it.
func (m maker) keyword(s node, depth int) {
	sub := func() any { return m.schema(depth - 1) }
	list := func() []any {
		out := []any{sub(), sub()}
		if m.coin() {
			out = append(out, sub())
		}
		return out
	}
	n := float64(m.IntN(4))
	switch m.IntN(17) {
	case 0:
		s["minimum"] = n
	case 1:
		s["maximum"] = n
	case 2:
		s["exclusiveMinimum"] = n
	case 3:
		s["multipleOf"] = n + 1
	case 4:
		s["minLength"] = n
	case 5:
		s["maxLength"] = n
	case 6:
		s["pattern"] = m.pick("a", "b", "^a$")
	case 7:
		s["const"] = m.pick("a", "b")
	case 8:
		s["allOf"] = list()
	case 9, 10:
		s["anyOf"] = list()
	case 11, 12:
		s["oneOf"] = list()
	case 13:
		s["not"] = sub()
	case 14:
		s["if"], s["then"] = sub(), sub()
		if m.coin() {
			s["else"] = sub()
		}
	case 15:
		m.members(s, depth)
	default:
		m.items(s, depth)
	}
}

func (m maker) members(s node, depth int) {
	sub := func() any { return m.schema(depth - 1) }
	named := func(names ...string) node {
		out := node{}
		for _, n := range m.some(names...) {
			out[n] = sub()
		}
		return out
	}
	s["properties"] = named("a", "b", "k")
	if m.coin() {
		s["required"] = m.some("a", "k")
	}
	switch m.IntN(11) {
	case 0, 1:
		s["additionalProperties"] = false
	case 2:
		s["additionalProperties"] = sub()
	case 3:
		s["unevaluatedProperties"] = false
	case 4:
		s["unevaluatedProperties"] = sub()
	case 5:
		s["patternProperties"] = node{m.pick("a", "^b", "k"): sub()}
	case 6:
		s["propertyNames"] = node{"enum": append(m.some("a", "b"), "k")}
	case 7:
		s["dependentRequired"] = node{m.pick("a", "b"): m.some("b", "k")}
	case 8:
		s["dependentSchemas"] = named("a", "k")
	case 9:
		s[m.pick("minProperties", "maxProperties")] = float64(m.IntN(3))
	}
}

func (m maker) items(s node, depth int) {
	sub := func() any { return m.schema(depth - 1) }
	for range 1 + m.IntN(2) {
		switch m.IntN(8) {
		case 0, 1:
			s["items"] = sub()
		case 2:
			s["prefixItems"] = []any{sub(), sub()}[:1+m.IntN(2)]
		case 3:
			s["contains"] = sub()
			s[m.pick("minContains", "maxContains")] = float64(m.IntN(3))
		case 4:
			s["uniqueItems"] = m.coin()
		case 5:
			s["unevaluatedItems"] = sub()
		default:
			s[m.pick("minItems", "maxItems")] = float64(m.IntN(3))
		}
	}
}

// edit changes one place of a document: a keyword more, one less, another schema, or another value.
func (m maker) edit(doc node) {
	var places []node
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case node:
			places = append(places, v)
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(v[key])
			}
		case []any:
			for _, sub := range v {
				walk(sub)
			}
		}
	}
	for _, name := range []string{"A", "B", "C"} {
		walk(doc["$defs"].(node)[name])
	}
	if len(places) == 0 {
		doc["$defs"].(node)["A"] = m.schema(2)
		return
	}
	at := places[m.IntN(len(places))]
	keys := slices.Sorted(maps.Keys(at))
	switch {
	case m.IntN(3) == 0 || len(keys) == 0:
		m.keyword(at, 2)
	case m.coin():
		delete(at, keys[m.IntN(len(keys))])
	default:
		key := keys[m.IntN(len(keys))]
		switch v := at[key].(type) {
		case float64:
			at[key] = max(v+float64(m.IntN(3)-1), 1)
		case []any:
			switch word := m.pick("a", "b", "k"); {
			case slices.Contains([]string{"required", "enum", "type"}, key):
				if key != "type" && !slices.Contains(v, any(word)) {
					at[key] = append(slices.Clone(v), word)
				}
			case m.coin() || len(v) == 0:
				at[key] = append(slices.Clone(v), m.schema(1))
			default:
				v[m.IntN(len(v))] = m.schema(1)
			}
		case node:
			if _, schema := v["type"]; schema {
				at[key] = m.schema(2)
			}
		}
	}
}

// copyOf is a schema that shares nothing with another.
func copyOf(t testing.TB, doc node) node {
	t.Helper()
	var out node
	if err := json.Unmarshal([]byte(textOf(t, doc)), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func textOf(t testing.TB, doc node) string {
	t.Helper()
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rulesOf is a side of nothing but rules, nil for a schema that is refused.
func rulesOf(schema string) *diff.Side {
	graph, err := resolve.Resolve("s.json", resolve.Options{FS: fstest.MapFS{"s.json": {Data: []byte(schema)}}})
	if err != nil {
		return nil
	}
	s, _, err := lower.Lower(graph, lower.Options{RulesOnly: true})
	if err != nil {
		return nil
	}
	return &diff.Side{Model: s}
}

// values are documents over the names and values that schemas are made of.
func values() []string {
	scalars := []string{"null", "true", "false", "-1", "0", "1", "1.5", "2", "3", "4", `""`, `"a"`, `"b"`, `"ab"`, `"abc"`, `"c"`}
	out := slices.Clone(scalars)
	out = append(out, "[]", "[1,1]", `["a","b"]`, `[1,"a"]`, `["a",1]`, `["a","b",1]`, "[[]]", "[{}]", `[{"a":1}]`, "[null,null]")
	objects := []string{"{}"}
	for _, v := range append(scalars, "[]", "{}", "[1]", `{"a":"a"}`, `{"k":1}`) {
		out = append(out, "["+v+"]")
		for _, name := range []string{"a", "b", "k", "z"} {
			objects = append(objects, `{`+strconv.Quote(name)+`:`+v+`}`)
		}
	}
	for _, v := range []string{"1", `"a"`, `"b"`, "{}", "null"} {
		for _, w := range []string{"0", `"a"`, `"ab"`, "[]"} {
			objects = append(objects, `{"a":`+v+`,"b":`+w+`}`, `{"a":`+v+`,"k":`+w+`}`, `{"b":`+w+`,"k":`+v+`,"z":1}`, `{"a":`+v+`,"b":`+w+`,"k":`+v+`}`)
		}
	}
	return append(out, objects...)
}
