package wire

import (
	"math"
	"strconv"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"google.golang.org/protobuf/encoding/protowire"
)

// PackedInt64 writes a list, nothing where it is empty.
func (w *Writer) PackedInt64(num int, list []int64) {
	if len(list) == 0 {
		return
	}
	at := w.Begin(num)
	for _, v := range list {
		w.Varint(uint64(v))
	}
	w.End(at)
}

// PackedUint64 writes a list, nothing where it is empty.
func (w *Writer) PackedUint64(num int, list []uint64) {
	if len(list) == 0 {
		return
	}
	at := w.Begin(num)
	for _, v := range list {
		w.Varint(v)
	}
	w.End(at)
}

// PackedBool writes a list, nothing where it is empty.
func (w *Writer) PackedBool(num int, list []bool) {
	if len(list) == 0 {
		return
	}
	at := w.Begin(num)
	for _, v := range list {
		w.Varint(protowire.EncodeBool(v))
	}
	w.End(at)
}

// PackedDouble writes the list in the named member, nothing where it is empty. A number that is not finite fails.
func (w *Writer) PackedDouble(num int, name string, list []float64) {
	if len(list) == 0 {
		return
	}
	at := w.Begin(num)
	for i, v := range list {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			w.FailItem(name, i, "the number is not finite")
		}
		w.buf = protowire.AppendFixed64(w.buf, math.Float64bits(v))
	}
	w.End(at)
}

// Varint writes a value without a key, in a packed list.
func (w *Writer) Varint(v uint64) { w.buf = protowire.AppendVarint(w.buf, v) }

// More tells whether there is more in a packed list, whose values follow each other without keys.
func (r *Reader) More() bool { return r.err == nil && r.pos < len(r.s) }

// EnumText is the text that stands for an enum's number which has none here: the number in decimal.
func EnumText(number int32) string { return strconv.Itoa(int(number)) }

// EnumNumber is the number that a text stands for which is no value of its enum: the one it is in decimal.
func EnumNumber(text string) (int32, bool) {
	n, err := strconv.ParseInt(text, 10, 32)
	return int32(n), err == nil && EnumText(int32(n)) == text
}

// EnumOf writes the number of an enum's value; ok tells that the text in the named member has one.
func (w *Writer) EnumOf(num int, name string, number int32, ok bool) {
	if !ok {
		w.Fail(name, "the text is no value of the enum")
		return
	}
	w.Enum(num, number)
}

// PlainEnum is [Writer.EnumOf] for a field that is not written where its number is 0.
func (w *Writer) PlainEnum(num int, name string, number int32, ok bool) {
	if number != 0 || !ok {
		w.EnumOf(num, name, number, ok)
	}
}

// NonZero tells whether a plain double is written: -0 is.
func NonZero(v float64) bool { return v != 0 || math.Signbit(v) }

// EnumItem is [Writer.EnumOf] for an item of a packed list.
func (w *Writer) EnumItem(name string, index int, number int32, ok bool) {
	if !ok {
		w.FailItem(name, index, "the text is no value of the enum")
		return
	}
	w.Varint(uint64(int64(number)))
}

// Count is how many of some conditions hold.
func Count(conditions ...bool) int {
	n := 0
	for _, c := range conditions {
		if c {
			n++
		}
	}
	return n
}

// Fits ends the reading of a JSON value, and tells whether its Go type holds it.
func Fits(r *jsonx.Reader) bool { return r.End() == nil && r.Mismatch() == nil }
