package citations_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/citations"
)

// TestFindingReferences reads the nodes with these paths and writes a text; $ stands for the package, its version and the
// number sign.
func TestFindingReferences(t *testing.T) {
	for _, c := range []struct{ name, read, text, want string }{
		{"alone", "r.md", "$r.md", "r.md"},
		{"in prose", "r.md", "See $r.md, then.", "r.md"},
		{"at the end of a sentence", "r.md", "See ($r.md).", "r.md"},
		{"in code", "r.md", "`$r.md` and\n```\n$r.md\n```", "r.md"},
		{"as a link's target", "r.md", "[terms]($r.md)", "r.md"},
		{"in angle brackets", "r.md", "<$r.md>", "r.md"},
		{"after a letter of another script", "r.md", "参见$r.md。", "r.md"},
		{"followed by a letter of another script", "r.md", "$r.md参见", ""},
		{"invented reference", "r.md", "$s.md", ""},
		{"#r.md read and #r.mdx written", "r.md", "$r.mdx", ""},
		{"#r.md read and #r.md/annex.md written", "r.md", "$r.md/annex.md", ""},
		{"#r.md read and #r.md-2 written", "r.md", "$r.md-2", ""},
		{"#r.md read and #r.md.bak written", "r.md", "$r.md.bak", ""},
		{"#r.md read and #r.md?x written", "r.md", "$r.md?x=1", ""},
		{"#r.md read and #r.md%20x written", "r.md", "$r.md%20x", ""},
		{"a reference within a path", "r.md|see " + reefs + "@1.0.0#r.md", "$see $r.md", "see " + reefs + "@1.0.0#r.md"},
		{"#r.md read and #r.md with an invisible character written", "r.md", "$r.md\u200bx", ""},
		{"#r.md read and #r.md with an accent written", "r.md", "$r.md\u0301", ""},
		{"both read", "r.md|r.md-2", "$r.md-2", "r.md-2"},
		{"inside another URL's query", "r.md", "https://evil.test/?u=$r.md and /?$r.md and &$r.md", ""},
		{"inside another URL's path", "r.md", "https://evil.test/$r.md", ""},
		{"percent-encoded", "r.md", strings.Replace("$r.md", "$", "https://reef.example/moca/reefs%401.0.0%23", 1), ""},
		{"path with spaces", "my notes.md", "$my notes.md", "my notes.md"},
		{"path with spaces, the longest", "my.md|my.md notes.md", "$my.md notes.md", "my.md notes.md"},
		{"path with spaces, the longest that may end there", "my.md|my.md notes.md", "$my.md notes.mdx", "my.md"},
		{"path with a percent sign", "100%.md", "$100%.md", "100%.md"},
		{"path with an at sign", "a@b.md", "$a@b.md", "a@b.md"},
		{"path with a number sign", "a#b.md", "$a#b.md", "a#b.md"},
		{"path with a number sign, another read", "a", "$a#b.md", ""},
		{"non-ASCII path", "café.md", "$café.md", "café.md"},
		{"non-ASCII path, decomposed in the text", "caf\u00e9.md", "$cafe\u0301.md", "caf\u00e9.md"},
		{"non-ASCII path, decomposed in the record", "cafe\u0301.md", "$caf\u00e9.md", "cafe\u0301.md"},
		{"upper case", "r.md", "$R.md", ""},
		{"next to each other", "r.md|s.md", "$r.md $s.md|$r.md", "r.md s.md"},
		{"the unversioned id", "r.md", reefs + "#r.md", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStream(t, citations.RunOptions{})
			for path := range strings.SplitSeq(c.read, "|") {
				s.read(node{path: path})
			}
			s.say("m1", strings.ReplaceAll(c.text, "$", reefs+"@1.0.0#"))
			s.want(strings.TrimSuffix("m1: "+c.want, " "))
		})
	}
}

// TestFindingMarkers marks a.md, b.md and so on with these markers, and writes a text.
func TestFindingMarkers(t *testing.T) {
	for _, c := range []struct{ name, markers, text, want string }{
		{"plain", "[1]|[2]", "One [2]. Two [1].", "b.md=[2] a.md=[1]"},
		{"unmentioned", "[1]|[2]", "Two [2].", "b.md=[2]"},
		{"overlapping markers [1] and [10]", "[1]|[10]", "Ten [10].", "b.md=[10]"},
		{"one marker within another", "[1|[1]", "[1]", "b.md=[1]"},
		{"in a code span", "[1]", "`[1]` ``a [1] b``", ""},
		{"in a code block", "[1]", "```\n[1]\n```\n\n    [1]", ""},
		{"in code that a homoglyph of a backtick seems to end", "[1]", "`a \u1fef [1] `", ""},
		{"between homoglyphs of backticks", "[1]", "\u1fef [1] \u1fef", "a.md=[1]"},
		{"in a link", "[1]", "[1](https://a.example) and [see [1]](https://a.example)", ""},
		{"in a link by reference", "[1]", "So [1].\n\n[1]: https://a.example", ""},
		{"in a bare address", "[1]", "https://a.example/[1]", ""},
		{"in HTML", "(1)", "<a title=\"(1)\">x</a>", ""},
		{"beside a letter", "[1]", "a[1] [1]b é[1] ", ""},
		{"beside a digit", "[1]", "3[1] [1]4", ""},
		{"beside an accent", "[1]", "[1]\u0301", ""},
		{"right behind a word", "[1]", "within 30 days[1]", ""},
		{"behind punctuation", "[1]|[2]", "days.[1] (days)[2]", "a.md=[1] b.md=[2]"},
		{"in parentheses", "[1]|[2]", "days ([1], [2])", "a.md=[1] b.md=[2]"},
		{"next to each other", "[1]|[2]", "days [1][2]", "a.md=[1] b.md=[2]"},
		{"in emphasis", "[1]", "**[1]**", "a.md=[1]"},
		{"superscript", "¹|²", "“Quoted.”² ", "b.md=²"},
		{"decomposed", "[é]", "So [e\u0301].", "a.md=[é]"},
		{"several times", "[1]|[2]", "[2] [1] [2]", "b.md=[2] a.md=[1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStream(t, citations.RunOptions{})
			for i, marker := range strings.Split(c.markers, "|") {
				k := s.read(node{path: string(rune('a'+i)) + ".md"})
				if err := s.run.Mark(marker, k); err != nil {
					t.Fatal(err)
				}
			}
			s.say("m1", c.text)
			s.want(strings.TrimSuffix("m1: "+c.want, " "))
		})
	}
}

func TestMarkersAndReferencesTogether(t *testing.T) {
	s := newStream(t, citations.RunOptions{})
	for i, path := range []string{"a.md", "b.md", "c [1].md"} {
		if err := s.run.Mark(fmt.Sprintf("[%d]", i+1), s.read(node{path: path})); err != nil {
			t.Fatal(err)
		}
	}
	s.say("m1", b.ref()+" [1] [2]")
	s.say("m2", (node{path: "c [1].md"}).ref())
	s.want("m1: b.md=[2] a.md=[1]", "m2: c [1].md")
}

func TestOneMarkerForTwoRecords(t *testing.T) {
	s := newStream(t, citations.RunOptions{})
	for _, at := range []string{`{"start":7,"end":9}`, `{"start":1,"end":2}`} {
		if err := s.run.Mark("[1]", s.read(node{path: "a.md", span: at})); err != nil {
			t.Fatal(err)
		}
	}
	s.say("m1", "[1]")
	s.want("m1: a.md+7=[1] a.md+1=[1]")
}

func TestTwoMarkersForOneRecord(t *testing.T) {
	s := newStream(t, citations.RunOptions{})
	k := s.read(a)
	for _, m := range []string{"[1]", "[2]"} {
		if err := s.run.Mark(m, k); err != nil {
			t.Fatal(err)
		}
	}
	s.say("m1", "[2] [1]")
	s.want("m1: a.md=[2]")
}

func TestMarkersThatAreRefused(t *testing.T) {
	run := citations.NewRun(citations.RunOptions{})
	for _, m := range []string{"", "see", "the terms", "12", "e.g.", "§\u202e1", "[\n]", "[" + strings.Repeat("x", 63) + "]", "\u0301[1]", "[\xff]", "[\u200b1]"} {
		if err := run.Mark(m, citations.Key{}); !errors.Is(err, citations.ErrMarker) {
			t.Errorf("%q: %v", m, err)
		}
	}
	for _, m := range []string{"[1]", "(Reef 2020)", "¹", "†", "【3】", "[" + strings.Repeat("é", 62) + "]"} {
		if err := run.Mark(m, citations.Key{}); err != nil {
			t.Errorf("%q: %v", m, err)
		}
	}
}

// TestMarkersOfKeysInAnotherForm has a key whose path is written in another normal form than the record's.
func TestMarkersOfKeysInAnotherForm(t *testing.T) {
	s := newStream(t, citations.RunOptions{})
	s.read(node{path: "é.md"})
	if err := s.run.Mark("[1]", citations.Key{Ref: (node{path: "e\u0301.md"}).ref()}); err != nil {
		t.Fatal(err)
	}
	s.say("m1", "[1]")
	s.want("m1: é.md=[1]")
}

func TestAListKeepsItsOrder(t *testing.T) {
	s := newStream(t, citations.RunOptions{})
	ka, kb := s.read(a), s.read(node{path: "b.md", span: `{"start":1,"end":2}`, locale: "fr"})
	s.read(node{path: "c.md"}, node{path: "é.md"})
	if err := s.run.Mark("[1]", ka); err != nil {
		t.Fatal(err)
	}
	cite := func(id string, keys ...citations.Key) {
		t.Helper()
		if err := s.run.Cite(id, keys...); err != nil {
			t.Fatal(err)
		}
	}
	cite("m1", kb, ka, kb)
	cite("m2")
	cite("m3", citations.Key{Ref: kb.Ref}, citations.Key{Ref: (node{path: "e\u0301.md"}).ref()})
	cite("m4", citations.Key{Ref: kb.Ref, Span: span(1, 2)}, citations.Key{Ref: kb.Ref, Span: span(1, 3)})
	cite("m6", citations.Key{Ref: kb.Ref, Span: span(1, 3)})
	cite("m5", citations.Key{Ref: kb.Ref, Locale: opt.Some("fr")}, citations.Key{Ref: ka.Ref, Locale: opt.Some("fr")})
	for _, id := range []string{"m1", "m2", "m3", "m4", "m5", "m6"} {
		s.say(id, "[1] "+(node{path: "c.md"}).ref())
	}
	s.want("m1: b.md+1/fr a.md=[1]", "m2:", "m3: b.md+1/fr é.md", "m4: b.md+1/fr", "m5: b.md+1/fr", "m6:")
	if err := s.run.Cite("m1", ka); !errors.Is(err, citations.ErrClosed) {
		t.Errorf("after its end: %v", err)
	}
	s.send(`{"type":"TEXT_MESSAGE_START","messageId":"m1"}`)
	cite("m1", ka)
	s.send(`{"type":"TEXT_MESSAGE_END","messageId":"m1"}`)
	if got := s.cited(); got[len(got)-1] != "m1: a.md=[1]" {
		t.Errorf("reopened: %q", got)
	}
}

// naive finds references as the rules say, one after the other.
func naive(text string, refs []string) string {
	var found []string
	for i := 0; i < len(text); {
		best := ""
		for _, ref := range refs {
			if strings.HasPrefix(text[i:], ref) && len(ref) > len(best) && !strings.ContainsAny(last(text[:i]), "abr1+-._~:/?#@%=&") &&
				!strings.ContainsAny(first(strings.TrimLeft(text[i+len(ref):], ".,;:!?")), "abr1\u0301\u200b-_~/#@%&=+") {
				best = ref
			}
		}
		if best == "" {
			i++
			continue
		}
		found = append(found, best)
		i += len(best)
	}
	return strings.Join(found, "|")
}

func last(s string) string {
	if s == "" {
		return ""
	}
	return s[len(s)-1:]
}

func first(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}

// FuzzReferences holds the finder against the naive one, on texts of few different characters.
func FuzzReferences(f *testing.F) {
	f.Add([]byte("0123456789"))
	pieces := []string{"a:a@1.0.0#a", "a:b@1.0.0#b", "a:a@1.0.0#a b", " ", ".", "a", "-", "?", "/", "=", "\u0301", "\u200b", ",", "(", "#", "a:a@1.0.0#"}
	nodes := []node{{pkg: "a:a", path: "a"}, {pkg: "a:b", path: "b"}, {pkg: "a:a", path: "a b"}, {pkg: "a:a", path: "a/b"}}
	var refs []string
	for _, n := range nodes {
		refs = append(refs, n.ref())
	}
	f.Fuzz(func(t *testing.T, choice []byte) {
		var text strings.Builder
		for _, c := range choice[:min(len(choice), 40)] {
			text.WriteString(pieces[int(c)%len(pieces)])
		}
		s := newStream(t, citations.RunOptions{})
		s.read(nodes...)
		s.say("m1", text.String())
		var want []string
		seen := map[string]bool{}
		for ref := range strings.SplitSeq(naive(text.String(), refs), "|") {
			if _, path, ok := strings.Cut(ref, "#"); ok && !seen[ref] {
				seen[ref] = true
				want = append(want, path)
			}
		}
		if got, want := s.cited()[0], strings.TrimSuffix("m1: "+strings.Join(want, " "), " "); got != want {
			t.Errorf("%q: got %q, want %q", text.String(), got, want)
		}
	})
}

// many is a run with very many records, and an answer that cites all of them by reference and by marker.
func many(tb testing.TB, n int) (*citations.Run, string) {
	run := citations.NewRun(citations.RunOptions{})
	var text strings.Builder
	for i := range n {
		k, err := run.Returned(node{path: fmt.Sprintf("chapter %d/section.md", i)}.record())
		if err != nil {
			tb.Fatal(err)
		}
		marker := fmt.Sprintf("[%d]", i)
		if err := run.Mark(marker, k); err != nil {
			tb.Fatal(err)
		}
		fmt.Fprintf(&text, "As is said in %s %s.\n", k.Ref, marker)
	}
	return run, text.String()
}

func TestTenThousandCitations(t *testing.T) {
	run, text := many(t, 10_000)
	var sent *agui.CustomEvent
	write := run.Middleware()(func(ev agui.Event) error {
		if ev, ok := ev.(*agui.CustomEvent); ok {
			sent = ev
		}
		return nil
	})
	c := newClient(t, citations.ObserverOptions{})
	for _, ev := range []agui.Event{agui.NewTextMessageStartEvent("m1"), agui.NewTextMessageContentEvent("m1", text), agui.NewTextMessageEndEvent("m1")} {
		if err := write(ev); err != nil {
			t.Fatal(err)
		}
		c.push(ev)
	}
	c.push(sent)
	got, _ := c.Citations("m1")
	if len(got.Citations) != 10_000 || len(c.warnings) > 0 {
		t.Fatalf("%d citations, warnings: %q", len(got.Citations), c.warnings)
	}
	for i, v := range got.Citations {
		if marker := fmt.Sprintf("[%d]", i); v.Marker != marker || len(v.Places) != 1 || text[v.Places[0].Start:v.Places[0].End] != marker {
			t.Fatalf("citation %d: marker %q at %v", i, v.Marker, v.Places)
		}
	}
}

// TestAnAnswerThatRepeatsItself has what stands for very many records, very often: only first mentions may cost anything, and
// citations that share a marker share its places.
func TestAnAnswerThatRepeatsItself(t *testing.T) {
	const n = 2000
	s := newStream(t, citations.RunOptions{})
	for i := range n {
		k := s.read(node{path: "a.md", span: fmt.Sprintf(`{"start":%d,"end":%d}`, i, i+1)})
		if err := s.run.Mark("[1]", k); err != nil {
			t.Fatal(err)
		}
	}
	text := strings.Repeat(a.ref()+" [1]\n", n)
	spent := testing.AllocsPerRun(1, func() { s.say("m1", text) })
	if spent > 10*n {
		t.Errorf("%.0f allocations for %d citations", spent, n)
	}
	c := newClient(t, citations.ObserverOptions{})
	c.push(s.events[:4]...)
	got, _ := c.Citations("m1")
	if len(got.Citations) != n {
		t.Fatalf("%d citations", len(got.Citations))
	}
	first, last := got.Citations[0].Places, got.Citations[n-1].Places
	if len(first) != 1000 || &first[0] != &last[0] {
		t.Errorf("%d places, and %d of their own", len(first), len(last))
	}
}

func BenchmarkService(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			run, text := many(b, n)
			write := run.Middleware()(func(agui.Event) error { return nil })
			start, content, end := agui.NewTextMessageStartEvent("m1"), agui.NewTextMessageContentEvent("m1", text), agui.NewTextMessageEndEvent("m1")
			b.ReportAllocs()
			for b.Loop() {
				for _, ev := range []agui.Event{agui.NewMessagesSnapshotEvent(nil), start, content, end} {
					if err := write(ev); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/citation")
		})
	}
}

func BenchmarkClient(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			run, text := many(b, n)
			var events []agui.Event
			write := run.Middleware()(func(ev agui.Event) error { events = append(events, ev); return nil })
			for _, ev := range []agui.Event{agui.NewTextMessageStartEvent("m1"), agui.NewTextMessageContentEvent("m1", text), agui.NewTextMessageEndEvent("m1")} {
				if err := write(ev); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				o := citations.NewObserver(citations.ObserverOptions{})
				for _, ev := range events {
					_ = o.Deliver(ev)
				}
				o.Citations("m1")
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/citation")
		})
	}
}
