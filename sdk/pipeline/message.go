package pipeline

import (
	"slices"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// held is a message of the thread. The thread owns what it points to.
type held struct {
	id   string
	msg  agui.Message
	next *held // in the list
	// answer is the last result of a call of this message that was put behind it, nil for none yet.
	answer *held
	// text is the content while it is streamed: strings cut from it stay as they are when it grows.
	text growing
	// more is text that is to be added to a list of parts.
	more string
	// content is that of an activity which was patched, nil for none.
	content *Document
	// late is metadata that is to be laid over that of the message.
	late overlay
}

// hold takes a copy of a message.
func hold(m agui.Message) *held { return &held{id: idOf(m), msg: cloneMessage(m)} }

// idOf is a message's id, "" for an unknown message without one.
func idOf(m agui.Message) string {
	switch m := m.(type) {
	case *agui.DeveloperMessage:
		return m.ID
	case *agui.SystemMessage:
		return m.ID
	case *agui.AssistantMessage:
		return m.ID
	case *agui.UserMessage:
		return m.ID
	case *agui.ToolMessage:
		return m.ID
	case *agui.ActivityMessage:
		return m.ID
	case *agui.ReasoningMessage:
		return m.ID
	case *agui.UnknownMessage:
		v, _ := m.Raw.Lookup("id")
		id, _ := v.Text()
		return id
	}
	return ""
}

// cloneMessage is a copy of a message that can be changed member by member. Content parts are shared: nobody changes them.
func cloneMessage(m agui.Message) agui.Message {
	switch m := m.(type) {
	case *agui.DeveloperMessage:
		c := *m
		return &c
	case *agui.SystemMessage:
		c := *m
		return &c
	case *agui.AssistantMessage:
		c := *m
		c.ToolCalls = slices.Clone(m.ToolCalls)
		return &c
	case *agui.UserMessage:
		c := *m
		return &c
	case *agui.ToolMessage:
		c := *m
		return &c
	case *agui.ActivityMessage:
		c := *m
		return &c
	case *agui.ReasoningMessage:
		c := *m
		return &c
	}
	return m
}

// metadataOf is where a message has its metadata, nil for an unknown message.
func metadataOf(m agui.Message) *agui.Metadata {
	switch m := m.(type) {
	case *agui.DeveloperMessage:
		return &m.Metadata
	case *agui.SystemMessage:
		return &m.Metadata
	case *agui.AssistantMessage:
		return &m.Metadata
	case *agui.UserMessage:
		return &m.Metadata
	case *agui.ToolMessage:
		return &m.Metadata
	case *agui.ActivityMessage:
		return &m.Metadata
	case *agui.ReasoningMessage:
		return &m.Metadata
	}
	return nil
}

// encryptedValueOf is where a message has its encrypted value, nil where it can have none.
func encryptedValueOf(m agui.Message) *opt.Opt[string] {
	switch m := m.(type) {
	case *agui.DeveloperMessage:
		return &m.EncryptedValue
	case *agui.SystemMessage:
		return &m.EncryptedValue
	case *agui.AssistantMessage:
		return &m.EncryptedValue
	case *agui.UserMessage:
		return &m.EncryptedValue
	case *agui.ToolMessage:
		return &m.EncryptedValue
	case *agui.ReasoningMessage:
		return &m.EncryptedValue
	}
	return nil
}

// merge lays metadata over that of the message, which is right once it is settled.
func (h *held) merge(later agui.Metadata) {
	if at := metadataOf(h.msg); at != nil {
		h.late.add(at, later)
	}
}

// settle makes the message right, where an event was noted and not yet applied to it.
func (h *held) settle() {
	switch m := h.msg.(type) {
	case *agui.UserMessage:
		if parts, ok := m.Content.(agui.ContentPartList); ok && h.more != "" {
			m.Content, h.more = appendPart(parts, h.more), ""
		}
	case *agui.ActivityMessage:
		if h.content != nil {
			m.Content = h.content.Raw()
		}
	}
	if at := metadataOf(h.msg); at != nil {
		h.late.settle(at)
	}
}

// append adds text to the content, and tells whether the message has content that text can be added to.
func (h *held) append(delta string) bool {
	switch m := h.msg.(type) {
	case *agui.DeveloperMessage:
		m.Content = h.text.append(m.Content, delta)
	case *agui.SystemMessage:
		m.Content = h.text.append(m.Content, delta)
	case *agui.ReasoningMessage:
		m.Content = h.text.append(m.Content, delta)
	case *agui.AssistantMessage:
		m.Content = opt.Some(h.text.append(m.Content.Or(""), delta))
	case *agui.UserMessage:
		switch content := m.Content.(type) {
		case agui.ContentPartList: // which would be copied for each delta
			h.more = h.text.append(h.more, delta)
		case agui.Text:
			m.Content = agui.Text(h.text.append(string(content), delta))
		default:
			m.Content = agui.Text(h.text.append("", delta))
		}
	default:
		return false
	}
	return true
}

// appendPart is a list of parts with text added to its last one, or as a last one.
func appendPart(parts agui.ContentPartList, delta string) agui.ContentPartList {
	parts = slices.Clone(parts)
	if n := len(parts); n > 0 {
		if last, ok := parts[n-1].(*agui.TextPart); ok {
			c := *last
			c.Text += delta
			parts[n-1] = &c
			return parts
		}
	}
	return append(parts, agui.NewTextPart(delta))
}

// newText is a message of a role that begins with empty content.
func newText(role agui.TextMessageRole, id string, name opt.Opt[string], owner opt.Opt[string]) agui.Message {
	switch role {
	case agui.TextMessageRoleDeveloper:
		return &agui.DeveloperMessage{ID: id, Name: name, SubagentRunID: owner}
	case agui.TextMessageRoleSystem:
		return &agui.SystemMessage{ID: id, Name: name, SubagentRunID: owner}
	case agui.TextMessageRoleUser:
		return &agui.UserMessage{ID: id, Name: name, SubagentRunID: owner, Content: agui.Text("")}
	}
	return &agui.AssistantMessage{ID: id, Name: name, SubagentRunID: owner, Content: opt.Some("")}
}

// object is raw JSON where it is one, and an empty object where it is absent.
func object(raw jsonx.Raw) jsonx.Raw {
	if raw == "" {
		return "{}"
	}
	return raw
}

// ownerOf is where a message says which subagent's it is, nil for an unknown message.
func ownerOf(m agui.Message) *opt.Opt[agui.SubagentRunID] {
	switch m := m.(type) {
	case *agui.DeveloperMessage:
		return &m.SubagentRunID
	case *agui.SystemMessage:
		return &m.SubagentRunID
	case *agui.AssistantMessage:
		return &m.SubagentRunID
	case *agui.UserMessage:
		return &m.SubagentRunID
	case *agui.ToolMessage:
		return &m.SubagentRunID
	case *agui.ActivityMessage:
		return &m.SubagentRunID
	case *agui.ReasoningMessage:
		return &m.SubagentRunID
	}
	return nil
}
