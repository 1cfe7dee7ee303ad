package server

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

var noDeadline time.Time

// out is the body of a response. Its buffers serve one event after another.
type out struct {
	w        http.ResponseWriter
	control  *http.ResponseController
	format   transport.Format
	maxFrame int
	// timeout is for one write, 0 for none.
	timeout time.Duration
	// immovable tells that the connection has no deadlines.
	immovable bool
	opened    bool // the header has been written
	text, buf []byte
	// last is when something was written last.
	last time.Time
}

// canFlush tells whether what is written can be sent at once: what is wrapped must be able to, too.
func canFlush(w http.ResponseWriter) bool {
	flushes := false
	switch w.(type) {
	case http.Flusher, interface{ FlushError() error }:
		flushes = true
	}
	if u, ok := w.(interface{ Unwrap() http.ResponseWriter }); ok {
		return canFlush(u.Unwrap())
	}
	return flushes
}

// open writes the header of a stream.
func (o *out) open() {
	o.opened = true
	h := o.w.Header()
	transport.SetContentType(h, o.format)
	h.Set("Cache-Control", "no-cache, no-transform")
	h.Set("X-Accel-Buffering", "no")
	h.Del("Content-Length")
	o.w.WriteHeader(http.StatusOK)
}

// encode makes bytes of an event, which are valid until the next call. The error is that of the codec, or a
// [*transport.FrameTooLargeError] or [*transport.EventTooLargeError].
func (o *out) encode(ev agui.Event) (b []byte, err error) {
	if o.format == transport.Proto {
		if o.text, err = ev.AppendProto(o.text[:0]); err != nil {
			return nil, err
		}
		o.buf, err = transport.AppendFrame(o.buf[:0], o.text, o.maxFrame)
		return o.buf, err
	}
	if o.text, err = ev.AppendJSON(o.text[:0]); err != nil {
		return nil, err
	}
	if len(o.text) > o.maxFrame {
		return nil, &transport.EventTooLargeError{Limit: o.maxFrame}
	}
	o.buf = transport.AppendSSE(o.buf[:0], o.text)
	return o.buf, nil
}

// comment is what says on server-sent events that somebody is still there (K2.4).
var comment = []byte(":\n\n")

// send writes and flushes, within a deadline of its own, the header first. Its error is [ErrAbandoned].
func (o *out) send(b []byte) error {
	o.last = time.Now()
	if !o.immovable {
		deadline := noDeadline
		if o.timeout > 0 {
			deadline = o.last.Add(o.timeout)
		}
		o.immovable = errors.Is(o.control.SetWriteDeadline(deadline), http.ErrNotSupported)
	}
	if !o.opened {
		o.open()
	}
	if len(b) > 0 {
		if _, err := o.w.Write(b); err != nil {
			return fmt.Errorf("%w: %w", ErrAbandoned, err)
		}
	}
	if err := o.control.Flush(); err != nil {
		return fmt.Errorf("%w: %w", ErrAbandoned, err)
	}
	return nil
}

// release takes the deadline off the connection, which may serve other requests after this one. A server that has a
// WriteTimeout of its own sets that anew for each.
func (o *out) release(r *http.Request) {
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok && server.WriteTimeout > 0 || o.immovable {
		return
	}
	_ = o.control.SetWriteDeadline(noDeadline) // of a connection that is gone
}
