package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/agui-gen/agui-gen/gen"
)

// report writes an error for people, or for a machine where --json asks for it, and gives the exit status.
func report(w io.Writer, err error) int {
	// The flag is looked up by hand: a command line that cobra refuses has no parsed flags.
	if slices.Contains(os.Args[1:], "--json") {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for _, d := range gen.Diagnostics(err) {
			if enc.Encode(d) != nil {
				break
			}
		}
		return 1
	}
	fmt.Fprintln(w, err)
	return 1
}
