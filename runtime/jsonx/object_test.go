package jsonx_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

func TestUnknownMembersAreKept(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{}`, ``},
		{`{"known":1}`, ``},
		{`{"a":1}`, `"a":1`},
		{`{"known":1, "a" : [ 1 ], "b":{} }`, `"a" : [ 1 ], "b":{}`},
		{`{"a":1 , "b":2,"known":1}`, `"a":1 , "b":2`},
		{`{"a":1,"known":1,"b":"x\ny","c":null}`, `"a":1,"b":"x\ny","c":null`},
		{`{"a":",","\u0061b":1}`, `"a":",","\u0061b":1`},
	} {
		r := jsonx.NewStringReader(c.text)
		got := readKnown(&r)
		if err := r.End(); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		if got != c.want {
			t.Errorf("%s keeps %s, want %s", c.text, got, c.want)
		}
	}
}

// readKnown reads an object of which it knows one member, and is what it keeps.
func readKnown(r *jsonx.Reader) string {
	o := r.Object()
	for r.Member(&o) {
		if o.Key == "known" {
			r.Once(&o, 0)
			r.Skip()
		} else {
			r.Unknown(&o)
		}
	}
	return r.Kept(&o)
}

func TestDuplicateMembers(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"known":1,"known":2}`, `invalid JSON at byte 11: duplicate member "known"`},
		{`{"known":1,"a":1,"kno\u0077n":2}`, `invalid JSON at byte 17: duplicate member "known"`},
		{`{"a":1,"known":1,"b":2,"a":3}`, `invalid JSON at byte 23: duplicate member "a"`},
		{`{"a":1,"\u0061":3}`, `invalid JSON at byte 7: duplicate member "a"`},
		{manyMembers(100, `,"m7":1`), fmt.Sprintf(`invalid JSON at byte %d: duplicate member "m7"`, len(manyMembers(100, ``)))},
	} {
		r := jsonx.NewStringReader(c.text)
		readKnown(&r)
		if err := r.End(); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

func TestManyKnownMembers(t *testing.T) {
	read := func(text string) (has []uint, r jsonx.Reader) {
		r = jsonx.NewStringReader(text)
		o := r.Object()
		for r.Member(&o) {
			var i uint
			if _, err := fmt.Sscanf(o.Key, "m%d", &i); err != nil {
				t.Fatal(err)
			}
			r.Once(&o, i)
			r.Skip()
		}
		r.Require(&o, 0, 1<<0|1<<63)
		r.Require(&o, 1, 1<<1)
		r.Require(&o, 2, 0)
		for i := range uint(300) {
			if o.Has(i) {
				has = append(has, i)
			}
		}
		return has, r
	}
	has, r := read(`{"m0":0,"m63":0,"m65":0,"m200":0}`)
	if fmt.Sprint(has) != "[0 63 65 200]" {
		t.Errorf("has %v", has)
	}
	checkRead(t, "all required", &r, "")
	_, r = read(`{"m0":0,"m63":0,"m64":0,"m200":0}`)
	checkRead(t, "without m65", &r, "lacks a required member")
	_, r = read(`{"m0":0,"m62":0,"m65":0}`)
	checkRead(t, "without m63", &r, "lacks a required member")
	_, r = read(`{"m0":0,"m63":0}`)
	checkRead(t, "without any from 64 on", &r, "lacks a required member")
	_, r = read(`{"m200":0,"m199":0,"m0":0,"m200":0}`)
	if err := r.End(); err == nil || err.Error() != `invalid JSON at byte 26: duplicate member "m200"` {
		t.Errorf("%v", err)
	}
}

func TestDepthCountsWhatIsOpen(t *testing.T) {
	// The reader goes down some levels, the walker the others; together they may be as deep as the limit.
	for _, extra := range []int{0, 1} {
		r := jsonx.NewStringReader(strings.Repeat("[", jsonx.MaxDepth+extra) + strings.Repeat("]", jsonx.MaxDepth+extra))
		for range 10 {
			a := r.Array()
			r.Item(&a)
		}
		r.Skip()
		if err := r.Err(); (err != nil) != (extra == 1) {
			t.Errorf("%d deeper than allowed: %v", extra, err)
		}
	}
}

func TestManyUnknownMembersAreLinear(t *testing.T) {
	// Ten times as many must not take a hundred times as long. Allocated bytes stand for time, being exact.
	cost := func(n int) uint64 {
		text := manyMembers(n, "")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := jsonx.NewStringReader(text)
		readKnown(&r)
		must(r.End())
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	small, large := cost(1000), cost(10000)
	if large > 20*small {
		t.Errorf("1000 members take %d bytes, 10000 take %d", small, large)
	}
}
