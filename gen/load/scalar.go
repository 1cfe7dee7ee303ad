package load

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// literal reads a bare word. What is not true, false or null is reported and stands as null.
func (p *parser) literal() (Kind, string) {
	start := p.at
	switch word := p.word(); word {
	case "true", "false":
		return Bool, word
	case "null":
		return Null, word
	default:
		p.fail(start, wordHints[word], "%s is no JSON value", word)
		return Null, "null"
	}
}

// wordHints are for the words that other languages have for what JSON has one of its own, or none.
var wordHints = map[string]string{
	"True": "write true", "TRUE": "write true", "False": "write false", "FALSE": "write false",
	"None": "write null", "Null": "write null", "NULL": "write null", "nil": "write null", "undefined": "write null, or leave the member out",
	"NaN": "JSON has only finite numbers", "Infinity": "JSON has only finite numbers",
}

// word reads what can be read as one word.
func (p *parser) word() string {
	start := p.at
	for c := p.peek(); isLetter(c) || isDigit(c); c = p.peek() {
		p.at++
	}
	return p.src[start:p.at]
}

// number reads a number. One that JSON does not write so, or that a float64 does not hold, is reported and stands as 0.
func (p *parser) number() string {
	start := p.at
	for c := p.peek(); isLetter(c) || isDigit(c) || c == '.' || c == '-' || c == '+'; c = p.peek() {
		p.at++
	}
	text := p.src[start:p.at]
	if !isNumber(text) {
		p.fail(start, "digits, then perhaps a fraction and an exponent", "%s is not how JSON writes a number", text)
		return "0"
	}
	if !fits(text) {
		p.fail(start, "", "number beyond the range of a float64, which most readers of JSON have")
		return "0"
	}
	return text
}

// isNumber tells whether a text is a number as RFC 8259, section 6, writes it.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, s := digits(s)
	if whole == "" || whole[0] == '0' && len(whole) > 1 {
		return false
	}
	if rest, ok := strings.CutPrefix(s, "."); ok {
		fraction, rest := digits(rest)
		if fraction == "" {
			return false
		}
		s = rest
	}
	if s != "" && s[0]|0x20 == 'e' {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		exponent, rest := digits(s)
		return exponent != "" && rest == ""
	}
	return s == ""
}

func digits(s string) (run, rest string) {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return s[:i], s[i:]
}

// maxExponent bounds the exponent as written. Every float64 can be written within it, and arithmetic on exact numbers,
// which takes room by the exponent and not by the length of the text, stays cheap.
const maxExponent = 9999

// fits tells whether a number is neither too large for a float64 nor so small that it would become 0.
func fits(s string) bool {
	mantissa := s
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa = s[:i]
		if e, err := strconv.Atoi(s[i+1:]); err != nil || e > maxExponent || e < -maxExponent {
			return false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(f, 0) {
		return false
	}
	return f != 0 || !strings.ContainsAny(mantissa, "123456789")
}

// text reads a string whose quote is at p.at. Mistakes inside it are reported where they are and stand as U+FFFD.
func (p *parser) text() (string, bool) {
	start := p.at
	p.at++
	var (
		b      strings.Builder
		broken bool // invalid UTF-8 was reported, once a string is enough
	)
	for {
		if p.at >= len(p.src) {
			p.fail(start, "", "string is not closed")
			return "", false
		}
		switch c := p.src[p.at]; {
		case c == '"':
			p.at++
			return b.String(), true
		case c == '\\':
			r, ok := p.escape()
			if !ok {
				p.fail(start, "", "string is not closed")
				return "", false
			}
			b.WriteRune(r)
		case c == '\n':
			p.fail(start, `close it, or write a line break as \n`, "string is not closed on its line")
			return "", false
		case c < 0x20:
			p.fail(p.at, "", `control character in a string, to be written as \u%04x`, c)
			b.WriteRune(utf8.RuneError)
			p.at++
		case c < utf8.RuneSelf:
			b.WriteByte(c)
			p.at++
		default:
			r, size := utf8.DecodeRuneInString(p.src[p.at:])
			if r == utf8.RuneError && size == 1 && !broken {
				p.fail(p.at, saveAsUTF8, "byte 0x%02X is not valid UTF-8", c)
				broken = true
			}
			b.WriteRune(r)
			p.at += size
		}
	}
}

// escape reads an escape whose backslash is at p.at. It returns false only at the end of the text.
func (p *parser) escape() (rune, bool) {
	start := p.at
	p.at++
	if p.at >= len(p.src) {
		return 0, false
	}
	c := p.src[p.at]
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		p.at++
		return rune("\"\\/\b\f\n\r\t"[i]), true
	}
	if c != 'u' {
		p.fail(start, `a backslash itself is written \\`, "JSON has no escape of %s", p.here())
		return utf8.RuneError, true
	}
	p.at = start
	r, ok := p.hex4()
	if !ok {
		p.at = start + 2
		p.fail(start, `\u takes four hexadecimal digits`, `\u without its four digits`)
		return utf8.RuneError, true
	}
	if !utf16.IsSurrogate(r) {
		return r, true
	}
	second := p.at
	if low, ok := p.hex4(); ok {
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, true
		}
		p.at = second // it is an escape of its own, or another lone one
	}
	p.fail(start, "half of a pair stands for no character", "lone surrogate %s", p.src[start:start+6])
	return utf8.RuneError, true
}

// hex4 reads \u and four hexadecimal digits, or nothing.
func (p *parser) hex4() (rune, bool) {
	rest := p.src[p.at:]
	if len(rest) < 6 || rest[:2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(rest[2:6], 16, 16)
	if err != nil {
		return 0, false
	}
	p.at += 6
	return rune(n), true
}
