package schema

import (
	"errors"
	"sync"
	"unsafe"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// Func judges the value that an [Eval] stands on by one schema.
type Func func(*Eval)

// Schema is a schema to validate documents with. Its zero value takes every JSON text.
type Schema struct {
	// Location is the schema's URI, with the fragment that leads to it and percent-encoded as URIs are:
	// "https://example.com/shop#/$defs/Order". Without a fragment it is the whole document.
	Location string
	// Eval judges a value by it.
	Eval Func
}

// ValidateJSON is nil if data is a JSON text that the schema takes. Otherwise it is a [*violation.Error] with every
// violation, or a [*jsonx.SyntaxError] where data is not JSON at all. It keeps nothing of data.
//
// What is said of one document is at most 16 MiB of text; where there is more to say, the last violation tells so, and has
// neither keyword nor locations.
func (s Schema) ValidateJSON(data []byte) error { return s.validate(borrow(data)) }

// ValidateRaw is [Schema.ValidateJSON] for raw JSON. Raw that is empty is not JSON.
func (s Schema) ValidateRaw(raw jsonx.Raw) error { return s.validate(string(raw)) }

// ValidateWritten is [Schema.ValidateJSON] for a Go value that w, which is from [jsonx.NewWhole], has written. Where required
// values are absent, or values are kept as protobuf so that they are no JSON, these are the violations, as far as w has found
// them. Where another part of the value has no JSON form, the error is w's [*jsonx.EncodeError].
func (s Schema) ValidateWritten(w *jsonx.Writer) error {
	b, err := w.Result()
	if err == nil {
		return s.ValidateJSON(b)
	}
	var first *jsonx.EncodeError
	if !errors.As(err, &first) || !lacking(first) {
		return err
	}
	out := &violation.Error{}
	for _, e := range append([]*jsonx.EncodeError{first}, first.More...) {
		if !lacking(e) {
			continue
		}
		v := violation.Violation{InstanceLocation: e.Pointer, Message: e.Err.Error()}
		if errors.Is(e, jsonx.ErrAbsent) {
			v.Keyword = "required"
		}
		out.Violations = append(out.Violations, v)
	}
	return out
}

// lacking tells whether there is nothing where a value should be.
func lacking(e *jsonx.EncodeError) bool {
	return errors.Is(e, jsonx.ErrAbsent) || errors.Is(e, jsonx.ErrNoJSON)
}

// ValidJSON tells whether data is a JSON text that the schema takes. It stops at the first violation.
func (s Schema) ValidJSON(data []byte) bool { return s.valid(borrow(data)) }

// ValidRaw is [Schema.ValidJSON] for raw JSON.
func (s Schema) ValidRaw(raw jsonx.Raw) bool { return s.valid(string(raw)) }

// run is what one validation needs. It is used again and again, so that a valid document costs no memory.
type run struct {
	doc  jsonx.Document
	eval Eval
}

var runs = sync.Pool{New: func() any { return new(run) }}

func (s Schema) valid(text string) bool {
	r := runs.Get().(*run)
	defer r.release()
	return r.doc.Parse(text) == nil && (s.Eval == nil || r.eval.accepts(s, &r.doc))
}

func (s Schema) validate(text string) error {
	r := runs.Get().(*run)
	defer r.release()
	if err := r.doc.Parse(text); err != nil {
		return err
	}
	if s.Eval == nil || r.eval.accepts(s, &r.doc) {
		return nil
	}
	return &violation.Error{Violations: r.eval.explain(s, &r.doc)}
}

func (r *run) release() {
	r.eval.reset()
	r.doc.Reset()
	runs.Put(r)
}

// borrow is data as a string, without a copy. What is made from it must not outlive the call: the document lets
// go of it, and the texts of violations and errors are all composed, never cut out.
func borrow(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }
