package schema

import (
	"cmp"
	"hash/maphash"
	"math"
	"slices"
	"strconv"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// MinItems is "minItems".
func (e *Eval) MinItems(limit uint64) {
	if !e.stop && e.kind == Array && e.length() < limit && e.fail() {
		e.tooFew("minItems", limit, "item")
	}
}

// MaxItems is "maxItems".
func (e *Eval) MaxItems(limit uint64) {
	if !e.stop && e.kind == Array && e.length() > limit && e.fail() {
		e.tooMany("maxItems", limit, "item")
	}
}

// Items is "items", a schema for all items.
func (e *Eval) Items(keyword string, f Func) {
	if e.stop || e.kind != Array {
		return
	}
	e.enter(keyword)
	c := e.value.Children()
	for c.Next() && !e.stop {
		e.descend(&c, f)
	}
	e.exit()
	e.markAll()
}

// PrefixItems is "prefixItems", or "items" with a list: a schema for each of the first items, and one for those that
// follow, which may be nil. The keywords are those that the schema has them under.
func (e *Eval) PrefixItems(keyword string, prefix []Func, restKeyword string, rest Func) {
	if e.stop || e.kind != Array {
		return
	}
	c := e.value.Children()
	for c.Next() && !e.stop {
		i := c.Index()
		if i < len(prefix) {
			e.enterIndex(keyword, i)
			e.descend(&c, prefix[i])
			e.exit()
			e.mark(i)
		} else if rest != nil {
			e.child(&c, restKeyword, rest)
		} else {
			return
		}
	}
	if rest != nil {
		e.markAll()
	}
}

// Count says how many items [Eval.Contains] wants.
type Count struct {
	// Min and Max are the limits, both included. Max is [NoLimit] where there is none.
	Min, Max uint64
	// MinKeyword is what sets Min: "contains", which means 1, or "minContains".
	MinKeyword string
	// Evaluates tells that the items count as evaluated, as they do since draft 2020-12.
	Evaluates bool
}

// NoLimit stands for a limit that there is not.
const NoLimit = math.MaxUint64

// Contains is "contains", with "minContains" and "maxContains": so many items must fit the schema.
func (e *Eval) Contains(f Func, want Count) {
	if e.stop || e.kind != Array {
		return
	}
	var n uint64
	evaluates := want.Evaluates && e.set >= 0
	c := e.value.Children()
	for c.Next() {
		if n >= want.Min && want.Max == NoLimit && !evaluates {
			return // what follows can change nothing
		}
		if e.fits(&c, f) {
			n++
			if evaluates {
				e.mark(c.Index())
			}
		}
		if e.over {
			return
		}
	}
	if n < want.Min && e.fail() {
		e.add(want.MinKeyword, "must have at least ", fitting(want.Min), ", but has ", strconv.FormatUint(n, 10))
	}
	if n > want.Max && e.fail() {
		e.add("maxContains", "must have at most ", fitting(want.Max), ", but has ", strconv.FormatUint(n, 10))
	}
}

func fitting(n uint64) string {
	if n == 1 {
		return "1 item that fits the schema under contains"
	}
	return count(n, "item") + " that fit the schema under contains"
}

// fits tells whether a schema takes an item, and reports nothing.
func (e *Eval) fits(c *jsonx.Cursor, f Func) bool {
	quick, failed := e.quick, e.failed
	e.quick, e.failed = true, false
	e.descend(c, f)
	fits := !e.failed
	e.quick, e.failed, e.stop = quick, failed || e.over, e.over
	e.reportRefusal("contains")
	return fits
}

// UniqueItems is "uniqueItems": no two items may be equal.
func (e *Eval) UniqueItems() {
	if e.stop || e.kind != Array {
		return
	}
	if i, j, ok := equalItems(e.value); ok && e.fail() {
		e.add("uniqueItems", "must not have equal items, but items ", strconv.Itoa(i), " and ", strconv.Itoa(j), " are equal")
	}
}

// equalItems finds the first item of an array that is equal to one before it.
func equalItems(array jsonx.Value) (i, j int, found bool) {
	n := array.Len()
	if n < 2 {
		return 0, 0, false
	}
	// The hashes are seeded anew each time: nobody can make a document whose items all collide.
	type item struct {
		value jsonx.Value
		hash  uint64
		index int
	}
	var few [16]item
	items := few[:0]
	seed := maphash.MakeSeed()
	c := array.Children()
	for c.Next() {
		items = append(items, item{c.Value(), c.Value().Hash(seed), c.Index()})
	}
	slices.SortFunc(items, func(a, b item) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.index, b.index)) })
	for b := 1; b < n; b++ {
		for a := b - 1; a >= 0 && items[a].hash == items[b].hash; a-- {
			if !items[a].value.Equal(items[b].value) {
				continue
			}
			if !found || items[b].index < j {
				i, j, found = items[a].index, items[b].index, true
			}
			break
		}
	}
	return i, j, found
}

// UnevaluatedItems is "unevaluatedItems": the schema is for items that nothing since [Eval.Track] has evaluated.
func (e *Eval) UnevaluatedItems(f Func) {
	if e.stop || e.kind != Array {
		return
	}
	e.rest("unevaluatedItems", f)
}
