package diff

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/goccy/go-yaml"
)

// RecordFile is the name of the file that holds accepted breaks, beside the schema.
const RecordFile = "breaks.yaml"

// Record are the breaks that somebody decided on.
type Record struct {
	entries []Accepted
}

// Accepted is one recorded break: a change by its [Change.ID], whom it breaks, and why that was decided.
type Accepted struct {
	Change string   `yaml:"change" json:"change"`
	Breaks []string `yaml:"breaks,flow" json:"breaks"`
	Reason string   `yaml:"reason" json:"reason"`
}

type recordFile struct {
	Version  int        `yaml:"version"`
	Accepted []Accepted `yaml:"accepted"`
}

const recordHeader = `# Breaks of the schema that were decided on, each with its reason. "agui-gen diff --accept REASON" adds to this file;
# commit it. A break that is here does not fail again, unless it breaks somebody else as well.
`

// ParseRecord reads a breaks.yaml. The error is a diag.Errors with the place of what is wrong.
func ParseRecord(file string, data []byte) (r *Record, err error) {
	defer func() {
		// The parser has been seen to panic on odd input; for a user that is a file that cannot be read.
		if p := recover(); p != nil {
			r, err = nil, diag.Errors{{Pos: diag.Pos{File: file}, Message: fmt.Sprintf("not readable as YAML: %v", p)}}
		}
	}()
	var f recordFile
	if err := yaml.UnmarshalWithOptions(data, &f, yaml.Strict()); err != nil && !errors.Is(err, io.EOF) {
		d := diag.Diagnostic{Pos: diag.Pos{File: file}, Message: err.Error()}
		var at yaml.Error
		if errors.As(err, &at) && at.GetToken() != nil {
			d.Line, d.Col, d.Message = at.GetToken().Position.Line, at.GetToken().Position.Column, at.GetMessage()
		}
		return nil, diag.Errors{d}
	}
	var faults diag.List
	fault := func(format string, args ...any) { faults.Addf(diag.Pos{File: file}, "", format, args...) }
	if f.Version != 1 {
		fault("version %d is not known here; write version: 1", f.Version)
	}
	for i, a := range f.Accepted {
		if a.Change == "" || strings.TrimSpace(a.Reason) == "" || len(a.Breaks) == 0 {
			fault("entry %d of accepted needs change, breaks and reason", i+1)
		}
		for _, name := range a.Breaks {
			if _, err := ParseClass(name); err != nil {
				fault("entry %d of accepted: %v", i+1, err)
			}
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return &Record{f.Accepted}, nil
}

// Format is the record as a file. Entries keep their order, so that a merge of two branches is one of lines.
func (r *Record) Format() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(recordHeader)
	err := yaml.NewEncoder(&b, yaml.IndentSequence(true)).Encode(recordFile{1, r.entries})
	return b.Bytes(), err
}

// Apply marks the changes that are accepted: those recorded for every class that they break. It returns the entries that
// no change answers to: what they were about is not so any more.
func (r *Record) Apply(changes []*Change) (unused []Accepted) {
	for _, a := range r.entries {
		found := false
		for _, c := range changes {
			if c.ID() != a.Change || c.Worst() < Break {
				continue
			}
			found = true
			if covers(a, c) {
				c.Accepted = a.Reason
			}
		}
		if !found {
			unused = append(unused, a)
		}
	}
	return unused
}

func covers(a Accepted, c *Change) bool {
	for _, e := range c.Effects {
		if e.Level == Break && !slices.Contains(a.Breaks, e.Class.String()) {
			return false
		}
	}
	return true
}

// Add records the changes that break somebody and are not accepted yet, and tells how many they are.
func (r *Record) Add(changes []*Change, reason string) int {
	n := 0
	for _, c := range changes {
		if c.Worst() < Break || c.Accepted != "" {
			continue
		}
		a := Accepted{Change: c.ID(), Reason: reason}
		for _, e := range c.Effects {
			if e.Level == Break {
				a.Breaks = append(a.Breaks, e.Class.String())
			}
		}
		c.Accepted = reason
		n++
		if i := slices.IndexFunc(r.entries, func(x Accepted) bool { return x.Change == a.Change }); i >= 0 {
			r.entries[i] = a
		} else {
			r.entries = append(r.entries, a)
		}
	}
	return n
}
