package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// RuleBinding is the rule that a response says which binding it is in (K2.2, K3.4). One that does not is rejected.
const RuleBinding pipeline.Rule = "K3.4"

// open sends an input, again where that is allowed, until there is a stream. Each time after the first it has another
// run id, which both the input that is held and the one that is sent have then.
func (c *Client) open(ctx context.Context, held, send *agui.RunAgentInput) (*stream, transport.Format, error) {
	for n := 1; ; n++ {
		s, format, err := c.post(ctx, send)
		if err == nil {
			return s, format, nil
		}
		wait, again := c.o.Retry.wait(n, err)
		if !again {
			return nil, "", err
		}
		c.o.Logger.InfoContext(ctx, "the run is sent again", "after", err, "wait", wait, "retry", n)
		if err := sleep(ctx, wait); err != nil {
			return nil, "", err
		}
		held.RunID = newID()
		send.RunID = held.RunID
	}
}

// post sends an input once.
func (c *Client) post(ctx context.Context, send *agui.RunAgentInput) (*stream, transport.Format, error) {
	body, err := send.AppendJSON(nil)
	if err != nil {
		return nil, "", inputError(err)
	}
	s := &stream{caller: ctx, idle: c.o.IdleTimeout, limit: c.o.MaxStream}
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	if s.resp, err = c.header(s, body); err != nil {
		s.cancel(nil)
		return nil, "", err
	}
	var format transport.Format
	s.bounded(func() {
		if s.resp.StatusCode != http.StatusOK {
			err = statusError(s.resp, s)
			return
		}
		var other error
		if format, other = transport.ResponseFormat(s.resp.Header.Get("Content-Type"), s); other != nil {
			err = &pipeline.ProtocolError{Stage: pipeline.StageReader, Rule: RuleBinding, Event: -1, Err: other}
		}
	})
	if err != nil {
		s.Close()
		return nil, "", err
	}
	return s, format, nil
}

// header sends a request and waits for the header of the response.
func (c *Client) header(s *stream, body []byte) (*http.Response, error) {
	var t tracer
	req, err := http.NewRequestWithContext(httptrace.WithClientTrace(s.ctx, t.hooks()), http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, inputError(err)
	}
	for name, values := range c.o.Header {
		req.Header[http.CanonicalHeaderKey(name)] = append([]string(nil), values...)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", c.o.Accept)
	stop := func() bool { return true }
	if c.o.HeaderTimeout > 0 {
		stop = time.AfterFunc(c.o.HeaderTimeout, func() { s.cancel(ErrHeaderTimeout) }).Stop
	}
	resp, err := c.http.Do(req)
	if inTime := stop(); !inTime && err == nil {
		_ = resp.Body.Close() // it came, and too late
		err = ErrHeaderTimeout
	}
	if err == nil {
		return resp, nil
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err // without the URL, which may have secrets in it
	}
	if s.caller.Err() != nil {
		return nil, contextError(s.caller)
	}
	if err = s.why(err); t.unconnected(err) {
		return nil, &DialError{Err: err}
	}
	return nil, &NoResponseError{Err: err}
}

// tracer sees how far a request gets.
type tracer struct{ wanted, got atomic.Bool }

func (t *tracer) hooks() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn: func(string) { t.wanted.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { t.got.Store(true) },
	}
}

// unconnected tells whether a request failed before there was a connection: by what was seen of it, or by its error where
// the transport shows nothing.
func (t *tracer) unconnected(err error) bool {
	if t.wanted.Load() || t.got.Load() {
		return !t.got.Load()
	}
	var op *net.OpError
	var cert *tls.CertificateVerificationError
	return errors.As(err, &op) && op.Op == "dial" || errors.As(err, &cert)
}
