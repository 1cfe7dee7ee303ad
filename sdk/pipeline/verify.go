package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// verifier is the stage that holds the order of events against the rules of section L5. An event that breaks one fails,
// or, if the rule is tolerated, is handed on with a warning.
type verifier struct {
	env       *env
	next      Handler
	tolerated []Rule
	// activityOwner tells who owns an activity that is held.
	activityOwner func(id string) (opt.Opt[string], bool)

	phase    phase
	input    *agui.RunAgentInput
	threadID string // of all runs
	runID    string
	open     [4]tracker // by item
	steps    map[step]struct{}
	agents   map[string]bool // the subagents announced in this run, and whether they are active
	order    []string        // in which they were announced
	items    int             // of the stream, see MaxItems
}

// phase is where a stream is.
type phase uint8

const (
	fresh    phase = iota // nothing has come
	running               // a run is open
	finished              // the last run has finished
	failed                // the last run has failed
)

// step is a step by its owner.
type step struct {
	owner opt.Opt[string]
	name  string
}

func newVerifier(e *env, o Options, activityOwner func(string) (opt.Opt[string], bool), next Handler) *verifier {
	v := &verifier{env: e, next: next, tolerated: o.Tolerate, input: o.Input, activityOwner: activityOwner}
	v.reset()
	return v
}

// reset forgets what is open. A run begins with nothing open.
func (v *verifier) reset() {
	v.open = [4]tracker{}
	v.steps = map[step]struct{}{}
	v.agents = map[string]bool{}
	v.order = nil
}

// broken is the error for a broken rule, nil after a warning if the rule is tolerated.
func (v *verifier) broken(rule Rule, format string, args ...any) error {
	if slices.Contains(v.tolerated, rule) {
		v.env.warn(StageVerification, "", "tolerated "+string(rule)+": "+fmt.Sprintf(format, args...))
		return nil
	}
	return v.env.fail(StageVerification, rule, fmt.Errorf(format, args...))
}

func (v *verifier) handle(ev agui.Event) error {
	if err := v.sequence(ev); err != nil {
		return err
	}
	if err := v.check(ev); err != nil {
		return err
	}
	if v.items += itemsOf(ev); v.items > MaxItems {
		return v.env.fail(StageVerification, "", &TooManyItemsError{Limit: MaxItems})
	}
	return v.next(ev)
}

// sequence judges where in the stream an event may come.
func (v *verifier) sequence(ev agui.Event) error {
	t := ev.EventType()
	boundary := t == agui.EventTypeRunStarted || t == agui.EventTypeRunError
	switch v.phase {
	case fresh:
		if !boundary {
			v.phase = finished // for who tolerates that: there is still no run
			return v.broken(RuleFirst, "the first event must be RUN_STARTED or RUN_ERROR, not %s", t)
		}
	case running:
		if t == agui.EventTypeRunStarted {
			return v.broken(RuleSequence, "RUN_STARTED while run %s is still active; finish that first", quote(v.runID))
		}
	case finished:
		if !boundary {
			return v.broken(RuleSequence, "%s after the run has finished; only RUN_STARTED or RUN_ERROR may follow", t)
		}
	case failed:
		if t != agui.EventTypeRunStarted {
			return v.broken(RuleSequence, "%s after the run has failed; only RUN_STARTED may follow", t)
		}
	}
	return nil
}

// check judges an event by what is open, and notes what it opens and closes.
func (v *verifier) check(ev agui.Event) error {
	switch ev := ev.(type) {
	case *agui.RunStartedEvent:
		return v.runStarted(ev)
	case *agui.RunFinishedEvent:
		return v.runFinished(ev)
	case *agui.RunErrorEvent:
		v.phase = failed
		v.reset()
	case *agui.TextMessageStartEvent:
		return v.begin(textMessage, ev.MessageID, ev.SubagentRunID)
	case *agui.TextMessageContentEvent:
		return v.goOn(textMessage, ev.MessageID, ev.SubagentRunID)
	case *agui.TextMessageEndEvent:
		return v.finish(textMessage, ev.MessageID, ev.SubagentRunID)
	case *agui.ToolCallStartEvent:
		return v.begin(toolCall, ev.ToolCallID, ev.SubagentRunID)
	case *agui.ToolCallArgsEvent:
		return v.goOn(toolCall, ev.ToolCallID, ev.SubagentRunID)
	case *agui.ToolCallEndEvent:
		return v.finish(toolCall, ev.ToolCallID, ev.SubagentRunID)
	case *agui.ReasoningMessageStartEvent:
		return v.begin(reasoningMessage, ev.MessageID, ev.SubagentRunID)
	case *agui.ReasoningMessageContentEvent:
		return v.goOn(reasoningMessage, ev.MessageID, ev.SubagentRunID)
	case *agui.ReasoningMessageEndEvent:
		return v.finish(reasoningMessage, ev.MessageID, ev.SubagentRunID)
	case *agui.ReasoningStartEvent:
		return v.begin(reasoningSpan, ev.MessageID, ev.SubagentRunID)
	case *agui.ReasoningEndEvent:
		return v.finish(reasoningSpan, ev.MessageID, ev.SubagentRunID)
	case *agui.StepStartedEvent:
		return v.stepStarted(step{ev.SubagentRunID, ev.StepName})
	case *agui.StepFinishedEvent:
		return v.stepFinished(step{ev.SubagentRunID, ev.StepName})
	case *agui.ActivityDeltaEvent:
		if owner, ok := v.activityOwner(ev.MessageID); ok {
			return v.attribution("activity", ev.MessageID, ev.SubagentRunID, owner)
		}
	case *agui.SubagentStartedEvent:
		return v.subagentStarted(ev)
	case *agui.SubagentFinishedEvent:
		return v.subagentEnded(ev.SubagentRunID)
	case *agui.SubagentErrorEvent:
		return v.subagentEnded(ev.SubagentRunID)
	}
	return nil
}

func (v *verifier) runStarted(ev *agui.RunStartedEvent) error {
	if v.threadID != "" && ev.ThreadID != v.threadID {
		if err := v.broken(RuleIdentity, "run %s is on thread %s, and the run before it was on %s", quote(ev.RunID), quote(ev.ThreadID), quote(v.threadID)); err != nil {
			return err
		}
	}
	if v.threadID == "" && v.input != nil && ev.ThreadID != v.input.ThreadID {
		v.env.warn(StageVerification, "/threadId", "the thread is "+quote(ev.ThreadID)+", and the input is for "+quote(v.input.ThreadID))
	}
	v.phase, v.threadID, v.runID = running, ev.ThreadID, ev.RunID
	v.reset()
	return nil
}

func (v *verifier) runFinished(ev *agui.RunFinishedEvent) error {
	if v.phase == running {
		if err := v.sameRun(ev); err != nil {
			return err
		}
	}
	if left := v.unclosed(); left != "" {
		if err := v.broken(RuleUnclosed, "RUN_FINISHED while something is still active: %s", left); err != nil {
			return err
		}
	}
	if o, ok := ev.Outcome.(*agui.RunFinishedInterruptOutcome); ok {
		seen := map[string]bool{}
		for _, i := range o.Interrupts {
			if seen[i.ID] {
				if err := v.broken(RuleIdentity, "there are two interrupts with the id %s", quote(i.ID)); err != nil {
					return err
				}
			}
			seen[i.ID] = true
		}
	}
	v.phase = finished
	return nil
}

func (v *verifier) sameRun(ev *agui.RunFinishedEvent) error {
	if ev.RunID != v.runID {
		if err := v.broken(RuleIdentity, "RUN_FINISHED names run %s, and the run that is open is %s", quote(ev.RunID), quote(v.runID)); err != nil {
			return err
		}
	}
	if ev.ThreadID != v.threadID {
		return v.broken(RuleIdentity, "RUN_FINISHED names thread %s, and the run that is open is on %s", quote(ev.ThreadID), quote(v.threadID))
	}
	return nil
}

// unclosed lists what is open, "" for nothing: at most a few of each kind.
func (v *verifier) unclosed() string {
	var all []string
	for kind := range v.open {
		for _, id := range v.open[kind].first(3) {
			all = append(all, item(kind).String()+" "+quote(id))
		}
	}
	var steps []string
	for s := range v.steps {
		steps = append(steps, "step "+quote(s.name))
	}
	slices.Sort(steps)
	all = append(all, steps[:min(3, len(steps))]...)
	var agents []string
	for _, id := range v.order {
		if v.agents[id] {
			agents = append(agents, "subagent "+quote(id))
		}
	}
	all = append(all, agents[:min(3, len(agents))]...)
	return strings.Join(all, ", ")
}

func (v *verifier) stepStarted(s step) error {
	if _, ok := v.steps[s]; ok {
		return v.broken(RuleStep, "step %s is started and active already", quote(s.name))
	}
	v.steps[s] = struct{}{}
	return nil
}

func (v *verifier) stepFinished(s step) error {
	if _, ok := v.steps[s]; !ok {
		whose := "the parent agent"
		if id, ok := s.owner.Get(); ok {
			whose = "subagent " + quote(id)
		}
		return v.broken(RuleStep, "step %s of %s is finished and was not started", quote(s.name), whose)
	}
	delete(v.steps, s)
	return nil
}

func (v *verifier) subagentStarted(ev *agui.SubagentStartedEvent) error {
	id := ev.SubagentRunID
	if active, ok := v.agents[id]; ok {
		was := "has ended"
		if active {
			was = "is active"
		}
		return v.broken(RuleSubagent, "subagent %s is started again; it %s", quote(id), was)
	}
	v.agents[id] = true
	v.order = append(v.order, id)
	return nil
}

func (v *verifier) subagentEnded(id string) error {
	if !v.agents[id] {
		return v.broken(RuleSubagent, "subagent %s ends and is not active", quote(id))
	}
	v.agents[id] = false
	return nil
}
