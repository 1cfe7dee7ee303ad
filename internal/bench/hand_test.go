package bench

import (
	"encoding/json"

	"github.com/go-faster/jx"
)

// handEvent is an event as somebody without a generator would write it.
type handEvent interface {
	decodeJX(d *jx.Decoder) error
	encodeJX(w *jx.Writer)
}

type handBase struct {
	Type          string          `json:"type"`
	Timestamp     *int64          `json:"timestamp,omitempty"`
	RawEvent      json.RawMessage `json:"rawEvent,omitempty"`
	Metadata      json.RawMessage `json:"metadata,omitempty"`
	SubagentRunID *string         `json:"subagentRunId,omitempty"`
}

type handTextContent struct {
	handBase
	MessageID string `json:"messageId"`
	Delta     string `json:"delta"`
}

type handToolArgs struct {
	handBase
	ToolCallID string `json:"toolCallId"`
	Delta      string `json:"delta"`
}

type handStateSnapshot struct {
	handBase
	Snapshot json.RawMessage `json:"snapshot"`
}

type handCustom struct {
	handBase
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value,omitempty"`
}

type handStateDelta struct {
	handBase
	Delta []handOperation `json:"delta"`
}

type handOperation struct {
	Op    string          `json:"op"`
	From  *string         `json:"from,omitempty"`
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value,omitempty"`
}

type handMessagesSnapshot struct {
	handBase
	Messages []handMessage `json:"messages"`
}

// handMessage is all kinds of messages in one.
type handMessage struct {
	ID             string          `json:"id"`
	Role           string          `json:"role"`
	Name           *string         `json:"name,omitempty"`
	EncryptedValue *string         `json:"encryptedValue,omitempty"`
	Metadata       json.RawMessage `json:"metadata,omitempty"`
	SubagentRunID  *string         `json:"subagentRunId,omitempty"`
	Content        *handContent    `json:"content,omitempty"`
	ToolCalls      []handToolCall  `json:"toolCalls,omitempty"`
	ToolCallID     *string         `json:"toolCallId,omitempty"`
	Error          *string         `json:"error,omitempty"`
	ActivityType   *string         `json:"activityType,omitempty"`
}

// handContent is a text, or parts where it has some.
type handContent struct {
	Text  string
	Parts []handPart
}

// MarshalJSON writes the one or the other.
func (c *handContent) MarshalJSON() ([]byte, error) {
	if c.Parts != nil {
		return json.Marshal(c.Parts)
	}
	return json.Marshal(c.Text)
}

// UnmarshalJSON tells which by the first byte.
func (c *handContent) UnmarshalJSON(data []byte) error {
	if data[0] == '[' {
		return json.Unmarshal(data, &c.Parts)
	}
	return json.Unmarshal(data, &c.Text)
}

type handPart struct {
	Type   string      `json:"type"`
	Text   *string     `json:"text,omitempty"`
	Source *handSource `json:"source,omitempty"`
}

type handSource struct {
	Type     string  `json:"type"`
	Value    string  `json:"value"`
	MimeType *string `json:"mimeType,omitempty"`
}

type handToolCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function handFunction `json:"function"`
}

type handFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type handRunStarted struct {
	handBase
	ThreadID    string     `json:"threadId"`
	RunID       string     `json:"runId"`
	ParentRunID *string    `json:"parentRunId,omitempty"`
	Input       *handInput `json:"input,omitempty"`
}

type handInput struct {
	ThreadID       string          `json:"threadId"`
	RunID          string          `json:"runId"`
	ParentRunID    *string         `json:"parentRunId,omitempty"`
	State          json.RawMessage `json:"state,omitempty"`
	Messages       []handMessage   `json:"messages"`
	Tools          []handTool      `json:"tools"`
	Context        []handContext   `json:"context"`
	ForwardedProps json.RawMessage `json:"forwardedProps,omitempty"`
}

type handTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

type handContext struct {
	Description string `json:"description"`
	Value       string `json:"value"`
}
