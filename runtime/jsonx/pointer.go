package jsonx

import (
	"strconv"
	"strings"
)

// AppendPointer appends a slash and a reference token to an RFC 6901 pointer, with ~ as ~0 and / as ~1.
func AppendPointer(b []byte, token string) []byte {
	b = append(b, '/')
	for i := 0; i < len(token); i++ {
		switch token[i] {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, token[i])
		}
	}
	return b
}

// pointerAfter is the place in a document at which a text that is the beginning of it stops: where the next value, or
// the name of the next member, would begin. That makes pointers free until somebody asks for one.
func pointerAfter(text string) string {
	var w walker
	w.s = text
	w.value()
	if w.err == nil {
		return "" // a whole value; nothing comes after it
	}
	return w.pointer()
}

// duplicateName says that a member's name repeats.
func duplicateName(name string) string {
	const most = 64 // bytes; it only has to be recognised
	if len(name) > most {
		name = strings.ToValidUTF8(name[:most], "") + "…"
	}
	return "duplicate member " + strconv.Quote(name)
}
