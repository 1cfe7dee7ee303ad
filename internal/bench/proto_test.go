package bench

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/internal/bench/pb"
	"github.com/agui-gen/agui-gen/out/agui"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// BenchmarkEncodeProto writes an event into a buffer that has room.
func BenchmarkEncodeProto(b *testing.B) {
	each(b, func(b *testing.B, e event) {
		buffer := make([]byte, 0, 2*len(e.proto))
		rivals := []contender{
			{"protobuf", func() { must(proto.MarshalOptions{}.MarshalAppend(buffer, e.message)) }},
			{"vtprotobuf", func() {
				n := e.message.SizeVT()
				must(e.message.MarshalToSizedBufferVT(buffer[:n]))
			}},
		}
		if raw, value := openData(e); value != nil {
			rivals = append(rivals, contender{"vtprotobuf+JSON", func() {
				v := new(structpb.Value)
				check(b, v.UnmarshalJSON(raw))
				*value = v
				n := e.message.SizeVT()
				must(e.message.MarshalToSizedBufferVT(buffer[:n]))
			}})
		}
		if text, ok := e.ours.(*agui.TextMessageContentEvent); ok && e.name == "text_content" {
			rivals = append(rivals, contender{"bound", func() {
				_, err := appendTextDelta(buffer, text)
				check(b, err)
			}})
		}
		race(b, func() {
			_, err := e.ours.AppendProto(buffer)
			check(b, err)
		}, rivals...)
	})
}

// BenchmarkDecodeProto reads an event.
func BenchmarkDecodeProto(b *testing.B) {
	each(b, func(b *testing.B, e event) {
		rivals := []contender{
			{"protobuf", func() { check(b, proto.Unmarshal(e.proto, new(pb.Event))) }},
			{"vtprotobuf", func() { check(b, new(pb.Event).UnmarshalVT(e.proto)) }},
		}
		if _, value := openData(e); value != nil {
			rivals = append(rivals, contender{"vtprotobuf+JSON", func() {
				m := event{message: new(pb.Event)}
				check(b, m.message.UnmarshalVT(e.proto))
				_, value := openData(m)
				must((*value).MarshalJSON())
			}})
		}
		race(b, func() { must(agui.DecodeProto(e.proto)) }, rivals...)
	})
}

// openData is where an event holds data that is all open, if it does: as JSON, and in the rivals' message.
func openData(e event) (raw []byte, value **structpb.Value) {
	switch m := e.message.Event.(type) {
	case *pb.Event_StateSnapshot:
		if ours, ok := e.ours.(*agui.StateSnapshotEvent); ok {
			raw = []byte(ours.Snapshot)
		}
		return raw, &m.StateSnapshot.Snapshot
	case *pb.Event_Custom:
		if ours, ok := e.ours.(*agui.CustomEvent); ok {
			raw = []byte(ours.Value)
		}
		return raw, &m.Custom.Value
	}
	return nil, nil
}

var errNotPlain = errors.New("more than a text delta")

// appendTextDelta writes a text delta that has nothing optional and is short, all sizes known beforehand: what there is to
// do, and nothing that a general encoder needs besides.
func appendTextDelta(b []byte, e *agui.TextMessageContentEvent) ([]byte, error) {
	id, delta := e.MessageID, e.Delta
	n := 4 + 2 + len(id) + 2 + len(delta)
	if n > 0x7f || id == "" || delta == "" || e.Unknown != nil || e.Timestamp.IsSet() || e.SubagentRunID.IsSet() || e.RawEvent != "" || e.Metadata != "" {
		return b, errNotPlain
	}
	if !isASCII(id) && !utf8.ValidString(id) || !isASCII(delta) && !utf8.ValidString(delta) {
		return b, errNotPlain
	}
	b = append(b, 2<<3|2, byte(n), 1<<3|2, 2, 1<<3, 1, 2<<3|2, byte(len(id)))
	b = append(b, id...)
	b = append(b, 3<<3|2, byte(len(delta)))
	return append(b, delta...), nil
}

// isASCII looks at eight bytes at a time, of which the last eight may overlap those before.
func isASCII(s string) bool {
	b := []byte(s) // no copy: it is only read
	n := len(b)
	if n < 8 {
		return utf8.ValidString(s)
	}
	x := binary.LittleEndian.Uint64(b[n-8:])
	for i := 0; i < n-8; i += 8 {
		x |= binary.LittleEndian.Uint64(b[i:])
	}
	return x&0x8080808080808080 == 0
}

// TestMessagesAreTheSame holds that all who write protobuf write the same bytes and know every field, which shows too that
// package pb is made of the .proto files as they are now.
func TestMessagesAreTheSame(t *testing.T) {
	for _, e := range events {
		t.Run(e.name, func(t *testing.T) {
			if n := len(e.message.ProtoReflect().GetUnknown()); n > 0 {
				t.Errorf("%d bytes are unknown to package pb; run go generate there", n)
			}
			for name, data := range map[string][]byte{"protobuf": must(proto.Marshal(e.message)), "vtprotobuf": must(e.message.MarshalVT())} {
				again := new(pb.Event)
				check(t, again.UnmarshalVT(data))
				if !proto.Equal(again, e.message) || len(data) != len(e.proto) { // the members of a Struct have no order
					t.Errorf("%s writes %x and not %x", name, data, e.proto)
				}
			}
			if text, ok := e.ours.(*agui.TextMessageContentEvent); ok && e.name == "text_content" {
				if data := must(appendTextDelta(nil, text)); !bytes.Equal(data, e.proto) {
					t.Errorf("the bound writes %x and not %x", data, e.proto)
				}
			}
		})
	}
}
