package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
	"github.com/spf13/cobra"
)

// The exit statuses of call, beside 0 for success and couldNotRun.
const (
	runFailed      = 1
	runInterrupted = 3
	runCancelled   = 4
	runTruncated   = 5
	streamRejected = 6
)

func callCmd() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use:   "call URL [--input FILE] [--accept proto|sse] [--header 'NAME: VALUE']",
		Short: "Run the agent at a URL and print its events as they come",
		Long: `call posts a run to the agent at URL and writes its events to standard output as they come, one line of JSON each:
chunks expanded, and what is unknown stripped. Warnings and errors are on standard error.

The input is a RunAgentInput. In it threadId, runId and messages may be left out; without --input all of it is. The file -
is standard input.

The exit status is 0 when the run has succeeded, 1 when the agent reports that it failed, 3 when it was interrupted, 4
when it was cancelled, 5 when the stream ended too early, 6 when the stream was rejected, and 2 when there was no stream:
the input was malformed, there was no connection, or the server refused the request.`,
		Example: `  agui call http://127.0.0.1:8080/agent --input run.json
  agui call https://agents.example/ferry --accept sse --header 'Authorization: Bearer …'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args[0]) },
	}
	cmd.Flags().StringVar(&c.input, "input", "", "the run input, as JSON")
	cmd.Flags().StringVar(&c.accept, "accept", "proto", "what to ask for: proto, which lets the server choose, or sse")
	cmd.Flags().StringArrayVar(&c.headers, "header", nil, "a header to send, as NAME: VALUE")
	cmd.Flags().StringVar(&c.peer, "peer", "", "the latest release of the SDK that the peer can be, such as 0.0.39")
	cmd.Flags().BoolVar(&c.noWarn, "no-warn", false, "leave warnings out")
	must(cmd.RegisterFlagCompletionFunc("accept", cobra.FixedCompletions([]string{"proto", "sse"}, cobra.ShellCompDirectiveNoFileComp)))
	must(cmd.MarkFlagFilename("input", "json"))
	return cmd
}

// caller is one call of the command.
type caller struct {
	input, accept, peer string
	headers             []string
	noWarn              bool
}

func (c *caller) run(cmd *cobra.Command, url string) error {
	report := reporterOf(cmd)
	o, err := c.options()
	if err != nil {
		return err
	}
	o.OnWarning = func(w pipeline.Warning) {
		n := w.Event + 1
		w.Event = -1 // the remark says it
		report.remark(remark{File: url, Event: n, Warning: true, Message: w.String()})
	}
	agent, err := client.New(url, o)
	if err != nil {
		return err
	}
	input, err := c.read(cmd, o.OnWarning)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
	defer stop()
	return outcome(report, url, c.print(ctx, cmd, agent.Run(input)))
}

// print runs a run and writes its events.
func (c *caller) print(ctx context.Context, cmd *cobra.Command, run *client.Run) error {
	var line []byte
	return run.Do(ctx, client.Callbacks{Event: func(ev agui.Event) (err error) {
		if line, err = ev.AppendJSON(line[:0]); err != nil {
			return err
		}
		line = append(line, '\n')
		_, err = cmd.OutOrStdout().Write(line)
		return err
	}})
}

// outcome reports how a run ended, and is its exit status.
func outcome(report *reporter, url string, err error) error {
	if err == nil {
		return nil
	}
	report.remark(remark{File: url, Message: err.Error()})
	var failed *client.RunError
	var rejected *client.ProtocolError
	switch {
	case errors.As(err, &failed):
		return exitStatus(runFailed)
	case errors.Is(err, client.ErrInterrupted):
		return exitStatus(runInterrupted)
	case errors.Is(err, client.ErrCancelled):
		return exitStatus(runCancelled)
	case errors.Is(err, client.ErrTruncated):
		return exitStatus(runTruncated)
	case errors.As(err, &rejected):
		return exitStatus(streamRejected)
	}
	return exitStatus(couldNotRun)
}

func (c *caller) options() (client.Options, error) {
	o := client.Options{NoWarn: c.noWarn, Header: http.Header{}, Logger: slog.New(slog.DiscardHandler)}
	switch c.accept {
	case "proto":
		o.Accept = transport.AcceptAny
	case "sse":
		o.Accept = transport.AcceptSSE
	default:
		return o, fmt.Errorf("--accept: unknown format %q; there are proto and sse", c.accept)
	}
	for _, h := range c.headers {
		name, value, ok := strings.Cut(h, ":")
		if !ok || name == "" {
			return o, fmt.Errorf("--header: %q has no name; write it as NAME: VALUE", h)
		}
		o.Header.Add(name, strings.TrimSpace(value))
	}
	if c.peer != "" {
		peer, err := pipeline.ParseRelease(c.peer)
		if err != nil {
			return o, fmt.Errorf("--peer: %w", err)
		}
		o.Peer = peer
	}
	return o, nil
}

// read is the input, with what may be left out of it. Retired shapes in it are translated, as in whatever is sent (M11, N8).
func (c *caller) read(cmd *cobra.Command, warn func(pipeline.Warning)) (*agui.RunAgentInput, error) {
	text := jsonx.Raw("{}")
	if c.input != "" {
		data, err := readDocument(cmd, c.input)
		if err != nil {
			return nil, err
		}
		text = jsonx.Raw(data)
	}
	if err := text.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", c.input, err)
	}
	// What a peer does not understand is the client's to see to, so the peer is not named here.
	input, _, err := pipeline.PrepareInput(complete(text), pipeline.Options{OnWarning: warn, NoWarn: c.noWarn})
	var refused *pipeline.ProtocolError
	if errors.As(err, &refused) {
		err = refused.Err // it is about the file
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.input, err)
	}
	return input, nil
}

// complete adds to an input what it must have and the client can make.
func complete(text jsonx.Raw) jsonx.Raw {
	if text.Kind() != jsonx.KindObject {
		return text
	}
	w := jsonx.NewWriter(nil)
	w.Lit("{")
	for name, value := range text.Members() {
		w.Key(name)
		w.Raw(value)
	}
	for _, m := range [][2]string{{"threadId", `""`}, {"runId", `""`}, {"messages", `[]`}} {
		if _, ok := text.Lookup(m[0]); !ok {
			w.Key(m[0])
			w.Raw(jsonx.Raw(m[1]))
		}
	}
	w.Lit("}")
	b, err := w.Result()
	if err != nil { // the text has been validated
		return text
	}
	return jsonx.Raw(b)
}
