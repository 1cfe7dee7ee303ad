package lower

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// translatePattern gives the regular expression for Go's regexp that matches exactly the texts that an ECMA-262 one
// does. Schemas mean ECMA-262 in Unicode mode (JSON Schema, section 6.4), where a character is a code point. Syntax that
// only ECMA-262's older mode has (an escaped "-", a lone brace; annex B) is read as that mode reads it, as long as the
// pattern has nothing that the two modes read differently (\p{...}, \u{...}, a character beyond U+FFFF).
//
// Groups become groups that capture nothing and lazy repeats greedy ones: neither changes which texts match. What RE2
// has no language for is an error of type [*patternError].
func translatePattern(source string) (string, error) {
	t := &ecma{source: source}
	out, err := t.disjunction(0)
	if err == nil && t.at < len(source) {
		err = t.errorf(t.at, "", "has a ) that closes nothing")
	}
	if err == nil && t.older != nil && t.unicode {
		err = t.older
	}
	if err != nil {
		return "", err
	}
	if _, err := regexp.Compile(out); err != nil {
		return "", t.errorf(0, "write it with fewer or smaller repeats", "is more than Go's regexp compiles (%v)", err)
	}
	return out, nil
}

// patternError says why a pattern cannot be translated.
type patternError struct {
	Offset int // in bytes, of what is at fault
	Reason string
	Hint   string
}

func (e *patternError) Error() string { return e.Reason }

// maxPatternDepth limits how deep groups may be nested: regexp itself refuses at 1000.
const maxPatternDepth = 500

// maxRepeat is the most repeats that are spelled out; regexp takes 1000 in one piece.
const maxRepeat = 10_000

// never matches no text, and anyRune any one character.
const (
	never   = `[^\x{0}-\x{10FFFF}]`
	anyRune = `(?s:.)`
)

// ecma is a pattern being read. Its methods return the translation of what they read.
type ecma struct {
	source string
	at     int
	groups []string // names
	// unicode tells that something means something else in Unicode mode, and older is the error that the first thing
	// that is none in that mode would be.
	unicode bool
	older   error
}

// onlyOlder notes syntax that Unicode mode does not have.
func (t *ecma) onlyOlder(at int, hint string) {
	if t.older == nil {
		t.older = t.errorf(at, hint, `has %s, which is an error beside what only Unicode mode reads so`, t.source[at:t.at])
	}
}

func (t *ecma) errorf(at int, hint, format string, args ...any) error {
	return &patternError{Offset: at, Reason: fmt.Sprintf(format, args...), Hint: hint}
}

// more tells whether anything is left, and next is the next character without moving.
func (t *ecma) more() bool { return t.at < len(t.source) }

func (t *ecma) next() byte {
	if t.more() {
		return t.source[t.at]
	}
	return 0
}

func (t *ecma) accept(prefix string) bool {
	if strings.HasPrefix(t.source[t.at:], prefix) {
		t.at += len(prefix)
		return true
	}
	return false
}

func (t *ecma) rune() rune {
	r, n := utf8.DecodeRuneInString(t.source[t.at:])
	t.at += n
	t.unicode = t.unicode || r > 0xFFFF // two characters in the older mode
	return r
}

func (t *ecma) disjunction(depth int) (string, error) {
	if depth > maxPatternDepth {
		return "", t.errorf(t.at, "", "nests more than %d groups", maxPatternDepth)
	}
	var alternatives []string
	for {
		one, err := t.alternative(depth)
		if err != nil {
			return "", err
		}
		alternatives = append(alternatives, one)
		if !t.accept("|") {
			return strings.Join(alternatives, "|"), nil
		}
	}
}

func (t *ecma) alternative(depth int) (string, error) {
	var b strings.Builder
	for t.more() && t.next() != '|' && t.next() != ')' {
		term, err := t.term(depth)
		if err != nil {
			return "", err
		}
		b.WriteString(term)
	}
	return b.String(), nil
}

// term is one assertion, or one atom with its quantifier.
func (t *ecma) term(depth int) (string, error) {
	start := t.at
	for text, assertion := range assertions {
		if t.accept(text) {
			if _, _, quantified, err := t.quantifier(); err != nil || quantified {
				return "", t.errorf(start, "", "repeats the assertion %s", text)
			}
			return assertion, nil
		}
	}
	atom, err := t.atom(depth)
	if err != nil {
		return "", err
	}
	least, most, quantified, err := t.quantifier()
	if err != nil || !quantified {
		return atom, err
	}
	return repeat(atom, least, most), nil
}

// assertions are the ones that mean the same to both, as each writes them: without flags Go's $ is the end of the text
// and nothing else, and \b knows ASCII words only, as in ECMA-262.
var assertions = map[string]string{"^": `^`, "$": `$`, `\b`: `\b`, `\B`: `\B`}

func (t *ecma) atom(depth int) (string, error) {
	start := t.at
	switch c := t.next(); c {
	case '.':
		t.at++
		return `[^\n\r\x{2028}\x{2029}]`, nil
	case '(':
		return t.group(depth)
	case '[':
		return t.class()
	case '\\':
		one, err := t.escape(false)
		if err != nil {
			return "", err
		}
		return one.atom(), nil
	case '*', '+', '?':
		return "", t.errorf(start, "", "has a %c with nothing to repeat", c)
	case '{':
		if r := t.source[start+1:]; r != "" && (r[0] == ',' || '0' <= r[0] && r[0] <= '9') {
			return "", t.errorf(start, `write \{ for the character`, "has a { that begins no repeat")
		}
	}
	r := t.rune()
	if strings.ContainsRune("{}]", r) {
		t.onlyOlder(start, `write \`+string(r))
	}
	return literal(r), nil
}

// literal is a character that stands for itself; a surrogate, which no JSON text here holds, matches nothing.
func literal(r rune) string {
	switch {
	case isSurrogate(r):
		return never
	case r < utf8.RuneSelf && unicode.IsPrint(r):
		return regexp.QuoteMeta(string(r))
	case unicode.IsLetter(r):
		return string(r)
	}
	return fmt.Sprintf(`\x{%X}`, r)
}

func isSurrogate(r rune) bool { return 0xD800 <= r && r <= 0xDFFF }

// unbounded is the upper end of a repeat that has none.
const unbounded = -1

// quantifier reads one, if there is one here.
func (t *ecma) quantifier() (least, most int, ok bool, err error) {
	start := t.at
	switch {
	case t.accept("*"):
		least, most = 0, unbounded
	case t.accept("+"):
		least, most = 1, unbounded
	case t.accept("?"):
		least, most = 0, 1
	case t.next() == '{':
		if least, most, ok = t.braces(); !ok {
			return 0, 0, false, nil
		}
	default:
		return 0, 0, false, nil
	}
	switch {
	case most != unbounded && least > most:
		return 0, 0, false, t.errorf(start, "", "has a repeat from %d to %d", least, most)
	case max(least, most) > maxRepeat:
		return 0, 0, false, t.errorf(start, "bound the length by minLength and maxLength", "repeats more than %d times", maxRepeat)
	}
	t.accept("?") // lazy
	return least, most, true, nil
}

// braces reads {n}, {n,} or {n,m}, and leaves anything else alone.
func (t *ecma) braces() (least, most int, ok bool) {
	start := t.at
	t.at++
	least, ok = t.number()
	most = least
	if ok && t.accept(",") {
		var bounded bool
		if most, bounded = t.number(); !bounded {
			most = unbounded
		}
	}
	if !ok || !t.accept("}") {
		t.at = start
		return 0, 0, false
	}
	return least, most, true
}

// number reads decimal digits. What is beyond [maxRepeat] is all one.
func (t *ecma) number() (n int, ok bool) {
	for ; '0' <= t.next() && t.next() <= '9'; t.at++ {
		n, ok = min(n*10+int(t.next()-'0'), maxRepeat+1), true
	}
	return n, ok
}

// repeat repeats an atom, in pieces of at most 1000.
func repeat(atom string, least, most int) string {
	const piece = 1000
	switch {
	case least == 0 && most == unbounded:
		return atom + "*"
	case least == 1 && most == unbounded:
		return atom + "+"
	case least == 0 && most == 1:
		return atom + "?"
	case least <= piece && most == unbounded:
		return fmt.Sprintf("%s{%d,}", atom, least)
	case least <= piece && most <= piece && least == most:
		return fmt.Sprintf("%s{%d}", atom, least)
	case least <= piece && most <= piece:
		return fmt.Sprintf("%s{%d,%d}", atom, least, most)
	}
	var b strings.Builder
	b.WriteString("(?:")
	for ; least > 0; least -= piece {
		fmt.Fprintf(&b, "%s{%d}", atom, min(least, piece))
		if most != unbounded {
			most -= min(least, piece)
		}
	}
	if most == unbounded {
		b.WriteString(atom + "*")
	}
	for ; most > 0; most -= piece {
		fmt.Fprintf(&b, "%s{0,%d}", atom, min(most, piece))
	}
	b.WriteString(")")
	return b.String()
}

// group reads one in parentheses. No group needs to capture: what would refer to it is refused.
func (t *ecma) group(depth int) (string, error) {
	start := t.at
	t.at++
	if t.accept("?") {
		if err := t.groupKind(start); err != nil {
			return "", err
		}
	}
	inner, err := t.disjunction(depth + 1)
	if err != nil {
		return "", err
	}
	if !t.accept(")") {
		return "", t.errorf(start, "", "has a ( that is never closed")
	}
	return "(?:" + inner + ")", nil
}

// groupKind reads what follows "(?".
func (t *ecma) groupKind(start int) error {
	const lookHint = "RE2 has no lookaround; say the same with another pattern, or with allOf and not"
	switch {
	case t.accept(":"):
		return nil
	case t.accept("="), t.accept("!"):
		return t.errorf(start, lookHint, "looks ahead with %s", t.source[start:t.at])
	case t.accept("<="), t.accept("<!"):
		return t.errorf(start, lookHint, "looks behind with %s", t.source[start:t.at])
	case t.accept("<"):
		name, _, closed := strings.Cut(t.source[t.at:], ">")
		if !closed || !isGroupName(name) {
			return t.errorf(start, "", "has a group whose name is none")
		}
		if slices.Contains(t.groups, name) {
			return t.errorf(start, "", "has two groups of the name %s", name)
		}
		t.groups = append(t.groups, name)
		t.at += len(name) + 1
		return nil
	}
	return t.errorf(start, "write (?:...), and name both cases of a letter where case does not matter",
		"has a group that begins with %s, which is supported as (?:...) and (?<name>...) only", excerpt(t.source[start:], 3))
}

func isGroupName(s string) bool {
	for i, r := range s {
		if r != '$' && r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && !unicode.IsMark(r)) {
			return false
		}
	}
	return s != ""
}

// excerpt is the first n characters of a text.
func excerpt(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}
