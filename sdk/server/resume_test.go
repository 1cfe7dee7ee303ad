package server_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// TestAnswers holds what an agent that knows its open interrupts makes of a resume list.
//
// Rules: J7 J8 J9.
func TestAnswers(t *testing.T) {
	const input = `{"threadId":"t1","runId":"r1","messages":[],"resume":[{"interruptId":"a","status":"resolved","payload":1},` +
		`{"interruptId":"stray","status":"resolved"},{"interruptId":"b","status":"cancelled"}]}`
	var told []string
	o := server.Options{OnWarning: func(_ context.Context, w pipeline.Warning) { told = append(told, w.Pointer) }}
	x := serve(func(_ context.Context, run *server.Run) error {
		answers, left := run.Answers("a", "b", "c")
		if ids := slices.Sorted(maps.Keys(answers)); strings.Join(ids, " ") != "a b" || answers["a"].Payload != "1" || answers["b"].Status != agui.ResumeEntryStatusCancelled {
			t.Errorf("the answers are %+v", answers)
		}
		if strings.Join(left, " ") != "c" {
			t.Errorf("without an answer are %q", left)
		}
		for _, id := range left {
			got(run.Interrupt(agui.Interrupt{ID: id, Reason: "approve"}))
		}
		return nil
	}, o, input, transport.AcceptSSE)
	if strings.Join(told, " ") != "/resume/1" {
		t.Errorf("told of %q", told)
	}
	if x.end.Outcome != pipeline.OutcomeInterrupt {
		t.Errorf("the outcome is %q", x.end.Outcome)
	}
}

// TestConfidential holds that nothing of what a run says, reasoning least of all, is in the log of the server.
//
// Rules: P4.
func TestConfidential(t *testing.T) {
	x := serve(func(_ context.Context, run *server.Run) error {
		thought, said := run.Reasoning(), run.Text()
		must(thought.Write("secret"), thought.Encrypted("secret"), said.Write("secret"), thought.Close(), said.Close(), run.State().Replace("secret"))
		return run.Send(agui.NewTextMessageContentEvent("not-open", "secret"))
	}, server.Options{}, plain, transport.AcceptSSE)
	if x.end.Outcome != pipeline.OutcomeError || !strings.Contains(x.log.String(), "not-open") {
		t.Fatalf("the run has not failed as it should: %+v\n%s", x.end, x.log)
	}
	if strings.Contains(x.log.String(), "secret") {
		t.Errorf("the log is\n%s", x.log)
	}
}
