package client

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"sync/atomic"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// Run is one request for a run, and what comes of it. Nothing is sent before [Run.Events] or [Run.Do] is used, one of
// them and once. Its methods are for the goroutine that uses it, in the loop and after.
type Run struct {
	client  *Client
	source  source
	used    atomic.Bool
	err     error
	input   *agui.RunAgentInput // as it is held
	pipe    *pipeline.Pipeline  // nil before there is a stream
	header  http.Header
	stopped bool  // the loop has been left
	why     error // it has been left for
}

// source is where a run has its input from, and who hears of its end.
type source interface {
	// start gives the input, whose top level the run may change. Its error is that of the run; ended is not called then.
	start() (*agui.RunAgentInput, error)
	ended(*Run)
}

// Run makes a run of an input. A thread or run id that is empty is minted; so is the run id of each retry. The input is
// not changed, and not read before the run is used.
//
// Before it is sent, retired shapes in it are translated, what the schema does not know is stripped with a warning, and
// activity messages are left out (M2, M3, M11); what is malformed is an [*InputError].
func (c *Client) Run(input *agui.RunAgentInput, options ...RunOption) *Run {
	s := &single{input: input}
	for _, o := range options {
		o(s)
	}
	return &Run{client: c, source: s, err: ErrNotEnded}
}

// Events sends the input and gives the events of the stream as the pipeline delivers them: chunks expanded, each after it
// has been applied. The last pair has an error and no event if the run failed, in the ways that the package lists; a run
// that was interrupted or cancelled gives none.
//
// An event is given before the next one is read, so that a slow caller loses nothing. Breaking out of the loop closes the
// connection: the run is truncated then, unless it had ended. No goroutine is left in any case.
func (r *Run) Events(ctx context.Context) iter.Seq2[agui.Event, error] {
	return func(yield func(agui.Event, error) bool) {
		if r.used.Swap(true) {
			yield(nil, ErrUsed)
			return
		}
		err := r.do(ctx, func(ev agui.Event) error {
			if !yield(ev, nil) {
				return ErrAbandoned
			}
			return nil
		})
		if err != nil && !r.stopped && !errors.Is(err, ErrInterrupted) && !errors.Is(err, ErrCancelled) {
			yield(nil, err)
		}
	}
}

// do is the run from the input to the end, or to the first error of deliver.
func (r *Run) do(ctx context.Context, deliver pipeline.Handler) error {
	input, err := r.source.start()
	if err != nil {
		r.err = err
		return err
	}
	r.input = input
	r.err = abandoned(ErrAbandoned) // that holds if deliver panics
	defer func() { r.source.ended(r) }()
	r.err = r.stream(ctx, deliver)
	return r.err
}

func (r *Run) stream(ctx context.Context, deliver pipeline.Handler) error {
	send, err := r.prepare()
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return contextError(ctx)
	}
	body, format, err := r.client.open(ctx, r.input, send)
	if err != nil {
		return err
	}
	defer body.Close()
	r.header = body.resp.Header
	o := r.client.pipeline()
	o.Input = r.input
	o.Deliver = func(ev agui.Event) error {
		if !r.stopped { // middleware may hand on more after an error
			r.why = deliver(ev)
			r.stopped = r.why != nil
		}
		return r.why
	}
	r.pipe = pipeline.New(o)
	if err := r.drain(ctx, body, transport.NewEventReader(body, format, r.client.o.MaxFrame)); err != nil {
		return err
	}
	return r.outcome()
}

// prepare makes what is sent of the input, and what is held. The ids are minted where there are none.
func (r *Run) prepare() (send *agui.RunAgentInput, err error) {
	if r.input.ThreadID == "" {
		r.input.ThreadID = newID()
	}
	if r.input.RunID == "" {
		r.input.RunID = newID()
	}
	text, err := r.input.AppendJSON(nil)
	if err != nil {
		return nil, inputError(err)
	}
	held, send, err := pipeline.PrepareInput(jsonx.Raw(text), r.client.pipeline())
	if err != nil {
		return nil, inputError(err)
	}
	r.input = held
	return send, nil
}

// drain hands the events of a stream to the pipeline, until the end or the first error.
func (r *Run) drain(ctx context.Context, body *stream, events *transport.EventReader) error {
	for {
		ev, err := events.Next()
		if err == nil && ctx.Err() != nil {
			err = contextError(ctx) // what has come already is not waited for, and is not handed on
		}
		if err != nil {
			return r.end(events, err)
		}
		err = r.pipe.Push(ev)
		switch {
		case r.stopped && !r.answered():
			return abandoned(r.why)
		case r.stopped:
			return r.outcome()
		case err != nil:
			return err
		case isEnd(ev) && r.answered():
			body.ending()
		}
	}
}

func isEnd(ev agui.Event) bool {
	t := ev.EventType()
	return t == agui.EventTypeRunFinished || t == agui.EventTypeRunError
}

// end tells the pipeline what ended the stream.
func (r *Run) end(events *transport.EventReader, cause error) error {
	var large *StreamTooLargeError
	if errors.As(cause, &large) {
		_, n := events.Place()
		return &pipeline.ProtocolError{Stage: pipeline.StageReader, Rule: pipeline.RuleDecode, Event: n, Err: large}
	}
	return r.pipe.End(cause)
}

// abandoned is a stream that was left, for a reason of the caller's.
func abandoned(why error) error { return fmt.Errorf("%w: %w", ErrTruncated, why) }

// answered tells whether the run that was requested has ended, or has failed before it started.
func (r *Run) answered() bool {
	last, ok := r.Last()
	return ok && last.Outcome != "" && (last.RunID == r.input.RunID || last.RunID == "")
}

// outcome is how the last run of a stream ended that was read to its end.
func (r *Run) outcome() error {
	last, _ := r.Last()
	switch last.Outcome {
	case pipeline.OutcomeError:
		return &RunError{RunID: last.RunID, Message: last.Error, Code: last.Code}
	case pipeline.OutcomeInterrupt:
		return ErrInterrupted
	case pipeline.OutcomeCancelled:
		return ErrCancelled
	}
	return nil
}

// Err is how the run ended, nil for success; see the package. Before that it is [ErrNotEnded].
func (r *Run) Err() error { return r.err }

// Input is the input as it is held, with the ids that were minted; what is sent differs in what the consumer keeps to
// itself, such as activity messages. It is nil before the run is used, and not to be changed.
func (r *Run) Input() *agui.RunAgentInput { return r.input }

// Header is that of the response, nil before there is a stream. What a [*StatusError] is about has it itself.
func (r *Run) Header() http.Header { return r.header }

// Messages are the messages of the thread as they are now, with those of the input. They do not change when the run goes
// on.
func (r *Run) Messages() []agui.Message {
	switch {
	case r.pipe != nil:
		return r.pipe.Messages()
	case r.input != nil:
		return slices.Clone(r.input.Messages)
	}
	return nil
}

// State is the state of the agent as it is now: null or any other JSON value. It is untrusted (P3).
func (r *Run) State() jsonx.Raw {
	switch {
	case r.pipe != nil:
		return r.pipe.State()
	case r.input != nil && r.input.State != "":
		return r.input.State
	}
	return "{}"
}

// Runs are the runs of the stream up to now, replayed ones too, in their order.
func (r *Run) Runs() []pipeline.Run {
	if r.pipe == nil {
		return nil
	}
	return r.pipe.Runs()
}

// Last is the last run of the stream up to now, with its result, usage, interrupts and pending tool calls, and whether
// there is one.
func (r *Run) Last() (pipeline.Run, bool) {
	if r.pipe == nil {
		return pipeline.Run{}, false
	}
	return r.pipe.LastRun()
}
