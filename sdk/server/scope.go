package server

import (
	"crypto/rand"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// Scope writes as the agent, or as one of its subagents: whatever comes from it is attributed to that (A10). A [Run] and a
// [Subagent] are scopes.
//
// A writer returns an error when nothing of what it was asked has been sent, or ever will be: a [*RuleError], the error of
// encoding, the cause of the run's cancellation, [ErrEnded], or [ErrAbandoned]. The first of them ends the run, so that an
// agent can simply return it.
type Scope struct {
	run   *Run
	owner opt.Opt[string] // the subagent, none for the agent itself
}

// Custom sends an event of the application's own (H2). Its name has a prefix such as "com.example.", for others are the
// protocol's. Value is any JSON.
func (s Scope) Custom(name string, value any) error {
	raw, err := encode(value)
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	if err != nil {
		return s.run.unfit(err)
	}
	if !strings.Contains(name, ".") && s.run.book.unprefixed(name) {
		s.run.warn(agui.EventTypeCustom, "/name", quote(name)+" has no prefix; such names are reserved to the protocol (H2)")
	}
	return s.run.send(&agui.CustomEvent{Name: name, Value: raw, SubagentRunID: s.owner})
}

// Raw hands on an event of another system, in addition to the events that say the same (H1). Event is any JSON, source the
// name of that system, "" for none.
func (s Scope) Raw(event any, source string) error {
	raw, err := encode(event)
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	if err != nil {
		return s.run.unfit(err)
	}
	ev := &agui.RawEvent{Event: raw, SubagentRunID: s.owner}
	if source != "" {
		ev.Source = opt.Some(source)
	}
	return s.run.send(ev)
}

// unfit is the error for a value that has no JSON form.
func (r *Run) unfit(err error) error {
	if before := r.writable(); before != nil {
		return before
	}
	return r.lost(err)
}

// mint is an id that is new wherever it is used.
func mint(id string) string {
	if id != "" {
		return id
	}
	return rand.Text()
}
