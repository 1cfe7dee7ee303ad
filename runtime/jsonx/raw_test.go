package jsonx_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

func TestRawEqual(t *testing.T) {
	for _, c := range []struct {
		a, b jsonx.Raw
		want bool
	}{
		{``, ``, true}, {``, `null`, false}, {`null`, ``, false}, {`null`, ` null `, true}, {`null`, `false`, false}, {`true`, `false`, false},
		{`1`, `1.0`, true}, {`1`, `10e-1`, true}, {`-0`, `0`, true}, {`1`, `"1"`, false}, {`1e2`, `100`, true}, {`9007199254740993`, `9007199254740992`, false},
		{`"a"`, `"\u0061"`, true}, {`"é"`, `"\u00e9"`, true}, {`"\ud83d\ude00"`, `"😀"`, true}, {`"a"`, `"b"`, false},
		{`[1,2]`, `[ 1, 2.0 ]`, true}, {`[1,2]`, `[2,1]`, false}, {`[1]`, `[1,1]`, false}, {`[]`, `{}`, false}, {`[[]]`, `[[]]`, true},
		{`{"a":1,"b":[2]}`, `{ "b":[2.0], "a":1 }`, true}, {`{"a":1}`, `{"a":1,"b":1}`, false}, {`{"a":1}`, `{"b":1}`, false}, {`{"a":1,"b":2}`, `{"b":1,"a":2}`, false},
		{`{"\u0061":1}`, `{"a":1}`, true}, {`{"a":{"x":1,"y":2}}`, `{"a":{"y":2,"x":1}}`, true},
		{jsonx.Raw(manyMembers(30, `,"x":1`)), jsonx.Raw(`{"x":1,` + manyMembers(30, ``)[1:]), true},
		{jsonx.Raw(manyMembers(30, `,"x":1`)), jsonx.Raw(`{"x":2,` + manyMembers(30, ``)[1:]), false},
		{jsonx.Raw(manyMembers(30, `,"x":1`)), jsonx.Raw(`{"y":1,` + manyMembers(30, ``)[1:]), false},
		{`nonsense`, `nonsense`, true}, {`{"a":1,"a":1}`, `{"a":1}`, false},
	} {
		if got := c.a.Equal(c.b); got != c.want {
			t.Errorf("%.40s and %.40s: %v, want %v", c.a, c.b, got, c.want)
		}
		if got := c.b.Equal(c.a); got != c.want {
			t.Errorf("%.40s and %.40s: %v, want %v", c.b, c.a, got, c.want)
		}
	}
}

func TestRawCompact(t *testing.T) {
	same := jsonx.Raw(`{"a":[1,2]}`)
	if got, err := same.Compact(); got != same || err != nil {
		t.Errorf("%s %v", got, err)
	}
	if got, err := jsonx.Raw(" [ 1 ,\n2 ] ").Compact(); got != `[1,2]` || err != nil {
		t.Errorf("%s %v", got, err)
	}
	if got, err := jsonx.Raw("").Compact(); got != "" || err == nil {
		t.Errorf("%q %v, want an error", got, err)
	}
}

func TestRawLookup(t *testing.T) {
	r := jsonx.Raw(` { "a" : 1 , "b\n" : { "a" : [ 2 , "x" ] } , "" : null } `)
	for name, want := range map[string]jsonx.Raw{"a": `1`, "b\n": `{ "a" : [ 2 , "x" ] }`, "": `null`} {
		if got, ok := r.Lookup(name); got != want || !ok {
			t.Errorf("%q is %s %v, want %s", name, got, ok, want)
		}
	}
	if got, ok := r.Lookup("c"); got != "" || ok {
		t.Errorf("c is %s", got)
	}
	for _, r := range []jsonx.Raw{``, `[]`, `"a"`, `{"a"`, `{"a":`, `{"a":x`} {
		if got, ok := r.Lookup("a"); got != "" || ok {
			t.Errorf("a of %s is %s", r, got)
		}
	}
	inner, _ := r.Lookup("b\n")
	list, _ := inner.Lookup("a")
	if got := slices.Collect(list.Elements()); fmt.Sprint(got) != `[2 "x"]` {
		t.Errorf("the items are %s", got)
	}
	for range r.Members() {
		break // must not go on
	}
	for range list.Elements() {
		break
	}
	if got := slices.Collect(r.Elements()); got != nil {
		t.Errorf("an object has the items %s", got)
	}
}

func TestRawText(t *testing.T) {
	for _, c := range []struct {
		raw  jsonx.Raw
		want string
		ok   bool
	}{{`"a\n"`, "a\n", true}, {` "a" `, "a", true}, {`""`, "", true}, {``, "", false}, {`1`, "", false}, {`null`, "", false}} {
		if got, ok := c.raw.Text(); got != c.want || ok != c.ok {
			t.Errorf("%s: %q %v", c.raw, got, ok)
		}
	}
}

func TestFromGo(t *testing.T) {
	for _, c := range []struct {
		v    any
		want jsonx.Raw
	}{
		{nil, `null`}, {"<&>\u2028", "\"<&>\\u2028\""}, {map[string]any{"b": 1, "a": []int{}}, `{"a":[],"b":1}`}, {json.Number("1.50"), `1.50`},
		{jsonx.Raw(`{ "x" : -0 }`), `{"x":-0}`}, {jsonx.Raw(""), `null`},
	} {
		if got, err := jsonx.FromGo(c.v); got != c.want || err != nil {
			t.Errorf("%v: %s %v, want %s", c.v, got, err, c.want)
		}
	}
	if _, err := jsonx.FromGo(func() {}); err == nil {
		t.Error("a function has become JSON")
	}
	var e *jsonx.SyntaxError
	if _, err := jsonx.FromGo(json.RawMessage(`{"a":1,"a":2}`)); !errors.As(err, &e) {
		t.Errorf("%v, want a syntax error", err)
	}
}

func TestRawInEncodingJSON(t *testing.T) {
	type record struct {
		A jsonx.Raw `json:"a"`
		B jsonx.Raw `json:"b,omitzero"`
	}
	var r record
	if err := json.Unmarshal([]byte(`{"a": { "x" : 1.0 } }`), &r); err != nil || r.A != `{ "x" : 1.0 }` || r.B != "" {
		t.Errorf("%q %v", r, err)
	}
	if b, err := json.Marshal(r); err != nil || string(b) != `{"a":{"x":1.0}}` {
		t.Errorf("%s %v", b, err)
	}
	if b, err := json.Marshal(record{B: `1`}); err != nil || string(b) != `{"a":null,"b":1}` {
		t.Errorf("%s %v", b, err)
	}
	if err := json.Unmarshal([]byte(`{"a":{"x":1,"x":2}}`), &r); err == nil {
		t.Error("a repeated name is taken")
	}
	if _, err := json.Marshal(record{A: `{`}); err == nil {
		t.Error("nonsense is written")
	}
}

func TestRawKind(t *testing.T) {
	if !jsonx.Raw(` null`).IsNull() || jsonx.Raw(``).IsNull() || jsonx.Raw(`"null"`).IsNull() {
		t.Error("what is null is wrong")
	}
	if k := jsonx.Raw("\n{}").Kind(); k != jsonx.KindObject {
		t.Errorf("an object is %s", k)
	}
}

func ExampleRaw_Members() {
	for name, value := range jsonx.Raw(`{"path": "/a", "value": [1, 2]}`).Members() {
		fmt.Println(name, value.Kind(), value)
	}
	// Output:
	// path string "/a"
	// value array [1, 2]
}
