package opt_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/opt"
)

func TestOpt(t *testing.T) {
	var absent opt.Opt[string]
	for _, c := range []struct {
		name  string
		o     opt.Opt[string]
		value string
		set   bool
		or    string
	}{
		{"zero", absent, "", false, "def"},
		{"none", opt.None[string](), "", false, "def"},
		{"empty", opt.Some(""), "", true, ""},
		{"value", opt.Some("a"), "a", true, "a"},
	} {
		v, ok := c.o.Get()
		if v != c.value || ok != c.set || c.o.IsSet() != c.set {
			t.Errorf("%s: %q %v %v", c.name, v, ok, c.o.IsSet())
		}
		if got := c.o.Or("def"); got != c.or {
			t.Errorf("%s: or is %q, want %q", c.name, got, c.or)
		}
	}
	if absent.Equal(opt.Some("")) || opt.Some("a").Equal(opt.Some("b")) {
		t.Error("what differs is equal")
	}
	if !absent.Equal(opt.None[string]()) || !opt.Some("a").Equal(opt.Some("a")) || absent != opt.None[string]() {
		t.Error("what is equal differs")
	}
}

func TestNullable(t *testing.T) {
	equal := slices.Equal[[]int]
	var absent opt.Nullable[[]int]
	values := []opt.Nullable[[]int]{absent, opt.Null[[]int](), opt.Value([]int(nil)), opt.Value([]int{1}), opt.Value([]int{2})}
	for i, c := range []struct{ set, null, has bool }{
		{false, false, false}, {true, true, false}, {true, false, true}, {true, false, true}, {true, false, true},
	} {
		n := values[i]
		if _, has := n.Get(); n.IsSet() != c.set || n.IsNull() != c.null || has != c.has {
			t.Errorf("%d: set %v, null %v, has a value %v", i, n.IsSet(), n.IsNull(), has)
		}
		for j := range values {
			if got := n.Equal(values[j], equal); got != (i == j) {
				t.Errorf("%d equals %d: %v", i, j, got)
			}
		}
	}
	if v, _ := values[3].Get(); len(v) != 1 || v[0] != 1 {
		t.Errorf("the value is %v", v)
	}
}

func ExampleOpt() {
	var limit opt.Opt[int64]
	fmt.Println(limit.IsSet(), limit.Or(10))
	limit = opt.Some[int64](0)
	fmt.Println(limit.IsSet(), limit.Or(10))
	// Output:
	// false 10
	// true 0
}
