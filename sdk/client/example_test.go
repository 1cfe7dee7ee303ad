package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
)

func ExampleClient_Run() {
	agent := httptest.NewServer(sse(started + opened + content + closed + finished))
	defer agent.Close()

	c, err := client.New(agent.URL, client.Options{HTTPClient: agent.Client()})
	if err != nil {
		log.Fatal(err)
	}
	run := c.Run(agui.NewRunAgentInput("th", "r1", []agui.Message{agui.NewUserMessage("u1", agui.Text("When is high tide?"))}))
	for ev, err := range run.Events(context.Background()) {
		if err != nil {
			fmt.Println("failed:", err)
			break
		}
		if text, ok := ev.(*agui.TextMessageContentEvent); ok {
			fmt.Println(text.Delta)
		}
	}
	switch err := run.Err(); {
	case err == nil:
		fmt.Println("done, with", len(run.Messages()), "messages")
	case errors.Is(err, client.ErrInterrupted):
		last, _ := run.Last()
		fmt.Println("asks", last.Interrupts)
	}
	// Output:
	// High tide
	// done, with 2 messages
}

func ExampleThread_RunTools() {
	agent := httptest.NewServer(http.HandlerFunc(tideAgent()))
	defer agent.Close()

	type port struct {
		Port string `json:"port"`
	}
	tools, err := client.NewTools(client.NewTool("tide", "Tells when the tide is high.",
		`{"type":"object","properties":{"port":{"type":"string"}},"required":["port"],"additionalProperties":false}`,
		func(_ context.Context, in port) (string, error) { return "at noon in " + in.Port, nil }))
	if err != nil {
		log.Fatal(err)
	}
	c, err := client.New(agent.URL, client.Options{HTTPClient: agent.Client()})
	if err != nil {
		log.Fatal(err)
	}
	thread := c.Thread(client.ThreadOptions{ID: "th", Tools: tools})
	thread.Say("When is high tide?")
	err = thread.RunTools(context.Background(), client.ToolRun{
		Callbacks: client.Callbacks{Text: func(_, delta string) { fmt.Println(delta) }},
		Approve: func(_ context.Context, call agui.ToolCall) error {
			fmt.Println("calls", call.Function.Name)
			return nil
		},
	})
	fmt.Println(err, len(thread.Messages()))
	// Output:
	// calls tide
	// High, at noon in Brno
	// <nil> 4
}
