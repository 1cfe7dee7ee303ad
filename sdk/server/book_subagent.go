package server

import (
	"github.com/agui-gen/agui-gen/out/agui"
)

// subagent is an invocation that was announced in this run.
type subagent struct {
	active   bool
	children []string
}

// announce judges the start of an invocation (G2, G3). That it is not one of before is verified already.
func (b *book) announce(ev *agui.SubagentStartedEvent) error {
	if b.attributed[ev.SubagentRunID] {
		return b.broken("G2", "subagent %s is announced after an event of its own", quote(ev.SubagentRunID))
	}
	if parent, ok := ev.ParentSubagentRunID.Get(); ok && b.agents[parent] == nil {
		return b.broken("G3", "the parent %s of subagent %s has not been announced", quote(parent), quote(ev.SubagentRunID))
	}
	if parent, ok := ev.ParentSubagentRunID.Get(); ok {
		if p := b.agents[parent]; p != nil {
			p.children = append(p.children, ev.SubagentRunID)
		}
	}
	b.agents[ev.SubagentRunID] = &subagent{active: true}
	b.begin(invocation, ev.SubagentRunID, ev.ParentSubagentRunID)
	return nil
}

func (b *book) terminate(id string) {
	if a := b.agents[id]; a != nil {
		a.active = false
	}
	b.shut(thingKey{kind: invocation, id: id})
}

// attribute judges whether an event may be a subagent's: not if that has ended, unless the event continues something (G2).
func (b *book) attribute(id string, ev agui.Event) error {
	a := b.agents[id]
	if a == nil {
		b.attributed[id] = true
		return nil
	}
	if !a.active && !continues(ev) {
		return b.broken("G2", "subagent %s has ended", quote(id))
	}
	return nil
}

// continues tells whether an event goes on with, or ends, what an earlier one began.
func continues(ev agui.Event) bool {
	switch ev.(type) {
	case *agui.TextMessageContentEvent, *agui.TextMessageEndEvent, *agui.ToolCallArgsEvent, *agui.ToolCallEndEvent,
		*agui.ReasoningMessageContentEvent, *agui.ReasoningMessageEndEvent, *agui.ReasoningEndEvent, *agui.StepFinishedEvent:
		return true
	}
	return false
}

// family is an invocation and all below it.
func (b *book) family(id string) map[string]bool {
	all := map[string]bool{id: true}
	for next := []string{id}; len(next) > 0; {
		a := b.agents[next[0]]
		next = next[1:]
		if a == nil {
			continue
		}
		for _, child := range a.children {
			if !all[child] {
				all[child] = true
				next = append(next, child)
			}
		}
	}
	return all
}
