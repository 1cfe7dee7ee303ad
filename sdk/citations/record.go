package citations

import (
	"errors"
	"fmt"

	"github.com/agui-gen/agui-gen/out/moca"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

var (
	// ErrIdentity is a record whose ids contradict each other: its ref is not ID@VERSION#PATH, or its node id is not ID#PATH.
	ErrIdentity = errors.New("the ids of the record contradict each other")
	// ErrDepth is a record that a service does not take because its arrays and objects are nested more than 28 deep: readers
	// of protobuf commonly stop at a hundred messages, and every level takes up to three. The record would end the run.
	ErrDepth = errors.New("the record is nested too deep")
)

// maxDepth is how deep arrays and objects in a record can be nested.
const maxDepth = 28

// RecordError is a citation record that is refused.
type RecordError struct {
	// Ref is the reference of its node, "" where that cannot be told.
	Ref string
	// Err is a *jsonx.SyntaxError, a *violation.Error, or wraps [ErrIdentity] or [ErrDepth].
	Err error
}

func (e *RecordError) Error() string {
	if e.Ref == "" {
		return "citation record refused: " + e.Err.Error()
	}
	return "citation record of " + quote(e.Ref) + " refused: " + e.Err.Error()
}

// Unwrap is what is wrong with the record.
func (e *RecordError) Unwrap() error { return e.Err }

// record is a citation record that has been judged: its text as it came, and what it says.
type record struct {
	raw  jsonx.Raw
	says *moca.CitationRecord
}

// newRecord judges a record by its schema. Members that the schema does not know are told of and kept, since services may be
// newer than it; all else that it has against the record refuses it, with a [*RecordError].
func newRecord(raw jsonx.Raw, tell func(pointer, message string)) (*record, error) {
	if err := moca.CitationRecordSchema.ValidateRaw(raw); err != nil {
		if err = tolerate(err, tell); err != nil {
			return nil, refuse(raw, err)
		}
	}
	if depth(raw) > maxDepth {
		return nil, refuse(raw, ErrDepth)
	}
	return readRecord(raw)
}

// depth is how many arrays and objects there are inside one another.
func depth(raw jsonx.Raw) int {
	most, now := 0, 0
	quoted := false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
			if c == '\\' {
				i++
			}
		case c == '{', c == '[':
			now++
			most = max(most, now)
		case c == '}', c == ']':
			now--
		}
	}
	return most
}

// readRecord reads a record that its schema allows, but for members that it does not know.
func readRecord(raw jsonx.Raw) (*record, error) {
	says := new(moca.CitationRecord)
	if err := says.UnmarshalJSON([]byte(raw)); err != nil {
		return nil, refuse(raw, err)
	}
	if err := identify(says); err != nil {
		return nil, refuse(raw, err)
	}
	return &record{raw, says}, nil
}

func refuse(raw jsonx.Raw, err error) error {
	node, _ := raw.Lookup("node")
	ref, _ := node.Lookup("ref")
	name, _ := ref.Text()
	return &RecordError{name, err}
}

// tolerate tells of members that are not known, and gives back what else there is.
func tolerate(err error, tell func(pointer, message string)) error {
	var all *violation.Error
	if !errors.As(err, &all) {
		return err
	}
	var grave []violation.Violation
	for _, v := range all.Violations {
		if v.Keyword == "additionalProperties" {
			tell(v.InstanceLocation, "the record schema does not know this member, which is kept")
		} else {
			grave = append(grave, v)
		}
	}
	if grave == nil {
		return nil
	}
	return &violation.Error{Violations: grave}
}

// identify holds the ids of a record against each other. They are joined without any escaping, and compared byte by byte.
func identify(r *moca.CitationRecord) error {
	if want := r.Package.ID + "@" + r.Package.Version + "#" + r.Node.Path; r.Node.Ref != want {
		return fmt.Errorf("%w: node.ref is %s, and package and path make %s", ErrIdentity, quote(r.Node.Ref), quote(want))
	}
	if want := r.Package.ID + "#" + r.Node.Path; r.Node.ID != want {
		return fmt.Errorf("%w: node.id is %s, and package and path make %s", ErrIdentity, quote(r.Node.ID), quote(want))
	}
	return nil
}

// withoutText is the record without its text, and with every other value as it was: the one change that a service may make
// (S4).
func (r *record) withoutText() jsonx.Raw {
	if !r.says.Text.IsSet() {
		return r.raw
	}
	w := jsonx.NewWriter(make([]byte, 0, len(r.raw)))
	w.Lit("{")
	for name, value := range r.raw.Members() {
		if name != "text" {
			w.Key(name)
			w.Raw(value)
		}
	}
	w.Lit("}")
	b, err := w.Result()
	if err != nil { // it has been read, so that each part of it can be written
		return r.raw
	}
	return jsonx.Raw(b)
}
