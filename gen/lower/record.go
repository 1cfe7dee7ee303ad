package lower

import (
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// record is what an object is put together from, once its parts are.
type record struct {
	parts    []*model.Def
	own      []ownMember
	required []requiredMember
	closed   bool
	state    flattening
}

type flattening uint8

const (
	outlined flattening = iota
	underWay
	flat
)

// ownMember is a member that an object declares itself.
type ownMember struct {
	model.Property
	schema *resolve.Schema
	// never tells that the object must not have it.
	never bool
}

// requiredMember is a name in a list of required members.
type requiredMember struct {
	name    string
	pos     diag.Pos
	pointer string
}

// record is an object with named members, taking in those of others.
func (l *lowerer) record(f *facet, parts []*resolve.Schema) plan {
	return plan{class: recordClass, own: true, make: func(d *definition) model.Type {
		r := &record{closed: l.closes(f)}
		d.record = r
		for _, part := range parts {
			if ref, ok := l.shape(d, part, objectKind).(model.Ref); ok {
				r.parts = append(r.parts, ref.Def)
			}
		}
		for _, node := range f.nodes {
			for _, sub := range node.SubsOf("properties") {
				r.own = append(r.own, l.ownMember(d, sub))
			}
		}
		r.required = l.requiredMembers(f, parts, map[*resolve.Schema]bool{})
		l.noteBranches(d, f, parts)
		return &model.Object{}
	}}
}

// requiredMembers are the names that a facet requires, those that its parts do left out.
func (l *lowerer) requiredMembers(f *facet, parts []*resolve.Schema, seen map[*resolve.Schema]bool) []requiredMember {
	var out []requiredMember
	for _, ref := range f.refs {
		if !seen[ref] && !slices.Contains(parts, ref) {
			seen[ref] = true
			out = append(out, l.requiredMembers(l.facet(ref, objectKind), nil, seen)...)
		}
	}
	for _, node := range f.nodes {
		if n := node.Keyword("required"); n != nil {
			for i, item := range n.Items {
				out = append(out, requiredMember{item.Text, item.Pos, fmt.Sprintf("%s/required/%d", node.DocPointer, i)})
			}
		}
	}
	return out
}

func (l *lowerer) ownMember(d *definition, sub resolve.Sub) ownMember {
	s := sub.Schema
	m := ownMember{schema: s, Property: model.Property{Name: sub.Name, Pos: s.Pos, Pointer: s.DocPointer}}
	if l.never(s) {
		m.never = true
		return m
	}
	l.documented[s] |= asProperty
	m.Doc = text(s, "description")
	if m.Doc == "" {
		m.Doc = text(s, "title")
	}
	if n := s.Keyword("default"); n != nil {
		m.Default = jsonText(n)
	}
	m.Deprecated = text(s, "deprecated") == "true"
	m.Type = l.shape(d, s, allKinds)
	return m
}

// noteBranches notes that an object may have members by choices that its type does not show.
func (l *lowerer) noteBranches(d *definition, f *facet, parts []*resolve.Schema) {
	has := l.ownMembers(f)
	for _, part := range parts {
		has = append(has, l.memberNames(part, map[*resolve.Schema]bool{})...)
	}
	choices := slices.Clone(f.choices)
	for _, ref := range f.refs {
		if !slices.Contains(parts, ref) {
			choices = append(choices, choice{at: f.schema, branches: []*resolve.Schema{ref}})
		}
	}
	for _, c := range choices {
		for _, b := range c.branches {
			for _, name := range l.memberNames(b, map[*resolve.Schema]bool{}) {
				if !slices.Contains(has, name) {
					l.noteType(Loose, d, c.at, c.keyword,
						fmt.Sprintf("members that only a choice beside the object's own declares, such as %q, are no fields of its type", name),
						`declare them in "properties", or give each branch a required constant and no member beside them`)
					return
				}
			}
		}
	}
}

// joinParts finds the objects that an object takes in.
func (l *lowerer) joinParts(d *definition) {
	if d.record == nil {
		return
	}
	o := d.Type.(*model.Object)
	for _, name := range d.record.parts {
		if part := l.follow(name); part.record != nil && !slices.Contains(o.Parts, part.Def) {
			o.Parts = append(o.Parts, part.Def)
		}
	}
}

// flatten puts an object's members together: those of its parts, then its own.
func (l *lowerer) flatten(d *definition) {
	r := d.record
	if r == nil || r.state != outlined {
		return
	}
	r.state = underWay
	o := d.Type.(*model.Object)
	var gone []string
	for _, name := range o.Parts {
		part := l.byDef[name]
		l.flatten(part)
		from := part.Type.(*model.Object)
		r.closed = r.closed || from.Closed
		for _, p := range from.Properties {
			taken := *p
			if taken.From == nil {
				taken.From = part.Def
			}
			l.merge(d, o, taken)
		}
	}
	for _, m := range r.own {
		if m.never {
			gone = append(gone, m.Name)
			l.note(Loose, m.schema, "", "no value is valid here, so that the object has no such member", "")
			continue
		}
		l.merge(d, o, m.Property)
	}
	o.Properties = slices.DeleteFunc(o.Properties, func(p *model.Property) bool { return slices.Contains(gone, p.Name) })
	for _, m := range r.required {
		if p := member(o, m.name); p != nil {
			p.Required = true
		} else if !r.closed && !slices.Contains(gone, m.name) {
			o.Properties = append(o.Properties, &model.Property{
				Name: m.name, Type: model.Any{}, Required: true, Pos: m.pos, Pointer: m.pointer,
			})
		}
	}
	o.Closed = r.closed
	r.state = flat
}

// member is a property of an object by its name, nil where it has none.
func member(o *model.Object, name string) *model.Property {
	i := slices.IndexFunc(o.Properties, func(p *model.Property) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return o.Properties[i]
}

// merge adds a property, or narrows the one of its name that stands there already.
func (l *lowerer) merge(d *definition, o *model.Object, p model.Property) {
	before := member(o, p.Name)
	if before == nil {
		o.Properties = append(o.Properties, &p)
		return
	}
	t, ok := l.meet(before.Type, p.Type)
	if !ok {
		t = model.Any{}
		l.notes = append(l.notes, Note{Kind: Loose, Def: d.Def, Diagnostic: diag.Diagnostic{
			Pos: p.Pos, Pointer: p.Pointer,
			Message: fmt.Sprintf("%q has no type that fits both this and %s, so that it is any JSON in %s", p.Name, before.Pointer, d.Key),
		}})
	}
	before.Type = t
	before.Required = before.Required || p.Required
	before.Deprecated = before.Deprecated || p.Deprecated
	if p.From == nil {
		before.Pos, before.Pointer = p.Pos, p.Pointer
	}
	if p.Doc != "" && (p.From == nil || before.Doc == "") {
		before.Doc = p.Doc
	}
	if p.Default != "" && (p.From == nil || before.Default == "") {
		before.Default = p.Default
	}
}
