// Command agui works on AG-UI: it serves a demo agent, calls agents, converts and consumes recorded streams, and judges
// documents.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"
)

func main() {
	err := root().Execute()
	var status exitStatus
	switch {
	case err == nil:
	case errors.As(err, &status):
		os.Exit(int(status))
	default:
		// The flag is looked up by hand: a command line that cobra refuses has no parsed flags.
		newReporter(os.Stderr, slices.Contains(os.Args[1:], "--json")).error(err)
		os.Exit(couldNotRun)
	}
}

// couldNotRun is the exit status of a command that was prevented from doing its work.
const couldNotRun = 2

// exitStatus is an error that has been reported already.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

func root() *cobra.Command {
	cmd := &cobra.Command{
		Use:           "agui",
		Short:         "Serve, call, convert, consume and judge AG-UI",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	cmd.PersistentFlags().Bool("json", false, "write errors and warnings as JSON, one object a line")
	cmd.AddCommand(convertCmd(), validateCmd(), consumeCmd(), callCmd(), serveCmd())
	return cmd
}

// must is for what can only fail by a mistake in this package.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
