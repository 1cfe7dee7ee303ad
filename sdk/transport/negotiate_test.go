package transport_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/sdk/transport"
	"github.com/google/go-cmp/cmp"
)

const (
	p = "application/vnd.ag-ui.event+proto"
	s = "text/event-stream"
)

// TestNegotiate holds which format each Accept is answered in.
//
// Rules: K1.4 K3.1 K3.2 K3.3.
func TestNegotiate(t *testing.T) {
	const proto, sse = transport.Proto, transport.SSE
	for _, tt := range []struct {
		name   string
		accept []string
		want   transport.Format
	}{
		// Protobuf is answered whenever Accept admits it with q > 0, by name or by a wildcard.
		{"by name", []string{p}, proto},
		{"by name, beside SSE", []string{p + ", " + s}, proto},
		{"by name, after SSE", []string{s + ", " + p}, proto},
		{"by */*", []string{"*/*"}, proto},
		{"by application/*", []string{"application/*"}, proto},
		{"by */*, beside SSE", []string{s + ", */*"}, proto},
		{"smallest q", []string{p + ";q=0.001"}, proto},
		{"q of one", []string{p + ";q=1.000"}, proto},
		{"what a browser sends", []string{"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}, proto},
		{"wildcard with q", []string{"*/*;q=0.1"}, proto},

		// The most specific range that matches decides.
		{"q=0 by name, before a wildcard", []string{p + ";q=0, */*"}, sse},
		{"q=0 by name, after a wildcard", []string{"*/*, " + p + ";q=0"}, sse},
		{"q=0 by name, beside application/*", []string{"application/*, " + p + ";q=0"}, sse},
		{"q=0 of application/*", []string{"application/*;q=0, */*"}, sse},
		{"q=0 of */*", []string{"*/*;q=0, " + p}, proto},
		{"q=0 of both wildcards", []string{"*/*;q=0, application/*;q=0, " + p + ";q=0.5"}, proto},
		{"application/* decides over */*", []string{"*/*;q=0, application/*"}, proto},
		{"q=0 with three zeros", []string{p + ";q=0.000, */*"}, sse},
		{"q=0.", []string{p + ";q=0."}, sse},

		// q-values between the two types are never compared.
		{"SSE preferred", []string{p + ";q=0.1, " + s + ";q=1"}, proto},
		{"SSE preferred to a wildcard", []string{s + ", */*;q=0.01"}, proto},
		{"SSE refused", []string{s + ";q=0, " + p + ";q=0"}, sse},

		// Everything else gets SSE.
		{"no header", nil, sse},
		{"an empty one", []string{""}, sse},
		{"white space", []string{" \t"}, sse},
		{"SSE alone", []string{s}, sse},
		{"neither type", []string{"application/json, text/*"}, sse},
		{"a longer name", []string{p + "x"}, sse},
		{"a shorter name", []string{strings.TrimSuffix(p, "+proto")}, sse},
		{"a suffix wildcard is none", []string{"application/*+proto, application/vnd.*"}, sse},
		{"*/subtype is no wildcard", []string{"*/vnd.ag-ui.event+proto"}, sse},

		// One that cannot be read gets SSE; its readable elements still count.
		{"unreadable", []string{"@@@"}, sse},
		{"no slash", []string{"*"}, sse},
		{"no subtype", []string{"application/"}, sse},
		{"two words", []string{p + " " + p}, sse},
		{"spaces around the slash", []string{"application / vnd.ag-ui.event+proto"}, sse},
		{"unreadable, then a readable one", []string{"@@@, " + p}, proto},
		{"unreadable, before one that refuses", []string{"@@@, " + p + ";q=0, */*"}, sse},
		{"readable, then an unreadable one", []string{p + ", text/html;level"}, proto},
		{"empty elements", []string{",, ," + p + ","}, proto},
		{"semicolon without parameter", []string{p + ";; q=1 ;"}, proto},
		{"a comma in quotes ends no element", []string{`text/html;x="a, ` + p + `"`}, sse},
		{"nor in an unreadable one", []string{`@;x="a, ` + p + `"`}, sse},
		{"an escaped quote does not close", []string{`text/html;x="a\", ` + p + `"`}, sse},
		{"after a quoted comma", []string{`text/html;x="a,b", ` + p}, proto},
		{"a quote that is never closed", []string{`text/html;x="a, ` + p}, proto},
		{"nor in another line", []string{`text/html;x="a`, p, `text/html;x="b`}, proto},
		{"a control character", []string{p + "\x00"}, sse},
		{"beyond ASCII", []string{"appliç/x, " + p}, proto},

		// All lines are joined.
		{"second line", []string{s, p}, proto},
		{"second line refuses", []string{"*/*", p + ";q=0"}, sse},
		{"empty first line", []string{"", p}, proto},

		// Types are case-insensitive; so is the q.
		{"upper case", []string{strings.ToUpper(p)}, proto},
		{"upper case wildcard", []string{"APPLICATION/*"}, proto},
		{"upper case q", []string{p + ";Q=0, */*"}, sse},

		// A range with other parameters does not admit, nor does it hide another that does.
		{"other parameter", []string{p + ";v=1"}, sse},
		{"other parameter beside q", []string{p + ";v=1;q=1"}, sse},
		{"other parameter after q", []string{p + ";q=1;v=1"}, sse},
		{"other parameter, quoted", []string{p + `;v="1;q=1"`}, sse},
		{"other parameter of a wildcard", []string{"*/*;v=1"}, sse},
		{"other parameter, then a wildcard", []string{p + ";v=1, */*"}, proto},
		{"other parameter with q=0 refuses only itself", []string{p + ";v=1;q=0, " + p}, proto},
		{"q* is another parameter", []string{p + ";q*=1"}, sse},
		{"white space around parameters", []string{p + " ;\tq=0.5 , x/y"}, proto},

		// An invalid q does not admit.
		{"q that is no number", []string{p + ";q=abc"}, sse},
		{"q over one", []string{p + ";q=1.5"}, sse},
		{"q of 1.001", []string{p + ";q=1.001"}, sse},
		{"q of two", []string{p + ";q=2"}, sse},
		{"negative q", []string{p + ";q=-1"}, sse},
		{"four decimals", []string{p + ";q=0.1234"}, sse},
		{"no leading zero", []string{p + ";q=.5"}, sse},
		{"leading zeros", []string{p + ";q=01"}, sse},
		{"exponent", []string{p + ";q=1e0"}, sse},
		{"empty q", []string{p + ";q="}, sse},
		{"q without a value", []string{p + ";q"}, sse},
		{"quoted q", []string{p + `;q="1"`}, sse},
		{"q with spaces", []string{p + ";q = 1"}, sse},
		{"two q", []string{p + ";q=1;q=1"}, sse},
		{"q with a decimal comma", []string{p + ";q=0,5"}, sse},
		{"invalid q by name decides over a wildcard", []string{p + ";q=abc, */*"}, sse},
		{"so does an empty one", []string{p + ";q=, */*"}, sse},
		{"and one with strange characters", []string{p + ";q=@, */*"}, sse},
		{"invalid q of a wildcard", []string{"*/*;q=high"}, sse},

		// Among duplicates the highest q wins.
		{"duplicates", []string{p + ";q=0, " + p + ";q=0.5"}, proto},
		{"duplicates, the other way round", []string{p + ";q=0.5, " + p + ";q=0"}, proto},
		{"duplicates, one invalid", []string{p + ";q=x, " + p}, proto},
		{"duplicate wildcards", []string{"*/*;q=0", "*/*"}, proto},
		{"duplicates that refuse", []string{p + ";q=0, " + p + ";q=0.0, */*"}, sse},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := transport.Negotiate(tt.accept, transport.ProtoAdmitted); got != tt.want {
				t.Errorf("%q: got %s, want %s", tt.accept, got, tt.want)
			}
			if got := transport.Negotiate(tt.accept, transport.ProtoNever); got != sse {
				t.Errorf("%q, protobuf never: got %s", tt.accept, got)
			}
		})
	}
}

func TestNegotiateProtoNamed(t *testing.T) {
	for accept, want := range map[string]transport.Format{
		"*/*":                    transport.SSE,
		"application/*":          transport.SSE,
		"application/*, */*":     transport.SSE,
		p:                        transport.Proto,
		"*/*, " + p:              transport.Proto,
		"*/*;q=0, " + p:          transport.Proto,
		"*/*, " + p + ";q=0":     transport.SSE,
		"*/*, " + p + ";v=1":     transport.SSE,
		"*/*, " + p + ";q=wrong": transport.SSE,
		"":                       transport.SSE,
	} {
		if got := transport.Negotiate([]string{accept}, transport.ProtoNamed); got != want {
			t.Errorf("%q: got %s, want %s", accept, got, want)
		}
	}
}

// TestClientAccept holds that what our client sends is understood as it is meant.
//
// Rules: K2.1 K3.2.
func TestClientAccept(t *testing.T) {
	if transport.AcceptSSE != s {
		t.Errorf("without protobuf the client sends %q", transport.AcceptSSE)
	}
	for accept, want := range map[string]transport.Format{transport.AcceptAny: transport.Proto, transport.AcceptSSE: transport.SSE} {
		if got := transport.Negotiate([]string{accept}, transport.ProtoAdmitted); got != want {
			t.Errorf("%q: got %s, want %s", accept, got, want)
		}
		if !strings.Contains(accept, s) || strings.Contains(accept, "*") {
			t.Errorf("%q does not name SSE, or has a wildcard", accept)
		}
	}
}

// TestSetContentType holds the exact headers of a response.
//
// Rules: K3.4.
func TestSetContentType(t *testing.T) {
	for _, tt := range []struct {
		format       transport.Format
		before, vary []string
		contentType  string
	}{
		{transport.Proto, nil, []string{"Accept"}, p},
		{transport.SSE, nil, []string{"Accept"}, s},
		{transport.SSE, []string{"Origin"}, []string{"Origin", "Accept"}, s},
		{transport.SSE, []string{"Accept-Encoding, accept"}, []string{"Accept-Encoding, accept"}, s},
		{transport.SSE, []string{"*"}, []string{"*"}, s},
		{transport.SSE, []string{"Accept-Encoding"}, []string{"Accept-Encoding", "Accept"}, s},
	} {
		h := http.Header{"Content-Type": {"text/plain"}}
		if tt.before != nil {
			h["Vary"] = tt.before
		}
		transport.SetContentType(h, tt.format)
		if diff := cmp.Diff(http.Header{"Content-Type": {tt.contentType}, "Vary": tt.vary}, h); diff != "" {
			t.Errorf("%s after %q (-want +got):\n%s", tt.format, tt.before, diff)
		}
	}
}

// TestResponseFormat holds that Content-Type alone chooses the parser.
//
// Rules: K3.4.
func TestResponseFormat(t *testing.T) {
	for contentType, want := range map[string]transport.Format{
		p:                                  transport.Proto,
		s:                                  transport.SSE,
		"text/event-stream; charset=utf-8": transport.SSE,
		"text/event-stream;charset=utf-8":  transport.SSE,
		"text/event-stream ; x":            transport.SSE,
		"Text/Event-Stream":                transport.SSE,
	} {
		body := strings.NewReader("data: {}\n\n")
		got, err := transport.ResponseFormat(contentType, body)
		if got != want || err != nil || body.Len() != len("data: {}\n\n") {
			t.Errorf("%q: got %q, %v, with %d bytes left", contentType, got, err, body.Len())
		}
	}
	for _, contentType := range []string{
		"", "text/html", "application/json", p + "; v=1", p + ";", strings.ToUpper(p), " " + p, "application/octet-stream",
		"text/event-streams", "text/event-stream, text/event-stream", "text/*", "*/*", ";text/event-stream",
	} {
		got, err := transport.ResponseFormat(contentType, strings.NewReader("<h1>Sign in</h1>\n"))
		var wrong *transport.MediaTypeError
		if !errors.As(err, &wrong) || wrong.ContentType != contentType || wrong.Start != "<h1>Sign in</h1>\n" || got != "" {
			t.Errorf("%q: got %q, %v", contentType, got, err)
		}
	}
}

func TestMediaTypeError(t *testing.T) {
	long := strings.Repeat("é", 5000)
	for _, tt := range []struct{ contentType, body, want string }{
		{
			"text/html", "<h1>Sign in</h1>\n",
			`the response has Content-Type "text/html", which is neither text/event-stream nor application/vnd.ag-ui.event+proto; its body starts with "<h1>Sign in</h1>\n"`,
		},
		{"", "", `the response has no Content-Type, which is neither text/event-stream nor application/vnd.ag-ui.event+proto; its body is empty`},
		{"a\x1b[2J", "\x1b[2J\xff", `starts with "\x1b[2J\xff"`},
		{"x/y", long, fmt.Sprintf("starts with %q", long[:256])},
	} {
		_, err := transport.ResponseFormat(tt.contentType, iotest.OneByteReader(strings.NewReader(tt.body)))
		if err == nil || !strings.HasSuffix(err.Error(), tt.want) || strings.Contains(err.Error(), "\x1b") || !utf8.ValidString(err.Error()) {
			t.Errorf("%q: %v, want %s", tt.contentType, err, tt.want)
		}
	}
	// A body that breaks off changes nothing about the verdict.
	_, err := transport.ResponseFormat("x/y", iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("abc"))))
	if wrong := new(transport.MediaTypeError); !errors.As(err, &wrong) || wrong.Start != "a" {
		t.Errorf("after a read error: %v", err)
	}
}

// TestNegotiateIsLinear attacks the search for closing quotes: a header as long as a server takes must cost milliseconds,
// where looking for the same missing quote again and again would cost minutes.
func TestNegotiateIsLinear(t *testing.T) {
	for _, unit := range []string{`a;x="\",`, `"\",`, `\"`, `;;,`, `a/b;q="\"`} {
		start := time.Now()
		got := transport.Negotiate([]string{"a/b;x=\"" + strings.Repeat(unit, 1<<20/len(unit)), p}, transport.ProtoAdmitted)
		if took := time.Since(start); got != transport.Proto || took > 5*time.Second {
			t.Errorf("1 MiB of %q: %s after %v", unit, got, took)
		}
	}
}

// FuzzNegotiate holds what is true of any header: elements of other types and unreadable ones change nothing, lines are
// worth what they are in one, and a policy never admits what a laxer one does not.
func FuzzNegotiate(f *testing.F) {
	for _, seed := range []string{"", "*/*", p, p + ";q=0, */*", `text/html;x="a\", b`, "a/b;q=0.5;;v=1, @", `";"`} {
		f.Add(seed, p)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		got := transport.Negotiate([]string{a, b}, transport.ProtoAdmitted)
		if got != transport.Proto && got != transport.SSE {
			t.Fatalf("got %q", got)
		}
		for _, lines := range [][]string{{b, a}, {a, "text/html", b}, {a, "@@", b}, {"x/y;q=0, " + a, b}, {a, b, a}, {a, ",", b}} {
			if again := transport.Negotiate(lines, transport.ProtoAdmitted); again != got {
				t.Errorf("%q is %s, but %q is %s", []string{a, b}, got, lines, again)
			}
		}
		if !strings.Contains(a, `"`) {
			if again := transport.Negotiate([]string{a + ", " + b}, transport.ProtoAdmitted); again != got {
				t.Errorf("%q is %s, but in one line %s", []string{a, b}, got, again)
			}
		}
		if transport.Negotiate([]string{a, b}, transport.ProtoNamed) == transport.Proto && got == transport.SSE {
			t.Errorf("%q: named, but not admitted", []string{a, b})
		}
		if named := transport.Negotiate([]string{a, b, p}, transport.ProtoNamed); named != transport.Proto {
			t.Errorf("%q: with the plain name added: %s", []string{a, b}, named)
		}
	})
}

func BenchmarkNegotiate(b *testing.B) {
	accept := []string{transport.AcceptAny}
	for b.Loop() {
		transport.Negotiate(accept, transport.ProtoAdmitted)
	}
}
