package load

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestToken(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "a": "a", "$defs": "$defs", "a/b": "a~1b", "a~b": "a~0b", "~1": "~01", "a b": "a%20b", "100%": "100%25",
		`"`: "%22", "^x-": "%5Ex-", "é": "%C3%A9", "a?b@c:d!$&'()*+,;=": "a?b@c:d!$&'()*+,;=", "[]": "%5B%5D", "#": "%23", "\x00": "%00",
	} {
		if got := Token(name); got != want {
			t.Errorf("Token(%q) is %q, want %q", name, got, want)
		}
	}
}

func TestSplitPointer(t *testing.T) {
	for _, tt := range []struct {
		pointer string
		want    []string
		err     string
	}{
		{"", nil, ""},
		{"/", []string{""}, ""},
		{"/a//b", []string{"a", "", "b"}, ""},
		{"/a~1b/c~0d/~01/~10", []string{"a/b", "c~d", "~1", "/0"}, ""},
		{"a", nil, "a JSON Pointer starts with /"},
		{"/a~2", nil, "~2 in a JSON Pointer, which has only ~0 for ~ and ~1 for /"},
		{"/a~", nil, "~ in a JSON Pointer, which has only ~0 for ~ and ~1 for /"},
	} {
		got, err := SplitPointer(tt.pointer)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("SplitPointer(%q): -want +got\n%s", tt.pointer, diff)
		}
		if text := errText(err); text != tt.err {
			t.Errorf("SplitPointer(%q): error is %q, want %q", tt.pointer, text, tt.err)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestStep(t *testing.T) {
	n, err := Parse("t.json", []byte(`{"a": [10, 11], "0": "zero", "": "empty"}`))
	if err != nil {
		t.Fatal(err)
	}
	list := n.Get("a")
	for _, tt := range []struct {
		from  *Node
		token string
		want  string // text of the node, "" for nil
	}{
		{n, "0", "zero"}, {n, "", "empty"}, {n, "b", ""}, {list, "1", "11"}, {list, "2", ""}, {list, "01", ""}, {list, "-", ""},
		{list, "-0", ""}, {list, "+1", ""}, {list, "", ""}, {list.Items[0], "0", ""}, {nil, "a", ""},
	} {
		got := ""
		if to := tt.from.Step(tt.token); to != nil {
			got = to.Text
		}
		if got != tt.want {
			t.Errorf("Step(%q) is %q, want %q", tt.token, got, tt.want)
		}
	}
	if n.Get("a").Get("x") != nil || (*Node)(nil).Get("a") != nil || n.Member("nope") != nil {
		t.Error("a member was found that is not there")
	}
}
