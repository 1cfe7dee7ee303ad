package jsonpatch_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

// apply parses and applies a patch.
func apply(doc, patch string, limit int) (string, error) {
	ops, err := jsonpatch.ParsePatch(jsonx.Raw(patch))
	if err != nil {
		return "", err
	}
	after, err := jsonpatch.Apply(jsonx.Raw(doc), ops, limit)
	return string(after), err
}

// TestApply has what applies: the cases of RFC 6902, appendix A, in other words, and then what the rules of this package
// say beyond them.
func TestApply(t *testing.T) {
	for _, tt := range []struct{ name, doc, patch, want string }{
		// RFC 6902, appendix A.
		{"A.1 add a member", `{"one":1}`, `[{"op":"add","path":"/two","value":2}]`, `{"one":1,"two":2}`},
		{"A.2 add an item", `{"list":["a","c"]}`, `[{"op":"add","path":"/list/1","value":"b"}]`, `{"list":["a","b","c"]}`},
		{"A.3 remove a member", `{"one":1,"two":2}`, `[{"op":"remove","path":"/two"}]`, `{"one":1}`},
		{"A.4 remove an item", `{"list":["a","b","c"]}`, `[{"op":"remove","path":"/list/1"}]`, `{"list":["a","c"]}`},
		{"A.5 replace a value", `{"one":1,"two":2}`, `[{"op":"replace","path":"/two","value":"II"}]`, `{"one":1,"two":"II"}`},
		{
			"A.6 move a value", `{"from":{"stays":1,"goes":2},"to":{"old":3}}`,
			`[{"op":"move","from":"/from/goes","path":"/to/new"}]`, `{"from":{"stays":1},"to":{"old":3,"new":2}}`,
		},
		{
			"A.7 move an item", `{"list":["a","c","d","b"]}`,
			`[{"op":"move","from":"/list/3","path":"/list/1"}]`, `{"list":["a","b","c","d"]}`,
		},
		{
			"A.8 test that succeeds", `{"text":"x","list":["a",2,"c"]}`,
			`[{"op":"test","path":"/text","value":"x"},{"op":"test","path":"/list/1","value":2}]`, `{"text":"x","list":["a",2,"c"]}`,
		},
		{"A.10 add an object", `{"one":1}`, `[{"op":"add","path":"/child","value":{"grandchild":{}}}]`, `{"one":1,"child":{"grandchild":{}}}`},
		{"A.11 ignore strange members", `{"one":1}`, `[{"op":"add","path":"/two","value":2,"why":3,"from":4}]`, `{"one":1,"two":2}`},
		{"A.14 escapes in a pointer", `{"/":9,"~1":10}`, `[{"op":"test","path":"/~01","value":10}]`, `{"/":9,"~1":10}`},
		{"A.16 add an array to an array", `{"list":["a"]}`, `[{"op":"add","path":"/list/-","value":["b","c"]}]`, `{"list":["a",["b","c"]]}`},

		{"an empty patch", `{"a": 1}`, `[]`, `{"a":1}`},

		// Any kind of document, and operations at its root.
		{"null, replaced", `null`, `[{"op":"replace","path":"","value":false}]`, `false`},
		{"a number, tested and added", `0`, `[{"op":"test","path":"","value":0},{"op":"add","path":"","value":{"a":1}}]`, `{"a":1}`},
		{"a string, wrapped", `"x"`, `[{"op":"add","path":"","value":["x"]},{"op":"add","path":"/0","value":null}]`, `[null,"x"]`},
		{"an array, copied into itself", `[1]`, `[{"op":"copy","from":"","path":"/-"}]`, `[1,[1]]`},
		{"an object, copied into itself", `{"a":1}`, `[{"op":"copy","from":"","path":"/b"}]`, `{"a":1,"b":{"a":1}}`},
		{"a part that becomes the whole", `{"a":{"b":[1]}}`, `[{"op":"move","from":"/a/b","path":""}]`, `[1]`},
		{"a copy that becomes the whole", `{"a":{"b":[1]}}`, `[{"op":"copy","from":"/a","path":""}]`, `{"b":[1]}`},
		{"the whole, moved to where it is", `{"a":1}`, `[{"op":"move","from":"","path":""}]`, `{"a":1}`},
		{"the whole, removed", `{"a":1}`, `[{"op":"remove","path":""}]`, `null`},
		{"false is no null", `false`, `[{"op":"test","path":"","value":false}]`, `false`},

		// Pointers.
		{"an empty name", `{"":{"":1}}`, `[{"op":"replace","path":"//","value":2}]`, `{"":{"":2}}`},
		{"a new empty name", `{}`, `[{"op":"add","path":"/","value":2}]`, `{"":2}`},
		{"slash and tilde", `{"a/b":1,"m~n":2}`, `[{"op":"remove","path":"/a~1b"},{"op":"replace","path":"/m~0n","value":3}]`, `{"m~n":3}`},
		{"names of JavaScript's own", `{}`, `[{"op":"add","path":"/__proto__","value":{}},{"op":"add","path":"/__proto__/constructor","value":1},{"op":"test","path":"/__proto__","value":{"constructor":1}}]`, `{"__proto__":{"constructor":1}}`},
		{"a name that is a number", `{"0":1,"01":2,"-":3}`, `[{"op":"remove","path":"/01"},{"op":"remove","path":"/-"}]`, `{"0":1}`},
		{"a name written with escapes", `{"\u0061":1}`, `[{"op":"replace","path":"/a","value":2}]`, `{"\u0061":2}`},
		{"a name that needs escapes", `{}`, `[{"op":"add","path":"/\"\u0000\n<\u2028","value":1}]`, "{\"\\\"\\u0000\\n<\u2028\":1}"},
		{"characters beyond ASCII", `{"é":{"😀":1}}`, `[{"op":"add","path":"/\u00e9/\ud83d\ude00","value":2}]`, `{"é":{"😀":2}}`},

		// Indexes.
		{"the end of an array", `[1]`, `[{"op":"add","path":"/1","value":2},{"op":"add","path":"/-","value":3}]`, `[1,2,3]`},
		{"the end of an empty array", `[]`, `[{"op":"add","path":"/0","value":1}]`, `[1]`},
		{"the end, as a target", `[1,2]`, `[{"op":"move","from":"/0","path":"/-"},{"op":"copy","from":"/0","path":"/-"}]`, `[2,1,2]`},
		{"the last index of a move", `[1,2]`, `[{"op":"move","from":"/0","path":"/1"}]`, `[2,1]`},
		{"the last one removed", `[1]`, `[{"op":"remove","path":"/0"}]`, `[]`},
		{"two digits", `[0,1,2,3,4,5,6,7,8,9,10]`, `[{"op":"remove","path":"/10"}]`, `[0,1,2,3,4,5,6,7,8,9]`},

		// Order and text.
		{"order and text of what stays", `{"b":1.0,"a":[1e2,-0,100000000000000000001],"c":"\u0041\/"}`, `[{"op":"add","path":"/d","value":0}]`, `{"b":1.0,"a":[1e2,-0,100000000000000000001],"c":"\u0041\/","d":0}`},
		{"order and text of what comes", `{}`, `[{"op":"add","path":"/d","value":{"z":1.50,"y":"\u003c<&"}}]`, `{"d":{"z":1.50,"y":"\u003c<&"}}`},
		{"white space goes", " { \"a\" : [ 1 , 2 ] }\n", `[{"op":"add","path":"/b","value": { "c" : 3 } }]`, `{"a":[1,2],"b":{"c":3}}`},
		{"a replaced member keeps its place", `{"a":1,"b":2}`, `[{"op":"add","path":"/a","value":3}]`, `{"a":3,"b":2}`},
		{"one that was removed and added comes last", `{"a":1,"b":2}`, `[{"op":"remove","path":"/a"},{"op":"add","path":"/a","value":3}]`, `{"b":2,"a":3}`},
		{"a new one that was removed and added", `{}`, `[{"op":"add","path":"/a","value":1},{"op":"add","path":"/b","value":2},{"op":"remove","path":"/a"},{"op":"add","path":"/a","value":3}]`, `{"b":2,"a":3}`},
		{"a moved one comes last", `{"a":1,"b":2}`, `[{"op":"move","from":"/a","path":"/c"}]`, `{"b":2,"c":1}`},
		{"one moved to where it is stays", `{"a":1,"b":2}`, `[{"op":"move","from":"/a","path":"/a"}]`, `{"a":1,"b":2}`},
		{"one moved over another takes its place", `{"a":1,"b":2,"c":3}`, `[{"op":"move","from":"/c","path":"/a"}]`, `{"a":3,"b":2}`},

		// A copy is a value of its own.
		{"the copy changes alone", `{"a":{"x":[1]}}`, `[{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/b/x/-","value":2}]`, `{"a":{"x":[1]},"b":{"x":[1,2]}}`},
		{"the original changes alone", `{"a":{"x":[1]}}`, `[{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/a/x/-","value":2}]`, `{"a":{"x":[1,2]},"b":{"x":[1]}}`},
		{"of a changed value", `[[1]]`, `[{"op":"add","path":"/0/-","value":2},{"op":"copy","from":"/0","path":"/0/0"},{"op":"remove","path":"/0/1"}]`, `[[[1,2],2]]`},

		// What test takes for equal.
		{"numbers by value", `[1,1.0,10e-1,0,-0]`, `[{"op":"test","path":"","value":[1.0,1,1.00,-0,0]}]`, `[1,1.0,10e-1,0,-0]`},
		{"large numbers exactly", `9007199254740993`, `[{"op":"test","path":"","value":9007199254740993.0}]`, `9007199254740993`},
		{"strings by their characters", `"\u0061\/é"`, `[{"op":"test","path":"","value":"a/\u00e9"}]`, `"\u0061\/é"`},
		{"objects in any order", `{"a":1,"b":{"c":[],"d":{}}}`, `[{"op":"test","path":"","value":{"b":{"d":{},"c":[]},"a":1}}]`, `{"a":1,"b":{"c":[],"d":{}}}`},
		{"changed values", `{"a":[1]}`, `[{"op":"add","path":"/a/-","value":2},{"op":"add","path":"/b","value":3},{"op":"test","path":"","value":{"b":3,"a":[1,2]}}]`, `{"a":[1,2],"b":3}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := apply(tt.doc, tt.patch, 0); err != nil || got != tt.want {
				t.Errorf("got  %s, %v\nwant %s", got, err, tt.want)
			}
		})
	}
}

// TestInapplicable has what is well-formed and does not apply.
func TestInapplicable(t *testing.T) {
	for _, tt := range []struct {
		name, doc, patch string
		pointer, says    string
	}{
		// RFC 6902, appendix A.
		{"A.9 test that fails", `{"a":"b"}`, `[{"op":"test","path":"/a","value":"c"}]`, "/a", "another value"},
		{"A.12 add to what is not there", `{"a":1}`, `[{"op":"add","path":"/b/c","value":2}]`, "/b/c", `no member "b"`},
		{"A.15 strings and numbers", `{"~1":10}`, `[{"op":"test","path":"/~01","value":"10"}]`, "/~01", "another value"},

		{"remove what is not there", `{"a":1}`, `[{"op":"remove","path":"/b"}]`, "/b", `no member "b"`},
		{"replace what is not there", `{"a":1}`, `[{"op":"replace","path":"/b","value":1}]`, "/b", `no member "b"`},
		{"test what is not there", `{"a":1}`, `[{"op":"test","path":"/b","value":null}]`, "/b", `no member "b"`},
		{"move what is not there", `{"a":1}`, `[{"op":"move","from":"/b","path":"/c"}]`, "/b", `no member "b"`},
		{"move it to where it is", `{"a":1}`, `[{"op":"move","from":"/b","path":"/b"}]`, "/b", `no member "b"`},
		{"copy what is not there", `{"a":1}`, `[{"op":"copy","from":"/b","path":"/c"}]`, "/b", `no member "b"`},
		{"copy to where nothing is", `{"a":1}`, `[{"op":"copy","from":"/a","path":"/b/c"}]`, "/b/c", `no member "b"`},
		{"what has been removed", `{"a":1}`, `[{"op":"test","path":"/a","value":1},{"op":"remove","path":"/a"},{"op":"remove","path":"/a"}]`, "/a", `no member "a"`},
		{"a child of a number", `{"a":1}`, `[{"op":"add","path":"/a/b","value":1}]`, "/a/b", `a number has no child "b"`},
		{"a child of null", `null`, `[{"op":"add","path":"/a","value":1}]`, "/a", `null has no child "a"`},
		{"a child of a string", `"abc"`, `[{"op":"test","path":"/0","value":"a"}]`, "/0", `a string has no child "0"`},
		{"a grandchild of a scalar", `[1]`, `[{"op":"remove","path":"/0/a/b"}]`, "/0/a/b", `a number has no child "a"`},

		{"an index beyond the end", `[1]`, `[{"op":"add","path":"/2","value":1}]`, "/2", "1 items and no index 2"},
		{"the end of an array, replaced", `[1]`, `[{"op":"replace","path":"/1","value":1}]`, "/1", "1 items and no index 1"},
		{"the end of an array, tested", `[1]`, `[{"op":"test","path":"/-","value":1}]`, "/-", "end of an array"},
		{"the end of an array, removed", `[1]`, `[{"op":"remove","path":"/-"}]`, "/-", "end of an array"},
		{"the end of an array, copied", `[1]`, `[{"op":"copy","from":"/-","path":"/0"}]`, "/-", "end of an array"},
		{"beyond the end of an array", `[1]`, `[{"op":"add","path":"/-/a","value":1}]`, "/-/a", "end of an array"},
		{"the end as a target of its last item", `[1,2]`, `[{"op":"move","from":"/0","path":"/2"}]`, "/2", "1 items and no index 2"},
		{"a negative index", `[1]`, `[{"op":"add","path":"/-1","value":1}]`, "/-1", `"-1" is no index`},
		{"a leading zero", `[1,2]`, `[{"op":"add","path":"/01","value":1}]`, "/01", `"01" is no index`},
		{"two zeros", `[1]`, `[{"op":"test","path":"/00","value":1}]`, "/00", `"00" is no index`},
		{"a sign", `[1]`, `[{"op":"test","path":"/+0","value":1}]`, "/+0", `"+0" is no index`},
		{"an exponent", `[1]`, `[{"op":"test","path":"/0e0","value":1}]`, "/0e0", `"0e0" is no index`},
		{"an empty index", `[1]`, `[{"op":"test","path":"/","value":1}]`, "/", `"" is no index`},
		{"a name in an array", `[1]`, `[{"op":"test","path":"/length","value":1}]`, "/length", `"length" is no index`},
		{"other digits", `[1]`, `[{"op":"test","path":"/٠","value":1}]`, "/٠", `is no index`},
		{"an index beyond 64 bits", `[1]`, `[{"op":"test","path":"/18446744073709551616","value":1}]`, "/18446744073709551616", "no index 18446744073709551616"},

		{"move into its own child", `{"a":{"b":{}}}`, `[{"op":"move","from":"/a","path":"/a/b/c"}]`, "/a/b/c", "into itself"},
		{"move into its own new member", `{"a":{}}`, `[{"op":"move","from":"/a","path":"/a/b"}]`, "/a/b", "into itself"},
		{"move the whole into itself", `{"a":{}}`, `[{"op":"move","from":"","path":"/a"}]`, "/a", "into itself"},
		{"move into its own place in an array", `[[1],[2]]`, `[{"op":"move","from":"/0","path":"/0/-"}]`, "/0/-", "into itself"},
		{"move into its own empty name", `{"":{}}`, `[{"op":"move","from":"/","path":"//"}]`, "//", "into itself"},

		{"test: another kind", `[null]`, `[{"op":"test","path":"/0","value":false}]`, "/0", "another value"},
		{"test: another number", `9007199254740993`, `[{"op":"test","path":"","value":9007199254740992}]`, "", "another value"},
		{"test: another order of items", `[1,2]`, `[{"op":"test","path":"","value":[2,1]}]`, "", "another value"},
		{"test: fewer items", `[1,2]`, `[{"op":"test","path":"","value":[1]}]`, "", "another value"},
		{"test: more members", `{"a":1}`, `[{"op":"test","path":"","value":{"a":1,"b":1}}]`, "", "another value"},
		{"test: other names", `{"a":1,"b":1}`, `[{"op":"test","path":"","value":{"a":1,"c":1}}]`, "", "another value"},
		{"test: true and false", `true`, `[{"op":"test","path":"","value":false}]`, "", "another value"},
		{"test: a changed value", `[1]`, `[{"op":"add","path":"/-","value":2},{"op":"test","path":"","value":[1,3]}]`, "", "another value"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := apply(tt.doc, tt.patch, 0)
			var e *jsonpatch.Error
			if !errors.As(err, &e) || got != "" {
				t.Fatalf("got %s, %v", got, err)
			}
			last := strings.Count(tt.patch, `"op"`) - 1
			if e.Index != last || e.Class != jsonpatch.Inapplicable || e.Pointer != tt.pointer || !strings.Contains(e.Error(), tt.says) {
				t.Errorf("got operation %d, %s, pointer %q: %v\nwant operation %d, pointer %q: …%s…", e.Index, e.Class, e.Pointer, e, last, tt.pointer, tt.says)
			}
			if errors.Is(err, jsonpatch.ErrTestFailed) != strings.Contains(tt.says, "another value") {
				t.Errorf("errors.Is(err, ErrTestFailed) is wrong for %v", err)
			}
		})
	}
}

// TestMalformed has what no document would change, in patches as text.
func TestMalformed(t *testing.T) {
	for _, tt := range []struct {
		name, patch string
		index       int
		says        string
	}{
		{"no array", `{"op":"remove","path":"/a"}`, -1, "must be an array, not an object"},
		{"null", `null`, -1, "must be an array, not null"},
		{"no object", `[{"op":"remove","path":""},"remove"]`, 1, "must be an object, not a string"},
		{"no op", `[{"path":"/a"}]`, 0, "lacks op"},
		{"op of another type", `[{"op":["add"],"path":"/a","value":1}]`, 0, "its op must be a string, not an array"},
		{"null op", `[{"op":null,"path":"/a"}]`, 0, "its op must be a string, not null"},
		{"no path", `[{"op":"remove"}]`, 0, "lacks path"},
		{"path of another type", `[{"op":"remove","path":0}]`, 0, "its path must be a string, not a number"},
		{"add without value", `[{"op":"add","path":"/a"}]`, 0, "lacks value"},
		{"replace without value", `[{"op":"replace","path":"/a"}]`, 0, "lacks value"},
		{"test without value", `[{"op":"test","path":"/a"}]`, 0, "lacks value"},
		{"move without from", `[{"op":"move","path":"/a"}]`, 0, "lacks from"},
		{"copy without from", `[{"op":"copy","path":"/a"}]`, 0, "lacks from"},
		{"null from", `[{"op":"copy","path":"/a","from":null}]`, 0, "its from must be a string, not null"},
		{"unknown name", `[{"op":"spam","path":"/a"}]`, 0, "no operation of that name"},
		{"unknown name without path", `[{"op":"spam"}]`, 0, "no operation of that name"},
		{"names are exact", `[{"op":"Add","path":"/a","value":1}]`, 0, "no operation of that name"},
		{"pointer without slash", `[{"op":"remove","path":"a"}]`, 0, "slash"},
		{"pointer of a URI fragment", `[{"op":"remove","path":"#/a"}]`, 0, "slash"},
		{"from without slash", `[{"op":"move","from":"a","path":"/a"}]`, 0, "slash"},
		{"tilde at the end", `[{"op":"remove","path":"/a~"}]`, 0, "~"},
		{"tilde and two", `[{"op":"remove","path":"/~2"}]`, 0, "~"},
		{"tilde in from", `[{"op":"copy","from":"/~","path":""}]`, 0, "~"},
		// What comes before does not apply either, but that depends on the document, and this does not.
		{"after one that does not apply", `[{"op":"remove","path":"/nothing"},{"op":"remove","path":"x"}]`, 1, "slash"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := apply(`{"a":1}`, tt.patch, 0)
			var e *jsonpatch.Error
			if !errors.As(err, &e) || got != "" {
				t.Fatalf("got %s, %v", got, err)
			}
			if e.Index != tt.index || e.Class != jsonpatch.Malformed || !strings.Contains(e.Error(), tt.says) {
				t.Errorf("got operation %d, %s: %v\nwant operation %d: …%s…", e.Index, e.Class, e, tt.index, tt.says)
			}
			if errors.Is(err, jsonpatch.ErrUnknownOp) != strings.Contains(tt.says, "of that name") {
				t.Errorf("errors.Is(err, ErrUnknownOp) is wrong for %v", err)
			}
		})
	}
	var syntax *jsonx.SyntaxError
	for _, patch := range []string{``, `[`, `[{"op":"remove","path":"/a","path":"/b"}]`} {
		if _, err := apply(`{}`, patch, 0); !errors.As(err, &syntax) {
			t.Errorf("patch %s: %v, want a syntax error", patch, err)
		}
	}
	for _, doc := range []string{``, `{`, `{"a":1,"a":1}`, `1 2`} {
		if _, err := apply(doc, `[]`, 0); !errors.As(err, &syntax) {
			t.Errorf("document %s: %v, want a syntax error", doc, err)
		}
	}
}

// TestMalformedOps has what only operations that code has made can be.
func TestMalformedOps(t *testing.T) {
	for _, tt := range []struct {
		op      jsonpatch.Op
		pointer string
		says    string
	}{
		{jsonpatch.Op{Op: "add", Path: "/a"}, "/a", "lacks value"},
		{jsonpatch.Op{Op: "add", Path: "/a", Value: "{"}, "/a", "invalid JSON at byte 1"},
		{jsonpatch.Op{Op: "add", Path: "/a", Value: `1 2`}, "/a", "invalid JSON"},
		{jsonpatch.Op{Op: "test", Path: "/\xff", Value: `1`}, "/\xff", "UTF-8"},
		{jsonpatch.Op{Op: "copy", From: "/\xff"}, "/\xff", "UTF-8"},
		{jsonpatch.Op{}, "", "no operation of that name"},
	} {
		ops := []jsonpatch.Op{{Op: "remove"}, tt.op}
		err := jsonpatch.Check(ops)
		var e *jsonpatch.Error
		if !errors.As(err, &e) || e.Index != 1 || e.Class != jsonpatch.Malformed || e.Pointer != tt.pointer || !strings.Contains(e.Error(), tt.says) {
			t.Errorf("%+v: %v, want …%s…", tt.op, err, tt.says)
		}
		if _, applied := jsonpatch.Apply(`1`, ops, 0); applied == nil || applied.Error() != err.Error() {
			t.Errorf("%+v: Apply says %v, Check says %v", tt.op, applied, err)
		}
	}
	if err := jsonpatch.Check([]jsonpatch.Op{{Op: "move"}, {Op: "add", Value: "null", From: "ignored"}}); err != nil {
		t.Error(err)
	}
}

func TestErrorText(t *testing.T) {
	long := strings.Repeat("é", 1000)
	_, err := apply(`{}`, `[{"op":"remove","path":"/`+long+`"}]`, 0)
	want := `operation 0 (remove at "/` + strings.Repeat("é", 49) + `…") is inapplicable: the object has no member "` + strings.Repeat("é", 50) + `…"`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if got := jsonpatch.OverLimit.String() + jsonpatch.Class(9).String(); got != "over the limitClass(9)" {
		t.Error(got)
	}
}

// TestDocument holds that patches apply one after another, to a document that others still hold, from several
// goroutines at once.
func TestDocument(t *testing.T) {
	first, err := jsonpatch.NewDocument(` {"list": [], "other": {"a": 1}} `)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for g := range 4 {
		group.Add(1)
		go func() {
			defer group.Done()
			d, want := first, ""
			for i := range 200 {
				n := fmt.Sprint(g*1000 + i)
				after, err := d.Apply([]jsonpatch.Op{{Op: "add", Path: "/list/-", Value: jsonx.Raw(n)}}, 0)
				if err != nil {
					t.Error(err)
					return
				}
				d = after
				want += "," + n
			}
			if want := `{"list":[` + want[1:] + `],"other":{"a":1}}`; string(d.Raw()) != want || d.Len() != len(want) {
				t.Errorf("got %s", d.Raw())
			}
		}()
	}
	group.Wait()
	if got := first.Raw(); got != `{"list":[],"other":{"a":1}}` {
		t.Errorf("the first document has become %s", got)
	}
}
