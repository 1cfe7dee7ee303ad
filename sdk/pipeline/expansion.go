package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// Expansion is the expansion stage by itself, for code that follows a stream which nobody has expanded, as middleware of a
// producer does. It is for one goroutine at a time.
type Expansion struct{ x expander }

// NewExpansion makes an expansion that hands events on to next.
func NewExpansion(next Handler) *Expansion {
	return &Expansion{expander{env: &env{event: -1}, next: next}}
}

// Push takes the next event and hands on what it stands for: a chunk as start, content and end, and the ends of what it
// closes before any other event (L4.3). Its error is a [*ProtocolError] for a chunk that stands for nothing (L4.2, L4.5),
// or what next returned.
func (e *Expansion) Push(ev agui.Event) error {
	e.x.env.event++
	return e.x.handle(ev)
}

// Idle tells that no chunk stream is open in the lane of an owner, that is of a subagentRunId or, where there is none, of
// the parent agent: an event in that lane closes nothing.
func (e *Expansion) Idle(owner opt.Opt[agui.SubagentRunID]) bool { return e.x.of(owner) == nil }
