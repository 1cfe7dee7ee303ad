package server

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// Run is one run of the agent: what the client wants, and what is written in return. It writes as the agent itself; a
// [Subagent] has the same writers.
//
// Everything on it can be used by several goroutines at once, except from within a [pipeline.Middleware] or
// [Options.OnEvent] of the run, which are called while an event is on its way.
type Run struct {
	Scope

	handler   *Handler
	request   *http.Request
	input     *agui.RunAgentInput
	ctx       context.Context
	cancel    context.CancelCauseFunc
	stopTimer context.CancelFunc // nil for none
	unfollow  []func() bool      // let go of the contexts that end the run

	mu    sync.Mutex // guards all that follows, and that events are sent one after another
	out   *out
	book  *book
	judge *pipeline.Producer
	head  pipeline.Handler
	tail  *link
	// failure is the first error of a write. There is nothing after it but the end of the run.
	failure error
	// unjudged tells that the event on its way is the server's last word, which is right whatever went before it.
	unjudged bool
	told     bool // and it has been sent
	started  bool // RUN_STARTED of this run has been sent
	ended    bool // nothing may be sent any more

	interrupts []agui.Interrupt
	asked      map[string]bool     // ids of interrupts
	askedBy    map[string][]string // those of subagents, by subagent
	result     jsonx.Raw
	usage      usage

	warned atomic.Int64 // how often
}

// link is the end of the chain of middleware, which grows.
type link struct{ next pipeline.Handler }

func (l *link) call(ev agui.Event) error { return l.next(ev) }

// Input is what the client has sent, stripped of what this version of the protocol does not know. It must not be changed.
func (r *Run) Input() *agui.RunAgentInput { return r.input }

// Format is the binding that the stream is written on, [transport.SSE] or [transport.Proto].
func (r *Run) Format() transport.Format { return r.out.format }

// Context is the agent's context, for code that has only the run.
func (r *Run) Context() context.Context { return r.ctx }

func (r *Run) key() runKey { return runKey{r.input.ThreadID, r.input.RunID} }

// Cancel stops the run for a reason that is no failure: the agent's context ends with the cause, everything that is open is
// closed, and the reader sees the outcome "cancelled" (B8 to B10). A nil cause is [ErrCancelled]. It does nothing once the
// agent has returned.
func (r *Run) Cancel(cause error) {
	if cause == nil {
		cause = ErrCancelled
	}
	r.cancel(cause)
}

// Use puts middleware on the stream from here on, behind what is there: it sees each event before it is checked and encoded,
// and hands on to next what it likes, also events of its own. It must not change an event in place. What it returns as an
// error ends the run.
func (r *Run) Use(middleware ...pipeline.Middleware) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.use(middleware)
}

func (r *Run) use(middleware []pipeline.Middleware) {
	for _, m := range middleware {
		l := &link{next: r.accept}
		r.tail.next = m(l.call)
		r.tail = l
	}
}

// SetResult sets what the run gives back when it ends with success or an interrupt: any JSON but null (A4). The error is
// that of encoding v, or a [*RuleError] for null; the result is then what it was, and the run goes on.
func (r *Run) SetResult(v any) error {
	raw, err := encode(v)
	if err == nil && raw.IsNull() {
		err = &RuleError{Rule: "A4", Event: agui.EventTypeRunFinished, Err: errNull}
	}
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.result = raw
	return nil
}

// Usage adds what one or more calls of a model have taken to the entry of its provider and model (I1 to I7). What is absent
// was not reported; parts of a total must be in it (I3, I4), and the total is input and output (I5). The error is a
// [*RuleError] for counts that cannot be so, which are not added; the run goes on.
func (r *Run) Usage(u agui.TokenUsage) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.usage.add(u)
}

// Messages sends the messages of the thread that the agent knows, all of them, in their order (F4).
func (r *Run) Messages(messages []agui.Message) error {
	return r.Send(agui.NewMessagesSnapshotEvent(messages))
}

// Send sends an event that has no writer here, such as a chunk. It is judged like all others. The beginning and the end of
// the run are the server's, and break rule B2.
func (r *Run) Send(ev agui.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch ev.(type) {
	case *agui.RunStartedEvent, *agui.RunFinishedEvent, *agui.RunErrorEvent:
		return r.misuse("B2", ev.EventType(), errBoundary)
	}
	return r.send(ev)
}

// errBytes is JSON, or so it seems, that encoding/json would send as base64 text.
var errBytes = errors.New("server: []byte would be sent as base64 text; say jsonx.Raw for JSON, or string for text")

// encode is a value as JSON; raw JSON stays as it is.
func encode(v any) (jsonx.Raw, error) {
	if _, ok := v.([]byte); ok {
		return "", errBytes
	}
	if raw, ok := v.(jsonx.Raw); ok {
		return raw, raw.Validate()
	}
	return jsonx.FromGo(v)
}
