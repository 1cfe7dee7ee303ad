package conformance

import (
	"regexp"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/internal/conformance/streams"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// excuse is a reason for which the two may differ.
type excuse struct {
	why string
	// excuses tells whether it is the reason of the difference. It makes ours of theirs where that is possible.
	excuses func(*comparison) bool
	// ends tells that there is nothing more to compare then.
	ends bool
}

var excuses = []excuse{
	{why: rIdentity, excuses: func(c *comparison) bool {
		if !c.alone(pipeline.RuleIdentity) {
			return false
		}
		c.us = c.named(ours(c.shown, pipeline.RuleIdentity))
		return true
	}},
	{why: rTruncated, excuses: func(c *comparison) bool {
		is := c.is("verdict") && c.us.report.Outcome == pipeline.StreamTruncated && !c.them.failed
		c.us.failed = c.us.failed && !is
		return is
	}},
	{why: "a late RUN_ERROR makes a failure of a run that had finished (L6.22), where the peer has told of it already", excuses: func(c *comparison) bool {
		if !c.us.late || c.is("verdict") || c.is("events") {
			return false
		}
		c.us.outcome, c.us.result, c.us.interrupts, c.us.pending = c.them.outcome, c.them.result, c.them.interrupts, c.them.pending
		c.us.late = false
		return true
	}},
	{why: "the peer leaves rawEvent of a chunk out of the start that it makes of it", excuses: func(c *comparison) bool {
		return c.is("events") && c.eachEvent(func(us, them map[string]any) bool {
			is := us["rawEvent"] != nil && them["rawEvent"] == nil && strings.HasSuffix(us["type"].(string), "_START")
			if is {
				delete(us, "rawEvent")
			}
			return is
		})
	}},
	{why: rClosedSet, ends: true, excuses: func(c *comparison) bool {
		return c.accused(`"code": "invalid_value"`) && c.warned(c.them.at, `has no such value`)
	}},
	{why: "what has no tag, or none that is text, is stripped by the peer as what has an unknown one", ends: true, excuses: func(c *comparison) bool {
		return c.alone(pipeline.RuleMalformed) && noTag.MatchString(c.us.why)
	}},
	{why: "the peer takes an event without a type for malformed if its type is empty, too", ends: true, excuses: func(c *comparison) bool {
		return c.accused("the frame carries no event type") && c.Events[c.them.at]["type"] == ""
	}},
	{why: "an empty parentMessageId is none for the peer (A9)", ends: true, excuses: func(c *comparison) bool {
		return (c.is("messages") || c.is("verdict")) && slices.ContainsFunc(c.Events, func(ev streams.Event) bool { return ev["parentMessageId"] == "" })
	}},
	{why: "the peer takes an empty filename, url or data of a binary part for none", ends: true, excuses: func(c *comparison) bool {
		return c.is("events") && slices.ContainsFunc(c.Events, func(ev streams.Event) bool {
			text := textOf(ev)
			return strings.Contains(text, `"type":"binary"`) && emptyMember.MatchString(text)
		})
	}},
	{why: "content for a message that a snapshot has dropped is dropped by the peer; the rules leave it open", ends: true, excuses: func(c *comparison) bool {
		return c.is("messages") && c.dropped()
	}},
	{why: "patches that do not apply and do in JavaScript, see TestPatchDifferences", ends: true, excuses: func(c *comparison) bool {
		return len(c.Spoilt) > 0 && slices.ContainsFunc(c.us.warnings, func(w string) bool {
			return c.is("state") && strings.Contains(w, "failed to apply the state patch") ||
				c.is("messages") && strings.Contains(w, "failed to apply the activity patch")
		})
	}},
	{why: "the peer knows an activity from the stream alone, so a snapshot that it declines owns it", ends: true, excuses: func(c *comparison) bool {
		return c.accused("Cannot send 'ACTIVITY_DELTA': subagentRunId")
	}},
	{why: "the peer takes a null state in an echo for an absent one", ends: true, excuses: func(c *comparison) bool {
		return c.alone(pipeline.RuleMalformed) && strings.Contains(c.us.why, "/input/state: is null")
	}},
	{why: "metadata of an activity snapshot that is declined by a message of another role is merged here", ends: true, excuses: func(c *comparison) bool {
		return c.is("messages") && strings.Contains(c.difference, "/metadata") && c.declined()
	}},
	{why: "a role of a retired event is left out, by the peer with a warning", ends: true, excuses: func(c *comparison) bool {
		return c.is("stripped") && slices.ContainsFunc(c.them.stripped, func(at string) bool { return strings.HasPrefix(at, "REASONING_") && strings.HasSuffix(at, " /role") })
	}},
	{why: "null metadata of a text part is read as absent here, as that of other parts is, and malformed there", ends: true, excuses: func(c *comparison) bool {
		return c.accused("invalid_union") && c.Events[c.them.at]["type"] == "RUN_STARTED" && c.warned(c.them.at, "/input/messages/.*/metadata: null is no value")
	}},
	{why: "null metadata of a part is read as absent in the echo of an input, by the peer in snapshots, too", ends: true, excuses: func(c *comparison) bool {
		return c.alone(pipeline.RuleMalformed) && partMetadata.MatchString(c.us.why)
	}},
	{why: "we warn of what is unknown, and of what goes with it; the peer only of that", excuses: func(c *comparison) bool {
		n := len(c.us.stripped)
		c.us.stripped = outermost(c.us.stripped)
		return c.is("stripped") && len(c.us.stripped) < n
	}},
	{why: "what is opened again without a tag, or is another's by a snapshot, or is a call without a tag of a parent with one, is continued by its owner: whose it is, the last start says here, and the first, the snapshot or the parent there", ends: true, excuses: func(c *comparison) bool {
		return c.alone(pipeline.RuleAttribution) && c.owned(c.us) > 1
	}},
	{why: "the peer holds what is opened again to its first owner; whether a reopening agrees is not checked (L5.11)", ends: true, excuses: func(c *comparison) bool {
		return c.accused(`Cannot send '.*': subagentRunId .* does not match the .* opener`) && c.owned(c.them) > 1
	}},
	{why: "the peer holds a call to the owner of its parent, which only the producer must (D1)", ends: true, excuses: func(c *comparison) bool {
		return c.accused(`does not match its parent message|but its parent message`)
	}},
	{why: "the peer holds an encrypted value to the owner of what it belongs to, though it stands alone (E3)", ends: true, excuses: func(c *comparison) bool {
		return c.accused(`Cannot send 'REASONING_ENCRYPTED_VALUE': subagentRunId`)
	}},
	{why: "the peer holds a subagent to a parent that is announced, which only the producer must (G3)", ends: true, excuses: func(c *comparison) bool {
		return c.accused(`parentSubagentRunId '.*' has not been started`)
	}},
	{why: rOtherLane, ends: true, excuses: (*comparison).otherLane},
	{why: "a chunk that begins an item and has a rawEvent and no delta: the peer makes empty content of it, to carry the rawEvent", excuses: func(c *comparison) bool {
		return c.is("events") && c.emptyContent()
	}},
	{why: "the peer upgrades binary parts in messages only, not in results", ends: true, excuses: func(c *comparison) bool {
		return (c.is("events") || c.is("verdict")) && slices.ContainsFunc(c.Events, func(ev streams.Event) bool {
			return ev["type"] == "TOOL_CALL_RESULT" && strings.Contains(textOf(ev), `"binary"`)
		})
	}},
	{why: "text for a message that holds none: the peer adds it all the same; the rules leave it open", ends: true, excuses: func(c *comparison) bool {
		return c.is("messages") && slices.ContainsFunc(c.us.warnings, func(w string) bool { return strings.Contains(w, "is the id of a message of role") })
	}},
	{why: rParts, excuses: func(c *comparison) bool {
		return c.is("messages") && each(&c.us.messages, c.them.messages, func(us, them map[string]any) bool {
			_, parts := us["content"].([]any)
			_, text := them["content"].(string)
			if parts && text {
				us["content"] = them["content"]
			}
			return parts && text
		})
	}},
	{why: "the peer has two messages of one id; the rules leave it open", ends: true, excuses: func(c *comparison) bool {
		return c.is("messages") && c.twice()
	}},
	{why: "a call that is opened again under another name has the new one there; the rules leave it open", ends: true, excuses: func(c *comparison) bool {
		return c.is("messages") && strings.Contains(c.difference, "/function/name")
	}},
	{why: "the peer does not hold the patch of an activity to its owner where that is from before the run (L5.6)", ends: true, excuses: func(c *comparison) bool {
		return c.alone(pipeline.RuleAttribution) && strings.Contains(c.us.why, "continues activity")
	}},
}

var noTag = regexp.MustCompile(`must have the member "(type|op|role)", which must be|"(type|op|role)" must be .* but is (null|true|false|[-\d]|an? )`)
var partMetadata = regexp.MustCompile(`/messages/\d+/content/\d+/metadata: is null`)
var emptyMember = regexp.MustCompile(`"(filename|url|data)":""`)
