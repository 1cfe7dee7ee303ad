package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// stream is the body of a response: it ends when nothing comes for too long, when too much comes, and with its context.
type stream struct {
	ctx    context.Context // of the request
	caller context.Context
	cancel context.CancelCauseFunc
	resp   *http.Response
	idle   time.Duration // 0 for no bound
	timer  *time.Timer   // runs while something is read
	until  time.Time     // when the stream has to be at its end, zero for no such time
	limit  int64         // below 0 for none
	read   int64
}

// ending tells that nothing is to come but the end: comments do not put that off any more.
func (s *stream) ending() { s.until = time.Now().Add(s.idle) }

// Read reads from the body. Only the time in here counts as idle, so that a slow caller does not.
func (s *stream) Read(p []byte) (int, error) {
	if s.limit >= 0 && s.read > s.limit {
		return 0, &StreamTooLargeError{Limit: s.limit}
	}
	if s.idle > 0 {
		left := s.idle
		if !s.until.IsZero() {
			left = time.Until(s.until)
		}
		if s.timer == nil {
			s.timer = time.AfterFunc(left, func() { s.cancel(ErrIdleTimeout) })
		} else {
			s.timer.Reset(left)
		}
		defer s.timer.Stop()
	}
	n, err := s.resp.Body.Read(p)
	s.read += int64(n)
	if s.limit >= 0 && s.read > s.limit {
		return n, &StreamTooLargeError{Limit: s.limit}
	}
	if err != nil && err != io.EOF {
		err = s.why(err)
	}
	return n, err
}

// why is what ended the body, rather than how that showed.
func (s *stream) why(err error) error {
	if s.caller.Err() != nil {
		return contextError(s.caller)
	}
	if cause := context.Cause(s.ctx); cause != nil {
		return cause
	}
	return err
}

// Close ends the request. Nothing of it is left.
func (s *stream) Close() {
	if s.timer != nil {
		s.timer.Stop()
	}
	_ = s.resp.Body.Close() // it has been read to its end, or that does not matter
	s.cancel(nil)
}

// errHeaderRead is what ends the reading of a body that is no stream and takes too long.
var errHeaderRead = errors.New("the body of the response did not come in time")

// bounded calls f, which reads a body that is no stream, and ends it if that takes too long.
func (s *stream) bounded(f func()) {
	const most = 10 * time.Second
	timer := time.AfterFunc(most, func() { s.cancel(errHeaderRead) })
	defer timer.Stop()
	f()
}
