package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
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

Events of unknown type, and malformed ones, pass where their own wire allows it. What an event loses on the way is told
on standard error. An event that is none (no JSON, or no protobuf), or that cannot be written, ends the conversion with
exit status 1; those before it have been written. The exit status is 2 when the stream could not be opened.`,
		Example: `  agui convert --from json --to proto events.jsonl > events.bin
  agui convert --from sse --to json < recorded.txt`,
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
			c := &converter{
				name: name, events: transport.NewEventReader(r, in, 0),
				out: out, w: bufio.NewWriter(cmd.OutOrStdout()), report: reporterOf(cmd),
			}
			return c.run()
		},
	}
	cmd.Flags().StringVar(&from, "from", "json", "the format to read: json, sse or proto")
	cmd.Flags().StringVar(&to, "to", "json", "the format to write: json, sse or proto")
	formats := cobra.FixedCompletions([]string{"json", "sse", "proto"}, cobra.ShellCompDirectiveNoFileComp)
	must(cmd.RegisterFlagCompletionFunc("from", formats))
	must(cmd.RegisterFlagCompletionFunc("to", formats))
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

// converter is a stream on its way from one format to another.
type converter struct {
	name   string
	events *transport.EventReader
	out    transport.Format
	w      *bufio.Writer
	report *reporter
	buf    []byte
}

// run converts all events.
func (c *converter) run() error {
	for {
		ev, err := c.events.Next()
		if err == io.EOF {
			return c.flush()
		}
		if err != nil {
			return c.stop(remarkOn(c.name, err))
		}
		if c.buf, err = transport.AppendEvent(c.buf[:0], c.out, ev); err != nil {
			return c.stop(c.here(err.Error() + reason(ev)))
		}
		for _, lost := range transport.Omitted(ev, c.out) {
			warning := c.here("left out, for it has no form in " + string(c.out) + ": " + lost)
			warning.Warning = true
			c.report.remark(warning)
		}
		if _, err := c.w.Write(c.buf); err != nil {
			return fmt.Errorf("cannot write: %w", err)
		}
	}
}

// reason says why an event has no form in another format: it is malformed, or of a type that nobody here knows.
func reason(ev agui.Event) string {
	switch ev := ev.(type) {
	case *agui.MalformedEvent:
		all := make([]string, len(ev.Violations))
		for i, v := range ev.Violations {
			all[i] = v.String()
		}
		return "; it is malformed: " + strings.Join(all, "; ")
	case *agui.UnknownEvent:
		return fmt.Sprintf("; AG-UI 1.0 has no event type %q", ev.EventType())
	}
	return ""
}

// stop ends a conversion that cannot go on. What was converted before is written.
func (c *converter) stop(why remark) error {
	if err := c.flush(); err != nil {
		return err
	}
	c.report.remark(why)
	return exitStatus(1)
}

func (c *converter) flush() error {
	if err := c.w.Flush(); err != nil {
		return fmt.Errorf("cannot write: %w", err)
	}
	return nil
}

// here is a remark on the event that was read last.
func (c *converter) here(message string) remark {
	unit, n := c.events.Place()
	return remarkAt(c.name, unit, n, message)
}
