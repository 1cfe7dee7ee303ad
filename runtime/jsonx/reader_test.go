package jsonx_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

func TestReadString(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`""`, ""},
		{`"a"`, "a"},
		{`"exactly8"`, "exactly8"},
		{`"more than eight bytes"`, "more than eight bytes"},
		{`"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{`"\u0000"`, "\x00"},
		{`"a\u0000b"`, "a\x00b"},
		{`"\u00e9\u20ac\ud83d\ude00"`, "é€😀"},
		{`"\uD800\uDC00\uDBFF\uDFFF"`, "\U00010000\U0010ffff"},
		{`"\ud7ff\ue000\uffff"`, "\ud7ff\ue000\uffff"},
		{`"日本語 and\tthen"`, "日本語 and\tthen"},
		{"\"\u2028\u2029\x7f\"", "\u2028\u2029\x7f"},
		{`"\\u0041"`, `\u0041`},
		{` "a" `, "a"},
	} {
		for name, r := range map[string]jsonx.Reader{
			"string": jsonx.NewStringReader(c.text),
			"bytes":  jsonx.NewReader([]byte(c.text)),
			"long":   jsonx.NewReader([]byte(c.text + strings.Repeat(" ", 5000))),
		} {
			got := r.String()
			if err := r.End(); err != nil || r.Mismatch() != nil || got != c.want {
				t.Errorf("%s %s: %q %v %v, want %q", name, c.text, got, err, r.Mismatch(), c.want)
			}
		}
	}
}

func TestDecodedStringsStay(t *testing.T) {
	// Enough of them to fill the reader's memory several times over.
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, `,"s\n%d\u00e9"`, i)
	}
	r := jsonx.NewReader([]byte("[" + b.String()[1:] + "]"))
	var got []string
	for a := r.Array(); r.Item(&a); {
		got = append(got, r.String())
	}
	if err := r.End(); err != nil || len(got) != 400 {
		t.Fatalf("%d strings, %v", len(got), err)
	}
	for i, s := range got {
		if want := fmt.Sprintf("s\n%dé", i); s != want {
			t.Errorf("string %d is %q, want %q", i, s, want)
		}
	}
}

func TestReaderCopiesItsInput(t *testing.T) {
	for _, text := range []string{`["plain"]`, `["esc\taped"]`} {
		data := []byte(text)
		r := jsonx.NewReader(data)
		clear(data)
		a := r.Array()
		r.Item(&a)
		if s := r.String(); s != "plain" && s != "esc\taped" {
			t.Errorf("%s: %q", text, s)
		}
		if r.Text() != text {
			t.Errorf("the text is %q, want %q", r.Text(), text)
		}
	}
}

func TestReadInt64(t *testing.T) {
	for _, c := range []struct {
		text     string
		want     int64
		mismatch string
	}{
		{`0`, 0, ""}, {`-0`, 0, ""}, {`1`, 1, ""}, {`-1`, -1, ""}, {`123456789012345678`, 123456789012345678, ""},
		{`9223372036854775807`, math.MaxInt64, ""}, {`-9223372036854775808`, math.MinInt64, ""},
		{`1.0`, 1, ""}, {`1e3`, 1000, ""}, {`1.5e1`, 15, ""}, {`100e-2`, 1, ""}, {`-12.50e2`, -1250, ""}, {`0.0`, 0, ""}, {`0e5`, 0, ""},
		{`-0.0e-7`, 0, ""}, {`9.223372036854775807e18`, math.MaxInt64, ""}, {`0.001e3`, 1, ""}, {`10000e-4`, 1, ""}, {`1e18`, 1e18, ""},
		{`1.5`, 0, "must be an integer"}, {`1e-1`, 0, "must be an integer"}, {`0.1e0`, 0, "must be an integer"}, {`123e-4`, 0, "must be an integer"},
		{`9223372036854775808`, 0, "must be an integer of 64 bits"}, {`-9223372036854775809`, 0, "must be an integer of 64 bits"},
		{`1e19`, 0, "must be an integer of 64 bits"}, {`1e300`, 0, "must be an integer of 64 bits"}, {`18446744073709551616`, 0, "must be an integer of 64 bits"},
		{`99999999999999999999`, 0, "must be an integer of 64 bits"}, {`123456789012345678901234567890`, 0, "must be an integer of 64 bits"},
		{`"1"`, 0, "must be an integer"}, {`null`, 0, "must be an integer"}, {`true`, 0, "must be an integer"}, {`[1]`, 0, "must be an integer"},
	} {
		r := jsonx.NewStringReader(" " + c.text + " ")
		got := r.Int64()
		checkRead(t, c.text, &r, c.mismatch)
		if got != c.want {
			t.Errorf("%s: %d, want %d", c.text, got, c.want)
		}
	}
}

func TestReadUint64(t *testing.T) {
	for _, c := range []struct {
		text     string
		want     uint64
		mismatch string
	}{
		{`0`, 0, ""}, {`-0`, 0, ""}, {`-0.0`, 0, ""}, {`1`, 1, ""}, {`18446744073709551615`, math.MaxUint64, ""}, {`1e19`, 1e19, ""},
		{`1.8446744073709551615e19`, math.MaxUint64, ""}, {`18446744073709551616`, 0, "must be an integer of 64 bits that is not negative"},
		{`99999999999999999999`, 0, "must be an integer of 64 bits that is not negative"}, {`-1`, 0, "must be an integer of 64 bits that is not negative"},
		{`0.5`, 0, "must be an integer"}, {`{}`, 0, "must be an integer"},
	} {
		r := jsonx.NewStringReader(c.text)
		got := r.Uint64()
		checkRead(t, c.text, &r, c.mismatch)
		if got != c.want {
			t.Errorf("%s: %d, want %d", c.text, got, c.want)
		}
	}
}

func TestReadFloat64(t *testing.T) {
	for _, c := range []struct {
		text     string
		want     float64
		mismatch string
	}{
		{`0`, 0, ""}, {`-0`, math.Copysign(0, -1), ""}, {`-0.0`, math.Copysign(0, -1), ""}, {`1`, 1, ""}, {`-17`, -17, ""}, {`0.1`, 0.1, ""},
		{`1e-400`, 0, ""}, {`5e-324`, 5e-324, ""}, {`1.7976931348623157e308`, math.MaxFloat64, ""}, {`9007199254740993`, 9007199254740992, ""},
		{`123456789012345678901234567890`, 123456789012345678901234567890, ""}, {`"1"`, 0, "must be a number"}, {`null`, 0, "must be a number"},
	} {
		r := jsonx.NewStringReader(c.text)
		got := r.Float64()
		checkRead(t, c.text, &r, c.mismatch)
		if got != c.want || math.Signbit(got) != math.Signbit(c.want) {
			t.Errorf("%s: %v, want %v", c.text, got, c.want)
		}
	}
}

// checkRead checks that a text was JSON, and whether it fitted.
func checkRead(t *testing.T, text string, r *jsonx.Reader, mismatch string) {
	t.Helper()
	if err := r.End(); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	got := ""
	if m := r.Mismatch(); m != nil {
		got = m.Error()
	}
	if got != mismatch {
		t.Errorf("%s: mismatch %q, want %q", text, got, mismatch)
	}
}

func TestReadOthers(t *testing.T) {
	r := jsonx.NewStringReader(` [ true , false , null , 1 , {"a" : [ ]} , "f" , "g" , null ] `)
	a := r.Array()
	next := func() {
		t.Helper()
		if !r.Item(&a) {
			t.Fatal("no item")
		}
	}
	if next(); !r.Bool() {
		t.Error("true is false")
	}
	if next(); r.Bool() {
		t.Error("false is true")
	}
	if next(); !r.Null() {
		t.Error("null is not null")
	}
	if next(); r.Null() || r.Int64() != 1 {
		t.Error("1 is null, or Null has read it")
	}
	if next(); r.Raw() != `{"a" : [ ]}` {
		t.Error("the raw value is not as it stands")
	}
	next()
	r.Const("f")
	checkMismatch(t, &r, "")
	next()
	r.Const("f")
	checkMismatch(t, &r, `/6: must be "f"`)
	next()
	r.Const("f") // too late to be the first
	for range 2 {
		if r.Item(&a) {
			t.Error("an item after the last")
		}
	}
	checkMismatch(t, &r, `/6: must be "f"`)
	if err := r.End(); err != nil {
		t.Error(err)
	}
}

func checkMismatch(t *testing.T, r *jsonx.Reader, want string) {
	t.Helper()
	got := ""
	if m := r.Mismatch(); m != nil {
		got = m.Error()
	}
	if got != want {
		t.Errorf("mismatch %q, want %q", got, want)
	}
}

func TestKind(t *testing.T) {
	for text, want := range map[string]string{
		`null`: "null", `true`: "boolean", ` false`: "boolean", `-1`: "number", "\n0": "number", `""`: "string", `[`: "array", `{`: "object",
		``: "invalid", ` `: "invalid", `]`: "invalid", `x`: "invalid",
	} {
		r := jsonx.NewStringReader(text)
		if got := r.Kind().String(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

func TestMismatches(t *testing.T) {
	for _, c := range []struct {
		text string
		read func(r *jsonx.Reader)
		want string
		at   int
	}{
		{`5`, func(r *jsonx.Reader) { _ = r.String() }, "must be a string", 0},
		{` null`, func(r *jsonx.Reader) { r.Bool() }, "must be a boolean", 1},
		{`[]`, func(r *jsonx.Reader) { o := r.Object(); r.Member(&o); r.Require(&o, 0, 1) }, "must be an object", 0},
		{`{}`, func(r *jsonx.Reader) { a := r.Array(); r.Item(&a) }, "must be an array", 0},
		{`{"a":[{"b~/c":1}]}`, func(r *jsonx.Reader) { readStrings(r) }, "/a/0/b~0~1c: must be a string", 14},
		{`{"x":{"y":[]}, "a" : [ [] , [ "", 1 ] , null ] }`, func(r *jsonx.Reader) { readStrings(r) }, "/a/1/1: must be a string", 34},
		{`{"":[true]}`, func(r *jsonx.Reader) { readStrings(r) }, "//0: must be a string", 5},
		{`{"b":{"c":"d"}}`, func(r *jsonx.Reader) {
			o := r.Object()
			r.Member(&o)
			p := r.Object()
			for r.Member(&p) {
				r.Skip()
			}
			r.Require(&p, 0, 0)
			r.Require(&p, 0, 1)
			r.Member(&o)
		}, "/b: lacks a required member", 5},
	} {
		r := jsonx.NewStringReader(c.text)
		c.read(&r)
		if err := r.End(); err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		m := r.Mismatch()
		if m == nil {
			t.Errorf("%s: no mismatch", c.text)
		} else if m.Error() != c.want || m.Offset != c.at {
			t.Errorf("%s: %d %s, want %d %s", c.text, m.Offset, m, c.at, c.want)
		}
	}
}

// readStrings reads a value all of whose leaves should be strings.
func readStrings(r *jsonx.Reader) {
	switch r.Kind() {
	case jsonx.KindArray:
		for a := r.Array(); r.Item(&a); {
			readStrings(r)
		}
	case jsonx.KindObject:
		for o := r.Object(); r.Member(&o); {
			readStrings(r)
		}
	default:
		_ = r.String()
	}
}

func TestSyntaxErrorAfterMismatch(t *testing.T) {
	r := jsonx.NewReader([]byte(`{"messageId":5,"delta":"x"]`))
	o := r.Object()
	for r.Member(&o) {
		_ = r.String()
	}
	var e *jsonx.SyntaxError
	if err := r.End(); !errors.As(err, &e) || e.Offset != 26 {
		t.Errorf("%v, want a syntax error at 26", err)
	}
}

func TestTag(t *testing.T) {
	for _, c := range []struct {
		text string
		tag  string
		ok   bool
		err  bool
	}{
		{`{"type":"A"}`, "A", true, false},
		{` { "type" : "A" , "x":1}`, "A", true, false},
		{`{"x":{"type":"B"},"y":[1,{}],"type":"A"}`, "A", true, false},
		{`{"id":"a", "n" : -1.5e3,"b":true,"z":null,"type":"A","x":1}`, "A", true, false},
		{`{"id":"a","t\u0079pe":"A"}`, "A", true, false},
		{`{"i\u0064":"a","type":"A"}`, "A", true, false},
		{`{"id":"a","type":{}}`, "", false, false},
		{`{"id":"a" "type":"A"}`, "", false, true},
		{`{"id":tru,"type":"A"}`, "", false, true},
		{`{"t\u0079pe":"\u0041"}`, "A", true, false},
		{`{"type":"\u0041"}`, "A", true, false},
		{`{"type":""}`, "", true, false},
		{`{"type":1}`, "", false, false},
		{`{"type":null,"x":1}`, "", false, false},
		{`{"x":1}`, "", false, false},
		{`{}`, "", false, false},
		{`[]`, "", false, false},
		{`"type"`, "", false, false},
		{`{"x":1 "type":"A"}`, "", false, true},
		{`{"type":"A`, "", false, true},
		{`{"x":{"a":1,"a":2},"type":"A"}`, "", false, true},
	} {
		r := jsonx.NewStringReader(c.text)
		tag, ok := r.Tag("type")
		if tag != c.tag || ok != c.ok {
			t.Errorf("%s: %q %v, want %q %v", c.text, tag, ok, c.tag, c.ok)
		}
		if !c.err && string(r.Raw()) != strings.TrimSpace(c.text) {
			t.Errorf("%s: the value is no longer there", c.text)
		}
		if err := r.End(); (err != nil) != c.err {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}

// A value in which each object is in another, all with their tags last, must not be gone over as often as it is deep.
func TestRoom(t *testing.T) {
	for text, want := range map[string]bool{`[1,2]`: true, ` [ {} ]`: true, `[]`: false, `[ ]`: false, `{}`: false, `"["`: false, ``: false} {
		r := jsonx.NewStringReader(text)
		if got := r.Room() > 0; got != want {
			t.Errorf("%s: room %v, want %v", text, got, want)
		}
		if text != "" && string(r.Raw()) != strings.TrimSpace(text) {
			t.Errorf("%s: the value is no longer there", text)
		}
	}
}

func TestTagsThatComeLast(t *testing.T) {
	const deep = 5000
	text := strings.Repeat(`{"in":`, deep) + `"` + strings.Repeat("x", 1<<21) + `"` + strings.Repeat(`,"type":"T"}`, deep)
	var read func(r *jsonx.Reader) int
	read = func(r *jsonx.Reader) int {
		if tag, ok := r.Tag("type"); !ok || tag != "T" {
			r.Skip()
			return 0
		}
		n := 1
		o := r.Object()
		for r.Member(&o) {
			if o.Key == "in" {
				n += read(r)
			} else {
				r.Const("T")
			}
		}
		return n
	}
	start := time.Now()
	r := jsonx.NewStringReader(text)
	if n := read(&r); n != deep || r.End() != nil || r.Mismatch() != nil {
		t.Errorf("%d objects, %v, %v", n, r.End(), r.Mismatch())
	}
	if took := time.Since(start); took > 3*time.Second { // it takes milliseconds, or minutes
		t.Errorf("it took %v", took)
	}
}

func TestReadersAllocate(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       float64
	}{
		{"plain", plainEvent, 2},
		{"escaped", escapedEvent, 2},
		{"raw", rawEvent, 2},
	} {
		data := []byte(c.text)
		got := testing.AllocsPerRun(100, func() {
			if _, err := decodeTextDelta(data); err != nil {
				t.Fatal(err)
			}
		})
		if got > c.want {
			t.Errorf("%s: %v allocations, want %v: the copy and the event", c.name, got, c.want)
		}
	}
}
