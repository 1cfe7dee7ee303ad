package wire

import (
	"math"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Value is a google.protobuf.Value as JSON text, "" where the field did not occur. Members keep the order of the wire;
// numbers are written as ECMAScript writes them, but for the sign of -0, which is kept.
func (r *Reader) Value(m Message) jsonx.Raw { return r.text(m, asValue) }

// Struct is a google.protobuf.Struct as JSON text, "" where the field did not occur.
func (r *Reader) Struct(m Message) jsonx.Raw { return r.text(m, asStruct) }

// List is a google.protobuf.ListValue as JSON text, "" where the field did not occur.
func (r *Reader) List(m Message) jsonx.Raw { return r.text(m, asList) }

func (r *Reader) text(m Message, as form) jsonx.Raw {
	if !m.set || r.err != nil {
		return ""
	}
	var room [256]byte
	b := room[:0]
	if len(m.bytes) > len(room) {
		b = make([]byte, 0, len(m.bytes)+len(m.bytes)/8) // JSON text is rarely longer
	}
	part := m.Reader()
	// A level of JSON is up to three messages (Value, Struct, entry), and as many levels have to fit as JSON text may have:
	// they are counted one by one as the text is made, so the messages need not be.
	part.depth = -2*jsonx.MaxDepth - 100
	switch as {
	case asValue:
		b = part.appendValue(b, 0)
	case asStruct:
		b = part.appendStruct(b, 0)
	case asList:
		b = part.appendList(b, 0)
	}
	if part.err != nil {
		r.err = part.err
		return ""
	}
	return jsonx.Raw(b)
}

// The messages inside are not read with readers of their own, as in generated code: r goes into them, and comes back out.
// Where one is the last field of the message around it, as most are, r needs only to go on.

// into goes into the message in the current field. Its result is for leave.
func (r *Reader) into() (outer string) {
	outer = r.s
	inner := r.Bytes()
	r.s = r.s[:r.pos]
	r.pos -= len(inner)
	return outer
}

// leave goes back out of a message.
func (r *Reader) leave(outer string) { r.pos, r.s = len(r.s), outer }

// goOn goes into the message in the current field if that is the last one. Else it reads nothing and is false.
func (r *Reader) goOn() bool {
	at := r.pos
	if n := r.varint(); r.err == nil && n == uint64(len(r.s)-r.pos) {
		return true
	}
	if r.err == nil {
		r.pos = at
	}
	return false
}

// appendValue appends a Value. Its fields are a oneof: the last one counts, and one that occurs again directly is merged.
func (r *Reader) appendValue(b []byte, depth int) []byte {
	var kind uint64
	var number float64
	var text string
	var truth bool
	var message Message
	for r.Next() {
		key := r.Key()
		switch key {
		case valueNull<<3 | VarintType:
			r.Enum()
		case valueNumber<<3 | Fixed64Type:
			number = r.Double()
		case valueString<<3 | BytesType:
			text = r.String()
		case valueBool<<3 | VarintType:
			truth = r.Bool()
		case valueStruct<<3 | BytesType, valueList<<3 | BytesType:
			if key != kind {
				message = Message{}
			}
			if !message.set && r.goOn() {
				return r.appendMessage(b, key, depth)
			}
			message = r.Message(message)
		default:
			r.Skip()
			continue
		}
		kind = key
	}
	if r.err != nil {
		return b
	}
	switch kind >> 3 {
	case valueNull:
		return append(b, "null"...)
	case valueNumber:
		return appendNumber(b, number)
	case valueString:
		b, _ = jsonx.AppendString(b, text) // the reader has seen that it is UTF-8
		return b
	case valueBool:
		if truth {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case valueStruct, valueList:
		part := message.Reader()
		b = part.appendMessage(b, kind, depth)
		r.err = part.err
		return b
	}
	r.Fail("a Value without a kind")
	return b
}

// appendMessage appends the Struct or ListValue of a Value.
func (r *Reader) appendMessage(b []byte, kind uint64, depth int) []byte {
	if kind>>3 == valueStruct {
		return r.appendStruct(b, depth+1)
	}
	return r.appendList(b, depth+1)
}

func appendNumber(b []byte, v float64) []byte {
	if v == 0 && math.Signbit(v) {
		return append(b, "-0"...)
	}
	b, _ = jsonx.AppendFloat64(b, v) // the reader has seen that it is finite
	return b
}

func (r *Reader) appendStruct(b []byte, depth int) []byte {
	if depth > jsonx.MaxDepth {
		r.Fail("a Struct nested too deep")
		return b
	}
	var seen keySet
	b = append(b, '{')
	for first := true; r.Next(); {
		if r.Key() != structFields<<3|BytesType {
			r.Skip()
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		outer := r.into()
		b = r.appendEntry(b, &seen, depth)
		r.leave(outer)
	}
	return append(b, '}')
}

func (r *Reader) appendEntry(b []byte, seen *keySet, depth int) []byte {
	var key string
	var value Message
	for r.Next() {
		switch r.Key() {
		case entryKey<<3 | BytesType:
			key = r.String()
		case entryValue<<3 | BytesType:
			if !value.set && r.goOn() {
				return r.appendValue(r.appendKey(b, key, seen), depth)
			}
			value = r.Message(value)
		default:
			r.Skip()
		}
	}
	if r.err != nil {
		return b
	}
	part := value.Reader()
	b = part.appendValue(r.appendKey(b, key, seen), depth)
	if r.err == nil {
		r.err = part.err
	}
	return b
}

// appendKey appends a key that an object must not have had before.
func (r *Reader) appendKey(b []byte, key string, seen *keySet) []byte {
	if r.err == nil && !seen.add(key) {
		// JSON text with a key twice is refused, so the same object is refused here.
		r.Fail("a Struct with one key twice")
	}
	b, _ = jsonx.AppendString(b, key)
	return append(b, ':')
}

func (r *Reader) appendList(b []byte, depth int) []byte {
	if depth > jsonx.MaxDepth {
		r.Fail("a ListValue nested too deep")
		return b
	}
	b = append(b, '[')
	for first := true; r.Next(); {
		if r.Key() != listValues<<3|BytesType {
			r.Skip()
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		outer := r.into()
		b = r.appendValue(b, depth)
		r.leave(outer)
	}
	return append(b, ']')
}
