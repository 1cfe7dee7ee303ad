package diff

import (
	"encoding/json"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
)

// kinds is a set of JSON types. Numbers are two of them, so that "integer" is a set as well.
type kinds uint8

const (
	nullKind kinds = 1 << iota
	boolKind
	wholeKind
	fractionKind
	stringKind
	arrayKind
	objectKind

	noKinds    kinds = 0
	numberKind       = wholeKind | fractionKind
	allKinds         = nullKind | boolKind | numberKind | stringKind | arrayKind | objectKind
)

// families are the sets whose values have constraints in common, in the order in which they are compared.
var families = []kinds{nullKind, boolKind, numberKind, stringKind, arrayKind, objectKind}

// String names the set in prose.
func (k kinds) String() string {
	switch k {
	case noKinds:
		return "nothing"
	case allKinds:
		return "any value"
	}
	var words []string
	for _, f := range families {
		switch in := k & f; {
		case in == noKinds:
		case f == numberKind && in == wholeKind:
			words = append(words, "integer")
		default:
			words = append(words, map[kinds]string{
				nullKind: "null", boolKind: "boolean", numberKind: "number", stringKind: "string", arrayKind: "array", objectKind: "object",
			}[f])
		}
	}
	return strings.Join(words, " or ")
}

var kindOfModel = map[model.Kind]kinds{
	model.KindNull: nullKind, model.KindBoolean: boolKind, model.KindInteger: wholeKind, model.KindNumber: numberKind,
	model.KindString: stringKind, model.KindArray: arrayKind, model.KindObject: objectKind,
}

// kindsOf are the kinds that all of some rules leave possible. It may name one that is not, never miss one that is.
func kindsOf(rules []*model.Rule, picks picks) kinds {
	return (&kindFinder{picks: picks, busy: map[*model.Rule]bool{}}).all(rules)
}

type kindFinder struct {
	picks picks
	busy  map[*model.Rule]bool
}

func (f *kindFinder) all(rules []*model.Rule) kinds {
	k := allKinds
	for _, r := range rules {
		k &= f.rule(r)
	}
	return k
}

func (f *kindFinder) any(rules []*model.Rule) kinds {
	k := noKinds
	for _, r := range rules {
		k |= f.rule(r)
	}
	return k
}

func (f *kindFinder) rule(r *model.Rule) kinds {
	if r.Never {
		return noKinds
	}
	if f.busy[r] {
		return allKinds // what refers to itself says nothing more by that
	}
	f.busy[r] = true
	defer delete(f.busy, r)
	k := allKinds
	for i, a := range r.Asserts {
		switch a := a.(type) {
		case model.TypeIs:
			named := noKinds
			for _, kind := range a.Kinds {
				named |= kindOfModel[kind]
			}
			k &= named
		case model.Equals:
			k &= kindOfJSON(a.JSON)
		case model.OneOfValues:
			listed := noKinds
			for _, v := range a.JSON {
				listed |= kindOfJSON(v)
			}
			k &= listed
		case model.Refer:
			k &= f.rule(a.Rule)
		case model.AllOf:
			k &= f.all(a.Rules)
		default:
			if branches := branchesOf(a); branches != nil {
				k &= f.any(f.picks.among(choiceID{r, i}, branches))
			}
		}
	}
	return k
}

// branchesOf are the rules that an assertion chooses among, nil where it is no choice.
func branchesOf(a model.Assertion) []*model.Rule {
	switch a := a.(type) {
	case model.AnyOf:
		return a.Rules
	case model.OneOf:
		return a.Rules
	}
	return nil
}

// kindOfJSON is the kind of a JSON text.
func kindOfJSON(text string) kinds {
	switch text[0] {
	case 'n':
		return nullKind
	case 't', 'f':
		return boolKind
	case '"':
		return stringKind
	case '[':
		return arrayKind
	case '{':
		return objectKind
	}
	if n, ok := number(text); ok && n.IsInt() {
		return wholeKind
	}
	return fractionKind
}

// canonical is a JSON text such that equal scalars have equal texts.
func canonical(text string) string {
	switch kindOfJSON(text) {
	case stringKind:
		var s string
		if json.Unmarshal([]byte(text), &s) == nil {
			return quote(s)
		}
	case wholeKind, fractionKind:
		if n, ok := number(text); ok {
			return n.RatString()
		}
	}
	return text
}
