package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/resolve"
)

// A "$dynamicRef" leads, of all resources on the way to it, to the outermost that has the anchor; a "$recursiveRef"
// likewise. So a schema with one of them means different things on different ways. A rule is therefore made of a schema
// and its scope: what the resources on the way have made of the anchors that there is more than one of. The ways are
// endless, the scopes few; and in a schema without such anchors there is one.

// scope says where the dynamic anchors lead that have been passed on the way to a schema. Scopes are compared by
// address; nil is the empty one.
type scope struct {
	anchors []boundAnchor // by name
}

// boundAnchor is a dynamic anchor and where it leads.
type boundAnchor struct {
	name   string
	target *resolve.Schema
}

// maxScopes bounds how many scopes a schema may give rise to: each may double what is generated.
const maxScopes = 256

// recursive stands for "$recursiveAnchor" among anchors' names.
const recursive = ""

// find is where an anchor leads, nil where the way has not passed it.
func (sc *scope) find(name string) *resolve.Schema {
	if sc == nil {
		return nil
	}
	for _, a := range sc.anchors {
		if a.name == name {
			return a.target
		}
	}
	return nil
}

// findDynamicAnchors finds the anchors whose names more than one resource has.
func (l *lowerer) findDynamicAnchors() {
	all := map[string][]*resolve.Schema{}
	for _, s := range everySchema(l.graph) {
		if n := s.Keyword("$dynamicAnchor"); n != nil && s.Dialect >= resolve.Draft2020 {
			all[n.Text] = append(all[n.Text], s)
		}
		if n := s.Keyword("$recursiveAnchor"); n != nil && s.Dialect == resolve.Draft2019 && n.Text == "true" {
			all[recursive] = append(all[recursive], s)
		}
	}
	l.dynamic = map[string][]*resolve.Schema{}
	for name, schemas := range all {
		if len(schemas) > 1 {
			l.dynamic[name] = schemas
		}
	}
	l.scopes = map[string]*scope{}
}

// enter is the scope inside a schema that a way with another scope has led to.
func (l *lowerer) enter(sc *scope, s *resolve.Schema) *scope {
	var entered []boundAnchor
	for name, schemas := range l.dynamic {
		if sc.find(name) != nil {
			continue
		}
		for _, a := range schemas {
			if a.Base == s.Base {
				entered = append(entered, boundAnchor{name, a})
			}
		}
	}
	if len(entered) == 0 {
		return sc
	}
	if sc != nil {
		entered = append(entered, sc.anchors...)
	}
	slices.SortFunc(entered, func(a, b boundAnchor) int { return strings.Compare(a.name, b.name) })
	key := fmt.Sprint(entered)
	if l.scopes[key] == nil {
		if len(l.scopes) == maxScopes {
			l.fault(s, "", fmt.Sprintf("dynamic references mean different things on more than %d ways", maxScopes), "give anchors that have nothing to do with each other names of their own")
			return sc
		}
		l.scopes[key] = &scope{anchors: entered}
	}
	return l.scopes[key]
}

// dynamicName is the anchor that decides where a reference leads, false where that does not depend on the way to it.
func (l *lowerer) dynamicName(s *resolve.Schema, r resolve.Ref) (string, bool) {
	switch r.Keyword {
	case "$recursiveRef":
		n := r.Target.Keyword("$recursiveAnchor")
		return recursive, n != nil && n.Text == "true" && l.dynamic[recursive] != nil
	case "$dynamicRef":
		n := r.Target.Keyword("$dynamicAnchor")
		_, fragment, _ := strings.Cut(text(s, "$dynamicRef"), "#")
		if n != nil && n.Text == fragment && l.dynamic[fragment] != nil {
			return fragment, true
		}
	}
	return "", false
}

// leadsTo is where a reference leads in a scope.
func (l *lowerer) leadsTo(s *resolve.Schema, r resolve.Ref, sc *scope) *resolve.Schema {
	if name, ok := l.dynamicName(s, r); ok {
		if target := sc.find(name); target != nil {
			return target
		}
	}
	return r.Target
}

// followed are the schemas that a schema's references lead to whatever the way.
func (l *lowerer) followed(s *resolve.Schema) []*resolve.Schema {
	var out []*resolve.Schema
	for _, r := range s.Refs {
		if _, ok := l.dynamicName(s, r); !ok {
			out = append(out, r.Target)
		}
	}
	return out
}

// everySchema is each schema of a graph, those below before those that references lead to.
func everySchema(g *resolve.Graph) []*resolve.Schema {
	var out []*resolve.Schema
	seen := map[*resolve.Schema]bool{}
	var visit func(*resolve.Schema)
	visit = func(s *resolve.Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		out = append(out, s)
		for _, sub := range s.Subs {
			visit(sub.Schema)
		}
		for _, r := range s.Refs {
			visit(r.Target)
		}
	}
	for _, f := range g.Files {
		visit(f.Root)
	}
	return out
}
