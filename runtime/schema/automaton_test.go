package schema

import (
	"regexp"
	"strings"
	"testing"
)

// expressions are of the kinds that schemas have, and of those that are hard on an automaton.
var expressions = []struct {
	re2 string
	has bool // an automaton
}{
	{`^(?:/(?:[^/~]|~[01])*)*$`, true},
	{`^sha256:[0-9a-f]{64}$`, true},
	{`^[A-Za-z][A-Za-z0-9+.-]*:`, true},
	{`^(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)$`, true},
	{`foo`, true},
	{`a|^b|c$`, true},
	{``, true},
	{`^$`, true},
	{`$^`, true},
	{`^`, true},
	{`$`, true},
	{`(?:$^)?x`, true},
	{`a^b`, true},
	{`x$y`, true},
	{`^\p{L}+$`, false}, // too many classes
	{`^[é-ü日]+[^日]$`, true},
	{`^.$`, true},
	{`(?s)^.$`, true},
	{`a.c`, true},
	{`(?i)foo`, false},
	{`(?m)^a$`, false},
	{`\bfoo\b`, false},
	{`[^\x00-\x{10FFFF}]`, true}, // nothing
	{`^(?:a?){20}a{20}$`, true},
	{`(?:a|b)*a(?:a|b){12}`, false}, // would have 8192 states
	{`^(?:abc){200}$`, false},
	{`(`, false},
}

func TestAutomaton(t *testing.T) {
	texts := []string{
		"", "/", "/a/b", "/a~0b/~1", "/a~", "/~2", "a/b", "/é/日本", "foo", "xfoox", "fo", "b", "ab", "abc", "a\nc", "\n", "x", "y", "xy", "é", "日",
		"éü日é", "éü日", "1.0", "01.0", "10.25", "https://example.com", "9:", strings.Repeat("a", 20), strings.Repeat("a", 19), strings.Repeat("a", 41),
		"sha256:" + strings.Repeat("0123456789abcdef", 4), "sha256:" + strings.Repeat("0123456789abcdef", 4) + "0", "\x80", "a\xffb", "/\xff",
		strings.Repeat("abc", 200), strings.Repeat("ab", 10),
	}
	for _, e := range expressions {
		a := newAutomaton(e.re2)
		if (a != nil) != e.has {
			t.Errorf("%s: an automaton %v, want %v", e.re2, a != nil, e.has)
		}
		if a == nil {
			continue
		}
		re := regexp.MustCompile(e.re2)
		for _, s := range texts {
			if got, want := a.matches(s), re.MatchString(s); got != want {
				t.Errorf("%s matches %q: %v, want %v", e.re2, s, got, want)
			}
		}
	}
}

func TestRegexpWithoutAutomaton(t *testing.T) {
	for re2, want := range map[string]bool{`\bfoo\b`: true, `(?i)^FOO$`: true, `\bx`: false, `(`: false} {
		r := Regexp{RE2: re2}
		if got := r.Matches("foo"); got != want {
			t.Errorf("%s matches: %v, want %v", re2, got, want)
		}
	}
}

func FuzzAutomaton(f *testing.F) {
	for _, e := range expressions {
		f.Add(e.re2, "/a~0b\n", "é")
	}
	f.Fuzz(func(t *testing.T, expression, text, more string) {
		if len(expression) > 200 {
			return
		}
		a := newAutomaton(expression)
		if a == nil {
			return
		}
		re, err := regexp.Compile(expression)
		if err != nil {
			t.Fatalf("%q has an automaton but is no expression: %v", expression, err)
		}
		for _, s := range []string{text, text + more, more + text, strings.Repeat(more, 3)} {
			if got, want := a.matches(s), re.MatchString(s); got != want {
				t.Errorf("%q matches %q: %v, want %v", expression, s, got, want)
			}
		}
	})
}

func BenchmarkRegexp(b *testing.B) {
	r := Regexp{RE2: `^(?:/(?:[^/~]|~[01])*)*$`}
	const text = "/document/sections/0/progress"
	b.Run("automaton", func(b *testing.B) {
		for b.Loop() {
			r.Matches(text)
		}
	})
	b.Run("regexp", func(b *testing.B) {
		re := regexp.MustCompile(r.RE2)
		for b.Loop() {
			re.MatchString(text)
		}
	})
}
