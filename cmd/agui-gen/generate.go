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
A file that was not generated is never overwritten or removed.

Without --schema, --profile or --out it generates what --config or ./agui-gen.yaml says or, where there is none, AG-UI
into ./out.

The ledger (wire.lock) holds every number that was ever given on protobuf. Where it is missing it starts from the
profile's, or empty. Where it is missing although .proto files stand on it, that is an error: restore it, or say
--new-lock if nobody speaks by the numbers in them.`,
		Example: `  agui-gen generate
  agui-gen generate --schema chat.json --go-package chat --out internal/chat
  agui-gen generate --schema official.json --profile agui --out gen`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			results, err := f.generate()
			if err != nil {
				return err
			}
			plan, err := gen.NewPlan(results...)
			if err != nil {
				return err
			}
			for _, note := range gen.Unknown(results) {
				fmt.Fprintln(cmd.ErrOrStderr(), "warning:", note)
			}
			if err := plan.Apply(); err != nil {
				return err
			}
			if f.unasked != "" { // who forgot --schema would not know where all the files come from
				fmt.Fprintf(cmd.ErrOrStderr(), "note: there is no %s here and no --schema, so this was AG-UI, into %s\n", gen.ConfigFile, f.unasked)
			}
			return nil
		},
	}
	f.register(cmd)
	f.registerOutput(cmd)
	cmd.Flags().BoolVar(&f.target.NewLock, "new-lock", false, "start another ledger where the one that .proto files stand on is gone")
	return cmd
}

func checkCmd() *cobra.Command {
	var f targetFlags
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Say how the files on disk differ from what generate would write; write nothing",
		Long: `check prints a diff and exits 1 when a generated file, the ledger included, differs, is missing, or is one that nobody
generates. With --json it prints one object a file: file, problem, diff.`,
		Example: `  agui-gen check
  agui-gen check --schema chat.json --go-package chat --out internal/chat`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			plan, err := f.plan()
			if err != nil {
				return err
			}
			if len(plan) == 0 {
				return nil
			}
			if err := show(cmd, plan); err != nil {
				return err
			}
			return errDrift
		},
	}
	f.register(cmd)
	f.registerOutput(cmd)
	return cmd
}

var errDrift = errors.New("generated files are not up to date; run agui-gen generate")

// drift is a file that is not up to date, for machines to read.
type drift struct {
	File    string `json:"file"`
	Problem string `json:"problem"`
	Diff    string `json:"diff"`
}

func show(cmd *cobra.Command, plan gen.Plan) error {
	if !wantsJSON(cmd) {
		_, err := fmt.Fprint(cmd.OutOrStdout(), plan.Diff())
		return err
	}
	enc := encoder(cmd.OutOrStdout())
	for _, c := range plan {
		if err := enc.Encode(drift{c.Path, c.Action.String(), c.Diff()}); err != nil {
			return err
		}
	}
	return nil
}

// generate makes every target, in memory.
func (f *targetFlags) generate() ([]*gen.Result, error) {
	targets, err := f.targets()
	if err != nil {
		return nil, err
	}
	return gen.GenerateAll(targets)
}

// plan generates every target and holds it against the disk.
func (f *targetFlags) plan() (gen.Plan, error) {
	results, err := f.generate()
	if err != nil {
		return nil, err
	}
	return gen.NewPlan(results...)
}
