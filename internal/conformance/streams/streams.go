// Package streams makes random AG-UI streams that a producer may send, and spoils them. What it makes is the same for the
// same seed.
//
// A stream that is not spoilt keeps all rules of the protocol that a consumer fails on, and comes near to none of what the
// protocol leaves open: it has items of all kinds side by side, whole and in chunks, of the parent agent and of subagents,
// over several runs. What is open, a spoiling may bring up.
package streams

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
)

// Event is an event of a stream, or an object within one. Its values are those of encoding/json, or [json.RawMessage].
type Event = map[string]any

// Stream is what a consumer is shown.
type Stream struct {
	// Input is the input of the run that is requested, the last one of the stream.
	Input  Event
	Events []Event
	// Cut tells that the stream ends inside a further event.
	Cut bool
	// Spoilt is what was done to a stream that keeps the rules, in order.
	Spoilt []string
}

// Make makes a stream. Two of three are spoilt.
func Make(seed, index uint64) *Stream {
	r := rand.New(rand.NewPCG(seed, index))
	s := Valid(r)
	if r.IntN(3) > 0 {
		for range 1 + r.IntN(3) {
			s.spoil(r)
		}
	}
	return s
}

// Lines are the events as JSON, one on each line.
func (s *Stream) Lines() (lines []string) {
	for _, ev := range s.Events {
		lines = append(lines, text(ev))
	}
	return lines
}

// InputText is the input as JSON.
func (s *Stream) InputText() string { return text(s.Input) }

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("%v: %#v", err, v)) // what this package makes has a text
	}
	return string(b)
}
