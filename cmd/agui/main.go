// Command agui works on AG-UI events and documents: it converts recorded streams and judges documents.
package main

import (
	"errors"
	"fmt"
	"os"

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
		fmt.Fprintln(os.Stderr, err)
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
		Short:         "Convert, judge and follow AG-UI streams",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	cmd.AddCommand(convertCmd(), validateCmd())
	return cmd
}
