package demo

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/agui-gen/agui-gen/out/moca"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// Reader gives records of the nodes of the packages that it has loaded. It may be used by several goroutines at once.
type Reader struct {
	packages []*Package
	trust    TrustRoot
	now      func() time.Time
}

// NewReader makes a Reader with the trust root of its host, nil for none, and a clock, nil for time.Now.
func NewReader(trust TrustRoot, now func() time.Time, packages ...*Package) *Reader {
	if now == nil {
		now = time.Now
	}
	return &Reader{packages, trust, now}
}

// Get is the record of a node by its versioned reference, in a language or else in the default one; and whether there is
// such a node.
func (r *Reader) Get(ref, locale string) (jsonx.Raw, bool) {
	for _, p := range r.packages {
		path, ok := strings.CutPrefix(ref, p.manifest.ID+"@"+p.manifest.Version+"#")
		if !ok {
			continue
		}
		if n := p.find(path, locale); n != nil {
			return encode(r.record(p, n)), true
		}
	}
	return "", false
}

// find is a node in a language, or else in the default one; nil where there is none.
func (p *Package) find(path, locale string) *node {
	var found *node
	for _, n := range p.nodes {
		if n.path == path && (found == nil || n.locale == locale) {
			found = n
		}
	}
	return found
}

// Search is the records of the nodes of the default language that have words of a query in them, the best first, no more
// than limit.
func (r *Reader) Search(query string, limit int) []jsonx.Raw {
	wanted := words(query)
	var hits []*moca.CitationRecord
	for _, p := range r.packages {
		for _, n := range p.nodes {
			score := share(wanted, words(n.front.Title+" "+n.body))
			if n.locale != p.manifest.Language || score == 0 {
				continue
			}
			rec := r.record(p, n)
			rec.Score = opt.Some(score)
			rec.Retrieval = moca.NewCitationRecordRetrieval(moca.CitationRecordRetrievalViaSearch)
			hits = append(hits, rec)
		}
	}
	slices.SortStableFunc(hits, func(a, b *moca.CitationRecord) int { return cmp.Compare(b.Score.Or(0), a.Score.Or(0)) })
	var all []jsonx.Raw
	for _, rec := range hits[:min(limit, len(hits))] {
		all = append(all, encode(rec))
	}
	return all
}

func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// share is how many of the wanted words there are, from 0 to 1.
func share(wanted, have []string) float64 {
	n := 0
	for _, w := range wanted {
		if slices.Contains(have, w) {
			n++
		}
	}
	return float64(n) / float64(max(len(wanted), 1))
}

// encode is a record as JSON. Front matter has been read as text, so that there is nothing in it that JSON cannot hold.
func encode(rec *moca.CitationRecord) jsonx.Raw {
	b, err := rec.AppendJSON(nil)
	if err != nil {
		return "null"
	}
	return jsonx.Raw(b)
}

// record is what can be said of a node now.
func (r *Reader) record(p *Package, n *node) *moca.CitationRecord {
	m := p.manifest
	signers := p.verified(r.trust, "package", p.digest)
	pkg := moca.CitationRecordPackage{ID: m.ID, Version: m.Version, Digest: p.digest, Signed: len(signers) > 0}
	for _, a := range signers {
		pkg.Signers = append(pkg.Signers, a.Signer)
	}
	rec := moca.NewCitationRecord(pkg, moca.CitationRecordNode{
		ID: m.ID + "#" + n.path, Ref: m.ID + "@" + m.Version + "#" + n.path, Path: n.path, Type: n.front.Type,
		Locale: some(n.locale), Title: some(n.front.Title), Description: some(n.front.Description), Tags: n.front.Tags,
		Digest: opt.Some(n.digest),
	}, r.trustOf(p, n))
	rec.Span = moca.NewCitationRecordSpan(int64(n.start), int64(n.end))
	rec.Text = opt.Some(n.body)
	rec.Audience = some(n.front.Audience)
	for _, e := range n.front.Evidence {
		rec.Evidence = append(rec.Evidence, p.evidence(n, e))
	}
	return rec
}

// some is a value that is absent where it is empty.
func some(s string) opt.Opt[string] {
	if s == "" {
		return opt.None[string]()
	}
	return opt.Some(s)
}

func (r *Reader) trustOf(p *Package, n *node) moca.CitationRecordTrust {
	f, now := n.front, r.now()
	t := moca.CitationRecordTrust{
		Status:           moca.CitationRecordTrustStatus(cmp.Or(f.Status, "stable")),
		DeclaredVerified: []moca.CitationRecordTrustDeclaredVerified{}, AttestedReviews: []moca.CitationRecordTrustAttestedReviews{},
		StaleAfter: some(f.StaleAfter), ValidFrom: some(f.ValidFrom), ValidUntil: some(f.ValidUntil),
		Stale:     past(f.StaleAfter, now),
		InForce:   (f.ValidFrom == "" || past(f.ValidFrom, now)) && !past(f.ValidUntil, now),
		Contested: len(f.ContestedBy) > 0, ContestedBy: f.ContestedBy,
	}
	if g := f.Generated; g != nil {
		t.Generated = opt.Value(moca.CitationRecordTrustGenerated{By: g.By, At: some(g.At)})
	}
	for _, v := range f.Verified {
		t.DeclaredVerified = append(t.DeclaredVerified, moca.CitationRecordTrustDeclaredVerified{By: v.By, At: some(v.At)})
	}
	for _, a := range p.verified(r.trust, "review", n.digest) {
		t.AttestedReviews = append(t.AttestedReviews, moca.CitationRecordTrustAttestedReviews{
			Reviewer: a.Reviewer, ReviewedAt: a.ReviewedAt, Outcome: a.Outcome, Scope: some(a.Scope), Signer: a.Signer})
	}
	for _, other := range r.packages {
		if slices.Contains(other.manifest.Supersedes, p.manifest.ID) {
			t.Superseded = true
			t.SupersededBy = append(t.SupersededBy, other.manifest.ID+"@"+other.manifest.Version)
		}
	}
	return t
}

// past tells whether a date has come. What is no date has not.
func past(date string, now time.Time) bool {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if at, err := time.Parse(layout, date); err == nil {
			return !now.Before(at)
		}
	}
	return false
}

// evidence is a source of a node with the passage in it. A passage is looked for where the source is a file of the package.
func (p *Package) evidence(n *node, e evidence) moca.CitationRecordEvidence {
	of := source{ID: e.Source}
	for _, s := range n.front.Sources {
		if s.ID == e.Source {
			of = s
		}
	}
	rec := moca.CitationRecordEvidence{Source: object(of), Note: some(e.Note)}
	if e.Exact == "" {
		return rec
	}
	rec.Selector = object(map[string]string{"type": "TextQuoteSelector", "exact": e.Exact})
	if text, ok := p.files[path.Join(path.Dir(n.file), of.Resource)]; ok {
		rec.Matched = opt.Some(strings.Contains(string(text), e.Exact))
	}
	return rec
}

// object is a JSON object of text.
func object(v any) jsonx.Raw {
	b, err := json.Marshal(v)
	if err != nil {
		return "{}"
	}
	return jsonx.Raw(b)
}
