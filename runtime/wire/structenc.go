package wire

import (
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
		w.Fail(name, "the required value is absent")
		return
	}
	r := jsonx.NewStringReader(string(v))
	w.late = nil
	if len(v) > smallJSON {
		w.late = make([]gap, 0, 64)
	}
	at := w.begin(num)
	switch as {
	case asValue:
		w.value(&r)
	case asStruct:
		w.structFields(&r)
	case asList:
		w.listValues(&r)
	}
	w.end(at)
	w.closeGaps()
	if err := r.End(); err != nil {
		w.Fail(name, err.Error())
	}
}

// value writes the one field that a Value has.
func (w *Writer) value(r *jsonx.Reader) {
	switch r.Kind() {
	case jsonx.KindNull:
		r.Null()
		w.Enum(valueNull, 0)
	case jsonx.KindNumber:
		w.key(valueNumber, Fixed64Type)
		w.buf = protowire.AppendFixed64(w.buf, math.Float64bits(r.Float64()))
	case jsonx.KindString:
		w.text(valueString, r.String())
	case jsonx.KindBoolean:
		w.Bool(valueBool, r.Bool())
	case jsonx.KindObject:
		at := w.begin(valueStruct)
		w.structFields(r)
		w.end(at)
	case jsonx.KindArray:
		at := w.begin(valueList)
		w.listValues(r)
		w.end(at)
	default: // the text ends or is not JSON, which the reader knows
		r.Skip()
	}
}

func (w *Writer) structFields(r *jsonx.Reader) {
	var seen keySet
	o := r.Object()
	for r.Member(&o) {
		if !seen.add(o.Key) {
			r.Duplicate(&o)
		}
		entry := w.begin(structFields)
		if o.Key != "" { // as the published encoder has it: the entry stays, its empty key is not written
			w.text(entryKey, o.Key)
		}
		at := w.begin(entryValue)
		w.value(r)
		w.end(at)
		w.end(entry)
	}
}

func (w *Writer) listValues(r *jsonx.Reader) {
	a := r.Array()
	for r.Item(&a) {
		at := w.begin(listValues)
		w.value(r)
		w.end(at)
	}
}

// text writes a text that is known to be UTF-8.
func (w *Writer) text(num int, s string) {
	w.key(num, BytesType)
	w.buf = protowire.AppendVarint(w.buf, uint64(len(s)))
	w.buf = append(w.buf, s...)
}
