package demo_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/out/moca"
	"github.com/agui-gen/agui-gen/sdk/citations"
	"github.com/agui-gen/agui-gen/sdk/citations/demo"
	data "github.com/agui-gen/agui-gen/testdata/moca"
)

var update = flag.Bool("update", false, "sign the example packages anew, and write the example event")

const folder = "../../../testdata/moca"

// The keys of the examples are known to everybody: they are made of the signers' names.
func key(signer string) ed25519.PrivateKey {
	seed := sha256.Sum256([]byte("example key of " + signer))
	return ed25519.NewKeyFromSeed(seed[:])
}

var roles = map[string]string{"Quay examples reviewer": "review", "Quay examples publisher": "package"}

func load(t testing.TB, name string) *demo.Package {
	t.Helper()
	sub, err := fs.Sub(data.FS, name)
	if *update {
		sub, err = os.DirFS(filepath.Join(folder, name)), nil
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := demo.Load(sub)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// now is the time of the examples: what is stale then, or out of force, does not depend on when the tests run.
func now() time.Time { return time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC) }

func reader(t testing.TB) *demo.Reader {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "trust.json"))
	if err != nil {
		t.Fatal(err)
	}
	trust, err := demo.ParseTrustRoot(text)
	if err != nil {
		t.Fatal(err)
	}
	return demo.NewReader(trust, now, load(t, "harbour"), load(t, "signals"))
}

func record(t testing.TB, r *demo.Reader, ref, locale string) *moca.CitationRecord {
	t.Helper()
	raw, ok := r.Get(ref, locale)
	if !ok {
		t.Fatalf("there is no %s", ref)
	}
	rec := new(moca.CitationRecord)
	if err := rec.UnmarshalJSON([]byte(raw)); err != nil {
		t.Fatal(err)
	}
	if err := rec.Validate(); err != nil {
		t.Fatalf("%s: %v", ref, err)
	}
	return rec
}

const harbour = "https://quay.example/moca/harbour@2.1.0#"

// TestExamplesAreSigned holds the attestations against what they are about: the files as they are now.
func TestExamplesAreSigned(t *testing.T) {
	if *update {
		sign(t)
	}
	r := reader(t)
	lines := record(t, r, harbour+"mooring-lines.md", "")
	if got := lines.Trust.AttestedReviews; len(got) != 1 || got[0].Outcome != "accurate" || got[0].Signer != "Quay examples reviewer" {
		t.Errorf("reviews of the mooring lines: %+v", got)
	}
	if !lines.Package.Signed || !slices.Equal(lines.Package.Signers, []string{"Quay examples publisher"}) {
		t.Errorf("package signed: %v, by %q", lines.Package.Signed, lines.Package.Signers)
	}
	if got := record(t, r, harbour+"line-inspection.md", "").Trust.AttestedReviews; len(got) != 1 || got[0].Outcome != "inaccurate" {
		t.Errorf("reviews of the inspection: %+v", got)
	}
	none := demo.NewReader(nil, now, load(t, "harbour"))
	if got := record(t, none, harbour+"mooring-lines.md", ""); got.Package.Signed || len(got.Trust.AttestedReviews) > 0 || len(got.Trust.DeclaredVerified) != 1 {
		t.Errorf("without a trust root: %+v", got)
	}
}

// sign fills in the subjects and makes the signatures.
func sign(t *testing.T) {
	t.Helper()
	root := demo.TrustRoot{}
	for name, role := range roles {
		root[name] = demo.Signer{Role: role, Key: key(name).Public().(ed25519.PublicKey)}
	}
	write(t, "trust.json", root)
	r := demo.NewReader(nil, now, load(t, "harbour"))
	for name, ref := range map[string]string{"mooring-lines": "mooring-lines.md", "line-inspection": "line-inspection.md", "package": "mooring-lines.md"} {
		rec := record(t, r, harbour+ref, "")
		subject := rec.Node.Digest.Or("")
		if name == "package" {
			subject = rec.Package.Digest
		}
		file := filepath.Join("harbour/attestations", name+".json")
		text, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		var a map[string]string
		if err := json.Unmarshal(text, &a); err != nil {
			t.Fatal(err)
		}
		a["subject"] = subject
		signed := write(t, file, a)
		sig := base64.StdEncoding.EncodeToString(ed25519.Sign(key(a["signer"]), signed)) + "\n"
		if err := os.WriteFile(filepath.Join(folder, strings.TrimSuffix(file, ".json")+".sig"), []byte(sig), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func write(t *testing.T, name string, v any) []byte {
	t.Helper()
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTheFlagsOfTheExamples(t *testing.T) {
	r := reader(t)
	for _, c := range []struct {
		ref  string
		want func(moca.CitationRecordTrust) bool
	}{
		{harbour + "mooring-lines.md", func(t moca.CitationRecordTrust) bool {
			return t.Status == "stable" && !t.Stale && t.InForce && !t.Superseded && !t.Contested
		}},
		{harbour + "tide-tables.md", func(t moca.CitationRecordTrust) bool { return t.Stale && t.InForce }},
		{harbour + "night-berthing.md", func(t moca.CitationRecordTrust) bool { return !t.InForce && !t.Stale }},
		{harbour + "tug-fees.md", func(t moca.CitationRecordTrust) bool { return t.Contested && len(t.ContestedBy) == 1 }},
		{harbour + "ice-season.md", func(t moca.CitationRecordTrust) bool { return t.Status == "draft" }},
		{harbour + "rat-guards.md", func(t moca.CitationRecordTrust) bool { return t.Status == "deprecated" }},
		{harbour + "fresh-water.md", func(t moca.CitationRecordTrust) bool {
			return len(t.DeclaredVerified) == 2 && len(t.AttestedReviews) == 0
		}},
		{"https://quay.example/moca/signals@1.4.2#flag-signals.md", func(t moca.CitationRecordTrust) bool {
			return t.Superseded && slices.Equal(t.SupersededBy, []string{"https://quay.example/moca/harbour@2.1.0"})
		}},
	} {
		if rec := record(t, r, c.ref, ""); !c.want(rec.Trust) {
			t.Errorf("%s: %+v", c.ref, rec.Trust)
		}
	}
}

func TestALanguageHasTheRefOfTheDefaultOne(t *testing.T) {
	r := reader(t)
	en, fr := record(t, r, harbour+"mooring-lines.md", "en"), record(t, r, harbour+"mooring-lines.md", "fr")
	if fr.Node.Ref != en.Node.Ref || fr.Node.Path != "mooring-lines.md" || fr.Node.Locale.Or("") != "fr" || fr.Node.Digest == en.Node.Digest {
		t.Errorf("%+v", fr.Node)
	}
	if text := fr.Text.Or(""); int64(len(text)) != fr.Span.End-fr.Span.Start || !strings.Contains(text, "mètres") {
		t.Errorf("span %+v of %q", fr.Span, text)
	}
}

func TestSearchFindsTheBestFirst(t *testing.T) {
	found := reader(t).Search("Mooring lines", 2)
	if len(found) != 2 || !strings.Contains(string(found[0]), `"path":"mooring-lines.md"`) || !strings.Contains(string(found[0]), `"score":1,"retrieval":{"via":"search"}`) {
		t.Errorf("%s", found)
	}
	if found := reader(t).Search("zeppelin", 2); len(found) != 0 {
		t.Errorf("%s", found)
	}
}

func TestMatchedIsForFilesOfThePackage(t *testing.T) {
	e := record(t, reader(t), harbour+"mooring-lines.md", "").Evidence
	if len(e) != 2 || !e[0].Matched.Or(false) || e[1].Matched.IsSet() {
		t.Errorf("%+v", e)
	}
}

// TestTheExampleEventHasTheReadersOwnRecord keeps the event in the documents from drifting away from what is sent.
func TestTheExampleEventHasTheReadersOwnRecord(t *testing.T) {
	raw, ok := reader(t).Get(harbour+"mooring-lines.md", "")
	if !ok {
		t.Fatal("no record")
	}
	run := citations.NewRun(citations.RunOptions{Clock: now})
	k, err := run.Returned(raw)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Mark("[1]", k); err != nil {
		t.Fatal(err)
	}
	var event *agui.CustomEvent
	write := run.Middleware()(func(ev agui.Event) error {
		if ev, ok := ev.(*agui.CustomEvent); ok {
			event = ev
		}
		return nil
	})
	for _, ev := range []agui.Event{agui.NewTextMessageStartEvent("m1"), agui.NewTextMessageContentEvent("m1", "Four lines [1]."), agui.NewTextMessageEndEvent("m1")} {
		if err := write(ev); err != nil {
			t.Fatal(err)
		}
	}
	got, err := event.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(filepath.Join(folder, "citations-event.json"), got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(filepath.Join(folder, "citations-event.json"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !strings.Contains(string(want), string(raw)) {
		t.Error("the example has another record than the Reader's")
	}
}

func TestLoadRefusesWhatIsNoPackage(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"no manifest":     {},
		"no id":           {"moca.yaml": "version: 1.0.0"},
		"no front matter": {"moca.yaml": "id: urn:a\nversion: 1.0.0", "content/a.md": "text"},
		"bad signature":   {"moca.yaml": "id: urn:a\nversion: 1.0.0", "attestations/a.json": "{}", "attestations/a.sig": "%"},
		"bad attestation": {"moca.yaml": "id: urn:a\nversion: 1.0.0", "attestations/a.json": "["},
	} {
		dir := t.TempDir()
		for file, text := range files {
			file = filepath.Join(dir, file)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := demo.Load(os.DirFS(dir)); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
	if _, err := demo.ParseTrustRoot([]byte(`{"a": {"role": "review", "key": "AA=="}}`)); err == nil {
		t.Error("a short key is taken")
	}
}
