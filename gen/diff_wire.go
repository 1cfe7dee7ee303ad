package gen

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/wire"
)

// numbering is a ledger of one side, and the generations that share it.
type numbering struct {
	path    string // of the ledger, empty for a profile's own
	members []*generation
	// What has been read: the members, and the ledger, which is the side's own unless it is a profile's that another takes
	// the place of.
	versions []wire.Version
	lock     *wire.Lock
	own      bool
	grown    *wire.Lock
	done     bool
	err      error
}

// numberings are the ledgers of a side that is on protobuf, in the order of its targets.
func numberings(side []*generation) []*numbering {
	var out []*numbering
	for _, g := range side {
		if g.target.ProtoDir == "" {
			continue
		}
		lock := LockOf(g.target)
		i := slices.IndexFunc(out, func(n *numbering) bool { return lock != "" && n.path == lock })
		if i < 0 {
			i = len(out)
			out = append(out, &numbering{path: lock})
		}
		out[i].members = append(out[i].members, g)
	}
	return out
}

// numberingOf is the numbering that a generation is in, nil where it is in none.
func numberingOf(list []*numbering, g *generation) *numbering {
	i := slices.IndexFunc(list, func(n *numbering) bool { return slices.Contains(n.members, g) })
	if i < 0 {
		return nil
	}
	return list[i]
}

// carry puts all that is to be compared on the wire, as far as both sides are on it. A side's schemas that share a ledger
// are numbered together, and so are both sides where it is one file. What cannot be put there is an error of the new side.
// Of the old side it is a class that cannot be judged; or nobody's loss, where nothing tells that anybody speaks protobuf.
func (d *Diff) carry() error {
	was, now := numberings(d.old), numberings(d.fresh)
	var faults diag.List
	for _, p := range d.pairs {
		before, after := numberingOf(was, p.old), numberingOf(now, p.fresh)
		if before == nil || after == nil {
			p.drop()
			continue
		}
		d.carryBoth(before, after)
		switch {
		case before.err != nil && before.spoken():
			d.unjudged("the old schema cannot be put on protobuf as its files say: "+d.told(before.err), diff.Wire, diff.WireJSON)
		case before.err != nil:
			d.note("protobuf is not compared, for the old schema cannot be put on it: " + d.told(before.err))
		case after.err != nil && (before.spoken() || after.spoken()):
			faults.AddError(after.err)
		case after.err != nil:
			d.note("protobuf is not compared, for the new schema cannot be put on it: " + d.told(after.err))
		}
		if before.err != nil || after.err != nil {
			p.drop()
		} else if p.old.calledAfterFile() && p.fresh.calledAfterFile() {
			p.fresh.Wire.Package = p.old.Wire.Package // the one file takes the other's place, and so its name
		}
	}
	return faults.Err()
}

// drop leaves the wire out of a comparison.
func (p *pair) drop() {
	for _, g := range []*generation{p.old, p.fresh} {
		if g != nil {
			g.Wire = nil
		}
	}
}

// carryBoth numbers two sides, each once.
func (d *Diff) carryBoth(before, after *numbering) {
	before.read()
	after.read()
	one := before.own && after.own && before.path != "" && absolute(before.path) == absolute(after.path)
	if !before.done {
		before.carry(nil)
		if err := before.verify(); err != nil && !one {
			d.note("the old ledger was changed by hand, and is taken as it stands: " + d.told(err))
		}
	}
	if after.done || before.err != nil {
		return
	}
	if one {
		after.members = append(slices.Clip(before.members), after.members...)
		after.versions = append(slices.Clip(before.versions), after.versions...)
	}
	after.carry(before.grown)
	if after.err == nil && after.own {
		after.err = after.verify()
	}
}

// read reads what is to be numbered and the ledger, once.
func (n *numbering) read() {
	if n.versions != nil || n.err != nil {
		return
	}
	var faults diag.List
	for i, g := range n.members {
		if err := g.read(); err != nil {
			faults.AddError(err)
			continue
		}
		cfg, err := g.in.wireConfig()
		faults.AddError(err)
		n.versions = append(n.versions, wire.Version{Config: cfg, Schema: g.Model})
		if i == 0 {
			n.lock, err = g.in.wireLock()
			n.own = g.in.lockFound || g.in.lockPath == ""
			faults.AddError(err)
		}
	}
	n.err = faults.Err()
}

// carry numbers the members by their ledger or, where they have none of their own, by that of the side before them. What
// the ledger says that its numbers carry does not bind here: whether that may change is what the comparison is to tell.
func (n *numbering) carry(before *wire.Lock) {
	n.done = true
	if n.err != nil {
		return
	}
	lock := n.lock
	if before != nil && !n.own {
		lock = before
	}
	built, grown, err := wire.BuildShared(lock.Loose(), n.versions...)
	if err != nil {
		n.err = err
		return
	}
	for i, g := range n.members {
		g.Wire = built[i]
	}
	n.grown = grown
}

// verify says in what the ledger is not as agui-gen wrote it.
func (n *numbering) verify() error {
	if n.err != nil {
		return nil // which is told
	}
	return wire.Verify(n.lock, n.versions...)
}

// spoken tells whether anybody is likely to speak protobuf by the schemas: a configuration makes .proto files of them, or
// a ledger or a mapping is there.
func (n *numbering) spoken() bool {
	return slices.ContainsFunc(n.members, func(g *generation) bool {
		return g.configured || g.in != nil && (g.in.lockFound || g.in.wirePath != "" || g.in.profile != nil)
	})
}

func absolute(file string) string {
	abs, err := filepath.Abs(filepath.FromSlash(file))
	if err != nil {
		return file
	}
	return abs
}

// Unjudged is somebody of whom the comparison could not find out whether they break.
type Unjudged struct {
	Classes []diff.Class
	Why     string
}

// Who are the classes by their names.
func (u Unjudged) Who() string {
	var names []string
	for _, c := range u.Classes {
		names = append(names, c.String())
	}
	return strings.Join(names, " and ")
}

// String says who and why.
func (u Unjudged) String() string { return u.Who() + ": not judged, for " + u.Why }

func (d *Diff) unjudged(why string, classes ...diff.Class) {
	if !slices.ContainsFunc(d.Unjudged, func(u Unjudged) bool { return u.Why == why }) {
		d.Unjudged = append(d.Unjudged, Unjudged{classes, why})
	}
}

func (d *Diff) note(text string) {
	if !slices.Contains(d.Notes, text) {
		d.Notes = append(d.Notes, text)
	}
}
