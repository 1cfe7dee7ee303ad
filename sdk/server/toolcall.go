package server

import (
	"errors"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// ToolCall writes one tool call: its arguments, and, where the tool is the agent's own, what it gave back (section D).
type ToolCall struct {
	item
	scope    Scope
	start    agui.ToolCallStartEvent
	answered bool
}

var errAnswered = errors.New("the call has been answered")

// ToolCall starts a call of a tool. If the tool is one that the client brings ([agui.RunAgentInput] has it in Tools), the
// client answers, in its next run; return soon then (D7). Calls that have no result are named as pending at the end (D8).
func (s Scope) ToolCall(name string, options ...ToolCallOption) (*ToolCall, error) {
	c := &ToolCall{item: item{run: s.run, kind: toolCall}, scope: s}
	c.start.ToolCallName = name
	for _, o := range options {
		o.toolCall(&c.start)
	}
	c.start.SubagentRunID = s.owner
	c.start.ToolCallID = mint(c.start.ToolCallID)
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	start := c.start
	if err := c.begin(&start, c.ID()); err != nil {
		return nil, err
	}
	return c, nil
}

// ID is the call's id.
func (c *ToolCall) ID() string { return c.start.ToolCallID }

// Args sends a piece of the arguments' text, which nobody validates (D2). An empty piece is not sent.
func (c *ToolCall) Args(delta string) error {
	c.run.mu.Lock()
	defer c.run.mu.Unlock()
	if err := c.usable(agui.EventTypeToolCallArgs); err != nil || delta == "" {
		return err
	}
	return c.run.send(&agui.ToolCallArgsEvent{ToolCallID: c.start.ToolCallID, Delta: delta, SubagentRunID: c.start.SubagentRunID})
}

// Close ends the arguments: they are complete. To close them again does nothing.
func (c *ToolCall) Close() error {
	c.run.mu.Lock()
	defer c.run.mu.Unlock()
	return c.close()
}

func (c *ToolCall) close() error {
	return c.finish(&agui.ToolCallEndEvent{ToolCallID: c.start.ToolCallID, SubagentRunID: c.start.SubagentRunID})
}

// Result answers the call with text, after closing it (D3). It breaks rule D7 to answer a tool of the client's.
func (c *ToolCall) Result(text string) error { return c.answer(agui.Text(text)) }

// ResultParts answers the call with content parts (D3). Those that the model cannot take are for the caller to leave out;
// if that leaves none, the answer is an empty text (D4).
func (c *ToolCall) ResultParts(parts ...agui.ContentPart) error {
	if len(parts) == 0 {
		return c.answer(agui.Text(""))
	}
	return c.answer(agui.ContentPartList(parts))
}

func (c *ToolCall) answer(content agui.TextOrContentPartList) error {
	c.run.mu.Lock()
	defer c.run.mu.Unlock()
	if c.answered {
		return c.run.misuse("D3", agui.EventTypeToolCallResult, errAnswered)
	}
	c.answered = true
	if err := c.close(); err != nil {
		return err
	}
	return c.scope.result(c.ID(), content)
}

// Result answers a call that an earlier run has made: one that waited for approval, say (D3). Content is [agui.Text] or an
// [agui.ContentPartList].
func (s Scope) Result(toolCallID string, content agui.TextOrContentPartList) error {
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	return s.result(toolCallID, content)
}

func (s Scope) result(toolCallID string, content agui.TextOrContentPartList) error {
	return s.run.send(&agui.ToolCallResultEvent{MessageID: mint(""), ToolCallID: toolCallID, Content: content,
		Role: opt.Some("tool"), SubagentRunID: s.owner})
}

// Encrypted keeps an opaque value of the model's provider with the call (E3).
func (c *ToolCall) Encrypted(value string) error {
	c.run.mu.Lock()
	defer c.run.mu.Unlock()
	return c.run.send(&agui.ReasoningEncryptedValueEvent{Subtype: agui.ReasoningEncryptedValueSubtypeToolCall, EntityID: c.ID(),
		EncryptedValue: value, SubagentRunID: c.start.SubagentRunID})
}
