package pipeline_test

import (
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/unknown"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// collector is a pipeline that remembers what it delivers and warns of.
type collector struct {
	*pipeline.Pipeline
	events   []string
	warnings []string
}

func collect(o pipeline.Options) *collector {
	c := &collector{}
	o.Deliver = func(ev agui.Event) error {
		b, err := ev.AppendJSON(nil)
		c.events = append(c.events, string(b))
		return err
	}
	o.OnWarning = func(w pipeline.Warning) { c.warnings = append(c.warnings, w.Pointer) }
	c.Pipeline = pipeline.New(o)
	return c
}

func (c *collector) push(t *testing.T, events ...agui.Event) {
	t.Helper()
	for _, ev := range events {
		if err := c.Push(ev); err != nil {
			t.Fatal(err)
		}
	}
}

// TestUnknownProtobuf pushes what came as protobuf from a later protocol, and so has no JSON form. It is stripped as the
// same material in JSON is.
//
// Rules: K3.7 L1.1.
func TestUnknownProtobuf(t *testing.T) {
	const later = "\x7a\x00"
	image := func() agui.ContentPart { return agui.NewImagePart(&agui.UnknownPartSource{Proto: later}) }
	c := collect(pipeline.Options{})
	c.push(t, agui.NewRunStartedEvent("th-quay", "run-1"),
		&agui.UnknownEvent{Proto: later},
		agui.NewMessagesSnapshotEvent([]agui.Message{
			&agui.UnknownMessage{Proto: later},
			agui.NewUserMessage("u-1", agui.ContentPartList{&agui.UnknownContentPart{Proto: later}, image(), agui.NewTextPart("ahoy"), agui.NewAudioPart(&agui.UnknownPartSource{Proto: later})}),
		}),
		agui.NewToolCallResultEvent("t-1", "c-1", agui.ContentPartList{agui.NewVideoPart(&agui.UnknownPartSource{Proto: later}), agui.NewDocumentPart(&agui.UnknownPartSource{Proto: later})}),
		&agui.TextMessageStartEvent{MessageID: "m-1", Unknown: (*unknown.Fields)(nil).AddProto(0, "\xfa\x01\x01x", 0, 4)},
	)
	const want = " /messages/0 /messages/1/content/0 /messages/1/content/1/source /messages/1/content/3/source /messages/1/content/1 /messages/1/content/3 /content/0/source /content/1/source /content/0 /content/1"
	if got := strings.Join(c.warnings, " "); got != want {
		t.Errorf("warnings at%s, want%s", got, want)
	}
	const messages = `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u-1","role":"user","content":[{"type":"text","text":"ahoy"}]}]}`
	if c.events[1] != messages {
		t.Errorf("%s, want %s", c.events[1], messages)
	}
}

// TestManyUnknown holds that stripping is linear in the event (in the time this test has, work that grows with its square
// would not end), and that its warnings are few.
func TestManyUnknown(t *testing.T) {
	const n = 30000
	text := `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[` + strings.Repeat(`{"type":"smell"},{"type":"text","text":"a","x":1},`, n) + `{"type":"text","text":"z"}]}]}`
	ev, err := agui.DecodeJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c := collect(pipeline.Options{})
	c.push(t, agui.NewRunStartedEvent("t", "r"), ev)
	if parts := c.Messages()[0].(*agui.UserMessage).Content.(agui.ContentPartList); len(parts) != n+1 {
		t.Errorf("%d parts, want %d", len(parts), n+1)
	}
	if len(c.warnings) == 0 || len(c.warnings) > 100 {
		t.Errorf("%d warnings", len(c.warnings))
	}
}

// TestMiddleware holds that middleware runs in its order, sees what nobody has judged, and can drop, change and add.
//
// Rules: L1.2 L2.3 L2.4.
func TestMiddleware(t *testing.T) {
	var seen []string
	first := func(next pipeline.Handler) pipeline.Handler {
		return func(ev agui.Event) error {
			switch ev := ev.(type) {
			case *agui.UnknownEvent:
				seen = append(seen, "unknown "+string(ev.Tag))
				return next(agui.NewCustomEvent("q.example/was-unknown", ev.Raw))
			case *agui.MalformedEvent:
				seen = append(seen, "malformed "+string(ev.Tag))
				return nil
			case *agui.ReasoningStartEvent:
				seen = append(seen, "translated")
			case *agui.TextMessageStartEvent:
				members := ev.Unknown.Names()
				seen = append(seen, "members "+strings.Join(members, " "))
			}
			return next(ev)
		}
	}
	second := func(next pipeline.Handler) pipeline.Handler {
		return func(ev agui.Event) error {
			if custom, ok := ev.(*agui.CustomEvent); ok {
				seen = append(seen, "second "+custom.Name)
				if err := next(agui.NewRawEvent("1")); err != nil {
					return err
				}
			}
			return next(ev)
		}
	}
	c := collect(pipeline.Options{Middleware: []pipeline.Middleware{first, second}})
	for _, text := range []string{
		`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`, `{"type":"LATER","x":1}`, `{"type":"CUSTOM"}`, `{"type":"THINKING_START"}`,
		`{"type":"TEXT_MESSAGE_START","messageId":"m","fog":1}`,
	} {
		ev, err := agui.DecodeJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		c.push(t, ev)
	}
	if got, want := strings.Join(seen, ", "), "unknown LATER, second q.example/was-unknown, malformed CUSTOM, translated, members fog"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(c.events) != 5 || c.events[1] != `{"type":"RAW","event":1}` || len(c.warnings) != 1 {
		t.Errorf("%q, warnings at %q", c.events, c.warnings)
	}
}

// TestSnapshotsStay holds that what was handed out does not change when the stream goes on.
func TestSnapshotsStay(t *testing.T) {
	c := collect(pipeline.Options{})
	c.push(t, agui.NewRunStartedEvent("t", "r"), agui.NewTextMessageStartEvent("m"), agui.NewTextMessageContentEvent("m", "a"),
		&agui.ToolCallStartEvent{ToolCallID: "c", ToolCallName: "n", ParentMessageID: opt.Some("m")}, agui.NewToolCallArgsEvent("c", "1"))
	before := c.Messages()[0].(*agui.AssistantMessage)
	c.push(t, agui.NewTextMessageContentEvent("m", "b"), agui.NewToolCallArgsEvent("c", "2"))
	after := c.Messages()[0].(*agui.AssistantMessage)
	if before.Content.Or("") != "a" || before.ToolCalls[0].Function.Arguments != "1" {
		t.Errorf("what was handed out changed: %+v", before)
	}
	if after.Content.Or("") != "ab" || after.ToolCalls[0].Function.Arguments != "12" {
		t.Errorf("what followed is not there: %+v", after)
	}
}

// BenchmarkDeltas is the cost of a clean text delta through all stages.
func BenchmarkDeltas(b *testing.B) {
	p := pipeline.New(pipeline.Options{})
	for _, ev := range []agui.Event{agui.NewRunStartedEvent("t", "r"), agui.NewTextMessageStartEvent("m")} {
		if err := p.Push(ev); err != nil {
			b.Fatal(err)
		}
	}
	ev := agui.NewTextMessageContentEvent("m", "ab")
	b.ReportAllocs()
	for b.Loop() {
		if err := p.Push(ev); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzEvent pushes any event after a few others: the pipeline must take it or refuse it, and deliver only what the schema
// allows.
func FuzzEvent(f *testing.F) {
	for _, seed := range []string{
		`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"x"},"y":null}`,
		`{"type":"STATE_DELTA","delta":[{"op":"x"},{"op":"add","path":"/a","value":1}]}`,
		`{"type":"MESSAGES_SNAPSHOT","messages":[{"role":"user","id":"m","content":[{"type":"image","source":{"type":"x"}}]}]}`,
		`{"type":"TEXT_MESSAGE_CHUNK","delta":"x"}`, `{"type":"THINKING_START","title":1}`, `{"type":"RUN_FINISHED","result":null,"runId":3}`,
		`{"type":"ACTIVITY_DELTA","messageId":"a","activityType":"t","patch":[{"op":"move","from":"","path":"/x"}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ev, err := agui.DecodeJSON([]byte(text))
		if err != nil {
			return
		}
		p := pipeline.New(pipeline.Options{Deliver: func(ev agui.Event) error {
			if err := ev.Validate(); err != nil {
				t.Errorf("delivered %T: %v", ev, err)
			}
			return nil
		}})
		for _, ev := range []agui.Event{agui.NewRunStartedEvent("t", "r"), &agui.TextMessageChunkEvent{MessageID: opt.Some("m")}, agui.NewActivitySnapshotEvent("a", "t", "{}"), ev, ev} {
			if p.Push(ev) != nil {
				break
			}
		}
		p.End(nil)
		for _, m := range p.Messages() {
			if err := m.Validate(); err != nil {
				t.Errorf("holds %T: %v", m, err)
			}
		}
		if err := jsonx.Raw(p.State()).Validate(); err != nil {
			t.Error(err)
		}
	})
}
