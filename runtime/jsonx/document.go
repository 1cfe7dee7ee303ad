package jsonx

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// Document is a JSON text as a tree: a list of nodes in document order, each of which knows where the next begins that
// does not belong to it. It refers to its text and copies nothing of it, except names that hold escape sequences.
//
// A Document is read-only once parsed, and may then be read by several goroutines.
type Document struct {
	text  string
	nodes []node
	// decoded are the names that had to be decoded.
	decoded []string
}

// node is a value, or a member's name, which is followed by its value.
type node struct {
	// start and end are its offsets in the text; those of a string are between its quotes.
	start, end uint32
	// next is the index of the node after all that belong to this one.
	next uint32
	// n is how many items or members it has; of an escaped name, its index in Document.decoded.
	n       uint32
	kind    Kind
	escaped bool
}

// Parse reads a JSON text. Its error is a *[SyntaxError].
func Parse(text string) (*Document, error) {
	d := new(Document)
	if err := d.Parse(text); err != nil {
		return nil, err
	}
	return d, nil
}

// Parse reads a JSON text into d, whose memory it uses again: every [Value] of what d held before becomes invalid. Its
// error is a *[SyntaxError], after which d is empty.
func (d *Document) Parse(text string) error {
	d.Reset()
	var w walker
	w.s, w.doc = text, d
	if uint64(len(text)) > math.MaxUint32 {
		w.fail(0, msgTooLong)
	}
	w.value()
	w.end()
	if w.err != nil {
		d.Reset()
		return w.err
	}
	d.text = text
	return nil
}

// Reset empties d, keeping its memory for the next Parse but letting go of its text.
func (d *Document) Reset() {
	d.text = ""
	d.nodes = d.nodes[:0]
	clear(d.decoded)
	d.decoded = d.decoded[:0]
}

// Root is the document's one value. The document must have been parsed.
func (d *Document) Root() Value { return Value{d, 0} }

// Size is how many values and names the document has: one more than the greatest [Value.ID].
func (d *Document) Size() int { return len(d.nodes) }

// Text is the text that was parsed.
func (d *Document) Text() string { return d.text }

// addString adds a string.
func (d *Document) addString(start, end int, escaped bool) {
	d.nodes = append(d.nodes, node{
		start: uint32(start), end: uint32(end), next: uint32(len(d.nodes) + 1), kind: KindString, escaped: escaped,
	})
}

// addName adds a member's name.
func (d *Document) addName(start, end int, name string, escaped bool) {
	d.addString(start, end, escaped)
	if escaped {
		d.nodes[len(d.nodes)-1].n = uint32(len(d.decoded))
		d.decoded = append(d.decoded, name)
	}
}

// addScalar adds a value that is neither string, array nor object.
func (d *Document) addScalar(kind Kind, start, end int) {
	d.nodes = append(d.nodes, node{start: uint32(start), end: uint32(end), next: uint32(len(d.nodes) + 1), kind: kind})
}

// Value is a value in a [Document]: a cursor, to be passed by value. Two are == when they are the same place in the
// same document; see [Value.Equal] for equality of what is there. Methods that are about one kind must only be called
// for that kind. The zero Value is no value; its Kind is KindInvalid, and nothing else may be asked of it.
type Value struct {
	doc *Document
	at  uint32
}

func (v Value) node() *node { return &v.doc.nodes[v.at] }

// Kind is the kind of the value.
func (v Value) Kind() Kind {
	if v.doc == nil {
		return KindInvalid
	}
	return v.node().kind
}

// ID is a number that the value has to itself in its document: at least 0, less than [Document.Size], and rising in
// document order. All that is inside the value has IDs from ID+1 up to, and without, that of the next value beside it.
func (v Value) ID() int { return int(v.at) }

// Bool tells whether a boolean is true.
func (v Value) Bool() bool { return v.doc.text[v.node().start] == 't' }

// Number is a number's text, as written.
func (v Value) Number() string {
	n := v.node()
	return v.doc.text[n.start:n.end]
}

// IsInteger tells whether a number has no fraction, by its value: 1.0 and 1e3 have none.
func (v Value) IsInteger() bool { return IsInteger(v.Number()) }

// Text is what a string holds. It allocates where the string is written with escape sequences.
func (v Value) Text() string {
	n := v.node()
	text := v.doc.text[n.start:n.end]
	if n.escaped {
		return decode(text)
	}
	return text
}

// Len is how many items an array has, how many members an object has, or how many characters (Unicode code points) a
// string has.
func (v Value) Len() int {
	n := v.node()
	if n.kind != KindString {
		return int(n.n)
	}
	text := v.doc.text[n.start:n.end]
	if !n.escaped {
		return utf8.RuneCountInString(text)
	}
	count := 0
	for {
		i := indexBackslash(text)
		count += utf8.RuneCountInString(text[:i])
		if i == len(text) {
			return count
		}
		_, size := decodeEscape(text[i:])
		text = text[i+size:]
		count++
	}
}

// Raw is the value's text, with its white space.
func (v Value) Raw() Raw {
	n := v.node()
	if n.kind == KindString {
		return Raw(v.doc.text[n.start-1 : n.end+1])
	}
	return Raw(v.doc.text[n.start:n.end])
}

// Offset is where in the document's text the value begins, in bytes.
func (v Value) Offset() int {
	n := v.node()
	if n.kind == KindString {
		return int(n.start) - 1
	}
	return int(n.start)
}

// Lookup is the member of an object that has a name, and whether there is one.
func (v Value) Lookup(name string) (Value, bool) {
	c := v.Children()
	for c.Next() {
		if c.Key() == name {
			return c.Value(), true
		}
	}
	return Value{}, false
}

// Pointer is the RFC 6901 pointer of the value in its document. It is found by going down to it from the root, so that
// nobody has to keep it while going about the tree.
func (v Value) Pointer() string {
	var b []byte
	for at := v.doc.Root(); at.at != v.at; {
		c := at.Children()
		for c.Next() && c.Value().node().next <= v.at {
		}
		if at.Kind() == KindObject {
			b = AppendPointer(b, c.Key())
		} else {
			b = strconv.AppendInt(append(b, '/'), int64(c.Index()), 10)
		}
		at = c.Value()
	}
	return string(b)
}

// Children goes over the items of an array, or the members of an object, in their order. Of any other value there are
// none.
//
//	c := v.Children() // as the loop's own variable it would be copied for each child
//	for c.Next() {
//		use(c.Key(), c.Value())
//	}
func (v Value) Children() Cursor {
	n := v.node()
	c := Cursor{doc: v.doc, next: v.at + 1, end: n.next, index: -1}
	if n.kind == KindObject {
		c.names = 1
	} else if n.kind != KindArray {
		c.end = 0
	}
	return c
}

// Cursor goes over the children of a [Value].
type Cursor struct {
	doc *Document
	// at is the current child: the value, not the name.
	at, next, end uint32
	// names is how many nodes stand before a child's value: 1 in an object, for its name.
	names uint32
	index int
}

// Next moves to the next child, at first to the first one, and tells whether there is one.
func (c *Cursor) Next() bool {
	if c.next >= c.end {
		return false
	}
	c.at = c.next + c.names
	c.next = c.doc.nodes[c.at].next
	c.index++
	return true
}

// Index is how many children came before the current one.
func (c *Cursor) Index() int { return c.index }

// Value is the current child.
func (c *Cursor) Value() Value { return Value{c.doc, c.at} }

// Key is the current member's name.
func (c *Cursor) Key() string {
	n := &c.doc.nodes[c.at-1]
	if n.escaped {
		return c.doc.decoded[n.n]
	}
	return c.doc.text[n.start:n.end]
}
