package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// Agent does one run. It returns nil when it is done, and the run then ends with success, or with the interrupts it has
// raised; an error ends the run with RUN_ERROR, of which the reader sees only a [*RunError]. The context ends when the run
// is to stop; [context.Cause] says why.
type Agent func(ctx context.Context, run *Run) error

// Handler serves an agent. Make one with [New].
type Handler struct {
	agent   Agent
	options Options

	mu       sync.Mutex
	active   map[runKey]map[*Run]struct{}
	work     int           // requests and agents that are not done
	stopping bool          // Shutdown has been called
	idle     chan struct{} // closed when stopping and there is no work
}

// runKey is a run by its ids.
type runKey struct{ threadID, runID string }

// New makes a handler for an agent.
func New(agent Agent, o Options) *Handler {
	return &Handler{agent: agent, options: o.withDefaults(), active: map[runKey]map[*Run]struct{}{}, idle: make(chan struct{})}
}

// ServeHTTP answers one request: it judges the input, asks [Options.Admit], and streams the run. It returns when the stream
// is over, which may be before the agent returns, if that goes on after its context has ended.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !h.begin() {
		h.refuse(w, r, &HTTPError{Status: http.StatusServiceUnavailable, Detail: "The server is shutting down. Try again in a moment."})
		return
	}
	defer h.done()
	run, err := h.prepare(w, r)
	if err != nil {
		h.refuse(w, r, err)
		return
	}
	h.serve(run)
}

var errUnflushable = errors.New("server: the response writer cannot flush, so there can be no stream; a middleware may hide that it can")

// prepare makes the run of a request, registered. A panic of what the application has to do with that is an error, too.
func (h *Handler) prepare(w http.ResponseWriter, r *http.Request) (run *Run, err error) {
	defer recovered(&err)
	input, body, err := h.readInput(w, r)
	if err != nil {
		return nil, err
	}
	ctx, err := h.admit(r, input, body)
	if err != nil {
		return nil, err
	}
	if !canFlush(w) {
		return nil, errUnflushable
	}
	run = h.newRun(ctx, w, r, input)
	if err := h.register(run); err != nil {
		run.close(err)
		return nil, err
	}
	return run, nil
}

// refuse answers with an HTTP error.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	var e *HTTPError
	if !errors.As(err, &e) || e.Status < 400 || e.Status > 599 {
		id := rand.Text()
		h.logFailure(r.Context(), "request failed", id, err)
		e = &HTTPError{Status: http.StatusInternalServerError, Detail: internal(id)}
	} else {
		h.options.Logger.LogAttrs(r.Context(), slog.LevelInfo, "request refused", slog.Int("status", e.Status), slog.String("detail", e.Detail), slog.Any("error", e.Err))
	}
	e.write(w)
}

// internal is what is shown in place of an error.
func internal(id string) string { return "internal error (" + id + ")" }

// logFailure is where the error is that an id stands for.
func (h *Handler) logFailure(ctx context.Context, message, id string, err error, attrs ...slog.Attr) {
	attrs = append(attrs, slog.String("id", id), slog.Any("error", err))
	var p *panicError
	if errors.As(err, &p) {
		attrs = append(attrs, slog.String("stack", string(p.stack)))
	}
	h.options.Logger.LogAttrs(ctx, slog.LevelError, message, attrs...)
}

// admit asks the application. The context is the agent's.
func (h *Handler) admit(r *http.Request, input *agui.RunAgentInput, body []byte) (ctx context.Context, err error) {
	if h.options.Admit == nil {
		return r.Context(), nil
	}
	again := r.WithContext(r.Context())
	again.Body = io.NopCloser(bytes.NewReader(body))
	if ctx, err = h.options.Admit(r.Context(), again, input); ctx == nil {
		ctx = r.Context()
	}
	return ctx, err
}

// recovered makes an error of a panic, when deferred.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = &panicError{p, debug.Stack()}
	}
}

// begin counts something that Shutdown waits for, and tells whether it may begin.
func (h *Handler) begin() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopping {
		return false
	}
	h.work++
	return true
}

func (h *Handler) done() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.work--; h.work == 0 && h.stopping {
		close(h.idle)
	}
}

// register makes a run known to Cancel and Shutdown, and counts its agent as work. Its error is an [*HTTPError].
func (h *Handler) register(run *Run) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	key := run.key()
	switch {
	case h.stopping:
		return &HTTPError{Status: http.StatusServiceUnavailable, Detail: "The server is shutting down. Try again in a moment."}
	case h.options.RefuseActive && len(h.active[key]) > 0:
		return &HTTPError{Status: http.StatusConflict, Detail: "A run with this id is active on the thread. Begin another run with a new id."}
	}
	if h.active[key] == nil {
		h.active[key] = map[*Run]struct{}{}
	}
	h.active[key][run] = struct{}{}
	h.work++
	return nil
}

func (h *Handler) unregister(run *Run) {
	h.mu.Lock()
	defer h.mu.Unlock()
	key := run.key()
	if delete(h.active[key], run); len(h.active[key]) == 0 {
		delete(h.active, key)
	}
}

// Cancel stops the run that is active under these ids in this handler, as [Run.Cancel] does, and tells whether there was
// one. Who may do that is for the caller to know.
func (h *Handler) Cancel(threadID, runID string, cause error) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	runs := h.active[runKey{threadID, runID}]
	for run := range runs {
		run.Cancel(cause)
	}
	return len(runs) > 0
}

// Shutdown cancels all runs with [ErrShutdown], so that their readers see the cancelled outcome, answers 503 to new
// requests, and waits until all agents have returned. Its error is that of the context, if that ends first. It is to be
// called before the Shutdown of the http.Server, which waits for responses and ends none; and not by an agent or a hook, for
// which it would wait.
func (h *Handler) Shutdown(ctx context.Context) error {
	h.mu.Lock()
	if !h.stopping {
		h.stopping = true
		for _, runs := range h.active {
			for run := range runs {
				run.Cancel(ErrShutdown)
			}
		}
		if h.work == 0 {
			close(h.idle)
		}
	}
	h.mu.Unlock()
	select {
	case <-h.idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// warner is the hook for warnings, nil for none.
func (h *Handler) warner(ctx context.Context) func(pipeline.Warning) {
	if h.options.OnWarning == nil {
		return nil
	}
	return func(w pipeline.Warning) { h.options.OnWarning(ctx, w) }
}

// newRun makes the run of a request that has been admitted.
func (h *Handler) newRun(ctx context.Context, w http.ResponseWriter, r *http.Request, input *agui.RunAgentInput) *Run {
	run := &Run{handler: h, request: r, input: input, book: newBook(input), asked: map[string]bool{}, askedBy: map[string][]string{}}
	run.Scope = Scope{run: run}
	run.out = &out{w: w, control: http.NewResponseController(w), timeout: h.options.WriteTimeout, maxFrame: h.options.MaxFrame,
		format: transport.Negotiate(r.Header.Values("Accept"), h.options.ProtoPolicy)}
	run.judge = pipeline.NewProducer(run.book.activityOwner, run.book.note)
	run.tail = &link{next: run.accept}
	run.head = run.tail.call
	run.use(h.options.Middleware)
	// What ends the request's context ends the run, and does so with a cause that says who has gone. Derived, the run's context
	// would only say that it was cancelled.
	run.ctx, run.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	for _, outer := range []context.Context{r.Context(), ctx} { // that of the application may outlive the request, and need not be derived from it
		run.unfollow = append(run.unfollow, context.AfterFunc(outer, func() {
			cause := context.Cause(outer)
			if gone := context.Cause(r.Context()); gone != nil {
				cause = fmt.Errorf("%w: %w", ErrAbandoned, gone)
			}
			run.cancel(cause)
		}))
	}
	if h.options.RunTimeout > 0 {
		run.ctx, run.stopTimer = context.WithTimeoutCause(run.ctx, h.options.RunTimeout, ErrRunTimeout)
	}
	return run
}

// serve streams a run that is registered.
func (h *Handler) serve(run *Run) {
	began := time.Now()
	h.guard(run.ctx, func() {
		if h.options.OnStart != nil {
			h.options.OnStart(run.ctx, run)
		}
	})
	run.open()
	returned := make(chan verdict, 1)
	go func() {
		defer h.done()
		run.call(h.agent, returned)
	}()
	end := run.end(run.wait(returned))
	end.Duration = time.Since(began)
	run.close(end.Err)
	h.unregister(run)
	h.guard(run.ctx, func() {
		if h.options.OnEnd != nil {
			h.options.OnEnd(run.ctx, run, end)
		}
	})
}

// guard calls a hook, whose panics go into the log.
func (h *Handler) guard(ctx context.Context, hook func()) {
	var err error
	func() {
		defer recovered(&err)
		hook()
	}()
	if err != nil {
		h.logFailure(ctx, "a hook has panicked", rand.Text(), err)
	}
}
