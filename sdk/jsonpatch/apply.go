package jsonpatch

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// DefaultLimit is how long a document may become unless the caller says otherwise: 10 MiB of text.
const DefaultLimit = 10 << 20

// Apply is a document with a patch applied to it. The limit is how long the document may be after each of the
// operations, in bytes of text without white space; 0 is [DefaultLimit]. The error is a *[jsonx.SyntaxError] for a
// document that is not JSON, or else an [*Error].
func Apply(doc jsonx.Raw, ops []Op, limit int) (jsonx.Raw, error) {
	d, err := NewDocument(doc)
	if err != nil {
		return "", err
	}
	if d, err = d.Apply(ops, limit); err != nil {
		return "", err
	}
	return d.Raw(), nil
}

// Document is a JSON document to which patches can be applied one after another without its being read and written each
// time. It is immutable, and can be used by several goroutines at once.
type Document struct {
	root value
	// held is roughly how many bytes are referred to, also for what is no longer in the document.
	held int

	once sync.Once
	text jsonx.Raw
}

// NewDocument reads a document. Its error is a *[jsonx.SyntaxError].
func NewDocument(text jsonx.Raw) (*Document, error) {
	root, err := parse(text)
	if err != nil {
		return nil, err
	}
	return &Document{root: root, held: root.bytes()}, nil
}

// Raw is the document as text, without white space. It is made when it is first asked for.
func (d *Document) Raw() jsonx.Raw {
	d.once.Do(func() {
		if d.root.made == nil {
			d.text = d.root.at.Raw()
			return
		}
		b, _ := d.root.append(make([]byte, 0, d.Len()), jsonx.MaxDepth) // Apply has seen to the depth
		d.text = jsonx.Raw(b)
	})
	return d.text
}

// Kind is the kind of the document's root. It costs nothing.
func (d *Document) Kind() jsonx.Kind { return d.root.kind() }

// Len is the length of Raw, in bytes. It costs nothing.
func (d *Document) Len() int { return d.root.bytes() }

// Apply is d with a patch applied to it; d itself stays as it is. See the function [Apply]. The error is an [*Error].
func (d *Document) Apply(ops []Op, limit int) (*Document, error) {
	if limit <= 0 {
		limit = DefaultLimit
	}
	steps, err := compile(ops)
	if err != nil {
		return nil, err
	}
	root, held := d.root, d.held
	for i := range steps {
		s := &steps[i]
		after, f := s.kind.apply(s, root)
		if f != nil {
			return nil, &Error{Index: i, Op: s.op.Op, Pointer: s.pointer(f), Class: Inapplicable, Err: f.err}
		}
		root = after
		if n := root.bytes(); n > limit {
			err := fmt.Errorf("the document would have %d bytes, and the limit is %d", n, limit)
			return nil, &Error{Index: i, Op: s.op.Op, Pointer: s.op.Path, Class: OverLimit, Err: err}
		}
		const node = 500 // bytes that an operation makes beside its value, or more with a long pointer
		held += node + len(s.op.Path) + len(s.op.Value)
	}
	return settle(root, held)
}

// errDepth is a patch after which the document could not be read again.
var errDepth = fmt.Errorf("the document would have more than %d arrays and objects inside one another", jsonx.MaxDepth)

// settle is the document of a root. It makes a new text of it if it may be nested too deep, to see whether it is, and if
// it refers to far more than it consists of, to let go of that: a document to which patches are applied for ever must
// not grow for ever. That is paid for by the bytes let go.
func settle(root value, held int) (*Document, error) {
	const slack = 64 << 10
	if root.nesting() <= jsonx.MaxDepth && held <= 2*root.bytes()+slack {
		return &Document{root: root, held: held}, nil
	}
	b, ok := root.append(make([]byte, 0, root.bytes()), jsonx.MaxDepth)
	if ok {
		d, err := NewDocument(jsonx.Raw(b))
		if err == nil {
			return d, nil
		}
	}
	return nil, &Error{Index: -1, Class: OverLimit, Err: errDepth}
}

var errIntoItself = errors.New("a value cannot move into itself")

// pointer is the one of the step's pointers that is at fault.
func (s *step) pointer(f *fault) string {
	if f.from {
		return s.op.From
	}
	return s.op.Path
}

func (s *step) add(root value) (value, *fault) { return s.put(root, s.value, add) }

func (s *step) replace(root value) (value, *fault) { return s.put(root, s.value, replace) }

// put puts v where the path points to.
func (s *step) put(root, v value, how verb) (value, *fault) {
	if s.op.Path == "" {
		return v, nil
	}
	return root.edit(s.op.Path, change{how, v})
}

func (s *step) remove(root value) (value, *fault) {
	if s.op.Path == "" {
		return null, nil
	}
	return root.edit(s.op.Path, change{verb: remove})
}

func (s *step) move(root value) (value, *fault) {
	v, f := s.take(root)
	switch {
	case f != nil || s.op.From == s.op.Path:
		return root, f
	case strings.HasPrefix(s.op.Path, s.op.From+"/"):
		return root, &fault{err: errIntoItself}
	}
	if root, f = root.edit(s.op.From, change{verb: remove}); f != nil {
		return root, f
	}
	return s.put(root, v, add)
}

func (s *step) copy(root value) (value, *fault) {
	v, f := s.take(root)
	if f != nil {
		return root, f
	}
	return s.put(root, v, add)
}

// take finds what is moved or copied.
func (s *step) take(root value) (value, *fault) {
	v, f := root.find(s.op.From)
	if f != nil {
		f.from = true
	}
	return v, f
}

func (s *step) test(root value) (value, *fault) {
	v, f := root.find(s.op.Path)
	if f == nil && !v.equal(s.value.at) {
		f = &fault{err: ErrTestFailed}
	}
	return root, f
}

// null is what is left of a document that has been removed.
var null = func() value {
	v, err := parse("null")
	if err != nil {
		panic(err)
	}
	return v
}()
