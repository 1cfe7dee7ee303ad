package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/sdk/server"
)

func TestCORS(t *testing.T) {
	const ours, theirs, input = "https://app.example", "https://other.example", `{"threadId":"t1","runId":"r1","messages":[]}`
	s := httptest.NewServer(cors(server.New(agent, server.Options{}), ours))
	defer s.Close()
	preflight := http.Header{"Access-Control-Request-Method": {"POST"}, "Access-Control-Request-Headers": {"content-type"}}
	run := http.Header{"Content-Type": {"application/json"}}
	for _, tt := range []struct {
		name, method, origin, body string
		header                     http.Header
		status                     int
		allowed, methods, has      string
	}{
		{"preflight", http.MethodOptions, ours, "", preflight, 204, ours, "POST", ""},
		{"run", http.MethodPost, ours, input, run, 200, ours, "", `"delta":"High tide at noon."`},
		{"refusal", http.MethodPost, ours, `{}`, run, 400, ours, "", `"status":400`},
		{"preflight of a stranger", http.MethodOptions, theirs, "", preflight, 204, "", "", ""},
		{"no preflight", http.MethodOptions, ours, "", nil, 405, ours, "", `"status":405`},
		{"no browser", http.MethodPost, "", input, run, 200, "", "", `RUN_FINISHED`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), tt.method, s.URL, strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			if r.Header = tt.header.Clone(); r.Header == nil {
				r.Header = http.Header{}
			}
			r.Header.Set("Origin", tt.origin)
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != tt.status || !strings.Contains(string(body), tt.has) {
				t.Errorf("%d %s, want %d and %q", resp.StatusCode, body, tt.status, tt.has)
			}
			if got := resp.Header.Get("Access-Control-Allow-Origin"); got != tt.allowed {
				t.Errorf("allowed origin %q, want %q", got, tt.allowed)
			}
			if got := resp.Header.Get("Access-Control-Allow-Methods"); got != tt.methods {
				t.Errorf("allowed methods %q, want %q", got, tt.methods)
			}
			if vary := resp.Header.Values("Vary"); !slices.Contains(vary, "Origin") {
				t.Errorf("Vary: %q", vary)
			}
		})
	}
}
