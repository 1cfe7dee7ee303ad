package pipeline

import (
	"errors"
	"io"
	"log/slog"

	"github.com/agui-gen/agui-gen/out/agui"
)

// ProtocolVersion is the version of the protocol that this package speaks.
const ProtocolVersion = "1.0"

// Handler takes an event. An error ends the stream.
type Handler func(agui.Event) error

// Middleware is between the boundary and enforcement. It sees unknown and malformed events and may hand on to next what
// it likes: the event, another, several, or none. It must not change an event in place.
type Middleware func(next Handler) Handler

// Options are what a [Pipeline] can be told. The zero value is of use.
type Options struct {
	// Input is the input of the run that was requested, with the messages and the state that the consumer holds; nil for
	// none. See [PrepareInput].
	Input *agui.RunAgentInput
	// Peer is the latest release of the SDK that the producer can be, nil where nothing is known.
	Peer *Release
	// Middleware is applied in its order: the first sees an event first.
	Middleware []Middleware
	// Deliver gets each event after it has been applied; nil for nobody.
	Deliver Handler
	// Tolerate are rules of verification that warn where they would fail.
	Tolerate []Rule
	// Logger gets warnings at level warn, a thousand of a stream at most; nil for nobody.
	Logger *slog.Logger
	// OnWarning gets them, too, and all of them.
	OnWarning func(Warning)
	// NoWarn silences warnings.
	NoWarn bool
}

// Pipeline is one stream on its way through all stages. It is for one goroutine at a time.
type Pipeline struct {
	env      *env
	first    Handler
	verifier *verifier
	thread   *thread
	input    *agui.RunAgentInput
	err      error
	closed   bool
}

// New makes a pipeline for one stream.
func New(o Options) *Pipeline {
	e := newEnv(o)
	p := &Pipeline{env: e, input: o.Input}
	p.thread = newThread(e, o.Input, o.Deliver)
	p.verifier = newVerifier(e, o, p.thread.activityOwner, p.thread.handle)
	x := &expander{env: e, next: p.verifier.handle}
	f := &enforcer{env: e, next: x.handle}
	next := Handler(f.handle)
	for i := len(o.Middleware) - 1; i >= 0; i-- {
		next = o.Middleware[i](next)
	}
	b := newBoundary(e, o.Peer, next)
	p.first = b.handle
	return p
}

func newEnv(o Options) *env {
	e := &env{event: -1, logger: o.Logger, hook: o.OnWarning}
	if o.NoWarn {
		e.logger, e.hook = nil, nil
	}
	return e
}

// Push takes the next event of the stream. Its error is a [*ProtocolError], or what middleware or [Options.Deliver]
// returned; the pipeline takes no more events then, and gives the same error again.
func (p *Pipeline) Push(ev agui.Event) error {
	switch {
	case p.err != nil:
		return p.err
	case p.closed:
		return errEnded
	}
	p.env.event++
	p.env.kind = ev.EventType()
	p.err = p.first(ev)
	return p.err
}

var errEnded = errors.New("pipeline: an event after the end of the stream")

// End tells that the stream has ended, and what ended it: nil or io.EOF where it ended in order, else the reader's error.
// It is nil if all is well, a [*ProtocolError] if the stream was rejected, by the reader too, and wraps [ErrTruncated] if
// it ended too early.
func (p *Pipeline) End(cause error) error {
	if p.err != nil || p.closed {
		return p.err
	}
	p.closed = true
	if cause == io.EOF {
		cause = nil
	}
	if p.err = p.ended(cause); p.err == nil {
		p.checkLastRun()
	}
	return p.err
}

// checkLastRun warns if the run that was requested is not the last one.
func (p *Pipeline) checkLastRun() {
	if p.input == nil || len(p.thread.runs) == 0 {
		return
	}
	last := p.thread.runs[len(p.thread.runs)-1]
	if last.RunID != p.input.RunID && last.RunID != "" {
		p.env.kind = ""
		p.env.warn(StageVerification, "", "the last run of the stream is "+quote(last.RunID)+", and the one that was requested is "+quote(p.input.RunID))
	}
}
