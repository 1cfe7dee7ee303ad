package prose

import (
	"regexp"
	"strings"
)

// Tags and automatic links within text, as CommonMark has them. RE2 takes time that grows with the text alone, and the
// length of what is tried is bounded.
const (
	attribute = `(?:\s+[A-Za-z_:][A-Za-z0-9_.:-]*(?:\s*=\s*(?:[^\s"'=<>` + "`" + `]+|'[^']*'|"[^"]*"))?)*`
	openAngle = `^<(?:[A-Za-z][A-Za-z0-9-]*` + attribute
)

var (
	tagText = regexp.MustCompile(openAngle + `\s*/?>|/[A-Za-z][A-Za-z0-9-]*\s*>)`)
	address = regexp.MustCompile(`^<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@[A-Za-z0-9.-]+)>`)
	// unfinished is what may become one of them where there is more text.
	unfinished = regexp.MustCompile(openAngle + `\s*(?:[A-Za-z_:][A-Za-z0-9_.:-]*\s*(?:=\s*(?:[^\s"'=<>` + "`" + `]*|'[^']*|"[^"]*))?)?/?|/[A-Za-z0-9-]*\s*|[^\s<>]*)$`)
)

// maxTag is how far a tag is looked for, in bytes.
const maxTag = 1 << 10

// tagLength is how long the tag is that s begins with, 0 where it does not.
func tagLength(s string) int { return len(tagText.FindString(s[:min(len(s), maxTag)])) }

// angle is how long what begins with a less-than sign is: a tag, a comment and the like, or an automatic link; 0 where the
// sign is text. It is not certain where there is too much to look at.
func (p *inline) angle(s string) (n int, certain bool) {
	if len(s) < 2 || !isNameByte(s[1]) && strings.IndexByte("/!?.#$%&'*+=^_{|}~-", s[1]) < 0 {
		return 0, true
	}
	head := s[:min(len(s), maxTag)]
	if n := max(len(address.FindString(head)), len(tagText.FindString(head))); n > 0 {
		return n, true
	}
	if n := p.special(s); n > 0 {
		return n, true
	}
	return 0, len(head) == len(s) || !unfinished.MatchString(head)
}

// specials are the other forms of HTML within text: how they begin, and end.
var specials = [][2]string{{"<!-->", ""}, {"<!--->", ""}, {"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}, {"<!", ">"}}

// special is how long HTML is that is no tag, 0 where there is none.
func (p *inline) special(s string) int {
	for _, k := range specials {
		if !strings.HasPrefix(s, k[0]) || p.endless[k[1]] || k[0] == "<!" && (len(s) < 3 || !isLetter(s[2])) {
			continue
		}
		i := strings.Index(s[len(k[0]):], k[1])
		if i >= 0 {
			return len(k[0]) + i + len(k[1])
		}
		p.endless[k[1]] = true // there will be none further on, either
	}
	return 0
}
