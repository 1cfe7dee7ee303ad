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
	// lanes are the items being assembled, in the order in which they were opened; no two have the same owner.
	lanes []*assembly
}

// assembly is an item that chunks are assembling.
type assembly struct {
	owner opt.Opt[string]
	item  item
	id    string
	role  agui.TextMessageRole
	first chunk
}

func (x *expander) handle(ev agui.Event) error {
	c, ok := chunkOf(ev)
	if ok {
		return x.chunk(&c)
	}
	if len(x.lanes) > 0 {
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
	if !c.delta.IsSet() && c.metadata == "" && c.rawEvent == "" {
		return nil
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
		for _, a := range x.lanes {
			if a.item == c.item && a.id == id {
				return a, nil
			}
		}
		return nil, nil
	}
	a, err := x.unnamed(c)
	if a == nil && err == nil {
		what := "messageId"
		if c.item == toolCall {
			what = "toolCallId"
		}
		err = x.env.fail(StageExpansion, RuleChunk, fmt.Errorf("a first %s must have a %s, and there is no %s open that this one could continue", c.event, what, c.item))
	}
	return a, err
}

// unnamed finds the item that a chunk without an id continues, nil if there is none.
func (x *expander) unnamed(c *chunk) (*assembly, error) {
	var found []*assembly
	for _, a := range x.lanes {
		if a.item == c.item && (!c.tag.IsSet() || a.owner == c.tag) {
			if a.owner == c.tag {
				return a, nil
			}
			found = append(found, a)
		}
	}
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		return found[0], nil
	}
	return nil, x.env.fail(StageExpansion, RuleAmbiguous,
		fmt.Errorf("%s has neither id nor subagentRunId, and could continue %s %q or %q", c.event, c.item, found[0].id, found[1].id))
}

// begin opens an item in the lane of the chunk's owner.
func (x *expander) begin(c *chunk) error {
	if c.item == toolCall && !c.name.IsSet() {
		return x.env.fail(StageExpansion, RuleChunk, fmt.Errorf("a first %s must have a toolCallName, and there is no tool call %s open", c.event, quote(c.id.Or(""))))
	}
	err := x.close(func(a *assembly) bool { return a.owner == c.tag })
	if err != nil {
		return err
	}
	a := &assembly{owner: c.tag, item: c.item, id: c.id.Or(""), role: c.role.Or(agui.TextMessageRoleAssistant), first: *c}
	a.first.metadata, a.first.rawEvent, a.first.delta = "", "", opt.None[string]()
	x.lanes = append(x.lanes, a)
	if err := x.next(c.start(a.id)); err != nil || !c.delta.IsSet() {
		return err
	}
	return x.next(c.content(a.id, c.tag))
}

// agree tells whether what a chunk repeats of its item is what it was opened with.
func (a *assembly) agree(c *chunk) error {
	if role, ok := c.role.Get(); ok && role != a.role {
		return fmt.Errorf("the role %q of %s does not match the open stream's role %q", role, c.event, a.role)
	}
	what := "name"
	if c.item == toolCall {
		what = "toolCallName"
	}
	if err := agreeOn(what, c.event, c.name, a.first.name); err != nil {
		return err
	}
	return agreeOn("parentMessageId", c.event, c.parent, a.first.parent)
}

func agreeOn(what string, event agui.EventType, got, want opt.Opt[string]) error {
	v, ok := got.Get()
	if !ok || got == want {
		return nil
	}
	if w, ok := want.Get(); ok {
		return fmt.Errorf("the %s %s of %s does not match the open stream's %s %s", what, quote(v), event, what, quote(w))
	}
	return fmt.Errorf("the %s %s of %s does not match the open stream's %s: it was opened without one", what, quote(v), event, what)
}

// interrupt closes the items that an event, which is no chunk, puts an end to.
func (x *expander) interrupt(ev agui.Event) error {
	tag, reach := reachOf(ev)
	switch reach {
	case none:
		return nil
	case everyLane:
		return x.close(func(*assembly) bool { return true })
	}
	kind, id, named := nameIn(ev)
	return x.close(func(a *assembly) bool { return a.owner == tag || named && a.item == kind && a.id == id })
}

// close ends the items that are chosen, in the order in which they were opened.
func (x *expander) close(chosen func(*assembly) bool) error {
	var ended []*assembly
	kept := x.lanes[:0]
	for _, a := range x.lanes {
		if chosen(a) {
			ended = append(ended, a)
		} else {
			kept = append(kept, a)
		}
	}
	clear(x.lanes[len(kept):])
	x.lanes = kept
	for _, a := range ended {
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
	case *agui.TextMessageStartEvent:
		return ev.SubagentRunID, oneLane
	case *agui.TextMessageContentEvent:
		return ev.SubagentRunID, oneLane
	case *agui.TextMessageEndEvent:
		return ev.SubagentRunID, oneLane
	case *agui.ToolCallStartEvent:
		return ev.SubagentRunID, oneLane
	case *agui.ToolCallArgsEvent:
		return ev.SubagentRunID, oneLane
	case *agui.ToolCallEndEvent:
		return ev.SubagentRunID, oneLane
	case *agui.ToolCallResultEvent:
		return ev.SubagentRunID, oneLane
	case *agui.StepStartedEvent:
		return ev.SubagentRunID, oneLane
	case *agui.StepFinishedEvent:
		return ev.SubagentRunID, oneLane
	case *agui.StateSnapshotEvent:
		return ev.SubagentRunID, oneLane
	case *agui.StateDeltaEvent:
		return ev.SubagentRunID, oneLane
	case *agui.CustomEvent:
		return ev.SubagentRunID, oneLane
	case *agui.ReasoningStartEvent:
		return ev.SubagentRunID, oneLane
	case *agui.ReasoningEndEvent:
		return ev.SubagentRunID, oneLane
	case *agui.ReasoningMessageStartEvent:
		return ev.SubagentRunID, oneLane
	case *agui.ReasoningMessageContentEvent:
		return ev.SubagentRunID, oneLane
	case *agui.ReasoningMessageEndEvent:
		return ev.SubagentRunID, oneLane
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
