package citations

import (
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// Middleware follows what the agent writes, and adds the event of each assistant message when the message closes: after its
// TEXT_MESSAGE_END, or before what ends its chunks (S1), once a message and again when one that was reopened closes again
// (S8), or when a MESSAGES_SNAPSHOT changes the text of one. The event is attributed to the subagent of its message.
//
// A moca.citations event that the agent writes itself is removed with a warning, see [RunOptions.Relay].
func (r *Run) Middleware() pipeline.Middleware {
	return func(next pipeline.Handler) pipeline.Handler {
		f := &follower{run: r, next: next, answers: map[string]*answer{}}
		for _, m := range r.options.Messages {
			if m, ok := m.(*agui.AssistantMessage); ok {
				f.set(m)
			}
		}
		f.expansion = pipeline.NewExpansion(f.follow)
		return f.handle
	}
}

// follower is the middleware of one stream.
type follower struct {
	run       *Run
	next      pipeline.Handler
	expansion *pipeline.Expansion
	answers   map[string]*answer
	foreign   bool // within another run

	// About the event on its way:
	event   agui.Event
	before  []due                     // of messages that it ends, without being their end
	after   []due                     // what comes behind it
	lanes   map[opt.Opt[string]]bool  // lanes in which it ends chunks
	waiting map[opt.Opt[string]][]due // what would close chunks of another item, by lane
}

// answer is an assistant message.
type answer struct {
	id    string
	owner opt.Opt[agui.SubagentRunID]
	text  strings.Builder
	ours  bool // this run has closed it
	sent  bool // this run has sent citations of it
}

// due is an answer whose citations are to be sent, with the text that they are about.
type due struct {
	*answer
	text string
}

func (a *answer) due() due { return due{a, a.text.String()} }

func (a *answer) replace(text string) {
	a.text.Reset()
	a.text.WriteString(text)
}

func (f *follower) handle(ev agui.Event) error {
	if isCitations(ev) && !f.run.options.Relay {
		f.run.teller.tell(ev.EventType(), "", "the agent wrote a "+Name+" event, which is removed: only what the Reader returned is cited; set Relay to let it through")
		return nil
	}
	f.event, f.before, f.after, f.lanes = ev, nil, nil, map[opt.Opt[string]]bool{}
	_ = f.expansion.Push(ev) // a chunk that stands for nothing is for verification to refuse
	for lane := range f.lanes {
		f.before = append(f.before, f.waiting[lane]...)
		delete(f.waiting, lane)
	}
	for _, d := range f.before {
		if err := f.cite(d); err != nil {
			return err
		}
	}
	f.ended(ev)
	if err := f.next(ev); err != nil {
		return err
	}
	for _, d := range f.after {
		if !f.expansion.Idle(d.owner) {
			f.wait(d)
		} else if err := f.cite(d); err != nil {
			return err
		}
	}
	return nil
}

// wait keeps citations until their lane is idle.
func (f *follower) wait(d due) {
	if f.waiting == nil {
		f.waiting = map[opt.Opt[string]][]due{}
	}
	f.waiting[d.owner] = append(f.waiting[d.owner], d)
}

// ended forgets the records at the end of the run.
func (f *follower) ended(ev agui.Event) {
	switch ev := ev.(type) {
	case *agui.RunStartedEvent:
		f.foreign = f.run.options.RunID != "" && ev.RunID != f.run.options.RunID
	case *agui.RunFinishedEvent, *agui.RunErrorEvent:
		if f.foreign {
			return
		}
		f.run.forget()
		f.waiting = nil
		for _, a := range f.answers {
			a.ours, a.sent = false, false
		}
	}
}

// follow takes an event after expansion.
func (f *follower) follow(ev agui.Event) error {
	switch ev := ev.(type) {
	case *agui.TextMessageStartEvent:
		f.start(ev)
	case *agui.TextMessageContentEvent:
		if a := f.answers[ev.MessageID]; a != nil {
			a.text.WriteString(ev.Delta)
		}
	case *agui.TextMessageEndEvent:
		f.end(ev, ev.SubagentRunID)
		if a := f.answers[ev.MessageID]; a != nil {
			f.closed(a, agui.Event(ev) == f.event)
		}
	case *agui.ToolCallEndEvent:
		f.end(ev, ev.SubagentRunID)
	case *agui.ReasoningMessageEndEvent:
		f.end(ev, ev.SubagentRunID)
	case *agui.MessagesSnapshotEvent:
		f.snapshot(ev)
	}
	return nil
}

// end notes that chunks end in a lane.
func (f *follower) end(ev agui.Event, lane opt.Opt[string]) {
	if ev != f.event {
		f.lanes[lane] = true
	}
}

func (f *follower) start(ev *agui.TextMessageStartEvent) {
	if ev.Role.Or(agui.TextMessageRoleAssistant) != agui.TextMessageRoleAssistant {
		return
	}
	a := f.answers[ev.MessageID]
	if a == nil {
		a = &answer{id: ev.MessageID}
		f.answers[ev.MessageID] = a
	}
	a.owner = ev.SubagentRunID
	f.run.setClosed(a.id, false)
}

// closed takes the end of a message: its own event, or another one.
func (f *follower) closed(a *answer, own bool) {
	if f.foreign {
		return
	}
	f.run.setClosed(a.id, true)
	a.ours = true
	if own {
		f.after = append(f.after, a.due())
	} else {
		f.before = append(f.before, a.due())
	}
}

func (r *Run) setClosed(id string, closed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed[id] = closed
}

// snapshot takes the text of messages from a snapshot. Only those that this run has written before are cited again, if it
// changes them: others are history.
func (f *follower) snapshot(ev *agui.MessagesSnapshotEvent) {
	before := f.answers
	f.answers = make(map[string]*answer, len(ev.Messages))
	for _, m := range ev.Messages {
		m, ok := m.(*agui.AssistantMessage)
		if !ok {
			continue
		}
		a, text := before[m.ID], m.Content.Or("")
		if a == nil {
			f.set(m)
			continue
		}
		f.answers[m.ID] = a
		if a.text.String() == text {
			continue
		}
		a.replace(text)
		if a.ours {
			f.after = append(f.after, a.due())
		}
	}
}

// set takes a message as it is.
func (f *follower) set(m *agui.AssistantMessage) {
	a := &answer{id: m.ID, owner: m.SubagentRunID}
	a.text.WriteString(m.Content.Or(""))
	f.answers[m.ID] = a
}

// cite sends the event of a message.
func (f *follower) cite(d due) error {
	o := f.run.options
	entries, computed := f.run.entries(d.id, d.text)
	if len(entries) == 0 && !d.sent && (o.OmitEmpty || o.Relay) {
		return nil
	}
	ev, err := newEvent(d.id, d.owner, computed, entries)
	if err != nil {
		return err
	}
	d.sent = true
	return f.next(ev)
}

// isCitations tells whether an event is one of this extension, or would be one to a reader who is lenient about what else is
// wrong with it.
func isCitations(ev agui.Event) bool {
	switch ev := ev.(type) {
	case *agui.CustomEvent:
		return ev.Name == Name
	case *agui.MalformedEvent:
		if ev.Tag != agui.EventTypeCustom {
			return false
		}
		if ev.Raw == "" {
			return strings.Contains(ev.Proto, Name)
		}
		name, _ := ev.Raw.Lookup("name")
		text, _ := name.Text()
		return text == Name
	}
	return false
}
