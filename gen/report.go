package gen

import (
	"errors"
	"path"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/lower"
)

// Diagnostic is one thing that is wrong, for machines to read.
type Diagnostic struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"` // from 1
	Col     int    `json:"col,omitempty"`  // from 1, in bytes
	Pointer string `json:"pointer,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// String is one line, as in an error.
func (d Diagnostic) String() string {
	return diag.Diagnostic{Pos: diag.Pos{File: d.File, Line: d.Line, Col: d.Col}, Pointer: d.Pointer, Message: d.Message, Hint: d.Hint}.String()
}

// Diagnostics takes an error apart: one diagnostic for each thing that is wrong.
func Diagnostics(err error) []Diagnostic {
	var many diag.Errors
	if !errors.As(err, &many) {
		return []Diagnostic{{Message: err.Error()}}
	}
	out := make([]Diagnostic, len(many))
	for i, d := range many {
		out[i] = diagnostic(d)
	}
	return out
}

func diagnostic(d diag.Diagnostic) Diagnostic {
	return Diagnostic{File: d.File, Line: d.Line, Col: d.Col, Pointer: d.Pointer, Message: d.Message, Hint: d.Hint}
}

// Unknown is what there is to say of keywords that no draft defines: nothing is done for them, so whoever meant one that
// is has to be told. One that begins with "x-" is nobody's mistake.
func Unknown(results []*Result) []string {
	var found []string
	for _, r := range results {
		for _, n := range r.Notes {
			if _, keyword := path.Split(n.Pointer); n.Kind == lower.Unknown && !strings.HasPrefix(keyword, "x-") {
				found = append(found, n.Diagnostic.String())
			}
		}
	}
	return found
}
