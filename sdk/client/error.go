package client

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// How a run can end without having failed. [Run.Err] and [Run.Do] give them, and the iterator does not.
var (
	// ErrInterrupted is a run that stopped to ask. [Run.Last] has the interrupts.
	ErrInterrupted = errors.New("the run was interrupted and waits for answers")
	// ErrCancelled is a run that was stopped before it was done, for a reason that is no failure (L6.23).
	ErrCancelled = errors.New("the run was cancelled")
)

// ErrTruncated is a stream that ended before its run did (K4.1). The error that wraps it also wraps what cut it off.
var ErrTruncated = pipeline.ErrTruncated

// What cuts a stream off on this side, and what is asked too early or too often.
var (
	// ErrAbandoned is a loop over events that was left before the run had ended.
	ErrAbandoned = errors.New("the caller stopped reading")
	// ErrIdleTimeout is a stream on which nothing came for [Options.IdleTimeout].
	ErrIdleTimeout = errors.New("nothing came for too long")
	// ErrHeaderTimeout is a response whose header did not come within [Options.HeaderTimeout].
	ErrHeaderTimeout = errors.New("the header of the response did not come in time")
	// ErrUsed is a second use of a [Run], which is one request.
	ErrUsed = errors.New("the run has been started already")
	// ErrNotEnded is what [Run.Err] gives before the run has ended.
	ErrNotEnded = errors.New("the run has not ended")
)

// ProtocolError is a stream that this side rejects. It is not what the agent reports.
type ProtocolError = pipeline.ProtocolError

// RunError is a run that its producer reports to have failed (L6.22).
type RunError struct {
	// RunID is empty for a run that failed before it started.
	RunID string
	// Message is for people. It is the producer's text, and untrusted.
	Message string
	// Code is empty where there is none.
	Code string
}

func (e *RunError) Error() string {
	s := "the agent reports an error: " + quote(e.Message)
	if e.Code != "" {
		s += " (" + quote(e.Code) + ")"
	}
	return s
}

// InputError is an input that must not be sent. Nothing was.
type InputError struct {
	// Rule is the number of the rule that the input breaks, "" for none of the protocol's.
	Rule pipeline.Rule
	Err  error
}

func (e *InputError) Error() string {
	if e.Rule == "" {
		return fmt.Sprintf("nothing was sent: %v", e.Err)
	}
	return fmt.Sprintf("nothing was sent (%s): %v", e.Rule, e.Err)
}

// Unwrap is what is wrong.
func (e *InputError) Unwrap() error { return e.Err }

// inputError makes an *InputError of what package pipeline has against an input. It does not wrap the [*ProtocolError]:
// that is about streams, to callers of this package.
func inputError(err error) error {
	var rejected *pipeline.ProtocolError
	if errors.As(err, &rejected) {
		return &InputError{Rule: rejected.Rule, Err: rejected.Err}
	}
	return &InputError{Rule: pipeline.RuleInput, Err: err}
}

// DialError is a connection that was not made: the name was not found, nobody listened, or TLS failed. Nothing was sent.
type DialError struct{ Err error }

func (e *DialError) Error() string { return fmt.Sprintf("cannot connect: %v", e.Err) }

// Unwrap is why.
func (e *DialError) Unwrap() error { return e.Err }

// NoResponseError is a request to which no header of a response came. Whether the agent has it is not known.
type NoResponseError struct{ Err error }

func (e *NoResponseError) Error() string { return fmt.Sprintf("no response: %v", e.Err) }

// Unwrap is why.
func (e *NoResponseError) Unwrap() error { return e.Err }

// StreamTooLargeError is a response over [Options.MaxStream]. It comes in a [*ProtocolError].
type StreamTooLargeError struct{ Limit int64 } // in bytes

func (e *StreamTooLargeError) Error() string {
	return fmt.Sprintf("the response is over the limit of %d bytes", e.Limit)
}

// contextError is why a context has ended: its error, and its cause where that says more.
func contextError(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if cause == nil || errors.Is(err, cause) || errors.Is(cause, err) {
		return err
	}
	return fmt.Errorf("%w: %w", err, cause)
}

// quote is text of a peer for use in a message: in quotes, and not too long.
func quote(s string) string {
	const most = 300 // bytes
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}

// orDefault is a limit in time: its default where it is 0, and 0, for none, where it is negative.
func orDefault(d, normal time.Duration) time.Duration {
	switch {
	case d == 0:
		return normal
	case d < 0:
		return 0
	}
	return d
}
