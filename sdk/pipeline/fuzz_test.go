package pipeline_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// FuzzConsume holds that no stream, on any wire, makes more than a report, that the report is JSON, and that what it
// delivers is what the schema allows.
func FuzzConsume(f *testing.F) {
	files, err := filepath.Glob(streams + "/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no streams", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		stream, _ := jsonx.Raw(text).Lookup("stream")
		var lines, frames []byte
		for raw := range stream.Elements() {
			line, _ := raw.Compact()
			lines = append(append(lines, line...), '\n')
			if ev, err := agui.DecodeJSON([]byte(line)); err == nil {
				frames, _ = transport.AppendEvent(frames, transport.Proto, ev)
			}
		}
		f.Add(false, lines)
		f.Add(true, frames)
	}
	f.Add(true, []byte("\x00\x00\x00\x0ej\x0c\n\x06\b\f\x1a\x02\b\x00\"\x02\b\x00"))
	f.Fuzz(func(t *testing.T, proto bool, data []byte) {
		wire := transport.JSON
		if proto {
			wire = transport.Proto
		}
		r := pipeline.Consume(transport.NewEventReader(bytes.NewReader(data), wire, 0).Next, "", pipeline.Options{})
		text, err := r.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := jsonx.Raw(text).Validate(); err != nil {
			t.Fatal(err)
		}
		for _, ev := range r.Events {
			if err := agui.EventSchema.ValidateRaw(ev); err != nil {
				t.Errorf("delivered %s: %v", ev, err)
			}
		}
		if r.Outcome == pipeline.StreamCompleted && len(r.Runs) == 0 {
			t.Error("a stream without a run is completed")
		}
	})
}
