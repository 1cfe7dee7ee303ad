package wire_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/unknown"
	"github.com/agui-gen/agui-gen/runtime/violation"
	"github.com/agui-gen/agui-gen/runtime/wire"
)

func draft(text string) *jsonx.Writer {
	w := jsonx.NewDraft(nil)
	w.Lit(text)
	return &w
}

// part is a reader of a part in which something was found.
func part(find func(*wire.Reader)) *wire.Reader {
	r := wire.NewReader("")
	find(&r)
	return &r
}

func TestMismatches(t *testing.T) {
	for _, tt := range []struct {
		name, draft, want, at string
		find                  func(r *wire.Reader)
	}{
		{"absent", `{"a":1,"b":null}`, `{"a":1}`, "/b", func(r *wire.Reader) { r.Absent("/b") }},
		{"the first of two", `{"a":null,"b":2}`, `{"b":2}`, "/a", func(r *wire.Reader) { r.Absent("/a") }},
		{"a name with / and ~", `{"a/b~c":null}`, `{}`, "/a~1b~0c", func(r *wire.Reader) { r.Absent("/a~1b~0c") }},
		{"a constant", `{"a":"want"}`, `{"a":"got\""}`, "/a", func(r *wire.Reader) { r.Const("/a", `got"`, "want") }},
		{"null", `{"a":null}`, `{"a":null}`, "/a", func(r *wire.Reader) { r.NotNull("/a", "null") }},
		{"null in a list", `[1,2]`, `[1,null]`, "/1", func(r *wire.Reader) { r.NotNullItem("", 1, "null") }},
		{"no object", `{"a":{}}`, `{"a":[1]}`, "/a", func(r *wire.Reader) { r.Object("/a", "[1]") }},
		{"in a part of the same value", `{"a":null}`, `{}`, "/a", func(r *wire.Reader) { r.Done(part(func(r *wire.Reader) { r.Absent("/a") })) }},
		{"in a member", `{"a":{"b":null}}`, `{"a":{}}`, "/a/b", func(r *wire.Reader) { r.DoneAt(part(func(r *wire.Reader) { r.Absent("/b") }), "/a") }},
		{"in an item", `{"a":[0,{"b":null}]}`, `{"a":[0,{}]}`, "/a/1/b", func(r *wire.Reader) { r.DoneItem(part(func(r *wire.Reader) { r.Absent("/b") }), "/a", 1) }},
		{"in a map", `{"a":{"/":{"b":null}}}`, `{"a":{"/":{}}}`, "/a/~1/b", func(r *wire.Reader) { r.DoneKey(part(func(r *wire.Reader) { r.Absent("/b") }), "/a", "/") }},
		{"the value itself is a member of a map", `{"a":{"k":null}}`, `{"a":{}}`, "/a/k", func(r *wire.Reader) { r.DoneKey(part(func(r *wire.Reader) { r.Absent("") }), "/a", "k") }},
		{"what travels as JSON", `{"a":{}}`, `{"a":"text"}`, "/a", func(r *wire.Reader) {
			j := jsonx.NewStringReader(`"text"`)
			j.Object()
			r.JSON("/a", &j)
		}},
	} {
		r := wire.NewReader("")
		tt.find(&r)
		if r.Fits() || r.Err() != nil {
			t.Errorf("%s: fits %v, %v", tt.name, r.Fits(), r.Err())
		}
		if got := r.JSONForm(draft(tt.draft)); string(got) != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		if v := r.Violations(nil); len(v) != 1 || v[0].InstanceLocation != tt.at || v[0].Message == "" {
			t.Errorf("%s: %v, want it at %s", tt.name, v, tt.at)
		}
		said := []violation.Violation{{Keyword: "required"}}
		if v := r.Violations(&violation.Error{Violations: said}); len(v) != 1 || v[0].Keyword != "required" {
			t.Errorf("%s: the schema's verdict became %v", tt.name, v)
		}
	}
}

func TestNoMismatch(t *testing.T) {
	r := wire.NewReader("")
	r.Const("/a", "same", "same")
	r.NotNull("/a", "0")
	r.NotNullItem("/a", 0, "0")
	r.Object("/a", "{}")
	r.Object("/a", "")
	j := jsonx.NewStringReader("1")
	j.Int64()
	r.JSON("/a", &j)
	r.Done(part(func(*wire.Reader) {}))
	r.Broken(part(func(r *wire.Reader) { r.Absent("/a") }))
	if !r.Fits() || r.Err() != nil || r.Violations(nil) != nil {
		t.Errorf("%v, %v, %v", r.Fits(), r.Err(), r.Violations(nil))
	}
	if got := r.JSONForm(draft(`{ "a":1}`)); got != `{ "a":1}` {
		t.Errorf("a draft without mismatch became %s", got)
	}
}

func TestErrorsOfParts(t *testing.T) {
	for _, tt := range []struct {
		name string
		take func(r, part *wire.Reader)
	}{
		{"Done", func(r, part *wire.Reader) { r.Done(part) }},
		{"DoneAt", func(r, part *wire.Reader) { r.DoneAt(part, "/a") }},
		{"DoneItem", func(r, part *wire.Reader) { r.DoneItem(part, "/a", 0) }},
		{"DoneKey", func(r, part *wire.Reader) { r.DoneKey(part, "/a", "k") }},
		{"Broken", func(r, part *wire.Reader) { r.Broken(part) }},
	} {
		r := wire.NewReader("")
		tt.take(&r, part(func(r *wire.Reader) { r.Fail("one") }))
		tt.take(&r, part(func(r *wire.Reader) { r.Fail("two") }))
		var e *wire.Error
		if !errors.As(r.Err(), &e) || e.Msg != "one" {
			t.Errorf("%s: %v", tt.name, r.Err())
		}
	}
	r := wire.NewReader("")
	j := jsonx.NewStringReader("1 2")
	j.Int64()
	if r.JSON("/a", &j); r.Err() == nil {
		t.Error("JSON text with something behind it was taken")
	}
}

// TestManyMismatches holds that a message full of them, deep in others, costs no more than its length.
func TestManyMismatches(t *testing.T) {
	r := wire.NewReader("")
	for depth := range 10000 {
		next := wire.NewReader("")
		next.Absent("/x")
		next.Absent("/y")
		next.DoneItem(&r, "/child", depth%2)
		r = next
	}
	v := r.Violations(nil)
	if len(v) != 100 || v[0].InstanceLocation != "/x" || strings.Count(v[99].InstanceLocation, "/child") != 49 {
		t.Errorf("%d violations, the last %s", len(v), v[len(v)-1].InstanceLocation)
	}
}

func TestMembers(t *testing.T) {
	r := wire.NewReader("")
	r.Absent("/b")
	f := r.Members(&unknown.Fields{Proto: []unknown.Proto{{Bytes: "x"}}}, draft(`{"a":1,"b":null}`))
	if f.JSON != `"a":1` || f.Slot(0) != "x" {
		t.Errorf("%+v", f)
	}
	if f := r.Members(nil, draft(`{"b":null}`)); f != nil {
		t.Errorf("no members became %+v", f)
	}
}

func TestWritten(t *testing.T) {
	for _, tt := range []struct {
		write         func(*jsonx.Writer)
		want, pointer string
	}{
		{func(w *jsonx.Writer) { w.Lit(`[1]`) }, "0a 0d 32 0b 0a 09 11 000000000000f03f", ""},
		{func(w *jsonx.Writer) { w.Lit(`{"b":`); w.Fail(jsonx.ErrAbsent) }, "", "/a/b"},
	} {
		var j jsonx.Writer
		tt.write(&j)
		w := wire.NewWriter(nil)
		w.Value(1, "a", w.Written("a", &j))
		b, err := w.Result()
		var e *wire.EncodeError
		if errors.As(err, &e) != (tt.pointer != "") || e != nil && e.Pointer != tt.pointer || string(b) != unhex(t, tt.want) {
			t.Errorf("%x, %v, want %s or an error at %s", b, err, tt.want, tt.pointer)
		}
	}
}

// TestSort holds that fields come into the order of their numbers, and nothing else changes.
func TestSort(t *testing.T) {
	w := wire.NewWriter([]byte("before"))
	w.Bool(9, true)
	mark := w.Mark()
	for _, n := range []int{3, 1, 200, 1, 2} {
		w.String(n, "", fmt.Sprint(n, w.Mark()))
	}
	w.Sort(mark)
	b, err := w.Result()
	if err != nil || string(b[:6]) != "before" {
		t.Fatal(err)
	}
	r := wire.NewReader(string(b[6:]))
	var got []uint64
	var last string
	for r.Next() {
		got = append(got, r.Number())
		if r.Number() == 9 {
			r.Skip()
			continue
		}
		s := r.String()
		if r.Number() == 1 && s < last {
			t.Errorf("%q came before %q", last, s)
		}
		last = s
	}
	if fmt.Sprint(got) != "[9 1 1 2 3 200]" || r.Err() != nil {
		t.Errorf("%v, %v", got, r.Err())
	}
}

func TestCommit(t *testing.T) {
	w := wire.NewWriter(nil)
	w.Bool(1, true)
	mark := w.Mark()
	w.String(2, "x", "\xff")
	if w.Commit(mark) {
		t.Error("what has no form was committed")
	}
	mark = w.Mark()
	w.Bool(3, true)
	if !w.Commit(mark) {
		t.Error("what has a form was not committed")
	}
	if b, err := w.Result(); string(b) != unhex(t, "0801 1801") || err != nil {
		t.Errorf("%x, %v", b, err)
	}
	w.Fail("a", "no")
	if !w.Commit(w.Mark()) {
		t.Error("an error of before was taken back")
	}
	if _, err := w.Result(); err == nil {
		t.Error("an error of before is gone")
	}
}
