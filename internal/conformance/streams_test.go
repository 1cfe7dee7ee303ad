package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// recorded is a stream of testdata/streams, or one with a change.
type recorded struct {
	name     string
	Stream   jsonx.Raw
	Input    jsonx.Raw
	Peer     string
	Tolerate []string
	NoWarn   bool
}

// recordings are all streams of testdata/streams, as they are and with each change.
func recordings(t *testing.T) (all []recorded) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testkit.Root(t), "testdata/streams/*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no streams", err)
	}
	add := func(name string, text []byte) {
		r := recorded{name: name}
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, r)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		add(name, text)
		var f struct {
			Changes []struct {
				About  string
				Change jsonx.Raw
			}
		}
		if err := json.Unmarshal(text, &f); err != nil {
			t.Fatal(err)
		}
		for _, c := range f.Changes {
			after, err := jsonpatch.Apply(jsonx.Raw(text), need(jsonpatch.ParsePatch(c.Change)), 0)
			if err != nil {
				t.Fatalf("%s: %s: %v", name, c.About, err)
			}
			add(name+": "+c.About, []byte(after))
		}
	}
	return all
}

// over is the stream as bytes, false where the binding cannot carry it.
func (r recorded) over(t *testing.T, f transport.Format) (data []byte, ok bool) {
	t.Helper()
	for raw := range r.Stream.Elements() {
		if raw == `"cut"` { // ends the stream inside an event
			return append(data, map[transport.Format]string{transport.SSE: `data: {"type"`, transport.Proto: "\x00\x00"}[f]...), true
		}
		ev, err := agui.DecodeJSON([]byte(raw))
		if err != nil {
			t.Fatalf("%s: %v", r.name, err)
		}
		if f == transport.Proto && len(transport.Omitted(ev, f)) > 0 {
			return nil, false
		}
		if data, err = transport.AppendEvent(data, f, ev); err != nil {
			return nil, false
		}
	}
	return data, true
}

// request is what has the published client take the stream from url.
func (r recorded) request(t *testing.T, url string, b binding) request {
	t.Helper()
	in := struct {
		ThreadID, RunID string
		Messages        []json.RawMessage
		State           any
	}{ThreadID: "th-quay", RunID: "run-1"}
	if r.Input != "" {
		if err := json.Unmarshal([]byte(r.Input), &in); err != nil {
			t.Fatalf("%s: %v", r.name, err)
		}
	}
	return request{URL: url, Accept: b.accept, Thread: &thread{in.ThreadID, in.Messages, in.State}, Run: map[string]any{"runId": in.RunID}}
}

// differences are the recorded streams of which the published client makes something else, and why. Each is looked at on both
// sides, so that the list stays true.
var differences = map[string]string{
	"truncated":                  rTruncated,
	"truncated: no event at all": rTruncated,

	"clean: a role that is none":    rClosedSet,
	"clean: a subtype that is none": rClosedSet,
	"unknown-role":                  rClosedSet,
	"unknown-subtype":               rClosedSet,
	"default-role: a role that text cannot have is stripped, as an unknown one is": rClosedSet,

	"identity: another run":                   rIdentity,
	"identity: another thread":                rIdentity,
	"identity: another thread from the start": rIdentity,
	"identity: one interrupt twice":           rIdentity,

	"unknown-outcome: an outcome without a type":                    "the peer strips it, as one of a type that it does not know",
	"unknown-outcome: an outcome whose type is a number":            "the peer strips it, as one of a type that it does not know",
	"retired-nulls-in-echo: a null state is malformed":              "the peer takes every null in an echo for an absent member",
	"activities: a patch that leaves no object":                     "the peer lets the content of an activity become an array (F5)",
	"ids-of-other-roles":                                            rParts,
	"ids-of-other-roles: an activity takes the place of a message":  rParts,
	"not-judged: a call opened again under another name":            "the peer gives the call its new name; the rules leave it open",
	"messages-snapshot: an open message that it drops is made anew": "the peer drops what follows; the rules leave it open",

	"choices": rSecondAnswer,
	"choices: a patch that does not apply, with metadata":                  rSecondAnswer,
	"choices: replace:false from the first leaves the message of the user": rSecondAnswer,
	"tool-calls: a second answer":                                          rSecondAnswer,

	"retired-thinking":                                 rMinted,
	"retired-thinking: no title, nothing lost":         rMinted,
	"retired-thinking: another run has ids of its own": rMinted,

	"request":                        rUpgrade,
	"request: unknown material":      rUpgrade,
	"request: nulls":                 rUpgrade,
	"request: a status nobody knows": rUpgrade,

	"chunk-spellings: an event without a tag that names an item of another lane":       rOtherLane,
	"chunk-spellings: two items that end at once end in the order in which they began": rOtherLane,
}

const (
	rTruncated    = "the peer reports success for a stream that ends with a run open, or without any event, which K4.1 forbids"
	rClosedSet    = "the peer fails on a word that a closed set does not have, where L3.7 says strip"
	rIdentity     = "the peer does not hold the ids of a run, or of interrupts, against each other (L5.10)"
	rParts        = "the peer lets text take the place of content parts"
	rSecondAnswer = "the peer has two tool messages of one id; the rules leave it open"
	rMinted       = "the ids of retired events are minted, by the peer at random"
	rUpgrade      = "the peer upgrades and strips what it sends, and goes on holding what it had"
	rOtherLane    = "the peer ends a chunk stream for an event of its lane only, so an explicit event of another lane continues it (L4.6)"
)

// TestAgentOnRecordedStreams holds that the published client makes of each recorded stream what our pipeline makes of it:
// it rejects the same, and delivers and holds the same of the others.
func TestAgentOnRecordedStreams(t *testing.T) {
	t.Parallel()
	a := startAgent(t)
	var body []byte
	var format transport.Format
	url := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		transport.SetContentType(w.Header(), format)
		_, _ = w.Write(body)
	}))
	listed, compared := maps.Clone(differences), 0
	for _, r := range recordings(t) {
		if r.Peer != "" || len(r.Tolerate) > 0 {
			continue // what our pipeline is told, and the peer cannot be
		}
		differs := ""
		for _, b := range bindings {
			data, ok := r.over(t, b.format)
			if !ok {
				continue
			}
			report := pipeline.Consume(transport.NewEventReader(bytes.NewReader(data), b.format, 0).Next, r.Input, pipeline.Options{})
			if report.Error != nil && report.Error.Stage == pipeline.StageRequest {
				continue // there is no stream
			}
			body, format = data, b.format
			events, end := a.run(r.request(t, url, b), nil)
			compared++
			if err := compareOutcomes(report, heldBy(t, report), events, end); err != nil {
				differs = fmt.Sprintf("%s: %v", b.format, err)
			}
		}
		why, known := listed[r.name]
		delete(listed, r.name)
		if differs != "" && !known {
			t.Errorf("%s: on %s", r.name, differs)
		}
		if differs == "" && known {
			t.Errorf("%s: there is no difference any more, though it is listed: %s", r.name, why)
		}
	}
	for name := range listed {
		t.Errorf("%s: is listed, and is no recorded stream", name)
	}
	t.Logf("%d streams", compared)
}

// compareOutcomes is how a peer's conclusion differs from our report, nil if it does not. What the peer has delivered of a
// stream that it rejects may be less: it drops what it has read ahead.
func compareOutcomes(report *pipeline.Report, ours held, events []string, end conclusion) error {
	if (end.Error != nil) != (report.Error != nil) {
		return fmt.Errorf("ours %s %+v, peer %+v", report.Outcome, report.Error, end.Error)
	}
	if len(events) > len(ours.Events) || end.Error == nil && len(events) < len(ours.Events) {
		return fmt.Errorf("we deliver %d events, the peer %d", len(ours.Events), len(events))
	}
	for i, ev := range events {
		if err := testkit.SameEvent(string(ours.Events[i]), ev); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
	}
	if end.Error != nil {
		return nil
	}
	if err := testkit.SameEvent(string(ours.Messages), string(end.Messages)); err != nil {
		return fmt.Errorf("messages: %w\nours %s\npeer %s", err, brief(ours.Messages), brief(end.Messages))
	}
	if err := testkit.SameEvent(string(ours.State), string(end.State)); err != nil {
		return fmt.Errorf("state: %w", err)
	}
	return nil
}

// TestClientOnRecordedStreams holds that our client has of each recorded stream that nothing is wrong with, when the
// published encoder writes it, what our pipeline makes of it.
func TestClientOnRecordedStreams(t *testing.T) {
	t.Parallel()
	s := startNodeServer(t)
	compared := 0
	for _, r := range recordings(t) {
		if r.Peer != "" || strings.Contains(string(r.Stream), `"cut"`) {
			continue
		}
		input := r.Input
		if input == "" {
			input = `{"threadId":"th-quay","runId":"run-1","messages":[]}`
		}
		var stream []json.RawMessage
		if err := json.Unmarshal([]byte(r.Stream), &stream); err != nil {
			t.Fatal(err)
		}
		report := pipeline.Consume(inTurn(decoded(t, stream)), input, pipeline.Options{})
		if report.Error != nil || len(report.Warnings) > 0 {
			continue
		}
		var in agui.RunAgentInput
		if err := json.Unmarshal([]byte(input), &in); err != nil {
			t.Fatal(err)
		}
		for _, b := range bindings {
			if _, ok := r.over(t, b.format); !ok {
				continue
			}
			run := s.at(route{Path: "/stream", Events: stream}, b).Run(&in)
			got, err := consume(t, run)
			var failed *client.RunError
			if err != nil && !errors.As(err, &failed) {
				t.Errorf("%s: on %s: %v", r.name, b.format, err)
				continue
			}
			compared++
			if err := compareOutcomes(report, heldBy(t, report), got, conclusion{Messages: messagesOf(t, run), State: stateOf(run)}); err != nil {
				t.Errorf("%s: on %s: %v", r.name, b.format, err)
			}
		}
	}
	t.Logf("%d streams", compared)
}
