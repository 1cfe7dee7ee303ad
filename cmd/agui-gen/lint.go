package main

import (
	"errors"
	"fmt"

	"github.com/agui-gen/agui-gen/gen"
	"github.com/spf13/cobra"
)

func lintCmd() *cobra.Command {
	var f targetFlags
	cmd := &cobra.Command{
		Use:   "lint --schema FILE",
		Short: "Say what a schema would give, and which keywords are refused or only annotate",
		Long: `lint says what each definition would become in Go and on protobuf, and then, by line and pointer, which keywords have no
effect, only annotate, are in no draft, or say more than a type can: those validators honour, and types do not show. What
is refused goes to standard error, as with generate, and makes the exit status 1. Nothing is written.

With --json it prints one object: definitions, notes, errors.`,
		Example: `  agui-gen lint --schema chat.json
  agui-gen lint --schema official.json --profile agui --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.target.Schema == "" && f.target.Profile == "" {
				return errors.New("no schema: give --schema FILE")
			}
			report, err := gen.Lint(f.one())
			if wantsJSON(cmd) {
				enc := encoder(cmd.OutOrStdout())
				enc.SetIndent("", "  ")
				return errors.Join(enc.Encode(report), err)
			}
			fmt.Fprint(cmd.OutOrStdout(), report.Text())
			return err
		},
	}
	f.register(cmd)
	return cmd
}
