package pipeline

import (
	"errors"
	"fmt"

	"github.com/agui-gen/agui-gen/sdk/transport"
)

// Stage is a part of the pipeline.
type Stage string

// The stages in their order. StageRequest is about the input, before there is a stream.
const (
	StageRequest      Stage = "request"
	StageReader       Stage = "reader"
	StageBoundary     Stage = "boundary"
	StageMiddleware   Stage = "middleware"
	StageEnforcement  Stage = "enforcement"
	StageExpansion    Stage = "expansion"
	StageVerification Stage = "verification"
	StageApplication  Stage = "application"
)

// Rule is the number of a rule in the protocol's checklist.
type Rule string

// The rules that a stream or an input is rejected by. Those of verification, L5, can be demoted to warnings with
// [Options.Tolerate].
const (
	RuleDecode      Rule = "L1.1"  // bytes are an event
	RuleMalformed   Rule = "L3.4"  // what the schema knows has a value that it allows
	RuleConstant    Rule = "L3.5"  // a constant has its value
	RuleChunk       Rule = "L4.2"  // a first chunk says what it opens, later ones do not contradict it
	RuleAmbiguous   Rule = "L4.5"  // it is clear which item a chunk continues
	RuleFirst       Rule = "L5.1"  // a stream begins with a run, or with an error
	RuleSequence    Rule = "L5.2"  // runs do not overlap, and nothing comes outside them
	RuleOpen        Rule = "L5.3"  // an item is opened once and continued only while it is open
	RuleStep        Rule = "L5.4"  // a step is started once and finished once
	RuleUnclosed    Rule = "L5.5"  // nothing is open when a run finishes
	RuleAttribution Rule = "L5.6"  // what continues an item does not name another owner
	RuleSubagent    Rule = "L5.7"  // a subagent is announced once and ends once
	RuleIdentity    Rule = "L5.10" // the events of a run agree on its ids; interrupts have ids of their own
	RulePatch       Rule = "L6.10" // a patch is one
	RuleInput       Rule = "M2"    // an input is well-formed before it is sent
	RuleResume      Rule = "J4"    // a resume covers every interrupt
)

// ProtocolError is a stream, or an input, that this pipeline rejects. It is not what a producer reports with RUN_ERROR.
type ProtocolError struct {
	Stage Stage
	// Rule is "" where a limit of this pipeline's own was passed, see [TooManyItemsError].
	Rule Rule
	// Event is the index of the event in the stream, from 0; -1 where it is not about one.
	Event int
	Err   error
}

func (e *ProtocolError) Error() string {
	s := "rejected by " + string(e.Stage)
	if e.Event >= 0 {
		s = fmt.Sprintf("event %d: %s", e.Event, s)
	}
	if e.Rule != "" {
		s += fmt.Sprintf(" (%s)", e.Rule)
	}
	return fmt.Sprintf("%s: %v", s, e.Err)
}

// Unwrap is what is wrong.
func (e *ProtocolError) Unwrap() error { return e.Err }

// ErrTruncated is a stream that ended too early: with a run open, inside an event, or without any event but such as were
// dropped; or by an error of the connection before the run that was requested began. There is no outcome then, and what
// came before stays delivered. The error that [Pipeline.End] returns also wraps what ended it.
var ErrTruncated = errors.New("the stream ended before its run did")

// answered tells whether nothing more is to come: the last run is the one that was requested, or failed before it started,
// or nobody knows which was requested.
func (p *Pipeline) answered() bool {
	if p.input == nil || len(p.thread.runs) == 0 {
		return true
	}
	last := p.thread.runs[len(p.thread.runs)-1]
	return last.RunID == p.input.RunID || last.RunID == ""
}

// ended is the error for the end of a stream, given what ended it: nil for an end in order.
func (p *Pipeline) ended(cause error) error {
	var undecodable *transport.DecodeError
	var event *transport.EventTooLargeError
	var frame *transport.FrameTooLargeError
	switch {
	case errors.As(cause, &undecodable), errors.As(cause, &event), errors.As(cause, &frame):
		return &ProtocolError{StageReader, RuleDecode, p.env.event + 1, cause}
	case errors.Is(cause, transport.ErrTruncated):
		return fmt.Errorf("%w: %w", ErrTruncated, cause)
	case p.verifier.phase != fresh && p.verifier.phase != running && (cause == nil || p.answered()):
		return nil // an error of the connection after the last event is no concern of the run
	case cause != nil:
		return fmt.Errorf("%w: %w", ErrTruncated, cause)
	}
	return ErrTruncated
}
