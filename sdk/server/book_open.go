package server

import (
	"cmp"
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
	seq   int // rises in the order in which things are opened
}

// shelf are the things that one owner has opened, in their order, with some that are closed.
type shelf struct {
	things []*thing
	closed int // how many of them
}

// thingKey is what a thing is known by while it is open. Only steps have an owner here: two may share a name (B13).
type thingKey struct {
	kind  kind
	id    string
	owner opt.Opt[string]
}

// begin notes that a thing is open.
func (b *book) begin(k kind, id string, owner opt.Opt[string]) {
	b.seq++
	t := &thing{kind: k, id: id, owner: owner, chunk: b.chunk, open: true, seq: b.seq}
	b.open[t.key()] = t
	s := b.opened[owner]
	if s == nil {
		s = &shelf{}
		b.opened[owner] = s
	}
	s.things = append(s.things, t)
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
	s := b.opened[t.owner]
	if s.closed++; s.closed > few && s.closed > len(s.things)/2 {
		s.things = slices.DeleteFunc(s.things, func(t *thing) bool { return !t.open })
		s.closed = 0
	}
}

// unclosed are the open things of some subagents, which a producer has to close. See [book.everyUnclosed].
func (b *book) unclosed(owners map[string]bool) []*thing {
	var all []*thing
	for id := range owners {
		if s := b.opened[opt.Some(id)]; s != nil {
			all = s.unclosed(all)
		}
	}
	return lastFirst(all)
}

// everyUnclosed are the open things of all owners, the last opened first, so that what is within something is closed before
// it. Things made of chunks close by themselves.
func (b *book) everyUnclosed() []*thing {
	var all []*thing
	for _, s := range b.opened {
		all = s.unclosed(all)
	}
	return lastFirst(all)
}

func (s *shelf) unclosed(all []*thing) []*thing {
	for _, t := range s.things {
		if t.open && !t.chunk {
			all = append(all, t)
		}
	}
	return all
}

func lastFirst(things []*thing) []*thing {
	slices.SortFunc(things, func(a, b *thing) int { return cmp.Compare(b.seq, a.seq) })
	return things
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
	if ids := r.askedBy[t.id]; len(ids) > 0 {
		ev.Outcome = &agui.SubagentFinishedSuspendedOutcome{InterruptIDs: ids}
	}
	return ev
}
