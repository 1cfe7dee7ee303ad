package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// running is a pipeline with a run, and how it takes more.
func running(t *testing.T) (*pipeline.Pipeline, func(agui.Event)) {
	p := pipeline.New(pipeline.Options{})
	push := func(ev agui.Event) {
		if err := p.Push(ev); err != nil {
			t.Fatal(err)
		}
	}
	push(agui.NewRunStartedEvent("t", "r"))
	return p, push
}

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestManyAnswers holds that answers are put behind their calls, in their order, at a cost that does not rise with how many
// there are: with one that does, this test would take longer than tests may.
//
// Rules: L6.4.
func TestManyAnswers(t *testing.T) {
	const many = 200_000
	p, push := running(t)
	for i := range many {
		start := agui.NewToolCallStartEvent("c"+strconv.Itoa(i), "x")
		start.ParentMessageID = opt.Some("m")
		push(start)
		push(agui.NewToolCallEndEvent(start.ToolCallID))
	}
	push(agui.NewTextMessageStartEvent("later"))
	for i := range many {
		push(agui.NewToolCallResultEvent("r"+strconv.Itoa(i), "c"+strconv.Itoa(i), agui.Text("")))
	}
	messages := p.Messages()
	if n := len(messages); n != many+2 || messages[0].(*agui.AssistantMessage).ID != "m" || messages[n-1].(*agui.AssistantMessage).ID != "later" {
		t.Fatalf("there are %d messages", n)
	}
	for i := range many {
		if m, ok := messages[i+1].(*agui.ToolMessage); !ok || m.ID != "r"+strconv.Itoa(i) {
			t.Fatalf("message %d is %+v", i+1, messages[i+1])
		}
	}
}

// TestAnswersAmongMessages holds where an answer goes that others were put behind, by the input and by the stream.
//
// Rules: L6.4.
func TestAnswersAmongMessages(t *testing.T) {
	call := func(message string, ids ...string) agui.Message {
		m := &agui.AssistantMessage{ID: message}
		for _, id := range ids {
			m.ToolCalls = append(m.ToolCalls, *agui.NewToolCall(id, *agui.NewFunctionCall("x", "{}")))
		}
		return m
	}
	p := pipeline.New(pipeline.Options{Input: &agui.RunAgentInput{ThreadID: "t", RunID: "r", Messages: []agui.Message{
		call("a", "a1", "a2", "a3"), agui.NewToolMessage("ra1", agui.Text(""), "a1"), call("b", "b1", "b2"), agui.NewUserMessage("u", agui.Text("")),
	}}})
	push := func(ev agui.Event) {
		if err := p.Push(ev); err != nil {
			t.Fatal(err)
		}
	}
	result := func(call string) { push(agui.NewToolCallResultEvent("r"+call, call, agui.Text(""))) }
	push(agui.NewRunStartedEvent("t", "r"))
	result("b1")
	result("a2")
	result("a3")
	result("nobody's")
	result("b2")
	if got := ids(p.Messages()); got != "a ra1 ra2 ra3 b rb1 rb2 u rnobody's" {
		t.Error(got)
	}
	// A snapshot begins the order anew.
	push(agui.NewMessagesSnapshotEvent([]agui.Message{call("c", "c1"), call("b", "b1"), agui.NewUserMessage("v", agui.Text(""))}))
	result("c1")
	result("b1")
	if got := ids(p.Messages()); got != "b rb1 c rc1 v" {
		t.Error(got)
	}
}

func ids(messages []agui.Message) string {
	var all []string
	for _, m := range messages {
		b, _ := m.AppendJSON(nil)
		id, _, _ := strings.Cut(strings.SplitAfter(string(b), `"id":"`)[1], `"`)
		all = append(all, id)
	}
	return strings.Join(all, " ")
}

// TestDeltasOnParts holds that text which is added to a message of very many parts is kept once, and that what was handed
// out stays as it was.
//
// Rules: L6.1.
func TestDeltasOnParts(t *testing.T) {
	const many = 5000
	p, push := running(t)
	parts := make(agui.ContentPartList, many)
	for i := range parts {
		parts[i] = agui.NewTextPart("x")
	}
	push(agui.NewMessagesSnapshotEvent([]agui.Message{agui.NewUserMessage("u", parts)}))
	push(&agui.TextMessageStartEvent{MessageID: "u", Role: opt.Some(agui.TextMessageRoleUser)})
	last := func() string {
		list := p.Messages()[0].(*agui.UserMessage).Content.(agui.ContentPartList)
		return fmt.Sprint(len(list), list[len(list)-1].(*agui.TextPart).Text)
	}
	push(agui.NewTextMessageContentEvent("u", "y"))
	early := p.Messages()[0].(*agui.UserMessage).Content.(agui.ContentPartList)
	used := allocated(func() {
		for range many {
			push(agui.NewTextMessageContentEvent("u", "z"))
		}
	})
	if want := fmt.Sprint(many, "xy"+strings.Repeat("z", many)); last() != want {
		t.Errorf("the message ends with %s", last())
	}
	if text := early[many-1].(*agui.TextPart).Text; text != "xy" {
		t.Errorf("what was handed out has become %s", text)
	}
	if used > 500*many {
		t.Errorf("%d deltas took %d bytes", many, used)
	}
}

// TestManyPatches holds that a patch of an activity costs what it is long, however long the content is.
//
// Rules: L6.21.
func TestManyPatches(t *testing.T) {
	const many, long = 1000, 100_000
	p, push := running(t)
	push(agui.NewActivitySnapshotEvent("a", "plan", `{"n":0,"notes":[`+`"`+agui.Metadata(strings.Repeat("x", long))+`"]}`))
	used := allocated(func() {
		for i := range many {
			push(agui.NewActivityDeltaEvent("a", "plan", agui.JSONPatch{agui.NewReplaceOperation("/n", agui.Metadata(strconv.Itoa(i+1)))}))
		}
	})
	content := p.Messages()[0].(*agui.ActivityMessage).Content
	if n, _ := content.Lookup("n"); n != "1000" || len(content) < long {
		t.Errorf("after the patches n is %s", n)
	}
	if used > many*long/10 {
		t.Errorf("%d patches took %d bytes", many, used)
	}
	push(agui.NewActivitySnapshotEvent("a", "plan", `{"n":"new"}`))
	if content := p.Messages()[0].(*agui.ActivityMessage).Content; content != `{"n":"new"}` {
		t.Errorf("after a snapshot the content is %s", content)
	}
}

// counter is a log that counts.
type counter struct {
	slog.Handler
	n    int
	last string
}

func (c *counter) Enabled(context.Context, slog.Level) bool { return true }
func (c *counter) Handle(_ context.Context, r slog.Record) error {
	c.n++
	c.last = r.Message
	return nil
}

// TestFloodOfWarnings holds that a peer cannot fill the log, and that the hook gets every warning.
func TestFloodOfWarnings(t *testing.T) {
	log, told := &counter{}, 0
	p := pipeline.New(pipeline.Options{Logger: slog.New(log), OnWarning: func(pipeline.Warning) { told++ }})
	for range 5000 {
		if err := p.Push(&agui.UnknownEvent{Tag: "FLOOD", Raw: `{"type":"FLOOD"}`}); err != nil {
			t.Fatal(err)
		}
	}
	if told != 5000 || log.n != 1001 || !strings.Contains(log.last, "not logged") {
		t.Errorf("%d warnings, %d in the log, the last %q", told, log.n, log.last)
	}
}

// TestMaxItems holds that a stream of very many things ends before they take all memory, and that steps which are done take
// none.
func TestMaxItems(t *testing.T) {
	p := pipeline.New(pipeline.Options{})
	if err := p.Push(agui.NewRunStartedEvent("t", "r")); err != nil {
		t.Fatal(err)
	}
	step := [2]agui.Event{agui.NewStepStartedEvent("s"), agui.NewStepFinishedEvent("s")}
	for range pipeline.MaxItems + 10 {
		if p.Push(step[0]) != nil || p.Push(step[1]) != nil {
			t.Fatal("steps that are done count")
		}
	}
	result := agui.NewToolCallResultEvent("r", "c", agui.Text("")) // the same again, so that this test takes little
	for range pipeline.MaxItems - 1 {
		if err := p.Push(result); err != nil {
			t.Fatal(err)
		}
	}
	var rejected *pipeline.ProtocolError
	var many *pipeline.TooManyItemsError
	err := p.Push(result)
	if !errors.As(err, &rejected) || !errors.As(err, &many) || many.Limit != pipeline.MaxItems || rejected.Rule != "" || strings.Contains(err.Error(), "()") {
		t.Errorf("one more is %v", err)
	}
}

// TestLastRun holds that the last run is that of Runs.
func TestLastRun(t *testing.T) {
	p := pipeline.New(pipeline.Options{})
	if r, ok := p.LastRun(); ok {
		t.Errorf("before the stream there is the run %+v", r)
	}
	for _, ev := range []agui.Event{agui.NewRunStartedEvent("t", "r0"), agui.NewRunFinishedEvent("t", "r0"), agui.NewRunStartedEvent("t", "r1"), agui.NewToolCallStartEvent("c", "x")} {
		if err := p.Push(ev); err != nil {
			t.Fatal(err)
		}
	}
	if r, ok := p.LastRun(); !ok || r.RunID != "r1" || len(r.PendingToolCallIDs) != 1 || r.Outcome != "" {
		t.Errorf("the last run is %+v", r)
	}
}
