package docs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
)

// rule is one thing that a schema asks of a value beside its type, in words.
type rule struct {
	// Of is what of the value it is about, such as "each item"; empty for the value itself.
	Of   string
	Text string
	// Code is data that the text ends with, as the schema writes it.
	Code string
}

// definitionRules are what a schema asks of a definition's values beside what is shown of it otherwise: its members, choices
// and values.
func definitionRules(d *model.Def) []rule {
	var out []rule
	collect(&out, "", d.Rule, d.Type)
	return ownFirst(out)
}

// memberRules are what an object's schema asks of a member, wherever it does. What a definition asks for that the member's type
// names is shown there.
func memberRules(d *model.Def, p *model.Property) []rule {
	var out []rule
	for _, r := range namedRules(d.Rule, p.Name, map[*model.Rule]bool{}) {
		collect(&out, "", r, p.Type)
	}
	return ownFirst(out)
}

// ownFirst puts what is about a value before what is about the values in it.
func ownFirst(rules []rule) []rule {
	slices.SortStableFunc(rules, func(a, b rule) int {
		return cmp.Compare(strings.Count(a.Of, "each"), strings.Count(b.Of, "each"))
	})
	return rules
}

// namedRules are the rules for a member, those of the parts that an object takes in included.
func namedRules(r *model.Rule, name string, seen map[*model.Rule]bool) []*model.Rule {
	if seen[r] {
		return nil
	}
	seen[r] = true
	var out []*model.Rule
	for _, a := range r.Asserts {
		switch a := a.(type) {
		case model.Properties:
			for _, n := range a.Named {
				if n.Name == name {
					out = append(out, n.Rule)
				}
			}
		case model.AllOf:
			for _, part := range a.Rules {
				out = append(out, namedRules(part, name, seen)...)
			}
		case model.Refer:
			out = append(out, namedRules(a.Rule, name, seen)...)
		}
	}
	return out
}

// collect adds what a rule asks of values of a type. Rules that are a definition's own are not followed, so that this ends.
func collect(out *[]rule, of string, r *model.Rule, t model.Type) {
	for _, a := range r.Asserts {
		switch a := a.(type) {
		case model.AllOf:
			for _, part := range a.Rules {
				if part.Def == nil {
					collect(out, of, part, t)
				}
			}
		case model.AnyOf:
			alternatives(out, of, "at least one of %d further rules of the schema", a.Rules, t)
		case model.OneOf:
			alternatives(out, of, "exactly one of %d further rules of the schema", a.Rules, t)
		case model.Items:
			if l, ok := t.(model.List); ok && a.Rest != nil && a.Rest.Def == nil {
				collect(out, within(of, "each item"), a.Rest, l.Elem)
			}
		case model.Properties:
			if m, ok := t.(model.Map); ok && a.Rest != nil && a.Rest.Def == nil {
				collect(out, within(of, "each member"), a.Rest, m.Elem)
			}
		case model.PropertyNames:
			collect(out, within(of, "each name"), a.Rule, model.String{})
		default:
			if text, code := words(a, t); text != "" {
				if found := (rule{of, text, code}); !slices.Contains(*out, found) {
					*out = append(*out, found)
				}
			}
		}
	}
}

func within(of, what string) string {
	if of == "" {
		return what
	}
	return what + " of " + of
}

// alternatives are rules of which some must hold. Where the type says that already, there is no more to say.
func alternatives(out *[]rule, of, text string, rules []*model.Rule, t model.Type) {
	switch t := t.(type) {
	case *model.Union, *model.KindUnion, model.Ref:
		return
	case model.Nullable:
		for _, r := range rules {
			if r.Def == nil {
				collect(out, of, r, t.Elem)
			}
		}
		return
	}
	*out = append(*out, rule{Of: of, Text: fmt.Sprintf(text, len(rules))})
}

var (
	limits = map[string]string{
		"minimum": "at least", "maximum": "at most", "exclusiveMinimum": "more than", "exclusiveMaximum": "less than", "min": "at least", "max": "at most",
	}
	units = map[string]string{"Length": "character", "Items": "item", "Properties": "member"}
)

// words are one assertion, empty where the type says it or where it is shown otherwise.
func words(a model.Assertion, t model.Type) (text, code string) {
	switch a := a.(type) {
	case model.Bound:
		return limits[a.Keyword], a.Limit
	case model.MultipleOf:
		return "a multiple of", a.Of
	case model.Size:
		text := fmt.Sprintf("%s %d %s", limits[a.Keyword[:len("min")]], a.Limit, units[a.Keyword[len("min"):]])
		if a.Limit != 1 {
			text += "s"
		}
		return text, ""
	case model.Pattern:
		return "matches", a.Source
	case model.UniqueItems:
		return "no two items alike", ""
	case model.Equals:
		if _, implied := t.(model.Const); !implied {
			return "is", a.JSON
		}
	case model.OneOfValues:
		switch t.(type) {
		case *model.Enum, model.Ref:
		default:
			return "one of", strings.Join(a.JSON, ", ")
		}
	case model.Contains:
		if a.Max == nil {
			return fmt.Sprintf("at least %d of its items as the schema says", a.Min), ""
		}
		return fmt.Sprintf("%d to %d of its items as the schema says", a.Min, *a.Max), ""
	case model.DependentRequired:
		var pairs []string
		for _, d := range a.On {
			pairs = append(pairs, fmt.Sprintf("%q only with %q", d.Name, d.Needs))
		}
		return strings.Join(pairs, ", "), ""
	case model.Not:
		if v, ok := t.(model.Any); !ok || !v.NonNull {
			return "not what the schema excludes", ""
		}
	case model.Conditional, model.DependentRules, model.UnevaluatedItems:
		return "further rules of the schema that depend on the value", ""
	}
	return "", ""
}
