package streams

import (
	"iter"
	"slices"
)

// Smaller are the stream with less in it: without some of its events, the most first, and without something in its events or
// its input. Each may be changed.
func (s *Stream) Smaller() iter.Seq[*Stream] {
	return func(yield func(*Stream) bool) {
		for n := len(s.Events); n > 0; n /= 2 {
			for i := 0; i+n <= len(s.Events); i += n {
				if c := s.copy(); !yield(&Stream{c.Input, slices.Delete(c.Events, i, i+n), c.Cut, c.Spoilt}) {
					return
				}
			}
		}
		for n := 0; ; n++ {
			c := s.copy()
			left := n
			for _, ev := range append(c.Events, c.Input) {
				cutOut(ev, &left)
			}
			if left >= 0 || !yield(c) {
				return
			}
		}
	}
}

func (s *Stream) copy() *Stream {
	return &Stream{clone(s.Input), plain(s.Events), s.Cut, s.Spoilt}
}

// cutOut takes the member or item out of a value that comes after n others, and counts down. It gives back what is left of a
// list.
func cutOut(v any, n *int) any {
	switch v := v.(type) {
	case Event:
		for _, name := range sorted(v) {
			if *n--; *n == -1 {
				delete(v, name)
				return v
			}
			v[name] = cutOut(v[name], n)
		}
	case []any:
		for i := range v {
			if *n--; *n == -1 {
				return slices.Delete(v, i, i+1)
			}
			v[i] = cutOut(v[i], n)
		}
	}
	return v
}
