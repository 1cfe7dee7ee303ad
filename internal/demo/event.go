package demo

import (
	"fmt"
	"strconv"

	"github.com/agui-gen/agui-gen/out/agui"
)

// event is an event as it was delivered.
type event struct {
	Type string `json:"type"`
	// Brief is what matters in it, on one line, and JSON all of it, on several.
	Brief string `json:"brief"`
	JSON  string `json:"json"`
}

func eventOf(ev agui.Event) *event {
	e := &event{Type: string(ev.EventType()), Brief: briefOf(ev)}
	text, err := ev.AppendJSON(nil)
	if err != nil {
		e.JSON = err.Error() // it came on protobuf, and has no form in JSON
		return e
	}
	e.JSON = pretty(string(text))
	return e
}

// briefOf is what a person looks for in an event, "" if that is its type alone.
func briefOf(ev agui.Event) string {
	switch ev := ev.(type) {
	case *agui.TextMessageContentEvent:
		return strconv.Quote(ev.Delta)
	case *agui.ReasoningMessageContentEvent:
		return strconv.Quote(ev.Delta)
	case *agui.ToolCallStartEvent:
		return ev.ToolCallName
	case *agui.ToolCallArgsEvent:
		return ev.Delta
	case *agui.ToolCallResultEvent:
		return textOf(ev.Content)
	case *agui.StateSnapshotEvent:
		return string(ev.Snapshot)
	case *agui.StateDeltaEvent:
		return patchOf(ev.Delta)
	case *agui.MessagesSnapshotEvent:
		return fmt.Sprintf("%d messages", len(ev.Messages))
	case *agui.ActivitySnapshotEvent:
		return ev.ActivityType + " " + string(ev.Content)
	case *agui.ActivityDeltaEvent:
		return ev.ActivityType + " " + patchOf(ev.Patch)
	case *agui.StepStartedEvent:
		return ev.StepName
	case *agui.StepFinishedEvent:
		return ev.StepName
	case *agui.SubagentStartedEvent:
		return ev.Name
	case *agui.SubagentErrorEvent:
		return ev.Message
	case *agui.RunFinishedEvent:
		if ev.Outcome != nil {
			return ev.Outcome.Type()
		}
	case *agui.RunErrorEvent:
		return ev.Message
	case *agui.CustomEvent:
		return ev.Name + " " + string(ev.Value)
	case *agui.RawEvent:
		return string(ev.Event)
	}
	return ""
}

// patchOf is a patch as JSON.
func patchOf(patch agui.JSONPatch) string {
	text := []byte{'['}
	for i, op := range patch {
		if i > 0 {
			text = append(text, ',')
		}
		var err error
		if text, err = op.AppendJSON(text); err != nil {
			return err.Error()
		}
	}
	return string(append(text, ']'))
}
