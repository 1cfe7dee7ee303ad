package gen

import (
	"errors"
	"go/token"
	"path"
	"strings"
	"unicode"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// GenerateAll makes every target, and reports what is wrong with any of them at once.
func GenerateAll(targets []Target) ([]*Result, error) {
	var results []*Result
	var faults diag.List
	for _, t := range targets {
		r, err := Generate(t)
		faults.AddError(err)
		results = append(results, r)
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return results, nil
}

// Diagnostic is one thing that is wrong, for machines to read.
type Diagnostic struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"` // from 1
	Col     int    `json:"col,omitempty"`  // from 1, in bytes
	Pointer string `json:"pointer,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
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

// PackageName is the name of the Go package in a folder when nobody says otherwise: the folder's own name, or the
// profile's where the folder is called after what it holds ("out", "gen") or could not be a package's name.
func PackageName(dir, profile string) string {
	name := strings.ToLower(path.Base(dir))
	letters := func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}
	name = strings.Map(letters, name)
	generic := name == "out" || name == "gen" || name == "generated"
	if (generic || !token.IsIdentifier(name)) && profile != "" {
		return profile
	}
	if !token.IsIdentifier(name) {
		return "generated"
	}
	return name
}
