package pipeline_test

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// put sets the raw member of an event that a path of Go fields and indices leads to. So an event is made as old encoders
// made it, which took null for a value.
func put(ev agui.Event, path string, value jsonx.Raw) {
	v := reflect.ValueOf(ev)
	for step := range strings.FieldsSeq(path) {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if i, err := strconv.Atoi(step); err == nil {
			v = v.Index(i)
		} else {
			v = v.FieldByName(step)
		}
	}
	v.SetString(string(value))
}

// TestNullsOnProto holds that null is read as absent where it once had no value, on protobuf as on JSON, and that it is
// malformed elsewhere.
//
// Rules: A7 L1.1 L2.1 S5.
func TestNullsOnProto(t *testing.T) {
	const start = `{"type":"RUN_STARTED","threadId":"t","runId":"r"}`
	const echo = `{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","messages":[` +
		`{"role":"assistant","id":"a"},{"role":"user","id":"u","content":[{"type":"text","text":"x"},{"type":"image","source":{"type":"url","value":"v"}},` +
		`{"type":"audio","source":{"type":"url","value":"v"}},{"type":"video","source":{"type":"url","value":"v"}},{"type":"document","source":{"type":"url","value":"v"}}]}],` +
		`"tools":[{"name":"n","description":"d"},{"name":"o","description":"d"}],"resume":[{"interruptId":"i","status":"resolved"}]}}`
	type nulls = []string
	for _, c := range []struct {
		name   string
		events []string
		nulls  map[int]nulls // by event, where they are in Go
		warn   string        // the pointers of the warnings
		rule   pipeline.Rule // "" if the stream completes
	}{
		{"any event", []string{start, `{"type":"CUSTOM","name":"n","value":1}`, `{"type":"RUN_ERROR","message":"m"}`},
			map[int]nulls{0: {"RawEvent"}, 1: {"RawEvent"}, 2: {"RawEvent"}}, "/rawEvent /rawEvent /rawEvent", ""},
		{"result", []string{start, `{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"n"}`, `{"type":"SUBAGENT_FINISHED","subagentRunId":"s"}`, `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`},
			map[int]nulls{2: {"Result"}, 3: {"Result", "RawEvent"}}, "/result /rawEvent /result", ""},
		{"echo", []string{echo, `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`}, map[int]nulls{0: {
			"Input ForwardedProps", "Input Tools 1 Parameters", "Input Resume 0 Payload", "Input Messages 1 Content 0 Metadata", "Input Messages 1 Content 1 Metadata",
			"Input Messages 1 Content 2 Metadata", "Input Messages 1 Content 3 Metadata", "Input Messages 1 Content 4 Metadata", "RawEvent",
		}}, "/rawEvent /input/forwardedProps /input/tools/1/parameters /input/resume/0/payload /input/messages/1/content/0/metadata /input/messages/1/content/1/metadata " +
			"/input/messages/1/content/2/metadata /input/messages/1/content/3/metadata /input/messages/1/content/4/metadata", ""},
		{"elsewhere", []string{echo}, map[int]nulls{0: {"RawEvent", "Input State"}}, "/rawEvent", pipeline.RuleMalformed},
		{"where it is a value", []string{start, `{"type":"CUSTOM","name":"n","value":1}`, `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`}, map[int]nulls{1: {"Value"}}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var frames, lines []byte
			for i, text := range c.events {
				ev, err := agui.DecodeJSON([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				for _, path := range c.nulls[i] {
					put(ev, path, "null")
				}
				if frames, err = transport.AppendEvent(frames, transport.Proto, ev); err != nil {
					t.Fatal(err)
				}
				if lines, err = transport.AppendEvent(lines, transport.JSON, ev); err != nil {
					t.Fatal(err)
				}
			}
			onJSON, onProto := consume(setup{}, lines, transport.JSON), consume(setup{}, frames, transport.Proto)
			same(t, c.name, "json and proto", onJSON, onProto)
			var at []string
			for _, w := range onProto.Warnings {
				at = append(at, "/"+strings.SplitN(strings.SplitN(w, " /", 2)[1], ":", 2)[0])
			}
			if got := strings.Join(at, " "); got != c.warn {
				t.Errorf("warnings at %s, want %s", got, c.warn)
			}
			if c.rule == "" && onProto.Outcome != pipeline.StreamCompleted || c.rule != "" && (onProto.Error == nil || onProto.Error.Rule != c.rule) {
				t.Errorf("%s, %+v", onProto.Outcome, onProto.Error)
			}
		})
	}
}
