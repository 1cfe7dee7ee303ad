package schema

// evaluated is the set of the members or items of one value that some keyword has judged. A value with at most 64 of
// them needs no memory of its own.
type evaluated struct {
	all  bool
	low  uint64
	high []uint64 // word i holds 64*(i+1) and on
}

func (s *evaluated) reset() {
	s.all, s.low, s.high = false, 0, s.high[:0]
}

func (s *evaluated) add(i int) {
	if i < 64 {
		s.low |= 1 << i
		return
	}
	word := i/64 - 1
	for len(s.high) <= word {
		s.high = append(s.high, 0)
	}
	s.high[word] |= 1 << (i % 64)
}

func (s *evaluated) has(i int) bool {
	if s.all {
		return true
	}
	if i < 64 {
		return s.low&(1<<i) != 0
	}
	word := i/64 - 1
	return word < len(s.high) && s.high[word]&(1<<(i%64)) != 0
}

// hasAll tells whether the set surely holds everything below n.
func (s *evaluated) hasAll(n int) bool {
	return s.all || n <= 64 && s.low == ^uint64(0)>>(64-n)
}

func (s *evaluated) addSet(t *evaluated) {
	s.all = s.all || t.all
	s.low |= t.low
	for len(s.high) < len(t.high) {
		s.high = append(s.high, 0)
	}
	for i, w := range t.high {
		s.high[i] |= w
	}
}

// Track starts to note which members or items get evaluated, for [Eval.UnevaluatedProperties] and
// [Eval.UnevaluatedItems]. It must be the first call of a function that ends in one of these; without it they find
// that nothing has been evaluated.
func (e *Eval) Track() {
	if !e.stop && e.kind&(Object|Array) != 0 {
		e.set = e.openSet()
	}
}

// openSet puts an empty set on the stack, with the memory of the one that was there before.
func (e *Eval) openSet() int32 {
	n := len(e.sets)
	if n < cap(e.sets) {
		e.sets = e.sets[:n+1]
		e.sets[n].reset()
	} else {
		e.sets = append(e.sets, evaluated{})
	}
	return int32(n)
}

// closeSet goes back to the set that was in use when a schema was entered, and adds what the schema has evaluated to
// another one, if that is not -1. The caller takes the sets off the stack.
func (e *Eval) closeSet(outer, into int32) {
	if e.set != outer {
		if into >= 0 {
			e.sets[into].addSet(&e.sets[e.set])
		}
		e.set = outer
	}
}

// mark notes that member or item i has been evaluated.
func (e *Eval) mark(i int) {
	if e.set >= 0 {
		e.sets[e.set].add(i)
	}
}

// markAll notes that every member or item has been evaluated.
func (e *Eval) markAll() {
	if e.set >= 0 {
		e.sets[e.set].all = true
	}
}

// unevaluated tells whether nothing has evaluated member or item i.
func (e *Eval) unevaluated(i int) bool {
	return e.set < 0 || !e.sets[e.set].has(i)
}
