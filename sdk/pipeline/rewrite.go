package pipeline

import (
	"slices"

	"github.com/agui-gen/agui-gen/out/agui"
)

// rewrite replaces messages and content parts, wherever in an event or an input they are. Its functions give nil for what
// stays. What it is given does not change: it makes copies of what it changes something in.
type rewrite struct {
	message func(agui.Message) agui.Message
	part    func(agui.ContentPart) agui.ContentPart
}

// event is an event with its messages and parts rewritten.
func (r *rewrite) event(ev agui.Event) agui.Event {
	switch ev := ev.(type) {
	case *agui.MessagesSnapshotEvent:
		if messages, changed := r.messages(ev.Messages); changed {
			c := *ev
			c.Messages = messages
			return &c
		}
	case *agui.RunStartedEvent:
		if ev.Input == nil {
			return ev
		}
		if messages, changed := r.messages(ev.Input.Messages); changed {
			c, input := *ev, *ev.Input
			input.Messages = messages
			c.Input = &input
			return &c
		}
	case *agui.ToolCallResultEvent:
		if content, changed := r.content(ev.Content); changed {
			c := *ev
			c.Content = content
			return &c
		}
	}
	return ev
}

// messages are messages rewritten, and whether anything has changed.
func (r *rewrite) messages(messages []agui.Message) ([]agui.Message, bool) {
	changed := false
	for i, m := range messages {
		after := r.one(m)
		if after == nil {
			continue
		}
		if !changed {
			messages, changed = slices.Clone(messages), true
		}
		messages[i] = after
	}
	return messages, changed
}

func (r *rewrite) one(m agui.Message) agui.Message {
	if r.message != nil {
		if after := r.message(m); after != nil {
			return after
		}
	}
	switch m := m.(type) {
	case *agui.UserMessage:
		if content, ok := r.content(m.Content); ok {
			c := *m
			c.Content = content
			return &c
		}
	case *agui.ToolMessage:
		if content, ok := r.content(m.Content); ok {
			c := *m
			c.Content = content
			return &c
		}
	}
	return nil
}

func (r *rewrite) content(content agui.TextOrContentPartList) (agui.TextOrContentPartList, bool) {
	parts, ok := content.(agui.ContentPartList)
	if !ok {
		return content, false
	}
	changed := false
	for i, part := range parts {
		after := r.part(part)
		if after == nil {
			continue
		}
		if !changed {
			parts, changed = slices.Clone(parts), true
		}
		parts[i] = after
	}
	return parts, changed
}
