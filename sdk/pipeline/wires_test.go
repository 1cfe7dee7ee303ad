package pipeline_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// notOnProto are the streams, by fixture and change ("" for none), that have an event which protobuf has no form for: a
// malformed one, because a field there has the type that it has; or one of a type, or with an operation, that has no arm
// there. All others must give the same report on every wire (L1.1).
var notOnProto = map[string][]string{
	"chunk-ids":      {"a malformed chunk, by the first stage that sees it"},
	"constant":       {"another role", "no role"},
	"custom-and-raw": {"no value", "no event"},
	"envelope": {"no type", "a fraction of a millisecond", "null for an optional member that was never null", "an id that is no string",
		"metadata that is null", "metadata that is a list"},
	"malformed":             {"a wrong type", "a missing member", "null", "a fraction"},
	"not-judged":            {"arguments that are not text"},
	"open-objects":          {"metadata that is null", "activity content that is a list"},
	"outcomes":              {"an error without a message"},
	"retired-nulls":         {"", "null elsewhere is malformed", "null beside something malformed does not hide it"}, // see TestNullsOnProto
	"retired-nulls-in-echo": {"", "a null state is malformed"},
	"retired-thinking":      {"", "no title, nothing lost", "another run has ids of its own", "content without a message", "a delta of the wrong type is not repaired"},
	"state-patches":         {"", "a bad pointer", "no value", "no list", "the next snapshot holds"}, // an unknown operation
	"unknown-member":        {"beside something malformed"},
	"unknown-outcome":       {"an outcome that is a list", "an outcome without a type", "an outcome whose type is a number"},
	"unknown-parts":         {"", "a malformed part", "content that is neither text nor a list"},
	"unknown-role":          {"a role that is no text"},
	"unknown-subtype":       {"one that is no text"},
	"unknown-type":          {"", "a type that is no string", "no type"},
	"usage":                 {"half a token"},
}

// lessOnProto are the streams that protobuf can carry, and not all of: members of a later protocol, extra members of patch
// operations, empty lists. Their report is that of what is carried, as JSON.
var lessOnProto = map[string][]string{
	"envelope":       {"a run-scoped event of a subagent"},
	"escaped-items":  {"", "a chunk of another owner that says nothing"},
	"later-protocol": {"", "declared as 1.1"},
	"open-objects":   {""},
	"pending-calls":  {"an empty list"},
	"subagents":      {"", "twice", "again", "unannounced end", "unannounced error"},
	"unknown-member": {""},
	"usage":          {"whose it was"},
}

// TestWires holds that a stream gives the same report on every wire, and that what is said above of streams is true.
//
// Rules: K1.3 L1.1.
func TestWires(t *testing.T) {
	none, less := map[string][]string{}, map[string][]string{}
	everyStream(t, func(t *testing.T, name, about string, s setup, _ want) {
		onJSON := consume(s, encode(t, s.Stream, transport.JSON), transport.JSON)
		if hasCut(s) {
			onJSON = nil // a last line of JSON that is cut is no JSON, and nothing tells that it was cut
		}
		onSSE := consume(s, encode(t, s.Stream, transport.SSE), transport.SSE)
		if onJSON != nil {
			same(t, about, "json and sse", onJSON, onSSE)
		}
		carried, lost, ok := overProto(t, s.Stream)
		if !ok {
			none[name] = append(none[name], about)
			return
		}
		if lost {
			less[name] = append(less[name], about)
			s.Stream = carried
			onSSE = consume(s, encode(t, carried, transport.SSE), transport.SSE)
		}
		same(t, about, "sse and proto", onSSE, consume(s, encode(t, s.Stream, transport.Proto), transport.Proto))
	})
	listed(t, "notOnProto", none, notOnProto)
	listed(t, "lessOnProto", less, lessOnProto)
}

// listed holds that what was found is what is listed.
func listed(t *testing.T, what string, found, want map[string][]string) {
	t.Helper()
	for name := range maps.Keys(want) {
		if found[name] == nil {
			t.Errorf("%s: %s is carried", what, name)
		}
	}
	for name, abouts := range found {
		if !slices.Equal(abouts, want[name]) {
			t.Errorf("%s: of %s, found %q, listed %q", what, name, abouts, want[name])
		}
	}
}

// same holds that two reports are one. What each wire says of a cut is its own.
func same(t *testing.T, about, wires string, one, two *pipeline.Report) {
	t.Helper()
	var text [2]jsonx.Raw
	for i, r := range []*pipeline.Report{one, two} {
		if r.Outcome == pipeline.StreamTruncated {
			r.Error.Message = ""
		}
		b, err := r.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		text[i] = jsonx.Raw(b)
	}
	if !text[0].Equal(text[1]) {
		t.Errorf("%s: %s differ\n%s\n%s", about, wires, text[0], text[1])
	}
}

// cutEvent ends a stream inside an event.
const cutEvent = `"cut"`

func hasCut(s setup) bool {
	for raw := range s.Stream.Elements() {
		if raw == cutEvent {
			return true
		}
	}
	return false
}

// encode is a stream on a wire, which must be able to carry it.
func encode(t *testing.T, stream jsonx.Raw, wire transport.Format) []byte {
	t.Helper()
	var data []byte
	for raw := range stream.Elements() {
		if raw == cutEvent {
			return append(data, map[transport.Format]string{transport.JSON: `{"type"`, transport.SSE: `data: {"type"`, transport.Proto: "\x00\x00"}[wire]...)
		}
		compact, err := raw.Compact()
		if err != nil {
			t.Fatal(err)
		}
		switch wire {
		case transport.JSON:
			data = append(append(data, compact...), '\n')
			continue
		case transport.SSE:
			data = transport.AppendSSE(data, []byte(compact))
			continue
		}
		ev, err := agui.DecodeJSON([]byte(compact))
		if err == nil {
			data, err = transport.AppendEvent(data, wire, ev)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// overProto is what comes of a stream when protobuf has carried it, whether something was lost, and whether it can at all.
func overProto(t *testing.T, stream jsonx.Raw) (carried jsonx.Raw, lost, ok bool) {
	t.Helper()
	w := jsonx.NewWriter(nil)
	w.Lit("[")
	for raw := range stream.Elements() {
		w.Comma()
		if raw == cutEvent {
			w.Raw(raw)
			break
		}
		ev, err := agui.DecodeJSON([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		frame, err := ev.AppendProto(nil)
		if err != nil {
			return "", false, false
		}
		lost = lost || len(transport.Omitted(ev, transport.Proto)) > 0
		back, err := agui.DecodeProto(frame)
		if err != nil {
			t.Fatal(err)
		}
		text, err := back.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		w.Raw(jsonx.Raw(text))
	}
	w.Lit("]")
	b, err := w.Result()
	if err != nil {
		t.Fatal(err)
	}
	return jsonx.Raw(b), lost, true
}

// consume is the report on a stream on a wire.
func consume(s setup, data []byte, wire transport.Format) *pipeline.Report {
	o := pipeline.Options{Tolerate: s.Tolerate, NoWarn: s.NoWarn}
	if s.Peer != "" {
		o.Peer, _ = pipeline.ParseRelease(s.Peer)
	}
	return pipeline.Consume(transport.NewEventReader(bytes.NewReader(data), wire, 0).Next, s.Input, o)
}
