package server_test

import (
	"context"
	"errors"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// thread is an input with a history.
const thread = `{"threadId":"t1","runId":"r1","state":{"n":1},"messages":[
	{"role":"user","id":"u1","content":"Tides?","name":"Ada"},
	{"role":"assistant","id":"a1","toolCalls":[{"id":"c1","type":"function","function":{"name":"tides","arguments":"{}"}}]},
	{"role":"tool","id":"t1","toolCallId":"c1","content":"noon"},
	{"role":"assistant","id":"a2","toolCalls":[{"id":"c2","type":"function","function":{"name":"confirm","arguments":"{}"}}]},
	{"role":"reasoning","id":"g1","content":"Hm."}
],"tools":[{"name":"confirm","description":"Ask the user."}]}`

func send(events ...agui.Event) func(*server.Run) error {
	return func(run *server.Run) error {
		for _, ev := range events {
			if err := run.Send(ev); err != nil {
				return err
			}
		}
		return nil
	}
}

func startText(id string, change ...func(*agui.TextMessageStartEvent)) agui.Event {
	ev := agui.NewTextMessageStartEvent(id)
	for _, f := range change {
		f(ev)
	}
	return ev
}

func startCall(id, tool string, change ...func(*agui.ToolCallStartEvent)) agui.Event {
	ev := agui.NewToolCallStartEvent(id, tool)
	for _, f := range change {
		f(ev)
	}
	return ev
}

func ofSub(id string) func(*agui.TextMessageStartEvent) {
	return func(ev *agui.TextMessageStartEvent) { ev.SubagentRunID = opt.Some(id) }
}

func parent(id string) func(*agui.ToolCallStartEvent) {
	return func(ev *agui.ToolCallStartEvent) { ev.ParentMessageID = opt.Some(id) }
}

func chunk(change func(*agui.TextMessageChunkEvent)) agui.Event {
	ev := &agui.TextMessageChunkEvent{}
	change(ev)
	return ev
}

func first(id string) agui.Event {
	return chunk(func(ev *agui.TextMessageChunkEvent) { ev.MessageID, ev.Delta = opt.Some(id), opt.Some("x") })
}

func sub(id string) agui.Event { return agui.NewSubagentStartedEvent(id, "helper") }

func raw(s string) jsonx.Raw { return jsonx.Raw(s) }

// broken are agents that break a rule, the last thing that they do.
var broken = []struct {
	name string // the rule, and what breaks it
	rule pipeline.Rule
	do   func(*server.Run) error
}{
	{"A4_null_rawEvent", "B14", send(&agui.CustomEvent{Name: "com.x", Value: "1", RawEvent: "null"})},
	{"A8_text_on_a_tool_message", "A8", send(startText("t1"))},
	{"A8_text_on_a_reasoning_message", "A8", send(startText("g1"))},
	{"A8_reasoning_on_a_user_message", "A8", send(agui.NewReasoningMessageStartEvent("u1"))},
	{"A8_activity_on_a_user_message", "A8", send(agui.NewActivitySnapshotEvent("u1", "plan", "{}"))},
	{"A8_result_on_a_known_message", "A8", send(agui.NewToolCallResultEvent("u1", "c1", agui.Text("x")))},
	{"B2_started_by_the_agent", "B2", send(agui.NewRunStartedEvent("t1", "r1"))},
	{"B2_finished_by_the_agent", "B2", send(agui.NewRunFinishedEvent("t1", "r1"))},
	{"B2_failed_by_the_agent", "B2", send(agui.NewRunErrorEvent("no"))},
	{"B13_step_twice", pipeline.RuleStep, send(agui.NewStepStartedEvent("plan"), agui.NewStepStartedEvent("plan"))},
	{"B13_step_not_started", pipeline.RuleStep, send(agui.NewStepFinishedEvent("plan"))},
	{"B13_step_of_another", pipeline.RuleStep, send(agui.NewStepStartedEvent("plan"), &agui.StepFinishedEvent{StepName: "plan", SubagentRunID: opt.Some("s")})},
	{"B14_unknown_event", "B14", send(&agui.UnknownEvent{Tag: "NEW", Raw: `{"type":"NEW"}`})},
	{"B14_unknown_role", "B14", send(startText("m", func(ev *agui.TextMessageStartEvent) { ev.Role = opt.Some(agui.TextMessageRole("narrator")) }))},
	{"C1_open_twice", pipeline.RuleOpen, send(startText("m"), startText("m"))},
	{"C1_content_not_open", pipeline.RuleOpen, send(agui.NewTextMessageContentEvent("m", "x"))},
	{"C1_end_not_open", pipeline.RuleOpen, send(agui.NewTextMessageEndEvent("m"))},
	{"C1_args_not_open", pipeline.RuleOpen, send(agui.NewToolCallArgsEvent("c", "x"))},
	{"C4_other_role", "C4", send(startText("u1"))},
	{"C4_other_name", "C4", send(startText("u1", func(ev *agui.TextMessageStartEvent) { ev.Role = opt.Some(agui.TextMessageRoleUser) }))},
	{"C4_other_owner", "C4", send(startText("a1", ofSub("s")))},
	{"C4_own_message", "C4", send(startText("m", ofSub("s")), agui.NewTextMessageEndEvent("m"), startText("m"))},
	{"C4_other_tool", "C4", send(startCall("c1", "weather"))},
	{"C4_other_parent", "C4", send(startCall("c1", "tides", parent("a2")))},
	{"C4_parent_left_out", "C4", send(startCall("c", "tides", parent("m")), agui.NewToolCallEndEvent("c"), startCall("c", "tides"))},
	{"C4_call_of_another", "C4", send(startCall("c1", "tides", func(ev *agui.ToolCallStartEvent) { ev.SubagentRunID = opt.Some("s") }))},
	{"C6_chunk_without_id", pipeline.RuleChunk, send(chunk(func(ev *agui.TextMessageChunkEvent) { ev.Delta = opt.Some("x") }))},
	{"C6_tool_chunk_without_name", pipeline.RuleChunk, send(&agui.ToolCallChunkEvent{ToolCallID: opt.Some("c")})},
	{"C8_chunk_of_another_role", pipeline.RuleChunk, send(first("m"), chunk(func(ev *agui.TextMessageChunkEvent) { ev.Role = opt.Some(agui.TextMessageRoleUser) }))},
	{"C9_content_of_a_chunk_stream", pipeline.RuleOpen, send(first("m"), agui.NewTextMessageContentEvent("m", "x"))},
	{"C9_end_of_a_chunk_stream", pipeline.RuleOpen, send(first("m"), agui.NewTextMessageEndEvent("m"))},
	{"C9_chunk_of_an_open_message", pipeline.RuleOpen, send(startText("m"), first("m"))},
	{"C11_ambiguous_chunk", pipeline.RuleAmbiguous, send(
		chunk(func(ev *agui.TextMessageChunkEvent) { ev.MessageID, ev.SubagentRunID = opt.Some("m"), opt.Some("s") }),
		chunk(func(ev *agui.TextMessageChunkEvent) { ev.MessageID, ev.SubagentRunID = opt.Some("n"), opt.Some("q") }),
		chunk(func(ev *agui.TextMessageChunkEvent) { ev.Delta = opt.Some("x") }))},
	{"C11_chunk_after_its_owner", pipeline.RuleChunk, send(sub("s"),
		chunk(func(ev *agui.TextMessageChunkEvent) { ev.MessageID, ev.SubagentRunID = opt.Some("m"), opt.Some("s") }),
		agui.NewSubagentFinishedEvent("s"),
		chunk(func(ev *agui.TextMessageChunkEvent) { ev.SubagentRunID, ev.Delta = opt.Some("s"), opt.Some("x") }))},
	{"C12_custom_closes_a_chunk_stream", pipeline.RuleChunk, send(first("m"), agui.NewCustomEvent("com.x", "1"), chunk(func(ev *agui.TextMessageChunkEvent) { ev.Delta = opt.Some("x") }))},
	{"D1_parent_is_no_assistant", "D1", send(startCall("c", "tides", parent("u1")))},
	{"D1_parent_of_another", "D1", send(startText("m", ofSub("s")), agui.NewTextMessageEndEvent("m"), startCall("c", "tides", parent("m")))},
	{"D3_result_without_content", "B14", send(agui.NewToolCallResultEvent("m", "c1", nil))},
	{"D3_second_result_of_a_writer", "D3", func(run *server.Run) error {
		call, err := run.ToolCall("tides")
		if err != nil {
			return err
		}
		return errors.Join(call.Result("a"), call.Result("b"))
	}},
	{"D6_unknown_part", "B14", send(agui.NewToolCallResultEvent("m", "c1", agui.ContentPartList{&agui.UnknownContentPart{Tag: "reasoning", Raw: `{"type":"reasoning"}`}}))},
	{"D7_result_of_a_frontend_tool", "D7", send(startCall("c", "confirm"), agui.NewToolCallEndEvent("c"), agui.NewToolCallResultEvent("m", "c", agui.Text("yes")))},
	{"D7_result_of_a_held_frontend_call", "D7", send(agui.NewToolCallResultEvent("m", "c2", agui.Text("yes")))},
	{"D7_result_by_the_writer", "D7", func(run *server.Run) error {
		call, err := run.ToolCall("confirm")
		if err != nil {
			return err
		}
		return call.Result("yes")
	}},
	{"D7_message_of_a_frontend_tool", "D7", send(startCall("c", "confirm"), agui.NewToolCallEndEvent("c"),
		agui.NewMessagesSnapshotEvent([]agui.Message{agui.NewToolMessage("m", agui.Text("yes"), "c")}))},
	{"E1_span_twice", pipeline.RuleOpen, send(agui.NewReasoningStartEvent("g"), agui.NewReasoningStartEvent("g"))},
	{"E1_span_not_open", pipeline.RuleOpen, send(agui.NewReasoningEndEvent("g"))},
	{"E2_reasoning_content_not_open", pipeline.RuleOpen, send(agui.NewReasoningStartEvent("g"), agui.NewReasoningMessageContentEvent("g", "x"))},
	{"E3_unknown_subtype", "B14", send(agui.NewReasoningEncryptedValueEvent("part", "m", "x"))},
	{"F2_patch_does_not_fit", "F2", send(agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewReplaceOperation("/m", "1")}))},
	{"F2_patch_against_own_snapshot", "F2", send(agui.NewStateSnapshotEvent("[]"), agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewReplaceOperation("/n", "2")}))},
	{"F2_activity_without_a_snapshot", "F2", send(agui.NewActivityDeltaEvent("v", "plan", agui.JSONPatch{}))},
	{"F5_content_no_object", "F5", send(agui.NewActivitySnapshotEvent("v", "plan", "{}"), agui.NewActivityDeltaEvent("v", "plan", agui.JSONPatch{agui.NewReplaceOperation("", "[]")}))},
	{"F5_patch_does_not_fit", "F5", send(agui.NewActivitySnapshotEvent("v", "plan", "{}"), agui.NewActivityDeltaEvent("v", "plan", agui.JSONPatch{agui.NewRemoveOperation("/x")}))},
	{"F5_kept_activity_of_another", "F5", send(agui.NewActivitySnapshotEvent("v", "plan", "{}"),
		&agui.ActivitySnapshotEvent{MessageID: "v", ActivityType: "plan", Content: "{}", Replace: opt.Some(false), SubagentRunID: opt.Some("s")})},
	{"G1_id_twice", pipeline.RuleSubagent, send(sub("s"), agui.NewSubagentFinishedEvent("s"), sub("s"))},
	{"G2_announced_twice", pipeline.RuleSubagent, send(sub("s"), sub("s"))},
	{"G2_announced_too_late", "G2", send(startText("m", ofSub("s")), sub("s"))},
	{"G2_event_after_its_end", "G2", send(sub("s"), agui.NewSubagentFinishedEvent("s"), startText("m", ofSub("s")))},
	{"G2_end_of_an_unannounced", pipeline.RuleSubagent, send(agui.NewSubagentFinishedEvent("s"))},
	{"G3_unknown_parent", "G3", send(&agui.SubagentStartedEvent{SubagentRunID: "s", Name: "helper", ParentSubagentRunID: opt.Some("q")})},
	{"G4_unknown_outcome", "B14", send(sub("s"), &agui.SubagentFinishedEvent{SubagentRunID: "s", Outcome: &agui.UnknownSubagentFinishedOutcome{Tag: "lost", Raw: `{"type":"lost"}`}})},
	{"G6_content_of_another", pipeline.RuleAttribution, send(startText("m", ofSub("s")), &agui.TextMessageContentEvent{MessageID: "m", Delta: "x", SubagentRunID: opt.Some("q")})},
	{"G6_activity_of_another", pipeline.RuleAttribution, send(agui.NewActivitySnapshotEvent("v", "plan", "{}"), &agui.ActivityDeltaEvent{MessageID: "v", ActivityType: "plan", Patch: agui.JSONPatch{}, SubagentRunID: opt.Some("s")})},
	{"H1_without_event", "B14", send(agui.NewRawEvent(""))},
	{"H2_without_name", "H2", send(agui.NewCustomEvent("", "1"))},
	{"H2_without_value", "B14", send(agui.NewCustomEvent("com.x", ""))},
	{"J2_interrupt_twice", "J2", func(run *server.Run) error {
		_, _ = run.Interrupt(agui.Interrupt{ID: "i", Reason: "ask"})
		_, err := run.Interrupt(agui.Interrupt{ID: "i", Reason: "ask"})
		return err
	}},
	{"B14_interrupt_malformed", "B14", func(run *server.Run) error {
		_, err := run.Interrupt(agui.Interrupt{Reason: "ask", ResponseSchema: "1"})
		return err
	}},
	{"C1_write_after_close", "C1", func(run *server.Run) error {
		msg := run.Text()
		return errors.Join(msg.Write("x"), msg.Close(), msg.Write("y"))
	}},
	{"C1_args_after_close", "C1", func(run *server.Run) error {
		call, err := run.ToolCall("tides")
		if err != nil {
			return err
		}
		return errors.Join(call.Close(), call.Args("x"))
	}},
	{"C1_write_after_the_subagent", "C1", func(run *server.Run) error {
		sub, err := run.Subagent("helper")
		if err != nil {
			return err
		}
		msg := sub.Text()
		return errors.Join(msg.Write("x"), sub.Close(), msg.Close(), msg.Write("y"))
	}},
}

// TestRule holds that a broken rule is an error for the author, which names the rule; that the error sticks; that the
// reader gets RUN_ERROR, also if the author takes no notice; and that the stream is none that a reader refuses.
func TestRule(t *testing.T) {
	for _, accept := range []string{transport.AcceptSSE, transport.AcceptAny} {
		for _, b := range broken {
			t.Run(b.name, func(t *testing.T) {
				var got, after error
				agent := func(ctx context.Context, run *server.Run) error {
					got = b.do(run)
					after = run.Custom("com.example.after", 1)
					if ctx.Err() == nil {
						t.Error("the agent is not told to stop")
					}
					return nil
				}
				x := serve(agent, server.Options{}, thread, accept)
				var rule *server.RuleError
				if !errors.As(got, &rule) || rule.Rule != b.rule {
					t.Fatalf("the error is %v, and not one of rule %s", got, b.rule)
				}
				if rule.Event == "" {
					t.Error("the error names no event")
				}
				if !errors.Is(got, after) || after == nil {
					t.Errorf("the next write gives %v", after)
				}
				x.wantInternal(t)
			})
		}
	}
}
