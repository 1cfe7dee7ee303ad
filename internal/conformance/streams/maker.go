package streams

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/agui-gen/agui-gen/internal/conformance/random"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// maker makes a stream, and knows what a consumer of it has open and holds.
type maker struct {
	r      *rand.Rand
	s      *Stream
	n      int // ids made
	thread string
	held   []*message // the messages, in no particular order
	open   []*item
	lanes  map[string]*item // what chunks assemble, by owner
	steps  []step
	agents []string // announced in this run and active
	gone   []string // announced in this run and ended
	past   []string // announced in a run before
	asked  []string // calls of this run, in their order
	state  jsonx.Raw
}

// item is something that is streamed piece by piece. The owner is a subagent, "" for the parent agent.
type item struct {
	kind               kind
	id, owner          string
	role, name, parent string
	chunked            bool
}

type kind int

const (
	textMessage kind = iota
	call
	reasoning
	span
)

type step struct{ owner, name string }

// message is a message that the consumer holds.
type message struct {
	id, role, owner, name string
	plain                 bool // its content is text
	calls                 []Event
	content               jsonx.Raw // of an activity
}

// Valid makes a stream that keeps the rules.
func Valid(r *rand.Rand) *Stream {
	m := &maker{r: r, s: &Stream{}, thread: fmt.Sprintf("th-%d", r.IntN(100)), lanes: map[string]*item{}}
	m.input()
	runs := 1
	if r.IntN(4) == 0 {
		runs += 1 + r.IntN(2)
	}
	if r.IntN(40) == 0 {
		m.add(m.runError())
	}
	for i := range runs {
		id := m.s.Input["runId"].(string)
		if i < runs-1 {
			id = m.id("run")
		}
		m.run(id)
	}
	return m.s
}

// id is a new id.
func (m *maker) id(prefix string) string {
	m.n++
	return fmt.Sprintf("%s-%d", prefix, m.n)
}

// one is one of several, "" of none.
func one(r *rand.Rand, of ...string) string {
	if len(of) == 0 {
		return ""
	}
	return of[r.IntN(len(of))]
}

// chance is true p times out of a hundred.
func (m *maker) chance(p int) bool { return m.r.IntN(100) < p }

// value is any JSON value, or any but null.
func (m *maker) value(null bool) json.RawMessage {
	for {
		if v := random.JSON(m.r, m.r.IntN(4)); null || v != "null" {
			return json.RawMessage(v)
		}
	}
}

// object is an open object.
func (m *maker) object() json.RawMessage {
	for {
		if v := random.JSON(m.r, 2); v[0] == '{' {
			return json.RawMessage(v)
		}
	}
}

func (m *maker) metadata() Event {
	data := Event{}
	for range m.r.IntN(4) {
		data[one(m.r, "a", "b", "ex.tint", "ag-ui", "")] = json.RawMessage(random.JSON(m.r, m.r.IntN(3)))
	}
	return data
}

func (m *maker) words() string {
	return one(m.r, "", "a", "fog ", "{\"at\":3", "}", "wäter 🌊", "e\u0301", "\n", "<b>&\u2028", "slack water ", "null")
}

// add sends an event, with what any event may have.
func (m *maker) add(ev Event) {
	if m.chance(15) {
		ev["metadata"] = m.metadata()
	}
	_, chunk := chunkKinds[ev["type"].(string)]
	if m.chance(5) && !chunk { // the peer leaves the timestamp of chunks out
		ev["timestamp"] = m.r.IntN(1 << 40)
	}
	if m.chance(4) && (!chunk || ev["delta"] != nil) {
		ev["rawEvent"] = m.value(false)
	}
	m.s.Events = append(m.s.Events, ev)
}

// by sends an event of an owner. It ends what chunks assemble in the owner's lane, if it is of the events that do.
func (m *maker) by(owner string, ev Event) {
	if owner != "" {
		ev["subagentRunId"] = owner
	}
	switch ev["type"] {
	case "RAW", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA", "REASONING_ENCRYPTED_VALUE":
	default:
		m.endLane(owner)
	}
	m.add(ev)
}

// tag is how an event tells that it continues something of an owner: by name, or not at all.
func (m *maker) tag(owner string) string {
	if m.chance(50) {
		return owner
	}
	return ""
}

func (m *maker) endLane(owner string) {
	if it := m.lanes[owner]; it != nil {
		delete(m.lanes, owner)
		m.close(it)
	}
}

func (m *maker) endLanes() {
	for owner := range m.lanes {
		m.endLane(owner)
	}
}

func (m *maker) close(it *item) {
	m.open = slices.DeleteFunc(m.open, func(o *item) bool { return o == it })
}

// owner is whoever may send something: mostly the parent agent, else a subagent, announced or not.
func (m *maker) owner() string {
	if m.chance(60) {
		return ""
	}
	return one(m.r, append([]string{"unannounced", "silent"}, m.agents...)...)
}

func (m *maker) find(id string) *message {
	for _, h := range m.held {
		if h.id == id {
			return h
		}
	}
	return nil
}

// isOpen tells whether an item of that kind and id is open.
func (m *maker) isOpen(k kind, id string) bool {
	return slices.ContainsFunc(m.open, func(it *item) bool { return it.kind == k && it.id == id })
}

// explicit is an open item of a kind that chunks do not assemble, nil for none.
func (m *maker) explicit(k kind) *item {
	var of []*item
	for _, it := range m.open {
		if it.kind == k && !it.chunked {
			of = append(of, it)
		}
	}
	if len(of) == 0 {
		return nil
	}
	return of[m.r.IntN(len(of))]
}
