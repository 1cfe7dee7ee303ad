package citations

import (
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// Middleware follows what the agent writes, and adds the event of each assistant message when the message closes: after its
// TEXT_MESSAGE_END, or before what ends its chunks (S1), once a message and again when one that was reopened closes again
// (S8), or when a MESSAGES_SNAPSHOT changes the text of one. The event is attributed to the subagent of its message,
// unless that has ended.
//
// A moca.citations event that the agent writes itself is removed with a warning, see [RunOptions.Relay].
func (r *Run) Middleware() pipeline.Middleware {
	return func(next pipeline.Handler) pipeline.Handler {
		f := &follower{run: r, next: next, answers: map[string]*answer{}, finished: map[string]bool{}}
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
	foreign   bool            // within another run
	finished  map[string]bool // subagents that have ended: nothing new may be attributed to them

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
	open  bool
	gone  bool // dropped by a snapshot while it was open; more content makes it anew
	ours  bool // this run has closed it
	sent  bool // this run has sent citations of it
}

// due is an answer whose citations are to be sent, with the records that it cites: those of the time when it was closed.
type due struct {
	*answer
	candidates []candidate
}

func (f *follower) due(a *answer) due { return due{a, f.run.candidates(a.id, a.text.String())} }

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
		if !f.expansion.Idle(f.lane(d)) {
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
	lane := f.lane(d)
	f.waiting[lane] = append(f.waiting[lane], d)
}

// lane is whom the citations of an answer are attributed to: the owner of its message, or the parent agent if that has ended.
func (f *follower) lane(d due) opt.Opt[agui.SubagentRunID] {
	if id, ok := d.owner.Get(); ok && f.finished[id] {
		return opt.None[agui.SubagentRunID]()
	}
	return d.owner
}

// ended notes what ends with an event: a subagent, or the run with all of its records.
func (f *follower) ended(ev agui.Event) {
	switch ev := ev.(type) {
	case *agui.RunStartedEvent:
		f.foreign = f.run.options.RunID != "" && ev.RunID != f.run.options.RunID
	case *agui.SubagentStartedEvent:
		delete(f.finished, ev.SubagentRunID)
	case *agui.SubagentFinishedEvent:
		f.finished[ev.SubagentRunID] = true
	case *agui.SubagentErrorEvent:
		f.finished[ev.SubagentRunID] = true
	case *agui.RunFinishedEvent, *agui.RunErrorEvent:
		clear(f.finished)
		for _, a := range f.answers {
			a.open = false
		}
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
			a.gone = false
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
	a.owner, a.open = ev.SubagentRunID, true
	f.run.setClosed(a.id, false)
}

// closed takes the end of a message: its own event, or another one.
func (f *follower) closed(a *answer, own bool) {
	a.open = false
	if a.gone {
		delete(f.answers, a.id)
		return
	}
	if f.foreign {
		return
	}
	f.run.setClosed(a.id, true)
	a.ours = true
	if own {
		f.after = append(f.after, f.due(a))
	} else {
		f.before = append(f.before, f.due(a))
	}
}

func (r *Run) setClosed(id string, closed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed[id] = closed
}

// snapshot takes the text of messages from a snapshot. Only those that this run has written before are cited again, if it
// changes them: others are history. One that is open is cited when it closes; if the snapshot drops it, what is written from
// then on makes it anew.
func (f *follower) snapshot(ev *agui.MessagesSnapshotEvent) {
	before := f.answers
	f.answers = make(map[string]*answer, len(ev.Messages))
	kept := map[string]bool{}
	for _, m := range ev.Messages {
		kept[messageID(m)] = true
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
		if a.ours && !a.open {
			f.after = append(f.after, f.due(a))
		}
	}
	for id, a := range before {
		if a.open && !kept[id] {
			a.replace("")
			a.gone = true
			f.answers[id] = a
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
	entries, computed := f.run.entries(d.candidates)
	if len(entries) == 0 && !d.sent && (o.OmitEmpty || o.Relay) {
		return nil
	}
	ev, err := newEvent(d.id, f.lane(d), computed, entries)
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
