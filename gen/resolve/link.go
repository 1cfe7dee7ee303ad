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
// refer to is linked too. A reference that leads nowhere yet may do so once another has led to the file that has its
// target: those wait until no more files come.
func (r *resolver) link() {
	for progress := true; progress; {
		waiting := r.pending
		r.pending, progress = nil, false
		for _, l := range waiting {
			if r.resources[l.uri] == nil {
				if found, _, _ := r.locate(l); !found {
					r.pending = append(r.pending, l)
					continue
				}
			}
			progress = true
			if res := r.resources[l.uri]; res != nil && !res.broken { // what is broken has been reported
				l.ref().Target = r.target(l, res)
				r.checkGuess(l)
			}
		}
	}
	for _, l := range r.pending {
		_, why, hint := r.locate(l)
		r.refuse(l, hint, fmt.Sprintf("%q leads to %s, %s", l.ref().Keyword, display(l.uri), why))
	}
}

// nearestIdentifier is the "$id" of a resource that differs from what a reference leads to only in the last segment, and
// there not much.
func (r *resolver) nearestIdentifier(l *link) string {
	cut := strings.LastIndexByte(l.uri, '/') + 1
	var names []string
	for _, known := range slices.Sorted(maps.Keys(r.resources)) {
		name, same := strings.CutPrefix(known, l.uri[:cut])
		if same && !strings.Contains(name, "/") && known != l.from.res.uri {
			names = append(names, name)
		}
	}
	if near := diag.Nearest(l.uri[cut:], names); near != "" {
		return l.uri[:cut] + near
	}
	return ""
}

// checkGuess reports a file without a dialect of its own that schemas of different dialects refer to.
func (r *resolver) checkGuess(l *link) {
	target := l.ref().Target
	if target == nil || !target.File.guessed || target.Dialect != target.File.Root.Dialect || target.Dialect == l.from.Dialect {
		return
	}
	r.refuse(l, `give it a "$schema"`, fmt.Sprintf("%s has no dialect of its own: it was taken for %s when another reference led there, and this one is %s",
		target.File.Name, target.Dialect, l.from.Dialect))
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
	if defs := defsKeyword(res.root.Dialect); res.root.Node.Get(defs).Get(l.fragment) != nil {
		hint = fmt.Sprintf("did you mean %q?", pointerOf([]string{defs, l.fragment}))
	}
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
		if at.res.broken {
			return nil // no telling what is a schema there, as has been reported
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
	k, known := LookupKeyword(at.Dialect, after[0])
	known = known && at.Keyword(after[0]) != nil // or else the dialect ignores it beside "$ref"
	if known || !isSchema(node) {
		hint := `move the schema into "` + defsKeyword(at.Dialect) + `"`
		if known && k.Place != Nowhere {
			hint = fmt.Sprintf("%q must be %s: refer to one of them", k.Name, k.Wants)
		}
		r.refuse(l, hint, fmt.Sprintf("%q leads to %q, where no schema stands", l.ref().Keyword, l.text))
		return nil
	}
	s := r.newSchema(node, at, after)
	s.loose = true
	r.indexSchema(s)
	return s
}

// nearestMember is a hint at a member of a similar name, or at how many items there are.
func nearestMember(n *load.Node, token string) string {
	if n.Kind == load.Array {
		return fmt.Sprintf("it has %d, from 0", len(n.Items))
	}
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
