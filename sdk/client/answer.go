package client

import (
	"errors"
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
	calls, answered := t.calls()
	var waiting []agui.ToolCall
	t.pending = slices.DeleteFunc(t.pending, func(id string) bool {
		c, ok := calls[id]
		if !ok || answered[id] {
			return true
		}
		answered[id] = true // an id that is there twice waits once
		waiting = append(waiting, *c.call)
		return false
	})
	return waiting
}

// AnswerTool answers a call, pending or not, that the thread holds and nobody has answered. The answer goes after the
// message that made the call. It is [ErrBusy] while a run is under way.
func (t *Thread) AnswerTool(callID string, content agui.TextOrContentPartList) error {
	return t.answer(answer(callID, content))
}

// FailTool answers a call that has failed, or that was declined: the reason, which is for the agent, says so (M8). Else it
// is [Thread.AnswerTool].
func (t *Thread) FailTool(callID, reason string) error {
	return t.answer(failure(callID, reason))
}

func answer(callID string, content agui.TextOrContentPartList) *agui.ToolMessage {
	return agui.NewToolMessage(newID(), content, callID)
}

func failure(callID, reason string) *agui.ToolMessage {
	m := answer(callID, agui.Text(reason))
	m.Error = opt.Some(reason)
	return m
}

// answer puts answers in their places, in one pass: an agent may have made very many calls. Where some cannot be put, the
// others are.
func (t *Thread) answer(answers ...*agui.ToolMessage) error {
	if len(answers) == 0 {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy {
		return ErrBusy
	}
	var errs []error
	calls, answered := t.calls()
	behind := map[int][]agui.Message{} // by the index of the message that made the call
	for _, a := range answers {
		c, ok := calls[a.ToolCallID]
		switch {
		case !ok:
			errs = append(errs, fmt.Errorf("the thread has no tool call %s", quote(a.ToolCallID)))
		case answered[a.ToolCallID]:
			errs = append(errs, fmt.Errorf("tool call %s has been answered", quote(a.ToolCallID)))
		default:
			answered[a.ToolCallID] = true
			behind[c.message] = append(behind[c.message], a)
		}
	}
	t.insert(behind)
	return errors.Join(errs...)
}

// insert puts answers behind the messages of these indexes, and behind the answers that are there already.
func (t *Thread) insert(behind map[int][]agui.Message) {
	var messages, due []agui.Message
	for i, m := range t.messages {
		if _, ok := m.(*agui.ToolMessage); !ok {
			messages, due = append(messages, due...), nil
		}
		messages, due = append(messages, m), append(due, behind[i]...)
	}
	t.messages = append(messages, due...)
}

// made is a tool call that the thread holds, and the index of the message that made it.
type made struct {
	call    *agui.ToolCall
	message int
}

// calls are the calls of the thread by id, the last of each, and which are answered.
func (t *Thread) calls() (calls map[string]made, answered map[string]bool) {
	calls, answered = map[string]made{}, map[string]bool{}
	for i, m := range t.messages {
		switch m := m.(type) {
		case *agui.ToolMessage:
			answered[m.ToolCallID] = true
		case *agui.AssistantMessage:
			for j := range m.ToolCalls {
				calls[m.ToolCalls[j].ID] = made{&m.ToolCalls[j], i}
			}
		}
	}
	return calls, answered
}
