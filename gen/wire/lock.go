package wire

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// Lock is the ledger of a protobuf wire: every number that was ever given to a field or an enum value. It is kept in
// wire.lock, a line a slot, and only grows: see [Lock.Format] for the file, [Build] for how it grows.
type Lock struct {
	file   string
	slots  []slot   // as read, or by name when made by Build
	digest *digest  // what the file says its slots add up to; nil for a ledger that another tool kept
	at     diag.Pos // of the digest
}

// slot is one number of the ledger.
type slot struct {
	name     string // "Message.field", "Message.oneof.arm", "Enum.VALUE"
	number   int
	reserved bool // a tombstone: the schema has it no more, and nothing has its number or its name again
	pos      diag.Pos
}

// line is the slot as the digest covers it.
func (s slot) line() string {
	if s.reserved {
		return fmt.Sprintf("%s%s = %d", reservedMark, s.name, s.number)
	}
	return fmt.Sprintf("%s = %d", s.name, s.number)
}

// scope is the message or the enum whose numbers the slot's is one of. Types begin with a capital letter and oneofs do
// not, which is how Message.oneof.arm differs from Outer.Inner.field.
func (s slot) scope() string {
	scope, _, _ := cutLast(s.name, ".")
	if outer, last, nested := cutLast(scope, "."); nested && !isUpper(rune(last[0])) {
		return outer
	}
	return scope
}

// base is the slot's own name within its scope.
func (s slot) base() string {
	_, base, _ := cutLast(s.name, ".")
	return base
}

// The numbers of protobuf.
const (
	maxFieldNumber = 1<<29 - 1
	maxEnumNumber  = 1<<31 - 1
	// These are protobuf's own and no field may have them. Enum values may, but are kept off them too, so that the rule
	// is one.
	firstKept, lastKept = 19000, 19999
)

const (
	lockTitle    = "# The numbers of a protobuf wire, one line a slot. agui-gen keeps this file: commit it, and never edit it."
	lockFormat   = "1"
	reservedMark = "# reserved "
)

// lockHeader explains the file to whoever opens it.
const lockHeader = lockTitle + `
#
# Message.field, Message.oneof.arm and Enum.VALUE each have a number; arms share the numbers of their message.
# Numbers are only added. A new slot takes 1 + the highest that its message or enum ever had (an enum's first value 0),
# and never 19000 to 19999. A slot that has left the schema stays as a comment that begins with the word reserved: no
# other slot ever gets its number or its name. A rename that wire.yaml declares under renamed_from keeps its number.
#
# The digest below is over all slots, those that have left included. A line edited, lost or added by hand breaks it.
# Where two branches both added slots they meet in the digest: keep the file of the branch that was released first, and
# run agui-gen generate, which numbers the slots of the other branch anew.
#
`

var (
	slotLine     = regexp.MustCompile(`^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+) = (\d+)$`)
	digestLine   = regexp.MustCompile(`^# format (\S+), digest (\S+)$`)
	conflictMark = regexp.MustCompile(`^(<{7}|={7}|>{7}|\|{7})( |$)`)
)

// ParseLock reads a ledger: a wire.lock, or a file of bare "Message.field = N" lines that another tool kept, which has no
// digest and is taken as it is. Comments are not kept. All that is wrong is returned at once, as a diag.Errors; whether
// the slots are those that the digest was made of is for [Build] to say, which knows the schema's names.
func ParseLock(file string, data []byte) (*Lock, error) {
	p := &lockParser{lock: &Lock{file: file}}
	for i, line := range bytes.Split(data, []byte("\n")) {
		text := strings.TrimRight(string(line), " \t\r")
		p.ours = p.ours || text == lockTitle
		p.line(diag.Pos{File: file, Line: i + 1, Col: 1}, text)
	}
	l := p.lock
	if p.ours && l.digest == nil && p.diags.Len() == 0 {
		p.diags.Add(diag.Diagnostic{Pos: diag.Pos{File: file, Line: 1, Col: 1}, Message: "the digest line is lost",
			Hint: "restore the file from version control"})
	}
	p.checkUnique()
	if err := p.diags.Err(); err != nil {
		return nil, err
	}
	return l, nil
}

type lockParser struct {
	lock  *Lock
	ours  bool // the file is a wire.lock, and not another tool's
	diags diag.List
}

func (p *lockParser) line(pos diag.Pos, text string) {
	switch {
	case text == "":
	case conflictMark.MatchString(text):
		p.diags.Add(diag.Diagnostic{Pos: pos, Message: "a merge conflict is not settled here",
			Hint: "keep the file of the branch that was released first, and run agui-gen generate, which numbers the slots of the other branch anew"})
	case strings.HasPrefix(text, "# format "):
		p.digest(pos, text)
	case strings.HasPrefix(text, reservedMark) && (p.ours || slotLine.MatchString(text[len(reservedMark):])):
		p.slot(pos, text[len(reservedMark):], true)
	case strings.HasPrefix(text, "#"):
	default:
		p.slot(pos, text, false)
	}
}

func (p *lockParser) slot(pos diag.Pos, text string, reserved bool) {
	m := slotLine.FindStringSubmatch(text)
	if m == nil {
		p.diags.Addf(pos, "", "%s is not a slot: Message.field = N, Message.oneof.arm = N or Enum.VALUE = N", quote(text))
		return
	}
	n, err := strconv.Atoi(m[2])
	if err != nil || n > maxEnumNumber {
		p.diags.Addf(pos, "", "%s = %s: no number of protobuf is that high", m[1], m[2])
		return
	}
	p.lock.slots = append(p.lock.slots, slot{name: m[1], number: n, reserved: reserved, pos: pos})
}

func (p *lockParser) digest(pos diag.Pos, text string) {
	m := digestLine.FindStringSubmatch(text)
	switch {
	case m == nil:
		p.diags.Addf(pos, "", "not readable: # format N, digest HEX")
	case m[1] != lockFormat:
		p.diags.Add(diag.Diagnostic{Pos: pos, Message: "format " + m[1] + " is not known here, format " + lockFormat + " is",
			Hint: "it was written by a newer agui-gen: use that one"})
	case p.lock.digest != nil:
		p.diags.Addf(pos, "", "a second digest; the first is at line %d", p.lock.at.Line)
	default:
		raw, err := hex.DecodeString(m[2])
		if err != nil || len(raw) != sha256.Size {
			p.diags.Addf(pos, "", "the digest is no digest: %d hexadecimal digits are", 2*sha256.Size)
			return
		}
		d := digest(raw)
		p.lock.digest, p.lock.at = &d, pos
	}
}

// checkUnique holds the two rules that need no schema: a slot has one line, and a number one slot.
func (p *lockParser) checkUnique() {
	type key struct {
		scope  string
		number int
	}
	byName := map[string]slot{}
	byNumber := map[key]slot{}
	for _, s := range p.lock.slots {
		if first, ok := byName[s.name]; ok {
			p.diags.Addf(s.pos, "", "%s has a line already (line %d): a slot has one number for ever", s.name, first.pos.Line)
			continue
		}
		byName[s.name] = s
		k := key{s.scope(), s.number}
		first, ok := byNumber[k]
		switch {
		case !ok:
			byNumber[k] = s
		case first.reserved || s.reserved:
			live, dead := s, first
			if s.reserved {
				live, dead = first, s
			}
			p.diags.Addf(live.pos, "", "%s: %s had the number %d, which is reserved (line %d) and not given again", live.line(), dead.name, s.number, dead.pos.Line)
		default:
			p.diags.Addf(s.pos, "", "%s: %s has the number %d (line %d): no two slots of %s share one", s.line(), first.name, s.number, first.pos.Line, k.scope)
		}
	}
}

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

// Format is the ledger as a file: a header that explains it, its digest, and the slots in the order of their names. Two
// ledgers of the same slots are the same bytes.
func (l *Lock) Format() []byte {
	slots := slices.Clone(l.slots)
	slices.SortFunc(slots, func(a, b slot) int { return cmp.Compare(a.name, b.name) })
	var b bytes.Buffer
	b.WriteString(lockHeader)
	fmt.Fprintf(&b, "# format %s, digest %x\n", lockFormat, digestOf(slots))
	if len(slots) > 0 {
		b.WriteByte('\n')
	}
	for _, s := range slots {
		b.WriteString(s.line())
		b.WriteByte('\n')
	}
	return b.Bytes()
}
