package server_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

const cancelled = `{"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"cancelled"}}`

// The tests of this file run in bubbles of time: a goroutine that is left behind fails them.

// TestFailure holds B11: what a reader sees of the error of an agent.
func TestFailure(t *testing.T) {
	for _, c := range []struct {
		name  string
		agent server.Agent
		want  string // the RUN_ERROR, "" for an internal error
		log   string
	}{
		{"run_error", func(context.Context, *server.Run) error {
			return &server.RunError{Code: "BUSY", Message: "Try later.", Err: errors.New("hidden")}
		}, `{"type":"RUN_ERROR","message":"Try later.","code":"BUSY"}`, "hidden"},
		{"wrapped", func(context.Context, *server.Run) error {
			return fmt.Errorf("hidden: %w", &server.RunError{Message: "No \xff."})
		}, `{"type":"RUN_ERROR","message":"No ` + "\uFFFD" + `."}`, "hidden"},
		{"error", func(context.Context, *server.Run) error { return errors.New("hidden") }, "", "hidden"},
		{"canceled_by_nobody", func(context.Context, *server.Run) error { return context.Canceled }, "", "canceled"},
		{"panic", func(context.Context, *server.Run) error { panic("hidden") }, "", "end_test.go"},
		{"nil_pointer", func(context.Context, *server.Run) error { var run *server.Run; run.Cancel(nil); return nil }, "", "nil pointer"},
		{"exit", func(context.Context, *server.Run) error { runtime.Goexit(); return nil }, "", "exited"},
		{"broken_rule_and_run_error", func(_ context.Context, run *server.Run) error {
			err := run.Send(agui.NewTextMessageEndEvent("m"))
			return fmt.Errorf("%w: %w", &server.RunError{Message: "No."}, err)
		}, `{"type":"RUN_ERROR","message":"No."}`, "C1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				agent := func(ctx context.Context, run *server.Run) error {
					must(run.Text(server.MessageID("m")).Write("x"))
					got(run.Step("plan"))
					return c.agent(ctx, run)
				}
				if c.name == "broken_rule_and_run_error" {
					agent = c.agent
				}
				x := serve(agent, server.Options{}, plain, transport.AcceptSSE)
				if c.want == "" {
					x.wantInternal(t)
				} else {
					x.accepted(t, plain)
					if all := x.lines(t); all[len(all)-1] != c.want || x.end.ErrorID != "" {
						t.Errorf("the last event is %s", all[len(all)-1])
					}
				}
				if strings.Contains(string(x.body), "hidden") {
					t.Errorf("the reader sees %s", x.body)
				}
				if c.log != "C1" && !strings.Contains(x.log.String(), c.log) {
					t.Errorf("the log is\n%s", x.log)
				}
				if x.end.Outcome != pipeline.OutcomeError || x.end.Err == nil || x.ended != 1 {
					t.Errorf("OnEnd, called %d times, sees %+v", x.ended, x.end)
				}
			})
		})
	}
}

// TestCancelled holds B8 to B10 for each way to stop a run.
func TestCancelled(t *testing.T) {
	why := errors.New("the user pressed stop")
	for _, c := range []struct {
		name  string
		stop  func(*server.Handler, *server.Run)
		o     server.Options
		cause error
	}{
		{"run", func(_ *server.Handler, run *server.Run) { run.Cancel(why) }, server.Options{}, why},
		{"run_without_cause", func(_ *server.Handler, run *server.Run) { run.Cancel(nil) }, server.Options{}, server.ErrCancelled},
		{"handler", func(h *server.Handler, _ *server.Run) {
			if h.Cancel("t1", "r2", why) || h.Cancel("t2", "r1", why) || !h.Cancel("t1", "r1", why) {
				panic("another run was found")
			}
		}, server.Options{}, why},
		{"shutdown", func(h *server.Handler, _ *server.Run) {
			go func() {
				if err := h.Shutdown(context.Background()); err != nil {
					panic(err)
				}
			}()
		}, server.Options{}, server.ErrShutdown},
		{"timeout", func(*server.Handler, *server.Run) {}, server.Options{RunTimeout: time.Hour}, server.ErrRunTimeout},
		{"deadline_of_admit", func(*server.Handler, *server.Run) {}, server.Options{Admit: deadline}, context.DeadlineExceeded},
	} {
		for _, stuck := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, "/stuck=", stuck), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					x := &exchange{}
					release := make(chan struct{})
					var h *server.Handler
					agent := func(ctx context.Context, run *server.Run) error {
						call := got(run.ToolCall("tides", server.ToolCallID("c")))
						must(call.Args(`{"pl`), run.SetResult(1), run.Usage(agui.TokenUsage{InputTokens: opt.Some(int64(3))}))
						c.stop(h, run)
						<-ctx.Done()
						if stuck {
							<-release
							if err := call.Args("x"); err != server.ErrEnded {
								t.Errorf("after the end there is %v", err)
							}
							return nil
						}
						if err := call.Args("x"); !errors.Is(err, c.cause) {
							t.Errorf("a write gives %v, and should give %v", err, c.cause)
						}
						if context.Cause(ctx) != c.cause {
							t.Errorf("the cause is %v", context.Cause(ctx))
						}
						return nil
					}
					h = server.New(agent, x.observed(c.o))
					w := httptest.NewRecorder()
					h.ServeHTTP(w, request(context.Background(), plain, transport.AcceptSSE))
					close(release)
					x.header, x.body = w.Header(), w.Body.Bytes()
					x.wantAll(t, started,
						`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"tides"}`,
						`{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{\"pl"}`,
						`{"type":"TOOL_CALL_END","toolCallId":"c"}`,
						strings.Replace(cancelled, `}}`, `},"usage":[{"inputTokens":3}]}`, 1))
					if x.end.Outcome != pipeline.OutcomeCancelled || !errors.Is(x.end.Err, c.cause) || x.ended != 1 {
						t.Errorf("OnEnd, called %d times, sees %+v", x.ended, x.end)
					}
					if h.Cancel("t1", "r1", nil) {
						t.Error("the run is still active")
					}
				})
			})
		}
	}
}

// TestCancelledTooLate holds that a run which was done is no cancelled one.
func TestCancelledTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept *server.Run
		x := serve(func(_ context.Context, run *server.Run) error { kept = run; return nil }, server.Options{}, plain, transport.AcceptSSE)
		kept.Cancel(nil)
		x.want(t)
		if err := kept.Custom("com.x", 1); err != server.ErrEnded {
			t.Errorf("a write gives %v", err)
		}
		if err := kept.Text().Write("x"); err != server.ErrEnded {
			t.Errorf("a write gives %v", err)
		}
		if _, err := kept.Interrupt(agui.Interrupt{Reason: "ask"}); err != server.ErrEnded {
			t.Errorf("an interrupt gives %v", err)
		}
	})
}

// TestAbandoned holds K4.2: a reader that has gone is told no outcome, whatever the agent makes of it.
func TestAbandoned(t *testing.T) {
	for name, returns := range map[string]error{"nil": nil, "error": errors.New("x"), "run_error": &server.RunError{Message: "x"}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := &exchange{}
				ctx, leave := context.WithCancel(context.Background())
				agent := func(ctx context.Context, run *server.Run) error {
					leave()
					<-ctx.Done()
					if err := run.Custom("com.x", 1); !errors.Is(err, server.ErrAbandoned) {
						t.Errorf("a write gives %v", err)
					}
					run.Cancel(nil) // too late
					return returns
				}
				// The application may make a context that does not end with the request.
				admit := func(ctx context.Context, _ *http.Request, _ *agui.RunAgentInput) (context.Context, error) {
					return context.WithoutCancel(ctx), nil
				}
				w := httptest.NewRecorder()
				server.New(agent, x.observed(server.Options{Admit: admit})).ServeHTTP(w, request(ctx, plain, transport.AcceptSSE))
				x.header, x.body = w.Header(), w.Body.Bytes()
				if all := x.lines(t); len(all) != 1 || all[0] != started {
					t.Errorf("the reader was told %s", all)
				}
				if x.end.Outcome != server.OutcomeAbandoned || !errors.Is(x.end.Err, server.ErrAbandoned) || x.ended != 1 {
					t.Errorf("OnEnd, called %d times, sees %+v", x.ended, x.end)
				}
			})
		})
	}
}

// TestShutdown holds that it waits for agents, as long as its context does, and that no more are begun.
func TestShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		h := server.New(func(context.Context, *server.Run) error { <-release; return nil }, server.Options{Logger: quiet})
		go h.ServeHTTP(httptest.NewRecorder(), request(context.Background(), plain, transport.AcceptSSE))
		synctest.Wait()
		short, stop := context.WithTimeout(context.Background(), time.Minute) // longer than the grace
		defer stop()
		if err := h.Shutdown(short); err != context.DeadlineExceeded {
			t.Errorf("with an agent at work it gives %v", err)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, request(context.Background(), plain, transport.AcceptSSE))
		if readProblem(t, w); w.Code != 503 {
			t.Errorf("a request gets %d", w.Code)
		}
		close(release)
		if err := h.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// TestRefuseActive holds A8 as far as one handler can know.
func TestRefuseActive(t *testing.T) {
	for _, refuse := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			h := server.New(func(context.Context, *server.Run) error { <-release; return nil }, server.Options{Logger: quiet, RefuseActive: refuse})
			statuses := make(chan int, 3)
			ask := func(input string) {
				go func() {
					w := httptest.NewRecorder()
					h.ServeHTTP(w, request(context.Background(), input, transport.AcceptSSE))
					statuses <- w.Code
				}()
				synctest.Wait()
			}
			ask(plain)
			ask(strings.Replace(plain, "r1", "r2", 1))
			ask(plain)
			if refuse {
				if status := <-statuses; status != 409 {
					t.Errorf("the second run of that id gets %d", status)
				}
			}
			close(release)
			for range cap(statuses) - map[bool]int{true: 1}[refuse] {
				if status := <-statuses; status != 200 {
					t.Errorf("another run gets %d", status)
				}
			}
		})
	}
}

// TestHooks holds that they see a run as it goes, and that their panics do no harm.
func TestHooks(t *testing.T) {
	var seen []string
	o := server.Options{
		OnStart: func(_ context.Context, run *server.Run) {
			seen = append(seen, "start "+run.Input().RunID)
			panic("no harm")
		},
		OnEvent: func(_ context.Context, _ *server.Run, ev agui.Event) { seen = append(seen, string(ev.EventType())) },
		OnEnd: func(_ context.Context, _ *server.Run, end server.End) {
			seen = append(seen, "end "+string(end.Outcome))
			panic("no harm")
		},
	}
	x := serve(func(_ context.Context, run *server.Run) error { return run.Custom("com.x", 1) }, o, plain, transport.AcceptSSE)
	x.want(t, `{"type":"CUSTOM","name":"com.x","value":1}`)
	if all := strings.Join(seen, " "); all != "start r1 RUN_STARTED CUSTOM RUN_FINISHED end success" {
		t.Errorf("the hooks saw %s", all)
	}
	if n := strings.Count(x.log.String(), "no harm"); n != 2 {
		t.Errorf("the log is\n%s", x.log)
	}
	x = serve(func(_ context.Context, run *server.Run) error { return run.Custom("com.x", 1) },
		server.Options{OnEvent: func(_ context.Context, _ *server.Run, ev agui.Event) {
			if ev.EventType() != agui.EventTypeRunStarted {
				panic("an event")
			}
		}}, plain, transport.AcceptSSE)
	x.wantInternal(t)
}

// TestUsage holds section I.
//
// Rules: I2 I4.
func TestUsage(t *testing.T) {
	n := func(v int64) opt.Opt[int64] { return opt.Some(v) }
	for _, c := range []struct {
		name string
		add  []agui.TokenUsage
		rule pipeline.Rule // of the last
		want string
	}{
		{"I1_entries", []agui.TokenUsage{
			{Provider: opt.Some("p"), Model: opt.Some("a"), InputTokens: n(1)}, {Provider: opt.Some("p"), Model: opt.Some("b"), InputTokens: n(2)},
			{Provider: opt.Some("p"), Model: opt.Some("a"), InputTokens: n(3), OutputTokens: n(0)}, {Provider: opt.Some("q"), Model: opt.Some("a"), InputTokens: n(5)},
		}, "", `[{"provider":"p","model":"a","inputTokens":4,"outputTokens":0},{"provider":"p","model":"b","inputTokens":2},{"provider":"q","model":"a","inputTokens":5}]`},
		{"I1_negative", []agui.TokenUsage{{OutputTokens: n(-1)}}, "I1", ""},
		{"I1_too_large", []agui.TokenUsage{{OutputTokens: n(1 << 53)}}, "I1", ""},
		{"I1_sum_too_large", []agui.TokenUsage{{OutputTokens: n(1<<53 - 1)}, {InputTokens: n(1), OutputTokens: n(1)}}, "I1", `[{"outputTokens":9007199254740991}]`},
		{"I3_cached_beside_input", []agui.TokenUsage{{InputTokens: n(1), CachedInputTokens: n(1), CacheWriteInputTokens: n(1)}}, "I3", ""},
		{"I3_reasoning_beside_output", []agui.TokenUsage{{OutputTokens: n(1), ReasoningTokens: n(2)}}, "I3", ""},
		{"I5_total_of_another_kind", []agui.TokenUsage{{InputTokens: n(1), OutputTokens: n(1), TotalTokens: n(3)}}, "I5", ""},
		{"I5_total_below_input", []agui.TokenUsage{{InputTokens: n(3), TotalTokens: n(2)}}, "I5", ""},
		{"I6_parts_alone", []agui.TokenUsage{{ReasoningTokens: n(2)}, {CachedInputTokens: n(0)}}, "", `[{"reasoningTokens":2,"cachedInputTokens":0}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			agent := func(_ context.Context, run *server.Run) error {
				var err error
				for _, u := range c.add {
					err = run.Usage(u)
				}
				var rule *server.RuleError
				if errors.As(err, &rule) != (c.rule != "") || rule != nil && rule.Rule != c.rule {
					t.Errorf("the error is %v", err)
				}
				return nil
			}
			x := serve(agent, server.Options{}, plain, transport.AcceptSSE)
			want := finished
			if c.want != "" {
				want = strings.TrimSuffix(finished, "}") + `,"usage":` + c.want + "}"
			}
			x.wantAll(t, started, want)
			x = serve(func(ctx context.Context, run *server.Run) error { must(agent(ctx, run)); return errors.New("x") }, server.Options{}, plain, transport.AcceptSSE)
			if failed := x.last(t).(*agui.RunErrorEvent); len(failed.Usage) != len(x.end.Usage) || (c.want != "") != (len(failed.Usage) > 0) {
				t.Errorf("RUN_ERROR has the usage %+v", failed.Usage)
			}
		})
	}
}
