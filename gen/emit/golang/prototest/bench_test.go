package prototest

import (
	"testing"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/gen/emit/golang/testdata/proto/room"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"google.golang.org/protobuf/encoding/protowire"
)

var (
	short = &room.Said{Text: "before found need out t."}
	long  = &room.Shown{
		At: opt.Some[int64](1767225600000),
		Messages: []room.Message{
			&room.PersonMessage{ID: "m1", Content: room.PartList{&room.TextPart{Text: "t"}, &room.ImagePart{Source: &room.URLSource{URL: "https://example.com"}}}},
			&room.BotMessage{ID: "m2", Content: opt.Some("c"), Calls: []room.Call{{ID: "c", Function: room.Function{Name: "f"}}}},
		},
		Cover: &room.TextPart{Text: "t"}, Tags: []string{"a", "b"},
	}
	asked = &room.Left{Who: "w", Outcome: &room.DoneOutcome{Pending: []string{"a", "b"}}}
)

// TestAllocations holds that writing into a buffer with room for it allocates nothing where there is no open data, and that
// reading takes a copy of the data and the event.
func TestAllocations(t *testing.T) {
	buf := make([]byte, 0, 1024)
	for _, ev := range []room.Event{short, long, asked} {
		if n := testing.AllocsPerRun(100, func() {
			if _, err := ev.AppendProto(buf); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("writing %T allocates %v times", ev, n)
		}
	}
	data, _ := short.AppendProto(nil)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := room.DecodeProto(data); err != nil {
			t.Fatal(err)
		}
	}); n > 2 {
		t.Errorf("reading %T allocates %v times", short, n)
	}
}

// BenchmarkByHand is what a person would write for one struct and nothing else: the measure for [BenchmarkAppendProto].
func BenchmarkByHand(b *testing.B) {
	buf := make([]byte, 0, 256)
	for b.Loop() {
		n := 2 + 2 + len(short.Text) + 7
		buf := append(buf, 0x0a)
		buf = protowire.AppendVarint(buf, uint64(n))
		buf = append(buf, "\x0a\x00\x12"...)
		buf = protowire.AppendVarint(buf, uint64(len(short.Text)))
		buf = append(buf, short.Text...)
		buf = append(buf, "\x1a\x05human"...)
		if !utf8.ValidString(short.Text) || len(buf) != n+2 {
			b.Fatal(len(buf), n)
		}
	}
}

// sizes are the events that are measured.
var sizes = []struct {
	name string
	ev   room.Event
}{{"short", short}, {"long", long}}

func BenchmarkAppendProto(b *testing.B) {
	for _, size := range sizes {
		b.Run(size.name, func(b *testing.B) {
			buf := make([]byte, 0, 1024)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := size.ev.AppendProto(buf); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecodeProto(b *testing.B) {
	for _, size := range sizes {
		b.Run(size.name, func(b *testing.B) {
			data, err := size.ev.AppendProto(nil)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := room.DecodeProto(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
