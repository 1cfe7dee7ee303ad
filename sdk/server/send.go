package server

import (
	"context"
	"errors"
	"runtime/debug"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/wire"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

var (
	errNull     = errors.New("null is no value here; leave it out")
	errBoundary = errors.New("the server begins and ends the run")
	errKept     = errors.New("server: middleware has kept the beginning or the end of the run back")
)

// The functions of this file are called under the run's lock.

// send is the way of each event that the agent writes.
func (r *Run) send(ev agui.Event) error {
	if err := r.writable(); err != nil {
		return err
	}
	if err := r.start(); err != nil {
		return err
	}
	return r.pass(ev)
}

// writable is why nothing can be written, nil if it can.
func (r *Run) writable() error {
	switch {
	case r.failure != nil:
		return r.failure
	case r.ended:
		return ErrEnded
	case r.ctx.Err() != nil:
		return context.Cause(r.ctx)
	}
	return nil
}

// start sends RUN_STARTED unless that has been done (B3).
func (r *Run) start() error {
	if r.started {
		return nil
	}
	r.started = true
	err := r.pass(&agui.RunStartedEvent{ThreadID: r.input.ThreadID, RunID: r.input.RunID,
		ProtocolVersion: opt.Some(pipeline.ProtocolVersion), ParentRunID: r.input.ParentRunID})
	if err == nil && !r.judge.Running() {
		err = r.lost(errKept)
	}
	return err
}

// pass sends an event through the middleware.
func (r *Run) pass(ev agui.Event) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{p, debug.Stack()}
		}
		if err != nil {
			err = r.lost(err)
		}
	}()
	return r.head(ev)
}

// lost notes the first error, after which the run can only fail, and tells the agent to stop.
func (r *Run) lost(err error) error {
	if r.failure == nil {
		r.failure = err
		r.cancel(err)
	}
	return err
}

// misuse is the error for what a writer was asked and must not do.
func (r *Run) misuse(rule pipeline.Rule, event agui.EventType, err error) error {
	if err := r.writable(); err != nil {
		return err
	}
	return r.lost(&RuleError{Rule: rule, Event: event, Err: err})
}

// accept is the end of the chain: it encodes an event, judges it and writes it.
func (r *Run) accept(ev agui.Event) error {
	b, unfit := r.out.encode(ev)
	if err := r.check(ev, unfit); err != nil {
		if errors.Is(err, errDropped) {
			return nil
		}
		return err
	}
	if unfit != nil {
		return unfit
	}
	if r.out.format == transport.Proto || r.book.relayed {
		for _, pointer := range transport.Omitted(ev, r.out.format) {
			r.warn(ev.EventType(), pointer, "left out: it has no form on "+string(r.out.format))
		}
	}
	if err := r.out.send(b); err != nil {
		return err
	}
	r.told = r.unjudged
	if r.handler.options.OnEvent != nil {
		r.handler.options.OnEvent(r.ctx, r, ev)
	}
	return nil
}

// errDropped is an event that is passed over, with a warning.
var errDropped = errors.New("dropped")

// check judges an event. Unfit is why it cannot be encoded, nil if it can.
func (r *Run) check(ev agui.Event, unfit error) error {
	if r.unjudged {
		return nil
	}
	r.book.chunk = isChunk(ev)
	if !r.book.relayed {
		return ruleError(ev, r.judge.Check(ev))
	}
	if _, malformed := ev.(*agui.MalformedEvent); !malformed && hasNoForm(unfit) {
		r.warn(ev.EventType(), "", "dropped: "+unfit.Error())
		return errDropped
	}
	return ruleError(ev, r.judge.CheckRelayed(ev))
}

// hasNoForm tells whether an error is that of a value which one of the bindings cannot carry.
func hasNoForm(err error) bool {
	var proto *wire.EncodeError
	var text *jsonx.EncodeError
	return errors.As(err, &proto) || errors.As(err, &text)
}

// ruleError is the judgement of an event as an error of this package.
func ruleError(ev agui.Event, err error) error {
	if err == nil {
		return nil
	}
	var mine *RuleError
	var theirs *pipeline.ProtocolError
	switch {
	case errors.As(err, &mine):
		mine.Event = ev.EventType()
	case errors.As(err, &theirs) && theirs.Rule != "": // else it is a limit
		rule := theirs.Rule
		if theirs.Stage == pipeline.StageEnforcement {
			rule = "B14" // a producer sends what the schema defines
		}
		return &RuleError{Rule: rule, Event: ev.EventType(), Err: theirs.Err}
	}
	return err
}

func isChunk(ev agui.Event) bool {
	switch ev.(type) {
	case *agui.TextMessageChunkEvent, *agui.ToolCallChunkEvent, *agui.ReasoningMessageChunkEvent:
		return true
	}
	return false
}

// maxLogged is how many warnings of one run the logger gets: a stream that is relayed can cause very many.
const maxLogged = 1000

// warn tells the developer of something in an event.
func (r *Run) warn(t agui.EventType, pointer, message string) {
	w := pipeline.Warning{Stage: pipeline.StageMiddleware, Event: -1, Type: t, Pointer: pointer, Message: message}
	if n := r.warned.Add(1); n <= maxLogged+1 {
		text := strings.TrimSpace(w.String())
		if n > maxLogged {
			text = "there are more warnings about the same run, and they are not logged"
		}
		r.handler.options.Logger.WarnContext(r.ctx, text, "threadId", r.input.ThreadID, "runId", r.input.RunID)
	}
	if hook := r.handler.warner(r.ctx); hook != nil {
		hook(w)
	}
}
