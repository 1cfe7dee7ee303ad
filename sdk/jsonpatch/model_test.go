package jsonpatch_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

// The model: JSON Patch in the plainest way there is, a tree that is copied whole before each operation. What it lacks in
// speed it has in being obviously right; random patches are applied by both.

// model is a JSON value.
type model struct {
	kind  jsonx.Kind
	text  string   // of a scalar
	names []string // of an object's members
	keys  []string // these names as written
	items []*model
}

func newModel(v jsonx.Value) *model {
	m := &model{kind: v.Kind()}
	if m.kind != jsonx.KindObject && m.kind != jsonx.KindArray {
		m.text = string(v.Raw())
		return m
	}
	for c := v.Children(); c.Next(); {
		m.items = append(m.items, newModel(c.Value()))
		if m.kind == jsonx.KindObject {
			m.names = append(m.names, c.Key())
		}
	}
	for _, name := range m.names {
		m.keys = append(m.keys, spelling(name))
	}
	return m
}

// spelling is how a name is written in random documents: one of them always with an escape sequence that it could do
// without, so that it shows whether names keep their text.
func spelling(name string) string {
	if name == "k" {
		return `"\u006b"`
	}
	return plain(name)
}

// plain is how a name is written that a pointer has brought.
func plain(name string) string {
	b, err := jsonx.AppendString(nil, name)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func (m *model) String() string {
	if m.kind != jsonx.KindObject && m.kind != jsonx.KindArray {
		return m.text
	}
	var b bytes.Buffer
	for i, item := range m.items {
		if i > 0 {
			b.WriteByte(',')
		}
		if m.kind == jsonx.KindObject {
			b.WriteString(m.keys[i] + ":")
		}
		b.WriteString(item.String())
	}
	if m.kind == jsonx.KindObject {
		return "{" + b.String() + "}"
	}
	return "[" + b.String() + "]"
}

func (m *model) clone() *model {
	c := *m
	c.names, c.keys, c.items = slices.Clone(m.names), slices.Clone(m.keys), nil
	for _, item := range m.items {
		c.items = append(c.items, item.clone())
	}
	return &c
}

// place is where the child of a token is, or would be put.
func (m *model) place(token string) (i int, ok bool) {
	switch m.kind {
	case jsonx.KindObject:
		if i = slices.Index(m.names, token); i < 0 {
			i = len(m.names)
		}
		return i, true
	case jsonx.KindArray:
		if token == "-" {
			return len(m.items), true
		}
		i, err := strconv.Atoi(token)
		return i, err == nil && i >= 0 && i <= len(m.items) && strconv.Itoa(i) == token
	}
	return 0, false
}

func (m *model) at(tokens []string) (*model, bool) {
	for _, token := range tokens {
		i, ok := m.place(token)
		if !ok || i == len(m.items) {
			return nil, false
		}
		m = m.items[i]
	}
	return m, true
}

func tokensOf(pointer string) []string {
	tokens := strings.Split(pointer, "/")[1:]
	for i, token := range tokens {
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
	}
	return tokens
}

// put is the whole with v put, as add does it, or as replace does it.
func (m *model) put(pointer string, v *model, must bool) (*model, bool) {
	if pointer == "" {
		return v, true
	}
	tokens := tokensOf(pointer)
	name := tokens[len(tokens)-1]
	in, ok := m.at(tokens[:len(tokens)-1])
	if !ok {
		return nil, false
	}
	i, ok := in.place(name)
	switch there := ok && i < len(in.items); {
	case !ok || must && !there:
		return nil, false
	case there && (must || in.kind == jsonx.KindObject):
		in.items[i] = v
		return m, true
	}
	in.items = slices.Insert(in.items, i, v)
	if in.kind == jsonx.KindObject {
		in.names, in.keys = append(in.names, name), append(in.keys, plain(name))
	}
	return m, true
}

func (m *model) remove(pointer string) (*model, bool) {
	if pointer == "" {
		return &model{kind: jsonx.KindNull, text: "null"}, true
	}
	tokens := tokensOf(pointer)
	in, ok := m.at(tokens[:len(tokens)-1])
	if !ok {
		return nil, false
	}
	i, ok := in.place(tokens[len(tokens)-1])
	if !ok || i == len(in.items) {
		return nil, false
	}
	in.items = slices.Delete(in.items, i, i+1)
	if in.kind == jsonx.KindObject {
		in.names, in.keys = slices.Delete(in.names, i, i+1), slices.Delete(in.keys, i, i+1)
	}
	return m, true
}

// apply applies one operation, which is well-formed, to m, which it leaves as it is.
func (m *model) apply(op jsonpatch.Op) (*model, bool) {
	whole := m.clone()
	switch op.Op {
	case "add", "replace":
		return whole.put(op.Path, newModel(parse(op.Value)), op.Op == "replace")
	case "remove":
		return whole.remove(op.Path)
	case "test":
		v, ok := whole.at(tokensOf("x" + op.Path))
		return whole, ok && jsonx.Raw(v.String()).Equal(op.Value)
	}
	v, ok := whole.at(tokensOf("x" + op.From))
	if !ok {
		return nil, false
	}
	v = v.clone()
	if op.Op == "move" {
		if op.From == op.Path {
			return whole, true
		}
		if strings.HasPrefix(op.Path, op.From+"/") {
			return nil, false
		}
		if whole, ok = whole.remove(op.From); !ok {
			return nil, false
		}
	}
	return whole.put(op.Path, v, false)
}

func parse(text jsonx.Raw) jsonx.Value {
	d, err := jsonx.Parse(string(text))
	if err != nil {
		panic(err)
	}
	return d.Root()
}

// generator makes random documents and patches.
type generator struct{ *rand.Rand }

var (
	scalars = []string{"null", "true", "false", "0", "-0", "1", "1.0", "10e-1", "2", "1e2", "100", "123456789012345678901", `""`, `"a"`, `"\u0061"`, `"é\/"`, `"\n<\ud83d\ude00"`}
	names   = []string{"", "a", "b", "k", "0", "1", "-", "~", "/", "~1", "é", "__proto__", "\x00\""}
)

func pick[T any](g generator, from []T) T { return from[g.IntN(len(from))] }

// value is a random value, at most so deep. Some are long, so that what is special about that is met.
func (g generator) value(depth int) string {
	kind := g.IntN(5)
	if depth == 0 || kind == 0 {
		return pick(g, scalars)
	}
	n := g.IntN(4)
	if g.IntN(20) == 0 {
		n = 30 + g.IntN(40)
		depth = 1
	}
	var parts []string
	if kind < 3 {
		for range n {
			parts = append(parts, g.value(depth-1))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	used := map[string]bool{}
	for i := range n {
		name := pick(g, names)
		if i >= len(names) {
			name = fmt.Sprint("n", i)
		}
		if used[name] {
			continue
		}
		used[name] = true
		parts = append(parts, spelling(name)+":"+g.value(depth-1))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// pointer is mostly one that points to something.
func (g generator) pointer(m *model) string {
	var b []byte
	for m != nil && (b == nil && g.IntN(8) > 0 || g.IntN(4) > 0) {
		var token string
		i := len(m.items)
		if i > 0 && g.IntN(8) > 0 {
			i = g.IntN(i)
		}
		switch there := i < len(m.items); {
		case m.kind == jsonx.KindArray && !there:
			token = pick(g, []string{"-", strconv.Itoa(i), strconv.Itoa(i), strconv.Itoa(i + 1), "01", "x"})
		case m.kind == jsonx.KindArray:
			token = strconv.Itoa(i)
		case m.kind == jsonx.KindObject && there:
			token = m.names[i]
		default:
			token = pick(g, names)
		}
		b = jsonx.AppendPointer(b, token)
		m, _ = m.at([]string{token})
	}
	return string(b)
}

func (g generator) op(m *model) jsonpatch.Op {
	op := jsonpatch.Op{Op: pick(g, []string{"add", "add", "remove", "replace", "move", "copy", "test"}), Path: g.pointer(m)}
	if (op.Op == "remove" || op.Op == "replace") && op.Path == "" {
		op.Path = g.pointer(m) // not the whole that often
	}
	switch op.Op {
	case "move", "copy":
		op.From = g.pointer(m)
	case "test":
		if v, ok := m.at(tokensOf("x" + op.Path)); ok && g.IntN(16) > 0 {
			op.Value = jsonx.Raw(v.String())
			break
		}
		fallthrough
	case "add", "replace":
		op.Value = jsonx.Raw(g.value(g.IntN(4)))
	}
	return op
}
