package wire

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/unknown"
	"google.golang.org/protobuf/encoding/protowire"
)

// What is written does not say where in the value it is written from: only when a part of it turns out to have no form is
// that worth anything. So every part is closed with its name, and an error inside gets that name in front of its pointer.

// EndIn is [Writer.End] for a message that is the value of the named member.
func (w *Writer) EndIn(at int, name string) {
	w.End(at)
	w.In(at, name)
}

// EndItem is [Writer.End] for a message that is an item of the list in the named member.
func (w *Writer) EndItem(at int, name string, index int) {
	w.End(at)
	if w.failedSince(at) {
		w.err.Pointer = token(name) + "/" + strconv.Itoa(index) + w.err.Pointer
	}
}

// EndKey is [Writer.End] for the entry of a map in the named member.
func (w *Writer) EndKey(at int, name, key string) {
	w.End(at)
	if w.failedSince(at) {
		w.err.Pointer = token(name) + token(key) + w.err.Pointer
	}
}

// Mark is where the writer is, for [Writer.In] and [Writer.Sort].
func (w *Writer) Mark() int { return len(w.buf) }

// In says that what was written since a mark is in the named member.
func (w *Writer) In(mark int, name string) {
	if w.failedSince(mark) {
		w.err.Pointer = token(name) + w.err.Pointer
	}
}

// failedSince tells whether what was written since a mark is at fault. A writer goes on after an error, so that what
// follows is always further on.
func (w *Writer) failedSince(mark int) bool { return w.err != nil && w.errAt >= mark }

// StringItem is [Writer.String] for an item of the list in the named member.
func (w *Writer) StringItem(num int, name string, index int, s string) {
	mark := w.Mark()
	w.String(num, "", s)
	w.InItem(mark, name, index)
}

// FailItem is [Writer.Fail] for an item of the list in the named member.
func (w *Writer) FailItem(name string, index int, msg string) {
	mark := w.Mark()
	w.Fail("", msg)
	w.InItem(mark, name, index)
}

// InItem says that what was written since a mark is an item of the list in the named member.
func (w *Writer) InItem(mark int, name string, index int) {
	if w.failedSince(mark) {
		w.err.Pointer = token(name) + "/" + strconv.Itoa(index) + w.err.Pointer
	}
}

// Written is the JSON text that j has written of the value in the named member, for a field that carries JSON. Where the
// value has no JSON form, it has none here either.
func (w *Writer) Written(name string, j *jsonx.Writer) jsonx.Raw {
	b, err := j.Result()
	if err == nil {
		return jsonx.Raw(b)
	}
	mark := w.Mark()
	var e *jsonx.EncodeError
	if errors.As(err, &e) {
		err = e.Err
	}
	if w.Fail(name, err.Error()); e != nil && w.failedSince(mark) {
		w.err.Pointer += e.Pointer
	}
	return ""
}

// Commit is true if what was written since a mark has a form on protobuf. If not, it is as if it had not been written.
func (w *Writer) Commit(mark int) bool {
	if !w.failedSince(mark) {
		return true
	}
	w.buf, w.err = w.buf[:mark], nil
	return false
}

// Kept writes the fields that f keeps in a slot.
func (w *Writer) Kept(f *unknown.Fields, slot int) { w.buf = f.AppendSlot(w.buf, slot) }

// Sort puts the fields that were written since a mark, and are whole, in the order of their numbers. Fields of one number
// keep their order.
func (w *Writer) Sort(mark int) {
	if w.err != nil {
		return
	}
	type field struct {
		number protowire.Number
		bytes  []byte
	}
	written := slices.Clone(w.buf[mark:])
	var fields []field
	for rest := written; len(rest) > 0; {
		num, _, n := protowire.ConsumeField(rest)
		if n < 0 {
			w.Fail("", protowire.ParseError(n).Error()) // what was written is not fields
			return
		}
		fields = append(fields, field{num, rest[:n]})
		rest = rest[n:]
	}
	slices.SortStableFunc(fields, func(a, b field) int { return cmp.Compare(a.number, b.number) })
	w.buf = w.buf[:mark]
	for _, f := range fields {
		w.buf = append(w.buf, f.bytes...)
	}
}
