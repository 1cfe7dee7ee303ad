package server_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// must gives the first error up, so that the agents of tests read as a list.
func must(errs ...error) {
	for _, err := range errs {
		if err != nil {
			panic(err)
		}
	}
}

func got[T any](v T, err error) T {
	must(err)
	return v
}

// written are agents that do right, and the events between the first and the last of their run.
var written = []struct {
	name string
	do   func(*server.Run)
	want []string
}{
	{"C_text", func(run *server.Run) {
		msg := run.Text(server.MessageID("m"), server.Role(agui.TextMessageRoleUser), server.Name("Ada"), server.Metadata(`{"k":null}`))
		must(msg.Write("a"), msg.Write(""), msg.Write("b"), msg.Close(), msg.Close())
	}, []string{
		`{"type":"TEXT_MESSAGE_START","metadata":{"k":null},"messageId":"m","role":"user","name":"Ada"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"a"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"b"}`,
		`{"type":"TEXT_MESSAGE_END","messageId":"m"}`,
	}},
	{"C_text_never_written", func(run *server.Run) { must(run.Text().Close()) }, nil},
	{"C_text_empty", func(run *server.Run) { must(run.Text(server.MessageID("m")).Write("")) }, []string{
		`{"type":"TEXT_MESSAGE_START","messageId":"m"}`,
		`{"type":"TEXT_MESSAGE_END","messageId":"m"}`,
	}},
	{"C4_reopened", func(run *server.Run) {
		for _, delta := range []string{"a", "b"} {
			msg := run.Text(server.MessageID("m"))
			must(msg.Write(delta), msg.Close())
		}
	}, []string{
		`{"type":"TEXT_MESSAGE_START","messageId":"m"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"a"}`,
		`{"type":"TEXT_MESSAGE_END","messageId":"m"}`,
		`{"type":"TEXT_MESSAGE_START","messageId":"m"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"b"}`,
		`{"type":"TEXT_MESSAGE_END","messageId":"m"}`,
	}},
	{"C9_chunks_close_by_themselves", func(run *server.Run) {
		must(run.Send(first("m")), run.Send(chunk(func(ev *agui.TextMessageChunkEvent) { ev.Delta = opt.Some("y") })))
	}, []string{
		`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"x"}`,
		`{"type":"TEXT_MESSAGE_CHUNK","delta":"y"}`,
	}},
	{"E_reasoning", func(run *server.Run) {
		g := run.Reasoning(server.MessageID("g"))
		must(g.Write("Hm"), g.Encrypted("e"), g.Close(), g.Close())
	}, []string{
		`{"type":"REASONING_START","messageId":"g"}`,
		`{"type":"REASONING_MESSAGE_START","messageId":"g","role":"reasoning"}`,
		`{"type":"REASONING_MESSAGE_CONTENT","messageId":"g","delta":"Hm"}`,
		`{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"g","encryptedValue":"e"}`,
		`{"type":"REASONING_MESSAGE_END","messageId":"g"}`,
		`{"type":"REASONING_END","messageId":"g"}`,
	}},
	{"B13_step", func(run *server.Run) {
		sub := got(run.Subagent("helper", server.SubagentID("s")))
		mine, theirs := got(run.Step("plan")), got(sub.Step("plan"))
		must(mine.Close(), mine.Close(), theirs.Close(), sub.Close(), sub.Close(), theirs.Close())
	}, []string{
		`{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"helper"}`,
		`{"type":"STEP_STARTED","stepName":"plan"}`,
		`{"type":"STEP_STARTED","subagentRunId":"s","stepName":"plan"}`,
		`{"type":"STEP_FINISHED","stepName":"plan"}`,
		`{"type":"STEP_FINISHED","subagentRunId":"s","stepName":"plan"}`,
		`{"type":"SUBAGENT_FINISHED","subagentRunId":"s"}`,
	}},
	{"F_state", func(run *server.Run) {
		state := run.State()
		must(state.Patch(agui.NewAddOperation("/a", "[1]")), state.Patch(), state.Replace(map[string]int{"b": 2}), state.Patch(agui.NewTestOperation("/b", "2")))
		if v := state.Value(); v != `{"b":2}` {
			panic(v)
		}
		must(state.Replace(nil))
	}, []string{
		`{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a","value":[1]}]}`,
		`{"type":"STATE_DELTA","delta":[]}`,
		`{"type":"STATE_SNAPSHOT","snapshot":{"b":2}}`,
		`{"type":"STATE_DELTA","delta":[{"op":"test","path":"/b","value":2}]}`,
		`{"type":"STATE_SNAPSHOT","snapshot":null}`,
	}},
	{"F5_activity", func(run *server.Run) {
		a := got(run.Activity("plan", map[string]int{"done": 0}, server.MessageID("v")))
		must(a.Patch(agui.NewReplaceOperation("/done", "1")), a.Replace(raw(`{"done":2}`)))
	}, []string{
		`{"type":"ACTIVITY_SNAPSHOT","messageId":"v","activityType":"plan","content":{"done":0}}`,
		`{"type":"ACTIVITY_DELTA","messageId":"v","activityType":"plan","patch":[{"op":"replace","path":"/done","value":1}]}`,
		`{"type":"ACTIVITY_SNAPSHOT","messageId":"v","activityType":"plan","content":{"done":2}}`,
	}},
	{"G_subagents", func(run *server.Run) {
		sub := got(run.Subagent("helper", server.SubagentID("s"), server.Description("helps"), server.ParentMessageID("u1"), server.ParentToolCallID("c1")))
		below := got(sub.Subagent("lower", server.SubagentID("q")))
		must(below.Text(server.MessageID("m")).Write("x"), sub.Finish(3), below.Close())
	}, []string{
		`{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"helper","description":"helps","parentToolCallId":"c1","parentMessageId":"u1"}`,
		`{"type":"SUBAGENT_STARTED","subagentRunId":"q","name":"lower","parentSubagentRunId":"s"}`,
		`{"type":"TEXT_MESSAGE_START","subagentRunId":"q","messageId":"m"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","subagentRunId":"q","messageId":"m","delta":"x"}`,
		`{"type":"TEXT_MESSAGE_END","subagentRunId":"q","messageId":"m"}`,
		`{"type":"SUBAGENT_FINISHED","subagentRunId":"q"}`,
		`{"type":"SUBAGENT_FINISHED","subagentRunId":"s","result":3}`,
	}},
	{"G5_subagent_fails", func(run *server.Run) {
		sub := got(run.Subagent("helper", server.SubagentID("s")))
		must(sub.Fail(&server.RunError{Code: "E", Message: "no", Err: errors.New("hidden")}))
	}, []string{
		`{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"helper"}`,
		`{"type":"SUBAGENT_ERROR","subagentRunId":"s","message":"no","code":"E"}`,
	}},
	{"G2_continuation_after_the_end", func(run *server.Run) {
		must(run.Send(sub("s")), run.Send(startText("m", ofSub("s"))), run.Send(agui.NewSubagentFinishedEvent("s")),
			run.Send(&agui.TextMessageContentEvent{MessageID: "m", Delta: "x", SubagentRunID: opt.Some("s")}))
	}, []string{
		`{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"helper"}`,
		`{"type":"TEXT_MESSAGE_START","subagentRunId":"s","messageId":"m"}`,
		`{"type":"SUBAGENT_FINISHED","subagentRunId":"s"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","subagentRunId":"s","messageId":"m","delta":"x"}`,
		`{"type":"TEXT_MESSAGE_END","subagentRunId":"s","messageId":"m"}`,
	}},
	{"H_passthrough", func(run *server.Run) {
		must(run.Custom("com.example.x", nil), run.Raw([]int{1}, "other"), run.Raw(nil, ""))
	}, []string{
		`{"type":"CUSTOM","name":"com.example.x","value":null}`,
		`{"type":"RAW","event":[1],"source":"other"}`,
		`{"type":"RAW","event":null}`,
	}},
	{"B6_all_is_closed", func(run *server.Run) {
		got(run.Step("plan"))
		sub := got(run.Subagent("helper", server.SubagentID("s")))
		must(run.Text(server.MessageID("m")).Write(""), sub.Reasoning(server.MessageID("g")).Write(""), run.Send(first("n")))
	}, []string{
		`{"type":"STEP_STARTED","stepName":"plan"}`,
		`{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"helper"}`,
		`{"type":"TEXT_MESSAGE_START","messageId":"m"}`,
		`{"type":"REASONING_START","subagentRunId":"s","messageId":"g"}`,
		`{"type":"REASONING_MESSAGE_START","subagentRunId":"s","messageId":"g","role":"reasoning"}`,
		`{"type":"TEXT_MESSAGE_CHUNK","messageId":"n","delta":"x"}`,
		`{"type":"REASONING_MESSAGE_END","subagentRunId":"s","messageId":"g"}`,
		`{"type":"REASONING_END","subagentRunId":"s","messageId":"g"}`,
		`{"type":"TEXT_MESSAGE_END","messageId":"m"}`,
		`{"type":"SUBAGENT_FINISHED","subagentRunId":"s"}`,
		`{"type":"STEP_FINISHED","stepName":"plan"}`,
	}},
}

// TestWriters holds what each writer sends, on both bindings, and that the server adds nothing but the beginning and the end.
//
// Rules: B3 F6 G7 N1.
func TestWriters(t *testing.T) {
	for _, accept := range []string{transport.AcceptSSE, transport.AcceptAny} {
		for _, w := range written {
			t.Run(w.name, func(t *testing.T) {
				x := serve(func(_ context.Context, run *server.Run) error { w.do(run); return nil }, server.Options{}, plain, accept)
				x.want(t, w.want...)
				if x.end.Outcome != pipeline.OutcomeSuccess || x.ended != 1 {
					t.Errorf("the outcome is %q, and OnEnd was called %d times", x.end.Outcome, x.ended)
				}
			})
		}
	}
}

// TestNoParts holds that a result of which no part is left is an empty text.
//
// Rules: D4.
func TestNoParts(t *testing.T) {
	x := serve(func(_ context.Context, run *server.Run) error {
		return got(run.ToolCall("tides")).ResultParts()
	}, server.Options{}, plain, transport.AcceptAny)
	for _, ev := range x.events(t) {
		if result, ok := ev.(*agui.ToolCallResultEvent); ok && result.Content == agui.Text("") {
			return
		}
	}
	t.Errorf("the events are %s", x.lines(t))
}

// TestResult holds D3 and D8: a result has a message id of its own.
func TestResult(t *testing.T) {
	agent := func(_ context.Context, run *server.Run) error {
		a := got(run.ToolCall("tides", server.ToolCallID("a")))
		b := got(run.ToolCall("tides", server.ToolCallID("b")))
		got(run.ToolCall("tides", server.ToolCallID("c")))
		must(a.Args("{}"), a.Encrypted("e"), a.Args(""), a.Result("noon"), b.ResultParts(agui.NewTextPart("x")), run.Result("old", agui.Text("")))
		return nil
	}
	x := serve(agent, server.Options{}, plain, transport.AcceptSSE)
	ids := map[string]bool{}
	var kinds []string
	for _, ev := range x.events(t) {
		kinds = append(kinds, string(ev.EventType()))
		if result, ok := ev.(*agui.ToolCallResultEvent); ok {
			ids[result.MessageID] = true
		}
	}
	if len(ids) != 3 {
		t.Errorf("the results have the message ids %v", ids)
	}
	const want = "RUN_STARTED TOOL_CALL_START TOOL_CALL_START TOOL_CALL_START TOOL_CALL_ARGS REASONING_ENCRYPTED_VALUE TOOL_CALL_END TOOL_CALL_RESULT TOOL_CALL_END TOOL_CALL_RESULT TOOL_CALL_RESULT TOOL_CALL_END RUN_FINISHED"
	if all := strings.Join(kinds, " "); all != want {
		t.Errorf("the events are\n%s\nand should be\n%s", all, want)
	}
	if r := x.accepted(t, plain); len(r.Runs[0].PendingToolCallIDs) != 1 || r.Runs[0].PendingToolCallIDs[0] != "c" {
		t.Errorf("pending are %q (D8)", r.Runs[0].PendingToolCallIDs)
	}
}

// TestInterrupt holds J1 and G4: the run ends with what was asked, and who asked it is suspended.
func TestInterrupt(t *testing.T) {
	agent := func(_ context.Context, run *server.Run) error {
		sub := got(run.Subagent("helper", server.SubagentID("s")))
		got(sub.Interrupt(agui.Interrupt{ID: "i", Reason: "approve"}))
		id := got(run.Interrupt(agui.Interrupt{Reason: "ask", Message: opt.Some("Sure?")}))
		if id == "" {
			t.Error("no id was minted")
		}
		return run.SetResult("so far")
	}
	x := serve(agent, server.Options{}, plain, transport.AcceptSSE)
	all := x.lines(t)
	if want := `{"type":"SUBAGENT_FINISHED","subagentRunId":"s","outcome":{"type":"suspended","interruptIds":["i"]}}`; all[2] != want {
		t.Errorf("the subagent ends with %s", all[2])
	}
	end := x.last(t).(*agui.RunFinishedEvent)
	asked := end.Outcome.(*agui.RunFinishedInterruptOutcome).Interrupts
	if len(asked) != 2 || asked[0].SubagentRunID != opt.Some("s") || asked[1].SubagentRunID.IsSet() || end.Result != `"so far"` {
		t.Errorf("the run ends with %s", all[3])
	}
	if x.end.Outcome != pipeline.OutcomeInterrupt {
		t.Errorf("the outcome is %q", x.end.Outcome)
	}
	x.accepted(t, plain)
}

// TestUnprefixed holds that a name which is the protocol's is sent, and warned of once (H2).
func TestUnprefixed(t *testing.T) {
	var told []string
	x := serve(func(_ context.Context, run *server.Run) error {
		return errors.Join(run.Custom("citations", 1), run.Custom("citations", 2), run.Custom("com.citations", 3))
	}, server.Options{OnWarning: func(_ context.Context, w pipeline.Warning) { told = append(told, string(w.Type)+w.Pointer) }}, plain, transport.AcceptSSE)
	if n := len(x.events(t)); n != 5 || len(told) != 1 || told[0] != "CUSTOM/name" {
		t.Errorf("of %d events it told %q", n, told)
	}
}

func TestResultNull(t *testing.T) {
	agent := func(_ context.Context, run *server.Run) error {
		var rule *server.RuleError
		if err := run.SetResult(nil); !errors.As(err, &rule) || rule.Rule != "A4" {
			t.Errorf("null gives %v", err)
		}
		if err := run.SetResult([]byte("{}")); err == nil || !strings.Contains(err.Error(), "jsonx.Raw") {
			t.Errorf("bytes give %v", err)
		}
		if err := run.SetResult(func() {}); err == nil {
			t.Error("a function has a JSON form")
		}
		return nil
	}
	serve(agent, server.Options{}, plain, transport.AcceptSSE).want(t)
}

// TestUnfit holds that a value without a form ends the run.
func TestUnfit(t *testing.T) {
	for name, do := range map[string]func(*server.Run) error{
		"custom":   func(run *server.Run) error { return run.Custom("com.x", func() {}) },
		"raw":      func(run *server.Run) error { return run.Raw(func() {}, "") },
		"state":    func(run *server.Run) error { return run.State().Replace(raw("{")) },
		"activity": func(run *server.Run) error { _, err := run.Activity("plan", func() {}); return err },
		"text":     func(run *server.Run) error { return run.Text().Write("\xff") },
		"finish":   func(run *server.Run) error { return got(run.Subagent("helper")).Finish(func() {}) },
	} {
		t.Run(name, func(t *testing.T) {
			x := serve(func(_ context.Context, run *server.Run) error {
				if do(run) == nil {
					t.Error("there is no error")
				}
				return nil
			}, server.Options{}, plain, transport.AcceptSSE)
			x.wantInternal(t)
		})
	}
}

// TestConcurrent holds that writers which are used at once make a stream that a reader takes, with each text whole.
func TestConcurrent(t *testing.T) {
	const workers, deltas = 8, 50
	for _, accept := range []string{transport.AcceptSSE, transport.AcceptAny} {
		agent := func(_ context.Context, run *server.Run) error {
			var wait sync.WaitGroup
			for i := range workers {
				wait.Go(func() {
					sub := got(run.Subagent("helper"))
					msg, call := sub.Text(server.Name(string(rune('a'+i)))), got(sub.ToolCall("tides"))
					for range deltas {
						must(msg.Write("x"), call.Args("y"), run.Usage(agui.TokenUsage{OutputTokens: opt.Some(int64(1))}))
						_ = run.State().Value()
					}
					must(call.Result("z"), msg.Close(), sub.Close())
				})
			}
			wait.Wait()
			return nil
		}
		x := serve(agent, server.Options{}, plain, accept)
		texts := 0
		for _, m := range x.accepted(t, plain).Messages {
			if m, ok := m.(*agui.AssistantMessage); ok && m.Name.IsSet() {
				texts++
				if text := m.Content.Or(""); text != strings.Repeat("x", deltas) {
					t.Errorf("a text is %q", text)
				}
			}
		}
		if n := x.end.Usage[0].OutputTokens.Or(0); texts != workers || n != workers*deltas {
			t.Errorf("there are %d texts and %d tokens", texts, n)
		}
	}
}

// TestShared holds that one writer can be used by several at once, the close of one of them included.
func TestShared(t *testing.T) {
	agent := func(_ context.Context, run *server.Run) error {
		msg := run.Text()
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				for range 50 {
					must(msg.Write("x"))
				}
			})
		}
		wait.Wait()
		for range 4 {
			wait.Go(func() { must(msg.Close()) })
		}
		wait.Wait()
		return nil
	}
	x := serve(agent, server.Options{}, plain, transport.AcceptSSE)
	if n := len(x.events(t)); n != 2+2+200 {
		t.Errorf("there are %d events", n)
	}
	x.accepted(t, plain)
}
