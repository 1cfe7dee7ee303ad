package server

import (
	"errors"
	"fmt"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// What writers return when there is nothing more to be written. They are also causes of the agent's context, see
// [context.Cause].
var (
	// ErrEnded is a write after the end of the run.
	ErrEnded = errors.New("server: the run has ended")
	// ErrCancelled is a run that [Run.Cancel] or [Handler.Cancel] has stopped without saying why.
	ErrCancelled = errors.New("server: the run was cancelled")
	// ErrShutdown is a run that [Handler.Shutdown] has stopped.
	ErrShutdown = errors.New("server: the server is shutting down")
	// ErrRunTimeout is a run that went on for longer than [Options.RunTimeout].
	ErrRunTimeout = errors.New("server: the run took too long")
	// ErrAbandoned is a reader that has gone, or takes nothing any more: its connection is closed, or a write has failed or
	// passed its deadline. The error wraps what happened.
	ErrAbandoned = errors.New("server: the reader has gone")
)

// ErrClosed is in a [*RuleError] when a writer is used after its end.
var ErrClosed = errors.New("the writer is closed")

// RuleError is an event that a producer must not send. Nothing of it has been sent. It is a mistake of the agent, so the
// run is lost: every later write returns the same error, and the reader gets RUN_ERROR.
type RuleError struct {
	// Rule is the number of the rule in the protocol's checklist, such as C4.
	Rule pipeline.Rule
	// Event is the type of the event.
	Event agui.EventType
	Err   error
}

func (e *RuleError) Error() string {
	return fmt.Sprintf("server: %s breaks rule %s: %v", e.Event, e.Rule, e.Err)
}

// Unwrap is what is wrong.
func (e *RuleError) Unwrap() error { return e.Err }

// RunError is the one error of an agent whose text the reader sees, as that of RUN_ERROR or SUBAGENT_ERROR (B11). It counts
// wherever in the chain of an error it is.
type RunError struct {
	// Code is for programs, an open string; "" for none.
	Code string
	// Message is for people.
	Message string
	// Err is for the log, nil for nothing.
	Err error
}

func (e *RunError) Error() string {
	s := e.Message
	if e.Code != "" {
		s = e.Code + ": " + s
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap is what only the log sees.
func (e *RunError) Unwrap() error { return e.Err }

// panicError is an agent that panicked.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// errGoexit is an agent whose goroutine ended without its returning.
var errGoexit = errors.New("the agent's goroutine has exited")

// quote is text for use in an error: in quotes, and not too long.
func quote(s string) string {
	const most = 100 // bytes
	if len(s) > most {
		s = s[:most] + "…"
	}
	return fmt.Sprintf("%q", s)
}
