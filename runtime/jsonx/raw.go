package jsonx

import (
	"bytes"
	"encoding/json"
	"iter"
	"strings"
)

// Raw is one JSON value as text, with the order of members, the digits of numbers and the white space that it came
// with. It is a string: immutable, comparable (by text; see [Raw.Equal]), and cheap to hand on. The empty Raw is no
// value, which is not null.
//
// A Raw that a reader has made is valid. One that code makes from a string is not checked until it is written.
type Raw string

// FromGo is the value that encoding/json makes of v, without escaping HTML. Its error is that of encoding/json, or a
// *[SyntaxError] where a method of v's own makes what this package refuses.
func FromGo(v any) (Raw, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	r := Raw(strings.TrimSuffix(b.String(), "\n"))
	return r, r.Validate()
}

// Kind is the kind of the value, told from its first byte; KindInvalid for the empty Raw.
func (r Raw) Kind() Kind {
	s := scanner{s: string(r)}
	return kindOf[s.next()]
}

// IsNull tells whether the value is null. The empty Raw is not.
func (r Raw) IsNull() bool { return r.Kind() == KindNull }

// Validate is nil where r is one JSON value, with white space around it or not; else a *[SyntaxError].
func (r Raw) Validate() error {
	p := NewStringReader(string(r))
	p.Skip()
	return p.End()
}

// Compact is the value without its white space. Its error is a *[SyntaxError].
func (r Raw) Compact() (Raw, error) {
	b, err := appendCompact(make([]byte, 0, len(r)), string(r))
	if err != nil {
		return "", err
	}
	if len(b) == len(r) {
		return r, nil
	}
	return Raw(b), nil
}

// Equal tells whether both are the same JSON value: white space, the order of members, and how a number or a character
// is written do not count. Two empty ones are equal. One that is not JSON equals only the same text.
func (r Raw) Equal(s Raw) bool {
	if r == s {
		return true
	}
	if r == "" || s == "" {
		return false
	}
	var a, b Document
	if a.Parse(string(r)) != nil || b.Parse(string(s)) != nil {
		return false
	}
	return a.Root().Equal(b.Root())
}

// Text is what the value holds if it is a string, and whether it is one.
func (r Raw) Text() (string, bool) {
	p := NewStringReader(string(r))
	if p.Kind() != KindString {
		return "", false
	}
	text := p.String()
	return text, p.End() == nil
}

// Lookup is the value of an object's member, and whether there is one of that name; a value that is no object has none.
func (r Raw) Lookup(name string) (Raw, bool) {
	for key, value := range r.Members() {
		if key == name {
			return value, true
		}
	}
	return "", false
}

// Members goes over the members of an object in their order. A value that is no object has none.
func (r Raw) Members() iter.Seq2[string, Raw] {
	return func(yield func(string, Raw) bool) {
		p := NewStringReader(string(r))
		if p.Kind() != KindObject {
			return
		}
		o := p.Object()
		for p.Member(&o) {
			key, value := o.Key, p.Raw()
			if p.err != nil || !yield(key, value) {
				return
			}
		}
	}
}

// Elements goes over the items of an array in their order. A value that is no array has none.
func (r Raw) Elements() iter.Seq[Raw] {
	return func(yield func(Raw) bool) {
		p := NewStringReader(string(r))
		if p.Kind() != KindArray {
			return
		}
		for a := p.Array(); p.Item(&a); {
			value := p.Raw()
			if p.err != nil || !yield(value) {
				return
			}
		}
	}
}

// String is the text.
func (r Raw) String() string { return string(r) }

// MarshalJSON is the text without its white space; null for the empty Raw, as for a nil json.RawMessage. Leave that out
// with the option omitzero.
func (r Raw) MarshalJSON() ([]byte, error) {
	if r == "" {
		return []byte("null"), nil
	}
	b, err := appendCompact(make([]byte, 0, len(r)), string(r))
	if err != nil {
		return nil, err
	}
	return b, nil
}

// UnmarshalJSON keeps a copy of data, which must be one JSON value. Its error is a *[SyntaxError].
func (r *Raw) UnmarshalJSON(data []byte) error {
	v := Raw(data)
	if err := v.Validate(); err != nil {
		return err
	}
	*r = v
	return nil
}
