package server

import (
	"slices"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// kind is what can be open.
type kind uint8

const (
	textMessage kind = iota
	toolCall
	reasoningMessage
	reasoningSpan
	step
	invocation // of a subagent
)

// thing is something that was opened.
type thing struct {
	kind  kind
	id    string
	owner opt.Opt[string]
	// chunk tells that it is written in chunks, whose end is never sent (C9).
	chunk bool
	open  bool
}

// thingKey is what a thing is known by while it is open. Only steps have an owner here: two may share a name (B13).
type thingKey struct {
	kind  kind
	id    string
	owner opt.Opt[string]
}

// begin notes that a thing is open.
func (b *book) begin(k kind, id string, owner opt.Opt[string]) {
	t := &thing{kind: k, id: id, owner: owner, chunk: b.chunk, open: true}
	b.open[t.key()] = t
	b.opened = append(b.opened, t)
}

func (t *thing) key() thingKey {
	key := thingKey{kind: t.kind, id: t.id}
	if t.kind == step {
		key.owner = t.owner
	}
	return key
}

// shut notes that a thing is closed.
func (b *book) shut(key thingKey) {
	t := b.open[key]
	if t == nil {
		return
	}
	t.open = false
	delete(b.open, key)
	const few = 32
	if b.closed++; b.closed > few && b.closed > len(b.opened)/2 {
		b.opened = slices.DeleteFunc(b.opened, func(t *thing) bool { return !t.open })
		b.closed = 0
	}
}

// unclosed are the open things that a producer has to close, the last opened first, so that what is within something is
// closed before it. Things made of chunks close by themselves.
func (b *book) unclosed(which func(*thing) bool) []*thing {
	var all []*thing
	for _, t := range slices.Backward(b.opened) {
		if t.open && !t.chunk && which(t) {
			all = append(all, t)
		}
	}
	return all
}

// endOf is the event that closes a thing.
func (r *Run) endOf(t *thing) agui.Event {
	switch t.kind {
	case textMessage:
		return &agui.TextMessageEndEvent{MessageID: t.id, SubagentRunID: t.owner}
	case toolCall:
		return &agui.ToolCallEndEvent{ToolCallID: t.id, SubagentRunID: t.owner}
	case reasoningMessage:
		return &agui.ReasoningMessageEndEvent{MessageID: t.id, SubagentRunID: t.owner}
	case reasoningSpan:
		return &agui.ReasoningEndEvent{MessageID: t.id, SubagentRunID: t.owner}
	case step:
		return &agui.StepFinishedEvent{StepName: t.id, SubagentRunID: t.owner}
	}
	ev := agui.NewSubagentFinishedEvent(t.id)
	if ids := r.interruptsOf(t.id); len(ids) > 0 {
		ev.Outcome = &agui.SubagentFinishedSuspendedOutcome{InterruptIDs: ids}
	}
	return ev
}
