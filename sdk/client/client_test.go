package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// agent is a server that answers one request after the other as its turns say, the last of them for ever.
type agent struct {
	*httptest.Server
	turns []http.HandlerFunc

	mu       sync.Mutex
	requests []request
}

// request is what came.
type request struct {
	header http.Header
	body   jsonx.Raw
}

func (r request) input(t *testing.T) *agui.RunAgentInput {
	t.Helper()
	in := new(agui.RunAgentInput)
	if err := in.UnmarshalJSON([]byte(r.body)); err != nil {
		t.Fatal(err)
	}
	return in
}

func serve(t *testing.T, turns ...http.HandlerFunc) *agent {
	a := &agent{turns: turns}
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		a.mu.Lock()
		n := min(len(a.requests), len(a.turns)-1)
		a.requests = append(a.requests, request{r.Header.Clone(), jsonx.Raw(body)})
		a.mu.Unlock()
		a.turns[n](w, r)
	}))
	t.Cleanup(a.Close)
	return a
}

// got are the requests up to now.
func (a *agent) got() []request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]request(nil), a.requests...)
}

// connect makes a client of the agent, quiet unless the options say otherwise.
func (a *agent) connect(t *testing.T, o client.Options) *client.Client {
	t.Helper()
	if o.HTTPClient == nil {
		o.HTTPClient = a.Client()
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	c, err := client.New(a.URL, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// events answers with lines of JSON as events, on a wire.
func events(wire transport.Format, lines string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		transport.SetContentType(w.Header(), wire)
		_, _ = w.Write(encoded(wire, lines))
	}
}

// sse answers with lines of JSON as server-sent events.
func sse(lines string) http.HandlerFunc { return events(transport.SSE, lines) }

func encoded(wire transport.Format, lines string) []byte {
	var body []byte
	for line := range strings.Lines(lines) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		ev, err := agui.DecodeJSON([]byte(strings.TrimSpace(line)))
		if err == nil {
			body, err = transport.AppendEvent(body, wire, ev)
		}
		if err != nil {
			panic(err)
		}
	}
	return body
}

// cut answers with the events and breaks the connection after some more bytes.
func cut(wire transport.Format, lines, more string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		transport.SetContentType(w.Header(), wire)
		_, _ = w.Write(append(encoded(wire, lines), more...))
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

const (
	started  = `{"type":"RUN_STARTED","threadId":"th","runId":"r1"}` + "\n"
	finished = `{"type":"RUN_FINISHED","threadId":"th","runId":"r1"}` + "\n"
	opened   = `{"type":"TEXT_MESSAGE_START","messageId":"m1"}` + "\n"
	content  = `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"High tide"}` + "\n"
	closed   = `{"type":"TEXT_MESSAGE_END","messageId":"m1"}` + "\n"
	failed   = `{"type":"RUN_ERROR","message":"no boat","code":"E7"}` + "\n"
)

func input() *agui.RunAgentInput { return agui.NewRunAgentInput("th", "r1", nil) }

// read runs a run and gives the types of its events, and the error of the loop.
func read(ctx context.Context, r *client.Run) (types []string, err error) {
	for ev, e := range r.Events(ctx) {
		if e != nil {
			err = e
			continue
		}
		types = append(types, string(ev.EventType()))
	}
	return types, err
}

// kind names the way in which a run ended, by the errors that a caller can tell apart. There must not be two of them.
func kind(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return "success"
	}
	var (
		run      *client.RunError
		protocol *client.ProtocolError
		status   *client.StatusError
		in       *client.InputError
		dial     *client.DialError
		silent   *client.NoResponseError
	)
	found := []string{}
	for name, is := range map[string]bool{
		"interrupted": errors.Is(err, client.ErrInterrupted), "cancelled": errors.Is(err, client.ErrCancelled),
		"run error": errors.As(err, &run), "truncated": errors.Is(err, client.ErrTruncated),
		"rejected": errors.As(err, &protocol), "status": errors.As(err, &status), "input": errors.As(err, &in),
		"dial": errors.As(err, &dial), "no response": errors.As(err, &silent),
	} {
		if is {
			found = append(found, name)
		}
	}
	if len(found) == 0 && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		return "context"
	}
	if len(found) != 1 {
		t.Errorf("%v is %v", err, found)
	}
	return strings.Join(found, " and ")
}

// asJSON is a value as encoding/json writes it.
func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func rule(t *testing.T, err error) pipeline.Rule {
	t.Helper()
	var in *client.InputError
	var rejected *client.ProtocolError
	switch {
	case errors.As(err, &in):
		return in.Rule
	case errors.As(err, &rejected):
		return rejected.Rule
	}
	return ""
}
