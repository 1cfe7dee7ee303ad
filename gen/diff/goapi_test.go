package diff

import (
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/emit/golang"
)

func TestAPI(t *testing.T) {
	a := apiOf([]golang.File{
		{Name: "a.gen.go", Data: []byte(`package p

import "x/opt"

type S struct {
	A, B string
	C    opt.Opt[int64]
	d    int
}
type I interface {
	M(a, b int) (n int, err error)
	opt.Sealed
	isI()
}
type E string
type Same = []byte
type T = S
type U = T
type hidden struct{}

const K E = "k"

var V = 1

func F(a string, b ...int) error { return nil }
func (x *S) M(n int)             {}
func (*S) isI()                  {}
func (hidden) M()                {}
func unexported()                {}
`)},
		{Name: "a_gen_test.go", Data: []byte("package p\n\nfunc TestX() {}\n")},
	})
	want := map[string]string{
		"S": "a struct", "S.A": "string", "S.B": "string", "S.C": "opt.Opt[int64]",
		"I": "an interface", "I.M": "a func(int, int) (int, error)", "I.opt.Sealed": "part of it",
		"E": "a string", "Same": "another name of []byte", "K": "a const of type E", "V": "a var",
		"T": "a struct", "T.A": "string", "T.B": "string", "T.C": "opt.Opt[int64]", "T.M": "a func(int)", "T.(I)": "a member of it",
		"U": "a struct", "U.A": "string", "U.B": "string", "U.C": "opt.Opt[int64]", "U.M": "a func(int)", "U.(I)": "a member of it",
		"F": "a func(string, ...int) error", "S.M": "a func(int)", "S.(I)": "a member of it",
	}
	for name, decl := range want {
		if a.decls[name] != decl {
			t.Errorf("%s is %q, want %q", name, a.decls[name], decl)
		}
	}
	for name := range a.decls {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is not exported", name)
		}
	}
}

// TestGo holds what breaks Go code, and that what goes with its type is told once.
func TestGo(t *testing.T) {
	schema := func(a, more string) string {
		return `{"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"x":` + a + `}}` + more + `}}`
	}
	for _, tt := range []struct {
		name, old, fresh string
		want             []string
	}{
		{"a field's type", schema(`{"type":"string"}`, ""), schema(`{"type":"boolean"}`, ""), []string{"A.X was opt.Opt[string] and is opt.Opt[bool]"}},
		{"a type goes", schema(`{"type":"string"}`, `,"B":{"type":"object","required":["y"],"properties":{"y":{"type":"string"}}}`), schema(`{"type":"string"}`, ""), []string{"B is gone"}},
		{"a constraint", schema(`{"type":"string"}`, ""), schema(`{"type":"string","maxLength":1}`, ""), nil},
		{"unsigned", schema(`{"type":"integer","minimum":0}`, ""), schema(`{"type":"integer","minimum":0,"maximum":18446744073709551615}`, ""),
			[]string{"A.X was opt.Opt[int64] and is opt.Opt[uint64]"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range Compare(sideOf(t, tt.old), sideOf(t, tt.fresh)) {
				for _, e := range c.Effects {
					if e.Class == GoCode && e.Level == Break {
						got = append(got, e.Why)
					}
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestGitHub(t *testing.T) {
	c := &Change{Kind: MemberRemoved, Subject: "A.a,b", Message: "100% gone", New: &Place{File: "a:b,c.json", Line: 3, Col: 4},
		Effects: []Effect{{Writers, Break, Loses, "two\nlines"}, {Wire, Safe, Same, "not shown"}}, Advice: "keep it"}
	var b strings.Builder
	if err := WriteGitHub(&b, []*Change{c, {Kind: DefinitionAdded, Message: "safe"}}, []Class{Writers}); err != nil {
		t.Fatal(err)
	}
	want := "::error file=a%3Ab%2Cc.json,line=3,col=4,title=member_removed A.a%2Cb::100%25 gone%0Ajson-writers: break: two%0Alines%0Ato do: keep it\n"
	if b.String() != want {
		t.Errorf("got  %q\nwant %q", b.String(), want)
	}
	b.Reset()
	if err := WriteGitHub(&b, []*Change{c}, []Class{Readers}); err != nil || !strings.HasPrefix(b.String(), "::warning ") {
		t.Errorf("a break that nobody asked about is %q (%v)", b.String(), err)
	}
}
