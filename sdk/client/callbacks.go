package client

import (
	"context"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Callbacks are called for what comes on a stream, by the goroutine that runs it and one at a time. Each may be nil. What
// they are given is the agent's, and untrusted (P1 to P3).
type Callbacks struct {
	// Event is called for each event, before the others. An error ends the run as leaving the loop does.
	Event func(agui.Event) error
	// Text and Reasoning are called for each piece of a message.
	Text, Reasoning func(messageID, delta string)
	// ToolCall is called for each call when its arguments are complete (L6.3), whether or not they are valid.
	ToolCall func(agui.ToolCall)
	// ToolResult is called for each answer that the agent itself gives.
	ToolResult func(*agui.ToolCallResultEvent)
	// State is called with the whole state when it may have changed.
	State func(jsonx.Raw)
	// Custom and Raw are called for what passes through (L6.24).
	Custom func(name string, value jsonx.Raw)
	Raw    func(*agui.RawEvent)
}

// Do is [Run.Events] with callbacks. It returns what [Run.Err] then gives; where Event fails after the run has ended, it
// returns that error.
func (r *Run) Do(ctx context.Context, c Callbacks) error {
	if r.used.Swap(true) {
		return ErrUsed
	}
	err := r.do(ctx, func(ev agui.Event) error { return c.call(r, ev) })
	if err == nil {
		return r.why
	}
	return err
}

func (c *Callbacks) call(r *Run, ev agui.Event) error {
	if c.Event != nil {
		if err := c.Event(ev); err != nil {
			return err
		}
	}
	switch ev := ev.(type) {
	case *agui.TextMessageContentEvent:
		if c.Text != nil {
			c.Text(ev.MessageID, ev.Delta)
		}
	case *agui.ReasoningMessageContentEvent:
		if c.Reasoning != nil {
			c.Reasoning(ev.MessageID, ev.Delta)
		}
	case *agui.ToolCallEndEvent:
		if c.ToolCall != nil {
			if call, ok := r.pipe.ToolCall(ev.ToolCallID); ok {
				c.ToolCall(call)
			}
		}
	case *agui.ToolCallResultEvent:
		if c.ToolResult != nil {
			c.ToolResult(ev)
		}
	case *agui.StateSnapshotEvent, *agui.StateDeltaEvent:
		if c.State != nil {
			c.State(r.State())
		}
	case *agui.CustomEvent:
		if c.Custom != nil {
			c.Custom(ev.Name, ev.Value)
		}
	case *agui.RawEvent:
		if c.Raw != nil {
			c.Raw(ev)
		}
	}
	return nil
}
