package judge

// refused are the schemas of the suite that the pipeline does not take, with a part of what it says of each.
var refused = refusals(
	// Metaschemas of the drafts, which the suite takes to be known.
	refusal{"and the network is never opened", []string{
		"draft2020-12/defs.json: validate definition against metaschema",
		"draft2020-12/ref.json: remote ref, containing refs itself",
		"draft2019-09/defs.json: validate definition against metaschema",
		"draft2019-09/ref.json: remote ref, containing refs itself",
		"draft7/definitions.json: validate definition against metaschema",
		"draft7/ref.json: remote ref, containing refs itself",
	}},
	// Dialects of somebody's own.
	refusal{"is no supported dialect", []string{
		"draft2020-12/vocabulary.json: schema that uses custom metaschema with with no validation vocabulary",
		"draft2020-12/vocabulary.json: ignore unrecognized optional vocabulary",
		"draft2019-09/vocabulary.json: schema that uses custom metaschema with with no validation vocabulary",
		"draft2019-09/vocabulary.json: ignore unrecognized optional vocabulary",
	}},
	// Keywords of a later draft, which the older one ignores. Nobody who writes them wants that.
	refusal{"means nothing in", []string{
		"draft2020-12/optional/cross-draft.json: refs to historic drafts are processed as historic drafts",
		"draft2019-09/optional/cross-draft.json: refs to historic drafts are processed as historic drafts",
	}},
	// References to places that are data.
	refusal{"where no schema stands", []string{
		"draft2020-12/optional/refOfUnknownKeyword.json: reference internals of known non-applicator",
		"draft2019-09/optional/refOfUnknownKeyword.json: reference internals of known non-applicator",
	}},
	// References that lead to different schemas on different ways, to more than one of them.
	refusal{"as the way to it decides", []string{
		"draft2020-12/dynamicRef.json: A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated",
		"draft2020-12/dynamicRef.json: A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution",
		"draft2020-12/dynamicRef.json: A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope",
		"draft2020-12/dynamicRef.json: multiple dynamic paths to the $dynamicRef keyword",
		"draft2020-12/dynamicRef.json: after leaving a dynamic scope, it is not used by a $dynamicRef",
		"draft2020-12/dynamicRef.json: strict-tree schema, guards against misspelled properties",
		"draft2020-12/dynamicRef.json: tests for implementation dynamic anchor and reference link",
		"draft2020-12/dynamicRef.json: $ref and $dynamicAnchor are independent of order - $defs first",
		"draft2020-12/dynamicRef.json: $ref and $dynamicAnchor are independent of order - $ref first",
		"draft2020-12/dynamicRef.json: $dynamicRef skips over intermediate resources - direct reference",
		"draft2020-12/dynamicRef.json: $dynamicRef avoids the root of each schema, but scopes are still registered",
		"draft2020-12/unevaluatedItems.json: unevaluatedItems with $dynamicRef",
		"draft2020-12/unevaluatedProperties.json: unevaluatedProperties with $dynamicRef",
		"draft2019-09/recursiveRef.json: $recursiveRef with nesting",
		"draft2019-09/recursiveRef.json: multiple dynamic paths to the $recursiveRef keyword",
		"draft2019-09/recursiveRef.json: dynamic $recursiveRef destination (not predictable at schema compile time)",
		"draft2019-09/unevaluatedItems.json: unevaluatedItems with $recursiveRef",
		"draft2019-09/unevaluatedProperties.json: unevaluatedProperties with $recursiveRef",
	}},
)

// refusal is a reason and the schemas that are refused for it, "file: description" each.
type refusal struct {
	reason  string
	schemas []string
}

func refusals(list ...refusal) map[string]string {
	all := map[string]string{}
	for _, r := range list {
		for _, key := range r.schemas {
			all[key] = r.reason
		}
	}
	return all
}
