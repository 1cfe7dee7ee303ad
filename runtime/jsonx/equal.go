package jsonx

import (
	"hash/maphash"
)

// Equal tells whether two values, of one document or of two, are the same JSON value: numbers by their exact value (1,
// 1.0 and 10e-1 are one number, -0 and 0 too), strings by their characters, arrays item by item, objects whatever the
// order of their members.
func (v Value) Equal(w Value) bool {
	if v == w {
		return true
	}
	a, b := v.node(), w.node()
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case KindBoolean:
		return v.Bool() == w.Bool()
	case KindNumber:
		return CompareNumbers(v.Number(), w.Number()) == 0
	case KindString:
		return v.Text() == w.Text()
	case KindArray:
		return a.n == b.n && equalItems(v, w)
	case KindObject:
		return a.n == b.n && equalMembers(v, w)
	}
	return true
}

// equalItems compares items, or the values of members, in their order.
func equalItems(v, w Value) bool {
	c, d := v.Children(), w.Children()
	for c.Next() && d.Next() {
		if !c.Value().Equal(d.Value()) {
			return false
		}
	}
	return true
}

// equalMembers compares two objects of as many members. Where the names come in the same order, which is the rule, that
// is all it takes; else every name is looked up, in an index where there are many. The names are compared before any
// value is, so that no value is ever compared twice: that would double the work with every level.
func equalMembers(v, w Value) bool {
	if !sameNames(v, w) {
		return equalUnordered(v, w)
	}
	return equalItems(v, w)
}

// sameNames tells whether two objects of as many members have the same names in the same order.
func sameNames(v, w Value) bool {
	c, d := v.Children(), w.Children()
	for c.Next() && d.Next() {
		if c.Key() != d.Key() {
			return false
		}
	}
	return true
}

func equalUnordered(v, w Value) bool {
	lookup := w.Lookup
	if w.Len() > fewKeys {
		index := make(map[string]Value, w.Len())
		d := w.Children()
		for d.Next() {
			index[d.Key()] = d.Value()
		}
		lookup = func(name string) (Value, bool) { u, ok := index[name]; return u, ok }
	}
	c := v.Children()
	for c.Next() {
		if u, ok := lookup(c.Key()); !ok || !c.Value().Equal(u) {
			return false
		}
	}
	return true
}

// Hash is a number that is the same for values that are [Value.Equal], whatever document they are in, as long as the
// seed is the same. It makes finding equal items among many cheap.
func (v Value) Hash(seed maphash.Seed) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	h.WriteByte(byte(v.Kind()))
	switch v.Kind() {
	case KindBoolean:
		if v.Bool() {
			h.WriteByte(1)
		}
	case KindNumber:
		parseDecimal(v.Number()).hash(&h)
	case KindString:
		h.WriteString(v.Text())
	case KindArray:
		c := v.Children()
		for c.Next() {
			maphash.WriteComparable(&h, c.Value().Hash(seed))
		}
	case KindObject:
		var sum uint64 // a sum, so that order does not count
		c := v.Children()
		for c.Next() {
			var m maphash.Hash
			m.SetSeed(seed)
			m.WriteString(c.Key())
			maphash.WriteComparable(&m, c.Value().Hash(seed))
			sum += m.Sum64()
		}
		maphash.WriteComparable(&h, sum)
	}
	return h.Sum64()
}
