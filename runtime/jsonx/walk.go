package jsonx

import (
	"strconv"
	"strings"
	"sync"
)

// walker goes over one value of any depth: the only code here that follows arrays and objects down. Beside checking the
// value, duplicate names included, it can build a tree of it, or copy it without white space.
//
// It keeps its own stack, so that depth costs no goroutine stack, and comes from a pool, so that this costs no allocation.
type walker struct {
	scanner
	// depth is how many arrays and objects the value stands in, counting towards MaxDepth.
	depth int
	// doc is where nodes are added, or nil.
	doc *Document
	// compact tells to copy the value to out; what is before offset copied has been.
	compact bool
	out     []byte
	copied  int
	// frames are the open arrays and objects, outermost first; those below floor are open before and after.
	frames []frame
	floor  int
	// names are those of the open objects' members so far, outermost first.
	names []name
	// decoded are the names that had to be decoded.
	decoded []string
	keys    keySet
}

// frame is an array or object that is open.
type frame struct {
	// bits are those of the names, see keyBit.
	bits uint64
	// n is how many items have begun.
	n int
	// start is the offset of the opening bracket.
	start int
	// node is the index of its node in the tree.
	node int
	// base is where its names begin in walker.names.
	base int
	// closing is the bracket that closes it.
	closing byte
}

func (f *frame) object() bool { return f.closing == '}' }

// name is a member's name: from one offset to another or, where end is negative, number start of those decoded. It is not a string so
// that a walker in the pool holds on to no text.
type name struct{ start, end int }

func (w *walker) nameText(n name) string {
	if n.end < 0 {
		return w.decoded[n.start]
	}
	return w.s[n.start:n.end]
}

var walkers = sync.Pool{New: func() any { return new(walker) }}

// newWalker is a walker for what a scanner is at. It goes back with free.
func newWalker(s scanner) *walker {
	w := walkers.Get().(*walker)
	w.scanner = s
	return w
}

// free gives w back. Nothing of it may be used any more.
func (w *walker) free() {
	const most = 1 << 16 // what is worth keeping: more than that is rare
	if cap(w.names) > most || len(w.keys.slots) > most {
		return
	}
	clear(w.decoded)
	*w = walker{frames: w.frames[:0], names: w.names[:0], decoded: w.decoded[:0], keys: w.keys}
	walkers.Put(w)
}

// next is scanner.next; it also leaves the white space out of the copy.
func (w *walker) next() byte {
	if w.pos < len(w.s) {
		if b := w.s[w.pos]; b > ' ' {
			return b
		}
	}
	from := w.pos
	b := w.space()
	if w.compact && w.pos > from {
		w.out = append(w.out, w.s[w.copied:from]...)
		w.copied = w.pos
	}
	return b
}

// flush copies what is still to be copied up to the current byte.
func (w *walker) flush() {
	w.out = append(w.out, w.s[w.copied:w.pos]...)
	w.copied = w.pos
}

// value goes over one value, from the white space before it to its last byte.
func (w *walker) value() {
	for {
		// A value begins here.
		b := w.next()
		switch {
		case b == '{' || b == '[':
			if !w.open(b) {
				return
			}
			f := &w.frames[len(w.frames)-1]
			b = w.next()
			if b != f.closing {
				if f.object() && !w.key(f, b) {
					return
				}
				f.n++
				continue
			}
			w.close(f)
		case w.doc != nil:
			w.leaf(b)
		default:
			w.scalar(b)
		}
		// A value has ended here: go on to the next one, out of as many arrays and objects as end with it.
		for {
			if len(w.frames) == w.floor {
				return
			}
			f := &w.frames[len(w.frames)-1]
			b = w.next()
			if b == ',' {
				w.pos++
				if f.object() && !w.key(f, w.next()) {
					return
				}
				f.n++
				break
			}
			if b != f.closing {
				if f.object() {
					w.unexpected("a comma or the end of the object")
				} else {
					w.unexpected("a comma or the end of the array")
				}
				return
			}
			w.close(f)
		}
	}
}

// members goes over the members of an object, without its brackets, up to the end of the text.
func (w *walker) members() {
	w.frames = append(w.frames, frame{closing: '}'})
	w.floor++
	for {
		f := &w.frames[0]
		if !w.key(f, w.next()) {
			return
		}
		f.n++
		w.value()
		if w.err != nil {
			return
		}
		b := w.next()
		if w.pos == len(w.s) {
			break
		}
		if b != ',' {
			w.unexpected("a comma")
			return
		}
		w.pos++
	}
	if i := w.duplicate(0); i >= 0 {
		w.fail(0, duplicateName(w.nameText(w.names[i])))
	}
}

// open enters an array or object.
func (w *walker) open(b byte) bool {
	if w.depth+len(w.frames) >= MaxDepth {
		w.fail(w.pos, msgDepth)
		return false
	}
	f := frame{closing: b + 2, start: w.pos, base: len(w.names)} // { and }, [ and ] are two apart
	if w.doc != nil {
		f.node = len(w.doc.nodes)
		w.doc.nodes = append(w.doc.nodes, node{kind: kindOf[b], start: uint32(w.pos)})
	}
	w.frames = append(w.frames, f)
	w.pos++
	return true
}

// close leaves the innermost array or object, whose closing bracket is the current byte.
func (w *walker) close(f *frame) {
	w.pos++
	if f.object() {
		if f.n > fewKeys {
			if i := w.duplicate(f.base); i >= 0 {
				w.failDuplicate(f.start, i-f.base)
			}
		}
		w.names = w.names[:f.base]
	}
	if w.doc != nil {
		n := &w.doc.nodes[f.node]
		n.end, n.next, n.n = uint32(w.pos), uint32(len(w.doc.nodes)), uint32(f.n)
	}
	w.frames = w.frames[:len(w.frames)-1]
}

// key reads a member's name and the colon. b is the byte that next has just given.
func (w *walker) key(f *frame, b byte) bool {
	if b != '"' {
		w.unexpected("a member's name")
		return false
	}
	at := w.pos
	text, escaped := w.str()
	n := name{at + 1, w.pos - 1}
	if escaped {
		text = decode(text)
		n = name{len(w.decoded), -1}
		w.decoded = append(w.decoded, text)
	}
	bit := keyBit(text)
	if f.bits&bit != 0 && f.n <= fewKeys && w.contains(f.base, text) {
		w.fail(at, duplicateName(text))
		return false
	}
	f.bits |= bit
	w.names = append(w.names, n)
	if w.doc != nil {
		w.doc.addName(at+1, w.pos-1, text, escaped)
	}
	if w.next() != ':' {
		w.unexpected("a colon")
		return false
	}
	w.pos++
	return true
}

// leaf reads a scalar and adds its node.
func (w *walker) leaf(b byte) {
	at := w.pos
	if b == '"' {
		if _, escaped := w.str(); w.err == nil {
			w.doc.addString(at+1, w.pos-1, escaped)
		}
		return
	}
	w.scalar(b)
	w.doc.addScalar(kindOf[b], at, w.pos)
}

// contains tells whether a name is among those from base on.
func (w *walker) contains(base int, text string) bool {
	for _, n := range w.names[base:] {
		if w.nameText(n) == text {
			return true
		}
	}
	return false
}

// duplicate is the index of the first name from base on that is there twice, -1 where there is none.
func (w *walker) duplicate(base int) int {
	names := make([]string, 0, fewKeys)
	for _, n := range w.names[base:] {
		names = append(names, w.nameText(n))
	}
	if i := w.keys.duplicate(names); i >= 0 {
		return base + i
	}
	return -1
}

// failDuplicate fails at member number i, because of its name, of the object that starts at an offset.
func (w *walker) failDuplicate(start, i int) {
	r := NewStringReader(w.s)
	r.pos = start
	o := r.Object()
	for n := 0; n <= i && r.Member(&o); n++ {
		r.Skip()
	}
	w.fail(o.at, duplicateName(o.Key))
}

// pointer is the place that the walk has come to, an RFC 6901 pointer. It is meant for a text that stops short where a value or a
// name would begin; the walk has failed there, and every frame is still open.
func (w *walker) pointer() string {
	var b []byte
	end := len(w.names)
	tokens := make([]string, len(w.frames))
	for i := len(w.frames) - 1; i >= 0; i-- {
		f := &w.frames[i]
		switch {
		case !f.object():
			tokens[i] = strconv.Itoa(f.n - 1)
		case end > f.base:
			tokens[i] = w.nameText(w.names[end-1])
		}
		end = f.base
	}
	if n := len(tokens); n > 0 && w.frames[n-1].object() && !strings.HasSuffix(strings.TrimRight(w.s, " \t\r\n"), ":") {
		tokens = tokens[:n-1] // between members
	}
	for _, token := range tokens {
		b = AppendPointer(b, token)
	}
	return string(b)
}
