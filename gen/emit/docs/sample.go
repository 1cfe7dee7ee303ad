package docs

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/gen/model"
)

// node is an example of a JSON value. Exactly what its type needs is set: text for scalars (as JSON), names and items
// for objects, items for arrays.
type node struct {
	kind  model.Kind
	text  string   // the JSON text of a scalar
	names []string // of an object's members, beside items
	items []*node
	// def is the object definition that it is an example of, nil for others.
	def *model.Def
}

func (n *node) get(name string) *node {
	for i, s := range n.names {
		if s == name {
			return n.items[i]
		}
	}
	return nil
}

// maxDepth is how many objects deep an example shows optional members; below it only what is required is shown.
const maxDepth = 1

// example makes an example of a definition: at the top every member it may have, further down those it must have.
func example(d *model.Def) *node {
	return sample(model.Ref{Def: d}, d.Rule, "value", 0)
}

// sample makes an example of a type. The rule, where there is one, narrows texts and numbers; the name is the member's.
func sample(t model.Type, rule *model.Rule, name string, depth int) *node {
	switch t := t.(type) {
	case model.Ref:
		if o, ok := t.Def.Type.(*model.Object); ok {
			return sampleObject(t.Def, o, depth)
		}
		return sample(t.Def.Type, t.Def.Rule, name, depth)
	case model.Any:
		return object([]string{"any"}, quoted("JSON"))
	case model.OpenObject:
		return object([]string{"key"}, quoted("value"))
	case model.String:
		return quoted(sampleText(name, rule))
	case model.Const:
		return quoted(t.Value)
	case *model.Enum:
		return quoted(t.Values[0].Value)
	case model.Bool:
		return &node{kind: model.KindBoolean, text: "true"}
	case model.Int:
		return &node{kind: model.KindNumber, text: "1"}
	case model.Number:
		return &node{kind: model.KindNumber, text: "0.5"}
	case model.List:
		return &node{kind: model.KindArray, items: []*node{sample(t.Elem, itemRule(rule), strings.TrimSuffix(name, "s"), depth+1)}}
	case model.Map:
		return object([]string{"key"}, sample(t.Elem, nil, name, depth+1))
	case model.Nullable:
		return sample(t.Elem, rule, name, depth)
	case *model.Union:
		return sample(model.Ref{Def: t.Members[0].Def}, nil, name, depth)
	case *model.KindUnion:
		return sample(t.Members[0].Type, rule, name, depth)
	}
	panic("docs: no example of such a type")
}

func sampleObject(d *model.Def, o *model.Object, depth int) *node {
	n := &node{kind: model.KindObject, def: d}
	for _, p := range o.Properties {
		if !p.Required && depth >= maxDepth {
			continue
		}
		n.names = append(n.names, p.Name)
		n.items = append(n.items, sample(p.Type, propertyRule(d.Rule, p.Name), p.Name, depth+1))
	}
	return n
}

func object(names []string, items ...*node) *node {
	return &node{kind: model.KindObject, names: names, items: items}
}

func quoted(s string) *node {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always has a JSON form
	}
	return &node{kind: model.KindString, text: string(b)}
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

// compact is the node as JSON on one line.
func (n *node) compact() string {
	var b strings.Builder
	n.write(&b, "", "")
	return b.String()
}

// indented is the node as JSON that people read.
func (n *node) indented() string {
	var b strings.Builder
	n.write(&b, "\n", "  ")
	return b.String()
}

func (n *node) write(b *strings.Builder, newline, indent string) {
	open, shut := "{", "}"
	switch n.kind {
	case model.KindArray:
		open, shut = "[", "]"
	case model.KindObject:
	default:
		b.WriteString(n.text)
		return
	}
	b.WriteString(open)
	inner := newline
	if newline != "" {
		inner += indent
	}
	for i, item := range n.items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(inner)
		if n.kind == model.KindObject {
			b.WriteString(quoted(n.names[i]).text + ":")
			if newline != "" {
				b.WriteByte(' ')
			}
		}
		item.write(b, inner, indent)
	}
	if len(n.items) > 0 {
		b.WriteString(newline)
	}
	b.WriteString(shut)
}
