package wire

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// slot is one number of the ledger.
type slot struct {
	name     string // "Message.field", "Message.oneof.arm", "Enum.VALUE"
	number   int
	reserved bool   // a tombstone: the schema has it no more, and nothing has its number again
	typ      string // what the number carries, as [wireType] writes it; empty for enum values, tombstones, and where nobody said
	pos      diag.Pos
}

// line is the slot as the file has it.
func (s slot) line() string {
	if s.reserved {
		return fmt.Sprintf("%s%s = %d", reservedMark, s.name, s.number)
	}
	return fmt.Sprintf("%s = %d", s.name, s.number)
}

// typeLine is the line that says what a slot carries.
func typeLine(name, typ string) string { return typeMark + name + " " + typ }

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

// bySlot orders the lines of a ledger: by name, and the numbers that one name had by number.
func bySlot(a, b slot) int {
	return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.number, b.number))
}

// hold is a reservation that is of no slot: numbers or a name that a .proto file kept from use before there was a ledger.
type hold struct {
	scope    string
	from, to int    // the numbers, where name is empty; to is NoEnd where there is no end
	name     string // the name
	pos      diag.Pos
}

// line is the hold as the file has it.
func (h hold) line() string {
	switch {
	case h.name != "":
		return reservedMark + h.scope + " " + strconv.Quote(h.name)
	case h.to == NoEnd:
		return fmt.Sprintf("%s%s %d to max", reservedMark, h.scope, h.from)
	case h.from == h.to:
		return fmt.Sprintf("%s%s %d", reservedMark, h.scope, h.from)
	}
	return fmt.Sprintf("%s%s %d to %d", reservedMark, h.scope, h.from, h.to)
}

func (h hold) has(number int) bool { return h.name == "" && h.from <= number && number <= h.to }

func byHold(a, b hold) int {
	return cmp.Or(cmp.Compare(a.scope, b.scope), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.name, b.name))
}

// The numbers of protobuf.
const (
	maxFieldNumber = 1<<29 - 1
	maxEnumNumber  = 1<<31 - 1
	// These are protobuf's own and no field may have them. Enum values may, but are kept off them too, so that the rule
	// is one.
	firstKept, lastKept = 19000, 19999
)

// numbers are those of one message or enum.
type numbers struct {
	used    map[int]bool
	highest int // of those that were used, or kept from use one by one; -1 where none was
	end     int // the first number that is kept from use for good, with all above it
}

func newNumbers() *numbers { return &numbers{used: map[int]bool{}, highest: -1, end: NoEnd} }

func (n *numbers) use(number int) {
	n.used[number] = true
	n.highest = max(n.highest, number)
}

func (n *numbers) hold(h hold) {
	if h.has(0) {
		n.used[0] = true
	}
	switch {
	case h.name != "":
	case h.to == NoEnd:
		n.end = min(n.end, h.from)
	default:
		n.highest = max(n.highest, h.to)
	}
}

// next is the number for a new slot, false where none is left.
func (n *numbers) next(enum bool) (int, bool) {
	last := maxFieldNumber
	if enum {
		if last = maxEnumNumber; !n.used[0] {
			return 0, true // which proto3 needs
		}
	}
	next := max(n.highest+1, 1)
	if next >= firstKept && next <= lastKept {
		next = lastKept + 1
	}
	return next, next <= last && next < n.end
}
