package pipeline

import (
	"errors"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

// patchState applies a STATE_DELTA. A patch that does not fit leaves the state as it is.
func (t *thread) patchState(ev *agui.StateDeltaEvent) error {
	return t.patched(t.state.Patch(ev.Delta), "/delta", "failed to apply the state patch, the state stays as it was")
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
