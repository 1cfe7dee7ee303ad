package jsonpatch_test

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

// repeat is operations over and over, with %d in a path standing for the round.
func repeat(n int, ops ...jsonpatch.Op) []jsonpatch.Op {
	all := make([]jsonpatch.Op, 0, n*len(ops))
	for i := range n {
		for _, op := range ops {
			op.Path = strings.ReplaceAll(op.Path, "%d", strconv.Itoa(i))
			all = append(all, op)
		}
	}
	return all
}

// list is an array of n zeros, and object one with members m0 to m(n-1).
func list(n int) string { return "[" + strings.Repeat("0,", n-1) + "0]" }

func object(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"m%d":0`, i)
	}
	return "{" + b.String()[1:] + "}"
}

// TestHostilePatches has patches whose operations are short and, done in the obvious way, take time that grows with the
// document: together hours. They must take a few seconds at most.
func TestHostilePatches(t *testing.T) {
	const long = 1_000_000
	zeros := strings.Repeat("0", 2*long)
	for _, tt := range []struct {
		name, doc string
		ops       []jsonpatch.Op
		size      int
	}{
		{
			"insert at the front of a long array", list(long),
			repeat(50_000, jsonpatch.Op{Op: "add", Path: "/0", Value: "1"}), 2*long + 1 + 100_000,
		},
		{
			"insert all over a long array", list(long),
			repeat(50_000, jsonpatch.Op{Op: "add", Path: "/1%d", Value: "[]"}, jsonpatch.Op{Op: "add", Path: "/1%d/0", Value: "1"}),
			2*long + 1 + 200_000,
		},
		{
			"empty a long array from its front", list(long),
			repeat(100_000, jsonpatch.Op{Op: "remove", Path: "/0"}), 2*long + 1 - 200_000,
		},
		{
			"every other item of a long array", list(long),
			repeat(100_000, jsonpatch.Op{Op: "remove", Path: "/%d"}), 2*long + 1 - 200_000,
		},
		{
			"every other item of a long array, and then the ends", list(long),
			append(repeat(40_000, jsonpatch.Op{Op: "remove", Path: "/%d"}),
				repeat(40_000, jsonpatch.Op{Op: "replace", Path: "/0", Value: "1"}, jsonpatch.Op{Op: "replace", Path: "/900000", Value: "1"})...),
			2*long + 1 - 80_000,
		},
		{
			"copy a long array and change the copy", `{"a":` + list(long) + `}`,
			repeat(30_000, jsonpatch.Op{Op: "copy", From: "/a", Path: "/b"}, jsonpatch.Op{Op: "add", Path: "/b/0", Value: "1"}, jsonpatch.Op{Op: "remove", Path: "/b"}),
			2*long + 1 + len(`{"a":}`),
		},
		{
			"copy a long object and change the copy", `{"a":` + object(long/10) + `}`,
			repeat(30_000, jsonpatch.Op{Op: "copy", From: "/a", Path: "/b"}, jsonpatch.Op{Op: "add", Path: "/b/x", Value: "1"}, jsonpatch.Op{Op: "remove", Path: "/b"}),
			len(object(long/10)) + len(`{"a":}`),
		},
		{
			"add members to an object and remove them", object(long / 10),
			repeat(50_000, jsonpatch.Op{Op: "add", Path: "/x%d", Value: "1"}, jsonpatch.Op{Op: "remove", Path: "/x%d"}),
			len(object(long / 10)),
		},
		{
			"the last of many members", object(long / 10),
			repeat(100_000, jsonpatch.Op{Op: "test", Path: fmt.Sprintf("/m%d", long/10-1), Value: "0"}), len(object(long / 10)),
		},
		{
			"the last of many items", list(long),
			repeat(100_000, jsonpatch.Op{Op: "test", Path: fmt.Sprintf("/%d", long-1), Value: "0"}), 2*long + 1,
		},
		{
			"a number that is long for its zeros", `[1.` + zeros + `,0.` + zeros + `]`,
			repeat(50_000, jsonpatch.Op{Op: "test", Value: "[1,0]"}), len(`[1.,0.]`) + 4*long,
		},
		{
			"copies that double, and go", `["` + zeros + `"]`,
			repeat(50_000, jsonpatch.Op{Op: "copy", From: "", Path: "/-"}, jsonpatch.Op{Op: "remove", Path: "/1"}), len(`[""]`) + 2*long,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			got, err := jsonpatch.Apply(jsonx.Raw(tt.doc), tt.ops, 0)
			took := time.Since(start)
			if err != nil || len(got) != tt.size {
				t.Fatalf("%d bytes, not %d; %v", len(got), tt.size, err)
			}
			if _, err := jsonx.Parse(string(got)); err != nil {
				t.Error(err)
			}
			if t.Logf("%v", took); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// TestLimit holds that copies of the root into itself end at the limit: at the operation that passes it, and at once.
func TestLimit(t *testing.T) {
	ops := repeat(30, jsonpatch.Op{Op: "copy", From: "", Path: "/a%d"})
	got, err := jsonpatch.Apply(`{"a":"0123456789"}`, ops, 0)
	var e *jsonpatch.Error
	if !errors.As(err, &e) || e.Class != jsonpatch.OverLimit || e.Index != 18 || e.Op != "copy" || e.Pointer != "/a18" || got != "" {
		t.Fatalf("got %d bytes, %v", len(got), err)
	}
	want := `operation 18 (copy at "/a18") is over the limit: the document would have 12583417 bytes, and the limit is 10485760`
	if err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}

	// The limit is one of the text: of all of it, and at no byte earlier.
	for limit, ok := range map[int]bool{8: false, 9: true, 10: true} {
		got, err := apply(`[0, 0]`, `[{"op":"add","path":"/-","value":" "}]`, limit)
		if ok != (err == nil) || ok && got != `[0,0," "]` {
			t.Errorf("limit %d: %s, %v", limit, got, err)
		}
	}
	// It holds after each operation, and for no operation.
	over := jsonpatch.Op{Op: "add", Path: "/0", Value: `"xxxxxxxxxx"`}
	if _, err := jsonpatch.Apply(`[]`, []jsonpatch.Op{over, {Op: "remove", Path: "/0"}}, 10); !errors.As(err, &e) || e.Index != 0 {
		t.Errorf("over it on the way: %v", err)
	}
	if _, err := jsonpatch.Apply(`["xxxxxxxxxx"]`, []jsonpatch.Op{{Op: "remove", Path: "/0"}}, 10); err != nil {
		t.Errorf("under it after the first: %v", err)
	}
	if got, err := jsonpatch.Apply(`["xxxxxxxxxx"]`, nil, 10); err != nil || got != `["xxxxxxxxxx"]` {
		t.Errorf("nothing done: %s, %v", got, err)
	}
}

// TestLongNumbers holds that numbers compare by value also when they are too long to be compared each time.
func TestLongNumbers(t *testing.T) {
	zeros := strings.Repeat("0", 150)
	for _, tt := range []struct {
		a, b  string
		equal bool
	}{
		{"1" + zeros, "1e150", true},
		{"-1" + zeros, "-10E+149", true},
		{"-1" + zeros, "1e150", false},
		{"1" + zeros, "1e149", false},
		{"1." + zeros, "1", true},
		{"1." + zeros + "1", "1", false},
		{"12.5" + zeros, "1250e-2", true},
		{"0." + zeros + "25", "25.0e-152", true},
		{"0." + zeros + "25", "25e-151", false},
		{"0." + zeros + "e5", "-0", true},
		{"-0." + zeros, "0e9", true},
		{"1" + zeros + "1", "1" + zeros + "1.0", true},
		{"1" + zeros + "1", "1" + zeros + "2", false},
	} {
		for _, pair := range [][2]string{{tt.a, tt.b}, {tt.b, tt.a}} {
			_, err := jsonpatch.Apply(jsonx.Raw(pair[0]), []jsonpatch.Op{{Op: "test", Value: jsonx.Raw(pair[1])}}, 0)
			if tt.equal != (err == nil) || err != nil && !errors.Is(err, jsonpatch.ErrTestFailed) {
				t.Errorf("%s and %s: %v", pair[0], pair[1], err)
			}
		}
	}
}

// TestDepth holds that no document comes out that could not be read again.
func TestDepth(t *testing.T) {
	deepen := []jsonpatch.Op{{Op: "copy", From: "", Path: "/0"}, {Op: "remove", Path: "/1"}}
	start := jsonx.Raw("[0]") // and then [[0]], and so on
	got, err := jsonpatch.Apply(start, repeat(jsonx.MaxDepth-1, deepen...), 0)
	if want := strings.Repeat("[", jsonx.MaxDepth) + "0" + strings.Repeat("]", jsonx.MaxDepth); err != nil || string(got) != want {
		t.Errorf("at the limit: %d bytes, %v", len(got), err)
	}
	var e *jsonpatch.Error
	_, err = jsonpatch.Apply(start, repeat(jsonx.MaxDepth, deepen...), 0)
	if !errors.As(err, &e) || e.Class != jsonpatch.OverLimit || e.Index != -1 || !strings.HasPrefix(e.Error(), "the patch is over the limit: ") {
		t.Errorf("over the limit: %v", err)
	}
	// What is deep on the way only is fine, and what is deep in a text of its own counts where it is put.
	ops := append(repeat(jsonx.MaxDepth, deepen...), jsonpatch.Op{Op: "replace", Path: "", Value: "1"})
	if got, err := jsonpatch.Apply(start, ops, 0); err != nil || got != "1" {
		t.Errorf("deep on the way: %s, %v", got, err)
	}
	if _, err = jsonpatch.Apply("[]", []jsonpatch.Op{{Op: "add", Path: "/-", Value: got}}, 0); !errors.As(err, &e) || e.Class != jsonpatch.OverLimit {
		t.Errorf("a deep value: %v", err)
	}
	if _, err = jsonpatch.Apply("[]", []jsonpatch.Op{{Op: "add", Path: "/-", Value: got}, {Op: "move", From: "/0", Path: ""}}, 0); err != nil {
		t.Errorf("a deep value, put and taken: %v", err)
	}
}

// TestDocumentLetsGo holds that a document which is patched for ever does not keep for ever what it has lost.
func TestDocumentLetsGo(t *testing.T) {
	d, err := jsonpatch.NewDocument(`{}`)
	if err != nil {
		t.Fatal(err)
	}
	big := strings.Repeat("x", 1<<20)
	for i := range 500 {
		name := fmt.Sprint("/", i)
		value := jsonx.Raw(`{"small":` + strconv.Itoa(i) + `,"big":"` + big + `"}`)
		d, err = d.Apply([]jsonpatch.Op{{Op: "add", Path: name, Value: value}, {Op: "remove", Path: name + "/big"}}, 0)
		if err != nil {
			t.Fatal(err)
		}
	}
	var after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&after)
	if after.HeapAlloc > 50<<20 {
		t.Errorf("500 MiB have gone through, and %d MiB are still there", after.HeapAlloc>>20)
	}
	if want := `{"0":{"small":0},"1":{"small":1},`; !strings.HasPrefix(string(d.Raw()), want) {
		t.Errorf("got %.100s", d.Raw())
	}
}
