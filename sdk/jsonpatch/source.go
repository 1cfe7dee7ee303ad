package jsonpatch

import (
	"sync"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// source is a text without white space, which values are parts of. It can be used by several goroutines at once.
type source struct {
	doc *jsonx.Document
	// depth is how deep arrays and objects nest in it.
	depth int

	// What has been found out about parts of it, by their ID, so that it is found out once: operations may name them as
	// often as they like.
	mu       sync.Mutex
	children map[int]*children
	numbers  map[int]string
}

// wide is from how many children on those of an array or object are remembered. Fewer are as quickly gone over.
const wide = 32

// children are those of an array or object in a source.
type children struct {
	values []jsonx.Value
	// index is where the member of a name is among them, for an object.
	index map[string]int
}

// parse is the value of a text. Its error is a *[jsonx.SyntaxError].
func parse(text jsonx.Raw) (value, error) {
	compact, err := text.Compact()
	if err != nil {
		return value{}, err
	}
	doc, err := jsonx.Parse(string(compact))
	if err != nil {
		return value{}, err
	}
	return value{src: &source{doc: doc, depth: depth(string(compact))}, at: doc.Root()}, nil
}

// depth is how deep arrays and objects nest in a JSON text.
func depth(text string) int {
	deepest, here := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			here++
			deepest = max(deepest, here)
		case ']', '}':
			here--
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return deepest
}

// childrenOf are the children of an array or object.
func (s *source) childrenOf(v jsonx.Value) *children {
	if v.Len() < wide {
		return listChildren(v)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.children[v.ID()]
	if c == nil {
		if s.children == nil {
			s.children = make(map[int]*children)
		}
		c = listChildren(v)
		s.children[v.ID()] = c
	}
	return c
}

func listChildren(v jsonx.Value) *children {
	c := &children{values: make([]jsonx.Value, 0, v.Len())}
	if v.Kind() == jsonx.KindObject {
		c.index = make(map[string]int, v.Len())
	}
	for at := v.Children(); at.Next(); {
		if c.index != nil {
			c.index[at.Key()] = len(c.values)
		}
		c.values = append(c.values, at.Value())
	}
	return c
}

// member is the member of an object that has a name.
func (s *source) member(v jsonx.Value, name string) (jsonx.Value, bool) {
	if v.Len() < wide {
		return v.Lookup(name)
	}
	c := s.childrenOf(v)
	i, ok := c.index[name]
	if !ok {
		return jsonx.Value{}, false
	}
	return c.values[i], true
}

// item is item i of an array, which is long enough.
func (s *source) item(v jsonx.Value, i int) jsonx.Value {
	if v.Len() >= wide {
		return s.childrenOf(v).values[i]
	}
	c := v.Children()
	for c.Next() && c.Index() < i {
	}
	return c.Value()
}

// end is the offset at which a value's text ends.
func end(v jsonx.Value) int { return v.Offset() + len(v.Raw()) }
