package resolve

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
)

// link gives every reference its static target. Files that a reference leads to are loaded on the way, and what they
// refer to is linked too.
func (r *resolver) link() {
	for len(r.pending) > 0 {
		l := r.pending[0]
		r.pending = r.pending[1:]
		res := r.resources[l.uri]
		if res == nil {
			found, why, hint := r.locate(l)
			if !found {
				r.refuse(l, hint, fmt.Sprintf("%q leads to %s, %s", l.ref().Keyword, display(l.uri), why))
				continue
			}
			res = r.resources[l.uri]
		}
		if res == nil || res.broken {
			continue // what is wrong there has been reported, and is the reason why there is no target
		}
		if target := r.target(l, res); target != nil {
			l.ref().Target = target
			if l.ref().Keyword != "$ref" {
				r.dynamic = append(r.dynamic, l)
			}
		}
	}
}

// target is what a reference's fragment names in a resource, nil where that has been reported as nothing.
func (r *resolver) target(l *link, res *resource) *Schema {
	switch {
	case l.fragment == "":
		return res.root
	case strings.HasPrefix(l.fragment, "/"):
		return r.pointed(l, res)
	}
	if a, ok := res.anchors[l.fragment]; ok {
		return a.schema
	}
	hint := didYouMean(l.fragment, slices.Sorted(maps.Keys(res.anchors)))
	r.refuse(l, hint, fmt.Sprintf("%q leads to %q, and %s has no such anchor", l.ref().Keyword, l.text, display(res.uri)))
	return nil
}

// pointed follows a JSON Pointer from the root of a resource.
func (r *resolver) pointed(l *link, res *resource) *Schema {
	tokens, err := load.SplitPointer(l.fragment)
	if err != nil {
		r.refuse(l, "", fmt.Sprintf("%q is %q: %v", l.ref().Keyword, l.text, err))
		return nil
	}
	at := res.root     // the last schema on the way
	var after []string // the way from there
	node := res.root.Node
	for i, token := range tokens {
		next := node.Step(token)
		if next == nil {
			r.refuse(l, nearestMember(node, token), fmt.Sprintf("%q leads to %q, which is not there: %s has no %q",
				l.ref().Keyword, l.text, pointerOf(tokens[:i]), token))
			return nil
		}
		node, after = next, append(after, token)
		if s := r.schemas[node]; s != nil {
			at, after = s, nil
		}
	}
	if len(after) == 0 {
		return at
	}
	return r.loose(l, at, after, node)
}

// loose makes a schema of a value that is one only because a reference leads there. Under a keyword that says what its
// value is, the value is no schema.
func (r *resolver) loose(l *link, at *Schema, after []string, node *load.Node) *Schema {
	if _, known := LookupKeyword(at.Dialect, after[0]); known || !isSchema(node) {
		r.refuse(l, `move the schema into "`+defsKeyword(at.Dialect)+`"`,
			fmt.Sprintf("%q leads to %q, where no schema stands", l.ref().Keyword, l.text))
		return nil
	}
	s := r.newSchema(node, at, after)
	s.loose = true
	r.indexSchema(s)
	return s
}

// nearestMember is a hint at a member of a similar name.
func nearestMember(n *load.Node, token string) string {
	var names []string
	for _, m := range n.Members {
		names = append(names, m.Key)
	}
	return didYouMean(token, names)
}

func pointerOf(tokens []string) string {
	var b strings.Builder
	b.WriteByte('#')
	for _, t := range tokens {
		b.WriteString("/" + load.Token(t))
	}
	return b.String()
}

// didYouMean is a hint at a similar name, or empty.
func didYouMean(name string, names []string) string {
	if near := diag.Nearest(name, names); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// describe is the kind of a value with its article.
func describe(n *load.Node) string {
	switch n.Kind {
	case load.Null:
		return "null"
	case load.Array, load.Object:
		return "an " + n.Kind.String()
	}
	return "a " + n.Kind.String()
}
