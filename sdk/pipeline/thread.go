package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// thread is the last stage: what a stream has made of the messages, the state and the runs, and the hand that gives
// events on.
type thread struct {
	env      *env
	deliver  Handler
	messages list
	byID     map[string]*held
	calls    map[string]*call
	state    Document
	runs     []*Run
	runError *string
}

// call is a tool call within the assistant message that made it.
type call struct {
	in   *held
	at   int // in the message's list
	id   string
	args growing
	late overlay // over its metadata
}

func newThread(e *env, input *agui.RunAgentInput, deliver Handler) *thread {
	t := &thread{env: e, deliver: deliver, byID: map[string]*held{}, calls: map[string]*call{}}
	baseline := jsonx.Raw("")
	if input != nil {
		for _, m := range input.Messages {
			t.add(hold(m))
		}
		baseline = input.State
	}
	t.state = NewDocument(object(baseline))
	return t
}

// handle applies an event and delivers it.
func (t *thread) handle(ev agui.Event) error {
	if err := t.apply(ev); err != nil {
		return err
	}
	if t.deliver == nil {
		return nil
	}
	return t.deliver(ev)
}

func (t *thread) apply(ev agui.Event) error {
	switch ev := ev.(type) {
	case *agui.TextMessageStartEvent:
		t.startText(ev)
	case *agui.TextMessageContentEvent:
		t.appendTo(textMessage, ev.MessageID, ev.Delta, ev.Metadata, ev.SubagentRunID)
	case *agui.TextMessageEndEvent:
		t.endMessage(ev.MessageID, ev.Metadata)
	case *agui.ReasoningMessageStartEvent:
		t.startReasoning(ev)
	case *agui.ReasoningMessageContentEvent:
		t.appendTo(reasoningMessage, ev.MessageID, ev.Delta, ev.Metadata, ev.SubagentRunID)
	case *agui.ReasoningMessageEndEvent:
		t.endMessage(ev.MessageID, ev.Metadata)
	case *agui.ToolCallStartEvent:
		t.startCall(ev)
	case *agui.ToolCallArgsEvent:
		t.appendArgs(ev)
	case *agui.ToolCallEndEvent:
		t.mergeCall(ev.ToolCallID, ev.Metadata)
	case *agui.ToolCallResultEvent:
		t.result(ev)
	case *agui.ReasoningEncryptedValueEvent:
		t.encrypted(ev)
	case *agui.StateSnapshotEvent:
		t.state = NewDocument(ev.Snapshot)
	case *agui.StateDeltaEvent:
		return t.patchState(ev)
	case *agui.MessagesSnapshotEvent:
		t.snapshot(ev)
	case *agui.ActivitySnapshotEvent:
		t.activity(ev)
	case *agui.ActivityDeltaEvent:
		return t.patchActivity(ev)
	case *agui.RunStartedEvent:
		t.runStarted(ev)
	case *agui.RunFinishedEvent:
		t.runFinished(ev)
	case *agui.RunErrorEvent:
		t.runFailed(ev)
	}
	return nil
}

// add puts a message at the end. One without an id cannot be found again.
func (t *thread) add(h *held) {
	t.messages.add(h)
	t.index(h)
}

// insert puts a message behind another one.
func (t *thread) insert(at, h *held) {
	t.messages.after(at, h)
	t.index(h)
}

// index makes a message, and the calls in it, known by their ids.
func (t *thread) index(h *held) {
	if h.id != "" || idKnown(h.msg) {
		t.byID[h.id] = h
	}
	if m, ok := h.msg.(*agui.AssistantMessage); ok {
		for i, c := range m.ToolCalls {
			if old := t.calls[c.ID]; old == nil || old.in.id == h.id {
				t.calls[c.ID] = &call{in: h, at: i, id: c.ID}
			}
		}
	}
}

// idKnown tells whether a message's id is one, be it empty.
func idKnown(m agui.Message) bool {
	_, unknown := m.(*agui.UnknownMessage)
	return !unknown
}

// activityOwner is who owns a held activity message, and whether there is one of that id.
func (t *thread) activityOwner(id string) (opt.Opt[string], bool) {
	if h := t.byID[id]; h != nil {
		if m, ok := h.msg.(*agui.ActivityMessage); ok {
			return m.SubagentRunID, true
		}
	}
	return opt.None[string](), false
}

// Messages are the messages of the thread as they are now. They do not change when the stream goes on.
func (p *Pipeline) Messages() []agui.Message {
	for _, c := range p.thread.calls {
		c.settled()
	}
	messages := make([]agui.Message, 0, p.thread.messages.n)
	for h := range p.thread.messages.all() {
		h.settle()
		messages = append(messages, cloneMessage(h.msg))
	}
	return messages
}

// State is the state of the agent as it is now, which is null or any other JSON value.
func (p *Pipeline) State() jsonx.Raw { return p.thread.state.Raw() }

// Runs are the runs of the stream up to now, in their order.
func (p *Pipeline) Runs() []Run {
	runs := make([]Run, len(p.thread.runs))
	for i, r := range p.thread.runs {
		runs[i] = r.copy()
	}
	return runs
}

// LastRun is the last of the runs, and whether there is one.
func (p *Pipeline) LastRun() (Run, bool) {
	n := len(p.thread.runs)
	if n == 0 {
		return Run{}, false
	}
	return p.thread.runs[n-1].copy(), true
}

// RunError is the message of the last RUN_ERROR of the stream, and whether there was one. A later run may have finished
// all the same.
func (p *Pipeline) RunError() (string, bool) {
	if p.thread.runError == nil {
		return "", false
	}
	return *p.thread.runError, true
}

// ToolCall is a call as it is now, and whether a message holds it.
func (p *Pipeline) ToolCall(id string) (agui.ToolCall, bool) {
	c := p.thread.calls[id]
	if c == nil {
		return agui.ToolCall{}, false
	}
	tc := c.settled()
	if tc == nil {
		return agui.ToolCall{}, false
	}
	return *tc, true
}
