package wire

import (
	"encoding/binary"
	"math"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"google.golang.org/protobuf/encoding/protowire"
)

// Wire types, the low three bits of a field's key. A key is num<<3 | type.
const (
	VarintType  = uint64(protowire.VarintType)
	Fixed32Type = uint64(protowire.Fixed32Type)
	Fixed64Type = uint64(protowire.Fixed64Type)
	BytesType   = uint64(protowire.BytesType)
)

// EncodeError is a value that has no form on protobuf.
type EncodeError struct {
	// Pointer is where it is, as an RFC 6901 pointer into the value's JSON form; "" is the value itself.
	Pointer string
	Msg     string
}

func (e *EncodeError) Error() string {
	if e.Pointer == "" {
		return "cannot be written as protobuf: " + e.Msg
	}
	return e.Pointer + ": cannot be written as protobuf: " + e.Msg
}

// Writer appends fields to a buffer. Its first error sticks: what is written after it does not count. A Writer is meant
// to live on the stack of one call.
type Writer struct {
	buf   []byte
	start int
	err   *EncodeError
	// errAt is where in buf the error was met: within a message, where that is not before its Begin.
	errAt int
	late  *late // nil until open data nests deep
}

// NewWriter appends to b.
func NewWriter(b []byte) Writer { return Writer{buf: b, start: len(b)} }

// Result is the buffer, or the buffer as it was before with an [*EncodeError].
func (w *Writer) Result() ([]byte, error) {
	if w.err != nil {
		return w.buf[:w.start], w.err
	}
	return w.buf, nil
}

// Fail records that the value in the named member has no form on protobuf. An empty name is the value being written. What
// that value is in, the pointer gets from [Writer.EndIn] and the like.
func (w *Writer) Fail(name, msg string) {
	if w.err != nil {
		return
	}
	w.err, w.errAt = &EncodeError{Msg: msg}, len(w.buf)
	w.buf = append(w.buf, 0) // so that every mark taken from now on is past the error
	if name != "" {
		w.err.Pointer = token(name)
	}
}

// Absent is [Writer.Fail] for a value that must be there and is not.
func (w *Writer) Absent(name string) { w.Fail(name, "the required value is absent") }

// token is a step into a member, as a pointer has it (RFC 6901, section 3).
func token(name string) string { return string(jsonx.AppendPointer(nil, name)) }

// key appends a field's key.
func (w *Writer) key(num int, typ uint64) {
	if num < 16 {
		w.buf = append(w.buf, byte(num<<3)|byte(typ))
		return
	}
	w.buf = protowire.AppendVarint(w.buf, uint64(num)<<3|typ)
}

// Begin opens a message in field num. Its result goes to [Writer.End].
func (w *Writer) Begin(num int) int {
	if num < 16 {
		w.buf = append(w.buf, byte(num<<3)|byte(BytesType), 0)
		return len(w.buf)
	}
	w.key(num, BytesType)
	w.buf = append(w.buf, 0)
	return len(w.buf)
}

// End closes the message that Begin opened, and writes its length before it.
func (w *Writer) End(at int) {
	n := len(w.buf) - at
	if n < 1<<7 {
		w.buf[at-1] = byte(n)
		return
	}
	w.buf = putLength(w.buf, at, n)
}

// putLength makes room for a length of more than the one byte that was reserved for it, and writes it.
func putLength(b []byte, at, n int) []byte {
	size := protowire.SizeVarint(uint64(n))
	var room [9]byte
	b = append(b, room[:size-1]...)
	copy(b[at+size-1:], b[at:])
	protowire.AppendVarint(b[:at-1], uint64(n))
	return b
}

// String writes a text, also an empty one. The name is that of the member it comes from.
func (w *Writer) String(num int, name, s string) {
	i, n := len(w.buf), len(s)
	if num >= 16 || n < 8 || n >= 1<<7 || i+2+n > cap(w.buf) {
		w.string(num, name, s)
		return
	}
	// Most texts of most messages are such: here they are copied and looked at in one go, see the file text.go.
	w.buf = w.buf[:i+2+n]
	b := w.buf[i:]
	b[0], b[1] = byte(num<<3)|byte(BytesType), byte(n)
	b = b[2:]
	x := load(s, n-8)
	binary.LittleEndian.PutUint64(b[n-8:], x)
	for i := 0; i < n-8; i += 8 {
		y := load(s, i)
		binary.LittleEndian.PutUint64(b[i:], y)
		x |= y
	}
	if x&tops != 0 && !utf8.ValidString(s) {
		w.Fail(name, "the text is not valid UTF-8")
	}
}

// string is String for any text.
func (w *Writer) string(num int, name, s string) {
	w.key(num, BytesType)
	w.buf = append(protowire.AppendVarint(w.buf, uint64(len(s))), s...)
	if !isText(s) {
		w.Fail(name, "the text is not valid UTF-8")
	}
}

// Lit writes fields that are encoded already: because they are always the same, or because they are kept as they came.
func (w *Writer) Lit(fields string) { w.buf = append(w.buf, fields...) }

// Int64 writes an int64; a negative one takes ten bytes.
func (w *Writer) Int64(num int, v int64) { w.Uint64(num, uint64(v)) }

// Uint64 writes a uint64.
func (w *Writer) Uint64(num int, v uint64) {
	w.key(num, VarintType)
	w.buf = protowire.AppendVarint(w.buf, v)
}

// Enum writes the number of an enum's value.
func (w *Writer) Enum(num int, v int32) { w.Uint64(num, uint64(int64(v))) }

// Bool writes a bool.
func (w *Writer) Bool(num int, v bool) { w.Uint64(num, protowire.EncodeBool(v)) }

// Double writes a float64. One that is not finite has no form in JSON and fails.
func (w *Writer) Double(num int, name string, v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		w.Fail(name, "the number is not finite")
	}
	w.key(num, Fixed64Type)
	w.buf = protowire.AppendFixed64(w.buf, math.Float64bits(v))
}
