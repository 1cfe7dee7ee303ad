package server

import (
	"fmt"

	"github.com/agui-gen/agui-gen/out/agui"
)

// Interrupt asks something of the client: when the agent returns nil, the run ends with the outcome "interrupt" and all
// that was asked, and a later run has the answers in Resume (J1). It returns the interrupt's id, which is minted where i has
// none; ids are unique within the run (J2).
func (s Scope) Interrupt(i agui.Interrupt) (string, error) {
	i.ID = mint(i.ID)
	i.SubagentRunID = s.owner
	r := s.run
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.writable(); err != nil {
		return "", err
	}
	if err := i.Validate(); err != nil {
		return "", r.lost(&RuleError{Rule: "B14", Event: agui.EventTypeRunFinished, Err: err})
	}
	if r.asked[i.ID] {
		return "", r.lost(&RuleError{Rule: "J2", Event: agui.EventTypeRunFinished, Err: fmt.Errorf("there are two interrupts with the id %s", quote(i.ID))})
	}
	r.asked[i.ID] = true
	r.interrupts = append(r.interrupts, i)
	if owner, ok := s.owner.Get(); ok {
		r.askedBy[owner] = append(r.askedBy[owner], i.ID)
	}
	return i.ID, nil
}
