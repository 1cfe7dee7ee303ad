package jsonx_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// written is what write writes after a prefix, which it must leave alone.
func written(t *testing.T, write func(w *jsonx.Writer)) (string, error) {
	t.Helper()
	const prefix = `{"an earlier":[`
	w := jsonx.NewWriter([]byte(prefix))
	write(&w)
	b, err := w.Result()
	if !strings.HasPrefix(string(b), prefix) {
		t.Errorf("the prefix has become %s", b)
	}
	if err != nil && len(b) != len(prefix) {
		t.Errorf("after an error the buffer is %s", b)
	}
	return string(b[len(prefix):]), err
}

func TestWriteString(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"", `""`},
		{"a", `"a"`},
		{"exactly8", `"exactly8"`},
		{"\"\\/", `"\"\\/"`},
		{"\b\f\n\r\t", `"\b\f\n\r\t"`},
		{"\x00\x01\x0b\x1f\x7f", "\"\\u0000\\u0001\\u000b\\u001f\x7f\""},
		{"<script>&amp;</script>", `"<script>&amp;</script>"`},
		{"\u2028\u2029", "\"\u2028\u2029\""},
		{"é€😀", `"é€😀"`},
		{"a long plain text\nwith a break and 日本語", `"a long plain text\nwith a break and 日本語"`},
		{"\u00a0\ufeff\uffff\ufffd", "\"\u00a0\ufeff\uffff\ufffd\""},
	} {
		got, err := written(t, func(w *jsonx.Writer) { w.String(c.s) })
		if err != nil || got != c.want {
			t.Errorf("%q: %s %v, want %s", c.s, got, err, c.want)
		}
		b, err := jsonx.AppendString(nil, c.s)
		if err != nil || string(b) != c.want {
			t.Errorf("%q: %s %v, want %s", c.s, b, err, c.want)
		}
		r := jsonx.NewStringReader(c.want)
		if back := r.String(); back != c.s {
			t.Errorf("%q reads back as %q", c.s, back)
		}
	}
	for _, s := range []string{"\xff", "a\xc0\x80", "12345678\xed\xa0\x80", "\n\xf5", "é\xe2\x82"} {
		b, err := jsonx.AppendString([]byte("x"), s)
		if !errors.Is(err, jsonx.ErrUTF8) || string(b) != "x" {
			t.Errorf("%q: %s %v", s, b, err)
		}
	}
}

// Values from ECMA-262, Number::toString.
func TestWriteFloat64(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {1, "1"}, {-1, "-1"}, {0.5, "0.5"}, {-0.1, "-0.1"}, {1.5e1, "15"},
		{123456789, "123456789"}, {1e20, "100000000000000000000"}, {123456789012345680000, "123456789012345680000"},
		{999999999999999900000, "999999999999999900000"}, {1e21, "1e+21"}, {1.5e21, "1.5e+21"}, {-1e21, "-1e+21"}, {1e100, "1e+100"},
		{0.000001, "0.000001"}, {0.0000012, "0.0000012"}, {0.0000001, "1e-7"}, {-0.00000015, "-1.5e-7"}, {1e-10, "1e-10"}, {1e-100, "1e-100"},
		{5e-324, "5e-324"}, {math.MaxFloat64, "1.7976931348623157e+308"}, {2.2250738585072014e-308, "2.2250738585072014e-308"},
		{9007199254740991, "9007199254740991"}, {9007199254740992, "9007199254740992"}, {-9007199254740993, "-9007199254740992"},
		{1 << 63, "9223372036854776000"}, {-1 << 63, "-9223372036854776000"}, {0.30000000000000004, "0.30000000000000004"}, {4.35, "4.35"},
	} {
		got, err := written(t, func(w *jsonx.Writer) { w.Float64(c.v) })
		if err != nil || got != c.want {
			t.Errorf("%v: %s %v, want %s", c.v, got, err, c.want)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, err := written(t, func(w *jsonx.Writer) { w.Float64(v) }); !errors.Is(err, jsonx.ErrNotFinite) {
			t.Errorf("%v: %v", v, err)
		}
	}
}

func TestWriteOthers(t *testing.T) {
	got, err := written(t, func(w *jsonx.Writer) {
		w.Lit(`{`)
		w.Member(`"a":`)
		w.Int64(math.MinInt64)
		w.Member(`"b":`)
		w.Uint64(math.MaxUint64)
		w.Key("c\"\n")
		w.Lit(`[`)
		for _, v := range []bool{true, false} {
			w.Comma()
			w.Bool(v)
		}
		w.Comma()
		w.Lit(`{`)
		w.Members(" \"x\" : [ 1 , 2 ] ,\n\"y\":\"\"")
		w.Members("")
		w.Members(`"z":{ }`)
		w.Lit(`}]`)
		w.Key("d")
		w.Raw(" {\n\"k\" : -0 ,\t\"l\":[ ]}\r\n")
		w.Lit(`}`)
	})
	want := `{"a":-9223372036854775808,"b":18446744073709551615,"c\"\n":[true,false,{"x":[1,2],"y":"","z":{}}],"d":{"k":-0,"l":[]}}`
	if err != nil || got != want {
		t.Errorf("%s %v, want %s", got, err, want)
	}
}

func TestCommaAtTheStart(t *testing.T) {
	w := jsonx.NewWriter([]byte("data: x"))
	w.Comma() // nothing of this text is written, so there is nothing to divide
	w.Lit("1")
	if b, err := w.Result(); err != nil || string(b) != "data: x1" {
		t.Errorf("%s %v", b, err)
	}
}

func TestWriteRaw(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{`null`, `null`}, {` "a b" `, `"a b"`}, {"1.50\n", `1.50`}, {`-0`, `-0`}, {`1E+2`, `1E+2`}, {"\n[\r\n]\n", `[]`},
		{"{ \"b\" : 1 ,\n\t\"a\" : [ true , \"x  y\" ] }", `{"b":1,"a":[true,"x  y"]}`}, {`"\u0041\/"`, `"\u0041\/"`}, {"\"\u2028\"", "\"\u2028\""},
	} {
		got, err := written(t, func(w *jsonx.Writer) { w.Raw(jsonx.Raw(c.raw)) })
		if err != nil || got != c.want {
			t.Errorf("%q: %s %v, want %s", c.raw, got, err, c.want)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	other := errors.New("not today")
	for _, c := range []struct {
		name  string
		write func(w *jsonx.Writer)
		want  string
		is    error
	}{
		{"root", func(w *jsonx.Writer) { w.String("\xff") }, "string is not valid UTF-8", jsonx.ErrUTF8},
		{"member", func(w *jsonx.Writer) { w.Lit(`{"type":"X","delta":`); w.String("\xff") }, "/delta: string is not valid UTF-8", jsonx.ErrUTF8},
		{"first item", func(w *jsonx.Writer) { w.Lit(`{"a":[`); w.Float64(math.NaN()) }, "/a/0: number is not finite", jsonx.ErrNotFinite},
		{"later item", func(w *jsonx.Writer) { w.Lit(`{"a":[{"b":[1]},[],`); w.Raw("") }, "/a/2: required value is absent", jsonx.ErrAbsent},
		{"inner", func(w *jsonx.Writer) { w.Lit(`{"x":{"y":1},"a/b":[0,{"~":`); w.Fail(other) }, "/a~1b/1/~0: not today", other},
		{"second item's member", func(w *jsonx.Writer) { w.Lit(`[{"a":1},{"a":`); w.Fail(other) }, "/1/a: not today", other},
		{"name", func(w *jsonx.Writer) { w.Lit(`{"m":{`); w.Key("\xff") }, "/m: string is not valid UTF-8", jsonx.ErrUTF8},
		{"second name", func(w *jsonx.Writer) { w.Lit(`{"m":{"a":[]`); w.Key("\xff") }, "/m: string is not valid UTF-8", jsonx.ErrUTF8},
		{"raw", func(w *jsonx.Writer) { w.Lit(`{"raw":`); w.Raw(`{"a":1,"a":2}`) }, `/raw: invalid JSON at byte 7: duplicate member "a"`, nil},
		{"raw scalar", func(w *jsonx.Writer) { w.Raw(`1 2`) }, `invalid JSON at byte 2: text after the end of the value`, nil},
		{"raw white space", func(w *jsonx.Writer) { w.Raw("\n") }, `invalid JSON at byte 1: the text ends in the middle of a value`, nil},
		{"raw break", func(w *jsonx.Writer) { w.Raw("\"a\nb\"") }, `invalid JSON at byte 2: control character in a string; it must be escaped`, nil},
		{"members", func(w *jsonx.Writer) { w.Lit(`{"a":{"b":1`); w.Members(`"c":1,"c":2`) }, `/a: invalid JSON at byte 6: duplicate member "c"`, nil},
		{"members that close", func(w *jsonx.Writer) { w.Lit(`{`); w.Members(`"c":1},{"d":2`) }, `invalid JSON at byte 5: unexpected '}'; a comma should be here`, nil},
		{"members that end early", func(w *jsonx.Writer) { w.Lit(`{`); w.Members(`"c":1,`) }, `invalid JSON at byte 6: the text ends in the middle of a value`, nil},
		{"members that are none", func(w *jsonx.Writer) { w.Lit(`{`); w.Members(`1`) }, `invalid JSON at byte 0: unexpected '1'; a member's name should be here`, nil},
		{"the first counts", func(w *jsonx.Writer) {
			w.Lit(`{"a":`)
			w.Fail(other)
			w.Lit(`,"b":`)
			w.String("\xff")
			w.Lit("}")
		}, "/a: not today", other},
	} {
		_, err := written(t, c.write)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		var e *jsonx.EncodeError
		if !errors.As(err, &e) {
			t.Errorf("%s: %T is no *EncodeError", c.name, err)
		}
		var s *jsonx.SyntaxError
		if c.is != nil && !errors.Is(err, c.is) || c.is == nil && !errors.As(err, &s) {
			t.Errorf("%s: %v wraps the wrong error", c.name, err)
		}
	}
}

func TestDraft(t *testing.T) {
	w := jsonx.NewDraft(nil)
	w.Lit(`{"a":[`)
	w.String("\xff")
	w.Comma()
	w.Float64(math.NaN())
	w.Comma()
	w.Raw("")
	w.Comma()
	w.Raw("[1,")
	w.Lit(`]`)
	w.Members(`"b":1,"b":2`)
	w.Key("c\xff")
	w.Fail(errors.New("not today"))
	w.Members(`"d" : 1`)
	w.Lit(`}`)
	b, err := w.Result()
	if want := `{"a":[null,null,null,null],"c\ufffd":null,"d":1}`; err != nil || string(b) != strings.ReplaceAll(want, `\ufffd`, "\ufffd") {
		t.Errorf("%s %v, want %s", b, err, want)
	}
}

func TestManyMembersThatRepeat(t *testing.T) {
	members := func(text string) string { return text[1 : len(text)-1] }
	_, err := written(t, func(w *jsonx.Writer) { w.Lit("{"); w.Members(members(manyMembers(50, ""))) })
	if err != nil {
		t.Error(err)
	}
	_, err = written(t, func(w *jsonx.Writer) { w.Lit("{"); w.Members(members(manyMembers(50, `,"m20":0`))) })
	if err == nil || !strings.HasSuffix(err.Error(), `duplicate member "m20"`) {
		t.Errorf("%v", err)
	}
}

func TestWrittenIsWhatEncodingJSONWrites(t *testing.T) {
	for _, text := range []string{plainEvent, escapedEvent, rawEvent} {
		e, err := decodeTextDelta([]byte(text))
		must(err)
		got, err := e.appendJSON(nil)
		if err != nil || string(got) != text {
			t.Errorf("%s %v, want %s", got, err, text)
		}
	}
	for _, indent := range []bool{true, false} {
		var want bytes.Buffer
		must(json.Compact(&want, []byte(document(indent))))
		if got, err := jsonx.Raw(document(indent)).Compact(); err != nil || string(got) != want.String() {
			t.Errorf("a large document differs: %v", err)
		}
	}
}

func TestWritersDoNotAllocate(t *testing.T) {
	buf := make([]byte, 0, 1<<20)
	for _, text := range []string{plainEvent, escapedEvent, rawEvent} {
		e, err := decodeTextDelta([]byte(text))
		must(err)
		if got := testing.AllocsPerRun(100, func() { _, _ = e.appendJSON(buf) }); got != 0 {
			t.Errorf("%s: %v allocations", text, got)
		}
	}
}

func ExampleWriter() {
	w := jsonx.NewWriter(nil)
	w.Lit(`{"type":"CUSTOM"`)
	w.Lit(`,"name":`)
	w.String("a \"quoted\" name")
	w.Lit(`,"value":`)
	w.Raw("{ \"n\": 1.0 }")
	w.Lit(`}`)
	b, err := w.Result()
	fmt.Println(string(b), err)
	// Output: {"type":"CUSTOM","name":"a \"quoted\" name","value":{"n":1.0}} <nil>
}

func ExampleEncodeError() {
	w := jsonx.NewWriter(nil)
	w.Lit(`{"items":["a",`)
	w.String("not UTF-8: \xff")
	_, err := w.Result()
	fmt.Println(err)
	// Output: /items/1: string is not valid UTF-8
}

func TestWhole(t *testing.T) {
	w, d, h := jsonx.NewWriter(nil), jsonx.NewDraft(nil), jsonx.NewWhole(nil)
	if w.Whole() || !d.Whole() || !h.Whole() {
		t.Errorf("whole: %v, %v, %v", w.Whole(), d.Whole(), h.Whole())
	}
	h.Fail(jsonx.ErrAbsent)
	if _, err := h.Result(); err == nil {
		t.Error("a whole text without a value that must be there")
	}
}

// TestMore writes a text with a failure of each kind, each followed by more.
func TestMore(t *testing.T) {
	write := func(w *jsonx.Writer) {
		w.Lit(`{"absent":`)
		w.Raw("")
		w.Lit(`,"list":[`)
		for range 2 {
			w.Comma()
			w.Fail(jsonx.ErrNoJSON)
		}
		w.Lit(`],"map":{`)
		w.Key("\xff")
		w.Float64(math.Inf(1))
		w.Lit(`},"open":{"a":1`)
		w.Members(`"b":1,2`)
		w.Lit(`},"text":`)
		w.String("\xff")
		w.Lit("}")
	}
	want := []string{
		"/absent: required value is absent",
		"/list/0: it came as protobuf, and what it would be in JSON is not known",
		"/list/1: it came as protobuf, and what it would be in JSON is not known",
		"/map: string is not valid UTF-8",
		"/map/\uFFFD: number is not finite",
		"/open: invalid JSON at byte 6: unexpected '2'; a member's name should be here",
		"/text: string is not valid UTF-8",
	}
	whole := jsonx.NewWhole([]byte("before"))
	write(&whole)
	b, err := whole.Result()
	if got := failures(err); !slices.Equal(got, want) || string(b) != "before" {
		t.Errorf("%s\n%s\nwant\n%s", b, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	_, err = written(t, write)
	if got := failures(err); !slices.Equal(got, want[:1]) {
		t.Errorf("a writer that is not for judging goes on: %q", got)
	}
	many := jsonx.NewWhole(nil)
	many.Lit("[")
	for range 200 {
		many.Comma()
		many.Fail(jsonx.ErrAbsent)
	}
	_, err = many.Result()
	if got := failures(err); len(got) != 101 || got[100] != "/100: required value is absent" {
		t.Errorf("%d failures, the last %q", len(got), got[len(got)-1])
	}
}

// failures are all of a writer's failures, in their order.
func failures(err error) []string {
	var e *jsonx.EncodeError
	if !errors.As(err, &e) {
		return nil
	}
	out := []string{e.Error()}
	for _, m := range e.More {
		out = append(out, m.Error())
	}
	return out
}
