package gen

import (
	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/wire"
)

// sharing are the results that have .proto files, those with one ledger together, in the order of the targets. One whose
// ledger is the profile's own, which is not kept anywhere, shares it with nobody.
func sharing(results []*Result) [][]*Result {
	var groups [][]*Result
	byLock := map[string]int{}
	for _, r := range results {
		if r.in == nil || r.target.ProtoDir == "" {
			continue
		}
		at, known := byLock[r.in.lockPath]
		if !known || r.in.lockPath == "" {
			at = len(groups)
			groups = append(groups, nil)
			byLock[r.in.lockPath] = at
		}
		groups[at] = append(groups[at], r)
	}
	return groups
}

// carry puts the schemas that share a ledger on the wire, and the grown ledger among the files of the first.
func carry(group []*Result) {
	first := group[0]
	lock, err := first.in.wireLock()
	first.faults.AddError(err)
	ready := err == nil
	versions := make([]wire.Version, len(group))
	for i, r := range group {
		cfg, err := r.in.wireConfig()
		r.faults.AddError(err)
		versions[i] = wire.Version{Config: cfg, Schema: r.Model}
		ready = ready && err == nil && r.Model != nil
		r.in.lockFound, r.in.lockLack = first.in.lockFound, first.in.lockLack
	}
	if !ready {
		return
	}
	built, grown, err := wire.BuildShared(lock, versions...)
	if err != nil {
		first.faults.AddError(err)
		return
	}
	if first.in.lockPath != "" {
		if first.in.lockFound && lock.Foreign(grown) {
			first.faults.AddError(diag.Errors{{Pos: diag.Pos{File: first.in.lockPath},
				Message: "this is the ledger of another schema: no message or enum in it is one of " + first.in.name(),
				Hint:    "name this schema's own with --lock, or, where every one has another name now, say so in wire.yaml under renamed_from"}})
			return
		}
		first.Files = append(first.Files, File{Path: first.in.lockPath, Data: grown.Format(), Ledger: true})
	}
	for i, r := range group {
		r.Wire = built[i]
	}
}
