package conformance

import (
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/conformance/peer"
)

// The tests of package peer are here, since only one package may run npm at a time and go test runs several.

func TestPeerEncodes(t *testing.T) {
	p := peer.Start(t, "encode")
	got := p.Ask([]string{
		`{"type":"TEXT_MESSAGE_START","messageId":""}`,
		`{"type":"STATE_SNAPSHOT","snapshot":null}`,
		``,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m"}`,
		`{"type":"NO_SUCH_EVENT"}`,
	})
	want := []string{"0a020a00", "3a080a0208061202", "!", "!", "!"}
	for i, w := range want {
		if w == "!" && !strings.HasPrefix(got[i], "!") || !strings.HasPrefix(got[i], w) {
			t.Errorf("answer %d: got %s, want %s…", i, got[i], w)
		}
	}
	// It goes on after a refusal, and answers a second batch.
	if again := p.Ask([]string{`{"type":"TEXT_MESSAGE_START","messageId":""}`}); again[0] != want[0] {
		t.Errorf("second batch: %s", again[0])
	}
}

func TestPeerDecodes(t *testing.T) {
	got := peer.Start(t, "decode").Ask([]string{"0a020a00", "0a02", "xyz"})
	if got[0] != `{"messageId":"","type":"TEXT_MESSAGE_START"}` {
		t.Errorf("got %s", got[0])
	}
	for _, refusal := range got[1:] {
		if !strings.HasPrefix(refusal, "!") {
			t.Errorf("got %s, want a refusal", refusal)
		}
	}
}
