package server_test

import (
	"context"
	"errors"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// noting is middleware that puts a CUSTOM event before each event of a type.
func noting(name string, before agui.EventType) pipeline.Middleware {
	return func(next pipeline.Handler) pipeline.Handler {
		return func(ev agui.Event) error {
			if ev.EventType() == before {
				if err := next(agui.NewCustomEvent(name, "1")); err != nil {
					return err
				}
			}
			return next(ev)
		}
	}
}

// without is middleware that keeps events of a type back.
func without(t agui.EventType) pipeline.Middleware {
	return func(next pipeline.Handler) pipeline.Handler {
		return func(ev agui.Event) error {
			if ev.EventType() == t {
				return nil
			}
			return next(ev)
		}
	}
}

// TestMiddleware holds the order, and that what is put in use later sees what comes later.
func TestMiddleware(t *testing.T) {
	agent := func(_ context.Context, run *server.Run) error {
		must(run.Custom("com.0", 1))
		run.Use(noting("com.b", agui.EventTypeRunFinished))
		run.Use(noting("com.c", agui.EventTypeRunFinished), noting("com.d", agui.EventTypeCustom))
		return nil
	}
	x := serve(agent, server.Options{Middleware: []pipeline.Middleware{noting("com.a", agui.EventTypeRunFinished)}}, plain, transport.AcceptSSE)
	custom := func(name string) string { return `{"type":"CUSTOM","name":"com.` + name + `","value":1}` }
	x.want(t, custom("0"), custom("d"), custom("a"), custom("d"), custom("b"), custom("d"), custom("c"))
}

// TestMiddlewareJudged holds that its events are judged, that its error and its panic end the run, and that it cannot keep
// the run from beginning and ending.
func TestMiddlewareJudged(t *testing.T) {
	failing := func(at agui.EventType, fail func() error) pipeline.Middleware {
		return func(next pipeline.Handler) pipeline.Handler {
			return func(ev agui.Event) error {
				if ev.EventType() == at {
					return fail()
				}
				return next(ev)
			}
		}
	}
	for name, m := range map[string]pipeline.Middleware{
		"breaks_a_rule":     noting("", agui.EventTypeCustom),
		"breaks_at_the_end": noting("", agui.EventTypeRunFinished),
		"error":             failing(agui.EventTypeCustom, func() error { return errors.New("x") }),
		"panic":             failing(agui.EventTypeCustom, func() error { panic("x") }),
		"panic_at_the_end":  failing(agui.EventTypeRunFinished, func() error { panic("x") }),
		"panic_at_both": func(next pipeline.Handler) pipeline.Handler {
			return failing(agui.EventTypeRunError, func() error { panic("x") })(failing(agui.EventTypeRunFinished, func() error { panic("x") })(next))
		},
		"keeps_the_start": without(agui.EventTypeRunStarted),
		"keeps_the_end":   without(agui.EventTypeRunFinished),
		"keeps_both_ends": func(next pipeline.Handler) pipeline.Handler {
			return without(agui.EventTypeRunError)(without(agui.EventTypeRunFinished)(next))
		},
	} {
		t.Run(name, func(t *testing.T) {
			x := serve(func(_ context.Context, run *server.Run) error { _ = run.Custom("com.x", 1); return nil },
				server.Options{Middleware: []pipeline.Middleware{m}}, plain, transport.AcceptSSE)
			x.wantInternal(t)
		})
	}
	// Events that it keeps back are no concern of the writers.
	x := serve(func(_ context.Context, run *server.Run) error {
		call := got(run.ToolCall("tides"))
		return errors.Join(call.Args("{}"), call.Close())
	}, server.Options{Middleware: []pipeline.Middleware{without(agui.EventTypeToolCallStart), without(agui.EventTypeToolCallArgs), without(agui.EventTypeToolCallEnd)}}, plain, transport.AcceptSSE)
	x.want(t)
}
