package jsonx_test

import (
	"hash/maphash"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

func parse(t *testing.T, text string) *jsonx.Document {
	t.Helper()
	d, err := jsonx.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return d
}

// outline writes a value as one sees it through the calls of Value.
func outline(b *strings.Builder, v jsonx.Value) {
	switch v.Kind() {
	case jsonx.KindNull:
		b.WriteString("null")
	case jsonx.KindBoolean:
		if v.Bool() {
			b.WriteString("yes")
		} else {
			b.WriteString("no")
		}
	case jsonx.KindNumber:
		b.WriteString("#" + v.Number())
	case jsonx.KindString:
		b.WriteString("<" + v.Text() + ">")
	case jsonx.KindArray:
		b.WriteString("(")
		for c := v.Children(); c.Next(); {
			outline(b, c.Value())
			b.WriteString(";")
		}
		b.WriteString(")")
	case jsonx.KindObject:
		b.WriteString("{")
		for c := v.Children(); c.Next(); {
			b.WriteString(c.Key() + "=")
			outline(b, c.Value())
			b.WriteString(";")
		}
		b.WriteString("}")
	}
}

func TestDocument(t *testing.T) {
	var d jsonx.Document // one for all, so that what is left of an earlier text would show
	for _, c := range []struct{ text, want string }{
		{`null`, `null`}, {` true `, `yes`}, {`false`, `no`}, {`-0.50e+1`, `#-0.50e+1`}, {`"a\nb"`, "<a\nb>"}, {`[]`, `()`}, {`{}`, `{}`},
		{`[1,[2,[]],{"a":{}},"x"]`, `(#1;(#2;(););{a={};};<x>;)`},
		{` { "k\t1" : [ null , { "\u0000" : true } ] , "z" : { "k\t1" : "\ud83d\ude00" } } `, "{k\t1=(null;{\x00=yes;};);z={k\t1=<😀>;};}"},
	} {
		if err := d.Parse(c.text); err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var b strings.Builder
		outline(&b, d.Root())
		if b.String() != c.want {
			t.Errorf("%s is %s, want %s", c.text, b.String(), c.want)
		}
		if d.Text() != c.text || string(d.Root().Raw()) != strings.TrimSpace(c.text) {
			t.Errorf("%s: its text is %q, its root %q", c.text, d.Text(), d.Root().Raw())
		}
	}
	if err := d.Parse(`[1,`); err == nil || d.Size() != 0 {
		t.Errorf("%v, %d nodes left", err, d.Size())
	}
}

func TestValueLen(t *testing.T) {
	for text, want := range map[string]int{
		`[]`: 0, `[[1,2],3]`: 2, `{}`: 0, `{"a":{"b":1,"c":2}}`: 1, `{"a":1,"b":[1,2,3]}`: 2,
		`""`: 0, `"abc"`: 3, `"é€😀"`: 3, `"\n"`: 1, `"a\ud83d\ude00b\u0000é"`: 5, `"\\u0041"`: 6,
	} {
		if got := parse(t, text).Root().Len(); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	text := `{"a":[1,"two",{"b~/c":[[ true ]]}], "":{"x\n":null}}`
	root := parse(t, text).Root()
	type place struct {
		pointer, raw string
		offset       int
	}
	var got []place
	last := -1
	var walk func(v jsonx.Value)
	walk = func(v jsonx.Value) {
		got = append(got, place{v.Pointer(), string(v.Raw()), v.Offset()})
		if v.ID() <= last {
			t.Errorf("%s has ID %d after %d", v.Pointer(), v.ID(), last)
		}
		last = v.ID()
		for c := v.Children(); c.Next(); {
			walk(c.Value())
		}
	}
	walk(root)
	want := []place{
		{"", text, 0},
		{"/a", `[1,"two",{"b~/c":[[ true ]]}]`, 5},
		{"/a/0", `1`, 6},
		{"/a/1", `"two"`, 8},
		{"/a/2", `{"b~/c":[[ true ]]}`, 14},
		{"/a/2/b~0~1c", `[[ true ]]`, 22},
		{"/a/2/b~0~1c/0", `[ true ]`, 23},
		{"/a/2/b~0~1c/0/0", `true`, 25},
		{"/", `{"x\n":null}`, 39},
		{"//x\n", `null`, 46},
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("place %d: %v, want %v", i, got, want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d places, want %d", len(got), len(want))
	}
}

func TestValueLookup(t *testing.T) {
	root := parse(t, `{"a":1,"b":{"a":2},"\u0063":3}`).Root()
	for name, want := range map[string]string{"a": "1", "b": `{"a":2}`, "c": "3"} {
		if v, ok := root.Lookup(name); !ok || string(v.Raw()) != want {
			t.Errorf("%s: %v", name, ok)
		}
	}
	if v, ok := root.Lookup("d"); ok || v.Kind() != jsonx.KindInvalid {
		t.Error("there is a d")
	}
	if _, ok := parse(t, `["a"]`).Root().Lookup("a"); ok {
		t.Error("an array has a member")
	}
	for _, text := range []string{`1`, `"a"`, `null`} {
		if c := parse(t, text).Root().Children(); c.Next() {
			t.Errorf("%s has children", text)
		}
	}
}

func TestHashFollowsEqual(t *testing.T) {
	seed := maphash.MakeSeed()
	classes := [][]string{
		{`null`}, {`true`}, {`false`}, {`0`, `-0`, `0.0`, `-0e5`}, {`1`, `1.0`, `0.1e1`, `10e-1`}, {`-1`, `-1.0`}, {`10`, `1e1`}, {`1.5`, `15e-1`, `1.50`}, {`15`},
		{`"1"`, `"\u0031"`}, {`""`}, {`[]`}, {`{}`}, {`[1,2]`, ` [ 1.0 , 2e0 ] `}, {`[2,1]`}, {`[[1],2]`}, {`[[1,2]]`},
		{`{"a":1,"b":2}`, `{"b":2.0,"\u0061":1}`}, {`{"a":2,"b":1}`}, {`{"a":1}`}, {`{"a":{"b":1}}`}, {`[null]`}, {`[false]`}, {`["a",1]`}, {`[""]`}, {`{"":null}`},
	}
	for i, a := range classes {
		for j, b := range classes {
			for _, x := range a {
				for _, y := range b {
					v, w := parse(t, x).Root(), parse(t, y).Root()
					if v.Equal(w) != (i == j) {
						t.Errorf("%s equals %s: %v", x, y, i != j)
					}
					if (v.Hash(seed) == w.Hash(seed)) != (i == j) {
						t.Errorf("%s hashes as %s: %v", x, y, i != j)
					}
				}
			}
		}
	}
}

func TestEqualWithinOneDocument(t *testing.T) {
	root := parse(t, `[{"a":[1]},{"a":[1.0]},{"a":[1]}]`).Root()
	var items []jsonx.Value
	for c := root.Children(); c.Next(); {
		items = append(items, c.Value())
	}
	if !items[0].Equal(items[1]) || !items[0].Equal(items[0]) || items[0] == items[2] {
		t.Error("equality is not by value")
	}
}

func TestParsingAgainDoesNotAllocate(t *testing.T) {
	text := document(false)
	var d jsonx.Document
	must(d.Parse(text))
	if got := testing.AllocsPerRun(20, func() { must(d.Parse(text)) }); got > 1 { // the walker may have to be made anew after a collection
		t.Errorf("%v allocations", got)
	}
}
