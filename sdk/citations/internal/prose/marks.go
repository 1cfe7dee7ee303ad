package prose

import (
	"slices"
	"strings"
)

// listMark is how long the mark of a list item is that a line begins with, 0 where it does not.
func listMark(s string) int {
	n := 0
	for n < len(s) && n < 10 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	switch {
	case n == 0 && strings.IndexByte("-+*", s[0]) < 0, n == 10:
		return 0
	case n > 0 && (n == len(s) || s[n] != '.' && s[n] != ')'):
		return 0
	}
	n++
	if n < len(s) && s[n] != ' ' && s[n] != '\t' {
		return 0
	}
	return n
}

// isHeading tells whether a line is a heading that begins with number signs.
func isHeading(s string) bool {
	rest := strings.TrimLeft(s, "#")
	n := len(s) - len(rest)
	return n > 0 && n < 7 && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// isRule tells whether a line is a thematic break.
func isRule(s string) bool {
	if s == "" || strings.IndexByte("-_*", s[0]) < 0 {
		return false
	}
	n := strings.Count(s, s[:1])
	return n >= 3 && n+strings.Count(s, " ")+strings.Count(s, "\t") == len(s)
}

// fenceAt is the fence that a line begins with: its character and width, 0 where there is none.
func fenceAt(s string) (byte, int) {
	if s == "" || s[0] != '`' && s[0] != '~' {
		return 0, 0
	}
	info := strings.TrimLeft(s, s[:1])
	width := len(s) - len(info)
	if width < 3 || s[0] == '`' && strings.IndexByte(info, '`') >= 0 {
		return 0, 0
	}
	return s[0], width
}

// verbatimAt is the verbatim block that begins with a line, nil for none.
func (b *blocks) verbatimAt(s string) *verbatim {
	if fence, width := fenceAt(s); width > 0 {
		return &verbatim{fence: fence, width: width}
	}
	if len(s) < 2 || s[0] != '<' {
		return nil
	}
	lower := strings.ToLower(s[:min(len(s), 16)])
	for _, k := range enclosed {
		if k.begins(lower) {
			return &verbatim{ends: k.ends}
		}
	}
	name := strings.TrimPrefix(lower[1:], "/")
	n := 0
	for n < len(name) && isNameByte(name[n]) {
		n++
	}
	if name, after := name[:n], name[n:]; slices.Contains(blockTags, name) && (endsName(after) || strings.HasPrefix(after, "/>")) {
		return &verbatim{}
	}
	if slices.Contains(rawTags, name[:n]) {
		return nil
	}
	if tag := tagLength(s); b.paragraph == nil && tag > 0 && strings.Trim(s[tag:], " \t") == "" {
		return &verbatim{}
	}
	return nil
}

// endsWith tells whether a line ends the block.
func (v *verbatim) endsWith(text string, c at) bool {
	s := text[c.pos:c.end]
	if v.fence == 0 {
		return v.ends == nil && strings.Trim(s, " \t") == "" || v.endsIn(s)
	}
	s = strings.TrimRight(s, " \t")
	indented := len(s) - len(strings.TrimLeft(s, " "))
	s = s[indented:]
	return indented < 4 && len(s) >= v.width && strings.Trim(s, string(v.fence)) == ""
}

// unsure tells whether a line within HTML is a fence for those who do not take that for HTML.
func (v *verbatim) unsure(s string) bool {
	_, width := fenceAt(s)
	return v.fence == 0 && v.ends == nil && width > 0
}

// endsIn tells whether a line has what ends HTML.
func (v *verbatim) endsIn(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(v.ends, func(end string) bool { return strings.Contains(s, end) })
}

// enclosed is HTML that ends with an end of its own, and not with an empty line.
var enclosed = []enclosure{
	{"<script", endsName, rawEnds}, {"<pre", endsName, rawEnds}, {"<style", endsName, rawEnds}, {"<textarea", endsName, rawEnds},
	{"<!--", nil, []string{"-->"}}, {"<?", nil, []string{"?>"}}, {"<![cdata[", nil, []string{"]]>"}}, {"<!", beginsName, []string{">"}},
}

type enclosure struct {
	start string
	then  func(string) bool // what follows start, nil for anything
	ends  []string
}

func (e enclosure) begins(s string) bool {
	return strings.HasPrefix(s, e.start) && (e.then == nil || e.then(s[len(e.start):]))
}

func beginsName(s string) bool { return s != "" && isLetter(s[0]) }

var rawTags = []string{"script", "pre", "style", "textarea"}

var rawEnds = []string{"</script>", "</pre>", "</style>", "</textarea>"}

// blockTags are the tags that begin HTML even within a paragraph.
var blockTags = strings.Fields(`address article aside base basefont blockquote body caption center col colgroup dd details
	dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe
	legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th
	thead title tr track ul`)

// endsName tells whether a tag's name ends before s.
func endsName(s string) bool { return s == "" || s[0] == ' ' || s[0] == '\t' || s[0] == '>' }

func isNameByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
