// Command agui-gen makes .proto files, Go packages and reference pages from a JSON Schema.
//
// Without arguments it does what ./agui-gen.yaml says, or, where there is none, generates AG-UI into ./out.
package main

import (
	"os"

	"github.com/spf13/cobra"
)

func main() {
	if err := root().Execute(); err != nil {
		os.Exit(report(os.Stderr, err))
	}
}

func root() *cobra.Command {
	generate := generateCmd()
	cmd := &cobra.Command{
		Use:   "agui-gen",
		Short: "Make .proto files, Go packages and reference pages from a JSON Schema",
		Long: `agui-gen makes one JSON Schema the only source of truth: from it come the .proto definitions, the Go types, their
validators and their codecs.

Without a command it generates what ./agui-gen.yaml says or, where there is none, AG-UI into ./out.`,
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return generate.RunE(generate, nil) },
	}
	cmd.PersistentFlags().Bool("json", false, "write results and errors as JSON, one object a line")
	cmd.AddCommand(generate, checkCmd(), diffCmd(), lintCmd(), lockCmd())
	return cmd
}
