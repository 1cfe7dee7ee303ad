package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// compareJSON finds what changed for documents: those of the root, and those of every definition that has a name.
func compareJSON(b *book) {
	c := &comparer{book: b, before: b.before, after: b.after, seen: map[string]bool{}, equals: &equalities{known: map[string]bool{}}, empty: map[*model.Rule]*model.Rule{}}
	was, now := definitions(b.before.Model), definitions(b.after.Model)
	if old, fresh := b.before.Model.Root, b.after.Model.Root; old != nil && fresh != nil {
		c.compare(viewOf(old.Rule), viewOf(fresh.Rule))
	}
	for _, d := range b.after.Model.Defs {
		if old := was[d.Key]; old != nil && now[d.Key] == d {
			c.compare(viewOf(old.Rule), viewOf(d.Rule))
		}
	}
	c.definitions(was, now)
}

// definitions are those that the schema names, by their names.
func definitions(s *model.Schema) map[string]*model.Def {
	out := map[string]*model.Def{}
	for _, d := range s.Defs {
		if !d.Inline {
			out[d.Key] = d
		}
	}
	return out
}

// definitions tells which definitions came, went, or have another name.
func (c *comparer) definitions(was, now map[string]*model.Def) {
	var gone []*model.Def
	for _, d := range c.before.Model.Defs {
		if was[d.Key] == d && now[d.Key] == nil {
			gone = append(gone, d)
		}
	}
	renamed := c.book.renamed
	for _, d := range c.after.Model.Defs {
		if now[d.Key] != d || was[d.Key] != nil {
			continue
		}
		if i := slices.IndexFunc(gone, func(old *model.Def) bool { return renamed[d] == nil && c.alike(old, d) }); i >= 0 {
			renamed[d] = gone[i]
			gone = slices.Delete(gone, i, i+1)
		}
	}
	for _, d := range c.after.Model.Defs {
		if now[d.Key] != d || was[d.Key] != nil {
			continue
		}
		change := &Change{Kind: DefinitionAdded, Subject: d.Key, Message: fmt.Sprintf("definition %s is added", d.Key), New: c.after.placeOf(d.Pos, d.Pointer)}
		if old := renamed[d]; old != nil {
			change.Kind, change.Detail = DefinitionRenamed, "from "+old.Key
			change.Message = fmt.Sprintf("definition %s is called %s", old.Key, d.Key)
			change.Old = c.before.placeOf(old.Pos, old.Pointer)
			c.book.also(inOld, change)
		}
		c.book.add(inNew, change)
	}
	entries := entriesOf(c.before.Model)
	for _, d := range gone {
		change := &Change{Kind: DefinitionRemoved, Subject: d.Key, Message: fmt.Sprintf("definition %s is removed", d.Key), Old: c.before.placeOf(d.Pos, d.Pointer)}
		if entries[d] {
			change.Kind = DocumentRemoved
		}
		c.book.add(inOld, change)
	}
}

// alike tells whether two definitions of different names say the same of what is not trivial: a plain text is like every
// other, and no sign that something was renamed.
func (c *comparer) alike(old, fresh *model.Def) bool {
	switch old.Type.(type) {
	case *model.Object, *model.Union, *model.KindUnion, *model.Enum:
		return fmt.Sprintf("%T", old.Type) == fmt.Sprintf("%T", fresh.Type) && c.equal(viewOf(old.Rule), viewOf(fresh.Rule))
	}
	return false
}

// entriesOf are the definitions that are documents of their own: the root, and those that no other refers to.
func entriesOf(s *model.Schema) map[*model.Def]bool {
	referred := map[*model.Def]bool{}
	for _, d := range s.Defs {
		eachRef(d, func(to *model.Def) { referred[to] = referred[to] || to != d })
	}
	out := map[*model.Def]bool{}
	for _, d := range s.Defs {
		if !d.Inline && !referred[d] || d == s.Root {
			out[d] = true
		}
	}
	return out
}

// Entries are the definitions that are documents of their own, in the order of the schema: the root, and those that no
// other refers to.
func Entries(s *model.Schema) []*model.Def {
	entries := entriesOf(s)
	return slices.DeleteFunc(slices.Clone(s.Defs), func(d *model.Def) bool { return !entries[d] })
}

// eachRef visits the definitions that one refers to.
func eachRef(d *model.Def, visit func(*model.Def)) {
	var walk func(t model.Type)
	walk = func(t model.Type) {
		switch t := t.(type) {
		case model.Ref:
			visit(t.Def)
		case model.List:
			walk(t.Elem)
		case model.Map:
			walk(t.Elem)
		case model.Nullable:
			walk(t.Elem)
		case *model.Object:
			for _, p := range t.Parts {
				visit(p)
			}
			for _, p := range t.Properties {
				walk(p.Type)
			}
		case *model.Union:
			for _, m := range t.Members {
				visit(m.Def)
			}
		case *model.KindUnion:
			for _, m := range t.Members {
				walk(m.Type)
			}
		}
	}
	walk(d.Type)
}

// comparer walks two schemas side by side, value by value.
type comparer struct {
	book          *book // nil where nothing is to be told, only whether anything differs
	before, after *Side
	// seen are the pairs that have been compared or are being compared: what leads back to itself adds nothing.
	seen    map[string]bool
	equals  *equalities
	empty   map[*model.Rule]*model.Rule // see unjudged
	differs bool
}

// equal tells whether two views demand the same. Pairs within that were found equal while this one was still taken to be
// are known to be no more, once it is not.
func (c *comparer) equal(old, fresh view) bool {
	key := old.key() + "|" + fresh.key()
	if known, ok := c.equals.known[key]; ok {
		return known
	}
	began := len(c.equals.taken)
	c.equals.known[key] = true
	c.equals.taken = append(c.equals.taken, key)
	quiet := &comparer{before: c.before, after: c.after, seen: map[string]bool{}, equals: c.equals, empty: c.empty}
	quiet.compare(old, fresh)
	if quiet.differs {
		for _, within := range c.equals.taken[began:] {
			delete(c.equals.known, within)
		}
		c.equals.taken = c.equals.taken[:began]
		c.equals.known[key] = false
	}
	return !quiet.differs
}

// equalities are the pairs of views that are equal or not, equal as long as that is being found out, and in which order
// they were taken for equal.
type equalities struct {
	known map[string]bool
	taken []string
}

// compare finds what changed for the value at one place.
func (c *comparer) compare(old, fresh view) {
	key := old.key() + "|" + fresh.key()
	if c.seen[key] || c.differs {
		return
	}
	c.seen[key] = true
	was, now := kindsOf(old.rules, old.picks), kindsOf(fresh.rules, fresh.picks)
	c.compareKinds(old, fresh, was, now)
	for _, family := range families {
		if was&family != noKinds && now&family != noKinds {
			c.compareFamily(old, fresh, family)
		}
	}
}

func (c *comparer) compareKinds(old, fresh view, was, now kinds) {
	if was == now {
		return
	}
	kind := TypeChanged
	switch {
	case was&^now == noKinds:
		kind = TypeWidened
	case now&^was == noKinds:
		kind = TypeNarrowed
	}
	c.tell(inNew, kind, fmt.Sprintf("from %s to %s", was, now), fmt.Sprintf("was %s and is %s", was, now),
		c.before.place(old.at()), c.after.place(fresh.at()))
}

func (c *comparer) compareFamily(old, fresh view, family kinds) {
	if family == objectKind && c.compareTagged(old, fresh) {
		return
	}
	f, g := factsOf(old, family), factsOf(fresh, family)
	c.compareValues(f, g)
	c.compareLimits(f, g)
	c.comparePatterns(f, g)
	switch family {
	case arrayKind:
		c.compareArrays(f, g)
	case objectKind:
		c.compareObjects(f, g)
	}
	c.compareChoices(f, g)
	c.compareOthers(f, g)
}

// tell notes a change at two places. The subject is that of the place it is primarily in.
func (c *comparer) tell(in side, kind Kind, detail, message string, old, fresh *Place) {
	c.differs = c.book == nil
	if c.book == nil {
		return
	}
	at := fresh
	if in == inOld || at == nil {
		at = old
	}
	name := "document"
	if at != nil {
		name = subject(at.Pointer)
	}
	c.book.add(in, &Change{Kind: kind, Subject: name, Detail: detail, Message: strings.TrimSpace(name + " " + message), Old: old, New: fresh})
}

// mainFile is the place of the file that a side's schema starts from.
func mainFile(s *Side) diag.Pos {
	if s.Model.Root != nil {
		return s.Model.Root.Pos
	}
	for _, d := range s.Model.Defs {
		return d.Pos
	}
	return diag.Pos{}
}

// where is the place in one side that answers to a rule of the other: that with its pointer, else the value's own.
func where(s *Side, other *model.Rule, otherwise *model.Rule) *Place {
	if p := s.same(other, mainFile(s)); p != nil {
		return p
	}
	return s.place(otherwise)
}
