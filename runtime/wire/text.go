package wire

import "unicode/utf8"

// Every text that is written or read has to be UTF-8, and nearly all are short and ASCII. That is seen eight bytes at a
// time, of which the last eight may overlap those before: much faster for a few words than utf8.ValidString.

// tops are the bits that no byte of ASCII has.
const tops = 0x8080808080808080

// isText tells whether s is valid UTF-8.
func isText(s string) bool { return isASCII(s) || utf8.ValidString(s) }

func isASCII(s string) bool {
	for ; len(s) >= 32; s = s[32:] {
		if (load(s, 0)|load(s, 8)|load(s, 16)|load(s, 24))&tops != 0 {
			return false
		}
	}
	n := len(s)
	if n < 8 {
		return isShortASCII(s)
	}
	x := load(s, n-8)
	for i := 0; i < n-8; i += 8 {
		x |= load(s, i)
	}
	return x&tops == 0
}

func isShortASCII(s string) bool {
	var x byte
	for i := range len(s) {
		x |= s[i]
	}
	return x < utf8.RuneSelf
}

// load is eight bytes of s from offset i.
func load(s string, i int) uint64 {
	t := s[i : i+8]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}
