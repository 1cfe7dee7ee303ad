package jsonx

import (
	"math/bits"
	"strings"
)

// scanner is the core that everything in this package reads JSON with: it knows where tokens end and what makes them
// invalid, and nothing of what they are for.
//
// Its error is sticky. fail moves it to the end of the text, so that whatever is tried afterwards finds nothing there
// and fails again, to no effect: no caller has to look at the error before it goes on, and the hot paths never do.
type scanner struct {
	s   string
	pos int
	err *SyntaxError
}

// fail records what is wrong at offset at, unless something was wrong before.
func (c *scanner) fail(at int, msg string) {
	if c.err == nil {
		c.err = &SyntaxError{Offset: at, Msg: msg}
	}
	c.pos = len(c.s)
}

// unexpected fails at the current byte because it does not begin what is wanted.
func (c *scanner) unexpected(want string) {
	if c.err == nil {
		c.fail(c.pos, unexpected(c.s, c.pos, want))
	}
}

// next skips white space and is the byte that follows, 0 at the end of the text.
func (c *scanner) next() byte {
	if c.pos < len(c.s) {
		if b := c.s[c.pos]; b > ' ' {
			return b
		}
	}
	return c.space()
}

// space is next where there may be white space to skip.
func (c *scanner) space() byte {
	s, i := c.s, c.pos
	for i < len(s) {
		b := s[i]
		if b != ' ' && b != '\n' && b != '\r' && b != '\t' {
			c.pos = i
			return b
		}
		i++
	}
	c.pos = i
	return 0
}

// end demands that nothing follows but white space.
func (c *scanner) end() {
	c.space()
	if c.pos < len(c.s) {
		if msg := unexpected(c.s, c.pos, ""); msg == msgUTF8 {
			c.fail(c.pos, msg)
		} else {
			c.fail(c.pos, msgTrailing)
		}
	}
}

// scalar reads a value that is neither array nor object and begins with the byte b, which next has just given.
func (c *scanner) scalar(b byte) {
	switch b {
	case '"':
		c.str()
	case 't':
		c.literal("true")
	case 'f':
		c.literal("false")
	case 'n':
		c.literal("null")
	default:
		if kindOf[b] == KindNumber {
			c.number()
			return
		}
		c.unexpected("a value")
	}
}

// literal reads a word whose first letter is at the current byte.
func (c *scanner) literal(word string) {
	rest := c.s[c.pos:]
	switch {
	case strings.HasPrefix(rest, word):
		c.pos += len(word)
	case strings.HasPrefix(word, rest):
		c.fail(len(c.s), msgEnd)
	default:
		c.fail(c.pos, msgLiteral)
	}
}

// str reads a string whose opening quote is at the current byte. text is what stands between the quotes, still with its
// escape sequences where escaped tells that it has some.
func (c *scanner) str() (text string, escaped bool) {
	start := c.pos + 1
	end := plainEnd(c.s, start)
	if end < 0 {
		return c.strSlow(start, ^end)
	}
	c.pos = end + 1
	return c.s[start:end], false
}

// strSlow goes on with a string at offset i, where its plain beginning ends.
func (c *scanner) strSlow(start, i int) (text string, escaped bool) {
	i = skipText(c.s, i)
	if i < len(c.s) && c.s[i] == '"' {
		c.pos = i + 1
		return c.s[start:i], false
	}
	return c.strEscaped(start, i)
}

// strEscaped goes on with a string where its unescaped beginning ends, at offset i.
func (c *scanner) strEscaped(start, i int) (text string, escaped bool) {
	s := c.s
	for i < len(s) {
		switch b := s[i]; {
		case b == '"':
			c.pos = i + 1
			return s[start:i], true
		case b == '\\':
			n, msg := escapeLen(s[i:])
			if n == 0 {
				c.fail(i, msg)
				return "", false
			}
			i += n
		case b < ' ':
			c.fail(i, msgControl)
			return "", false
		default:
			c.fail(i, msgUTF8)
			return "", false
		}
		i = skipText(s, i)
	}
	c.fail(len(s), msgString)
	return "", false
}

const (
	ones = 0x0101010101010101
	tops = 0x80 * ones
)

// load is eight bytes of s from offset i, the first one lowest.
func load(s string, i int) uint64 {
	t := s[i : i+8]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// special marks the bytes of x that are not plain text of a JSON string: the quote, the backslash, control characters,
// and whatever is not ASCII. A mark is the top bit of its byte. The lowest mark is right; those above it may be there
// by mistake, because a subtraction has borrowed.
func special(x uint64) uint64 {
	return (x | (x - ' '*ones) | ((x ^ '"'*ones) - ones) | ((x ^ '\\'*ones) - ones)) & tops
}

// plainEnd is the offset of the quote that ends a string, whose text goes on at offset i. If something comes first that is
// not plain text, or the end of s is near, it is ^j instead, and up to offset j all is plain.
func plainEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if m := special(load(s, i)); m != 0 {
			i += bits.TrailingZeros64(m) >> 3
			if s[i] == '"' {
				return i
			}
			break
		}
	}
	return ^i
}

// skipText is the offset of the first byte from i on that is a quote, a backslash, a control character, or the start of
// invalid UTF-8; len(s) where there is none.
func skipText(s string, i int) int {
	for {
		for i+8 <= len(s) {
			m := special(load(s, i))
			if m != 0 {
				i += bits.TrailingZeros64(m) >> 3
				goto found
			}
			i += 8
		}
		for ; i < len(s); i++ {
			if b := s[i]; b < ' ' || b == '"' || b == '\\' || b >= 0x80 {
				goto found
			}
		}
		return i
	found:
		if s[i] < 0x80 {
			return i
		}
		for i < len(s) && s[i] >= 0x80 {
			n := runeLen(s[i:])
			if n == 0 {
				return i
			}
			i += n
		}
	}
}

// runeLen is the length of the UTF-8 encoding of a character beyond ASCII that s begins with, 0 where it is invalid
// (Unicode 15.0, table 3-7).
func runeLen(s string) int {
	if len(s) < 2 {
		return 0
	}
	b0, b1 := s[0], s[1]
	switch {
	case b0 < 0xC2:
		return 0
	case b0 < 0xE0:
		if b1&0xC0 == 0x80 {
			return 2
		}
	case b0 < 0xF0:
		lo, hi := byte(0x80), byte(0xBF)
		switch b0 {
		case 0xE0:
			lo = 0xA0
		case 0xED:
			hi = 0x9F
		}
		if len(s) >= 3 && lo <= b1 && b1 <= hi && s[2]&0xC0 == 0x80 {
			return 3
		}
	case b0 < 0xF5:
		lo, hi := byte(0x80), byte(0xBF)
		switch b0 {
		case 0xF0:
			lo = 0x90
		case 0xF4:
			hi = 0x8F
		}
		if len(s) >= 4 && lo <= b1 && b1 <= hi && s[2]&0xC0 == 0x80 && s[3]&0xC0 == 0x80 {
			return 4
		}
	}
	return 0
}
