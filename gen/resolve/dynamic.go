package resolve

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// linkDynamic judges the references whose target may depend on the way to them (JSON Schema 2020-12, section 8.2.3.2;
// 2019-09, section 8.2.4.2). Where only one schema of the whole graph could ever be the target, such a reference equals
// a "$ref" and is exact; where there are several, it is refused.
func (r *resolver) linkDynamic() {
	for _, l := range r.dynamic {
		static := l.ref().Target
		switch l.ref().Keyword {
		case "$dynamicRef":
			if a, ok := static.res.anchors[l.fragment]; ok && a.dynamic {
				r.onlyOne(l, r.dynamicAnchors(l.fragment), fmt.Sprintf(`"$dynamicAnchor": %q`, l.fragment))
			}
		case "$recursiveRef":
			if static.res.recursive {
				r.onlyOne(l, r.recursiveRoots(), `"$recursiveAnchor": true`)
			}
		}
	}
}

func (r *resolver) onlyOne(l *link, places []diag.Pos, what string) {
	if len(places) > 1 {
		r.refuse(l, `use "$ref", or keep one schema of that name`,
			fmt.Sprintf("%q could lead to %d places with %s, the second at %s, as the way to it decides; only one is supported",
				l.ref().Keyword, len(places), what, places[1]))
	}
}

func (r *resolver) dynamicAnchors(name string) []diag.Pos {
	var places []diag.Pos
	for _, s := range r.all {
		if a, ok := s.res.anchors[name]; ok && a.dynamic && a.schema == s {
			places = append(places, a.pos)
		}
	}
	return places
}

func (r *resolver) recursiveRoots() []diag.Pos {
	var places []diag.Pos
	for _, s := range r.all {
		if s.res.recursive && s.res.root == s {
			places = append(places, s.Pos)
		}
	}
	return places
}

// refuseEndless reports references that lead back to themselves without a step into the value: to judge by them would
// never end.
func (r *resolver) refuseEndless() {
	const (
		onTheWay = 1
		done     = 2
	)
	state := map[*Schema]int{}
	var visit func(s *Schema)
	visit = func(s *Schema) {
		state[s] = onTheWay
		for _, next := range inPlace(s) {
			switch {
			case state[next.schema] == 0:
				visit(next.schema)
			case state[next.schema] == onTheWay && next.ref != nil:
				r.errs.Add(diag.Diagnostic{
					Pos: next.ref.Pos, Pointer: s.DocPointer + "/" + next.ref.Keyword,
					Message: fmt.Sprintf("%q leads back to %s without a step into the value, so that no verdict is ever reached",
						next.ref.Keyword, next.schema.DocPointer),
					Hint: `put it below a keyword such as "properties" or "items"`,
				})
			}
		}
		state[s] = done
	}
	for _, s := range r.all {
		if state[s] == 0 {
			visit(s)
		}
	}
}

// step is a schema that is applied to the same value as another, by a reference or as a subschema (then ref is nil).
type step struct {
	schema *Schema
	ref    *Ref
}

func inPlace(s *Schema) []step {
	var steps []step
	for i := range s.Refs {
		if ref := &s.Refs[i]; ref.Target != nil {
			steps = append(steps, step{ref.Target, ref})
		}
	}
	for _, sub := range s.Subs {
		if k, ok := LookupKeyword(s.Dialect, sub.Keyword); ok && k.Use == InPlace && !k.Legacy {
			steps = append(steps, step{schema: sub.Schema})
		}
	}
	return steps
}
