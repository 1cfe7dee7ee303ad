package client_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// TestLimits holds that what is over a limit is rejected, and what is at it is not.
func TestLimits(t *testing.T) {
	whole := encoded(transport.SSE, started+finished)
	endless := func(w http.ResponseWriter, r *http.Request) {
		transport.SetContentType(w.Header(), transport.SSE)
		_, _ = w.Write(whole)
		for {
			if _, err := io.WriteString(w, ": still there\n"); err != nil {
				return
			}
		}
	}
	long := `{"type":"CUSTOM","name":"x","value":"` + strings.Repeat("y", 2000) + `"}`
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		o       client.Options
		kind    string
		limit   error
	}{
		{"at the limit of a stream", sse(started + finished), client.Options{MaxStream: int64(len(whole))}, "success", nil},
		{"over the limit of a stream", sse(started + finished), client.Options{MaxStream: int64(len(whole)) - 1}, "rejected", new(client.StreamTooLargeError)},
		{"a stream without end", endless, client.Options{MaxStream: 1 << 20}, "rejected", new(client.StreamTooLargeError)},
		{"a large event", sse(started + long + "\n" + finished), client.Options{MaxFrame: 1000}, "rejected", new(transport.EventTooLargeError)},
		{"a large event, and room for it", sse(started + long + "\n" + finished), client.Options{MaxFrame: 3000, MaxStream: -1}, "success", nil},
		{"a large frame", events(transport.Proto, started+long+"\n"+finished), client.Options{MaxFrame: 1000}, "rejected", new(transport.FrameTooLargeError)},
		{"a frame that is only promised", func(w http.ResponseWriter, r *http.Request) {
			transport.SetContentType(w.Header(), transport.Proto)
			_, _ = io.WriteString(w, "\xff\xff\xff\xff")
		}, client.Options{}, "rejected", new(transport.FrameTooLargeError)},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(t.Context(), serve(t, c.handler).connect(t, c.o).Run(input()))
			if got := kind(t, err); got != c.kind {
				t.Errorf("%s: %v", got, err)
			}
			var stream *client.StreamTooLargeError
			var event *transport.EventTooLargeError
			var frame *transport.FrameTooLargeError
			is := map[bool]bool{}
			switch c.limit.(type) {
			case *client.StreamTooLargeError:
				is[errors.As(err, &stream)] = true
			case *transport.EventTooLargeError:
				is[errors.As(err, &event)] = true
			case *transport.FrameTooLargeError:
				is[errors.As(err, &frame)] = true
			}
			if is[false] {
				t.Errorf("%v is not about %T", err, c.limit)
			}
		})
	}
}

// FuzzResponse holds that no response, whatever it is, makes more of a run than an end that a caller can tell, and that
// one cannot succeed whose stream has no run that has.
func FuzzResponse(f *testing.F) {
	for _, wire := range []transport.Format{transport.SSE, transport.Proto} {
		whole := encoded(wire, started+opened+content+closed+finished)
		f.Add(200, wire.ContentType(), whole)
		f.Add(200, wire.ContentType(), whole[:len(whole)-3])
		f.Add(200, wire.ContentType(), encoded(wire, started+failed))
		f.Add(200, wire.ContentType(), encoded(wire, finished))
	}
	f.Add(200, transport.MediaTypeSSE, []byte(`data:{"type":"LATER"}`)) // is dropped
	f.Add(429, "application/problem+json", []byte(`{"title":"x"}`))
	f.Add(307, "", []byte(nil))
	f.Fuzz(func(t *testing.T, status int, contentType string, body []byte) {
		rt := roundTrip(func(r *http.Request) (*http.Response, error) {
			h := http.Header{"Content-Type": {contentType}, "Location": {contentType}, "Retry-After": {contentType}}
			return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(bytes.NewReader(body)), Request: r}, nil
		})
		run := over(t, rt, client.Options{MaxFrame: 1 << 16, MaxStream: 1 << 20, NoWarn: true}).Run(input())
		good := false
		for ev, err := range run.Events(t.Context()) {
			if err == nil && ev.EventType() == agui.EventTypeRunFinished {
				good = true
			}
		}
		if err := run.Err(); err == nil && (!good || status != 200) {
			t.Error("a success out of nothing")
		} else if kind(t, err) == "" {
			t.Errorf("%v is none of the ends", err)
		}
		_, _ = asJSON(t, run.Messages()), asJSON(t, run.State())
	})
}
