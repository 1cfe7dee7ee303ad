package server

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// patchState applies a patch, which must fit (F2).
func (b *book) patchState(ev *agui.StateDeltaEvent) error {
	if err := b.state.Patch(ev.Delta); err != nil {
		return b.broken("F2", "the patch does not fit the state: %w", err)
	}
	return nil
}

// activityOwner is who owns an activity, and whether there is one of that id.
func (b *book) activityOwner(id string) (opt.Opt[string], bool) {
	if m := b.messages[id]; m != nil && m.role == agui.RoleActivity {
		return m.owner, true
	}
	return opt.None[string](), false
}

// activity judges a snapshot of an activity: A8, F5.
func (b *book) activity(ev *agui.ActivitySnapshotEvent) error {
	m := b.messages[ev.MessageID]
	replace := ev.Replace.Or(true)
	switch {
	case m != nil && m.role != agui.RoleActivity:
		return b.broken("A8", "%s is the id of a message of the role %s", quote(ev.MessageID), m.role)
	case m != nil && !replace && m.owner != ev.SubagentRunID:
		return b.broken("F5", "activity %s is that of %s, and %s would leave it as it is", quote(ev.MessageID), whose(m.owner), whose(ev.SubagentRunID))
	case m == nil || replace:
		b.messages[ev.MessageID] = &message{role: agui.RoleActivity, owner: ev.SubagentRunID, content: pipeline.NewDocument(ev.Content)}
	}
	return nil
}

// patchActivity judges a change of an activity: F2, F5.
func (b *book) patchActivity(ev *agui.ActivityDeltaEvent) error {
	m := b.messages[ev.MessageID]
	if m == nil || m.role != agui.RoleActivity {
		return b.broken("F2", "there is no activity %s to change; send a snapshot first", quote(ev.MessageID))
	}
	if err := m.content.PatchObject(ev.Patch); err != nil {
		return b.broken("F5", "the patch does not fit activity %s: %w", quote(ev.MessageID), err)
	}
	return nil
}
