package resolve

import "slices"

// Place says where in a keyword's value its subschemas are.
type Place uint8

// Where subschemas are.
const (
	Nowhere      Place = iota // the value holds no schema
	Whole                     // the value is a schema: not
	Each                      // each item of an array is one: allOf
	Named                     // each member of an object is one: properties
	WholeOrEach               // either of them: items before draft 2020-12
	NamedOrNames              // each member of an object is one, or a list of member names: dependencies
)

// Use says what a keyword's subschemas, or a reference's target, are for.
type Use uint8

// What a subschema is for.
const (
	Inert   Use = iota // it is not applied to any value: $defs, contentSchema
	Below              // it is applied to parts of the value: properties, items, propertyNames
	InPlace            // it is applied to the same value: allOf, not, if, $ref
)

// Keyword is what a dialect says of a keyword.
type Keyword struct {
	Name  string
	Place Place
	Use   Use
	// Reference tells that the value is a reference to a schema.
	Reference bool
	// Legacy tells that the dialect has replaced it, and only keeps its metaschema from taking the name for something
	// else.
	Legacy bool
	// Wants completes a message: `"type" must be ...`.
	Wants string
}

// Keywords are those that a dialect defines, in the order of its specification.
func Keywords(d Dialect) []Keyword {
	return slices.Clone(byDialect[d].list)
}

// LookupKeyword is a keyword as a dialect defines it, false where it does not.
func LookupKeyword(d Dialect, name string) (Keyword, bool) {
	k, ok := byDialect[d].named[name]
	return k, ok
}

type dialectKeywords struct {
	list  []Keyword
	named map[string]Keyword
}

var byDialect = func() map[Dialect]dialectKeywords {
	all := map[Dialect]dialectKeywords{}
	for _, d := range Dialects() {
		ks := dialectKeywords{named: map[string]Keyword{}}
		for _, row := range keywordTable {
			if row.since <= d && d <= row.until {
				ks.list = append(ks.list, row.Keyword)
				ks.named[row.Name] = row.Keyword
			}
		}
		all[d] = ks
	}
	return all
}()

const (
	first = Draft7
	last  = Draft2020
)

const (
	wantsSchema    = "a schema"
	wantsSchemas   = "a non-empty array of schemas"
	wantsNamed     = "an object whose members are schemas"
	wantsString    = "a string"
	wantsNumber    = "a number"
	wantsCount     = "an integer of 0 or more"
	wantsBool      = "true or false"
	wantsNames     = "an array of distinct strings"
	wantsReference = "a URI reference"
	wantsItems     = "a schema or an array of schemas"
	wantsDepends   = "an object whose members are schemas or arrays of distinct strings"
	wantsID        = "a URI reference without a fragment"
	wantsAnchor    = "a letter or '_', then letters, digits, '-', '.' and '_'"
)

// keywordTable is every keyword of every dialect: which drafts have it, where it holds schemas and what they are for.
var keywordTable = []struct {
	since, until Dialect
	Keyword
}{
	// Core
	{first, last, Keyword{Name: "$schema", Wants: "a URI"}},
	{Draft2019, last, Keyword{Name: "$vocabulary", Wants: "an object of URIs, each true or false"}},
	{first, Draft7, Keyword{Name: "$id", Wants: wantsReference}},
	{Draft2019, last, Keyword{Name: "$id", Wants: wantsID}},
	{Draft2019, Draft2019, Keyword{Name: "$anchor", Wants: "a letter, then letters, digits, '-', '.', ':' and '_'"}},
	{Draft2020, last, Keyword{Name: "$anchor", Wants: wantsAnchor}},
	{Draft2020, last, Keyword{Name: "$dynamicAnchor", Wants: wantsAnchor}},
	{Draft2019, Draft2019, Keyword{Name: "$recursiveAnchor", Wants: wantsBool}},
	{Draft2020, last, Keyword{Name: "$recursiveAnchor", Legacy: true, Wants: wantsAnchor}},
	{first, last, Keyword{Name: "$ref", Use: InPlace, Reference: true, Wants: wantsReference}},
	{Draft2020, last, Keyword{Name: "$dynamicRef", Use: InPlace, Reference: true, Wants: wantsReference}},
	{Draft2019, Draft2019, Keyword{Name: "$recursiveRef", Use: InPlace, Reference: true, Wants: `"#"`}},
	{Draft2020, last, Keyword{Name: "$recursiveRef", Legacy: true, Wants: wantsReference}},
	{Draft2019, last, Keyword{Name: "$defs", Place: Named, Wants: wantsNamed}},
	{first, Draft7, Keyword{Name: "definitions", Place: Named, Wants: wantsNamed}},
	{Draft2019, last, Keyword{Name: "definitions", Place: Named, Legacy: true, Wants: wantsNamed}},
	{first, last, Keyword{Name: "$comment", Wants: wantsString}},

	// Applicators, in place
	{first, last, Keyword{Name: "allOf", Place: Each, Use: InPlace, Wants: wantsSchemas}},
	{first, last, Keyword{Name: "anyOf", Place: Each, Use: InPlace, Wants: wantsSchemas}},
	{first, last, Keyword{Name: "oneOf", Place: Each, Use: InPlace, Wants: wantsSchemas}},
	{first, last, Keyword{Name: "not", Place: Whole, Use: InPlace, Wants: wantsSchema}},
	{first, last, Keyword{Name: "if", Place: Whole, Use: InPlace, Wants: wantsSchema}},
	{first, last, Keyword{Name: "then", Place: Whole, Use: InPlace, Wants: wantsSchema}},
	{first, last, Keyword{Name: "else", Place: Whole, Use: InPlace, Wants: wantsSchema}},
	{Draft2019, last, Keyword{Name: "dependentSchemas", Place: Named, Use: InPlace, Wants: wantsNamed}},
	{first, Draft7, Keyword{Name: "dependencies", Place: NamedOrNames, Use: InPlace, Wants: wantsDepends}},
	{Draft2019, last, Keyword{Name: "dependencies", Place: NamedOrNames, Use: InPlace, Legacy: true, Wants: wantsDepends}},

	// Applicators, below
	{Draft2020, last, Keyword{Name: "prefixItems", Place: Each, Use: Below, Wants: wantsSchemas}},
	{first, Draft2019, Keyword{Name: "items", Place: WholeOrEach, Use: Below, Wants: wantsItems}},
	{Draft2020, last, Keyword{Name: "items", Place: Whole, Use: Below, Wants: wantsSchema}},
	{first, Draft2019, Keyword{Name: "additionalItems", Place: Whole, Use: Below, Wants: wantsSchema}},
	{first, last, Keyword{Name: "contains", Place: Whole, Use: Below, Wants: wantsSchema}},
	{first, last, Keyword{Name: "properties", Place: Named, Use: Below, Wants: wantsNamed}},
	{first, last, Keyword{Name: "patternProperties", Place: Named, Use: Below, Wants: wantsNamed}},
	{first, last, Keyword{Name: "additionalProperties", Place: Whole, Use: Below, Wants: wantsSchema}},
	{first, last, Keyword{Name: "propertyNames", Place: Whole, Use: Below, Wants: wantsSchema}},
	{Draft2019, last, Keyword{Name: "unevaluatedItems", Place: Whole, Use: Below, Wants: wantsSchema}},
	{Draft2019, last, Keyword{Name: "unevaluatedProperties", Place: Whole, Use: Below, Wants: wantsSchema}},

	// Validation
	{first, last, Keyword{Name: "type", Wants: "one of array, boolean, integer, null, number, object and string, or a non-empty array of distinct ones"}},
	{first, last, Keyword{Name: "const", Wants: "a value"}},
	{first, last, Keyword{Name: "enum", Wants: "an array of values"}},
	{first, last, Keyword{Name: "multipleOf", Wants: "a number above 0"}},
	{first, last, Keyword{Name: "maximum", Wants: wantsNumber}},
	{first, last, Keyword{Name: "exclusiveMaximum", Wants: wantsNumber}},
	{first, last, Keyword{Name: "minimum", Wants: wantsNumber}},
	{first, last, Keyword{Name: "exclusiveMinimum", Wants: wantsNumber}},
	{first, last, Keyword{Name: "maxLength", Wants: wantsCount}},
	{first, last, Keyword{Name: "minLength", Wants: wantsCount}},
	{first, last, Keyword{Name: "pattern", Wants: wantsString}},
	{first, last, Keyword{Name: "maxItems", Wants: wantsCount}},
	{first, last, Keyword{Name: "minItems", Wants: wantsCount}},
	{first, last, Keyword{Name: "uniqueItems", Wants: wantsBool}},
	{Draft2019, last, Keyword{Name: "maxContains", Wants: wantsCount}},
	{Draft2019, last, Keyword{Name: "minContains", Wants: wantsCount}},
	{first, last, Keyword{Name: "maxProperties", Wants: wantsCount}},
	{first, last, Keyword{Name: "minProperties", Wants: wantsCount}},
	{first, last, Keyword{Name: "required", Wants: wantsNames}},
	{Draft2019, last, Keyword{Name: "dependentRequired", Wants: "an object whose members are arrays of distinct strings"}},

	// Annotation
	{first, last, Keyword{Name: "title", Wants: wantsString}},
	{first, last, Keyword{Name: "description", Wants: wantsString}},
	{first, last, Keyword{Name: "default", Wants: "a value"}},
	{Draft2019, last, Keyword{Name: "deprecated", Wants: wantsBool}},
	{first, last, Keyword{Name: "readOnly", Wants: wantsBool}},
	{first, last, Keyword{Name: "writeOnly", Wants: wantsBool}},
	{first, last, Keyword{Name: "examples", Wants: "an array of values"}},
	{first, last, Keyword{Name: "format", Wants: wantsString}},
	{first, last, Keyword{Name: "contentEncoding", Wants: wantsString}},
	{first, last, Keyword{Name: "contentMediaType", Wants: wantsString}},
	{Draft2019, last, Keyword{Name: "contentSchema", Place: Whole, Wants: wantsSchema}},
}
