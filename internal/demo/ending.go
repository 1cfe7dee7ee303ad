package demo

import (
	"errors"
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// ending is how a run has ended, for the user.
type ending struct {
	// Outcome is success, interrupted, cancelled, error (the agent reports that it failed), or failed (it did not come to
	// an end that the agent reports). It is a word for a badge; Text says all.
	Outcome string `json:"outcome"`
	Text    string `json:"text"`
	Usage   string `json:"usage,omitempty"`
	// Questions are the interrupts to answer.
	Questions []question `json:"questions,omitempty"`
}

// question is an interrupt as it is asked.
type question struct {
	ID     string `json:"id"`
	Kind   kind   `json:"kind"`
	Text   string `json:"text"`
	Reason string `json:"reason"`
}

// endingOf puts the end of a run into words. A failure that the agent reports and a stream that this side rejects are told
// apart (L6.22), and neither a cancelled nor a truncated run is a success (L6.23, K4.1).
func endingOf(run pipeline.Run, open []agui.Interrupt, err error) *ending {
	e := &ending{Usage: usageOf(run.Usage), Questions: questionsOf(open)}
	var reported *client.RunError
	var rejected *client.ProtocolError
	var refused *client.StatusError
	switch {
	case err == nil:
		e.Outcome, e.Text = "success", "The run has finished."
	case errors.Is(err, client.ErrInterrupted):
		e.Outcome, e.Text = "interrupted", "The agent asks before it goes on."
	case errors.Is(err, client.ErrCancelled):
		e.Outcome, e.Text = "cancelled", "The run was cancelled."
	case errors.As(err, &reported):
		e.Outcome, e.Text = "error", "The agent reports: "+reported.Message
	case errors.As(err, &rejected):
		e.Outcome, e.Text = "failed", "The stream was rejected: "+rejected.Error()
	case errors.Is(err, client.ErrTruncated):
		e.Outcome, e.Text = "failed", "The stream broke off: "+err.Error()
	case errors.As(err, &refused) && refused.Problem != nil:
		e.Outcome, e.Text = "failed", "The agent has refused: "+refused.Problem.Detail
	default:
		e.Outcome, e.Text = "failed", "The run could not be made: "+err.Error()
	}
	return e
}

func questionsOf(open []agui.Interrupt) []question {
	var questions []question
	for _, i := range open {
		questions = append(questions, question{ID: i.ID, Kind: kindOf(&i), Text: i.Message.Or(i.Reason), Reason: i.Reason})
	}
	return questions
}

// usageOf is what the models have taken, as far as it was reported.
func usageOf(usage []agui.TokenUsage) string {
	var all []string
	for _, u := range usage {
		text := u.Model.Or(u.Provider.Or("model"))
		if n, ok := u.InputTokens.Get(); ok {
			text += fmt.Sprintf(" %d in", n)
		}
		if n, ok := u.OutputTokens.Get(); ok {
			text += fmt.Sprintf(" %d out", n)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}
