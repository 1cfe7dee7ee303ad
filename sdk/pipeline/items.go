package pipeline

import (
	"fmt"

	"github.com/agui-gen/agui-gen/out/agui"
)

// MaxItems is how many things a stream may consist of: messages, tool calls and their results, activities, runs and
// subagents, and open steps and spans. Each takes hundreds of bytes to keep and a dozen to send, so that without a limit a
// response within the limits of its reader could take gigabytes.
const MaxItems = 1 << 20

// TooManyItemsError is a stream of more than [MaxItems] things. It comes in a [*ProtocolError] that has no rule.
type TooManyItemsError struct{ Limit int }

func (e *TooManyItemsError) Error() string {
	return fmt.Sprintf("the stream consists of more than %d messages, calls, runs and other things", e.Limit)
}

// itemsOf is how many more, or fewer, things there are to keep after an event.
func itemsOf(ev agui.Event) int {
	switch ev.(type) {
	case *agui.TextMessageStartEvent, *agui.ReasoningMessageStartEvent, *agui.ToolCallStartEvent, *agui.ToolCallResultEvent,
		*agui.ActivitySnapshotEvent, *agui.RunStartedEvent, *agui.SubagentStartedEvent, *agui.StepStartedEvent, *agui.ReasoningStartEvent:
		return 1
	case *agui.StepFinishedEvent, *agui.ReasoningEndEvent:
		return -1
	}
	return 0
}
