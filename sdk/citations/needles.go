package citations

import (
	"cmp"
	"slices"
	"sort"
)

// needles are texts that are looked for, all at once. At a place of the haystack, all of them cost no more than the longest
// that is there: they are sorted, and those with a prefix in common are next to each other.
type needles struct {
	sorted []needle
	first  [256]bool // bytes that one of them begins with
}

// needle is one of them, with what it stands for.
type needle struct {
	text string
	id   int
}

// newNeedles takes texts that are not empty. The id of each is its place in the list; of two that are the same, the first is
// kept.
func newNeedles(texts []string) *needles {
	n := &needles{sorted: make([]needle, len(texts))}
	for i, s := range texts {
		n.sorted[i] = needle{s, i}
		n.first[s[0]] = true
	}
	slices.SortStableFunc(n.sorted, func(a, b needle) int { return cmp.Compare(a.text, b.text) })
	n.sorted = slices.CompactFunc(n.sorted, func(a, b needle) bool { return a.text == b.text })
	return n
}

// longest is the longest needle at the beginning of s for which ok says so of its end, and whether there is one.
func (n *needles) longest(s string, ok func(end int) bool) (needle, bool) {
	if s == "" || !n.first[s[0]] {
		return needle{}, false
	}
	var found []needle
	few := n.sorted
	for d := 0; len(few) > 0; d++ {
		if len(few[0].text) == d {
			found = append(found, few[0])
			few = few[1:]
		}
		if d == len(s) {
			break
		}
		low := sort.Search(len(few), func(i int) bool { return few[i].text[d] >= s[d] })
		few = few[low:]
		few = few[:sort.Search(len(few), func(i int) bool { return few[i].text[d] > s[d] })]
	}
	for _, f := range slices.Backward(found) {
		if ok(len(f.text)) {
			return f, true
		}
	}
	return needle{}, false
}
