package wire_test

import (
	"encoding/hex"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/unknown"
	"github.com/agui-gen/agui-gen/runtime/wire"
)

func unhex(t *testing.T, s string) string {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWriter(t *testing.T) {
	for _, tt := range []struct {
		name  string
		write func(*wire.Writer)
		want  string
	}{
		{"nothing", func(*wire.Writer) {}, ""},
		{"string", func(w *wire.Writer) { w.String(2, "x", "ab") }, "12 02 6162"},
		{"empty string is written", func(w *wire.Writer) { w.String(2, "x", "") }, "12 00"},
		{"number of two bytes", func(w *wire.Writer) { w.String(16, "x", "a") }, "8201 01 61"},
		{"int64", func(w *wire.Writer) { w.Int64(1, 300) }, "08 ac02"},
		{"negative int64 takes ten bytes", func(w *wire.Writer) { w.Int64(1, -1) }, "08 ffffffffffffffffff01"},
		{"uint64", func(w *wire.Writer) { w.Uint64(1, math.MaxUint64) }, "08 ffffffffffffffffff01"},
		{"bool", func(w *wire.Writer) { w.Bool(1, true); w.Bool(2, false) }, "08 01 10 00"},
		{"enum", func(w *wire.Writer) { w.Enum(3, 5) }, "18 05"},
		{"double", func(w *wire.Writer) { w.Double(1, "x", 1.5) }, "09 000000000000f83f"},
		{"empty message", func(w *wire.Writer) { w.End(w.Begin(1)) }, "0a 00"},
		{"message in message", func(w *wire.Writer) {
			a := w.Begin(1)
			b := w.Begin(17)
			w.Bool(1, true)
			w.End(b)
			w.End(a)
		}, "0a 05 8a01 02 0801"},
		{"null", func(w *wire.Writer) { w.Value(1, "x", "null") }, "0a 02 0800"},
		{"number", func(w *wire.Writer) { w.Value(1, "x", "1.5") }, "0a 09 11 000000000000f83f"},
		{"-0", func(w *wire.Writer) { w.Value(1, "x", "-0") }, "0a 09 11 0000000000000080"},
		{"text", func(w *wire.Writer) { w.Value(1, "x", `"a\n"`) }, "0a 04 1a 02 610a"},
		{"empty text", func(w *wire.Writer) { w.Value(1, "x", `""`) }, "0a 02 1a 00"},
		{"false", func(w *wire.Writer) { w.Value(1, "x", "false") }, "0a 02 20 00"},
		{"empty object", func(w *wire.Writer) { w.Value(1, "x", "{}") }, "0a 02 2a 00"},
		{"empty array", func(w *wire.Writer) { w.Value(1, "x", "[]") }, "0a 02 32 00"},
		{"empty key is not written", func(w *wire.Writer) { w.Struct(1, "x", `{"":true}`) }, "0a 06 0a 04 12 02 2001"},
		{"order of the text", func(w *wire.Writer) { w.Struct(1, "x", `{ "b": null , "a":[ 1 ]}`) },
			"0a 1d 0a 07 0a0162 12 02 0800 0a 12 0a0161 12 0d 32 0b 0a 09 11 000000000000f03f"},
		{"list", func(w *wire.Writer) { w.List(1, "x", `[[]]`) }, "0a 04 0a 02 3200"},
	} {
		w := wire.NewWriter([]byte("before"))
		tt.write(&w)
		got, err := w.Result()
		if want := "before" + unhex(t, tt.want); string(got) != want || err != nil {
			t.Errorf("%s: %x, %v, want %x", tt.name, got, err, want)
		}
	}
}

// TestLengths holds that a message's length is right on both sides of each size its varint can have.
func TestLengths(t *testing.T) {
	for _, n := range []int{0, 2, 122, 124, 126, 128, 16378, 16380, 16382, 16384, 2097150, 2097152} {
		w := wire.NewWriter(nil)
		outer := w.Begin(1)
		inner := w.Begin(2)
		w.Lit(strings.Repeat("\x08\x01", n/2))
		w.End(inner)
		w.Bool(3, true)
		w.End(outer)
		b, err := w.Result()
		if err != nil {
			t.Fatal(err)
		}
		r := wire.NewReader(string(b))
		if !r.Next() {
			t.Fatalf("%d: %v", n, r.Err())
		}
		in := r.Sub()
		if !in.Next() || len(in.Bytes()) != n || !in.Next() || !in.Bool() || in.Next() || in.Err() != nil || r.Next() {
			t.Errorf("%d bytes inside do not come back", n)
		}
	}
}

func TestWriterErrors(t *testing.T) {
	for _, tt := range []struct {
		name          string
		write         func(*wire.Writer)
		pointer, text string
	}{
		{"bad UTF-8", func(w *wire.Writer) { w.String(1, "x", "\xff") }, "/x", "UTF-8"},
		{"NaN", func(w *wire.Writer) { w.Double(1, "x", math.NaN()) }, "/x", "finite"},
		{"infinity", func(w *wire.Writer) { w.Double(1, "x", math.Inf(-1)) }, "/x", "finite"},
		{"no value", func(w *wire.Writer) { w.Value(1, "x", "") }, "/x", "absent"},
		{"broken value", func(w *wire.Writer) { w.Value(1, "x", `{"a":`) }, "/x", "ends"},
		{"two values", func(w *wire.Writer) { w.Value(1, "x", `1 2`) }, "/x", "byte 2"},
		{"a key twice", func(w *wire.Writer) { w.Value(1, "x", `[{"a":1,"a":2}]`) }, "/x", "byte 8"},
		{"a key of many twice", func(w *wire.Writer) {
			w.Struct(1, "x", `{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"0":1,"9":1}`)
		}, "/x", "byte 61"},
		{"no object", func(w *wire.Writer) { w.Struct(1, "x", `[]`) }, "/x", "object"},
		{"no array", func(w *wire.Writer) { w.List(1, "x", `{}`) }, "/x", "array"},
		{"inside a list", func(w *wire.Writer) {
			o := w.Begin(1)
			for i := range 5 {
				item := w.Begin(1)
				if i >= 3 {
					w.Fail("", "no")
				}
				w.EndItem(item, "a/b", i)
			}
			w.EndIn(o, "o")
			after := w.Mark()
			w.Lit("more")
			w.In(after, "p")
		}, "/o/a~1b/3", "no"},
		{"an item of a list of texts", func(w *wire.Writer) {
			w.StringItem(1, "l", 0, "\xff")
			w.StringItem(1, "l", 1, "\xff")
		}, "/l/0", "UTF-8"},
		{"a member of a map", func(w *wire.Writer) { at := w.Begin(1); w.String(2, "", "\xff"); w.EndKey(at, "m", "k~") }, "/m/k~0", "UTF-8"},
		{"the first one sticks", func(w *wire.Writer) { w.Fail("a", "one"); w.Fail("b", "two") }, "/a", "one"},
		{"nothing where something must be", func(w *wire.Writer) { at := w.Begin(1); w.Absent("a"); w.EndItem(at, "l", 2) }, "/l/2/a", "the required value is absent"},
	} {
		w := wire.NewWriter([]byte("before"))
		tt.write(&w)
		got, err := w.Result()
		var e *wire.EncodeError
		if !errors.As(err, &e) || e.Pointer != tt.pointer || !strings.Contains(e.Msg, tt.text) || string(got) != "before" {
			t.Errorf("%s: %q, %v, want %s ... %s", tt.name, got, err, tt.pointer, tt.text)
		}
	}
}

// all reads every field of a message, and gives them back as kept unknown ones.
func all(s string) (string, error) {
	r := wire.NewReader(s)
	var kept *unknown.Fields
	for r.Next() {
		kept = r.Keep(kept, 0)
	}
	return kept.Slot(0), r.Err()
}

func TestBrokenFrames(t *testing.T) {
	for _, tt := range []struct {
		name, hex string
		offset    int
	}{
		{"field number 0", "0a00 00", 2},
		{"field number 0 in a group", "0b 02 00 0c", 2},
		{"a number past the largest", "80 80 80 80 10 00", 0},
		{"a key that does not end", "80", 1},
		{"a varint that does not end", "08 80", 2},
		{"a varint of 65 bits", "08 ffffffffffffffffff02", 11},
		{"a varint of eleven bytes", "08 8080808080808080808001", 11},
		{"a length past the end", "0a 02 61", 2},
		{"a huge length", "0a ffffffffffffffff7f", 10},
		{"a short fixed32", "0d 000000", 1},
		{"a short fixed64", "09 00000000000000", 1},
		{"a group not closed", "0b 08 01", 3},
		{"a group closed with another number", "0b 14", 2},
		{"the end of no group", "0c", 1},
		{"wire type 6", "0e", 1},
		{"wire type 7 in a group", "0b 0f 0c", 2},
	} {
		_, err := all(unhex(t, tt.hex))
		var e *wire.Error
		if !errors.As(err, &e) || e.Offset != tt.offset {
			t.Errorf("%s: %v, want an error at byte %d", tt.name, err, tt.offset)
		}
	}
	if _, err := all(strings.Repeat("\x0b", 20000) + strings.Repeat("\x0c", 20000)); err == nil {
		t.Error("20,000 groups in one another were read")
	}
}

func TestUnknownFieldsAreKept(t *testing.T) {
	for _, s := range []string{"", "0801", "0a026162 1801", "0b 0a0161 13 14 0c", "0d01020304 090102030405060708 0800"} {
		in := unhex(t, s)
		if got, err := all(in); got != in || err != nil {
			t.Errorf("%x came back as %x, %v", in, got, err)
		}
	}
}

func TestScalars(t *testing.T) {
	r := wire.NewReader(unhex(t, "08 ffffffffffffffffff01 10 ac02 18 02 20 07 29 000000000000f83f 32 02 c3a4 32 01 ff"))
	r.Next()
	if v := r.Int64(); v != -1 {
		t.Error(v)
	}
	r.Next()
	if v := r.Uint64(); v != 300 {
		t.Error(v)
	}
	r.Next()
	if v := r.Bool(); !v {
		t.Error(v)
	}
	r.Next()
	if v := r.Enum(); v != 7 {
		t.Error(v)
	}
	r.Next()
	if v := r.Double(); v != 1.5 {
		t.Error(v)
	}
	r.Next()
	if v := r.String(); v != "ä" || r.Err() != nil {
		t.Error(v, r.Err())
	}
	r.Next()
	_ = r.String()
	var e *wire.Error
	if err := r.Err(); !errors.As(err, &e) || !strings.Contains(e.Msg, "UTF-8") || e.Offset != 33 {
		t.Errorf("bad UTF-8: %v", err)
	}
}

func TestValueText(t *testing.T) {
	for _, tt := range []struct{ hex, want, fault string }{
		{hex: "0800", want: "null"},
		{hex: "0805", want: "null"}, // a later null value is null too
		{hex: "11 000000000000f83f", want: "1.5"},
		{hex: "11 0000000000000080", want: "-0"},
		{hex: "11 8d976e1283c0f33f", want: "1.2345"},
		{hex: "1a 03 610a22", want: `"a\n\""`},
		{hex: "2001", want: "true"},
		{hex: "2a00", want: "{}"},
		{hex: "3200", want: "[]"},
		{hex: "2a 08 0a 06 0a00 12 02 2001", want: `{"":true}`},
		{hex: "2a 06 0a 04 12 02 2001", want: `{"":true}`},           // an entry without a key has the empty one
		{hex: "2a 09 0a 07 12 02 2001 0a 01 61", want: `{"a":true}`}, // value before key
		{hex: "2001 1a0161", want: `"a"`},                            // the last of a oneof counts
		{hex: "3204 0a02 2001 3204 0a02 2000", want: "[true,false]"}, // one arm twice is merged
		{hex: "3204 0a02 2001 2001 3204 0a02 2000", want: "[false]"}, // but not across another
		{hex: "2001 3a00", want: "true"},                             // a field from a later protobuf
		{hex: "", fault: "without a kind"},                           //
		{hex: "3202 0a00", fault: "without a kind"},                  //
		{hex: "2a 05 0a 03 0a 01 61", fault: "without a kind"},       //
		{hex: "11 000000000000f07f", fault: "finite"},                // infinity
		{hex: "11 000000000000f87f", fault: "finite"},                // NaN
		{hex: "1a 01 ff", fault: "UTF-8"},                            //
		{hex: "2a 12 0a 07 0a0161 1202 2001 0a 07 0a0161 1202 2000", fault: "one key twice"},
		{hex: "2a 09 0a 07 0a01ff 12 02 2001", fault: "UTF-8"},
	} {
		w := wire.NewWriter(nil)
		w.String(1, "", "") // what precedes the field
		at := w.Begin(2)
		w.Lit(unhex(t, tt.hex))
		w.End(at)
		b, _ := w.Result()
		r := wire.NewReader(string(b))
		var m wire.Message
		for r.Next() {
			if r.Key() == 2<<3|wire.BytesType {
				m = r.Message(m)
			} else {
				r.Skip()
			}
		}
		got := r.Value(m)
		switch err := r.Err(); {
		case tt.fault == "" && (string(got) != tt.want || err != nil):
			t.Errorf("%s: %s, %v, want %s", tt.hex, got, err, tt.want)
		case tt.fault != "" && (err == nil || !strings.Contains(err.Error(), tt.fault)):
			t.Errorf("%s: %s, %v, want ... %s", tt.hex, got, err, tt.fault)
		}
	}
}

func TestManyKeys(t *testing.T) {
	var text strings.Builder
	text.WriteString("{")
	for i := range 100 {
		if i > 0 {
			text.WriteString(",")
		}
		text.WriteString(`"k` + strings.Repeat("x", i) + `":1`)
	}
	text.WriteString("}")
	w := wire.NewWriter(nil)
	w.Struct(1, "x", jsonx.Raw(text.String()))
	b, err := w.Result()
	if err != nil {
		t.Fatal(err)
	}
	r := wire.NewReader(string(b))
	r.Next()
	if got := r.Struct(r.Message(wire.Message{})); string(got) != text.String() || r.Err() != nil {
		t.Errorf("%s, %v", got, r.Err())
	}
}

func TestMessageMerge(t *testing.T) {
	r := wire.NewReader(unhex(t, "0a 02 0801 0a 02 1002 0a 02 1803"))
	var m wire.Message
	for r.Next() {
		m = r.Message(m)
	}
	in := m.Reader()
	for i := int64(1); i <= 3; i++ {
		if !in.Next() || in.Key() != uint64(i)<<3 || in.Int64() != i {
			t.Errorf("field %d did not come back: %v", i, in.Err())
		}
	}
	if in.Next() || in.Err() != nil || !m.Set() || r.Err() != nil {
		t.Errorf("%v, %v", in.Err(), r.Err())
	}
	var none wire.Message
	if none.Set() || r.Value(none) != "" {
		t.Error("a message that did not occur is set")
	}
}

// TestHostileRepetition holds that a frame of very many small fields costs no more than its length: in the time this
// test has, anything quadratic would not end.
func TestHostileRepetition(t *testing.T) {
	r := wire.NewReader(strings.Repeat("\x0a\x02\x08\x01", 1<<20) + strings.Repeat("\x10\x01", 1<<20))
	var m wire.Message
	var kept *unknown.Fields
	for r.Next() {
		if r.Key() == 1<<3|wire.BytesType {
			m = r.Message(m)
		} else {
			kept = r.Keep(kept, 0)
		}
	}
	if r.Err() != nil || len(kept.Slot(0)) != 2<<20 {
		t.Errorf("%v, kept %d bytes", r.Err(), len(kept.Slot(0)))
	}
	n := 0
	for in := m.Reader(); in.Next(); n++ {
		in.Skip()
	}
	if n != 1<<20 {
		t.Errorf("%d fields in the merged message", n)
	}
}

func FuzzReader(f *testing.F) {
	f.Add("\x0a\x02\x08\x01\x13\x14")
	f.Fuzz(func(t *testing.T, s string) {
		if kept, err := all(s); err == nil && kept != s {
			t.Errorf("%x was kept as %x", s, kept)
		}
	})
}

// FuzzValue holds that JSON text and its Value say the same, both ways.
func FuzzValue(f *testing.F) {
	f.Add(`{"a":[1,-0,"x\n",null,true],"":{}}`)
	f.Fuzz(func(t *testing.T, text string) {
		raw := jsonx.Raw(text)
		w := wire.NewWriter(nil)
		w.Value(1, "x", raw)
		b, err := w.Result()
		if (err == nil) != (raw.Validate() == nil) {
			t.Fatalf("%q: %v, but %v", text, err, raw.Validate())
		}
		if err != nil {
			return
		}
		r := wire.NewReader(string(b))
		r.Next()
		back := r.Value(r.Message(wire.Message{}))
		w = wire.NewWriter(nil)
		w.Value(1, "x", back)
		again, err := w.Result()
		if string(again) != string(b) || err != nil {
			t.Errorf("%q came back as %q: %x, then %x, %v", text, back, b, again, err)
		}
	})
}

func BenchmarkTextField(b *testing.B) {
	buf := make([]byte, 0, 256)
	for b.Loop() {
		w := wire.NewWriter(buf)
		at := w.Begin(2)
		w.String(2, "messageId", "msg_30877432d1026706d7e805da")
		w.String(3, "delta", "before found need out t.")
		w.End(at)
		if _, err := w.Result(); err != nil {
			b.Fatal(err)
		}
	}
}

// TestFieldCount counts fields from the first of them on, without reading them.
func TestFieldCount(t *testing.T) {
	r := wire.NewReader("\x0a\x01a\x12\x00\x0a\x00\x08\x05\x0a\x02bc")
	var counts []int
	for r.Next() {
		counts = append(counts, r.Count())
		r.Skip()
	}
	if want := []int{3, 1, 2, 1, 1}; !slices.Equal(counts, want) || r.Err() != nil {
		t.Errorf("%v, want %v; %v", counts, want, r.Err())
	}
}

func TestMessageIs(t *testing.T) {
	for frame, want := range map[string]bool{
		"":                                 false,
		"\x0a\x02\x08\x01":                 true,
		"\x0a\x00":                         false,
		"\x0a\x02\x08\x02":                 false,
		"\x0a\x02\x08\x01\x0a\x00":         true, // an empty piece adds nothing
		"\x0a\x02\x08\x01\x0a\x02\x08\x01": false,
	} {
		r := wire.NewReader(frame)
		var m wire.Message
		for r.Next() {
			m = r.Message(m)
		}
		if got := m.Is("\x08\x01"); got != want {
			t.Errorf("%x: %v, want %v", frame, got, want)
		}
	}
}
