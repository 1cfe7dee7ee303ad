package citations_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/sdk/citations"
)

func TestSafeLink(t *testing.T) {
	for address, want := range map[string]string{
		"https://a.example":                               "https://a.example a.example",
		"HTTP://A.Example:8080/x?y=z&amp;a#b":             "http://a.example:8080/x?y=z&amp;a#b a.example:8080",
		"https://a.example/%C3%A9/é":                      "https://a.example/%C3%A9/é a.example",
		"https://a.example/@user?to=b@c.d":                "https://a.example/@user?to=b@c.d a.example",
		"https://[2001:db8::1]/x":                         "https://[2001:db8::1]/x [2001:db8::1]",
		"https://192.0.2.1/":                              "https://192.0.2.1/ 192.0.2.1",
		"https://bücher.example/é":                        "https://xn--bcher-kva.example/é xn--bcher-kva.example",
		"https://аpple.example":                           "https://xn--pple-43d.example xn--pple-43d.example", // the first letter is Cyrillic
		"https://evil．test/":                              "https://evil.test/ evil.test",                      // a fullwidth dot
		"https://evil。test":                               "https://evil.test evil.test",
		"":                                                "",
		"javascript:alert(1)":                             "",
		"JavaScript://a.example/%0aalert(1)":              "",
		"data:text/html,x":                                "",
		"vbscript:x":                                      "",
		"mailto:a@b.example":                              "",
		"file:///etc/passwd":                              "",
		"tag:a.example,2026:x":                            "",
		"https:evil.test":                                 "",
		"https:/evil.test":                                "",
		"https:///evil.test":                              "",
		`https:\\evil.test`:                               "",
		`https://a.example\@evil.test`:                    "",
		"//evil.test":                                     "",
		"/a":                                              "",
		"./a.txt":                                         "",
		"a.example":                                       "",
		"java&#115;cript:alert(1)":                        "",
		"&#104;ttps://evil.test":                          "",
		"https&#58;//evil.test":                           "",
		"https&colon;//evil.test":                         "",
		"https%3A//evil.test":                             "",
		"java\nscript:alert(1)":                           "",
		"ht\ttps://evil.test":                             "",
		" https://evil.test":                              "",
		"https://evil.test ":                              "",
		"https://a.example/a b":                           "",
		"https://a.example/a%20b":                         "",
		"https://a.example/a&#32;b":                       "",
		"https://a.example/a%2520b":                       "",
		"https://a.example/%0d%0aX:1":                     "",
		"https://a.example/&Tab;":                         "",
		"https://a.example/%5c":                           "",
		"https://a.example/&#37;5c":                       "",
		"https://a.example/\u00a0":                        "",
		"https://a.example/\u202etxt":                     "",
		"https://a.example/%E2%80%AE":                     "",
		"https://a.example/\u2028":                        "",
		"https://a.example/\x00":                          "",
		"https://a.example/%zz":                           "",
		"https://user@a.example":                          "",
		"https://user:secret@a.example":                   "",
		"https://a.example&#64;evil.test":                 "",
		"https://a.example%40evil.test":                   "",
		"https://a.example%2F@evil.test":                  "",
		"https://a.example%23@evil.test":                  "",
		"https://@evil.test":                              "",
		"https://a.example:":                              "",
		"https://a.example:x":                             "",
		"https://0x7f.1":                                  "",
		"https://127.1":                                   "",
		"https://2130706433":                              "",
		"https://[::1":                                    "",
		"https://[::1%25eth0]":                            "",
		"https://a..example":                              "",
		"https://exa\u00admple.test":                      "",
		"https://a.example/" + strings.Repeat("x", 1<<12): "",
	} {
		got := ""
		if l := citations.SafeLink(address); l != nil {
			got = l.URL + " " + l.Host
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", address, got, want)
		}
	}
}

func FuzzSafeLink(f *testing.F) {
	f.Add("https://a.example/x")
	f.Add(`https://a&#64;b%40c\@`)
	f.Fuzz(func(t *testing.T, address string) {
		l := citations.SafeLink(address)
		if l == nil {
			return
		}
		u, err := url.Parse(l.URL)
		if err != nil {
			return // a path may have what only a browser takes
		}
		if u.Scheme != "http" && u.Scheme != "https" || u.Host != l.Host || u.Host == "" || u.User != nil {
			t.Errorf("%q: %+v", address, l)
		}
		if strings.ContainsAny(l.URL, "\\ \t\r\n") || strings.Trim(l.Host, "abcdefghijklmnopqrstuvwxyz0123456789.-:[]") != "" {
			t.Errorf("%q: %+v", address, l)
		}
		if again := citations.SafeLink(l.URL); again == nil || *again != *l {
			t.Errorf("%q: %+v, and again %+v", address, l, again)
		}
	})
}

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"plain — é 中":                           "plain — é 中",
		"two\r\nlines\u2028three\u2029 \u0085x": "two lines three x",
		"\tx\u00a0\u3000y ":                     "x y",
		"esc\x1b[31m":                           "esc\ufffd[31m",
		"rtl\u202eabc\u2066":                    "rtl\ufffdabc\ufffd",
		"zero\u200bwidth\ufeff\u2060":           "zero\ufffdwidth\ufffd\ufffd",
		"Ac\u200dme":                            "Ac\ufffdme",
		"می\u200cخواهم":                         "می\u200cخواهم",
		"👩\u200d🚀":                              "👩\u200d🚀",
		"tags\U000e0041":                        "tags\ufffd",
		"fill\u3164er":                          "fill\ufffder",
		"bad\xffutf":                            "bad\ufffdutf",
		"":                                      "",
	} {
		if got := citations.Clean(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
