// Command otel serves an agent whose runs are traced with OpenTelemetry. The spans are printed.
//
//	go run . &
//	curl -N -H 'Content-Type: application/json' -H 'Accept: text/event-stream' \
//		-d '{"threadId":"t1","runId":"r1","messages":[]}' http://127.0.0.1:8000/
//
// What matters is in tracing.go: hooks of the server, and an agent around the agent.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"

	"go.opentelemetry.io/otel/exporters/stdout/stdouttrace"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/server"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := serve(ctx, "127.0.0.1:8000"); err != nil {
		log.Fatal(err)
	}
}

// serve serves until the context ends, and then lets runs end and spans go out.
func serve(ctx context.Context, addr string) error {
	exporter, err := stdouttrace.New(stdouttrace.WithPrettyPrint())
	if err != nil {
		return err
	}
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter))
	agent := newHandler(provider)
	s := &http.Server{Addr: addr, Handler: agent, ReadHeaderTimeout: 10 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- s.ListenAndServe() }()
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer stop()
	return errors.Join(err, agent.Shutdown(ctx), s.Shutdown(ctx), provider.Shutdown(ctx))
}

// newHandler is the agent, traced.
func newHandler(provider trace.TracerProvider) *server.Handler {
	t := &tracing{tracer: provider.Tracer("github.com/agui-gen/agui-gen/examples/otel")}
	var o server.Options
	agent := t.trace(forecast(t.tracer), &o)
	return server.New(agent, o)
}

// forecast is an agent that calls a model, which is a span of its own.
func forecast(tracer trace.Tracer) server.Agent {
	return func(ctx context.Context, run *server.Run) error {
		step, err := run.Step("ask the model")
		if err != nil {
			return err
		}
		_, span := tracer.Start(ctx, "model")
		err = answer(run)
		span.End()
		return errors.Join(err, step.Close())
	}
}

func answer(run *server.Run) error {
	if len(run.Input().Messages) == 0 {
		return &server.RunError{Code: "empty", Message: "Ask me something."}
	}
	msg := run.Text()
	for _, delta := range []string{"High tide ", "at noon."} {
		if err := msg.Write(delta); err != nil {
			return err
		}
	}
	return run.Usage(agui.TokenUsage{Model: opt.Some("tide-1"), InputTokens: opt.Some(int64(12)), OutputTokens: opt.Some(int64(5))})
}
