package citations

import (
	"slices"

	"github.com/agui-gen/agui-gen/out/moca"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// Kind is what a statement is about.
type Kind string

// The kinds of statements. Those up to KindOnlyDeclared are warnings, which a client has to show; they are always among the
// statements when they hold.
const (
	KindConflict     Kind = "conflicting-digests" // one reference came with two digests
	KindOutOfForce   Kind = "out-of-force"        // not within the dates that the author gives
	KindSuperseded   Kind = "superseded"          // another package replaces this one
	KindContested    Kind = "contested"           // a dispute is known
	KindStale        Kind = "stale"               // the date for another check has passed
	KindDeprecated   Kind = "deprecated"          // the author says so
	KindDraft        Kind = "draft"               // the author says so
	KindInaccurate   Kind = "review-inaccurate"   // a signed review whose verdict is inaccurate
	KindNeedsChange  Kind = "review-needs-change" // a signed review whose verdict is needs-change
	KindOtherReview  Kind = "review-other"        // a signed review with a verdict that is not known here
	KindOnlyDeclared Kind = "only-declared"       // the author claims a check, and no signed review stands behind it
	KindAccurate     Kind = "review-accurate"     // a signed review whose verdict is accurate: the only good word there is
	KindPublished    Kind = "published"           // who signed the package, which is no review of it
	KindDeclared     Kind = "declared"            // the author's own statement that somebody checked the node
	KindGenerated    Kind = "generated"           // the author's own statement of who or what wrote it
)

var warnings = []Kind{KindConflict, KindOutOfForce, KindSuperseded, KindContested, KindStale, KindDeprecated, KindDraft,
	KindInaccurate, KindNeedsChange, KindOtherReview, KindOnlyDeclared}

// Warning tells whether people must be warned by statements of this kind.
func (k Kind) Warning() bool { return slices.Contains(warnings, k) }

// Signed tells whether a signature that the Reader verified stands behind statements of this kind. Only those may have a
// badge, and only for what they say.
func (k Kind) Signed() bool {
	switch k {
	case KindAccurate, KindNeedsChange, KindInaccurate, KindOtherReview, KindPublished:
		return true
	}
	return false
}

// Statement is something that the service reports of a source, in words that can be shown as they are. What of it comes from
// the record is in “quotation marks”, and cannot leave them or the line.
type Statement struct {
	Kind Kind   `json:"kind"`
	Text string `json:"text"`
}

// statements are what a record says of how far it can be trusted (K5), warnings first.
func statements(r *moca.CitationRecord, conflict bool) []Statement {
	t := r.Trust
	all := []Statement{}
	add := func(when bool, k Kind, text string) {
		if when {
			all = append(all, Statement{k, text})
		}
	}
	add(conflict, KindConflict, "Conflicting content: this reference came with two different digests.")
	add(!t.InForce, KindOutOfForce, "Out of force: not within the dates that the author gives"+window(t)+".")
	add(t.Superseded, KindSuperseded, "Superseded: another package replaces it"+by(t.SupersededBy)+".")
	add(t.Contested, KindContested, "Contested: a dispute about it is known"+by(t.ContestedBy)+".")
	add(t.Stale, KindStale, "Stale: the author wanted it checked again"+from(t.StaleAfter)+".")
	add(t.Status == moca.CitationRecordTrustStatusDeprecated, KindDeprecated, "Deprecated: the author says that it should not be used any more.")
	add(t.Status == moca.CitationRecordTrustStatusDraft, KindDraft, "Draft: the author says that it is not finished.")
	for _, v := range t.AttestedReviews {
		add(true, reviewKind(v.Outcome), reviewText(v))
	}
	add(len(t.DeclaredVerified) > 0 && len(t.AttestedReviews) == 0, KindOnlyDeclared, "Unsigned: only the author says that somebody checked it.")
	add(r.Package.Signed, KindPublished, "Publisher: the package is signed"+by(r.Package.Signers)+"; that is no review of it.")
	for _, d := range t.DeclaredVerified {
		add(true, KindDeclared, "Author's own statement, unsigned: checked by "+field(d.By)+on(d.At)+".")
	}
	if g, ok := t.Generated.Get(); ok {
		add(true, KindGenerated, "Author's own statement, unsigned: written by "+field(g.By)+on(g.At)+".")
	}
	slices.SortStableFunc(all, func(a, b Statement) int { return rank(a.Kind) - rank(b.Kind) })
	return all
}

// rank puts warnings first, and leaves the order of all else.
func rank(k Kind) int {
	if i := slices.Index(warnings, k); i >= 0 {
		return i
	}
	return len(warnings)
}

func reviewKind(outcome string) Kind {
	switch outcome {
	case "accurate":
		return KindAccurate
	case "needs-change":
		return KindNeedsChange
	case "inaccurate":
		return KindInaccurate
	}
	return KindOtherReview
}

// reviewText says the verdict, in words of ours where it is one that is known, and the signer, who alone is proved; the
// reviewer is the signer's claim.
func reviewText(v moca.CitationRecordTrustAttestedReviews) string {
	verdict := "a verdict that is not known here, " + field(v.Outcome)
	if k := reviewKind(v.Outcome); k != KindOtherReview {
		verdict = v.Outcome
	}
	text := "Signed review: " + verdict + ", signed by " + field(v.Signer) + ", who names " + field(v.Reviewer) + " as reviewer on " + field(v.ReviewedAt)
	if scope, ok := v.Scope.Get(); ok {
		text += ", with the scope " + field(scope)
	}
	return text + "."
}

func by(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ", by " + fields(names)
}

func on(at opt.Opt[string]) string {
	if s, ok := at.Get(); ok {
		return " on " + field(s)
	}
	return ""
}

func from(at opt.Opt[string]) string {
	if s, ok := at.Get(); ok {
		return " from " + field(s)
	}
	return ""
}

func window(t moca.CitationRecordTrust) string {
	s := from(t.ValidFrom)
	if until, ok := t.ValidUntil.Get(); ok {
		s += " until " + field(until)
	}
	return s
}
