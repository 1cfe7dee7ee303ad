// Package testkit is what the tests of several packages share: the corpus of recorded events, and comparisons of JSON
// texts and of bytes that say where two of them part.
package testkit

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Case is one event of the corpus, with the protobuf message that the published encoder makes of it. What the first
// segment of Name promises is told in internal/conformance/js/corpus.mjs.
type Case struct {
	Name  string
	JSON  string
	Proto []byte
}

// CorpusFile is where the corpus is, from the root of the project.
const CorpusFile = "testdata/corpus/agui-1.0.json"

// Corpus reads all cases, in the order of the file.
func Corpus(t testing.TB) []Case {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(Root(t), CorpusFile))
	if err != nil {
		t.Fatal(err)
	}
	var recorded []struct{ Name, JSON, Hex string }
	if err := json.Unmarshal(data, &recorded); err != nil {
		t.Fatalf("%s: %v", CorpusFile, err)
	}
	cases := make([]Case, len(recorded))
	for i, r := range recorded {
		b, err := hex.DecodeString(r.Hex)
		if err != nil {
			t.Fatalf("%s: %s: %v", CorpusFile, r.Name, err)
		}
		cases[i] = Case{Name: r.Name, JSON: r.JSON, Proto: b}
	}
	return cases
}

// Root is the folder of the project, found upwards from where the test runs, since nested modules have tests too.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, CorpusFile)); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatalf("no folder above the test has %s", CorpusFile)
		}
		dir = parent
	}
}

// Valid tells whether the schema takes the event: all do but those with a member that their closed type does not know.
func (c Case) Valid() bool {
	if c.in("extra") {
		// Of the types in this group only the patch operation is open.
		return c.Name == "extra/operation"
	}
	return !c.in("sibling/message")
}

// Whole tells whether every member of the event has a form on the wire.
func (c Case) Whole() bool { return !c.in("extra") }

// Plain tells whether the JSON text is the one that writing the event gives: compact, with members in schema order.
func (c Case) Plain() bool { return !c.in("text") }

func (c Case) in(group string) bool { return strings.HasPrefix(c.Name, group+"/") }
