package model

import "github.com/agui-gen/agui-gen/gen/internal/diag"

// Rule says exactly which JSON values are valid at one place. Rules form a graph: one that refers to itself, by any
// number of steps, is a cycle of pointers.
type Rule struct {
	// Base is the identifier of the document or embedded resource the rule stands in, without a fragment.
	Base string
	// Pointer is where in that resource it stands, as a URI fragment: "#", "#/$defs/Event/oneOf/3".
	Pointer string
	Pos     diag.Pos
	// Def is the definition whose rule this is, nil for one inside a definition.
	Def *Def
	// Never tells that no value is valid.
	Never bool
	// Asserts are what must hold, all of them, in an order in which each finds what it builds on already done:
	// UnevaluatedItems and UnevaluatedProperties are last.
	Asserts []Assertion
}

// Assertion is one thing that a [Rule] demands, one of the types below. Each carries the Keyword that demands it, as the
// schema spells it, which is also the first token of its location below the rule; where the place of a subschema is
// not simply that keyword, or keyword/name or keyword/index, the assertion carries it.
type Assertion interface{ isAssertion() }

type (
	// TypeIs demands one of some kinds.
	TypeIs struct{ Kinds []Kind }
	// Equals demands a value equal to a JSON value ("const").
	Equals struct{ JSON string }
	// OneOfValues demands a value equal to one of some JSON values ("enum").
	OneOfValues struct{ JSON []string }
	// Bound compares a number with a limit.
	Bound struct {
		Keyword string // minimum, maximum, exclusiveMinimum, exclusiveMaximum
		Limit   string // a JSON number, as written
	}
	// MultipleOf demands a number that divides by another without rest.
	MultipleOf struct{ Of string }
	// Size compares a count with a limit.
	Size struct {
		Keyword string // minLength, maxLength, minItems, maxItems, minProperties, maxProperties
		Limit   uint64
	}
	// Pattern demands a text in which a regular expression matches somewhere.
	Pattern struct {
		Source string // ECMA-262, as the schema has it
		RE2    string // the same language for Go's regexp
	}
	// UniqueItems demands items of which no two are equal.
	UniqueItems struct{}
	// Required demands members by name.
	Required struct{ Names []string }
	// DependentRequired demands members where another is present.
	DependentRequired struct {
		Keyword string // dependentRequired, or dependencies in older drafts
		On      []Dependency
	}
	// Properties judges members by name, by pattern, and the rest.
	Properties struct {
		Named    []NamedRule   // "properties"
		Patterns []PatternRule // "patternProperties"
		Rest     *Rule         // "additionalProperties", or nil
	}
	// PropertyNames judges each member's name.
	PropertyNames struct{ Rule *Rule }
	// Items judges items by place, and the rest.
	Items struct {
		PrefixKeyword string // prefixItems, or items in older drafts
		Prefix        []*Rule
		RestKeyword   string // items, or additionalItems in older drafts
		Rest          *Rule
	}
	// Contains counts the items that a rule accepts.
	Contains struct {
		Rule *Rule
		// Min is how many must be, 1 unless the schema says otherwise; MinKeyword is who says so: contains or minContains.
		Min        uint64
		MinKeyword string
		// Max is how many may be, nil for any number.
		Max *uint64
		// Evaluates tells that matching items count as evaluated, as they do since draft 2020-12.
		Evaluates bool
	}
	// AllOf demands that every rule accepts.
	AllOf struct{ Rules []*Rule }
	// AnyOf demands that at least one rule accepts.
	AnyOf struct{ Rules []*Rule }
	// OneOf demands that exactly one rule accepts.
	OneOf struct {
		Rules []*Rule
		// Tag, where it is not empty, is the name of a required member whose constant text tells the rules apart:
		// Values[i] is what Rules[i] demands of it. Then no other rule can accept, and only one need be tried.
		Tag    string
		Values []string
	}
	// Not demands that a rule does not accept.
	Not struct{ Rule *Rule }
	// Conditional judges by one rule or another, as a third decides. Then and Else may be nil.
	Conditional struct{ If, Then, Else *Rule }
	// DependentRules judges the whole object where a member is present.
	DependentRules struct {
		Keyword string // dependentSchemas, or dependencies in older drafts
		On      []NamedRule
	}
	// Refer demands what another rule demands.
	Refer struct {
		Keyword string // $ref, $dynamicRef, $recursiveRef
		Rule    *Rule
	}
	// UnevaluatedItems judges the items that nothing else has judged.
	UnevaluatedItems struct{ Rule *Rule }
	// UnevaluatedProperties judges the members that nothing else has judged.
	UnevaluatedProperties struct{ Rule *Rule }
)

// Dependency is a member and those that must be there with it.
type Dependency struct {
	Name  string
	Needs []string
}

// NamedRule is a rule for what has a name.
type NamedRule struct {
	Name string
	Rule *Rule
}

// PatternRule is a rule for members whose names match a pattern.
type PatternRule struct {
	Pattern
	Rule *Rule
}

func (TypeIs) isAssertion()                {}
func (Equals) isAssertion()                {}
func (OneOfValues) isAssertion()           {}
func (Bound) isAssertion()                 {}
func (MultipleOf) isAssertion()            {}
func (Size) isAssertion()                  {}
func (Pattern) isAssertion()               {}
func (UniqueItems) isAssertion()           {}
func (Required) isAssertion()              {}
func (DependentRequired) isAssertion()     {}
func (Properties) isAssertion()            {}
func (PropertyNames) isAssertion()         {}
func (Items) isAssertion()                 {}
func (Contains) isAssertion()              {}
func (AllOf) isAssertion()                 {}
func (AnyOf) isAssertion()                 {}
func (OneOf) isAssertion()                 {}
func (Not) isAssertion()                   {}
func (Conditional) isAssertion()           {}
func (DependentRules) isAssertion()        {}
func (Refer) isAssertion()                 {}
func (UnevaluatedItems) isAssertion()      {}
func (UnevaluatedProperties) isAssertion() {}
