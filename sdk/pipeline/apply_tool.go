package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// get is the call where it is held, nil if its message no longer has it.
func (c *call) get() *agui.ToolCall {
	m, ok := c.in.msg.(*agui.AssistantMessage)
	if !ok {
		return nil
	}
	if c.at >= len(m.ToolCalls) || m.ToolCalls[c.at].ID != c.id {
		return nil
	}
	return &m.ToolCalls[c.at]
}

// settled is the call with its metadata made right, nil as get is.
func (c *call) settled() *agui.ToolCall {
	tc := c.get()
	if tc != nil {
		c.late.settle(&tc.Metadata)
	}
	return tc
}

// startCall puts a call on the assistant message that makes it, or opens a held one again.
func (t *thread) startCall(ev *agui.ToolCallStartEvent) {
	if run := t.run(); run != nil {
		run.started(ev.ToolCallID)
	}
	if c := t.calls[ev.ToolCallID]; c != nil && c.get() != nil {
		t.mergeCall(ev.ToolCallID, ev.Metadata)
		return
	}
	h := t.caller(ev)
	if h == nil {
		t.env.warn(StageApplication, "/toolCallId", "not applied: a message that is not the assistant's has the id "+quote(ev.ToolCallID)+"; give the call a parentMessageId")
		return
	}
	m := h.msg.(*agui.AssistantMessage)
	t.calls[ev.ToolCallID] = &call{in: h, at: len(m.ToolCalls), id: ev.ToolCallID}
	m.ToolCalls = append(m.ToolCalls, agui.ToolCall{ID: ev.ToolCallID, Function: agui.FunctionCall{Name: ev.ToolCallName}, Metadata: ev.Metadata})
}

// caller is the assistant message that a call belongs to, made if there is none: its parent, or else one under the call's
// own id. It is nil where that id is another message's.
func (t *thread) caller(ev *agui.ToolCallStartEvent) *held {
	if id, ok := ev.ParentMessageID.Get(); ok {
		h := t.byID[id]
		if h == nil {
			return t.newCaller(id, ev.SubagentRunID)
		}
		if _, ok := h.msg.(*agui.AssistantMessage); ok {
			return h
		}
	}
	h := t.byID[ev.ToolCallID]
	if h == nil {
		return t.newCaller(ev.ToolCallID, ev.SubagentRunID)
	}
	if _, ok := h.msg.(*agui.AssistantMessage); ok {
		return h
	}
	return nil
}

func (t *thread) newCaller(id string, owner opt.Opt[string]) *held {
	h := hold(&agui.AssistantMessage{ID: id, SubagentRunID: owner})
	t.add(h)
	return h
}

// appendArgs adds to the arguments of a call.
func (t *thread) appendArgs(ev *agui.ToolCallArgsEvent) {
	c := t.calls[ev.ToolCallID]
	if c == nil {
		t.noCall(ev.ToolCallID)
		return
	}
	tc := c.get()
	if tc == nil {
		t.noCall(ev.ToolCallID)
		return
	}
	tc.Function.Arguments = c.args.append(tc.Function.Arguments, ev.Delta)
	c.late.add(&tc.Metadata, ev.Metadata)
}

func (t *thread) noCall(id string) {
	t.env.warn(StageApplication, "/toolCallId", "not applied: there is no tool call "+quote(id)+" any more")
}

// mergeCall lays metadata over that of a call.
func (t *thread) mergeCall(id string, metadata agui.Metadata) {
	if c := t.calls[id]; c != nil {
		if tc := c.get(); tc != nil {
			c.late.add(&tc.Metadata, metadata)
		}
	}
}

// answers tells whether a message is a result.
func (h *held) answers() bool {
	_, ok := h.msg.(*agui.ToolMessage)
	return ok
}

// result makes the tool message that answers a call, after the message that made it and the answers that follow it.
func (t *thread) result(ev *agui.ToolCallResultEvent) {
	if run := t.run(); run != nil {
		run.answered(ev.ToolCallID)
	}
	if h := t.byID[ev.MessageID]; h != nil {
		m, ok := h.msg.(*agui.ToolMessage)
		if !ok {
			t.env.warn(StageApplication, "/messageId", "not applied: "+quote(ev.MessageID)+" is the id of a message of role "+h.msg.Role()+"; give the result one of its own")
			return
		}
		m.Content, m.ToolCallID, m.SubagentRunID = ev.Content, ev.ToolCallID, ev.SubagentRunID
		h.merge(ev.Metadata)
		return
	}
	h := hold(&agui.ToolMessage{ID: ev.MessageID, Content: ev.Content, ToolCallID: ev.ToolCallID, SubagentRunID: ev.SubagentRunID, Metadata: ev.Metadata})
	c := t.calls[ev.ToolCallID]
	if c == nil {
		t.add(h)
		return
	}
	at := c.in
	if at.answer != nil {
		at = at.answer
	}
	for at.next != nil && at.next.answers() {
		at = at.next
	}
	t.insert(at, h)
	c.in.answer = h
}
