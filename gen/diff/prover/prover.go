// Package prover runs two generations of code for a schema against each other: each reads, judges and passes on what the
// other writes. It stands on the standard library alone and knows the generated packages only through what the program
// that is built around it hands over, see package prove.
package prover

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
)

// Value is what was read.
type Value interface {
	AppendJSON([]byte) ([]byte, error)
	Validate() error
}

// ProtoValue is a value that has a form on protobuf.
type ProtoValue interface {
	AppendProto([]byte) ([]byte, error)
}

// Code is one generation's code for one kind of document. ReadProto is nil where it is not on protobuf.
type Code struct {
	ReadJSON, ReadProto func([]byte) (Value, error)
}

// Reason is one thing that is wrong with a value: the schema's keyword, where it is one, and the place by RFC 6901.
type Reason struct {
	Keyword, Pointer, Message string
}

// Document is one kind of document, and samples of it from both schemas.
type Document struct {
	Name     string
	Old, New Code
	// OldSamples and NewSamples are as JSON, by what they are samples of.
	OldSamples, NewSamples []Sample
}

// Sample is a document. Name is what it is a sample of: a definition.
type Sample struct{ Name, JSON string }

// The steps that may fail.
const (
	Read  = "read"  // it is malformed to the other generation
	Judge = "judge" // the new schema's validator refuses what the old code wrote
	Relay = "relay" // it is not the same after the other generation has read and written it
)

// Failure is something that one generation did not do with what the other wrote.
type Failure struct {
	Document string `json:"document"`
	Sample   string `json:"sample"`
	Wire     string `json:"wire"` // json or proto
	From     string `json:"from"` // old or new: who wrote it
	Step     string `json:"step"`
	Pointer  string `json:"pointer"`
	Message  string `json:"message"`
}

// Report is what came of it.
type Report struct {
	Failures []Failure `json:"failures"`
	// Tried are the samples that were passed around, Skipped those that their own schema refuses.
	Tried, Skipped int
}

// Main runs all documents and writes the report as JSON. reasons takes an error of the generated code apart; it gives none
// for one that it does not know. renamed are the members that have another name in the other generation and one number in
// both, by both names: what travels under a number has either name.
func Main(w io.Writer, reasons func(error) []Reason, renamed map[string]string, documents []Document) error {
	r := &runner{reasons: reasons, renamed: renamed, seen: map[Failure]bool{}}
	for _, d := range documents {
		for _, s := range d.NewSamples {
			r.run(d, s, d.New, d.Old, "new")
		}
		for _, s := range d.OldSamples {
			r.run(d, s, d.Old, d.New, "old")
		}
	}
	return json.NewEncoder(w).Encode(r.report)
}

type runner struct {
	reasons func(error) []Reason
	renamed map[string]string
	report  Report
	seen    map[Failure]bool
}

// run hands what one generation writes to the other, on both wires.
func (r *runner) run(d Document, s Sample, writer, reader Code, from string) {
	value, err := writer.ReadJSON([]byte(s.JSON))
	if err == nil {
		err = value.Validate()
	}
	if err != nil {
		r.report.Skipped++
		return
	}
	r.report.Tried++
	fail := Failure{Document: d.Name, Sample: s.Name, Wire: "json", From: from}
	if data, err := value.AppendJSON(nil); err == nil {
		r.exchange(fail, data, writer.ReadJSON, reader.ReadJSON, func(v Value) ([]byte, error) { return v.AppendJSON(nil) })
	}
	if writer.ReadProto == nil || reader.ReadProto == nil {
		return
	}
	fail.Wire = "proto"
	if data, err := appendProto(value); err == nil { // what has no form on protobuf is nobody's failure
		r.exchange(fail, data, writer.ReadProto, reader.ReadProto, appendProto)
	}
}

func appendProto(v Value) ([]byte, error) {
	p, ok := v.(ProtoValue)
	if !ok {
		return nil, errors.New("it has no form on protobuf")
	}
	return p.AppendProto(nil)
}

// exchange has the other generation read, judge and pass on what one wrote.
func (r *runner) exchange(fail Failure, data []byte, home, away func([]byte) (Value, error), write func(Value) ([]byte, error)) {
	got, err := away(data)
	if err != nil {
		r.fail(fail, Read, err)
		return
	}
	if fail.From == "old" { // what is new is allowed to be unknown to the old schema, and so refused by it
		if err := got.Validate(); err != nil {
			r.fail(fail, Judge, err)
		}
	}
	passed, err := write(got)
	if err != nil {
		r.fail(fail, Relay, err)
		return
	}
	was, now, err := bothAtHome(data, passed, home)
	if err != nil {
		r.fail(fail, Relay, err)
		return
	}
	if at, ok := firstDifference(was, now, ""); ok {
		fail.Step = Relay
		r.add(fail, Reason{"", at, "it is not as it was after it has been passed on"})
	}
	// Protobuf does not say what a field is: one that carries something else now may be passed on as unknown, and meanwhile
	// be taken for empty.
	if text, err := got.AppendJSON(nil); err == nil {
		if understood, err := parse(text); err == nil {
			if at, ok := contradiction(understood, was, r.aliases(fail.Wire), ""); ok {
				fail.Step = Read
				r.add(fail, Reason{"", at, "it is read as another value than was written"})
			}
		}
	}
}

// aliases are the other names that members may have on a wire: JSON has no numbers, and so no way to rename.
func (r *runner) aliases(wire string) map[string]string {
	if wire == "json" {
		return nil
	}
	return r.renamed
}

// bothAtHome reads what was written and what came back, and gives both as JSON.
func bothAtHome(data, passed []byte, home func([]byte) (Value, error)) (was, now any, err error) {
	for _, side := range []struct {
		data []byte
		to   *any
	}{{data, &was}, {passed, &now}} {
		v, err := home(side.data)
		if err != nil {
			return nil, nil, err
		}
		text, err := v.AppendJSON(nil)
		if err != nil {
			return nil, nil, err
		}
		if *side.to, err = parse(text); err != nil {
			return nil, nil, err
		}
	}
	return was, now, nil
}

// fail reports each reason once.
func (r *runner) fail(f Failure, step string, err error) {
	f.Step = step
	reasons := telling(r.reasons(err), step)
	if len(reasons) == 0 {
		reasons = []Reason{{"", "", err.Error()}}
	}
	for _, reason := range reasons {
		r.add(f, reason)
	}
}

// telling are the reasons that tell something: not that no branch of a choice fits, where it is told why, and, of what
// cannot be read, not what is merely unknown, which is never the cause.
func telling(reasons []Reason, step string) []Reason {
	without := func(keywords ...string) {
		rest := slices.DeleteFunc(slices.Clone(reasons), func(r Reason) bool { return slices.Contains(keywords, r.Keyword) })
		if len(rest) > 0 {
			reasons = rest
		}
	}
	without("oneOf", "anyOf")
	if step == Read {
		without("additionalProperties", "unevaluatedProperties")
	}
	return reasons
}

func (r *runner) add(f Failure, reason Reason) {
	f.Pointer, f.Message = reason.Pointer, reason.Message
	key := f
	key.Message = ""
	if !r.seen[key] {
		r.seen[key] = true
		r.report.Failures = append(r.report.Failures, f)
	}
}
