package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
)

// sequence is events as a stream on which nothing goes wrong.
func sequence(events []agui.Event) iter.Seq2[agui.Event, error] {
	return func(yield func(agui.Event, error) bool) {
		for _, ev := range events {
			if !yield(ev, nil) {
				return
			}
		}
	}
}

// The published client sees what our server relays of another producer: the recorded stream that has every type of event in
// it, a late error included, and one of a later protocol, of which the rest is as it was.
//
// Rules: B5 K3.7 N5.
func TestAgentSeesARelay(t *testing.T) {
	t.Parallel()
	streams := map[string]recorded{}
	for _, r := range recordings(t) {
		streams[r.name] = r
	}
	url, runs := serve(t, func(_ context.Context, run *server.Run) error {
		var texts []json.RawMessage
		if err := json.Unmarshal([]byte(streams[run.Input().ThreadID].Stream), &texts); err != nil {
			return err
		}
		for i := range texts {
			texts[i] = json.RawMessage(strings.ReplaceAll(string(texts[i]), "th-quay", run.Input().ThreadID))
		}
		return run.Relay(sequence(decoded(t, texts)))
	}, server.Options{DeferStart: true})
	a := startAgent(t)
	onEach(t, func(t *testing.T, b binding) {
		for _, tt := range []struct {
			stream, runID string
			outcome       pipeline.Outcome
			quiet         bool
		}{
			{"clean", "run-1", pipeline.OutcomeError, true},
			{"later-protocol", "run-1", pipeline.OutcomeSuccess, false},
			{"several-runs", "run-2", pipeline.OutcomeSuccess, true},
		} {
			r := streams[tt.stream].request(t, url, b)
			r.Thread.ThreadID, r.Run["runId"] = tt.stream, tt.runID
			events, end := a.run(r, nil)
			run := <-runs
			if end.Error != nil || tt.quiet && len(end.Warnings) > 0 {
				t.Errorf("%s: error %+v, warnings %q", tt.stream, end.Error, end.Warnings)
			}
			if run.end.Outcome != tt.outcome {
				t.Errorf("%s: the server: %+v", tt.stream, run.end)
			}
			same(t, holding(t, run.events, run.input), events, end.Messages, end.State)
		}
	})
}

// Runs of the past come before the one that was requested, on one stream.
//
// Rules: B2 B12 B15 K2.5.
func TestAgentSeesAReplay(t *testing.T) {
	t.Parallel()
	past := lines(
		`{"type":"RUN_STARTED","threadId":"th-again","runId":"past"}`, `{"type":"TEXT_MESSAGE_START","messageId":"m0"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m0","delta":"then"}`, `{"type":"TEXT_MESSAGE_END","messageId":"m0"}`,
		`{"type":"STATE_SNAPSHOT","snapshot":[1]}`, `{"type":"RUN_FINISHED","threadId":"th-again","runId":"past"}`)
	url, runs := serve(t, func(_ context.Context, run *server.Run) error {
		return errors.Join(run.Replay(sequence(decoded(t, past))), run.State().Patch(agui.NewAddOperation("/-", "2")), run.Text(server.MessageID("m1")).Write("now"))
	}, server.Options{DeferStart: true})
	a := startAgent(t)
	onEach(t, func(t *testing.T, b binding) {
		events, end := a.run(asked(url, b, "again"), nil)
		run := <-runs
		end.clean(t)
		same(t, holding(t, run.events, run.input), events, end.Messages, end.State)
		if run.end.Outcome != pipeline.OutcomeSuccess || string(end.State) != "[1,2]" {
			t.Errorf("the server: %+v; state %s", run.end, end.State)
		}
		want := `[{"id":"u1","role":"user","content":"Depth?"},{"id":"m0","role":"assistant","content":"then"},{"id":"m1","role":"assistant","content":"now"}]`
		if err := testkit.SameEvent(want, string(end.Messages)); err != nil {
			t.Errorf("messages: %v", err)
		}
	})
}
