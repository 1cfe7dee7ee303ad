package wire

import (
	"fmt"
	"math"

	"github.com/agui-gen/agui-gen/runtime/unknown"
	"google.golang.org/protobuf/encoding/protowire"
)

// Error is bytes that are no message, or not the one that was expected: a broken frame.
type Error struct {
	// Offset is where, in bytes from the start of the frame; -1 where fields that came in pieces were put together first.
	Offset int
	Msg    string
}

func (e *Error) Error() string {
	if e.Offset < 0 {
		return "broken protobuf: " + e.Msg
	}
	return fmt.Sprintf("broken protobuf at byte %d: %s", e.Offset, e.Msg)
}

// maxDepth is how deep messages and groups may nest; it bounds the stack that hostile bytes can take.
const maxDepth = 10000

// maxMerges is how many messages inside one another may each have come in several pieces. Pieces are put together in a
// copy, so each of them costs as much memory as what is left of the frame; no encoder that is known sends even one.
const maxMerges = 8

// Reader reads the fields of one message from a string, of which every text it hands out is a part. Its first error
// sticks and ends every loop:
//
//	for r.Next() {
//		switch r.Key() {
//		case 2<<3 | wire.BytesType:
//			e.MessageID = r.String()
//		default:
//			e.Unknown = r.Keep(e.Unknown, 0)
//		}
//	}
//	return r.Err()
//
// A known number with another wire type has another key, and so is an unknown field, as protobuf says.
type Reader struct {
	s      string
	pos    int
	start  int // of the current field
	key    uint64
	base   int // offset of s in the frame, -1 when it has none
	depth  int // in how many messages s is
	merges int // in how many of them s is a copy
	err    *Error
	wrong  *mismatches
}

// NewReader reads a whole frame.
func NewReader(s string) Reader { return Reader{s: s} }

// Err is the first error, nil when there was none.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Fail records that the message is broken for a reason that the generated code knows.
func (r *Reader) Fail(msg string) {
	if r.err != nil {
		return
	}
	at := -1
	if r.base >= 0 {
		at = r.base + min(r.pos, len(r.s))
	}
	r.err = &Error{Offset: at, Msg: msg}
}

// Next reads the next field's key. It is false at the end and after an error.
func (r *Reader) Next() bool {
	if i := r.pos; i < len(r.s) && r.err == nil {
		if c := r.s[i]; c-8 < 0x80-8 { // a number from 1 to 15, as nearly all are
			r.start, r.pos, r.key = i, i+1, uint64(c)
			return true
		}
		return r.next()
	}
	return false
}

// next is Next for any field.
func (r *Reader) next() bool {
	r.start = r.pos
	r.key = r.varint()
	if r.err != nil {
		return false
	}
	if num := r.key >> 3; num == 0 || num > uint64(protowire.MaxValidNumber) {
		r.pos = r.start
		r.Fail(fmt.Sprintf("field number %d", num))
		return false
	}
	return true
}

// Key is the current field's key: num<<3 | wire type.
func (r *Reader) Key() uint64 { return r.key }

// varint reads a varint.
func (r *Reader) varint() uint64 {
	var v uint64
	for shift := uint(0); shift < 64; shift += 7 {
		if r.pos >= len(r.s) {
			r.Fail("a varint that does not end")
			return 0
		}
		c := r.s[r.pos]
		r.pos++
		if shift == 63 && c > 1 {
			break
		}
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
	}
	r.Fail("a varint of more than 64 bits")
	return 0
}

// Bytes reads a length and what it counts.
func (r *Reader) Bytes() string {
	if i := r.pos; i < len(r.s) {
		if n := int(r.s[i]); n < 0x80 && n < len(r.s)-i {
			r.pos = i + 1 + n
			return r.s[i+1 : r.pos]
		}
	}
	return r.longBytes()
}

// longBytes is Bytes for any length, also one past the end.
func (r *Reader) longBytes() string {
	n := r.varint()
	if r.err != nil {
		return ""
	}
	if n > uint64(len(r.s)-r.pos) {
		r.Fail("a length past the end")
		return ""
	}
	s := r.s[r.pos : r.pos+int(n)]
	r.pos += int(n)
	return s
}

// String reads a text.
func (r *Reader) String() string {
	s := r.Bytes()
	if !isText(s) {
		r.pos -= len(s)
		r.Fail("a text that is not valid UTF-8")
		return ""
	}
	return s
}

// Int64 reads an int64.
func (r *Reader) Int64() int64 { return int64(r.varint()) }

// Uint64 reads a uint64.
func (r *Reader) Uint64() uint64 { return r.varint() }

// Bool reads a bool.
func (r *Reader) Bool() bool { return r.varint() != 0 }

// Enum reads the number of an enum's value, which may be one that nobody here knows.
func (r *Reader) Enum() int32 { return int32(r.varint()) }

// Double reads a float64, which must be finite.
func (r *Reader) Double() float64 {
	if len(r.s)-r.pos < 8 {
		r.Fail("a double that does not end")
		return 0
	}
	v := math.Float64frombits(load(r.s, r.pos))
	if math.IsNaN(v) || math.IsInf(v, 0) {
		r.Fail("a number that is not finite")
		return 0
	}
	r.pos += 8
	return v
}

// Message is the bytes of a singular message field, put together from all its occurrences: to concatenate them is to
// merge the messages, as protobuf wants it. The zero Message is one that did not occur.
type Message struct {
	bytes  string  // the first occurrence, and nearly always the only one
	merged *[]byte // all of them, once there are several; behind a pointer, so that a Message fits into registers
	base   int
	depth  int
	merges int
	set    bool
}

// Message reads an occurrence of a message field and adds it to what came before.
func (r *Reader) Message(before Message) Message {
	s := r.Bytes()
	switch {
	case r.depth >= maxDepth:
		r.Fail("messages nested too deep")
		return before
	case before.set && s == "":
		return before
	case !before.set || before.bytes == "" && before.merged == nil:
		m := Message{bytes: s, base: -1, depth: r.depth + 1, merges: r.merges, set: true}
		if r.base >= 0 {
			m.base = r.base + r.pos - len(s)
		}
		return m
	case r.merges >= maxMerges:
		r.Fail("messages in pieces inside one another")
		return before
	case before.merged == nil:
		merged := append([]byte(before.bytes), s...)
		before.merged = &merged
		before.merges = r.merges + 1
	default:
		*before.merged = append(*before.merged, s...)
	}
	return before
}

// Set tells that the field occurred.
func (m *Message) Set() bool { return m.set }

// Is tells whether the field occurred and its message is just these bytes.
func (m *Message) Is(fields string) bool { return m.set && m.merged == nil && m.bytes == fields }

// Reader reads the fields of the message, of none where it did not occur.
func (m Message) Reader() Reader {
	if m.merged != nil {
		return Reader{s: string(*m.merged), base: -1, depth: m.depth, merges: m.merges}
	}
	return Reader{s: m.bytes, base: m.base, depth: m.depth, merges: m.merges}
}

// Sub reads the fields of a message in the current field, of one occurrence: an item of a repeated field.
func (r *Reader) Sub() Reader {
	s := r.Bytes()
	if r.depth >= maxDepth {
		r.Fail("messages nested too deep")
		return Reader{}
	}
	base := -1
	if r.base >= 0 {
		base = r.base + r.pos - len(s)
	}
	return Reader{s: s, base: base, depth: r.depth + 1, merges: r.merges}
}

// Count is how many fields like the current one there are, from it on: the length of a list, at its first item.
func (r *Reader) Count() int {
	look, n := *r, 1
	look.Skip()
	for look.Next() {
		if look.key == r.key {
			n++
		}
		look.Skip()
	}
	return n
}

// Text is all the bytes that r reads from, whether or not it has read them.
func (r *Reader) Text() string { return r.s }

// Keep passes over the current field and keeps its bytes, key included, in a slot of f.
func (r *Reader) Keep(f *unknown.Fields, slot int) *unknown.Fields {
	if r.Skip(); r.err != nil {
		return f
	}
	return f.AddProto(slot, r.s, r.start, r.pos)
}

// Skip passes over the current field.
func (r *Reader) Skip() { r.skip(r.key, 0) }

// skip passes over the value of a field.
func (r *Reader) skip(key uint64, depth int) {
	switch protowire.Type(key & 7) {
	case protowire.VarintType:
		r.varint()
	case protowire.Fixed64Type:
		r.advance(8)
	case protowire.Fixed32Type:
		r.advance(4)
	case protowire.BytesType:
		r.Bytes()
	case protowire.StartGroupType:
		r.skipGroup(key>>3, depth)
	case protowire.EndGroupType:
		r.Fail("the end of a group that did not begin")
	default:
		r.Fail(fmt.Sprintf("wire type %d", key&7))
	}
}

func (r *Reader) skipGroup(num uint64, depth int) {
	if depth == maxDepth {
		r.Fail("groups nested too deep")
		return
	}
	for r.err == nil {
		if r.pos == len(r.s) {
			r.Fail("a group that is not closed")
			return
		}
		key := r.varint()
		if r.err != nil {
			return
		}
		switch {
		case key>>3 == 0 || key>>3 > uint64(protowire.MaxValidNumber):
			r.Fail(fmt.Sprintf("field number %d", key>>3))
		case protowire.Type(key&7) != protowire.EndGroupType:
			r.skip(key, depth+1)
		case key>>3 != num:
			r.Fail("a group closed with another number")
		default:
			return
		}
	}
}

func (r *Reader) advance(n int) {
	if len(r.s)-r.pos < n {
		r.Fail("a number that does not end")
		return
	}
	r.pos += n
}
