package wire

import "slices"

// keySet holds the keys of one object: few of them in place, many in a map.
type keySet struct {
	// bits has one for each key. Keys whose bits differ differ.
	bits uint64
	few  [16]string
	n    int
	many map[string]struct{}
}

// bit is what stands for a key in keySet.bits.
func bit(key string) uint64 {
	n := len(key)
	if n == 0 {
		return 1
	}
	return 1 << ((uint(key[0]) + 7*uint(key[n-1]) + 13*uint(n)) & 63)
}

// add is false when the key is there already.
func (k *keySet) add(key string) bool {
	if k.many != nil {
		n := len(k.many)
		k.many[key] = struct{}{}
		return len(k.many) > n
	}
	if b := bit(key); k.bits&b == 0 {
		k.bits |= b
	} else if slices.Contains(k.few[:k.n], key) {
		return false
	}
	if k.n < len(k.few) {
		k.few[k.n] = key
		k.n++
		return true
	}
	k.many = make(map[string]struct{}, 2*len(k.few))
	for _, s := range k.few {
		k.many[s] = struct{}{}
	}
	k.many[key] = struct{}{}
	return true
}
