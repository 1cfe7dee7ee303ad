package pipeline_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

func TestExpansionByItself(t *testing.T) {
	var got []agui.EventType
	x := pipeline.NewExpansion(func(ev agui.Event) error { got = append(got, ev.EventType()); return nil })
	chunk := &agui.TextMessageChunkEvent{}
	chunk.MessageID, chunk.Delta = opt.Some("m1"), opt.Some("a")
	chunk.SubagentRunID = opt.Some("s1")
	parent := opt.None[string]()
	if !x.Idle(parent) || !x.Idle(opt.Some("s1")) {
		t.Error("a lane is not idle before anything came")
	}
	if err := x.Push(chunk); err != nil {
		t.Fatal(err)
	}
	if !x.Idle(parent) || x.Idle(opt.Some("s1")) {
		t.Error("the chunk is not in its owner's lane")
	}
	if err := x.Push(agui.NewRunFinishedEvent("t", "r")); err != nil {
		t.Fatal(err)
	}
	if !x.Idle(opt.Some("s1")) {
		t.Error("the end of the run leaves the lane open")
	}
	want := []agui.EventType{agui.EventTypeTextMessageStart, agui.EventTypeTextMessageContent, agui.EventTypeTextMessageEnd, agui.EventTypeRunFinished}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	var rejected *pipeline.ProtocolError
	if err := x.Push(&agui.TextMessageChunkEvent{}); !errors.As(err, &rejected) || rejected.Rule != pipeline.RuleChunk || rejected.Event != 2 {
		t.Errorf("a first chunk without an id: %v", err)
	}
}
