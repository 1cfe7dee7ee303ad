package jsonx

import (
	"hash/maphash"
	"slices"
)

// fewKeys is up to how many names of one object are compared pair by pair. That is quadratic, and faster than anything
// cleverer for so few. It is a power of two.
const fewKeys = 16

// keyBit is a bit that stands for a name. Names whose bits differ differ.
func keyBit(name string) uint64 {
	n := len(name)
	if n == 0 {
		return 1
	}
	return 1 << ((uint(name[0]) + 7*uint(name[n-1]) + 13*uint(n)) & 63)
}

// names is a stack of names in a text, the first few of which need no allocation.
type names struct {
	// few and more are the offsets of their opening quotes.
	few  [fewKeys]int
	more []int
	n    int
}

func (n *names) push(at int) {
	if n.n < len(n.few) {
		n.few[n.n] = at
	} else {
		if n.more == nil {
			n.more = make([]int, 0, 4*len(n.few))
		}
		n.more = append(n.more[:n.n-len(n.few)], at)
	}
	n.n++
}

// at is the offset of name number i.
func (n *names) at(i int) int {
	if i < len(n.few) {
		return n.few[i]
	}
	return n.more[i-len(n.few)]
}

// text is name number i, the text being s.
func (n *names) text(s string, i int) string {
	c := scanner{s: s, pos: n.at(i)}
	text, escaped := c.str()
	if escaped {
		text = decode(text)
	}
	return text
}

// contains tells whether a name is among those from base on.
func (n *names) contains(s string, base int, name string) bool {
	for i := base; i < n.n; i++ {
		if n.text(s, i) == name {
			return true
		}
	}
	return false
}

var keySeed = maphash.MakeSeed()

// keySet finds out whether names repeat. Its zero value is ready; its memory serves again.
type keySet struct {
	slots []uint32
}

// duplicate is the index of the first name that was there before, -1 where there is none. Its time is linear in the
// length of the names.
func (k *keySet) duplicate(names []string) int {
	if len(names) <= fewKeys {
		for i := range names {
			if slices.Contains(names[:i], names[i]) {
				return i
			}
		}
		return -1
	}
	size := 64
	for size < 2*len(names) {
		size *= 2
	}
	if len(k.slots) < size {
		k.slots = make([]uint32, size)
	}
	slots := k.slots[:size]
	clear(slots)
	mask := uint64(size - 1)
	for i, name := range names {
		h := maphash.String(keySeed, name) & mask
		for slots[h] != 0 {
			if names[slots[h]-1] == name {
				return i
			}
			h = (h + 1) & mask
		}
		slots[h] = uint32(i + 1)
	}
	return -1
}
