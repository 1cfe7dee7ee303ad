package pipeline

import (
	"fmt"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// expander is the stage that turns chunks into the events that they stand for: a start, content, and an end where the
// protocol says that the item closes.
//
// There is a lane for the parent agent and one for each subagent, and at most one item is being assembled in a lane.
type expander struct {
	env  *env
	next Handler
	lanes
}

func (x *expander) handle(ev agui.Event) error {
	c, ok := chunkOf(ev)
	if ok {
		return x.chunk(&c)
	}
	if !x.idle() {
		if err := x.interrupt(ev); err != nil {
			return err
		}
	}
	return x.next(ev)
}

// chunk expands one chunk.
func (x *expander) chunk(c *chunk) error {
	a, err := x.continued(c)
	if err != nil {
		return err
	}
	if a == nil {
		return x.begin(c)
	}
	if err := a.agree(c); err != nil {
		return x.env.fail(StageExpansion, RuleChunk, err)
	}
	if !c.delta.IsSet() && c.metadata == "" && c.rawEvent == "" && (!c.tag.IsSet() || c.tag == a.owner) {
		return nil // of another owner it is for verification to reject, with nothing to say, too (L5.6)
	}
	tag := c.tag
	if !tag.IsSet() {
		tag = a.owner
	}
	return x.next(c.content(a.id, tag))
}

// continued is the item that a chunk continues, nil if it begins one.
func (x *expander) continued(c *chunk) (*assembly, error) {
	if id, ok := c.id.Get(); ok {
		return x.named(c.item, id), nil
	}
	a, several := x.unnamed(c)
	if several {
		return nil, x.env.fail(StageExpansion, RuleAmbiguous,
			fmt.Errorf("%s has neither id nor subagentRunId, and there are several it could continue: each %s that a subagent has open", c.event, c.item))
	}
	if a == nil {
		what := "messageId"
		if c.item == toolCall {
			what = "toolCallId"
		}
		return nil, x.env.fail(StageExpansion, RuleChunk, fmt.Errorf("a first %s must have a %s, and there is no %s open that this one could continue", c.event, what, c.item))
	}
	return a, nil
}

// begin opens an item in the lane of the chunk's owner.
func (x *expander) begin(c *chunk) error {
	if c.item == toolCall && !c.name.IsSet() {
		return x.env.fail(StageExpansion, RuleChunk, fmt.Errorf("a first %s must have a toolCallName, and there is no tool call %s open", c.event, quote(c.id.Or(""))))
	}
	if err := x.close(x.of(c.tag)); err != nil {
		return err
	}
	a := &assembly{owner: c.tag, item: c.item, id: c.id.Or(""), role: c.role.Or(agui.TextMessageRoleAssistant), first: *c}
	a.first.metadata, a.first.rawEvent, a.first.delta = "", "", opt.None[string]()
	x.open(a)
	if err := x.next(c.start(a.id)); err != nil || !c.delta.IsSet() {
		return err
	}
	return x.next(c.content(a.id, c.tag))
}

// interrupt closes the items that an event, which is no chunk, puts an end to.
func (x *expander) interrupt(ev agui.Event) error {
	tag, reach := reachOf(ev)
	switch reach {
	case none:
		return nil
	case everyLane:
		return x.close(x.all()...)
	}
	a := x.of(tag)
	var b *assembly
	if kind, id, ok := nameIn(ev); ok {
		b = x.named(kind, id)
	}
	if a != nil && b != nil && b.seq < a.seq {
		a, b = b, a
	}
	return x.close(a, b)
}

// close ends items that are open, in the order given. Nil stands for none.
func (x *expander) close(items ...*assembly) error {
	for _, a := range items {
		if a == nil || !x.end(a) {
			continue
		}
		if err := x.next(end(a.item, a.id, a.owner)); err != nil {
			return err
		}
	}
	return nil
}

// reach is which lanes an event closes.
type reach uint8

const (
	none reach = iota
	oneLane
	everyLane
)

// reachOf tells which lanes an event closes, and if it is one, whose.
func reachOf(ev agui.Event) (opt.Opt[string], reach) {
	switch ev := ev.(type) {
	case *agui.RunStartedEvent, *agui.RunFinishedEvent, *agui.RunErrorEvent, *agui.MessagesSnapshotEvent:
		return opt.None[string](), everyLane
	case *agui.SubagentFinishedEvent:
		return opt.Some(ev.SubagentRunID), oneLane
	case *agui.SubagentErrorEvent:
		return opt.Some(ev.SubagentRunID), oneLane
	case *agui.TextMessageStartEvent, *agui.TextMessageContentEvent, *agui.TextMessageEndEvent,
		*agui.ToolCallStartEvent, *agui.ToolCallArgsEvent, *agui.ToolCallEndEvent, *agui.ToolCallResultEvent,
		*agui.ReasoningStartEvent, *agui.ReasoningEndEvent,
		*agui.ReasoningMessageStartEvent, *agui.ReasoningMessageContentEvent, *agui.ReasoningMessageEndEvent,
		*agui.StepStartedEvent, *agui.StepFinishedEvent, *agui.StateSnapshotEvent, *agui.StateDeltaEvent, *agui.CustomEvent:
		return Attribution(ev), oneLane
	}
	// RAW, activities, encrypted values and SUBAGENT_STARTED stand aside.
	return opt.None[string](), none
}

// nameIn is the item that an event names, if it is of a kind that chunks assemble.
func nameIn(ev agui.Event) (item, string, bool) {
	switch ev := ev.(type) {
	case *agui.TextMessageStartEvent:
		return textMessage, ev.MessageID, true
	case *agui.TextMessageContentEvent:
		return textMessage, ev.MessageID, true
	case *agui.TextMessageEndEvent:
		return textMessage, ev.MessageID, true
	case *agui.ToolCallStartEvent:
		return toolCall, ev.ToolCallID, true
	case *agui.ToolCallArgsEvent:
		return toolCall, ev.ToolCallID, true
	case *agui.ToolCallEndEvent:
		return toolCall, ev.ToolCallID, true
	case *agui.ToolCallResultEvent:
		return toolCall, ev.ToolCallID, true
	case *agui.ReasoningMessageStartEvent:
		return reasoningMessage, ev.MessageID, true
	case *agui.ReasoningMessageContentEvent:
		return reasoningMessage, ev.MessageID, true
	case *agui.ReasoningMessageEndEvent:
		return reasoningMessage, ev.MessageID, true
	}
	return 0, "", false
}
