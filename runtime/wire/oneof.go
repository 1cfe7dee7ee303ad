package wire

import (
	"fmt"

	"github.com/agui-gen/agui-gen/runtime/unknown"
)

// Oneof reads a message whose fields are the arms of one oneof, each of them a message. One arm may occur several times,
// and is merged; two different ones make a broken frame.
//
//	var o wire.Oneof
//	for r.Next() {
//		switch r.Key() {
//		case 1<<3 | wire.BytesType, 2<<3 | wire.BytesType:
//			o.Arm(r)
//		default:
//			o.Other(r)
//		}
//	}
//	switch part := o.Reader(); o.Number() {
//	case 1:
//		...
//	}
type Oneof struct {
	number        uint64
	arm           Message
	rest          *unknown.Fields
	future, wreck bool
}

// Arm reads the current field, which is one of the arms by its number. With another wire type than a message's it holds no
// value, but still rules out every other arm: whoever wrote it meant this one.
func (o *Oneof) Arm(r *Reader) {
	num := r.key >> 3
	if o.number != 0 && o.number != num {
		r.Fail(fmt.Sprintf("fields %d and %d at once, of which only one can be", o.number, num))
		return
	}
	o.number = num
	if r.key&7 != BytesType {
		o.rest = r.Keep(o.rest, 0)
		return
	}
	o.arm = r.Message(o.arm)
}

// Other keeps the current field, which is none of the arms.
func (o *Oneof) Other(r *Reader) {
	if r.key&7 == BytesType {
		look := *r
		if wellFormed(look.Bytes()) {
			o.future = true
		} else {
			o.wreck = true
		}
	}
	o.rest = r.Keep(o.rest, 0)
}

// Number is the number of the arm, 0 where there is none.
func (o *Oneof) Number() uint64 {
	if !o.arm.set {
		return 0
	}
	return o.number
}

// Reader reads the arm.
func (o *Oneof) Reader() Reader { return o.arm.Reader() }

// Kept is f with the fields beside the arm kept in a slot.
func (o *Oneof) Kept(f *unknown.Fields, slot int) *unknown.Fields { return Kept(f, slot, o.rest) }

// Future tells whether a message without an arm can be one from a later version of its schema: it has a field that might be
// an arm, a well-formed message, and none that could only be a broken one.
func (o *Oneof) Future() bool { return o.number == 0 && o.future && !o.wreck }

// Kept is f with the protobuf fields that g keeps moved to other slots: those in slot 0 to slot, the others accordingly.
func Kept(f *unknown.Fields, slot int, g *unknown.Fields) *unknown.Fields {
	if g == nil {
		return f
	}
	for _, p := range g.Proto {
		f = f.AddProto(slot+p.Slot, p.Bytes, 0, len(p.Bytes))
	}
	return f
}

// wellFormed tells whether bytes are the fields of some message. It does not look into them: whether bytes inside are a
// message, a text or neither cannot be known.
func wellFormed(s string) bool {
	r := NewReader(s)
	for r.Next() {
		r.Skip()
	}
	return r.err == nil
}

// Number is the current field's number.
func (r *Reader) Number() uint64 { return r.key >> 3 }

// LastText looks ahead for the text in field num, "" where there is none: the last one, as the last one counts. It reads
// nothing, and leaves errors to be found by who does.
func (r *Reader) LastText(num uint64) string {
	var s string
	look := *r
	for look.Next() {
		if look.key == num<<3|BytesType {
			s = look.Bytes()
		} else {
			look.Skip()
		}
	}
	return s
}

// LastEnum is [Reader.LastText] for an enum, 0 where there is none.
func (r *Reader) LastEnum(num uint64) int32 {
	var v int32
	look := *r
	for look.Next() {
		if look.key == num<<3|VarintType {
			v = look.Enum()
		} else {
			look.Skip()
		}
	}
	return v
}

// FieldsReader reads fields that were kept while the message they are in was read.
func (r *Reader) FieldsReader(f *unknown.Fields) Reader {
	return Reader{s: f.Slot(0), base: -1, depth: r.depth}
}
