package lower

import (
	"errors"
	"regexp"
	"strings"
	"testing"
)

func TestTranslatePattern(t *testing.T) {
	tests := []struct {
		pattern string
		want    string
		yes, no []string
	}{
		{pattern: ``, want: ``, yes: []string{"", "x"}},
		{pattern: `^(/([^/~]|~[01])*)*$`, want: `^(?:/(?:[^/~]|~[01])*)*$`, yes: []string{"", "/a~0b", "/a//"}, no: []string{"a", "/~2"}},
		{pattern: `^sha256:[a-f0-9]{64}$`, want: `^sha256:[0-9a-f]{64}$`, yes: []string{"sha256:" + strings.Repeat("0f", 32)}, no: []string{"sha256:"}},
		{pattern: `^abc$`, want: `^abc$`, yes: []string{"abc"}, no: []string{"abc\n"}},
		{pattern: `^.$`, want: `^[^\n\r\x{2028}\x{2029}]$`, yes: []string{"x", "\u0085", "😀"}, no: []string{"\n", "\r", "\u2028", "\u2029"}},
		{pattern: `^\d\D\w\W$`, want: `^\d\D\w\W$`, yes: []string{"1a_é"}, no: []string{"߀aaé", "1a_a"}},
		{pattern: `^\s$`, yes: []string{"\v", "\u00a0", "\ufeff", "\u2029", "\u3000"}, no: []string{"\u0085", "\u180e", "\u200b"}},
		{pattern: `^\S$`, yes: []string{"\u0085", "x"}, no: []string{"\v", "\ufeff"}},
		{pattern: `^[\S]$`, yes: []string{"\u0085"}, no: []string{"\v"}},
		{pattern: `^[^\S]$`, yes: []string{"\v"}, no: []string{"x"}},
		{pattern: `^[\w.-]+$`, want: `^[\-.0-9A-Z_a-z]+$`, yes: []string{"a-b.c"}, no: []string{"a b"}},
		{pattern: `^[\w-.]$`, yes: []string{"-", ".", "a"}, no: []string{",", "/"}},
		{pattern: `^[+-\d]$`, yes: []string{"+", "-", "5"}, no: []string{",", "/"}},
		{pattern: `^[a-]$`, yes: []string{"a", "-"}, no: []string{"b"}},
		{pattern: `^[-a]$`, yes: []string{"a", "-"}},
		{pattern: `^[^]$`, want: `^(?s:.)$`, yes: []string{"\n", "\u2028", "x"}, no: []string{""}},
		{pattern: `[]`, want: never, no: []string{"", "x", "[]"}},
		{pattern: `^[[:a]$`, yes: []string{"[", ":", "a"}, no: []string{"l"}},
		{pattern: `^[\b]$`, yes: []string{"\b"}, no: []string{"b"}},
		{pattern: `^[^^]$`, yes: []string{"a"}, no: []string{"^"}},
		{pattern: `\bfoo\B`, want: `\bfoo\B`, yes: []string{"a foos"}, no: []string{"foo", "afoos"}},
		{pattern: `^\cC\cj$`, yes: []string{"\x03\n"}},
		{pattern: `^\t\v\f\0\x41\u0041$`, yes: []string{"\t\v\f\x00AA"}},
		{pattern: `^\u{1F600}\uD83D\uDE00😀$`, yes: []string{"😀😀😀"}},
		{pattern: `^[\uD83D\uDE00-\u{1F64F}]$`, yes: []string{"😀"}, no: []string{"\ufffd", "x"}},
		{pattern: `\uD800`, want: never, no: []string{"\ufffd"}},
		{pattern: `[\uD800]`, want: never, no: []string{"\ufffd"}},
		{pattern: `^[^\uD800]$`, want: `^(?s:.)$`, yes: []string{"\ufffd", "a"}},
		{pattern: `^[\uD7FF-\uE000]$`, want: `^[\x{D7FF}\x{E000}]$`, yes: []string{"\ue000"}, no: []string{"\ufffd"}},
		{pattern: `^\p{Letter}\p{Lu}\p{gc=Nd}\p{digit}\P{L}$`, want: `^\p{L}\p{Lu}\p{Nd}\p{Nd}\P{L}$`, yes: []string{"éÉ߀߀-"}},
		{pattern: `^[\p{L}\p{Nd}_]+$`, want: `^[_\p{L}\p{Nd}]+$`, yes: []string{"é߀_"}, no: []string{"-"}},
		{pattern: `^[^\P{L}é]$`, yes: []string{"a"}, no: []string{"é", "1"}},
		{pattern: `^\p{Script=Greek}\p{sc=Cyrl}$`, want: `^\p{Greek}\p{Cyrillic}$`, yes: []string{"λж"}, no: []string{"жλ"}},
		{pattern: `^\p{White_Space}\p{Alphabetic}\P{Lowercase}$`, yes: []string{"\u0085éA"}, no: []string{"\ufeffaA", " aa"}},
		{pattern: `^\p{ASCII}\p{Any}\p{Cn}\p{C}$`, yes: []string{"aé\u0378\u0378"}, no: []string{"ééé"}},
		{pattern: `^\p{ID_Start}\p{ID_Continue}*$`, yes: []string{"a1_", "é·"}, no: []string{"1", "-", "$a"}},
		{pattern: `^\-\_\@\/\]\}$`, yes: []string{"-_@/]}"}},
		{pattern: `^{a}]$`, want: `^\{a\}\]$`, yes: []string{"{a}]"}},
		{pattern: `^(?<year>\d{4})-(?:a|)$`, want: `^(?:\d{4})-(?:a|)$`, yes: []string{"2024-a", "2024-"}},
		{pattern: `a*?b+?c??d{2}?e{1,}?`, want: `a*b+c?d{2}e+`},
		{pattern: `^a{0}$`, yes: []string{""}, no: []string{"a"}},
		{pattern: `^x{1001}$`, want: `^(?:x{1000}x{1})$`, yes: []string{strings.Repeat("x", 1001)}, no: []string{strings.Repeat("x", 1000)}},
		{pattern: `^x{1500,2700}$`, yes: []string{strings.Repeat("x", 1500), strings.Repeat("x", 2700)}, no: []string{strings.Repeat("x", 1499), strings.Repeat("x", 2701)}},
		{pattern: `^x{2000,}$`, yes: []string{strings.Repeat("x", 2000), strings.Repeat("x", 3001)}, no: []string{strings.Repeat("x", 1999)}},
		{pattern: `^(a|bc){2,1200}$`, yes: []string{strings.Repeat("bc", 1200)}, no: []string{"a", strings.Repeat("a", 1201)}},
		{pattern: "^\u202e\u0301é#$", want: `^\x{202E}\x{301}é#$`, yes: []string{"\u202e\u0301é#"}},
	}
	for _, tt := range tests {
		got, err := translatePattern(tt.pattern)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		if tt.want != "" && got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.pattern, got, tt.want)
		}
		re := regexp.MustCompile(got)
		for _, s := range tt.yes {
			if !re.MatchString(s) {
				t.Errorf("%s (as %s) does not match %.40q", tt.pattern, got, s)
			}
		}
		for _, s := range tt.no {
			if re.MatchString(s) {
				t.Errorf("%s (as %s) matches %.40q", tt.pattern, got, s)
			}
		}
	}
}

func TestTranslatePatternRefuses(t *testing.T) {
	tests := []struct {
		pattern string
		offset  int
		reason  string
	}{
		{`a(?=b)`, 1, `looks ahead with (?=`},
		{`(?!b)`, 0, `looks ahead with (?!`},
		{`x(?<=b)`, 1, `looks behind with (?<=`},
		{`(?<!b)`, 0, `looks behind with (?<!`},
		{`(a)\1`, 3, `refers back to a group with \1`},
		{`(?<a>a)\k<a>`, 7, `refers back to a group with \k`},
		{`(?i)a`, 0, `has a group that begins with (?i, which is supported as (?:...) and (?<name>...) only`},
		{`(?P<a>a)`, 0, `has a group that begins with (?P, which is supported as (?:...) and (?<name>...) only`},
		{`(?>a)`, 0, `has a group that begins with (?>, which is supported as (?:...) and (?<name>...) only`},
		{`(?<1>a)`, 0, `has a group whose name is none`},
		{`\Aa`, 0, `has the escape \A, which ECMA-262 does not define`},
		{`a\Z`, 1, `has the escape \Z, which ECMA-262 does not define`},
		{`\012`, 0, `has the escape \0, which ECMA-262 does not define`},
		{`[\1]`, 1, `has the escape \1, which ECMA-262 does not define`},
		{`[\B]`, 1, `has the escape \B, which ECMA-262 does not define`},
		{`\c1`, 0, `has the escape \c, which ECMA-262 does not define`},
		{`\x1`, 0, `has the escape \x, which ECMA-262 does not define`},
		{`\u{110000}`, 0, `has the escape \u{, which ECMA-262 does not define`},
		{`\é`, 0, `has the escape \é, which ECMA-262 does not define`},
		{`a\`, 1, `ends in a lone \`},
		{`\pL`, 0, `has a Unicode property without its name in braces`},
		{`\p{Greek}`, 0, `has the property \p{Greek}, which is not one that is supported`},
		{`\p{greek}`, 0, `has the property \p{greek}, which is not one that is supported`},
		{`\p{Script_Extensions=Greek}`, 0, `has the property \p{Script_Extensions=Greek}, which is not one that is supported`},
		{`\p{Emoji}`, 0, `has the property \p{Emoji}, which is not one that is supported`},
		{`*a`, 0, `has a * with nothing to repeat`},
		{`a**`, 2, `has a * with nothing to repeat`},
		{`a++`, 2, `has a + with nothing to repeat`},
		{`a|?`, 2, `has a ? with nothing to repeat`},
		{`^*`, 0, `repeats the assertion ^`},
		{`\b+`, 0, `repeats the assertion \b`},
		{`{1}`, 0, `has a { that begins no repeat`},
		{`a{,5}`, 1, `has a { that begins no repeat`},
		{`a{1`, 1, `has a { that begins no repeat`},
		{`a{2,1}`, 1, `has a repeat from 2 to 1`},
		{`a{99999999999999999999}`, 1, `repeats more than 10000 times`},
		{`^\p{L}\-]`, 6, `has \-, which is an error beside what only Unicode mode reads so`},
		{`^}\u{61}`, 1, `has }, which is an error beside what only Unicode mode reads so`},
		{`[\w-.\p{L}]`, 1, `has \w-., which is an error beside what only Unicode mode reads so`},
		{`(?<a>x)|(?<a>y)`, 8, `has two groups of the name a`},
		{`(a`, 0, `has a ( that is never closed`},
		{`a)`, 1, `has a ) that closes nothing`},
		{`[a`, 0, `has a [ that is never closed`},
		{`[a-`, 1, `has a class that is never closed`},
		{`[b-a]`, 1, `has a range whose ends are in the wrong order: b-a`},
		{strings.Repeat("(", 600) + strings.Repeat(")", 600), 501, `nests more than 500 groups`},
	}
	for _, tt := range tests {
		got, err := translatePattern(tt.pattern)
		var pe *patternError
		if !errors.As(err, &pe) {
			t.Errorf("%s: translated to %s, %v", tt.pattern, got, err)
			continue
		}
		if pe.Offset != tt.offset || pe.Reason != tt.reason {
			t.Errorf("%.40s: at %d: %s; want at %d: %s", tt.pattern, pe.Offset, pe.Reason, tt.offset, tt.reason)
		}
	}
	if _, err := translatePattern(`(a{100}){100}`); err == nil || !strings.Contains(err.Error(), "more than Go's regexp compiles") {
		t.Errorf("nested repeats: %v", err)
	}
}

// FuzzTranslatePattern holds that whatever is translated compiles, and that a text matches it whole or not at all the
// same way whether or not the pattern is put in a group.
func FuzzTranslatePattern(f *testing.F) {
	for _, s := range []string{`^a$`, `[^\S]`, `\p{L}{2,3}`, `(?<n>\u{61})|[\uD800-\uE000]`, `x{1500}`, `[\w-.]`} {
		f.Add(s, "a")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		out, err := translatePattern(strings.ToValidUTF8(pattern, "?"))
		if err != nil {
			return
		}
		re, err := regexp.Compile(out)
		if err != nil {
			t.Fatalf("%q became %q: %v", pattern, out, err)
		}
		grouped, err := translatePattern("(" + strings.ToValidUTF8(pattern, "?") + ")")
		if err != nil {
			return // it had almost too many groups
		}
		text = strings.ToValidUTF8(text, "?")
		if re.MatchString(text) != regexp.MustCompile(grouped).MatchString(text) {
			t.Fatalf("%q in a group matches %q differently", pattern, text)
		}
	})
}
