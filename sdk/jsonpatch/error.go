package jsonpatch

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Class is why a patch was not applied.
type Class uint8

const (
	// Malformed is a patch that is none, whatever the document.
	Malformed Class = iota + 1
	// Inapplicable is a well-formed operation that this document does not allow: what it names is not there, a test fails,
	// a value would move into itself.
	Inapplicable
	// OverLimit is an operation after which the document would be too long, or a patch after which it would be nested
	// too deep to be read again.
	OverLimit
)

// String is the class in words.
func (c Class) String() string {
	switch c {
	case Malformed:
		return "malformed"
	case Inapplicable:
		return "inapplicable"
	case OverLimit:
		return "over the limit"
	}
	return "Class(" + strconv.Itoa(int(c)) + ")"
}

var (
	// ErrUnknownOp is in an [Error] of class [Malformed] when it is the name of the operation that is wrong.
	ErrUnknownOp = errors.New("there is no operation of that name")
	// ErrTestFailed is in an [Error] of class [Inapplicable] when a test found another value.
	ErrTestFailed = errors.New("there is another value")
)

// Error is a patch that was not applied.
type Error struct {
	// Index is which operation is at fault, from 0; -1 for the patch as a whole.
	Index int
	// Op is the operation's name.
	Op string
	// Pointer is that of the operation's pointers which is at fault: its path or its from.
	Pointer string
	Class   Class
	// Err is what is wrong with it, in one line.
	Err error
}

// Error names the operation and quotes the pointer, shortened where it is long.
func (e *Error) Error() string {
	if e.Index < 0 {
		return fmt.Sprintf("the patch is %s: %v", e.Class, e.Err)
	}
	return fmt.Sprintf("operation %d (%s at %s) is %s: %v", e.Index, short(e.Op), quote(e.Pointer), e.Class, e.Err)
}

// Unwrap is what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// quote is s in quotes, and short is s, of which they show no more than it takes to find it again.
func quote(s string) string { return strconv.Quote(short(s)) }

func short(s string) string {
	const most = 100 // bytes
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// describe is a kind of value with its article.
func describe(k jsonx.Kind) string {
	switch k {
	case jsonx.KindNull:
		return "null"
	case jsonx.KindArray, jsonx.KindObject:
		return "an " + k.String()
	}
	return "a " + k.String()
}
