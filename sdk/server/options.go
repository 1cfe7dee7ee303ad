package server

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// The defaults of [Options].
const (
	DefaultMaxBody      = 10 << 20 // bytes
	DefaultReadTimeout  = time.Minute
	DefaultWriteTimeout = 30 * time.Second
	DefaultHeartbeat    = 15 * time.Second
	DefaultGrace        = 2 * time.Second
)

// Options are what a [Handler] can be told. The zero value is of use.
type Options struct {
	// Admit is asked about each request whose input is well-formed, before anything is answered. It authenticates and
	// authorises: ids in the input are claims of the client, and so is whose thread it is. An [*HTTPError] becomes the
	// response; any other error, and a panic, is a 500 that shows nothing of it. The context it returns, derived from the
	// one it got, is the agent's, so that whoever it found is known there; nil leaves it as it is. The request's body can be
	// read again, for signatures. Nil admits everybody.
	Admit func(ctx context.Context, r *http.Request, input *agui.RunAgentInput) (context.Context, error)

	// RefuseActive answers 409 to a run whose id is active on its thread, in this handler. A run id must be new (A8), but
	// only the application knows all that there were; see Admit.
	RefuseActive bool
	// DeferStart leaves the beginning of the run to the agent: RUN_STARTED is sent with the first thing that it writes, or
	// at its end, where it is otherwise sent before the agent is called. [Run.Replay] needs that, and so does a [Run.Relay]
	// that is to keep the version of the protocol that its source declares.
	DeferStart bool

	// Middleware sees each event that is to be sent before it is checked and encoded, RUN_STARTED and the end of the run
	// included. See [Run.Use].
	Middleware []pipeline.Middleware
	// ProtoPolicy is when to answer protobuf.
	ProtoPolicy transport.ProtoPolicy

	// MaxBody is how long the body of a request may be, in bytes; 0 is [DefaultMaxBody].
	MaxBody int64
	// ReadTimeout is how long the body of a request may take to come, from the call of the handler on, before it is answered
	// with 408; 0 is the ReadTimeout of the http.Server, or [DefaultReadTimeout] where that has none; less is no limit but
	// that of the http.Server. The header is the http.Server's alone: set its ReadHeaderTimeout.
	ReadTimeout time.Duration
	// MaxFrame is how long an event may be, in bytes, on protobuf with its header; 0 is [transport.DefaultMaxFrame]. A
	// longer one is an error of the agent's on either binding, for a reader with the same limit does not take it on either.
	MaxFrame int
	// WriteTimeout is how long one event may take to be written before the reader counts as gone; 0 is
	// [DefaultWriteTimeout], less is no limit. It replaces the WriteTimeout of the http.Server, which is about the whole
	// response.
	WriteTimeout time.Duration
	// RunTimeout is how long a run may take before it is cancelled with [ErrRunTimeout]; 0 is no limit.
	RunTimeout time.Duration
	// Grace is how long a run that is cancelled waits for its agent to return before its stream is ended without it; 0 is
	// [DefaultGrace], less is not at all.
	Grace time.Duration
	// Heartbeat is after how long a silence a comment is sent on server-sent events; 0 is [DefaultHeartbeat], less is never.
	Heartbeat time.Duration
	// ProtoHeartbeat is the same on protobuf, where it is a RAW event with the source "heartbeat", for an empty frame ends
	// the published client; 0 is never.
	ProtoHeartbeat time.Duration

	// Logger gets errors, and warnings, a thousand of a run at most; nil is slog.Default().
	Logger *slog.Logger
	// OnWarning gets what a developer should know of in an input or a relayed stream and that did not stop it, all of it.
	OnWarning func(ctx context.Context, w pipeline.Warning)
	// OnStart is called when the response is about to begin, before any OnEvent and before the agent.
	OnStart func(ctx context.Context, run *Run)
	// OnEvent is called after each event that has been sent, one at a time. It must not write to the run, nor change the
	// event.
	OnEvent func(ctx context.Context, run *Run, ev agui.Event)
	// OnEnd is called once for each OnStart, when nothing more is written.
	OnEnd func(ctx context.Context, run *Run, end End)
}

// OutcomeAbandoned is a run whose reader has gone before its end. It was told no outcome (K4.2).
const OutcomeAbandoned pipeline.Outcome = "abandoned"

// End is how a run ended.
type End struct {
	// Outcome is one of pipeline's, or [OutcomeAbandoned].
	Outcome pipeline.Outcome
	// Err is why, nil for success and interrupt: the cause of a cancelled or abandoned run, the error of a failed one.
	Err error
	// ErrorID is what stands in RUN_ERROR in place of an error that is not for the reader, and in the log with that error;
	// "" for none.
	ErrorID string
	// Usage is what the run reported.
	Usage []agui.TokenUsage
	// Duration is from OnStart to OnEnd.
	Duration time.Duration
}

// withDefaults are the options with the defaults put in; a limit that is switched off is 0.
func (o Options) withDefaults() Options {
	if o.MaxBody <= 0 {
		o.MaxBody = DefaultMaxBody
	}
	if o.MaxFrame <= 0 {
		o.MaxFrame = transport.DefaultMaxFrame
	}
	o.WriteTimeout = orDefault(o.WriteTimeout, DefaultWriteTimeout)
	o.Heartbeat = orDefault(o.Heartbeat, DefaultHeartbeat)
	o.Grace = orDefault(o.Grace, DefaultGrace)
	o.RunTimeout, o.ProtoHeartbeat = max(0, o.RunTimeout), max(0, o.ProtoHeartbeat)
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return o
}

func orDefault(d, def time.Duration) time.Duration {
	switch {
	case d == 0:
		return def
	case d < 0:
		return 0
	}
	return d
}
