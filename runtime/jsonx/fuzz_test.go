package jsonx_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

var seeds = []string{
	``, ` `, `null`, `true`, `[]`, `{}`, `-0`, `1.5e-7`, `1e400`, `01`, `1.`, `"\ud83d\ude00"`, `"\ud83d"`, `"\u0000"`, "\"\xff\"", "\ufeff1",
	`{"a":1,"a":2}`, `{"a":{"b":[1,2,{"c":null}]},"d":"e\nf"}`, `[1,2,]`, `{"a":}`, plainEvent, escapedEvent, rawEvent, "[1,\n 2]\t",
	strings.Repeat("[", 50) + strings.Repeat("]", 50), `{"":{"":[[],{}]}}`, `"12345678\"90abcdef日本語"`,
}

// stricter are the messages of what encoding/json lets pass.
var stricter = []string{"duplicate member", "invalid UTF-8", "escaped surrogate", "beyond the range", "beyond 9999"}

// FuzzAgainstEncodingJSON compares what is taken, and what is made of it, with encoding/json. What is refused must be
// refused there too, or for one of the reasons that the package lists; however a text is gone over, the verdict is the
// same.
func FuzzAgainstEncodingJSON(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := jsonx.NewReader(data)
		got := readAny(&r)
		err := r.End()
		for way, try := range ways {
			if way == "write" && len(data) == 0 {
				continue
			}
			if other := try(string(data)); (other == nil) != (err == nil) {
				t.Fatalf("%s: %v, read: %v", way, other, err)
			}
		}
		var syntax *jsonx.SyntaxError
		if err != nil {
			if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(data) {
				t.Fatalf("%v", err)
			}
			if json.Valid(data) {
				for _, s := range stricter {
					if strings.Contains(syntax.Msg, s) {
						return
					}
				}
				t.Fatalf("encoding/json takes it: %v", err)
			}
			return
		}
		if !json.Valid(data) {
			t.Fatal("encoding/json refuses it")
		}
		if !utf8.Valid(data) {
			t.Fatal("it is not valid UTF-8")
		}
		var want any
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%#v, encoding/json makes it %#v", got, want)
		}
		checkRoundTrip(t, string(data), want)
	})
}

// checkRoundTrip compares the other forms of a valid text with what encoding/json makes of it.
func checkRoundTrip(t *testing.T, text string, want any) {
	t.Helper()
	var compact bytes.Buffer
	must(json.Compact(&compact, []byte(text)))
	c, err := jsonx.Raw(text).Compact()
	if err != nil || string(c) != compact.String() {
		t.Fatalf("compact is %s %v, want %s", c, err, compact.String())
	}
	if strings.ContainsAny(string(c), "\r\n") {
		t.Fatalf("%q has more than one line", c)
	}
	if !c.Equal(jsonx.Raw(text)) {
		t.Fatalf("%s differs from %s", c, text)
	}
	d, err := jsonx.Parse(text)
	must(err)
	if got := valueOf(d.Root()); !reflect.DeepEqual(got, want) {
		t.Fatalf("the tree is %#v, want %#v", got, want)
	}
}

// valueOf is what encoding/json would make of a value.
func valueOf(v jsonx.Value) any {
	switch v.Kind() {
	case jsonx.KindBoolean:
		return v.Bool()
	case jsonx.KindNumber:
		r := jsonx.NewStringReader(v.Number())
		return r.Float64()
	case jsonx.KindString:
		return v.Text()
	case jsonx.KindArray:
		items := []any{}
		for c := v.Children(); c.Next(); {
			items = append(items, valueOf(c.Value()))
		}
		return items
	case jsonx.KindObject:
		members := map[string]any{}
		for c := v.Children(); c.Next(); {
			members[c.Key()] = valueOf(c.Value())
		}
		return members
	}
	return nil
}

// FuzzStrings compares how strings are written and read with encoding/json.
func FuzzStrings(f *testing.F) {
	for _, s := range []string{"", "plain", "\"\\\b\f\n\r\t\x00\x1f\x7f", "é€😀\u2028\ufffd", "\xff", "12345678\xed\xa0\x80", "<&>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b, err := jsonx.AppendString(nil, s)
		if !utf8.ValidString(s) {
			if !errors.Is(err, jsonx.ErrUTF8) {
				t.Fatalf("%v", err)
			}
			return
		}
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		must(e.Encode(s))
		// encoding/json escapes the line separators too, for the sake of JavaScript before 2019.
		escaped := strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`).Replace(string(b))
		if err != nil || escaped != strings.TrimSuffix(want.String(), "\n") {
			t.Fatalf("%s %v, want %s", b, err, want.String())
		}
		r := jsonx.NewReader(b)
		if back := r.String(); back != s || r.End() != nil {
			t.Fatalf("reads back as %q, want %q", back, s)
		}
	})
}

// FuzzNumbers compares how floats are written with encoding/json, which follows ECMAScript but for the zero that is
// negative.
func FuzzNumbers(f *testing.F) {
	for _, v := range []float64{0, 1, -1.5, 1e21, 1e-7, 5e-324, 1 << 53, 1 << 63} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, v float64) {
		want, err := json.Marshal(v)
		got, ours := jsonx.AppendFloat64(nil, v)
		if (err != nil) != (ours != nil) {
			t.Fatalf("%v: %v, want %v", v, ours, err)
		}
		if err == nil && v != 0 && string(got) != string(want) {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}

// FuzzPointers compares the pointer that an error gets from the text before it with where the value is.
func FuzzPointers(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := jsonx.Parse(text)
		if err != nil {
			return
		}
		var walk func(v jsonx.Value)
		walk = func(v jsonx.Value) {
			w := jsonx.NewWriter(nil)
			w.Lit(text[:v.Offset()])
			w.Fail(jsonx.ErrAbsent)
			_, err := w.Result()
			var e *jsonx.EncodeError
			if !errors.As(err, &e) || e.Pointer != v.Pointer() {
				t.Fatalf("after %s: %v, want %s", text[:v.Offset()], err, v.Pointer())
			}
			for c := v.Children(); c.Next(); {
				walk(c.Value())
			}
		}
		if d.Size() < 200 {
			walk(d.Root())
		}
	})
}
