package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// Attribution is the subagent that an event is attributed to, absent for the parent agent and for events that are nobody's
// (A10, G1). In events about a subagent the same member is what they are about.
func Attribution(ev agui.Event) opt.Opt[agui.SubagentRunID] {
	switch ev := ev.(type) {
	case *agui.TextMessageStartEvent:
		return ev.SubagentRunID
	case *agui.TextMessageContentEvent:
		return ev.SubagentRunID
	case *agui.TextMessageEndEvent:
		return ev.SubagentRunID
	case *agui.TextMessageChunkEvent:
		return ev.SubagentRunID
	case *agui.ToolCallStartEvent:
		return ev.SubagentRunID
	case *agui.ToolCallArgsEvent:
		return ev.SubagentRunID
	case *agui.ToolCallEndEvent:
		return ev.SubagentRunID
	case *agui.ToolCallChunkEvent:
		return ev.SubagentRunID
	case *agui.ToolCallResultEvent:
		return ev.SubagentRunID
	case *agui.StateSnapshotEvent:
		return ev.SubagentRunID
	case *agui.StateDeltaEvent:
		return ev.SubagentRunID
	case *agui.ActivitySnapshotEvent:
		return ev.SubagentRunID
	case *agui.ActivityDeltaEvent:
		return ev.SubagentRunID
	case *agui.RawEvent:
		return ev.SubagentRunID
	case *agui.CustomEvent:
		return ev.SubagentRunID
	case *agui.StepStartedEvent:
		return ev.SubagentRunID
	case *agui.StepFinishedEvent:
		return ev.SubagentRunID
	case *agui.ReasoningStartEvent:
		return ev.SubagentRunID
	case *agui.ReasoningMessageStartEvent:
		return ev.SubagentRunID
	case *agui.ReasoningMessageContentEvent:
		return ev.SubagentRunID
	case *agui.ReasoningMessageEndEvent:
		return ev.SubagentRunID
	case *agui.ReasoningMessageChunkEvent:
		return ev.SubagentRunID
	case *agui.ReasoningEndEvent:
		return ev.SubagentRunID
	case *agui.ReasoningEncryptedValueEvent:
		return ev.SubagentRunID
	}
	return opt.None[agui.SubagentRunID]()
}
