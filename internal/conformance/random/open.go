package random

import "math/rand/v2"

// deepest is how deep open data is nested at most. The published decoder recurses, and so do others.
const deepest = 80

// randomAny is any JSON value, no more than depth levels of it, and at times a single chain that goes much deeper.
func randomAny(r *rand.Rand, depth int) *Value {
	if depth > 2 && r.IntN(400) == 0 {
		return randomChain(r, r.IntN(deepest))
	}
	kind := Kind(r.IntN(6))
	if depth <= 0 {
		kind = Kind(r.IntN(4))
	}
	switch kind {
	case Null:
		return null()
	case Bool:
		return boolean(r.IntN(2) == 0)
	case Number:
		return number(randomNumber(r))
	case String:
		return text(randomText(r))
	case Array:
		v := &Value{Kind: Array}
		for range randomCount(r) {
			v.Items = append(v.Items, randomAny(r, depth-1))
		}
		return v
	default:
		return randomObject(r, depth)
	}
}

// randomObject is an object open by key.
func randomObject(r *rand.Rand, depth int) *Value {
	v := &Value{Kind: Object}
	for range randomCount(r) {
		if key := randomKey(r); v.Get(key) == nil {
			v.Members = append(v.Members, Member{key, randomAny(r, depth-1)})
		}
	}
	return v
}

func randomChain(r *rand.Rand, depth int) *Value {
	v := randomAny(r, 0)
	for range depth {
		if r.IntN(2) == 0 {
			v = &Value{Kind: Array, Items: []*Value{v}}
		} else {
			v = &Value{Kind: Object, Members: []Member{{randomKey(r), v}}}
		}
	}
	return v
}

// randomCount is a number of items or members: often none, mostly few, seldom so many that lengths grow a byte.
func randomCount(r *rand.Rand) int {
	switch p := r.IntN(200); {
	case p < 50:
		return 0
	case p < 199:
		return 1 + r.IntN(4)
	default:
		return 20 + r.IntN(30)
	}
}
