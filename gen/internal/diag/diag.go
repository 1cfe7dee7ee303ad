// Package diag is how every stage of the generator says what is wrong.
//
// A stage never stops at the first mistake: it adds to a [List] and goes on as far as it still makes sense, so that a
// user sees all of them at once, sorted by file, line and column.
package diag

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Pos is a place in a source file. Line and Col count from 1, Col in bytes. The zero Pos is "nowhere in particular".
type Pos struct {
	File string
	Line int
	Col  int
}

// String is file:line:col, as compilers write it, or as much of it as is known.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.File == "":
		return fmt.Sprintf("%d:%d", p.Line, p.Col)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Diagnostic is one thing that is wrong: where, what, and what to do about it.
type Diagnostic struct {
	Pos
	// Pointer is the RFC 6901 pointer of the place in its document, as a URI fragment ("#/$defs/Event"), or "" where
	// the file is not JSON.
	Pointer string
	// Message says what is wrong, in one line, without a full stop.
	Message string
	// Hint says what to do about it, or is empty where the message already does.
	Hint string
}

// String is one line: file:line:col: pointer: message; hint.
func (d Diagnostic) String() string {
	var parts []string
	for _, s := range []string{d.Pos.String(), d.Pointer, d.Message} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	s := strings.Join(parts, ": ")
	if d.Hint != "" {
		s += "; " + d.Hint
	}
	return s
}

// List collects diagnostics. Its zero value is empty and ready to use.
type List struct {
	items []Diagnostic
}

// Add appends a diagnostic.
func (l *List) Add(d Diagnostic) { l.items = append(l.items, d) }

// Addf appends a diagnostic whose message is formatted.
func (l *List) Addf(pos Pos, pointer, format string, args ...any) {
	l.Add(Diagnostic{Pos: pos, Pointer: pointer, Message: fmt.Sprintf(format, args...)})
}

// AddError appends what err holds: each diagnostic of an [Errors], or the error's text as one diagnostic.
func (l *List) AddError(err error) {
	if err == nil {
		return
	}
	var many Errors
	if errors.As(err, &many) {
		l.items = append(l.items, many...)
		return
	}
	l.Add(Diagnostic{Message: err.Error()})
}

// Len is how many diagnostics have been added.
func (l *List) Len() int { return len(l.items) }

// Err is nil when nothing was added, else an [Errors] sorted by place, each diagnostic once.
func (l *List) Err() error {
	if len(l.items) == 0 {
		return nil
	}
	out := slices.Clone(l.items)
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col),
			cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Message, b.Message),
		)
	})
	return Errors(slices.Compact(out))
}

// Errors is a non-empty, sorted list of diagnostics as an error. Its text is one line each.
type Errors []Diagnostic

func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, d := range e {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}
