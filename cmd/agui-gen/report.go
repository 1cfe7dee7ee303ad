package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/agui-gen/agui-gen/gen"
	"github.com/spf13/cobra"
)

// report writes an error for people, or for a machine where --json asks for it, and gives the exit status.
func report(w io.Writer, err error) int {
	// The flag is looked up by hand: a command line that cobra refuses has no parsed flags.
	status := 1
	var exit *exitError
	if errors.As(err, &exit) {
		status = exit.status
	}
	if !slices.Contains(os.Args[1:], "--json") {
		fmt.Fprintln(w, err)
		return status
	}
	enc := encoder(w)
	for _, d := range gen.Diagnostics(err) {
		if enc.Encode(d) != nil {
			break
		}
	}
	return status
}

// exitError is an error with an exit status other than 1.
type exitError struct {
	error
	status int
}

func (e *exitError) Unwrap() error { return e.error }

func wantsJSON(cmd *cobra.Command) bool {
	asked, _ := cmd.Flags().GetBool("json")
	return asked
}

func encoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
