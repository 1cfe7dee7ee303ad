package conformance

import (
	"fmt"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/agui-gen/agui-gen/internal/conformance/protos"
	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/out/agui"
)

const envelope = protoreflect.FullName("ag_ui.Event")

// TestTheCorpusThroughProtobufGo reads what the published encoder recorded by the generated .proto files.
func TestTheCorpusThroughProtobufGo(t *testing.T) {
	d := protos.Message(t, envelope)
	for _, c := range testkit.Corpus(t) {
		if _, err := throughProtobufGo(d, c.Proto); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}

// TestRandomEventsThroughProtobufGo has protobuf-go read our bytes by the generated .proto files and write them again:
// the same bytes, but for the order of map entries, which protobuf leaves open, and empty keys, which it spells out. Read
// by us, those bytes are the event again.
func TestRandomEventsThroughProtobufGo(t *testing.T) {
	t.Parallel()
	d := protos.Message(t, envelope)
	inBatches(t, func(batch []randomEvent) (failed []failure) {
		for _, e := range batch {
			if err := roundTrip(d, e); err != nil {
				failed = append(failed, failure{e, err.Error()})
			}
		}
		return failed
	})
}

func roundTrip(d protoreflect.MessageDescriptor, e randomEvent) error {
	ours, err := encode(e.json)
	if err != nil {
		return err
	}
	theirs, err := throughProtobufGo(d, ours.message)
	if err != nil {
		return err
	}
	// Not readBack: protobuf-go spells empty keys out, which we read and do not write.
	ev, err := agui.DecodeProto(theirs)
	if err != nil {
		return fmt.Errorf("bytes of protobuf-go: %w", err)
	}
	back, err := ev.AppendJSON(nil)
	if err != nil {
		return fmt.Errorf("bytes of protobuf-go, as JSON: %w", err)
	}
	return testkit.SameEvent(ours.json, string(back))
}

// throughProtobufGo reads a message, checks that nothing in it is unknown and that writing it gives it again, and is
// what protobuf-go wrote.
func throughProtobufGo(d protoreflect.MessageDescriptor, message []byte) ([]byte, error) {
	m := dynamicpb.NewMessage(d)
	if err := proto.Unmarshal(message, m); err != nil {
		return nil, err
	}
	if name := protos.Unknown(m); name != "" {
		return nil, fmt.Errorf("a %s holds fields that the .proto files do not know", name)
	}
	theirs, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		return nil, err
	}
	canonical, err := protos.Canonical(d, message)
	if err != nil {
		return nil, err
	}
	if err := testkit.SameBytes(canonical, theirs); err != nil {
		return nil, fmt.Errorf("as protobuf-go writes it: %w", err)
	}
	return theirs, nil
}
