package bench

import (
	"encoding/json"

	"github.com/go-faster/jx"
)

// What go-faster/jx reads with, written as its own generator does: names as bytes, no reflection. jx checks raw values
// as it goes over them and copies what is kept.

func jxText(d *jx.Decoder, to *string) (err error) {
	*to, err = d.Str()
	return err
}

func jxOptional(d *jx.Decoder, to **string) error {
	s, err := d.Str()
	*to = &s
	return err
}

func jxRaw(d *jx.Decoder, to *json.RawMessage) error {
	raw, err := d.RawAppend(nil)
	*to = json.RawMessage(raw)
	return err
}

// jxList appends the items of an array.
func jxList[T any](d *jx.Decoder, to *[]T, item func(*T, *jx.Decoder) error) error {
	*to = []T{}
	return d.Arr(func(d *jx.Decoder) error {
		var zero T
		*to = append(*to, zero)
		return item(&(*to)[len(*to)-1], d)
	})
}

// member reads a member that every event may have, and skips any other.
func (e *handBase) member(d *jx.Decoder, key []byte) error {
	switch string(key) {
	case "type":
		return jxText(d, &e.Type)
	case "timestamp":
		n, err := d.Int64()
		e.Timestamp = &n
		return err
	case "rawEvent":
		return jxRaw(d, &e.RawEvent)
	case "metadata":
		return jxRaw(d, &e.Metadata)
	case "subagentRunId":
		return jxOptional(d, &e.SubagentRunID)
	}
	return d.Skip()
}

func (e *handTextContent) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "messageId":
			return jxText(d, &e.MessageID)
		case "delta":
			return jxText(d, &e.Delta)
		}
		return e.member(d, key)
	})
}

func (e *handToolArgs) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "toolCallId":
			return jxText(d, &e.ToolCallID)
		case "delta":
			return jxText(d, &e.Delta)
		}
		return e.member(d, key)
	})
}

func (e *handStateSnapshot) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		if string(key) == "snapshot" {
			return jxRaw(d, &e.Snapshot)
		}
		return e.member(d, key)
	})
}

func (e *handCustom) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "name":
			return jxText(d, &e.Name)
		case "value":
			return jxRaw(d, &e.Value)
		}
		return e.member(d, key)
	})
}

func (e *handStateDelta) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		if string(key) == "delta" {
			return jxList(d, &e.Delta, (*handOperation).decodeJX)
		}
		return e.member(d, key)
	})
}

func (o *handOperation) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "op":
			return jxText(d, &o.Op)
		case "from":
			return jxOptional(d, &o.From)
		case "path":
			return jxText(d, &o.Path)
		case "value":
			return jxRaw(d, &o.Value)
		}
		return d.Skip()
	})
}

func (e *handMessagesSnapshot) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		if string(key) == "messages" {
			return jxList(d, &e.Messages, (*handMessage).decodeJX)
		}
		return e.member(d, key)
	})
}

func (m *handMessage) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "id":
			return jxText(d, &m.ID)
		case "role":
			return jxText(d, &m.Role)
		case "name":
			return jxOptional(d, &m.Name)
		case "encryptedValue":
			return jxOptional(d, &m.EncryptedValue)
		case "metadata":
			return jxRaw(d, &m.Metadata)
		case "subagentRunId":
			return jxOptional(d, &m.SubagentRunID)
		case "content":
			m.Content = new(handContent)
			return m.Content.decodeJX(d)
		case "toolCalls":
			return jxList(d, &m.ToolCalls, (*handToolCall).decodeJX)
		case "toolCallId":
			return jxOptional(d, &m.ToolCallID)
		case "error":
			return jxOptional(d, &m.Error)
		case "activityType":
			return jxOptional(d, &m.ActivityType)
		}
		return d.Skip()
	})
}

func (c *handContent) decodeJX(d *jx.Decoder) error {
	if d.Next() == jx.Array {
		return jxList(d, &c.Parts, (*handPart).decodeJX)
	}
	return jxText(d, &c.Text)
}

func (p *handPart) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "type":
			return jxText(d, &p.Type)
		case "text":
			return jxOptional(d, &p.Text)
		case "source":
			p.Source = new(handSource)
			return p.Source.decodeJX(d)
		}
		return d.Skip()
	})
}

func (s *handSource) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "type":
			return jxText(d, &s.Type)
		case "value":
			return jxText(d, &s.Value)
		case "mimeType":
			return jxOptional(d, &s.MimeType)
		}
		return d.Skip()
	})
}

func (c *handToolCall) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "id":
			return jxText(d, &c.ID)
		case "type":
			return jxText(d, &c.Type)
		case "function":
			return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
				switch string(key) {
				case "name":
					return jxText(d, &c.Function.Name)
				case "arguments":
					return jxText(d, &c.Function.Arguments)
				}
				return d.Skip()
			})
		}
		return d.Skip()
	})
}

func (e *handRunStarted) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "threadId":
			return jxText(d, &e.ThreadID)
		case "runId":
			return jxText(d, &e.RunID)
		case "parentRunId":
			return jxOptional(d, &e.ParentRunID)
		case "input":
			e.Input = new(handInput)
			return e.Input.decodeJX(d)
		}
		return e.member(d, key)
	})
}

func (i *handInput) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "threadId":
			return jxText(d, &i.ThreadID)
		case "runId":
			return jxText(d, &i.RunID)
		case "parentRunId":
			return jxOptional(d, &i.ParentRunID)
		case "state":
			return jxRaw(d, &i.State)
		case "messages":
			return jxList(d, &i.Messages, (*handMessage).decodeJX)
		case "tools":
			return jxList(d, &i.Tools, (*handTool).decodeJX)
		case "context":
			return jxList(d, &i.Context, (*handContext).decodeJX)
		case "forwardedProps":
			return jxRaw(d, &i.ForwardedProps)
		}
		return d.Skip()
	})
}

func (t *handTool) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "name":
			return jxText(d, &t.Name)
		case "description":
			return jxText(d, &t.Description)
		case "parameters":
			return jxRaw(d, &t.Parameters)
		}
		return d.Skip()
	})
}

func (c *handContext) decodeJX(d *jx.Decoder) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "description":
			return jxText(d, &c.Description)
		case "value":
			return jxText(d, &c.Value)
		}
		return d.Skip()
	})
}
