package wiretest

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// node is a JSON value with its place.
type node struct {
	pos     diag.Pos
	pointer string
	value   any // string, json.Number, bool or nil where it is a scalar
	keys    []string
	members map[string]*node
	items   []*node
}

func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	return n.members[key]
}

func (n *node) text(key string) string {
	if v := n.get(key); v != nil {
		s, _ := v.value.(string)
		return s
	}
	return ""
}

// unsigned tells whether a schema's maximum is beyond a signed 64-bit integer.
func (n *node) unsigned() bool {
	v := n.get("maximum")
	if v == nil {
		return false
	}
	_, err := strconv.ParseInt(v.value.(json.Number).String(), 10, 64)
	return err != nil
}

// parse reads JSON into nodes.
func parse(t testing.TB, file, src string) *node {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(src))
	dec.UseNumber()
	var read func(pointer string) *node
	token := func() json.Token {
		tok, err := dec.Token()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		return tok
	}
	at := func() diag.Pos {
		start := int(dec.InputOffset())
		for start < len(src) && strings.ContainsRune(" \t\r\n:,", rune(src[start])) {
			start++
		}
		before := src[:start]
		return diag.Pos{File: file, Line: 1 + strings.Count(before, "\n"), Col: start - strings.LastIndex(before, "\n")}
	}
	read = func(pointer string) *node {
		n := &node{pos: at(), pointer: pointer}
		switch tok := token().(type) {
		case json.Delim:
			if tok == '{' {
				n.members = map[string]*node{}
				for dec.More() {
					key := token().(string)
					n.keys = append(n.keys, key)
					n.members[key] = read(pointer + "/" + key)
				}
			} else {
				for dec.More() {
					n.items = append(n.items, read(pointer+"/-"))
				}
			}
			token()
		default:
			n.value = tok
		}
		return n
	}
	return read("#")
}
