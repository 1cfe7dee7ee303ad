package load

import (
	"fmt"
	"strconv"
	"strings"
)

// Token is a member name or index as one reference token of a JSON Pointer in a URI fragment (RFC 6901, sections 3 and
// 6): "~" and "/" escaped, and percent-encoded what a fragment may not hold.
func Token(name string) string {
	plain := true
	for i := 0; i < len(name) && plain; i++ {
		plain = name[i] != '~' && name[i] != '/' && inFragment(name[i])
	}
	if plain {
		return name
	}
	var b strings.Builder
	for _, c := range []byte(tokenEscaper.Replace(name)) {
		if inFragment(c) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

var (
	tokenEscaper   = strings.NewReplacer("~", "~0", "/", "~1")
	tokenUnescaper = strings.NewReplacer("~0", "~", "~1", "/")
)

// inFragment tells whether RFC 3986, section 3.5, lets a fragment hold a byte as it is.
func inFragment(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || strings.IndexByte("-._~!$&'()*+,;=:@/?", c) >= 0
}

// SplitPointer is a JSON Pointer, its percent-encoding already resolved, as member names and indexes. An error says what
// RFC 6901, section 3, does not allow.
func SplitPointer(pointer string) ([]string, error) {
	if pointer == "" {
		return nil, nil
	}
	if pointer[0] != '/' {
		return nil, fmt.Errorf("a JSON Pointer starts with /")
	}
	tokens := strings.Split(pointer[1:], "/")
	for i, token := range tokens {
		if bad := badTilde(token); bad != "" {
			return nil, fmt.Errorf("%s in a JSON Pointer, which has only ~0 for ~ and ~1 for /", bad)
		}
		tokens[i] = tokenUnescaper.Replace(token)
	}
	return tokens, nil
}

func badTilde(token string) string {
	for i := 0; i < len(token); i++ {
		if token[i] == '~' && (i+1 == len(token) || token[i+1] != '0' && token[i+1] != '1') {
			return token[i:min(i+2, len(token))]
		}
	}
	return ""
}

// Step is the member or item of that name, nil where there is none. An index is written without leading zeros.
func (n *Node) Step(token string) *Node {
	if n == nil || n.Kind != Array {
		return n.Get(token)
	}
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i >= len(n.Items) || strconv.Itoa(i) != token {
		return nil
	}
	return n.Items[i]
}
