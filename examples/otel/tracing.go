package main

import (
	"context"
	"net/http"
	"sync"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
)

// tracing makes a span of each run, from the beginning of its stream to the end. It lies in the trace of the request, if
// that has one, and what the agent traces lies in it. No text of the conversation is in it, nor a tool's arguments.
type tracing struct {
	tracer trace.Tracer
	spans  sync.Map // *server.Run -> *runSpan, from OnStart to OnEnd
}

// runSpan is the span of a run that is under way. OnEvent is called by one goroutine at a time.
type runSpan struct {
	trace.Span
	spoken bool
}

// trace puts the hooks into options, and gives the agent with its span in the context.
func (t *tracing) trace(agent server.Agent, o *server.Options) server.Agent {
	o.Admit, o.OnStart, o.OnEvent, o.OnEnd = continued(o.Admit), t.start, t.event, t.end
	return func(ctx context.Context, run *server.Run) error {
		if span, ok := t.span(run); ok {
			ctx = trace.ContextWithSpan(ctx, span)
		}
		return agent(ctx, run)
	}
}

// admit is the type of server.Options.Admit.
type admit = func(context.Context, *http.Request, *agui.RunAgentInput) (context.Context, error)

// continued reads from the request which trace it belongs to, and asks next, nil for nobody.
func continued(next admit) admit {
	return func(ctx context.Context, r *http.Request, input *agui.RunAgentInput) (context.Context, error) {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
		if next == nil {
			return ctx, nil
		}
		admitted, err := next(ctx, r, input)
		if admitted == nil {
			admitted = ctx
		}
		return admitted, err
	}
}

func (t *tracing) span(run *server.Run) (*runSpan, bool) {
	span, ok := t.spans.Load(run)
	if !ok {
		return nil, false
	}
	return span.(*runSpan), true
}

func (t *tracing) start(ctx context.Context, run *server.Run) {
	input := run.Input()
	_, span := t.tracer.Start(ctx, "agui.run", trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("agui.thread.id", input.ThreadID),
		attribute.String("agui.run.id", input.RunID),
		attribute.String("agui.binding", string(run.Format())),
		attribute.Int("agui.input.messages", len(input.Messages)),
		attribute.Bool("agui.resumes", len(input.Resume) > 0),
	))
	t.spans.Store(run, &runSpan{Span: span})
}

// event notes what an operator looks for: when the first word came, which tools, steps and subagents there were. A span event
// for each piece of text would be more than a trace can hold.
func (t *tracing) event(_ context.Context, run *server.Run, ev agui.Event) {
	span, ok := t.span(run)
	if !ok {
		return // RUN_STARTED, which is what the span begins with
	}
	note := func(attributes ...attribute.KeyValue) {
		span.AddEvent(string(ev.EventType()), trace.WithAttributes(attributes...))
	}
	switch ev := ev.(type) {
	case *agui.TextMessageContentEvent:
		if !span.spoken {
			span.spoken = true
			note(attribute.String("agui.message.id", ev.MessageID))
		}
	case *agui.ToolCallStartEvent:
		note(attribute.String("agui.tool.name", ev.ToolCallName), attribute.String("agui.tool.call.id", ev.ToolCallID))
	case *agui.ToolCallResultEvent:
		note(attribute.String("agui.tool.call.id", ev.ToolCallID))
	case *agui.StepStartedEvent:
		note(attribute.String("agui.step.name", ev.StepName))
	case *agui.StepFinishedEvent:
		note(attribute.String("agui.step.name", ev.StepName))
	case *agui.SubagentStartedEvent:
		note(attribute.String("agui.subagent.name", ev.Name))
	}
}

func (t *tracing) end(_ context.Context, run *server.Run, end server.End) {
	span, ok := t.span(run)
	if !ok {
		return
	}
	t.spans.Delete(run)
	span.SetAttributes(attribute.String("agui.outcome", string(end.Outcome)))
	for _, u := range end.Usage {
		span.AddEvent("usage", trace.WithAttributes(used(u)...))
	}
	if end.ErrorID != "" {
		span.SetAttributes(attribute.String("agui.error.id", end.ErrorID)) // the one that the reader was shown
	}
	if end.Outcome == pipeline.OutcomeError {
		span.RecordError(end.Err)
		span.SetStatus(codes.Error, "the run has failed")
	}
	span.End()
}

// used are the counts of one model. What was not reported is not said (I6).
func used(u agui.TokenUsage) (attributes []attribute.KeyValue) {
	if model, ok := u.Model.Get(); ok {
		attributes = append(attributes, attribute.String("gen_ai.response.model", model))
	}
	if n, ok := u.InputTokens.Get(); ok {
		attributes = append(attributes, attribute.Int64("gen_ai.usage.input_tokens", n))
	}
	if n, ok := u.OutputTokens.Get(); ok {
		attributes = append(attributes, attribute.Int64("gen_ai.usage.output_tokens", n))
	}
	return attributes
}
