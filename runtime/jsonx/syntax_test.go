package jsonx_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// ways are all ways to go over a whole text. They must agree on what is JSON, and on where it is not.
var ways = map[string]func(text string) error{
	"validate": func(text string) error { return jsonx.Raw(text).Validate() },
	"parse":    func(text string) error { _, err := jsonx.Parse(text); return err },
	"compact":  func(text string) error { _, err := jsonx.Raw(text).Compact(); return err },
	"read": func(text string) error {
		r := jsonx.NewStringReader(text)
		readAny(&r)
		return r.End()
	},
	"write": func(text string) error {
		w := jsonx.NewWriter(nil)
		w.Raw(jsonx.Raw(text))
		_, err := w.Result()
		var e *jsonx.EncodeError
		if errors.As(err, &e) {
			return e.Err
		}
		return err
	},
	"mismatch": func(text string) error { // that nothing fits must not keep a syntax error from being found
		r := jsonx.NewStringReader(text)
		r.Wrong("something else")
		return r.End()
	},
}

// readAny reads a value of any shape through the calls that generated code makes, and is what encoding/json would make
// of it.
func readAny(r *jsonx.Reader) any {
	switch r.Kind() {
	case jsonx.KindNull:
		r.Null()
		return nil
	case jsonx.KindBoolean:
		return r.Bool()
	case jsonx.KindNumber:
		return r.Float64()
	case jsonx.KindString:
		return r.String()
	case jsonx.KindArray:
		items := []any{}
		for a := r.Array(); r.Item(&a); {
			items = append(items, readAny(r))
		}
		return items
	case jsonx.KindObject:
		members := map[string]any{}
		o := r.Object()
		for r.Member(&o) {
			key := o.Key
			if _, dup := members[key]; dup {
				r.Duplicate(&o)
			}
			members[key] = readAny(r)
		}
		return members
	}
	r.Skip() // which will say what is wrong
	return nil
}

func TestAccepted(t *testing.T) {
	for _, text := range []string{
		`null`, `true`, `false`, `""`, `"a"`, `[]`, `{}`, " \t\r\n[ \t\r\n] \t\r\n", `{ "a" : 1 , "b" : [ 1 , 2 ] }`,
		`0`, `-0`, `1`, `-1`, `10`, `0.5`, `-0.5`, `1.50`, `1e5`, `1E5`, `1e+5`, `1e-5`, `0e0`, `-0.0e-0`, `1e00005`,
		`1e308`, `1.7976931348623157e308`, `-1.7976931348623157e308`, `1e-400`, `1e-9999`, `0e9999`, `0.0000001e310`,
		strings.Repeat("9", 308), `100000000000000000000000000000000`, `0.` + strings.Repeat("0", 5000) + "1e5000",
		`"\"\\\/\b\f\n\r\t"`, `"\u0000"`, `"\u001f\u007f"`, `"\ud83d\ude00"`, `"\uD83D\uDE00"`, `"\uDBFF\uDFFF"`, `"\uFFFF\ufeff"`,
		"\"\x7f\"", "\"\u0080\u07ff\u0800\uffff\U00010000\U0010ffff\"", "\"\ud7ff\ue000\"", "\"\u2028\u2029\ufeff\"",
		`{"a":1,"A":1,"":1,"aa":1}`, `[{"a":1},{"a":1}]`, `{"a":{"a":{"a":1}}}`,
		strings.Repeat("[", jsonx.MaxDepth) + strings.Repeat("]", jsonx.MaxDepth),
		strings.Repeat(`{"a":`, jsonx.MaxDepth-1) + "[]" + strings.Repeat("}", jsonx.MaxDepth-1),
	} {
		for way, try := range ways {
			if err := try(text); err != nil {
				t.Errorf("%s %.40s: %v", way, text, err)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	deep := strings.Repeat("[", jsonx.MaxDepth)
	for _, c := range []struct {
		text   string
		offset int
		msg    string
	}{
		{``, 0, "the text ends in the middle of a value"},
		{"  \n", 3, "the text ends in the middle of a value"},
		{`[`, 1, "the text ends in the middle of a value"},
		{`[1`, 2, "the text ends in the middle of a value"},
		{`[1,`, 3, "the text ends in the middle of a value"},
		{`{`, 1, "the text ends in the middle of a value"},
		{`{"a"`, 4, "the text ends in the middle of a value"},
		{`{"a":`, 5, "the text ends in the middle of a value"},
		{`{"a":1`, 6, "the text ends in the middle of a value"},
		{`{"a":1,`, 7, "the text ends in the middle of a value"},
		{`tru`, 3, "the text ends in the middle of a value"},
		{`-`, 1, "the text ends in the middle of a value"},
		{`1.`, 2, "the text ends in the middle of a value"},
		{`1e`, 2, "the text ends in the middle of a value"},
		{`1e+`, 3, "the text ends in the middle of a value"},
		{`"abc`, 4, "the text ends in the middle of a string"},
		{`"abcdefghi`, 10, "the text ends in the middle of a string"},
		{`"\`, 1, "the text ends in the middle of a string"},
		{`"\u12`, 1, "the text ends in the middle of a string"},
		{`{"a`, 3, "the text ends in the middle of a string"},

		{`1 2`, 2, "text after the end of the value"},
		{`{}}`, 2, "text after the end of the value"},
		{`null,`, 4, "text after the end of the value"},
		{`truee`, 4, "text after the end of the value"},
		{`"a""b"`, 3, "text after the end of the value"},
		{"{}\x00", 2, "text after the end of the value"},
		{"1\xff", 1, "invalid UTF-8"},

		{"\ufeff{}", 0, "byte order mark; JSON text starts without one"},
		{"\x00", 0, `unexpected '\x00'; a value should be here`},
		{`'a'`, 0, `unexpected '\''; a value should be here`},
		{`+1`, 0, `unexpected '+'; a value should be here`},
		{`.5`, 0, `unexpected '.'; a value should be here`},
		{`NaN`, 0, `unexpected 'N'; a value should be here`},
		{`Infinity`, 0, `unexpected 'I'; a value should be here`},
		{"\u00a01", 0, `unexpected '\u00a0'; a value should be here`},
		{"\v1", 0, `unexpected '\v'; a value should be here`},
		{"[\xff]", 1, "invalid UTF-8"},
		{`// c`, 0, `unexpected '/'; a value should be here`},
		{`[1,]`, 3, `unexpected ']'; a value should be here`},
		{`[,1]`, 1, `unexpected ','; a value should be here`},
		{`[1 2]`, 3, `unexpected '2'; a comma or the end of the array should be here`},
		{`[1}`, 2, `unexpected '}'; a comma or the end of the array should be here`},
		{`{"a":1,}`, 7, `unexpected '}'; a member's name should be here`},
		{`{,}`, 1, `unexpected ','; a member's name should be here`},
		{`{a:1}`, 1, `unexpected 'a'; a member's name should be here`},
		{`{1:1}`, 1, `unexpected '1'; a member's name should be here`},
		{`{"a" 1}`, 5, `unexpected '1'; a colon should be here`},
		{`{"a":1 "b":2}`, 7, `unexpected '"'; a comma or the end of the object should be here`},
		{`{"a":1]`, 6, `unexpected ']'; a comma or the end of the object should be here`},
		{`{"a":}`, 5, `unexpected '}'; a value should be here`},
		{`nul1`, 0, "unknown word; only true, false and null are values"},
		{`[True]`, 1, `unexpected 'T'; a value should be here`},

		{`01`, 0, "number with a leading zero"},
		{`-01`, 0, "number with a leading zero"},
		{`00`, 0, "number with a leading zero"},
		{`-a`, 1, "malformed number"},
		{`1.e5`, 2, "malformed number"},
		{`1.a`, 2, "malformed number"},
		{`1ea`, 2, "malformed number"},
		{`1e+-5`, 3, "malformed number"},
		{`--1`, 1, "malformed number"},
		{`0x10`, 1, "text after the end of the value"},
		{`1_000`, 1, "text after the end of the value"},
		{`[1e400]`, 1, "number beyond the range of a 64-bit float"},
		{`-1e309`, 0, "number beyond the range of a 64-bit float"},
		{`1.7976931348623159e308`, 0, "number beyond the range of a 64-bit float"},
		{strings.Repeat("9", 310), 0, "number beyond the range of a 64-bit float"},
		{`1e10000`, 0, "number whose exponent is beyond 9999"},
		{`0e-10000`, 0, "number whose exponent is beyond 9999"},
		{`1e99999999999999999999999999`, 0, "number whose exponent is beyond 9999"},

		{"\"a\nb\"", 2, "control character in a string; it must be escaped"},
		{"\"\x00\"", 1, "control character in a string; it must be escaped"},
		{"\"abcdefgh\x1f\"", 9, "control character in a string; it must be escaped"},
		{`"\x"`, 1, "invalid escape sequence in a string"},
		{`"\'"`, 1, "invalid escape sequence in a string"},
		{`"\U0041"`, 1, "invalid escape sequence in a string"},
		{`"\u00g0"`, 1, "invalid escape sequence in a string"},
		{`"\u 041"`, 1, "invalid escape sequence in a string"},
		{`"a\ud83d"`, 2, "escaped surrogate without its other half"},
		{`"\ude00"`, 1, "escaped surrogate without its other half"},
		{`"\ud83dx"`, 1, "escaped surrogate without its other half"},
		{`"\ud83d\n12345"`, 1, "escaped surrogate without its other half"},
		{`"\ud83d\u0041"`, 1, "escaped surrogate without its other half"},
		{`"\ud83d\ud83d\ude00"`, 1, "escaped surrogate without its other half"},
		{`"\ude00\ud83d"`, 1, "escaped surrogate without its other half"},
		{`"\ud83d\uzzzz"`, 1, "escaped surrogate without its other half"},

		{"\"\xff\"", 1, "invalid UTF-8"},
		{"\"\x80\"", 1, "invalid UTF-8"},
		{"\"a\xc0\x80\"", 2, "invalid UTF-8"},            // overlong NUL
		{"\"\xc1\xbf\"", 1, "invalid UTF-8"},             // overlong
		{"\"\xe0\x9f\xbf\"", 1, "invalid UTF-8"},         // overlong
		{"\"\xf0\x8f\xbf\xbf\"", 1, "invalid UTF-8"},     // overlong
		{"\"\xed\xa0\x80\"", 1, "invalid UTF-8"},         // surrogate
		{"\"\xed\xbf\xbf\"", 1, "invalid UTF-8"},         // surrogate
		{"\"\xf4\x90\x80\x80\"", 1, "invalid UTF-8"},     // beyond U+10FFFF
		{"\"\xf5\x80\x80\x80\"", 1, "invalid UTF-8"},     // no such lead
		{"\"\xe2\x82\"", 1, "invalid UTF-8"},             // cut off
		{"\"\xc3\"", 1, "invalid UTF-8"},                 // cut off
		{"\"\xf0\x9f\x98", 1, "invalid UTF-8"},           // cut off by the end
		{"\"\u00e9\xc3(\"", 3, "invalid UTF-8"},          // no continuation
		{"{\"a\xff\":1}", 3, "invalid UTF-8"},            // in a name
		{"\"\\n\xe2\x28\xa1\"", 3, "invalid UTF-8"},      // after an escape
		{"\"12345678\xe2\x28\"", 9, "invalid UTF-8"},     // after eight bytes
		{"\"é\xf0\x9f\x98x\"", 3, "invalid UTF-8"},       // four bytes, the last one wrong
		{"\"\xe1\x80\xc0\"", 1, "invalid UTF-8"},         // three bytes, the last one wrong
		{"\"\xf1\x80\x80\xc0\"", 1, "invalid UTF-8"},     // four bytes, the last one wrong
		{"\"\xf1\x80\xc0\x80\"", 1, "invalid UTF-8"},     // four bytes, the third one wrong
		{"\"\xdf\x7f\"", 1, "invalid UTF-8"},             // two bytes, the last one wrong
		{"\"\xf4\x8f\xbf\xbf\xbf\"", 5, "invalid UTF-8"}, // one continuation too many

		{`{"a":1,"a":2}`, 7, `duplicate member "a"`},
		{`{"a":1,"\u0061":2}`, 7, `duplicate member "a"`},
		{`{"\u0061":1,"a":2}`, 12, `duplicate member "a"`},
		{`{"":1,"b":2,"":3}`, 12, `duplicate member ""`},
		{`[0,{"x":{"k":1, "k":1}}]`, 16, `duplicate member "k"`},
		{`{"k":{"a":1},"b":0,"k":1}`, 19, `duplicate member "k"`},
		{manyMembers(17, ``), 0, ""},
		{manyMembers(17, `,"m3":0`), len(manyMembers(17, ``)), `duplicate member "m3"`},
		{manyMembers(2000, `,"x":[],"m\u00315":0`), len(manyMembers(2000, ``)) + 7, `duplicate member "m15"`},
		{`{"o":` + manyMembers(40, `,"m39":0`) + `}`, 5 + len(manyMembers(40, ``)), `duplicate member "m39"`},

		{deep + "[", jsonx.MaxDepth, "more than 10000 arrays and objects inside one another"},
		{deep + "{", jsonx.MaxDepth, "more than 10000 arrays and objects inside one another"},
		{deep + "1" + strings.Repeat("]", jsonx.MaxDepth-1), 2 * jsonx.MaxDepth, "the text ends in the middle of a value"},
	} {
		for way, try := range ways {
			if way == "write" && c.text == "" {
				continue // absent, which is another error
			}
			err := try(c.text)
			if c.msg == "" {
				if err != nil {
					t.Errorf("%s %.40q: %v", way, c.text, err)
				}
				continue
			}
			var e *jsonx.SyntaxError
			if !errors.As(err, &e) {
				t.Errorf("%s %.40q: %v, want a syntax error", way, c.text, err)
			} else if e.Offset != c.offset || e.Msg != c.msg {
				t.Errorf("%s %.40q: %d %s, want %d %s", way, c.text, e.Offset, e.Msg, c.offset, c.msg)
			}
		}
	}
}

// manyMembers is an object of n members and more text before its closing bracket. Without more its length is the offset
// that the quote after more's comma would have.
func manyMembers(n int, more string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"m%d":1`, i)
	}
	return "{" + b.String()[1:] + more + "}"
}

func TestSyntaxErrorText(t *testing.T) {
	err := jsonx.Raw(`[1,]`).Validate()
	if got, want := err.Error(), "invalid JSON at byte 3: unexpected ']'; a value should be here"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestLongDuplicateNameIsCut(t *testing.T) {
	name := strings.Repeat("é", 40)
	err := jsonx.Raw(`{"` + name + `":1,"` + name + `":2}`).Validate()
	if got, want := err.Error(), `invalid JSON at byte 86: duplicate member "`+strings.Repeat("é", 32)+`…"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
