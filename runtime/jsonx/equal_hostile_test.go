package jsonx

import (
	"strings"
	"testing"
)

// TestEqualIsLinear holds that comparing two deep objects with their members in another order takes a step a level: in
// the time this test has, work that doubles with every level would not end.
func TestEqualIsLinear(t *testing.T) {
	const depth = 200
	x := Raw(strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat(`,"b":1,"c":2}`, depth))
	y := Raw(strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat(`,"c":2,"b":1}`, depth))
	z := Raw(strings.Repeat(`{"a":`, depth) + "2" + strings.Repeat(`,"c":2,"b":1}`, depth))
	if !x.Equal(y) || x.Equal(z) {
		t.Errorf("Equal is %v and %v, want true and false", x.Equal(y), x.Equal(z))
	}
}
