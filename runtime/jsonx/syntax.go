package jsonx

import (
	"fmt"
	"unicode/utf8"
)

// MaxDepth is how deep arrays and objects may nest. A text that nests deeper is a syntax error.
const MaxDepth = 10000

// MaxExponent is the largest magnitude a number's exponent may have, as written. It bounds the work of exact
// arithmetic; whatever fits a float64 is far below it.
const MaxExponent = 9999

// Kind is the kind of a JSON value.
type Kind uint8

// The kinds, in the order in which JSON Schema's messages list them. KindInvalid is no kind: there is no value, because
// the text has ended or is not JSON.
const (
	KindInvalid Kind = iota
	KindNull
	KindBoolean
	KindNumber
	KindString
	KindArray
	KindObject
)

// String is the name of the kind as JSON Schema has it; "invalid" for no kind.
func (k Kind) String() string {
	switch k {
	case KindNull:
		return "null"
	case KindBoolean:
		return "boolean"
	case KindNumber:
		return "number"
	case KindString:
		return "string"
	case KindArray:
		return "array"
	case KindObject:
		return "object"
	}
	return "invalid"
}

// kindOf is the kind of value that a byte begins.
var kindOf = [256]Kind{
	'n': KindNull, 't': KindBoolean, 'f': KindBoolean, '"': KindString, '[': KindArray, '{': KindObject,
	'-': KindNumber, '0': KindNumber, '1': KindNumber, '2': KindNumber, '3': KindNumber, '4': KindNumber,
	'5': KindNumber, '6': KindNumber, '7': KindNumber, '8': KindNumber, '9': KindNumber,
}

// SyntaxError says that a text is not JSON as this package takes it; the package's comment lists where that is stricter
// than RFC 8259.
type SyntaxError struct {
	// Offset is where in the text, in bytes from its start.
	Offset int
	// Msg says what is wrong there, in one line, without a full stop.
	Msg string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("invalid JSON at byte %d: %s", e.Offset, e.Msg)
}

const (
	msgUTF8      = "invalid UTF-8"
	msgEnd       = "the text ends in the middle of a value"
	msgString    = "the text ends in the middle of a string"
	msgControl   = "control character in a string; it must be escaped"
	msgEscape    = "invalid escape sequence in a string"
	msgSurrogate = "escaped surrogate without its other half"
	msgLiteral   = "unknown word; only true, false and null are values"
	msgNumber    = "malformed number"
	msgZero      = "number with a leading zero"
	msgExponent  = "number whose exponent is beyond 9999"
	msgRange     = "number beyond the range of a 64-bit float"
	msgDepth     = "more than 10000 arrays and objects inside one another"
	msgTrailing  = "text after the end of the value"
	msgBOM       = "byte order mark; JSON text starts without one"
	msgTooLong   = "text of 4 GiB or more"
)

// unexpected describes what stands at offset i, where want should be.
func unexpected(s string, i int, want string) string {
	if i >= len(s) {
		return msgEnd
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	switch {
	case r == utf8.RuneError && n == 1:
		return msgUTF8
	case r == '\uFEFF' && i == 0:
		return msgBOM
	}
	return fmt.Sprintf("unexpected %q; %s should be here", r, want)
}
