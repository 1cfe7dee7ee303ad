// Package golden_test holds the generated AG-UI package against the corpus: events with the bytes that the published
// encoder recorded for them. It needs no node; internal/conformance shows that the recording is still true.
package golden_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// eachCase runs check on every case, under its name.
func eachCase(t *testing.T, check func(t *testing.T, c testkit.Case)) {
	for _, c := range testkit.Corpus(t) {
		t.Run(c.Name, func(t *testing.T) { check(t, c) })
	}
}

func fromJSON(t *testing.T, text string) agui.Event {
	t.Helper()
	ev, err := agui.DecodeJSON([]byte(text))
	if err != nil {
		t.Fatalf("DecodeJSON: %v", err)
	}
	return ev
}

func fromProto(t *testing.T, message []byte) agui.Event {
	t.Helper()
	ev, err := agui.DecodeProto(message)
	if err != nil {
		t.Fatalf("DecodeProto: %v", err)
	}
	return ev
}

func toProto(t *testing.T, ev agui.Event) []byte {
	t.Helper()
	message, err := ev.AppendProto(nil)
	if err != nil {
		t.Fatalf("AppendProto: %v", err)
	}
	return message
}

func toJSON(t *testing.T, ev agui.Event) string {
	t.Helper()
	text, err := ev.AppendJSON(nil)
	if err != nil {
		t.Fatalf("AppendJSON: %v", err)
	}
	return string(text)
}

// TestBytesAreThePublishedOnes is the measure of the whole project.
func TestBytesAreThePublishedOnes(t *testing.T) {
	eachCase(t, func(t *testing.T, c testkit.Case) {
		if err := testkit.SameBytes(c.Proto, toProto(t, fromJSON(t, c.JSON))); err != nil {
			t.Errorf("%s\n%v", c.JSON, err)
		}
	})
}

// TestBytesComeBackAsTheyWent reads the published bytes and writes them again.
func TestBytesComeBackAsTheyWent(t *testing.T) {
	eachCase(t, func(t *testing.T, c testkit.Case) {
		if err := testkit.SameBytes(c.Proto, toProto(t, fromProto(t, c.Proto))); err != nil {
			t.Errorf("%s\n%v", c.JSON, err)
		}
	})
}

// TestValuesSurviveTheWire compares the JSON of an event before and after a trip as protobuf.
func TestValuesSurviveTheWire(t *testing.T) {
	eachCase(t, func(t *testing.T, c testkit.Case) {
		got := toJSON(t, fromProto(t, c.Proto))
		if !c.Whole() {
			// What has no form on the wire is gone, and that is all: the rest writes the same bytes again.
			if err := testkit.SameBytes(c.Proto, toProto(t, fromJSON(t, got))); err != nil {
				t.Error(err)
			}
			return
		}
		if err := testkit.SameEvent(c.JSON, got); err != nil {
			t.Errorf("%s\n%s\n%v", c.JSON, got, err)
		}
	})
}

// TestJSONComesBackAsItWent reads JSON and writes it again: the same text, down to the order of members and the spelling
// of numbers in open data, unless the case is about another way of writing.
func TestJSONComesBackAsItWent(t *testing.T) {
	eachCase(t, func(t *testing.T, c testkit.Case) {
		got := toJSON(t, fromJSON(t, c.JSON))
		if strings.ContainsAny(got, "\n\r") {
			t.Errorf("more than one line: %q", got)
		}
		if c.Plain() {
			if err := testkit.SameText(c.JSON, got); err != nil {
				t.Error(err)
			}
		} else if err := testkit.SameEvent(c.JSON, got); err != nil {
			t.Errorf("%s\n%s\n%v", c.JSON, got, err)
		}
	})
}

// TestVerdicts validates what was read, from either wire.
func TestVerdicts(t *testing.T) {
	eachCase(t, func(t *testing.T, c testkit.Case) {
		for wire, ev := range map[string]agui.Event{"JSON": fromJSON(t, c.JSON), "protobuf": fromProto(t, c.Proto)} {
			// The wire drops what makes an event of this group invalid.
			want := c.Valid() || (wire == "protobuf" && !c.Whole())
			if err := ev.Validate(); (err == nil) != want {
				t.Errorf("from %s: Validate gives %v, want valid %v\n%s", wire, err, want, c.JSON)
			}
		}
	})
}

// TestAppendKeepsWhatIsThere appends to a buffer that holds something and has room.
func TestAppendKeepsWhatIsThere(t *testing.T) {
	eachCase(t, func(t *testing.T, c testkit.Case) {
		ev := fromJSON(t, c.JSON)
		room := append(make([]byte, 0, 1<<16), "before"...)
		message, err := ev.AppendProto(room)
		if err != nil || !bytes.Equal(message, append([]byte("before"), c.Proto...)) {
			t.Errorf("AppendProto after other bytes: %x, %v", message, err)
		}
		alone := toJSON(t, ev)
		text, err := ev.AppendJSON(room)
		if err != nil || string(text) != "before"+alone {
			t.Errorf("AppendJSON after other bytes: %q, %v", text, err)
		}
	})
}

// TestEventsOwnWhatTheyHold overwrites the buffers that events were read from.
func TestEventsOwnWhatTheyHold(t *testing.T) {
	eachCase(t, func(t *testing.T, c testkit.Case) {
		text, message := []byte(c.JSON), bytes.Clone(c.Proto)
		read, err := agui.DecodeJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		received, err := agui.DecodeProto(message)
		if err != nil {
			t.Fatal(err)
		}
		clear(text)
		clear(message)
		for wire, ev := range map[string]agui.Event{"JSON": read, "protobuf": received} {
			if err := testkit.SameBytes(c.Proto, toProto(t, ev)); err != nil {
				t.Errorf("from %s, after its buffer was cleared: %v", wire, err)
			}
		}
	})
}

// TestCutTexts reads every beginning of every text: none is JSON, and the error says so with an offset inside it.
func TestCutTexts(t *testing.T) {
	eachCase(t, func(t *testing.T, c testkit.Case) {
		whole := strings.TrimSpace(c.JSON)
		for n := range cuts(len(whole)) {
			_, err := agui.DecodeJSON([]byte(whole[:n]))
			var syntax *jsonx.SyntaxError
			if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > n {
				t.Fatalf("the first %d bytes give %v, want a syntax error within them", n, err)
			}
		}
	})
}

// TestCutMessages reads every beginning of every message. A cut inside the one field of the envelope is a broken frame.
func TestCutMessages(t *testing.T) {
	eachCase(t, func(t *testing.T, c testkit.Case) {
		for n := range cuts(len(c.Proto)) {
			if ev, err := agui.DecodeProto(c.Proto[:n]); err == nil {
				t.Fatalf("the first %d bytes of %d give %#v, want an error", n, len(c.Proto), ev)
			}
		}
	})
}

// cuts yields the lengths below n; of long texts the first and last few hundred and a sample between.
func cuts(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		const edge = 300
		for i := 0; i < n; i++ {
			if i > edge && i < n-edge && i%997 != 0 {
				continue
			}
			if !yield(i) {
				return
			}
		}
	}
}
