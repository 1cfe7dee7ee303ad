package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/schema"
)

// The functions below are what the generator makes of a chat protocol: an event that appends text, and one that holds a
// whole conversation.

const chat = "https://example.com/chat#/$defs/"

func evalBaseEvent(e *schema.Eval) {
	e.Type(schema.Object)
	e.Required("type")
	e.Properties(func(name string) schema.Func {
		switch name {
		case "type":
			return func(e *schema.Eval) { e.Ref("$ref", chat+"EventType", evalEventType) }
		case "timestamp":
			return func(e *schema.Eval) {
				e.Type(schema.Integer)
				e.Minimum("-9007199254740991")
				e.Maximum("9007199254740991")
			}
		case "metadata":
			return func(e *schema.Eval) { e.Ref("$ref", chat+"Metadata", evalMetadata) }
		}
		return nil
	})
}

func evalEventType(e *schema.Eval) {
	e.Type(schema.String)
	e.EnumStrings("RUN_STARTED", "RUN_FINISHED", "RUN_ERROR", "STEP_STARTED", "STEP_FINISHED", "TEXT_MESSAGE_START",
		"TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END",
		"STATE_SNAPSHOT", "STATE_DELTA", "MESSAGES_SNAPSHOT", "RAW", "CUSTOM")
}

func evalMetadata(e *schema.Eval) {
	e.Type(schema.Object)
	e.Members(nil, nil, schema.Any)
}

func evalTextMessageContentEvent(e *schema.Eval) {
	e.Track()
	e.Type(schema.Object)
	e.Required("type", "messageId", "delta")
	e.AllOf(func(e *schema.Eval) { e.Ref("$ref", chat+"BaseEvent", evalBaseEvent) })
	e.Properties(func(name string) schema.Func {
		switch name {
		case "type":
			return func(e *schema.Eval) { e.ConstString("TEXT_MESSAGE_CONTENT") }
		case "messageId", "delta":
			return func(e *schema.Eval) { e.Type(schema.String) }
		}
		return nil
	})
	e.UnevaluatedProperties(schema.Never)
}

func evalMessagesSnapshotEvent(e *schema.Eval) {
	e.Track()
	e.Type(schema.Object)
	e.Required("type", "messages")
	e.AllOf(func(e *schema.Eval) { e.Ref("$ref", chat+"BaseEvent", evalBaseEvent) })
	e.Properties(func(name string) schema.Func {
		switch name {
		case "type":
			return func(e *schema.Eval) { e.ConstString("MESSAGES_SNAPSHOT") }
		case "messages":
			return func(e *schema.Eval) {
				e.Type(schema.Array)
				e.Items("items", func(e *schema.Eval) { e.Ref("$ref", chat+"Message", evalMessage) })
			}
		}
		return nil
	})
	e.UnevaluatedProperties(schema.Never)
}

func evalMessage(e *schema.Eval) {
	e.OneOfTagged("role",
		schema.Branch{Value: "system", Eval: func(e *schema.Eval) { e.Ref("$ref", chat+"SystemMessage", evalSystemMessage) }},
		schema.Branch{Value: "user", Eval: func(e *schema.Eval) { e.Ref("$ref", chat+"UserMessage", evalUserMessage) }},
		schema.Branch{Value: "assistant", Eval: func(e *schema.Eval) { e.Ref("$ref", chat+"AssistantMessage", evalAssistantMessage) }},
		schema.Branch{Value: "tool", Eval: func(e *schema.Eval) { e.Ref("$ref", chat+"ToolMessage", evalToolMessage) }})
}

func evalBaseMessage(e *schema.Eval) {
	e.Type(schema.Object)
	e.Required("id", "role")
	e.Properties(func(name string) schema.Func {
		switch name {
		case "id", "name":
			return func(e *schema.Eval) { e.Type(schema.String) }
		case "metadata":
			return func(e *schema.Eval) { e.Ref("$ref", chat+"Metadata", evalMetadata) }
		}
		return nil
	})
}

func evalSystemMessage(e *schema.Eval) {
	e.Track()
	e.Required("role", "content")
	e.AllOf(func(e *schema.Eval) { e.Ref("$ref", chat+"BaseMessage", evalBaseMessage) })
	e.Properties(func(name string) schema.Func {
		switch name {
		case "role":
			return func(e *schema.Eval) { e.ConstString("system") }
		case "content":
			return func(e *schema.Eval) { e.Type(schema.String) }
		}
		return nil
	})
	e.UnevaluatedProperties(schema.Never)
}

func evalUserMessage(e *schema.Eval) {
	e.Track()
	e.Required("role", "content")
	e.AllOf(func(e *schema.Eval) { e.Ref("$ref", chat+"BaseMessage", evalBaseMessage) })
	e.Properties(func(name string) schema.Func {
		switch name {
		case "role":
			return func(e *schema.Eval) { e.ConstString("user") }
		case "content":
			return func(e *schema.Eval) {
				e.OneOf(
					func(e *schema.Eval) { e.Type(schema.String) },
					func(e *schema.Eval) {
						e.Type(schema.Array)
						e.Items("items", func(e *schema.Eval) { e.Type(schema.Object) })
					})
			}
		}
		return nil
	})
	e.UnevaluatedProperties(schema.Never)
}

func evalAssistantMessage(e *schema.Eval) {
	e.Track()
	e.Required("role")
	e.AllOf(func(e *schema.Eval) { e.Ref("$ref", chat+"BaseMessage", evalBaseMessage) })
	e.Properties(func(name string) schema.Func {
		switch name {
		case "role":
			return func(e *schema.Eval) { e.ConstString("assistant") }
		case "content":
			return func(e *schema.Eval) { e.Type(schema.String) }
		case "toolCalls":
			return func(e *schema.Eval) {
				e.Type(schema.Array)
				e.Items("items", func(e *schema.Eval) { e.Ref("$ref", chat+"ToolCall", evalToolCall) })
			}
		}
		return nil
	})
	e.UnevaluatedProperties(schema.Never)
}

func evalToolCall(e *schema.Eval) {
	e.Type(schema.Object)
	e.Required("id", "name", "arguments")
	e.Members(func(name string) schema.Func {
		switch name {
		case "id", "name", "arguments":
			return func(e *schema.Eval) { e.Type(schema.String) }
		}
		return nil
	}, nil, schema.Never)
}

func evalToolMessage(e *schema.Eval) {
	e.Track()
	e.Required("role", "content", "toolCallId")
	e.AllOf(func(e *schema.Eval) { e.Ref("$ref", chat+"BaseMessage", evalBaseMessage) })
	e.Properties(func(name string) schema.Func {
		switch name {
		case "role":
			return func(e *schema.Eval) { e.ConstString("tool") }
		case "content", "toolCallId":
			return func(e *schema.Eval) { e.Type(schema.String) }
		}
		return nil
	})
	e.UnevaluatedProperties(schema.Never)
}

var (
	textMessageContentSchema = schema.Schema{Location: chat + "TextMessageContentEvent", Eval: evalTextMessageContentEvent}
	messagesSnapshotSchema   = schema.Schema{Location: chat + "MessagesSnapshotEvent", Eval: evalMessagesSnapshotEvent}
)

const textDelta = `{"type":"TEXT_MESSAGE_CONTENT","timestamp":1764547200000,"messageId":"msg-7f3a","delta":"Hello, world"}`

// conversation is a snapshot of about 20 kB.
func conversation() string {
	var b strings.Builder
	b.WriteString(`{"type":"MESSAGES_SNAPSHOT","timestamp":1764547200000,"messages":[{"id":"m0","role":"system","content":"Be brief."}`)
	for i := 1; b.Len() < 20_000; i++ {
		fmt.Fprintf(&b, `,{"id":"u%d","role":"user","content":"What is the weather in Lisbon on day %d, and should I take an umbrella?"}`, i, i)
		fmt.Fprintf(&b, `,{"id":"a%d","role":"assistant","toolCalls":[{"id":"c%d","name":"weather","arguments":"{\"city\":\"Lisbon\",\"day\":%d}"}]}`, i, i, i)
		fmt.Fprintf(&b, `,{"id":"t%d","role":"tool","toolCallId":"c%d","content":"{\"sky\":\"clear\",\"high\":%d}"}`, i, i, 20+i%9)
		fmt.Fprintf(&b, `,{"id":"b%d","role":"assistant","content":"Clear skies.\nNo umbrella needed on day %d.","metadata":{"tokens":%d}}`, i, i, i*3)
	}
	b.WriteString("]}")
	return b.String()
}

func TestBenchmarkedDocuments(t *testing.T) {
	if err := textMessageContentSchema.ValidateRaw(textDelta); err != nil {
		t.Error(err)
	}
	if err := messagesSnapshotSchema.ValidateJSON([]byte(conversation())); err != nil {
		t.Error(err)
	}
	for name, s := range map[string]schema.Schema{textDelta: textMessageContentSchema, conversation(): messagesSnapshotSchema} {
		data := []byte(name)
		if n := testing.AllocsPerRun(100, func() { _ = s.ValidateJSON(data) }); n > 0 {
			t.Errorf("%.40s…: %v allocations", name, n)
		}
	}
}

func BenchmarkValidateTextDelta(b *testing.B) {
	data := []byte(textDelta)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if err := textMessageContentSchema.ValidateJSON(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidateSnapshot(b *testing.B) {
	data := []byte(conversation())
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if err := messagesSnapshotSchema.ValidateJSON(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkExplainTextDelta(b *testing.B) {
	data := []byte(strings.Replace(textDelta, `"delta"`, `"dleta"`, 1))
	b.ReportAllocs()
	for b.Loop() {
		if err := textMessageContentSchema.ValidateJSON(data); err == nil {
			b.Fatal("valid")
		}
	}
}
