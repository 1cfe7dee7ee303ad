package conformance

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/conformance/random"
	"github.com/agui-gen/agui-gen/internal/testkit"
)

var (
	seed       = flag.Uint64("seed", 1, "what random tests start from")
	events     = flag.Int("events", 100_000, "how many random events the peers are shown")
	documents  = flag.Int("documents", 400, "how many random documents of each definition are judged")
	schemaFile = flag.String("schema", "", "the schema `file` of random documents, schema/agui/schema.json if not given")
)

func readSchema(t *testing.T) []byte {
	t.Helper()
	file := *schemaFile
	if file == "" {
		file = filepath.Join(testkit.Root(t), "schema/agui/schema.json")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func loadSchema(t *testing.T) *random.Schema {
	t.Helper()
	s, err := random.Load(readSchema(t))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// few is n, or far less where tests are to be short.
func few(n int) int {
	if testing.Short() {
		return min(n, max(20, n/50))
	}
	return n
}

// randomEvent is an event for a test of encoders. Mostly it is written as a serializer would, else in another way.
type randomEvent struct {
	index     int
	json      string
	strangers bool
}

func makeEvent(s *random.Schema, index int) randomEvent {
	doc := s.Generate("Event", *seed, uint64(index))
	ev := randomEvent{index: index, json: doc.Compact(), strangers: doc.Strangers}
	r := rand.New(rand.NewPCG(*seed, ^uint64(index)))
	if r.IntN(3) == 0 {
		ev.json = doc.Spelled(r)
	}
	return ev
}

// line is the event on one line. A line break in JSON is white space wherever it stands.
func (e randomEvent) line() string { return strings.ReplaceAll(e.json, "\n", " ") }

// inBatches makes events and hands them out, until one batch has failures. It reports the shortest of them.
func inBatches(t *testing.T, check func(batch []randomEvent) []failure) {
	t.Helper()
	const size = 2000
	s := loadSchema(t)
	total := few(*events)
	for start := 0; start < total; start += size {
		var batch []randomEvent
		for i := start; i < min(start+size, total); i++ {
			batch = append(batch, makeEvent(s, i))
		}
		failures := check(batch)
		slices.SortStableFunc(failures, func(a, b failure) int { return len(a.event.json) - len(b.event.json) })
		for _, f := range failures[:min(3, len(failures))] {
			t.Errorf("event %d of seed %d: %s\n%s", f.event.index, *seed, f.what, f.event.json)
		}
		if len(failures) > 0 {
			t.Fatalf("%d of the events from %d to %d fail; the shortest are shown", len(failures), start, start+len(batch)-1)
		}
	}
	t.Logf("%d events of seed %d", total, *seed)
}

type failure struct {
	event randomEvent
	what  string
}
