package jsonx_test

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

func TestCompareNumbers(t *testing.T) {
	// Each is less than the next; those within one are equal.
	rising := [][]string{
		{"-1e9999"}, {"-1e309", "-10e308"}, {"-123456789012345678901234567890.5"}, {"-123456789012345678901234567890"},
		{"-100", "-1e2", "-100.0", "-0.1e3"}, {"-99.99"}, {"-1", "-1.0", "-10e-1"}, {"-1e-9999"},
		{"0", "-0", "0.0", "-0.0", "0e5", "0e-5"}, {"1e-9999"}, {"5e-324"}, {"0.1", "1e-1", "0.10", "100e-3"}, {"0.11"}, {"0.9"}, {"0.99"},
		{"1", "1.0", "1e0", "0.1e1", "1000e-3"}, {"1.05"}, {"1.5"}, {"9"}, {"9.5"}, {"10", "1e1", "1.0e1"}, {"12"}, {"12.01"}, {"12.1"}, {"123"},
		{"9007199254740992"}, {"9007199254740993", "9007199254740993.000", "9.007199254740993e15"}, {"999999999999999999"}, {"1000000000000000000", "1e18"},
		{"9223372036854775807"}, {"9223372036854775808"}, {"1e100"}, {"1e9999"},
	}
	for i, a := range rising {
		for j, b := range rising {
			want := min(max(i-j, -1), 1)
			for _, x := range a {
				for _, y := range b {
					if got := jsonx.CompareNumbers(x, y); got != want {
						t.Errorf("%s and %s: %d, want %d", x, y, got, want)
					}
				}
			}
		}
	}
}

func TestIsInteger(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "-0": true, "0.0": true, "0e-9": true, "1": true, "1.0": true, "1e3": true, "1.5e1": true, "10e-1": true, "1000e-3": true, "1e9999": true,
		"12.50e1": true, "12.50e2": true, "123456789012345678901234567890": true, "-100e-2": true,
		"0.5": false, "1.5": false, "1e-1": false, "12.55e1": false, "100e-3": false, "1e-9999": false, "123456789012345678901234567890.5": false,
	} {
		if got := jsonx.IsInteger(text); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		if d, err := jsonx.Parse(text); err == nil && d.Root().IsInteger() != want { // 1e9999 is in no document
			t.Errorf("%s as a value: %v, want %v", text, !want, want)
		}
	}
}

func TestIsMultiple(t *testing.T) {
	for _, c := range []struct {
		number, of string
		want       bool
	}{
		{"10", "2", true}, {"7", "2", false}, {"0", "2", true}, {"-4", "2", true}, {"4", "-2", true}, {"0.0", "0.3", true}, {"1", "0", false}, {"0", "0", false}, {"1", "0.0", false},
		{"4.5", "1.5", true}, {"35", "1.5", false}, {"0.0075", "0.0001", true}, {"0.00751", "0.0001", false}, {"1e308", "0.123456789", false}, {"12391239123", "1e-8", true},
		{"1e9999", "0.5", true}, {"1e9999", "3", false}, {"1e9999", "7e9998", false}, {"3e9999", "3e-9999", true}, {"1", "1e-9999", true}, {"1e-9999", "1", false}, {"1.1", "0.1", true}, {"19.99", "0.01", true},
		{"123456789012345678901234567890", "10", true}, {"123456789012345678901234567890", "9", true}, {"123456789012345678901234567891", "9", false},
		{"246913578024691357802469135780246913578", "123456789012345678901234567890123456789", true}, {"246913578024691357802469135780246913579", "123456789012345678901234567890123456789", false},
		{"9223372036854775808", "9223372036854775808", true}, {"18446744073709551614", "9223372036854775807", true}, {"9223372036854775808", "9223372036854775807", false},
	} {
		if got := jsonx.IsMultiple(c.number, c.of); got != c.want {
			t.Errorf("%s of %s: %v, want %v", c.number, c.of, got, c.want)
		}
	}
}

// randomNumber is a JSON number that is likely to be close to others.
func randomNumber(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(3) == 0 {
		b.WriteByte('-')
	}
	digits := func(n int) {
		for range n {
			b.WriteByte("0001259"[r.IntN(7)])
		}
	}
	if r.IntN(4) == 0 {
		b.WriteByte('0')
	} else {
		b.WriteByte("1259"[r.IntN(4)])
		digits(r.IntN(4) * r.IntN(10))
	}
	if r.IntN(2) == 0 {
		b.WriteByte('.')
		digits(1 + r.IntN(4)*r.IntN(8))
	}
	if r.IntN(3) == 0 {
		b.WriteString("e" + strconv.Itoa(r.IntN(21)-10))
	}
	return b.String()
}

func TestArithmeticAgreesWithBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rat := func(text string) *big.Rat {
		x, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("%s is no number", text)
		}
		return x
	}
	for range 100_000 {
		a, b := randomNumber(r), randomNumber(r)
		x, y := rat(a), rat(b)
		if got, want := jsonx.CompareNumbers(a, b), x.Cmp(y); got != want {
			t.Fatalf("%s and %s: %d, want %d", a, b, got, want)
		}
		if got, want := jsonx.IsInteger(a), x.IsInt(); got != want {
			t.Fatalf("%s is an integer: %v, want %v", a, got, want)
		}
		want := y.Sign() != 0 && new(big.Rat).Quo(x, notZero(y)).IsInt()
		if got := jsonx.IsMultiple(a, b); got != want {
			t.Fatalf("%s is a multiple of %s: %v, want %v", a, b, got, want)
		}
		p := jsonx.NewStringReader(a)
		n := p.Int64()
		fits := x.IsInt() && x.Num().IsInt64()
		if got := p.Mismatch() == nil; got != fits || fits && n != x.Num().Int64() {
			t.Fatalf("%s is %d, %v, want %v", a, n, p.Mismatch(), x)
		}
	}
}

func notZero(x *big.Rat) *big.Rat {
	if x.Sign() == 0 {
		return big.NewRat(1, 1)
	}
	return x
}

func BenchmarkCompareNumbers(b *testing.B) {
	for _, c := range []struct{ name, x, y string }{
		{"short", "1764543436123", "9007199254740991"},
		{"exact", "1764543436123.25", "1764543436123.26"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				jsonx.CompareNumbers(c.x, c.y)
			}
		})
	}
}
