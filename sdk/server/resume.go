package server

import (
	"strconv"

	"github.com/agui-gen/agui-gen/out/agui"
)

// Answers takes the ids of the interrupts that the agent knows to be open, and gives what the client says of them, by id,
// and those of which it says nothing.
//
// The client's list is complete as it comes (J7). An entry for an interrupt that is not among the open ones is left out,
// with a warning (J8). What is open and has no entry was neither answered nor given up: nothing may be done about it, and
// [Scope.Interrupt] asks it again (J9). An agent that remembers nothing between runs reads [Run.Input] instead.
func (r *Run) Answers(open ...string) (answers map[string]agui.ResumeEntry, unanswered []string) {
	answers = make(map[string]agui.ResumeEntry, len(open))
	known := make(map[string]bool, len(open))
	for _, id := range open {
		known[id] = true
	}
	for i, entry := range r.input.Resume {
		if !known[entry.InterruptID] {
			r.warn("", "/resume/"+strconv.Itoa(i), "left out: no interrupt "+quote(entry.InterruptID)+" is open")
			continue
		}
		answers[entry.InterruptID] = entry
	}
	for _, id := range open {
		if _, ok := answers[id]; !ok {
			unanswered = append(unanswered, id)
		}
	}
	return answers, unanswered
}
