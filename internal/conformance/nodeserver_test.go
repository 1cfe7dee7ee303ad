package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/internal/conformance/peer"
	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// nodeServer answers with events that @ag-ui/encoder writes. See server.mjs for what its lines are.
type nodeServer struct {
	t    *testing.T
	peer *peer.Peer
	url  string
}

// route is what a path of the server answers.
type route struct {
	Path    string            `json:"path"`
	Events  []json.RawMessage `json:"events,omitempty"`
	Piece   int               `json:"piece,omitempty"`
	Cut     int               `json:"cut,omitempty"`
	Steps   bool              `json:"steps,omitempty"`
	Status  int               `json:"status,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    *string           `json:"body,omitempty"`
}

func startNodeServer(t *testing.T) nodeServer {
	t.Helper()
	p := peer.Script(t, "server.mjs")
	return nodeServer{t, p, "http://127.0.0.1:" + p.Line()}
}

// ask gives the server a line, and its answer.
func (s nodeServer) ask(v any) string {
	s.t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.peer.Ask([]string{string(text)})[0]
}

// tell is ask where there is nothing to say.
func (s nodeServer) tell(v any) {
	s.t.Helper()
	if answer := s.ask(v); answer != "ok" {
		s.t.Fatal(answer)
	}
}

// input is the last input that came to a path.
func (s nodeServer) input(path string) string {
	s.t.Helper()
	return s.ask(map[string]string{"input": path})
}

// at makes a client of a route.
func (s nodeServer) at(r route, b binding) *client.Client {
	s.t.Helper()
	s.tell(r)
	c, err := client.New(s.url+r.Path, client.Options{Accept: b.accept, Logger: discard})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(c.CloseIdleConnections)
	return c
}

// lines are events as JSON texts.
func lines(events ...string) (all []json.RawMessage) {
	for _, ev := range events {
		all = append(all, json.RawMessage(ev))
	}
	return all
}

// tide is a short run, and tideInput its input.
var tide = lines(
	`{"type":"RUN_STARTED","threadId":"th","runId":"r1"}`,
	`{"type":"TEXT_MESSAGE_START","messageId":"m1"}`,
	`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"wäter 🌊"}`,
	`{"type":"TEXT_MESSAGE_END","messageId":"m1"}`,
	`{"type":"STATE_SNAPSHOT","snapshot":{"h":[1,2.5,null]}}`,
	`{"type":"RUN_FINISHED","threadId":"th","runId":"r1","outcome":{"type":"success"},"result":7}`)

func tideInput() *agui.RunAgentInput { return agui.NewRunAgentInput("th", "r1", nil) }

// decoded are events of JSON texts.
func decoded(t *testing.T, texts []json.RawMessage) (events []agui.Event) {
	t.Helper()
	for _, text := range texts {
		ev, err := agui.DecodeJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, ev)
	}
	return events
}

// consume takes all that a run brings.
func consume(t *testing.T, run *client.Run) (events []string, err error) {
	t.Helper()
	for ev, err := range run.Events(t.Context()) {
		if err != nil {
			return events, err
		}
		events = append(events, string(jsonOf(t, ev)))
	}
	return events, nil
}

// messagesOf and stateOf are what a client's run holds.
func messagesOf(t *testing.T, run *client.Run) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(run.Messages())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func stateOf(run *client.Run) json.RawMessage { return json.RawMessage(run.State()) }

// Frames and lines come whole, however the stream is cut into pieces.
//
// Rules: K2.2 K3.4 K3.5.
func TestClientReadsPieces(t *testing.T) {
	t.Parallel()
	s := startNodeServer(t)
	onEach(t, func(t *testing.T, b binding) {
		ours := holding(t, decoded(t, tide), jsonOf(t, tideInput()))
		for _, piece := range []int{1, 3, 50} {
			run := s.at(route{Path: "/pieces", Events: tide, Piece: piece}, b).Run(tideInput())
			events, err := consume(t, run)
			if err != nil || run.Err() != nil {
				t.Errorf("in pieces of %d bytes: %v, %v", piece, err, run.Err())
			}
			same(t, ours, events, messagesOf(t, run), stateOf(run))
			if got := run.Header().Get("Content-Type"); got != b.format.ContentType() {
				t.Errorf("Content-Type %q", got)
			}
			if last, _ := run.Last(); last.Result != "7" {
				t.Errorf("in pieces of %d bytes: %+v", piece, last)
			}
		}
	})
}

// A stream that is cut off, wherever that is, has no outcome, and keeps what came before.
//
// Rules: K3.6 K4.1.
func TestClientNoticesACut(t *testing.T) {
	t.Parallel()
	s := startNodeServer(t)
	onEach(t, func(t *testing.T, b binding) {
		var whole, before int // all of it, and what comes before the text
		for i, ev := range decoded(t, tide) {
			whole += len(need(transport.AppendEvent(nil, b.format, ev)))
			if i == 1 {
				before = whole
			}
		}
		for _, cut := range []int{1, 3, before + 5, whole - 30, whole - 3} {
			run := s.at(route{Path: "/cut", Events: tide, Cut: cut}, b).Run(tideInput())
			events, err := consume(t, run)
			if !errors.Is(err, client.ErrTruncated) || !errors.Is(run.Err(), client.ErrTruncated) {
				t.Errorf("after %d of %d bytes: %v, %v", cut, whole, err, run.Err())
			}
			last, _ := run.Last()
			if last.Outcome != "" {
				t.Errorf("after %d of %d bytes: outcome %s", cut, whole, last.Outcome)
			}
			if kept := strings.Contains(string(messagesOf(t, run)), "wäter"); kept != (cut > whole/2) || len(events) >= len(tide) {
				t.Errorf("after %d of %d bytes: %d events, messages %s", cut, whole, len(events), messagesOf(t, run))
			}
		}
	})
}

// Each event is delivered before the next one is sent.
//
// Rules: K1.1.
func TestClientStreams(t *testing.T) {
	t.Parallel()
	s := startNodeServer(t)
	onEach(t, func(t *testing.T, b binding) {
		c := s.at(route{Path: "/steps", Events: tide, Steps: true}, b)
		s.tell(map[string]string{"step": "/steps"})
		n := 0
		for ev, err := range c.Run(tideInput()).Events(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if want := decoded(t, tide[n:n+1])[0].EventType(); ev.EventType() != want {
				t.Errorf("event %d is %s, want %s", n, ev.EventType(), want)
			}
			if n++; n < len(tide) {
				s.tell(map[string]string{"step": "/steps"})
			}
		}
		if n != len(tide) {
			t.Errorf("%d events", n)
		}
	})
}

// A caller can tell how a run has ended.
//
// Rules: K2.6 L6.22 L6.23.
func TestClientTellsEndsApart(t *testing.T) {
	t.Parallel()
	s := startNodeServer(t)
	problem := `{"type":"about:blank","title":"Conflict","status":409,"detail":"The run is active."}`
	page := "<p>busy"
	begun := string(tide[0])
	onEach(t, func(t *testing.T, b binding) {
		for _, tt := range []struct {
			name  string
			route route
			is    func(error) bool
		}{
			{"success", route{Events: tide}, func(err error) bool { return err == nil }},
			{"interrupted", route{Events: lines(begun, `{"type":"RUN_FINISHED","threadId":"th","runId":"r1","outcome":{"type":"interrupt","interrupts":[{"id":"i1","reason":"ex:sure"}]}}`)},
				func(err error) bool { return errors.Is(err, client.ErrInterrupted) }},
			{"cancelled", route{Events: lines(begun, `{"type":"RUN_FINISHED","threadId":"th","runId":"r1","outcome":{"type":"cancelled"}}`)},
				func(err error) bool { return errors.Is(err, client.ErrCancelled) }},
			{"failed", route{Events: lines(begun, `{"type":"RUN_ERROR","message":"too low","code":"tide"}`)},
				func(err error) bool {
					var e *client.RunError
					return errors.As(err, &e) && e.Message == "too low" && e.Code == "tide"
				}},
			{"failed before it started", route{Events: lines(`{"type":"RUN_ERROR","message":"no"}`)},
				func(err error) bool {
					var e *client.RunError
					return errors.As(err, &e) && e.Message == "no" && e.RunID == ""
				}},
			{"against the rules", route{Events: append(tide[:2:2], tide[1])},
				func(err error) bool {
					var e *client.ProtocolError
					return errors.As(err, &e) && e.Rule == "L5.3" && e.Event == 2
				}},
			{"truncated", route{Events: tide[:3]}, func(err error) bool { return errors.Is(err, client.ErrTruncated) }},
			{"conflict", route{Status: 409, Headers: map[string]string{"Content-Type": "application/problem+json"}, Body: &problem},
				func(err error) bool {
					var e *client.StatusError
					return errors.As(err, &e) && e.StatusCode == 409 && e.Problem != nil && e.Problem.Detail == "The run is active."
				}},
			{"busy", route{Status: 503, Headers: map[string]string{"Content-Type": "text/html", "Retry-After": "7"}, Body: &page},
				func(err error) bool {
					var e *client.StatusError
					return errors.As(err, &e) && e.StatusCode == 503 && e.RetryAfter == 7*time.Second && string(e.Body) == page
				}},
			{"a page in place of a stream", route{Status: 200, Headers: map[string]string{"Content-Type": "text/html"}, Body: &page},
				func(err error) bool {
					var e *transport.MediaTypeError
					return errors.As(err, &e) && e.Start == page
				}},
		} {
			tt.route.Path = "/end"
			if err := s.at(tt.route, b).Run(tideInput()).Do(t.Context(), client.Callbacks{}); !tt.is(err) {
				t.Errorf("%s: %T %v", tt.name, err, err)
			}
		}
	})
}

// A thread goes on where it was: with the answers to calls and to interrupts, in inputs that the published schema takes.
//
// Rules: J4 J6 L6.6 L6.13 M1 M3 M8.
func TestClientGoesOn(t *testing.T) {
	t.Parallel()
	s := startNodeServer(t)
	const begun, done = `{"type":"RUN_STARTED"}`, `{"type":"RUN_FINISHED","outcome":{"type":"success"}}`
	onEach(t, func(t *testing.T, b binding) {
		calls := s.at(route{Path: "/thread", Events: lines(begun,
			`{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"lift"}`, `{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{\"kg\":2.5}"}`,
			`{"type":"TOOL_CALL_END","toolCallId":"c1"}`, `{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/n","value":2}]}`,
			`{"type":"ACTIVITY_SNAPSHOT","messageId":"a1","activityType":"ex.lift","content":{}}`,
			`{"type":"RUN_FINISHED","outcome":{"type":"success","pendingToolCallIds":["c1"]}}`)}, b)
		tools := need(client.NewTools(client.NewTool("lift", "Lifts.", `{"type":"object","required":["kg"]}`,
			func(_ context.Context, in struct{ KG float64 }) (string, error) {
				// The next run asks.
				s.tell(route{Path: "/thread", Events: lines(begun, `{"type":"RUN_FINISHED","outcome":{"type":"interrupt","interrupts":[{"id":"i1","reason":"ex:sure"}]}}`)})
				return fmt.Sprint(in.KG, " kg"), nil
			})))
		thread := calls.Thread(client.ThreadOptions{ID: "th", State: `{"n":1}`, Tools: tools})
		question := thread.Say("Lift it.")
		if err := thread.RunTools(t.Context(), client.ToolRun{}); !errors.Is(err, client.ErrInterrupted) {
			t.Fatalf("the run that asks: %v", err)
		}
		sent := s.input("/thread")
		var input struct {
			ProtocolVersion string
			State           json.RawMessage
			Messages        []struct{ ID, Role, ToolCallID, Content string }
			Tools           []struct{ Name string }
		}
		if err := json.Unmarshal([]byte(sent), &input); err != nil {
			t.Fatal(err)
		}
		if m := input.Messages; len(m) != 3 || m[0].ID != question || m[1].Role != "assistant" || m[2].Role != "tool" || m[2].ToolCallID != "c1" || m[2].Content != "2.5 kg" {
			t.Errorf("messages: %+v", input.Messages)
		}
		if input.ProtocolVersion != "1.0" || string(input.State) != `{"n":2}` || len(input.Tools) != 1 || input.Tools[0].Name != "lift" {
			t.Errorf("input: %s", sent)
		}

		var e *client.InputError
		if err := thread.Run().Do(t.Context(), client.Callbacks{}); !errors.As(err, &e) || e.Rule != "J4" || s.input("/thread") != sent {
			t.Errorf("a run without the answer: %v", err)
		}
		s.tell(route{Path: "/thread", Events: lines(begun, done)})
		if err := thread.Resume(client.Answer("i1", `{"yes":true}`)).Do(t.Context(), client.Callbacks{}); err != nil {
			t.Errorf("the run with the answer: %v", err)
		}
		var resumed struct{ Resume json.RawMessage }
		if err := json.Unmarshal([]byte(s.input("/thread")), &resumed); err != nil || string(resumed.Resume) != `[{"interruptId":"i1","status":"resolved","payload":{"yes":true}}]` {
			t.Errorf("resume: %s, %v", resumed.Resume, err)
		}
		if left := thread.Interrupts(); len(left) > 0 {
			t.Errorf("open: %v", left)
		}
	})
}

// A state of 2 MB comes whole, and goes back with the next run.
//
// Rules: L6.8 L6.13.
func TestClientTakesALargeState(t *testing.T) {
	t.Parallel()
	s := startNodeServer(t)
	state := `{"rows":["` + strings.Repeat("é~", 350_000) + `","` + strings.Repeat("x", 1<<20) + `"]}`
	onEach(t, func(t *testing.T, b binding) {
		c := s.at(route{Path: "/large", Events: lines(`{"type":"RUN_STARTED"}`, `{"type":"STATE_SNAPSHOT","snapshot":`+state+`}`, `{"type":"RUN_FINISHED"}`)}, b)
		thread := c.Thread(client.ThreadOptions{ID: "th"})
		for range 2 {
			if err := thread.Run().Do(t.Context(), client.Callbacks{}); err != nil {
				t.Fatal(err)
			}
		}
		if err := testkit.SameText(state, string(thread.State())); err != nil {
			t.Errorf("the state here: %v", err)
		}
		var input struct{ State json.RawMessage }
		if err := json.Unmarshal([]byte(s.input("/large")), &input); err != nil {
			t.Fatal(err)
		}
		if err := testkit.SameText(state, string(input.State)); err != nil {
			t.Errorf("the state there: %v", err)
		}
	})
}
