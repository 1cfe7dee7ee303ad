package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// taken is what a consumer has made of a stream.
type taken struct {
	events []string
	// from are the events of the stream that those delivered came of; of our pipeline only.
	from []int
	// failed tells that the stream was rejected, at and why where: an index into the stream, the number of its events if it
	// was for its end.
	failed bool
	at     int
	why    string

	messages, state string
	// The last run that ended on the stream, and the last error of a run.
	outcome, result, interrupts, runError string
	pending                               []string
	// late tells that a run failed after it had finished.
	late bool

	warnings []string
	// stripped are the types of the events, and the places in them, of which enforcement has told that it took them out.
	stripped []string
	report   *pipeline.Report
}

// ours is what our pipeline makes of a stream. A panic is a rejection that nothing excuses, so that it is told of with the
// least stream that has it.
func ours(s shown, tolerate ...pipeline.Rule) (got taken) {
	read := 0
	defer func() {
		if p := recover(); p != nil {
			got.failed, got.at, got.why, got.report = true, read-1, fmt.Sprint("panic: ", p), &pipeline.Report{Error: &pipeline.ReportError{}}
		}
	}()
	next := transport.NewEventReader(bytes.NewReader(s.data), s.binding.format, 0).Next
	r := pipeline.Consume(func() (agui.Event, error) {
		ev, err := next()
		if err == nil {
			read++
		}
		return ev, err
	}, jsonx.Raw(s.InputText()), pipeline.Options{Tolerate: tolerate, Deliver: func(agui.Event) error {
		got.from = append(got.from, read-1)
		return nil
	}, OnWarning: func(w pipeline.Warning) {
		if w.Stage == pipeline.StageEnforcement {
			got.stripped = append(got.stripped, string(w.Type)+" "+w.Pointer)
		}
	}})
	text, err := r.AppendJSON(nil)
	if err != nil {
		panic(err)
	}
	var h held
	if err := json.Unmarshal(text, &h); err != nil {
		panic(err)
	}
	for _, ev := range h.Events {
		got.events = append(got.events, string(ev))
	}
	got.messages, got.state, got.warnings, got.report = string(h.Messages), string(h.State), h.Warnings, r
	if r.Error != nil {
		got.failed, got.at, got.why = true, read, fmt.Sprintf("%s %s: %s", r.Error.Stage, r.Error.Rule, r.Error.Message)
		if r.Error.Event != nil {
			got.at = *r.Error.Event
		}
	}
	got.ends(r)
	last := ""
	for _, ev := range h.Events {
		switch kind, _ := ev.Lookup("type"); kind {
		case `"RUN_ERROR"`:
			got.late = got.late || last == `"RUN_FINISHED"`
			last = ""
		case `"RUN_FINISHED"`:
			last = `"RUN_FINISHED"`
		case `"RUN_STARTED"`:
			last = ""
		}
	}
	return got
}

// ends notes how the runs ended, as an application of the published client is told.
func (got *taken) ends(r *pipeline.Report) {
	if r.RunError != nil {
		got.runError = *r.RunError
	}
	got.interrupts = "[]"
	for _, run := range r.Runs {
		if run.Outcome == "" || run.Outcome == pipeline.OutcomeError {
			continue
		}
		got.outcome, got.interrupts, got.pending = string(run.Outcome), "[]", nil
		switch run.Outcome {
		case pipeline.OutcomeSuccess:
			got.result, got.pending = string(run.Result), run.PendingToolCallIDs
		case pipeline.OutcomeInterrupt:
			var all []string
			for _, i := range run.Interrupts {
				b, err := i.AppendJSON(nil)
				if err != nil {
					panic(err)
				}
				all = append(all, string(b))
			}
			got.interrupts = "[" + strings.Join(all, ",") + "]"
		}
	}
}

// theirs is what an answer of the published client tells.
func theirs(t *testing.T, line string) taken {
	t.Helper()
	var answer struct {
		Events []string
		Read   int
		End    conclusion
	}
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		t.Fatal(err)
	}
	end := answer.End
	got := taken{events: answer.Events, messages: string(end.Messages), state: string(end.State), outcome: end.Outcome, result: string(end.Result),
		interrupts: string(end.Interrupts), pending: end.PendingToolCallIDs, warnings: end.Warnings}
	for _, w := range end.Warnings {
		if at := strippedAt.FindStringSubmatch(w); at != nil {
			got.stripped = append(got.stripped, at[2]+" "+at[1])
		} else if at := droppedEvent.FindStringSubmatch(w); at != nil {
			got.stripped = append(got.stripped, at[1]+" ")
		}
	}
	if end.RunError != nil {
		got.runError = *end.RunError
	}
	if end.Error != nil {
		got.failed, got.at, got.why = true, answer.Read-1, end.Error.Message
		for _, reader := range []string{"Invalid event", "The binary stream ended", "Failed to decode", "in JSON at position", "JSON input"} {
			if strings.Contains(end.Error.Message, reader) {
				got.at = answer.Read
			}
		}
	}
	return got
}

var (
	strippedAt   = regexp.MustCompile(`(?s)^\[ag-ui\]\[enforce\] Removed unrecognised material at '(.*)' on ([A-Z_]+)\. Nothing`)
	droppedEvent = regexp.MustCompile(`(?s)^\[ag-ui\]\[enforce\] Dropping unrecognised event '(.*)': no middleware`)
)

// difference is the first thing that two consumers have made differently of a stream, "" for none.
func difference(us, them taken) string {
	complete := len(us.events)
	if us.failed != them.failed || us.failed && us.at != them.at {
		return fmt.Sprintf("verdict: ours %s, peer %s", us.verdict(), them.verdict())
	}
	if us.failed { // what the peer has made of the event that it rejects, and not delivered, is lost
		for complete > 0 && us.from[complete-1] == us.at {
			complete--
		}
	}
	for i, ev := range us.events[:min(len(us.events), len(them.events))] {
		if err := testkit.SameEvent(ev, them.events[i]); err != nil {
			return fmt.Sprintf("events: %d: %v\nours %s\npeer %s", i, err, ev, them.events[i])
		}
	}
	if len(them.events) < complete || len(them.events) > len(us.events) {
		return fmt.Sprintf("events: we deliver %d, the peer %d", len(us.events), len(them.events))
	}
	if us.failed && complete < len(us.events) {
		return ""
	}
	if err := testkit.SameEvent(us.messages, them.messages); err != nil {
		return fmt.Sprintf("messages: %v\nours %s\npeer %s", err, us.messages, them.messages)
	}
	if err := testkit.SameEvent(us.state, them.state); err != nil {
		return fmt.Sprintf("state: %v", err)
	}
	if us.failed {
		return ""
	}
	slices.Sort(us.stripped)
	slices.Sort(them.stripped)
	if !slices.Equal(us.stripped, them.stripped) {
		return fmt.Sprintf("stripped: ours %q, peer %q", us.stripped, them.stripped)
	}
	return differentEnds(us, them)
}

func differentEnds(us, them taken) string {
	switch {
	case us.runError != them.runError:
		return fmt.Sprintf("runError: ours %q, peer %q", us.runError, them.runError)
	case us.outcome != them.outcome:
		return fmt.Sprintf("outcome: ours %s, peer %s", us.outcome, them.outcome)
	case strings.Join(us.pending, " ") != strings.Join(them.pending, " "):
		return fmt.Sprintf("pending: ours %q, peer %q", us.pending, them.pending)
	}
	if (us.result == "") != (them.result == "") || us.result != "" && testkit.SameEvent(us.result, them.result) != nil {
		return fmt.Sprintf("result: ours %s, peer %s", us.result, them.result)
	}
	if err := testkit.SameEvent(us.interrupts, them.interrupts); err != nil {
		return fmt.Sprintf("interrupts: %v", err)
	}
	return ""
}

func (got taken) verdict() string {
	if !got.failed {
		return "accepts"
	}
	why := got.why
	if len(why) > 300 {
		why = why[:300] + "…"
	}
	return fmt.Sprintf("rejects at %d: %s", got.at, strings.Join(strings.Fields(why), " "))
}

var minted = regexp.MustCompile(`thinking:[^"]*?:(span|message):\d+|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)

// renamed has the ids that a consumer has minted for retired events numbered in the order in which they come up.
func (got taken) renamed() taken {
	names := map[string]string{}
	rename := func(text string) string {
		return minted.ReplaceAllStringFunc(text, func(id string) string {
			if names[id] == "" {
				names[id] = fmt.Sprintf("minted %d", len(names))
			}
			return names[id]
		})
	}
	events := got.events
	got.events = nil
	for _, ev := range events {
		got.events = append(got.events, rename(ev))
	}
	got.messages = rename(got.messages)
	return got
}
