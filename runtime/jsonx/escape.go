package jsonx

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// escapeLen is the length of the escape sequence that s begins with: 2, 6, or 12 for two that make one character. Where
// it is invalid the length is 0 and msg says why.
func escapeLen(s string) (n int, msg string) {
	if len(s) < 2 {
		return 0, msgString
	}
	switch s[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, ""
	case 'u':
	default:
		return 0, msgEscape
	}
	u, ok := hex4(s[2:])
	switch {
	case !ok && len(s) < 6:
		return 0, msgString
	case !ok:
		return 0, msgEscape
	case u < 0xD800 || u > 0xDFFF:
		return 6, ""
	case u > 0xDBFF || len(s) < 12 || s[6] != '\\' || s[7] != 'u':
		return 0, msgSurrogate
	}
	if low, ok := hex4(s[8:]); !ok || low < 0xDC00 || low > 0xDFFF {
		return 0, msgSurrogate
	}
	return 12, ""
}

// hex4 is the number that the first four bytes of s are in hexadecimal.
func hex4(s string) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	var u rune
	for i := range 4 {
		b := s[i]
		switch {
		case b-'0' <= 9:
			b -= '0'
		case b|0x20-'a' <= 5:
			b = b | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		u = u<<4 | rune(b)
	}
	return u, true
}

// decodeEscape is the character that the escape sequence at the start of s stands for, and the sequence's length. The
// sequence is valid: escapeLen has seen it.
func decodeEscape(s string) (rune, int) {
	switch s[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		u, _ := hex4(s[2:])
		if u < 0xD800 || u > 0xDFFF {
			return u, 6
		}
		low, _ := hex4(s[8:])
		return (u-0xD800)<<10 | (low - 0xDC00) + 0x10000, 12
	}
	return rune(s[1]), 2
}

// appendDecoded appends what the text between a string's quotes stands for. It is never longer than the text.
func appendDecoded(b []byte, text string) []byte {
	for {
		i := indexBackslash(text)
		b = append(b, text[:i]...)
		if i == len(text) {
			return b
		}
		r, n := decodeEscape(text[i:])
		if r < utf8.RuneSelf {
			b = append(b, byte(r))
		} else {
			b = utf8.AppendRune(b, r)
		}
		text = text[i+n:]
	}
}

// indexBackslash is the offset of the first backslash, len(s) where there is none.
func indexBackslash(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		x := load(s, i) ^ '\\'*ones
		if zero := (x - ones) &^ x & tops; zero != 0 { // marks the first byte that is zero, and perhaps some after it
			return i + bits.TrailingZeros64(zero)>>3
		}
	}
	for ; i < len(s); i++ {
		if s[i] == '\\' {
			return i
		}
	}
	return i
}

// decode is what the text between a string's quotes stands for.
func decode(text string) string {
	var a arena
	return a.decode(text, len(text))
}

// arena is memory from which decoded strings are cut, so that a text with many of them costs few allocations. What was
// cut is never written again.
type arena []byte

// arenaChunk is how much an arena asks for at once: enough for many short strings, little enough that one that outlives
// its siblings does not hold much.
const arenaChunk = 1024

// decode is what the text between a string's quotes stands for. rest is an upper bound of what will be asked for
// altogether.
func (a *arena) decode(text string, rest int) string {
	if text == "" {
		return ""
	}
	b := *a
	if cap(b)-len(b) < len(text) {
		b = make([]byte, 0, max(len(text), min(rest, arenaChunk)))
	}
	n := len(b)
	b = appendDecoded(b, text)
	*a = b
	return unsafe.String(&b[n], len(b)-n)
}
