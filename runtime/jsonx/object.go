package jsonx

import "strings"

// Object is the state of reading one object with a [Reader]. Take it from Reader.Object, and go on until Reader.Member
// says that there are no more members; each must be read, by one call.
type Object struct {
	// Key is the current member's name.
	Key string
	// at is the offset of its opening quote, start that of the object.
	at, start int
	// seen has a bit for each of the first 64 known members.
	seen  uint64
	state state
	more  *moreObject
}

// state is where the reading of an array or object is.
type state uint8

const (
	ended state = iota // or never begun
	first
	later
)

// moreObject is what few objects need.
type moreObject struct {
	// seen are the bits of the known members after the first 64.
	seen []uint64
	// names and at are the members that are kept: their names, and the offsets of these.
	names []string
	at    []int
	// runs are what stands from the first kept member to the last one directly after another.
	runs []span
}

// span is a part of a text: from one offset to another.
type span struct{ start, end int }

// Object begins to read an object. Any other value is skipped as a mismatch, and then there are no members.
func (r *Reader) Object() Object {
	if r.next() != '{' {
		r.Wrong("an object")
		return Object{start: r.pos}
	}
	if r.depth >= MaxDepth {
		r.fail(r.pos, msgDepth)
		return Object{}
	}
	o := Object{start: r.pos, state: first}
	r.depth++
	r.pos++
	return o
}

// Member reads the name of the next member into o.Key. It is false where there is none, and after an error.
func (r *Reader) Member(o *Object) bool {
	b := r.next()
	switch {
	case b == ',' && o.state == later:
		r.pos++
		b = r.next()
	case o.state == ended:
		return false
	case b == '}':
		r.pos++
		r.depth--
		o.state = ended
		return false
	case o.state == later:
		r.unexpected("a comma or the end of the object")
		return false
	default:
		o.state = later
	}
	if b != '"' {
		r.unexpected("a member's name")
		return false
	}
	o.at = r.pos
	key, escaped := r.str()
	if escaped {
		key = r.memory.decode(key, len(key))
	}
	o.Key = key
	if r.next() != ':' {
		r.unexpected("a colon")
		return false
	}
	r.pos++
	return true
}

// Once notes that the current member is the known member i; a second time is a syntax error. The numbers are the
// caller's own, from 0 up and without large gaps.
func (r *Reader) Once(o *Object, i uint) {
	bit := uint64(1) << i // 0 from 64 on
	if o.seen&bit == bit {
		r.onceMore(o, i)
		return
	}
	o.seen |= bit
}

// onceMore is Once for what is not ordinary: a repeated member, or one of many.
func (r *Reader) onceMore(o *Object, i uint) {
	if o.Has(i) {
		r.Duplicate(o)
		return
	}
	m := o.moreObject()
	for uint(len(m.seen)) < i/64 {
		m.seen = append(m.seen, 0)
	}
	m.seen[i/64-1] |= 1 << (i % 64)
}

func (o *Object) moreObject() *moreObject {
	if o.more == nil {
		o.more = new(moreObject)
	}
	return o.more
}

// Has tells whether the known member i was there.
func (o *Object) Has(i uint) bool { return o.word(int(i/64))&(1<<(i%64)) != 0 }

// word is the bits of the known members from 64*i on.
func (o *Object) word(i int) uint64 {
	switch {
	case i == 0:
		return o.seen
	case o.more == nil || i > len(o.more.seen):
		return 0
	}
	return o.more.seen[i-1]
}

// Duplicate says that there was a member of the current name before, which is a syntax error. It is for members whose
// names are data; Once serves the others.
func (r *Reader) Duplicate(o *Object) {
	if r.err == nil {
		r.fail(o.at, duplicateName(o.Key))
	}
}

// Require demands that known members were there: members 64*word+i for each bit i of mask. One that is missing is a
// mismatch of the object. It is to be called after the last member.
func (r *Reader) Require(o *Object, word int, mask uint64) {
	if o.word(word)&mask != mask {
		r.mismatched(o.start, "lacks a required member")
	}
}

// Unknown reads the current member's value and keeps the member as it stands, for Kept.
func (r *Reader) Unknown(o *Object) {
	r.Skip()
	m := o.moreObject()
	m.names, m.at = append(m.names, o.Key), append(m.at, o.at)
	if n := len(m.runs) - 1; n >= 0 && onlyComma(r.s, m.runs[n].end, o.at) {
		m.runs[n].end = r.pos
		return
	}
	m.runs = append(m.runs, span{o.at, r.pos})
}

// onlyComma tells whether nothing but a comma and white space is from offset i up to j.
func onlyComma(s string, i, j int) bool {
	for ; i < j; i++ {
		if s[i] > ' ' && s[i] != ',' {
			return false
		}
	}
	return true
}

// Kept is the members that Unknown has read: names and values, as they stand, with commas between; "" for none. It is
// to be called after the last member, and finds out which names repeat. It allocates only where known members stand
// between.
func (r *Reader) Kept(o *Object) string {
	if o.more == nil || len(o.more.runs) == 0 || r.err != nil {
		return ""
	}
	m := o.more
	var keys keySet
	if i := keys.duplicate(m.names); i >= 0 {
		r.fail(m.at[i], duplicateName(m.names[i]))
		return ""
	}
	if len(m.runs) == 1 {
		return r.s[m.runs[0].start:m.runs[0].end]
	}
	var b strings.Builder
	for i, run := range m.runs {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(r.s[run.start:run.end])
	}
	return b.String()
}

// Array is the state of reading one array with a [Reader]. Take it from Reader.Array, and go on until Reader.Item says
// that there are no more items; each must be read, by one call.
type Array struct{ state state }

// Array begins to read an array. Any other value is skipped as a mismatch, and then there are no items.
func (r *Reader) Array() Array {
	if r.next() != '[' {
		r.Wrong("an array")
		return Array{}
	}
	if r.depth >= MaxDepth {
		r.fail(r.pos, msgDepth)
		return Array{}
	}
	r.depth++
	r.pos++
	return Array{state: first}
}

// Room is for how many items to make room before the next value is read, which should be an array: none where it is
// empty, else a few.
func (r *Reader) Room() int {
	if r.next() != '[' {
		return 0
	}
	c := r.scanner
	c.pos++
	if c.next() == ']' {
		return 0
	}
	return 4
}

// Item moves to the next item. It is false where there is none, and after an error.
func (r *Reader) Item(a *Array) bool {
	b := r.next()
	switch {
	case b == ',' && a.state == later:
		r.pos++
		return true
	case a.state == ended:
		return false
	case b == ']':
		r.pos++
		r.depth--
		a.state = ended
		return false
	case a.state == later:
		r.unexpected("a comma or the end of the array")
		return false
	case r.pos == len(r.s):
		r.unexpected("a value")
		return false
	}
	a.state = later
	return true
}
