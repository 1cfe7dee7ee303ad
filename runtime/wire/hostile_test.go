package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/wire"
)

func valueField(t *testing.T, text jsonx.Raw) string {
	t.Helper()
	w := wire.NewWriter([]byte("before"))
	w.Value(1, "x", text)
	b, err := w.Result()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(string(b), "before")
}

func readValue(field string) (jsonx.Raw, error) {
	r := wire.NewReader(field)
	r.Next()
	v := r.Value(r.Message(wire.Message{}))
	return v, r.Err()
}

// TestLargeOpenData holds that every length is right, at every size that its varint can have, also at levels from which on
// they are written late.
func TestLargeOpenData(t *testing.T) {
	for _, n := range []int{0, 100, 121, 122, 123, 127, 128, 500, 16370, 16380, 16384, 70000} {
		inner := `["` + strings.Repeat("s", n) + `",{"":null,"k":[` + strings.Repeat("[", 20) + strings.Repeat("]", 20) + `]},1.5]`
		text := jsonx.Raw(inner)
		for range 3 {
			text = `{"a":` + text + `,"b":[` + text + `]}`
		}
		for _, deep := range []int{0, 15, 40} {
			text := jsonx.Raw(strings.Repeat("[", deep)) + text + jsonx.Raw(strings.Repeat("]", deep))
			text = "[" + text + "," + text + "]"
			got, err := readValue(valueField(t, text))
			if err != nil || got != text {
				t.Errorf("n=%d, %d deep: %v, %d bytes came back of %d", n, deep, err, len(got), len(text))
			}
		}
	}
}

// TestDeepOpenData holds what the README says: as deep as JSON text may nest, a Value may too, both ways, and writing it
// costs no more than its length.
func TestDeepOpenData(t *testing.T) {
	long := `"` + strings.Repeat("x", 1<<20) + `"`
	for _, nest := range []struct{ open, shut string }{{"[", "]"}, {`{"a":`, "}"}} {
		text := jsonx.Raw(strings.Repeat(nest.open, jsonx.MaxDepth) + long + strings.Repeat(nest.shut, jsonx.MaxDepth))
		got, err := readValue(valueField(t, text))
		if err != nil || got != text {
			t.Errorf("%s: %v, %d bytes came back of %d", nest.open, err, len(got), len(text))
		}
	}
}

// TestPiecesInsidePieces holds that a frame in which every message comes in two pieces does not cost memory by its depth.
func TestPiecesInsidePieces(t *testing.T) {
	nest := func(depth int, first string) string {
		v := "\x1a\x01s" // a Value that is "s"
		for range depth {
			item := "\x0a" + string(appendVarint(nil, len(v))) + v
			v = first + "\x32" + string(appendVarint(nil, len(item))) + item
		}
		return "\x0a" + string(appendVarint(nil, len(v))) + v
	}
	if got, err := readValue(nest(2000, "\x32\x00")); err != nil || len(got) != 2*2000+3 {
		t.Errorf("empty pieces: %d bytes, %v", len(got), err)
	}
	one := "\x32\x04\x0a\x02\x20\x01" // a list of true
	if got, err := readValue(nest(3, one)); err != nil || got != `[true,[true,[true,"s"]]]` {
		t.Errorf("three pieces inside one another: %s, %v", got, err)
	}
	if _, err := readValue(nest(2000, one)); err == nil || !strings.Contains(err.Error(), "pieces") {
		t.Errorf("2000 pieces inside one another: %v", err)
	}
}

func appendVarint(b []byte, n int) []byte {
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

func ExampleWriter_Value() {
	w := wire.NewWriter(nil)
	w.Value(1, "value", `{"a":[true]}`)
	b, err := w.Result()
	fmt.Printf("%x %v\n", b, err)
	// Output: 0a0f2a0d0a0b0a0161120632040a022001 <nil>
}
