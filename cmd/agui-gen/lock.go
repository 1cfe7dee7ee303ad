package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/agui-gen/agui-gen/gen"
	"github.com/spf13/cobra"
)

func lockCmd() *cobra.Command {
	var f targetFlags
	var protos []string
	var resolve, theirs bool
	cmd := &cobra.Command{
		Use:   "lock (--from-proto FILE... | --resolve)",
		Short: "Start a ledger from deployed .proto files, or settle one that branches have both changed",
		Long: `lock --from-proto starts a ledger: every number in the .proto files is taken over, with what it carries, and whatever they
reserve stays reserved. Then it says, by place, in what the schema does not match them; generate would give new numbers to
what they do not have, reserve what the schema does not have, and refuse to change what a number carries. A ledger that
is there already is not touched.

lock --resolve settles a ledger after a merge. Both branches' slots stay. Where both gave out one number, the side that git
names first (HEAD, the branch that is merged into or rebased onto) keeps it, and the slot of the other gets the next one;
with --theirs the other side keeps its numbers. Let that be the one that was deployed. No number is given twice. Run generate
afterwards, when the schema is merged too. It asks git for both sides where git has the file as unmerged, and else goes by
the conflict marks, or by the digest that was left standing.

The ledger is --lock, or else wire.lock beside the --schema, those that --config or ./agui-gen.yaml name, or ./wire.lock.`,
		Example: `  agui-gen lock --from-proto chat.proto users.proto --schema chat.json
  agui-gen lock --resolve
  agui-gen lock --resolve --lock schema/wire.lock --theirs`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(protos) > 0 {
				return nil
			}
			return cobra.NoArgs(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(protos) > 0 && resolve:
				return errors.New("--from-proto starts a ledger and --resolve settles one: say either")
			case theirs && !resolve:
				return errors.New("--theirs says which side of a merge keeps its numbers: say --resolve too")
			case len(protos) > 0:
				return f.startLock(cmd, append(protos, args...))
			case resolve:
				return f.resolveLocks(cmd, theirs)
			}
			return errors.New("say --from-proto FILE... to start a ledger, or --resolve to settle one")
		},
	}
	f.register(cmd)
	s := cmd.Flags()
	s.StringVar(&f.config, "config", "", "the file that says what is generated (default "+gen.ConfigFile+")")
	s.StringArrayVar(&protos, "from-proto", nil, "a .proto file that is deployed; more may follow")
	s.BoolVar(&resolve, "resolve", false, "settle a ledger that two branches have changed")
	s.BoolVar(&theirs, "theirs", false, "with --resolve: let the side that is merged in keep its numbers")
	complete(cmd, "from-proto", "proto")
	complete(cmd, "config", "yaml", "yml")
	return cmd
}

// ledgers are the ledgers that the flags name, and the targets whose schemas are to have them.
func (f *targetFlags) ledgers() (files []string, targets []gen.Target, err error) {
	switch {
	case f.given("schema", "profile") != "":
		targets = []gen.Target{f.one()}
	default:
		file := f.config
		if file == "" {
			file = gen.ConfigFile
		}
		if _, err := os.Stat(filepath.FromSlash(file)); err == nil || f.config != "" {
			if targets, err = gen.LoadConfig(filepath.ToSlash(file)); err != nil {
				return nil, nil, err
			}
		}
	}
	targets = slices.DeleteFunc(targets, func(t gen.Target) bool { return t.ProtoDir == "" || gen.LockOf(t) == "" })
	if f.target.Lock != "" {
		named := filepath.ToSlash(f.target.Lock)
		return []string{named}, slices.DeleteFunc(targets, func(t gen.Target) bool { return gen.LockOf(t) != named }), nil
	}
	for _, t := range targets {
		if lock := gen.LockOf(t); !slices.Contains(files, lock) {
			files = append(files, lock)
		}
	}
	if len(files) == 0 {
		files = []string{gen.DefaultLock}
	}
	return files, targets, nil
}

func (f *targetFlags) startLock(cmd *cobra.Command, protos []string) error {
	files, targets, err := f.ledgers()
	if err != nil {
		return err
	}
	if len(files) > 1 {
		return fmt.Errorf("there are several ledgers, %s and %s: say which with --lock", files[0], files[1])
	}
	for i := range protos {
		protos[i] = filepath.ToSlash(protos[i])
	}
	plan, found, err := gen.StartLock(files[0], protos, targets)
	if err != nil {
		return err
	}
	if err := plan.Apply(); err != nil {
		return err
	}
	return list(cmd, found)
}

func (f *targetFlags) resolveLocks(cmd *cobra.Command, theirs bool) error {
	files, _, err := f.ledgers()
	if err != nil {
		return err
	}
	var all gen.Plan
	var moved []gen.Renumbered
	for _, file := range files {
		plan, m, err := gen.ResolveLock(file, theirs)
		if err != nil {
			return err
		}
		all, moved = append(all, plan...), append(moved, m...)
	}
	if err := all.Apply(); err != nil {
		return err
	}
	return list(cmd, moved)
}

// list prints results, one a line.
func list[T fmt.Stringer](cmd *cobra.Command, results []T) error {
	enc := encoder(cmd.OutOrStdout())
	for _, r := range results {
		if !wantsJSON(cmd) {
			fmt.Fprintln(cmd.OutOrStdout(), r)
		} else if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return nil
}
