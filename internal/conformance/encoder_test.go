package conformance

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/conformance/peer"
	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/out/agui"
)

// encoded is an event's message as we write it, and the JSON that reading it back gives.
type encoded struct {
	message []byte
	json    string
}

// encode takes an event through every door of the generated package.
func encode(text string) (encoded, error) {
	ev, err := agui.DecodeJSON([]byte(text))
	if err != nil {
		return encoded{}, fmt.Errorf("DecodeJSON: %w", err)
	}
	if err := ev.Validate(); err != nil {
		return encoded{}, fmt.Errorf("valid event: Validate: %w", err)
	}
	message, err := ev.AppendProto(nil)
	if err != nil {
		return encoded{}, fmt.Errorf("AppendProto: %w", err)
	}
	json, err := readBack(message)
	return encoded{message, json}, err
}

// readBack reads a message, writes it again, which must give the same, and writes it as JSON.
func readBack(message []byte) (string, error) {
	ev, err := agui.DecodeProto(message)
	if err != nil {
		return "", fmt.Errorf("DecodeProto of what AppendProto wrote: %w", err)
	}
	again, err := ev.AppendProto(nil)
	if err != nil {
		return "", fmt.Errorf("AppendProto of what DecodeProto read: %w", err)
	}
	if err := testkit.SameBytes(message, again); err != nil {
		return "", fmt.Errorf("written, read and written again: %w", err)
	}
	json, err := ev.AppendJSON(nil)
	if err != nil {
		return "", fmt.Errorf("AppendJSON of what DecodeProto read: %w", err)
	}
	return string(json), nil
}

// TestRandomEventsAgainstThePeer encodes random events here and by the published encoder, which must agree on every
// byte; and has both decoders read them, which must give the event back.
func TestRandomEventsAgainstThePeer(t *testing.T) {
	t.Parallel()
	encoder, decoder := peer.Start(t, "encode"), peer.Start(t, "decode")
	inBatches(t, func(batch []randomEvent) (failed []failure) {
		lines := make([]string, len(batch))
		for i, e := range batch {
			lines[i] = e.line()
		}
		published := encoder.Ask(lines)
		decoded := decoder.Ask(published)
		for i, e := range batch {
			if err := compare(e, published[i], decoded[i]); err != nil {
				failed = append(failed, failure{e, err.Error()})
			}
		}
		return failed
	})
}

func compare(e randomEvent, published, decoded string) error {
	want, err := hex.DecodeString(published)
	if err != nil {
		return fmt.Errorf("the published encoder refuses a valid event: %s", published)
	}
	ours, err := encode(e.json)
	if err != nil {
		return err
	}
	if err := testkit.SameBytes(want, ours.message); err != nil {
		return fmt.Errorf("published and own bytes: %w", err)
	}
	if e.strangers {
		// The wire has no place for members that nobody declares.
		return nil
	}
	if err := testkit.SameEvent(e.json, ours.json); err != nil {
		return fmt.Errorf("read back here: %w", err)
	}
	if err := testkit.SameEvent(e.json, decoded); err != nil {
		return fmt.Errorf("read back by the published decoder: %w", err)
	}
	return nil
}

// TestLongTexts reaches the fourth byte of a length, which the corpus leaves out for its size.
func TestLongTexts(t *testing.T) {
	encoder := peer.Start(t, "encode")
	const border = 1 << 21
	step := 1
	if testing.Short() {
		step = 16
	}
	for _, form := range []string{
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"%s"}`,
		`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"image","source":{"type":"data","value":"%s","mimeType":""}}]}]}`,
	} {
		// Around the text are at most some forty bytes, so on the way each message's length crosses the border.
		for length := border - 48; length <= border; length += step {
			text := fmt.Sprintf(form, strings.Repeat("x", length))
			ours, err := encode(text)
			if err != nil {
				t.Fatalf("%s with %d bytes: %v", form, length, err)
			}
			want, err := hex.DecodeString(encoder.Ask([]string{text})[0])
			if err != nil {
				t.Fatalf("%s with %d bytes: the published encoder refuses it", form, length)
			}
			if err := testkit.SameBytes(want, ours.message); err != nil {
				t.Errorf("%s with %d bytes: %v", form, length, err)
			}
		}
	}
}
