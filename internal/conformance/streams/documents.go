package streams

import (
	"encoding/json"
	"slices"

	"github.com/agui-gen/agui-gen/internal/conformance/random"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

// tooBig is from when on a document that is patched is replaced, in bytes.
const tooBig = 600

func (m *maker) stateSnapshot() {
	state := m.value(true)
	m.state = jsonx.Raw(state)
	m.by(m.owner(), Event{"type": "STATE_SNAPSHOT", "snapshot": state})
}

func (m *maker) stateDelta() {
	if len(m.state) > tooBig {
		m.stateSnapshot()
		return
	}
	patch, after := m.patch(m.state)
	m.state = after
	m.by(m.owner(), Event{"type": "STATE_DELTA", "delta": patch})
}

// patch makes a patch for a document, and what it makes of it. One of seven does not apply.
func (m *maker) patch(doc jsonx.Raw) (json.RawMessage, jsonx.Raw) {
	text := random.PatchOf(m.r, doc, m.r.IntN(5), m.r.IntN(7) == 0)
	ops, err := jsonpatch.ParsePatch(jsonx.Raw(text))
	if err != nil {
		panic(err)
	}
	after, err := jsonpatch.Apply(doc, ops, 0)
	if err != nil {
		after = doc
	}
	return json.RawMessage(text), after
}

// activity makes an activity, or shows one anew.
func (m *maker) activity() {
	content := m.object()
	h := m.someHeld(func(h *message) bool { return h.role == "activity" })
	ev := Event{"type": "ACTIVITY_SNAPSHOT", "activityType": one(m.r, "ex.tide", "ex.chart"), "content": content}
	owner := m.owner()
	if m.chance(50) {
		ev["replace"] = m.chance(50)
	}
	switch {
	case h == nil || m.chance(50):
		h = &message{id: m.id("act"), role: "activity", owner: owner, content: jsonx.Raw(content)}
		m.held = append(m.held, h)
	case ev["replace"] != false:
		h.owner, h.content = owner, jsonx.Raw(content)
	default:
		owner = m.tag(h.owner)
	}
	ev["messageId"] = h.id
	m.by(owner, ev)
}

func (m *maker) patchActivity() {
	h := m.someHeld(func(h *message) bool { return h.role == "activity" })
	if h == nil || m.chance(5) {
		m.by(m.owner(), Event{"type": "ACTIVITY_DELTA", "messageId": m.id("act"), "activityType": "ex.tide", "patch": []any{}})
		return
	}
	patch, after := m.patch(h.content)
	if after[0] != '{' || len(after) > tooBig {
		return
	}
	h.content = after
	m.by(m.tag(h.owner), Event{"type": "ACTIVITY_DELTA", "messageId": h.id, "activityType": one(m.r, "ex.tide", "ex.chart"), "patch": patch})
}

// snapshot states the messages anew. It keeps what is open.
func (m *maker) snapshot() {
	m.endLanes()
	var listed []*message
	roles := map[string]bool{}
	for _, h := range m.held {
		if m.needed(h) || m.chance(60) {
			listed = append(listed, h)
			roles[h.role] = true
		}
	}
	m.r.Shuffle(len(listed), func(i, j int) { listed[i], listed[j] = listed[j], listed[i] })
	all := []any{}
	for _, h := range listed {
		all = append(all, m.written(h))
	}
	before := m.held
	m.held = listed
	for range m.r.IntN(3) {
		msg := m.newMessage()
		roles[msg["role"].(string)] = true
		all = append(all, msg)
	}
	for _, h := range before {
		if (h.role == "activity" || h.role == "reasoning") && !roles[h.role] {
			m.held = append(m.held, h)
		}
	}
	m.add(Event{"type": "MESSAGES_SNAPSHOT", "messages": all})
}

// needed tells whether a message is open, or a call in it.
func (m *maker) needed(h *message) bool {
	return m.isOpen(textMessage, h.id) || m.isOpen(reasoning, h.id) ||
		slices.ContainsFunc(h.calls, func(c Event) bool { return m.isOpen(call, c["id"].(string)) })
}

// encrypted sends an encrypted value of a message or a call, or of what is not there.
func (m *maker) encrypted() {
	ev := Event{"type": "REASONING_ENCRYPTED_VALUE", "subtype": "message", "entityId": "nowhere", "encryptedValue": m.words()}
	h := m.someHeld(func(h *message) bool { return h.role != "activity" })
	switch {
	case h == nil || m.chance(5):
		m.by("", ev)
		return
	case len(h.calls) > 0 && m.chance(50):
		ev["subtype"], ev["entityId"] = "tool-call", h.calls[m.r.IntN(len(h.calls))]["id"]
	default:
		ev["entityId"] = h.id
	}
	m.by(m.tag(h.owner), ev)
}
