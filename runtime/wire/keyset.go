package wire

// keySet holds the keys of one object: few of them in place, many in a map.
type keySet struct {
	few  [8]string
	n    int
	many map[string]struct{}
}

// add is false when the key is there already.
func (k *keySet) add(key string) bool {
	if k.many != nil {
		n := len(k.many)
		k.many[key] = struct{}{}
		return len(k.many) > n
	}
	for _, s := range k.few[:k.n] {
		if s == key {
			return false
		}
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
