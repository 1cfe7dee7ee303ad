package main

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/transport"
	"github.com/rogpeppe/go-internal/testscript"
)

// agent is what scripts call: each path of it ends a run in another way. The events have the ids of the request.
var agents = map[string]string{
	"/success":     `{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"High tide"}` + "\n" + `{"type":"RUN_FINISHED","threadId":"$T","runId":"$R"}`,
	"/interrupted": `{"type":"RUN_FINISHED","threadId":"$T","runId":"$R","outcome":{"type":"interrupt","interrupts":[{"id":"i1","reason":"approval"}]}}`,
	"/cancelled":   `{"type":"RUN_FINISHED","threadId":"$T","runId":"$R","outcome":{"type":"cancelled"}}`,
	"/failed":      `{"type":"RUN_ERROR","message":"no boat","code":"E7"}`,
	"/truncated":   `{"type":"TEXT_MESSAGE_START","messageId":"m1"}`,
	"/rejected":    `{"type":"TEXT_MESSAGE_END","messageId":"m1"}`,
	"/later":       `{"type":"RUN_FINISHED","threadId":"$T","runId":"$R","later":1}`,
}

func answer(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	input := new(agui.RunAgentInput)
	lines, ok := agents[r.URL.Path]
	if err := input.UnmarshalJSON(body); err != nil || !ok {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `{"detail":"no such agent"}`)
		return
	}
	if r.URL.Path == "/success" && len(input.Messages) > 0 {
		lines = `{"type":"CUSTOM","name":"heard","value":` + string(body) + `}` + "\n" + `{"type":"CUSTOM","name":"accept","value":"` + r.Header.Get("Accept") + " " + r.Header.Get("X-Tide") + `"}` + "\n" + lines
	}
	wire := transport.Negotiate(r.Header.Values("Accept"), transport.ProtoNamed)
	transport.SetContentType(w.Header(), wire)
	lines = strings.NewReplacer("$T", input.ThreadID, "$R", input.RunID).Replace(`{"type":"RUN_STARTED","threadId":"$T","runId":"$R"}` + "\n" + lines)
	for line := range strings.Lines(lines) {
		ev, err := agui.DecodeJSON([]byte(strings.TrimSpace(line)))
		if err != nil {
			panic(err)
		}
		event, err := transport.AppendEvent(nil, wire, ev)
		if err != nil {
			panic(err)
		}
		_, _ = w.Write(event)
	}
}

// withAgent gives a script the address of the agent, as $AGENT, and one where nobody listens, as $NOBODY.
func withAgent(env *testscript.Env) error {
	s := httptest.NewServer(http.HandlerFunc(answer))
	env.Defer(s.Close)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	env.Setenv("AGENT", s.URL)
	env.Setenv("NOBODY", gone.URL)
	return nil
}

// TestCallAsTheyCome holds that an event is printed before the next one has come.
func TestCallAsTheyCome(t *testing.T) {
	printed := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		transport.SetContentType(w.Header(), transport.SSE)
		_, _ = w.Write(transport.AppendSSE(nil, []byte(`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`)))
		_ = http.NewResponseController(w).Flush()
		<-printed
		_, _ = w.Write(transport.AppendSSE(nil, []byte(`{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`)))
	}))
	defer s.Close()
	out, w := io.Pipe()
	cmd := root()
	cmd.SetArgs([]string{"call", s.URL, "--no-warn"})
	cmd.SetOut(w)
	done := make(chan error)
	go func() {
		err := cmd.Execute()
		_ = w.Close()
		done <- err
	}()
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != `{"type":"RUN_STARTED","threadId":"t","runId":"r"}` {
		t.Errorf("first %q", lines.Text())
	}
	close(printed)
	if !lines.Scan() || lines.Text() != `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}` || lines.Scan() {
		t.Errorf("then %q", lines.Text())
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
