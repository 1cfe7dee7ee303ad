package citations

import (
	"bytes"
	"encoding/json"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// Report is all that a client makes of a recorded stream, and what its answers cite.
type Report struct {
	*pipeline.Report
	Citations []ReportCitation `json:"citations"`
}

// ReportCitation is one citation of a report.
type ReportCitation struct {
	MessageID string `json:"messageId"`
	Ref       string `json:"ref"`
	// Digest is that of the package.
	Digest string `json:"digest"`
	Marker string `json:"marker,omitempty"`
	// Places are where the marker begins in the text of the message, in UTF-8 bytes.
	Places []int       `json:"places"`
	Link   string      `json:"link,omitempty"`
	Trust  []Statement `json:"trust"`
}

// Consume runs the whole pipeline over a stream, as pipeline.Consume does, with an [Observer] behind it. Of the options,
// Deliver and OnWarning are called, too. The report's warnings about citations come last.
func Consume(next func() (agui.Event, error), input jsonx.Raw, o pipeline.Options) *Report {
	event := -1
	var told []string
	watch := NewObserver(ObserverOptions{Messages: heldMessages(input, o), OnWarning: func(w pipeline.Warning) {
		if w.Event = event; o.NoWarn {
			return
		}
		told = append(told, w.String())
		if o.OnWarning != nil {
			o.OnWarning(w)
		}
	}})
	deliver := o.Deliver
	o.Deliver = func(ev agui.Event) error {
		if err := watch.Deliver(ev); err != nil || deliver == nil {
			return err
		}
		return deliver(ev)
	}
	count := func() (agui.Event, error) { event++; return next() }
	r := &Report{Report: pipeline.Consume(count, input, o), Citations: []ReportCitation{}}
	r.Warnings = append(r.Warnings, told...)
	for _, a := range watch.Answers() {
		for _, c := range a.Citations {
			r.Citations = append(r.Citations, reportOf(a.MessageID, c))
		}
	}
	return r
}

// heldMessages are the messages that a client with this input holds before the stream.
func heldMessages(input jsonx.Raw, o pipeline.Options) []agui.Message {
	if input == "" {
		return nil
	}
	held, _, err := pipeline.PrepareInput(input, pipeline.Options{Peer: o.Peer, NoWarn: true})
	if err != nil { // the pipeline reports it
		return nil
	}
	return held.Messages
}

func reportOf(messageID string, c Citation) ReportCitation {
	r := ReportCitation{MessageID: messageID, Ref: c.Key.Ref, Digest: c.Digest, Marker: c.Marker, Places: []int{}, Trust: c.Trust}
	for _, p := range c.Places {
		r.Places = append(r.Places, p.Start)
	}
	if c.Link != nil {
		r.Link = c.Link.URL
	}
	return r
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
