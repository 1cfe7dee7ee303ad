package random

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Lengths at which a varint grows by a byte, less and more what messages around a text add to it.
var borders = []int{127, 16383}

// alphabets are what texts are made of, each a few ranges of code points. Surrogates are in none.
var alphabets = [][][2]rune{
	{{'a', 'z'}},
	{{'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {' ', ' '}, {'_', '_'}},
	{{0x20, 0x7e}},
	{{0, 0x1f}, {'"', '"'}, {'\\', '\\'}, {'/', '/'}, {0x7f, 0x9f}},
	{{0xa0, 0x17f}, {0x300, 0x36f}, {'a', 'z'}},
	{{0x590, 0x6ff}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}},
	{{0x4e00, 0x4fff}, {0x3040, 0x30ff}, {0xac00, 0xacff}},
	{{0xe000, 0xffff}, {0x7ff, 0x800}},
	{{0x1f300, 0x1f64f}, {0x10000, 0x10010}, {0x10fff0, 0x10ffff}, {0x200d, 0x200d}},
}

// randomText is a text without lone surrogates: mostly short, often empty, at times just at a border.
func randomText(r *rand.Rand) string {
	n := 0
	switch p := r.IntN(1000); {
	case p < 120:
		return ""
	case p < 800:
		n = 1 + r.IntN(12)
	case p < 960:
		n = 12 + r.IntN(60)
	case p < 998:
		n = borders[0] - 30 + r.IntN(34)
	default:
		n = borders[1] - 60 + r.IntN(64)
	}
	return textOf(r, n)
}

// textOf is about n bytes of text over one alphabet; exactly n over those of one-byte characters.
func textOf(r *rand.Rand, n int) string {
	alphabet := alphabets[r.IntN(len(alphabets))]
	var b strings.Builder
	for b.Len() < n {
		span := alphabet[r.IntN(len(alphabet))]
		b.WriteRune(span[0] + r.Int32N(span[1]-span[0]+1))
	}
	return b.String()
}

var awkwardKeys = []string{"", " ", "constructor", "toString", "valueOf", "hasOwnProperty", "toJSON", "then", "length",
	"type", "role", "op", "metadata", "usage", "messages", "-1", "01", "1.5", "a.b", "a/b~c", "$ref", "null", "fields", "values"}

// randomKey is a name for a member of open data, none that JavaScript objects treat in a way of their own.
func randomKey(r *rand.Rand) string {
	if r.IntN(4) == 0 {
		return awkwardKeys[r.IntN(len(awkwardKeys))]
	}
	key := textOf(r, r.IntN(10))
	if ownWay(key) {
		return "k" + key
	}
	return key
}

// ownWay tells of a key that JavaScript objects treat in a way of their own: keys that look like array indices move to
// the front, and __proto__ is no member at all.
func ownWay(key string) bool {
	digits := key != "" && strings.Trim(key, "0123456789") == ""
	return key == "__proto__" || digits && (key == "0" || key[0] != '0')
}

var edgeNumbers = []string{"0", "1", "-1", "0.1", "-0.5", "1e21", "1e-7", "0.000001", "123456789012345680000", "5e-324",
	"2.225073858507201e-308", "2.2250738585072014e-308", "1.7976931348623157e308", "-1.7976931348623157e308",
	"9007199254740991", "-9007199254740991", "9007199254740992", "9007199254740993", "9223372036854775807",
	"18446744073709551616", "12345678901234567890", "0.30000000000000004", "1.0", "1e2", "10e-1", "1E+2", "1e-400",
	"0.1000000000000000055511151231257827", "2.4703282292062328e-324"}

// randomNumber is the literal of a number that a double can hold, at least roughly. Minus zero is none of them: its
// sign is lost in JavaScript on the way back to JSON.
func randomNumber(r *rand.Rand) string {
	switch r.IntN(5) {
	case 0:
		return edgeNumbers[r.IntN(len(edgeNumbers))]
	case 1:
		return strconv.FormatInt(int64(r.Uint64())>>r.IntN(64), 10)
	case 2:
		return strconv.Itoa(r.IntN(2001) - 1000)
	case 3:
		return strconv.FormatFloat(float64(r.IntN(2000001)-1000000)/100, 'f', 2, 64)
	default:
		for {
			f := math.Float64frombits(r.Uint64())
			if !math.IsNaN(f) && !math.IsInf(f, 0) && f != 0 {
				return strconv.FormatFloat(f, "efg"[r.IntN(3)], -1, 64)
			}
		}
	}
}

// randomInteger is an integer within both bounds, often one of them or where its varint grows.
func randomInteger(r *rand.Rand, least, most int64) string {
	for range 8 {
		var n int64
		switch r.IntN(4) {
		case 0:
			n = []int64{least, most, 0, 1, -1}[r.IntN(5)]
		case 1:
			n = int64(1)<<(7*(1+r.IntN(7))) - int64(r.IntN(2))
		case 2:
			n = int64(r.IntN(100000))
		default:
			n = int64(r.Uint64()) >> r.IntN(64)
		}
		if n >= least && n <= most {
			return strconv.FormatInt(n, 10)
		}
	}
	return strconv.FormatInt(least, 10)
}
