package jsonpatch

import "github.com/agui-gen/agui-gen/runtime/jsonx"

// array is an array in which something has been changed.
type array struct {
	items *tree[run]
	depth int
}

// run is one container, or neighbours in an array of a source.
type run struct {
	made  container
	src   *source
	parts []jsonx.Value
}

func (r run) values() int {
	if r.made != nil {
		return 1
	}
	return len(r.parts)
}

func (r run) bytes() int {
	if r.made != nil {
		return r.made.bytes() + 1
	}
	return end(r.parts[len(r.parts)-1]) - r.parts[0].Offset() + 1
}

func (r run) at(i int) value {
	if r.made != nil {
		return value{made: r.made}
	}
	return value{src: r.src, at: r.parts[i]}
}

func newArray(src *source, at jsonx.Value) *array {
	a := &array{depth: src.depth}
	if at.Len() > 0 {
		a.items = leaf(run{src: src, parts: src.childrenOf(at).values})
	}
	return a
}

func (a *array) len() int     { return a.items.values() }
func (a *array) bytes() int   { return bracketed(a.items.bytes()) }
func (a *array) nesting() int { return a.depth }

// bracketed is the length of the text of an array or object whose children, with a comma after each, have a length.
func bracketed(children int) int {
	if children == 0 {
		return len("[]")
	}
	return children + len("[]") - len(",")
}

func (a *array) child(token string) (value, *fault) {
	i, f := index(token, a.len(), false)
	if f != nil {
		return value{}, f
	}
	t := a.items
	for {
		left := t.left.values()
		switch n := t.item.values(); {
		case i < left:
			t = t.left
		case i < left+n:
			return t.item.at(i - left), nil
		default:
			i -= left + n
			t = t.right
		}
	}
}

func (a *array) edit(token string, c change) (value, *fault) {
	i, f := index(token, a.len(), c.verb == add)
	if f != nil {
		return value{}, f
	}
	before, after := split(a.items, i)
	if c.verb != add {
		_, after = split(after, 1)
	}
	depth := a.depth
	if c.verb != remove {
		it := run{made: c.to.made}
		if it.made == nil {
			it = run{src: c.to.src, parts: []jsonx.Value{c.to.at}}
		}
		before = merge(before, leaf(it))
		depth = max(depth, 1+c.to.nesting())
	}
	return value{made: &array{items: merge(before, after), depth: depth}}, nil
}

// split is the first n values of a tree, and the others.
func split(t *tree[run], n int) (before, after *tree[run]) {
	if t == nil {
		return nil, nil
	}
	left, here := t.left.values(), t.item.values()
	switch {
	case n <= left:
		before, after = split(t.left, n)
		return before, join(after, t.item, t.priority, t.right)
	case n >= left+here:
		before, after = split(t.right, n-left-here)
		return join(t.left, t.item, t.priority, before), after
	}
	// The halves of a run get priorities of their own: with the same ones the tree would become a list.
	first, second := t.item, t.item
	first.parts, second.parts = first.parts[:n-left], second.parts[n-left:]
	return merge(t.left, leaf(first)), merge(leaf(second), t.right)
}

func (a *array) append(b []byte, below int) ([]byte, bool) {
	b = append(b, '[')
	first := true
	ok := a.items.each(func(r run) (ok bool) {
		if !first {
			b = append(b, ',')
		}
		first = false
		if r.made != nil {
			b, ok = r.at(0).append(b, below)
			return ok
		}
		b = append(b, r.src.doc.Text()[r.parts[0].Offset():end(r.parts[len(r.parts)-1])]...)
		return true
	})
	return append(b, ']'), ok
}
