package diff

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/emit/golang"
	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/wire"
)

// Side is one of the two schemas, with what is generated from it.
type Side struct {
	Model *model.Schema
	// Wire is nil where there is no protobuf to compare.
	Wire *wire.Schema
	// Go are the emitted files, none where there is no Go to compare. Names are their names.
	Go    []golang.File
	Names *names.Names
	// Locate is the place of what a pointer leads to in a file, false where it leads nowhere. It may be nil.
	Locate func(file, pointer string) (diag.Pos, bool)
}

// Place is where something stands in one of the schemas.
type Place struct {
	File    string `json:"file"`
	Line    int    `json:"line"` // from 1
	Col     int    `json:"col"`  // from 1, in bytes
	Pointer string `json:"pointer,omitempty"`
}

// String is the place as compilers write it.
func (p Place) String() string { return diag.Pos{File: p.File, Line: p.Line, Col: p.Col}.String() }

// Change is one difference between two schemas.
type Change struct {
	Kind Kind `json:"kind"`
	// Subject is what changed, by names of the schema: "Line", "Said.text", "Said.tags[]".
	Subject string `json:"subject"`
	// Detail tells changes of one kind to one subject apart: the value that was added, the keyword. It may be empty.
	Detail  string `json:"detail,omitempty"`
	Message string `json:"message"`
	// Old and New are where it stands. What was added has the place of what it was added to in Old, and what was removed
	// that of what it was removed from in New; nil where there is no such place.
	Old *Place `json:"old"`
	New *Place `json:"new"`
	// Effects are by class, one for each class that there is something to say about.
	Effects []Effect `json:"effects"`
	// Advice is what to do about it, empty where there is nothing to do.
	Advice string `json:"advice,omitempty"`
	// Accepted is the reason for which the break was recorded as accepted.
	Accepted string `json:"accepted,omitempty"`
}

// ID names the change in a record of accepted breaks. It has no place in it, which moves with every edit.
func (c *Change) ID() string {
	id := string(c.Kind) + " " + c.Subject
	if c.Detail != "" {
		id += " " + c.Detail
	}
	return id
}

// Level is what the change means at worst to any of some classes.
func (c *Change) Level(classes ...Class) Level {
	worst := Safe
	for _, e := range c.Effects {
		if slices.Contains(classes, e.Class) {
			worst = max(worst, e.Level)
		}
	}
	return worst
}

// Worst is what the change means at worst to anybody.
func (c *Change) Worst() Level { return c.Level(Readers, Writers, Wire, WireJSON, GoCode) }

// MarshalJSON is the change with its level at worst, so that a machine need not know how levels compare.
func (c *Change) MarshalJSON() ([]byte, error) {
	type plain Change
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		Level Level `json:"level"`
		*plain
	}{c.Worst(), (*plain)(c)})
	return b.Bytes(), err
}

// Compare says what changed between two schemas, in the order of the new one, what was removed last. Order, descriptions,
// identifiers, and which definition holds what by reference or allOf are no changes.
func Compare(before, after *Side) []*Change {
	b := &book{before: before, after: after, byPlace: map[string]*Change{}, known: map[string]bool{}, renamed: map[*model.Def]*model.Def{}}
	compareJSON(b)
	if before.Wire != nil && after.Wire != nil {
		compareWire(b)
	}
	if len(before.Go) > 0 && len(after.Go) > 0 {
		compareGo(b)
	}
	b.finish()
	return b.changes
}

// Whole is the change of a schema that came or went as a whole.
func Whole(kind Kind, file string) *Change {
	b := &book{byPlace: map[string]*Change{}, known: map[string]bool{}, after: &Side{}}
	c := &Change{Kind: kind, Subject: path.Base(file), Message: rowOf(kind).What + ": " + path.Base(file)}
	at := &Place{File: file, Line: 1, Col: 1, Pointer: "#"}
	if kind == SchemaAdded {
		c.New = at
		b.add(inNew, c)
	} else {
		c.Old = at
		b.add(inOld, c)
	}
	return c
}

// book collects changes. What the wire and Go say of a place is put to what JSON says of it.
type book struct {
	before, after *Side
	changes       []*Change
	byPlace       map[string]*Change
	known         map[string]bool
	renamed       map[*model.Def]*model.Def // definitions that have another name: the old one by the new one
}

// side says which schema a change is primarily in: that which has what was added, removed or changed.
type side uint8

const (
	inNew side = iota
	inOld
)

func placeKey(in side, p *Place) string {
	if p == nil {
		return ""
	}
	return strconv.Itoa(int(in)) + " " + p.File + p.Pointer
}

// add notes a change of JSON, once.
func (b *book) add(in side, c *Change) {
	primary := c.New
	if in == inOld {
		primary = c.Old
	}
	key := placeKey(in, primary)
	id := key + "\n" + c.ID()
	if b.known[id] {
		return
	}
	b.known[id] = true
	if row := rowOf(c.Kind); row != nil && len(c.Effects) == 0 {
		readers, writers := row.Readers, row.Writers
		readers.Class, writers.Class = Readers, Writers
		c.Effects = append(c.Effects, readers, writers)
		if row.GoRisk != "" && len(b.after.Go) > 0 {
			c.Effects = append(c.Effects, Effect{GoCode, Risk, Gains, row.GoRisk})
		}
		c.Advice = cmp.Or(c.Advice, row.Advice)
	}
	b.changes = append(b.changes, c)
	b.also(in, c)
	if c.Old != nil && c.New != nil && subject(c.Old.Pointer) == subject(c.New.Pointer) { // it is in both
		b.also(inOld, c)
		b.also(inNew, c)
	}
}

// also lets what is attached to a place be put to a change.
func (b *book) also(in side, c *Change) {
	at := c.New
	if in == inOld {
		at = c.Old
	}
	if key := placeKey(in, at); b.byPlace[key] == nil {
		b.byPlace[key] = c
	}
}

// at is the change of JSON at the place of another one, or at a keyword there; nil where there is none.
func (b *book) at(in side, c *Change) *Change {
	primary := c.New
	if in == inOld {
		primary = c.Old
	}
	if primary == nil || primary.Pointer == "" {
		return nil
	}
	if c := b.byPlace[placeKey(in, primary)]; c != nil {
		return c
	}
	i := slices.IndexFunc(b.changes, func(c *Change) bool {
		for _, p := range []*Place{c.Old, c.New} {
			if p != nil && b.byPlace[placeKey(in, p)] == c && p.File == primary.File && keywordOnly(p.Pointer, primary.Pointer) {
				return true
			}
		}
		return false
	})
	if i < 0 {
		return nil
	}
	return b.changes[i]
}

// keywordOnly tells whether a pointer leads from another to one of its keywords, such as enum, or into its list.
func keywordOnly(pointer, from string) bool {
	rest, ok := strings.CutPrefix(pointer, from+"/")
	keyword, _, _ := strings.Cut(rest, "/")
	return ok && slices.Contains([]string{"enum", "const", "type"}, keyword)
}

// within is the first break to a member of the object at one of two places, nil where there is none.
func (b *book) within(old, fresh *Place) *Change {
	below := func(p, object *Place) bool {
		return p != nil && object != nil && p.File == object.File && strings.HasPrefix(p.Pointer, object.Pointer+"/properties/")
	}
	i := slices.IndexFunc(b.changes, func(c *Change) bool { return c.Worst() == Break && (below(c.Old, old) || below(c.New, fresh)) })
	if i < 0 {
		return nil
	}
	return b.changes[i]
}

// attach puts effects to the change at a place, or makes one of its own where JSON shows none there. What is safe and
// stands alone is left out where alone is false.
func (b *book) attach(in side, c *Change, alone bool) {
	to := b.at(in, c)
	if to == nil {
		if alone || c.Worst() > Safe {
			b.add(in, c)
		}
		return
	}
	to.take(c)
}

// take puts the effects and the advice of another change to those of one.
func (c *Change) take(from *Change) {
	worst := from.Worst()
	for _, e := range from.Effects {
		c.effect(e)
	}
	if worst == Break && from.Advice != "" && !strings.Contains(c.Advice, from.Advice) {
		c.Advice = strings.TrimPrefix(c.Advice+"; "+from.Advice, "; ")
	}
}

// effect puts an effect to those of its class: the worst is told first.
func (c *Change) effect(e Effect) {
	for i := range c.Effects {
		have := &c.Effects[i]
		if have.Class != e.Class {
			continue
		}
		if strings.Contains(have.Why, e.Why) {
			return
		}
		if e.Level > have.Level {
			have.Why, e.Why = e.Why, have.Why
			have.Level, have.Direction = e.Level, e.Direction
		}
		have.Why += "; " + e.Why
		return
	}
	c.Effects = append(c.Effects, e)
}

// finish sorts: by place in the new schema, then what is only in the old one.
func (b *book) finish() {
	for _, c := range b.changes {
		slices.SortStableFunc(c.Effects, func(x, y Effect) int { return cmp.Compare(x.Class, y.Class) })
	}
	slices.SortStableFunc(b.changes, func(x, y *Change) int {
		if (x.New == nil) != (y.New == nil) {
			if x.New == nil {
				return 1
			}
			return -1
		}
		p, q := x.New, y.New
		if p == nil {
			p, q = x.Old, y.Old
		}
		if p == nil || q == nil {
			return cmp.Compare(x.ID(), y.ID())
		}
		return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col), cmp.Compare(x.ID(), y.ID()))
	})
}

// place is where something below a rule stands, such as a keyword, or the rule itself; nil for no rule.
func (s *Side) place(r *model.Rule, below ...string) *Place {
	if r == nil {
		return nil
	}
	at := r.Pointer
	for _, token := range below {
		at += "/" + load.Token(token)
	}
	return s.placeOf(r.Pos, at)
}

// placeOf is a place whose pointer is known, in the line of what it leads to.
func (s *Side) placeOf(pos diag.Pos, pointer string) *Place {
	if s.Locate != nil && pointer != "" {
		if found, ok := s.Locate(pos.File, pointer); ok {
			pos = found
		}
	}
	return &Place{pos.File, pos.Line, pos.Col, pointer}
}

// valuePlace is the place of the i-th value of an enum.
func (s *Side) valuePlace(d *model.Def, v model.EnumValue, i int) *Place {
	return s.placeOf(v.Pos, d.Pointer+"/enum/"+strconv.Itoa(i))
}

// same is the place in the other side with the pointer of a rule, nil where there is none.
func (s *Side) same(r *model.Rule, main diag.Pos) *Place {
	if s.Locate == nil || r == nil {
		return nil
	}
	pos, ok := s.Locate(main.File, r.Pointer)
	if !ok {
		return nil
	}
	return &Place{pos.File, pos.Line, pos.Col, r.Pointer}
}

// subject names a place by the schema's names: "#/$defs/Said/properties/tags/items" is Said.tags[].
func subject(pointer string) string {
	decoded, err := url.PathUnescape(strings.TrimPrefix(pointer, "#"))
	if err != nil {
		decoded = strings.TrimPrefix(pointer, "#")
	}
	tokens, err := load.SplitPointer(decoded)
	if err != nil {
		return pointer
	}
	var out strings.Builder
	for i := 0; i < len(tokens); i++ {
		next := func() string {
			if i++; i < len(tokens) {
				return tokens[i]
			}
			return ""
		}
		switch tokens[i] {
		case "$defs", "definitions":
			out.Reset() // a definition is known by its name, wherever it stands
			out.WriteString(next())
		case "properties":
			if i+1 < len(tokens) { // else it is the keyword
				out.WriteString("." + next())
			}
		case "items", "prefixItems":
			out.WriteString("[]")
		case "additionalProperties":
			out.WriteString("{}")
		case "patternProperties":
			if next() != "" { // else it is the keyword
				out.WriteString("{}")
			}
		}
	}
	return cmp.Or(strings.TrimPrefix(out.String(), "."), "document")
}

func quote(s string) string { return strconv.Quote(s) }
