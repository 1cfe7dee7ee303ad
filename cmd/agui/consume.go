package main

import (
	"fmt"
	"os"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/citations"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
	"github.com/spf13/cobra"
)

func consumeCmd() *cobra.Command {
	var from, input, peer string
	var noWarn bool
	cmd := &cobra.Command{
		Use:   "consume [--from json|sse|proto] [--input FILE] [--peer RELEASE] [--no-warn] [FILE]",
		Short: "Run the consumer pipeline over a recorded stream",
		Long: `consume reads a recorded stream of events from FILE, or from standard input, and writes to standard output what a
consumer makes of it, as one line of JSON: the outcome of the stream (completed, truncated or failed), why it was
rejected, warnings, the events as they are delivered, the messages, the state and the runs at its end, and what its
answers cite.

With --input, the messages and the state of that run input come first, and the report has the request that would be
sent. The exit status is 0 whatever the outcome, and 2 when a file could not be opened.`,
		Example: `  agui consume events.jsonl
  agui consume --from sse --input run.json --peer 0.0.39 < recorded.txt`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			format, err := transport.ParseFormat(from)
			if err != nil {
				return fmt.Errorf("--from: %w", err)
			}
			o := pipeline.Options{NoWarn: noWarn}
			if peer != "" {
				if o.Peer, err = pipeline.ParseRelease(peer); err != nil {
					return fmt.Errorf("--peer: %w", err)
				}
			}
			var text []byte
			if input != "" {
				if text, err = os.ReadFile(input); err != nil {
					return err
				}
				if len(text) == 0 {
					return fmt.Errorf("--input: %s is empty", input)
				}
			}
			r, _, err := open(cmd, args)
			if err != nil {
				return err
			}
			defer r.Close()
			report := citations.Consume(transport.NewEventReader(r, format, 0).Next, jsonx.Raw(text), o)
			line, err := report.AppendJSON(nil)
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(append(line, '\n'))
			return err
		},
	}
	cmd.Flags().StringVar(&from, "from", "json", "the format to read: json, sse or proto")
	cmd.Flags().StringVar(&input, "input", "", "the run input that the stream answers, as JSON")
	cmd.Flags().StringVar(&peer, "peer", "", "the latest release of the SDK that the peer can be, such as 0.0.39")
	cmd.Flags().BoolVar(&noWarn, "no-warn", false, "leave warnings out")
	must(cmd.RegisterFlagCompletionFunc("from", cobra.FixedCompletions([]string{"json", "sse", "proto"}, cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}
