package jsonx

import "hash/maphash"

// fewKeys is up to how many names of one object are compared pair by pair. That is quadratic, and faster than anything cleverer
// for so few.
const fewKeys = 16

// keyBit is a bit that stands for a name. Names whose bits differ differ.
func keyBit(name string) uint64 {
	n := len(name)
	if n == 0 {
		return 1
	}
	return 1 << ((uint(name[0]) + 7*uint(name[n-1]) + 13*uint(n)) & 63)
}

var keySeed = maphash.MakeSeed()

// keySet finds out whether names repeat. Its zero value is ready; its memory serves again.
type keySet struct {
	slots []uint32
}

// duplicate is the index of the first name that was there before, -1 where there is none. Its time is linear in the length of the names.
func (k *keySet) duplicate(names []string) int {
	if len(names) <= fewKeys {
		for i := range names {
			if contains(names[:i], names[i]) {
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

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
