package conformance

import (
	"fmt"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/agui-gen/agui-gen/internal/conformance/protos"
	"github.com/agui-gen/agui-gen/internal/testkit"
)

// TestTheCorpusCoversTheWire asks of the corpus that each field of each message which an event can hold is set in some
// case and left out in another where it can be, that each value of each enum comes up, and that texts and messages have
// the lengths at which their varint grows.
func TestTheCorpusCoversTheWire(t *testing.T) {
	d := protos.Message(t, envelope)
	seen := make(coverage)
	for _, c := range testkit.Corpus(t) {
		m := dynamicpb.NewMessage(d)
		if err := proto.Unmarshal(c.Proto, m); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		seen.message(m)
	}
	for _, length := range []int{127, 128, 16383, 16384} {
		seen.want(t, fmt.Sprintf("text of %d bytes", length))
		seen.want(t, fmt.Sprintf("message of %d bytes", length))
	}
	seen.wantAll(t, d, make(map[protoreflect.FullName]bool))
}

// coverage holds what was seen, in words.
type coverage map[string]bool

func (c coverage) message(m protoreflect.Message) {
	c[fmt.Sprintf("message of %d bytes", proto.Size(m.Interface()))] = true
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		if !m.Has(fd) {
			c[string(fd.FullName())+" left out"] = true
		} else {
			c[string(fd.FullName())+" set"] = true
		}
		c.field(fd, m)
	}
}

func (c coverage) field(fd protoreflect.FieldDescriptor, m protoreflect.Message) {
	switch v := m.Get(fd); {
	case fd.IsMap():
		v.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool {
			c.message(v.Message())
			return true
		})
	case fd.IsList():
		for i := range v.List().Len() {
			c.value(fd, v.List().Get(i))
		}
	case m.Has(fd) || fd.Kind() == protoreflect.EnumKind && !fd.HasPresence():
		c.value(fd, v)
	}
}

func (c coverage) value(fd protoreflect.FieldDescriptor, v protoreflect.Value) {
	switch fd.Kind() {
	case protoreflect.MessageKind:
		c.message(v.Message())
	case protoreflect.EnumKind:
		c[enumValue(fd.Enum(), v.Enum())] = true
	case protoreflect.StringKind:
		c[fmt.Sprintf("text of %d bytes", len(v.String()))] = true
	}
}

func enumValue(d protoreflect.EnumDescriptor, n protoreflect.EnumNumber) string {
	return fmt.Sprintf("%s %d", d.FullName(), n)
}

func (c coverage) want(t *testing.T, what string) {
	t.Helper()
	if !c[what] {
		t.Errorf("no case of the corpus has: %s", what)
	}
}

// wantAll wants all that can be of a message and of those inside it.
func (c coverage) wantAll(t *testing.T, d protoreflect.MessageDescriptor, done map[protoreflect.FullName]bool) {
	if done[d.FullName()] {
		return
	}
	done[d.FullName()] = true
	for i := range d.Fields().Len() {
		fd := d.Fields().Get(i)
		if !fd.IsMap() || fd.MapValue().Message() == nil {
			c.wantField(t, fd)
		} else {
			c.wantAll(t, fd.MapValue().Message(), done)
		}
		if fd.Enum() != nil {
			for j := range fd.Enum().Values().Len() {
				c.want(t, enumValue(fd.Enum(), fd.Enum().Values().Get(j).Number()))
			}
		}
		if fd.Message() != nil && !fd.IsMap() {
			c.wantAll(t, fd.Message(), done)
		}
	}
}

// fixed are the plain texts that come from a closed list, none of which is empty.
var fixed = map[protoreflect.Name]bool{"role": true, "type": true, "status": true, "subtype": true}

// wantField wants a field set, and left out where no event must have it: every optional or repeated one, and every plain
// one that can be empty. A field that holds one message may be there always, as base_event is.
func (c coverage) wantField(t *testing.T, fd protoreflect.FieldDescriptor) {
	c.want(t, string(fd.FullName())+" set")
	plain := !fd.HasPresence() && !(fd.Kind() == protoreflect.StringKind && fixed[fd.Name()])
	if fd.IsList() || fd.HasOptionalKeyword() || plain {
		c.want(t, string(fd.FullName())+" left out")
	}
}
