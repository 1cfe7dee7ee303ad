package server

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// State writes the state, which is one for the run and all its subagents (F1 to F3).
type State struct{ scope Scope }

// State is the writer of the state.
func (s Scope) State() State { return State{s} }

// Replace makes the state v, which may be any JSON value.
func (s State) Replace(v any) error {
	raw, err := encode(v)
	run := s.scope.run
	run.mu.Lock()
	defer run.mu.Unlock()
	if err != nil {
		return run.unfit(err)
	}
	return run.send(&agui.StateSnapshotEvent{Snapshot: raw, SubagentRunID: s.scope.owner})
}

// Patch changes the state. The operations must fit what Value is, which is the input's state to begin with, and an empty
// object if that has none (F2).
func (s State) Patch(operations ...agui.JSONPatchOperation) error {
	run := s.scope.run
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.send(&agui.StateDeltaEvent{Delta: patch(operations), SubagentRunID: s.scope.owner})
}

// Value is the state as the reader has it now.
func (s State) Value() jsonx.Raw {
	run := s.scope.run
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.book.state.Raw()
}
