package pipeline

import "github.com/agui-gen/agui-gen/out/agui"

// activity makes an activity message, or replaces what a held one shows. Its metadata accumulates in any case.
func (t *thread) activity(ev *agui.ActivitySnapshotEvent) {
	h := t.byID[ev.MessageID]
	if h == nil {
		t.add(hold(&agui.ActivityMessage{ID: ev.MessageID, ActivityType: ev.ActivityType, Content: ev.Content, Metadata: ev.Metadata, SubagentRunID: ev.SubagentRunID}))
		return
	}
	replace := ev.Replace.Or(true)
	m, ok := h.msg.(*agui.ActivityMessage)
	switch {
	case replace && ok:
		m.ActivityType, m.Content, m.SubagentRunID, h.content = ev.ActivityType, ev.Content, ev.SubagentRunID, nil
	case replace:
		h.late, h.more = overlay{}, "" // of the message that goes
		h.msg = &agui.ActivityMessage{ID: ev.MessageID, ActivityType: ev.ActivityType, Content: ev.Content, SubagentRunID: ev.SubagentRunID}
	}
	h.merge(ev.Metadata)
}

// patchActivity patches the content of an activity and gives it the type of the event.
func (t *thread) patchActivity(ev *agui.ActivityDeltaEvent) error {
	h := t.byID[ev.MessageID]
	var m *agui.ActivityMessage
	if h != nil {
		m, _ = h.msg.(*agui.ActivityMessage)
	}
	if m == nil {
		t.env.warn(StageApplication, "/messageId", "skipped: there is no activity "+quote(ev.MessageID)+" to change; send a snapshot first")
		return nil
	}
	h.merge(ev.Metadata)
	if h.content == nil {
		content := NewDocument(m.Content)
		h.content = &content
	}
	if err := h.content.PatchObject(ev.Patch); err != nil {
		return t.patched(err, "/patch", "failed to apply the activity patch, the activity stays as it was")
	}
	m.ActivityType = ev.ActivityType
	return nil
}
