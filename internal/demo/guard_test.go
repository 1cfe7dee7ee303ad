package demo

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/sdk/server"
)

// serve serves a demo on a loopback address.
func serve(t *testing.T, o Options) (address string) {
	t.Helper()
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := httptest.NewServer(New(o))
	t.Cleanup(s.Close)
	return s.URL
}

// send sends a request with headers, and gives the response and its body.
func send(t *testing.T, method, address, body string, header ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			req.Host = header[i+1]
		}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(text)
}

func TestHost(t *testing.T) {
	address := serve(t, Options{Hosts: []string{"demo.example"}})
	own := strings.TrimPrefix(address, "http://")
	_, port, _ := strings.Cut(own, ":")
	for host, want := range map[string]int{
		own: 200, "localhost:" + port: 200, "LOCALHOST:" + port: 200, "demo.example:" + port: 200, "[::ffff:127.0.0.1]:" + port: 200,
		"127.0.0.1": 421, "127.0.0.1:1": 421, "localhost": 421, "127.0.0.2:" + port: 421, "[::1]:" + port: 421,
		"evil.example:" + port: 421, "127.0.0.1.evil.example:" + port: 421, "localhost.:" + port: 421, "evil.example": 421,
		":" + port: 421, "2130706433:" + port: 421, "127.1:" + port: 421,
	} {
		for _, path := range []string{"/", "/assets/page.js", "/nowhere"} {
			resp, body := send(t, "GET", address+path, "", "Host", host)
			if want == 200 && path == "/nowhere" {
				continue
			}
			if resp.StatusCode != want {
				t.Errorf("%s of host %s: status %d, want %d: %s", path, host, resp.StatusCode, want, body)
			}
		}
	}
	resp, body := send(t, "POST", address+"/agent", `{"threadId":"t","runId":"r","messages":[]}`, "Host", "evil.example:"+port)
	if resp.StatusCode != 421 || body != "This server does not answer to the host evil.example:"+port+". Use http://"+own+"/.\n" {
		t.Errorf("the agent: status %d: %s", resp.StatusCode, body)
	}
}

func TestOwns(t *testing.T) {
	d := New(Options{Hosts: []string{"demo.example"}})
	for _, tt := range []struct {
		host, local string
		want        bool
	}{
		{"[::1]:8080", "[::1]:8080", true},
		{"localhost:8080", "[::1]:8080", true},
		{"192.0.2.7:8080", "192.0.2.7:8080", true},
		{"localhost:8080", "192.0.2.7:8080", false}, // another machine's name for itself
		{"192.0.2.8:8080", "192.0.2.7:8080", false},
		{"[fe80::1]:8080", "[fe80::1%eth0]:8080", true},
		{"192.0.2.7", "192.0.2.7:80", true}, // browsers leave port 80 out
		{"[::1]", "[::1]:80", true},
		{"192.0.2.7", "192.0.2.7:8080", false},
		{"demo.example:8080", "192.0.2.7:8080", true},
		{"", "127.0.0.1:80", false},
		{"[:80", "127.0.0.1:80", false},
	} {
		if got := d.owns(tt.host, netip.MustParseAddrPort(tt.local)); got != tt.want {
			t.Errorf("host %q on %s: %v", tt.host, tt.local, got)
		}
	}
}

func TestHeaders(t *testing.T) {
	address := serve(t, Options{})
	for path, contentType := range map[string]string{
		"/": "text/html; charset=utf-8", "/assets/page.css": "text/css; charset=utf-8", "/assets/page.js": "text/javascript; charset=utf-8",
		"/assets/message.js": "text/javascript; charset=utf-8", "/assets/icon.svg": "image/svg+xml", "/nowhere": "text/plain; charset=utf-8",
	} {
		resp, _ := send(t, "GET", address+path, "")
		for name, want := range map[string]string{
			"Content-Type": contentType,
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
				"form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := resp.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
	}
	_, page := send(t, "GET", address, "")
	for _, inline := range []string{"<style", " style=", " onclick=", "<script>", "http-equiv", "https://"} {
		if strings.Contains(page, inline) {
			t.Errorf("the page has %s", inline)
		}
	}
}

func TestOtherSites(t *testing.T) {
	ran := make(chan struct{}, 100)
	address := serve(t, Options{Agent: func(context.Context, *server.Run) error { ran <- struct{}{}; return nil }})
	posts := map[string]string{
		"/agent":  `{"threadId":"t","runId":"r","messages":[]}`,
		"/runs":   `{"session":"","binding":"sse","prompt":"hello"}`,
		"/cancel": `{"session":""}`,
	}
	for path, body := range posts {
		for _, header := range [][]string{
			{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "http://evil.example"}, {"Origin", "null"},
			{"Origin", "http://127.0.0.1:1"},
		} {
			resp, _ := send(t, "POST", address+path, body, append(header, "Content-Type", "application/json")...)
			if resp.StatusCode != http.StatusForbidden {
				t.Errorf("%s with %q: status %d", path, header, resp.StatusCode)
			}
		}
	}
	if len(ran) > 0 {
		t.Error("the agent has run")
	}
	for _, header := range [][]string{{"Sec-Fetch-Site", "same-origin"}, {"Origin", address}, nil} {
		resp, body := send(t, "POST", address+"/runs", posts["/runs"], append(header, "Content-Type", "application/json")...)
		if resp.StatusCode != 200 || len(ran) != 1 {
			t.Fatalf("with %q: status %d, %d runs: %s", header, resp.StatusCode, len(ran), body)
		}
		<-ran
	}
}

func TestPrintable(t *testing.T) {
	if got := printable("a b\r\n<é>\u202e" + strings.Repeat("x", 200)); got != "a?b??<?>?"+strings.Repeat("x", 91) {
		t.Error(got)
	}
}
