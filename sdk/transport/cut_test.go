package transport_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/agui-gen/agui-gen/sdk/transport"
)

// TestBrokenConnection holds that an error of the connection inside an event wraps ErrTruncated beside itself, and that
// one between events is only itself: whoever reads must know whether an event was lost (K3.6).
func TestBrokenConnection(t *testing.T) {
	reset := errors.New("connection reset")
	for _, c := range []struct {
		name, in string
		wire     transport.Format
		cause    error
		n        int // events before
		cut      bool
	}{
		{"frames: between", "\x00\x00\x00\x00", transport.Proto, reset, 1, false},
		{"frames: at the start, by the end of a body", "", transport.Proto, io.ErrUnexpectedEOF, 0, false},
		{"frames: in a header", "\x00\x00\x00\x00\x00", transport.Proto, reset, 1, true},
		{"frames: before a body", "\x00\x00\x00\x02", transport.Proto, reset, 0, true},
		{"frames: in a body", "\x00\x00\x00\x02a", transport.Proto, reset, 0, true},
		{"sse: between", "data: 1\n\n", transport.SSE, reset, 1, false},
		{"sse: in a comment", "data: 1\n\n: the", transport.SSE, reset, 1, false},
		{"sse: after an id", "data: 1\n\nid: 7\n", transport.SSE, reset, 1, false},
		{"sse: in a line", "data: 1\n\ndata: {", transport.SSE, reset, 1, true},
		{"sse: between lines", "data: {\n", transport.SSE, reset, 0, true},
		{"sse: before the blank line", "data: {}\n", transport.SSE, reset, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := io.MultiReader(strings.NewReader(c.in), iotest.ErrReader(c.cause))
			next := transport.NewFrameReader(r, 0).Next
			if c.wire == transport.SSE {
				next = transport.NewSSEReader(r, 0).Next
			}
			n, err := 0, error(nil)
			for ; err == nil; n++ {
				_, err = next()
			}
			if n-1 != c.n || errors.Is(err, transport.ErrTruncated) != c.cut || c.cause == reset && !errors.Is(err, reset) {
				t.Errorf("after %d events, %v", n-1, err)
			}
			if !c.cut && err != c.cause {
				t.Errorf("%v, want %v as it is", err, c.cause)
			}
		})
	}
}
