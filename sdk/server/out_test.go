package server_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// TestBindings holds K2 and K3 over the network: HTTP/1.1 and 2, both bindings.
func TestBindings(t *testing.T) {
	for _, proto := range []string{"HTTP/1.1", "HTTP/2.0"} {
		for _, accept := range []string{transport.AcceptSSE, transport.AcceptAny} {
			t.Run(proto+" "+accept, func(t *testing.T) {
				goOn := make(chan struct{})
				agent := func(_ context.Context, run *server.Run) error {
					<-goOn
					return run.Text(server.MessageID("m")).Write("x")
				}
				x := &exchange{}
				s := httptest.NewUnstartedServer(server.New(agent, x.observed(server.Options{})))
				s.EnableHTTP2 = proto == "HTTP/2.0"
				s.TLS = &tls.Config{}
				s.StartTLS()
				defer s.Close()
				r := request(context.Background(), plain, accept)
				post, err := http.NewRequest(http.MethodPost, s.URL, r.Body)
				must(err)
				post.Header = r.Header
				resp, err := s.Client().Do(post)
				must(err)
				defer resp.Body.Close()
				format, err := transport.ResponseFormat(resp.Header.Get("Content-Type"), resp.Body)
				must(err)
				if want := map[string]transport.Format{transport.AcceptSSE: transport.SSE, transport.AcceptAny: transport.Proto}[accept]; format != want || resp.Proto != proto {
					t.Errorf("the response is %s on %s", format, resp.Proto)
				}
				for name, want := range map[string]string{"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no", "Vary": "Accept"} {
					if got := resp.Header.Get(name); got != want {
						t.Errorf("%s is %q", name, got)
					}
				}
				events := transport.NewEventReader(resp.Body, format, 0)
				// RUN_STARTED is here while the agent has not begun.
				if ev, err := events.Next(); err != nil || ev.EventType() != agui.EventTypeRunStarted {
					t.Fatal(ev, err)
				}
				close(goOn)
				var kinds []string
				for ev, err := range server.Reading(events) {
					must(err)
					kinds = append(kinds, string(ev.EventType()))
				}
				if all := strings.Join(kinds, " "); all != "TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT TEXT_MESSAGE_END RUN_FINISHED" {
					t.Errorf("then come %s", all)
				}
			})
		}
	}
}

// TestWriteTimeout holds that neither timeout of an http.Server cuts a run short, and that the connection is as good as new
// after it.
func TestWriteTimeout(t *testing.T) {
	agent := func(ctx context.Context, run *server.Run) error {
		for range 5 {
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-time.After(100 * time.Millisecond):
			}
			if err := run.Custom("com.x", 1); err != nil {
				return err
			}
		}
		return nil
	}
	x := &exchange{}
	s := httptest.NewUnstartedServer(server.New(agent, x.observed(server.Options{})))
	s.Config.WriteTimeout, s.Config.ReadTimeout = 250*time.Millisecond, 250*time.Millisecond
	s.Start()
	defer s.Close()
	for range 2 {
		resp, err := http.Post(s.URL, "application/json", strings.NewReader(plain))
		must(err)
		body, err := io.ReadAll(resp.Body)
		must(err, resp.Body.Close())
		if !bytes.HasSuffix(bytes.TrimSpace(body), []byte(finished)) {
			t.Fatalf("the stream is cut off: %s", body)
		}
	}
}

// connection is a response writer with deadlines, without a network.
type connection struct {
	*httptest.ResponseRecorder
	deadline time.Time
	stalled  bool // nobody reads
}

func (c *connection) SetWriteDeadline(t time.Time) error { c.deadline = t; return nil }

func (c *connection) Write(b []byte) (int, error) {
	if c.stalled {
		if c.deadline.IsZero() {
			select {} // the bubble reports it
		}
		time.Sleep(time.Until(c.deadline))
		return 0, os.ErrDeadlineExceeded
	}
	return c.ResponseRecorder.Write(b)
}

// TestStalled holds that a reader who takes nothing has gone after the write timeout.
func TestStalled(t *testing.T) {
	for _, timeout := range []time.Duration{0, time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			x := &exchange{}
			w := &connection{ResponseRecorder: httptest.NewRecorder()}
			agent := func(ctx context.Context, run *server.Run) error {
				began := time.Now()
				w.stalled = true
				err := run.Custom("com.x", 1)
				if !errors.Is(err, server.ErrAbandoned) || !errors.Is(err, os.ErrDeadlineExceeded) {
					t.Errorf("the write gives %v", err)
				}
				want := timeout
				if want == 0 {
					want = server.DefaultWriteTimeout
				}
				if took := time.Since(began); took != want {
					t.Errorf("the write took %v", took)
				}
				<-ctx.Done()
				return nil
			}
			server.New(agent, x.observed(server.Options{WriteTimeout: timeout})).ServeHTTP(w, request(context.Background(), plain, transport.AcceptSSE))
			if x.end.Outcome != server.OutcomeAbandoned {
				t.Errorf("the outcome is %+v", x.end)
			}
			if !w.deadline.IsZero() {
				t.Error("the deadline is left on the connection")
			}
		})
	}
}

// TestUnflushable holds that there is no stream where it would not be sent at once.
func TestUnflushable(t *testing.T) {
	type bare struct{ http.ResponseWriter }
	for name, wrap := range map[string]func(http.ResponseWriter) http.ResponseWriter{
		"bare":    func(w http.ResponseWriter) http.ResponseWriter { return bare{w} },
		"wrapped": func(w http.ResponseWriter) http.ResponseWriter { return unwrapping{bare{w}} },
		"buffer":  func(w http.ResponseWriter) http.ResponseWriter { return flushing{unwrapping{bare{w}}} },
	} {
		t.Run(name, func(t *testing.T) {
			w := httptest.NewRecorder()
			server.New(never(t), server.Options{Logger: quiet}).ServeHTTP(wrap(w), request(context.Background(), plain, transport.AcceptSSE))
			if readProblem(t, w); w.Code != 500 || w.Header().Get("X-Accel-Buffering") != "" {
				t.Errorf("the response is %d %v", w.Code, w.Header())
			}
		})
	}
	w := httptest.NewRecorder()
	server.New(func(context.Context, *server.Run) error { return nil }, server.Options{Logger: quiet}).
		ServeHTTP(unwrapping{flushing{unwrapping{w}}}, request(context.Background(), plain, transport.AcceptSSE))
	if w.Code != 200 || !w.Flushed {
		t.Errorf("wrapped, what can flush is answered with %d", w.Code)
	}
}

type unwrapping struct{ http.ResponseWriter }

func (u unwrapping) Unwrap() http.ResponseWriter { return u.ResponseWriter }

type flushing struct{ unwrapping }

func (f flushing) FlushError() error { return http.NewResponseController(f.ResponseWriter).Flush() }

// TestHeartbeat holds that a silence is broken, on server-sent events by default and on protobuf by choice, and no more
// often than need be.
func TestHeartbeat(t *testing.T) {
	for _, c := range []struct {
		name, accept string
		o            server.Options
		beats        int
	}{
		{"sse", transport.AcceptSSE, server.Options{}, 3},
		{"sse_other", transport.AcceptSSE, server.Options{Heartbeat: 20 * time.Second}, 1},
		{"sse_never", transport.AcceptSSE, server.Options{Heartbeat: -1}, 0},
		{"sse_before_the_start", transport.AcceptSSE, server.Options{DeferStart: true}, 3},
		{"proto", transport.AcceptAny, server.Options{}, 0},
		{"proto_by_choice", transport.AcceptAny, server.Options{ProtoHeartbeat: 15 * time.Second}, 3},
		{"proto_before_the_start", transport.AcceptAny, server.Options{ProtoHeartbeat: 15 * time.Second, DeferStart: true}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				agent := func(_ context.Context, run *server.Run) error {
					time.Sleep(31 * time.Second) // two heartbeats of 15 s
					must(run.Send(first("m")))
					time.Sleep(16 * time.Second) // one, 15 s after the event
					return run.Send(first("m"))
				}
				x := serve(agent, c.o, plain, c.accept)
				beats := 0
				for line := range strings.SplitSeq(string(x.body), "\n") {
					if line == ":" {
						beats++
					}
				}
				for _, ev := range x.events(t) {
					if ev, ok := ev.(*agui.RawEvent); ok && ev.Source.Or("") == "heartbeat" {
						beats++
					}
				}
				if beats != c.beats {
					t.Errorf("there are %d heartbeats:\n%s", beats, x.body)
				}
				if m := x.accepted(t, plain).Messages; len(m) != 1 || m[0].(*agui.AssistantMessage).Content.Or("") != "xx" {
					t.Errorf("the messages are %v", m)
				}
			})
		})
	}
}

// TestFrameLimit holds that what is too long for a frame is the author's error, and that the reader hears of it.
func TestFrameLimit(t *testing.T) {
	agent := func(_ context.Context, run *server.Run) error {
		var tooLarge *transport.FrameTooLargeError
		if err := run.Text().Write(strings.Repeat("x", 300)); !errors.As(err, &tooLarge) || tooLarge.Limit != 200 {
			t.Errorf("the error is %v", err)
		}
		return nil
	}
	serve(agent, server.Options{MaxFrame: 200}, plain, transport.AcceptAny).wantInternal(t)
	// Even where what the agent says of it is too long.
	x := serve(func(context.Context, *server.Run) error { return &server.RunError{Message: strings.Repeat("x", 300)} },
		server.Options{MaxFrame: 200}, plain, transport.AcceptAny)
	if failed, ok := x.last(t).(*agui.RunErrorEvent); !ok || failed.Message != "internal error" || x.end.Outcome != pipeline.OutcomeError {
		t.Errorf("the last event is %+v", x.last(t))
	}
}
