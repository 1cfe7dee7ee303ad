package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
)

// need is a value of an agent. The server makes RUN_ERROR of its panic, which no test takes for anything else.
func need[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// everything uses each writer, so that each type of event is sent but RUN_ERROR.
func everything(_ context.Context, run *server.Run) error {
	step := need(run.Step("look"))
	thought := run.Reasoning(server.MessageID("r1"))
	text := run.Text(server.MessageID("m1"), server.Role("assistant"), server.Name("Ada"), server.Metadata(`{"ex.tint":{"deep":null},"ex.n":1}`))
	err := errors.Join(thought.Write("fog "), text.Write("Slack "), thought.Write("or haze?"), thought.Encrypted("c2VjcmV0"), thought.Close())

	call := need(run.ToolCall("sound", server.ToolCallID("c1"), server.ParentMessageID("m1")))
	pilot := need(run.Subagent("pilot", server.SubagentID("s1"), server.Description("knows the bar"), server.ParentToolCallID("c1")))
	chart := need(pilot.ToolCall("chart", server.ToolCallID("c2")))
	err = errors.Join(err, call.Args(`{"at":`), chart.Args(`{}`), call.Args(`3}`), text.Write("wäter 🌊"), call.Close(), call.Encrypted("bW9yZQ=="), call.Result("4 m"),
		chart.ResultParts(agui.NewTextPart("here"), agui.NewImagePart(agui.NewDataSource("aGk=", "image/png"))), pilot.Finish(map[string]any{"depth": 4, "ok": nil}))
	crane := need(run.Subagent("crane", server.SubagentID("s2")))
	err = errors.Join(err, crane.Text(server.MessageID("m2")).Write("lifting"), crane.Fail(&server.RunError{Code: "jam", Message: "jammed"}), text.Close())

	tide := need(run.Activity("ex.tide", map[string]any{"heights": []int{1}}, server.MessageID("a1")))
	err = errors.Join(err, tide.Patch(agui.NewAddOperation("/heights/-", "2.5")),
		run.State().Replace(map[string]any{"buoys": 2, "lit": []bool{true, false}, "none": nil}),
		run.State().Patch(agui.NewReplaceOperation("/buoys", "-3"), agui.NewCopyOperation("/buoys", "/more"), agui.NewRemoveOperation("/lit/0"),
			agui.NewTestOperation("/none", "null"), agui.NewMoveOperation("/more", "/most")),
		run.Custom("ex.horn", []any{1, nil, "x"}), run.Raw(map[string]any{"knots": 4.25}, "anemometer"))

	chunk := agui.TextMessageChunkEvent{MessageID: opt.Some("m3"), Delta: opt.Some("Go"), Metadata: `{"ex.a":1}`}
	err = errors.Join(err, run.Send(&chunk), run.Send(&agui.TextMessageChunkEvent{Delta: opt.Some("!"), Metadata: `{"ex.b":2}`}),
		run.Send(&agui.ToolCallChunkEvent{ToolCallID: opt.Some("c3"), ToolCallName: opt.Some("hoist"), Delta: opt.Some("{}")}),
		run.Send(&agui.ReasoningMessageChunkEvent{MessageID: opt.Some("r2"), Delta: opt.Some("ok")}),
		run.Messages([]agui.Message{agui.NewUserMessage("u1", agui.Text("Depth?")), agui.NewDeveloperMessage("d1", "brief"), agui.NewSystemMessage("y1", "be kind"),
			&agui.AssistantMessage{ID: "m1", Content: opt.Some("Slack water"), ToolCalls: []agui.ToolCall{*agui.NewToolCall("c1", agui.FunctionCall{Name: "sound", Arguments: `{"at":3}`})}},
			agui.NewToolMessage("t1", agui.ContentPartList{agui.NewTextPart("4 m")}, "c1")}),
		run.SetResult([]any{"done", 1.5}), run.Usage(agui.TokenUsage{Model: opt.Some("ex-1"), InputTokens: opt.Some(int64(9)), OutputTokens: opt.Some(int64(1) << 40)}),
		step.Close())
	return err
}

// asked is the input of most tests: a user's question, and a tool that the client has.
func asked(url string, b binding, runID string) request {
	return request{URL: url, Accept: b.accept,
		Thread: &thread{ThreadID: "th-" + runID, Messages: []json.RawMessage{json.RawMessage(`{"id":"u1","role":"user","content":"Depth?"}`)}, State: map[string]any{"buoys": 1}},
		Run: map[string]any{"runId": runID, "tools": []any{map[string]any{"name": "hoist", "description": "Lifts.", "parameters": map[string]any{"type": "object"}}},
			"context": []any{map[string]any{"description": "where", "value": "the quay"}}, "forwardedProps": map[string]any{"ex.key": nil}}}
}

// The published client sees what our server sends, as our own consumer does, without a warning.
//
// Rules: K1.1 K1.4 K2.2 K3.1 K3.3 K3.4 K3.5 K3.8 L3.11.
func TestAgentSeesEverything(t *testing.T) {
	t.Parallel()
	url, runs := serve(t, everything, server.Options{})
	a := startAgent(t)
	seen := map[agui.EventType]bool{}
	onEach(t, func(t *testing.T, b binding) {
		events, end := a.run(asked(url, b, "everything"), nil)
		run := <-runs
		if run.end.Outcome != pipeline.OutcomeSuccess || run.end.Err != nil {
			t.Errorf("the server: %+v", run.end)
		}
		end.clean(t)
		same(t, holding(t, run.events, run.input), events, end.Messages, end.State)
		for _, ev := range run.events {
			seen[ev.EventType()] = true
		}
		if end.Outcome != "success" || string(end.Result) != `["done",1.5]` || !slices.Equal(end.PendingToolCallIDs, []string{"c3"}) {
			t.Errorf("outcome %s with %s, pending %s", end.Outcome, end.Result, end.PendingToolCallIDs)
		}
		if err := testkit.SameEvent(`{"heights":[1,2.5]}`, activityOf(t, end.Messages)); err != nil {
			t.Errorf("the activity: %v", err)
		}
	})
	seen[agui.EventTypeRunError] = true // TestAgentSeesErrors
	if types := slices.Sorted(maps.Keys(seen)); len(types) != 31 {
		t.Errorf("%d types of events were sent: %s", len(types), types)
	}
}

// activityOf is the content of the one activity among messages.
func activityOf(t *testing.T, messages json.RawMessage) (content string) {
	t.Helper()
	var all []struct {
		Role    string
		Content json.RawMessage
	}
	if err := json.Unmarshal(messages, &all); err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if m.Role == "activity" {
			content += string(m.Content)
		}
	}
	return content
}

// A tool of the client is called, answered on the next run, and the answer arrives.
//
// Rules: D7 D8 M8.
func TestAgentAnswersToolCalls(t *testing.T) {
	t.Parallel()
	url, runs := serve(t, func(_ context.Context, run *server.Run) error {
		messages := run.Input().Messages
		if answer, ok := messages[len(messages)-1].(*agui.ToolMessage); ok {
			return run.Text(server.MessageID("m2")).Write(fmt.Sprintf("%s says %s", answer.ToolCallID, answer.Content))
		}
		call := need(run.ToolCall(run.Input().Tools[0].Name, server.ToolCallID("c1")))
		own := need(run.ToolCall("own", server.ToolCallID("c2")))
		return errors.Join(call.Args(`{"up":true}`), own.Result("done"))
	}, server.Options{})
	a := startAgent(t)
	onEach(t, func(t *testing.T, b binding) {
		r := asked(url, b, "calls")
		events, end := a.run(r, nil)
		run := <-runs
		end.clean(t)
		same(t, holding(t, run.events, run.input), events, end.Messages, end.State)
		// The peer would find them by itself, so the event is looked at, too.
		if last := events[len(events)-1]; !slices.Equal(end.PendingToolCallIDs, []string{"c1"}) || !strings.Contains(last, `"pendingToolCallIds":["c1"]`) {
			t.Errorf("pending: %s, of %s", end.PendingToolCallIDs, last)
		}
		next := request{URL: url, Accept: b.accept, ThreadID: r.Thread.ThreadID, Run: map[string]any{"runId": "calls-2"},
			Add: []json.RawMessage{json.RawMessage(`{"id":"t1","role":"tool","toolCallId":"c1","content":"lifted"}`)}}
		events, end = a.run(next, nil)
		run = <-runs
		end.clean(t)
		same(t, holding(t, run.events, run.input), events, end.Messages, end.State)
		if !strings.Contains(string(end.Messages), `"c1 says lifted"`) {
			t.Errorf("messages: %s", end.Messages)
		}
	})
}

// A run that asks is continued by the answers, and not without them.
//
// Rules: J1 J2 J4 J6 J7.
func TestAgentResumes(t *testing.T) {
	t.Parallel()
	url, runs := serve(t, func(_ context.Context, run *server.Run) error {
		if resume := run.Input().Resume; len(resume) > 0 {
			return run.SetResult(resume)
		}
		first := agui.NewInterrupt("i1", "ex:confirm")
		first.Message, first.ResponseSchema = opt.Some("Sure?"), `{"type":"boolean"}`
		need(run.Interrupt(*first))
		need(run.Interrupt(*agui.NewInterrupt("i2", "ex:name")))
		return run.State().Replace("kept")
	}, server.Options{})
	a := startAgent(t)
	onEach(t, func(t *testing.T, b binding) {
		r := asked(url, b, "asks")
		events, end := a.run(r, nil)
		run := <-runs
		end.clean(t)
		same(t, holding(t, run.events, run.input), events, end.Messages, end.State)
		if end.Outcome != "interrupt" || run.end.Outcome != pipeline.OutcomeInterrupt {
			t.Errorf("outcome %s, and %s here", end.Outcome, run.end.Outcome)
		}
		if err := testkit.SameEvent(`[{"id":"i1","reason":"ex:confirm","message":"Sure?","responseSchema":{"type":"boolean"}},{"id":"i2","reason":"ex:name"}]`, string(end.Interrupts)); err != nil {
			t.Errorf("interrupts: %v", err)
		}

		next := request{URL: url, Accept: b.accept, ThreadID: r.Thread.ThreadID, Run: map[string]any{"runId": "resumes"}}
		if events, end = a.run(next, nil); end.Error == nil || len(events) > 0 {
			t.Errorf("a run without answers: %+v, events %s", end.Error, events)
		}
		answers := []map[string]any{{"interruptId": "i1", "status": "resolved", "payload": false}, {"interruptId": "i2", "status": "cancelled"}}
		next.Run["resume"] = answers
		events, end = a.run(next, nil)
		run = <-runs
		end.clean(t)
		same(t, holding(t, run.events, run.input), events, end.Messages, end.State)
		if err := testkit.SameEvent(string(need(jsonx.FromGo(answers))), string(end.Result)); err != nil {
			t.Errorf("answers that came here and went back: %v", err)
		}
		if string(end.Interrupts) != "[]" || string(end.State) != `"kept"` {
			t.Errorf("interrupts %s, state %s", end.Interrupts, end.State)
		}
	})
}

// What is refused before the stream is an HTTP error, whose text stands alone in the client's message.
//
// Rules: K2.6 M12.
func TestAgentSeesRefusals(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, everything, server.Options{MaxBody: 2000, Admit: func(_ context.Context, r *http.Request, input *agui.RunAgentInput) (context.Context, error) {
		switch input.RunID {
		case "stranger":
			return nil, &server.HTTPError{Status: http.StatusUnauthorized, Detail: "Sign in first."}
		case "busy":
			return nil, &server.HTTPError{Status: http.StatusTooManyRequests, Detail: "Wait a moment.", Header: http.Header{"Retry-After": {"1"}}}
		}
		return nil, errors.New("a secret")
	}})
	a := startAgent(t)
	onEach(t, func(t *testing.T, b binding) {
		long := asked(url, b, "long")
		long.Run["forwardedProps"] = strings.Repeat("x", 2000)
		for _, tt := range []struct {
			request request
			status  int
			detail  string
		}{
			{asked(url, b, "stranger"), 401, "Sign in first."},
			{asked(url, b, "busy"), 429, "Wait a moment."},
			{asked(url, b, "broken"), 500, "internal error"},
			{long, 413, "2000 bytes"},
		} {
			events, end := a.run(tt.request, nil)
			switch {
			case end.Error == nil || len(events) > 0:
				t.Errorf("%v: no error, events %s", tt.request.Run["runId"], events)
			case end.Error.Status != tt.status || !strings.Contains(end.Error.Message, tt.detail) || strings.Contains(end.Error.Message, "secret"):
				t.Errorf("%v: %d %s, want %d and %q", tt.request.Run["runId"], end.Error.Status, end.Error.Message, tt.status, tt.detail)
			}
		}
	})
}

// What goes wrong inside the stream is RUN_ERROR, and what came before it stays.
//
// Rules: B5 B6 B8 B9 B11 K2.6 K4.1.
func TestAgentSeesErrors(t *testing.T) {
	t.Parallel()
	url, runs := serve(t, func(ctx context.Context, run *server.Run) error {
		text := run.Text(server.MessageID("m1"))
		if err := text.Write("half"); err != nil {
			return err
		}
		switch run.Input().RunID {
		case "reported":
			return fmt.Errorf("context: %w", &server.RunError{Code: "tide", Message: "too low", Err: errors.New("a secret")})
		case "panics":
			panic("a secret")
		case "breaks":
			return errors.Join(text.Close(), text.Write("a secret"))
		case "cancelled":
			run.Cancel(nil)
			<-ctx.Done()
			return context.Cause(ctx)
		}
		return errors.New("a secret")
	}, server.Options{})
	a := startAgent(t)
	onEach(t, func(t *testing.T, b binding) {
		for _, tt := range []struct {
			runID, says string
			outcome     pipeline.Outcome
		}{
			{"reported", "too low", pipeline.OutcomeError},
			{"panics", "internal error", pipeline.OutcomeError},
			{"breaks", "internal error", pipeline.OutcomeError},
			{"fails", "internal error", pipeline.OutcomeError},
			{"cancelled", "", pipeline.OutcomeCancelled},
		} {
			events, end := a.run(asked(url, b, tt.runID), nil)
			run := <-runs
			end.clean(t)
			same(t, holding(t, run.events, run.input), events, end.Messages, end.State)
			if run.end.Outcome != tt.outcome {
				t.Errorf("%s: %s", tt.runID, run.end.Outcome)
			}
			if tt.outcome == pipeline.OutcomeCancelled {
				if end.Outcome != "cancelled" || end.RunError != nil {
					t.Errorf("%s: outcome %s, RUN_ERROR %v", tt.runID, end.Outcome, end.RunError)
				}
			} else if end.RunError == nil || !strings.Contains(*end.RunError, tt.says) || strings.Contains(*end.RunError, "secret") || end.Outcome != "" {
				t.Errorf("%s: outcome %q, RUN_ERROR %v, want one with %q", tt.runID, end.Outcome, end.RunError, tt.says)
			}
			if !strings.Contains(string(end.Messages), `"half"`) {
				t.Errorf("%s: messages %s", tt.runID, end.Messages)
			}
		}
	})
}

// A state of 2 MB comes whole, changes, and goes back with the next run.
//
// Rules: F2 L6.13 M5.
func TestAgentTakesALargeState(t *testing.T) {
	t.Parallel()
	const size = 2 << 20
	url, runs := serve(t, func(_ context.Context, run *server.Run) error {
		if len(run.State().Value()) > size {
			return run.State().Patch(agui.NewAddOperation("/rows/-", `"last"`))
		}
		rows := make([]string, 4096)
		for i := range rows {
			rows[i] = fmt.Sprintf("%d %s", i, strings.Repeat("é~", size/len(rows)/3))
		}
		return errors.Join(run.State().Replace(map[string]any{"rows": rows}), run.State().Patch(agui.NewReplaceOperation("/rows/0", `{"n":1e3}`)))
	}, server.Options{})
	a := startAgent(t)
	onEach(t, func(t *testing.T, b binding) {
		r := asked(url, b, "large")
		events, end := a.run(r, nil)
		run := <-runs
		end.clean(t)
		same(t, holding(t, run.events, run.input), events, end.Messages, end.State)
		if len(end.State) < size {
			t.Errorf("the state has %d bytes", len(end.State))
		}
		events, end = a.run(request{URL: url, Accept: b.accept, ThreadID: r.Thread.ThreadID, Run: map[string]any{"runId": "larger"}}, nil)
		run = <-runs
		end.clean(t)
		same(t, holding(t, run.events, run.input), events, end.Messages, end.State)
		if len(run.input) < size || !strings.HasSuffix(string(end.State), `,"last"]}`) {
			t.Errorf("an input of %d bytes, and a state that ends with %s", len(run.input), end.State[max(0, len(end.State)-40):])
		}
	})
}

// Each event is there before the next one is sent, and a client that aborts is noticed.
//
// Rules: K1.1 K4.2.
func TestAgentStreams(t *testing.T) {
	t.Parallel()
	const pieces = 5
	next := make(chan struct{}, 1)
	url, runs := serve(t, func(ctx context.Context, run *server.Run) error {
		text := run.Text(server.MessageID("m1"))
		for {
			select {
			case <-next:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			if err := text.Write("x"); err != nil {
				return err
			}
		}
	}, server.Options{})
	a := startAgent(t)
	onEach(t, func(t *testing.T, b binding) {
		r := asked(url, b, "stream")
		r.AbortAfter = 2 + pieces // RUN_STARTED and TEXT_MESSAGE_START before them
		events, _ := a.run(r, func(n int) {
			if n != 1 && n < r.AbortAfter-1 {
				next <- struct{}{}
			}
		})
		if len(events) < r.AbortAfter {
			t.Errorf("%d events", len(events))
		}
		if run := <-runs; run.end.Outcome != server.OutcomeAbandoned || !errors.Is(run.end.Err, server.ErrAbandoned) {
			t.Errorf("the server: %+v", run.end)
		}
	})
}
