package gen

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/gen/diff/prove"
	"github.com/agui-gen/agui-gen/gen/emit/golang"
	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/resolve"
	"github.com/agui-gen/agui-gen/gen/wire"
)

// Diff is what changed between two generations, see [Compare].
type Diff struct {
	Changes []*diff.Change
	// Unused are recorded breaks that are none any more, and Notes what could not be compared, each with its reason.
	Unused []diff.Accepted
	Notes  []string

	pairs   []*pair
	records []*record
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
	d := &Diff{}
	var faults diag.List
	faults.AddError(d.pair(old, fresh, opts))
	for _, p := range d.pairs {
		if faults.Len() == 0 {
			faults.AddError(p.compare(d, opts))
			faults.AddError(d.findRecord(p, opts, fresh))
		}
	}
	if err := faults.Err(); err != nil {
		return nil, old.renamed(fresh.renamed(err))
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

// pair finds the schemas that answer to each other: by their place in either source or, where each source is one schema,
// those two.
func (d *Diff) pair(old, fresh *source, opts DiffOptions) error {
	was, err := old.targets(opts.Target)
	if err != nil {
		return err
	}
	now, err := fresh.targets(opts.Target)
	if err != nil {
		return err
	}
	if len(was) == 1 && len(now) == 1 {
		d.pairs = append(d.pairs, &pair{old: &generation{target: was[0]}, fresh: &generation{target: now[0]}})
		return nil
	}
	left := map[string]Target{}
	for _, t := range was {
		left[old.relative(t)] = t
	}
	for _, t := range now {
		p := &pair{fresh: &generation{target: t}}
		if o, ok := left[fresh.relative(t)]; ok {
			p.old = &generation{target: o}
			delete(left, fresh.relative(t))
		}
		d.pairs = append(d.pairs, p)
	}
	for _, t := range was {
		if _, ok := left[old.relative(t)]; ok {
			d.pairs = append(d.pairs, &pair{old: &generation{target: t}})
		}
	}
	return nil
}

func (p *pair) compare(d *Diff, opts DiffOptions) error {
	switch {
	case p.old == nil:
		p.changes = []*diff.Change{diff.Whole(diff.SchemaAdded, p.fresh.target.Schema)}
	case p.fresh == nil:
		p.changes = []*diff.Change{diff.Whole(diff.SchemaRemoved, p.old.target.Schema)}
	default:
		if err := p.generate(d); err != nil {
			return err
		}
		p.changes = diff.Compare(&p.old.Side, &p.fresh.Side)
		if err := p.prove(d, opts.Prove); err != nil {
			return err
		}
	}
	return nil
}

// generate makes both generations, as far as both have something to compare.
func (p *pair) generate(d *Diff) error {
	var faults diag.List
	faults.AddError(p.old.read())
	faults.AddError(p.fresh.read())
	if err := faults.Err(); err != nil {
		return err
	}
	if p.old.target.ProtoDir != "" && p.fresh.target.ProtoDir != "" {
		lock, err := p.old.carry(nil)
		if err != nil {
			d.Notes = append(d.Notes, "protobuf is not compared, for the old schema cannot be put on it: "+oneLine(err))
		} else if _, err := p.fresh.carry(lock); err != nil {
			return err
		}
		if p.old.Wire == nil {
			p.fresh.Wire = nil
		} else if p.old.calledAfterFile() && p.fresh.calledAfterFile() {
			p.fresh.Wire.Package = p.old.Wire.Package // the one file takes the other's place, and so its name
		}
	}
	if p.old.target.GoDir == "" || p.fresh.target.GoDir == "" {
		return nil
	}
	if err := p.old.emit(); err != nil {
		d.Notes = append(d.Notes, "Go is not compared, for the old schema has no Go package: "+oneLine(err))
		return nil
	}
	return p.fresh.emit()
}

// prove runs old and new code against each other, and adds what fails to the changes.
func (p *pair) prove(d *Diff, dir string) error {
	if dir == "" {
		return nil
	}
	if len(p.old.Go) == 0 || len(p.fresh.Go) == 0 {
		d.Notes = append(d.Notes, p.fresh.in.name()+" is not proved, for there is no Go package on both sides")
		return nil
	}
	report, err := prove.Run(dir, &p.old.Side, &p.fresh.Side)
	if err != nil {
		return err
	}
	d.Notes = append(d.Notes, fmt.Sprintf("%s is proved with %s; %d more are none by their own schema", p.fresh.in.schema, count(report.Tried, "example"), report.Skipped))
	p.changes = append(p.changes, diff.FromProof(report.Failures)...)
	return nil
}

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

// generation is one side of a comparison while it is made.
type generation struct {
	diff.Side
	target Target
	in     *input
}

// read makes the model.
func (g *generation) read() error {
	in, err := open(g.target)
	if err != nil {
		return err
	}
	g.in = in
	graph, err := resolve.Resolve(in.schema, resolve.Options{FS: in.fs, Dir: in.dir, AllowRef: g.target.AllowRef})
	if err != nil {
		return err
	}
	g.Locate = locator(graph)
	if g.Model, _, err = lower.Lower(graph, lower.Options{Strict: g.target.Strict}); err != nil {
		return err
	}
	g.Names, err = names.Assign(g.Model)
	return err
}

// carry puts the schema on the wire by its own ledger or, where it has none, by that of the side before it. Only names and
// numbers of a ledger count here: whether they may be as they are is what the comparison is to tell.
func (g *generation) carry(before *wire.Lock) (*wire.Lock, error) {
	cfg, err := g.in.wireConfig()
	if err != nil {
		return nil, err
	}
	lock, err := g.in.wireLock()
	if err != nil {
		return nil, err
	}
	if before != nil && !g.in.lockFound {
		lock = before
	}
	if lock != nil {
		if lock, err = bare(lock); err != nil {
			return nil, err
		}
	}
	built, grown, err := wire.Build(cfg, lock, g.Model)
	if err != nil {
		return nil, err
	}
	g.Wire = built
	return grown, nil
}

// calledAfterFile tells whether the protobuf package has its name from the schema's file, for nothing else names it.
func (g *generation) calledAfterFile() bool {
	return g.in.wirePath == "" && g.in.profile == nil && g.Model.Title == ""
}

// bare is a ledger with nothing but its numbers, as if another tool had kept it: without the types that would refuse
// another type on a number, and without the digest.
func bare(lock *wire.Lock) (*wire.Lock, error) {
	var kept [][]byte
	for line := range bytes.Lines(lock.Format()) {
		if slotLine.Match(line) {
			kept = append(kept, line)
		}
	}
	return wire.ParseLock("wire.lock", bytes.Join(kept, nil))
}

var slotLine = regexp.MustCompile(`^(# reserved )?[\w.]+ = \d+\n$`)

// emit makes the Go package.
func (g *generation) emit() error {
	made, err := golang.Emit(g.Model, g.Wire, g.Names, golang.Options{Package: "schema"})
	g.Go = made
	return err
}

// locator finds the places of pointers in the files of a graph.
func locator(graph *resolve.Graph) func(file, pointer string) (diag.Pos, bool) {
	roots := map[string]*load.Node{}
	for _, f := range graph.Files {
		roots[f.Name] = f.Root.Node
	}
	return func(file, pointer string) (diag.Pos, bool) {
		text, err := url.PathUnescape(strings.TrimPrefix(pointer, "#"))
		if err != nil {
			return diag.Pos{}, false
		}
		tokens, err := load.SplitPointer(text)
		node := roots[file]
		if err != nil || node == nil {
			return diag.Pos{}, false
		}
		pos := node.Pos
		for _, t := range tokens {
			parent := node
			if node = node.Step(t); node == nil {
				return diag.Pos{}, false
			}
			if pos = node.Pos; parent.Kind == load.Object {
				pos = parent.Member(t).KeyPos
			}
		}
		return pos, true
	}
}

// relative is where a target's schema is in its source.
func (s *source) relative(t Target) string {
	if t.Schema == "" {
		return fmt.Sprintf("(profile %s)", t.Profile)
	}
	rel, err := filepath.Rel(filepath.FromSlash(s.dir), filepath.FromSlash(t.Schema))
	if err != nil {
		return t.Schema
	}
	return filepath.ToSlash(rel)
}
