package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/demo/agent"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/server"
	"go.uber.org/goleak"
)

func TestConversation(t *testing.T) {
	address := serve(t, Options{})
	p := start(t, address, prompt("", "sse", "Say hello")).rest(new(page))
	if p.session == "" || p.end.Outcome != "success" || p.run.Binding != "text/event-stream" || p.end.Usage != "office-1 4 in 16 out" {
		t.Errorf("session %q, end %+v, run %+v", p.session, p.end, p.run)
	}
	thread := p.run.Thread
	// The second run is on the other binding, and on the same thread.
	start(t, address, prompt(p.session, "proto", "Count the berths")).rest(p)
	want := "You: Say hello\nAgent: Good morning! This is the harbour office. The wind is light, and the quay is dry.\n" +
		"You: Count the berths\nAgent: Two ships are in, and one berth is free."
	if got := p.texts(); got != want || p.run.Thread != thread || p.run.Binding != "application/vnd.ag-ui.event+proto" {
		t.Errorf("run %+v, texts\n%s", p.run, got)
	}
	if p.state != "{\n  \"free\": 1,\n  \"ships\": [\n    \"Arend\",\n    \"Bruinvis\"\n  ]\n}" {
		t.Errorf("state %s", p.state)
	}
	// Another page does not see it.
	if other := start(t, address, prompt("", "sse", "Say hello")).rest(new(page)); len(other.order) != 2 || other.session == p.session || other.run.Thread == thread {
		t.Errorf("another page has %s", other.texts())
	}
}

// Only what has changed is sent.
func TestUpdatesAreSmall(t *testing.T) {
	s := start(t, serve(t, Options{}), prompt("", "sse", "Say hello"))
	for u := s.next(); u != nil; u = s.next() {
		if u.Event == nil || u.Event.Type != "TEXT_MESSAGE_CONTENT" {
			continue
		}
		if len(u.Items) != 1 || u.Order != nil || u.State != "" {
			t.Errorf("with a delta come %d items, order %q, state %q", len(u.Items), u.Order, u.State)
		}
	}
}

// What is going on are the open steps.
func TestDoing(t *testing.T) {
	s := start(t, serve(t, Options{}), prompt("", "sse", "When is high tide?"))
	var doing []string
	for u := s.next(); u != nil; u = s.next() {
		if u.Doing != nil {
			doing = append(doing, *u.Doing)
		}
	}
	if want := []string{"Think", "", "Look it up", ""}; !slices.Equal(doing, want) {
		t.Errorf("%q, want %q", doing, want)
	}
}

func TestOutcomes(t *testing.T) {
	agent := func(_ context.Context, run *server.Run) error {
		switch m := run.Input().Messages; m[len(m)-1].(*agui.UserMessage).Content {
		case agui.Text("fail"):
			return &server.RunError{Message: "no tide"}
		case agui.Text("break"):
			return run.Send(agui.NewTextMessageEndEvent("nowhere"))
		case agui.Text("panic"):
			panic("secret")
		case agui.Text("cancel"):
			run.Cancel(nil)
		}
		return nil
	}
	address := serve(t, Options{Agent: agent})
	for prompted, want := range map[string]string{
		"succeed": "success: The run has finished.",
		"fail":    "error: The agent reports: no tide",
		"break":   "error: The agent reports: internal error (",
		"panic":   "error: The agent reports: internal error (",
		"cancel":  "cancelled: The run was cancelled.",
	} {
		for _, binding := range []string{"sse", "proto"} {
			p := start(t, address, prompt("", binding, prompted)).rest(new(page))
			if got := p.end.Outcome + ": " + p.end.Text; !strings.HasPrefix(got, want) || strings.Contains(got, "secret") {
				t.Errorf("%s on %s: %s", prompted, binding, got)
			}
		}
	}
}

func TestCancelIsTheServers(t *testing.T) {
	address := serve(t, Options{Agent: agent.New(func(ctx context.Context) error { <-ctx.Done(); return context.Cause(ctx) })})
	s := start(t, address, prompt("", "proto", "Keep watch"))
	p := new(page)
	for p.apply(t, s.next()); len(p.order) < 2; p.apply(t, s.next()) {
	}
	resp, body := send(t, "POST", address+"/runs", prompt(p.session, "sse", "more"), "Content-Type", "application/json")
	if resp.StatusCode != http.StatusConflict || body != "A run is under way in this conversation. Cancel it first.\n" {
		t.Errorf("a second run: status %d: %s", resp.StatusCode, body)
	}
	cancel := fmt.Sprintf(`{"session":%q}`, p.session)
	if resp, body := send(t, "POST", address+"/cancel", cancel, "Content-Type", "application/json"); resp.StatusCode != http.StatusNoContent {
		t.Errorf("cancel: status %d: %s", resp.StatusCode, body)
	}
	if s.rest(p); p.end.Outcome != "cancelled" || p.events[len(p.events)-1] != "RUN_FINISHED" {
		t.Errorf("end %+v, events %q", p.end, p.events)
	}
	if resp, body := send(t, "POST", address+"/cancel", cancel, "Content-Type", "application/json"); resp.StatusCode != http.StatusNotFound || body != "There is nothing to cancel.\n" {
		t.Errorf("cancel again: status %d: %s", resp.StatusCode, body)
	}
}

// A run is cancelled at its start where that is asked for before.
func TestCancelBeforeTheStart(t *testing.T) {
	d := New(Options{Agent: waits, Logger: slog.New(slog.DiscardHandler)})
	h := httptest.NewServer(d)
	t.Cleanup(h.Close)
	s := d.sessions.create()
	if _, ok := s.begin(); !ok || !s.stop(d.agent) {
		t.Fatal("there is no run to cancel")
	}
	c, err := client.New(h.URL+"/agent", client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run := c.Run(agui.NewRunAgentInput("", "", []agui.Message{}))
	err = run.Do(t.Context(), client.Callbacks{Event: func(ev agui.Event) error {
		if ev.EventType() == agui.EventTypeRunStarted {
			s.started(run.Input(), d.agent)
		}
		return nil
	}})
	if !errors.Is(err, client.ErrCancelled) {
		t.Error(err)
	}
	if s.end(nil); s.stop(d.agent) || s.cancel {
		t.Error("the next run is to be cancelled, too")
	}
}

func TestInterrupts(t *testing.T) {
	address := serve(t, Options{})
	p := start(t, address, prompt("", "sse", "Open the sluice")).rest(new(page))
	if len(p.end.Questions) != 2 || p.end.Outcome != "interrupted" {
		t.Fatalf("end %+v", p.end)
	}
	first, second := p.end.Questions[0], p.end.Questions[1]
	if first.Kind != yesOrNo || second.Kind != aNumber || first.Text != "Open the sluice of the east dock?" || second.Reason != "input" {
		t.Errorf("questions %+v", p.end.Questions)
	}
	run := func(binding string, answers ...answer) (*http.Response, string) {
		body, err := json.Marshal(ask{Session: p.session, Binding: binding, Answers: answers})
		if err != nil {
			t.Fatal(err)
		}
		return send(t, "POST", address+"/runs", string(body), "Content-Type", "application/json")
	}
	is := func(s string) *string { return &s }
	for _, tt := range []struct {
		answers []answer
		want    string
	}{
		{[]answer{{"x", is("true")}}, "That question is not open any more.\n"},
		{[]answer{{first.ID, is("perhaps")}}, "\"perhaps\" is no answer: it is yes or no.\n"},
		{[]answer{{second.ID, is("1 }")}}, "\"1 }\" is no answer: it is a number.\n"},
		{[]answer{{second.ID, is("null")}}, "\"null\" is no answer: it is a number.\n"},
	} {
		if resp, body := run("sse", tt.answers...); resp.StatusCode != http.StatusBadRequest || body != tt.want {
			t.Errorf("status %d: %s", resp.StatusCode, body)
		}
	}
	// Too few answers, and a prompt instead: the run is not sent, and the questions stay.
	if _, body := run("sse", answer{first.ID, is("true")}); !strings.Contains(body, `"outcome":"failed"`) || !strings.Contains(body, second.ID) {
		t.Errorf("with one answer: %s", body)
	}
	p = start(t, address, prompt(p.session, "sse", "Say hello")).rest(p)
	if p.end.Outcome != "failed" || len(p.end.Questions) != 2 || strings.Contains(p.texts(), "Say hello") {
		t.Errorf("with a prompt: %+v\n%s", p.end, p.texts())
	}
	_, body := run("proto", answer{first.ID, is("true")}, answer{second.ID, is("30")})
	for _, want := range []string{`"outcome":"success"`, "The sluice is open by 30 centimetres.", `"result":"open by 30 cm"`} {
		if !strings.Contains(body, want) {
			t.Errorf("after the answers there is no %s:\n%s", want, body)
		}
	}
}

func TestBadRequests(t *testing.T) {
	address := serve(t, Options{})
	for _, tt := range []struct {
		path, contentType, body string
		status                  int
		want                    string
	}{
		{"/runs", "text/plain", prompt("", "sse", "x"), 415, "The page sends JSON.\n"},
		{"/runs", "application/json", `{`, 400, "That could not be read, or is too long.\n"},
		{"/runs", "application/json", `{"other":1}`, 400, "That could not be read, or is too long.\n"},
		{"/runs", "application/json", prompt("", "sse", strings.Repeat("x", maxAsk)), 400, "That could not be read, or is too long.\n"},
		{"/runs", "application/json", prompt("", "xml", "x"), 400, "There are two bindings: sse and proto.\n"},
		{"/runs", "application/json", prompt("", "sse", ""), 400, "Say something first.\n"},
		{"/runs", "application/json; charset=utf-8", prompt("gone", "sse", "x"), 404, "This conversation is not known any more. Start a new one.\n"},
		{"/cancel", "application/json", `{"session":"gone"}`, 404, "There is nothing to cancel.\n"},
		{"/cancel", "application/json", `[]`, 400, "That could not be read, or is too long.\n"},
	} {
		resp, body := send(t, "POST", address+tt.path, tt.body, "Content-Type", tt.contentType)
		if resp.StatusCode != tt.status || body != tt.want {
			t.Errorf("%s %.60s: status %d, want %d: %s", tt.path, tt.body, resp.StatusCode, tt.status, body)
		}
	}
	for _, path := range []string{"/runs", "/cancel"} {
		if resp, _ := send(t, "GET", address+path, ""); resp.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("GET %s: status %d", path, resp.StatusCode)
		}
	}
}

// A page that has gone ends its run.
func TestPageHasGone(t *testing.T) {
	began, ended := make(chan bool), make(chan error, 1)
	address := serve(t, Options{Agent: func(ctx context.Context, run *server.Run) error {
		close(began) // a page that goes before that has no run to end
		err := run.Text().Write("x")
		if err == nil {
			<-ctx.Done()
			err = context.Cause(ctx)
		}
		ended <- err
		return err
	}})
	s := start(t, address, prompt("", "sse", "x"))
	<-began
	s.resp.Body.Close()
	if err := <-ended; err == nil {
		t.Error("the agent has ended without an error")
	}
}

// TestServeStops holds that a stop cancels what is under way, tells the page, and leaves nothing behind.
func TestServeStops(t *testing.T) {
	before := goleak.IgnoreCurrent()
	defer func() {
		http.DefaultClient.CloseIdleConnections()
		goleak.VerifyNone(t, before)
	}()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	d := New(Options{
		Agent:  agent.New(func(ctx context.Context) error { <-ctx.Done(); return context.Cause(ctx) }),
		Logger: slog.New(slog.NewTextHandler(new(bytes.Buffer), nil)),
	})
	served := make(chan error, 1)
	go func() { served <- d.Serve(ctx, l) }()
	s := start(t, "http://"+l.Addr().String(), prompt("", "sse", "Keep watch"))
	p := new(page)
	for p.apply(t, s.next()); len(p.order) < 2; p.apply(t, s.next()) {
	}
	stop()
	if s.rest(p); p.end.Outcome != "cancelled" {
		t.Errorf("end %+v", p.end)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("it still listens")
	}
}

func TestSessionsAreBounded(t *testing.T) {
	var all sessions
	first := all.create()
	second := all.create()
	first.begin()
	for range maxSessions - 2 {
		all.create()
	}
	if all.find(first.id) == nil || all.find(second.id) == nil {
		t.Fatal("a session is lost before there are too many")
	}
	third := all.create() // takes the place of the oldest that is not busy, which was looked for before the second
	if len(all.all) != maxSessions || all.find(first.id) == nil || all.find(second.id) == nil || all.find(third.id) == nil {
		t.Error("the wrong session made room")
	}
	for _, s := range all.all {
		s.begin()
	}
	if all.create() != nil {
		t.Error("there is room where all are busy")
	}
}
