package toolschema

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/schema"
)

// translate makes of an ECMA-262 expression one for package regexp that matches the same strings, as far as the two agree.
// It refuses what only one of them has, and what they read differently.
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
		if !t.space("[", "]") {
			t.escape(`wWdDbB`)
		}
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

// What \s and \S stand for in ECMA-262, for a class of package regexp, whose \s is another.
const (
	spaces = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	others = `\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}` +
		`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
)

// space takes \s or \S, if it is there. Within a class it stands without brackets.
func (t *translator) space(open, closing string) bool {
	set := spaces
	switch {
	case strings.HasPrefix(t.rest, `\S`):
		set = others
	case !strings.HasPrefix(t.rest, `\s`):
		return false
	}
	t.rest = t.rest[len(`\s`):]
	t.out.WriteString(open + set + closing)
	return true
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
	dash := false // what comes would be the end of a range
	for first := true; t.err == nil; first = false {
		before := t.rest
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
		case t.space("", ""):
			if dash || strings.HasPrefix(t.rest, "-") && !strings.HasPrefix(t.rest, "-]") {
				t.fail("a range does not begin or end with \\s or \\S")
			}
		case t.rest[0] == '\\':
			t.escape(`wWdD`)
		default:
			t.take(1)
		}
		dash = before != "" && before[0] == '-' && !first
	}
}
