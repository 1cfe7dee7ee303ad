package golang

import (
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
)

// same tells whether two rules certainly demand the same: places that have one shape have rules of their own.
func same(a, b *model.Rule) bool {
	return a == b || a.Never == b.Never && slices.EqualFunc(a.Asserts, b.Asserts, sameAssert)
}

func sameAssert(a, b model.Assertion) bool {
	switch a := a.(type) {
	case model.TypeIs:
		b, ok := b.(model.TypeIs)
		return ok && slices.Equal(a.Kinds, b.Kinds)
	case model.Refer:
		b, ok := b.(model.Refer)
		return ok && a.Rule == b.Rule
	case model.AnyOf:
		b, ok := b.(model.AnyOf)
		return ok && slices.EqualFunc(a.Rules, b.Rules, same)
	case model.OneOf:
		b, ok := b.(model.OneOf)
		return ok && slices.EqualFunc(a.Rules, b.Rules, same)
	case model.Items:
		b, ok := b.(model.Items)
		return ok && len(a.Prefix)+len(b.Prefix) == 0 && a.Rest != nil && b.Rest != nil && same(a.Rest, b.Rest)
	}
	return false
}

// kindOf is the JSON type of every value of a shape, false where they have several.
func (p *prover) kindOf(t model.Type) (model.Kind, bool) {
	switch s := p.shapeOf(t).(type) {
	case scalar:
		switch s.method {
		case "String":
			return model.KindString, true
		case "Bool":
			return model.KindBoolean, true
		case "Float64":
			return model.KindNumber, true
		}
		return model.KindInteger, true
	case enum:
		return model.KindString, true
	case raw:
		return model.KindObject, s.kind == anyObject
	case list:
		return model.KindArray, true
	case dict, object:
		return model.KindObject, true
	case union:
		_, tagged := s.def.Type.(*model.Union)
		return model.KindObject, tagged
	}
	return 0, false
}

// concerns tells whether a keyword judges values of a kind. Those that judge any value are asked elsewhere.
func concerns(a model.Assertion, kind model.Kind) bool {
	switch a := a.(type) {
	case model.Bound, model.MultipleOf:
		return kind == model.KindInteger || kind == model.KindNumber
	case model.Pattern:
		return kind == model.KindString
	case model.Size:
		switch a.Keyword {
		case "minLength", "maxLength":
			return kind == model.KindString
		case "minItems", "maxItems":
			return kind == model.KindArray
		}
		return kind == model.KindObject
	case model.Items, model.Contains, model.UniqueItems, model.UnevaluatedItems:
		return kind == model.KindArray
	case model.Required, model.DependentRequired, model.Properties, model.PropertyNames, model.DependentRules, model.UnevaluatedProperties:
		return kind == model.KindObject
	}
	return true
}

// trivialFor tells whether a keyword certainly takes any value: one that only allows what is allowed anyway.
func trivialFor(a model.Assertion) bool {
	for _, sub := range subrules(a) {
		if !isTrue(sub) {
			return false
		}
	}
	switch a := a.(type) {
	case model.Properties, model.Items, model.PropertyNames, model.UnevaluatedItems, model.UnevaluatedProperties:
		return true
	case model.Size:
		return a.Limit == 0 && a.Keyword[:3] == "min"
	}
	return false
}

func isTrue(r *model.Rule) bool { return !r.Never && len(r.Asserts) == 0 }

// takesKind tells whether "type" allows a kind. An integer is a number.
func takesKind(kinds []model.Kind, kind model.Kind) bool {
	for _, k := range kinds {
		if k == kind || k == model.KindNumber && kind == model.KindInteger {
			return true
		}
	}
	return false
}

// refutes tells whether a rule certainly takes no value of a kind.
func refutes(r *model.Rule, kind model.Kind) bool {
	return refutesSeen(r, kind, map[*model.Rule]bool{})
}

func refutesSeen(r *model.Rule, kind model.Kind, seen map[*model.Rule]bool) bool {
	if r.Never {
		return true
	}
	if seen[r] {
		return false
	}
	seen[r] = true
	for _, a := range r.Asserts {
		switch a := a.(type) {
		case model.TypeIs:
			// A number may be an integer.
			if !takesKind(a.Kinds, kind) && !(kind == model.KindNumber && takesKind(a.Kinds, model.KindInteger)) {
				return true
			}
		case model.Refer:
			if refutesSeen(a.Rule, kind, seen) {
				return true
			}
		case model.AllOf:
			for _, sub := range a.Rules {
				if refutesSeen(sub, kind, seen) {
					return true
				}
			}
		}
	}
	return false
}
