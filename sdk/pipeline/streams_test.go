package pipeline_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// fixture is a recorded stream with what the pipeline makes of it, and changes to it with what it then makes of it.
type fixture struct {
	Rules   []string
	About   string
	Stream  jsonx.Raw
	Want    want
	Changes []struct {
		About  string
		Change jsonx.Raw // a JSON Patch for the fixture, without its Want
		Want   want
	}
}

// setup is the part of a fixture that changes apply to.
type setup struct {
	Stream   jsonx.Raw
	Input    jsonx.Raw
	Peer     string
	Tolerate []pipeline.Rule
	NoWarn   bool
}

// want is what a report must say. What is absent is not looked at, except that without warnings there must be none.
type want struct {
	Outcome  pipeline.StreamOutcome
	Stage    pipeline.Stage
	Rule     pipeline.Rule
	Event    *int
	Says     string // what the error's message has in it
	RunError jsonx.Raw
	Warnings []string // what each has in it, in their order
	Types    []string
	Events   map[string]jsonx.Raw // by index
	Messages jsonx.Raw
	State    jsonx.Raw
	Runs     jsonx.Raw
	Request  jsonx.Raw
}

const streams = "../../testdata/streams"

// everyStream calls f for each fixture, and for each change to it ("" for none).
func everyStream(t *testing.T, f func(t *testing.T, name, about string, s setup, w want)) {
	t.Helper()
	files, err := filepath.Glob(streams + "/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no streams", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var all fixture
			var s setup
			read(t, text, &all)
			read(t, text, &s)
			f(t, name, "", s, all.Want)
			if len(all.Changes) == 0 && len(all.Rules) > 0 {
				t.Error("no change shows that the rule is needed")
			}
			for _, c := range all.Changes {
				ops, err := jsonpatch.ParsePatch(c.Change)
				if err != nil {
					t.Fatal(c.About, err)
				}
				after, err := jsonpatch.Apply(jsonx.Raw(text), ops, 0)
				if err != nil {
					t.Fatal(c.About, err)
				}
				var s setup
				read(t, []byte(after), &s)
				f(t, name, c.About, s, c.Want)
			}
		})
	}
}

// TestStreams holds the reports on recorded streams to what the fixtures say.
func TestStreams(t *testing.T) {
	everyStream(t, func(t *testing.T, _, about string, s setup, w want) {
		for _, wrong := range w.against(consume(s, encode(t, s.Stream, transport.SSE), transport.SSE)) {
			t.Errorf("%q: %s", about, wrong)
		}
	})
}

func read(t *testing.T, text []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatal(err)
	}
}

// against lists what a report says otherwise.
func (w want) against(r *pipeline.Report) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	var e pipeline.ReportError
	if r.Error != nil {
		e = *r.Error
	}
	if r.Outcome != w.Outcome || e.Rule != w.Rule || w.Stage != "" && e.Stage != w.Stage {
		say("outcome %s, error %+v, want %s %s %s", r.Outcome, e, w.Outcome, w.Stage, w.Rule)
	}
	if w.Event != nil && (e.Event == nil || *e.Event != *w.Event) {
		say("the error %+v is not at event %d", e, *w.Event)
	}
	if !strings.Contains(e.Message, w.Says) {
		say("the error says %q, want %q", e.Message, w.Says)
	}
	if len(r.Warnings) != len(w.Warnings) {
		say("warnings %q, want %q", r.Warnings, w.Warnings)
	} else {
		for i := range w.Warnings {
			if !strings.Contains(r.Warnings[i], w.Warnings[i]) {
				say("warning %q, want %q", r.Warnings[i], w.Warnings[i])
			}
		}
	}
	var types []string
	for _, ev := range r.Events {
		v, _ := ev.Lookup("type")
		s, _ := v.Text()
		types = append(types, s)
	}
	if w.Types != nil && strings.Join(types, " ") != strings.Join(w.Types, " ") {
		say("events %v, want %v", types, w.Types)
	}
	same := func(what string, got any, want jsonx.Raw) {
		b, err := json.Marshal(got)
		if err != nil {
			say("%s: %v", what, err)
		}
		if want != "" && !jsonx.Raw(b).Equal(want) {
			say("%s are\n%s, want\n%s", what, b, want)
		}
	}
	for i, ev := range w.Events {
		var n int
		if _, err := fmt.Sscan(i, &n); err != nil || n >= len(r.Events) {
			say("no event %s", i)
			continue
		}
		same("event "+i, r.Events[n], ev)
	}
	same("messages", r.Messages, w.Messages)
	same("state", r.State, w.State)
	same("runs", r.Runs, w.Runs)
	same("runError", r.RunError, w.RunError)
	same("request", r.Request, w.Request)
	return wrong
}

// TestAfterTheEnd holds the pipeline to its word on what it does with more after an error or the end.
func TestAfterTheEnd(t *testing.T) {
	p := pipeline.New(pipeline.Options{})
	first := p.Push(agui.NewTextMessageEndEvent("m"))
	if first == nil || p.Push(agui.NewRunErrorEvent("x")) != first || p.End(io.EOF) != first {
		t.Error("the error does not stick")
	}
	p = pipeline.New(pipeline.Options{})
	if err := p.Push(agui.NewRunErrorEvent("x")); err != nil {
		t.Fatal(err)
	}
	if err := p.End(io.EOF); err != nil {
		t.Error(err)
	}
	if p.Push(agui.NewRunStartedEvent("t", "r")) == nil {
		t.Error("an event after the end was taken")
	}
}
