package transport_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/agui-gen/agui-gen/sdk/transport"
	"github.com/google/go-cmp/cmp"
)

// readSSE reads all events, with the stream cut as cut says.
func readSSE(r io.Reader, limit int) (events []string, err error) {
	s := transport.NewSSEReader(r, limit)
	for {
		data, err := s.Next()
		if err == io.EOF {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		events = append(events, string(data))
	}
}

// TestSSEReader reads what servers send, in pieces of every size.
//
// Rules: K2.3 K2.4.
func TestSSEReader(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
		err      error
	}{
		{name: "nothing", in: ""},
		{name: "LF", in: "data: {}\n\ndata: [1]\n\n", want: []string{"{}", "[1]"}},
		{name: "CRLF", in: "data: {}\r\n\r\ndata: [1]\r\n\r\n", want: []string{"{}", "[1]"}},
		{name: "CR", in: "data: {}\r\rdata: [1]\r\r", want: []string{"{}", "[1]"}},
		{name: "mixed ends", in: "data: {\r\ndata: }\n\r\n", want: []string{"{\n}"}},
		{name: "no space after the colon", in: "data:{}\n\n", want: []string{"{}"}},
		{name: "only one space is taken off", in: "data:  {}\n\n", want: []string{" {}"}},
		{name: "several data lines", in: "data: {\"a\":\ndata: 1}\n\n", want: []string{"{\"a\":\n1}"}},
		{name: "data without a colon is an empty line", in: "data\ndata: {}\n\n", want: []string{"\n{}"}},
		{name: "comments", in: ": hello\n\n:\n\ndata: {}\n:x\n\n", want: []string{"{}"}},
		{name: "other fields", in: "event: x\nid: 1\nretry: 5\ndatax: no\ndata: {}\n\n", want: []string{"{}"}},
		{name: "an event without data is none", in: "event: x\n\ndata: {}\n\n", want: []string{"{}"}},
		{name: "byte order mark", in: "\ufeffdata: {}\n\n", want: []string{"{}"}},
		{name: "end without blank line", in: "data: {}\n", want: []string{"{}"}},
		{name: "end without line end", in: "data: {}", want: []string{"{}"}},
		{name: "end inside data", in: "data: {}\n\ndata: {\"a\":", want: []string{"{}"}, err: transport.ErrTruncated},
		{name: "end inside a comment", in: "data: {}\n\n: bye", want: []string{"{}"}},
		{name: "too large", in: "data: 12345678901\n\n", err: &transport.EventTooLargeError{Limit: 10}},
		{name: "too large over lines", in: "data: 123456\ndata: 123456\n\n", err: &transport.EventTooLargeError{Limit: 10}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for cut, r := range map[string]io.Reader{
				"whole": strings.NewReader(tt.in), "byte by byte": iotest.OneByteReader(strings.NewReader(tt.in)),
			} {
				limit := 0
				if strings.HasPrefix(tt.name, "too large") {
					limit = 10
				}
				got, err := readSSE(r, limit)
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("%s: events (-want +got):\n%s", cut, diff)
				}
				var large *transport.EventTooLargeError
				switch {
				case errors.As(tt.err, &large):
					if !errors.As(err, &large) || large.Limit != 10 {
						t.Errorf("%s: error %v, want a limit of 10", cut, err)
					}
				case !errors.Is(err, tt.err):
					t.Errorf("%s: error %v, want %v", cut, err, tt.err)
				}
			}
		})
	}
}

// TestSSEReaderDoesNotWait holds that an event is out as soon as its blank line is there, CR included: a live stream
// may not send another byte for minutes.
func TestSSEReaderDoesNotWait(t *testing.T) {
	for _, end := range []string{"\n\n", "\r\r", "\r\n\r\n"} {
		pr, pw := io.Pipe()
		s := transport.NewSSEReader(pr, 0)
		go func() { _, _ = io.WriteString(pw, "data: {}"+end) }()
		data, err := s.Next()
		if string(data) != "{}" || err != nil {
			t.Errorf("after %q: %q, %v", end, data, err)
		}
		pr.Close()
	}
}

// TestAppendSSE holds that one event is one data line and a blank one, in LF.
//
// Rules: K2.2 K2.3.
func TestAppendSSE(t *testing.T) {
	if got := string(transport.AppendSSE([]byte("x"), []byte(`{"a":1}`))); got != "xdata: {\"a\":1}\n\n" {
		t.Errorf("got %q", got)
	}
}

func FuzzSSEReader(f *testing.F) {
	f.Add("data: {}\r\n\n: x\rdata\n")
	f.Fuzz(func(t *testing.T, in string) {
		whole, err1 := readSSE(strings.NewReader(in), 100)
		cut, err2 := readSSE(iotest.OneByteReader(strings.NewReader(in)), 100)
		if diff := cmp.Diff(whole, cut); diff != "" || (err1 == nil) != (err2 == nil) {
			t.Errorf("the cut of the stream shows: %s%v, %v", diff, err1, err2)
		}
	})
}
