package wire

import (
	"math"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Value is a google.protobuf.Value as JSON text, "" where the field did not occur. Members keep the order of the wire;
// numbers are written as ECMAScript writes them, but for the sign of -0, which is kept.
func (r *Reader) Value(m Message) jsonx.Raw { return r.text(m, appendValue) }

// Struct is a google.protobuf.Struct as JSON text, "" where the field did not occur.
func (r *Reader) Struct(m Message) jsonx.Raw { return r.text(m, appendStruct) }

// List is a google.protobuf.ListValue as JSON text, "" where the field did not occur.
func (r *Reader) List(m Message) jsonx.Raw { return r.text(m, appendList) }

func (r *Reader) text(m Message, convert func([]byte, Reader, int) ([]byte, *Error)) jsonx.Raw {
	if !m.set || r.err != nil {
		return ""
	}
	in := m.Reader()
	// A level of JSON is up to three messages (Value, Struct, entry), and as many levels have to fit as JSON text may have:
	// they are counted one by one as the text is made, so the messages need not be.
	in.depth = -2*jsonx.MaxDepth - 100
	b, err := convert(nil, in, 0)
	if err != nil {
		r.err = err
		return ""
	}
	return jsonx.Raw(b)
}

// appendValue appends a Value. Its fields are a oneof: the last one counts, and one that occurs again directly is merged.
func appendValue(b []byte, r Reader, depth int) ([]byte, *Error) {
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
			message = r.Message(message)
		default:
			r.Skip()
			continue
		}
		kind = key
	}
	if r.err != nil {
		return b, r.err
	}
	switch kind >> 3 {
	case valueNull:
		return append(b, "null"...), nil
	case valueNumber:
		return appendNumber(b, number), nil
	case valueString:
		b, _ = jsonx.AppendString(b, text) // the reader has seen that it is UTF-8
		return b, nil
	case valueBool:
		if truth {
			return append(b, "true"...), nil
		}
		return append(b, "false"...), nil
	case valueStruct:
		return appendStruct(b, message.Reader(), depth+1)
	case valueList:
		return appendList(b, message.Reader(), depth+1)
	}
	r.Fail("a Value without a kind")
	return b, r.err
}

func appendNumber(b []byte, v float64) []byte {
	if v == 0 && math.Signbit(v) {
		return append(b, "-0"...)
	}
	b, _ = jsonx.AppendFloat64(b, v) // the reader has seen that it is finite
	return b
}

func appendStruct(b []byte, r Reader, depth int) ([]byte, *Error) {
	if depth > jsonx.MaxDepth {
		r.Fail("a Struct nested too deep")
		return b, r.err
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
		var err *Error
		if b, err = appendEntry(b, r.Sub(), &seen, depth); err != nil {
			return b, err
		}
	}
	return append(b, '}'), r.err
}

func appendEntry(b []byte, r Reader, seen *keySet, depth int) ([]byte, *Error) {
	var key string
	var value Message
	for r.Next() {
		switch r.Key() {
		case entryKey<<3 | BytesType:
			key = r.String()
		case entryValue<<3 | BytesType:
			value = r.Message(value)
		default:
			r.Skip()
		}
	}
	if r.err == nil && !seen.add(key) {
		// JSON text with a key twice is refused, so the same object is refused here.
		r.Fail("a Struct with one key twice")
	}
	if r.err != nil {
		return b, r.err
	}
	b, _ = jsonx.AppendString(b, key)
	return appendValue(append(b, ':'), value.Reader(), depth)
}

func appendList(b []byte, r Reader, depth int) ([]byte, *Error) {
	if depth > jsonx.MaxDepth {
		r.Fail("a ListValue nested too deep")
		return b, r.err
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
		var err *Error
		if b, err = appendValue(b, r.Sub(), depth); err != nil {
			return b, err
		}
	}
	return append(b, ']'), r.err
}
