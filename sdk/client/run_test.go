package client_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// TestRule holds the ends of runs to the rules, over both wires.
func TestRule(t *testing.T) {
	const (
		asked = `{"type":"RUN_FINISHED","threadId":"th","runId":"r1","outcome":{"type":"interrupt","interrupts":[{"id":"i1","reason":"approval"}]}}`
		ended = `{"type":"RUN_FINISHED","threadId":"th","runId":"r1","outcome":{"type":"cancelled"}}`
		other = `{"type":"RUN_STARTED","threadId":"th","runId":"r0"}` + "\n" + `{"type":"RUN_FINISHED","threadId":"th","runId":"r0"}` + "\n"
		part  = "\x00\x00" // of a frame's header
	)
	for _, c := range []struct {
		name  string
		lines string
		more  map[transport.Format]string // after them, before the connection breaks; nil if it ends in order
		kind  string
		n     int // events
	}{
		{name: "L6_8_success", lines: started + opened + content + closed + finished, kind: "success", n: 5},
		{name: "J1_interrupted", lines: started + asked, kind: "interrupted", n: 2},
		{name: "L6_23_cancelled", lines: started + ended, kind: "cancelled", n: 2},
		{name: "L6_22_run_error", lines: started + failed, kind: "run error", n: 2},
		{name: "L6_22_late_run_error", lines: started + finished + failed, kind: "run error", n: 3},
		{name: "L6_22_error_before_start", lines: failed, kind: "run error", n: 1},
		{name: "L6_22_a_later_run_finishes", lines: `{"type":"RUN_STARTED","threadId":"th","runId":"r0"}` + "\n" + failed + started + finished, kind: "success", n: 4},
		{name: "K4_1_no_event", kind: "truncated"},
		{name: "K4_1_no_event_and_a_cut", more: map[transport.Format]string{transport.SSE: "", transport.Proto: ""}, kind: "truncated"},
		{name: "K4_1_end_after_delta", lines: started + opened + content, kind: "truncated", n: 3},
		{name: "K4_1_cut_after_delta", lines: started + opened + content, more: map[transport.Format]string{transport.SSE: "", transport.Proto: ""}, kind: "truncated", n: 3},
		{name: "K3_6_cut_inside_an_event", lines: started, more: map[transport.Format]string{transport.SSE: `data: {"ty`, transport.Proto: part}, kind: "truncated", n: 1},
		{name: "K3_6_cut_inside_an_event_after_the_end", lines: started + finished, more: map[transport.Format]string{transport.SSE: `data: {"ty`, transport.Proto: part}, kind: "truncated", n: 2},
		{name: "K4_1_cut_after_the_end", lines: started + finished, more: map[transport.Format]string{transport.SSE: "", transport.Proto: ""}, kind: "success", n: 2},
		{name: "K4_1_cut_inside_a_comment_after_the_end", lines: started + finished, more: map[transport.Format]string{transport.SSE: ": hea"}, kind: "success", n: 2},
		{name: "B2_cut_before_the_requested_run", lines: other, more: map[transport.Format]string{transport.SSE: "", transport.Proto: ""}, kind: "truncated", n: 2},
		{name: "B2_replayed_run_first", lines: other + started + finished, kind: "success", n: 4},
		{name: "L5_1_first_event", lines: opened, kind: "rejected"},
		{name: "L5_5_open_at_the_end", lines: started + opened + finished, kind: "rejected", n: 2},
		{name: "L5_10_another_run_id", lines: started + `{"type":"RUN_FINISHED","threadId":"th","runId":"r2"}`, kind: "rejected", n: 1},
	} {
		for _, wire := range []transport.Format{transport.SSE, transport.Proto} {
			more, broken := c.more[wire]
			if c.more != nil && !broken {
				continue // there is nothing of the kind on this wire
			}
			t.Run(c.name+"/"+string(wire), func(t *testing.T) {
				handler := events(wire, c.lines)
				if broken {
					handler = cut(wire, c.lines, more)
				}
				run := serve(t, handler).connect(t, client.Options{}).Run(input())
				types, err := read(t.Context(), run)
				if got := kind(t, run.Err()); got != c.kind || len(types) != c.n {
					t.Errorf("%s after %v, want %s after %d: %v", got, types, c.kind, c.n, run.Err())
				}
				quiet := c.kind == "interrupted" || c.kind == "cancelled"
				if quiet && err != nil || !quiet && !errors.Is(err, run.Err()) {
					t.Errorf("the loop had %v, and the run %v", err, run.Err())
				}
			})
		}
	}
}

// TestWhatIsLeft holds that messages, state and runs stay when a run does not end well.
//
// Rules: K4.1 L6.22.
func TestWhatIsLeft(t *testing.T) {
	in := input()
	in.Messages = []agui.Message{agui.NewUserMessage("u1", agui.Text("when?"))}
	in.State = `{"day":1}`
	run := serve(t, cut(transport.SSE, started+opened+content+`{"type":"STATE_DELTA","delta":[{"op":"add","path":"/port","value":"Brno"}]}`, "")).connect(t, client.Options{}).Run(in)
	if run.Messages() != nil || run.State() != "{}" || run.Input() != nil || run.Err() != client.ErrNotEnded {
		t.Error("there is something before the run is used")
	}
	if _, err := read(t.Context(), run); !errors.Is(err, client.ErrTruncated) {
		t.Error(err)
	}
	want := `[{"role":"user","id":"u1","content":"when?"},{"role":"assistant","id":"m1","content":"High tide"}]`
	if got := asJSON(t, run.Messages()); !jsonx.Raw(got).Equal(jsonx.Raw(want)) {
		t.Errorf("messages %s, want %s", got, want)
	}
	if got := run.State(); !got.Equal(`{"day":1,"port":"Brno"}`) {
		t.Errorf("state %s", got)
	}
	if last, ok := run.Last(); !ok || last.RunID != "r1" || last.Outcome != "" {
		t.Errorf("last run %+v", last)
	}
	if run.Header().Get("Content-Type") != transport.MediaTypeSSE {
		t.Error(run.Header())
	}
}

// TestRunErrorSays has the message and the code.
//
// Rules: L6.22.
func TestRunErrorSays(t *testing.T) {
	run := serve(t, sse(started+failed)).connect(t, client.Options{}).Run(input())
	_, err := read(t.Context(), run)
	var reported *client.RunError
	if !errors.As(err, &reported) || *reported != (client.RunError{RunID: "r1", Message: "no boat", Code: "E7"}) {
		t.Errorf("%#v", err)
	}
	if got := err.Error(); got != `the agent reports an error: "no boat" ("E7")` {
		t.Error(got)
	}
}

// TestLeaving holds what it means to break out of the loop: a truncated run (K4.2), unless it has ended.
//
// Rules: K4.2.
func TestLeaving(t *testing.T) {
	for _, c := range []struct {
		name, lines, at, kind string
	}{
		{"in_the_middle", started + opened + content + closed + finished, "TEXT_MESSAGE_CONTENT", "truncated"},
		{"at_the_end", started + finished, "RUN_FINISHED", "success"},
		{"at_an_error", started + failed, "RUN_ERROR", "run error"},
		{"after_a_replayed_run", `{"type":"RUN_STARTED","threadId":"th","runId":"r0"}` + "\n" + `{"type":"RUN_FINISHED","threadId":"th","runId":"r0"}` + "\n" + started + finished, "RUN_FINISHED", "truncated"},
	} {
		t.Run("K4_2_"+c.name, func(t *testing.T) {
			gone := make(chan struct{})
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				sse(c.lines)(w, r)
				_ = http.NewResponseController(w).Flush()
				<-r.Context().Done() // the client closes the connection
				close(gone)
			})
			run := a.connect(t, client.Options{}).Run(input())
			for ev := range run.Events(t.Context()) {
				if string(ev.EventType()) == c.at {
					break
				}
			}
			<-gone
			if got := kind(t, run.Err()); got != c.kind {
				t.Errorf("%s, want %s: %v", got, c.kind, run.Err())
			}
			if c.kind == "truncated" && !errors.Is(run.Err(), client.ErrAbandoned) {
				t.Error(run.Err())
			}
		})
	}
}

// TestOnce holds that a run is one request.
func TestOnce(t *testing.T) {
	a := serve(t, sse(started+finished))
	run := a.connect(t, client.Options{}).Run(input())
	if _, err := read(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	if _, err := read(t.Context(), run); err != client.ErrUsed {
		t.Error(err)
	}
	if err := run.Do(t.Context(), client.Callbacks{}); err != client.ErrUsed || run.Err() != nil || len(a.got()) != 1 {
		t.Error(err, run.Err(), len(a.got()))
	}
}

// TestPanic holds that a loop that panics leaves nothing behind, and a run that was truncated.
func TestPanic(t *testing.T) {
	run := serve(t, sse(started+finished)).connect(t, client.Options{}).Run(input())
	func() {
		defer func() {
			if recover() != "overboard" {
				t.Error("the panic was lost")
			}
		}()
		for range run.Events(t.Context()) {
			panic("overboard")
		}
	}()
	if !errors.Is(run.Err(), client.ErrAbandoned) {
		t.Error(run.Err())
	}
}

// TestContext holds that the error of a context is there, with its cause, before there is a stream and in it.
func TestContext(t *testing.T) {
	storm := errors.New("storm")
	wait := func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		early   bool // the context ends before the run is used
		kind    string
	}{
		{"before_it_is_sent", wait, true, "context"},
		{"in_the_stream", func(w http.ResponseWriter, r *http.Request) {
			sse(started)(w, r)
			_ = http.NewResponseController(w).Flush()
			wait(w, r)
		}, false, "truncated"},
		{"in_the_stream_with_more_there", sse(started + opened + content + closed + finished), false, "truncated"},
		{"after_the_end", func(w http.ResponseWriter, r *http.Request) {
			sse(started+finished)(w, r)
			_ = http.NewResponseController(w).Flush()
			wait(w, r)
		}, false, "success"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			a := serve(t, c.handler)
			run := a.connect(t, client.Options{}).Run(input())
			if c.early {
				cancel(storm)
			}
			for ev, err := range run.Events(ctx) {
				if err == nil && (ev.EventType() == agui.EventTypeRunFinished || c.kind != "success") {
					cancel(storm)
				}
			}
			if got := kind(t, run.Err()); got != c.kind {
				t.Errorf("%s, want %s: %v", got, c.kind, run.Err())
			}
			if c.kind != "success" && (!errors.Is(run.Err(), context.Canceled) || !errors.Is(run.Err(), storm)) {
				t.Errorf("%v is not the context's error, or not its cause", run.Err())
			}
			if c.early && len(a.got()) != 0 {
				t.Error("something was sent")
			}
		})
	}
}

// TestDo holds callbacks to what they are called for.
//
// Rules: L6.3 L6.24.
func TestDo(t *testing.T) {
	const lines = started + opened + content + closed + `
{"type":"REASONING_MESSAGE_START","messageId":"q","role":"reasoning"}
{"type":"REASONING_MESSAGE_CONTENT","messageId":"q","delta":"hm"}
{"type":"REASONING_MESSAGE_END","messageId":"q"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"tides"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{\"port\":"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"\"Brno\"}"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"m2","toolCallId":"c1","content":"none"}
{"type":"STATE_SNAPSHOT","snapshot":null}
{"type":"STATE_DELTA","delta":[{"op":"replace","path":"","value":3}]}
{"type":"CUSTOM","name":"com.example.x","value":[1]}
{"type":"RAW","event":{"a":1}}
` + finished
	var got []string
	note := func(parts ...string) { got = append(got, strings.Join(parts, " ")) }
	n := 0
	err := serve(t, sse(lines)).connect(t, client.Options{}).Run(input()).Do(t.Context(), client.Callbacks{
		Event:      func(agui.Event) error { n++; return nil },
		Text:       func(id, delta string) { note("text", id, delta) },
		Reasoning:  func(id, delta string) { note("reasoning", id, delta) },
		ToolCall:   func(c agui.ToolCall) { note("call", c.ID, c.Function.Name, c.Function.Arguments) },
		ToolResult: func(ev *agui.ToolCallResultEvent) { note("result", ev.ToolCallID) },
		State:      func(s agui.State) { note("state", string(s)) },
		Custom:     func(name string, value agui.State) { note("custom", name, string(value)) },
		Raw:        func(ev *agui.RawEvent) { note("raw", string(ev.Event)) },
	})
	want := `text m1 High tide
reasoning q hm
call c1 tides {"port":"Brno"}
result c1
state null
state 3
custom com.example.x [1]
raw {"a":1}`
	if err != nil || strings.Join(got, "\n") != want || n != 17 {
		t.Errorf("%v, %d events, calls\n%s", err, n, strings.Join(got, "\n"))
	}
}

// TestDoFails holds what the error of a callback does.
func TestDoFails(t *testing.T) {
	full := errors.New("the disk is full")
	for at, want := range map[agui.EventType]string{agui.EventTypeRunStarted: "truncated", agui.EventTypeRunFinished: ""} {
		run := serve(t, sse(started+finished)).connect(t, client.Options{}).Run(input())
		err := run.Do(t.Context(), client.Callbacks{Event: func(ev agui.Event) error {
			if ev.EventType() == at {
				return full
			}
			return nil
		}})
		if !errors.Is(err, full) || errors.Is(err, client.ErrTruncated) != (want == "truncated") {
			t.Errorf("at %s: %v", at, err)
		}
		if want == "" && run.Err() != nil {
			t.Errorf("the run had ended: %v", run.Err())
		}
	}
}

// TestMiddleware holds that it sees what the loop does not, that its error ends the run, and that it cannot go on after
// the loop has been left.
func TestMiddleware(t *testing.T) {
	lines := started + `{"type":"LATER","x":1}` + "\n" + finished
	var saw []string
	spy := func(next pipeline.Handler) pipeline.Handler {
		return func(ev agui.Event) error {
			saw = append(saw, string(ev.EventType()))
			return next(ev)
		}
	}
	types, err := read(t.Context(), serve(t, sse(lines)).connect(t, client.Options{Middleware: []pipeline.Middleware{spy}}).Run(input()))
	if err != nil || len(types) != 2 || strings.Join(saw, " ") != "RUN_STARTED LATER RUN_FINISHED" {
		t.Error(err, types, saw)
	}
	deaf := func(next pipeline.Handler) pipeline.Handler {
		return func(ev agui.Event) error {
			_ = next(ev)
			if ev.EventType() == agui.EventTypeCustom {
				_ = next(ev) // a second time, though the loop has been left
			}
			return nil
		}
	}
	run := serve(t, sse(started+`{"type":"CUSTOM","name":"n","value":1}`+"\n"+finished)).connect(t, client.Options{Middleware: []pipeline.Middleware{deaf}}).Run(input())
	for ev := range run.Events(t.Context()) {
		if ev.EventType() == agui.EventTypeCustom {
			break
		}
	}
	if !errors.Is(run.Err(), client.ErrAbandoned) {
		t.Error(run.Err())
	}
	own := errors.New("not for us")
	deny := func(pipeline.Handler) pipeline.Handler { return func(agui.Event) error { return own } }
	if _, err := read(t.Context(), serve(t, sse(lines)).connect(t, client.Options{Middleware: []pipeline.Middleware{deny}}).Run(input())); err != own {
		t.Error(err)
	}
}
