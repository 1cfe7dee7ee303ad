package jsonx

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestShortNumbers holds that short numbers are read as strconv reads them, whatever stands after them.
func TestShortNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	short := 0
	for i := range 200_000 {
		text := strconv.Itoa(r.IntN(1 << r.IntN(24)))
		if i%2 == 0 {
			text += fmt.Sprintf(".%0*d", 1+r.IntN(5), r.IntN(10))
		}
		if i%3 == 0 {
			text = "-" + text
		}
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range []string{"", ",1234567", "]}\xff\xff\xff\xff\xff\xff", " 0.5 0.5 0.5"} {
			c := scanner{s: text + after}
			if f, ok := c.shortFloat(); ok {
				short++
				if math.Float64bits(f) != math.Float64bits(want) || c.pos != len(text) {
					t.Fatalf("%q is %v up to %d, want %v", text+after, f, c.pos, want)
				}
			}
			c = scanner{s: text + after}
			if got := c.number(); got != text || c.err != nil {
				t.Fatalf("%q begins with the number %q, %v", text+after, got, c.err)
			}
		}
	}
	if short < 100_000 {
		t.Errorf("only %d were short", short)
	}
}

// TestNotShort holds that what is no short number is left to others.
func TestNotShort(t *testing.T) {
	for _, text := range []string{
		"", "1", "12345678", "1234567.8", "00", "01", "01.5", ".5", "1.", "1.x", "1e5", "1E5", "1.5e5", "1.5E-1", "-1", "x",
		"1.2345678", "123456.7",
	} {
		for _, after := range []string{"", "        ", ",,,,,,,,"} {
			point, n := shortNumber(text+after, 0)
			if want, err := strconv.ParseFloat(text, 64); n != 0 && (err != nil || n != len(text) || len(text) > 7 || want < 0) {
				t.Errorf("%q is a short number: %d, %d", text+after, point, n)
			}
		}
	}
}

// TestShortFloats holds that floats are written as strconv writes them, whichever way they go.
func TestShortFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	short := 0
	for range 200_000 {
		decimals := r.IntN(12)
		v := float64(r.Int64N(1<<r.IntN(53))) / math.Pow10(decimals)
		switch r.IntN(8) {
		case 0:
			v = math.Nextafter(v, 0)
		case 1:
			v = -v
		case 2:
			v = r.NormFloat64()
		}
		abs := math.Abs(v)
		if abs < 1e-6 || abs >= 1e21 || v == math.Trunc(v) {
			continue
		}
		want := strconv.FormatFloat(v, 'f', -1, 64)
		if b, ok := appendShortFloat(nil, v, abs); ok {
			short++
			if string(b) != want {
				t.Fatalf("%s is written %s", want, b)
			}
		}
		if b, err := AppendFloat64(nil, v); err != nil || string(b) != want {
			t.Fatalf("%s is written %s, %v", want, b, err)
		}
	}
	if short < 50_000 {
		t.Errorf("only %d were short", short)
	}
}
