package wire_test

import (
	"errors"
	"math"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/unknown"
	"github.com/agui-gen/agui-gen/runtime/wire"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

func TestPacked(t *testing.T) {
	for _, tt := range []struct {
		name  string
		write func(*wire.Writer)
		want  string
	}{
		{"nothing", func(w *wire.Writer) {
			w.PackedInt64(1, nil)
			w.PackedUint64(1, nil)
			w.PackedBool(1, nil)
			w.PackedDouble(1, "x", nil)
		}, ""},
		{"int64", func(w *wire.Writer) { w.PackedInt64(1, []int64{0, 300, -1}) }, "0a 0d 00 ac02 ffffffffffffffffff01"},
		{"uint64", func(w *wire.Writer) { w.PackedUint64(1, []uint64{math.MaxUint64}) }, "0a 0a ffffffffffffffffff01"},
		{"bool", func(w *wire.Writer) { w.PackedBool(1, []bool{true, false}) }, "0a 02 01 00"},
		{"double", func(w *wire.Writer) { w.PackedDouble(1, "x", []float64{1.5}) }, "0a 08 000000000000f83f"},
		{"enum", func(w *wire.Writer) { w.EnumOf(1, "x", 0, true); w.EnumOf(2, "x", -1, true) }, "0800 10 ffffffffffffffffff01"},
		{"plain enum", func(w *wire.Writer) { w.PlainEnum(1, "x", 0, true); w.PlainEnum(2, "x", 3, true) }, "1003"},
		{"enum in a list", func(w *wire.Writer) { w.EnumItem("x", 0, 300, true) }, "ac02"},
	} {
		w := wire.NewWriter(nil)
		tt.write(&w)
		if b, err := w.Result(); string(b) != unhex(t, tt.want) || err != nil {
			t.Errorf("%s: %x, %v, want %s", tt.name, b, err, tt.want)
		}
	}
	for _, tt := range []struct {
		name    string
		write   func(*wire.Writer)
		pointer string
	}{
		{"double", func(w *wire.Writer) { w.PackedDouble(1, "x", []float64{0, math.Inf(1)}) }, "/x/1"},
		{"enum", func(w *wire.Writer) { w.EnumOf(1, "x", 0, false) }, "/x"},
		{"plain enum", func(w *wire.Writer) { w.PlainEnum(1, "x", 0, false) }, "/x"},
		{"enum in a list", func(w *wire.Writer) { w.EnumItem("x", 2, 0, false) }, "/x/2"},
	} {
		w := wire.NewWriter(nil)
		tt.write(&w)
		var e *wire.EncodeError
		if _, err := w.Result(); !errors.As(err, &e) || e.Pointer != tt.pointer {
			t.Errorf("%s: %v, want an error at %s", tt.name, err, tt.pointer)
		}
	}
}

func TestEnumText(t *testing.T) {
	for _, n := range []int32{0, 7, -1, math.MinInt32, math.MaxInt32} {
		if got, ok := wire.EnumNumber(wire.EnumText(n)); got != n || !ok {
			t.Errorf("%d is %q, which is %d, %v", n, wire.EnumText(n), got, ok)
		}
	}
	for _, text := range []string{"", "x", "01", "+1", "-0", "1.0", "2147483648"} {
		if n, ok := wire.EnumNumber(text); ok {
			t.Errorf("%q is number %d", text, n)
		}
	}
}

func TestNonZero(t *testing.T) {
	for v, want := range map[float64]bool{1: true, 0: false, math.Inf(1): true} {
		if wire.NonZero(v) != want {
			t.Errorf("%v", v)
		}
	}
	if !wire.NonZero(math.Copysign(0, -1)) || !wire.NonZero(math.NaN()) {
		t.Error("-0 or NaN is zero")
	}
}

func TestCount(t *testing.T) {
	if wire.Count() != 0 || wire.Count(true, false, true) != 2 {
		t.Error(wire.Count(true, false, true))
	}
}

func TestFits(t *testing.T) {
	for text, want := range map[string]bool{`"a"`: true, `1`: false, `"a" 1`: false, `"a`: false} {
		r := jsonx.NewStringReader(text)
		_ = r.String()
		if wire.Fits(&r) != want {
			t.Errorf("%s fits a string: %v", text, !want)
		}
	}
}

func TestOmissions(t *testing.T) {
	var f *unknown.Fields
	f = f.AddProto(0, "\x08\x01\x08\x02\x1a\x00", 0, 6)
	f = f.AddProto(1, "\x08\x01", 0, 2)
	f.JSON = `"a/b":1,"known":2`
	carried := func(w *wire.Writer, name string, v jsonx.Raw) bool {
		w.Bool(1, true)
		return name == "known"
	}
	visit := func(o *wire.Omissions) []string {
		o.Fields(f, carried)
		o.Fields(nil, nil)
		n := o.Enter("m~")
		o.Empty("list")
		i := o.EnterItem("items", 3)
		o.Fields(f, nil)
		o.Unknown("{}", "")
		o.Unknown("", "x")
		o.Unknown("{}", "x")
		o.Leave(i)
		k := o.EnterKey("map", "/")
		o.Members(`{"tag":1,"x":2}`, "tag", nil)
		o.Leave(k)
		o.Leave(n)
		o.Empty("last")
		return o.Found()
	}
	for _, tt := range []struct {
		name string
		got  []string
		want []string
	}{
		{"from protobuf", visit(wire.OmittedFromProto()),
			[]string{"/a~1b", "/m~0/list", "/m~0/items/3/a~1b", "/m~0/items/3/known", "/m~0/items/3", "/m~0/map/~1/x", "/last"}},
		{"from JSON", visit(wire.OmittedFromJSON()),
			[]string{"field 1", "field 3", "field 1", "/m~0/items/3: field 1", "/m~0/items/3: field 3", "/m~0/items/3: field 1", "/m~0/items/3"}},
	} {
		if len(tt.got) != len(tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
			continue
		}
		for i := range tt.want {
			if tt.got[i] != tt.want[i] {
				t.Errorf("%s: %q, want %q", tt.name, tt.got[i], tt.want[i])
			}
		}
	}
}
