package transport_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/agui-gen/agui-gen/sdk/transport"
	"github.com/google/go-cmp/cmp"
)

func readFrames(r io.Reader, limit int) (frames []string, err error) {
	f := transport.NewFrameReader(r, limit)
	for {
		body, err := f.Next()
		if err == io.EOF {
			return frames, nil
		}
		if err != nil {
			return frames, err
		}
		frames = append(frames, string(body))
	}
}

// TestFrameReader reads whole frames, short ones, and ends inside a header and a body.
//
// Rules: K3.5 K3.6.
func TestFrameReader(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
		err      error
	}{
		{name: "nothing", in: ""},
		{name: "two", in: "\x00\x00\x00\x02ab\x00\x00\x00\x01c", want: []string{"ab", "c"}},
		{name: "empty", in: "\x00\x00\x00\x00", want: []string{""}},
		{name: "end in a header", in: "\x00\x00\x00\x01c\x00\x00", want: []string{"c"}, err: transport.ErrTruncated},
		{name: "end before a body", in: "\x00\x00\x00\x02", err: transport.ErrTruncated},
		{name: "end in a body", in: "\x00\x00\x00\x02a", err: transport.ErrTruncated},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for cut, r := range map[string]io.Reader{
				"whole": strings.NewReader(tt.in), "byte by byte": iotest.OneByteReader(strings.NewReader(tt.in)),
			} {
				got, err := readFrames(r, 0)
				if diff := cmp.Diff(tt.want, got); diff != "" || !errors.Is(err, tt.err) {
					t.Errorf("%s: error %v, want %v; frames (-want +got):\n%s", cut, err, tt.err, diff)
				}
			}
		})
	}
}

// TestFrameLimit holds that the limit counts header and body, and that a frame over it fails at its header.
func TestFrameLimit(t *testing.T) {
	body := strings.Repeat("x", 6)
	frame, err := transport.AppendFrame(nil, []byte(body), 10)
	if err != nil || string(frame) != "\x00\x00\x00\x06"+body {
		t.Fatalf("at the limit: %q, %v", frame, err)
	}
	if got, err := readFrames(bytes.NewReader(frame), 10); len(got) != 1 || got[0] != body || err != nil {
		t.Errorf("at the limit: %q, %v", got, err)
	}
	var large *transport.FrameTooLargeError
	if got, err := transport.AppendFrame([]byte("a"), []byte(body), 9); !errors.As(err, &large) || large.Size != 10 || string(got) != "a" {
		t.Errorf("writing over the limit: %q, %v", got, err)
	}
	// Only the header is there: the verdict must not wait for the body.
	if _, err := readFrames(strings.NewReader("\x00\x00\x00\x06"), 9); !errors.As(err, &large) || large.Size != 10 || large.Limit != 9 {
		t.Errorf("reading over the limit: %v", err)
	}
	if _, err := readFrames(strings.NewReader("\xff\xff\xff\xff"), 0); !errors.As(err, &large) || large.Size != 1<<32+3 {
		t.Errorf("the largest length: %v", err)
	}
}

func FuzzFrameReader(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x02ab"))
	f.Fuzz(func(t *testing.T, in []byte) {
		got, err := readFrames(bytes.NewReader(in), 1000)
		var back []byte
		for _, body := range got {
			var e error
			if back, e = transport.AppendFrame(back, []byte(body), 1000); e != nil {
				t.Fatal(e)
			}
		}
		if !bytes.HasPrefix(in, back) || (err == nil && len(back) != len(in)) {
			t.Errorf("%x was read as %q", in, got)
		}
	})
}
