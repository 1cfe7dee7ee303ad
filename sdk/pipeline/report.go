package pipeline

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// StreamOutcome is how a stream as a whole came out.
type StreamOutcome string

// The outcomes of a stream. A run that failed, was cancelled or asked something is completed all the same.
const (
	StreamCompleted StreamOutcome = "completed"
	StreamTruncated StreamOutcome = "truncated"
	StreamFailed    StreamOutcome = "failed"
)

// Report is all that the pipeline makes of a recorded stream.
type Report struct {
	Outcome StreamOutcome `json:"outcome"`
	// Error is why the stream, or the input, was rejected, or what cut the stream off.
	Error *ReportError `json:"error,omitempty"`
	// RunError is the message of the last RUN_ERROR.
	RunError *string  `json:"runError,omitempty"`
	Warnings []string `json:"warnings"`
	// Events are those delivered, after expansion.
	Events   []jsonx.Raw    `json:"events"`
	Messages []agui.Message `json:"messages"`
	State    jsonx.Raw      `json:"state"`
	Runs     []Run          `json:"runs"`
	// Request is what would be sent, where there was an input.
	Request *agui.RunAgentInput `json:"request,omitempty"`
}

// ReportError is an error of a report.
type ReportError struct {
	Stage Stage `json:"stage,omitempty"`
	Rule  Rule  `json:"rule,omitempty"`
	// Event is the index of the event in the stream, from 0; absent where it is not about one.
	Event   *int   `json:"event,omitempty"`
	Message string `json:"message"`
}

// Consume runs the whole pipeline over a stream: next gives its events, then io.EOF or what ended it. The input is that
// of the run, "" for none. Of the options, Input is replaced, and Deliver and OnWarning are called, too.
func Consume(next func() (agui.Event, error), input jsonx.Raw, o Options) *Report {
	r := &Report{Warnings: []string{}, Events: []jsonx.Raw{}, Messages: []agui.Message{}, Runs: []Run{}, State: "{}"}
	o.OnWarning = r.warnings(o.OnWarning)
	o.Deliver = r.events(o.Deliver)
	if input != "" {
		held, send, err := PrepareInput(input, o)
		if err != nil {
			r.end(err)
			return r
		}
		o.Input, r.Request = held, send
	}
	p := New(o)
	r.end(drain(p, next))
	r.Messages, r.State, r.Runs = p.Messages(), p.State(), p.Runs()
	if message, ok := p.RunError(); ok {
		r.RunError = &message
	}
	return r
}

func drain(p *Pipeline, next func() (agui.Event, error)) error {
	for {
		ev, err := next()
		if err != nil {
			return p.End(err)
		}
		if err := p.Push(ev); err != nil {
			return err
		}
	}
}

func (r *Report) warnings(also func(Warning)) func(Warning) {
	return func(w Warning) {
		r.Warnings = append(r.Warnings, w.String())
		if also != nil {
			also(w)
		}
	}
}

func (r *Report) events(also Handler) Handler {
	return func(ev agui.Event) error {
		b, err := ev.AppendJSON(nil)
		if err != nil {
			return err
		}
		r.Events = append(r.Events, jsonx.Raw(b))
		if also != nil {
			return also(ev)
		}
		return nil
	}
}

// end notes how the stream came out.
func (r *Report) end(err error) {
	if err == nil {
		r.Outcome = StreamCompleted
		return
	}
	r.Outcome, r.Error = StreamFailed, &ReportError{Message: err.Error()}
	var rejected *ProtocolError
	switch {
	case errors.As(err, &rejected):
		r.Error.Stage, r.Error.Rule, r.Error.Message = rejected.Stage, rejected.Rule, rejected.Err.Error()
		if rejected.Event >= 0 {
			r.Error.Event = &rejected.Event
		}
	case errors.Is(err, ErrTruncated):
		r.Outcome, r.Error.Stage = StreamTruncated, StageReader
	}
}

// AppendJSON appends the report to b as one line of JSON.
func (r *Report) AppendJSON(b []byte) ([]byte, error) {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return b, err
	}
	return append(b, bytes.TrimRight(buf.Bytes(), "\n")...), nil
}
