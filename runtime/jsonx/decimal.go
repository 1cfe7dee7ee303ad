package jsonx

import (
	"hash/maphash"
	"math/big"
	"strings"
)

// decimal is a number taken apart: a whole number without leading and trailing zeros, times a power of ten. It is
// exact, and made without arithmetic on the digits.
type decimal struct {
	negative bool
	// digits may have a point between them, which means nothing. They are empty for zero.
	digits string
	// n is how many digits there are, the point not counted.
	n int
	// exp is the power of ten that the whole number is multiplied by.
	exp int
}

// parseDecimal takes a number apart. The text is a JSON number.
func parseDecimal(text string) decimal {
	var d decimal
	if strings.HasPrefix(text, "-") {
		d.negative = true
		text = text[1:]
	}
	mantissa := text
	for i := len(text) - 1; i >= 0; i-- {
		if text[i]|0x20 == 'e' {
			mantissa = text[:i]
			d.exp = parseExponent(text[i+1:])
			break
		}
	}
	whole, fraction, point := strings.Cut(mantissa, ".")
	if point {
		fraction = strings.TrimRight(fraction, "0")
		d.exp -= len(fraction)
	}
	if fraction == "" {
		digits := strings.TrimRight(whole, "0")
		d.exp += len(whole) - len(digits)
		d.digits = strings.TrimLeft(digits, "0")
		d.n = len(d.digits)
	} else if whole = strings.TrimLeft(whole, "0"); whole == "" {
		d.digits = strings.TrimLeft(fraction, "0")
		d.n = len(d.digits)
	} else {
		d.digits = mantissa[strings.Index(mantissa, whole) : strings.IndexByte(mantissa, '.')+1+len(fraction)]
		d.n = len(d.digits) - 1
	}
	if d.n == 0 {
		return decimal{}
	}
	return d
}

// parseExponent is the exponent, which a scanner has found to be small, clamped in case that none has.
func parseExponent(s string) int {
	negative := strings.HasPrefix(s, "-")
	e := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '-' && s[i] != '+' {
			e = min(e*10+int(s[i]-'0'), 1<<30)
		}
	}
	if negative {
		return -e
	}
	return e
}

// isInteger tells whether d has no fraction.
func (d decimal) isInteger() bool { return d.exp >= 0 }

// uint64 is the magnitude of d, and whether that is a whole number that fits.
func (d decimal) uint64() (uint64, bool) {
	if d.exp < 0 || d.n+d.exp > 20 {
		return 0, false
	}
	var u uint64
	for i := 0; i < len(d.digits)+d.exp; i++ {
		digit := uint64(0)
		if i < len(d.digits) {
			if d.digits[i] == '.' {
				continue
			}
			digit = uint64(d.digits[i] - '0')
		}
		const most = 1<<64 - 1
		if u > (most-digit)/10 {
			return 0, false
		}
		u = u*10 + digit
	}
	return u, true
}

// compare is -1, 0 or 1 as the magnitude of d is less than, equal to or greater than that of e.
func (d decimal) compare(e decimal) int {
	switch {
	case d.n == 0 || e.n == 0:
		return min(d.n, 1) - min(e.n, 1)
	case d.exp+d.n != e.exp+e.n:
		if d.exp+d.n < e.exp+e.n {
			return -1
		}
		return 1
	}
	a, b := d.digits, e.digits
	for {
		a, b = strings.TrimPrefix(a, "."), strings.TrimPrefix(b, ".")
		switch {
		case a == "" || b == "":
			return min(len(a), 1) - min(len(b), 1)
		case a[0] != b[0]:
			if a[0] < b[0] {
				return -1
			}
			return 1
		}
		a, b = a[1:], b[1:]
	}
}

// hash writes what makes the number this one.
func (d decimal) hash(h *maphash.Hash) {
	maphash.WriteComparable(h, [2]int{d.exp, d.n})
	if d.negative {
		h.WriteByte('-')
	}
	whole, fraction, _ := strings.Cut(d.digits, ".")
	h.WriteString(whole)
	h.WriteString(fraction)
}

// CompareNumbers is -1, 0 or 1 as the number a is less than, equal to or greater than the number b, exactly, whatever
// their size. Both are texts of JSON numbers.
func CompareNumbers(a, b string) int {
	if x, ok := shortInteger(a); ok {
		if y, ok := shortInteger(b); ok {
			switch {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		}
	}
	d, e := parseDecimal(a), parseDecimal(b)
	if d.negative != e.negative {
		if d.negative {
			return -1
		}
		return 1
	}
	if d.negative {
		return e.compare(d)
	}
	return d.compare(e)
}

// shortInteger is the value of a text that is nothing but up to 18 digits, with or without a minus.
func shortInteger(text string) (int64, bool) {
	digits := text
	if strings.HasPrefix(text, "-") {
		digits = text[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	var n int64
	for i := 0; i < len(digits); i++ {
		if digits[i]-'0' > 9 {
			return 0, false
		}
		n = n*10 + int64(digits[i]-'0')
	}
	if len(digits) < len(text) {
		n = -n
	}
	return n, true
}

// IsInteger tells whether a number has no fraction, by its value: 1.0 and 1e3 have none. The text is that of a JSON
// number.
func IsInteger(number string) bool {
	if _, ok := shortInteger(number); ok {
		return true
	}
	return parseDecimal(number).isInteger()
}

// IsMultiple tells whether a number divides by another without rest, exactly, whatever their size. Both are texts of
// JSON numbers; nothing is a multiple of zero.
func IsMultiple(number, of string) bool {
	if x, ok := shortInteger(number); ok {
		if y, ok := shortInteger(of); ok {
			return y != 0 && x%y == 0
		}
	}
	d, e := parseDecimal(number), parseDecimal(of)
	switch {
	case e.n == 0:
		return false
	case d.n == 0:
		return true
	case d.exp < e.exp:
		// d would have to divide by ten, and a decimal's digits do not end in a zero.
		return false
	}
	divisor, ok := decimal{digits: e.digits, n: e.n}.uint64()
	if !ok || divisor > 1e18 {
		return d.isMultipleBig(e)
	}
	var rest uint64 // of the digits read so far; ten times it and a digit more still fit
	for i := 0; i < len(d.digits); i++ {
		if d.digits[i] != '.' {
			rest = (rest*10 + uint64(d.digits[i]-'0')) % divisor
		}
	}
	for i := d.exp - e.exp; i > 0 && rest != 0; i-- {
		rest = rest * 10 % divisor
	}
	return rest == 0
}

// isMultipleBig is IsMultiple for a divisor of many digits, where d.exp >= e.exp.
func (d decimal) isMultipleBig(e decimal) bool {
	var number, divisor, scale big.Int
	number.SetString(strings.Replace(d.digits, ".", "", 1), 10)
	divisor.SetString(strings.Replace(e.digits, ".", "", 1), 10)
	scale.Exp(big.NewInt(10), big.NewInt(int64(d.exp-e.exp)), &divisor)
	number.Mul(&number, &scale)
	return number.Mod(&number, &divisor).Sign() == 0
}
