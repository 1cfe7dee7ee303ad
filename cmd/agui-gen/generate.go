package main

import (
	"errors"
	"fmt"

	"github.com/agui-gen/agui-gen/gen"
	"github.com/spf13/cobra"
)

func generateCmd() *cobra.Command {
	var f targetFlags
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Regenerate: write what changed, remove what nobody generates any more",
		Long: `generate makes everything in memory first. When anything is wrong it says so, all at once, and touches nothing.
A file that was not generated is never overwritten or removed.`,
		Example: `  agui-gen generate
  agui-gen generate --schema chat.json --go-package chat --out internal/chat
  agui-gen generate --schema official.json --profile agui --out gen`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			plan, err := f.plan()
			if err != nil {
				return err
			}
			return plan.Apply()
		},
	}
	f.register(cmd)
	f.registerOutput(cmd)
	return cmd
}

func checkCmd() *cobra.Command {
	var f targetFlags
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Say how the files on disk differ from what generate would write; write nothing",
		Long:  `check prints a diff and exits 1 when a generated file, the ledger included, differs, is missing, or is one that nobody generates.`,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			plan, err := f.plan()
			if err != nil {
				return err
			}
			if len(plan) == 0 {
				return nil
			}
			fmt.Fprint(cmd.OutOrStdout(), plan.Diff())
			return errDrift
		},
	}
	f.register(cmd)
	f.registerOutput(cmd)
	return cmd
}

var errDrift = errors.New("generated files are not up to date; run agui-gen generate")

// plan generates every target and holds it against the disk.
func (f *targetFlags) plan() (gen.Plan, error) {
	targets, err := f.targets()
	if err != nil {
		return nil, err
	}
	results, err := gen.GenerateAll(targets)
	if err != nil {
		return nil, err
	}
	return gen.NewPlan(results...)
}
