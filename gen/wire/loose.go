package wire

import (
	"slices"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// Loose is the ledger for a comparison of what was made with it and what would be: what [Build] otherwise refuses is to be
// told by whoever compares. A number may carry what it did not carry before, nobody asks whether a line was edited (that
// is for [Verify]), and what the versions at hand do not have becomes no tombstone, since it may be another version's that
// shares the ledger: it is among the Others of its message. A ledger that grows from a loose one is loose; it is never
// kept in a file.
func (l *Lock) Loose() *Lock {
	out := &Lock{loose: true}
	if l == nil {
		return out
	}
	out.file, out.pkg, out.slots, out.holds = l.file, l.pkg, slices.Clone(l.slots), slices.Clone(l.holds)
	for i := range out.slots {
		out.slots[i].typ = ""
	}
	return out
}

// Verify says which lines of a ledger were edited, lost or added by hand since agui-gen wrote it, as [BuildShared] would:
// the versions are those that it is of. It says nothing of what is wrong with the versions.
func Verify(lock *Lock, versions ...Version) error {
	if lock == nil {
		return nil
	}
	builders := make([]*builder, len(versions))
	for i, v := range versions {
		if builders[i] = unnumbered(v); builders[i].diags.Len() > 0 {
			builders = nil // the digest alone has to do
			break
		}
	}
	known, _ := slotsOf(builders)
	var diags diag.List
	lock.verify(known, &diags)
	return diags.Err()
}
