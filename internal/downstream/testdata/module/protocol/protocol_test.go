package protocol

import (
	"encoding/hex"
	"errors"
	"testing"

	"example.com/downstream/protocol/agui"

	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// The bytes that the published encoder gives for the event.
const (
	text  = `{"type":"TEXT_MESSAGE_CONTENT","subagentRunId":"s1","messageId":"m1","delta":"Hel"}`
	frame = "12110a02080112026d311a0348656c22027331"
)

func TestRoundTrip(t *testing.T) {
	ev := &agui.TextMessageContentEvent{MessageID: "m1", Delta: "Hel", SubagentRunID: opt.Some("s1")}
	js, err := ev.AppendJSON(nil)
	if err != nil || string(js) != text {
		t.Errorf("%s, %v", js, err)
	}
	proto, err := ev.AppendProto(nil)
	if err != nil || hex.EncodeToString(proto) != frame {
		t.Errorf("%x, %v", proto, err)
	}
	for name, decode := range map[string]func() (agui.Event, error){
		"JSON": func() (agui.Event, error) { return agui.DecodeJSON(js) }, "protobuf": func() (agui.Event, error) { return agui.DecodeProto(proto) },
	} {
		back, err := decode()
		if got, ok := back.(*agui.TextMessageContentEvent); err != nil || !ok || !got.Equal(ev) {
			t.Errorf("%s: %#v, %v", name, back, err)
		}
	}
}

// TestIdentifier holds that a verdict names the schema that was generated from.
func TestIdentifier(t *testing.T) {
	err := agui.RunAgentInputSchema.ValidateJSON([]byte(`{"threadId":"t","messages":[]}`))
	var v *violation.Error
	if !errors.As(err, &v) || v.Violations[0].AbsoluteKeywordLocation != "https://example.com/own/agui.json#/$defs/RunAgentInput/required" {
		t.Errorf("%v", err)
	}
}
