package demo

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/citations"
)

// item is a message as it is shown. Answers of tools are with their calls.
type item struct {
	ID string `json:"id"`
	// Kind is how it looks: user, agent, reasoning, activity, or other.
	Kind string `json:"kind"`
	// Who is who speaks, or what it is.
	Who    string      `json:"who"`
	Text   string      `json:"text"`
	Fields [][2]string `json:"fields,omitempty"` // of an activity
	Calls  []call      `json:"calls,omitempty"`
	// Sources are what an answer cites, nil if nothing was said of that.
	Sources *sources `json:"sources,omitempty"`
}

// call is a tool call as it is shown.
type call struct {
	Tool      string  `json:"tool"`
	Arguments string  `json:"arguments"`
	Result    *string `json:"result,omitempty"`
}

// itemsOf are the messages of a thread. Names are those of subagents, by their ids, and cited is what the answers cite, shown
// at an instant.
func itemsOf(messages []agui.Message, names map[string]string, cited *citations.Observer, now time.Time) []item {
	results := resultsOf(messages)
	var items []item
	for _, m := range messages {
		switch m := m.(type) {
		case *agui.UserMessage:
			items = append(items, item{ID: m.ID, Kind: "user", Who: "You", Text: textOf(m.Content)})
		case *agui.AssistantMessage:
			items = append(items, item{ID: m.ID, Kind: "agent", Who: who("Agent", m.SubagentRunID, names), Text: m.Content.Or(""), Calls: callsOf(m, results), Sources: sourcesOf(cited, m.ID, now)})
		case *agui.ReasoningMessage:
			items = append(items, item{ID: m.ID, Kind: "reasoning", Who: who("Reasoning", m.SubagentRunID, names), Text: m.Content})
		case *agui.ActivityMessage:
			items = append(items, item{ID: m.ID, Kind: "activity", Who: who("Activity: "+m.ActivityType, m.SubagentRunID, names), Fields: fieldsOf(string(m.Content))})
		case *agui.SystemMessage:
			items = append(items, item{ID: m.ID, Kind: "other", Who: "System", Text: m.Content})
		case *agui.DeveloperMessage:
			items = append(items, item{ID: m.ID, Kind: "other", Who: "Developer", Text: m.Content})
		}
	}
	return items
}

// resultsOf are the answers to calls, by the calls' ids.
func resultsOf(messages []agui.Message) map[string]string {
	results := map[string]string{}
	for _, m := range messages {
		if m, ok := m.(*agui.ToolMessage); ok {
			results[m.ToolCallID] = textOf(m.Content)
		}
	}
	return results
}

func callsOf(m *agui.AssistantMessage, results map[string]string) []call {
	var calls []call
	for _, c := range m.ToolCalls {
		shown := call{Tool: c.Function.Name, Arguments: c.Function.Arguments}
		if result, ok := results[c.ID]; ok {
			shown.Result = &result
		}
		calls = append(calls, shown)
	}
	return calls
}

// who names a subagent, where it is one.
func who(agent string, subagent opt.Opt[string], names map[string]string) string {
	id, ok := subagent.Get()
	if !ok {
		return agent
	}
	name := names[id]
	if name == "" {
		name = "Subagent"
	}
	if agent == "Agent" {
		return name
	}
	return name + ", " + strings.ToLower(agent)
}

// textOf is a content as text. What is not text is named, so that nobody takes the rest for all there is.
func textOf(content agui.TextOrContentPartList) string {
	switch content := content.(type) {
	case agui.Text:
		return string(content)
	case agui.ContentPartList:
		var parts []string
		for _, part := range content {
			if text, ok := part.(*agui.TextPart); ok {
				parts = append(parts, text.Text)
			} else {
				parts = append(parts, "["+part.Type()+"]")
			}
		}
		return strings.Join(parts, "\n")
	}
	return ""
}

// fieldsOf are the members of a JSON object in their order, texts without their quotes.
func fieldsOf(object string) [][2]string {
	var fields [][2]string
	dec := json.NewDecoder(strings.NewReader(object))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return fields
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return fields
		}
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		fields = append(fields, [2]string{name.(string), text})
	}
	return fields
}

// pretty is a JSON text on several lines.
func pretty(text string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(text), "", "  "); err != nil {
		return text
	}
	return b.String()
}
