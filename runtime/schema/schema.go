package schema

import (
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
func (s Schema) ValidateJSON(data []byte) error { return s.validate(borrow(data)) }

// ValidateRaw is [Schema.ValidateJSON] for raw JSON. Raw that is empty is not JSON.
func (s Schema) ValidateRaw(raw jsonx.Raw) error { return s.validate(string(raw)) }

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
	return r.doc.Parse(text) == nil && r.accepts(s)
}

func (s Schema) validate(text string) error {
	r := runs.Get().(*run)
	defer r.release()
	if err := r.doc.Parse(text); err != nil {
		return err
	}
	if r.accepts(s) {
		return nil
	}
	return &violation.Error{Violations: r.explain(s)}
}

func (r *run) release() {
	r.doc.Reset()
	runs.Put(r)
}

// accepts judges the document, and nothing else.
func (r *run) accepts(s Schema) bool {
	if s.Eval == nil {
		return true
	}
	r.eval.begin(r.doc.Root(), s.Location, true)
	s.Eval(&r.eval)
	return !r.eval.failed
}

// explain judges a document that is known to be invalid again, and says why it is.
func (r *run) explain(s Schema) []violation.Violation {
	r.eval.begin(r.doc.Root(), s.Location, false)
	s.Eval(&r.eval)
	return r.eval.end()
}

// borrow is data as a string, without a copy. What is made from it must not outlive the call: the document lets
// go of it, and the texts of violations and errors are all composed, never cut out.
func borrow(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }
