package jsonpatch

import "strings"

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

// cutToken is the first reference token of a pointer, and the pointer that follows it.
func cutToken(pointer string) (token, rest string) {
	pointer = pointer[1:]
	if i := strings.IndexByte(pointer, '/'); i >= 0 {
		pointer, rest = pointer[:i], pointer[i:]
	}
	if strings.IndexByte(pointer, '~') >= 0 {
		pointer = unescape.Replace(pointer)
	}
	return pointer, rest
}

// index is the index that a reference token is, in an array of n items: one of an item, or, where there may be one more,
// n itself.
func index(token string, n int, more bool) (int, *fault) {
	if token == "-" {
		if more {
			return n, nil
		}
		return 0, faultf("- is the end of an array, where nothing is")
	}
	if token == "" || token[0] == '0' && len(token) > 1 || strings.Trim(token, "0123456789") != "" {
		return 0, faultf("%s is no index of an array", quote(token))
	}
	i := 0
	for _, digit := range []byte(token) {
		i = i*10 + int(digit-'0')
		if i > n {
			break
		}
	}
	if i > n || i == n && !more {
		return 0, faultf("the array has %d items and no index %s", n, short(token))
	}
	return i, nil
}
