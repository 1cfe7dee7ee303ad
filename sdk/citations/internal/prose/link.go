package prose

import "strings"

// maxTarget is how far the target of a link is looked for, in bytes.
const maxTarget = 1 << 10

// target is how long "(address)" or "(address "title")" is that a text begins with, 0 where it does not. It is not certain
// where it is too long to tell, and where a control character or a less-than sign decides, of which readers think differently.
func target(s string) (n int, certain bool) {
	if !strings.HasPrefix(s, "(") {
		return 0, true
	}
	head := s[:min(len(s), maxTarget)]
	n, stop := targetIn(head)
	switch {
	case n > 0:
		return n, true
	case stop < len(head):
		return 0, !isControl(head[stop]) && head[stop] != '<'
	}
	return 0, len(head) == len(s)
}

// targetIn also tells where the text turned out not to be one.
func targetIn(s string) (n, stop int) {
	i := spaces(s, 1)
	i, ok := destination(s, i)
	if !ok {
		return 0, i
	}
	j := spaces(s, i)
	if j > i {
		k, ok := title(s, j)
		if !ok {
			return 0, k
		}
		j = spaces(s, k)
	}
	if j < len(s) && s[j] == ')' {
		return j + 1, j
	}
	return 0, j
}

// isControl tells whether a byte is a control character that is not white space to everybody.
func isControl(c byte) bool { return c < ' ' && c != '\t' && c != '\n' || c == 0x7f }

// spaces is where the white space ends that begins at i.
func spaces(s string, i int) int {
	for i < len(s) && strings.IndexByte(" \t\n", s[i]) >= 0 {
		i++
	}
	return i
}

// destination is where a link's address ends that begins at i, or where it turns out to be none.
func destination(s string, i int) (int, bool) {
	if i < len(s) && s[i] == '<' {
		for i++; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i += escape(s[i:]) - 1
			case '>':
				return i + 1, true
			case '\n', '<':
				return i, false
			}
		}
		return len(s), false
	}
	depth := 0
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i += escape(s[i:]) - 1
		case c == '(':
			depth++
		case c == ')' && depth == 0, c == ' ', c < ' ', c == 0x7f:
			return i, true
		case c == ')':
			depth--
		}
	}
	return len(s), true
}

// escape is how long what begins with a backslash is: it takes the next character with it if that is punctuation of ASCII.
func escape(s string) int {
	if len(s) > 1 && s[1] > ' ' && s[1] < 0x7f && !isNameByte(s[1]) {
		return 2
	}
	return 1
}

// title is where a link's title ends that begins at i, i itself where there is none, or where it turns out to have no end.
func title(s string, i int) (int, bool) {
	if i >= len(s) {
		return i, true
	}
	end := s[i]
	switch end {
	case '(':
		end = ')'
	case '"', '\'':
	default:
		return i, true
	}
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i += escape(s[i:]) - 1
		case end:
			return i + 1, true
		}
	}
	return len(s), false
}

// maxLabel is how long a label can be, in bytes: no less than CommonMark's thousand characters.
const maxLabel = 4000

// labelLength is how long the label is, with its brackets, that a text begins with; 0 where it does not.
func labelLength(s string) int {
	for i := 1; i < min(len(s), maxLabel); i++ {
		switch s[i] {
		case '\\':
			i += escape(s[i:]) - 1
		case '[':
			return 0
		case ']':
			return i + 1
		}
	}
	return 0
}

// labelKey is a label for comparing: without regard to case and to the amount of white space.
func labelKey(label string) string {
	if len(label) > maxLabel {
		return ""
	}
	return strings.Join(strings.Fields(strings.ToLower(strings.ToUpper(label))), " ")
}

// define notes the labels that a paragraph defines at its beginning, and gives the lines that are left.
func (b *blocks) define(lines []Range) []Range {
	for len(lines) > 0 {
		text := b.text[lines[0].Start:lines[0].End]
		if text == "" || text[0] != '[' {
			return lines
		}
		n := labelLength(text)
		if n == 0 {
			return b.defineOver(lines)
		}
		if n >= len(text) || text[n] != ':' {
			return lines
		}
		address := spaces(text, n+1)
		end, ok := destination(text, address)
		if !ok {
			end = len(text) // some take what is wrong with the address for a part of it
		}
		after := strings.Trim(text[end:], " \t")
		if after != "" && strings.IndexByte(`"'(`, after[0]) < 0 && !isControl(after[0]) {
			return lines
		}
		b.labels[labelKey(text[1:n-1])] = true
		if !ok || address == end || after != "" || b.titleFollows(lines) {
			return nil // the definition may go on in the next lines
		}
		lines = lines[1:]
	}
	return nil
}

// defineOver is define where the first line may hold the beginning of a label.
func (b *blocks) defineOver(lines []Range) []Range {
	few := lines[:min(len(lines), maxLabel)]
	for size, i := 0, 0; i < len(few); i++ {
		if size += few[i].End - few[i].Start; size > maxLabel {
			few = few[:i+1]
		}
	}
	text := join(b.text, few)
	n := labelLength(text)
	if n == 0 || n >= len(text) || text[n] != ':' {
		return lines
	}
	b.labels[labelKey(text[1:n-1])] = true
	return nil
}

// titleFollows tells whether the second line can be the title of a definition.
func (b *blocks) titleFollows(lines []Range) bool {
	if len(lines) < 2 {
		return false
	}
	l := lines[1]
	return l.Start < l.End && strings.IndexByte(`"'(`, b.text[l.Start]) >= 0
}
