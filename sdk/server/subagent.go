package server

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// Subagent is one invocation of a subagent, and writes as that (section G).
type Subagent struct {
	Scope
	id     string
	closed bool
}

// Subagent announces an invocation, below the one that this is, if it is one.
func (s Scope) Subagent(name string, options ...SubagentOption) (*Subagent, error) {
	ev := &agui.SubagentStartedEvent{Name: name}
	for _, o := range options {
		o.subagent(ev)
	}
	ev.ParentSubagentRunID = s.owner
	ev.SubagentRunID = mint(ev.SubagentRunID)
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	if err := s.run.send(ev); err != nil {
		return nil, err
	}
	return &Subagent{Scope: Scope{run: s.run, owner: opt.Some(ev.SubagentRunID)}, id: ev.SubagentRunID}, nil
}

// ID is the id of the invocation.
func (s *Subagent) ID() string { return s.id }

// Close ends the invocation, with what it and those below it have open. If it has raised interrupts it is suspended by them
// (G4), else it has succeeded. To end it again does nothing.
func (s *Subagent) Close() error { return s.finish("") }

// Finish is Close with a result: any JSON but null.
func (s *Subagent) Finish(result any) error {
	raw, err := encode(result)
	if err != nil {
		s.run.mu.Lock()
		defer s.run.mu.Unlock()
		return s.run.unfit(err)
	}
	return s.finish(raw)
}

func (s *Subagent) finish(result jsonx.Raw) error {
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	return s.end(func() agui.Event {
		ev := s.run.endOf(&thing{kind: invocation, id: s.id}).(*agui.SubagentFinishedEvent)
		ev.Result = result
		return ev
	})
}

// Fail ends the invocation with an error, which does not end the run (G5). As with that of a run, the reader sees only a
// [*RunError]; anything else goes into the log, under an id that the reader sees.
func (s *Subagent) Fail(err error) error {
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	return s.end(func() agui.Event {
		shown, id := shown(err)
		s.run.log("a subagent has failed", id, err)
		ev := agui.NewSubagentErrorEvent(s.id, shown.Message)
		if shown.Code != "" {
			ev.Code = opt.Some(shown.Code)
		}
		return ev
	})
}

// end closes what is open in the invocation, and then sends its last event.
func (s *Subagent) end(last func() agui.Event) error {
	r := s.run
	if s.closed || r.book.agents[s.id] != nil && !r.book.agents[s.id].active {
		return nil
	}
	s.closed = true
	if err := r.writable(); err != nil {
		return err
	}
	for _, t := range r.book.unclosed(r.book.family(s.id)) {
		if err := r.send(r.endOf(t)); err != nil {
			return err
		}
	}
	return r.send(last())
}
