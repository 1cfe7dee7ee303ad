package server

import "github.com/agui-gen/agui-gen/out/agui"

// Step is a step of the agent's or a subagent's work (B13).
type Step struct {
	scope  Scope
	name   string
	thing  *thing
	closed bool
}

// Step starts a step. Its name must not be that of an open step of the same agent.
func (s Scope) Step(name string) (*Step, error) {
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	if err := s.run.send(&agui.StepStartedEvent{StepName: name, SubagentRunID: s.owner}); err != nil {
		return nil, err
	}
	return &Step{scope: s, name: name, thing: s.run.book.open[thingKey{kind: step, id: name, owner: s.owner}]}, nil
}

// Close finishes the step. To close it again does nothing.
func (s *Step) Close() error {
	run := s.scope.run
	run.mu.Lock()
	defer run.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	if s.thing != nil && !s.thing.open {
		return nil
	}
	return run.send(&agui.StepFinishedEvent{StepName: s.name, SubagentRunID: s.scope.owner})
}
