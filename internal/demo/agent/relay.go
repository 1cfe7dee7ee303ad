package agent

import (
	"fmt"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// relay hands on the stream of another agent, which speaks a later version of the protocol and is not careful: its reader
// gets warnings, and all else.
func relay(o *office) error {
	run := fmt.Sprintf(`"threadId":%s,"runId":%s`, quote(o.Input().ThreadID), quote(o.Input().RunID))
	message := quote("relayed-" + o.Input().RunID)
	stream := []string{
		`{"type":"RUN_STARTED",` + run + `,"protocolVersion":"1.0"}`,
		`{"type":"TIDE_TURNED","at":"12:04"}`,
		`{"type":"TEXT_MESSAGE_START","messageId":` + message + `,"tone":"hurried"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":` + message + `,"delta":"The next harbour "}`,
		`{"type":"ACTIVITY_DELTA","messageId":"nowhere","activityType":"lock","patch":[{"op":"remove","path":"/level"}]}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":` + message + `,"delta":"sends its regards."}`,
		`{"type":"TEXT_MESSAGE_END","messageId":` + message + `}`,
		`{"type":"RUN_FINISHED",` + run + `,"outcome":{"type":"success"}}`,
	}
	return o.Relay(func(yield func(agui.Event, error) bool) {
		for _, line := range stream {
			ev, err := agui.DecodeJSON([]byte(line))
			if err == nil {
				err = o.wait()
			}
			if !yield(ev, err) || err != nil {
				return
			}
		}
	})
}

// quote is a JSON string. The ids of an input have been read from JSON, so that they are UTF-8.
func quote(s string) string {
	b, err := jsonx.AppendString(nil, s)
	if err != nil {
		return `""`
	}
	return string(b)
}
