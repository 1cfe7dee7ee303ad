package wire

import (
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/unknown"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// mismatch is something that a well-formed message says, or leaves out, and that the Go type it is read into cannot hold.
type mismatch struct {
	// path is where, as pieces of an RFC 6901 pointer into the value's JSON form, the innermost first: whoever reads a part
	// knows the way to it only when it is read.
	path []string
	// value is what is there, "" where a required value is absent.
	value jsonx.Raw
	// msg says what should be there, in one line, without a full stop.
	msg string
}

// mismatches are behind a pointer, so that a reader which meets none is no larger for them.
type mismatches []mismatch

// maxMismatches is how many mismatches are looked at. It bounds the work that a hostile message can make of them.
const maxMismatches = 100

// Fits tells whether no mismatch was met so far: whether the Go value holds what the message says. It means something
// only where there is no error.
func (r *Reader) Fits() bool { return r.wrong == nil }

func (r *Reader) mismatched(m mismatch, pointer string) {
	if r.wrong == nil {
		r.wrong = new(mismatches)
	}
	if len(*r.wrong) == maxMismatches {
		return
	}
	if pointer != "" {
		m.path = append(m.path, pointer)
	}
	*r.wrong = append(*r.wrong, m)
}

// Absent records that the required value at a pointer, from the message being read, is absent.
func (r *Reader) Absent(pointer string) {
	r.mismatched(mismatch{msg: "the required value is absent"}, pointer)
}

// Const records a mismatch where a text that can only be want is another.
func (r *Reader) Const(pointer, got, want string) {
	if got != want {
		b, _ := jsonx.AppendString(nil, got) // it has been read from a message, and so is UTF-8
		r.mismatched(mismatch{value: jsonx.Raw(b), msg: "must be " + strconv.Quote(want)}, pointer)
	}
}

// NotNull is v, and a mismatch where that is null.
func (r *Reader) NotNull(pointer string, v jsonx.Raw) jsonx.Raw {
	if v.IsNull() {
		r.mismatched(mismatch{value: v, msg: "must not be null"}, pointer)
	}
	return v
}

// NotNullItem is [Reader.NotNull] for an item of the list at a pointer.
func (r *Reader) NotNullItem(pointer string, index int, v jsonx.Raw) jsonx.Raw {
	if v.IsNull() {
		return r.NotNull(item(pointer, index), v)
	}
	return v
}

// Object is v, and a mismatch where that is there and no object.
func (r *Reader) Object(pointer string, v jsonx.Raw) jsonx.Raw {
	if v != "" && v.Kind() != jsonx.KindObject {
		r.mismatched(mismatch{value: v, msg: "must be an object"}, pointer)
	}
	return v
}

// JSON ends the reading of a value that travels as JSON: it records what j, which has read the value at a pointer, has
// against it.
func (r *Reader) JSON(pointer string, j *jsonx.Reader) {
	if err := j.End(); err != nil {
		r.Fail(err.Error())
	}
	if m := j.Mismatch(); m != nil {
		r.mismatched(mismatch{value: jsonx.Raw(j.Text()), msg: m.Error()}, pointer)
	}
}

func item(pointer string, index int) string { return pointer + "/" + strconv.Itoa(index) }

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
		r.adopt(part, item(pointer, index))
	}
}

// DoneKey is [Reader.Done] for a part that is a member of the map at a pointer.
func (r *Reader) DoneKey(part *Reader, pointer, key string) {
	if part.err != nil || part.wrong != nil {
		r.adopt(part, string(jsonx.AppendPointer([]byte(pointer), key)))
	}
}

func (r *Reader) adopt(part *Reader, pointer string) {
	r.Broken(part)
	if part.wrong != nil {
		for _, m := range *part.wrong {
			r.mismatched(m, pointer)
		}
	}
}

// Broken takes over the error of a reader of a part, and not its mismatches: for what is kept as it is and not judged.
func (r *Reader) Broken(part *Reader) {
	if r.err == nil {
		r.err = part.err
	}
}

// pointer is where a mismatch is.
func (m mismatch) pointer() string {
	var b strings.Builder
	for i := len(m.path) - 1; i >= 0; i-- {
		b.WriteString(m.path[i])
	}
	return b.String()
}

// Violations are what is to be said against the message: what err says, which is the verdict of the exact schema on its
// JSON form, or the mismatches themselves where that has nothing against it.
func (r *Reader) Violations(err error) []violation.Violation {
	if e, ok := err.(*violation.Error); ok {
		return e.Violations
	}
	if r.wrong == nil {
		return nil
	}
	var out []violation.Violation
	for _, m := range *r.wrong {
		out = append(out, violation.Violation{InstanceLocation: m.pointer(), Message: m.msg})
	}
	return out
}

// JSONForm is the JSON text that a message stands for although the Go type it was read into cannot hold it all. draft is
// what has written that Go value, from [jsonx.NewDraft]; every mismatch is put right in it.
func (r *Reader) JSONForm(draft *jsonx.Writer) jsonx.Raw {
	text, _ := draft.Result() // a draft does not fail
	if r.wrong == nil {
		return jsonx.Raw(text)
	}
	doc, err := jsonx.Parse(string(text))
	if err != nil {
		return jsonx.Raw(text) // and is JSON
	}
	edits := new(edit)
	for i := range *r.wrong {
		edits.add(&(*r.wrong)[i])
	}
	out := jsonx.NewDraft(nil)
	edits.write(&out, doc.Root())
	text, _ = out.Result()
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

// edit says what to write in the place of a value, or of parts of it.
type edit struct {
	instead *mismatch
	parts   map[string]*edit // by reference token, as it is in a pointer
}

func (e *edit) add(m *mismatch) {
	for i := len(m.path) - 1; i >= 0; i-- {
		for token := range strings.SplitSeq(m.path[i][1:], "/") {
			if e.parts == nil {
				e.parts = map[string]*edit{}
			}
			if e.parts[token] == nil {
				e.parts[token] = new(edit)
			}
			e = e.parts[token]
		}
	}
	e.instead = m
}

// write writes a value with its edits.
func (e *edit) write(w *jsonx.Writer, v jsonx.Value) {
	switch {
	case e != nil && e.instead != nil:
		w.Raw(e.instead.value)
	case e == nil || v.Kind() != jsonx.KindObject && v.Kind() != jsonx.KindArray:
		w.Raw(v.Raw())
	case v.Kind() == jsonx.KindObject:
		w.Lit("{")
		for c := v.Children(); c.Next(); {
			part := e.parts[string(jsonx.AppendPointer(nil, c.Key())[1:])]
			if part == nil || part.instead == nil || part.instead.value != "" { // else it is absent
				w.Key(c.Key())
				part.write(w, c.Value())
			}
		}
		w.Lit("}")
	default:
		w.Lit("[")
		for c := v.Children(); c.Next(); {
			w.Comma()
			e.parts[strconv.Itoa(c.Index())].write(w, c.Value())
		}
		w.Lit("]")
	}
}
