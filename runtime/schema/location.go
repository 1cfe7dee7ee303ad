package schema

import (
	"strconv"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// step is one step of the way from the schema that validation began at to the one that is being evaluated.
type step struct {
	keyword string // empty on the way into an embedded resource, which has no token of its own
	name    string // the next token, if holding is byName
	index   int    // the next token, if holding is byIndex
	holding holding
	// target is where a reference leads, as an absolute location; empty for a subschema that stands where it is.
	target string
}

// holding says how a keyword holds its subschemas.
type holding uint8

const (
	alone   holding = iota // "not": {…}
	byName                 // "properties": {"a": {…}}
	byIndex                // "allOf": [{…}]
)

// child is one step of the way from the document to the value that is being judged.
type child struct {
	name  string // of a member
	index int    // of an item, -1 for a member
}

// appendPlace appends the RFC 6901 pointer of a value.
func appendPlace(b []byte, place []child) []byte {
	for i := range place {
		if c := &place[i]; c.index < 0 {
			b = jsonx.AppendPointer(b, c.name)
		} else {
			b = append(b, '/')
			b = strconv.AppendInt(b, int64(c.index), 10)
		}
	}
	return b
}

// appendPath appends the RFC 6901 pointer of the steps.
func appendPath(b []byte, path []step) []byte {
	for i := range path {
		s := &path[i]
		if s.keyword == "" {
			continue
		}
		b = jsonx.AppendPointer(b, s.keyword)
		switch s.holding {
		case byName:
			b = jsonx.AppendPointer(b, s.name)
		case byIndex:
			b = append(b, '/')
			b = strconv.AppendInt(b, int64(s.index), 10)
		}
	}
	return b
}

// appendAbsolute appends the absolute location that the steps lead to from root: the last target, and the steps since.
func appendAbsolute(b []byte, root string, path []step) []byte {
	first := len(path)
	for first > 0 && path[first-1].target == "" {
		first--
	}
	if first > 0 {
		root = path[first-1].target
	}
	b = append(b, root...)
	if !hasFragment(root) {
		b = append(b, '#')
	}
	return appendFragment(b, appendPath(nil, path[first:]))
}

func hasFragment(uri string) bool {
	for i := range len(uri) {
		if uri[i] == '#' {
			return true
		}
	}
	return false
}

// appendFragment appends a pointer as it stands in the fragment of a URI (RFC 3986, section 3.5).
func appendFragment(b, pointer []byte) []byte {
	const hex = "0123456789ABCDEF"
	for _, c := range pointer {
		if inFragment(c) {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return b
}

func inFragment(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	switch c {
	case '-', '.', '_', '~', '!', '$', '&', '\'', '(', ')', '*', '+', ',', ';', '=', ':', '@', '/', '?':
		return true
	}
	return false
}
