package main

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
)

const (
	remoteTrace = "4bf92f3577b34da6a3ce929d0e0e4736"
	remoteSpan  = "00f067aa0ba902b7"
)

// traced runs the agent once, and is what it exported, by name.
func traced(t *testing.T, messages []agui.Message) (spans map[string]tracetest.SpanStub, err error) {
	t.Helper()
	exporter := tracetest.NewInMemoryExporter()
	s := httptest.NewServer(newHandler(sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter))))
	c, err := client.New(s.URL, client.Options{Logger: slog.New(slog.DiscardHandler), Header: http.Header{"Traceparent": {"00-" + remoteTrace + "-" + remoteSpan + "-01"}}})
	if err != nil {
		t.Fatal(err)
	}
	err = c.Run(agui.NewRunAgentInput("th", "r1", messages)).Do(t.Context(), client.Callbacks{})
	c.CloseIdleConnections()
	s.Close() // waits for the handler, whose last hook ends the span
	spans = map[string]tracetest.SpanStub{}
	for _, span := range exporter.GetSpans() {
		spans[span.Name] = span
	}
	return spans, err
}

func TestASpanForARun(t *testing.T) {
	spans, err := traced(t, []agui.Message{agui.NewUserMessage("u1", agui.Text("When is high tide?"))})
	if err != nil {
		t.Fatal(err)
	}
	run, model := spans["agui.run"], spans["model"]
	if run.SpanContext.TraceID().String() != remoteTrace || run.Parent.SpanID().String() != remoteSpan {
		t.Errorf("the run is in trace %s below %s", run.SpanContext.TraceID(), run.Parent.SpanID())
	}
	if model.Parent.SpanID() != run.SpanContext.SpanID() {
		t.Errorf("the model is below %s, not below the run, %s", model.Parent.SpanID(), run.SpanContext.SpanID())
	}
	for _, want := range []attribute.KeyValue{
		attribute.String("agui.thread.id", "th"), attribute.String("agui.run.id", "r1"), attribute.String("agui.binding", "proto"),
		attribute.Int("agui.input.messages", 1), attribute.Bool("agui.resumes", false), attribute.String("agui.outcome", "success"),
	} {
		if !slices.Contains(run.Attributes, want) {
			t.Errorf("no attribute %s=%s in %v", want.Key, want.Value.Emit(), run.Attributes)
		}
	}
	var names []string
	for _, ev := range run.Events {
		names = append(names, ev.Name)
	}
	if want := []string{"STEP_STARTED", "TEXT_MESSAGE_CONTENT", "STEP_FINISHED", "usage"}; !slices.Equal(names, want) {
		t.Errorf("span events %q, want %q", names, want)
	} else if usage := run.Events[3].Attributes; !slices.Contains(usage, attribute.Int64("gen_ai.usage.output_tokens", 5)) || !slices.Contains(usage, attribute.String("gen_ai.response.model", "tide-1")) {
		t.Errorf("usage: %v", usage)
	}
	if run.Status.Code != codes.Unset {
		t.Errorf("status %+v", run.Status)
	}
}

func TestASpanForARunThatFails(t *testing.T) {
	spans, err := traced(t, nil)
	var e *client.RunError
	if !errors.As(err, &e) || e.Code != "empty" {
		t.Fatalf("the run: %v", err)
	}
	run := spans["agui.run"]
	if run.Status.Code != codes.Error || !slices.Contains(run.Attributes, attribute.String("agui.outcome", "error")) {
		t.Errorf("status %+v, attributes %v", run.Status, run.Attributes)
	}
	if last := run.Events[len(run.Events)-1]; last.Name != "exception" || !slices.Contains(last.Attributes, attribute.String("exception.message", "empty: Ask me something.")) {
		t.Errorf("last event: %+v", last)
	}
}
