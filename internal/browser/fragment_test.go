package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/sdk/citations"
)

// static serves one page of the citations' test data.
func static(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../testdata/moca/" + name)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path == "/" {
			_, _ = w.Write(text)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// TestHostileSourcesAreInert holds P3. It opens the fragment that package citations makes of sources which attack their reader, in a page
// without any policy of its own: nothing is loaded, nothing runs, and the links are those that may be.
func TestHostileSourcesAreInert(t *testing.T) {
	p := open(t, static(t, "hostile.html"))
	p.want(`document.title`, "Sources")
	p.want(`document.querySelectorAll("img, script, iframe, object, embed, form, video, audio, svg, link, base").length`, "0")
	p.want(`[...document.querySelectorAll("*")].flatMap(e => e.getAttributeNames()).filter(n => n.startsWith("on") || n === "srcdoc").join()`, "")
	p.want(`[...document.querySelectorAll("a")].filter(a => a.rel !== "noopener noreferrer" || a.username || a.password).length`, "0")
	p.want(`[...document.querySelectorAll("a")].map(a => a.protocol + " " + a.hostname).join()`,
		"https: xn--bcher-kva.example,https: xn--bcher-kva.example,https: evil.test,http: good.example,https: a.example,https: a.example")
	p.want(`document.querySelectorAll(".moca-source").length`, "21")
	// What a record says cannot be an element that looks like a statement.
	p.want(`[...document.querySelectorAll(".moca-signed[data-kind=review-accurate]")].map(e => e.closest(".moca-source").querySelectorAll(".moca-statement, .moca-signed, .moca-warning").length > 0).join()`, "true,true")
}

// TestStatementsDiffer opens the sources that have each of the statements: a signed review and what an author only says look
// different, warnings look like nothing else.
func TestStatementsDiffer(t *testing.T) {
	p := open(t, static(t, "sound.html"))
	look := func(selector string) string {
		return p.text(fmt.Sprintf(`(s => s.color + " " + s.backgroundColor + " " + s.fontStyle + " " + s.borderLeftWidth)(getComputedStyle(document.querySelector(%q)))`, selector))
	}
	looks := []string{look(`[data-kind="review-accurate"]`), look(`[data-kind="declared"]`), look(`[data-kind="stale"]`)}
	for i, one := range looks {
		if slices.Contains(looks[i+1:], one) {
			t.Errorf("two kinds of statement look like %s", one)
		}
	}
	p.picture("fragment")
}

// TestLinksLeadWhereTheySay holds each address that may be a link against what a browser makes of it: the host that is shown
// is the host that it goes to.
func TestLinksLeadWhereTheySay(t *testing.T) {
	p := open(t, static(t, "sound.html"))
	schemes := []string{"https://", "HTTP://", "https:/", `https:\\`, "https:", "//", "javascript:", "data:", "ht\ttps://", "&#104;ttps://"}
	hosts := []string{"a.example", "A.Example:8080", "bücher.example", "аpple.example", "evil．test", "evil。test", "evil｡test", "[2001:db8::1]", "192.0.2.1", "0x7f.1", "127.1", "a.example.", "a_b.example", "-a.example",
		"user@a.example", "a.example%40evil.test", "a.example&#64;evil.test", `a.example\@evil.test`, "a.example%2fevil.test", "a%2eexample", "ａ.example", "xn--80ak6aa92e.com", "xn--a", "ß.example", "a\u200d.example"}
	paths := []string{"", "/", "/a?b=c@d#e", "/@x", "/%41", `/\evil`, "/a b", "/é", "?x", "#x", "/..//evil.test"}
	var addresses []string
	var links []*citations.Link
	for _, scheme := range schemes {
		for _, host := range hosts {
			for _, path := range paths {
				if link := citations.SafeLink(scheme + host + path); link != nil {
					addresses, links = append(addresses, scheme+host+path), append(links, link)
				}
			}
		}
	}
	all, err := json.Marshal(links)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(p.text(fmt.Sprintf(`%s.map(l => new URL(l.URL, "https://base.invalid/x/")).map(u => u.protocol + " " + u.host + " " + u.username + u.password).join("\n")`, all)), "\n")
	for i, link := range links {
		scheme, _, _ := strings.Cut(link.URL, ":")
		if want := scheme + ": " + link.Host + " "; got[i] != want {
			t.Errorf("%q is a link to %q on %q, and a browser goes to %q", addresses[i], link.URL, link.Host, got[i])
		}
	}
	if len(links) < 50 {
		t.Errorf("there are only %d links", len(links))
	}
}
