package client

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// ErrBusy is a run on a thread, or an answer to a call of it, while another run is under way.
var ErrBusy = errors.New("a run is under way on this thread")

// ThreadOptions are what a thread begins with. The zero value is a new thread; one that is taken up again has what
// [Thread.Messages] and the others gave.
type ThreadOptions struct {
	// ID is minted where it is empty.
	ID         string
	Messages   []agui.Message
	State      jsonx.Raw
	Interrupts []agui.Interrupt
	// Pending are the ids of frontend calls to answer.
	Pending []string

	// Tools are offered in each run, nil for none.
	Tools *Tools
	// Context and ForwardedProps are sent with each run.
	Context        []agui.Context
	ForwardedProps jsonx.Raw
}

// Thread is a conversation with an agent: it keeps messages, state and interrupts from run to run. One run at a time is
// under way on it. Its methods are safe for concurrent use, and show what is between runs: what a run brings is the
// thread's when the run has ended, in whatever way.
type Thread struct {
	client *Client
	o      ThreadOptions

	mu         sync.Mutex
	busy       bool
	messages   []agui.Message
	later      []agui.Message // added while a run is under way
	state      jsonx.Raw
	interrupts []agui.Interrupt
	pending    []string // calls that may wait for an answer
}

// Thread makes a thread with the agent of the client.
func (c *Client) Thread(o ThreadOptions) *Thread {
	if o.ID == "" {
		o.ID = newID()
	}
	return &Thread{
		client: c, o: o, messages: slices.Clone(o.Messages), state: o.State,
		interrupts: slices.Clone(o.Interrupts), pending: slices.Clone(o.Pending),
	}
}

// ID is the id of the thread.
func (t *Thread) ID() string { return t.o.ID }

// Add puts messages at the end, or after what the run under way brings.
func (t *Thread) Add(messages ...agui.Message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy {
		t.later = append(t.later, messages...)
		return
	}
	t.messages = append(t.messages, messages...)
}

// Say adds a user's message, and returns its id.
func (t *Thread) Say(text string) string {
	m := agui.NewUserMessage(newID(), agui.Text(text))
	t.Add(m)
	return m.ID
}

// Messages are the messages of the thread, not to be changed.
func (t *Thread) Messages() []agui.Message {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Concat(t.messages, t.later)
}

// State is the state of the agent, {} where there is none yet.
func (t *Thread) State() jsonx.Raw {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.state == "" {
		return "{}"
	}
	return t.state
}

// SetState replaces the state, for the next run. It is [ErrBusy] while one is under way, whose state it would not be.
func (t *Thread) SetState(state jsonx.Raw) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy {
		return ErrBusy
	}
	t.state = state
	return nil
}

// Interrupts are those that [Thread.Resume] has to answer: of the run that was interrupted last, until another finishes.
func (t *Thread) Interrupts() []agui.Interrupt {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.interrupts)
}

// Run makes a run with all that the thread has. It is sent when it is used, and is an [*InputError] then if interrupts are
// open (J4), if frontend calls wait for an answer (M8), or if another run is under way ([ErrBusy]).
func (t *Thread) Run() *Run { return t.Resume() }

// Resume makes a run that continues the interrupted one. It must answer or abandon each of [Thread.Interrupts], and can
// only abandon those that have expired (J3 to J6); else it is an [*InputError] when it is used.
func (t *Thread) Resume(entries ...agui.ResumeEntry) *Run {
	return &Run{client: t.client, source: &turn{t, entries}, err: ErrNotEnded}
}

// Answer is an entry for [Thread.Resume] that answers an interrupt. A payload of "" is none.
func Answer(interruptID string, payload jsonx.Raw) agui.ResumeEntry {
	e := agui.NewResumeEntry(interruptID, agui.ResumeEntryStatusResolved)
	e.Payload = payload
	return *e
}

// Abandon is an entry for [Thread.Resume] that gives an interrupt up.
func Abandon(interruptID string) agui.ResumeEntry {
	return *agui.NewResumeEntry(interruptID, agui.ResumeEntryStatusCancelled)
}

// turn is the source of a run on a thread.
type turn struct {
	thread *Thread
	resume []agui.ResumeEntry
}

// start makes the input of the run, if there may be one.
func (u *turn) start() (*agui.RunAgentInput, error) {
	input, err := u.take()
	if err == nil && input.State.IsNull() {
		input.State = ""
		u.thread.client.warn(pipeline.Warning{Stage: pipeline.StageRequest, Event: -1, Pointer: "/state",
			Message: "the state is null, which cannot be sent; it is left out, and the agent starts from {}"})
	}
	return input, err
}

// take makes the thread busy with the run.
func (u *turn) take() (*agui.RunAgentInput, error) {
	t := u.thread
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy {
		return nil, &InputError{Err: ErrBusy}
	}
	if err := pipeline.CheckResume(t.interrupts, u.resume, time.Now()); err != nil {
		return nil, inputError(err)
	}
	if err := once(u.resume); err != nil {
		return nil, err
	}
	if calls := t.waiting(); len(calls) > 0 {
		return nil, &InputError{Rule: RuleAnswers, Err: fmt.Errorf("tool call %s of %s waits for an answer", quote(calls[0].ID), quote(calls[0].Function.Name))}
	}
	input := agui.NewRunAgentInput(t.o.ID, newID(), slices.Clone(t.messages))
	input.Context, input.ForwardedProps, input.Resume = t.o.Context, t.o.ForwardedProps, u.resume
	if t.o.Tools != nil {
		input.Tools = t.o.Tools.definitions()
	}
	input.State = t.state
	t.busy = true
	return input, nil
}

// ended takes over what the run has brought.
func (u *turn) ended(r *Run) {
	t := u.thread
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy = false
	if r.pipe != nil {
		t.messages, t.state = r.Messages(), r.State()
		for _, run := range r.Runs() {
			t.note(&run)
		}
	}
	t.messages, t.later = append(t.messages, t.later...), nil
}

// note keeps what a run leaves to answer.
func (t *Thread) note(run *pipeline.Run) {
	switch run.Outcome {
	case pipeline.OutcomeSuccess:
		t.interrupts = nil
		t.pending = append(t.pending, run.PendingToolCallIDs...)
	case pipeline.OutcomeCancelled:
		t.interrupts = nil
	case pipeline.OutcomeInterrupt:
		t.interrupts = slices.Clone(run.Interrupts)
		t.pending = append(t.pending, t.frontend(run)...)
	}
}

// frontend are the calls of an interrupted run that wait for this side: those of tools that it offers, unless an
// interrupt is about them. The others are the agent's own.
func (t *Thread) frontend(run *pipeline.Run) []string {
	asked := make(map[opt.Opt[string]]bool, len(run.Interrupts))
	for _, i := range run.Interrupts {
		asked[i.ToolCallID] = true
	}
	calls, _ := t.calls()
	var ids []string
	for _, id := range run.PendingToolCallIDs {
		c, ok := calls[id]
		if ok && !asked[opt.Some(id)] && t.o.Tools.named(c.call.Function.Name) != nil {
			ids = append(ids, id)
		}
	}
	return ids
}
