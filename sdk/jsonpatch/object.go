package jsonpatch

import (
	"slices"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// object is an object in which something has been changed: one of a source, and how it differs.
type object struct {
	src     *source
	at      jsonx.Value
	members *children
	// kept and keptBytes are of the members of the source that are still as they were.
	kept, keptBytes int
	// changed are the other members, those of the source and those that have been added, by name.
	changed *tree[member]
	// last is the highest member.added.
	last  int
	depth int
}

// member is a member that is not as it was in the source.
type member struct {
	name string
	// key is the name as it is written, with the colon.
	key string
	to  value
	// in is which member of the source has the name, -1 for none.
	in int
	// added is 0 for a member that stands in its place in the source. The others come after those, in the order of added.
	added int
	// gone tells that there is no such member any more.
	gone bool
}

func (m member) values() int {
	if m.gone {
		return 0
	}
	return 1
}

func (m member) bytes() int {
	if m.gone {
		return 0
	}
	return len(m.key) + m.to.bytes() + 1
}

func newObject(src *source, at jsonx.Value) *object {
	o := &object{src: src, at: at, members: src.childrenOf(at), kept: at.Len(), depth: src.depth}
	if o.kept > 0 {
		o.keptBytes = len(at.Raw()) - 1
	}
	return o
}

func (o *object) len() int     { return o.kept + o.changed.values() }
func (o *object) bytes() int   { return bracketed(o.keptBytes + o.changed.bytes()) }
func (o *object) nesting() int { return o.depth }

// start is the offset in the source's text at which its member i begins.
func (o *object) start(i int) int {
	if i == 0 {
		return o.at.Offset() + 1
	}
	return end(o.members.values[i-1]) + 1
}

func noMember(name string) *fault { return faultf("the object has no member %s", quote(name)) }

// find is what is known of the member of a name. in is -1 where there never was one; gone tells that there is none.
func (o *object) find(name string) (m member, isChanged bool) {
	for t := o.changed; t != nil; {
		switch {
		case name == t.item.name:
			return t.item, true
		case name < t.item.name:
			t = t.left
		default:
			t = t.right
		}
	}
	i, ok := o.members.index[name]
	if !ok {
		return member{name: name, in: -1, gone: true}, false
	}
	v := o.members.values[i]
	return member{name: name, key: o.src.doc.Text()[o.start(i):v.Offset()], to: value{src: o.src, at: v}, in: i}, false
}

func (o *object) child(name string) (value, *fault) {
	m, _ := o.find(name)
	if m.gone {
		return value{}, noMember(name)
	}
	return m.to, nil
}

func (o *object) edit(name string, c change) (value, *fault) {
	m, isChanged := o.find(name)
	if m.gone && c.verb != add {
		return value{}, noMember(name)
	}
	after := *o
	if m.in >= 0 && !isChanged {
		after.kept--
		after.keptBytes -= m.bytes()
	}
	if c.verb == remove {
		m = member{name: name, in: m.in, gone: true}
	} else {
		if m.gone {
			after.last++
			m = member{name: name, key: key(name), in: m.in, added: after.last}
		}
		m.to = c.to
		after.depth = max(after.depth, 1+c.to.nesting())
	}
	before, rest := splitNames(o.changed, name)
	if !m.gone || m.in >= 0 {
		before = merge(before, leaf(m))
	}
	after.changed = merge(before, rest)
	return value{made: &after}, nil
}

// key is a name as it is written, with the colon. It is valid UTF-8: a pointer had it.
func key(name string) string {
	b, _ := jsonx.AppendString(make([]byte, 0, len(name)+len(`"":`)), name)
	return string(append(b, ':'))
}

// splitNames is the members whose names come before a name, and those whose names come after it.
func splitNames(t *tree[member], name string) (before, after *tree[member]) {
	switch {
	case t == nil:
		return nil, nil
	case name == t.item.name:
		return t.left, t.right
	case name < t.item.name:
		before, after = splitNames(t.left, name)
		return before, join(after, t.item, t.priority, t.right)
	}
	before, after = splitNames(t.right, name)
	return join(t.left, t.item, t.priority, before), after
}

func (o *object) append(b []byte, below int) ([]byte, bool) {
	var inPlace, added []member
	o.changed.each(func(m member) bool {
		if m.in >= 0 {
			inPlace = append(inPlace, m)
		}
		if m.added > 0 && !m.gone {
			added = append(added, m)
		}
		return true
	})
	slices.SortFunc(inPlace, func(a, b member) int { return a.in - b.in })
	slices.SortFunc(added, func(a, b member) int { return a.added - b.added })

	b = append(b, '{')
	opening := len(b)
	comma := func() {
		if len(b) > opening {
			b = append(b, ',')
		}
	}
	write := func(m member) (ok bool) {
		comma()
		b = append(b, m.key...)
		b, ok = m.to.append(b, below)
		return ok
	}
	next := 0 // the member of the source that is to be written next
	keep := func(until int) {
		if next < until {
			comma()
			b = append(b, o.src.doc.Text()[o.start(next):end(o.members.values[until-1])]...)
		}
		next = until + 1
	}
	for _, m := range inPlace {
		keep(m.in)
		if m.added == 0 && !m.gone && !write(m) {
			return b, false
		}
	}
	keep(len(o.members.values))
	for _, m := range added {
		if !write(m) {
			return b, false
		}
	}
	return append(b, '}'), true
}
