package server_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/server"
)

// ask runs an agent as a client would, and prints what comes.
func ask(h http.Handler, input string) {
	s := httptest.NewServer(h)
	defer s.Close()
	resp, err := http.Post(s.URL, "application/json", strings.NewReader(input))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.TrimSpace(strings.ReplaceAll(string(body), "\n\n", "\n")))
}

func Example() {
	agent := func(_ context.Context, run *server.Run) error {
		msg := run.Text(server.MessageID("m1")) // an id is minted where there is none
		for _, delta := range []string{"High tide", " at noon."} {
			if err := msg.Write(delta); err != nil {
				return err
			}
		}
		return run.Usage(agui.TokenUsage{Model: opt.Some("tide-1"), OutputTokens: opt.Some(int64(5))})
	}
	ask(server.New(agent, server.Options{}), `{"threadId":"t1","runId":"r1","messages":[]}`)
	// Output:
	// data: {"type":"RUN_STARTED","threadId":"t1","runId":"r1","protocolVersion":"1.0"}
	// data: {"type":"TEXT_MESSAGE_START","messageId":"m1"}
	// data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"High tide"}
	// data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":" at noon."}
	// data: {"type":"TEXT_MESSAGE_END","messageId":"m1"}
	// data: {"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"success"},"usage":[{"model":"tide-1","outputTokens":5}]}
}

func ExampleScope_ToolCall() {
	agent := func(_ context.Context, run *server.Run) error {
		call, err := run.ToolCall("tides", server.ToolCallID("c1"))
		if err != nil {
			return err
		}
		if err := call.Args(`{"place":"Quay"}`); err != nil {
			return err
		}
		return call.Close() // tides is the client's tool: it answers in its next run
	}
	ask(server.New(agent, server.Options{}), `{"threadId":"t1","runId":"r1","messages":[],"tools":[{"name":"tides","description":"When is the tide?"}]}`)
	// Output:
	// data: {"type":"RUN_STARTED","threadId":"t1","runId":"r1","protocolVersion":"1.0"}
	// data: {"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"tides"}
	// data: {"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{\"place\":\"Quay\"}"}
	// data: {"type":"TOOL_CALL_END","toolCallId":"c1"}
	// data: {"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"success","pendingToolCallIds":["c1"]}}
}

func ExampleScope_Subagent() {
	research := func(s server.Scope) error { // works for a run and for a subagent
		msg := s.Text(server.MessageID("m1"))
		return msg.Write("Found it.")
	}
	agent := func(_ context.Context, run *server.Run) error {
		sub, err := run.Subagent("researcher", server.SubagentID("s1"))
		if err != nil {
			return err
		}
		if err := research(sub.Scope); err != nil {
			return err
		}
		return sub.Close() // with all that it has open
	}
	ask(server.New(agent, server.Options{}), `{"threadId":"t1","runId":"r1","messages":[]}`)
	// Output:
	// data: {"type":"RUN_STARTED","threadId":"t1","runId":"r1","protocolVersion":"1.0"}
	// data: {"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"researcher"}
	// data: {"type":"TEXT_MESSAGE_START","subagentRunId":"s1","messageId":"m1"}
	// data: {"type":"TEXT_MESSAGE_CONTENT","subagentRunId":"s1","messageId":"m1","delta":"Found it."}
	// data: {"type":"TEXT_MESSAGE_END","subagentRunId":"s1","messageId":"m1"}
	// data: {"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
	// data: {"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"success"}}
}

type user struct{}

func ExampleOptions_admit() {
	agent := func(ctx context.Context, run *server.Run) error {
		return run.Text(server.MessageID("m1")).Write(fmt.Sprint("Hello, ", ctx.Value(user{})))
	}
	h := server.New(agent, server.Options{
		Admit: func(ctx context.Context, r *http.Request, _ *agui.RunAgentInput) (context.Context, error) {
			if r.Header.Get("Authorization") == "" {
				return nil, &server.HTTPError{Status: http.StatusUnauthorized, Detail: "Sign in first.", Header: http.Header{"Www-Authenticate": {"Bearer"}}}
			}
			return context.WithValue(ctx, user{}, "Ada"), nil
		},
	})
	ask(h, `{"threadId":"t1","runId":"r1","messages":[]}`)
	// Output:
	// {"type":"about:blank","title":"Unauthorized","status":401,"detail":"Sign in first."}
}

// Browsers ask before they send JSON to another origin. That is for a handler around the agent's.
func Example_cors() {
	agent := func(_ context.Context, run *server.Run) error { return nil }
	cors := func(next http.Handler, origin string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Access-Control-Allow-Origin", origin)
			w.Header().Add("Vary", "Origin")
			if r.Method == http.MethodOptions {
				w.Header().Set("Access-Control-Allow-Methods", "POST")
				w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
				w.WriteHeader(http.StatusNoContent)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	w := httptest.NewRecorder()
	cors(server.New(agent, server.Options{}), "https://app.example").ServeHTTP(w, httptest.NewRequest(http.MethodOptions, "/", nil))
	fmt.Println(w.Code, w.Header().Get("Access-Control-Allow-Methods"))
	// Output:
	// 204 POST
}
