package golden_test

import (
	"errors"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// TestStrangersAsJSON holds how what came as protobuf and is unknown is refused as JSON, and where; and that its verdict says
// the same.
func TestStrangersAsJSON(t *testing.T) {
	image := func(s agui.PartSource) agui.Event {
		return agui.NewToolCallResultEvent("m", "c", agui.ContentPartList{agui.NewTextPart("t"), agui.NewImagePart(s)})
	}
	for _, tt := range []struct {
		name    string
		ev      agui.Event
		pointer string
		err     error
	}{
		{"an event with an arm that there is not yet", fromProto(t, []byte{0xa2, 0x06, 0}), "", jsonx.ErrNoJSON},
		{"a malformed event", &agui.MalformedEvent{Proto: "\x0a\x00"}, "", jsonx.ErrNoJSON},
		{"an event of nothing", &agui.UnknownEvent{Tag: "X"}, "", jsonx.ErrAbsent},
		{"a source", image(&agui.UnknownPartSource{Proto: "\x4a\x00"}), "/content/1/source", jsonx.ErrNoJSON},
		{"a source of nothing", image(&agui.UnknownPartSource{}), "/content/1/source", jsonx.ErrAbsent},
		{"a message", agui.NewMessagesSnapshotEvent([]agui.Message{&agui.UnknownMessage{Proto: "\x12\x01x"}}), "/messages/0", jsonx.ErrNoJSON},
		{"an outcome", &agui.RunFinishedEvent{Outcome: &agui.UnknownRunFinishedOutcome{Proto: "\x4a\x00"}}, "/outcome", jsonx.ErrNoJSON},
	} {
		var e *jsonx.EncodeError
		if b, err := tt.ev.AppendJSON([]byte("b")); !errors.As(err, &e) || !errors.Is(err, tt.err) || e.Pointer != tt.pointer || string(b) != "b" {
			t.Errorf("%s: %q, %v, want %v at %q", tt.name, b, err, tt.err, tt.pointer)
		}
		if _, malformed := tt.ev.(*agui.MalformedEvent); malformed {
			continue
		}
		var refused *violation.Error
		if err := tt.ev.Validate(); !errors.As(err, &refused) || refused.Violations[0].InstanceLocation != tt.pointer || refused.Violations[0].Message != tt.err.Error() {
			t.Errorf("%s: Validate gives %v, want %v at %q", tt.name, err, tt.err, tt.pointer)
		}
	}
	// A part is not worth an error: it is left out, but for the verdict.
	part := agui.NewToolCallResultEvent("m", "c", agui.ContentPartList{&agui.UnknownContentPart{Proto: "\x4a\x00"}})
	if b, err := part.AppendJSON(nil); string(b) != `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[]}` || err != nil {
		t.Errorf("%s, %v", b, err)
	}
	var refused *violation.Error
	if err := part.Validate(); !errors.As(err, &refused) || refused.Violations[0].InstanceLocation != "/content/0" {
		t.Errorf("Validate gives %v", err)
	}
}

// TestMalformedIsNeverValid holds that one made by hand, whatever is in it, is refused for at least one reason.
func TestMalformedIsNeverValid(t *testing.T) {
	for _, ev := range []*agui.MalformedEvent{{}, {Raw: "nul"}, {Raw: `{"type":"RUN_ERROR","message":"m"}`}, {Violations: []violation.Violation{}}} {
		var refused *violation.Error
		if err := ev.Validate(); !errors.As(err, &refused) || len(refused.Violations) != 1 || refused.Violations[0].Message != "it is malformed, and what is wrong with it has not been kept" {
			t.Errorf("%+v: %v", ev, err)
		}
	}
	kept := []violation.Violation{{Keyword: "type"}, {Keyword: "required"}}
	var refused *violation.Error
	if err := (&agui.MalformedEvent{Violations: kept}).Validate(); !errors.As(err, &refused) || len(refused.Violations) != 2 {
		t.Errorf("%v", err)
	}
}
