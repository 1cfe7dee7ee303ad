package jsonx

import (
	"strconv"
	"strings"
)

// walker goes over one value of any depth: the only code here that follows arrays and objects down. Beside checking the
// value, duplicate names included, it can build a tree of it, or copy it without white space.
//
// It keeps its own stack, so that depth costs no goroutine stack, and begins that in memory of its own, so that an
// ordinary value costs no allocation.
type walker struct {
	scanner
	// depth is how many arrays and objects are open, those that the value stands in included.
	depth int
	// doc is where nodes are added, or nil.
	doc *Document
	// noteEnds tells to note in ends where large arrays and objects end, by where they start.
	noteEnds bool
	ends     map[int]int
	// compact tells to copy the value to out; what is before offset copied has been.
	compact bool
	out     []byte
	copied  int
	// frame is the innermost array or object that is open; parents are the others, outermost first.
	frame
	parents parents
	names   names
	keys    keySet
}

// largeValue is from how many bytes on it is worth noting where an array or object ends: less are as quickly gone over.
const largeValue = 512

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

// parents is a stack of frames, the first few of which need no allocation.
type parents struct {
	few  [6]frame
	more []frame
	n    int
}

func (p *parents) push(f *frame) {
	if p.n < len(p.few) {
		p.few[p.n] = *f
	} else {
		p.more = append(p.more[:p.n-len(p.few)], *f)
	}
	p.n++
}

func (p *parents) pop(f *frame) {
	p.n--
	*f = *p.at(p.n)
}

func (p *parents) at(i int) *frame {
	if i < len(p.few) {
		return &p.few[i]
	}
	return &p.more[i-len(p.few)]
}

// next is scanner.next; it also leaves the white space out of the copy. The loops that matter have it written out: it
// is too long to be inlined.
func (w *walker) next() byte {
	b := peek(w.s, w.pos)
	if b <= ' ' {
		b = w.gap()
	}
	return b
}

// peek is the byte at offset i, 0 at the end.
func peek(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// gap is next where there may be white space to leave out.
func (w *walker) gap() byte {
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
	s, floor := w.s, w.depth
	for {
		// A value begins here.
		b := peek(s, w.pos)
		if b <= ' ' {
			b = w.gap()
		}
		switch {
		case b == '{' || b == '[':
			if !w.open(b) {
				return
			}
			b = w.next()
			if b != w.closing {
				if w.object() && !w.key(b) {
					return
				}
				w.n++
				continue
			}
			w.close()
		case w.doc != nil:
			w.leaf(b)
		case b == '"':
			w.str()
		default:
			w.scalar(b)
		}
		// A value has ended here: go on to the next one, out of as many arrays and objects as end with it.
		for {
			if w.depth == floor {
				return
			}
			b = peek(s, w.pos)
			if b <= ' ' {
				b = w.gap()
			}
			if b == ',' {
				break
			}
			if b != w.closing {
				w.unclosed()
				return
			}
			w.close()
		}
		w.pos++
		if w.object() {
			b = peek(s, w.pos)
			if b <= ' ' {
				b = w.gap()
			}
			if !w.key(b) {
				return
			}
		}
		w.n++
	}
}

// unclosed fails because an array or object neither goes on nor ends.
func (w *walker) unclosed() {
	if w.object() {
		w.unexpected("a comma or the end of the object")
	} else {
		w.unexpected("a comma or the end of the array")
	}
}

// members goes over the members of an object, without its brackets, up to the end of the text.
func (w *walker) members() {
	w.parents.push(&w.frame)
	w.frame = frame{closing: '}'}
	w.depth++
	for {
		if !w.key(w.next()) {
			return
		}
		w.n++
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
		w.fail(0, duplicateName(w.names.text(w.s, i)))
	}
}

// open enters an array or object.
func (w *walker) open(b byte) bool {
	if w.depth >= MaxDepth {
		w.fail(w.pos, msgDepth)
		return false
	}
	w.parents.push(&w.frame)
	w.frame = frame{closing: b + 2, start: w.pos, base: w.names.n} // { and }, [ and ] are two apart
	if w.doc != nil {
		w.node = len(w.doc.nodes)
		w.doc.nodes = append(w.doc.nodes, node{kind: kindOf[b], start: uint32(w.pos)})
	}
	w.depth++
	w.pos++
	return true
}

// close leaves the innermost array or object, whose closing bracket is the current byte.
func (w *walker) close() {
	w.pos++
	if w.object() {
		if w.n > fewKeys {
			if i := w.duplicate(w.base); i >= 0 {
				w.failDuplicate(w.start, i-w.base)
			}
		}
		w.names.n = w.base
	}
	if w.noteEnds && w.pos-w.start >= largeValue {
		if w.ends == nil {
			w.ends = make(map[int]int)
		}
		w.ends[w.start] = w.pos
	}
	if w.doc != nil {
		n := &w.doc.nodes[w.node]
		n.end, n.next, n.n = uint32(w.pos), uint32(len(w.doc.nodes)), uint32(w.n)
	}
	w.depth--
	w.parents.pop(&w.frame)
}

// key reads a member's name and the colon. b is the byte that next has just given.
func (w *walker) key(b byte) bool {
	if b != '"' {
		w.unexpected("a member's name")
		return false
	}
	at := w.pos
	text, escaped := w.str()
	bit := keyBit(text)
	if escaped || w.bits&bit != 0 || w.names.n >= fewKeys {
		text = w.name(at, text, escaped)
	} else {
		w.bits |= bit
		w.names.few[w.names.n&(fewKeys-1)] = span{at + 1, w.pos - 1}
		w.names.n++
	}
	if w.doc != nil {
		w.doc.addName(at+1, w.pos-1, text, escaped)
	}
	if peek(w.s, w.pos) != ':' && w.gap() != ':' {
		w.unexpected("a colon")
		return false
	}
	w.pos++
	return true
}

// name adds a member's name, which began at an offset and has just been read, to those of its object, and is what it
// stands for.
func (w *walker) name(at int, text string, escaped bool) string {
	if escaped {
		text = decode(text)
	}
	bit := keyBit(text)
	if w.bits&bit != 0 && w.n <= fewKeys && w.names.contains(w.s, w.base, text) {
		w.fail(at, duplicateName(text))
		return ""
	}
	w.bits |= bit
	if escaped {
		w.names.pushDecoded(text)
	} else {
		w.names.push(at+1, w.pos-1)
	}
	return text
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

// duplicate is the index of the first name from base on that is there twice, -1 where there is none.
func (w *walker) duplicate(base int) int {
	texts := make([]string, w.names.n-base)
	for i := range texts {
		texts[i] = w.names.text(w.s, base+i)
	}
	if i := w.keys.duplicate(texts); i >= 0 {
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

// pointer is the place that the walk has come to, an RFC 6901 pointer. It is meant for a text that stops short where a
// value or a name would begin; the walk has failed there, and every frame is still open.
func (w *walker) pointer() string {
	frames := make([]frame, 0, w.parents.n+1)
	for i := range w.parents.n {
		frames = append(frames, *w.parents.at(i))
	}
	frames = append(frames, w.frame)[1:] // the first is none
	tokens := make([]string, len(frames))
	end := w.names.n
	for i := len(frames) - 1; i >= 0; i-- {
		switch f := &frames[i]; {
		case !f.object():
			tokens[i] = strconv.Itoa(f.n - 1)
		case end > f.base:
			tokens[i] = w.names.text(w.s, end-1)
		}
		end = frames[i].base
	}
	if n := len(tokens); n > 0 && frames[n-1].object() && !strings.HasSuffix(strings.TrimRight(w.s, " \t\r\n"), ":") {
		tokens = tokens[:n-1] // between members
	}
	var b []byte
	for _, token := range tokens {
		b = AppendPointer(b, token)
	}
	return string(b)
}
