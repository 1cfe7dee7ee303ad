package resolve

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
)

// indexFile finds every schema of a file, and what each is called.
func (r *resolver) indexFile(f *File, node *load.Node, uri string, inherited Dialect) {
	f.Root = r.newSchema(node, nil, nil)
	f.Root.File, f.Root.Dialect = f, inherited
	f.Root.res = r.newResource(uri, f.Root)
	r.indexSchema(f.Root)
}

// isSchema tells whether a value is of a kind that schemas are of.
func isSchema(n *load.Node) bool { return n.Kind == load.Object || n.Kind == load.Bool }

// newSchema is a schema that inherits what it can from its parent, tokens being the way from there.
func (r *resolver) newSchema(node *load.Node, parent *Schema, tokens []string) *Schema {
	s := &Schema{Node: node, Pos: node.Pos, Parent: parent, Pointer: "#", DocPointer: "#"}
	if parent != nil {
		var below strings.Builder
		for _, token := range tokens {
			below.WriteByte('/')
			below.WriteString(load.Token(token))
		}
		s.File, s.res, s.Base, s.Dialect = parent.File, parent.res, parent.Base, parent.Dialect
		s.Pointer = parent.Pointer + below.String()
		s.DocPointer = parent.DocPointer + below.String()
	}
	r.schemas[node] = s
	r.all = append(r.all, s)
	return s
}

func (r *resolver) newResource(uri string, root *Schema) *resource {
	res := &resource{uri: uri, file: root.File, root: root, anchors: map[string]anchor{}}
	root.res, root.Base, root.Pointer = res, display(uri), "#"
	return res
}

// indexSchema reads what a schema says of itself and finds its subschemas, which the keyword table tells.
func (r *resolver) indexSchema(s *Schema) {
	known := r.chooseDialect(s)
	r.readID(s)
	if !known {
		r.giveUp(s)
	}
	if s.res.broken {
		return
	}
	r.readAnchors(s)
	for _, m := range s.Node.Members {
		k, ok := LookupKeyword(s.Dialect, m.Key)
		if !ok || s.Keyword(m.Key) == nil {
			continue
		}
		if k.Legacy && k.Place == Nowhere {
			r.refused[m.Value] = true
			r.errs.Add(diag.Diagnostic{
				Pos: m.KeyPos, Pointer: s.DocPointer + "/" + m.Key,
				Message: fmt.Sprintf("%q is not a keyword of %s any more", m.Key, s.Dialect),
				Hint:    "use " + strings.Replace(m.Key, "recursive", "dynamic", 1),
			})
		}
		if k.Reference {
			r.addRef(s, m)
		}
		r.addSubs(s, k, m.Value)
	}
}

// addSubs finds the subschemas in a keyword's value. A value of the wrong kind is left to the metaschema.
func (r *resolver) addSubs(s *Schema, k Keyword, value *load.Node) {
	add := func(node *load.Node, name string, tokens ...string) {
		if !isSchema(node) {
			return
		}
		sub := r.adopt(node, s, tokens)
		s.Subs = append(s.Subs, Sub{Keyword: k.Name, Name: name, Schema: sub})
	}
	whole := k.Place == Whole || k.Place == WholeOrEach
	each := k.Place == Each || k.Place == WholeOrEach
	named := k.Place == Named || k.Place == NamedOrNames
	switch {
	case whole:
		add(value, "", k.Name)
		if !each {
			return
		}
		fallthrough
	case each:
		for i, item := range value.Items {
			add(item, strconv.Itoa(i), k.Name, strconv.Itoa(i))
		}
	case named:
		for _, m := range value.Members {
			add(m.Value, m.Key, k.Name, m.Key)
		}
	}
}

// adopt makes a schema of a node and indexes it, or takes the one that a reference has already made of it.
func (r *resolver) adopt(node *load.Node, parent *Schema, tokens []string) *Schema {
	if s := r.schemas[node]; s != nil {
		s.Parent = parent
		return s
	}
	s := r.newSchema(node, parent, tokens)
	s.loose = parent.loose
	r.indexSchema(s)
	return s
}

// chooseDialect reads "$schema", which counts at the root of a resource. It returns false where nobody knows the dialect.
func (r *resolver) chooseDialect(s *Schema) (known bool) {
	if m := s.Node.Member("$schema"); m != nil && m.Value.Kind == load.String {
		d, ok := dialectByURI(m.Value.Text)
		switch {
		case !ok:
			r.errs.Add(diag.Diagnostic{
				Pos: m.Value.Pos, Pointer: s.DocPointer + "/$schema",
				Message: fmt.Sprintf(`"$schema" is %q, which is no supported dialect`, m.Value.Text), Hint: supportedDialects(),
			})
			return false
		case s.Parent == nil || s.Node.Get("$id") != nil:
			s.Dialect = d
		case d != s.Dialect:
			r.errs.Add(diag.Diagnostic{
				Pos: m.Value.Pos, Pointer: s.DocPointer + "/$schema",
				Message: fmt.Sprintf(`"$schema" is %s inside a schema of %s`, d, s.Dialect),
				Hint:    `only a file or a subschema with an "$id" may have a dialect of its own`,
			})
		}
	}
	if m := s.Node.Member("$vocabulary"); m != nil && s.Dialect >= Draft2019 {
		r.refused[m.Value] = true
		r.errs.Add(diag.Diagnostic{
			Pos: m.KeyPos, Pointer: s.DocPointer + "/$vocabulary",
			Message: `"$vocabulary" makes a dialect of its own, which is not supported`, Hint: supportedDialects(),
		})
	}
	return true
}

// giveUp leaves a schema in a dialect that nobody knows without names and parts.
func (r *resolver) giveUp(s *Schema) {
	if s.res.root != s {
		r.newResource(s.res.uri+s.DocPointer, s)
	}
	s.res.broken = true
}

// readID makes a resource of a schema with an "$id", and gives the file's root its names.
func (r *resolver) readID(s *Schema) {
	id := s.Keyword("$id")
	if s.Parent == nil {
		defer r.nameFile(s)
	}
	if id == nil || id.Kind != load.String {
		return
	}
	where := s.DocPointer + "/$id"
	if s.loose {
		r.errs.Add(diag.Diagnostic{
			Pos: id.Pos, Pointer: where, Message: `"$id" under an unknown keyword identifies nothing`,
			Hint: `move the schema into "` + defsKeyword(s.Dialect) + `"`,
		})
		return
	}
	ref, fragment, err := splitFragment(id.Text)
	var uri string
	if err == nil {
		uri, err = absolute(s.res.uri, ref)
	}
	if err != nil {
		r.errs.Addf(id.Pos, where, `"$id" is %q: %v`, id.Text, err)
		r.refused[id] = true
		return
	}
	if ref != "" {
		if s.Parent == nil {
			s.res.uri, s.Base = uri, display(uri)
		} else {
			r.newResource(uri, s)
		}
		r.register(s.res, id.Pos, where)
	}
	if fragment != "" && s.Dialect == Draft7 {
		r.addAnchor(s, fragment, "$id", id.Pos)
	}
}

// nameFile lets a file be found by the URI that led to it, also where its "$id" gives it another.
func (r *resolver) nameFile(root *Schema) {
	for _, uri := range []string{root.File.uri, root.res.uri} {
		if r.resources[uri] == nil {
			r.resources[uri] = root.res
		}
	}
}

func (r *resolver) register(res *resource, pos diag.Pos, where string) {
	if first := r.resources[res.uri]; first != nil && first != res {
		r.errs.Add(diag.Diagnostic{
			Pos: pos, Pointer: where,
			Message: fmt.Sprintf("duplicate identifier %s, first at %s", display(res.uri), first.place()),
			Hint:    "two schemas of one graph need two identifiers",
		})
		return
	}
	r.resources[res.uri] = res
}

// place is where a resource gets its URI.
func (res *resource) place() diag.Pos {
	if id := res.root.Keyword("$id"); id != nil {
		return id.Pos
	}
	return res.root.Pos
}

// readAnchors gives a schema the names that its resource knows it by.
func (r *resolver) readAnchors(s *Schema) {
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		_, known := LookupKeyword(s.Dialect, keyword)
		if name := s.Keyword(keyword); known && name != nil && name.Kind == load.String {
			r.addAnchor(s, name.Text, keyword, name.Pos)
		}
	}
	if k, known := LookupKeyword(s.Dialect, "$recursiveAnchor"); known && !k.Legacy {
		if v := s.Keyword("$recursiveAnchor"); v != nil && v.Text == "true" && s.res.root != s {
			r.errs.Add(diag.Diagnostic{
				Pos: v.Pos, Pointer: s.DocPointer + "/$recursiveAnchor",
				Message: `"$recursiveAnchor" is true where no resource begins`, Hint: `it belongs beside "$id" or at the root of the file`,
			})
		}
	}
}

func (r *resolver) addAnchor(s *Schema, name, keyword string, pos diag.Pos) {
	where := s.DocPointer + "/" + keyword
	if s.loose {
		r.errs.Add(diag.Diagnostic{
			Pos: pos, Pointer: where, Message: fmt.Sprintf("%q under an unknown keyword identifies nothing", keyword),
			Hint: `move the schema into "` + defsKeyword(s.Dialect) + `"`,
		})
		return
	}
	before, taken := s.res.anchors[name]
	if taken && before.schema != s {
		r.errs.Add(diag.Diagnostic{
			Pos: pos, Pointer: where, Message: fmt.Sprintf("duplicate anchor %q, first at %s", name, before.pos),
			Hint: "an anchor names one place of " + s.Base,
		})
		return
	}
	if !taken {
		s.res.anchors[name] = anchor{schema: s, pos: pos}
	}
}

// addRef notes a reference, to be linked when all files that are known by then have been indexed.
func (r *resolver) addRef(s *Schema, m load.Member) {
	if m.Value.Kind != load.String {
		return
	}
	s.Refs = append(s.Refs, Ref{Keyword: m.Key, Pos: m.Value.Pos})
	l := &link{from: s, index: len(s.Refs) - 1, text: m.Value.Text}
	ref, fragment, err := splitFragment(l.text)
	if err == nil {
		l.fragment = fragment
		l.uri, err = absolute(s.res.uri, ref)
	}
	switch {
	case err != nil:
		r.refuse(l, "", fmt.Sprintf("%q is %q: %v", m.Key, l.text, err))
		r.refused[m.Value] = true
	case m.Key == "$recursiveRef" && l.text != "#":
		r.refuse(l, "", fmt.Sprintf(`"$recursiveRef" is %q, and only "#" has a meaning`, l.text))
	default:
		r.pending = append(r.pending, l)
	}
}

// defsKeyword is where a dialect keeps schemas for reuse.
func defsKeyword(d Dialect) string {
	if d == Draft7 {
		return "definitions"
	}
	return "$defs"
}
