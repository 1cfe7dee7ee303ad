package toolschema

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/schema"
)

// translate makes of an ECMA-262 expression one for package regexp that matches the same strings, as far as the two agree.
// It refuses what only one of them has, and what they read differently, such as \s.
func translate(source string) (*schema.Regexp, error) {
	t := translator{rest: source}
	for t.rest != "" && t.err == nil {
		t.next()
	}
	if t.err != nil {
		return nil, t.err
	}
	if _, err := regexp.Compile(t.out.String()); err != nil {
		return nil, errors.New("it is no expression, or too large a one")
	}
	return &schema.Regexp{Source: source, RE2: t.out.String()}, nil
}

type translator struct {
	rest string
	out  strings.Builder
	err  error
}

// take moves n bytes on.
func (t *translator) take(n int) {
	t.out.WriteString(t.rest[:n])
	t.rest = t.rest[n:]
}

func (t *translator) fail(format string, args ...any) { t.err = fmt.Errorf(format, args...) }

// repeat is a quantifier in braces, which both read alike.
var repeat = regexp.MustCompile(`^\{[0-9]+(,[0-9]*)?\}`)

func (t *translator) next() {
	switch b := t.rest[0]; b {
	case '\\':
		t.escape(`wWdDbB`)
	case '[':
		t.class()
	case '.':
		t.rest = t.rest[1:]
		t.out.WriteString(`[^\n\r\x{2028}\x{2029}]`) // what ends a line in ECMA-262
	case '(':
		switch {
		case strings.HasPrefix(t.rest, "(?:"):
			t.take(len("(?:"))
		case strings.HasPrefix(t.rest, "(?"):
			t.fail("of (?, only (?: is known here")
		default:
			t.take(1)
		}
	case '{':
		n := len(repeat.FindString(t.rest))
		if n == 0 {
			t.fail("a { that counts nothing must be written \\{")
			return
		}
		t.take(n)
	case '}', ']':
		t.fail("a %c that closes nothing must be written \\%c", b, b)
	default:
		t.take(1) // of a longer character, its first byte
	}
}

// escape takes an escape sequence: of a character that is no letter or digit, of t, n, r, f or v, or one of letters.
func (t *translator) escape(letters string) {
	if len(t.rest) < 2 {
		t.fail("it ends in a backslash")
		return
	}
	b := t.rest[1]
	switch {
	case strings.IndexByte(`^$\.*+?()[]{}|/-`, b) >= 0, strings.IndexByte("tnrfv", b) >= 0, strings.IndexByte(letters, b) >= 0:
		if b == '/' {
			t.rest = t.rest[1:] // package regexp has no need to escape it
			t.take(1)
			return
		}
		t.take(2)
	default:
		t.fail("\\%c is not known here", b)
	}
}

// class takes a class in brackets.
func (t *translator) class() {
	t.take(1)
	if strings.HasPrefix(t.rest, "^") {
		t.take(1)
	}
	for first := true; t.err == nil; first = false {
		switch {
		case t.rest == "":
			t.fail("a class is not closed")
		case t.rest[0] == ']' && first:
			t.fail("an empty class is not known here")
		case t.rest[0] == ']':
			t.take(1)
			return
		case t.rest[0] == '[':
			t.fail("a [ in a class must be written \\[")
		case t.rest[0] == '\\':
			t.escape(`wWdD`)
		default:
			t.take(1)
		}
	}
}
