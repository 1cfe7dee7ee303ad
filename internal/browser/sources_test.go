package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// sourcesShown are the sources of the last answer: each its title, its link, and the kinds and tones of what is said of it.
const sourcesShown = `[...document.querySelectorAll("#items li:last-child .sources > ol > li")].map(e =>
	e.firstChild.innerText.trim() + ": " + [...e.querySelectorAll("ul li")].map(s => s.className).join(", ")).join("\n")`

func TestSourcesAreShown(t *testing.T) {
	each(t, func(t *testing.T, binding string) {
		p := open(t, serve(t, atOnce()))
		p.say(binding, "How is a ship moored?")
		p.ended("success")
		p.want(sourcesShown, "[1] Mooring lines quay.example: good review-accurate, signed published, plain declared, plain generated\n"+
			"[2] Tide tables: warning stale, warning only-declared, signed published, plain declared")
		p.want(`document.querySelector(".sources .note").textContent`, "Trust as reported by this agent, as of 2026-09-01T08:00:00Z.")
		p.want(`[...document.querySelectorAll(".sources a")].map(a => a.href + " " + a.rel).join()`,
			"https://quay.example/notices/7 noopener noreferrer,https://quay.example/notices/7 noopener noreferrer")
		p.do(click(".sources summary"))
		p.want(`document.querySelector(".sources .ref").innerText`, "https://quay.example/moca/harbour@2.1.0#mooring-lines.md")
	})
}

// TestDoubtfulSourcesAreShown has each of the warnings, and a reference that nobody has read.
func TestDoubtfulSourcesAreShown(t *testing.T) {
	p := open(t, serve(t, atOnce()))
	p.say("sse", "Read me the rules")
	p.ended("success")
	got := p.text(sourcesShown)
	for _, want := range []string{
		"[1] Inspection of lines: warning review-inaccurate", "[2] Fresh water: warning only-declared", "[3] Ice season: warning draft",
		"[4] Berthing at night: warning out-of-force", "[5] Rat guards: warning deprecated", "[6] Tug fees: warning contested",
		"[7] Flag signals: warning superseded",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not shown:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n") + 1; n != 7 {
		t.Errorf("there are %d sources", n)
	}
	p.do(chromedp.ScrollIntoView(chromedp.CSS(".sources")))
	p.picture("sources")
}
