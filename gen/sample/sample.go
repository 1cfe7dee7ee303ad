// Package sample makes examples of definitions: small values that their schemas take and that show what there is. They
// are the same every time, and made for reading: on the reference page, and wherever a few documents are needed that
// nobody has written.
package sample

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/gen/model"
)

// Node is an example of a JSON value. Exactly what its kind needs is set: a text for scalars, names and items for objects,
// items for arrays.
type Node struct {
	Kind model.Kind
	// Text is the JSON text of a scalar.
	Text string
	// Names are those of an object's members, one for each of Items.
	Names []string
	Items []*Node
	// Def is the object definition that it is an example of, nil for others.
	Def *model.Def
}

// Get is the value of an object's member, nil where there is none of that name.
func (n *Node) Get(name string) *Node {
	for i, s := range n.Names {
		if s == name {
			return n.Items[i]
		}
	}
	return nil
}

// bottom is how many values deep lists and maps have something in them. A definition may contain itself.
const bottom = 8

// Of makes an example of a definition: at the top every member it may have, further down those it must have.
func Of(d *model.Def) *Node {
	return (&maker{shown: 1}).sample(model.Ref{Def: d}, d.Rule, "value", 0)
}

// Whole makes an example of a definition with every member that it and what it holds may have; only within itself a
// definition has no more than it must.
func Whole(d *model.Def) *Node {
	return (&maker{shown: bottom}).sample(model.Ref{Def: d}, d.Rule, "value", 0)
}

// Least makes an example of a definition that has only the members it must have.
func Least(d *model.Def) *Node {
	return (&maker{}).sample(model.Ref{Def: d}, d.Rule, "value", 0)
}

// maker makes one example.
type maker struct {
	shown  int // how many values deep optional members are shown; below that only what is required is
	within []*model.Def
}

// sample makes an example of a type. The rule, where there is one, narrows texts and numbers; the name is the member's.
func (m *maker) sample(t model.Type, rule *model.Rule, name string, depth int) *Node {
	switch t := t.(type) {
	case model.Ref:
		if o, ok := t.Def.Type.(*model.Object); ok {
			return m.sampleObject(t.Def, o, depth)
		}
		return m.sample(t.Def.Type, t.Def.Rule, name, depth)
	case model.Any:
		return object([]string{"any"}, Quoted("JSON"))
	case model.OpenObject:
		return object([]string{"key"}, Quoted("value"))
	case model.String:
		return Quoted(sampleText(name, rule))
	case model.Const:
		return Quoted(t.Value)
	case *model.Enum:
		return Quoted(t.Values[0].Value)
	case model.Bool:
		return &Node{Kind: model.KindBoolean, Text: "true"}
	case model.Int:
		return &Node{Kind: model.KindNumber, Text: "1"}
	case model.Number:
		return &Node{Kind: model.KindNumber, Text: "0.5"}
	case model.List:
		n := &Node{Kind: model.KindArray}
		if depth < bottom {
			n.Items = []*Node{m.sample(t.Elem, itemRule(rule), strings.TrimSuffix(name, "s"), depth+1)}
		}
		return n
	case model.Map:
		if depth >= bottom {
			return object(nil)
		}
		return object([]string{"key"}, m.sample(t.Elem, nil, name, depth+1))
	case model.Nullable:
		return m.sample(t.Elem, rule, name, depth)
	case *model.Union:
		return m.sample(model.Ref{Def: t.Members[0].Def}, nil, name, depth)
	case *model.KindUnion:
		return m.sample(t.Members[0].Type, rule, name, depth)
	}
	panic("sample: no example of such a type")
}

func (m *maker) sampleObject(d *model.Def, o *model.Object, depth int) *Node {
	n := &Node{Kind: model.KindObject, Def: d}
	again := slices.Contains(m.within, d)
	m.within = append(m.within, d)
	defer func() { m.within = m.within[:len(m.within)-1] }()
	for _, p := range o.Properties {
		if !p.Required && (depth >= m.shown || again) {
			continue
		}
		n.Names = append(n.Names, p.Name)
		n.Items = append(n.Items, m.sample(p.Type, propertyRule(d.Rule, p.Name), p.Name, depth+1))
	}
	return n
}

func object(names []string, items ...*Node) *Node {
	return &Node{Kind: model.KindObject, Names: names, Items: items}
}

// Quoted is a string.
func Quoted(s string) *Node {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always has a JSON form
	}
	return &Node{Kind: model.KindString, Text: string(b)}
}

// propertyRule is what a rule, or one it takes in, says of a member.
func propertyRule(r *model.Rule, name string) *model.Rule {
	var found *model.Rule
	each(r, func(a model.Assertion) {
		if p, ok := a.(model.Properties); ok {
			for _, n := range p.Named {
				if n.Name == name {
					found = n.Rule
				}
			}
		}
	})
	return found
}

func itemRule(r *model.Rule) *model.Rule {
	var found *model.Rule
	each(r, func(a model.Assertion) {
		if i, ok := a.(model.Items); ok && len(i.Prefix) == 0 {
			found = i.Rest
		}
	})
	return found
}

// each visits the assertions that hold of a value whichever it is: the rule's own and those of rules it takes in, which
// come first, so that what is said last is the narrower.
func each(r *model.Rule, visit func(model.Assertion)) {
	seen := map[*model.Rule]bool{}
	var walk func(*model.Rule)
	walk = func(r *model.Rule) {
		if r == nil || seen[r] {
			return
		}
		seen[r] = true
		for _, a := range r.Asserts {
			switch a := a.(type) {
			case model.Refer:
				walk(a.Rule)
			case model.AllOf:
				for _, r := range a.Rules {
					walk(r)
				}
			}
		}
		for _, a := range r.Asserts {
			visit(a)
		}
	}
	walk(r)
}

// sampleText is a text that speaks for its member and that its rule allows. Where none of those it knows is allowed it
// is one that is not, which a reader still understands.
func sampleText(name string, rule *model.Rule) string {
	own := strings.TrimSuffix(name, "Id") + "-1"
	for _, s := range []string{
		own, "/" + name, "", "a", "A", "1.0", "1.0.0", "2026-01-31T12:00:00Z", "2026-01-31", "https://example.com/",
		"sha256:" + strings.Repeat("0123456789abcdef", 4),
	} {
		if allowed(s, rule) {
			return s
		}
	}
	return own
}

func allowed(s string, rule *model.Rule) bool {
	ok := true
	each(rule, func(a model.Assertion) {
		switch a := a.(type) {
		case model.Pattern:
			re, err := regexp.Compile(a.RE2)
			ok = ok && err == nil && re.MatchString(s)
		case model.Size:
			n := uint64(utf8.RuneCountInString(s))
			ok = ok && !(a.Keyword == "minLength" && n < a.Limit) && !(a.Keyword == "maxLength" && n > a.Limit)
		}
	})
	return ok
}

// Compact is the value as JSON on one line.
func (n *Node) Compact() string {
	var b strings.Builder
	n.write(&b, "", "")
	return b.String()
}

// Indented is the value as JSON that people read.
func (n *Node) Indented() string {
	var b strings.Builder
	n.write(&b, "\n", "  ")
	return b.String()
}

func (n *Node) write(b *strings.Builder, newline, indent string) {
	open, shut := "{", "}"
	switch n.Kind {
	case model.KindArray:
		open, shut = "[", "]"
	case model.KindObject:
	default:
		b.WriteString(n.Text)
		return
	}
	b.WriteString(open)
	inner := newline
	if newline != "" {
		inner += indent
	}
	for i, item := range n.Items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(inner)
		if n.Kind == model.KindObject {
			b.WriteString(Quoted(n.Names[i]).Text + ":")
			if newline != "" {
				b.WriteByte(' ')
			}
		}
		item.write(b, inner, indent)
	}
	if len(n.Items) > 0 {
		b.WriteString(newline)
	}
	b.WriteString(shut)
}

// Unquoted is the text that a string stands for.
func (n *Node) Unquoted() string {
	var s string
	if err := json.Unmarshal([]byte(n.Text), &s); err != nil {
		panic(err) // Quoted made it
	}
	return s
}
