package streams

// names of the events of each kind of item: what opens, continues and closes one, and the member that has its id.
var names = [...]struct{ start, content, end, chunk, id string }{
	textMessage: {"TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "TEXT_MESSAGE_CHUNK", "messageId"},
	call:        {"TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_CHUNK", "toolCallId"},
	reasoning:   {"REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_END", "REASONING_MESSAGE_CHUNK", "messageId"},
	span:        {"REASONING_START", "", "REASONING_END", "", "messageId"},
}

// chunkKinds are the kinds of items that chunks assemble, by the type of the chunk.
var chunkKinds = map[string]kind{"TEXT_MESSAGE_CHUNK": textMessage, "TOOL_CALL_CHUNK": call, "REASONING_MESSAGE_CHUNK": reasoning}

// start opens an item: a new one, or one that is held and closed.
func (m *maker) start() {
	it := m.pick(kind(m.r.IntN(4)))
	if it == nil {
		return
	}
	ev := Event{"type": names[it.kind].start, names[it.kind].id: it.id}
	switch it.kind {
	case textMessage:
		if it.role != "assistant" || m.chance(50) {
			ev["role"] = it.role
		}
		if it.name != "" {
			ev["name"] = it.name
		}
	case call:
		ev["toolCallName"] = it.name
		if it.parent != "" {
			ev["parentMessageId"] = it.parent
		}
	case reasoning:
		ev["role"] = "reasoning"
	}
	m.by(it.owner, ev)
	m.opened(it)
}

// pick chooses an item to open, nil where what it chose is open.
func (m *maker) pick(k kind) *item {
	it := &item{kind: k, owner: m.owner()}
	switch k {
	case textMessage:
		it.id, it.role = m.id("msg"), one(m.r, "assistant", "assistant", "assistant", "user", "system", "developer")
		if m.chance(10) {
			it.name = "Ada"
		}
		if h := m.someHeld(func(h *message) bool { return h.plain && h.role != "reasoning" }); h != nil && m.chance(25) {
			it.id, it.role, it.name, it.owner = h.id, h.role, h.name, h.owner
		}
	case call:
		it.id, it.name = m.id("call"), one(m.r, "moor", "hoist")
		m.caller(it)
		if h := m.someHeld(func(h *message) bool { return len(h.calls) > 0 }); h != nil && m.chance(20) {
			c := h.calls[m.r.IntN(len(h.calls))]
			it.id, it.name, it.owner, it.parent = c["id"].(string), c["function"].(Event)["name"].(string), h.owner, h.id
		}
	case reasoning:
		it.id = m.id("think")
		if h := m.someHeld(func(h *message) bool { return h.role == "reasoning" }); h != nil && m.chance(25) {
			it.id, it.owner = h.id, h.owner
		}
		if s := m.explicit(span); s != nil && m.find(s.id) == nil && m.chance(25) {
			it.id, it.owner = s.id, s.owner
		}
	case span:
		it.id = m.id("span")
	}
	if m.isOpen(k, it.id) {
		return nil
	}
	return it
}

// caller gives a call a parent: a message that is held or none yet, or no parent at all.
func (m *maker) caller(it *item) {
	h := m.someHeld(func(h *message) bool { return h.role == "assistant" })
	switch {
	case h != nil && m.chance(50):
		it.parent, it.owner = h.id, h.owner
	case m.chance(20):
		it.parent = m.id("msg")
	}
}

func (m *maker) someHeld(is func(*message) bool) *message {
	var of []*message
	for _, h := range m.held {
		if is(h) {
			of = append(of, h)
		}
	}
	if len(of) == 0 {
		return nil
	}
	return of[m.r.IntN(len(of))]
}

// opened notes what an item that has been opened makes of the messages.
func (m *maker) opened(it *item) {
	m.open = append(m.open, it)
	switch it.kind {
	case textMessage:
		if m.find(it.id) == nil {
			m.held = append(m.held, &message{id: it.id, role: it.role, owner: it.owner, name: it.name, plain: true})
		}
	case reasoning:
		if m.find(it.id) == nil {
			m.held = append(m.held, &message{id: it.id, role: "reasoning", owner: it.owner, plain: true})
		}
	case call:
		m.asked = append(m.asked, it.id)
		for _, h := range m.held {
			for _, c := range h.calls {
				if c["id"] == it.id {
					return
				}
			}
		}
		id := it.parent
		if id == "" {
			id = it.id
		}
		h := m.find(id)
		if h == nil {
			h = &message{id: id, role: "assistant", owner: it.owner, plain: true}
			m.held = append(m.held, h)
		}
		h.calls = append(h.calls, Event{"id": it.id, "type": "function", "function": Event{"name": it.name, "arguments": ""}})
	}
}

// goOn continues an item.
func (m *maker) goOn() {
	k := kind(m.r.IntN(3))
	if it := m.explicit(k); it != nil {
		m.by(m.tag(it.owner), Event{"type": names[k].content, names[k].id: it.id, "delta": m.words()})
	}
}

// end closes an item.
func (m *maker) end() {
	if it := m.explicit(kind(m.r.IntN(4))); it != nil {
		m.finish(it)
	}
}

func (m *maker) finish(it *item) {
	m.by(m.tag(it.owner), Event{"type": names[it.kind].end, names[it.kind].id: it.id})
	m.close(it)
}

// beginChunks opens an item by a chunk.
func (m *maker) beginChunks() {
	it := m.pick(kind(m.r.IntN(3)))
	if it == nil {
		return
	}
	m.endLane(it.owner)
	it.chunked = true
	ev := Event{"type": names[it.kind].chunk, names[it.kind].id: it.id}
	if it.kind != textMessage || it.role != "assistant" || m.chance(50) {
		m.restate(ev, it, 100)
	}
	if it.name != "" && it.kind == textMessage {
		ev["name"] = it.name
	}
	if m.chance(75) {
		ev["delta"] = m.words()
	}
	if it.owner != "" {
		ev["subagentRunId"] = it.owner
	}
	m.add(ev)
	m.opened(it)
	m.lanes[it.owner] = it
}

// restate has a chunk say what its item was opened with, each with a chance.
func (m *maker) restate(ev Event, it *item, chance int) {
	set := func(name, value string) {
		if value != "" && m.chance(chance) {
			ev[name] = value
		}
	}
	switch it.kind {
	case textMessage:
		set("role", it.role)
		set("name", it.name)
	case call:
		set("toolCallName", it.name)
		set("parentMessageId", it.parent)
	}
}

// goOnInChunks continues an item by a chunk, which may leave out what is clear without it.
func (m *maker) goOnInChunks() {
	var of []*item
	for _, it := range m.open {
		if it.chunked {
			of = append(of, it)
		}
	}
	if len(of) == 0 {
		return
	}
	it := of[m.r.IntN(len(of))]
	ev := Event{"type": names[it.kind].chunk}
	tag := m.tag(it.owner)
	if m.chance(40) || tag != it.owner && !m.clear(it, of) {
		ev[names[it.kind].id] = it.id
	}
	if tag != "" {
		ev["subagentRunId"] = tag
	}
	if m.chance(85) {
		ev["delta"] = m.words()
	}
	m.restate(ev, it, 15)
	m.add(ev)
}

// clear tells whether a chunk with neither id nor tag continues an item of a subagent: no other of its kind is open.
func (m *maker) clear(it *item, chunked []*item) bool {
	for _, other := range chunked {
		if other != it && other.kind == it.kind {
			return false
		}
	}
	return true
}

// result answers a call.
func (m *maker) result() {
	id, owner := m.someCall(), m.owner()
	for _, it := range m.lanes {
		if it.kind == call && it.id == id && it.owner != owner {
			return // it would end what chunks assemble in another lane
		}
	}
	ev := Event{"type": "TOOL_CALL_RESULT", "messageId": m.id("answer"), "toolCallId": id, "content": m.words()}
	if m.chance(30) {
		ev["content"] = m.parts()
	}
	if m.chance(50) {
		ev["role"] = "tool"
	}
	m.by(owner, ev)
	m.held = append(m.held, &message{id: ev["messageId"].(string), role: "tool", owner: owner})
}
