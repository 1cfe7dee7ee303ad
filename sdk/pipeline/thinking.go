package pipeline

import (
	"fmt"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// mint makes ids for what retired events leave without one.
type mint struct {
	spans, messages int
	span, message   string // what is open
}

// thinking translates the THINKING events, which had neither ids nor roles. An id holds from the start of a span or
// message to its end; what comes without a start gets one that is not open, which verification rejects.
func (b *boundary) thinking(ev agui.Event) agui.Event {
	u, ok := ev.(*agui.UnknownEvent)
	if !ok || u.Raw == "" {
		return ev
	}
	switch u.Tag {
	case "THINKING_START":
		b.mint.span = b.newID("span", &b.mint.spans)
		if _, ok := u.Raw.Lookup("title"); ok {
			b.env.warn(StageBoundary, "/title", "THINKING_START is retired and is read as REASONING_START, which has no title; the title is lost")
		}
		return rename(u, agui.EventTypeReasoningStart, b.mint.span, false)
	case "THINKING_TEXT_MESSAGE_START":
		b.mint.message = b.newID("message", &b.mint.messages)
		return rename(u, agui.EventTypeReasoningMessageStart, b.mint.message, true)
	case "THINKING_TEXT_MESSAGE_CONTENT":
		return rename(u, agui.EventTypeReasoningMessageContent, b.open(b.mint.message, "message", &b.mint.messages), false)
	case "THINKING_TEXT_MESSAGE_END":
		id := b.open(b.mint.message, "message", &b.mint.messages)
		b.mint.message = ""
		return rename(u, agui.EventTypeReasoningMessageEnd, id, false)
	case "THINKING_END":
		id := b.open(b.mint.span, "span", &b.mint.spans)
		b.mint.span = ""
		return rename(u, agui.EventTypeReasoningEnd, id, false)
	}
	return ev
}

func (b *boundary) open(id, kind string, n *int) string {
	if id == "" {
		return b.newID(kind, n)
	}
	return id
}

// newID is an id that no other item of the thread has, since none other names the run.
func (b *boundary) newID(kind string, n *int) string {
	*n++
	return fmt.Sprintf("thinking:%s:%s:%d", b.run, kind, *n)
}

// rename is an event under another type and with an id. Other members go with it.
func rename(u *agui.UnknownEvent, t agui.EventType, id string, role bool) agui.Event {
	w := jsonx.NewWriter(nil)
	w.Lit(`{"type":`)
	w.String(string(t))
	w.Lit(`,"messageId":`)
	w.String(id)
	if role {
		w.Lit(`,"role":"reasoning"`)
	}
	for name, value := range u.Raw.Members() {
		switch name {
		case "type", "messageId", "role", "title":
		default:
			w.Key(name)
			w.Raw(value)
		}
	}
	w.Lit("}")
	text, err := w.Result()
	if err != nil {
		return u
	}
	return decode(jsonx.Raw(text), u)
}
