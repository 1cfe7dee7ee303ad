package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/gen/diff/prove"
	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// Diff is what changed between two generations, see [Compare].
type Diff struct {
	Changes []*diff.Change
	// Unused are recorded breaks that are none any more.
	Unused []diff.Accepted
	// Unjudged are those of whom it could not be found out whether they break, although they are likely to exist.
	Unjudged []Unjudged
	// Notes are what else is to be known, such as what was not compared because neither side has it.
	Notes []string
	// Proved is how many examples old and new code have passed to each other, where a proof was asked for.
	Proved int

	renamed    func(error) error // gives an error the names by which the user knows the files
	old, fresh []*generation
	pairs      []*pair
	records    []*record
}

// record is a file of accepted breaks. Schemas of one folder share it.
type record struct {
	*diff.Record
	path     string
	readOnly bool // it was read from a commit
}

// pair is one schema in both generations. One of them is nil where a schema came or went.
type pair struct {
	old, fresh *generation
	changes    []*diff.Change
	record     *record // nil where the schema is nowhere beside which one could be
}

// DiffOptions say how to compare.
type DiffOptions struct {
	// Target has what holds for both sides unless a side's agui-gen.yaml says otherwise: profile, mapping, ledger, references.
	Target Target
	// Record is the file of accepted breaks; empty for breaks.yaml beside each new schema.
	Record string
	// Prove is a folder in the Go module to build old and new code in, to run them against each other; empty for no proof.
	Prove string
}

// Compare says what changed from one generation to another, and marks what was accepted. Each is a schema's file, a
// folder, or "git:REF:PATH": either of them as it is in a commit. A folder stands for what its agui-gen.yaml generates or,
// without one, for its schema.json or its only *.json file.
//
// A mapping and a ledger are found as [Generate] finds them. Where the new side has no ledger of its own it goes on with
// the old side's, as it would if it took its place. Its error is a diag.Errors where the input is at fault.
func Compare(before, after string, opts DiffOptions) (*Diff, error) {
	old, err := openSource(before)
	if err != nil {
		return nil, err
	}
	defer old.close()
	fresh, err := openSource(after)
	if err != nil {
		return nil, err
	}
	defer fresh.close()
	d := &Diff{renamed: func(err error) error { return old.renamed(fresh.renamed(err)) }}
	if err := d.compare(old, fresh, opts); err != nil {
		return nil, d.renamed(err)
	}
	for _, p := range d.pairs {
		for _, c := range p.changes {
			old.rename(c.Old)
			fresh.rename(c.New)
		}
		d.Changes = append(d.Changes, p.changes...)
	}
	for _, r := range d.records {
		d.Unused = append(d.Unused, d.apply(r, opts.Prove != "")...)
	}
	return d, nil
}

// apply marks what a record accepts, and returns the entries that nothing answers to. What a proof found is not missed where
// there was none.
func (d *Diff) apply(r *record, proved bool) []diff.Accepted {
	var changes []*diff.Change
	for _, p := range d.pairs {
		if p.record == r {
			changes = append(changes, p.changes...)
		}
	}
	return slices.DeleteFunc(r.Apply(changes), func(a diff.Accepted) bool {
		return !proved && strings.HasPrefix(a.Change, string(diff.ProofFailed)+" ")
	})
}

// compare finds the changes, stage by stage: a stage that finds fault is the last.
func (d *Diff) compare(old, fresh *source, opts DiffOptions) error {
	if err := d.pair(old, fresh, opts); err != nil {
		return err
	}
	each := func(stage func(*pair) error) func() error {
		return func() error {
			var faults diag.List
			for _, p := range d.pairs {
				faults.AddError(stage(p))
			}
			return faults.Err()
		}
	}
	for _, stage := range []func() error{
		each((*pair).read),
		d.carry,
		each(d.emit),
		each(func(p *pair) error { return d.changes(p, opts.Prove) }),
		each(func(p *pair) error { return d.findRecord(p, opts, fresh) }),
	} {
		if err := stage(); err != nil {
			return err
		}
	}
	return nil
}

// pair finds the schemas that answer to each other: by their place in either source or, where each source is one schema,
// those two.
func (d *Diff) pair(old, fresh *source, opts DiffOptions) error {
	var faults diag.List
	var err error
	d.old, err = old.generations(opts.Target)
	faults.AddError(err)
	d.fresh, err = fresh.generations(opts.Target)
	faults.AddError(err)
	if err := faults.Err(); err != nil {
		return err
	}
	if len(d.old) == 1 && len(d.fresh) == 1 {
		d.pairs = append(d.pairs, &pair{old: d.old[0], fresh: d.fresh[0]})
		return nil
	}
	for _, s := range []*source{old, fresh} {
		if s.file != "" {
			return diag.Errors{{Message: fmt.Sprintf("%s is one schema, and the other side stands for several", s.given), Hint: "name the schema's file on both sides"}}
		}
	}
	left := slices.Clone(d.old)
	for _, g := range d.fresh {
		p := &pair{fresh: g}
		if i := slices.IndexFunc(left, func(o *generation) bool { return old.relative(o.target) == fresh.relative(g.target) }); i >= 0 {
			p.old = left[i]
			left = slices.Delete(left, i, i+1)
		}
		d.pairs = append(d.pairs, p)
	}
	for _, o := range left {
		d.pairs = append(d.pairs, &pair{old: o})
	}
	return nil
}

// whole tells whether both sides have the schema, so that there is something to compare.
func (p *pair) whole() bool { return p.old != nil && p.fresh != nil }

// read makes both models.
func (p *pair) read() error {
	if !p.whole() {
		return nil
	}
	var faults diag.List
	faults.AddError(p.old.read())
	faults.AddError(p.fresh.read())
	return faults.Err()
}

// emit makes both Go packages, where both sides are to have one.
func (d *Diff) emit(p *pair) error {
	if !p.whole() || p.old.target.GoDir == "" || p.fresh.target.GoDir == "" {
		return nil
	}
	if err := p.old.emit(); err != nil {
		d.unjudged("no Go package can be made of the old schema: "+d.told(err), diff.GoCode)
		return nil
	}
	return p.fresh.emit()
}

// changes compares, and proves where that is asked for.
func (d *Diff) changes(p *pair, prove string) error {
	switch {
	case p.old == nil:
		p.changes = []*diff.Change{diff.Whole(diff.SchemaAdded, p.fresh.target.Schema)}
	case p.fresh == nil:
		p.changes = []*diff.Change{diff.Whole(diff.SchemaRemoved, p.old.target.Schema)}
	default:
		p.changes = diff.Compare(&p.old.Side, &p.fresh.Side)
		return p.prove(d, prove)
	}
	return nil
}

// prove runs old and new code against each other, and adds what fails to the changes.
func (p *pair) prove(d *Diff, dir string) error {
	if dir == "" {
		return nil
	}
	if len(p.old.Go) == 0 || len(p.fresh.Go) == 0 {
		d.note(p.fresh.in.name() + " is not proved, for there is no Go package on both sides")
		return nil
	}
	report, err := prove.Run(dir, &p.old.Side, &p.fresh.Side)
	if err != nil {
		return err
	}
	d.Proved += report.Tried
	d.note(fmt.Sprintf("%s is proved with %s; %d more are none by their own schema", p.fresh.in.schema, count(report.Tried, "example"), report.Skipped))
	p.changes = append(p.changes, diff.FromProof(report.Failures)...)
	return nil
}

// told is an error for a note, with the names by which the user knows the files.
func (d *Diff) told(err error) string { return oneLine(d.renamed(err)) }

func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// findRecord reads the accepted breaks of a schema.
func (d *Diff) findRecord(p *pair, opts DiffOptions, fresh *source) error {
	file := opts.Record
	if file == "" && p.fresh != nil && p.fresh.target.Schema != "" {
		file = join(path.Dir(p.fresh.target.Schema), diff.RecordFile)
	}
	if file == "" {
		return nil
	}
	if i := slices.IndexFunc(d.records, func(r *record) bool { return r.path == file }); i >= 0 {
		p.record = d.records[i]
		return nil
	}
	r := &record{&diff.Record{}, file, opts.Record == "" && fresh.temporary()}
	data, err := os.ReadFile(filepath.FromSlash(file))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fileFault(file, "cannot read the accepted breaks", err)
	default:
		if r.Record, err = diff.ParseRecord(file, data); err != nil {
			return err
		}
	}
	p.record = r
	d.records = append(d.records, r)
	return nil
}

// Accept records every break that is not accepted yet, with a reason, in the file of each schema. It returns how many.
func (d *Diff) Accept(reason string) (int, error) {
	n := 0
	changed := map[*record]bool{}
	for _, p := range d.pairs {
		if p.record != nil && !p.record.readOnly {
			if added := p.record.Add(p.changes, reason); added > 0 {
				n += added
				changed[p.record] = true
			}
		} else if slices.ContainsFunc(p.changes, func(c *diff.Change) bool { return c.Worst() == diff.Break && c.Accepted == "" }) {
			return 0, errors.New("the new schema is no file on disk that could have a " + diff.RecordFile + " beside it: name one with --breaks FILE")
		}
	}
	var plan Plan
	for _, r := range d.records {
		if changed[r] {
			data, err := r.Format()
			if err != nil {
				return 0, err
			}
			plan = append(plan, Change{Action: Update, Path: r.path, New: data})
		}
	}
	return n, plan.Apply()
}
