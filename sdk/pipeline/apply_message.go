package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// startText makes a text message, or opens one again that is held.
func (t *thread) startText(ev *agui.TextMessageStartEvent) {
	h := t.byID[ev.MessageID]
	if h == nil {
		h = hold(newText(ev.Role.Or(agui.TextMessageRoleAssistant), ev.MessageID, ev.Name, ev.SubagentRunID))
		t.add(h)
	} else if !h.streams() {
		t.notText(ev.MessageID, h)
		return
	}
	h.merge(ev.Metadata)
}

// streams tells whether a message is one whose text is streamed. To open it again changes nothing of it.
func (h *held) streams() bool {
	switch h.msg.(type) {
	case *agui.DeveloperMessage, *agui.SystemMessage, *agui.AssistantMessage, *agui.UserMessage, *agui.ReasoningMessage:
		return true
	}
	return false
}

// startReasoning makes a reasoning message, or opens one again.
func (t *thread) startReasoning(ev *agui.ReasoningMessageStartEvent) {
	h := t.byID[ev.MessageID]
	if h == nil {
		h = hold(&agui.ReasoningMessage{ID: ev.MessageID, SubagentRunID: ev.SubagentRunID})
		t.add(h)
	} else if !h.streams() {
		t.notText(ev.MessageID, h)
		return
	}
	h.merge(ev.Metadata)
}

// appendTo adds a delta to a message. One that a snapshot has dropped while it was open is made anew.
func (t *thread) appendTo(kind item, id, delta string, metadata agui.Metadata, owner opt.Opt[string]) {
	h := t.byID[id]
	if h == nil {
		if kind == reasoningMessage {
			h = hold(&agui.ReasoningMessage{ID: id, SubagentRunID: owner})
		} else {
			h = hold(newText(agui.TextMessageRoleAssistant, id, opt.None[string](), owner))
		}
		t.add(h)
	}
	if !h.append(delta) {
		t.notText(id, h)
		return
	}
	h.merge(metadata)
}

// endMessage merges the metadata of a message's end.
func (t *thread) endMessage(id string, metadata agui.Metadata) {
	if h := t.byID[id]; h != nil && h.streams() {
		h.merge(metadata)
	}
}

func (t *thread) notText(id string, h *held) {
	t.env.warn(StageApplication, "/messageId", "not applied: "+quote(id)+" is the id of a message of role "+h.msg.Role()+", whose content is no text; use an id of its own")
}

// encrypted stores an encrypted value with what it belongs to.
func (t *thread) encrypted(ev *agui.ReasoningEncryptedValueEvent) {
	if ev.Subtype == agui.ReasoningEncryptedValueSubtypeToolCall {
		if c := t.calls[ev.EntityID]; c != nil {
			if tc := c.get(); tc != nil {
				tc.EncryptedValue = opt.Some(ev.EncryptedValue)
				return
			}
		}
	} else if h := t.byID[ev.EntityID]; h != nil {
		if at := encryptedValueOf(h.msg); at != nil {
			*at = opt.Some(ev.EncryptedValue)
			return
		}
	}
	t.env.warn(StageApplication, "/entityId", "the encrypted value is lost: there is no "+string(ev.Subtype)+" "+quote(ev.EntityID)+" that can hold it")
}
