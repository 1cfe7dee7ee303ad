package pipeline

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Warning is something in a stream or an input that a developer should know of and that did not stop it.
type Warning struct {
	Stage Stage
	// Event is the index of the event in the stream, from 0; -1 where it is not about one.
	Event int
	// Type is the event's type, as it came.
	Type agui.EventType
	// Pointer is the RFC 6901 pointer of what it is about in the event or the input, "" where it is about all of it.
	Pointer string
	// Message says what happened and what to do.
	Message string
}

// String is the warning in one line.
func (w Warning) String() string {
	s := w.Message
	if w.Pointer != "" {
		s = w.Pointer + ": " + s
	}
	if w.Type != "" {
		s = string(w.Type) + " " + s
	}
	if w.Event >= 0 {
		s = "event " + strconv.Itoa(w.Event) + ": " + s
	}
	return s
}

// env is what the stages share: which event is on its way, and where warnings go.
type env struct {
	event  int
	kind   agui.EventType
	logger *slog.Logger
	logged int // warnings
	hook   func(Warning)
}

// maxLogged is how many warnings of one stream or input the logger gets: a peer can cause one with four bytes.
const maxLogged = 1000

// warn tells of something in the event on its way.
func (e *env) warn(stage Stage, pointer, message string) {
	w := Warning{Stage: stage, Event: e.event, Type: e.kind, Pointer: pointer, Message: message}
	if e.hook != nil {
		e.hook(w)
	}
	if e.logger != nil && e.logged <= maxLogged {
		if e.logged++; e.logged > maxLogged {
			w.Message = "there are more warnings about the same stream, and they are not logged"
		}
		e.logger.LogAttrs(context.Background(), slog.LevelWarn, w.Message,
			slog.String("stage", string(w.Stage)), slog.Int("event", w.Event), slog.String("type", string(w.Type)), slog.String("pointer", w.Pointer))
	}
}

// teller warns of values in one text, and falls silent when there are very many.
type teller struct {
	env   *env
	stage Stage
	told  int
}

// maxTold is how many warnings there are about one text.
const maxTold = 100

func (t *teller) tell(v jsonx.Value, message string) {
	if t.told < maxTold { // a pointer takes a way through the text
		t.tellAt(v.Pointer(), message)
	}
}

// tellAt is tell for what is at a pointer.
func (t *teller) tellAt(pointer, message string) {
	switch t.told++; {
	case t.told < maxTold:
		t.env.warn(t.stage, pointer, message)
	case t.told == maxTold:
		t.env.warn(t.stage, pointer, message+"; there is more like it in the same text, without a warning for each")
	}
}

// fail is the error for the event on its way.
func (e *env) fail(stage Stage, rule Rule, err error) error {
	return &ProtocolError{Stage: stage, Rule: rule, Event: e.event, Err: err}
}

// quote is text of a peer for use in a message: in quotes, and not too long.
func quote(s string) string {
	const most = 100 // bytes
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
