package jsonpatch

import (
	"fmt"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// value is an immutable JSON value: a part of a text as long as nothing in it has been changed, and else a container.
type value struct {
	made container
	src  *source
	at   jsonx.Value
}

// container is an array or object in which something has been changed: an *array or an *object.
type container interface {
	// len is how many children it has.
	len() int
	// bytes is the length of its text.
	bytes() int
	// nesting is how deep arrays and objects nest in it, itself included, at most: what has been taken out still counts.
	nesting() int
	// child is the child that a reference token names.
	child(token string) (value, *fault)
	// edit is the container with the change made to the child that a reference token names.
	edit(token string, c change) (value, *fault)
	// append appends its text; below is how many more levels of nesting there may be. It is not ok if they do not suffice.
	append(b []byte, below int) (text []byte, ok bool)
}

// fault is why an operation does not apply.
type fault struct {
	err error
	// from tells that it is about the operation's from, not its path.
	from bool
}

func faultf(format string, args ...any) *fault { return &fault{err: fmt.Errorf(format, args...)} }

// change is what to do to a child.
type change struct {
	verb verb
	to   value
}

type verb uint8

const (
	add     verb = iota // or replace a member
	replace             // what is there
	remove              // what is there
)

func (v value) kind() jsonx.Kind {
	switch v.made.(type) {
	case *object:
		return jsonx.KindObject
	case *array:
		return jsonx.KindArray
	}
	return v.at.Kind()
}

func (v value) bytes() int {
	if v.made != nil {
		return v.made.bytes()
	}
	return len(v.at.Raw())
}

func (v value) len() int {
	if v.made != nil {
		return v.made.len()
	}
	return v.at.Len()
}

func (v value) nesting() int {
	if v.made != nil {
		return v.made.nesting()
	}
	return v.src.depth
}

func (v value) append(b []byte, below int) ([]byte, bool) {
	if v.made == nil {
		return append(b, v.at.Raw()...), true
	}
	if below == 0 {
		return b, false
	}
	return v.made.append(b, below-1)
}

// find is the value at a pointer.
func (v value) find(pointer string) (value, *fault) {
	for pointer != "" {
		var token string
		token, pointer = cutToken(pointer)
		var f *fault
		if v, f = v.child(token); f != nil {
			return v, f
		}
	}
	return v, nil
}

// edit is v with the change made to what a pointer, which is not empty, points to.
func (v value) edit(pointer string, c change) (value, *fault) {
	token, rest := cutToken(pointer)
	if rest != "" {
		child, f := v.child(token)
		if f != nil {
			return v, f
		}
		if child, f = child.edit(rest, c); f != nil {
			return v, f
		}
		c = change{replace, child}
	}
	if v.made == nil {
		switch v.at.Kind() {
		case jsonx.KindObject:
			return newObject(v.src, v.at).edit(token, c)
		case jsonx.KindArray:
			return newArray(v.src, v.at).edit(token, c)
		}
		return v, v.childless(token)
	}
	return v.made.edit(token, c)
}

// child is the child that a reference token names.
func (v value) child(token string) (value, *fault) {
	if v.made != nil {
		return v.made.child(token)
	}
	switch v.at.Kind() {
	case jsonx.KindObject:
		member, ok := v.src.member(v.at, token)
		if !ok {
			return v, noMember(token)
		}
		return value{src: v.src, at: member}, nil
	case jsonx.KindArray:
		i, f := index(token, v.at.Len(), false)
		if f != nil {
			return v, f
		}
		return value{src: v.src, at: v.src.item(v.at, i)}, nil
	}
	return v, v.childless(token)
}

func (v value) childless(token string) *fault {
	return faultf("%s has no child %s", describe(v.kind()), quote(token))
}
