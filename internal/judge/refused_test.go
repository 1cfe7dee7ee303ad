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
