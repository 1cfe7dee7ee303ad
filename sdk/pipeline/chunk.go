package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// item is the kind of thing that is streamed piece by piece.
type item uint8

const (
	textMessage item = iota
	toolCall
	reasoningMessage
	reasoningSpan
)

// String is the item in words.
func (i item) String() string {
	return [...]string{"text message", "tool call", "reasoning message", "reasoning span"}[i]
}

// chunk is what the three kinds of chunk events say, under one set of names.
type chunk struct {
	event     agui.EventType
	item      item
	id        opt.Opt[string]
	tag       opt.Opt[string] // subagentRunId
	role      opt.Opt[agui.TextMessageRole]
	name      opt.Opt[string] // of the author, or of the tool
	parent    opt.Opt[string]
	delta     opt.Opt[string]
	timestamp opt.Opt[int64]
	rawEvent  jsonx.Raw
	metadata  agui.Metadata
}

func chunkOf(ev agui.Event) (chunk, bool) {
	c := chunk{event: ev.EventType()}
	switch ev := ev.(type) {
	case *agui.TextMessageChunkEvent:
		c.item, c.id, c.tag, c.role, c.name, c.delta = textMessage, ev.MessageID, ev.SubagentRunID, ev.Role, ev.Name, ev.Delta
		c.timestamp, c.rawEvent, c.metadata = ev.Timestamp, ev.RawEvent, ev.Metadata
	case *agui.ToolCallChunkEvent:
		c.item, c.id, c.tag, c.name, c.parent, c.delta = toolCall, ev.ToolCallID, ev.SubagentRunID, ev.ToolCallName, ev.ParentMessageID, ev.Delta
		c.timestamp, c.rawEvent, c.metadata = ev.Timestamp, ev.RawEvent, ev.Metadata
	case *agui.ReasoningMessageChunkEvent:
		c.item, c.id, c.tag, c.delta = reasoningMessage, ev.MessageID, ev.SubagentRunID, ev.Delta
		c.timestamp, c.rawEvent, c.metadata = ev.Timestamp, ev.RawEvent, ev.Metadata
	default:
		return c, false
	}
	return c, true
}

// start is the event that opens what a first chunk stands for.
func (c *chunk) start(id string) agui.Event {
	switch c.item {
	case textMessage:
		return &agui.TextMessageStartEvent{Timestamp: c.timestamp, RawEvent: c.rawEvent, Metadata: c.metadata, SubagentRunID: c.tag,
			MessageID: id, Role: opt.Some(c.role.Or(agui.TextMessageRoleAssistant)), Name: c.name}
	case toolCall:
		return &agui.ToolCallStartEvent{Timestamp: c.timestamp, RawEvent: c.rawEvent, Metadata: c.metadata, SubagentRunID: c.tag,
			ToolCallID: id, ToolCallName: c.name.Or(""), ParentMessageID: c.parent}
	}
	return &agui.ReasoningMessageStartEvent{Timestamp: c.timestamp, RawEvent: c.rawEvent, Metadata: c.metadata, SubagentRunID: c.tag, MessageID: id}
}

// content is the event that a chunk's delta stands for.
func (c *chunk) content(id string, tag opt.Opt[string]) agui.Event {
	delta := c.delta.Or("")
	switch c.item {
	case textMessage:
		return &agui.TextMessageContentEvent{Timestamp: c.timestamp, RawEvent: c.rawEvent, Metadata: c.metadata, SubagentRunID: tag, MessageID: id, Delta: delta}
	case toolCall:
		return &agui.ToolCallArgsEvent{Timestamp: c.timestamp, RawEvent: c.rawEvent, Metadata: c.metadata, SubagentRunID: tag, ToolCallID: id, Delta: delta}
	}
	return &agui.ReasoningMessageContentEvent{Timestamp: c.timestamp, RawEvent: c.rawEvent, Metadata: c.metadata, SubagentRunID: tag, MessageID: id, Delta: delta}
}

// end is the event that closes an item which chunks have opened.
func end(kind item, id string, tag opt.Opt[string]) agui.Event {
	switch kind {
	case textMessage:
		return &agui.TextMessageEndEvent{MessageID: id, SubagentRunID: tag}
	case toolCall:
		return &agui.ToolCallEndEvent{ToolCallID: id, SubagentRunID: tag}
	}
	return &agui.ReasoningMessageEndEvent{MessageID: id, SubagentRunID: tag}
}
