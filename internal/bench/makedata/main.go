// Makedata writes the events that the benchmarks read: one of each kind that makes up the traffic of an agent, from the
// fragment of a few bytes, which there are most of, to the snapshot of a whole conversation. The same every time.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: makedata FOLDER")
		os.Exit(2)
	}
	for name, text := range files() {
		if err := os.WriteFile(filepath.Join(os.Args[1], name+".json"), text, 0o666); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// files are the events as JSON text, by name.
func files() map[string][]byte {
	out := map[string][]byte{}
	for name, event := range map[string]func(*source) object{
		"text_content":          textContent,
		"text_content_metadata": textContentMetadata,
		"tool_args":             toolArgs,
		"state_snapshot":        stateSnapshot,
		"state_delta":           stateDelta,
		"messages_snapshot":     messagesSnapshot,
		"run_started":           runStarted,
		"custom":                custom,
	} {
		// A stream of its own each, so that a change to one leaves the others as they are.
		seed := uint64(0)
		for _, c := range name {
			seed = seed*31 + uint64(c)
		}
		out[name] = encode(event(&source{rand.New(rand.NewPCG(1, seed))}))
	}
	return out
}

// source is where everything that varies comes from.
type source struct{ *rand.Rand }

var words = strings.Fields("the order left our depot this morning and should reach Lisbon on Thursday unless customs want the " +
	"invoice again which they did twice last month so I have attached it here with both signatures please check the weight")

// text is about n bytes of words.
func (s *source) text(n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[s.IntN(len(words))])
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

func (s *source) id(prefix string) string { return fmt.Sprintf("%s_%016x", prefix, s.Uint64()) }

// float is a number with a few decimals.
func (s *source) float() float64 { return math.Round(s.Float64()*1e5) / 1e3 }

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, encode(m.name)...), ':'), encode(m.value)...)
	}
	return append(b, '}'), nil
}

// encode is v as one line of JSON without HTML escapes.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // nothing here is without a JSON form
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
