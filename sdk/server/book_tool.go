package server

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// call is what counts of a tool call of the thread.
type call struct {
	name   string
	parent opt.Opt[string]
	owner  opt.Opt[string]
	// held tells that it came with a message, so that it is not known whether it was started with a parent.
	held bool
	// given tells that it was in the input.
	given bool
}

// startCall judges the start of a call: C4, D1.
func (b *book) startCall(ev *agui.ToolCallStartEvent) error {
	id := ev.ToolCallID
	fresh := &call{name: ev.ToolCallName, parent: ev.ParentMessageID, owner: ev.SubagentRunID}
	if known := b.calls[id]; known != nil {
		if err := b.reopenCall(id, known, fresh); err != nil {
			return err
		}
	} else if err := b.attach(id, fresh); err != nil {
		return err
	} else {
		b.calls[id] = fresh
	}
	if !b.started[id] {
		b.started[id] = true
		b.order = append(b.order, id)
	}
	b.begin(toolCall, id, ev.SubagentRunID)
	return nil
}

func (b *book) reopenCall(id string, known, fresh *call) error {
	switch {
	case b.replay && known.given:
		return b.broken("B12", "tool call %s is in the input, and would be added to; restate it in a MESSAGES_SNAPSHOT", quote(id))
	case known.name != fresh.name:
		return b.broken("C4", "tool call %s is opened again for the tool %s, and it is one of %s", quote(id), quote(fresh.name), quote(known.name))
	case known.parent != fresh.parent && (!known.held || fresh.parent.IsSet()):
		return b.broken("C4", "tool call %s is opened again with another parentMessageId", quote(id))
	case known.owner != fresh.owner:
		return b.broken("C4", "tool call %s is opened again by %s, and it is that of %s", quote(id), whose(fresh.owner), whose(known.owner))
	}
	return nil
}

// attach judges the message that a new call belongs to, which is made if there is none.
func (b *book) attach(id string, c *call) error {
	parent, ok := c.parent.Get()
	if !ok {
		parent = id
	}
	m := b.messages[parent]
	switch {
	case m == nil:
		b.messages[parent] = &message{role: agui.RoleAssistant, owner: c.owner}
	case m.role != agui.RoleAssistant:
		return b.broken("D1", "tool call %s is put on message %s, whose role is %s", quote(id), quote(parent), m.role)
	case m.owner != c.owner:
		return b.broken("D1", "tool call %s of %s is put on message %s, which is that of %s", quote(id), whose(c.owner), quote(parent), whose(m.owner))
	}
	return nil
}

// result judges an answer: A8, D3, D7.
func (b *book) result(ev *agui.ToolCallResultEvent) error {
	c := b.calls[ev.ToolCallID]
	switch {
	case c != nil && b.frontend[c.name] && !b.replay:
		return b.broken("D7", "the tool %s is the client's, who answers call %s in the next run", quote(c.name), quote(ev.ToolCallID))
	case b.messages[ev.MessageID] != nil:
		return b.broken("A8", "%s is the id of another message; a result has one of its own (D3)", quote(ev.MessageID))
	}
	b.messages[ev.MessageID] = &message{role: agui.RoleTool, owner: ev.SubagentRunID}
	b.answered[ev.ToolCallID], b.answers[ev.ToolCallID] = true, true
	return nil
}

// pending are the calls that were started in this run and have no result, in their order (D8).
func (b *book) pending() []string {
	var ids []string
	for _, id := range b.order {
		if !b.answered[id] {
			ids = append(ids, id)
		}
	}
	return ids
}
