package citations

import (
	"log/slog"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/out/moca"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// ObserverOptions are what an [Observer] can be told. The zero value is of use.
type ObserverOptions struct {
	// Messages are those that the client holds before the stream, as in pipeline.Options.Input.
	Messages []agui.Message
	// LinkFunc gives the address that a citation links to, "" for none; nil stands for the first source in the record's
	// evidence that may be linked. What it returns has to pass [SafeLink], too.
	LinkFunc func(*moca.CitationRecord) string
	// Logger gets warnings at level warn, nil for nobody.
	Logger *slog.Logger
	// OnWarning gets them, too.
	OnWarning func(pipeline.Warning)
}

// Observer keeps what the answers of a stream cite. It is given the events that a pipeline delivers, after expansion, and is
// for one goroutine at a time, as that is.
type Observer struct {
	options  ObserverOptions
	teller   teller
	messages map[string]*held
	order    []string // messages that have had citations
	listed   map[string]bool
	known    identities
}

// held is a message that the client holds.
type held struct {
	assistant bool
	open      bool
	gone      bool // dropped by a snapshot while it was open; more content makes it anew
	text      strings.Builder
	cited     *cited
	pending   *cited // waits for the end of the message
}

// NewObserver makes an observer for one stream, or for several of one conversation, one after the other.
func NewObserver(o ObserverOptions) *Observer {
	b := &Observer{options: o, teller: teller{o.Logger, o.OnWarning}, messages: map[string]*held{}, listed: map[string]bool{}}
	for _, m := range o.Messages {
		b.add(m)
	}
	return b
}

// Deliver takes an event, and is made for pipeline.Options.Deliver. Its error is always nil: what is wrong with citations is
// no fault of the run.
func (o *Observer) Deliver(ev agui.Event) error {
	switch ev := ev.(type) {
	case *agui.CustomEvent:
		if ev.Name == Name {
			o.receive(ev)
		}
	case *agui.TextMessageStartEvent:
		h := o.hold(ev.MessageID, ev.Role.Or(agui.TextMessageRoleAssistant) == agui.TextMessageRoleAssistant)
		h.open, h.gone = true, false
	case *agui.TextMessageContentEvent:
		if h := o.messages[ev.MessageID]; h != nil {
			h.gone = false
			h.text.WriteString(ev.Delta)
		}
	case *agui.TextMessageEndEvent:
		o.closed(ev.MessageID)
	case *agui.ToolCallStartEvent:
		o.toolCall(ev)
	case *agui.ToolCallResultEvent:
		o.hold(ev.MessageID, false)
	case *agui.ReasoningMessageStartEvent:
		o.hold(ev.MessageID, false)
	case *agui.ActivitySnapshotEvent:
		if h := o.hold(ev.MessageID, false); ev.Replace.Or(true) {
			*h = held{}
		}
	case *agui.MessagesSnapshotEvent:
		o.snapshot(ev)
	case *agui.RunStartedEvent:
		o.abandon()
		if ev.Input != nil {
			for _, m := range ev.Input.Messages {
				if o.messages[messageID(m)] == nil {
					o.add(m)
				}
			}
		}
	case *agui.RunErrorEvent:
		o.abandon()
	}
	return nil
}

// hold is the message of an id, made where there is none.
func (o *Observer) hold(id string, assistant bool) *held {
	h := o.messages[id]
	if h == nil {
		h = &held{assistant: assistant}
		o.messages[id] = h
	}
	return h
}

// add takes a message that is whole.
func (o *Observer) add(m agui.Message) {
	a, ok := m.(*agui.AssistantMessage)
	h := &held{assistant: ok}
	if ok {
		h.text.WriteString(a.Content.Or(""))
	}
	o.messages[messageID(m)] = h
}

// toolCall holds the assistant message that a call goes to, which may be made for it.
func (o *Observer) toolCall(ev *agui.ToolCallStartEvent) {
	if parent, ok := ev.ParentMessageID.Get(); ok && o.hold(parent, true).assistant {
		return
	}
	o.hold(ev.ToolCallID, true)
}

// closed takes the end of a message, which its citations may have waited for.
func (o *Observer) closed(id string) {
	h := o.messages[id]
	if h == nil {
		return
	}
	h.open = false
	if h.gone {
		delete(o.messages, id)
		return
	}
	if h.pending != nil {
		o.apply(id, h, h.pending)
	}
}

// abandon forgets citations that wait for ends that will not come.
func (o *Observer) abandon() {
	for id, h := range o.messages {
		h.open = false
		if h.pending != nil {
			h.pending = nil
			o.teller.tell(agui.EventTypeCustom, "/value/messageId", "message "+quote(id)+" has no end, and its citations are ignored")
		}
	}
}

// snapshot makes the messages those of a snapshot. Places in a text that it changes are no places any more.
func (o *Observer) snapshot(ev *agui.MessagesSnapshotEvent) {
	before := o.messages
	o.messages = make(map[string]*held, len(ev.Messages))
	for _, m := range ev.Messages {
		o.add(m)
	}
	for id, old := range before {
		h := o.messages[id]
		switch {
		case h == nil && old.open, h == nil && !old.assistant:
			*old = held{assistant: old.assistant, open: old.open, gone: old.assistant}
			o.messages[id] = old
		case h != nil && h.assistant && old.assistant:
			h.open, h.cited, h.pending = old.open, old.cited, old.pending
			if h.cited != nil && h.text.String() != old.text.String() {
				h.cited.lose()
			}
		}
	}
}

// messageID is a message's id, "" for one of an unknown kind.
func messageID(m agui.Message) string {
	switch m := m.(type) {
	case *agui.DeveloperMessage:
		return m.ID
	case *agui.SystemMessage:
		return m.ID
	case *agui.AssistantMessage:
		return m.ID
	case *agui.UserMessage:
		return m.ID
	case *agui.ToolMessage:
		return m.ID
	case *agui.ActivityMessage:
		return m.ID
	case *agui.ReasoningMessage:
		return m.ID
	}
	return ""
}
