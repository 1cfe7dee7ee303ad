package server_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// recorded are events from JSON lines.
func recorded(lines ...string) iter.Seq2[agui.Event, error] {
	return server.Reading(transport.NewEventReader(strings.NewReader(strings.Join(lines, "\n")), transport.JSON, 0))
}

const theirs = `{"type":"RUN_STARTED","threadId":"t1","runId":"r1","protocolVersion":"0.9"}`

// TestRelay holds that a stream passes as it is, with the version that it declares (N5).
func TestRelay(t *testing.T) {
	lines := []string{
		theirs,
		`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"x","colour":"blue"}`,
		`{"type":"AURORA","n":1}`,
		`{"type":"STATE_DELTA","delta":[{"op":"merge","path":"/a"}]}`,
		`{"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"cancelled"}}`,
	}
	agent := func(_ context.Context, run *server.Run) error {
		if err := run.Relay(recorded(lines...)); err != nil {
			t.Error(err)
		}
		return nil
	}
	x := serve(agent, server.Options{DeferStart: true}, plain, transport.AcceptSSE)
	if all := strings.Join(x.lines(t), "\n"); all != strings.Join(lines, "\n") {
		t.Errorf("the stream is\n%s", all)
	}
	if x.end.Outcome != pipeline.OutcomeCancelled {
		t.Errorf("the outcome is %q", x.end.Outcome)
	}
	var told []string
	warn := func(_ context.Context, w pipeline.Warning) { told = append(told, string(w.Type)+w.Pointer) }
	x = serve(agent, server.Options{DeferStart: true, OnWarning: warn}, plain, transport.AcceptAny)
	if all := strings.Join(x.lines(t), "\n"); all != lines[0]+"\n"+strings.Replace(lines[1], `,"colour":"blue"`, "", 1)+"\n"+lines[4] {
		t.Errorf("on protobuf the stream is\n%s", all)
	}
	if all := strings.Join(told, " "); all != "TEXT_MESSAGE_CHUNK/colour AURORA STATE_DELTA" {
		t.Errorf("told of %s", all)
	}
	told = nil
	x = serve(agent, server.Options{OnWarning: warn}, plain, transport.AcceptSSE)
	if all := x.lines(t); all[0] != started || all[1] != lines[1] || len(all) != 5 || len(told) != 1 || told[0] != "RUN_STARTED/protocolVersion" {
		t.Errorf("in a run that has begun the stream is\n%s\nand told of %s", strings.Join(all, "\n"), told)
	}
}

// TestRelayFromProto holds that an event of a later protocol stays on the wire that it came by.
func TestRelayFromProto(t *testing.T) {
	frames := func() iter.Seq2[agui.Event, error] {
		var b []byte
		for ev := range recorded(theirs) {
			b, _ = transport.AppendEvent(b, transport.Proto, ev)
		}
		b, _ = transport.AppendFrame(b, []byte{0x82, 0x7d, 2, 0x08, 1}, 0) // an arm of the envelope that nobody knows
		for ev := range recorded(finished) {
			b, _ = transport.AppendEvent(b, transport.Proto, ev)
		}
		return server.Reading(transport.NewEventReader(bytes.NewReader(b), transport.Proto, 0))
	}
	for accept, want := range map[string]int{transport.AcceptAny: 3, transport.AcceptSSE: 2} {
		x := serve(func(_ context.Context, run *server.Run) error { return run.Relay(frames()) }, server.Options{DeferStart: true}, plain, accept)
		if n := len(x.events(t)); n != want || x.end.Outcome != pipeline.OutcomeSuccess {
			t.Errorf("with Accept: %s there are %d events, and the run ends %+v", accept, n, x.end)
		}
	}
}

// TestRelayBroken holds that what a reader would refuse is not handed on, and that a cut is one.
func TestRelayBroken(t *testing.T) {
	cut := errors.New("cut")
	for _, c := range []struct {
		name   string
		events iter.Seq2[agui.Event, error]
		want   func(error) bool
	}{
		{"malformed", recorded(theirs, `{"type":"TEXT_MESSAGE_START","messageId":1}`), ofRule("B14")},
		{"order", recorded(theirs, `{"type":"TEXT_MESSAGE_END","messageId":"m"}`), ofRule(pipeline.RuleOpen)},
		{"unclosed", recorded(theirs, `{"type":"TEXT_MESSAGE_START","messageId":"m"}`, finished), ofRule(pipeline.RuleUnclosed)},
		{"thread", recorded(strings.Replace(theirs, "t1", "t2", 1)), ofRule("B2")},
		{"truncated", recorded(theirs), func(err error) bool { return errors.Is(err, pipeline.ErrTruncated) }},
		{"empty", recorded(), func(err error) bool { return errors.Is(err, pipeline.ErrTruncated) }},
		{"error", func(yield func(agui.Event, error) bool) { yield(nil, cut) }, func(err error) bool { return err == cut }},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := serve(func(_ context.Context, run *server.Run) error {
				err := run.Relay(c.events)
				if !c.want(err) {
					t.Errorf("the error is %v", err)
				}
				return err
			}, server.Options{DeferStart: true}, plain, transport.AcceptSSE)
			if _, ok := x.last(t).(*agui.RunErrorEvent); !ok || x.end.Outcome != pipeline.OutcomeError {
				t.Errorf("the last event is %s, and the run ends %+v", x.last(t).EventType(), x.end)
			}
		})
	}
}

func ofRule(rule pipeline.Rule) func(error) bool {
	return func(err error) bool {
		var e *server.RuleError
		return errors.As(err, &e) && e.Rule == rule
	}
}

// TestRelayFails holds that the failure of the other producer is that of the run, and is told once.
func TestRelayFails(t *testing.T) {
	x := serve(func(_ context.Context, run *server.Run) error {
		if err := run.Relay(recorded(`{"type":"RUN_ERROR","message":"no","code":"E"}`)); err != nil {
			t.Error(err)
		}
		if err := run.Custom("com.x", 1); err == nil {
			t.Error("after RUN_ERROR an event is sent")
		}
		return errors.New("and more")
	}, server.Options{DeferStart: true}, plain, transport.AcceptSSE)
	x.wantAll(t, `{"type":"RUN_ERROR","message":"no","code":"E"}`)
	if x.end.Outcome != pipeline.OutcomeError {
		t.Errorf("the run ends %+v", x.end)
	}
	x = serve(func(_ context.Context, run *server.Run) error {
		return run.Relay(recorded(`{"type":"RUN_ERROR","message":"no","code":"E"}`))
	}, server.Options{DeferStart: true}, plain, transport.AcceptSSE)
	x.wantAll(t, `{"type":"RUN_ERROR","message":"no","code":"E"}`)
	var e *server.RunError
	if !errors.As(x.end.Err, &e) || e.Code != "E" {
		t.Errorf("the run ends %+v", x.end)
	}
}

// TestRelayEarlierFailure holds that the failure of a run before the requested one does not end the stream (B5).
func TestRelayEarlierFailure(t *testing.T) {
	const past = `{"type":"RUN_STARTED","threadId":"t1","runId":"r0"}`
	const failed = `{"type":"RUN_ERROR","message":"no"}`
	x := serve(func(_ context.Context, run *server.Run) error {
		return run.Relay(recorded(past, failed, theirs, finished))
	}, server.Options{DeferStart: true}, plain, transport.AcceptSSE)
	x.wantAll(t, past, failed, theirs, finished)
}

// TestRelayLate holds B5: after RUN_FINISHED there may be an error, and nothing else.
func TestRelayLate(t *testing.T) {
	x := serve(func(_ context.Context, run *server.Run) error {
		must(run.Relay(recorded(theirs, finished)))
		if err := run.Custom("com.x", 1); !ofRule(pipeline.RuleSequence)(err) {
			t.Errorf("the error is %v", err)
		}
		return nil
	}, server.Options{DeferStart: true}, plain, transport.AcceptSSE)
	if all := x.lines(t); len(all) != 3 {
		t.Errorf("the stream is %s", all)
	}
	if _, ok := x.last(t).(*agui.RunErrorEvent); !ok {
		t.Error("the reader is not told of the failure")
	}
}

// TestReplay holds B2 and N5: the past comes first, under its own ids and versions.
func TestReplay(t *testing.T) {
	const past = `{"type":"RUN_STARTED","threadId":"t1","runId":"r0","protocolVersion":"0.9"}`
	const end = `{"type":"RUN_FINISHED","threadId":"t1","runId":"r0"}`
	const snapshot = `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u1","role":"user","content":"Tides?","name":"Ada"}]}`
	x := serve(func(_ context.Context, run *server.Run) error {
		must(run.Replay(recorded(past, snapshot, end)))
		return run.Text(server.MessageID("m")).Write("noon")
	}, server.Options{DeferStart: true}, plain, transport.AcceptSSE)
	all := x.lines(t)
	if len(all) != 8 || all[0] != past || all[2] != end || all[3] != started || all[7] != finished {
		t.Errorf("the stream is\n%s", strings.Join(all, "\n"))
	}
	x.accepted(t, plain)

	for _, c := range []struct {
		name  string
		o     server.Options
		lines []string
		want  func(error) bool
	}{
		{"B2_started", server.Options{}, []string{past, end}, ofRule("B2")},
		{"B2_the_requested_run", server.Options{DeferStart: true}, []string{started, finished}, ofRule("B2")},
		{"A8_run_twice", server.Options{DeferStart: true}, []string{past, end, past, end}, func(err error) bool { return err == nil }},
		{"B12_known_message", server.Options{DeferStart: true}, []string{past, `{"type":"TEXT_MESSAGE_START","messageId":"u1","role":"user"}`}, ofRule("B12")},
		{"B12_known_call", server.Options{DeferStart: true}, []string{past, `{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"tides"}`}, ofRule("B12")},
		{"truncated", server.Options{DeferStart: true}, []string{past}, func(err error) bool { return errors.Is(err, pipeline.ErrTruncated) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			serve(func(_ context.Context, run *server.Run) error {
				if err := run.Replay(recorded(c.lines...)); !c.want(err) {
					t.Errorf("the error is %v", err)
				}
				return nil
			}, c.o, thread, transport.AcceptSSE)
		})
	}
}

// TestDeferStart holds that the run begins with the first thing that is written, and at the end at the latest.
func TestDeferStart(t *testing.T) {
	for _, agent := range []server.Agent{
		func(context.Context, *server.Run) error { return nil },
		func(_ context.Context, run *server.Run) error { return run.Text().Close() },
	} {
		serve(agent, server.Options{DeferStart: true}, plain, transport.AcceptSSE).want(t)
	}
	// B1: a run may fail before it begins.
	x := serve(func(context.Context, *server.Run) error { return io.ErrNoProgress }, server.Options{DeferStart: true}, plain, transport.AcceptSSE)
	if x.wantInternal(t); len(x.events(t)) != 1 {
		t.Errorf("the stream is %s", x.lines(t))
	}
}
