package client

import (
	"errors"
	"fmt"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// RunOption says more of a run that is made by itself, without a [Thread].
type RunOption func(*single)

// Continuing says which interrupts the run continues from: its input must answer or abandon each of them, and answers
// none that has expired (J3 to J5). Without it nobody holds the resume entries of an input against anything.
func Continuing(interrupts []agui.Interrupt) RunOption {
	return func(s *single) { s.interrupts, s.continuing = interrupts, true }
}

// single is the source of a run by itself.
type single struct {
	input      *agui.RunAgentInput
	interrupts []agui.Interrupt
	continuing bool
}

func (s *single) start() (*agui.RunAgentInput, error) {
	if s.input == nil {
		return nil, &InputError{Rule: pipeline.RuleInput, Err: errors.New("there is no input")}
	}
	if s.continuing {
		if err := pipeline.CheckResume(s.interrupts, s.input.Resume, time.Now()); err != nil {
			return nil, inputError(err)
		}
	}
	if err := once(s.input.Resume); err != nil {
		return nil, err
	}
	input := *s.input
	return &input, nil
}

func (s *single) ended(*Run) {}

// once holds that no interrupt is answered twice, in two ways perhaps.
func once(resume []agui.ResumeEntry) error {
	seen := make(map[string]bool, len(resume))
	for _, entry := range resume {
		if seen[entry.InterruptID] {
			return &InputError{Rule: pipeline.RuleResume, Err: fmt.Errorf("there are two entries for interrupt %s", quote(entry.InterruptID))}
		}
		seen[entry.InterruptID] = true
	}
	return nil
}
