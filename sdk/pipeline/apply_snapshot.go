package pipeline

import "github.com/agui-gen/agui-gen/out/agui"

// snapshot makes the messages those of a snapshot. Held ones keep their places and are replaced whole, new ones follow in
// their order, and those that are missing go; except activity and reasoning messages, as long as the snapshot has none of
// that role at all.
func (t *thread) snapshot(ev *agui.MessagesSnapshotEvent) {
	roles := map[string]bool{}
	fresh := make(map[string]agui.Message, len(ev.Messages))
	for _, m := range ev.Messages {
		roles[m.Role()] = true
		fresh[idOf(m)] = m
	}
	before := t.messages
	t.messages, t.byID, t.calls = list{}, make(map[string]*held, before.n), map[string]*call{}
	for h := range before.all() {
		if t.byID[h.id] != nil {
			continue
		}
		if m, ok := fresh[h.id]; ok {
			t.add(hold(m))
		} else if role := h.msg.Role(); (role == "activity" || role == "reasoning") && !roles[role] {
			t.add(h)
		}
	}
	for _, m := range ev.Messages {
		if id := idOf(m); t.byID[id] == nil {
			t.add(hold(fresh[id]))
		}
	}
}
