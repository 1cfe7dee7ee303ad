package prose

import "strings"

// blocks reads a text line by line into the paragraphs and headings that it holds; all else is no place for plain text.
type blocks struct {
	text       string
	open       []container // from the outermost
	paragraph  []Range     // the lines of the open one, without what belongs to containers
	paragraphs [][]Range
	labels     map[string]bool // of links that are defined somewhere
	verbatim   *verbatim       // the open one, nil for none
	lost       bool
}

// container is a block quote, or a list item.
type container struct {
	quote  bool
	indent int  // of an item: the columns that its lines have before them
	bare   bool // an item whose first line is empty, and which another empty line ends
}

// verbatim is a block whose lines are no text: fenced code, or HTML.
type verbatim struct {
	depth int // of containers around it
	fence byte
	width int      // of the fence
	ends  []string // of HTML: what ends it, nil for an empty line
}

// at is a place in a line. Tabs reach to columns that are multiples of four.
type at struct{ pos, end, column int }

func (b *blocks) read() {
	for start := 0; start < len(b.text) && !b.lost; {
		end, next := len(b.text), len(b.text)
		if i := strings.IndexByte(b.text[start:], '\n'); i >= 0 {
			end, next = start+i, start+i+1
		}
		for end > start && b.text[end-1] == '\r' {
			end--
		}
		if strings.IndexByte(b.text[start:end], '\r') >= 0 {
			b.lose() // a lone CR ends a line for some and not for others
			return
		}
		b.line(at{pos: start, end: end})
		start = next
	}
	b.close()
}

// lose gives up on the rest of the text, and the paragraph that is open. Any label may be defined there.
func (b *blocks) lose() { b.lost, b.paragraph = true, nil }

// defined tells whether a label is defined, or may be.
func (b *blocks) defined(label string) bool { return b.lost || b.labels[labelKey(label)] }

// close ends the paragraph that is open.
func (b *blocks) close() {
	if lines := b.define(b.paragraph); len(lines) > 0 {
		b.paragraphs = append(b.paragraphs, lines)
	}
	b.paragraph = nil
}

// line takes one line.
func (b *blocks) line(c at) {
	matched := b.match(&c)
	if b.lost {
		return
	}
	if v := b.verbatim; v != nil {
		if matched >= v.depth {
			switch {
			case v.endsWith(b.text, c):
				b.verbatim = nil
			case v.unsure(strings.Trim(b.text[c.pos:c.end], " \t")):
				b.lose()
			}
			return
		}
		b.verbatim = nil
	}
	if b.blank(c) {
		b.close()
		b.open = b.open[:matched]
		if n := len(b.open); n > 0 && b.open[n-1].bare {
			b.open = b.open[:n-1]
		}
		return
	}
	for i := range b.open[:matched] {
		b.open[i].bare = false
	}
	b.begin(c, matched)
}

// match consumes what the open containers have before a line, and tells how many of them the line is in.
func (b *blocks) match(c *at) int {
	for i, box := range b.open {
		if box.quote {
			if !b.quote(c) {
				return i
			}
			continue
		}
		if b.blank(*c) {
			continue
		}
		if b.indent(*c) < box.indent {
			return i
		}
		b.consume(c, box.indent)
	}
	return len(b.open)
}

// begin takes what a line has after its containers: blocks that begin there, and then text or what is verbatim.
func (b *blocks) begin(c at, matched int) {
	lazy := matched < len(b.open) && b.paragraph != nil
	for !b.lost {
		if b.indent(c) >= 4 {
			if b.paragraph == nil {
				b.open = b.open[:matched]
				return // indented code
			}
			b.add(c)
			return
		}
		rest := strings.TrimLeft(b.text[c.pos:c.end], " \t")
		if v := b.verbatimAt(rest); v != nil {
			b.close()
			b.open = b.open[:matched]
			v.depth = len(b.open)
			if v.ends == nil || !v.endsIn(rest) {
				b.verbatim = v
			}
			return
		}
		box, ok := b.container(&c, rest, lazy)
		if !ok {
			break
		}
		b.close()
		if b.open = append(b.open[:matched], box); len(b.open) > maxDepth {
			b.lose()
		}
		matched, lazy = len(b.open), false
		if b.blank(c) {
			return
		}
	}
	b.textLine(c, matched, lazy)
}

// textLine takes a line of text: a heading, a rule, or a line of a paragraph.
func (b *blocks) textLine(c at, matched int, lazy bool) {
	rest := strings.Trim(b.text[c.pos:c.end], " \t")
	heading := isHeading(rest)
	switch {
	case b.lost:
	case b.underlines(rest, lazy):
		b.close()
	case heading || isRule(rest):
		b.close()
		b.open = b.open[:matched]
		if heading {
			b.paragraphs = append(b.paragraphs, []Range{{c.pos, c.end}})
		}
	case lazy:
		b.add(c)
	default:
		if matched < len(b.open) {
			b.close()
			b.open = b.open[:matched]
		}
		b.add(c)
	}
}

// underlines tells whether a line makes a heading of the paragraph.
func (b *blocks) underlines(rest string, lazy bool) bool {
	rest = strings.TrimRight(rest, " \t")
	return b.paragraph != nil && !lazy && (strings.Trim(rest, "=") == "" || strings.Trim(rest, "-") == "")
}

// add adds a line to the paragraph.
func (b *blocks) add(c at) {
	for c.pos < c.end && (b.text[c.pos] == ' ' || b.text[c.pos] == '\t') {
		c.pos++
	}
	b.paragraph = append(b.paragraph, Range{c.pos, c.end})
}

// quote consumes the mark of a block quote, and tells whether there was one.
func (b *blocks) quote(c *at) bool {
	n := b.indent(*c)
	if rest := strings.TrimLeft(b.text[c.pos:c.end], " \t"); n > 3 || rest == "" || rest[0] != '>' {
		return false
	}
	b.consume(c, n)
	c.column++
	c.pos++
	if c.pos < c.end && (b.text[c.pos] == ' ' || b.text[c.pos] == '\t') {
		b.consume(c, 1)
	}
	return true
}

// maxDepth is how many containers there can be in each other, so that hostile nesting costs no time.
const maxDepth = 64

// container consumes the mark of a container that begins at c, whose text without indentation is rest.
func (b *blocks) container(c *at, rest string, lazy bool) (container, bool) {
	if rest[0] == '>' {
		return container{quote: true}, b.quote(c)
	}
	width := listMark(rest)
	if b.underlines(rest, lazy) || width == 0 || isRule(strings.TrimRight(rest, " \t")) {
		return container{}, false
	}
	indent := b.indent(*c)
	after := *c
	b.consume(&after, indent)
	after.pos += width
	after.column += width
	empty := b.blank(after)
	if b.paragraph != nil && !lazy {
		if empty {
			b.lose() // an item for some, and text for others
		}
		if empty || width > 1 && rest[:width-1] != "1" {
			return container{}, false
		}
	}
	spaces := b.indent(after)
	if empty || spaces > 4 {
		spaces = 1
	}
	if !empty {
		b.consume(&after, spaces)
	}
	*c = after
	return container{indent: indent + width + spaces, bare: empty}, true
}

// blank tells that only white space is left of a line.
func (b *blocks) blank(c at) bool { return strings.Trim(b.text[c.pos:c.end], " \t") == "" }

// indent is how many columns of white space are next.
func (b *blocks) indent(c at) int {
	column := c.column
	for ; c.pos < c.end; c.pos++ {
		switch b.text[c.pos] {
		case ' ':
			column++
		case '\t':
			column += 4 - column%4
		default:
			return column - c.column
		}
	}
	return column - c.column
}

// consume goes over columns of white space. Where that would take part of a tab, it gives the text up.
func (b *blocks) consume(c *at, columns int) {
	for goal := c.column + columns; c.column < goal && c.pos < c.end; c.pos++ {
		if b.text[c.pos] == '\t' {
			c.column += 4 - c.column%4
		} else {
			c.column++
		}
		if c.column > goal {
			b.lose()
		}
	}
}
