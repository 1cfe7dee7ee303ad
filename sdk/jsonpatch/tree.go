package jsonpatch

import "math/rand/v2"

// tree is an immutable sequence, in which finding, inserting and removing take logarithmic time, and what is made of it
// by doing so shares with it all but a logarithmic part. It is a treap: a binary tree in order of the sequence, in which
// no item has a higher priority than the one above. Priorities are random, so that nobody who chooses the operations
// can make it anything but balanced. A nil tree is empty.
type tree[T item] struct {
	left, right *tree[T]
	item        T
	priority    uint32
	// count and size are of the whole tree.
	count, size int
}

// item is what a tree counts.
type item interface {
	// values is how many values the item is.
	values() int
	// bytes is how long they are as text, with a comma after each.
	bytes() int
}

func leaf[T item](it T) *tree[T] { return join(nil, it, rand.Uint32(), nil) }

func join[T item](left *tree[T], it T, priority uint32, right *tree[T]) *tree[T] {
	return &tree[T]{
		left: left, right: right, item: it, priority: priority,
		count: left.values() + it.values() + right.values(),
		size:  left.bytes() + it.bytes() + right.bytes(),
	}
}

func (t *tree[T]) values() int {
	if t == nil {
		return 0
	}
	return t.count
}

func (t *tree[T]) bytes() int {
	if t == nil {
		return 0
	}
	return t.size
}

// merge is the items of l and then those of r.
func merge[T item](l, r *tree[T]) *tree[T] {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	case l.priority > r.priority:
		return join(l.left, l.item, l.priority, merge(l.right, r))
	}
	return join(merge(l, r.left), r.item, r.priority, r.right)
}

// each calls yield with the items in order, until that is false; then each is false, too.
func (t *tree[T]) each(yield func(T) bool) bool {
	return t == nil || t.left.each(yield) && yield(t.item) && t.right.each(yield)
}
