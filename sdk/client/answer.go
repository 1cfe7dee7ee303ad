package client

import (
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// RuleAnswers is the rule that every pending frontend call is answered before a thread goes on.
const RuleAnswers pipeline.Rule = "M8"

// Pending are the frontend calls that wait for an answer, in the order in which they were made (L6.6).
func (t *Thread) Pending() []agui.ToolCall {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.waiting()
}

// waiting is Pending for those who hold the lock. A call that is in the messages no more waits no more.
func (t *Thread) waiting() []agui.ToolCall {
	if len(t.pending) == 0 {
		return nil
	}
	answered := map[string]bool{}
	calls := map[string]agui.ToolCall{}
	for _, m := range t.messages {
		switch m := m.(type) {
		case *agui.ToolMessage:
			answered[m.ToolCallID] = true
		case *agui.AssistantMessage:
			for _, c := range m.ToolCalls {
				calls[c.ID] = c
			}
		}
	}
	var waiting []agui.ToolCall
	t.pending = slices.DeleteFunc(t.pending, func(id string) bool {
		c, ok := calls[id]
		if !ok || answered[id] {
			return true
		}
		answered[id] = true // an id that is there twice waits once
		waiting = append(waiting, c)
		return false
	})
	return waiting
}

// AnswerTool answers a call, pending or not, that the thread holds and nobody has answered. The answer goes after the
// message that made the call. It is [ErrBusy] while a run is under way.
func (t *Thread) AnswerTool(callID string, content agui.TextOrContentPartList) error {
	return t.answer(agui.NewToolMessage(newID(), content, callID))
}

// FailTool answers a call that has failed, or that was declined: the reason, which is for the agent, says so (M8). Else it
// is [Thread.AnswerTool].
func (t *Thread) FailTool(callID, reason string) error {
	m := agui.NewToolMessage(newID(), agui.Text(reason), callID)
	m.Error = opt.Some(reason)
	return t.answer(m)
}

func (t *Thread) answer(answer *agui.ToolMessage) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy {
		return ErrBusy
	}
	at, call := t.call(answer.ToolCallID)
	if call == nil {
		return fmt.Errorf("the thread has no tool call %s", quote(answer.ToolCallID))
	}
	for _, m := range t.messages {
		if m, ok := m.(*agui.ToolMessage); ok && m.ToolCallID == answer.ToolCallID {
			return fmt.Errorf("tool call %s has been answered", quote(answer.ToolCallID))
		}
	}
	for at++; at < len(t.messages); at++ {
		if _, ok := t.messages[at].(*agui.ToolMessage); !ok {
			break
		}
	}
	t.messages = slices.Insert(t.messages, at, agui.Message(answer))
	return nil
}

// call is a call that the thread holds, and the index of the message that made it; nil for none.
func (t *Thread) call(id string) (int, *agui.ToolCall) {
	for i, m := range slices.Backward(t.messages) {
		if m, ok := m.(*agui.AssistantMessage); ok {
			for j := range m.ToolCalls {
				if m.ToolCalls[j].ID == id {
					return i, &m.ToolCalls[j]
				}
			}
		}
	}
	return 0, nil
}
