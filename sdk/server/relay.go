package server

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

var (
	errStarted = errors.New("the past comes before the run that was requested; set Options.DeferStart")
	errOpen    = errors.New("a run is open on the stream")
)

// Reading are the events of a reader, up to its end or its first error, for [Run.Relay] and [Run.Replay].
func Reading(r *transport.EventReader) iter.Seq2[agui.Event, error] {
	return func(yield func(agui.Event, error) bool) {
		for {
			ev, err := r.Next()
			if err == io.EOF || !yield(ev, err) || err != nil {
				return
			}
		}
	}
}

// Replay sends runs of the past, before the one that was requested, each with its own ids and its own version of the
// protocol (B2, N5). The events of each are as they were, from its RUN_STARTED to its end, with the exception of messages
// and calls that the input has: those are restated by MESSAGES_SNAPSHOT and STATE_SNAPSHOT (B12). It needs
// [Options.DeferStart]. What it does with unknown material, and its errors, are those of [Run.Relay].
func (r *Run) Replay(events iter.Seq2[agui.Event, error]) error {
	if err := r.replayable(); err != nil {
		return err
	}
	if err := r.relay(events, true); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.judge.Running() {
		return r.lost(fmt.Errorf("server: cannot replay: %w", pipeline.ErrTruncated))
	}
	return nil
}

func (r *Run) replayable() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.started:
		return r.misuse("B2", agui.EventTypeRunStarted, errStarted)
	case r.judge.Running():
		return r.misuse("B4", agui.EventTypeRunStarted, errOpen)
	}
	return r.writable()
}

// Relay hands on the stream of another producer, which is asked for the run that was requested here. Its events pass as
// they are, also where they are, or have in them, what this version of the protocol does not know; they are held against
// the rules that a reader checks. What the binding of the client cannot carry is left out, with a warning. The end of the
// run in it is the end of this run.
//
// With [Options.DeferStart] its RUN_STARTED passes, too, with the version of the protocol that it declares (N5). Otherwise
// that has been sent, and is left out.
//
// The error is the stream's, a [*RuleError], or as for writers. A stream that ends before its run does is
// [pipeline.ErrTruncated].
func (r *Run) Relay(events iter.Seq2[agui.Event, error]) error {
	if err := r.relay(events, false); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.judge.Running() || !r.started && !r.judge.Failed() {
		return r.lost(fmt.Errorf("server: cannot relay: %w", pipeline.ErrTruncated))
	}
	r.started = true // what has failed before it began does not begin any more
	return nil
}

func (r *Run) relay(events iter.Seq2[agui.Event, error], replay bool) error {
	for ev, err := range events {
		if err == nil {
			err = r.handOn(ev, replay)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// handOn relays one event.
func (r *Run) handOn(ev agui.Event, replay bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.writable(); err != nil {
		return err
	}
	if start, ok := ev.(*agui.RunStartedEvent); ok && !replay {
		if r.started && start.RunID == r.input.RunID {
			if v := start.ProtocolVersion.Or(""); v != pipeline.ProtocolVersion {
				r.warn(start.EventType(), "/protocolVersion", "left out: the stream declares the version "+quote(v)+" and this run has begun with "+pipeline.ProtocolVersion+"; set Options.DeferStart")
			}
			return nil
		}
		r.started = r.started || start.RunID == r.input.RunID
	}
	r.book.relayed, r.book.replay = true, replay
	defer func() { r.book.relayed, r.book.replay = false, false }()
	return r.pass(ev)
}
