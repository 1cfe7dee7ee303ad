package streams

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
)

// spoiler does something to a stream, and tells what. It may find nothing to do it to, and says "" then.
type spoiler func(s *Stream, r *rand.Rand) string

// spoilers by weight: one that is here twice is chosen twice as often.
var spoilers = []spoiler{
	drop, double, swap, swap, move, truncate,
	changeID, changeID, changeID, changeTag, changeTag, changeTag, changeRole,
	unknownMember, unknownKind, unknownKind, wrongType, wrongType, wrongType, removeMember, removeMember,
	nullMember, nullMember, noID, explicit, explicit, runError, thinking, legacyPart,
	chunkAgain, restart,
}

// spoil does one thing to the stream.
func (s *Stream) spoil(r *rand.Rand) {
	if len(s.Spoilt) == 0 {
		s.Events = plain(s.Events)
	}
	for range 20 {
		if len(s.Events) == 0 {
			return
		}
		if what := spoilers[r.IntN(len(spoilers))](s, r); what != "" {
			s.Spoilt = append(s.Spoilt, what)
			return
		}
	}
}

// plain are the events as encoding/json reads them, which share nothing.
func plain(events []Event) (all []Event) {
	if err := json.Unmarshal([]byte(text(events)), &all); err != nil {
		panic(err)
	}
	return all
}

func clone(ev Event) Event { return plain([]Event{ev})[0] }

func (s *Stream) insert(i int, events ...Event) { s.Events = slices.Insert(s.Events, i, events...) }

func at(s *Stream, r *rand.Rand) int { return r.IntN(len(s.Events)) }

// some is an event that is of use, and its index; nil where a few tries find none.
func some(s *Stream, r *rand.Rand, is func(Event) bool) (int, Event) {
	for range 12 {
		if i := at(s, r); is(s.Events[i]) {
			return i, s.Events[i]
		}
	}
	return 0, nil
}

func drop(s *Stream, r *rand.Rand) string {
	i := at(s, r)
	what := fmt.Sprintf("event %d dropped", i)
	s.Events = slices.Delete(s.Events, i, i+1)
	return what
}

func double(s *Stream, r *rand.Rand) string {
	i := at(s, r)
	j := i + 1
	if r.IntN(2) == 0 {
		j += r.IntN(len(s.Events) - i)
	}
	s.insert(j, clone(s.Events[i]))
	return fmt.Sprintf("event %d again at %d", i, j)
}

func swap(s *Stream, r *rand.Rand) string {
	i, j := at(s, r), at(s, r)
	if r.IntN(2) == 0 {
		j = min(i+1, len(s.Events)-1)
	}
	s.Events[i], s.Events[j] = s.Events[j], s.Events[i]
	return fmt.Sprintf("events %d and %d swapped", i, j)
}

func move(s *Stream, r *rand.Rand) string {
	i := at(s, r)
	ev := s.Events[i]
	s.Events = slices.Delete(s.Events, i, i+1)
	j := r.IntN(len(s.Events) + 1)
	s.insert(j, ev)
	return fmt.Sprintf("event %d moved to %d", i, j)
}

func truncate(s *Stream, r *rand.Rand) string {
	n := at(s, r)
	s.Events, s.Cut = s.Events[:n], r.IntN(2) == 0
	return fmt.Sprintf("cut after %d events", n)
}

// ids are the members that name something, but those that name a subagent.
var ids = []string{"messageId", "toolCallId", "entityId", "parentMessageId", "stepName", "runId", "threadId", "toolCallName",
	"name", "parentSubagentRunId", "activityType"}

// taken are the ids that the stream has.
func (s *Stream) taken(names ...string) (all []string) {
	for _, ev := range s.Events {
		for _, name := range names {
			if id, ok := ev[name].(string); ok {
				all = append(all, id)
			}
		}
	}
	return all
}

func changeID(s *Stream, r *rand.Rand) string {
	i, ev := some(s, r, func(ev Event) bool { return slices.ContainsFunc(ids, func(id string) bool { return ev[id] != nil }) })
	if ev == nil {
		return ""
	}
	var has []string
	for _, id := range ids {
		if ev[id] != nil {
			has = append(has, id)
		}
	}
	name := one(r, has...)
	switch r.IntN(6) {
	case 0:
		ev[name] = ""
	case 1:
		ev[name] = "new"
	case 2:
		ev[name] = one(r, s.taken(ids...)...)
	default:
		ev[name] = one(r, s.taken(name)...)
	}
	return fmt.Sprintf("/%d/%s is %v", i, name, ev[name])
}

func changeTag(s *Stream, r *rand.Rand) string {
	i, ev := some(s, r, func(ev Event) bool { return ev["subagentRunId"] != nil || r.IntN(3) == 0 })
	switch {
	case ev == nil:
		return ""
	case ev["subagentRunId"] != nil && r.IntN(2) == 0:
		delete(ev, "subagentRunId")
		return fmt.Sprintf("event %d without its tag", i)
	}
	ev["subagentRunId"] = one(r, append(s.taken("subagentRunId"), "unannounced", "other", "")...)
	return fmt.Sprintf("/%d/subagentRunId is %v", i, ev["subagentRunId"])
}

func changeRole(s *Stream, r *rand.Rand) string {
	i, ev := some(s, r, func(ev Event) bool { return ev["role"] != nil || ev["type"] == "TEXT_MESSAGE_CHUNK" })
	if ev == nil {
		return ""
	}
	ev["role"] = one(r, "assistant", "user", "system", "developer", "tool", "reasoning", "activity", "narrator", "")
	return fmt.Sprintf("/%d/role is %v", i, ev["role"])
}

// objects are the objects of an event, itself first, and where they are.
func objects(at string, v any) (where []string, all []Event) {
	switch v := v.(type) {
	case Event:
		where, all = []string{at}, []Event{v}
		for _, name := range sorted(v) {
			w, o := objects(at+"/"+name, v[name])
			where, all = append(where, w...), append(all, o...)
		}
	case []any:
		for i, item := range v {
			w, o := objects(fmt.Sprintf("%s/%d", at, i), item)
			where, all = append(where, w...), append(all, o...)
		}
	}
	return where, all
}

func sorted(ev Event) []string { return slices.Sorted(maps.Keys(ev)) }

// object is some object in some event, the event itself as often as any that is in it.
func object(s *Stream, r *rand.Rand) (string, Event) {
	i := at(s, r)
	where, all := objects(fmt.Sprint("/", i), s.Events[i])
	n := 0
	if r.IntN(2) == 0 {
		n = r.IntN(len(all))
	}
	return where[n], all[n]
}

func unknownMember(s *Stream, r *rand.Rand) string {
	where, o := object(s, r)
	name := one(r, "futureProp", "toString", "constructor", "title", "role", "content", "replace", "delta", "outcome", "x")
	if o[name] != nil {
		return ""
	}
	o[name] = []any{"later", true, 1.0, Event{"a": 1.0}, []any{}}[r.IntN(5)]
	return fmt.Sprintf("%s/%s is new", where, name)
}

// unknownKind changes what chooses among the members of a union.
func unknownKind(s *Stream, r *rand.Rand) string {
	for range 12 {
		where, o := object(s, r)
		for _, tag := range []string{"op", "role", "type"} {
			if _, ok := o[tag].(string); !ok || tag == "type" && r.IntN(3) == 0 {
				continue
			}
			o[tag] = one(r, "future", "future", "text", "image", "user", "assistant", "activity", "success", "add", "remove")
			return fmt.Sprintf("%s/%s is %v", where, tag, o[tag])
		}
	}
	return ""
}

func wrongType(s *Stream, r *rand.Rand) string {
	where, o := object(s, r)
	all := sorted(o)
	if len(all) == 0 {
		return ""
	}
	name := one(r, all...)
	o[name] = []any{"text", "", 0.0, -1.5, 1e300, true, false, nil, []any{}, []any{"a"}, Event{}, Event{"type": "text", "text": "a"}}[r.IntN(12)]
	return fmt.Sprintf("%s/%s is %v", where, name, o[name])
}

func removeMember(s *Stream, r *rand.Rand) string {
	where, o := object(s, r)
	all := sorted(o)
	if len(all) == 0 {
		return ""
	}
	name := one(r, all...)
	delete(o, name)
	return fmt.Sprintf("%s/%s is gone", where, name)
}

// optional are members that an event or an object in it may lack, some of which were null once.
var optional = []string{"rawEvent", "result", "outcome", "parentMessageId", "metadata", "subagentRunId", "timestamp", "role", "name", "delta",
	"replace", "input", "usage", "code", "messageId", "toolCallId", "interruptIds", "pendingToolCallIds", "payload", "parameters", "forwardedProps",
	"state", "source", "protocolVersion"}

func nullMember(s *Stream, r *rand.Rand) string {
	where, o := object(s, r)
	name := one(r, optional...)
	if r.IntN(2) == 0 {
		name = map[any]string{"RUN_FINISHED": "outcome", "SUBAGENT_FINISHED": "result", "TOOL_CALL_START": "parentMessageId",
			"TOOL_CALL_CHUNK": "parentMessageId", "image": "metadata", "text": "metadata"}[fmt.Sprint(o["type"])]
		if name == "" {
			return ""
		}
	}
	o[name] = nil
	return fmt.Sprintf("%s/%s is null", where, name)
}
