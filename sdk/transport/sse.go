package transport

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// EventTooLargeError is an SSE event whose data is over the limit. It is reported as soon as the limit is passed.
type EventTooLargeError struct{ Limit int } // in bytes

func (e *EventTooLargeError) Error() string {
	return fmt.Sprintf("an event's data is over the limit of %d bytes", e.Limit)
}

// SSEReader reads the data of server-sent events (HTML, section 9.2) from a stream: lines that end in LF, CR or CRLF,
// several data lines joined, comments and other fields passed over, one byte order mark at the start tolerated.
type SSEReader struct {
	r       *bufio.Reader
	max     int
	buf     []byte // the line being read
	data    []byte // the event being read
	started bool
	hasData bool
	afterCR bool
}

// NewSSEReader reads events from r. A limit of 0 is [DefaultMaxFrame].
func NewSSEReader(r io.Reader, limit int) *SSEReader {
	if limit <= 0 {
		limit = DefaultMaxFrame
	}
	return &SSEReader{r: bufio.NewReader(r), max: limit}
}

// Next is the data of the next event, valid until the next call. An event is what a blank line closes; one that the end
// of the stream cuts off is delivered all the same when its data is a whole JSON text (servers that forget the last
// blank line are common), and is [ErrTruncated] when it is not. Then comes io.EOF. An error of r inside an event wraps
// ErrTruncated, too.
func (s *SSEReader) Next() ([]byte, error) {
	if !s.started {
		s.started = true
		if bom, _ := s.r.Peek(3); string(bom) == "\ufeff" {
			_, _ = s.r.Discard(3)
		}
	}
	s.data, s.hasData = s.data[:0], false
	for {
		line, err := s.line()
		if err != nil {
			return s.atEnd(line, err)
		}
		if len(line) == 0 {
			if s.hasData {
				return s.data, nil
			}
			continue
		}
		if err := s.field(line); err != nil {
			return nil, err
		}
	}
}

// atEnd judges what is left when the stream ends with an error, or io.EOF, before a line did.
func (s *SSEReader) atEnd(line []byte, end error) ([]byte, error) {
	var large *EventTooLargeError
	if errors.As(end, &large) {
		return nil, end
	}
	if len(line) > 0 {
		if err := s.field(line); err != nil {
			return nil, err
		}
	}
	switch {
	case !s.hasData:
		return nil, end
	case end != io.EOF:
		return nil, fmt.Errorf("%w: %d bytes of data without their end: %w", ErrTruncated, len(s.data), end)
	case json.Valid(s.data):
		return s.data, nil
	}
	return nil, fmt.Errorf("%w: %d bytes of data without their end", ErrTruncated, len(s.data))
}

// field takes one line of an event in.
func (s *SSEReader) field(line []byte) error {
	value, ok := bytes.CutPrefix(line, []byte("data"))
	switch {
	case !ok:
		return nil
	case len(value) == 0:
	case value[0] == ':':
		value = bytes.TrimPrefix(value[1:], []byte(" "))
	default: // a field whose name only begins with "data"
		return nil
	}
	if s.hasData {
		s.data = append(s.data, '\n')
	}
	s.hasData = true
	s.data = append(s.data, value...)
	if len(s.data) > s.max {
		return &EventTooLargeError{Limit: s.max}
	}
	return nil
}

// line is the next line without its end, valid until the next call. The error is io.EOF when the stream ended before
// the line did.
func (s *SSEReader) line() ([]byte, error) {
	s.buf = s.buf[:0]
	for {
		if _, err := s.r.Peek(1); err != nil {
			return s.buf, err
		}
		chunk, _ := s.r.Peek(s.r.Buffered())
		if s.afterCR {
			s.afterCR = false
			if chunk[0] == '\n' {
				_, _ = s.r.Discard(1)
				continue
			}
		}
		end := lineEnd(chunk)
		s.buf = append(s.buf, chunk[:end]...)
		if len(s.buf) > s.max+len("data: ") {
			return nil, &EventTooLargeError{Limit: s.max}
		}
		if end < len(chunk) {
			// CR, LF and CRLF all end a line. Whether an LF follows a CR is known only when the next byte is there, and
			// a live stream must not wait for it: so remember the CR and pass over the LF if it comes.
			s.afterCR = chunk[end] == '\r'
			_, _ = s.r.Discard(end + 1)
			return s.buf, nil
		}
		_, _ = s.r.Discard(end)
	}
}

// lineEnd is the index of the first CR or LF, or the length where there is none.
func lineEnd(b []byte) int {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		b = b[:i]
	}
	if i := bytes.IndexByte(b, '\r'); i >= 0 {
		return i
	}
	return len(b)
}

// AppendSSE appends one event with data as its only line to b. Data is a JSON text on one line.
func AppendSSE(b, data []byte) []byte {
	b = append(b, "data: "...)
	b = append(b, data...)
	return append(b, "\n\n"...)
}
