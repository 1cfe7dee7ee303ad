package server

import (
	"github.com/agui-gen/agui-gen/out/agui"
)

// Text writes one text message, piece by piece (C1 to C5).
type Text struct {
	item
	start agui.TextMessageStartEvent
}

// Text makes a writer. Nothing is sent before the first Write.
func (s Scope) Text(options ...TextOption) *Text {
	t := &Text{item: item{run: s.run, kind: textMessage}}
	for _, o := range options {
		o.text(&t.start)
	}
	t.start.SubagentRunID = s.owner
	t.start.MessageID = mint(t.start.MessageID)
	return t
}

// ID is the message's id.
func (t *Text) ID() string { return t.start.MessageID }

// Write sends a piece of the text, and before the first one the start of the message. An empty piece is not sent.
func (t *Text) Write(delta string) error {
	t.run.mu.Lock()
	defer t.run.mu.Unlock()
	if err := t.open(); err != nil || delta == "" {
		return err
	}
	return t.run.send(&agui.TextMessageContentEvent{MessageID: t.start.MessageID, Delta: delta, SubagentRunID: t.start.SubagentRunID})
}

// open sends the start, once.
func (t *Text) open() error {
	if t.begun {
		return t.usable(agui.EventTypeTextMessageContent)
	}
	start := t.start
	return t.begin(&start, t.ID())
}

// Close ends the message. If nothing was written there is none. To close it again does nothing; to write after that breaks
// rule C1.
func (t *Text) Close() error {
	t.run.mu.Lock()
	defer t.run.mu.Unlock()
	return t.finish(&agui.TextMessageEndEvent{MessageID: t.start.MessageID, SubagentRunID: t.start.SubagentRunID})
}

// item is what the writers of streamed items have in common. It is used under the run's lock.
type item struct {
	run    *Run
	kind   kind
	thing  *thing // from the start on, unless middleware has kept that back
	begun  bool
	closed bool
}

// usable tells why nothing can be written any more, nil if it can.
func (i *item) usable(event agui.EventType) error {
	if i.closed || i.thing != nil && !i.thing.open {
		return i.run.misuse("C1", event, ErrClosed)
	}
	return nil
}

// begin sends the start of the item.
func (i *item) begin(start agui.Event, id string) error {
	if err := i.usable(start.EventType()); err != nil {
		return err
	}
	i.begun = true
	if err := i.run.send(start); err != nil {
		return err
	}
	i.thing = i.run.book.open[thingKey{kind: i.kind, id: id}]
	return nil
}

// finish sends the end of the item, unless it has none any more.
func (i *item) finish(end agui.Event) error {
	if i.closed {
		return nil
	}
	i.closed = true
	if !i.begun || i.thing != nil && !i.thing.open {
		return nil
	}
	return i.run.send(end)
}
