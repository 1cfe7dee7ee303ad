package diff

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/diff/prover"
)

// FromProof are the failures of a proof as changes, so that they are reported, accepted and counted as all others are.
func FromProof(failures []prover.Failure) []*Change {
	var out []*Change
	for _, f := range failures {
		class := Wire
		switch {
		case f.Step == prover.Judge: // validators judge what a document means, whichever way it came
			class = Writers
		case f.Wire == "json" && f.From == "new":
			class = Readers
		case f.Wire == "json":
			class = Writers
		}
		other := "new"
		if f.From == "new" {
			other = "old"
		}
		what := map[string]string{
			prover.Read:  other + " code cannot read what " + f.From + " code writes",
			prover.Judge: other + " code refuses what " + f.From + " code writes",
			prover.Relay: other + " code does not pass on all that " + f.From + " code writes",
		}[f.Step]
		out = append(out, &Change{
			Kind: ProofFailed, Subject: f.Sample, Detail: fmt.Sprintf("%s from %s %s %q", f.Wire, f.From, f.Step, f.Pointer),
			Message: fmt.Sprintf("%s, as %s, at %q: %s", f.Sample, f.Wire, f.Pointer, what),
			Effects: []Effect{{class, Break, Differs, f.Message}},
			Advice:  "the change of the schema that this comes from says what to do",
		})
	}
	return out
}
