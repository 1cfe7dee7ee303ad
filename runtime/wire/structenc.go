package wire

import (
	"encoding/binary"
	"math"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"google.golang.org/protobuf/encoding/protowire"
)

// The fields of the messages of google/protobuf/struct.proto.
const (
	valueNull   = 1 // Value.null_value, an enum whose one value is 0
	valueNumber = 2
	valueString = 3
	valueBool   = 4
	valueStruct = 5
	valueList   = 6

	structFields = 1 // Struct.fields, a map: each entry has the key in 1 and the Value in 2
	entryKey     = 1
	entryValue   = 2

	listValues = 1 // ListValue.values
)

// Value writes JSON text as a google.protobuf.Value: null is a value too. Numbers become doubles; members keep the order
// of the text. The name is that of the member it comes from. No text, or text that is not JSON, fails.
func (w *Writer) Value(num int, name string, v jsonx.Raw) {
	w.open(num, name, v, asValue)
}

// Struct writes JSON text as a google.protobuf.Struct. Text that is no object fails.
func (w *Writer) Struct(num int, name string, v jsonx.Raw) {
	if k := v.Kind(); v != "" && k != jsonx.KindObject {
		w.Fail(name, "an object should be here, not "+k.String())
		return
	}
	w.open(num, name, v, asStruct)
}

// List writes JSON text as a google.protobuf.ListValue. Text that is no array fails.
func (w *Writer) List(num int, name string, v jsonx.Raw) {
	if k := v.Kind(); v != "" && k != jsonx.KindArray {
		w.Fail(name, "an array should be here, not "+k.String())
		return
	}
	w.open(num, name, v, asList)
}

// form is which message of struct.proto JSON text is written as. It is no function: a Writer that is handed to one which the
// compiler does not know moves to the heap.
type form uint8

const (
	asValue form = iota
	asStruct
	asList
)

func (w *Writer) open(num int, name string, v jsonx.Raw, as form) {
	if v == "" {
		w.Absent(name)
		return
	}
	r := jsonx.NewStringReader(string(v))
	at := w.Begin(num)
	switch as {
	case asValue:
		w.value(&r, 0)
	case asStruct:
		w.structFields(&r, 0)
	case asList:
		w.listValues(&r, 0)
	}
	w.End(at)
	if err := r.End(); err != nil {
		w.Fail(name, err.Error())
	}
}

// value writes the one field that a Value has. level is in how many objects and arrays it is.
func (w *Writer) value(r *jsonx.Reader, level int) {
	switch r.Kind() {
	case jsonx.KindNull:
		r.Null()
		w.buf = append(w.buf, valueNull<<3, 0)
	case jsonx.KindNumber:
		w.buf = append(w.buf, byte(valueNumber<<3|Fixed64Type))
		w.buf = binary.LittleEndian.AppendUint64(w.buf, math.Float64bits(r.Float64()))
	case jsonx.KindString:
		w.text(valueString, r.String())
	case jsonx.KindBoolean:
		w.buf = append(w.buf, valueBool<<3, byte(protowire.EncodeBool(r.Bool())))
	case jsonx.KindObject:
		at := w.begin(valueStruct, level)
		w.structFields(r, level+1)
		w.end(at, level)
	case jsonx.KindArray:
		at := w.begin(valueList, level)
		w.listValues(r, level+1)
		w.end(at, level)
	default: // the text ends or is not JSON, which the reader knows
		r.Skip()
	}
}

// valueIn writes a Value in a field. The length of a scalar is known before it is written.
func (w *Writer) valueIn(num int, r *jsonx.Reader, level int) {
	key := byte(num<<3) | byte(BytesType)
	switch r.Kind() {
	case jsonx.KindNumber:
		w.buf = append(w.buf, key, 9, byte(valueNumber<<3|Fixed64Type))
		w.buf = binary.LittleEndian.AppendUint64(w.buf, math.Float64bits(r.Float64()))
		return
	case jsonx.KindString:
		s := r.String()
		if n := len(s); n < 1<<7-2 {
			w.buf = append(append(w.buf, key, byte(n+2), valueString<<3|byte(BytesType), byte(n)), s...)
			return
		}
		at := w.begin(num, level)
		w.text(valueString, s)
		w.end(at, level)
	default:
		at := w.begin(num, level)
		w.value(r, level)
		w.end(at, level)
	}
}

func (w *Writer) structFields(r *jsonx.Reader, level int) {
	var seen keySet
	o := r.Object()
	for r.Member(&o) {
		if !seen.add(o.Key) {
			r.Duplicate(&o)
		}
		entry := w.begin(structFields, level)
		if o.Key != "" { // as the published encoder has it: the entry stays, its empty key is not written
			w.text(entryKey, o.Key)
		}
		w.valueIn(entryValue, r, level)
		w.end(entry, level)
	}
}

func (w *Writer) listValues(r *jsonx.Reader, level int) {
	a := r.Array()
	for r.Item(&a) {
		w.valueIn(listValues, r, level)
	}
}

// text writes a text that is known to be UTF-8, in a field whose number is below 16.
func (w *Writer) text(num int, s string) {
	key := byte(num<<3) | byte(BytesType)
	if len(s) < 1<<7 {
		w.buf = append(append(w.buf, key, byte(len(s))), s...)
		return
	}
	w.buf = append(protowire.AppendVarint(append(w.buf, key), uint64(len(s))), s...)
}
