package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"github.com/agui-gen/agui-gen/sdk/transport"
	"github.com/spf13/cobra"
)

func convertCmd() *cobra.Command {
	var from, to string
	cmd := &cobra.Command{
		Use:   "convert --from json|sse|proto --to json|sse|proto [FILE]",
		Short: "Convert a recorded stream of events between formats",
		Long: `convert reads events from FILE, or from standard input, and writes them to standard output.

  json   one event a line
  sse    one server-sent event an event
  proto  one protobuf message an event, each after its length in 4 bytes, big-endian

Events of unknown type pass where their own wire allows it. What an event loses on the way is told on standard error;
an event that cannot be written at all ends the conversion with exit status 1.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in, out, err := formats(from, to)
			if err != nil {
				return err
			}
			r, name, err := open(cmd, args)
			if err != nil {
				return err
			}
			defer r.Close()
			if err := convert(r, in, cmd.OutOrStdout(), out, cmd.ErrOrStderr(), name); err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", name, err)
				return exitStatus(1)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&from, "from", "json", "the format to read: json, sse or proto")
	cmd.Flags().StringVar(&to, "to", "json", "the format to write: json, sse or proto")
	return cmd
}

func formats(from, to string) (in, out transport.Format, err error) {
	if in, err = transport.ParseFormat(from); err != nil {
		return "", "", fmt.Errorf("--from: %w", err)
	}
	if out, err = transport.ParseFormat(to); err != nil {
		return "", "", fmt.Errorf("--to: %w", err)
	}
	return in, out, nil
}

// open is the file that the arguments name, or standard input.
func open(cmd *cobra.Command, args []string) (io.ReadCloser, string, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.NopCloser(cmd.InOrStdin()), "(standard input)", nil
	}
	f, err := os.Open(args[0])
	return f, args[0], err
}

func convert(r io.Reader, in transport.Format, w io.Writer, out transport.Format, warn io.Writer, name string) error {
	events := transport.NewEventReader(r, in, 0)
	bw := bufio.NewWriter(w)
	var buf []byte
	for {
		ev, err := events.Next()
		if err == io.EOF {
			return bw.Flush()
		}
		if err != nil {
			return joinFlush(bw, err)
		}
		if buf, err = transport.AppendEvent(buf[:0], out, ev); err != nil {
			return joinFlush(bw, fmt.Errorf("%s: %w", events.Place(), err))
		}
		for _, lost := range transport.Omitted(ev, out) {
			fmt.Fprintf(warn, "%s: %s: left out: %s\n", name, events.Place(), lost)
		}
		if _, err := bw.Write(buf); err != nil {
			return err
		}
	}
}

// joinFlush writes what was converted before an error.
func joinFlush(bw *bufio.Writer, err error) error {
	if ferr := bw.Flush(); ferr != nil {
		return ferr
	}
	return err
}
