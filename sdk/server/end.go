package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// verdict is how an agent returned, or that it did not in time.
type verdict struct {
	err error
	// cause is why the run was cancelled before that, nil if it was not.
	cause error
}

// call runs the agent, and says how it returned, also when its goroutine exits within it.
func (r *Run) call(agent Agent, returned chan<- verdict) {
	v := verdict{err: errGoexit}
	defer func() {
		v.cause = context.Cause(r.ctx)
		returned <- v
	}()
	v.err = safely(func() error { return agent(r.ctx, r) })
}

// open begins the stream.
func (r *Run) open() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.out.send(nil); err != nil {
		_ = r.lost(err)
		return
	}
	if !r.handler.options.DeferStart {
		_ = r.start() // noted, and the agent's first write shows it
	}
}

// wait is until the agent has returned, or the run is cancelled and the grace is over. Meanwhile it keeps the stream alive.
func (r *Run) wait(returned <-chan verdict) verdict {
	beat := newHeartbeat(r)
	defer beat.stop()
	for {
		select {
		case v := <-returned:
			return v
		case <-beat.after():
			beat.beat()
		case <-r.ctx.Done():
			grace := time.NewTimer(r.handler.options.Grace)
			defer grace.Stop()
			select {
			case v := <-returned:
				return v
			case <-grace.C:
				return verdict{cause: context.Cause(r.ctx)}
			}
		}
	}
}

// end ends the stream. Nothing can be written afterwards.
func (r *Run) end(v verdict) End {
	r.mu.Lock()
	defer r.mu.Unlock()
	end := r.conclude(v)
	r.ended = true
	end.Usage = r.usage.entries()
	r.out.release(r.request)
	return end
}

// close lets go of what the run holds.
func (r *Run) close(cause error) {
	if cause == nil {
		cause = ErrEnded
	}
	r.cancel(cause)
	if r.stopTimer != nil {
		r.stopTimer()
	}
	for _, stop := range r.unfollow {
		stop()
	}
}

// conclude decides how the run has ended, and tells the reader.
func (r *Run) conclude(v verdict) End {
	switch {
	case errors.Is(r.failure, ErrAbandoned):
		return End{Outcome: OutcomeAbandoned, Err: r.failure}
	case errors.Is(v.cause, ErrAbandoned):
		return End{Outcome: OutcomeAbandoned, Err: v.cause}
	case r.failure != nil:
		return r.fail(because(v.err, r.failure))
	case r.judge.Failed():
		r.logAfter(v.err)
		return End{Outcome: pipeline.OutcomeError, Err: r.book.runError}
	case r.started && r.judge.Finished():
		if v.err != nil && v.cause == nil {
			return r.fail(v.err) // late, as B5 allows
		}
		return End{Outcome: r.book.outcome}
	case v.cause != nil:
		r.logAfter(v.err)
		r.interrupts, r.askedBy = nil, nil // nothing is asked any more, by a subagent neither
		return r.finish(End{Outcome: pipeline.OutcomeCancelled, Err: v.cause})
	case v.err != nil:
		return r.fail(v.err)
	case len(r.interrupts) > 0:
		return r.finish(End{Outcome: pipeline.OutcomeInterrupt})
	}
	return r.finish(End{Outcome: pipeline.OutcomeSuccess})
}

// because is the error of an agent that may not know, or hide, what it failed of.
func because(err, failure error) error {
	switch {
	case err == nil:
		return failure
	case errors.Is(err, failure):
		return err
	}
	return fmt.Errorf("%w, after %w", err, failure)
}

// logAfter logs an error that changes nothing any more.
func (r *Run) logAfter(err error) {
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.Cause(r.ctx)) {
		r.log("the agent has failed after the end of its run", "", err)
	}
}

func (r *Run) log(message, id string, err error) {
	r.handler.logFailure(r.ctx, message, id, err, slog.String("threadId", r.input.ThreadID), slog.String("runId", r.input.RunID))
}

// finish closes everything that is open, and then the run (B6, B9).
func (r *Run) finish(end End) End {
	err := r.start()
	if err == nil {
		err = r.closeAll()
	}
	if err == nil {
		err = r.pass(r.finished(end.Outcome))
	}
	if err == nil && !r.judge.Finished() {
		err = r.lost(errKept)
	}
	switch {
	case err == nil:
		return end
	case errors.Is(err, ErrAbandoned):
		return End{Outcome: OutcomeAbandoned, Err: err}
	}
	return r.fail(err)
}

// finished is RUN_FINISHED with an outcome (B7, B10, D8, J1).
func (r *Run) finished(outcome pipeline.Outcome) agui.Event {
	ev := &agui.RunFinishedEvent{ThreadID: r.input.ThreadID, RunID: r.input.RunID, Result: r.result, Usage: r.usage.entries()}
	switch outcome {
	case pipeline.OutcomeCancelled:
		ev.Outcome, ev.Result = &agui.RunFinishedCancelledOutcome{}, ""
	case pipeline.OutcomeInterrupt:
		ev.Outcome = agui.NewRunFinishedInterruptOutcome(r.interrupts)
	default:
		ev.Outcome = &agui.RunFinishedSuccessOutcome{PendingToolCallIDs: r.book.pending()}
	}
	return ev
}

// closeAll sends the ends of all that is open.
func (r *Run) closeAll() error {
	for _, t := range r.book.everyUnclosed() {
		if err := r.pass(r.endOf(t)); err != nil {
			return err
		}
	}
	return nil
}

// fail ends the run with RUN_ERROR, which needs nothing to be closed (B6, B11).
func (r *Run) fail(err error) End {
	end := End{Outcome: pipeline.OutcomeError, Err: err}
	shown, id := shown(err)
	end.ErrorID = id
	r.log("the run has failed", id, err)
	if r.judge.Failed() {
		return end
	}
	ev := agui.NewRunErrorEvent(shown.Message)
	ev.Usage = r.usage.entries()
	if shown.Code != "" {
		ev.Code = opt.Some(shown.Code)
	}
	r.unjudged = true
	for _, way := range []func() error{
		func() error { return r.head(ev) },
		func() error { return r.accept(ev) },
		func() error { return r.accept(agui.NewRunErrorEvent("internal error")) }, // what the agent says is too long
	} {
		failed := safely(way)
		if errors.Is(failed, ErrAbandoned) {
			return End{Outcome: OutcomeAbandoned, Err: failed}
		}
		if r.told {
			break
		}
	}
	return end
}

func safely(f func() error) (err error) {
	defer recovered(&err)
	return f()
}

// shown is what of an error a reader sees, and what it can be found by in the log, "" if nothing is hidden.
func shown(err error) (RunError, string) {
	var e *RunError
	if !errors.As(err, &e) {
		id := rand.Text()
		return RunError{Code: "internal_error", Message: internal(id)}, id
	}
	return RunError{Code: strings.ToValidUTF8(e.Code, "\uFFFD"), Message: strings.ToValidUTF8(e.Message, "\uFFFD")}, ""
}
