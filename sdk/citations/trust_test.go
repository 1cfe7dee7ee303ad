package citations_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/citations"
)

// withTrust is a node with members of its trust replaced.
func withTrust(members string) node {
	all := map[string]string{}
	for _, text := range []string{trust, "{" + members + "}"} {
		for name, value := range jsonx.Raw(text).Members() {
			all[name] = string(value)
		}
	}
	var parts []string
	for name, value := range all {
		parts = append(parts, q(name)+":"+value)
	}
	slices.Sort(parts)
	return node{path: "a.md", trust: "{" + strings.Join(parts, ",") + "}"}
}

func TestK5TrustIsToldAsItIs(t *testing.T) {
	review := func(outcome string) string {
		return `{"reviewer":"human:ann","reviewedAt":"2026-01-02","outcome":` + q(outcome) + `,"signer":"Reef Board"}`
	}
	for _, c := range []struct {
		name, trust string
		want        []citations.Statement
	}{
		{"nothing", ``, []citations.Statement{}},
		{"stale", `"stale":true,"staleAfter":"2026-01-01"`, []citations.Statement{{Kind: citations.KindStale, Text: "Stale: the author wanted it checked again from “2026-01-01”."}}},
		{"out of force", `"inForce":false,"validFrom":"2026-01-01","validUntil":"2026-02-01"`,
			[]citations.Statement{{Kind: citations.KindOutOfForce, Text: "Out of force: not within the dates that the author gives from “2026-01-01” until “2026-02-01”."}}},
		{"superseded", `"superseded":true,"supersededBy":["a@1","b@2"]`, []citations.Statement{{Kind: citations.KindSuperseded, Text: "Superseded: another package replaces it, by “a@1”, “b@2”."}}},
		{"superseded by nobody named", `"superseded":true`, []citations.Statement{{Kind: citations.KindSuperseded, Text: "Superseded: another package replaces it."}}},
		{"contested", `"contested":true,"contestedBy":["a#b.md"]`, []citations.Statement{{Kind: citations.KindContested, Text: "Contested: a dispute about it is known, by “a#b.md”."}}},
		{"draft", `"status":"draft"`, []citations.Statement{{Kind: citations.KindDraft, Text: "Draft: the author says that it is not finished."}}},
		{"deprecated", `"status":"deprecated"`, []citations.Statement{{Kind: citations.KindDeprecated, Text: "Deprecated: the author says that it should not be used any more."}}},
		{"a declared verification", `"declaredVerified":[{"by":"human:sam","at":"2026-01-02","newer":1},{"by":"b"}]`, []citations.Statement{
			{Kind: citations.KindOnlyDeclared, Text: "Unsigned: only the author says that somebody checked it."},
			{Kind: citations.KindDeclared, Text: "Author's own statement, unsigned: checked by “human:sam” on “2026-01-02”."},
			{Kind: citations.KindDeclared, Text: "Author's own statement, unsigned: checked by “b”."}}},
		{"a review", `"attestedReviews":[` + review("accurate") + `],"declaredVerified":[{"by":"b"}]`, []citations.Statement{
			{Kind: citations.KindAccurate, Text: "Signed review: accurate, signed by “Reef Board”, who names “human:ann” as reviewer on “2026-01-02”."},
			{Kind: citations.KindDeclared, Text: "Author's own statement, unsigned: checked by “b”."}}},
		{"reviews that are only inaccurate", `"attestedReviews":[` + review("inaccurate") + `]`, []citations.Statement{
			{Kind: citations.KindInaccurate, Text: "Signed review: inaccurate, signed by “Reef Board”, who names “human:ann” as reviewer on “2026-01-02”."}}},
		{"reviews whose outcome only looks accurate", `"attestedReviews":[` + review("ACCURATE") + `,` + review(" accurate") + `,` + review("retracted") + `],"declaredVerified":[]`, []citations.Statement{
			{Kind: citations.KindOtherReview, Text: "Signed review: a verdict that is not known here, “ACCURATE”, signed by “Reef Board”, who names “human:ann” as reviewer on “2026-01-02”."},
			{Kind: citations.KindOtherReview, Text: "Signed review: a verdict that is not known here, “accurate”, signed by “Reef Board”, who names “human:ann” as reviewer on “2026-01-02”."},
			{Kind: citations.KindOtherReview, Text: "Signed review: a verdict that is not known here, “retracted”, signed by “Reef Board”, who names “human:ann” as reviewer on “2026-01-02”."}}},
		{"generated", `"generated":{"by":"bot/1"}`, []citations.Statement{{Kind: citations.KindGenerated, Text: "Author's own statement, unsigned: written by “bot/1”."}}},
		{"generated: null", `"generated":null`, []citations.Statement{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := newClient(t, citations.ObserverOptions{})
			client.feed(message("m1", "x"))
			client.push(cite("m1", withTrust(c.trust).entry("")))
			if got := client.one("m1").Trust; !slices.Equal(got, c.want) || got == nil {
				t.Errorf("got\n%v\nwant\n%v", got, c.want)
			}
		})
	}
	t.Run("warnings come first, and all of them", func(t *testing.T) {
		client := newClient(t, citations.ObserverOptions{})
		client.feed(message("m1", "x"))
		n := withTrust(`"stale":true,"inForce":false,"superseded":true,"contested":true,"status":"draft","attestedReviews":[` +
			review("accurate") + `,` + review("needs-change") + `],"declaredVerified":[{"by":"b"}]`)
		signed := strings.Replace(n.entry(""), `"signed":false`, `"signed":true,"signers":["P"]`, 1)
		client.push(cite("m1", signed))
		want := []citations.Kind{citations.KindOutOfForce, citations.KindSuperseded, citations.KindContested, citations.KindStale, citations.KindDraft,
			citations.KindNeedsChange, citations.KindAccurate, citations.KindPublished, citations.KindDeclared}
		got := client.one("m1").Trust
		if !slices.Equal(kinds(got), want) {
			t.Errorf("%v", kinds(got))
		}
		for _, s := range got {
			if s.Kind == citations.KindPublished && s.Text != "Publisher: the package is signed, by “P”; that is no review of it." {
				t.Error(s.Text)
			}
		}
	})
}

// TestK5WarningsAndBadges holds which kinds are warnings, and which may have a badge.
func TestK5WarningsAndBadges(t *testing.T) {
	for kind, want := range map[citations.Kind][2]bool{ // warning, signed
		citations.KindConflict: {true, false}, citations.KindOutOfForce: {true, false}, citations.KindSuperseded: {true, false},
		citations.KindContested: {true, false}, citations.KindStale: {true, false}, citations.KindDeprecated: {true, false},
		citations.KindDraft: {true, false}, citations.KindInaccurate: {true, true}, citations.KindNeedsChange: {true, true},
		citations.KindOtherReview: {true, true}, citations.KindOnlyDeclared: {true, false}, citations.KindAccurate: {false, true},
		citations.KindPublished: {false, true}, citations.KindDeclared: {false, false}, citations.KindGenerated: {false, false},
	} {
		if got := [2]bool{kind.Warning(), kind.Signed()}; got != want {
			t.Errorf("%s: %v", kind, got)
		}
	}
}

// A declared verification must not be taken for an attested review: by no word, nor kind.
func TestK5DeclaredIsNeverLikeAttested(t *testing.T) {
	client := newClient(t, citations.ObserverOptions{})
	client.feed(message("m1", "x"))
	client.push(cite("m1", withTrust(`"declaredVerified":[{"by":"Signed review: accurate, signed by “Reef Board”"}]`).entry("")))
	for _, s := range client.one("m1").Trust {
		outside := s.Text
		for strings.Contains(outside, "“") {
			before, rest, _ := strings.Cut(outside, "“")
			_, after, _ := strings.Cut(rest, "”")
			outside = before + after
		}
		if s.Kind.Signed() || strings.Contains(strings.ToLower(outside), "review") || strings.Contains(strings.ToLower(outside), "verified") || !strings.Contains(strings.ToLower(outside), "unsigned") {
			t.Errorf("%s: %q", s.Kind, s.Text)
		}
	}
}

func TestK5TrustIsNeverRepaired(t *testing.T) {
	for name, change := range map[string][2]string{
		"a missing trust flag":    {`"stale":false,`, ``},
		"a null trust flag":       {`"inForce":true`, `"inForce":null`},
		"a mistyped trust flag":   {`"superseded":false`, `"superseded":0`},
		"missing trust":           {`,"trust":` + trust, ``},
		"a missing list":          {`"attestedReviews":[],`, ``},
		"a review without signer": {`"attestedReviews":[]`, `"attestedReviews":[{"reviewer":"a","reviewedAt":"b","outcome":"accurate"}]`},
	} {
		t.Run(name, func(t *testing.T) {
			broken := strings.Replace(a.entry(""), change[0], change[1], 1)
			if broken == a.entry("") {
				t.Fatal("nothing changed")
			}
			c := newClient(t, citations.ObserverOptions{})
			c.feed(message("m1", "x"))
			c.push(cite("m1", broken, b.entry("")))
			if got := c.one("m1").Key.Ref; got != b.ref() {
				t.Error(got)
			}
			c.warned("/value/citations/0/record")
		})
	}
}

func TestK8RecheckAddsWarningsAndClearsNone(t *testing.T) {
	at := func(s string) time.Time {
		when, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	for _, c := range []struct {
		name, trust, now string
		want             []citations.Kind
	}{
		{"not yet", `"staleAfter":"2026-06-01T00:00:00Z","validUntil":"2026-06-01T00:00:00Z"`, "2026-05-31T23:59:59Z", nil},
		{"stale by now", `"staleAfter":"2026-06-01T00:00:00Z"`, "2026-06-01T00:00:00Z", []citations.Kind{citations.KindStale}},
		{"stale by now, by a date", `"staleAfter":"2026-06-01"`, "2026-06-01T00:00:00Z", []citations.Kind{citations.KindStale}},
		{"stale by now, with an offset", `"staleAfter":"2026-06-01T00:00:00+02:00"`, "2026-05-31T22:00:00Z", []citations.Kind{citations.KindStale}},
		{"stale by now, without an offset", `"staleAfter":"2026-06-01T00:00"`, "2026-06-01T00:00:00Z", []citations.Kind{citations.KindStale}},
		{"stale by now, in lower case", `"staleAfter":"2026-06-01t00:00:00z"`, "2026-06-01T00:00:00Z", []citations.Kind{citations.KindStale}},
		{"stale by now, by a month", `"staleAfter":"2026-06"`, "2026-06-01T00:00:00Z", []citations.Kind{citations.KindStale}},
		{"not yet, by a month", `"staleAfter":"2026-06"`, "2026-05-31T23:59:59Z", nil},
		{"stale by now, by a year", `"staleAfter":"2026"`, "2026-01-01T00:00:00Z", []citations.Kind{citations.KindStale}},
		{"stale by now, in basic form", `"staleAfter":"20260601T000000+0200"`, "2026-05-31T22:00:00Z", []citations.Kind{citations.KindStale}},
		{"stale by now, with hours of offset", `"staleAfter":"2026-06-01T00:00:00.5+02"`, "2026-05-31T22:00:01Z", []citations.Kind{citations.KindStale}},
		{"out of force by now", `"validUntil":"2026-06-01"`, "2026-06-01T00:00:00Z", []citations.Kind{citations.KindOutOfForce}},
		{"not in force yet", `"validFrom":"2026-06-01"`, "2026-05-31T23:59:59Z", []citations.Kind{citations.KindOutOfForce}},
		{"a flag that the dates do not bear out", `"stale":true,"staleAfter":"2099-01-01","inForce":false,"validUntil":"2099-01-01"`, "2026-05-01T00:00:00Z",
			[]citations.Kind{citations.KindOutOfForce, citations.KindStale}},
		{"a flag that is there", `"stale":true,"staleAfter":"2026-01-01"`, "2026-05-01T00:00:00Z", []citations.Kind{citations.KindStale}},
		{"what no Reader but this knows", `"superseded":true,"contested":true`, "2026-05-01T00:00:00Z", []citations.Kind{citations.KindSuperseded, citations.KindContested}},
		{"no date", `"staleAfter":"soon","validUntil":"01.06.2020"`, "2026-05-01T00:00:00Z", nil},
	} {
		client := newClient(t, citations.ObserverOptions{})
		client.feed(message("m1", "x"))
		client.push(cite("m1", withTrust(c.trust).entry("")))
		before, _ := client.Citations("m1")
		was := slices.Clone(before.Citations[0].Trust)
		if got := kinds(before.Recheck(at(c.now)).Citations[0].Trust); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", c.name, got)
		}
		if !slices.Equal(before.Citations[0].Trust, was) {
			t.Errorf("%s: the answer that was re-checked has changed", c.name)
		}
	}
}
