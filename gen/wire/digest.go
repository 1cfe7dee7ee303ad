package wire

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// digest is what a ledger's lines add up to: the exclusive or of their SHA-256 sums. So it does not depend on their
// order, and the difference between two ledgers' digests is that of the lines in which they differ alone, which is how
// [Lock.verify] can say which line was changed, and what it was before. It is there to catch mistakes, not malice.
type digest [sha256.Size]byte

func (d digest) xor(e digest) digest {
	for i := range d {
		d[i] ^= e[i]
	}
	return d
}

func lineDigest(line string) digest { return sha256.Sum256([]byte(line)) }

// sum is what the ledger's lines add up to.
func (l *Lock) sum() digest {
	var d digest
	for _, line := range l.lines() {
		d = d.xor(lineDigest(line))
	}
	return d
}

// edit is a change of one line that somebody may have made, as a diagnostic about the line it left.
type edit struct {
	pos   diag.Pos
	what  string
	added bool // a line that was not there before
}

// verify reports the lines that were edited, lost or added since the digest was made. A ledger without a digest is taken
// as it is. known are the names of the schema's slots, among which one that was lost is looked for, and what they carry.
func (l *Lock) verify(known map[string]string, diags *diag.List) {
	if l.digest == nil {
		return
	}
	delta := l.digest.xor(l.sum())
	if delta == (digest{}) {
		return
	}
	edits := l.edits(known)
	hint := func(e edit) string {
		if e.added {
			return restore + mergedToo
		}
		return restore
	}
	if e, ok := edits[delta]; ok {
		diags.Add(diag.Diagnostic{Pos: e.pos, Message: e.what, Hint: hint(e)})
		return
	}
	var found [][2]edit
	for d, e := range edits {
		if f, ok := edits[delta.xor(d)]; ok {
			found = append(found, [2]edit{e, f})
		}
	}
	if len(found) > 0 {
		for _, e := range found[0] { // the other finding, if there is one, is the same two edits the other way round
			diags.Add(diag.Diagnostic{Pos: e.pos, Message: e.what, Hint: hint(e)})
		}
		return
	}
	message := "the lines do not add up to the digest: several were edited, lost or added by hand"
	if lost := l.lacking(known); len(lost) > 0 {
		message += fmt.Sprintf("; the schema has slots that are not here, such as %s", strings.Join(lost[:min(3, len(lost))], ", "))
	}
	diags.Add(diag.Diagnostic{Pos: l.at, Message: message, Hint: restore + mergedToo})
}

const (
	restore   = "restore the file from version control; numbers are added by agui-gen alone"
	mergedToo = ", or, where branches were merged, run agui-gen lock --resolve"
)

// lacking are the known names that the ledger does not have.
func (l *Lock) lacking(known map[string]string) []string {
	have := map[string]bool{}
	for _, s := range l.slots {
		have[s.name] = true
	}
	var out []string
	for name := range known {
		if !have[name] {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// edits are the changes of a single line that a ledger may have suffered, by what each does to the digest.
func (l *Lock) edits(known map[string]string) map[digest]edit {
	highest := map[string]int{}
	for _, s := range l.slots {
		highest[s.scope()] = max(highest[s.scope()], s.number)
	}
	lacking := l.lacking(known)
	out := map[digest]edit{}
	// before notes that a line may have been another, or none where it is empty.
	note := func(before, after digest, pos diag.Pos, format string, args ...any) {
		out[before.xor(after)] = edit{pos, fmt.Sprintf(format, args...), before == digest{}}
	}
	// A number that was edited may have been higher than any that is left, though hardly by much.
	candidates := func(scope string) int { return min(highest[scope]+64, 4096) }
	for _, s := range l.slots {
		now := lineDigest(s.line())
		note(digest{}, now, s.pos, "%s was added by hand", s.line())
		flipped := s
		flipped.reserved = !s.reserved
		if s.reserved {
			note(lineDigest(flipped.line()), now, s.pos, "%s was turned into a comment by hand", s.name)
		} else {
			note(lineDigest(flipped.line()), now, s.pos, "%s was reserved: its number is not given again", s.line())
		}
		for n := range candidates(s.scope()) {
			if n != s.number {
				was := s
				was.number = n
				note(lineDigest(was.line()), now, s.pos, "%s: the number was edited, it was %d", s.line(), n)
			}
		}
		for _, name := range lacking {
			was := s
			if was.name = name; was.scope() == s.scope() {
				note(lineDigest(was.line()), now, s.pos, "%s: the name was edited, it was %s", s.line(), name)
			}
		}
	}
	for _, name := range lacking {
		s := slot{name: name}
		for s.number = range candidates(s.scope()) {
			note(lineDigest(s.line()), digest{}, l.where(name), "a line before this one was lost: %s", s.line())
		}
	}
	l.typeEdits(known, note)
	return out
}

// typeEdits are the changes of a line that says what a slot carries.
func (l *Lock) typeEdits(known map[string]string, note func(before, after digest, pos diag.Pos, format string, args ...any)) {
	candidates := func(name string) []string {
		out := []string{"string", "bool", "int64", "uint64", "double"}
		if typ := known[name]; typ != "" {
			out = append(out, typ)
		}
		return out
	}
	typed := map[string]bool{}
	for _, t := range l.types {
		typed[t.name] = true
		now := lineDigest(t.line())
		note(digest{}, now, t.pos, "%s was added by hand", t.line())
		for _, was := range candidates(t.name) {
			if was != t.text {
				note(lineDigest(typeLine(t.name, was)), now, t.pos, "%s: the type was edited, it was %s", t.line(), was)
			}
		}
	}
	for _, s := range l.slots {
		if s.reserved || typed[s.name] {
			continue
		}
		for _, was := range candidates(s.name) {
			note(lineDigest(typeLine(s.name, was)), digest{}, s.pos, "the line that says what it carries was lost: %s", typeLine(s.name, was))
		}
	}
}

// where is the line before which a slot would stand.
func (l *Lock) where(name string) diag.Pos {
	best := l.at
	for _, s := range l.slots {
		if s.name > name && (best == l.at || s.pos.Line < best.Line) {
			best = s.pos
		}
	}
	return best
}
