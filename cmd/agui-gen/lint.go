package main

import (
	"encoding/json"
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
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.target.Schema == "" && f.target.Profile == "" {
				return errors.New("no schema: give --schema FILE")
			}
			report, err := gen.Lint(f.target)
			if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
				enc := json.NewEncoder(cmd.OutOrStdout())
				enc.SetEscapeHTML(false)
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
