package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// inline is a paragraph on its way through what Markdown has within text.
type inline struct {
	text    string // the lines, with LF between them
	blocks  *blocks
	hidden  []bool          // what is not plain, by byte
	open    []int           // brackets that may begin a link
	endless map[string]bool // ends of HTML that do not come any more
	ticks   map[int][]int   // runs of backticks that are still to come, by length: where they begin
}

// inline adds what is plain in the lines of a paragraph.
func (b *blocks) inline(plain []Range, lines []Range) []Range {
	p := inline{text: join(b.text, lines), blocks: b, endless: map[string]bool{}}
	p.hidden = make([]bool, len(p.text))
	p.read()
	at := 0
	for _, l := range lines {
		for i := l.Start; i < l.End; i++ {
			if p.hidden[at+i-l.Start] {
				continue
			}
			if n := len(plain); n > 0 && plain[n-1].End == i {
				plain[n-1].End++
			} else {
				plain = append(plain, Range{i, i + 1})
			}
		}
		at += l.End - l.Start + 1
	}
	return plain
}

func join(text string, lines []Range) string {
	var s strings.Builder
	for i, l := range lines {
		if i > 0 {
			s.WriteByte('\n')
		}
		s.WriteString(text[l.Start:l.End])
	}
	return s.String()
}

// hide takes bytes out of what is plain.
func (p *inline) hide(from, to int) {
	for i := from; i < to; i++ {
		p.hidden[i] = true
	}
}

func (p *inline) read() {
	p.findTicks()
	for i := 0; i < len(p.text); {
		i = p.step(i)
	}
	p.addresses()
}

// step takes what begins at i, and gives where to go on.
func (p *inline) step(i int) int {
	switch p.text[i] {
	case '\\':
		return i + escape(p.text[i:])
	case '`':
		return p.code(i)
	case '<':
		n, certain := p.angle(p.text[i:])
		if !certain {
			return p.giveUp(i)
		}
		p.hide(i, i+n)
		return i + max(n, 1)
	case '[':
		p.open = append(p.open, i)
	case ']':
		return p.closing(i)
	}
	return i + 1
}

// giveUp hides what follows, from the first bracket that may begin a link around it.
func (p *inline) giveUp(i int) int {
	if len(p.open) > 0 {
		i = min(i, p.open[0])
	}
	p.hide(i, len(p.text))
	return len(p.text)
}

// findTicks notes all runs of backticks.
func (p *inline) findTicks() {
	p.ticks = map[int][]int{}
	for i := 0; i < len(p.text); i++ {
		if n := run(p.text[i:]); n > 0 {
			p.ticks[n] = append(p.ticks[n], i)
			i += n - 1
		}
	}
}

// run is how many backticks a text begins with.
func run(s string) int {
	n := 0
	for n < len(s) && s[n] == '`' {
		n++
	}
	return n
}

// code takes a run of backticks, with the code behind it if another one of its length ends that.
func (p *inline) code(i int) int {
	n := run(p.text[i:])
	later := p.ticks[n]
	for len(later) > 0 && later[0] <= i {
		later = later[1:]
	}
	p.ticks[n] = later
	if len(later) == 0 {
		return i + n
	}
	end := later[0] + n
	p.hide(i, end)
	return end
}

// closing takes a closing bracket, which may end a link's text.
func (p *inline) closing(i int) int {
	if len(p.open) == 0 {
		return i + 1
	}
	start := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	end := i + 1
	switch n, certain := target(p.text[end:]); {
	case !certain:
		return p.giveUp(start)
	case n > 0:
		end += n
	default:
		if n = p.reference(start, end); n < 0 {
			return end
		}
		end += n
	}
	p.hide(start, end)
	return end
}

// reference is how long what follows a bracket's text is, if that makes a link of it by a label that is defined: "[label]",
// "[]" or nothing; else it is negative.
func (p *inline) reference(start, end int) int {
	if len(p.blocks.labels) == 0 && !p.blocks.lost {
		return -1
	}
	rest := p.text[end:]
	if strings.HasPrefix(rest, "[") {
		if n := labelLength(rest); n > 0 && p.blocks.defined(rest[1:n-1]) {
			return n
		}
	}
	switch {
	case labelLength(p.text[start:]) != end-start || !p.blocks.defined(p.text[start+1:end-1]):
		return -1
	case strings.HasPrefix(rest, "[]"):
		return 2
	}
	return 0
}

// addresses takes bare addresses out, of pages and of mail, up to the white space that ends them.
func (p *inline) addresses() {
	for i := 0; i < len(p.text); i++ {
		www := len(p.text)-i >= 4 && strings.EqualFold(p.text[i:i+4], "www.")
		if !www && p.text[i] != '@' && !strings.HasPrefix(p.text[i:], "://") {
			continue
		}
		start := i
		for start > 0 && !isSpaceBefore(p.text, start) {
			start--
		}
		end := i
		for end < len(p.text) && !isSpaceAt(p.text, end) {
			end++
		}
		if p.structural(start, end) {
			p.hide(min(start, max(0, strings.IndexByte(p.text, '['))), len(p.text))
			return
		}
		p.hide(start, end)
		i = end
	}
}

// structural tells whether there is something within an address that is text only if it is an address: what begins code or
// HTML, or ends a link's text.
func (p *inline) structural(start, end int) bool {
	depth := 0
	for i := start; i < end; i++ {
		switch c := p.text[i]; {
		case p.hidden[i]:
		case c == '`', c == '<':
			return true
		case c == '[':
			depth++
		case c == ']':
			if depth--; depth < 0 {
				return true
			}
		}
	}
	return false
}

func isSpaceBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsSpace(r) || r == '<' || r == '('
}

func isSpaceAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsSpace(r)
}
