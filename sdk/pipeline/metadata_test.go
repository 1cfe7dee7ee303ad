package pipeline_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// pieces are n deltas of a message and of a call, the metadata of each by f.
func pieces(n int, f func(i int) agui.Metadata) []agui.Event {
	all := []agui.Event{agui.NewRunStartedEvent("t", "r"), agui.NewTextMessageStartEvent("m"), agui.NewToolCallStartEvent("c", "x")}
	for i := range n {
		text, args := agui.NewTextMessageContentEvent("m", ""), agui.NewToolCallArgsEvent("c", "")
		text.Metadata, args.Metadata = f(i), f(i)
		all = append(all, text, args)
	}
	return all
}

// TestMetadataGrows holds that metadata with a key of its own on each of very many deltas is kept whole and costs what it
// is long: in the memory that this test allows, work that grows with the square of their number would not be done.
//
// Rules: A11 A13 A14.
func TestMetadataGrows(t *testing.T) {
	const n = 20000
	events := pieces(n, func(i int) agui.Metadata { return jsonx.Raw(fmt.Sprintf(`{"k%d":{"v":%d},"last":%d}`, i, i, i)) })
	p := pipeline.New(pipeline.Options{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, ev := range events {
		if err := p.Push(ev); err != nil {
			t.Fatal(err)
		}
	}
	messages := p.Messages()
	runtime.ReadMemStats(&after)
	var want strings.Builder
	fmt.Fprintf(&want, `{"k0":{"v":0},"last":%d`, n-1)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&want, `,"k%d":{"v":%d}`, i, i)
	}
	want.WriteString("}")
	text, call := messages[0].(*agui.AssistantMessage).Metadata, messages[1].(*agui.AssistantMessage).ToolCalls[0].Metadata
	if string(text) != want.String() || call != text {
		t.Errorf("%d and %d bytes of metadata, want %d", len(text), len(call), want.Len())
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1000*uint64(want.Len()) {
		t.Errorf("%d bytes were allocated for %d bytes of metadata", used, want.Len())
	}
}

// TestMetadataStays holds that one key which comes again and again takes no more room than its last value.
func TestMetadataStays(t *testing.T) {
	p := pipeline.New(pipeline.Options{})
	for _, ev := range pieces(0, nil) {
		_ = p.Push(ev)
	}
	pad := strings.Repeat("x", 1000)
	held := func(from, to int) uint64 {
		for i := from; i < to; i++ {
			metadata := jsonx.Raw(fmt.Sprintf(`{"usage":%d,"pad":"%s"}`, i, pad))
			text, args := agui.NewTextMessageContentEvent("m", ""), agui.NewToolCallArgsEvent("c", "")
			text.Metadata, args.Metadata = metadata, metadata
			if p.Push(text) != nil || p.Push(args) != nil {
				t.Fatal("rejected")
			}
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	if before, after := held(0, 1000), held(1000, 5000); after > before+1<<20 {
		t.Errorf("%d bytes are held, and %d were before", after, before)
	}
	if c, ok := p.ToolCall("c"); !ok || !strings.HasPrefix(string(c.Metadata), `{"usage":4999,`) {
		t.Error(c)
	}
	if _, ok := p.ToolCall("d"); ok {
		t.Error("there is a call that was never made")
	}
}

// BenchmarkMetadata is a delta with a key of its own.
func BenchmarkMetadata(b *testing.B) {
	p := pipeline.New(pipeline.Options{})
	for _, ev := range pieces(0, nil) {
		_ = p.Push(ev)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		ev := agui.NewTextMessageContentEvent("m", "a")
		ev.Metadata = jsonx.Raw(fmt.Sprintf(`{"k%d":1}`, i))
		if err := p.Push(ev); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
