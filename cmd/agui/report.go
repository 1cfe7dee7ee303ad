package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/agui-gen/agui-gen/gen"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/transport"
	"github.com/spf13/cobra"
)

// reporter writes errors and warnings, for people or for machines.
type reporter struct {
	w    io.Writer
	json bool
}

func newReporter(w io.Writer, asJSON bool) *reporter { return &reporter{w, asJSON} }

func reporterOf(cmd *cobra.Command) *reporter {
	asJSON, _ := cmd.Flags().GetBool("json")
	return newReporter(cmd.ErrOrStderr(), asJSON)
}

// remark is an error or a warning about an event of a stream.
type remark struct {
	File string `json:"file"`
	// Line, Event and Frame count from 1; which of them there is depends on the format.
	Line    int    `json:"line,omitempty"`
	Col     int    `json:"col,omitempty"` // from 1, in bytes
	Event   int    `json:"event,omitempty"`
	Frame   int    `json:"frame,omitempty"`
	Warning bool   `json:"warning,omitempty"`
	Message string `json:"message"`
}

// String is one line: in a stream that has lines as compilers write it.
func (r remark) String() string {
	at := r.File
	switch {
	case r.Col > 0:
		at = fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Col)
	case r.Line > 0:
		at = fmt.Sprintf("%s:%d", r.File, r.Line)
	case r.Event > 0:
		at = fmt.Sprintf("%s: event %d", r.File, r.Event)
	case r.Frame > 0:
		at = fmt.Sprintf("%s: frame %d", r.File, r.Frame)
	}
	if r.Warning {
		return at + ": warning: " + r.Message
	}
	return at + ": " + r.Message
}

func (r *reporter) remark(m remark) {
	if !r.json {
		fmt.Fprintln(r.w, m)
		return
	}
	r.encode(m)
}

// error reports an error that is not about an event: each diagnostic that it holds.
func (r *reporter) error(err error) {
	if !r.json {
		fmt.Fprintln(r.w, plain(err))
		return
	}
	for _, d := range gen.Diagnostics(plain(err)) {
		r.encode(d)
	}
}

func (r *reporter) encode(v any) {
	enc := json.NewEncoder(r.w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // there is nowhere to report that errors cannot be reported
}

// plain puts the name of a file first, as every other error has it.
func plain(err error) error {
	var withPath *fs.PathError
	if errors.As(err, &withPath) && err == error(withPath) {
		return fmt.Errorf("%s: cannot %s it: %w", withPath.Path, withPath.Op, withPath.Err)
	}
	return err
}

// remarkOn is an error of a stream, with its place as far as it is known.
func remarkOn(file string, err error) remark {
	var withPath *fs.PathError
	if errors.As(err, &withPath) {
		return remark{File: file, Message: fmt.Sprintf("cannot %s it: %v", withPath.Op, withPath.Err)}
	}
	var decode *transport.DecodeError
	if !errors.As(err, &decode) {
		return remark{File: file, Message: err.Error()}
	}
	m := remarkAt(file, decode.Unit, decode.N, decode.Err.Error())
	var syntax *jsonx.SyntaxError
	if m.Line > 0 && errors.As(decode.Err, &syntax) {
		m.Col = syntax.Offset + 1
	}
	return m
}

// remarkAt is about the n-th of what a format counts.
func remarkAt(file, unit string, n int, message string) remark {
	m := remark{File: file, Message: message}
	switch unit {
	case "line":
		m.Line = n
	case "frame":
		m.Frame = n
	default:
		m.Event = n
	}
	return m
}
