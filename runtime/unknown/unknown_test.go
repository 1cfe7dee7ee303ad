package unknown_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/unknown"
)

func TestNil(t *testing.T) {
	var f *unknown.Fields
	if f.Members() != "" || f.Names() != nil || f.Slot(0) != "" || f.Without("a") != nil || f.WithoutProto() != nil || f.Clone() != nil {
		t.Error("nil holds something")
	}
	if _, ok := f.Lookup("a"); ok {
		t.Error("nil has a member")
	}
	if b := f.AppendSlot([]byte("x"), 0); string(b) != "x" {
		t.Errorf("nil appends %q", b)
	}
	if f.AddProto(0, "abc", 1, 1) != nil || unknown.FromJSON("") != nil {
		t.Error("nothing is kept as something")
	}
	if !f.Equal(new(unknown.Fields)) || !new(unknown.Fields).Equal(f) || f.Equal(unknown.FromJSON(`"a":1`)) || unknown.FromJSON(`"a":1`).Equal(f) {
		t.Error("nil and empty differ, or nil and something do not")
	}
}

func TestMembers(t *testing.T) {
	f := unknown.FromJSON(`"a" : [ 1 ],"b\n":{"a":2} , "c":null`)
	if got := fmt.Sprintf("%q", f.Names()); got != `["a" "b\n" "c"]` {
		t.Errorf("the names are %s", got)
	}
	if v, ok := f.Lookup("b\n"); v != `{"a":2}` || !ok {
		t.Errorf("b is %s", v)
	}
	if v, ok := f.Lookup("d"); ok {
		t.Errorf("d is %s", v)
	}
	for _, c := range []struct {
		name  string
		value jsonx.Raw
		want  string
	}{
		{"d", ` true `, `"a":[1],"b\n":{"a":2},"c":null,"d":true`},
		{"b\n", `0`, `"a":[1],"b\n":0,"c":null`},
	} {
		g, err := f.With(c.name, c.value)
		if err != nil || g.JSON != c.want {
			t.Errorf("with %q: %v %v, want %s", c.name, g, err, c.want)
		}
	}
	if g := f.Without("b\n"); g.JSON != `"a":[1],"c":null` {
		t.Errorf("without b: %s", g.JSON)
	}
	if g := f.Without("d"); g != f {
		t.Errorf("without what is not there: %v", g)
	}
	if g := unknown.FromJSON(`"a":1`).Without("a"); g != nil {
		t.Errorf("without the last: %v", g)
	}
	if f.JSON != `"a" : [ 1 ],"b\n":{"a":2} , "c":null` {
		t.Errorf("it has changed: %s", f.JSON)
	}
	var none *unknown.Fields
	if g, err := none.With("a", `1`); err != nil || g.JSON != `"a":1` {
		t.Errorf("nil with a: %v %v", g, err)
	}
	if _, err := none.With("\xff", `1`); !errors.Is(err, jsonx.ErrUTF8) {
		t.Errorf("a name that is not UTF-8: %v", err)
	}
	var e *jsonx.SyntaxError
	if _, err := f.With("a", `{`); !errors.As(err, &e) {
		t.Errorf("a value that is not JSON: %v", err)
	}
	if _, err := f.With("a", ``); !errors.Is(err, jsonx.ErrAbsent) {
		t.Errorf("no value: %v", err)
	}
}

func TestProto(t *testing.T) {
	src := "aabbccdd"
	var f *unknown.Fields
	f = f.AddProto(0, src, 0, 2)
	f = f.AddProto(0, src, 2, 4) // joins
	f = f.AddProto(0, src, 6, 8) // does not
	f = f.AddProto(1, src, 4, 6)
	f = f.AddProto(0, strings.Clone("ee"), 0, 2) // another text
	if got := fmt.Sprint(f.Proto); got != "[{0 aabb} {0 dd} {1 cc} {0 ee}]" {
		t.Errorf("the runs are %s", got)
	}
	if f.Slot(0) != "aabbddee" || f.Slot(1) != "cc" || f.Slot(2) != "" {
		t.Errorf("the slots are %s, %s and %s", f.Slot(0), f.Slot(1), f.Slot(2))
	}
	if got := f.AppendSlot([]byte("x"), 0); string(got) != "xaabbddee" {
		t.Errorf("slot 0 is appended as %s", got)
	}
	if g := f.WithoutProto(); g != nil {
		t.Errorf("without protobuf fields: %v", g)
	}
	f, err := f.With("a", `1`)
	if err != nil || len(f.Proto) != 4 {
		t.Errorf("with a member: %v %v", f, err)
	}
	if g := f.Without("a"); g == nil || g.JSON != "" || len(g.Proto) != 4 {
		t.Errorf("without that member: %v", g)
	}
	if g := f.WithoutProto(); g.JSON != `"a":1` || g.Proto != nil {
		t.Errorf("without protobuf fields: %v", g)
	}
}

func TestManyProtoFieldsAreOneRun(t *testing.T) {
	src := strings.Repeat("x", 10000)
	var f *unknown.Fields
	got := testing.AllocsPerRun(1, func() {
		f = nil
		for i := range len(src) {
			f = f.AddProto(3, src, i, i+1)
		}
	})
	if got > 2 || f.Slot(3) != src {
		t.Errorf("%v allocations, %d runs", got, len(f.Proto))
	}
}

func TestEqual(t *testing.T) {
	proto := func(runs ...unknown.Proto) *unknown.Fields { return &unknown.Fields{Proto: runs} }
	for _, c := range []struct {
		f, g *unknown.Fields
		want bool
	}{
		{unknown.FromJSON(`"a":1,"b":2`), unknown.FromJSON(`"b":2.0, "a":1`), true},
		{unknown.FromJSON(`"a":1`), unknown.FromJSON(`"a":2`), false},
		{unknown.FromJSON(`"a":1`), unknown.FromJSON(`"a":1,"b":1`), false},
		{proto(unknown.Proto{Slot: 0, Bytes: "ab"}), proto(unknown.Proto{Slot: 0, Bytes: "a"}, unknown.Proto{Slot: 0, Bytes: "b"}), true},
		{proto(unknown.Proto{Slot: 0, Bytes: "a"}, unknown.Proto{Slot: 1, Bytes: "b"}), proto(unknown.Proto{Slot: 1, Bytes: "b"}, unknown.Proto{Slot: 0, Bytes: "a"}), true},
		{proto(unknown.Proto{Slot: 0, Bytes: "a"}), proto(unknown.Proto{Slot: 1, Bytes: "a"}), false},
		{proto(unknown.Proto{Slot: 0, Bytes: "a"}), nil, false},
		{&unknown.Fields{JSON: `"a":1`, Proto: []unknown.Proto{{Bytes: "a"}}}, unknown.FromJSON(`"a":1`), false},
	} {
		if c.f.Equal(c.g) != c.want || c.g.Equal(c.f) != c.want {
			t.Errorf("%v and %v are equal: %v", c.f, c.g, !c.want)
		}
	}
}

func TestCloneIsIndependent(t *testing.T) {
	f := &unknown.Fields{JSON: `"a":1`, Proto: []unknown.Proto{{Slot: 1, Bytes: "x"}}}
	g := f.Clone()
	if !f.Equal(g) {
		t.Errorf("the copy is %v", g)
	}
	g.Proto[0].Bytes = "y"
	if f.Slot(1) != "x" {
		t.Error("the copy shares its runs")
	}
}

func ExampleFields_With() {
	var f *unknown.Fields // what a clean message has
	f, err := f.With("x-trace", `"t1"`)
	fmt.Println(f.JSON, err)
	// Output: "x-trace":"t1" <nil>
}
