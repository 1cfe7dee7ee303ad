package streams

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// consumed is what our pipeline makes of a stream.
func consumed(t *testing.T, s *Stream) *pipeline.Report {
	t.Helper()
	lines := s.Lines()
	return pipeline.Consume(func() (agui.Event, error) {
		if len(lines) == 0 {
			return nil, io.EOF
		}
		line := lines[0]
		lines = lines[1:]
		return agui.DecodeJSON([]byte(line))
	}, jsonx.Raw(s.InputText()), pipeline.Options{})
}

// TestWhatIsNotSpoiltIsValid holds that a consumer takes what is not spoilt, whose chunks continue what the maker thinks
// that they continue, and that all types of events come up.
func TestWhatIsNotSpoiltIsValid(t *testing.T) {
	seen := map[string]int{}
	for i := range uint64(3000) {
		s := Valid(rand.New(rand.NewPCG(1, i)))
		report := consumed(t, s)
		if report.Error != nil {
			t.Fatalf("stream %d: %+v\n%s", i, *report.Error, strings.Join(s.Lines(), "\n"))
		}
		for _, w := range report.Warnings {
			if !slices.ContainsFunc([]string{"failed to apply", "skipped: there is no activity", "the encrypted value is lost", "protocol"},
				func(known string) bool { return strings.Contains(w, known) }) {
				t.Fatalf("stream %d: %s\n%s", i, w, strings.Join(s.Lines(), "\n"))
			}
		}
		for _, ev := range s.Events {
			seen[ev["type"].(string)]++
		}
	}
	for kind, n := range seen {
		if n < 100 {
			t.Errorf("%s came up %d times", kind, n)
		}
	}
	if len(seen) != 31 {
		t.Errorf("%d types of events came up", len(seen))
	}
}

// TestTheSeedDecides makes the same streams twice, and others for another seed.
func TestTheSeedDecides(t *testing.T) {
	for i := range uint64(300) {
		a, b, c := Make(7, i), Make(7, i), Make(8, i)
		if !slices.Equal(a.Lines(), b.Lines()) || a.InputText() != b.InputText() {
			t.Fatalf("stream %d differs from itself, spoilt by %q", i, a.Spoilt)
		}
		if slices.Equal(a.Lines(), c.Lines()) {
			t.Errorf("stream %d is the same for two seeds", i)
		}
	}
}
