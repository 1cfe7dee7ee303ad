package bench

import (
	"os"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/bench/pb"
	"github.com/agui-gen/agui-gen/out/agui"
	"google.golang.org/protobuf/proto"
)

// event is one of the texts in testdata, with what each side has of it.
type event struct {
	name    string
	json    []byte
	proto   []byte
	ours    agui.Event
	message *pb.Event
	// hand makes an empty struct for the event, see the file hand_test.go.
	hand func() handEvent
}

// events are in the order of their sizes, more or less.
var events = load(
	event{name: "text_content", hand: func() handEvent { return new(handTextContent) }},
	event{name: "tool_args", hand: func() handEvent { return new(handToolArgs) }},
	event{name: "text_content_metadata", hand: func() handEvent { return new(handTextContent) }},
	event{name: "state_delta", hand: func() handEvent { return new(handStateDelta) }},
	event{name: "custom", hand: func() handEvent { return new(handCustom) }},
	event{name: "state_snapshot", hand: func() handEvent { return new(handStateSnapshot) }},
	event{name: "run_started", hand: func() handEvent { return new(handRunStarted) }},
	event{name: "messages_snapshot", hand: func() handEvent { return new(handMessagesSnapshot) }},
)

func load(list ...event) []event {
	for i := range list {
		e := &list[i]
		e.json = must(os.ReadFile("testdata/" + e.name + ".json"))
		e.ours = must(agui.DecodeJSON(e.json))
		e.proto = must(e.ours.AppendProto(nil))
		e.message = new(pb.Event)
		if err := proto.Unmarshal(e.proto, e.message); err != nil {
			panic(err)
		}
	}
	return list
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// each runs a benchmark for every event.
func each(b *testing.B, run func(b *testing.B, e event)) {
	for _, e := range events {
		b.Run(strings.ReplaceAll(e.name, "_", "-"), func(b *testing.B) { run(b, e) })
	}
}
