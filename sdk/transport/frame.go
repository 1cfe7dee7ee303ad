package transport

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// DefaultMaxFrame is how long a frame may be, header and body together, unless an option says otherwise: 10 MiB, which
// is where the published client stops reading.
const DefaultMaxFrame = 10 << 20

// headerSize is the length of a frame's header: a 4-byte big-endian length of the body.
const headerSize = 4

// ErrTruncated is a stream that ends inside a frame or an event.
var ErrTruncated = errors.New("the stream ends in the middle of an event")

// FrameTooLargeError is a frame over the limit. A reader reports it at the header, before the body is read; a writer
// before anything is written.
type FrameTooLargeError struct {
	Size  uint64 // header and body, in bytes
	Limit int    // in bytes
}

func (e *FrameTooLargeError) Error() string {
	return fmt.Sprintf("a frame of %d bytes is over the limit of %d", e.Size, e.Limit)
}

// FrameReader reads length-prefixed frames from a stream, however the stream is cut into pieces.
type FrameReader struct {
	r    io.Reader
	max  int
	body []byte
}

// NewFrameReader reads frames from r. A limit of 0 is [DefaultMaxFrame].
func NewFrameReader(r io.Reader, limit int) *FrameReader {
	if limit <= 0 {
		limit = DefaultMaxFrame
	}
	return &FrameReader{r: r, max: limit}
}

// Next is the body of the next frame, valid until the next call. It is io.EOF at an end between frames, and wraps
// [ErrTruncated] at an end inside one, be it that of the stream or an error of r, which it wraps too.
func (f *FrameReader) Next() ([]byte, error) {
	var header [headerSize]byte
	switch n, err := io.ReadFull(f.r, header[:]); {
	case err != nil && n == 0:
		return nil, err
	case err != nil:
		return nil, inside(err, "%d of the %d bytes of a frame's header", n, headerSize)
	}
	size := binary.BigEndian.Uint32(header[:])
	if total := uint64(size) + headerSize; total > uint64(f.max) {
		return nil, &FrameTooLargeError{Size: total, Limit: f.max}
	}
	return f.read(int(size))
}

// read fills the body in steps, so that a header that promises more than comes costs no more than came.
func (f *FrameReader) read(size int) ([]byte, error) {
	const step = 64 << 10
	f.body = f.body[:0]
	for len(f.body) < size {
		n := min(size-len(f.body), max(step, len(f.body)))
		at := len(f.body)
		f.body = append(f.body, make([]byte, n)...)
		got, err := io.ReadFull(f.r, f.body[at:])
		if err != nil {
			return nil, inside(err, "%d of the %d bytes of a frame's body", at+got, size)
		}
	}
	return f.body, nil
}

// inside is the error for what has ended a stream inside a frame.
func inside(err error, format string, args ...any) error {
	where := fmt.Sprintf(format, args...)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("%w: %s", ErrTruncated, where)
	}
	return fmt.Errorf("%w: %s: %w", ErrTruncated, where, err)
}

// AppendFrame appends body with its header to b. Its error is a [*FrameTooLargeError], with b unchanged. A limit of 0 is
// [DefaultMaxFrame].
func AppendFrame(b, body []byte, limit int) ([]byte, error) {
	if limit <= 0 {
		limit = DefaultMaxFrame
	}
	if total := uint64(len(body)) + headerSize; total > uint64(limit) {
		return b, &FrameTooLargeError{Size: total, Limit: limit}
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(body)))
	return append(b, body...), nil
}
