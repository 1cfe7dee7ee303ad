package pipeline

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/opt"
)

// TestLanes holds the lanes to a list of what is open, while much is opened and ended in any order.
//
// Rules: L4.5.
func TestLanes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var l lanes
	var open []*assembly
	for i := range 5000 {
		if n := len(open); n > 0 && random.IntN(2) == 0 {
			at := random.IntN(n)
			if !l.end(open[at]) || l.end(open[at]) {
				t.Fatal("an item does not end once")
			}
			open = append(open[:at], open[at+1:]...)
		} else if n < 6 {
			id := strconv.Itoa(i)
			a := &assembly{owner: opt.Some(id), item: item(random.IntN(3)), id: id}
			l.open(a)
			open = append(open, a)
		}
		all := l.all()
		if len(all) != len(open) || l.idle() != (len(open) == 0) {
			t.Fatalf("%d items are open, and should be %d", len(all), len(open))
		}
		kinds := [3][]*assembly{}
		for n, a := range open {
			if all[n] != a || l.of(a.owner) != a || l.named(a.item, a.id) != a {
				t.Fatalf("item %d is not in its place", n)
			}
			kinds[a.item] = append(kinds[a.item], a)
		}
		for kind, items := range kinds {
			a, several := l.unnamed(&chunk{item: item(kind)})
			if several != (len(items) > 1) || (a != nil) != (len(items) == 1) || a != nil && a != items[0] {
				t.Fatalf("of %d items the chunk continues %v", len(items), a)
			}
		}
	}
}
