package lower

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escape reads a backslash and what it escapes, outside a class or inside one.
func (t *ecma) escape(inClass bool) (charSet, error) {
	start := t.at
	t.at++
	if !t.more() {
		return charSet{}, t.errorf(start, "", `ends in a lone \`)
	}
	c := t.rune()
	if set, ok := classEscapes[c]; ok {
		return set, nil
	}
	if r, ok := controlEscapes[c]; ok {
		return oneRune(r), nil
	}
	switch {
	case c == 'b' && inClass:
		return oneRune('\b'), nil
	case c == 'c':
		if l := t.next() | 0x20; 'a' <= l && l <= 'z' {
			t.at++
			return oneRune(rune(l & 0x1F)), nil
		}
	case c == '0' && (t.next() < '0' || t.next() > '9'):
		return oneRune(0), nil
	case c == 'x':
		if r, ok := t.hex(2); ok {
			return oneRune(r), nil
		}
	case c == 'u':
		if r, ok := t.unicodeEscape(); ok {
			return oneRune(r), nil
		}
	case c == 'p' || c == 'P':
		return t.property(start, c == 'P')
	case c == 'k' && !inClass, '1' <= c && c <= '9' && !inClass:
		return charSet{}, t.errorf(start, "RE2 has none; spell out what it may repeat", "refers back to a group with %s", t.source[start:t.at])
	case strings.ContainsRune(`^$\.*+?()[]{}|/`, c), c == '-' && inClass:
		return oneRune(c), nil
	case c < utf8.RuneSelf && (unicode.IsPunct(c) || unicode.IsSymbol(c)):
		t.onlyOlder(start, "write "+string(c)+" without the backslash")
		return oneRune(c), nil
	}
	return charSet{}, t.errorf(start, unknownEscapeHint(c), "has the escape %s, which ECMA-262 does not define", t.source[start:t.at])
}

// unknownEscapeHint tells those who know the escape from another language.
func unknownEscapeHint(c rune) string {
	switch c {
	case 'A':
		return "write ^ for the start of the text"
	case 'z', 'Z':
		return "write $ for the end of the text"
	case 'a':
		return `write \x07 for the bell character`
	case 'e':
		return `write \x1B for the escape character`
	case 'h':
		return `write [\t\p{Zs}] for horizontal space`
	}
	return ""
}

var controlEscapes = map[rune]rune{'t': '\t', 'n': '\n', 'v': '\v', 'f': '\f', 'r': '\r'}

// hex reads exactly n hexadecimal digits.
func (t *ecma) hex(n int) (rune, bool) {
	if t.at+n > len(t.source) || strings.Trim(t.source[t.at:t.at+n], "0123456789abcdefABCDEF") != "" {
		return 0, false
	}
	v, err := strconv.ParseUint(t.source[t.at:t.at+n], 16, 32)
	if err != nil {
		return 0, false
	}
	t.at += n
	return rune(v), true
}

// unicodeEscape reads what follows \u: four digits, twice for a surrogate pair, or any number of them in braces.
func (t *ecma) unicodeEscape() (rune, bool) {
	if t.accept("{") {
		t.unicode = true
		digits, _, closed := strings.Cut(t.source[t.at:], "}")
		if !closed || digits == "" || strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
			return 0, false
		}
		v, err := strconv.ParseUint(digits, 16, 64)
		if err != nil || v > unicode.MaxRune {
			return 0, false
		}
		t.at += len(digits) + 1
		return rune(v), true
	}
	high, ok := t.hex(4)
	if !ok || high < 0xD800 || high > 0xDBFF {
		return high, ok
	}
	before := t.at
	if t.accept(`\u`) {
		if low, ok := t.hex(4); ok && 0xDC00 <= low && low <= 0xDFFF {
			t.unicode = true
			return 0x10000 + (high-0xD800)<<10 + (low - 0xDC00), true
		}
	}
	t.at = before
	return high, true
}
