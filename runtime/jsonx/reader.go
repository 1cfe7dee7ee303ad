package jsonx

import (
	"bytes"
	"fmt"
	"strconv"
	"unsafe"
)

// Reader reads one JSON text, value by value, into Go types. It is meant to live on its user's stack and to be passed
// by pointer.
//
// There are two ways in which a text can be wrong. One that is not JSON is a *[SyntaxError]: reading stops, every later
// call reads nothing and returns a zero value, and End says so. One that is JSON but holds, in some place, what the Go
// type there cannot hold is a [MismatchError]: the value is skipped, a zero value returned in its stead, and reading
// goes on to the end, so that a syntax error further on is still found. Code that reads need not look at either before
// it is done.
type Reader struct {
	scanner
	// depth is how many arrays and objects are open.
	depth int
	// memory is where decoded strings go.
	memory arena
	// ends are where arrays and objects end that Tag has gone over, by where they start. Without them, values nested in
	// one another whose tags come last would be gone over as often as they are deep.
	ends map[int]int
	// mismatch is the message of the first mismatch, "" for none, and mismatchAt where it is.
	mismatch   string
	mismatchAt int
}

// smallText is up to which length, in bytes, a text with escape sequences gets the memory for its decoded strings in
// one allocation with its copy.
const smallText = 2048

// NewReader reads a copy of data, made in one allocation. The strings that are read are parts of that copy: the caller
// may change data afterwards, and a string that is kept keeps the whole copy.
func NewReader(data []byte) Reader {
	if len(data) <= smallText {
		if i := bytes.IndexByte(data, '\\'); i >= 0 {
			return newEscapedReader(data, i)
		}
	}
	return Reader{scanner: scanner{s: string(data)}}
}

// newEscapedReader is NewReader for a short text whose first backslash is at offset i: the memory for all decoded
// strings follows the copy.
func newEscapedReader(data []byte, i int) Reader {
	// Decoding makes nothing longer, and begins at the earliest with the string that the backslash is in.
	opening := max(bytes.LastIndexByte(data[:i], '"'), 0)
	b := make([]byte, len(data), 2*len(data)-opening)
	copy(b, data)
	return Reader{scanner: scanner{s: unsafe.String(&b[0], len(b))}, memory: arena(b[len(b):])}
}

// NewStringReader reads text itself; the strings that are read are parts of it.
func NewStringReader(text string) Reader { return Reader{scanner: scanner{s: text}} }

// Text is the whole text.
func (r *Reader) Text() string { return r.s }

// Err is the syntax error met so far, a *[SyntaxError], or nil.
func (r *Reader) Err() error {
	if r.err != nil {
		return r.err
	}
	return nil
}

// End is to be called when the value has been read. It is the first syntax error, a *[SyntaxError], or nil; text that
// follows the value is one.
func (r *Reader) End() error {
	r.end()
	return r.Err()
}

// Mismatch is the first mismatch met so far, or nil. It means something only where there is no syntax error.
func (r *Reader) Mismatch() *MismatchError {
	if r.mismatch == "" {
		return nil
	}
	return &MismatchError{Offset: r.mismatchAt, Pointer: pointerAfter(r.s[:r.mismatchAt]), Msg: r.mismatch}
}

// MismatchError says that a text is JSON, but holds what the Go type that it is read into cannot hold.
type MismatchError struct {
	// Offset is where the value is that does not fit, in bytes from the start of the text.
	Offset int
	// Pointer is the RFC 6901 pointer of that value.
	Pointer string
	// Msg says what the value must be, in one line, without a full stop.
	Msg string
}

func (e *MismatchError) Error() string {
	if e.Pointer == "" {
		return e.Msg
	}
	return e.Pointer + ": " + e.Msg
}

// mismatched records a mismatch of the value at offset at, unless there was one before.
func (r *Reader) mismatched(at int, msg string) {
	if r.mismatch == "" {
		r.mismatch, r.mismatchAt = msg, at
	}
}

// Wrong skips the next value, whatever it is, because it is not what it must be: "must be " and want is the mismatch's
// message.
func (r *Reader) Wrong(want string) {
	r.next()
	if r.mismatch == "" && r.err == nil {
		r.mismatched(r.pos, "must be "+want)
	}
	r.Skip()
}

// Kind is the kind of the next value, which it does not read. It is told from the first byte; whether the rest is
// well-formed will show when it is read.
func (r *Reader) Kind() Kind { return kindOf[r.next()] }

// Skip reads the next value, of any kind, and forgets it.
func (r *Reader) Skip() {
	b := r.next()
	if b != '{' && b != '[' {
		r.scalar(b)
		return
	}
	r.walk()
}

// walk goes over the next value.
func (r *Reader) walk() {
	var w walker // and not a literal, which would be made elsewhere and copied
	w.scanner, w.depth = r.scanner, r.depth
	w.value()
	r.scanner = w.scanner
}

// Raw reads the next value, of any kind, and is its text as it stands, without the white space around it.
func (r *Reader) Raw() Raw {
	r.next()
	start := r.pos
	r.Skip()
	return Raw(r.s[start:r.pos])
}

// Null reads the next value and is true if that is null; else it reads nothing and is false.
func (r *Reader) Null() bool {
	if r.next() != 'n' {
		return false
	}
	r.literal("null")
	return true
}

// Bool reads true or false.
func (r *Reader) Bool() bool {
	switch r.next() {
	case 't':
		r.literal("true")
		return r.err == nil
	case 'f':
		r.literal("false")
		return false
	}
	r.Wrong("a boolean")
	return false
}

// String reads a string and is what it holds. That is a part of the text, or of the reader's own memory where the
// string is written with escape sequences.
func (r *Reader) String() string {
	if r.next() != '"' {
		r.Wrong("a string")
		return ""
	}
	text, escaped := r.str()
	if escaped {
		return r.memory.decode(text, len(r.s)-r.pos+len(text))
	}
	return text
}

// Const reads a string that can only be want; any other is a mismatch.
func (r *Reader) Const(want string) {
	if r.next() != '"' {
		r.Wrong(strconv.Quote(want))
		return
	}
	at := r.pos
	if r.String() != want {
		r.mismatched(at, "must be "+strconv.Quote(want))
	}
}

// Float64 reads a number, rounded to the nearest float.
func (r *Reader) Float64() float64 {
	if kindOf[r.next()] != KindNumber {
		r.Wrong("a number")
		return 0
	}
	if f, ok := r.shortFloat(); ok {
		return f
	}
	text := r.number()
	const exact = 15 // digits that every float holds
	if len(text) <= exact {
		if n, ok := shortInteger(text); ok && (n != 0 || text == "0") {
			return float64(n)
		}
	}
	f, _ := strconv.ParseFloat(text, 64)
	return f
}

// Int64 reads a whole number, by its value as JSON Schema has it: 1.0 and 1e3 are whole. One with a fraction, or beyond
// 64 bits, is a mismatch.
func (r *Reader) Int64() int64 {
	if kindOf[r.next()] != KindNumber {
		r.Wrong("an integer")
		return 0
	}
	if n, ok := r.shortInteger(); ok {
		return n
	}
	at := r.pos
	d := parseDecimal(r.number())
	u, ok := d.uint64()
	switch {
	case ok && d.negative && u <= 1<<63:
		return -int64(u)
	case ok && !d.negative && u < 1<<63:
		return int64(u)
	}
	r.notInteger(at, d, "of 64 bits")
	return 0
}

// Uint64 is Int64 for numbers that are not negative.
func (r *Reader) Uint64() uint64 {
	if kindOf[r.next()] != KindNumber {
		r.Wrong("an integer")
		return 0
	}
	at := r.pos
	if n, ok := r.shortInteger(); ok && n >= 0 {
		return uint64(n)
	}
	r.pos = at // it is read again, to tell what is wrong with it
	d := parseDecimal(r.number())
	if u, ok := d.uint64(); ok && !d.negative {
		return u
	}
	r.notInteger(at, d, "of 64 bits that is not negative")
	return 0
}

func (r *Reader) notInteger(at int, d decimal, size string) {
	if r.err != nil {
		return
	}
	if d.isInteger() {
		r.mismatched(at, fmt.Sprintf("must be an integer %s", size))
	} else {
		r.mismatched(at, "must be an integer")
	}
}

// Tag is the string that the member of the next value has which is called name, without reading anything; false where
// the value is no object or has no such member, or that is no string. It is quick when the member is the first, or comes
// after nothing but scalars; else it goes over all before it, which are gone over once more when they are read.
func (r *Reader) Tag(name string) (string, bool) {
	if r.next() != '{' {
		return "", false
	}
	c := r.scanner
	for c.pos++; c.next() == '"'; c.pos++ {
		key, escaped := c.str()
		if escaped || c.next() != ':' {
			break
		}
		c.pos++
		b := c.next()
		if key == name {
			if b != '"' {
				break
			}
			if tag, escaped := c.str(); !escaped && c.err == nil {
				return tag, true
			}
			break
		}
		if b == '{' || b == '[' {
			break
		}
		if c.scalar(b); c.next() != ',' {
			break
		}
	}
	return r.tag(name)
}

// tag is Tag where the member is not the first, or not an ordinary one.
func (r *Reader) tag(name string) (string, bool) {
	p := Reader{scanner: r.scanner, depth: r.depth, ends: r.ends}
	defer func() { r.ends = p.ends }()
	o := p.Object()
	for p.Member(&o) {
		if o.Key == name {
			tag, ok := "", p.next() == '"'
			if ok {
				tag = p.String()
			}
			r.adopt(p.err)
			return tag, ok && r.err == nil
		}
		p.hop()
	}
	r.adopt(p.err)
	return "", false
}

// hop is Skip that notes where large values end, and goes over none of those a second time.
func (r *Reader) hop() {
	b := r.next()
	if b != '{' && b != '[' {
		r.scalar(b)
		return
	}
	if end, ok := r.ends[r.pos]; ok {
		r.pos = end
		return
	}
	var w walker
	w.scanner, w.depth, w.noteEnds, w.ends = r.scanner, r.depth, true, r.ends
	w.value()
	r.scanner, r.ends = w.scanner, w.ends
}

// adopt fails as another reader of the same text has.
func (r *Reader) adopt(err *SyntaxError) {
	if err != nil {
		r.fail(err.Offset, err.Msg)
	}
}
