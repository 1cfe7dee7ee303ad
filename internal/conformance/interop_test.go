package conformance

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// What the tests with peers over HTTP share. Peers talk to servers on the loopback interface alone.

// binding is one of the two, by what a client sends to get it.
type binding struct {
	format transport.Format
	accept string
}

var bindings = []binding{{transport.SSE, transport.AcceptSSE}, {transport.Proto, transport.AcceptAny}}

// onEach runs a test on both bindings.
func onEach(t *testing.T, test func(t *testing.T, b binding)) {
	t.Helper()
	for _, b := range bindings {
		t.Run(string(b.format), func(t *testing.T) { test(t, b) })
	}
}

var discard = slog.New(slog.DiscardHandler)

// told is a run as our server has it: the input it took, the events it sent and how it ended.
type told struct {
	input  jsonx.Raw
	events []agui.Event
	end    server.End
}

// serve is an agent on a server, and the runs that have ended on it, in that order. Its hooks are used.
func serve(t *testing.T, agent server.Agent, o server.Options) (url string, runs <-chan told) {
	t.Helper()
	var mu sync.Mutex
	sent := map[*server.Run][]agui.Event{}
	ended := make(chan told, 16)
	o.OnEvent = func(_ context.Context, run *server.Run, ev agui.Event) {
		mu.Lock()
		defer mu.Unlock()
		sent[run] = append(sent[run], ev)
	}
	o.OnEnd = func(_ context.Context, run *server.Run, end server.End) {
		mu.Lock()
		defer mu.Unlock()
		ended <- told{jsonOf(t, run.Input()), sent[run], end}
		delete(sent, run)
	}
	o.Logger = discard
	return listen(t, server.New(agent, o)), ended
}

// listen is the address of a handler, for as long as the test runs.
func listen(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func jsonOf(t *testing.T, v interface{ AppendJSON([]byte) ([]byte, error) }) jsonx.Raw {
	t.Helper()
	b, err := v.AppendJSON(nil)
	if err != nil {
		t.Errorf("%T: %v", v, err)
	}
	return jsonx.Raw(b)
}

// held is what a consumer has at the end of a stream.
type held struct {
	Events          []jsonx.Raw
	Messages, State json.RawMessage
	Warnings        []string
}

// inTurn gives events one by one, as a reader does.
func inTurn(events []agui.Event) func() (agui.Event, error) {
	return func() (agui.Event, error) {
		if len(events) == 0 {
			return nil, io.EOF
		}
		ev := events[0]
		events = events[1:]
		return ev, nil
	}
}

// holding is what our pipeline holds after a stream, which must have come to its end.
func holding(t *testing.T, events []agui.Event, input jsonx.Raw) held {
	t.Helper()
	report := pipeline.Consume(inTurn(events), input, pipeline.Options{})
	if report.Outcome != pipeline.StreamCompleted {
		t.Errorf("our pipeline: %s, %+v", report.Outcome, report.Error)
	}
	return heldBy(t, report)
}

func heldBy(t *testing.T, report *pipeline.Report) (h held) {
	t.Helper()
	if err := json.Unmarshal([]byte(jsonOf(t, report)), &h); err != nil {
		t.Fatal(err)
	}
	return h
}

// same fails where a peer does not hold what we do, or has not seen the events that we deliver. Events, messages and state
// are compared as [testkit.SameEvent] does.
func same(t *testing.T, ours held, events []string, messages, state json.RawMessage) {
	t.Helper()
	for i := range min(len(ours.Events), len(events)) {
		if err := testkit.SameEvent(string(ours.Events[i]), events[i]); err != nil {
			t.Errorf("event %d: %v\nours %s\npeer %s", i, err, ours.Events[i], events[i])
		}
	}
	if len(ours.Events) != len(events) {
		t.Errorf("we deliver %d events, the peer %d", len(ours.Events), len(events))
	}
	if err := testkit.SameEvent(string(ours.Messages), string(messages)); err != nil {
		t.Errorf("messages: %v\nours %s\npeer %s", err, brief(ours.Messages), brief(messages))
	}
	if err := testkit.SameEvent(string(ours.State), string(state)); err != nil {
		t.Errorf("state: %v", err)
	}
}

func brief(text []byte) string {
	const most = 2000
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}
