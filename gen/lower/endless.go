package lower

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// refuseEndless reports dynamic references that lead back to themselves without a step into the value. Package resolve
// has done so for all references that always lead to one place; of the others it cannot know.
func (l *lowerer) refuseEndless() {
	if len(l.dynamic) == 0 {
		return
	}
	const (
		onTheWay = 1
		done     = 2
	)
	state := map[*model.Rule]int{}
	schemas := map[*model.Rule]*resolve.Schema{}
	for key, r := range l.rules {
		schemas[r] = key.schema
	}
	var visit func(*model.Rule)
	visit = func(r *model.Rule) {
		state[r] = onTheWay
		for _, a := range r.Asserts {
			ref, _ := a.(model.Refer)
			for _, next := range inPlace(a) {
				switch {
				case state[next] == 0:
					visit(next)
				case state[next] == onTheWay && ref.Keyword != "":
					l.fault(schemas[r], ref.Keyword,
						fmt.Sprintf("%q leads back to %s without a step into the value, so that no verdict is ever reached", ref.Keyword, schemas[next].DocPointer),
						`put it below a keyword such as "properties" or "items"`)
				}
			}
		}
		state[r] = done
	}
	for _, d := range l.all {
		if state[d.Rule] == 0 {
			visit(d.Rule)
		}
	}
}

// inPlace are the rules by which an assertion judges the same value.
func inPlace(a model.Assertion) []*model.Rule {
	var out []*model.Rule
	switch a := a.(type) {
	case model.AllOf:
		out = a.Rules
	case model.AnyOf:
		out = a.Rules
	case model.OneOf:
		out = a.Rules
	case model.Not:
		out = append(out, a.Rule)
	case model.Refer:
		out = append(out, a.Rule)
	case model.Conditional:
		for _, r := range []*model.Rule{a.If, a.Then, a.Else} {
			if r != nil {
				out = append(out, r)
			}
		}
	case model.DependentRules:
		for _, on := range a.On {
			out = append(out, on.Rule)
		}
	}
	return out
}
