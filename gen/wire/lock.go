package wire

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// Lock is the ledger of a protobuf wire: every number that was ever given to a field or an enum value, and what fields
// carry under theirs. It is kept in wire.lock, a line a slot, and only grows: see [Lock.Format] for the file, [Build] for
// how it grows.
type Lock struct {
	file   string
	slots  []slot   // as read, or by name when made by Build
	holds  []hold   // what is kept from use and was never a slot
	types  []typed  // the lines that say what slots carry
	pkg    string   // the package of the .proto files it was made of, where it was
	digest *digest  // what the file says its lines add up to; nil for a ledger that another tool kept
	at     diag.Pos // of the digest
	loose  bool     // see [Lock.Loose]
}

// typed is a line that says what a slot carries.
type typed struct {
	name, text string
	pos        diag.Pos
}

func (t typed) line() string { return typeLine(t.name, t.text) }

const (
	lockTitle = "# The numbers of a protobuf wire, one line a slot. agui-gen keeps this file: commit it, and never edit it."
	// lockFormat is raised with every form of line that a ledger did not have before: by it an agui-gen that would pass
	// over such a line as a comment knows that it cannot read the file.
	lockFormat   = 1
	formatMark   = "# format "
	reservedMark = "# reserved "
	typeMark     = "# type "
)

// lockHeader explains the file to whoever opens it.
const lockHeader = lockTitle + `
#
# Message.field, Message.oneof.arm and Enum.VALUE each have a number; arms share the numbers of their message.
# Numbers are only added. A new slot takes 1 + the highest that its message or enum ever had (an enum's first value 0),
# and never 19000 to 19999. A slot that has left the schema stays as a comment that begins with the word reserved: no
# other slot ever gets its number or its name. A rename that wire.yaml declares under renamed_from keeps its number; a
# slot that it names under retired takes a new one.
#
# The comments that begin with the word type say what a number carries, which it does for ever, or something that is the
# same on the wire. The digest below is over all lines that have a meaning. One edited, lost or added by hand breaks it.
# Where two branches both added slots they meet in the digest: agui-gen lock --resolve settles it.
#
`

// Empty tells whether there is nothing in the ledger, not even what it adds up to: it is new, or the file was cut off.
func (l *Lock) Empty() bool { return l.digest == nil && len(l.slots)+len(l.holds) == 0 }

// Foreign tells whether a ledger is likely to be of another schema than the one that Build made grown of it for: it has
// slots, and in grown each of them is a tombstone and no slot is of a message or enum that it knew.
func (l *Lock) Foreign(grown *Lock) bool {
	live, dead := map[string]bool{}, map[string]bool{}
	for _, s := range grown.slots {
		if s.reserved {
			dead[s.name] = true
		} else {
			live[s.scope()] = true
		}
	}
	some := false
	for _, s := range l.slots {
		if s.reserved {
			continue
		}
		if some = true; !dead[s.name] || live[s.scope()] {
			return false
		}
	}
	return some
}

// lines are the lines that have a meaning, apart from the digest over them.
func (l *Lock) lines() []string {
	var out []string
	for _, s := range l.slots {
		out = append(out, s.line())
	}
	for _, h := range l.holds {
		out = append(out, h.line())
	}
	for _, t := range l.types {
		out = append(out, t.line())
	}
	return out
}

// seal puts the slots in order, and makes the lines that go with them and the digest over all.
func (l *Lock) seal() {
	slices.SortFunc(l.slots, bySlot)
	slices.SortFunc(l.holds, byHold)
	l.types = nil
	for _, s := range l.slots {
		if s.typ != "" {
			l.types = append(l.types, typed{s.name, s.typ, s.pos})
		}
	}
	d := l.sum()
	l.digest = &d
}

// Format is the ledger as a file: a header that explains it, its digest, the slots in the order of their names, and what
// each carries. Two ledgers of the same slots are the same bytes.
func (l *Lock) Format() []byte {
	sorted := &Lock{slots: slices.Clone(l.slots), holds: slices.Clone(l.holds), types: slices.Clone(l.types)}
	slices.SortFunc(sorted.slots, bySlot)
	slices.SortFunc(sorted.holds, byHold)
	slices.SortFunc(sorted.types, func(a, b typed) int { return cmp.Compare(a.name, b.name) })
	var b bytes.Buffer
	b.WriteString(lockHeader)
	fmt.Fprintf(&b, formatMark+"%d, digest %x\n", lockFormat, sorted.sum())
	for i, line := range sorted.lines() {
		if i == 0 || i == len(sorted.slots)+len(sorted.holds) {
			b.WriteByte('\n') // before the slots, and before what they carry
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.Bytes()
}
