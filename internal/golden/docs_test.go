package golden_test

import (
	"encoding/hex"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
)

var (
	section = regexp.MustCompile(`(?s)<section id="([^"]+)">.*?</section>`)
	example = regexp.MustCompile(`(?s)<pre><code>(.*?)</code></pre>`)
	inHex   = regexp.MustCompile(`(?s)<pre class="hex"><code>(.*?)</code></pre>`)
)

// TestReferencePage holds that every example on the reference page is valid by its own definition, and that the bytes
// beside an event are those that the generated encoder writes and the decoder reads back as the same event.
func TestReferencePage(t *testing.T) {
	page, err := os.ReadFile("../../out/docs/agui.html")
	if err != nil {
		t.Fatal(err)
	}
	events, definitions := 0, 0
	for _, m := range section.FindAllStringSubmatch(string(page), -1) {
		name := m[1]
		found := example.FindStringSubmatch(m[0])
		if found == nil {
			t.Errorf("%s has no example", name)
			continue
		}
		text := html.UnescapeString(found[1])
		if s, ok := agui.SchemaOf(name); ok {
			definitions++
			if err := s.ValidateJSON([]byte(text)); err != nil {
				t.Errorf("the example of %s is not valid: %v\n%s", name, err, text)
			}
		}
		bytes := inHex.FindStringSubmatch(m[0])
		if bytes == nil || agui.EventSchema.ValidateJSON([]byte(text)) != nil {
			continue
		}
		events++
		ev, err := agui.DecodeJSON([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := ev.AppendProto(nil)
		if want := strings.ReplaceAll(html.UnescapeString(bytes[1]), " ", ""); hex.EncodeToString(got) != want || err != nil {
			t.Errorf("%s encodes to\n%x, %v; the page says\n%s", name, got, err, want)
		}
	}
	if events != 32 || definitions < 98 { // each event, and the union's own example
		t.Errorf("the page shows %d events and %d definitions", events, definitions)
	}
}
