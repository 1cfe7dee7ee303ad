package diag

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestList(t *testing.T) {
	var l List
	if err := l.Err(); err != nil {
		t.Fatalf("an empty list is %v", err)
	}
	l.Addf(Pos{"b.json", 2, 1}, "#/x", "second")
	l.Add(Diagnostic{Pos: Pos{"a.json", 10, 3}, Message: "third", Hint: "do this"})
	l.Addf(Pos{"a.json", 9, 30}, "", "first %d", 1)
	l.Addf(Pos{"a.json", 9, 30}, "", "first %d", 1)
	l.AddError(nil)
	l.AddError(errors.New("nowhere"))
	l.AddError(fmt.Errorf("wrapped: %w", Errors{{Pos: Pos{File: "c.yaml"}, Message: "from below"}}))
	want := "nowhere\na.json:9:30: first 1\na.json:10:3: third; do this\nb.json:2:1: #/x: second\nc.yaml: from below"
	if got := l.Err().Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if l.Len() != 6 {
		t.Errorf("Len is %d", l.Len())
	}
}

func TestPos(t *testing.T) {
	for want, p := range map[string]Pos{"": {}, "a": {File: "a"}, "1:2": {Line: 1, Col: 2}, "a:1:2": {"a", 1, 2}} {
		if got := p.String(); got != want {
			t.Errorf("%+v is %q, want %q", p, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"minLength", "maxLength", "pattern", "required"}
	for name, want := range map[string]string{
		"minLenght": "minLength", "patern": "pattern", "Required": "required", "xyz": "", "": "", "maxlength": "maxLength", "mnLength": "minLength", "x": "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("%q is near %q, want %q", name, got, want)
		}
	}
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"ab", "ba", 1}, {"abc", "axc", 1}, {"kitten", "sitting", 3}, {"", strings.Repeat("x", 9), 9}} {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("distance(%q, %q) is %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
