package proto

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// commentWidth is how many columns a line with a comment has, indentation included. A longer word is not broken.
const commentWidth = 100

// comment is a description as comment lines, each begun anew, so that nothing in it can end the comment.
func comment(in, doc string) []string {
	doc = strings.TrimSpace(clean(doc))
	if doc == "" {
		return nil
	}
	var out []string
	for _, line := range strings.Split(doc, "\n") {
		out = append(out, wrap(in, line)...)
	}
	return out
}

// wrap breaks a line between words.
func wrap(in, line string) []string {
	const mark = "//"
	words := strings.Fields(line)
	if len(words) == 0 {
		return []string{mark}
	}
	var out []string
	current := mark
	for _, w := range words {
		if current != mark && len(in)+utf8.RuneCountInString(current)+1+utf8.RuneCountInString(w) > commentWidth {
			out = append(out, current)
			current = mark
		}
		current += " " + w
	}
	return append(out, current)
}

// clean drops what could make a comment look like something else: control characters, and those that turn the direction
// of writing. Every kind of line break becomes a plain one.
func clean(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\v', r == '\f', r == '\u0085', r == '\u2028', r == '\u2029':
			return '\n'
		case r == '\t':
			return ' '
		case unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Cc, r), r == '\ufeff':
			return -1
		}
		return r
	}, s)
}
