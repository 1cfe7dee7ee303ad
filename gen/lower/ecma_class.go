package lower

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// charSet is a set of characters: ranges, and what RE2 knows by name.
type charSet struct {
	ranges []runeRange
	// named is written as it is inside brackets: `\p{L}`.
	named string
	// short is the whole set as RE2 writes it where it stands alone, or empty.
	short string
}

// runeRange is a range of characters, both ends included.
type runeRange struct{ lo, hi rune }

func oneRune(r rune) charSet { return charSet{ranges: []runeRange{{r, r}}} }

// single is the one character that a set is, if it is one.
func (s charSet) single() (rune, bool) {
	if s.named == "" && len(s.ranges) == 1 && s.ranges[0].lo == s.ranges[0].hi {
		return s.ranges[0].lo, true
	}
	return 0, false
}

// atom is the set where it stands alone.
func (s charSet) atom() string {
	if r, ok := s.single(); ok {
		return literal(r)
	}
	if s.short != "" {
		return s.short
	}
	return brackets(s.ranges, s.named, false)
}

// brackets is a class of ranges and named sets.
func brackets(ranges []runeRange, named string, negated bool) string {
	ranges = tidy(ranges)
	switch {
	case len(ranges) == 0 && named == "" && negated:
		return anyRune
	case len(ranges) == 0 && named == "":
		return never
	}
	var b strings.Builder
	b.WriteByte('[')
	if negated {
		b.WriteByte('^')
	}
	for _, r := range ranges {
		b.WriteString(inBrackets(r.lo))
		if r.hi > r.lo+1 {
			b.WriteByte('-')
		}
		if r.hi > r.lo {
			b.WriteString(inBrackets(r.hi))
		}
	}
	b.WriteString(named)
	b.WriteByte(']')
	return b.String()
}

// inBrackets is a character inside brackets.
func inBrackets(r rune) string {
	switch {
	case strings.ContainsRune(`\]^-[`, r):
		return `\` + string(r)
	case r < utf8.RuneSelf && unicode.IsPrint(r), unicode.IsLetter(r):
		return string(r)
	}
	return fmt.Sprintf(`\x{%X}`, r)
}

// tidy sorts and joins ranges, and takes the surrogates out: no text has any, and regexp would take a lone one for
// U+FFFD.
func tidy(ranges []runeRange) []runeRange {
	sorted := slices.SortedFunc(slices.Values(ranges), func(a, b runeRange) int { return cmp.Compare(a.lo, b.lo) })
	var joined []runeRange
	for _, r := range sorted {
		if n := len(joined); n > 0 && r.lo <= joined[n-1].hi+1 {
			joined[n-1].hi = max(joined[n-1].hi, r.hi)
			continue
		}
		joined = append(joined, r)
	}
	var out []runeRange
	for _, r := range joined {
		for _, part := range []runeRange{{r.lo, min(r.hi, 0xD7FF)}, {max(r.lo, 0xE000), r.hi}} {
			if part.lo <= part.hi {
				out = append(out, part)
			}
		}
	}
	return out
}

// complement is every character that is in none of the ranges.
func complement(ranges []runeRange) []runeRange {
	var out []runeRange
	next := rune(0)
	for _, r := range tidy(ranges) {
		if r.lo > next {
			out = append(out, runeRange{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, runeRange{next, unicode.MaxRune})
	}
	return tidy(out)
}

var (
	digits = []runeRange{{'0', '9'}}
	wordly = []runeRange{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	// spaces are WhiteSpace and LineTerminator of ECMA-262: RE2's \s is ASCII only and lacks \v.
	spaces = []runeRange{
		{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F},
		{0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF},
	}
)

var classEscapes = map[rune]charSet{
	'd': {ranges: digits, short: `\d`},
	'D': {ranges: complement(digits), short: `\D`},
	'w': {ranges: wordly, short: `\w`},
	'W': {ranges: complement(wordly), short: `\W`},
	's': {ranges: spaces},
	'S': {ranges: complement(spaces), short: brackets(spaces, "", true)},
}

// class reads one in brackets.
func (t *ecma) class() (string, error) {
	start := t.at
	t.at++
	negated := t.accept("^")
	var sum charSet
	for {
		switch {
		case !t.more():
			return "", t.errorf(start, "", "has a [ that is never closed")
		case t.accept("]"):
			return brackets(sum.ranges, sum.named, negated), nil
		}
		set, err := t.classRange()
		if err != nil {
			return "", err
		}
		sum = sum.or(set)
	}
}

// classRange reads one character or set of a class, or a range of characters.
func (t *ecma) classRange() (charSet, error) {
	start := t.at
	from, err := t.classAtom()
	if err != nil || t.next() != '-' || strings.HasPrefix(t.source[t.at:], "-]") {
		return from, err
	}
	t.at++
	if !t.more() {
		return charSet{}, t.errorf(start, "", "has a class that is never closed")
	}
	to, err := t.classAtom()
	if err != nil {
		return charSet{}, err
	}
	lo, one := from.single()
	hi, two := to.single()
	switch {
	case !one || !two: // beside a set the "-" is a character
		t.onlyOlder(start, `write \- for the character`)
		return from.or(oneRune('-')).or(to), nil
	case lo > hi:
		return charSet{}, t.errorf(start, "", "has a range whose ends are in the wrong order: %s", t.source[start:t.at])
	}
	return charSet{ranges: []runeRange{{lo, hi}}}, nil
}

// or is the union of two sets.
func (s charSet) or(o charSet) charSet {
	return charSet{ranges: slices.Concat(s.ranges, o.ranges), named: s.named + o.named}
}

func (t *ecma) classAtom() (charSet, error) {
	if t.next() == '\\' {
		return t.escape(true)
	}
	return oneRune(t.rune()), nil
}
