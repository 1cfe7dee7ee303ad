package pipeline

import "iter"

// list are the messages of a thread in their order. To put one in costs the same wherever it goes, for a stream may have
// very many answers to very many calls.
type list struct {
	first, last *held
	n           int
}

// add puts a message at the end.
func (l *list) add(h *held) {
	h.next, h.answer = nil, nil
	if l.last == nil {
		l.first = h
	} else {
		l.last.next = h
	}
	l.last = h
	l.n++
}

// after puts a message behind one that is in the list.
func (l *list) after(at, h *held) {
	if at == l.last {
		l.add(h)
		return
	}
	h.next, h.answer = at.next, nil
	at.next = h
	l.n++
}

// all are the messages. The one that is given may be put into another list.
func (l *list) all() iter.Seq[*held] {
	return func(yield func(*held) bool) {
		for h := l.first; h != nil; {
			next := h.next
			if !yield(h) {
				return
			}
			h = next
		}
	}
}
