package citations

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/sdk/citations/internal/prose"
)

// mention is a place in a text where something that was looked for is.
type mention struct {
	id         int // of the needle
	start, end int // bytes of the text
}

// scan finds needles from the left to the right, without overlap, the longest at each place that is good. What is before a
// place is asked for first.
func scan(text string, n *needles, before func(string) bool, good func(start, end int) bool) []mention {
	var all []mention
	for i := 0; i < len(text); {
		if !n.first[text[i]] || !before(text[:i]) {
			i++
			continue
		}
		f, ok := n.longest(text[i:], func(size int) bool { return good(i, i+size) })
		if !ok {
			i++
			continue
		}
		all = append(all, mention{f.id, i, i + len(f.text)})
		i += len(f.text)
	}
	return all
}

// findRefs finds references anywhere in a text, code and targets of links included, that are not part of something longer.
func findRefs(text string, refs *needles) []mention {
	return scan(text, refs, refMayBegin, func(_, end int) bool { return refMayEnd(text[end:]) })
}

// refMayBegin tells whether a reference may follow a text.
func refMayBegin(before string) bool {
	r, size := utf8.DecodeLastRuneInString(before)
	if size == 0 {
		return true
	}
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	return !letter && !unicode.IsDigit(r) && !strings.ContainsRune("+-._~:/?#@%=&", r)
}

// refMayEnd tells whether a reference may be before a text. What ends a sentence is looked behind, since it may as well be
// part of a longer path.
func refMayEnd(after string) bool {
	after = strings.TrimLeft(after, ".,;:!?")
	r, size := utf8.DecodeRuneInString(after)
	if size == 0 {
		return true
	}
	return !unicode.In(r, unicode.L, unicode.Nd, unicode.M, unicode.Cf) && !strings.ContainsRune("-_~/#@%&=+", r)
}

// findMarkers finds markers in what is plain in a Markdown text, neither code nor link. That is asked of the text as it is:
// NFC makes a backtick of U+1FEF, which is none for Markdown.
func findMarkers(text normal, markers *needles) []mention {
	plain := prose.Plain(text.source)
	return scan(text.text, markers, markerMayFollow, func(start, end int) bool {
		return markerMayPrecede(text.text[end:]) && text.within(plain, start, end)
	})
}

func markerMayFollow(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return !partOfWord(r)
}

func markerMayPrecede(after string) bool {
	r, _ := utf8.DecodeRuneInString(after)
	return !partOfWord(r)
}

// partOfWord tells whether a character is a letter or digit, or belongs to the one before it.
func partOfWord(r rune) bool { return unicode.In(r, unicode.L, unicode.Nd, unicode.M) }

// maxMarker is how long a marker can be, in characters.
const maxMarker = 64

// checkMarker says what is wrong with a marker, "" for nothing. One that is no more than words would be found all over.
func checkMarker(s string) string {
	switch {
	case s == "":
		return "a marker must not be empty"
	case utf8.RuneCountInString(s) > maxMarker:
		return "a marker has at most 64 characters"
	case !utf8.ValidString(s):
		return "a marker must be valid UTF-8"
	}
	ordinary := true
	for i, r := range s {
		if unicode.In(r, unicode.C, unicode.Zl, unicode.Zp) || r == unicode.ReplacementChar {
			return "a marker must not have control, format or private characters"
		}
		if i == 0 && unicode.Is(unicode.M, r) {
			return "a marker must not begin with a combining character"
		}
		if !partOfWord(r) && !unicode.IsSpace(r) && !strings.ContainsRune(".,;:!?'\"’-–—/", r) {
			ordinary = false
		}
	}
	if ordinary {
		return "a marker needs a character that ordinary words do not have, such as a bracket"
	}
	return ""
}
