package transport

import "strings"

// The list in an Accept header (RFC 9110, sections 5.6 and 12.5.1). The mime package reads one media type, not a list;
// it fails where elements could be skipped, and takes what is no parameter here (q*=…) for one.

// mediaRange is one element of an Accept header.
type mediaRange struct {
	name string // type/subtype, each of which may be *
	// admits tells whether its q is valid and above zero.
	admits bool
	// params tells whether it has parameters other than q.
	params bool
}

// named is the specificity of a range without a wildcard.
const named = 3

// specificity is how closely the range matches a media type, 0 where it does not.
func (r *mediaRange) specificity(mediaType string) int {
	kind, _, _ := strings.Cut(mediaType, "/")
	switch {
	case strings.EqualFold(r.name, mediaType):
		return named
	case strings.EqualFold(r.name, kind+"/*"):
		return 2
	case r.name == "*/*":
		return 1
	}
	return 0
}

// whiteSpace is what may stand between the parts of a header.
const whiteSpace = " \t"

// acceptList is what is still to be read of an Accept line.
type acceptList struct {
	s string
	// unclosed tells that a quote has been met which is never closed. From there on quotes are characters like others, so
	// that they neither hide the elements that follow nor are looked for again and again.
	unclosed bool
}

// next reads the next element. It is not ok where that is empty or cannot be read; the elements after it still can.
func (l *acceptList) next() (r mediaRange, ok bool) {
	whole := l.s
	if r, ok = l.mediaRange(); !ok {
		l.s = whole
		l.skip()
	}
	return r, ok
}

// mediaRange reads a range with its parameters, and the comma after it if there is one.
func (l *acceptList) mediaRange() (r mediaRange, ok bool) {
	l.space()
	kind := l.token()
	if kind == "" || !l.take('/') {
		return r, false
	}
	subtype := l.token()
	if subtype == "" {
		return r, false
	}
	r = mediaRange{name: kind + "/" + subtype, admits: true}
	weights := 0
	for {
		l.space()
		if l.s == "" || l.take(',') {
			return r, true
		}
		if !l.take(';') {
			return r, false
		}
		l.space()
		name := l.token()
		if name == "" {
			continue // an empty parameter is none
		}
		if strings.EqualFold(name, "q") {
			weights++
			r.admits = positiveWeight(l.rest()) && weights == 1
			continue
		}
		r.params = true
		if !l.value() {
			return r, false
		}
	}
}

// value goes past a parameter's value with the equals sign before it.
func (l *acceptList) value() bool {
	if !l.take('=') {
		return false
	}
	if n := l.quoted(); n > 0 {
		l.s = l.s[n:]
		return true
	}
	return l.token() != ""
}

// rest is what is left of a parameter, whether that makes sense or not: a q that does not is an invalid q.
func (l *acceptList) rest() string {
	before := l.s
	for l.s != "" && l.s[0] != ',' && l.s[0] != ';' {
		l.s = l.s[max(1, l.quoted()):]
	}
	return before[:len(before)-len(l.s)]
}

// skip goes past the comma that ends the element, whatever that is. One in quotes ends none.
func (l *acceptList) skip() {
	for l.s != "" {
		if l.take(',') {
			return
		}
		l.s = l.s[max(1, l.quoted()):]
	}
}

// quoted is the length of the quoted string that comes next, quotes included; 0 where there is none.
func (l *acceptList) quoted() int {
	if l.unclosed || !strings.HasPrefix(l.s, `"`) {
		return 0
	}
	for i := 1; i < len(l.s); i++ {
		switch l.s[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	l.unclosed = true
	return 0
}

// take goes past a byte if that comes next.
func (l *acceptList) take(b byte) bool {
	if l.s == "" || l.s[0] != b {
		return false
	}
	l.s = l.s[1:]
	return true
}

func (l *acceptList) space() { l.s = strings.TrimLeft(l.s, whiteSpace) }

// token reads a token, "" for none.
func (l *acceptList) token() string {
	i := 0
	for i < len(l.s) && isTokenByte(l.s[i]) {
		i++
	}
	token := l.s[:i]
	l.s = l.s[i:]
	return token
}

func isTokenByte(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", b) >= 0
}

// positiveWeight tells whether what follows the name q is a valid weight (RFC 9110, section 12.4.2) above zero.
func positiveWeight(q string) bool {
	q, ok := strings.CutPrefix(strings.TrimRight(q, whiteSpace), "=")
	if !ok {
		return false
	}
	whole, fraction, _ := strings.Cut(q, ".")
	if len(fraction) > 3 || strings.Trim(fraction, "0123456789") != "" {
		return false
	}
	zero := strings.Trim(fraction, "0") == ""
	return whole == "1" && zero || whole == "0" && !zero
}
