package pipeline_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

func Example() {
	const recorded = `
{"type": "RUN_STARTED", "threadId": "th-quay", "runId": "run-1"}
{"type": "TEXT_MESSAGE_CHUNK", "messageId": "msg-1", "delta": "High tide", "colour": "blue"}
{"type": "TEXT_MESSAGE_CHUNK", "delta": " at noon."}
{"type": "RUN_FINISHED", "threadId": "th-quay", "runId": "run-1"}
`
	p := pipeline.New(pipeline.Options{
		Deliver:   func(ev agui.Event) error { fmt.Println(ev.EventType()); return nil },
		OnWarning: func(w pipeline.Warning) { fmt.Println("warning:", w.Type, w.Pointer) },
	})
	events := transport.NewEventReader(strings.NewReader(recorded), transport.JSON, 0)
	for {
		ev, err := events.Next()
		if err != nil {
			fmt.Println("ended:", p.End(err))
			break
		}
		if err := p.Push(ev); err != nil {
			fmt.Println("rejected:", err)
			break
		}
	}
	fmt.Println(p.Messages()[0].(*agui.AssistantMessage).Content.Or(""))
	// Output:
	// RUN_STARTED
	// warning: TEXT_MESSAGE_CHUNK /colour
	// TEXT_MESSAGE_START
	// TEXT_MESSAGE_CONTENT
	// TEXT_MESSAGE_CONTENT
	// TEXT_MESSAGE_END
	// RUN_FINISHED
	// ended: <nil>
	// High tide at noon.
}

func ExampleProtocolError() {
	p := pipeline.New(pipeline.Options{})
	err := p.Push(agui.NewTextMessageEndEvent("msg-1"))
	var rejected *pipeline.ProtocolError
	fmt.Println(errors.As(err, &rejected), rejected.Stage, rejected.Rule == pipeline.RuleFirst)
	fmt.Println(errors.Is(pipeline.New(pipeline.Options{}).End(io.EOF), pipeline.ErrTruncated))
	// Output:
	// true verification true
	// true
}
