package pipeline

import (
	"strconv"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/wire"
)

// field is a message field on the way to a google.protobuf.Value that was null, once, where it had no value.
type field struct {
	num  uint64
	name string // of the JSON member, "" where that has no level of its own
	list bool
	// below are the fields inside, none for the Value itself.
	below []field
}

// rawEventNull is for any event: base_event.raw_event.
var rawEventNull = field{num: 1, below: []field{{num: 3, name: "rawEvent"}}}

// protoNulls are the places of eventNulls that protobuf has, in the same order.
var protoNulls = map[agui.EventType][]field{
	agui.EventTypeRunStarted: {
		inputNull(field{num: 8, name: "forwardedProps"}),
		inputNull(field{num: 6, name: "tools", list: true, below: []field{{num: 3, name: "parameters"}}}),
		inputNull(field{num: 9, name: "resume", list: true, below: []field{{num: 3, name: "payload"}}}),
		inputNull(field{num: 5, name: "messages", list: true, below: []field{{num: 8, name: "content", list: true, below: []field{
			{num: 1, below: []field{{num: 3, name: "metadata"}}}, // text
			{num: 2, below: []field{{num: 2, name: "metadata"}}}, // image
			{num: 3, below: []field{{num: 2, name: "metadata"}}}, // audio
			{num: 4, below: []field{{num: 2, name: "metadata"}}}, // video
			{num: 5, below: []field{{num: 2, name: "metadata"}}}, // document
		}}}}),
	},
	agui.EventTypeRunFinished:      {{num: 4, name: "result"}},
	agui.EventTypeSubagentFinished: {{num: 3, name: "result"}},
}

func inputNull(f field) field { return field{num: 5, name: "input", below: []field{f}} }

// protoNull is a google.protobuf.Value that is null.
const protoNull = "\x08\x00"

// nullsByProto is what nulls is for an event that came as protobuf.
func (b *boundary) nullsByProto(m *agui.MalformedEvent) agui.Event {
	c := &protoCut{told: teller{env: b.env, stage: StageBoundary}}
	frame := m.Proto
	for _, f := range append([]field{rawEventNull}, protoNulls[m.Tag]...) {
		frame = c.envelope(frame, f)
	}
	if !c.changed {
		return m
	}
	ev, err := agui.DecodeProto([]byte(frame))
	if err != nil { // what has been cut out of a message leaves a message
		return m
	}
	return ev
}

// protoCut takes fields out of messages.
type protoCut struct {
	told    teller
	changed bool
}

// envelope cuts within the arm of an event: whichever field that is, there is no other.
func (c *protoCut) envelope(frame string, f field) string {
	w := wire.NewWriter(nil)
	for r := wire.NewReader(frame); r.Next(); {
		if r.Key()&7 != wire.BytesType {
			w.Kept(r.Keep(nil, 0), 0)
			continue
		}
		num := int(r.Number())
		at := w.Begin(num)
		w.Lit(c.message(r.Bytes(), f, ""))
		w.End(at)
	}
	b, err := w.Result()
	if err != nil {
		return frame
	}
	return string(b)
}

// message is a message without the nulls that are at a field of it or below. The pointer is that of the message.
func (c *protoCut) message(message string, f field, pointer string) string {
	w := wire.NewWriter(nil)
	r := wire.NewReader(message)
	for n := 0; r.Next(); {
		if r.Key() != f.num<<3|wire.BytesType {
			w.Kept(r.Keep(nil, 0), 0)
			continue
		}
		here := pointer
		if f.name != "" {
			here += "/" + f.name
		}
		if f.list {
			here += "/" + strconv.Itoa(n)
			n++
		}
		value := r.Bytes()
		if len(f.below) == 0 && value == protoNull {
			c.changed = true
			c.told.tellAt(here, nullIsAbsent)
			continue
		}
		for _, g := range f.below {
			value = c.message(value, g, here)
		}
		at := w.Begin(int(f.num))
		w.Lit(value)
		w.End(at)
	}
	b, err := w.Result()
	if r.Err() != nil || err != nil {
		return message
	}
	return string(b)
}
