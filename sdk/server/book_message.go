package server

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// message is what counts of a message of the thread.
type message struct {
	role  agui.Role
	owner opt.Opt[string]
	name  opt.Opt[string]
	// content is that of an activity.
	content pipeline.Document
	// given tells that it was in the input.
	given bool
}

// hold notes a message of the input, or of a snapshot.
func (b *book) hold(m agui.Message) {
	switch m := m.(type) {
	case *agui.DeveloperMessage:
		b.messages[m.ID] = &message{role: agui.RoleDeveloper, owner: m.SubagentRunID, name: m.Name}
	case *agui.SystemMessage:
		b.messages[m.ID] = &message{role: agui.RoleSystem, owner: m.SubagentRunID, name: m.Name}
	case *agui.UserMessage:
		b.messages[m.ID] = &message{role: agui.RoleUser, owner: m.SubagentRunID, name: m.Name}
	case *agui.AssistantMessage:
		b.messages[m.ID] = &message{role: agui.RoleAssistant, owner: m.SubagentRunID, name: m.Name}
		for i := range m.ToolCalls {
			c := &m.ToolCalls[i]
			b.calls[c.ID] = &call{name: c.Function.Name, parent: opt.Some(m.ID), owner: m.SubagentRunID, held: true}
		}
	case *agui.ToolMessage:
		b.messages[m.ID] = &message{role: agui.RoleTool, owner: m.SubagentRunID}
		b.answers[m.ToolCallID] = true
	case *agui.ActivityMessage:
		b.messages[m.ID] = &message{role: agui.RoleActivity, owner: m.SubagentRunID, content: pipeline.NewDocument(m.Content)}
	case *agui.ReasoningMessage:
		b.messages[m.ID] = &message{role: agui.RoleReasoning, owner: m.SubagentRunID}
	}
}

// startText judges the start of a text message: A8, B12, C4.
func (b *book) startText(ev *agui.TextMessageStartEvent) error {
	role := agui.Role(ev.Role.Or(agui.TextMessageRoleAssistant))
	fresh := &message{role: role, owner: ev.SubagentRunID, name: ev.Name}
	if err := b.reopen(ev.MessageID, fresh); err != nil {
		return err
	}
	b.begin(textMessage, ev.MessageID, ev.SubagentRunID)
	return nil
}

// startReasoning judges the start of a reasoning message: A8, B12, C4, E2.
func (b *book) startReasoning(ev *agui.ReasoningMessageStartEvent) error {
	if err := b.reopen(ev.MessageID, &message{role: agui.RoleReasoning, owner: ev.SubagentRunID}); err != nil {
		return err
	}
	b.begin(reasoningMessage, ev.MessageID, ev.SubagentRunID)
	return nil
}

// reopen judges whether a message may be started, which may be known already, and notes it.
func (b *book) reopen(id string, fresh *message) error {
	known := b.messages[id]
	if known == nil {
		b.messages[id] = fresh
		return nil
	}
	switch {
	case b.replay && known.given:
		return b.broken("B12", "message %s is in the input, and would be added to; restate it in a MESSAGES_SNAPSHOT", quote(id))
	case known.role != fresh.role && (!isText(known.role) || !isText(fresh.role)):
		return b.broken("A8", "%s is the id of a message of the role %s", quote(id), known.role)
	case known.role != fresh.role:
		return b.broken("C4", "message %s is opened again with the role %s, and it has the role %s", quote(id), fresh.role, known.role)
	case known.name != fresh.name:
		return b.broken("C4", "message %s is opened again with another name", quote(id))
	case known.owner != fresh.owner:
		return b.broken("C4", "message %s is opened again by %s, and it is that of %s", quote(id), whose(fresh.owner), whose(known.owner))
	}
	return nil
}

// isText tells whether a role is one of text messages.
func isText(role agui.Role) bool { return agui.TextMessageRole(role).Known() }

// snapshot notes the messages of a snapshot, which must not answer calls that are the client's to answer (D7).
func (b *book) snapshot(ev *agui.MessagesSnapshotEvent) error {
	for _, m := range ev.Messages {
		t, ok := m.(*agui.ToolMessage)
		if !ok || b.replay || b.answers[t.ToolCallID] {
			continue
		}
		if c := b.calls[t.ToolCallID]; c != nil && b.frontend[c.name] {
			return b.broken("D7", "the tool %s is the client's, and message %s answers its call %s", quote(c.name), quote(t.ID), quote(t.ToolCallID))
		}
	}
	for _, m := range ev.Messages {
		b.hold(m)
	}
	return nil
}
