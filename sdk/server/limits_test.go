package server_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// TestManySubagents holds that what a subagent has open, and has asked, is found without a look at that of all the others:
// with one, this test would take longer than tests may.
func TestManySubagents(t *testing.T) {
	const many = 200_000
	var end server.End
	agent := func(_ context.Context, run *server.Run) error {
		subs := make([]*server.Subagent, many)
		for i := range subs {
			subs[i] = got(run.Subagent("helper", server.SubagentID(strconv.Itoa(i))))
			got(subs[i].Interrupt(agui.Interrupt{Reason: "ask"}))
		}
		for _, s := range subs {
			must(s.Close())
		}
		return nil
	}
	o := server.Options{Logger: quiet, MaxFrame: 1 << 30, OnEnd: func(_ context.Context, _ *server.Run, e server.End) { end = e }}
	server.New(agent, o).ServeHTTP(sink{http.Header{}}, request(context.Background(), plain, transport.AcceptSSE))
	if end.Outcome != pipeline.OutcomeInterrupt {
		t.Errorf("the run ends %+v", end)
	}
}

// TestClosingOrder holds that what subagents below one another have open is closed from the inside out, and nothing else.
//
// Rules: G7.
func TestClosingOrder(t *testing.T) {
	x := serve(func(_ context.Context, run *server.Run) error {
		got(run.Step("mine"))
		outer := got(run.Subagent("outer", server.SubagentID("o")))
		got(outer.Step("a"))
		inner := got(outer.Subagent("inner", server.SubagentID("i")))
		got(inner.Step("b"))
		got(outer.Step("c"))
		got(run.Subagent("other", server.SubagentID("x")))
		must(outer.Close())
		return run.Custom("com.x", 1)
	}, server.Options{}, plain, transport.AcceptSSE)
	var kinds []string
	for _, ev := range x.events(t) {
		switch ev := ev.(type) {
		case *agui.StepFinishedEvent:
			kinds = append(kinds, ev.StepName)
		case *agui.SubagentFinishedEvent:
			kinds = append(kinds, ev.SubagentRunID)
		case *agui.CustomEvent:
			kinds = append(kinds, "|")
		}
	}
	if all := strings.Join(kinds, " "); all != "c b i a o | x mine" {
		t.Errorf("the order is %s", all)
	}
	x.accepted(t, plain)
}

// TestManyActivityPatches holds that a patch of an activity costs what it is long.
func TestManyActivityPatches(t *testing.T) {
	const many, long = 500, 100_000
	agent := func(_ context.Context, run *server.Run) error {
		a := got(run.Activity("plan", map[string]any{"n": 0, "notes": strings.Repeat("x", long)}))
		patch := func(value string) { must(a.Patch(agui.NewReplaceOperation("/n", jsonx.Raw(value)))) }
		patch("0")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range many {
			patch(strconv.Itoa(i))
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > many*long/10 {
			t.Errorf("%d patches took %d bytes", many, used)
		}
		return nil
	}
	server.New(agent, server.Options{Logger: quiet}).ServeHTTP(sink{http.Header{}}, request(context.Background(), plain, transport.AcceptSSE))
}

// TestEventLimit holds that the limit of an event is the same on server-sent events as on protobuf.
func TestEventLimit(t *testing.T) {
	agent := func(_ context.Context, run *server.Run) error {
		var tooLarge *transport.EventTooLargeError
		if err := run.Text().Write(strings.Repeat("x", 300)); !errors.As(err, &tooLarge) || tooLarge.Limit != 200 {
			t.Errorf("the error is %v", err)
		}
		return nil
	}
	serve(agent, server.Options{MaxFrame: 200}, plain, transport.AcceptSSE).wantInternal(t)
	whole := func(_ context.Context, run *server.Run) error { return run.Custom("com.x", strings.Repeat("x", 100)) }
	line := `{"type":"CUSTOM","name":"com.x","value":"` + strings.Repeat("x", 100) + `"}`
	serve(whole, server.Options{MaxFrame: len(line)}, plain, transport.AcceptSSE).want(t, line)
	serve(whole, server.Options{MaxFrame: len(line) - 1}, plain, transport.AcceptSSE).wantInternal(t)
}

// TestCancelledAsking holds that a run which is cancelled has asked nothing, by its subagents neither.
//
// Rules: B10 G4.
func TestCancelledAsking(t *testing.T) {
	x := serve(func(_ context.Context, run *server.Run) error {
		s := got(run.Subagent("helper", server.SubagentID("s")))
		got(s.Interrupt(agui.Interrupt{Reason: "ask"}))
		run.Cancel(nil)
		return nil
	}, server.Options{}, plain, transport.AcceptSSE)
	x.wantAll(t, started, `{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"helper"}`, `{"type":"SUBAGENT_FINISHED","subagentRunId":"s"}`,
		`{"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"cancelled"}}`)
}

// TestPanicsBeforeTheStream holds that a panic of the application's is a 500 as long as there is no stream.
func TestPanicsBeforeTheStream(t *testing.T) {
	for name, o := range map[string]server.Options{
		"middleware": {Middleware: []pipeline.Middleware{func(pipeline.Handler) pipeline.Handler { panic("secret") }}},
		"warning":    {OnWarning: func(context.Context, pipeline.Warning) { panic("secret") }},
	} {
		t.Run(name, func(t *testing.T) {
			o.Logger = quiet
			w := httptest.NewRecorder()
			h := server.New(never(t), o)
			h.ServeHTTP(w, request(context.Background(), strings.TrimSuffix(plain, "}")+`,"colour":"blue"}`, transport.AcceptSSE))
			if w.Code != 500 || strings.Contains(w.Body.String(), "secret") {
				t.Errorf("the response is %d %s", w.Code, w.Body)
			}
			must(h.Shutdown(context.Background())) // nothing is left that it would wait for
		})
	}
}

// TestHeartbeatPanics holds that a hook which panics at a heartbeat ends the run as one that panics at any event does.
func TestHeartbeatPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := server.Options{ProtoHeartbeat: time.Second, OnEvent: func(_ context.Context, _ *server.Run, ev agui.Event) {
			if ev.EventType() == agui.EventTypeRaw {
				panic("an event")
			}
		}}
		agent := func(ctx context.Context, _ *server.Run) error { <-ctx.Done(); return nil }
		x := serve(agent, o, plain, transport.AcceptAny)
		x.wantInternal(t)
		if x.ended != 1 {
			t.Errorf("OnEnd was called %d times", x.ended)
		}
	})
}

// TestOnStartWrites holds that the header comes first, whoever writes first.
func TestOnStartWrites(t *testing.T) {
	o := server.Options{OnStart: func(_ context.Context, run *server.Run) { must(run.Custom("com.x", 1)) }}
	w := httptest.NewRecorder()
	server.New(func(context.Context, *server.Run) error { return nil }, o).ServeHTTP(w, request(context.Background(), plain, transport.AcceptSSE))
	x := &exchange{header: w.Result().Header, body: w.Body.Bytes()} // the header as it was when it was written
	if got := x.header.Get("Content-Type"); got != transport.MediaTypeSSE {
		t.Fatalf("the Content-Type is %q", got)
	}
	x.want(t, `{"type":"CUSTOM","name":"com.x","value":1}`)
}

// TestRelayFloods holds that a stream which is relayed cannot fill the log.
func TestRelayFloods(t *testing.T) {
	told := 0
	x := serve(func(_ context.Context, run *server.Run) error {
		return run.Relay(func(yield func(agui.Event, error) bool) {
			for range 3000 { // what has no form on protobuf
				if !yield(&agui.UnknownEvent{Tag: "FLOOD", Raw: `{"type":"FLOOD"}`}, nil) {
					return
				}
			}
			yield(agui.NewRunFinishedEvent("t1", "r1"), nil)
		})
	}, server.Options{OnWarning: func(context.Context, pipeline.Warning) { told++ }}, plain, transport.AcceptAny)
	if n := strings.Count(x.log.String(), "level=WARN"); told != 3000 || n != 1001 || !strings.Contains(x.log.String(), "not logged") {
		t.Errorf("%d warnings, %d in the log", told, n)
	}
	x.accepted(t, plain)
}

// slow is a body of which nothing comes before the deadline of its connection.
type slow struct{ deadline time.Time }

func (s *slow) Read([]byte) (int, error) {
	if s.deadline.IsZero() {
		return 0, io.ErrUnexpectedEOF // it would be for ever
	}
	time.Sleep(time.Until(s.deadline))
	return 0, os.ErrDeadlineExceeded
}

// receiver is a response writer with a deadline for what is read.
type receiver struct {
	*httptest.ResponseRecorder
	body *slow
}

func (r *receiver) SetReadDeadline(t time.Time) error { r.body.deadline = t; return nil }

// TestReadTimeout holds that a body comes in time, or is a 408 whose connection is not waited for.
func TestReadTimeout(t *testing.T) {
	for _, c := range []struct {
		name    string
		timeout time.Duration
		server  *http.Server
		status  int
		after   time.Duration
	}{
		{"by_default", 0, nil, 408, server.DefaultReadTimeout},
		{"an_http_server_without", 0, &http.Server{}, 408, server.DefaultReadTimeout},
		{"an_http_server_with", 0, &http.Server{ReadTimeout: time.Second}, 400, 0},
		{"set", time.Hour, &http.Server{ReadTimeout: time.Second}, 408, time.Hour},
		{"none", -1, nil, 400, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := &receiver{httptest.NewRecorder(), &slow{}}
				ctx := context.Background()
				if c.server != nil {
					ctx = context.WithValue(ctx, http.ServerContextKey, c.server)
				}
				r := request(ctx, plain, transport.AcceptSSE)
				r.Body = io.NopCloser(w.body)
				began := time.Now()
				server.New(never(t), server.Options{Logger: quiet, ReadTimeout: c.timeout}).ServeHTTP(w, r)
				if took := time.Since(began); w.Code != c.status || took != c.after {
					t.Errorf("the response is %d after %v", w.Code, took)
				}
				if c.status == 408 && w.body.deadline.IsZero() {
					t.Error("the deadline was taken off a body that is still to come")
				}
			})
		})
	}
	w := &receiver{httptest.NewRecorder(), &slow{}}
	server.New(func(context.Context, *server.Run) error {
		if !w.body.deadline.IsZero() {
			t.Error("the deadline of the body is left on the connection")
		}
		return nil
	}, server.Options{Logger: quiet}).ServeHTTP(w, request(context.Background(), plain, transport.AcceptSSE))
}

// TestUsageSum holds that a sum is held against the rules as its parts are.
//
// Rules: I3 I5.
func TestUsageSum(t *testing.T) {
	n := opt.Some[int64]
	serve(func(_ context.Context, run *server.Run) error {
		must(run.Usage(agui.TokenUsage{CachedInputTokens: n(10), TotalTokens: n(20)}))
		for rule, u := range map[pipeline.Rule]agui.TokenUsage{"I3": {InputTokens: n(5)}, "I5": {InputTokens: n(10), OutputTokens: n(11)}} {
			if err := run.Usage(u); !ofRule(rule)(err) {
				t.Errorf("%s: %v", rule, err)
			}
		}
		return nil
	}, server.Options{}, plain, transport.AcceptSSE).
		wantAll(t, started, strings.TrimSuffix(finished, "}")+`,"usage":[{"totalTokens":20,"cachedInputTokens":10}]}`)
}
