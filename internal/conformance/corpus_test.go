package conformance

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/agui-gen/agui-gen/internal/conformance/peer"
	"github.com/agui-gen/agui-gen/internal/testkit"
)

// TestTheCorpusIsWhatThePeerSays records the corpus again. The committed file must be that, byte for byte.
//
// Rules: K3.9.
func TestTheCorpusIsWhatThePeerSays(t *testing.T) {
	recorded := peer.Record(t)
	committed, err := os.ReadFile(filepath.Join(testkit.Root(t), testkit.CorpusFile))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(recorded, committed) {
		return
	}
	was, is := bytes.Split(committed, []byte("\n")), bytes.Split(recorded, []byte("\n"))
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || !bytes.Equal(was[i], is[i]) {
			t.Fatalf("%s differs from what is recorded now, first in line %d:\ncommitted: %.300s\nrecorded:  %.300s\nif js/corpus was changed, run `npm run corpus` in js",
				testkit.CorpusFile, i+1, line(was, i), line(is, i))
		}
	}
}

func line(lines [][]byte, i int) []byte {
	if i < len(lines) {
		return lines[i]
	}
	return []byte("(no such line)")
}
