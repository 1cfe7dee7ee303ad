package schema

import (
	"strconv"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Branch is an alternative that the text of one member selects.
type Branch struct {
	// Value is what the member must hold.
	Value string
	Eval  Func
}

// OneOfTagged is "oneOf", where each alternative requires the same member, the tag, to be another text. So no more than
// one can take the value, and the tag says which: the others are not tried. What that one has against the value is
// reported below the violation of oneOf. A value that selects none is told what the tag may be.
func (e *Eval) OneOfTagged(tag string, branches ...Branch) {
	if e.stop {
		return
	}
	text, ok := e.tag(tag)
	if ok {
		for i := range branches {
			if branches[i].Value == text {
				e.branch(tag, i, branches[i])
				return
			}
		}
	}
	if e.fail() {
		e.noBranch(tag, text, branches)
	}
}

// tag is the text that a member holds, if the value is an object, has the member, and it is a text.
func (e *Eval) tag(member string) (string, bool) {
	if e.kind != Object {
		return "", false
	}
	v, ok := e.value.Lookup(member)
	if !ok || v.Kind() != jsonx.KindString {
		return "", false
	}
	return v.Text(), true
}

// branch judges the value by the one alternative that its tag leaves.
func (e *Eval) branch(tag string, i int, b Branch) {
	if !e.quick {
		if e.takes("oneOf", b.Eval) || e.stop {
			return
		}
		e.fail()
		e.add("oneOf", "does not fit the schema for ", strconv.Quote(tag), " ", strconv.Quote(b.Value))
	}
	e.enterIndex("oneOf", i)
	e.must(b.Eval)
	e.exit()
}

// noBranch reports a value that selects no alternative. The most likely one shows what it has against the tag, and
// against nothing else.
func (e *Eval) noBranch(tag, text string, branches []Branch) {
	e.markAll() // there is no telling what would have been evaluated
	if e.mode&muted != 0 || len(branches) == 0 {
		return
	}
	e.add("oneOf", e.choices(tag, branches))
	i := nearest(text, branches)
	focus := e.focus
	e.focusOn(tag)
	e.enterIndex("oneOf", i)
	e.must(branches[i].Eval)
	e.exit()
	e.focus, e.mode = focus, e.mode&^muted
}

// choices says what the tag may be.
func (e *Eval) choices(tag string, branches []Branch) string {
	values := make([]string, len(branches))
	for i, b := range branches {
		values[i] = b.Value
	}
	oneOf := join(values, "or", strconv.Quote)
	if e.kind != Object {
		return "must be an object whose " + strconv.Quote(tag) + " is " + oneOf + ", but is " + e.describe()
	}
	v, ok := e.value.Lookup(tag)
	if !ok {
		return "must have the member " + strconv.Quote(tag) + ", which must be " + oneOf
	}
	return strconv.Quote(tag) + " must be " + oneOf + ", but is " + describe(v)
}

// focusOn mutes the value, if it is an object, except for one member.
func (e *Eval) focusOn(member string) {
	if e.kind != Object {
		return
	}
	e.mode |= muted
	e.focus = &focus{object: e.value.ID(), member: member, value: -1}
	if v, ok := e.value.Lookup(member); ok {
		e.focus.value = v.ID()
	}
}

// nearest is the index of the branch whose value is most like text: the first of those that take the fewest edits.
func nearest(text string, branches []Branch) int {
	if len(text) > 2*maxExcerpt {
		return 0 // the work grows with the length, and the text may be any
	}
	best, least := 0, -1
	for i, b := range branches {
		if n := edits(text, b.Value); least < 0 || n < least {
			best, least = i, n
		}
	}
	return best
}

// edits is how many bytes must be inserted, deleted or replaced to make b of a.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			n := diagonal
			if a[i] != b[j] {
				n = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], n
		}
	}
	return row[len(b)]
}
