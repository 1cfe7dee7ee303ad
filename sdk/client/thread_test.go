package client_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// turn answers with a run that has the ids of the request, the lines as its events, and an outcome ("" for none).
func turn(lines, outcome string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		end := `{"type":"RUN_FINISHED","threadId":"$T","runId":"$R"}`
		if outcome != "" {
			end = `{"type":"RUN_FINISHED","threadId":"$T","runId":"$R","outcome":` + outcome + `}`
		}
		ids(`{"type":"RUN_STARTED","threadId":"$T","runId":"$R"}`+"\n"+lines+"\n"+end)(w, r)
	}
}

// ids answers with lines in which $T and $R are the ids of the request. [serve] has read the body, so they travel in
// its header.
func ids(lines string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		sse(strings.NewReplacer("$T", r.Header.Get("Thread"), "$R", r.Header.Get("Run")).Replace(lines))(w, r)
	}
}

// threads makes a client that tells the server the ids in the header, too.
func (a *agent) threads(t *testing.T, o client.Options) *client.Client {
	o.HTTPClient = &http.Client{Transport: &client.RoundTripper{Base: a.Client().Transport, Prepare: func(r *http.Request) error {
		body, err := r.GetBody()
		if err != nil {
			return err
		}
		text, err := io.ReadAll(body)
		in := new(agui.RunAgentInput)
		if err == nil {
			err = in.UnmarshalJSON(text)
		}
		r.Header.Set("Thread", in.ThreadID)
		r.Header.Set("Run", in.RunID)
		return err
	}}}
	return a.connect(t, o)
}

const (
	asked   = `{"type":"interrupt","interrupts":[{"id":"i1","reason":"approval","toolCallId":"own"},{"id":"i2","reason":"approval"}]}`
	success = `{"type":"success"}`
)

func call(id, name, arguments string) string {
	return `{"type":"TOOL_CALL_START","toolCallId":"` + id + `","toolCallName":"` + name + `","parentMessageId":"a-` + id + `"}` + "\n" +
		`{"type":"TOOL_CALL_ARGS","toolCallId":"` + id + `","delta":` + quoted(arguments) + "}\n" +
		`{"type":"TOOL_CALL_END","toolCallId":"` + id + `"}` + "\n"
}

func quoted(s string) string {
	b, err := jsonx.AppendString(nil, s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// roles are those of messages, with their ids or what they answer.
func roles(messages []agui.Message) string {
	var all []string
	for _, m := range messages {
		switch m := m.(type) {
		case *agui.ToolMessage:
			all = append(all, "tool:"+m.ToolCallID)
		case *agui.UserMessage:
			all = append(all, "user:"+string(m.Content.(agui.Text)))
		case *agui.AssistantMessage:
			all = append(all, "assistant:"+m.ID)
		default:
			all = append(all, m.Role())
		}
	}
	return strings.Join(all, " ")
}

// TestThread holds a thread to what it keeps from run to run (A8, L6.13, L6.25, M7).
//
// Rules: A8 L6.13 L6.25 M7.
func TestThread(t *testing.T) {
	a := serve(t,
		turn(`{"type":"STATE_SNAPSHOT","snapshot":{"n":1}}`+"\n"+opened+content+closed, ""),
		turn(`{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/n","value":2}]}`, success),
		ids(`{"type":"RUN_STARTED","threadId":"$T","runId":"$R","input":{"threadId":"$T","runId":"$R","messages":[{"role":"user","id":"echo","content":"by the way"}]}}`+"\n"+
			`{"type":"RUN_FINISHED","threadId":"$T","runId":"$R"}`))
	th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{Context: []agui.Context{{Description: "d", Value: "v"}}, ForwardedProps: `[1]`})
	id := th.Say("when?")
	for i, want := range []struct{ messages, state string }{
		{"user:when? assistant:m1", `{"n":1}`},
		{"user:when? assistant:m1", `{"n":2}`},
		{"user:when? assistant:m1 user:by the way", `{"n":2}`},
	} {
		run := th.Run()
		if err := run.Do(t.Context(), client.Callbacks{}); err != nil {
			t.Fatal(err)
		}
		if got := roles(th.Messages()); got != want.messages || !th.State().Equal(jsonx.Raw(want.state)) {
			t.Errorf("after run %d: %s, state %s", i, got, th.State())
		}
	}
	runs := map[string]bool{}
	for i, r := range a.got() {
		in := r.input(t)
		runs[in.RunID] = true
		if in.ThreadID != th.ID() || len(in.Context) != 1 || in.ForwardedProps != "[1]" {
			t.Errorf("request %d: %s", i, r.body)
		}
	}
	first, second := a.got()[0].input(t), a.got()[1].input(t)
	if first.State != "" || second.State != `{"n":1}` || len(runs) != 3 || len(th.ID()) != 36 {
		t.Errorf("states %q and %q, %d run ids, thread %s", first.State, second.State, len(runs), th.ID())
	}
	if got := roles(second.Messages); got != "user:when? assistant:m1" || first.Messages[0].(*agui.UserMessage).ID != id {
		t.Error(got)
	}
}

// TestResume holds a thread to J3 to J6: every interrupt is answered or abandoned before anything else is run.
//
// Rules: J3 J4 J5 J6 M9.
func TestResume(t *testing.T) {
	fail := ids(`{"type":"RUN_STARTED","threadId":"$T","runId":"$R"}` + "\n" + failed)
	a := serve(t, turn(`{"type":"STATE_SNAPSHOT","snapshot":[7]}`+"\n"+call("own", "book", "{}"), asked), fail, turn("", success))
	th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{})
	if err := th.Run().Do(t.Context(), client.Callbacks{}); err != client.ErrInterrupted {
		t.Fatal(err)
	}
	if got := th.Interrupts(); len(got) != 2 || got[0].ID != "i1" || got[1].ID != "i2" || len(th.Pending()) != 0 {
		t.Fatalf("interrupts %+v, pending %v", got, th.Pending())
	}
	for name, run := range map[string]*client.Run{
		"an ordinary run":  th.Run(),
		"one left out":     th.Resume(client.Answer("i1", "")),
		"one that is none": th.Resume(client.Answer("i1", ""), client.Abandon("i2"), client.Abandon("i3")),
		"one twice":        th.Resume(client.Answer("i1", ""), client.Abandon("i2"), client.Answer("i2", "")),
	} {
		if _, err := read(t.Context(), run); kind(t, err) != "input" || rule(t, err) != pipeline.RuleResume || len(a.got()) != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A run that fails has not settled anything.
	if _, err := read(t.Context(), th.Resume(client.Abandon("i1"), client.Abandon("i2"))); kind(t, err) != "run error" || len(th.Interrupts()) != 2 {
		t.Fatal(err, th.Interrupts())
	}
	if err := th.Resume(client.Answer("i1", `{"yes":true}`), client.Abandon("i2")).Do(t.Context(), client.Callbacks{}); err != nil || len(th.Interrupts()) != 0 {
		t.Fatal(err, th.Interrupts())
	}
	last := a.got()[2]
	resume, _ := last.body.Lookup("resume")
	if !resume.Equal(`[{"interruptId":"i1","status":"resolved","payload":{"yes":true}},{"interruptId":"i2","status":"cancelled"}]`) {
		t.Errorf("resume %s", resume)
	}
	if in := last.input(t); in.State != "[7]" || in.ThreadID != th.ID() || roles(in.Messages) != "assistant:a-own" {
		t.Errorf("J6: %s", last.body)
	}
	if _, err := read(t.Context(), th.Run()); err != nil {
		t.Errorf("J10: an ordinary run: %v", err)
	}
}

// TestCancelledResume holds that a run which was cancelled leaves nothing to answer: the next is an ordinary one (B10).
//
// Rules: B10.
func TestCancelledResume(t *testing.T) {
	a := serve(t, turn("", asked), turn("", `{"type":"cancelled"}`), turn("", ""))
	th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{})
	_ = th.Run().Do(t.Context(), client.Callbacks{})
	if err := th.Resume(client.Abandon("i1"), client.Answer("i2", "")).Do(t.Context(), client.Callbacks{}); err != client.ErrCancelled {
		t.Fatal(err)
	}
	if _, err := read(t.Context(), th.Run()); err != nil || len(th.Interrupts()) != 0 {
		t.Error(err, th.Interrupts())
	}
}

// TestPending holds which calls wait for an answer (L6.6, D8), and that they must have it (M8).
//
// Rules: D8 L6.6 M8.
func TestPending(t *testing.T) {
	tools, err := client.NewTools(client.Declare("here", "of this side", ""))
	if err != nil {
		t.Fatal(err)
	}
	result := `{"type":"TOOL_CALL_RESULT","messageId":"res","toolCallId":"c1","content":"done"}`
	for _, c := range []struct {
		name, lines, outcome, pending string
	}{
		{"L6_6_listed", call("c1", "x", "{}") + call("c2", "here", "{}"), `{"type":"success","pendingToolCallIds":["c2"]}`, "c2"},
		{"L6_6_derived", call("c1", "x", "{}") + call("c2", "here", "{}") + result, success, "c2"},
		{"L6_6_derived_without_outcome", call("c1", "x", "{}") + call("c2", "here", "{}"), "", "c1 c2"},
		{"L6_6_interrupted", call("own", "here", "{}") + call("c1", "x", "{}") + call("c2", "here", "{}"), asked, "c2"},
		{"B10_cancelled", call("c2", "here", "{}"), `{"type":"cancelled"}`, ""},
		{"none_that_is_no_more", call("c2", "here", "{}") + `{"type":"MESSAGES_SNAPSHOT","messages":[]}`, success, ""},
		{"once", call("c2", "here", "{}"), `{"type":"success","pendingToolCallIds":["c2","c2"]}`, "c2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := serve(t, turn(c.lines, c.outcome), turn("", ""))
			th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{Tools: tools})
			_ = th.Run().Do(t.Context(), client.Callbacks{})
			var pending, resume []string
			for _, call := range th.Pending() {
				pending = append(pending, call.ID)
			}
			if got := strings.Join(pending, " "); got != c.pending {
				t.Fatalf("%q wait, want %q", got, c.pending)
			}
			var entries []agui.ResumeEntry
			for _, i := range th.Interrupts() {
				entries = append(entries, client.Abandon(i.ID))
				resume = append(resume, i.ID)
			}
			_, err := read(t.Context(), th.Resume(entries...))
			if len(pending) == 0 {
				if err != nil {
					t.Error(err, resume)
				}
				return
			}
			if kind(t, err) != "input" || rule(t, err) != client.RuleAnswers || len(a.got()) != 1 {
				t.Fatal(err)
			}
			for _, id := range pending {
				if err := th.AnswerTool(id, agui.Text("done")); err != nil {
					t.Error(err)
				}
			}
			if _, err := read(t.Context(), th.Resume(entries...)); err != nil || len(th.Pending()) != 0 {
				t.Error(err)
			}
			if got := a.got()[0].input(t).Tools; len(got) != 1 || got[0].Name != "here" {
				t.Error(got)
			}
		})
	}
}

// TestAnswers holds where answers go and what they say (M8).
//
// Rules: M8.
func TestAnswers(t *testing.T) {
	a := serve(t, turn(call("c1", "x", "{}")+call("c2", "y", "{}"), success))
	th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{Messages: []agui.Message{agui.NewUserMessage("u", agui.Text("go"))}})
	_ = th.Run().Do(t.Context(), client.Callbacks{})
	th.Say("and?")
	if err := th.FailTool("c2", "the user declined"); err != nil {
		t.Error(err)
	}
	if err := th.AnswerTool("c1", agui.Text("one")); err != nil {
		t.Error(err)
	}
	if got := roles(th.Messages()); got != "user:go assistant:a-c1 tool:c1 assistant:a-c2 tool:c2 user:and?" {
		t.Error(got)
	}
	declined := th.Messages()[4].(*agui.ToolMessage)
	if declined.Error.Or("") != "the user declined" || declined.Content != agui.Text("the user declined") || len(declined.ID) != 36 {
		t.Errorf("%+v", declined)
	}
	if ok := th.Messages()[2].(*agui.ToolMessage); ok.Error.IsSet() || ok.Content != agui.Text("one") {
		t.Errorf("%+v", ok)
	}
	if th.AnswerTool("c1", agui.Text("again")) == nil || th.FailTool("c9", "no such call") == nil {
		t.Error("a call was answered that cannot be")
	}
}

// TestTakenUp holds that a thread goes on where another left off.
func TestTakenUp(t *testing.T) {
	a := serve(t, turn(call("c1", "x", "{}"), asked), turn("", ""))
	c := a.threads(t, client.Options{})
	tools, err := client.NewTools(client.Declare("x", "", ""))
	if err != nil {
		t.Fatal(err)
	}
	th := c.Thread(client.ThreadOptions{ID: "th-1", State: `{"a":1}`, Tools: tools})
	_ = th.Run().Do(t.Context(), client.Callbacks{})
	o := client.ThreadOptions{ID: th.ID(), Messages: th.Messages(), State: th.State(), Interrupts: th.Interrupts(), Tools: tools}
	for _, call := range th.Pending() {
		o.Pending = append(o.Pending, call.ID)
	}
	again := c.Thread(o)
	if len(again.Interrupts()) != 2 || len(again.Pending()) != 1 || again.State() != `{"a":1}` || again.ID() != "th-1" || roles(again.Messages()) != "assistant:a-c1" {
		t.Error(again.Interrupts(), again.Pending(), again.State())
	}
}

// TestBusy holds that one run at a time is under way, and what may be done meanwhile.
func TestBusy(t *testing.T) {
	a := serve(t, turn(opened+content+closed+call("c1", "x", "{}"), success), cut(transport.SSE, "", ""), turn("", ""))
	th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{})
	th.Say("one")
	first := true
	for range th.Run().Events(t.Context()) {
		if !first {
			continue
		}
		first = false
		if _, err := read(t.Context(), th.Run()); kind(t, err) != "input" || !errors.Is(err, client.ErrBusy) {
			t.Error(err)
		}
		if err := th.SetState("1"); err != client.ErrBusy {
			t.Error(err)
		}
		if err := th.AnswerTool("c1", agui.Text("")); err != client.ErrBusy {
			t.Error(err)
		}
		th.Say("two")
		if got := roles(th.Messages()); got != "user:one user:two" {
			t.Error(got)
		}
	}
	if got := roles(th.Messages()); got != "user:one assistant:m1 assistant:a-c1 user:two" {
		t.Error(got)
	}
	if err := th.AnswerTool("c1", agui.Text("")); err != nil {
		t.Error(err)
	}
	if err := th.SetState("null"); err != nil || th.State() != "null" {
		t.Error(err)
	}
	// A run that comes to nothing leaves the thread as it was, and free.
	before := roles(th.Messages())
	if _, err := read(t.Context(), th.Run()); kind(t, err) != "truncated" || roles(th.Messages()) != before {
		t.Error(err, roles(th.Messages()))
	}
	if _, err := read(t.Context(), th.Run()); err != nil {
		t.Error(err)
	}
}

// TestNullState holds that a state that cannot be sent is told of and left out (M5).
//
// Rules: M5.
func TestNullState(t *testing.T) {
	var warnings []pipeline.Warning
	var th *client.Thread
	a := serve(t, turn(`{"type":"STATE_SNAPSHOT","snapshot":null}`, ""), turn("", ""))
	th = a.threads(t, client.Options{OnWarning: func(w pipeline.Warning) {
		warnings = append(warnings, w)
		_ = th.State() // does not wait for the thread
	}}).Thread(client.ThreadOptions{})
	for range 2 {
		if _, err := read(t.Context(), th.Run()); err != nil {
			t.Fatal(err)
		}
	}
	if len(warnings) != 1 || warnings[0].Pointer != "/state" || warnings[0].Stage != pipeline.StageRequest {
		t.Errorf("warnings %v", warnings)
	}
	if in := a.got()[1].input(t); in.State != "" || th.State() != "{}" {
		t.Errorf("sent %q, then %s", in.State, th.State())
	}
	quiet := a.threads(t, client.Options{NoWarn: true, OnWarning: func(pipeline.Warning) { t.Error("not silent") }}).Thread(client.ThreadOptions{State: "null"})
	_, _ = read(t.Context(), quiet.Run())
}

// tideAgent calls a tool in its first run and says in its second what the answer was.
func tideAgent() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		in := new(agui.RunAgentInput)
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = in.UnmarshalJSON(body)
		}
		if err != nil {
			panic(err)
		}
		lines := call("c1", "tide", `{"port":"Brno"}`)
		if m, ok := in.Messages[len(in.Messages)-1].(*agui.ToolMessage); ok {
			lines = `{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":` + quoted("High, "+string(m.Content.(agui.Text))) + `}`
		}
		r.Header.Set("Thread", in.ThreadID)
		r.Header.Set("Run", in.RunID)
		turn(lines, success)(w, r)
	}
}
