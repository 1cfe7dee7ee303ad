package prose

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// In these texts, every X is plain and every O is not.
var texts = map[string]string{
	"a paragraph":                   "X one,\n  X two\n\nX three",
	"a code span":                   "X `O` X ``O ` O`` X",
	"a code span over lines":        "X `O\nO` X",
	"backticks without an end":      "X ``X` X",
	"an escaped backtick":           "X \\`X` X",
	"a link":                        "X [O](https://a.example/O) X [O](O \"O\") X [O](<O O>) X",
	"no link":                       "X [X] (X) [X](X X) [X]X",
	"an image":                      "X ![O](O.png) X",
	"brackets within a link":        "X [O [O] O](O) X",
	"code within a link":            "X [O `]` O](O) X",
	"a reference":                   "X [O][a] [O][] [a] X\n\n[a]: https://a.example\n[O]: <b>",
	"a reference by another case":   "X [A  b] X\n\n[a\tB]: b",
	"no definition":                 "X [X] X\n\n[X]: X X",
	"a link to a control character": "X [O](u\x0c) O\n\nX [O](\x01u) O\n\nX [O](<u<>) O",
	"a definition with one":         "X [O] X\n\n[O]: u\x0c",
	"an address":                    "X https://a.example/O,O[O] X www.a.example/O X o@O.example X <https://O> X",
	"HTML":                          "X <b title=\"O\">X</b> X <br/> X < X <X",
	"a block of HTML":               "X\n\n<div>O\nO\n\nX",
	"a comment":                     "X\n\n<!-- O\n\nO --> O\nX",
	"a fence":                       "X\n```go\nO\n\nO\n``` O\n````\nX",
	"a fence of tildes":             "~~~ O\nO\n```\nO\n~~~\nX",
	"a fence without an end":        "X\n```\nO",
	"a fence that a quote ends":     "> ```\n> O\nX\n\n```\nO",
	"a fence that an item ends":     "- ```\n  O\n\nX\n\n```\nO",
	"indented code":                 "X\n\n    O\n\n\tO\n\nX\n    X",
	"indented code in an item":      "- X\n\n      O\n\n  X\n\n      O\n\nX\n\n    O",
	"items":                         "- X\n- X\n\n    X\n1. X\n2. X\n   * X\n\n     X",
	"an item that begins with code": "-     O\n- X",
	"a quote":                       "> X `O\n> O` X\nX\n\n>     O",
	"headings":                      "# X `O` X\nX\n===\nX\n---\nX",
	"emphasis":                      "*X* **X** _X_",
	"characters of many bytes":      "Xä `Oä` ẞX [Oẞ](é) X",
}

func TestTexts(t *testing.T) {
	for name, md := range texts {
		t.Run(name, func(t *testing.T) {
			plain := mask(md, Plain(md))
			for i, c := range md {
				if want := c == 'X'; (c == 'X' || c == 'O') && plain[i] != want {
					t.Errorf("%q: byte %d, %q, is plain: %v", md, i, md[i:], plain[i])
				}
			}
		})
	}
}

func mask(s string, ranges []Range) []bool {
	m := make([]bool, len(s))
	for _, r := range ranges {
		for i := r.Start; i < r.End; i++ {
			m[i] = true
		}
	}
	return m
}

var library = goldmark.New(goldmark.WithExtensions(extension.Linkify))

// libraryPlain is what the library has as text outside of links.
func libraryPlain(md string) []bool {
	m := make([]bool, len(md))
	root := library.Parser().Parse(text.NewReader([]byte(md)))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link, *ast.AutoLink, *ast.Image, *ast.CodeSpan, *ast.RawHTML:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			for i := n.Segment.Start; entering && i < n.Segment.Stop; i++ {
				m[i] = true
			}
		}
		return ast.WalkContinue, nil
	})
	return m
}

// overclaim is where this package calls a letter or digit plain that the library does not, -1 for nowhere.
func overclaim(md string) int {
	plain, library := mask(md, Plain(md)), libraryPlain(md)
	return slices.IndexFunc(slices.Collect(indices(len(md))), func(i int) bool {
		return plain[i] && !library[i] && isNameByte(md[i])
	})
}

func indices(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

var pieces = []string{"a", "1", " ", " ", "\n", "\n", "\n\n", "`", "``", "```", "\n```\n", "~~~", "[", "]", "[1]", "(", ")", "](", "][", "[1]: u", "<", ">",
	"\n> ", "\n- ", "\n1. ", "\n2) ", "    ", "  ", "\\", "!", "\"", "'", "<b>", "</b>", "<div>", "<!--", "-->", "<a b=\"", "https://a.b/", "www.a.b", "a@b.cc",
	"#", "\n# ", "\n---\n", "\n===\n", "*", "**", "_", ":", "é", "\t", "<pre>", "</pre>", "<?", "?>", "&amp;", "\n+", "\n-\n"}

func randomText(r *rand.Rand) string {
	var s strings.Builder
	for range 1 + r.IntN(24) {
		s.WriteString(pieces[r.IntN(len(pieces))])
	}
	return s.String()
}

// TestNothingIsCalledPlainThatIsNot holds random texts against a library that reads all of CommonMark.
func TestNothingIsCalledPlainThatIsNot(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	agreed, plain := 0, 0
	for range 30_000 {
		md := randomText(r)
		if i := overclaim(md); i >= 0 {
			t.Fatalf("%q: byte %d, %q, is called plain", md, i, md[i:])
		}
		ours, theirs := mask(md, Plain(md)), libraryPlain(md)
		for i := range theirs {
			if theirs[i] && isNameByte(md[i]) {
				plain++
				if ours[i] {
					agreed++
				}
			}
		}
	}
	if share := float64(agreed) / float64(plain); share < 0.4 {
		t.Errorf("only %.3f of what is plain is called so", share)
	}
}

func FuzzPlain(f *testing.F) {
	for _, md := range texts {
		f.Add(md)
	}
	f.Fuzz(func(t *testing.T, md string) {
		end := 0
		for _, r := range Plain(md) {
			if r.Start < end || r.End <= r.Start || r.End > len(md) {
				t.Fatalf("%q: bad range %v", md, r)
			}
			end = r.End + 1
		}
	})
}

// TestHostileTextsAreReadInLinearTime holds that nothing takes more than a small part of the time that quadratic work would.
func TestHostileTextsAreReadInLinearTime(t *testing.T) {
	for _, p := range append([]string{"[a](", "> - ", "[1]: x\n", "[a][", "[a](<", "[a](b \"", "<a ", "<a b='", "- a\n  ", "`a ``b ", "]("}, pieces...) {
		start := time.Now()
		Plain(strings.Repeat(p, 1<<20/len(p)))
		if d := time.Since(start); d > time.Minute { // quadratic work takes hours
			t.Errorf("%q: %v for a MiB", p, d)
		}
	}
}

func BenchmarkPlain(b *testing.B) {
	md := strings.Repeat("Refunds are made within **30 days** [1], see `refund()` and [the terms](https://a.example/terms).\n\n- one [2]\n- two [3]\n\n", 100)
	b.SetBytes(int64(len(md)))
	for b.Loop() {
		Plain(md)
	}
}
