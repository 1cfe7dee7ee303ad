// Package wiretest makes models for tests out of as much JSON Schema as they need, so that a test shows its schema and not
// how one is built. It is no lowering: it knows what a union looks like, and takes everything else at its word.
package wiretest

import (
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/model"
)

// Model reads a schema with its definitions under "$defs". It has the keywords $ref, type, properties, required, items,
// additionalProperties, enum, const, oneOf, allOf, maximum, title, description, default and deprecated.
func Model(t testing.TB, file, src string) *model.Schema {
	t.Helper()
	r := &reader{t: t, defs: map[string]*model.Def{}, nodes: map[*model.Def]*node{}, out: &model.Schema{}}
	root := parse(t, file, src)
	r.out.Title, r.out.Doc = root.text("title"), root.text("description")
	defs := root.get("$defs")
	for _, key := range defs.keys {
		d := r.declare(key, defs.get(key))
		r.defs[key] = d
	}
	for _, key := range defs.keys {
		d := r.defs[key]
		r.out.Defs = append(r.out.Defs, d)
		d.Type = r.typ(defs.get(key), d, d.Key)
	}
	for _, d := range r.defs {
		if u, ok := d.Type.(*model.Union); ok {
			r.findTag(d, u)
		}
	}
	for _, key := range defs.keys {
		r.inherit(r.defs[key])
	}
	if ref := root.text("$ref"); ref != "" {
		r.out.Root = r.ref(ref)
	}
	return r.out
}

type reader struct {
	t     testing.TB
	defs  map[string]*model.Def
	nodes map[*model.Def]*node
	out   *model.Schema
	done  map[*model.Def]bool
}

func (r *reader) declare(key string, n *node) *model.Def {
	deprecated := n.get("deprecated") != nil
	d := &model.Def{Key: key, Title: n.text("title"), Doc: n.text("description"), Deprecated: deprecated, Pos: n.pos, Pointer: n.pointer}
	r.nodes[d] = n
	return d
}

func (r *reader) ref(ref string) *model.Def {
	d := r.defs[strings.TrimPrefix(ref, "#/$defs/")]
	if d == nil {
		r.t.Fatalf("no definition %s", ref)
	}
	return d
}

// typ is the shape of a schema. owner is the definition whose own type it is, nil for one inside; path names that one.
func (r *reader) typ(n *node, owner *model.Def, path string) model.Type {
	own := func(make func(d *model.Def) model.Type) model.Type {
		if owner != nil {
			return make(owner)
		}
		d := r.declare(path, n)
		d.Inline = true
		r.out.Defs = append(r.out.Defs, d)
		d.Type = make(d)
		return model.Ref{Def: d}
	}
	switch {
	case n.get("$ref") != nil:
		return model.Ref{Def: r.ref(n.text("$ref"))}
	case n.get("const") != nil:
		return model.Const{Value: n.text("const")}
	case n.get("enum") != nil:
		return own(func(*model.Def) model.Type {
			e := &model.Enum{}
			for _, v := range n.get("enum").items {
				e.Values = append(e.Values, model.EnumValue{Value: v.value.(string), Pos: v.pos})
			}
			return e
		})
	case n.get("oneOf") != nil:
		return own(func(*model.Def) model.Type { return r.choice(n, path) })
	case n.get("type") != nil && n.get("type").items != nil:
		inner := *n
		inner.members = map[string]*node{}
		for k, v := range n.members {
			inner.members[k] = v
		}
		inner.members["type"] = n.get("type").items[0]
		return model.Nullable{Elem: r.typ(&inner, nil, path)}
	case n.get("properties") != nil || n.get("allOf") != nil:
		return own(func(d *model.Def) model.Type { return r.object(n, path) })
	}
	return r.simple(n, path)
}

func (r *reader) simple(n *node, path string) model.Type {
	switch n.text("type") {
	case "string":
		return model.String{}
	case "boolean":
		return model.Bool{}
	case "number":
		return model.Number{}
	case "integer":
		return model.Int{Unsigned: n.unsigned()}
	case "array":
		return model.List{Elem: r.typ(n.get("items"), nil, path)}
	case "object":
		if rest := n.get("additionalProperties"); rest != nil && len(rest.keys) > 0 {
			return model.Map{Elem: r.typ(rest, nil, path)}
		}
		return model.OpenObject{}
	}
	return model.Any{}
}

// choice is a union by JSON type if a member says its type, else one by discriminator.
func (r *reader) choice(n *node, path string) model.Type {
	if n.get("oneOf").items[0].get("type") == nil {
		u := &model.Union{}
		for _, m := range n.get("oneOf").items {
			u.Members = append(u.Members, model.UnionMember{Def: r.ref(m.text("$ref"))})
		}
		return u
	}
	u := &model.KindUnion{}
	for _, m := range n.get("oneOf").items {
		for k := model.KindNull; k <= model.KindObject; k++ {
			if k.String() == m.text("type") {
				u.Members = append(u.Members, model.KindMember{Kind: k, Type: r.typ(m, nil, path)})
			}
		}
	}
	return u
}

func (r *reader) object(n *node, path string) *model.Object {
	o := &model.Object{}
	if all := n.get("allOf"); all != nil {
		for _, p := range all.items {
			o.Parts = append(o.Parts, r.ref(p.text("$ref")))
		}
	}
	required := map[string]bool{}
	if list := n.get("required"); list != nil {
		for _, v := range list.items {
			required[v.value.(string)] = true
		}
	}
	if props := n.get("properties"); props != nil {
		for _, name := range props.keys {
			p := props.get(name)
			o.Properties = append(o.Properties, &model.Property{
				Name: name, Doc: p.text("description"), Type: r.typ(p, nil, path+"."+name),
				Required: required[name], Deprecated: p.get("deprecated") != nil, Pos: p.pos, Pointer: p.pointer,
			})
		}
	}
	return o
}

// findTag finds the member that holds a different constant in every member of a union.
func (r *reader) findTag(d *model.Def, u *model.Union) {
	values := func(m *model.Def) map[string]string {
		out := map[string]string{}
		if o, ok := m.Type.(*model.Object); ok {
			for _, p := range o.Properties {
				if c, ok := p.Type.(model.Const); ok {
					out[p.Name] = c.Value
				}
			}
		}
		return out
	}
	for name := range values(u.Members[0].Def) {
		all := true
		for _, m := range u.Members {
			_, ok := values(m.Def)[name]
			all = all && ok
		}
		if all {
			u.Tag = name
		}
	}
	if u.Tag == "" {
		r.t.Fatalf("%s has no discriminator", d.Key)
	}
	for i, m := range u.Members {
		u.Members[i].Value = values(m.Def)[u.Tag]
	}
}

// inherit puts the properties of an object's parts before its own.
func (r *reader) inherit(d *model.Def) {
	if r.done == nil {
		r.done = map[*model.Def]bool{}
	}
	o, ok := d.Type.(*model.Object)
	if !ok || r.done[d] {
		return
	}
	r.done[d] = true
	own := map[string]*model.Property{}
	for _, p := range o.Properties {
		own[p.Name] = p
	}
	var all []*model.Property
	seen := map[string]bool{}
	for _, part := range o.Parts {
		r.inherit(part)
		for _, p := range part.Type.(*model.Object).Properties {
			if seen[p.Name] {
				continue
			}
			seen[p.Name] = true
			q := *p
			if narrowed := own[p.Name]; narrowed != nil {
				q = *narrowed
				q.Required = q.Required || p.Required
				if q.Doc == "" {
					q.Doc = p.Doc
				}
			}
			if q.From == nil {
				q.From = part
			}
			all = append(all, &q)
		}
	}
	for _, p := range o.Properties {
		if !seen[p.Name] {
			all = append(all, p)
		}
	}
	o.Properties = all
}
