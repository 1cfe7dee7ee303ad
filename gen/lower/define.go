package lower

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// facetKey is what a definition is made of: a schema, and which kinds of values it is about. That is all that the schema
// takes, but for a shape inside another one of the same schema: the object of {"type": ["object", "null"], ...}.
type facetKey struct {
	schema *resolve.Schema
	kinds  kindSet
}

// definition is a definition of the model on its way there.
type definition struct {
	*model.Def
	facetKey
	inside []*definition // those that stand in it, in the order in which they were found
	// make gives its type.
	make func(*definition) model.Type
	// record is what its type is put together from when it is an object, see record.go.
	record *record
	// branches are the members of a union, see union.go.
	branches []unionBranch
	// target tells that a reference leads to it, so that it is kept even if no type needs it.
	target bool
}

// findTargets notes what references lead to: each of these schemas is a definition, wherever it stands.
func (l *lowerer) findTargets() {
	l.targets = map[*resolve.Schema]bool{}
	for _, s := range everySchema(l.graph) {
		for _, r := range s.Refs {
			l.targets[r.Target] = true
		}
		if isNamed(s) {
			l.targets[s] = true
		}
	}
}

// isNamed tells whether a schema has a name of its own at the root of its file.
func isNamed(s *resolve.Schema) bool {
	return s.Parent != nil && s.Parent.Parent == nil && nameIn(s, "$defs", "definitions") != ""
}

// nameIn is the name that a schema has under one of its parent's keywords, empty where it is not there.
func nameIn(s *resolve.Schema, keywords ...string) string {
	for _, sub := range s.Parent.Subs {
		if sub.Schema == s && slices.Contains(keywords, sub.Keyword) {
			return sub.Name
		}
	}
	return ""
}

// mainDefinitions makes the definitions of the main file: what it stands for, and what it names.
func (l *lowerer) mainDefinitions() {
	root := l.graph.Root
	var named []*resolve.Schema
	for _, sub := range root.Subs {
		if isNamed(sub.Schema) {
			named = append(named, sub.Schema)
		}
	}
	alias := rootAlias(root)
	if alias != nil && alias.Base != root.Base && len(l.dynamic) > 0 {
		alias = nil // the way through the root decides where dynamic references lead
	}
	l.alias = alias
	if alias == nil && (stands(root) || l.targets[root] || len(named) == 0) {
		l.root = l.definitionOf(root).Def
	}
	for _, s := range named {
		l.definitionOf(s)
	}
	if alias != nil {
		l.root = l.definitionOf(alias).Def
	}
}

// rootAlias is the schema that a root refers to when it says nothing else, nil otherwise.
func rootAlias(root *resolve.Schema) *resolve.Schema {
	for _, m := range root.Node.Members {
		if root.Keyword(m.Key) != nil && asserts(root.Dialect, m.Key) && m.Key != "$ref" {
			return nil
		}
	}
	return root.Ref("$ref")
}

// stands tells whether a root asserts anything itself.
func stands(root *resolve.Schema) bool {
	return root.Node.Kind == load.Bool || slices.ContainsFunc(root.Node.Members, func(m load.Member) bool {
		return root.Keyword(m.Key) != nil && asserts(root.Dialect, m.Key)
	})
}

// definitionOf is the definition of all that a schema takes.
func (l *lowerer) definitionOf(s *resolve.Schema) *definition {
	if s == l.graph.Root && l.alias != nil {
		return l.definitionOf(l.alias)
	}
	key := facetKey{s, l.kindsOf(s)}
	if d, ok := l.defs[key]; ok {
		return d
	}
	d := l.newDefinition(key, l.keyOf(s))
	d.target = l.targets[s]
	d.Inline = s.Parent != nil && nameIn(s, "$defs", "definitions") == ""
	d.make = func(d *definition) model.Type { return l.classify(s, key.kinds).make(d) }
	return d
}

// newDefinition is a definition by a name that may have to give way.
func (l *lowerer) newDefinition(key facetKey, name string) *definition {
	s := key.schema
	d := &definition{facetKey: key, Def: &model.Def{
		Title: text(s, "title"), Doc: text(s, "description"), Deprecated: text(s, "deprecated") == "true",
		Pos: s.Pos, Pointer: s.DocPointer,
	}}
	l.documented[s] |= asDefinition
	if owner := l.owner(key); owner != nil {
		owner.inside = append(owner.inside, d)
	} else {
		l.top = append(l.top, d)
	}
	l.defs[key] = d
	l.all = append(l.all, d)
	l.byDef[d.Def] = d
	l.bySchema[s] = append(l.bySchema[s], d)
	l.claim(d, name)
	return d
}

// owner is the definition that one stands in, nil for one that stands in none.
func (l *lowerer) owner(key facetKey) *definition {
	if made := l.bySchema[key.schema]; len(made) > 0 {
		return made[0]
	}
	if isNamed(key.schema) {
		return nil
	}
	for s := key.schema.Parent; s != nil; s = s.Parent {
		if made := l.bySchema[s]; len(made) > 0 {
			return made[0]
		}
	}
	return nil
}

// claim gives a definition its key. What the schema names itself keeps its name; two of those with one name are an
// error. What is only called after its place gives way.
func (l *lowerer) claim(d *definition, name string) {
	first, taken := l.keys[name]
	given := func(d *definition) bool {
		return d.kinds == l.kindsOf(d.schema) && (isNamed(d.schema) || d.schema.Parent == nil)
	}
	switch {
	case !taken && (!l.reserved(name) || isNamed(d.schema)):
	case taken && given(d) && given(first) && d.schema != l.graph.Root && !l.opts.RulesOnly:
		l.clash(name, first, d)
	default:
		name = l.free(name, d)
	}
	d.Key = name
	l.keys[name] = d
}

// reserved tells whether the main file names a definition so.
func (l *lowerer) reserved(name string) bool {
	return slices.ContainsFunc(l.graph.Root.Subs, func(sub resolve.Sub) bool {
		return sub.Name == name && isNamed(sub.Schema)
	})
}

// free is a name like the one wanted that nobody has: by the kind of the values, then by numbers.
func (l *lowerer) free(name string, d *definition) string {
	taken := func(name string) bool { return l.keys[name] != nil || l.reserved(name) }
	var tail string
	switch s := d.schema; {
	case s.Parent == nil:
		tail = "document"
	case s.Parent.Sub("items") == s:
		tail = "item"
	case d.kinds.isOneFamily():
		tail = d.kinds.modelKind().String()
	default:
		tail = "value"
	}
	name += "." + tail
	for i := 2; taken(name); i++ {
		name = fmt.Sprintf("%s%d", strings.TrimRight(name, "0123456789"), i)
	}
	return name
}

func (l *lowerer) clash(name string, one, two *definition) {
	for _, pair := range [][2]*definition{{one, two}, {two, one}} {
		l.faults.Add(diag.Diagnostic{
			Pos: pair[0].Pos, Pointer: pair[0].Pointer,
			Message: fmt.Sprintf("the definition %q has the same name as the one at %s: %s", name, pair[1].Pos, pair[1].Pointer),
			Hint:    fmt.Sprintf("rename one of them and the references to it, %q to %q for instance", name, name+"2"),
		})
	}
}

// keyOf is what a schema is called: by its own name, or by its owner's and the way from there. Keywords that only say
// how values are put together leave no trace in it: the items of a property are called like the property.
func (l *lowerer) keyOf(s *resolve.Schema) string {
	if s.Parent == nil {
		return rootName(s)
	}
	if isNamed(s) {
		return nameIn(s, "$defs", "definitions")
	}
	owner := ""
	if made := l.bySchema[s.Parent]; len(made) > 0 {
		owner = made[0].Key + "."
	} else if p := s.Parent; p.Parent != nil || stands(p) {
		owner = l.keyOf(p) + "."
	}
	for _, sub := range s.Parent.Subs {
		if sub.Schema != s {
			continue
		}
		switch sub.Keyword {
		case "properties", "$defs", "definitions":
			return owner + sub.Name
		case "allOf", "anyOf", "oneOf", "items", "prefixItems", "additionalItems", "unevaluatedItems", "additionalProperties",
			"patternProperties", "unevaluatedProperties":
			return strings.TrimSuffix(owner, ".")
		}
		return owner + sub.Keyword
	}
	return owner + s.DocPointer[strings.LastIndexByte(s.DocPointer, '/')+1:] // under an unknown keyword
}

// rootName is what a file is called: its title, or its own name.
func rootName(s *resolve.Schema) string {
	if title := text(s, "title"); title != "" {
		return title
	}
	name := path.Base(s.File.Name)
	for _, ext := range []string{".json", ".schema"} {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

// ordered are the definitions in the model's order: each followed by those that stand in it. Shapes that no type turned
// out to need are left out.
func (l *lowerer) ordered() []*model.Def {
	used := l.used()
	var out []*model.Def
	var visit func(*definition)
	visit = func(d *definition) {
		if used[d.Def] {
			out = append(out, d.Def)
		}
		for _, in := range d.inside {
			visit(in)
		}
	}
	for _, d := range l.top {
		visit(d)
	}
	return out
}

// used are the definitions that the schema names, that references lead to, or that a used one's type needs.
func (l *lowerer) used() map[*model.Def]bool {
	used := map[*model.Def]bool{}
	var visit func(*model.Def)
	visit = func(d *model.Def) {
		if used[d] {
			return
		}
		used[d] = true
		eachRef(d.Type, visit)
	}
	for _, d := range l.all {
		if d.target || d.schema.Parent == nil {
			visit(d.Def)
		}
	}
	return used
}

// eachRef visits the definitions that a type names.
func eachRef(t model.Type, visit func(*model.Def)) {
	switch t := t.(type) {
	case model.Ref:
		visit(t.Def)
	case model.List:
		eachRef(t.Elem, visit)
	case model.Map:
		eachRef(t.Elem, visit)
	case model.Nullable:
		eachRef(t.Elem, visit)
	case *model.Object:
		for _, part := range t.Parts {
			visit(part)
		}
		for _, p := range t.Properties {
			eachRef(p.Type, visit)
		}
	case *model.Union:
		for _, m := range t.Members {
			visit(m.Def)
		}
	case *model.KindUnion:
		for _, m := range t.Members {
			eachRef(m.Type, visit)
		}
	}
}
