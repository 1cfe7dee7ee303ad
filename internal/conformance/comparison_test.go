package conformance

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/internal/conformance/streams"
	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// comparison is of what the two consumers have made of a stream.
type comparison struct {
	shown
	us, them   taken
	accepted   bool     // by both
	reasons    []string // of differences that are known
	difference string   // that is not, "" for none
}

// confront compares what the peer has made of a stream with what we make of it.
func confront(s shown, them taken) *comparison {
	c := &comparison{shown: s, us: ours(s), them: them}
	c.us, c.them = c.named(c.us), c.named(c.them)
	c.accepted = !c.us.failed && !them.failed
	for range 2 * len(excuses) {
		if c.difference = difference(c.us, c.them); c.difference == "" {
			return c
		}
		i := slices.IndexFunc(excuses, func(e excuse) bool { return e.excuses(c) })
		if i < 0 {
			return c
		}
		c.reasons = append(c.reasons, excuses[i].why)
		if excuses[i].ends {
			c.difference = ""
			return c
		}
	}
	return c
}

// named has the ids that a consumer has minted renamed, if the stream has events that need them.
func (c *comparison) named(by taken) taken {
	if slices.Contains(c.Spoilt, streams.Thinking) {
		return by.renamed()
	}
	return by
}

func (c *comparison) is(what string) bool { return strings.HasPrefix(c.difference, what+":") }

// accused tells that the peer rejects an event, with a text that matches, and that we do not reject it.
func (c *comparison) accused(text string) bool {
	return c.is("verdict") && c.them.failed && (!c.us.failed || c.us.at > c.them.at) && regexp.MustCompile(text).MatchString(c.them.why)
}

// alone tells that we reject an event by a rule, and that the peer does not reject it.
func (c *comparison) alone(rule pipeline.Rule) bool {
	return c.is("verdict") && c.us.failed && (!c.them.failed || c.them.at > c.us.at) && c.us.report.Error.Rule == rule
}

// warned tells that we warn of the event at i with a text that matches.
func (c *comparison) warned(i int, text string) bool {
	r := regexp.MustCompile(text)
	return slices.ContainsFunc(c.us.warnings, func(w string) bool {
		return strings.HasPrefix(w, "event "+itoa(i)+": ") && r.MatchString(w)
	})
}

func itoa(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

// each changes JSON objects of a list where both have one.
func each(us *string, them string, change func(us, them map[string]any) bool) bool {
	var a, b []map[string]any
	if json.Unmarshal([]byte(*us), &a) != nil || json.Unmarshal([]byte(them), &b) != nil {
		return false
	}
	changed := false
	for i := range min(len(a), len(b)) {
		changed = change(a[i], b[i]) || changed
	}
	if changed {
		text, err := json.Marshal(a)
		if err != nil {
			panic(err)
		}
		*us = string(text)
	}
	return changed
}

// eachEvent is each for the events that are delivered.
func (c *comparison) eachEvent(change func(us, them map[string]any) bool) bool {
	ours := "[" + strings.Join(c.us.events, ",") + "]"
	if !each(&ours, "["+strings.Join(c.them.events, ",")+"]", change) {
		return false
	}
	var all []json.RawMessage
	if err := json.Unmarshal([]byte(ours), &all); err != nil {
		panic(err)
	}
	for i, ev := range all {
		c.us.events[i] = string(ev)
	}
	return true
}

func textOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// twice tells that the peer has an id twice among its messages.
func (c *comparison) twice() bool {
	var all []struct{ ID string }
	if json.Unmarshal([]byte(c.them.messages), &all) != nil {
		return false
	}
	seen := map[string]bool{}
	for _, m := range all {
		if seen[m.ID] {
			return true
		}
		seen[m.ID] = true
	}
	return false
}

// dropped tells that a message is continued which a snapshot has dropped while it was open.
func (c *comparison) dropped() bool {
	var kept map[any]bool // the messages since the last snapshot, nil before there is one
	thoughts := false     // reasoning is kept, too
	for _, text := range c.us.events {
		var ev streams.Event
		if err := json.Unmarshal([]byte(text), &ev); err != nil {
			panic(err)
		}
		switch ev["type"] {
		case "MESSAGES_SNAPSHOT":
			kept, thoughts = map[any]bool{}, true
			for _, m := range ev["messages"].([]any) {
				m := m.(streams.Event)
				kept[m["id"]] = true
				thoughts = thoughts && m["role"] != "reasoning"
			}
		case "TEXT_MESSAGE_START", "REASONING_MESSAGE_START":
			if kept != nil {
				kept[ev["messageId"]] = true
			}
		case "TEXT_MESSAGE_CONTENT", "REASONING_MESSAGE_CONTENT":
			if kept != nil && !kept[ev["messageId"]] && (ev["type"] == "TEXT_MESSAGE_CONTENT" || !thoughts) {
				return true
			}
		}
	}
	return false
}

// declined tells that an activity snapshot has not replaced a message of another role, and had metadata.
func (c *comparison) declined() bool {
	var all []struct{ ID, Role string }
	if err := json.Unmarshal([]byte(c.us.messages), &all); err != nil {
		panic(err)
	}
	return slices.ContainsFunc(c.Events, func(ev streams.Event) bool {
		return ev["type"] == "ACTIVITY_SNAPSHOT" && ev["replace"] == false && ev["metadata"] != nil && slices.ContainsFunc(all, func(m struct{ ID, Role string }) bool {
			return m.ID == ev["messageId"] && m.Role != "activity"
		})
	})
}

var accusedOf = regexp.MustCompile(`the (?:message|tool call|reasoning message) '(.*)' opener's|continues (?:text message|tool call|reasoning message|reasoning span) "(.*)", which`)

// owned is how often an owner has been set for what a rejection is about: by what opens it, as often as it is opened, by
// what makes a message of that id, and by what lists messages. A call without a tag has that of its parent, for the peer.
func (c *comparison) owned(by taken) (n int) {
	id := accusedOf.FindStringSubmatch(by.why)
	if id == nil {
		return 0
	}
	for i, text := range c.us.events {
		var ev streams.Event
		if err := json.Unmarshal([]byte(text), &ev); err != nil {
			panic(err)
		}
		kind := ev["type"].(string)
		if c.us.from[i] <= by.at && strings.Contains(text, textOf(id[1]+id[2])) && (strings.HasSuffix(kind, "_START") ||
			kind == "RUN_STARTED" || kind == "TOOL_CALL_RESULT" || kind == "MESSAGES_SNAPSHOT") {
			n++
			if ev["parentMessageId"] != nil && ev["subagentRunId"] == nil {
				n++
			}
		}
	}
	return n
}

// otherLane tells that an event which is no chunk names what chunks assemble in another lane than its own, which ends it
// here.
func (c *comparison) otherLane() bool {
	for i, text := range c.us.events {
		var end streams.Event
		if err := json.Unmarshal([]byte(text), &end); err != nil {
			panic(err)
		}
		kind := end["type"].(string)
		from := c.us.from[i]
		if !strings.HasSuffix(kind, "_END") || from >= len(c.Events) {
			continue
		}
		by := c.Events[from]
		id := "messageId"
		if kind == "TOOL_CALL_END" {
			id = "toolCallId"
		}
		if by["type"] != kind && by[id] == end[id] && by["subagentRunId"] != end["subagentRunId"] ||
			by["type"] == kind && by[id] == end[id] && c.us.failed && c.us.at == from {
			return true
		}
	}
	return false
}

// emptyContent drops what the peer has put in to carry a rawEvent, and tells whether there was any.
func (c *comparison) emptyContent() bool {
	for i, text := range c.them.events {
		var ev streams.Event
		if err := json.Unmarshal([]byte(text), &ev); err != nil {
			panic(err)
		}
		if ev["delta"] == "" && ev["rawEvent"] != nil && (i == len(c.us.events) || testkit.SameEvent(c.us.events[i], text) != nil) {
			c.them.events = slices.Delete(slices.Clone(c.them.events), i, i+1)
			return true
		}
		if i < len(c.us.events) && testkit.SameEvent(c.us.events[i], text) != nil && !strings.Contains(c.us.events[i], `"rawEvent"`) {
			return false
		}
	}
	return false
}

// outermost are the places that are in none of the others.
func outermost(places []string) []string {
	return slices.DeleteFunc(slices.Clone(places), func(p string) bool {
		return slices.ContainsFunc(places, func(q string) bool { return strings.HasPrefix(p, q+"/") })
	})
}
