package client_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// TestWithServer holds a conversation with package server, on both wires and both versions of HTTP: an answer with state,
// a call of a tool of this side, an interrupt and its answer, a failure, and a refusal.
func TestWithServer(t *testing.T) {
	agent := func(_ context.Context, run *server.Run) error {
		in := run.Input()
		switch last := in.Messages[len(in.Messages)-1].(type) {
		case *agui.UserMessage:
			switch last.Content {
			case agui.Text("tide"):
				if err := run.State().Replace(map[string]int{"asked": 1}); err != nil {
					return err
				}
				call, err := run.ToolCall("tides")
				if err != nil {
					return err
				}
				if err := call.Args(`{"port":"Brno"}`); err != nil {
					return err
				}
				return call.Close()
			case agui.Text("book"):
				if answers, _ := run.Answers("i1"); answers["i1"].Payload != "" {
					return run.Text().Write("booked: " + string(answers["i1"].Payload))
				}
				_, err := run.Interrupt(agui.Interrupt{ID: "i1", Reason: "approval"})
				return err
			}
			return &server.RunError{Code: "E7", Message: "no boat"}
		case *agui.ToolMessage:
			return run.Text().Write("the tide is " + string(last.Content.(agui.Text)))
		}
		return errors.New("what is that?")
	}
	admit := func(_ context.Context, r *http.Request, _ *agui.RunAgentInput) (context.Context, error) {
		if r.Header.Get("Authorization") == "" {
			return nil, &server.HTTPError{Status: http.StatusUnauthorized, Detail: "who is there?"}
		}
		return nil, nil
	}
	quiet := slog.New(slog.DiscardHandler)
	for name, accept := range map[string]string{"proto": transport.AcceptAny, "sse": transport.AcceptSSE} {
		for _, http2 := range []bool{false, true} {
			t.Run(name+map[bool]string{false: "/http1", true: "/http2"}[http2], func(t *testing.T) {
				s := httptest.NewUnstartedServer(server.New(agent, server.Options{Admit: admit, Logger: quiet}))
				s.EnableHTTP2 = http2
				s.StartTLS()
				defer s.Close()
				o := client.Options{HTTPClient: s.Client(), Accept: accept, Logger: quiet,
					OnWarning: func(w pipeline.Warning) { t.Errorf("warning: %s", w) }}
				stranger, err := client.New(s.URL, o)
				if err != nil {
					t.Fatal(err)
				}
				var status *client.StatusError
				if err := stranger.Run(input()).Do(t.Context(), client.Callbacks{}); !errors.As(err, &status) || status.StatusCode != 401 || status.Problem == nil || status.Problem.Detail != "who is there?" {
					t.Errorf("%v", err)
				}
				o.Header = http.Header{"Authorization": {"Bearer x"}}
				c, err := client.New(s.URL, o)
				if err != nil {
					t.Fatal(err)
				}
				var asked []tideIn
				th := c.Thread(client.ThreadOptions{Tools: tools(t, tides(&asked, "high", nil))})
				said := ""
				text := client.Callbacks{Text: func(_, delta string) { said += delta }}

				th.Say("tide")
				if err := th.RunTools(t.Context(), client.ToolRun{Callbacks: text}); err != nil || said != "the tide is high" || len(asked) != 1 {
					t.Errorf("%v, said %q, asked %v", err, said, asked)
				}
				if !th.State().Equal(`{"asked":1}`) || len(th.Messages()) != 4 {
					t.Errorf("state %s, messages %s", th.State(), roles(th.Messages()))
				}
				th.Say("book")
				run := th.Run()
				if err := run.Do(t.Context(), text); err != client.ErrInterrupted || len(th.Interrupts()) != 1 {
					t.Error(err, th.Interrupts())
				}
				if want := map[string]string{"proto": transport.MediaTypeProto, "sse": transport.MediaTypeSSE}[name]; run.Header().Get("Content-Type") != want {
					t.Errorf("Content-Type %q, want %q", run.Header().Get("Content-Type"), want)
				}
				said = ""
				if err := th.Resume(client.Answer("i1", jsonx.Raw(`"yes"`))).Do(t.Context(), text); err != nil || said != `booked: "yes"` {
					t.Error(err, said)
				}
				th.Say("sail")
				var failed *client.RunError
				if err := th.Run().Do(t.Context(), text); !errors.As(err, &failed) || failed.Code != "E7" || failed.Message != "no boat" {
					t.Error(err)
				}
				s.Client().CloseIdleConnections()
			})
		}
	}
}
