package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// problem is a body of RFC 9457.
type problem struct {
	Type, Title, Detail string
	Status              int
	Errors              []struct{ Pointer, Detail string }
}

func readProblem(t *testing.T, w *httptest.ResponseRecorder) problem {
	t.Helper()
	if ct := w.Header().Get("Content-Type"); ct != "application/problem+json" {
		t.Errorf("the Content-Type is %q", ct)
	}
	var p problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
	if p.Status != w.Code || p.Title != http.StatusText(w.Code) || p.Type != "about:blank" || p.Detail == "" {
		t.Errorf("the problem of a %d is %+v", w.Code, p)
	}
	return p
}

// never is an agent that must not be called.
func never(t *testing.T) server.Agent {
	return func(context.Context, *server.Run) error {
		t.Error("the agent was called")
		return nil
	}
}

// TestBadInput holds M12 and K2.6: what is wrong with a request is said before there is a stream.
func TestBadInput(t *testing.T) {
	method := func(m string) func(*http.Request) { return func(r *http.Request) { r.Method = m } }
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) {
			if r.Header.Del(name); value != "" {
				r.Header.Set(name, value)
			}
		}
	}
	none := func(*http.Request) {}
	for _, c := range []struct {
		name, body string
		change     func(*http.Request)
		status     int
		detail     string
	}{
		{"get", "", method("GET"), 405, "An agent is run with POST."},
		{"options", "", method("OPTIONS"), 405, "An agent is run with POST."},
		{"no_type", plain, header("Content-Type", ""), 415, "The Content-Type of a run input is application/json."},
		{"form", plain, header("Content-Type", "application/x-www-form-urlencoded"), 415, "The Content-Type of a run input is application/json."},
		{"text", plain, header("Content-Type", "text/plain"), 415, "The Content-Type of a run input is application/json."},
		{"type_unreadable", plain, header("Content-Type", "application/json; ="), 415, "The Content-Type of a run input is application/json."},
		{"latin1", plain, header("Content-Type", "application/json; charset=iso-8859-1"), 415, "A run input is in UTF-8."},
		{"gzip", plain, header("Content-Encoding", "gzip"), 415, "A run input is sent without a Content-Encoding."},
		{"too_long", plain + strings.Repeat(" ", 500), none, 413, "The run input is longer than the 400 bytes that are taken here."},
		{"too_long_and_says_so_late", plain + strings.Repeat(" ", 500), func(r *http.Request) { r.ContentLength = -1 }, 413, "The run input is longer than the 400 bytes that are taken here."},
		{"cut_off", "", func(r *http.Request) { r.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"thr`), snapping{})) }, 400, "The body of the request did not come as a whole."},
		{"empty", "", none, 400, "The body is not valid JSON, at byte 0: the text ends in the middle of a value."},
		{"syntax", `{"threadId":"t1",}`, none, 400, "The body is not valid JSON, at byte 17: unexpected."},
		{"twice", `{"threadId":"t1","threadId":"t2"}`, none, 400, "The body is not valid JSON, at byte 17: duplicate member."},
		{"trailing", plain + `{}`, none, 400, "The body is not valid JSON, at byte 44: text after the end of the value."},
		{"no_object", `[]`, none, 400, "The run input is malformed: the input must be an object."},
		{"missing", `{}`, none, 400, `The run input is malformed: the input must have the members "threadId", "runId" and "messages".`},
		{"all_violations", `{"threadId":1,"runId":"r1","messages":[{"role":"user","id":2,"content":"x"}]}`, none, 400,
			"The run input is malformed: /threadId must be a string; /messages/0/id must be a string."},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := &exchange{}
			h := server.New(never(t), x.observed(server.Options{MaxBody: 400}))
			r := request(context.Background(), c.body, transport.AcceptAny)
			c.change(r)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != c.status {
				t.Errorf("the status is %d, and should be %d", w.Code, c.status)
			}
			if p := readProblem(t, w); p.Detail != c.detail {
				t.Errorf("the detail is\n%s\nand should be\n%s", p.Detail, c.detail)
			}
			if allow := w.Header().Get("Allow"); c.status == 405 && allow != "POST" {
				t.Errorf("Allow is %q", allow)
			}
			if x.ended > 0 {
				t.Error("OnEnd was called for a run that never began")
			}
		})
	}
}

// snapping is a connection that breaks.
type snapping struct{}

func (snapping) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// TestProblemList holds that a problem lists a hundred violations, and counts the others.
func TestProblemList(t *testing.T) {
	var messages []string
	for range 150 {
		messages = append(messages, `{"role":"user","id":1,"content":"x"}`)
	}
	w := httptest.NewRecorder()
	server.New(never(t), server.Options{Logger: quiet}).ServeHTTP(w, request(context.Background(), `{"threadId":"t1","runId":"r1","messages":[`+strings.Join(messages, ",")+`]}`, transport.AcceptAny))
	p := readProblem(t, w)
	if len(p.Errors) != 100 || p.Errors[99].Pointer != "#/messages/99/id" || p.Errors[0].Detail != "must be a string" {
		t.Errorf("it lists %d, the last %+v", len(p.Errors), p.Errors[len(p.Errors)-1])
	}
	if n := strings.Count(p.Detail, "/messages/"); n != 100 || !strings.Contains(p.Detail, "more") {
		t.Errorf("the detail has %d places: %s", n, p.Detail)
	}
}

// TestProblemSecret holds that no value of the input is in a problem, wherever it stands.
func TestProblemSecret(t *testing.T) {
	const full = `{"threadId":"t1","runId":"r1","protocolVersion":"1.0","parentRunId":"p","state":{},"forwardedProps":{},
		"messages":[{"role":"user","id":"u1","name":"n","content":[{"type":"image","source":{"type":"data","value":"v","mimeType":"image/png"}}],"metadata":{}},
			{"role":"assistant","id":"a1","content":"x","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}],
		"tools":[{"name":"f","description":"d","parameters":{},"metadata":{}}],"context":[{"description":"d","value":"v"}],
		"resume":[{"interruptId":"i","status":"resolved","payload":1,"metadata":{}}]}`
	const secret = "hunter2"
	refused := 0
	try := func(doc any) {
		body, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		server.New(func(context.Context, *server.Run) error { return nil }, server.Options{Logger: quiet}).ServeHTTP(w, request(context.Background(), string(body), transport.AcceptAny))
		if w.Code == http.StatusBadRequest {
			refused++
			if strings.Contains(w.Body.String(), secret) {
				t.Errorf("the problem of %s is %s", body, w.Body)
			}
		}
	}
	var doc any
	if err := json.Unmarshal([]byte(full), &doc); err != nil {
		t.Fatal(err)
	}
	replaceEach(doc, func() { try(doc) }, secret, []any{secret}, map[string]any{"type": secret, "role": secret, secret: secret})
	if refused < 30 {
		t.Errorf("only %d inputs were refused", refused)
	}
	for _, body := range []string{`{"threadId":` + secret, `{"threadId":"` + secret, `{"` + secret + `":1,"` + secret + `":2}`, `"` + secret + `"`} {
		w := httptest.NewRecorder()
		server.New(never(t), server.Options{Logger: quiet}).ServeHTTP(w, request(context.Background(), body, transport.AcceptAny))
		if w.Code != http.StatusBadRequest || strings.Contains(w.Body.String(), secret) {
			t.Errorf("the problem of %s is %d %s", body, w.Code, w.Body)
		}
	}
}

// replaceEach puts others in the place of each value below doc, one at a time, and calls f for each.
func replaceEach(doc any, f func(), others ...any) {
	put := func(at any, set func(any)) {
		for _, other := range others {
			set(other)
			f()
		}
		set(at)
		replaceEach(at, f, others...)
	}
	switch doc := doc.(type) {
	case map[string]any:
		for name, at := range doc {
			put(at, func(v any) { doc[name] = v })
		}
	case []any:
		for i, at := range doc {
			put(at, func(v any) { doc[i] = v })
		}
	}
}

// TestTolerated holds that what is unrecognised or retired in an input is no reason to refuse it, and is told of.
//
// Rules: M13 N3.
func TestTolerated(t *testing.T) {
	const odd = `{"threadId":"t1","runId":"r1","colour":"blue","protocolVersion":"1.7","forwardedProps":null,
		"messages":[{"role":"oracle","id":"o1"},{"role":"user","id":"u1","content":[{"type":"binary","mimeType":"image/png","url":"https://example.com/x"}]}]}`
	var told []string
	agent := func(_ context.Context, run *server.Run) error {
		b, err := run.Input().AppendJSON(nil)
		const want = `{"threadId":"t1","runId":"r1","protocolVersion":"1.7","messages":[{"id":"u1","role":"user","content":[{"type":"image","source":{"type":"url","value":"https://example.com/x","mimeType":"image/png"}}]}]}`
		if err != nil || string(b) != want {
			t.Errorf("the input is\n%s\nand should be\n%s\n%v", b, want, err)
		}
		return nil
	}
	x := serve(agent, server.Options{OnWarning: func(_ context.Context, w pipeline.Warning) { told = append(told, w.Pointer) }}, odd, transport.AcceptSSE)
	x.want(t)
	if all := strings.Join(told, " "); all != "/forwardedProps /colour /messages/0 /protocolVersion" && all != "/forwardedProps /messages/0 /colour /protocolVersion" {
		t.Errorf("told of %s", all)
	}
	if !strings.Contains(x.log.String(), "/colour") {
		t.Errorf("the log is\n%s", x.log)
	}
}

// TestAdmit holds what the application can answer, and that its context is the agent's.
//
// Rules: K1.2.
func TestAdmit(t *testing.T) {
	type key struct{}
	for _, c := range []struct {
		name   string
		err    error
		status int
		detail string // "" for an internal error
	}{
		{"unauthorized", &server.HTTPError{Status: 401, Detail: "Sign in.", Header: http.Header{"WWW-Authenticate": {"Bearer"}}, Err: errors.New("hidden")}, 401, "Sign in."},
		{"wrapped", fmt.Errorf("hidden: %w", &server.HTTPError{Status: 403}), 403, "Forbidden"},
		{"not_found", &server.HTTPError{Status: 404, Detail: "There is no such thread."}, 404, "There is no such thread."},
		{"conflict", &server.HTTPError{Status: 409, Detail: "It runs."}, 409, "It runs."},
		{"too_many", &server.HTTPError{Status: 429, Detail: "Slower.", Header: http.Header{"Retry-After": {"3"}}}, 429, "Slower."},
		{"error", errors.New("hidden"), 500, ""},
		{"no_error_status", &server.HTTPError{Status: 204, Detail: "hidden"}, 500, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := &exchange{}
			o := x.observed(server.Options{Admit: func(context.Context, *http.Request, *agui.RunAgentInput) (context.Context, error) { return nil, c.err }})
			w := httptest.NewRecorder()
			server.New(never(t), o).ServeHTTP(w, request(context.Background(), plain, transport.AcceptAny))
			p := readProblem(t, w)
			if w.Code != c.status || strings.Contains(w.Body.String(), "hidden") {
				t.Errorf("the response is %d %s", w.Code, w.Body)
			}
			if c.detail != "" && p.Detail != c.detail {
				t.Errorf("the detail is %q", p.Detail)
			}
			if c.detail == "" {
				id := strings.TrimSuffix(strings.TrimPrefix(p.Detail, "internal error ("), ")")
				if len(id) < 16 || !strings.Contains(x.log.String(), "id="+id) {
					t.Errorf("the id of %q is not in the log:\n%s", p.Detail, x.log)
				}
			}
			var e *server.HTTPError
			if errors.As(c.err, &e) && e.Header != nil {
				for name, values := range e.Header {
					if got := w.Header().Get(name); got != values[0] {
						t.Errorf("%s is %q", name, got)
					}
				}
			}
		})
	}
	t.Run("panic", func(t *testing.T) {
		w := httptest.NewRecorder()
		server.New(never(t), server.Options{Logger: quiet, Admit: func(context.Context, *http.Request, *agui.RunAgentInput) (context.Context, error) { panic("hidden") }}).
			ServeHTTP(w, request(context.Background(), plain, transport.AcceptAny))
		if readProblem(t, w); w.Code != 500 || strings.Contains(w.Body.String(), "hidden") {
			t.Errorf("the response is %d %s", w.Code, w.Body)
		}
	})
	t.Run("admitted", func(t *testing.T) {
		admit := func(ctx context.Context, r *http.Request, input *agui.RunAgentInput) (context.Context, error) {
			body, err := io.ReadAll(r.Body)
			if string(body) != plain || err != nil || input.RunID != "r1" {
				t.Errorf("Admit sees the body %s, the input %v", body, input)
			}
			return context.WithValue(ctx, key{}, "Ada"), nil
		}
		agent := func(ctx context.Context, run *server.Run) error {
			if ctx.Value(key{}) != "Ada" || run.Context() != ctx {
				t.Error("the context of the agent is not that of Admit")
			}
			return nil
		}
		serve(agent, server.Options{Admit: admit}, plain, transport.AcceptSSE).want(t)
	})
	t.Run("unchanged", func(t *testing.T) {
		admit := func(context.Context, *http.Request, *agui.RunAgentInput) (context.Context, error) { return nil, nil }
		serve(func(context.Context, *server.Run) error { return nil }, server.Options{Admit: admit}, plain, transport.AcceptSSE).want(t)
	})
}

// TestInputFirst holds that Admit is asked only about inputs that are well-formed.
func TestInputFirst(t *testing.T) {
	w := httptest.NewRecorder()
	admit := func(context.Context, *http.Request, *agui.RunAgentInput) (context.Context, error) {
		t.Error("Admit was called")
		return nil, nil
	}
	server.New(never(t), server.Options{Logger: quiet, Admit: admit}).ServeHTTP(w, request(context.Background(), `{}`, transport.AcceptAny))
	if w.Code != 400 {
		t.Errorf("the status is %d", w.Code)
	}
}

// FuzzInput holds that no body panics, or is answered with anything but a stream or a 400.
func FuzzInput(f *testing.F) {
	for _, seed := range []string{plain, thread, `{`, `null`, "\xff", `{"threadId":"","runId":"","messages":[null]}`} {
		f.Add([]byte(seed))
	}
	h := server.New(func(context.Context, *server.Run) error { return nil }, server.Options{Logger: quiet})
	f.Fuzz(func(t *testing.T, body []byte) {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		h.ServeHTTP(w, r)
		switch w.Code {
		case 400:
			if !json.Valid(w.Body.Bytes()) {
				t.Errorf("the problem is %s", w.Body)
			}
		case 200:
			x := &exchange{header: w.Header(), body: w.Body.Bytes()}
			if n := len(x.events(t)); n != 2 {
				t.Errorf("there are %d events", n)
			}
		default:
			t.Errorf("the status is %d", w.Code)
		}
	})
}
