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
	frames  frames
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

// frames is a stack of the arrays and objects that are open, the first few of which need no allocation. At the bottom is a
// frame that is neither.
type frames struct {
	few  [7]frame
	more []frame
	// top is the index of the innermost one.
	top int
}

// at is frame i, which stays where it is until another one is pushed.
func (f *frames) at(i int) *frame {
	if i < len(f.few) {
		return &f.few[i]
	}
	return &f.more[i-len(f.few)]
}

// push adds a frame, which is not empty: the caller has to set all of it.
func (f *frames) push() *frame {
	f.top++
	if f.top < len(f.few) {
		return &f.few[f.top]
	}
	f.more = append(f.more[:f.top-len(f.few)], frame{})
	return &f.more[f.top-len(f.few)]
}

// peek is the byte at offset i, 0 at the end.
func peek(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// gap skips white space at offset i, which it leaves out of the copy. It is the byte that follows, 0 at the end, and where
// that is.
func (w *walker) gap(i int) (byte, int) {
	w.pos = i
	b := w.next()
	return b, w.pos
}

// next is scanner.next; it also leaves the white space out of the copy.
func (w *walker) next() byte {
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
//
// Where it is it keeps to itself, and tells w only before it calls what has to know: through memory, each token would have
// to wait for the one before.
func (w *walker) value() {
	s, i, floor, f := w.s, w.pos, w.depth, w.frames.at(w.frames.top)
	for {
		// A value begins here.
		b := peek(s, i)
		if b <= ' ' {
			b, i = w.gap(i)
		}
		switch b {
		case '"':
			end, escaped := plainEnd(s, i+1), false
			if end < 0 {
				if end, escaped = w.text(i+1, ^end); end < 0 {
					return
				}
			}
			if w.doc != nil {
				w.doc.addString(i+1, end, escaped)
			}
			i = end + 1
		case '{', '[':
			if f = w.open(b, i); f == nil {
				return
			}
			i++
			b = peek(s, i)
			if b <= ' ' {
				b, i = w.gap(i)
			}
			if b != f.closing {
				if f.object() {
					if i = w.key(f, b, i); i < 0 {
						return
					}
				}
				f.n++
				continue
			}
			i++
			if f = w.close(f, i); f == nil {
				return
			}
		default:
			end := w.word(b, i)
			if end < 0 {
				return
			}
			if w.doc != nil {
				w.doc.addScalar(kindOf[b], i, end)
			}
			i = end
		}
		// A value has ended here: go on to the next one, out of as many arrays and objects as end with it.
		for {
			if w.depth == floor {
				w.pos = i
				return
			}
			b = peek(s, i)
			if b <= ' ' {
				b, i = w.gap(i)
			}
			if b == ',' {
				break
			}
			if b != f.closing {
				w.unclosed(f, i)
				return
			}
			i++
			if f = w.close(f, i); f == nil {
				return
			}
		}
		i++
		if f.object() {
			b = peek(s, i)
			if b <= ' ' {
				b, i = w.gap(i)
			}
			if i = w.key(f, b, i); i < 0 {
				return
			}
		}
		f.n++
	}
}

// text goes over a string that is not all plain: from start, after its opening quote, up to offset i it is. It is the offset
// of the closing quote; negative after an error.
func (w *walker) text(start, i int) (end int, escaped bool) {
	_, escaped = w.strSlow(start, i)
	if w.err != nil {
		return -1, false
	}
	return w.pos - 1, escaped
}

// word goes over a number, true, false or null that begins at offset i with the byte b, and is the offset of its end;
// negative after an error.
func (w *walker) word(b byte, i int) int {
	if b-'0' <= 9 {
		if _, n := shortNumber(w.s, i); n > 0 {
			return i + n
		}
	}
	w.pos = i
	w.scalar(b)
	if w.err != nil {
		return -1
	}
	return w.pos
}

// unclosed fails because an array or object neither goes on nor ends.
func (w *walker) unclosed(f *frame, i int) {
	w.pos = i
	if f.object() {
		w.unexpected("a comma or the end of the object")
	} else {
		w.unexpected("a comma or the end of the array")
	}
}

// members goes over the members of an object, without its brackets, up to the end of the text.
func (w *walker) members() {
	f := w.frames.push()
	*f = frame{closing: '}'}
	w.depth++
	for {
		b := w.next()
		i := w.key(f, b, w.pos)
		if i < 0 {
			return
		}
		f.n++
		w.pos = i
		w.value()
		if w.err != nil {
			return
		}
		b = w.next()
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
		w.failDuplicate(i)
	}
}

// open enters an array or object that begins at offset i with the byte b. It is nil where that is too deep.
func (w *walker) open(b byte, i int) *frame {
	if w.depth >= MaxDepth {
		w.fail(i, msgDepth)
		return nil
	}
	f := w.frames.push()
	*f = frame{closing: b + 2, start: i, base: w.names.n} // { and }, [ and ] are two apart
	if w.doc != nil {
		f.node = len(w.doc.nodes)
		w.doc.nodes = append(w.doc.nodes, node{kind: kindOf[b], start: uint32(i)})
	}
	w.depth++
	return f
}

// close leaves the innermost array or object, which ends before offset i, and is the one around it; nil after an error.
func (w *walker) close(f *frame, i int) *frame {
	if f.object() {
		if f.n > fewKeys {
			if i := w.duplicate(f.base); i >= 0 {
				w.failDuplicate(i)
				return nil
			}
		}
		w.names.n = f.base
	}
	if w.noteEnds && i-f.start >= largeValue {
		if w.ends == nil {
			w.ends = make(map[int]int)
		}
		w.ends[f.start] = i
	}
	if w.doc != nil {
		n := &w.doc.nodes[f.node]
		n.end, n.next, n.n = uint32(i), uint32(len(w.doc.nodes)), uint32(f.n)
	}
	w.depth--
	w.frames.top--
	return w.frames.at(w.frames.top)
}

// key goes over a member's name and the colon, from offset i, where the byte b is. It is the offset of what follows;
// negative after an error.
func (w *walker) key(f *frame, b byte, i int) int {
	if b != '"' {
		w.pos = i
		w.unexpected("a member's name")
		return -1
	}
	end, escaped := plainEnd(w.s, i+1), false
	if end < 0 {
		if end, escaped = w.text(i+1, ^end); end < 0 {
			return -1
		}
	}
	name := w.s[i+1 : end]
	bit := keyBit(name)
	if escaped || f.bits&bit != 0 || w.names.n >= fewKeys {
		if name = w.name(f, i, name, escaped); w.err != nil {
			return -1
		}
	} else {
		f.bits |= bit
		w.names.few[w.names.n&(fewKeys-1)] = i
		w.names.n++
	}
	if w.doc != nil {
		w.doc.addName(i+1, end, name, escaped)
	}
	i = end + 1
	if b = peek(w.s, i); b != ':' {
		if b, i = w.gap(i); b != ':' {
			w.unexpected("a colon")
			return -1
		}
	}
	return i + 1
}

// name adds a member's name, which began at an offset and has just been read, to those of its object, and is what it
// stands for.
func (w *walker) name(f *frame, at int, text string, escaped bool) string {
	if escaped {
		text = decode(text)
	}
	bit := keyBit(text)
	if f.bits&bit != 0 && f.n <= fewKeys && w.names.contains(w.s, f.base, text) {
		w.fail(at, duplicateName(text))
		return ""
	}
	f.bits |= bit
	w.names.push(at)
	return text
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

// failDuplicate fails because of a name.
func (w *walker) failDuplicate(i int) {
	w.fail(w.names.at(i), duplicateName(w.names.text(w.s, i)))
}

// pointer is the place that the walk has come to, an RFC 6901 pointer. It is meant for a text that stops short where a
// value or a name would begin; the walk has failed there, and every frame is still open.
func (w *walker) pointer() string {
	frames := make([]frame, w.frames.top) // of copies, because with pointers every walker would live on the heap
	for i := range frames {
		frames[i] = *w.frames.at(i + 1) // the one at the bottom is none
	}
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
