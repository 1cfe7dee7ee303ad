package diff_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/internal/judge"
	"github.com/agui-gen/agui-gen/runtime/schema"
)

// TestNothingIsMissed makes random edits to random schemas, and holds what is found against validators: a document that
// was valid and is not breaks writers, and one that is and was not is at least a risk to readers. So whatever cannot be
// told to be harmless is told to break, negations, conditions and choices without a tag included.
func TestNothingIsMissed(t *testing.T) {
	pairs := 1000
	if testing.Short() {
		pairs = 200
	}
	documents := values()
	m := maker{rand.New(rand.NewPCG(77, 2))}
	tried, differ, wrong := 0, 0, 0
	for range pairs {
		doc := m.document()
		before := textOf(t, doc)
		edited := copyOf(t, doc)
		for range 1 + m.IntN(2) {
			m.edit(edited)
		}
		after := textOf(t, edited)
		old, fresh := rulesOf(before), rulesOf(after)
		if old == nil || fresh == nil {
			continue
		}
		tried++
		changes := diff.Compare(old, fresh)
		if len(changes) > 0 {
			differ++
		}
		// What nobody declares is taken to be nobody's, so that a name may be declared in an open object, or no more.
		declared := slices.ContainsFunc(changes, func(c *diff.Change) bool { return c.Kind == diff.MemberDeclared })
		removed := slices.ContainsFunc(changes, func(c *diff.Change) bool { return c.Kind == diff.MemberRemoved || c.Kind == diff.RequiredRemoved })
		readers, writers := diff.Safe, diff.Safe
		for _, c := range changes {
			readers, writers = max(readers, c.Level(diff.Readers)), max(writers, c.Level(diff.Writers))
		}
		was, is := rootOf(old), rootOf(fresh)
		for _, d := range documents {
			was, is := was.ValidJSON([]byte(d)), is.ValidJSON([]byte(d))
			if was && !is && writers < diff.Break && !declared || !was && is && readers < diff.Risk && !removed {
				if wrong++; wrong < 10 {
					t.Errorf("%s was %v and is %v, and readers are told %s, writers %s\nold %s\nnew %s\n%q", d, was, is, readers, writers, before, after, told(changes))
				}
				break
			}
		}
	}
	if tried < pairs/3 || differ < tried/3 {
		t.Errorf("%d pairs were tried, of which %d differ", tried, differ)
	}
	t.Logf("%d pairs, %d differ, %d wrong", tried, differ, wrong)
}

// told are changes in short: the kind, what it is about, and the levels for readers and writers of JSON.
func told(changes []*diff.Change) []string {
	var out []string
	for _, c := range changes {
		out = append(out, fmt.Sprintf("%s: %s %s", c.ID(), c.Level(diff.Readers), c.Level(diff.Writers)))
	}
	return out
}

func rootOf(s *diff.Side) schema.Schema { return judge.Compile(s.Model.Root.Rule) }

// FuzzCompare holds that comparing never panics, that what is compared with itself does not differ, and that the same is
// found again.
func FuzzCompare(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, uint8(seed%4))
	}
	f.Fuzz(func(t *testing.T, seed uint64, edits uint8) {
		m := maker{rand.New(rand.NewPCG(seed, 1))}
		doc := m.document()
		before := textOf(t, doc)
		for range edits % 8 {
			m.edit(doc)
		}
		after := textOf(t, doc)
		old, again, fresh := rulesOf(before), rulesOf(before), rulesOf(after)
		if old == nil {
			return
		}
		if changes := diff.Compare(old, again); len(changes) > 0 {
			t.Errorf("it differs from itself: %q\n%s", told(changes), before)
		}
		if fresh == nil {
			return
		}
		text := func(changes []*diff.Change) string {
			out, err := json.Marshal(changes)
			if err != nil {
				t.Fatal(err)
			}
			return string(out)
		}
		if one, two := text(diff.Compare(old, fresh)), text(diff.Compare(again, fresh)); one != two {
			t.Errorf("two comparisons found\n%s\n%s\nold %s\nnew %s", one, two, before, after)
		}
		for _, c := range diff.Compare(old, fresh) {
			if !slices.ContainsFunc(c.Effects, func(e diff.Effect) bool { return e.Class == diff.Readers }) {
				t.Errorf("%s says nothing to readers", c.ID())
			}
		}
	})
}
