package jsonpatch

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Op is one operation.
type Op struct {
	// Op is its name: add, remove, replace, move, copy or test.
	Op string
	// Path is where, an RFC 6901 pointer; "" is the whole document.
	Path string
	// From is the pointer of what move and copy take; others ignore it.
	From string
	// Value is what add, replace and test are about, "" for none; others ignore it.
	Value jsonx.Raw
}

// kind says what an operation has to have.
type kind struct {
	from, value bool
	apply       func(*step, value) (value, *fault)
}

var kinds = map[string]kind{
	"add":     {value: true, apply: (*step).add},
	"remove":  {apply: (*step).remove},
	"replace": {value: true, apply: (*step).replace},
	"move":    {from: true, apply: (*step).move},
	"copy":    {from: true, apply: (*step).copy},
	"test":    {value: true, apply: (*step).test},
}

// ParsePatch reads a patch: a JSON array of operations. One that is not JSON is a *[jsonx.SyntaxError]. A patch that is
// no array, and an operation that is no object or lacks op, path, or a value or from that it needs, or has them of
// another type than it must, is an [*Error] of class [Malformed]. What the names and pointers are is left to [Check], so
// that an operation of an unknown name is read, too: with its path, if it has one.
func ParsePatch(patch jsonx.Raw) ([]Op, error) {
	doc, err := jsonx.Parse(string(patch))
	if err != nil {
		return nil, err
	}
	root := doc.Root()
	if root.Kind() != jsonx.KindArray {
		return nil, &Error{Index: -1, Class: Malformed, Err: fmt.Errorf("must be an array, not %s", describe(root.Kind()))}
	}
	ops := make([]Op, 0, root.Len())
	for c := root.Children(); c.Next(); {
		op, err := parseOp(c.Value())
		if err != nil {
			return nil, &Error{Index: c.Index(), Op: op.Op, Class: Malformed, Err: err}
		}
		ops = append(ops, op)
	}
	return ops, nil
}

func parseOp(v jsonx.Value) (op Op, err error) {
	if v.Kind() != jsonx.KindObject {
		return op, fmt.Errorf("must be an object, not %s", describe(v.Kind()))
	}
	if op.Op, err = text(v, "op"); err != nil {
		return op, err
	}
	k, known := kinds[op.Op]
	if op.Path, err = text(v, "path"); err != nil && known {
		return op, err
	}
	if k.from {
		if op.From, err = text(v, "from"); err != nil {
			return op, err
		}
	}
	if k.value {
		value, ok := v.Lookup("value")
		if !ok {
			return op, errNoValue
		}
		op.Value = value.Raw()
	}
	return op, nil
}

// text is a member that must be a string.
func text(v jsonx.Value, name string) (string, error) {
	member, ok := v.Lookup(name)
	if !ok {
		return "", fmt.Errorf("lacks %s", name)
	}
	if member.Kind() != jsonx.KindString {
		return "", fmt.Errorf("its %s must be a string, not %s", name, describe(member.Kind()))
	}
	return member.Text(), nil
}

// Check is nil if no operation is malformed: if each has a known name, pointers that are such, and a value, which is
// JSON, if it needs one. Otherwise it is an [*Error] of class [Malformed].
func Check(ops []Op) error {
	_, err := compile(ops)
	return err
}

// step is an operation that is well-formed.
type step struct {
	op    *Op
	kind  kind
	value value
}

func compile(ops []Op) ([]step, error) {
	steps := make([]step, len(ops))
	for i := range ops {
		op := &ops[i]
		malformed := func(pointer string, err error) error {
			return &Error{Index: i, Op: op.Op, Pointer: pointer, Class: Malformed, Err: err}
		}
		k, ok := kinds[op.Op]
		if !ok {
			return nil, malformed(op.Path, ErrUnknownOp)
		}
		if err := checkPointer(op.Path); err != nil {
			return nil, malformed(op.Path, err)
		}
		if k.from {
			if err := checkPointer(op.From); err != nil {
				return nil, malformed(op.From, err)
			}
		}
		steps[i] = step{op: op, kind: k}
		if k.value {
			if op.Value == "" {
				return nil, malformed(op.Path, errNoValue)
			}
			v, err := parse(op.Value)
			if err != nil {
				return nil, malformed(op.Path, fmt.Errorf("its value: %w", err))
			}
			steps[i].value = v
		}
	}
	return steps, nil
}

var (
	errNoValue = errors.New("lacks value")
	errSlash   = errors.New("its pointer does not begin with a slash")
	errTilde   = errors.New("its pointer has a ~ that is followed by neither 0 nor 1")
	errUTF8    = errors.New("its pointer is not valid UTF-8")
)

// checkPointer is nil if p is a pointer.
func checkPointer(p string) error {
	if p != "" && p[0] != '/' {
		return errSlash
	}
	for i := 0; i < len(p); i++ {
		if p[i] == '~' && (i+1 == len(p) || p[i+1] != '0' && p[i+1] != '1') {
			return errTilde
		}
	}
	if !utf8.ValidString(p) {
		return errUTF8
	}
	return nil
}
