package server

import (
	"fmt"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// book keeps what the rules for producers are about that no reader checks: what the thread has of messages and calls, the
// state, and what is open. It gets events as chunks stand for them, in order and verified. It is used under the run's lock.
type book struct {
	input *agui.RunAgentInput
	// relayed tells that the event on its way is another producer's, who answers for it: it is noted and not judged.
	relayed bool
	// replay tells that it is of the past.
	replay bool
	// chunk tells that it was sent as a chunk.
	chunk bool

	messages map[string]*message
	calls    map[string]*call
	answers  map[string]bool // calls that are answered
	frontend map[string]bool // names of tools that are the client's
	runIDs   map[string]bool
	names    map[string]bool // of CUSTOM events that have no prefix
	state    pipeline.Document

	// Of the run that is open:
	open       map[thingKey]*thing
	opened     map[opt.Opt[string]]*shelf // by owner
	seq        int                        // of the thing that was opened last
	agents     map[string]*subagent
	attributed map[string]bool // subagents that something was attributed to
	started    map[string]bool // tool calls
	order      []string        // in which they were
	answered   map[string]bool

	// How the last run ended.
	outcome  pipeline.Outcome
	runError error
}

func newBook(input *agui.RunAgentInput) *book {
	b := &book{input: input, messages: map[string]*message{}, calls: map[string]*call{}, answers: map[string]bool{}, frontend: map[string]bool{}, runIDs: map[string]bool{}, names: map[string]bool{}}
	b.state = pipeline.NewDocument(input.State)
	if input.State == "" {
		b.state = pipeline.NewDocument("{}")
	}
	for i := range input.Tools {
		b.frontend[input.Tools[i].Name] = true
	}
	for _, m := range input.Messages {
		b.hold(m)
	}
	for _, m := range b.messages {
		m.given = true
	}
	for _, c := range b.calls {
		c.given = true
	}
	b.reset()
	return b
}

// reset forgets what is of a run. A run begins with nothing open (B15).
func (b *book) reset() {
	b.open, b.opened, b.seq = map[thingKey]*thing{}, map[opt.Opt[string]]*shelf{}, 0
	b.agents, b.attributed = map[string]*subagent{}, map[string]bool{}
	b.started, b.order, b.answered = map[string]bool{}, nil, map[string]bool{}
}

// broken is the error for a broken rule, nil where the event is not ours.
func (b *book) broken(rule pipeline.Rule, format string, args ...any) error {
	if b.relayed && rule != "B2" && rule != "B12" {
		return nil
	}
	return &RuleError{Rule: rule, Err: fmt.Errorf(format, args...)}
}

// note judges an event and notes it. After an error the book is not to be gone on with.
func (b *book) note(ev agui.Event) error {
	if tag, ok := pipeline.Attribution(ev).Get(); ok {
		if err := b.attribute(tag, ev); err != nil {
			return err
		}
	}
	switch ev := ev.(type) {
	case *agui.RunStartedEvent:
		return b.runStarted(ev)
	case *agui.RunFinishedEvent:
		b.runFinished(ev)
	case *agui.RunErrorEvent:
		b.outcome, b.runError = pipeline.OutcomeError, &RunError{Code: ev.Code.Or(""), Message: ev.Message}
	case *agui.TextMessageStartEvent:
		return b.startText(ev)
	case *agui.TextMessageEndEvent:
		b.shut(thingKey{kind: textMessage, id: ev.MessageID})
	case *agui.ToolCallStartEvent:
		return b.startCall(ev)
	case *agui.ToolCallEndEvent:
		b.shut(thingKey{kind: toolCall, id: ev.ToolCallID})
	case *agui.ToolCallResultEvent:
		return b.result(ev)
	case *agui.ReasoningStartEvent:
		b.begin(reasoningSpan, ev.MessageID, ev.SubagentRunID)
	case *agui.ReasoningEndEvent:
		b.shut(thingKey{kind: reasoningSpan, id: ev.MessageID})
	case *agui.ReasoningMessageStartEvent:
		return b.startReasoning(ev)
	case *agui.ReasoningMessageEndEvent:
		b.shut(thingKey{kind: reasoningMessage, id: ev.MessageID})
	case *agui.StepStartedEvent:
		b.begin(step, ev.StepName, ev.SubagentRunID)
	case *agui.StepFinishedEvent:
		b.shut(thingKey{kind: step, id: ev.StepName, owner: ev.SubagentRunID})
	case *agui.SubagentStartedEvent:
		return b.announce(ev)
	case *agui.SubagentFinishedEvent:
		b.terminate(ev.SubagentRunID)
	case *agui.SubagentErrorEvent:
		b.terminate(ev.SubagentRunID)
	case *agui.StateSnapshotEvent:
		b.state = pipeline.NewDocument(ev.Snapshot)
	case *agui.StateDeltaEvent:
		return b.patchState(ev)
	case *agui.ActivitySnapshotEvent:
		return b.activity(ev)
	case *agui.ActivityDeltaEvent:
		return b.patchActivity(ev)
	case *agui.MessagesSnapshotEvent:
		return b.snapshot(ev)
	case *agui.CustomEvent:
		if ev.Name == "" {
			return b.broken("H2", "it has no name")
		}
	}
	return nil
}

// runStarted judges the ids of a run: B2, A8.
func (b *book) runStarted(ev *agui.RunStartedEvent) error {
	switch {
	case ev.ThreadID != b.input.ThreadID:
		return b.broken("B2", "the run is on thread %s, and the input is for %s", quote(ev.ThreadID), quote(b.input.ThreadID))
	case b.replay && ev.RunID == b.input.RunID:
		return b.broken("B2", "a run of the past has the id of the run that is requested, %s", quote(ev.RunID))
	case b.runIDs[ev.RunID]:
		return b.broken("A8", "there was a run %s on the stream", quote(ev.RunID))
	}
	b.runIDs[ev.RunID] = true
	b.reset()
	return nil
}

// runFinished notes the outcome.
func (b *book) runFinished(ev *agui.RunFinishedEvent) {
	switch ev.Outcome.(type) {
	case *agui.RunFinishedInterruptOutcome:
		b.outcome = pipeline.OutcomeInterrupt
	case *agui.RunFinishedCancelledOutcome:
		b.outcome = pipeline.OutcomeCancelled
	default:
		b.outcome = pipeline.OutcomeSuccess
	}
}

// whose is an owner in words.
func whose(owner opt.Opt[string]) string {
	if id, ok := owner.Get(); ok {
		return "subagent " + quote(id)
	}
	return "the parent agent"
}

// unprefixed notes a name without a prefix, and tells whether it is a new one.
func (b *book) unprefixed(name string) bool {
	known := b.names[name]
	b.names[name] = true
	return !known
}
