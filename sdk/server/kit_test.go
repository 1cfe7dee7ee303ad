package server_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// plain is an input without anything in it.
const plain = `{"threadId":"t1","runId":"r1","messages":[]}`

// The first and the last event of a run that is fine.
const (
	started  = `{"type":"RUN_STARTED","threadId":"t1","runId":"r1","protocolVersion":"1.0"}`
	finished = `{"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"success"}}`
)

// exchange is a request and what came of it.
type exchange struct {
	status int
	header http.Header
	body   []byte
	log    *logBuffer
	end    server.End
	ended  int // how often OnEnd was called
}

// logBuffer is a log that several goroutines write.
type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func request(ctx context.Context, input, accept string) *http.Request {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(input))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", accept)
	return r
}

// observed are options that write down how a run ends, and what is logged.
func (x *exchange) observed(o server.Options) server.Options {
	x.log = &logBuffer{}
	o.Logger = slog.New(slog.NewTextHandler(x.log, nil))
	next := o.OnEnd
	o.OnEnd = func(ctx context.Context, run *server.Run, end server.End) {
		x.end = end
		x.ended++
		if next != nil {
			next(ctx, run, end)
		}
	}
	return o
}

// serve runs an agent without a network.
func serve(agent server.Agent, o server.Options, input, accept string) *exchange {
	x := &exchange{}
	w := httptest.NewRecorder()
	server.New(agent, x.observed(o)).ServeHTTP(w, request(context.Background(), input, accept))
	x.status, x.header, x.body = w.Code, w.Header(), w.Body.Bytes()
	return x
}

// events are those of the body.
func (x *exchange) events(t *testing.T) []agui.Event {
	t.Helper()
	format, err := transport.ResponseFormat(x.header.Get("Content-Type"), bytes.NewReader(x.body))
	if err != nil {
		t.Fatal(err)
	}
	var all []agui.Event
	for ev, err := range server.Reading(transport.NewEventReader(bytes.NewReader(x.body), format, 0)) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ev)
	}
	return all
}

// lines are the events as JSON.
func (x *exchange) lines(t *testing.T) []string {
	t.Helper()
	var lines []string
	for _, ev := range x.events(t) {
		b, err := ev.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(b))
	}
	return lines
}

// want compares the events between RUN_STARTED and a RUN_FINISHED with success, and holds the stream to be one that a
// reader has nothing against.
func (x *exchange) want(t *testing.T, between ...string) {
	t.Helper()
	x.wantAll(t, append(append([]string{started}, between...), finished)...)
}

func (x *exchange) wantAll(t *testing.T, all ...string) {
	t.Helper()
	if diff := cmp.Diff(all, x.lines(t)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	x.accepted(t, plain)
}

// accepted holds that the consumer of this project takes the stream and warns of nothing.
func (x *exchange) accepted(t *testing.T, input string) *pipeline.Report {
	t.Helper()
	report := x.report(t, input)
	if report.Outcome != pipeline.StreamCompleted || len(report.Warnings) > 0 {
		t.Errorf("the stream is %s: %+v, with the warnings %q\n%s", report.Outcome, report.Error, report.Warnings, strings.Join(x.lines(t), "\n"))
	}
	return report
}

func (x *exchange) report(t *testing.T, input string) *pipeline.Report {
	t.Helper()
	events := x.events(t)
	return pipeline.Consume(func() (agui.Event, error) {
		if len(events) == 0 {
			return nil, io.EOF
		}
		ev := events[0]
		events = events[1:]
		return ev, nil
	}, jsonx.Raw(input), pipeline.Options{})
}

// last is the last event.
func (x *exchange) last(t *testing.T) agui.Event {
	t.Helper()
	all := x.events(t)
	if len(all) == 0 {
		t.Fatal("there is no event")
	}
	return all[len(all)-1]
}

// wantInternal holds that the run ended with a RUN_ERROR that says nothing but an id which is in the log.
func (x *exchange) wantInternal(t *testing.T) {
	t.Helper()
	failed, ok := x.last(t).(*agui.RunErrorEvent)
	if !ok {
		t.Fatalf("the last event is %s", x.last(t).EventType())
	}
	id := x.end.ErrorID
	if want := "internal error (" + id + ")"; failed.Message != want || id == "" {
		t.Errorf("the message is %q, and should be %q", failed.Message, want)
	}
	if !strings.Contains(x.log.String(), "id="+id) {
		t.Errorf("the id %s is not in the log:\n%s", id, x.log)
	}
	if x.end.Outcome != pipeline.OutcomeError {
		t.Errorf("the outcome is %q", x.end.Outcome)
	}
	x.accepted(t, plain)
}

// quiet is a logger for tests that do not read the log.
var quiet = slog.New(slog.DiscardHandler)

// deadline is an Admit that gives the agent an hour.
func deadline(ctx context.Context, _ *http.Request, _ *agui.RunAgentInput) (context.Context, error) {
	ctx, stop := context.WithTimeout(ctx, time.Hour)
	context.AfterFunc(ctx, stop)
	return ctx, nil
}
