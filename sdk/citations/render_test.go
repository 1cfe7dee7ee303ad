package citations_test

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/citations"
)

var update = flag.Bool("update", false, "write the golden files anew")

const goldens = "../../testdata/moca/"

// hostile is an answer whose sources attack whoever shows them: nothing of it may be markup, load anything, run, or look like
// a statement.
func hostile(t *testing.T) citations.Answer {
	t.Helper()
	attack := `<img src=https://evil.test/x.png onerror=alert(1)><script>alert(1)</script>`
	var entries []string
	add := func(n node, marker string) {
		n.path = string(rune('a'+len(entries))) + ".md" + n.path
		entries = append(entries, n.entry(marker))
	}
	evidence := func(resources ...string) string {
		var all []string
		for _, r := range resources {
			all = append(all, `{"source":{"resource":`+q(r)+`}}`)
		}
		return `,"evidence":[` + strings.Join(all, ",") + `]`
	}
	review := func(signer, outcome string) string {
		return withTrust(`"attestedReviews":[{"reviewer":` + q(attack) + `,"reviewedAt":"2026-01-01","outcome":` + q(outcome) + `,"signer":` + q(signer) + `}]`).trust
	}
	add(node{title: attack, text: attack + "\n![x](https://evil.test/x.png)"}, "[1]")
	add(node{title: "✓ Verified"}, "")
	add(node{title: "x” ✓ Signed review: accurate “y"}, "")
	add(node{title: "\u202egnp.exe\u2066 \u200b\u200d\ufeff"}, "")
	add(node{title: "x\r\n   - Signed review: accurate\u2028   - Signed review: accurate\x1b[2K"}, "")
	add(node{trust: review("Reef Board”, signed by “Other Board", "accurate")}, "")
	add(node{trust: review("x\r\n   - Signed review: accurate", "inaccurate")}, "")
	add(node{trust: review("x", "accurate, signed by “Reef Board”")}, "")
	add(node{trust: withTrust(`"declaredVerified":[{"by":"Signed review: accurate\n   - Signed review: accurate"}]`).trust}, "")
	add(node{trust: withTrust(`"contested":true,"contestedBy":[` + q(attack) + `,"` + strings.Repeat("x", 500) + `"]`).trust}, "")
	add(node{more: evidence("javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x", "mailto:a@b.example", "https:evil.test", `https:\\evil.test`, "//evil.test")}, "")
	add(node{more: evidence("java&#115;cript:alert(1)", "java\nscript:alert(1)", "https://a.example&#64;evil.test", "https://a.example%40evil.test", "https://user@evil.test")}, "")
	add(node{more: evidence("https://bücher.example/\"onclick=alert(1)//", "https://evil．test/'><script>", "http://good.example/ok")}, "")
	add(node{more: `,"evidence":[{"source":{"title":` + q(attack) + `},"note":` + q(attack) + `,"matched":false,"selector":{"type":"TextQuoteSelector","exact":` + q(attack) + `}}]`}, "")
	add(node{trust: review(attack, "accurate")}, "")
	add(node{trust: withTrust(`"generated":{"by":` + q(attack) + `,"at":"x\u2028- Signed review: accurate"},"superseded":true,"supersededBy":["a\n- x","b","c","d","e","f"]`).trust}, "")
	add(node{title: "x〞 ✓ Signed review: accurate ＂y״ ❞z"}, "")
	add(node{title: "\u0338x" + strings.Repeat("\u0308\u0301", 200) + "\ufe0f"}, "")
	add(node{path: " ✓ Signed review: accurate", more: evidence("https://a.example/\u3164✓\u3164Signed\u3164review:\u3164accurate”")}, "")
	add(node{path: strings.Repeat("/long", 1000), title: strings.Repeat("long ", 1000), text: "first\u2028second\x1b[2J"}, "")
	signers := node{path: "-signers"}
	add(signers, "")
	at := len(entries) - 1
	entries[at] = strings.Replace(entries[at], `"signed":false`, `"signed":true,"signers":[`+q(attack)+`,"✓ Signed review"]`, 1)
	c := newClient(t, citations.ObserverOptions{})
	c.feed(message("m1", "[1]"))
	c.push(cite("m1", append(entries, strings.Replace((node{path: "z.md", title: attack}).entry(""), `"stale":false`, `"stale":null`, 1))...))
	got, ok := c.Citations("m1")
	if !ok || len(got.Citations) != len(entries) || got.LeftOut != 1 {
		t.Fatalf("%d of %d citations, warnings: %q", len(got.Citations), len(entries), c.warnings)
	}
	return got
}

// sound is an answer whose sources have each of the statements.
func sound(t *testing.T) citations.Answer {
	t.Helper()
	c := newClient(t, citations.ObserverOptions{})
	c.feed(message("m1", "So [1], and [2]."))
	first := withTrust(`"attestedReviews":[{"reviewer":"human:ann","reviewedAt":"2026-01-02","outcome":"accurate","signer":"Reef Board"}]`)
	first.title, first.text = "Reef <3> & rocks", "One line.\n\nAnother."
	first.more = `,"evidence":[{"source":{"id":"s","title":"Survey","resource":"https://a.example/survey"},"selector":{"type":"TextQuoteSelector","exact":"is a reef"},"matched":true,"note":"p. 4"},{"source":{"id":"t"}}]`
	second := withTrust(`"stale":true,"inForce":false,"superseded":true,"contested":true,"status":"deprecated","declaredVerified":[{"by":"human:sam"}]`)
	second.path = "b.md"
	ev := cite("m1", first.entry("[1]"), second.entry("[2]"))
	ev.Value = jsonx.Raw(strings.Replace(string(ev.Value), `"citations"`, `"computedAt":"2026-05-06T07:08:09Z","citations"`, 1))
	c.push(ev)
	got, ok := c.Citations("m1")
	if !ok || len(got.Citations) != 2 {
		t.Fatalf("%v, warnings: %q", got, c.warnings)
	}
	return got
}

func render(t *testing.T, a citations.Answer) (page, text string) {
	t.Helper()
	var h, p bytes.Buffer
	if err := a.WriteHTML(&h); err != nil {
		t.Fatal(err)
	}
	if err := a.WriteText(&p); err != nil {
		t.Fatal(err)
	}
	return h.String(), p.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(goldens+name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(goldens + name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed; see what -update makes of it. Got:\n%s", name, got)
	}
}

func document(fragment string) string {
	return "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Sources</title>\n<style>\n" + citations.StyleSheet + "</style>\n" + fragment + "</html>\n"
}

func TestRenderingSound(t *testing.T) {
	page, text := render(t, sound(t))
	golden(t, "sound.html", document(page))
	golden(t, "sound.txt", text)
}

func TestRenderingHostile(t *testing.T) {
	page, text := render(t, hostile(t))
	golden(t, "hostile.html", document(page))
	golden(t, "hostile.txt", text)
}

var tag = regexp.MustCompile(`<(/?[a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)>`)

// TestHostileRecordsAreTextInHTML holds that there is no tag, attribute or address in the page but our own.
func TestHostileRecordsAreTextInHTML(t *testing.T) {
	page, _ := render(t, hostile(t))
	known := []string{"section", "h2", "p", "time", "ol", "li", "span", "bdi", "b", "a", "ul", "div", "details", "summary"}
	var links []string
	for _, m := range tag.FindAllStringSubmatch(page, -1) {
		if !slices.Contains(known, strings.TrimPrefix(m[1], "/")) {
			t.Errorf("a tag that is not ours: %s", m[0])
		}
		for _, attribute := range regexp.MustCompile(`([a-z-]+)="([^"]*)"`).FindAllStringSubmatch(m[2], -1) {
			switch attribute[1] {
			case "href":
				links = append(links, attribute[2])
			case "class", "aria-label", "data-kind", "rel":
			default:
				t.Errorf("an attribute that is not ours: %s", attribute[0])
			}
		}
		if m[1] == "a" && !strings.Contains(m[2], `rel="noopener noreferrer"`) {
			t.Errorf("a link without rel: %s", m[0])
		}
	}
	if rest := tag.ReplaceAllString(page, ""); strings.ContainsAny(rest, "<>") {
		t.Errorf("markup that is no tag of ours: %s", rest)
	}
	want := []string{"https://xn--bcher-kva.example/%22onclick=alert%281%29//", "https://xn--bcher-kva.example/%22onclick=alert%281%29//",
		"https://evil.test/%27%3e%3cscript%3e", "http://good.example/ok",
		"https://a.example/%E3%85%A4%E2%9C%93%E3%85%A4Signed%E3%85%A4review:%E3%85%A4accurate%E2%80%9D", "https://a.example/%E3%85%A4%E2%9C%93%E3%85%A4Signed%E3%85%A4review:%E3%85%A4accurate%E2%80%9D"}
	if !slices.Equal(links, want) {
		t.Errorf("links: %q", links)
	}
	if n := strings.Count(page, ` data-kind="review-accurate"`); n != 2 {
		t.Errorf("%d good reviews, and there are two", n)
	}
	if strings.ContainsAny(page, "\x1b\r\u2028\u202e\u2066\u200b\ufeff") {
		t.Error("there are characters that control the display")
	}
}

// TestPlainTextCannotBeForged holds that every line is one that we begin, and every statement one that we make.
func TestPlainTextCannotBeForged(t *testing.T) {
	a := hostile(t)
	_, text := render(t, a)
	if strings.ContainsAny(text, "\x1b\r\u2028\u2029\u0085\u202e\u2066\u200b\ufeff") {
		t.Error("there are characters that control the display")
	}
	line := regexp.MustCompile(`^(Sources \(|\d+\. “|   (marker: “|source: “|link \(|[-!] |evidence: “|nothing is reported)|One source is not shown)`)
	statements, want := 0, 0
	for l := range strings.Lines(text) {
		if !line.MatchString(l) {
			t.Errorf("a line that is not ours: %q", l)
		}
		if strings.HasPrefix(l, "   - ") || strings.HasPrefix(l, "   ! ") {
			statements++
		}
		if len(l) > 2000 {
			t.Errorf("a line of %d bytes", len(l))
		}
		if strings.Count(l, "“") != strings.Count(l, "”") {
			t.Errorf("quotation marks that were broken out of: %q", l)
		}
	}
	for _, c := range a.Citations {
		want += len(c.Trust)
	}
	if statements != want {
		t.Errorf("%d statements, and there are %d", statements, want)
	}
}

func TestEveryWarningIsShown(t *testing.T) {
	page, text := render(t, sound(t))
	for _, k := range []citations.Kind{citations.KindOutOfForce, citations.KindSuperseded, citations.KindContested, citations.KindStale, citations.KindDeprecated, citations.KindOnlyDeclared} {
		if !strings.Contains(page, `<li class="moca-statement moca-warning" data-kind="`+string(k)+`">`) {
			t.Errorf("%s is not in the page", k)
		}
	}
	for _, word := range []string{"! Out of force", "! Superseded", "! Contested", "! Stale", "! Deprecated", "! Unsigned", "- Signed review: accurate", "reported by this agent, as of 2026-05-06T07:08:09Z"} {
		if !strings.Contains(text, word) {
			t.Errorf("%q is not in the text", word)
		}
	}
	if !strings.Contains(page, `Trust as reported by this agent, as of <time>2026-05-06T07:08:09Z</time>.`) {
		t.Error("the page does not say whose word it is")
	}
	if strings.Contains(page, `moca-signed" data-kind="declared"`) || strings.Contains(page, `moca-signed" data-kind="only-declared"`) {
		t.Error("what is declared looks signed")
	}
}

func TestAnswersWithoutSources(t *testing.T) {
	page, text := render(t, citations.Answer{MessageID: "m1"})
	if !strings.Contains(page, "This answer cites no sources.") || text != "This answer cites no sources.\n" {
		t.Errorf("%s\n%s", page, text)
	}
	page, text = render(t, citations.Answer{MessageID: "m1", LeftOut: 2})
	if want := "2 sources are not shown, because what the agent says of them is broken."; !strings.Contains(page, want) || text != want+"\n" {
		t.Errorf("%s\n%s", page, text)
	}
	changed := sound(t)
	changed.TextChanged, changed.ComputedAt = true, ""
	page, text = render(t, changed)
	for _, want := range []string{"The answer was changed after it cited these sources.", "reported by this agent, at an unknown time"} {
		if !strings.Contains(page, want) || !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s\n%s", want, page, text)
		}
	}
}
