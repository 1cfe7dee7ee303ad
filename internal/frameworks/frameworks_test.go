package frameworks

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	chimiddleware "github.com/go-chi/chi/v5/middleware"
	"github.com/labstack/echo/v4"
	echomiddleware "github.com/labstack/echo/v4/middleware"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

const path = "/agents/ferry"

// frameworks put a handler at path, each with middleware of its own that wraps the writer of the response.
var frameworks = []struct {
	name  string
	mount func(h http.Handler) http.Handler
}{
	{"net/http", func(h http.Handler) http.Handler {
		mux := http.NewServeMux()
		mux.Handle(path, h)
		return mux
	}},
	{"chi", func(h http.Handler) http.Handler {
		r := chi.NewRouter()
		r.Use(chimiddleware.RequestID, chimiddleware.RequestLogger(silent{}), chimiddleware.Recoverer, chimiddleware.Compress(5, transport.MediaTypeSSE))
		r.Handle(path, h)
		return r
	}},
	{"echo", func(h http.Handler) http.Handler {
		e := echo.New()
		e.Use(echomiddleware.Recover(), echomiddleware.RequestID(), echomiddleware.Gzip())
		e.Any(path, echo.WrapHandler(h))
		return e
	}},
	{"gin", func(h http.Handler) http.Handler {
		gin.SetMode(gin.ReleaseMode)
		r := gin.New()
		r.Use(gin.Recovery())
		r.Any(path, gin.WrapH(h))
		return r
	}},
}

// silent is chi's logger, without a word: it wraps the writer all the same.
type silent struct{}

func (silent) NewLogEntry(*http.Request) chimiddleware.LogEntry { return silent{} }
func (silent) Write(int, int, http.Header, time.Duration, any)  {}
func (silent) Panic(v any, stack []byte)                        {}

// protocols are the ways to a server, each with the major version of HTTP that it comes to.
var protocols = []struct {
	name  string
	major int
	serve func(*httptest.Server) *http.Transport
}{
	{"HTTP 1.1", 1, func(s *httptest.Server) *http.Transport {
		s.Start()
		return &http.Transport{}
	}},
	{"HTTP 2 over TLS", 2, func(s *httptest.Server) *http.Transport {
		s.EnableHTTP2 = true
		s.StartTLS()
		return s.Client().Transport.(*http.Transport)
	}},
	{"HTTP 2 in the clear", 2, func(s *httptest.Server) *http.Transport {
		both := new(http.Protocols)
		both.SetHTTP1(true)
		both.SetUnencryptedHTTP2(true)
		s.Config.Protocols = both
		s.Start()
		only := new(http.Protocols)
		only.SetUnencryptedHTTP2(true)
		return &http.Transport{Protocols: only}
	}},
}

// versions notes which version of HTTP a response came by.
type versions struct {
	*http.Transport
	major int
}

func (v *versions) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := v.Transport.RoundTrip(r)
	if err == nil {
		v.major = resp.ProtoMajor
	}
	return resp, err
}

// onEach runs a test for each framework over each protocol, with an agent that sends a piece of text for each next.
func onEach(t *testing.T, test func(t *testing.T, s site)) {
	for _, f := range frameworks {
		for _, p := range protocols {
			t.Run(f.name+" "+p.name, func(t *testing.T) {
				s := site{next: make(chan struct{}, 1), ended: make(chan server.End, 1), major: p.major}
				h := server.New(s.agent, server.Options{Logger: slog.New(slog.DiscardHandler), OnEnd: func(_ context.Context, _ *server.Run, end server.End) { s.ended <- end }})
				listener := httptest.NewUnstartedServer(f.mount(h))
				s.way = &versions{Transport: p.serve(listener)}
				t.Cleanup(listener.Close)
				t.Cleanup(s.way.CloseIdleConnections)
				s.url = listener.URL + path
				test(t, s)
			})
		}
	}
}

// site is an agent under a framework.
type site struct {
	url   string
	way   *versions
	major int
	next  chan struct{}
	ended chan server.End
}

const pieces = 4

func (s site) agent(ctx context.Context, run *server.Run) error {
	text := run.Text(server.MessageID("m1"))
	for range pieces {
		select {
		case <-s.next:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if err := text.Write("x"); err != nil {
			return err
		}
	}
	return nil
}

// run runs the agent, which goes on when its last event is here and not before, and leaves after so many steps; 0 is never.
func (s site) run(t *testing.T, accept string, leaveAfter int) (run *client.Run, steps int) {
	t.Helper()
	c, err := client.New(s.url, client.Options{Accept: accept, HTTPClient: &http.Client{Transport: s.way}, Logger: slog.New(slog.DiscardHandler), HeaderTimeout: 30 * time.Second, IdleTimeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	run = c.Run(agui.NewRunAgentInput("th", "r1", nil))
	for ev, err := range run.Events(t.Context()) {
		if err != nil {
			t.Fatalf("after %d steps: %v", steps, err)
		}
		switch ev.(type) {
		case *agui.RunStartedEvent, *agui.TextMessageContentEvent:
			if steps++; steps == leaveAfter {
				return run, steps
			}
			if steps <= pieces {
				s.next <- struct{}{}
			}
		}
	}
	return run, steps
}

// Each event is there before the next one is sent.
func TestStreams(t *testing.T) {
	onEach(t, func(t *testing.T, s site) {
		for _, f := range []struct{ accept, contentType string }{{transport.AcceptSSE, transport.MediaTypeSSE}, {transport.AcceptAny, transport.MediaTypeProto}} {
			run, steps := s.run(t, f.accept, 0)
			if err := run.Err(); err != nil || steps != 1+pieces {
				t.Errorf("%s: %d steps, %v", f.contentType, steps, err)
			}
			if end := <-s.ended; end.Outcome != "success" {
				t.Errorf("%s: %+v", f.contentType, end)
			}
			if got := run.Header().Get("Content-Type"); got != f.contentType || s.way.major != s.major {
				t.Errorf("Content-Type %q over HTTP/%d, want %q over HTTP/%d", got, s.way.major, f.contentType, s.major)
			}
		}
	})
}

// A client that leaves is noticed.
func TestAbandoned(t *testing.T) {
	onEach(t, func(t *testing.T, s site) {
		run, _ := s.run(t, transport.AcceptAny, 2)
		if err := run.Err(); !errors.Is(err, client.ErrAbandoned) {
			t.Errorf("here: %v", err)
		}
		if end := <-s.ended; end.Outcome != server.OutcomeAbandoned || !errors.Is(end.Err, server.ErrAbandoned) {
			t.Errorf("there: %+v", end)
		}
	})
}

// What is refused is a problem, whatever the framework makes of errors of its own.
func TestProblems(t *testing.T) {
	onEach(t, func(t *testing.T, s site) {
		for _, tt := range []struct {
			method, contentType, body string
			status                    int
			detail                    string
		}{
			{http.MethodPost, "application/json", `{"threadId":1,"runId":"r1","messages":[]}`, 400, "/threadId"},
			{http.MethodPost, "application/json", `{"threadId":`, 400, "12"},
			{http.MethodPost, "text/plain", `{}`, 415, "application/json"},
			{http.MethodPut, "application/json", `{}`, 405, "POST"},
		} {
			r, err := http.NewRequestWithContext(t.Context(), tt.method, s.url, strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", tt.contentType)
			resp, err := (&http.Client{Transport: s.way}).Do(r)
			if err != nil {
				t.Fatal(err)
			}
			var problem struct {
				Status int
				Detail string
			}
			if err := json.NewDecoder(resp.Body).Decode(&problem); err != nil {
				t.Error(err)
			}
			resp.Body.Close()
			if resp.StatusCode != tt.status || problem.Status != tt.status || !strings.Contains(problem.Detail, tt.detail) || resp.Header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("%s %s: %d %s, %+v; want %d and %q", tt.method, tt.body, resp.StatusCode, resp.Header.Get("Content-Type"), problem, tt.status, tt.detail)
			}
			if tt.status == 405 && resp.Header.Get("Allow") != "POST" {
				t.Errorf("Allow: %q", resp.Header.Get("Allow"))
			}
		}
	})
}
