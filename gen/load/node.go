// Package load turns the text of a JSON document into a tree that remembers where everything stood.
//
// Members keep the order in which they were written and numbers the digits, for both mean something to the stages after
// this one: the order of members is the order of the output, and a bound is compared as it was written.
//
// [Parse] is strict where a lenient reader would guess: invalid UTF-8, lone surrogates, duplicate member names and
// trailing data are errors, each with its line and column, and all of them are found in one go.
package load

import "github.com/agui-gen/agui-gen/gen/internal/diag"

// Kind is what a JSON value is, of the six that RFC 8259 knows.
type Kind uint8

// The kinds of JSON values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String is the kind as JSON Schema's "type" spells it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

var kindNames = [...]string{"null", "boolean", "number", "string", "array", "object"}

// Node is one JSON value and where it starts.
type Node struct {
	Kind Kind
	Pos  diag.Pos
	// Text is the value of a String with its escapes resolved, the literal of a Number as it was written, and "true",
	// "false" or "null"; it is empty for an Array or an Object.
	Text string
	// Members are those of an Object, in the order of the text, no two of one name.
	Members []Member
	// Items are those of an Array.
	Items []*Node

	index map[string]int // of the members of a large object by name, nil for a small one
}

// Member is a name in an object, and its value.
type Member struct {
	Key    string
	KeyPos diag.Pos
	Value  *Node
}

// Get is the value of the member of that name, nil where n is not an object or has none. It may be called on nil, so
// that a path may be followed without looking at each step.
func (n *Node) Get(key string) *Node {
	if m := n.Member(key); m != nil {
		return m.Value
	}
	return nil
}

// Member is the member of that name with the place of its name, nil where n is not an object or has none. It may be
// called on nil.
func (n *Node) Member(key string) *Member {
	if n == nil {
		return nil
	}
	if n.index != nil {
		if i, ok := n.index[key]; ok {
			return &n.Members[i]
		}
		return nil
	}
	for i := range n.Members {
		if n.Members[i].Key == key {
			return &n.Members[i]
		}
	}
	return nil
}
