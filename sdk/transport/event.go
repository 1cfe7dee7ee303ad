package transport

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/agui-gen/agui-gen/out/agui"
)

// Format is a way to write a stream of events down.
type Format string

// The formats.
const (
	// JSON is one event a line.
	JSON Format = "json"
	// SSE is one server-sent event an event.
	SSE Format = "sse"
	// Proto is one frame an event, see [FrameReader].
	Proto Format = "proto"
)

// ParseFormat is the format of that name.
func ParseFormat(name string) (Format, error) {
	switch f := Format(name); f {
	case JSON, SSE, Proto:
		return f, nil
	}
	return "", fmt.Errorf("unknown format %q; there are json, sse and proto", name)
}

// EventReader reads events from a stream. It turns bytes into events and judges none of them: an event of an unknown
// type, and one whose known members are malformed, come out as such.
type EventReader struct {
	next   func() ([]byte, error)
	decode func([]byte) (agui.Event, error)
	unit   string
	n      int
	lines  *lineReader // of JSON, nil otherwise
}

// NewEventReader reads events in a format from r. A limit of 0 is [DefaultMaxFrame]; it bounds one event in any format.
func NewEventReader(r io.Reader, f Format, limit int) *EventReader {
	switch f {
	case Proto:
		return &EventReader{next: NewFrameReader(r, limit).Next, decode: agui.DecodeProto, unit: "frame"}
	case SSE:
		return &EventReader{next: NewSSEReader(r, limit).Next, decode: agui.DecodeJSON, unit: "event"}
	}
	lines := &lineReader{r: bufio.NewReader(r), max: limit}
	if limit <= 0 {
		lines.max = DefaultMaxFrame
	}
	return &EventReader{next: lines.Next, decode: agui.DecodeJSON, unit: "line", lines: lines}
}

// DecodeError is an event whose bytes are no event at all, with its place in the stream.
type DecodeError struct {
	Unit string // what the format counts: line, event or frame
	N    int    // which of them, from 1
	Err  error
}

func (e *DecodeError) Error() string { return fmt.Sprintf("%s %d: %v", e.Unit, e.N, e.Err) }

// Unwrap is the decoder's error.
func (e *DecodeError) Unwrap() error { return e.Err }

// Next is the next event, io.EOF after the last. A stream that ends inside an event is [ErrTruncated]; bytes that are no
// event are a [*DecodeError].
func (r *EventReader) Next() (agui.Event, error) {
	data, err := r.next()
	if err != nil {
		return nil, err
	}
	r.n++
	if r.lines != nil {
		r.n = r.lines.n // blank lines count
	}
	ev, err := r.decode(data)
	if err != nil {
		return nil, &DecodeError{Unit: r.unit, N: r.n, Err: err}
	}
	return ev, nil
}

// Place says where in the stream the last event was: what the format counts (line, event or frame), and which of them,
// from 1.
func (r *EventReader) Place() (unit string, n int) { return r.unit, r.n }

// AppendEvent appends one event in a format to b, with what the format puts around it.
func AppendEvent(b []byte, f Format, ev agui.Event) ([]byte, error) {
	if f == Proto {
		body, err := ev.AppendProto(nil)
		if err != nil {
			return b, err
		}
		return AppendFrame(b, body, 0)
	}
	text, err := ev.AppendJSON(nil)
	if err != nil {
		return b, err
	}
	if f == SSE {
		return AppendSSE(b, text), nil
	}
	return append(append(b, text...), '\n'), nil
}

// lineReader reads lines that are not blank.
type lineReader struct {
	r   *bufio.Reader
	max int
	n   int // the line's number, from 1
	buf []byte
}

func (l *lineReader) Next() ([]byte, error) {
	for {
		l.buf = l.buf[:0]
		l.n++
		for {
			part, err := l.r.ReadSlice('\n')
			if l.buf = append(l.buf, part...); len(l.buf) > l.max {
				return nil, &EventTooLargeError{Limit: l.max}
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if err != nil && (err != io.EOF || len(bytes.TrimSpace(l.buf)) == 0) {
				return nil, err
			}
			break
		}
		if len(bytes.TrimSpace(l.buf)) > 0 {
			return bytes.TrimRight(l.buf, "\r\n"), nil // space before it stays, so that offsets in it are columns
		}
	}
}
