package random

import (
	"math/rand/v2"
	"slices"
)

// Spoil changes a few places of v, in place. The outcome is often invalid by the schema that v was made for, and
// sometimes still valid: which of the two is for a validator to say.
func (s *Schema) Spoil(r *rand.Rand, v *Value) {
	for range 1 + r.IntN(3) {
		places := v.places(nil)
		s.change(r, places[r.IntN(len(places))], places)
	}
}

// places lists v and all values inside, outermost first.
func (v *Value) places(found []*Value) []*Value {
	found = append(found, v)
	for _, item := range v.Items {
		found = item.places(found)
	}
	for _, m := range v.Members {
		found = m.Value.places(found)
	}
	return found
}

// change does one of the many things that make a document wrong.
func (s *Schema) change(r *rand.Rand, v *Value, all []*Value) {
	switch n := r.IntN(10); {
	case n == 0:
		*v = *null()
	case n == 1:
		*v = *randomAny(r, 1)
	case n == 2:
		*v = *all[r.IntN(len(all))].Clone()
	case n == 3:
		*v = Value{Kind: Array, Items: []*Value{v.Clone()}}
	case v.Kind == Object:
		s.changeMembers(r, v)
	case v.Kind == Array:
		changeItems(r, v)
	case v.Kind == Number:
		v.Text = randomBound(r)
	case v.Kind == String:
		v.Text = s.changeText(r, v.Text)
	default:
		*v = *boolean(r.IntN(2) == 0)
	}
}

func (s *Schema) changeMembers(r *rand.Rand, v *Value) {
	if len(v.Members) > 0 && r.IntN(3) > 0 {
		i := r.IntN(len(v.Members))
		if r.IntN(2) == 0 {
			v.Members = slices.Delete(v.Members, i, i+1)
			return
		}
		if name := s.changeText(r, v.Members[i].Name); v.index(name) < 0 {
			v.Members[i].Name = name
		}
		return
	}
	if name := randomKey(r); v.index(name) < 0 {
		v.Members = append(v.Members, Member{name, randomAny(r, 1)})
	}
}

func changeItems(r *rand.Rand, v *Value) {
	switch {
	case len(v.Items) == 0:
		v.Items = append(v.Items, randomAny(r, 1))
	case r.IntN(2) == 0:
		i := r.IntN(len(v.Items))
		v.Items = slices.Delete(v.Items, i, i+1)
	case r.IntN(2) == 0:
		v.Items = append(v.Items, v.Items[r.IntN(len(v.Items))].Clone())
	default:
		v.Items = nil
	}
}

// randomBound is a number around the bounds that schemas set, and around the border between whole numbers and others.
func randomBound(r *rand.Rand) string {
	return []string{"-1", "0", "1", "1.5", "-0.5", "1e300", "1e15", "1.0", "15e-1", "150e-1", "1e-300",
		"9007199254740991", "9007199254740992", "-9007199254740991", "-9007199254740992",
		"9007199254740991.5", "9007199254740991.0000000001", "9007199254740992e0", "90071992547409910e-1",
	}[r.IntN(19)]
}

// changeText gives one of the words that the schema knows, a word that is nearly that text, or anything.
func (s *Schema) changeText(r *rand.Rand, text string) string {
	switch r.IntN(5) {
	case 0, 1:
		return s.words[r.IntN(len(s.words))]
	case 2:
		return text + []string{" ", "s", "~", "/", "\x00", "\n"}[r.IntN(6)]
	case 3:
		return randomText(r)
	default:
		runes := []rune(text)
		if len(runes) == 0 {
			return "~"
		}
		i := r.IntN(len(runes))
		return string(slices.Delete(runes, i, i+1))
	}
}
