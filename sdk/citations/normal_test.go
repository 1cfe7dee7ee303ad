package citations

import "testing"

func TestPlacesInNormalText(t *testing.T) {
	n := normalize("xe\u0301\u0300y\u0301z")
	if n.text != "x\u00e9\u0300\u00fdz" {
		t.Fatalf("%q", n.text)
	}
	for at, want := range map[int]int{0: 0, 1: 1, 5: 6, 7: 9, 8: 10} {
		if got, ok := n.origin(at); got != want || !ok {
			t.Errorf("%d comes from %d, %v; want %d", at, got, ok, want)
		}
	}
	if at, ok := n.origin(3); ok { // between an accent and what it was composed with
		t.Errorf("3 comes from %d", at)
	}
	if at, ok := normalize("abc").origin(2); at != 2 || !ok {
		t.Errorf("2 comes from %d, %v", at, ok)
	}
}
