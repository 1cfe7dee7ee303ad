package server

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// What a writer can be told when it is made. Each is a conversion: run.Text(server.MessageID("m1")).
type (
	// TextOption is one of [MessageID], [Role], [Name] and [Metadata].
	TextOption interface {
		text(*agui.TextMessageStartEvent)
	}
	// ToolCallOption is one of [ToolCallID], [ParentMessageID] and [Metadata].
	ToolCallOption interface {
		toolCall(*agui.ToolCallStartEvent)
	}
	// ReasoningOption is one of [MessageID] and [Metadata].
	ReasoningOption interface {
		reasoning(*agui.ReasoningMessageStartEvent)
	}
	// ActivityOption is one of [MessageID] and [Metadata].
	ActivityOption interface {
		activity(*agui.ActivitySnapshotEvent)
	}
	// SubagentOption is one of [SubagentID], [Description], [ParentToolCallID], [ParentMessageID] and [Metadata].
	SubagentOption interface {
		subagent(*agui.SubagentStartedEvent)
	}
)

// MessageID is the id of a message. It must be new on the thread, unless it is that of a message to be added to (A8, C4).
// One is minted where there is none.
type MessageID string

func (id MessageID) text(ev *agui.TextMessageStartEvent)           { ev.MessageID = string(id) }
func (id MessageID) reasoning(ev *agui.ReasoningMessageStartEvent) { ev.MessageID = string(id) }
func (id MessageID) activity(ev *agui.ActivitySnapshotEvent)       { ev.MessageID = string(id) }

// Role is who speaks in a text message; the assistant where it is not said (C3).
type Role agui.TextMessageRole

func (r Role) text(ev *agui.TextMessageStartEvent) { ev.Role = opt.Some(agui.TextMessageRole(r)) }

// Name is the name of who speaks in a text message.
type Name string

func (n Name) text(ev *agui.TextMessageStartEvent) { ev.Name = opt.Some(string(n)) }

// ToolCallID is the id of a tool call, which must be new on the thread; one is minted where there is none.
type ToolCallID string

func (id ToolCallID) toolCall(ev *agui.ToolCallStartEvent) { ev.ToolCallID = string(id) }

// ParentMessageID is the assistant message that a tool call belongs to (D1), or that a subagent comes from.
type ParentMessageID string

func (id ParentMessageID) toolCall(ev *agui.ToolCallStartEvent) {
	ev.ParentMessageID = opt.Some(string(id))
}
func (id ParentMessageID) subagent(ev *agui.SubagentStartedEvent) {
	ev.ParentMessageID = opt.Some(string(id))
}

// ParentToolCallID is the tool call that a subagent comes from.
type ParentToolCallID string

func (id ParentToolCallID) subagent(ev *agui.SubagentStartedEvent) {
	ev.ParentToolCallID = opt.Some(string(id))
}

// SubagentID is the id of an invocation of a subagent, which must be new in the run (G1); one is minted where there is none.
type SubagentID string

func (id SubagentID) subagent(ev *agui.SubagentStartedEvent) { ev.SubagentRunID = string(id) }

// Description is what a subagent is for.
type Description string

func (d Description) subagent(ev *agui.SubagentStartedEvent) { ev.Description = opt.Some(string(d)) }

// Metadata is a JSON object whose keys are merged into the metadata of what is written (A11 to A14).
type Metadata agui.Metadata

func (m Metadata) text(ev *agui.TextMessageStartEvent)           { ev.Metadata = agui.Metadata(m) }
func (m Metadata) toolCall(ev *agui.ToolCallStartEvent)          { ev.Metadata = agui.Metadata(m) }
func (m Metadata) reasoning(ev *agui.ReasoningMessageStartEvent) { ev.Metadata = agui.Metadata(m) }
func (m Metadata) activity(ev *agui.ActivitySnapshotEvent)       { ev.Metadata = agui.Metadata(m) }
func (m Metadata) subagent(ev *agui.SubagentStartedEvent)        { ev.Metadata = agui.Metadata(m) }
