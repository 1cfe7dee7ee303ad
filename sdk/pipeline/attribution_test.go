package pipeline_test

import (
	"reflect"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// TestAttribution holds that every event is attributed to the subagent that it names, unless it is about it.
//
// Rules: A10.
func TestAttribution(t *testing.T) {
	attributed := 0
	for _, ev := range []agui.Event{
		&agui.ActivityDeltaEvent{}, &agui.ActivitySnapshotEvent{}, &agui.CustomEvent{}, &agui.MessagesSnapshotEvent{}, &agui.RawEvent{},
		&agui.ReasoningEncryptedValueEvent{}, &agui.ReasoningEndEvent{}, &agui.ReasoningMessageChunkEvent{}, &agui.ReasoningMessageContentEvent{},
		&agui.ReasoningMessageEndEvent{}, &agui.ReasoningMessageStartEvent{}, &agui.ReasoningStartEvent{}, &agui.RunErrorEvent{},
		&agui.RunFinishedEvent{}, &agui.RunStartedEvent{}, &agui.StateDeltaEvent{}, &agui.StateSnapshotEvent{}, &agui.StepFinishedEvent{},
		&agui.StepStartedEvent{}, &agui.SubagentErrorEvent{}, &agui.SubagentFinishedEvent{}, &agui.SubagentStartedEvent{},
		&agui.TextMessageChunkEvent{}, &agui.TextMessageContentEvent{}, &agui.TextMessageEndEvent{}, &agui.TextMessageStartEvent{},
		&agui.ToolCallArgsEvent{}, &agui.ToolCallChunkEvent{}, &agui.ToolCallEndEvent{}, &agui.ToolCallResultEvent{}, &agui.ToolCallStartEvent{},
	} {
		want := opt.None[string]()
		if field := reflect.ValueOf(ev).Elem().FieldByName("SubagentRunID"); field.IsValid() {
			if at, ok := field.Addr().Interface().(*opt.Opt[string]); ok { // else it is required, and what the event is about
				want = opt.Some("s")
				*at = want
				attributed++
			}
		}
		if got := pipeline.Attribution(ev); got != want {
			t.Errorf("%T is attributed to %v", ev, got)
		}
	}
	if attributed != 24 {
		t.Errorf("%d types of events are attributed", attributed)
	}
}
