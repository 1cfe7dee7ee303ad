package diff

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
)

// view is how a value is judged: by all of some rules, where some choices in them have been made.
type view struct {
	rules []*model.Rule
	picks picks
}

// choiceID is a choice: an assertion of a rule.
type choiceID struct {
	rule  *model.Rule
	index int
}

// picks are choices that have been made, and the branch of each.
type picks []pick

type pick struct {
	choice choiceID
	branch *model.Rule
}

// among are the branches that a choice still has.
func (p picks) among(id choiceID, branches []*model.Rule) []*model.Rule {
	for _, made := range p {
		if made.choice == id {
			return []*model.Rule{made.branch}
		}
	}
	return branches
}

func viewOf(rules ...*model.Rule) view { return view{rules: rules} }

// with is the view with one more choice made.
func (v view) with(c choice, branch *model.Rule) view {
	return view{v.rules, append(slices.Clip(v.picks), pick{c.id, branch})}
}

// key tells views apart.
func (v view) key() string {
	var b strings.Builder
	for _, r := range v.rules {
		fmt.Fprintf(&b, "%p ", r)
	}
	for _, p := range v.picks {
		fmt.Fprintf(&b, "%p.%d=%p ", p.choice.rule, p.choice.index, p.branch)
	}
	return b.String()
}

// at is the rule where the view stands.
func (v view) at() *model.Rule {
	if n := len(v.picks); n > 0 {
		return v.picks[n-1].branch
	}
	if len(v.rules) == 0 {
		return nil
	}
	return v.rules[0]
}

// facts are what a view demands of values of one family, whichever rules say so and in whatever order: references are
// followed, allOf is taken apart, and a choice of which only one branch is left is that branch. What moves from one
// definition to another by allOf, or into a definition of its own, leaves the facts as they are.
type facts struct {
	family  kinds
	kinds   kinds
	rules   []*model.Rule
	values  []valueAt // nil where there is no list
	limited *model.Rule

	lower, upper *limit
	multiples    []ruled[string]
	sizes        map[string]ruled[uint64]
	patterns     []ruled[string]
	unique       *model.Rule

	required map[string]*model.Rule
	members  []ruled[model.Properties]
	restOf   []leftover    // unevaluatedProperties
	keyRules []*model.Rule // propertyNames
	items    []ruled[model.Items]
	itemsOf  []leftover // unevaluatedItems
	choices  []choice
	others   []ruled[model.Assertion]
}

// ruled is something that a rule says.
type ruled[T any] struct {
	is T
	by *model.Rule
}

type valueAt struct {
	text string // canonical
	by   *model.Rule
	at   []string // below the rule
}

// limit is a bound of numbers.
type limit struct {
	at        *big.Rat
	exclusive bool
	keyword   string
	by        *model.Rule
}

type choice struct {
	id       choiceID
	keyword  string
	branches []*model.Rule
}

// factsOf gathers what a view demands of one family.
func factsOf(v view, family kinds) *facts {
	f := &facts{family: family, kinds: kindsOf(v.rules, v.picks) & family, sizes: map[string]ruled[uint64]{}, required: map[string]*model.Rule{}}
	seen := map[*model.Rule]bool{}
	var take func(r *model.Rule)
	take = func(r *model.Rule) {
		if seen[r] {
			return
		}
		seen[r] = true
		f.rules = append(f.rules, r)
		for i, a := range r.Asserts {
			switch a := a.(type) {
			case model.Refer:
				take(a.Rule)
			case model.AllOf:
				for _, sub := range a.Rules {
					take(sub)
				}
			case model.AnyOf, model.OneOf:
				c := choice{id: choiceID{r, i}, keyword: "anyOf"}
				if _, ok := a.(model.OneOf); ok {
					c.keyword = "oneOf"
				}
				c.branches = v.left(c.id, branchesOf(a), family)
				if len(c.branches) == 1 {
					take(c.branches[0])
				} else {
					f.choices = append(f.choices, c)
				}
			case model.UnevaluatedProperties:
				f.restOf = append(f.restOf, v.leftover(family, r, a.Rule))
			case model.UnevaluatedItems:
				f.itemsOf = append(f.itemsOf, v.leftover(family, r, a.Rule))
			default:
				f.add(r, a)
			}
		}
	}
	for _, r := range v.rules {
		take(r)
	}
	return f
}

// left are the branches that a choice has left for values of one family.
func (v view) left(id choiceID, branches []*model.Rule, family kinds) []*model.Rule {
	var out []*model.Rule
	for _, b := range v.picks.among(id, branches) {
		if kindsOf([]*model.Rule{b}, v.picks)&family != noKinds {
			out = append(out, b)
		}
	}
	return out
}

// add takes one assertion in, where it is about the family.
func (f *facts) add(r *model.Rule, a model.Assertion) {
	switch a := a.(type) {
	case model.TypeIs:
		return // in kinds
	case model.Equals:
		f.limit(r, []string{a.JSON}, "const")
		return
	case model.OneOfValues:
		f.limit(r, a.JSON, "enum")
		return
	}
	switch f.family {
	case numberKind:
		f.addNumber(r, a)
	case stringKind:
		if p, ok := a.(model.Pattern); ok {
			f.patterns = append(f.patterns, ruled[string]{p.Source, r})
		}
		f.addSize(r, a, "Length")
	case arrayKind:
		f.addArray(r, a)
	case objectKind:
		f.addObject(r, a)
	}
	switch a.(type) {
	case model.Not, model.Conditional:
		f.others = append(f.others, ruled[model.Assertion]{a, r})
	}
}

// limit narrows the values to a list.
func (f *facts) limit(r *model.Rule, list []string, keyword string) {
	allowed := []valueAt{}
	for i, text := range list {
		v := valueAt{canonical(text), r, []string{keyword}}
		if keyword == "enum" {
			v.at = append(v.at, strconv.Itoa(i))
		}
		if kindOfJSON(text)&f.family != noKinds && (f.limited == nil || hasValue(f.values, v.text)) && !hasValue(allowed, v.text) {
			allowed = append(allowed, v)
		}
	}
	f.values, f.limited = allowed, r
}

func hasValue(list []valueAt, text string) bool {
	return slices.ContainsFunc(list, func(v valueAt) bool { return v.text == text })
}

func (f *facts) addNumber(r *model.Rule, a model.Assertion) {
	switch a := a.(type) {
	case model.MultipleOf:
		f.multiples = append(f.multiples, ruled[string]{a.Of, r})
	case model.Bound:
		n, ok := number(a.Limit)
		if !ok {
			return
		}
		l := &limit{at: n, exclusive: strings.HasPrefix(a.Keyword, "exclusive"), keyword: a.Keyword, by: r}
		up := strings.HasSuffix(strings.ToLower(a.Keyword), "maximum")
		if f.kinds&fractionKind == noKinds {
			l.whole(up)
		}
		switch {
		case up && (f.upper == nil || compareLimits(l, f.upper, up) < 0):
			f.upper = l
		case !up && (f.lower == nil || compareLimits(l, f.lower, up) > 0):
			f.lower = l
		}
	}
}

// whole is the bound among integers, where one that is exclusive is another that is not.
func (l *limit) whole(up bool) {
	floor := new(big.Int).Div(l.at.Num(), l.at.Denom()) // Euclidean: rounds down for a positive divisor
	isInt := l.at.IsInt()
	switch {
	case up && isInt && l.exclusive:
		floor.Sub(floor, big.NewInt(1))
	case !up && (!isInt || l.exclusive):
		floor.Add(floor, big.NewInt(1))
	}
	l.at, l.exclusive = new(big.Rat).SetInt(floor), false
}

// compareLimits is less than 0 where a is the lower one.
func compareLimits(a, b *limit, up bool) int {
	if c := a.at.Cmp(b.at); c != 0 || a.exclusive == b.exclusive {
		return c
	}
	if a.exclusive == up {
		return -1
	}
	return 1
}

func (f *facts) addSize(r *model.Rule, a model.Assertion, of string) {
	s, ok := a.(model.Size)
	if !ok || !strings.HasSuffix(s.Keyword, of) {
		return
	}
	least := strings.HasPrefix(s.Keyword, "min")
	if before, ok := f.sizes[s.Keyword]; ok && (s.Limit > before.is) != least {
		return
	}
	if least && s.Limit == 0 {
		return // no limit at all
	}
	f.sizes[s.Keyword] = ruled[uint64]{s.Limit, r}
}

func (f *facts) addArray(r *model.Rule, a model.Assertion) {
	f.addSize(r, a, "Items")
	switch a := a.(type) {
	case model.UniqueItems:
		f.unique = r
	case model.Items:
		f.items = append(f.items, ruled[model.Items]{a, r})
	case model.Contains:
		f.others = append(f.others, ruled[model.Assertion]{a, r})
	}
}

func (f *facts) addObject(r *model.Rule, a model.Assertion) {
	f.addSize(r, a, "Properties")
	switch a := a.(type) {
	case model.Required:
		for _, name := range a.Names {
			if f.required[name] == nil {
				f.required[name] = r
			}
		}
	case model.Properties:
		f.members = append(f.members, ruled[model.Properties]{a, r})
	case model.PropertyNames:
		f.keyRules = append(f.keyRules, a.Rule)
	case model.DependentRequired, model.DependentRules:
		f.others = append(f.others, ruled[model.Assertion]{a, r})
	}
}

// isNever tells whether a view takes no value.
func isNever(v view) bool { return kindsOf(v.rules, v.picks) == noKinds }

// number reads a JSON number.
func number(text string) (*big.Rat, bool) { return new(big.Rat).SetString(text) }
