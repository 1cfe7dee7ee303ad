package bench

import (
	"encoding/json"

	"github.com/go-faster/jx"
)

// What go-faster/jx writes with: constant text for brackets and names, as in the generated code. Raw values are written as
// they are, without a look at them.

func jxMember(w *jx.Writer, lead, s string) {
	w.RawStr(lead)
	w.Str(s)
}

func jxOptionalMember(w *jx.Writer, lead string, s *string) {
	if s != nil {
		jxMember(w, lead, *s)
	}
}

func jxRawMember(w *jx.Writer, lead string, raw json.RawMessage) {
	if raw != nil {
		w.RawStr(lead)
		w.Raw(raw)
	}
}

func jxItems[T any](w *jx.Writer, lead string, list []T, item func(*T, *jx.Writer)) {
	w.RawStr(lead)
	w.ArrStart()
	for i := range list {
		if i > 0 {
			w.Comma()
		}
		item(&list[i], w)
	}
	w.ArrEnd()
}

func (e *handBase) begin(w *jx.Writer) {
	jxMember(w, `{"type":`, e.Type)
	if e.Timestamp != nil {
		w.RawStr(`,"timestamp":`)
		w.Int64(*e.Timestamp)
	}
	jxRawMember(w, `,"rawEvent":`, e.RawEvent)
	jxRawMember(w, `,"metadata":`, e.Metadata)
	jxOptionalMember(w, `,"subagentRunId":`, e.SubagentRunID)
}

func (e *handTextContent) encodeJX(w *jx.Writer) {
	e.begin(w)
	jxMember(w, `,"messageId":`, e.MessageID)
	jxMember(w, `,"delta":`, e.Delta)
	w.ObjEnd()
}

func (e *handToolArgs) encodeJX(w *jx.Writer) {
	e.begin(w)
	jxMember(w, `,"toolCallId":`, e.ToolCallID)
	jxMember(w, `,"delta":`, e.Delta)
	w.ObjEnd()
}

func (e *handStateSnapshot) encodeJX(w *jx.Writer) {
	e.begin(w)
	jxRawMember(w, `,"snapshot":`, e.Snapshot)
	w.ObjEnd()
}

func (e *handCustom) encodeJX(w *jx.Writer) {
	e.begin(w)
	jxMember(w, `,"name":`, e.Name)
	jxRawMember(w, `,"value":`, e.Value)
	w.ObjEnd()
}

func (e *handStateDelta) encodeJX(w *jx.Writer) {
	e.begin(w)
	jxItems(w, `,"delta":`, e.Delta, func(o *handOperation, w *jx.Writer) {
		jxMember(w, `{"op":`, o.Op)
		jxOptionalMember(w, `,"from":`, o.From)
		jxMember(w, `,"path":`, o.Path)
		jxRawMember(w, `,"value":`, o.Value)
		w.ObjEnd()
	})
	w.ObjEnd()
}

func (e *handMessagesSnapshot) encodeJX(w *jx.Writer) {
	e.begin(w)
	jxItems(w, `,"messages":`, e.Messages, (*handMessage).encodeJX)
	w.ObjEnd()
}

func (m *handMessage) encodeJX(w *jx.Writer) {
	jxMember(w, `{"id":`, m.ID)
	jxMember(w, `,"role":`, m.Role)
	jxOptionalMember(w, `,"name":`, m.Name)
	jxOptionalMember(w, `,"encryptedValue":`, m.EncryptedValue)
	jxRawMember(w, `,"metadata":`, m.Metadata)
	jxOptionalMember(w, `,"subagentRunId":`, m.SubagentRunID)
	if c := m.Content; c != nil && c.Parts != nil {
		jxItems(w, `,"content":`, c.Parts, (*handPart).encodeJX)
	} else if c != nil {
		jxMember(w, `,"content":`, c.Text)
	}
	if m.ToolCalls != nil {
		jxItems(w, `,"toolCalls":`, m.ToolCalls, func(c *handToolCall, w *jx.Writer) {
			jxMember(w, `{"id":`, c.ID)
			jxMember(w, `,"type":`, c.Type)
			jxMember(w, `,"function":{"name":`, c.Function.Name)
			jxMember(w, `,"arguments":`, c.Function.Arguments)
			w.RawStr("}}")
		})
	}
	jxOptionalMember(w, `,"toolCallId":`, m.ToolCallID)
	jxOptionalMember(w, `,"error":`, m.Error)
	jxOptionalMember(w, `,"activityType":`, m.ActivityType)
	w.ObjEnd()
}

func (p *handPart) encodeJX(w *jx.Writer) {
	jxMember(w, `{"type":`, p.Type)
	jxOptionalMember(w, `,"text":`, p.Text)
	if p.Source != nil {
		jxMember(w, `,"source":{"type":`, p.Source.Type)
		jxMember(w, `,"value":`, p.Source.Value)
		jxOptionalMember(w, `,"mimeType":`, p.Source.MimeType)
		w.ObjEnd()
	}
	w.ObjEnd()
}

func (e *handRunStarted) encodeJX(w *jx.Writer) {
	e.begin(w)
	jxMember(w, `,"threadId":`, e.ThreadID)
	jxMember(w, `,"runId":`, e.RunID)
	jxOptionalMember(w, `,"parentRunId":`, e.ParentRunID)
	if i := e.Input; i != nil {
		jxMember(w, `,"input":{"threadId":`, i.ThreadID)
		jxMember(w, `,"runId":`, i.RunID)
		jxOptionalMember(w, `,"parentRunId":`, i.ParentRunID)
		jxRawMember(w, `,"state":`, i.State)
		jxItems(w, `,"messages":`, i.Messages, (*handMessage).encodeJX)
		jxItems(w, `,"tools":`, i.Tools, func(t *handTool, w *jx.Writer) {
			jxMember(w, `{"name":`, t.Name)
			jxMember(w, `,"description":`, t.Description)
			jxRawMember(w, `,"parameters":`, t.Parameters)
			w.ObjEnd()
		})
		jxItems(w, `,"context":`, i.Context, func(c *handContext, w *jx.Writer) {
			jxMember(w, `{"description":`, c.Description)
			jxMember(w, `,"value":`, c.Value)
			w.ObjEnd()
		})
		jxRawMember(w, `,"forwardedProps":`, i.ForwardedProps)
		w.ObjEnd()
	}
	w.ObjEnd()
}
