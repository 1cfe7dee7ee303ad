package demo

import (
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/citations"
	"github.com/google/go-cmp/cmp"
)

func TestItems(t *testing.T) {
	asked := &agui.AssistantMessage{ID: "4", SubagentRunID: opt.Some("s1"), ToolCalls: []agui.ToolCall{
		{ID: "c1", Function: agui.FunctionCall{Name: "tide", Arguments: `{"at":`}}, {ID: "c2", Function: agui.FunctionCall{Name: "wind"}},
	}}
	reasoning := agui.NewReasoningMessage("5", "so")
	reasoning.SubagentRunID = opt.Some("s1")
	unnamed := agui.NewAssistantMessage("6")
	unnamed.SubagentRunID = opt.Some("s2")
	parts := agui.ContentPartList{agui.NewTextPart("look"), agui.NewImagePart(agui.NewFileSource("x"))}
	messages := []agui.Message{
		agui.NewSystemMessage("1", "be kind"), agui.NewDeveloperMessage("2", "be brief"), agui.NewUserMessage("3", parts), asked,
		agui.NewToolMessage("t", agui.Text("12:04"), "c1"), reasoning, unnamed,
		agui.NewActivityMessage("7", "lock", `{"z":"open","a":1.50,"m":{"k":[true,null]}}`), agui.NewActivityMessage("8", "empty", `{}`),
	}
	result := "12:04"
	want := []item{
		{ID: "1", Kind: "other", Who: "System", Text: "be kind"},
		{ID: "2", Kind: "other", Who: "Developer", Text: "be brief"},
		{ID: "3", Kind: "user", Who: "You", Text: "look\n[image]"},
		{ID: "4", Kind: "agent", Who: "Pilot", Calls: []call{{Tool: "tide", Arguments: `{"at":`, Result: &result}, {Tool: "wind"}}},
		{ID: "5", Kind: "reasoning", Who: "Pilot, reasoning", Text: "so"},
		{ID: "6", Kind: "agent", Who: "Subagent"},
		{ID: "7", Kind: "activity", Who: "Activity: lock", Fields: [][2]string{{"z", "open"}, {"a", "1.50"}, {"m", `{"k":[true,null]}`}}},
		{ID: "8", Kind: "activity", Who: "Activity: empty"},
	}
	got := itemsOf(messages, map[string]string{"s1": "Pilot"}, citations.NewObserver(citations.ObserverOptions{}), time.Time{})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEventsAreBrief(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`:                                                     "",
		`{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`:                                                    "",
		`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"cancelled"}}`:                     "cancelled",
		`{"type":"RUN_ERROR","message":"no"}`:                                                                   "no",
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"a\n"}`:                                         `"a\n"`,
		`{"type":"REASONING_MESSAGE_CONTENT","messageId":"m","delta":"b"}`:                                      `"b"`,
		`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"tide"}`:                                     "tide",
		`{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{"}`:                                                "{",
		`{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":"12:04"}`:                        "12:04",
		`{"type":"STATE_SNAPSHOT","snapshot":[1]}`:                                                              "[1]",
		`{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/a"},{"op":"add","path":"/b","value":"<"}]}`:     `[{"op":"remove","path":"/a"},{"op":"add","path":"/b","value":"<"}]`,
		`{"type":"STATE_DELTA","delta":[]}`:                                                                     "[]",
		`{"type":"MESSAGES_SNAPSHOT","messages":[]}`:                                                            "0 messages",
		`{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"lock","content":{"a":1}}`:                  `lock {"a":1}`,
		`{"type":"ACTIVITY_DELTA","messageId":"m","activityType":"lock","patch":[{"op":"remove","path":"/a"}]}`: `lock [{"op":"remove","path":"/a"}]`,
		`{"type":"STEP_STARTED","stepName":"Think"}`:                                                            "Think",
		`{"type":"STEP_FINISHED","stepName":"Think"}`:                                                           "Think",
		`{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"Pilot"}`:                                        "Pilot",
		`{"type":"SUBAGENT_ERROR","subagentRunId":"s","message":"aground"}`:                                     "aground",
		`{"type":"CUSTOM","name":"a.b","value":null}`:                                                           "a.b null",
		`{"type":"RAW","event":{"x":1}}`:                                                                        `{"x":1}`,
	} {
		ev, err := agui.DecodeJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		e := eventOf(ev)
		if e.Brief != want || e.Type != string(ev.EventType()) || e.JSON != pretty(text) {
			t.Errorf("%s: %+v, want %q", text, e, want)
		}
	}
}

func TestQuestionKinds(t *testing.T) {
	for schema, want := range map[string]kind{
		`{"type":"boolean"}`: yesOrNo, `{"type":"integer"}`: aNumber, `{"type":"number"}`: aNumber, `{"type":"string"}`: someText,
		`{"type":["boolean","null"]}`: someText, `{}`: someText, ``: someText,
	} {
		i := agui.NewInterrupt("i", "why")
		i.ResponseSchema = jsonx.Raw(schema)
		if got := kindOf(i); got != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
}

func TestPayloads(t *testing.T) {
	for _, tt := range []struct {
		kind  kind
		value string
		want  jsonx.Raw // "" for an error
	}{
		{yesOrNo, "true", "true"}, {yesOrNo, "false", "false"}, {yesOrNo, "1", ""},
		{aNumber, "12.50", "12.50"}, {aNumber, "-1e3", "-1e3"}, {aNumber, "0x10", ""}, {aNumber, "", ""}, {aNumber, "1 2", ""},
		{someText, "", `""`}, {someText, "a \"b\"\n", `"a \"b\"\n"`}, {someText, "true", `"true"`},
	} {
		got, err := payload(tt.kind, tt.value)
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s %q: %s, %v", tt.kind, tt.value, got, err)
		}
	}
}
