// Package prose tells which parts of a Markdown text are plain text: neither code, nor a link, nor HTML.
//
// It reads CommonMark in time that grows with the text alone, whatever somebody writes into an answer, where parsers that
// build a tree take seconds for a few tens of kilobytes of unclosed brackets. To be that simple it errs on one side: what it
// calls plain is plain, while of what it does not call plain a little may be, in texts that are odd. Bare addresses count as
// links, since most renderers make them such.
package prose

// Range is a part of a text: from byte Start up to, and without, byte End.
type Range struct{ Start, End int }

// Plain are the parts of a text that are plain, in their order. Parts that touch are one.
func Plain(text string) []Range {
	b := blocks{text: text, labels: map[string]bool{}}
	b.read()
	var plain []Range
	for _, lines := range b.paragraphs {
		plain = b.inline(plain, lines)
	}
	return plain
}
