package jsonx

import (
	"math/bits"
	"strconv"
)

// Numbers are read like strings, eight bytes at a time: of a number of unforeseeable length a loop over its digits would
// leave later or earlier than the processor has guessed, which costs more than all the rest.

// notDigits marks the bytes of x that are no digits. A mark is the top bit of its byte. The lowest mark is right, and so is
// the one after a point; others may be there by mistake, because an addition has carried.
func notDigits(x uint64) uint64 {
	x ^= '0' * ones
	return (x | (x + (0x7f-9)*ones)) & tops
}

// shortNumber measures a number that begins at offset i and has no minus, if it is at most seven bytes long and has no
// exponent: that is most of those with a fraction. point is how many digits come before the point, n the length of all;
// without a point they are the same. n is 0 where the number is another, or none.
func shortNumber(s string, i int) (point, n int) {
	if i+8 > len(s) {
		return 0, 0
	}
	x := load(s, i)
	m := notDigits(x)
	point = bits.TrailingZeros64(m) >> 3
	if point == 0 || point == 8 || byte(x) == '0' && point > 1 {
		return 0, 0
	}
	n = point
	if s[i+n] == '.' {
		n = bits.TrailingZeros64(m&(m-1)) >> 3
		if n == 8 || n == point+1 {
			return 0, 0
		}
	}
	if s[i+n]|0x20 == 'e' {
		return 0, 0
	}
	return point, n
}

// number reads a number that begins at the current byte, which is a digit or the minus, and is its text.
func (c *scanner) number() string {
	start := c.pos
	i := start
	if c.s[i] == '-' {
		i++
	}
	if _, n := shortNumber(c.s, i); n > 0 {
		c.pos = i + n
		return c.s[start:c.pos]
	}
	return c.anyNumber()
}

// shortFloat reads a number that begins at the current byte if it is one for shortNumber, with or without a minus. Else it
// reads nothing and is false.
func (c *scanner) shortFloat() (float64, bool) {
	i := c.pos
	negative := c.s[i] == '-'
	if negative {
		i++
	}
	point, n := shortNumber(c.s, i)
	if n == 0 {
		return 0, false
	}
	c.pos = i + n
	x := load(c.s, i) ^ '0'*ones
	var f float64
	if point == n {
		f = float64(eightDigits(x << (8 * (8 - n))))
	} else {
		// The digits after the point move up to those before it.
		before := uint64(1)<<(8*point) - 1
		x = x&before | x>>8&^before
		f = float64(eightDigits(x<<(8*(9-n)))) / tens[(n-point-1)&7]
	}
	if negative {
		f = -f
	}
	return f, true
}

// tens are powers of ten, by which a whole number below 2^53 divides to the nearest float.
var tens = [8]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}

// eightDigits is the number that eight digits are, each in a byte of its own, the first one lowest.
func eightDigits(x uint64) uint64 {
	x = x*10 + x>>8 // in each second byte: two digits
	const two = 0x000000FF000000FF
	return (x&two*(100+1000000<<32) + x>>16&two*(1+10000<<32)) >> 32
}

// anyNumber is number for any number.
func (c *scanner) anyNumber() string {
	s, start := c.s, c.pos
	i := start
	if s[i] == '-' {
		i++
	}
	whole := i
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	digits := i - whole
	if digits == 0 {
		return c.badNumber(i)
	}
	if s[whole] == '0' && digits > 1 {
		c.fail(start, msgZero)
		return ""
	}
	exp := 0
	if i < len(s) && (s[i] == '.' || s[i]|0x20 == 'e') {
		if s[i] == '.' {
			i++
			fraction := i
			for i < len(s) && s[i]-'0' <= 9 {
				i++
			}
			if i == fraction {
				return c.badNumber(i)
			}
		}
		if i < len(s) && s[i]|0x20 == 'e' {
			i++
			negative := false
			if i < len(s) && (s[i] == '+' || s[i] == '-') {
				negative = s[i] == '-'
				i++
			}
			first := i
			for i < len(s) && s[i]-'0' <= 9 {
				exp = min(exp*10+int(s[i]-'0'), MaxExponent+1)
				i++
			}
			if i == first {
				return c.badNumber(i)
			}
			if exp > MaxExponent {
				c.fail(start, msgExponent)
				return ""
			}
			if negative {
				exp = -exp
			}
		}
	}
	text := s[start:i]
	if digits+exp > 308 { // else it is below 1e308
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			c.fail(start, msgRange)
			return ""
		}
	}
	c.pos = i
	return text
}

// shortInteger reads a number that begins at the current byte if it is nothing but up to 18 digits, with or without a
// minus: that is nearly every integer there is. Else it reads nothing and is false.
func (c *scanner) shortInteger() (int64, bool) {
	s, i := c.s, c.pos
	negative := i < len(s) && s[i] == '-'
	if negative {
		i++
	}
	first := i
	var n int64
	for i < len(s) && s[i]-'0' <= 9 {
		n = n*10 + int64(s[i]-'0')
		i++
	}
	digits := i - first
	if digits == 0 || digits > 18 || s[first] == '0' && digits > 1 {
		return 0, false
	}
	if i < len(s) && (s[i] == '.' || s[i]|0x20 == 'e') {
		return 0, false
	}
	c.pos = i
	if negative {
		n = -n
	}
	return n, true
}

// badNumber fails in a number at offset i, where a digit should be.
func (c *scanner) badNumber(i int) string {
	if i >= len(c.s) {
		c.fail(i, msgEnd)
	} else {
		c.fail(i, msgNumber)
	}
	return ""
}
