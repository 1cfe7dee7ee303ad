package pipeline

import (
	"errors"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

// Document is a JSON text that patches are applied to: the state of an agent, or what an activity shows. It is parsed when
// the first patch comes. The zero value has no text.
type Document struct {
	text jsonx.Raw
	doc  *jsonpatch.Document
}

// NewDocument is a document of a text.
func NewDocument(text jsonx.Raw) Document { return Document{text: text} }

// Raw is the document as it is now.
func (d *Document) Raw() jsonx.Raw {
	if d.doc != nil {
		return d.doc.Raw()
	}
	return d.text
}

// Patch applies a patch as a whole, or not at all (L6.9). The error is a [*jsonpatch.Error], of the class Malformed for an
// operation that the schema does not know.
func (d *Document) Patch(patch agui.JSONPatch) error {
	return d.patch(patch, func(*jsonpatch.Document) error { return nil })
}

var errNotObject = errors.New("the content would be no object")

// PatchObject is Patch for what has to stay an object, as the content of an activity has (F5).
func (d *Document) PatchObject(patch agui.JSONPatch) error {
	return d.patch(patch, func(doc *jsonpatch.Document) error {
		if doc.Kind() != jsonx.KindObject {
			return &jsonpatch.Error{Index: -1, Class: jsonpatch.Inapplicable, Err: errNotObject}
		}
		return nil
	})
}

func (d *Document) patch(patch agui.JSONPatch, fits func(*jsonpatch.Document) error) (err error) {
	doc := d.doc
	if doc == nil {
		if doc, err = jsonpatch.NewDocument(d.text); err != nil {
			return err
		}
	}
	if doc, err = doc.Apply(operations(patch), 0); err != nil {
		return err
	}
	if err := fits(doc); err != nil {
		return err
	}
	d.doc = doc
	return nil
}

// operations are those of a patch. One that the schema does not know is malformed for jsonpatch; enforcement has removed it.
func operations(patch agui.JSONPatch) []jsonpatch.Op {
	ops := make([]jsonpatch.Op, len(patch))
	for i, op := range patch {
		o := jsonpatch.Op{Op: op.Op()}
		switch op := op.(type) {
		case *agui.AddOperation:
			o.Path, o.Value = op.Path, op.Value
		case *agui.RemoveOperation:
			o.Path = op.Path
		case *agui.ReplaceOperation:
			o.Path, o.Value = op.Path, op.Value
		case *agui.MoveOperation:
			o.From, o.Path = op.From, op.Path
		case *agui.CopyOperation:
			o.From, o.Path = op.From, op.Path
		case *agui.TestOperation:
			o.Path, o.Value = op.Path, op.Value
		}
		ops[i] = o
	}
	return ops
}
