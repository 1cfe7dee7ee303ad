package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen"
	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/spf13/cobra"
)

// diffFlags are what the command line of diff says beside the two sides.
type diffFlags struct {
	target targetFlags
	format string
	failOn []string
	accept string
	record string
	prove  bool
}

func diffCmd() *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say what changed between two schemas, and for whom it breaks",
		Long: `diff compares what two schemas mean, and says of each change what it means to
  json-readers  who read JSON with code of the old schema, and get documents of the new one
  json-writers  who write JSON with code of the old schema, to readers and validators of the new one
  wire          protobuf's binary form between the two (buf's category WIRE)
  wire-json     protobuf's JSON form as well (buf's category WIRE_JSON)
  go            Go code that uses the generated package
Each is safe, a risk (generated code lives with it, a strict validator or a type switch may not) or a break. Order,
descriptions, identifiers, and how definitions refer to each other are no changes.

OLD and NEW are files, folders, or git:REF:PATH. A folder stands for what its agui-gen.yaml generates or, without one,
for its schema.json or its only *.json file. PATH is as git has it: from the top of the repository, or from here where
it begins with ./. The wire.yaml and the wire.lock beside a schema are its own; where NEW has no wire.lock it goes on
with OLD's.

--accept REASON records every break in breaks.yaml beside the new schema. What is recorded does not fail again, and
what is recorded but no longer so is told.

--prove generates both packages, builds them offline in the Go module of the working directory, which must require
agui-gen, and has each read, judge and pass on what the other writes, as JSON and as protobuf. Nothing is written there.

The exit status is 1 when something breaks one of the classes of --fail-on, and 2 when the comparison could not be made.`,
		Example: `  agui-gen diff git:main:. .
  agui-gen diff old/chat.json chat.json --format github --fail-on json-readers,json-writers,wire
  agui-gen diff git:v1.4.0:schema/chat.json schema/chat.json --prove
  agui-gen diff git:main:chat.json chat.json --accept "nobody has sent it since 1.2"`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return couldNot(fmt.Errorf("two sides are wanted, OLD and NEW, not %d", len(args)))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], args[1]) },
	}
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return couldNot(err) })
	f.target.register(cmd)
	s := cmd.Flags()
	s.StringVar(&f.format, "format", "text", "text, json (as --json) or github (commands of a workflow)")
	s.StringSliceVar(&f.failOn, "fail-on", diff.ClassNames(), "whose breaks fail; none for nobody's")
	s.StringVar(&f.accept, "accept", "", "record the breaks as accepted, for this reason")
	s.StringVar(&f.record, "breaks", "", "the file of accepted breaks (default "+diff.RecordFile+" beside the new schema)")
	s.BoolVar(&f.prove, "prove", false, "build old and new code and run them against each other")
	complete(cmd, "breaks", "yaml", "yml")
	must(cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "json", "github"}, cobra.ShellCompDirectiveNoFileComp)))
	must(cmd.RegisterFlagCompletionFunc("fail-on", cobra.FixedCompletions(append(diff.ClassNames(), "none"), cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// couldNot is an error that says that the command did not get to its answer.
func couldNot(err error) error { return &exitError{err, 2} }

func (f *diffFlags) run(cmd *cobra.Command, before, after string) error {
	classes, err := f.classes()
	if err != nil {
		return couldNot(err)
	}
	if wantsJSON(cmd) {
		f.format = "json"
	}
	if !slices.Contains([]string{"text", "json", "github"}, f.format) {
		return couldNot(fmt.Errorf("unknown format %q; there are text, json and github", f.format))
	}
	if f.target.given("accept") != "" && strings.TrimSpace(f.accept) == "" {
		return couldNot(errors.New("--accept needs a reason"))
	}
	t := f.target.target
	t.Wire, t.Lock = filepath.ToSlash(t.Wire), filepath.ToSlash(t.Lock)
	opts := gen.DiffOptions{Target: t, Record: filepath.ToSlash(f.record)}
	if f.prove {
		opts.Prove = "."
	}
	d, err := gen.Compare(before, after, opts)
	if err != nil {
		return couldNot(err)
	}
	if f.accept != "" {
		n, err := d.Accept(f.accept)
		if err != nil {
			return couldNot(err)
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%d accepted\n", n)
	}
	if err := f.write(cmd, d, classes); err != nil {
		return couldNot(err)
	}
	broken := 0
	for _, c := range d.Changes {
		if c.Accepted == "" && c.Level(classes...) == diff.Break {
			broken++
		}
	}
	if broken > 0 {
		return fmt.Errorf("%d of %d changes break something; --accept REASON records that this is meant", broken, len(d.Changes))
	}
	if err := unjudged(d, classes); err != nil {
		return couldNot(err)
	}
	if f.prove && d.Proved == 0 {
		return couldNot(errors.New("--prove proved nothing: there is no document for which both sides have Go code"))
	}
	return nil
}

// unjudged is an error where nothing is known to break but a class that should fail if it does could not be judged: silence
// about it would read as consent.
func unjudged(d *gen.Diff, classes []diff.Class) error {
	for _, u := range d.Unjudged {
		if !slices.ContainsFunc(u.Classes, func(c diff.Class) bool { return slices.Contains(classes, c) }) {
			continue
		}
		var rest []string
		for _, c := range classes {
			if !slices.Contains(u.Classes, c) {
				rest = append(rest, c.String())
			}
		}
		return fmt.Errorf("whether something breaks is not known (%s); mend that, or, where nobody is concerned, say --fail-on %s",
			u.Who(), cmp.Or(strings.Join(rest, ","), "none"))
	}
	return nil
}

// classes are those whose breaks fail.
func (f *diffFlags) classes() ([]diff.Class, error) {
	var out []diff.Class
	for _, name := range f.failOn {
		if name == "none" && len(f.failOn) == 1 {
			return nil, nil
		}
		c, err := diff.ParseClass(name)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func (f *diffFlags) write(cmd *cobra.Command, d *gen.Diff, classes []diff.Class) error {
	out := cmd.OutOrStdout()
	f.notes(cmd.ErrOrStderr(), d)
	switch f.format {
	case "github":
		return diff.WriteGitHub(out, d.Changes, classes)
	case "json":
		enc := encoder(out)
		for _, c := range d.Changes {
			if err := enc.Encode(c); err != nil {
				return err
			}
		}
		return nil
	}
	return diff.WriteText(out, d.Changes)
}

// notes tell what is no change, but to be known.
func (f *diffFlags) notes(w io.Writer, d *gen.Diff) {
	say := func(text string) {
		if f.format == "json" {
			_ = encoder(w).Encode(gen.Diagnostic{Message: text})
		} else {
			fmt.Fprintln(w, "note:", text)
		}
	}
	for _, u := range d.Unjudged {
		say(u.String())
	}
	for _, n := range d.Notes {
		say(n)
	}
	for _, a := range d.Unused {
		say(fmt.Sprintf("%q is recorded as an accepted break and breaks nothing any more: take it out of %s", a.Change, diff.RecordFile))
	}
}
