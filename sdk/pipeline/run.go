package pipeline

import (
	"slices"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Outcome is how a run ended.
type Outcome string

// The outcomes. A run that has not ended, or whose stream was cut off, has none.
const (
	OutcomeSuccess   Outcome = "success"
	OutcomeInterrupt Outcome = "interrupt"
	OutcomeCancelled Outcome = "cancelled"
	OutcomeError     Outcome = "error"
)

// Run is one run of a stream.
type Run struct {
	// ThreadID and RunID are empty for a run that failed before it started.
	ThreadID string  `json:"threadId,omitempty"`
	RunID    string  `json:"runId,omitempty"`
	Outcome  Outcome `json:"outcome,omitempty"`
	// Error is the message of RUN_ERROR, Code its code.
	Error  string            `json:"error,omitempty"`
	Code   string            `json:"code,omitempty"`
	Result jsonx.Raw         `json:"result,omitempty"`
	Usage  []agui.TokenUsage `json:"usage,omitempty"`
	// Interrupts are those to answer, with the outcome interrupt.
	Interrupts []agui.Interrupt `json:"interrupts,omitempty"`
	// PendingToolCallIDs are the calls of this run that nobody has answered, in their order: as the producer lists them
	// on success, or else those that were started and got no result.
	PendingToolCallIDs []string `json:"pendingToolCallIds,omitempty"`

	calls []string
	state map[string]callState
}

type callState uint8

const (
	callOpen callState = iota + 1
	callAnswered
)

func (r *Run) copy() Run {
	c := *r
	c.calls, c.state = nil, nil
	c.PendingToolCallIDs = slices.Clone(r.PendingToolCallIDs)
	if r.Outcome == "" {
		c.PendingToolCallIDs = r.pending()
	}
	return c
}

// started notes a call of this run.
func (r *Run) started(id string) {
	if r.state == nil {
		r.state = map[string]callState{}
	}
	if r.state[id] == 0 {
		r.calls, r.state[id] = append(r.calls, id), callOpen
	}
}

// answered notes a result, which may come before its call.
func (r *Run) answered(id string) {
	if r.state == nil {
		r.state = map[string]callState{}
	}
	r.state[id] = callAnswered
}

// pending are the calls that were started and not answered.
func (r *Run) pending() []string {
	var ids []string
	for _, id := range r.calls {
		if r.state[id] == callOpen {
			ids = append(ids, id)
		}
	}
	return ids
}

// run is the run that is open, nil if none is.
func (t *thread) run() *Run {
	if n := len(t.runs); n > 0 && t.runs[n-1].Outcome == "" {
		return t.runs[n-1]
	}
	return nil
}

func (t *thread) runStarted(ev *agui.RunStartedEvent) {
	checkVersion(t.env, StageApplication, "producer", "consumer", ev.ProtocolVersion)
	t.runs = append(t.runs, &Run{ThreadID: ev.ThreadID, RunID: ev.RunID})
	if ev.Input == nil {
		return
	}
	for _, m := range ev.Input.Messages {
		if t.byID[idOf(m)] == nil {
			t.add(hold(m))
		}
	}
}

func (t *thread) runFinished(ev *agui.RunFinishedEvent) {
	r := t.run()
	if r == nil {
		r = &Run{ThreadID: ev.ThreadID, RunID: ev.RunID}
		t.runs = append(t.runs, r)
	}
	r.Outcome, r.Result, r.Usage, r.PendingToolCallIDs = OutcomeSuccess, ev.Result, ev.Usage, r.pending()
	switch o := ev.Outcome.(type) {
	case *agui.RunFinishedSuccessOutcome:
		if len(o.PendingToolCallIDs) > 0 {
			r.PendingToolCallIDs = slices.Clone(o.PendingToolCallIDs)
		}
	case *agui.RunFinishedInterruptOutcome:
		r.Outcome, r.Interrupts = OutcomeInterrupt, slices.Clone(o.Interrupts)
	case *agui.RunFinishedCancelledOutcome:
		r.Outcome = OutcomeCancelled
	}
}

// runFailed ends the run that is open, or makes a failure of the one that had finished.
func (t *thread) runFailed(ev *agui.RunErrorEvent) {
	t.runError = &ev.Message
	r := t.run()
	if r == nil && len(t.runs) > 0 && t.runs[len(t.runs)-1].Outcome != OutcomeError {
		r = t.runs[len(t.runs)-1]
	}
	if r == nil {
		r = &Run{}
		t.runs = append(t.runs, r)
	}
	if r.Outcome == "" {
		r.PendingToolCallIDs = r.pending()
	}
	r.Outcome, r.Error, r.Code = OutcomeError, ev.Message, ev.Code.Or("")
	r.Usage = append(slices.Clip(r.Usage), ev.Usage...)
	r.Interrupts = nil
}
