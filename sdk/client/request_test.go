package client_test

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// TestRequest is what goes out (K2.1, K3.2).
//
// Rules: K2.1 K3.1 M1.
func TestRequest(t *testing.T) {
	for accept, want := range map[string]string{
		"":                  "application/vnd.ag-ui.event+proto, text/event-stream",
		transport.AcceptSSE: "text/event-stream",
	} {
		a := serve(t, sse(started+finished))
		header := http.Header{"X-Tide": {"high", "low"}, "Accept": {"*/*"}, "Content-Type": {"text/plain"}}
		c := a.connect(t, client.Options{Accept: accept, Header: header})
		header.Set("X-Tide", "the caller's own again")
		if _, err := read(t.Context(), c.Run(input())); err != nil {
			t.Fatal(err)
		}
		got := a.got()[0]
		if v := got.header.Values("Accept"); len(v) != 1 || v[0] != want {
			t.Errorf("Accept %q, want %q", v, want)
		}
		if v := got.header.Values("Content-Type"); len(v) != 1 || v[0] != "application/json" {
			t.Errorf("Content-Type %q", v)
		}
		if v := got.header.Values("X-Tide"); strings.Join(v, " ") != "high low" {
			t.Errorf("X-Tide %q", v)
		}
		if !got.body.Equal(`{"threadId":"th","runId":"r1","protocolVersion":"1.0","messages":[]}`) {
			t.Errorf("body %s", got.body)
		}
	}
}

// TestInput is what becomes of an input before it is sent, and that nothing is sent where it must not be (M2, M3, M5, J4).
//
// Rules: M9.
func TestInput(t *testing.T) {
	message := func(m agui.Message) func(*agui.RunAgentInput) {
		return func(in *agui.RunAgentInput) { in.Messages = []agui.Message{m} }
	}
	resume := func(entries ...agui.ResumeEntry) func(*agui.RunAgentInput) {
		return func(in *agui.RunAgentInput) { in.Resume = entries }
	}
	asked := []agui.Interrupt{*agui.NewInterrupt("i1", "approval"), *agui.NewInterrupt("i2", "approval")}
	expired := agui.NewInterrupt("i1", "approval")
	expired.ExpiresAt = opt.Some("2001-01-01T00:00:00Z")
	for _, c := range []struct {
		name    string
		change  func(*agui.RunAgentInput)
		options []client.RunOption
		rule    pipeline.Rule // of the refusal, "" for none
		sent    jsonx.Raw
		warns   string
	}{
		{name: "M2_malformed", change: message(&agui.UserMessage{ID: "u"}), rule: "M2"},
		{name: "M2_bad_text", change: message(agui.NewUserMessage("u", agui.Text("\xff"))), rule: "M2"},
		{name: "M5_null_state", change: func(in *agui.RunAgentInput) { in.State = "null" }, rule: "M2"},
		{name: "M2_unknown_is_stripped", change: message(&agui.UnknownMessage{Tag: "later", Raw: `{"role":"later","id":"x"}`}),
			sent: `{"threadId":"th","runId":"r1","protocolVersion":"1.0","messages":[]}`, warns: "/messages/0"},
		{name: "M3_activity_stays", change: message(&agui.ActivityMessage{ID: "a", ActivityType: "plan", Content: "{}"}),
			sent: `{"threadId":"th","runId":"r1","protocolVersion":"1.0","messages":[]}`},
		{name: "M1_version_stands", change: func(in *agui.RunAgentInput) { in.ProtocolVersion = opt.Some("1.1") },
			sent: `{"threadId":"th","runId":"r1","protocolVersion":"1.1","messages":[]}`},
		{name: "J4_one_left_out", change: resume(client.Answer("i1", "")), options: []client.RunOption{client.Continuing(asked)}, rule: "J4"},
		{name: "J4_none", options: []client.RunOption{client.Continuing(asked)}, rule: "J4"},
		{name: "J3_another", change: resume(client.Abandon("i9")), options: []client.RunOption{client.Continuing(nil)}, rule: "J4"},
		{name: "J4_twice", change: resume(client.Answer("i1", "1"), client.Abandon("i1")), rule: "J4"},
		{name: "J5_expired", change: resume(client.Answer("i1", "")), options: []client.RunOption{client.Continuing([]agui.Interrupt{*expired})}, rule: "J4"},
		{name: "J4_all", change: resume(client.Answer("i1", `{"yes":true}`), client.Abandon("i2")), options: []client.RunOption{client.Continuing(asked)},
			sent: `{"threadId":"th","runId":"r1","protocolVersion":"1.0","messages":[],"resume":[{"interruptId":"i1","status":"resolved","payload":{"yes":true}},{"interruptId":"i2","status":"cancelled"}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := serve(t, sse(started+finished))
			var warnings []string
			o := client.Options{OnWarning: func(w pipeline.Warning) { warnings = append(warnings, w.String()) }}
			in := input()
			if c.change != nil {
				c.change(in)
			}
			run := a.connect(t, o).Run(in, c.options...)
			types, err := read(t.Context(), run)
			if c.rule != "" {
				if kind(t, err) != "input" || rule(t, err) != c.rule || len(a.got()) != 0 || len(types) != 0 || run.Err() != err {
					t.Errorf("%v, of rule %s, after %d requests", err, rule(t, err), len(a.got()))
				}
				return
			}
			if err != nil || !a.got()[0].body.Equal(c.sent) {
				t.Errorf("%v, sent %s", err, a.got()[0].body)
			}
			if c.warns == "" && len(warnings) > 0 || c.warns != "" && (len(warnings) != 1 || !strings.Contains(warnings[0], c.warns)) {
				t.Errorf("warnings %q", warnings)
			}
		})
	}
	if err := serve(t, sse(started)).connect(t, client.Options{}).Run(nil).Do(t.Context(), client.Callbacks{}); kind(t, err) != "input" {
		t.Error(err)
	}
}

// TestMint holds that ids that are not given are minted, and not in the caller's input.
func TestMint(t *testing.T) {
	a := serve(t, sse(started))
	in := agui.NewRunAgentInput("", "", nil)
	run := a.connect(t, client.Options{}).Run(in)
	_, _ = read(t.Context(), run)
	sent := a.got()[0].input(t)
	if len(sent.RunID) != 36 || len(sent.ThreadID) != 36 || sent.RunID == sent.ThreadID || run.Input().RunID != sent.RunID || in.RunID != "" || in.ThreadID != "" {
		t.Errorf("%q %q, in the run %q, in the caller's %q", sent.ThreadID, sent.RunID, run.Input().RunID, in.RunID)
	}
}

// TestRefused is what a client that cannot work says when it is made.
func TestRefused(t *testing.T) {
	for url, o := range map[string]client.Options{
		"http://127.0.0.1/a": {HTTPClient: &http.Client{Timeout: time.Second}},
		"http://127.0.0.1/b": {Accept: "*/*"},
		"ftp://127.0.0.1/":   {},
		"/agent":             {},
		"http://":            {},
		"http://\x7f":        {},
	} {
		if _, err := client.New(url, o); err == nil {
			t.Errorf("%q with %+v was taken", url, o)
		}
	}
}

// TestStatus is what comes of a response that is no stream (K2.6).
//
// Rules: K2.6.
func TestStatus(t *testing.T) {
	const problem = `{"type":"about:blank","title":"Bad Request","status":400,"detail":"messages: missing\u0007","instance":"/x","more":[1]}`
	for _, c := range []struct {
		name    string
		status  int
		header  map[string]string
		body    string
		problem *client.Problem
		retry   time.Duration
		says    string
	}{
		{"problem", 400, map[string]string{"Content-Type": "application/problem+json; charset=utf-8"}, problem,
			&client.Problem{Type: "about:blank", Title: "Bad Request", Detail: "messages: missing\a", Instance: "/x", Raw: problem}, 0,
			`the server answered 400 Bad Request: "messages: missing\a"`},
		{"title", 403, map[string]string{"Content-Type": "application/problem+json"}, `{"title":"No","detail":7}`,
			&client.Problem{Title: "No", Raw: `{"title":"No","detail":7}`}, 0, `the server answered 403 Forbidden: "No"`},
		{"no problem", 404, map[string]string{"Content-Type": "text/plain"}, "gone", nil, 0, "the server answered 404 Not Found"},
		{"broken problem", 500, map[string]string{"Content-Type": "application/problem+json"}, `{"title":`, nil, 0, "the server answered 500 Internal Server Error"},
		{"no object", 500, map[string]string{"Content-Type": "application/problem+json"}, `[]`, nil, 0, "the server answered 500 Internal Server Error"},
		{"retry", 429, map[string]string{"Retry-After": "90"}, "", nil, 90 * time.Second, "the server answered 429 Too Many Requests"},
		{"retry never", 503, map[string]string{"Retry-After": "99999999999999999999"}, "", nil, 365 * 24 * time.Hour, "the server answered 503 Service Unavailable"},
		{"retry in the past", 503, map[string]string{"Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"}, "", nil, 0, "the server answered 503 Service Unavailable"},
		{"retry in words", 503, map[string]string{"Retry-After": "soon"}, "", nil, 0, "the server answered 503 Service Unavailable"},
		{"empty stream", 204, nil, "", nil, 0, "the server answered 204 No Content"},
		{"accepted", 202, map[string]string{"Content-Type": transport.MediaTypeSSE}, string(encoded(transport.SSE, started+finished)), nil, 0, "the server answered 202 Accepted"},
		{"unknown", 599, nil, "", nil, 0, "the server answered 599"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				for name, value := range c.header {
					w.Header().Set(name, value)
				}
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			})
			run := a.connect(t, client.Options{}).Run(input())
			types, err := read(t.Context(), run)
			var status *client.StatusError
			if kind(t, err) != "status" || !errors.As(err, &status) || len(types) != 0 {
				t.Fatal(err, types)
			}
			if status.StatusCode != c.status || status.RetryAfter != c.retry || string(status.Body) != c.body || err.Error() != c.says {
				t.Errorf("%+v\n%s", status, err)
			}
			if (status.Problem == nil) != (c.problem == nil) || c.problem != nil && *status.Problem != *c.problem {
				t.Errorf("problem %+v", status.Problem)
			}
			if run.Header() != nil {
				t.Error("there is no stream, and it has a header")
			}
		})
	}
}

// TestErrorBody holds that no more is read of a body that is no stream than it takes.
func TestErrorBody(t *testing.T) {
	endless := func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(500)
		for {
			if _, err := w.Write(bytes.Repeat([]byte("x"), 1<<16)); err != nil {
				return
			}
		}
	}
	_, err := read(t.Context(), serve(t, endless).connect(t, client.Options{}).Run(input()))
	var status *client.StatusError
	if !errors.As(err, &status) || len(status.Body) != 64<<10 {
		t.Error(err)
	}
}

// TestContentType is a 200 that is no stream: rejected, with the start of what it is.
//
// Rules: K3.4.
func TestContentType(t *testing.T) {
	page := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<h1>Sign in</h1>"))
	}
	_, err := read(t.Context(), serve(t, page).connect(t, client.Options{}).Run(input()))
	var other *transport.MediaTypeError
	if kind(t, err) != "rejected" || rule(t, err) != client.RuleBinding || !errors.As(err, &other) || other.Start != "<h1>Sign in</h1>" {
		t.Error(err)
	}
}

// TestConnection is what happens where there is no response.
func TestConnection(t *testing.T) {
	t.Run("dial", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		url := "http://" + l.Addr().String()
		_ = l.Close() // nobody listens there now
		c, err := client.New(url, client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = read(t.Context(), c.Run(input()))
		var op *net.OpError
		if kind(t, err) != "dial" || !errors.As(err, &op) {
			t.Error(err)
		}
	})
	t.Run("tls", func(t *testing.T) {
		a := serve(t, sse(started+finished))
		c, err := client.New(strings.Replace(a.URL, "http:", "https:", 1), client.Options{HTTPClient: a.Client()})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := read(t.Context(), c.Run(input())); kind(t, err) != "dial" || len(a.got()) != 0 {
			t.Error(err)
		}
	})
	t.Run("hung up", func(t *testing.T) {
		a := serve(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
		if _, err := read(t.Context(), a.connect(t, client.Options{Retry: client.Retry{Times: 3}}).Run(input())); kind(t, err) != "no response" || len(a.got()) != 1 {
			t.Error(err, len(a.got()))
		}
	})
	t.Run("own transport", func(t *testing.T) {
		broken := errors.New("no token")
		for err, want := range map[error]string{broken: "no response", &net.OpError{Op: "dial", Err: broken}: "dial"} {
			h := &http.Client{Transport: &client.RoundTripper{Prepare: func(*http.Request) error { return err }}}
			a := serve(t, sse(started+finished))
			if _, got := read(t.Context(), a.connect(t, client.Options{HTTPClient: h}).Run(input())); kind(t, got) != want || !errors.Is(got, broken) || len(a.got()) != 0 {
				t.Error(got)
			}
		}
	})
}

// TestRoundTripper holds that each request is prepared, and that the caller's header stays as it is.
//
// Rules: K1.2.
func TestRoundTripper(t *testing.T) {
	a := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(503) }, sse(started+finished))
	n := 0
	h := &http.Client{Transport: &client.RoundTripper{Base: a.Client().Transport, Prepare: func(r *http.Request) error {
		n++
		r.Header.Set("Authorization", "Bearer "+strings.Repeat("x", n))
		return nil
	}}}
	own := http.Header{}
	c := a.connect(t, client.Options{HTTPClient: h, Header: own, Retry: client.Retry{Times: 1, Wait: func(int) time.Duration { return 0 }}})
	_, _ = read(t.Context(), c.Run(input()))
	got := a.got()
	if len(got) != 2 || got[0].header.Get("Authorization") != "Bearer x" || got[1].header.Get("Authorization") != "Bearer xx" || len(own) != 0 {
		t.Errorf("%d requests, %v", len(got), own)
	}
	c.CloseIdleConnections()
}
