package streams

import (
	"encoding/json"
	"slices"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// input makes the input: what the consumer holds before the stream.
func (m *maker) input() {
	in := Event{"threadId": m.thread, "runId": m.id("run"), "messages": []any{}}
	m.state = "{}"
	if m.chance(50) {
		state := m.object()
		in["state"], m.state = state, jsonx.Raw(state)
	}
	if m.chance(50) {
		in["messages"] = m.messages(m.r.IntN(5))
	}
	if m.chance(10) {
		in["tools"] = []any{Event{"name": "hoist", "description": "lifts", "parameters": m.object()}}
	}
	if m.chance(10) {
		in["context"] = []any{Event{"description": "where", "value": "the quay"}}
	}
	if m.chance(10) {
		in["resume"] = []any{Event{"interruptId": "int-0", "status": one(m.r, "resolved", "cancelled"), "payload": m.value(false)}}
	}
	m.s.Input = in
}

// messages makes new messages, which the consumer then holds.
func (m *maker) messages(n int) []any {
	all := []any{}
	for range n {
		all = append(all, m.newMessage())
	}
	return all
}

func (m *maker) newMessage() Event {
	h := &message{id: m.id("msg"), owner: m.owner(), role: one(m.r, "developer", "system", "assistant", "assistant", "user", "user", "tool", "activity", "reasoning")}
	if h.role == "assistant" {
		for range m.r.IntN(3) {
			h.calls = append(h.calls, Event{"id": m.id("call"), "type": "function", "function": Event{"name": one(m.r, "moor", "hoist"), "arguments": m.words()}})
		}
	}
	m.held = append(m.held, h)
	return m.written(h)
}

// written is a message as a snapshot has it, with a new content.
func (m *maker) written(h *message) Event {
	msg := Event{"id": h.id, "role": h.role}
	if h.owner != "" {
		msg["subagentRunId"] = h.owner
	}
	if m.chance(20) {
		msg["metadata"] = m.metadata()
	}
	if m.chance(10) && h.role != "activity" {
		msg["encryptedValue"] = m.words()
	}
	h.plain, msg["content"] = true, m.words()
	switch h.role {
	case "assistant":
		if m.chance(20) {
			delete(msg, "content")
		}
		if len(h.calls) > 0 {
			msg["toolCalls"] = h.calls
		}
	case "user":
		if m.chance(30) {
			h.plain, msg["content"] = false, m.parts()
		}
	case "tool":
		h.plain, msg["toolCallId"] = false, m.someCall()
		if m.chance(30) {
			msg["content"] = m.parts()
		}
		if m.chance(20) {
			msg["error"] = "slipped"
		}
	case "activity":
		content := m.object()
		h.plain, h.content, msg["content"], msg["activityType"] = false, jsonx.Raw(content), content, one(m.r, "ex.tide", "ex.chart")
	}
	if h.name != "" && h.plain && h.role != "reasoning" {
		msg["name"] = h.name
	}
	return msg
}

// parts are a list of content parts.
func (m *maker) parts() []any {
	all := []any{}
	for range m.r.IntN(4) {
		part := Event{"type": one(m.r, "text", "image", "audio", "video", "document")}
		if part["type"] == "text" {
			part["text"] = m.words()
		} else {
			source := Event{"type": one(m.r, "data", "url", "file"), "value": "aGk="}
			if source["type"] == "data" || m.chance(50) {
				source["mimeType"] = "image/png"
			}
			part["source"] = source
		}
		if m.chance(20) {
			part["metadata"] = m.value(false)
		}
		all = append(all, part)
	}
	return all
}

// someCall is the id of a call that is held, or of one that is not.
func (m *maker) someCall() string {
	ids := []string{"call-unknown"}
	for _, h := range m.held {
		for _, c := range h.calls {
			ids = append(ids, c["id"].(string))
		}
	}
	return one(m.r, ids...)
}

// run makes a run from its start to its end.
func (m *maker) run(id string) {
	m.past = append(m.past, append(m.agents, m.gone...)...)
	m.open, m.lanes, m.steps, m.agents, m.gone, m.asked = nil, map[string]*item{}, nil, nil, nil, nil
	start := Event{"type": "RUN_STARTED", "threadId": m.thread, "runId": id}
	if m.chance(30) {
		start["protocolVersion"] = one(m.r, "1.0", "1.0", "0.9", "1.1", "2.10", "one")
	}
	if m.chance(10) {
		start["parentRunId"] = "run-parent"
	}
	if m.chance(15) {
		start["input"] = m.echo(id)
	}
	m.add(start)
	for range m.r.IntN(22) {
		m.act()
	}
	if m.chance(10) {
		m.endLanes()
		m.add(m.runError())
		return
	}
	m.finishAll()
	end := Event{"type": "RUN_FINISHED", "threadId": m.thread, "runId": id}
	m.outcome(end)
	m.add(end)
	if m.chance(4) {
		m.add(m.runError())
	}
}

// echo is an input as a producer echoes it: some of what is held, and more.
func (m *maker) echo(runID string) Event {
	in := Event{"threadId": m.thread, "runId": runID, "messages": []any{}}
	all := []any{}
	for _, h := range m.held {
		if m.chance(50) {
			c := *h
			all = append(all, m.written(&c))
		}
	}
	in["messages"] = append(all, m.messages(m.r.IntN(3))...)
	if m.chance(30) {
		in["state"] = m.value(false)
	}
	if m.chance(30) {
		in["tools"], in["context"], in["forwardedProps"] = []any{}, []any{}, m.value(false)
	}
	return in
}

func (m *maker) runError() Event {
	ev := Event{"type": "RUN_ERROR", "message": m.words()}
	if m.chance(30) {
		ev["code"] = "jam"
	}
	if m.chance(20) {
		ev["usage"] = m.usage()
	}
	return ev
}

func (m *maker) usage() []any {
	return []any{Event{"provider": "ex", "model": "ex-1", "inputTokens": m.r.IntN(1 << 30), "outputTokens": 0}}
}

func (m *maker) outcome(end Event) {
	if m.chance(20) {
		end["usage"] = m.usage()
	}
	if m.chance(30) {
		end["result"] = m.value(false)
	}
	switch m.r.IntN(8) {
	case 0:
		end["outcome"] = Event{"type": "success"}
	case 1:
		end["outcome"] = Event{"type": "success", "pendingToolCallIds": append([]string{}, m.asked...)}
	case 2:
		interrupts := []any{}
		for range 1 + m.r.IntN(2) {
			i := Event{"id": m.id("int"), "reason": "ex.ask"}
			if m.chance(50) {
				i["message"], i["responseSchema"], i["expiresAt"] = m.words(), m.object(), "2031-05-06T07:08:09Z"
			}
			if m.chance(30) {
				i["toolCallId"], i["metadata"] = m.someCall(), m.metadata()
			}
			if owner := m.owner(); owner != "" {
				i["subagentRunId"] = owner
			}
			interrupts = append(interrupts, i)
		}
		end["outcome"] = Event{"type": "interrupt", "interrupts": interrupts}
	case 3:
		end["outcome"] = Event{"type": "cancelled"}
	}
}

// finishAll closes what is open, in any order.
func (m *maker) finishAll() {
	for _, it := range slices.Clone(m.open) {
		if !it.chunked {
			m.finish(it)
		}
	}
	for len(m.steps) > 0 {
		m.finishStep()
	}
	for len(m.agents) > 0 {
		m.finishAgent()
	}
	m.endLanes()
}

// act sends an event, or none where there is nothing to send of what it chose.
func (m *maker) act() {
	acts := []struct {
		weight int
		act    func()
	}{
		{8, m.start}, {14, m.goOn}, {8, m.end}, {10, m.beginChunks}, {18, m.goOnInChunks}, {6, m.result},
		{3, m.startStep}, {3, m.finishStep}, {3, m.startAgent}, {2, m.finishAgent},
		{2, m.stateSnapshot}, {5, m.stateDelta}, {3, m.activity}, {4, m.patchActivity}, {4, m.snapshot},
		{2, m.raw}, {2, m.custom}, {4, m.encrypted},
	}
	total := 0
	for _, a := range acts {
		total += a.weight
	}
	n := m.r.IntN(total)
	for _, a := range acts {
		if n -= a.weight; n < 0 {
			a.act()
			return
		}
	}
}

func (m *maker) raw() {
	ev := Event{"type": "RAW", "event": m.value(true)}
	if m.chance(30) {
		ev["source"] = "gauge"
	}
	m.by(m.owner(), ev)
}

func (m *maker) custom() {
	m.by(m.owner(), Event{"type": "CUSTOM", "name": "ex.horn", "value": m.value(true)})
}

func (m *maker) startStep() {
	s := step{m.owner(), one(m.r, "look", "lift", "")}
	if slices.Contains(m.steps, s) {
		return
	}
	m.steps = append(m.steps, s)
	m.by(s.owner, Event{"type": "STEP_STARTED", "stepName": s.name})
}

func (m *maker) finishStep() {
	if len(m.steps) == 0 {
		return
	}
	i := m.r.IntN(len(m.steps))
	s := m.steps[i]
	m.steps = slices.Delete(m.steps, i, i+1)
	m.by(s.owner, Event{"type": "STEP_FINISHED", "stepName": s.name})
}

func (m *maker) startAgent() {
	ev := Event{"type": "SUBAGENT_STARTED", "subagentRunId": m.id("sub"), "name": "pilot"}
	if parents := append(m.agents, m.gone...); len(parents) > 0 && m.chance(30) {
		ev["parentSubagentRunId"] = one(m.r, parents...)
	}
	if m.chance(30) {
		ev["description"], ev["parentToolCallId"], ev["parentMessageId"] = m.words(), m.someCall(), "msg-any"
	}
	if id := one(m.r, m.past...); id != "" && m.chance(40) && !slices.Contains(append(m.agents, m.gone...), id) {
		ev["subagentRunId"] = id // it goes on
	}
	m.agents = append(m.agents, ev["subagentRunId"].(string))
	m.add(ev)
}

func (m *maker) finishAgent() {
	if len(m.agents) == 0 {
		return
	}
	i := m.r.IntN(len(m.agents))
	id := m.agents[i]
	m.agents = slices.Delete(slices.Clone(m.agents), i, i+1)
	m.gone = append(m.gone, id)
	m.endLane(id)
	if m.chance(30) {
		m.add(Event{"type": "SUBAGENT_ERROR", "subagentRunId": id, "message": m.words()})
		return
	}
	ev := Event{"type": "SUBAGENT_FINISHED", "subagentRunId": id}
	switch m.r.IntN(4) {
	case 0:
		ev["outcome"] = Event{"type": "success"}
	case 1:
		ev["outcome"] = Event{"type": "suspended", "interruptIds": []string{}}
	case 2:
		ev["result"] = json.RawMessage(m.value(false))
	}
	m.add(ev)
}
