package pipeline

import "testing"

// TestGrowing holds that a text grows from whatever it is, and that what was handed out stays.
func TestGrowing(t *testing.T) {
	var g growing
	a := g.append("", "ab")
	b := g.append(a, "cd")
	c := g.append("xyzw", "!") // as long as b, and another text
	d := g.append(a, "?")
	if a != "ab" || b != "abcd" || c != "xyzw!" || d != "ab?" {
		t.Error(a, b, c, d)
	}
}

// BenchmarkGrowing shows that a piece costs what it is long.
func BenchmarkGrowing(b *testing.B) {
	var g growing
	text := ""
	b.ReportAllocs()
	for b.Loop() {
		text = g.append(text, "word ")
	}
}
