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
		"https://a.example/%C3%A9/é":                      "https://a.example/%C3%A9/%C3%A9 a.example",
		"https://a.example/@user?to=b@c.d":                "https://a.example/@user?to=b@c.d a.example",
		"https://[2001:db8::1]/x":                         "https://[2001:db8::1]/x [2001:db8::1]",
		"https://a.example/\u3164-\u3164Signed":           "https://a.example/%E3%85%A4-%E3%85%A4Signed a.example",
		"https://[2001:DB8:0::1]:0443/x":                  "https://[2001:db8::1]:443/x [2001:db8::1]:443",
		"https://a.example.":                              "https://a.example. a.example.",
		"https://a.example:65535/":                        "https://a.example:65535/ a.example:65535",
		"https://a.example/user:secret@x":                 "https://a.example/user:secret@x a.example",
		"https://xn--pple-43d.example":                    "https://xn--pple-43d.example xn--pple-43d.example",
		"https://faß.example":                             "https://xn--fa-hia.example xn--fa-hia.example",
		"https://192.0.2.1/":                              "https://192.0.2.1/ 192.0.2.1",
		"https://bücher.example/é":                        "https://xn--bcher-kva.example/%C3%A9 xn--bcher-kva.example",
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
		`http:/\evil.test`:                                "",
		`http:\/evil.test`:                                "",
		"http:evil.test":                                  "",
		"https:evil.test/":                                "",
		"https:\r\n//evil.test":                           "",
		"htt\u200bps://evil.test":                         "",
		"ｈttps://evil.test":                               "",
		"https：//evil.test":                               "",
		"https://a.example／@evil.test":                    "",
		"https://a.example？x":                             "",
		"https://a.example＠evil.test":                     "",
		"https://a.example％40evil.test":                   "",
		"https://a.example℀b":                             "",
		"https://%61.example":                             "",
		"https://a.example%00.evil.test":                  "",
		"https://a.example/%00":                           "",
		"https://a.example/%2500":                         "",
		"https://a.example/%25252525252500":               "",
		"https://a.example&amp;#64;evil.test":             "",
		"https://a.example&amp;amp;#64;evil.test":         "",
		"https://user%3Apw%40evil.test":                   "",
		"https://a_b.example":                             "",
		"https://-a.example":                              "",
		"https://xn--a.example":                           "",
		"https://a.example:65536":                         "",
		"https://a.example:80:80":                         "",
		"https://a.example:٣":                             "",
		"https://[::ffff:192.0.2.1]":                      "",
		"https://[v1.x]":                                  "",
		"https://1.2.3.4.":                                "",
		"https://1.2.3":                                   "",
		"https://0300.0.2.1":                              "",
		"https://１９２.0.2.08":                              "",
		"blob:https://a.example/x":                        "",
		"view-source:https://a.example":                   "",
		"ftp://a.example":                                 "",
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
	f.Add("https://[2001:DB8::1]:080/")
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
		if strings.ContainsFunc(l.URL, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '\\' }) || strings.Trim(l.Host, "abcdefghijklmnopqrstuvwxyz0123456789.-:[]") != "" {
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
		"A\ufe0fcme":                            "A\ufffdcme",
		"A\U000e0101cme":                        "A\ufffdcme",
		"❤\ufe0f\u200d🔥":                        "❤\ufe0f\u200d🔥",
		"葛\U000e0100":                           "葛\U000e0100",
		"中\u200d文":                              "中\ufffd文",
		"क\u094d\u200dष":                        "क\u094d\u200dष",
		"ignorable\u2065\U000e0fff":             "ignorable\ufffd\ufffd",
		"\u0338x":                               "\ufffdx",
		"x \u20dd":                              "x \ufffd",
		"zalgo" + strings.Repeat("\u0308", 50):  "zalgo" + strings.Repeat("\u0308", 6),
		strings.Repeat("e\u0301", 8):            strings.Repeat("e\u0301", 8),
	} {
		if got := citations.Clean(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
