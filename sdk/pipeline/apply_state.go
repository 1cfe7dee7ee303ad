package pipeline

import (
	"errors"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

// state is a JSON document that patches are applied to. It is parsed when the first patch comes.
type state struct {
	text jsonx.Raw
	doc  *jsonpatch.Document
}

func (s *state) reset(text jsonx.Raw) { *s = state{text: text} }

func (s *state) raw() jsonx.Raw {
	if s.doc != nil {
		return s.doc.Raw()
	}
	return s.text
}

// patch applies a patch as a whole or not at all.
func (s *state) patch(patch agui.JSONPatch) error {
	if s.doc == nil {
		doc, err := jsonpatch.NewDocument(s.text)
		if err != nil {
			return err
		}
		s.doc = doc
	}
	doc, err := s.doc.Apply(operations(patch), 0)
	if err != nil {
		return err
	}
	s.doc = doc
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

// patchState applies a STATE_DELTA. A patch that does not fit leaves the state as it is.
func (t *thread) patchState(ev *agui.StateDeltaEvent) error {
	return t.patched(t.state.patch(ev.Delta), "/delta", "failed to apply the state patch, the state stays as it was")
}

// patched judges the outcome of a patch: malformed ones are fatal, others that fail are told of.
func (t *thread) patched(err error, pointer, message string) error {
	if err == nil {
		return nil
	}
	var patch *jsonpatch.Error
	if !errors.As(err, &patch) || patch.Class == jsonpatch.Malformed {
		return t.env.fail(StageApplication, RulePatch, err)
	}
	t.env.warn(StageApplication, pointer, message+"; ask for a snapshot: "+err.Error())
	return nil
}
