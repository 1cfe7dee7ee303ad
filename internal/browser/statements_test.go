package browser

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/citations"
	"github.com/agui-gen/agui-gen/sdk/citations/demo"
	"github.com/agui-gen/agui-gen/testdata/moca"
)

// These tests are about what citations.Answer.WriteHTML writes, for pages other than the demo's.

// fragment serves a page.
func fragment(t testing.TB, page []byte) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write(page)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// TestHostileSourcesAreTextInTheDOM loads the sources that attack whoever shows them, as package citations renders them.
// That nothing is asked of another host, and nothing runs, is held by open.
func TestHostileSourcesAreTextInTheDOM(t *testing.T) {
	p := open(t, static(t, "hostile.html"))
	const all = `[...document.querySelector(".moca-sources").querySelectorAll("*")]`
	p.want(`[...new Set(`+all+`.map(e => e.localName))].sort().join()`, "a,b,bdi,details,div,h2,li,ol,p,span,summary,ul")
	p.want(`[...new Set(`+all+`.flatMap(e => e.getAttributeNames()))].sort().join()`, "aria-label,class,data-kind,href,rel")
	p.want(`document.scripts.length + document.images.length + document.styleSheets.length + document.forms.length`, "1") // the style sheet
	p.want(`[...document.links].every(a => a.rel === "noopener noreferrer" && a.protocol.match(/^https?:$/) && !a.username && a.host === a.textContent)`, "true")
	p.want(`[...new Set([...document.links].map(a => a.host))].join()`, "xn--bcher-kva.example,evil.test,good.example,a.example")
	p.want(`document.querySelector(".moca-title").innerText`,
		"[1] “<img src=https://evil.test/x.png onerror=alert(1)><script>alert(1)</script>”")
	p.want(`document.querySelectorAll("[data-kind=review-accurate]").length`, "2")
	p.want(`[...document.querySelectorAll(".moca-title, .moca-statement, .moca-evidence li")].every(e => (e.innerText.match(/“/g) ?? []).length === (e.innerText.match(/”/g) ?? []).length)`, "true")
	p.want(`/[\u202a-\u202e\u2066-\u2069\u200b\ufeff\u001b]/.test(document.body.textContent)`, "false")
	p.want(`document.querySelector(".moca-left-out").innerText`, "One source is not shown, because what the agent says of it is broken.")
	p.do(click("summary"))
	p.want(`document.querySelector(".moca-text").innerText.includes("![x](https://evil.test/x.png)")`, "true")
	p.look(360, 800, "light")
	p.want(`document.documentElement.scrollWidth <= innerWidth`, "true")
}

// doubtful is a page with a sound source, and one for each warning.
func doubtful(t *testing.T) []byte {
	t.Helper()
	keys, err := moca.FS.ReadFile("trust.json")
	if err != nil {
		t.Fatal(err)
	}
	trust, err := demo.ParseTrustRoot(keys)
	if err != nil {
		t.Fatal(err)
	}
	var packages []*demo.Package
	for _, name := range []string{"harbour", "signals"} {
		folder, err := fs.Sub(moca.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := demo.Load(folder)
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	reader := demo.NewReader(trust, libraryClock, packages...)
	observer := citations.NewObserver(citations.ObserverOptions{})
	run := citations.NewRun(citations.RunOptions{Clock: libraryClock})
	write := run.Middleware()(observer.Deliver)
	var cited []citations.Key
	for _, name := range []string{"harbour@2.1.0#mooring-lines.md", "harbour@2.1.0#tide-tables.md", "harbour@2.1.0#night-berthing.md", "signals@1.4.2#flag-signals.md",
		"harbour@2.1.0#tug-fees.md", "harbour@2.1.0#ice-season.md", "harbour@2.1.0#rat-guards.md", "harbour@2.1.0#line-inspection.md", "harbour@2.1.0#fresh-water.md"} {
		record, ok := reader.Get("https://quay.example/moca/"+name, "")
		if !ok {
			t.Fatal("there is no ", name)
		}
		key, err := run.Returned(record)
		if err != nil {
			t.Fatal(err)
		}
		cited = append(cited, key)
	}
	if err := run.Cite("m1", cited...); err != nil {
		t.Fatal(err)
	}
	for _, ev := range []agui.Event{agui.NewTextMessageStartEvent("m1"), agui.NewTextMessageEndEvent("m1")} {
		if err := write(ev); err != nil {
			t.Fatal(err)
		}
	}
	answer, _ := observer.Citations("m1")
	page := bytes.NewBufferString(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Sources</title><style>` + citations.StyleSheet + `</style>`)
	if err := answer.WriteHTML(page); err != nil {
		t.Fatal(err)
	}
	return page.Bytes()
}

// TestDeclaredNeverLooksAttested compares what the browser makes of the style sheet: what an author merely declares has
// nothing in common with a signed review, on any screen, and a warning looks like neither.
func TestDeclaredNeverLooksAttested(t *testing.T) {
	p := open(t, fragment(t, doubtful(t)))
	const style = `(kind => { const e = document.querySelector("[data-kind=" + kind + "]"), s = getComputedStyle(e);
		return [s.color, s.backgroundColor, s.borderLeftColor, s.fontStyle, getComputedStyle(e, "::before").content].join(" | ") })`
	for _, screen := range []struct {
		name          string
		width, height int64
		scheme        string
	}{{"light", 900, 1600, "light"}, {"dark", 900, 1600, "dark"}, {"phone", 360, 2400, "light"}} {
		p.look(screen.width, screen.height, screen.scheme)
		attested := strings.Split(p.text(style+`("review-accurate")`), " | ")
		for _, other := range []string{"declared", "generated", "only-declared", "published", "review-inaccurate", "out-of-force", "superseded", "contested", "stale", "deprecated", "draft"} {
			for i, value := range strings.Split(p.text(style+`("`+other+`")`), " | ") {
				if i != 3 && value == attested[i] {
					t.Errorf("%s: %s has the %s of an attested review", screen.name, other, []string{"colour", "background", "border", "", "mark"}[i])
				}
			}
		}
		if declared := p.text(style + `("declared")`); !strings.HasSuffix(declared, "italic | none") || !strings.Contains(attested[4], "✓") {
			t.Errorf("%s: declared is %s, attested %q", screen.name, declared, attested)
		}
		p.want(`[...document.querySelectorAll(".moca-warning")].every(e => getComputedStyle(e, "::before").content.includes("⚠"))`, "true")
		p.want(`document.documentElement.scrollWidth <= innerWidth`, "true")
		p.picture("fragment-" + screen.name)
	}
}
