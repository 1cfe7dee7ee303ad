package resolve

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

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
