package wire

import (
	"strconv"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/unknown"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// Mismatch is something that a well-formed message says, or leaves out, and that the Go type it is read into cannot hold.
type Mismatch struct {
	// Pointer is where, as an RFC 6901 pointer into the value's JSON form.
	Pointer string
	// Value is what is there, "" where a required value is absent.
	Value jsonx.Raw
	// Msg says what should be there, in one line, without a full stop.
	Msg string
}

// mismatches are behind a pointer, so that a reader which meets none is no larger for them.
type mismatches []Mismatch

// Mismatches are all that were met so far, nil where there were none. They mean something only where there is no error.
func (r *Reader) Mismatches() []Mismatch {
	if r.wrong == nil {
		return nil
	}
	return *r.wrong
}

func (r *Reader) mismatch(m Mismatch) {
	if r.wrong == nil {
		r.wrong = new(mismatches)
	}
	*r.wrong = append(*r.wrong, m)
}

// Absent records that the required value at a pointer, from the message being read, is absent.
func (r *Reader) Absent(pointer string) {
	r.mismatch(Mismatch{Pointer: pointer, Msg: "the required value is absent"})
}

// Const records a mismatch where a text that can only be want is another.
func (r *Reader) Const(pointer, got, want string) {
	if got != want {
		r.mismatch(Mismatch{Pointer: pointer, Value: text(got), Msg: "must be " + strconv.Quote(want)})
	}
}

// NotNull is v, and a mismatch where that is null.
func (r *Reader) NotNull(pointer string, v jsonx.Raw) jsonx.Raw {
	if v.IsNull() {
		r.mismatch(Mismatch{Pointer: pointer, Value: v, Msg: "must not be null"})
	}
	return v
}

// NotNullItem is [Reader.NotNull] for an item of the list at a pointer.
func (r *Reader) NotNullItem(pointer string, index int, v jsonx.Raw) jsonx.Raw {
	if v.IsNull() {
		return r.NotNull(pointer+"/"+strconv.Itoa(index), v)
	}
	return v
}

// Object is v, and a mismatch where that is there and no object.
func (r *Reader) Object(pointer string, v jsonx.Raw) jsonx.Raw {
	if v != "" && v.Kind() != jsonx.KindObject {
		r.mismatch(Mismatch{Pointer: pointer, Value: v, Msg: "must be an object"})
	}
	return v
}

// JSON ends the reading of a value that travels as JSON: it records the mismatch that j, which has read the value at a
// pointer, has met.
func (r *Reader) JSON(pointer string, j *jsonx.Reader) {
	if err := j.End(); err != nil {
		r.Fail(err.Error())
	}
	if m := j.Mismatch(); m != nil {
		r.mismatch(Mismatch{Pointer: pointer, Value: jsonx.Raw(j.Text()), Msg: m.Error()})
	}
}

// text is a text as a JSON value. It has been read from a message, and so is UTF-8.
func text(s string) jsonx.Raw {
	b, _ := jsonx.AppendString(nil, s)
	return jsonx.Raw(b)
}

// Done takes over what a reader of a part of the same value has found: its error, and its mismatches.
func (r *Reader) Done(part *Reader) {
	if part.err != nil || part.wrong != nil {
		r.adopt(part, "")
	}
}

// DoneAt is [Reader.Done] for a part that is the value at a pointer.
func (r *Reader) DoneAt(part *Reader, pointer string) {
	if part.err != nil || part.wrong != nil {
		r.adopt(part, pointer)
	}
}

// DoneItem is [Reader.Done] for a part that is an item of the list at a pointer.
func (r *Reader) DoneItem(part *Reader, pointer string, index int) {
	if part.err != nil || part.wrong != nil {
		r.adopt(part, pointer+"/"+strconv.Itoa(index))
	}
}

// DoneKey is [Reader.Done] for a part that is a member of the map at a pointer.
func (r *Reader) DoneKey(part *Reader, pointer, key string) {
	if part.err != nil || part.wrong != nil {
		r.adopt(part, string(jsonx.AppendPointer([]byte(pointer), key)))
	}
}

func (r *Reader) adopt(part *Reader, pointer string) {
	if r.err == nil {
		r.err = part.err
	}
	for _, m := range part.Mismatches() {
		m.Pointer = pointer + m.Pointer
		r.mismatch(m)
	}
}

// Broken takes over the error of a reader of a part, and not its mismatches: for what is kept as it is and not judged.
func (r *Reader) Broken(part *Reader) {
	if r.err == nil {
		r.err = part.err
	}
}

// JSONForm is the JSON text that a message stands for although the Go type it was read into cannot hold it all. draft is
// what has written that Go value, from [jsonx.NewDraft]; every mismatch is put right in it.
func (r *Reader) JSONForm(draft *jsonx.Writer) jsonx.Raw {
	text, _ := draft.Result() // a draft does not fail
	if r.wrong == nil {
		return jsonx.Raw(text)
	}
	at := make(map[string]jsonx.Raw, len(*r.wrong))
	for _, m := range *r.wrong {
		at[m.Pointer] = m.Value
	}
	doc, err := jsonx.Parse(string(text))
	if err != nil {
		return jsonx.Raw(text) // and is JSON
	}
	e := editor{at: at, out: jsonx.NewDraft(nil)}
	e.value(doc.Root())
	text, _ = e.out.Result()
	return jsonx.Raw(text)
}

// Members is f with the members of an object, which draft has written as for [Reader.JSONForm], as unknown JSON members.
func (r *Reader) Members(f *unknown.Fields, draft *jsonx.Writer) *unknown.Fields {
	object := r.JSONForm(draft)
	if len(object) <= len("{}") {
		return f
	}
	if f == nil {
		f = new(unknown.Fields)
	}
	f.JSON = string(object[1 : len(object)-1])
	return f
}

// editor writes a document with other values in some places.
type editor struct {
	at      map[string]jsonx.Raw // by pointer; "" leaves the member out
	pointer []byte
	out     jsonx.Writer
}

func (e *editor) value(v jsonx.Value) {
	if other, ok := e.at[string(e.pointer)]; ok {
		e.out.Raw(other)
		return
	}
	n := len(e.pointer)
	switch v.Kind() {
	case jsonx.KindObject:
		e.out.Lit("{")
		for c := v.Children(); c.Next(); e.pointer = e.pointer[:n] {
			e.pointer = jsonx.AppendPointer(e.pointer, c.Key())
			if other, ok := e.at[string(e.pointer)]; ok && other == "" {
				continue
			}
			e.out.Key(c.Key())
			e.value(c.Value())
		}
		e.out.Lit("}")
	case jsonx.KindArray:
		e.out.Lit("[")
		for c := v.Children(); c.Next(); e.pointer = e.pointer[:n] {
			e.pointer = strconv.AppendInt(append(e.pointer, '/'), int64(c.Index()), 10)
			e.out.Comma()
			e.value(c.Value())
		}
		e.out.Lit("]")
	default:
		e.out.Raw(v.Raw())
	}
}

// Violations are what was found against the message: what err says, which is the verdict of the exact schema on its JSON
// form, or the mismatches themselves where that has nothing against it.
func (r *Reader) Violations(err error) []violation.Violation {
	if e, ok := err.(*violation.Error); ok {
		return e.Violations
	}
	var out []violation.Violation
	for _, m := range r.Mismatches() {
		out = append(out, violation.Violation{InstanceLocation: m.Pointer, Message: m.Msg})
	}
	return out
}
