package jsonx

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

var (
	// ErrAbsent says that a value which must be there is absent.
	ErrAbsent = errors.New("required value is absent")
	// ErrUTF8 says that a Go string is not valid UTF-8, so there is no JSON string that holds it.
	ErrUTF8 = errors.New("string is not valid UTF-8")
	// ErrNotFinite says that a float is infinite or not a number, which JSON has no number for.
	ErrNotFinite = errors.New("number is not finite")
	// ErrNoJSON says that a value is kept as the protobuf it came as, because its schema does not know it.
	ErrNoJSON = errors.New("it came as protobuf, and what it would be in JSON is not known")
)

// EncodeError says that a Go value has no JSON form, and where.
type EncodeError struct {
	// Pointer is the RFC 6901 pointer of the place in the text that was being written.
	Pointer string
	// Err is what is wrong: one of this package's errors, a *[SyntaxError] for raw JSON that is none, or what
	// Writer.Fail was given.
	Err error
	// More are further failures in the same text, no more than 100. Only a writer for which nothing is left out goes on to
	// look for them, see [NewWhole].
	More []*EncodeError
}

// maxMore bounds what is said of one text: each failure is found by reading the text up to it.
const maxMore = 100

func (e *EncodeError) Error() string {
	if e.Pointer == "" {
		return e.Err.Error()
	}
	return e.Pointer + ": " + e.Err.Error()
}

func (e *EncodeError) Unwrap() error { return e.Err }

// Writer appends one JSON text to a buffer: in one line, without white space, and escaping nothing that need not be. It
// is meant to live on its user's stack and to be passed by pointer.
//
// Brackets, names and commas are the caller's, as constant text for Lit and Member; that is what makes it fast. The
// first error sticks, and Result gives it; code that writes need not look at it before it is done. An error's pointer
// costs nothing until then: it is found from what has been written so far.
type Writer struct {
	b []byte
	// original is the buffer as it was given.
	original []byte
	err      *EncodeError
	// draft tells to write something else in the place of what fails.
	draft bool
	// whole tells that nothing may be left out.
	whole bool
}

// NewWriter appends to b, which may be nil.
func NewWriter(b []byte) Writer { return Writer{b: b, original: b} }

// NewDraft is a writer that never fails: where a value has no JSON form it writes null in its place, it replaces what is
// not UTF-8 in names, and leaves out members that are none. It is for showing a value that cannot be sent.
func NewDraft(b []byte) Writer { return Writer{b: b, original: b, draft: true, whole: true} }

// NewWhole is a writer for which nothing is left out: what a value holds that has no JSON form, and that others would do
// without, fails. It is for judging a value, and so goes on after a failure to find the others.
func NewWhole(b []byte) Writer { return Writer{b: b, original: b, whole: true} }

// Whole tells whether nothing may be left out: w is from [NewWhole] or [NewDraft].
func (w *Writer) Whole() bool { return w.whole }

// Result is the buffer with the text appended; or, after an error, the buffer as it was given, and an *[EncodeError].
func (w *Writer) Result() ([]byte, error) {
	if w.err != nil {
		return w.original, w.err
	}
	return w.b, nil
}

// Fail says that what would be written here has no JSON form. Only the first failure counts, but for [EncodeError.More].
func (w *Writer) Fail(err error) {
	w.note(err)
	if w.whole {
		w.b = append(w.b, "null"...) // so that what follows has its place
	}
}

// note is a failure, unless w never fails.
func (w *Writer) note(err error) {
	switch {
	case w.draft:
	case w.err == nil:
		w.err = w.failure(err)
	case w.whole && len(w.err.More) < maxMore:
		w.err.More = append(w.err.More, w.failure(err))
	}
}

func (w *Writer) failure(err error) *EncodeError {
	return &EncodeError{Pointer: pointerAfter(string(w.b[len(w.original):])), Err: err}
}

// Lit appends text as it is.
func (w *Writer) Lit(text string) { w.b = append(w.b, text...) }

// Comma appends a comma, unless directly after an opening bracket.
func (w *Writer) Comma() {
	if n := len(w.b); n > len(w.original) && w.b[n-1] != '{' && w.b[n-1] != '[' {
		w.b = append(w.b, ',')
	}
}

// Member begins a member: a comma where one is needed, and then text, which is its name, in quotes and escaped, and the
// colon.
func (w *Writer) Member(text string) {
	w.Comma()
	w.b = append(w.b, text...)
}

// Key begins a member whose name is data: a comma where one is needed, the name, and the colon.
func (w *Writer) Key(name string) {
	w.Comma()
	if w.whole && !utf8.ValidString(name) {
		w.note(ErrUTF8)
		name = strings.ToValidUTF8(name, "\uFFFD")
	}
	w.String(name)
	w.b = append(w.b, ':')
}

// Bool writes a boolean.
func (w *Writer) Bool(v bool) { w.b = strconv.AppendBool(w.b, v) }

// Int64 writes an integer.
func (w *Writer) Int64(v int64) { w.b = strconv.AppendInt(w.b, v, 10) }

// Uint64 writes an integer.
func (w *Writer) Uint64(v uint64) { w.b = strconv.AppendUint(w.b, v, 10) }

// Float64 writes a number as [AppendFloat64] does.
func (w *Writer) Float64(v float64) {
	b, err := AppendFloat64(w.b, v)
	if err != nil {
		w.Fail(err)
		return
	}
	w.b = b
}

// String writes a string as [AppendString] does.
func (w *Writer) String(s string) {
	b, ok := appendString(w.b, s)
	if !ok {
		w.Fail(ErrUTF8)
		return
	}
	w.b = b
}

// Raw writes a value without its white space. One that is absent is [ErrAbsent]; one that is not JSON, which only code
// can have made, is a *[SyntaxError].
func (w *Writer) Raw(v Raw) {
	if v == "" {
		w.Fail(ErrAbsent)
		return
	}
	b, err := appendCompact(w.b, string(v))
	if err != nil {
		w.Fail(err)
		return
	}
	w.b = b
}

// Members writes members that are text: names and values with commas between, as Reader.Kept gives them. White space is
// left out. They follow what has been written of the object. Text that is no such thing is a *[SyntaxError].
func (w *Writer) Members(members string) {
	if members != "" {
		w.members(members)
	}
}

func (w *Writer) members(members string) {
	before := len(w.b)
	w.Comma()
	var c walker
	c.s, c.compact, c.out = members, true, w.b
	c.members()
	c.flush()
	if c.err != nil {
		w.note(c.err)
		w.b = w.b[:before]
		return
	}
	w.b = c.out
}

// AppendString appends s as a JSON string, escaped as JSON.stringify of ECMAScript does: the quote, the backslash and
// control characters, and nothing else. It is [ErrUTF8] for a string that is not valid UTF-8; then b is returned as it
// was.
func AppendString(b []byte, s string) ([]byte, error) {
	out, ok := appendString(b, s)
	if !ok {
		return b, ErrUTF8
	}
	return out, nil
}

func appendString(b []byte, s string) ([]byte, bool) {
	b = append(b, '"')
	i := skipText(s, 0)
	if i == len(s) {
		b = append(b, s...)
		return append(b, '"'), true
	}
	start := 0
	for i < len(s) {
		c := s[i]
		if c >= 0x80 {
			return b, false
		}
		b = append(b, s[start:i]...)
		b = appendEscape(b, c)
		start = i + 1
		i = skipText(s, start)
	}
	b = append(b, s[start:]...)
	return append(b, '"'), true
}

func appendEscape(b []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// AppendFloat64 appends v as ECMAScript's Number::toString writes it: the shortest digits that give v back, with an
// exponent from 1e21 up and below 1e-6, and 0 for -0. It is [ErrNotFinite] for what is no number; then b is returned as
// it was.
func AppendFloat64(b []byte, v float64) ([]byte, error) {
	if n := int64(v); float64(n) == v && -1<<53 < n && n < 1<<53 {
		return strconv.AppendInt(b, n, 10), nil
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return b, ErrNotFinite
	}
	if abs := math.Abs(v); abs >= 1e-6 && abs < 1e21 {
		if out, ok := appendShortFloat(b, v, abs); ok {
			return out, nil
		}
		return strconv.AppendFloat(b, v, 'f', -1, 64), nil
	}
	b = strconv.AppendFloat(b, v, 'e', -1, 64)
	// Go writes at least two digits of exponent, ECMAScript as few as it takes.
	if n := len(b); b[n-4] == 'e' && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b, nil
}

// appendShortFloat appends v, whose magnitude is abs and which has a fraction, if it needs no more than seven digits after
// the point and fifteen altogether. Most numbers that people write are such, and found to be by arithmetic: no two texts of
// up to fifteen digits are the same float, so that one which gives v back is the shortest.
func appendShortFloat(b []byte, v, abs float64) ([]byte, bool) {
	for _, scale := range [...]float64{1e3, 1e7} {
		scaled := math.Round(abs * scale)
		if scaled >= 1e15 || scaled/scale != abs {
			continue
		}
		if v < 0 {
			b = append(b, '-')
		}
		n, unit := uint64(scaled), uint64(scale)
		b = append(strconv.AppendUint(b, n/unit, 10), '.')
		for n %= unit; n > 0; n %= unit {
			unit /= 10
			b = append(b, '0'+byte(n/unit))
		}
		return b, true
	}
	return b, false
}

// appendCompact appends a JSON value without its white space. Its error is a *[SyntaxError]; then b is returned as it
// was.
func appendCompact(b []byte, text string) ([]byte, error) {
	if s := (scanner{s: text}); text != "" && text[0] != '{' && text[0] != '[' {
		// Most values are short ones that need no walk.
		s.scalar(text[0])
		if s.err == nil && s.pos == len(text) {
			return append(b, text...), nil
		}
	}
	var w walker
	w.s, w.compact, w.out = text, true, b
	w.value()
	w.flush()
	w.end()
	if w.err != nil {
		return b, w.err
	}
	return w.out, nil
}
