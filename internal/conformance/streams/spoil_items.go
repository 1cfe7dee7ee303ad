package streams

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

func isChunk(ev Event) bool {
	kind, _ := ev["type"].(string)
	_, ok := chunkKinds[kind]
	return ok
}

func noID(s *Stream, r *rand.Rand) string {
	i, ev := some(s, r, isChunk)
	if ev == nil {
		return ""
	}
	delete(ev, names[chunkKinds[ev["type"].(string)]].id)
	return fmt.Sprintf("chunk %d without its id", i)
}

// explicit puts an event that is no chunk behind a chunk, mostly about the same item.
func explicit(s *Stream, r *rand.Rand) string {
	i, ev := some(s, r, isChunk)
	if ev == nil {
		return ""
	}
	k := chunkKinds[ev["type"].(string)]
	other := Event{"type": one(r, names[k].start, names[k].content, names[k].end), names[k].id: ev[names[k].id], "delta": "+"}
	if ev[names[k].id] == nil {
		other[names[k].id] = one(r, append(s.taken(names[k].id), "new")...)
	}
	switch other["type"] {
	case names[k].start:
		delete(other, "delta")
		if k == call {
			other["toolCallName"] = "moor"
		} else if k == reasoning {
			other["role"] = "reasoning"
		}
	case names[k].end:
		delete(other, "delta")
	}
	if r.IntN(2) == 0 && ev["subagentRunId"] != nil {
		other["subagentRunId"] = ev["subagentRunId"]
	}
	s.insert(i+1, other)
	return fmt.Sprintf("%v at %d", other["type"], i+1)
}

func runError(s *Stream, r *rand.Rand) string {
	i := len(s.Events)
	if r.IntN(2) == 0 {
		i = at(s, r)
	}
	s.insert(i, Event{"type": "RUN_ERROR", "message": "late"})
	return fmt.Sprintf("RUN_ERROR at %d", i)
}

// Thinking is what Spoilt has of a stream with retired events, for which a consumer mints ids.
const Thinking = "THINKING events"

// thinking puts retired events into the stream, in order or not.
func thinking(s *Stream, r *rand.Rand) string {
	all := []Event{{"type": "THINKING_START", "title": "fog"}, {"type": "THINKING_TEXT_MESSAGE_START"},
		{"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "or haze"}, {"type": "THINKING_TEXT_MESSAGE_END"}, {"type": "THINKING_END"}}
	if r.IntN(3) == 0 {
		n := r.IntN(len(all))
		all = slices.Delete(all, n, n+1)
	}
	i := 1 + r.IntN(len(s.Events))
	for n, ev := range all {
		if r.IntN(4) == 0 {
			ev["metadata"] = Event{"a": float64(n)}
		}
		s.insert(i, ev)
		i = min(i+1+r.IntN(2)*r.IntN(3), len(s.Events))
	}
	return Thinking
}

// legacyPart puts a binary part, which is retired, into some content.
func legacyPart(s *Stream, r *rand.Rand) string {
	for range 12 {
		where, o := object(s, r)
		list, ok := o["content"].([]any)
		if !ok {
			continue
		}
		part := Event{"type": "binary", "mimeType": one(r, "image/png", "audio/ogg", "video/mp4", "text/plain", "")}
		part[one(r, "data", "url", "id")] = one(r, "aGk=", "")
		if r.IntN(2) == 0 {
			part["filename"] = one(r, "fog.png", "")
		}
		o["content"] = append(list, part)
		return where + "/content has a binary part"
	}
	return ""
}

// chunkAgain sends a chunk again with less, later in the stream.
func chunkAgain(s *Stream, r *rand.Rand) string {
	i, ev := some(s, r, isChunk)
	if ev == nil {
		return ""
	}
	c := clone(ev)
	for _, name := range []string{"messageId", "toolCallId", "role", "toolCallName", "parentMessageId", "delta", "subagentRunId", "metadata", "rawEvent"} {
		if r.IntN(2) == 0 {
			delete(c, name)
		}
	}
	j := min(len(s.Events), i+1+r.IntN(6))
	s.insert(j, c)
	return fmt.Sprintf("chunk %d again at %d", i, j)
}

// restart opens an item anew, with more or less than it was opened with.
func restart(s *Stream, r *rand.Rand) string {
	i, ev := some(s, r, func(ev Event) bool {
		return slices.ContainsFunc(names[:], func(n struct{ start, content, end, chunk, id string }) bool { return ev["type"] == n.start })
	})
	if ev == nil {
		return ""
	}
	c := clone(ev)
	for _, name := range []string{"role", "name", "parentMessageId", "subagentRunId"} {
		if r.IntN(3) == 0 && (name != "role" || c["type"] != "REASONING_MESSAGE_START") {
			delete(c, name)
		}
	}
	if r.IntN(3) == 0 {
		c["subagentRunId"] = one(r, append(s.taken("subagentRunId"), "other")...)
	}
	end := Event{}
	for _, n := range names {
		if n.start == c["type"] {
			end = Event{"type": n.end, n.id: c[n.id]}
		}
	}
	j := i + 1 + r.IntN(len(s.Events)-i)
	s.insert(j, c)
	if r.IntN(4) > 0 {
		s.insert(j+1+r.IntN(len(s.Events)-j), end)
	}
	return fmt.Sprintf("event %d again at %d", i, j)
}
