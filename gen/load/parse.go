package load

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// MaxDepth is how deep arrays and objects may nest. What reads the tree later walks it by recursion.
const MaxDepth = 1000

// Parse reads one JSON document. The error, if any, is a [diag.Errors] with everything that is wrong, and the file name
// is used only for its places.
//
// Where a mistake leaves no doubt about what surrounds it (a duplicate name, a bad escape, a missing comma), reading goes
// on behind it, something harmless stands in its place (of two members of one name the first), and the tree is returned
// beside the error, so that later stages can look for mistakes of their own. Otherwise the node is nil.
func Parse(file string, data []byte) (*Node, error) {
	p := &parser{file: file, src: string(data), lines: []int{0}}
	for i, c := range data {
		if c == '\n' {
			p.lines = append(p.lines, i+1)
		}
	}
	root := p.document()
	return root, p.errs.Err()
}

// parser reads src from the offset at.
type parser struct {
	file  string
	src   string
	at    int
	lines []int    // offset of the first byte of each line
	path  []string // reference tokens down to the value being read
	errs  diag.List
}

func (p *parser) pos(offset int) diag.Pos {
	line, found := slices.BinarySearch(p.lines, offset)
	if !found {
		line--
	}
	return diag.Pos{File: p.file, Line: line + 1, Col: offset - p.lines[line] + 1}
}

// fail adds an error at an offset.
func (p *parser) fail(offset int, hint, format string, args ...any) {
	var pointer strings.Builder
	pointer.WriteByte('#')
	for _, token := range p.path {
		pointer.WriteByte('/')
		pointer.WriteString(Token(token))
	}
	p.errs.Add(diag.Diagnostic{
		Pos: p.pos(offset), Pointer: pointer.String(), Message: fmt.Sprintf(format, args...), Hint: hint,
	})
}

const saveAsUTF8 = "save the file as UTF-8 without a byte order mark"

func (p *parser) document() *Node {
	switch {
	case strings.HasPrefix(p.src, "\xef\xbb\xbf"):
		p.fail(0, saveAsUTF8, "file starts with a byte order mark")
		p.at = 3
	case strings.HasPrefix(p.src, "\xff\xfe"), strings.HasPrefix(p.src, "\xfe\xff"):
		p.fail(0, saveAsUTF8, "file is UTF-16")
		return nil
	}
	p.space()
	if p.at == len(p.src) {
		p.fail(p.at, "", "file holds no JSON value")
		return nil
	}
	root := p.value(0)
	if root == nil {
		return nil
	}
	if p.space(); p.at < len(p.src) {
		p.fail(p.at, "a document is one value", "%s after the end of the document", p.here())
	}
	return root
}

// value reads the value at p.at, depth being how many arrays and objects are open. It returns nil where it makes no
// sense to read on; every such place has added an error.
func (p *parser) value(depth int) *Node {
	start := p.at
	node := &Node{Pos: p.pos(start)}
	var ok bool
	switch c := p.peek(); {
	case c == '{' || c == '[':
		if depth == MaxDepth {
			p.fail(start, "", "nested deeper than %d arrays and objects", MaxDepth)
			return nil
		}
		if c == '{' {
			node.Kind, ok = Object, p.object(node, depth+1)
		} else {
			node.Kind, ok = Array, p.array(node, depth+1)
		}
	case c == '"':
		node.Kind = String
		node.Text, ok = p.text()
	case c == '-' || c == '+' || c == '.' || isDigit(c):
		node.Kind, node.Text, ok = Number, p.number(), true
	case isLetter(c):
		node.Kind, node.Text = p.literal()
		ok = true
	case c == '\'':
		p.fail(start, "strings stand in double quotes", "single quote")
	default:
		p.fail(start, "", "%s where a value should be", p.here())
	}
	if !ok {
		return nil
	}
	return node
}

// largeObject is how many members an object has at most that are looked through one by one.
const largeObject = 16

// object reads the members of an object whose brace is at p.at.
func (p *parser) object(node *Node, depth int) bool {
	index := map[string]int{}
	for p.open(); ; {
		if done, ok := p.next('}', len(node.Members) == 0); done || !ok {
			if len(index) > largeObject {
				node.index = index
			}
			return ok
		}
		keyAt := p.at
		key, ok := p.key()
		if !ok {
			return false
		}
		p.path = append(p.path, key)
		before, seen := index[key]
		if seen {
			p.fail(keyAt, "readers disagree on which one counts, keep one", "duplicate member %q, first at %s", key, node.Members[before].KeyPos)
		}
		if p.space(); p.peek() != ':' {
			p.fail(p.at, "", "%s where the colon after a member name should be", p.here())
			return false
		}
		p.at++
		p.space()
		value := p.value(depth)
		if value == nil {
			return false
		}
		p.path = p.path[:len(p.path)-1]
		if !seen {
			index[key] = len(node.Members)
			node.Members = append(node.Members, Member{Key: key, KeyPos: p.pos(keyAt), Value: value})
		}
	}
}

// array reads the items of an array whose bracket is at p.at.
func (p *parser) array(node *Node, depth int) bool {
	for p.open(); ; {
		if done, ok := p.next(']', len(node.Items) == 0); done || !ok {
			return ok
		}
		p.path = append(p.path, strconv.Itoa(len(node.Items)))
		item := p.value(depth)
		if item == nil {
			return false
		}
		p.path = p.path[:len(p.path)-1]
		node.Items = append(node.Items, item)
	}
}

// open skips an opening brace or bracket and the space after it.
func (p *parser) open() {
	p.at++
	p.space()
}

// next brings p.at to the next member or item, or says that the closing byte was read. It reads the comma, and reports
// one that is missing or too many.
func (p *parser) next(closing byte, first bool) (done, ok bool) {
	p.space()
	c := p.peek()
	if !first && c == ',' {
		comma := p.at
		p.at++
		p.space()
		if c = p.peek(); c == closing {
			p.fail(comma, "remove it", "comma after the last value")
		}
	} else if !first && (c == '"' || c == '{' || c == '[' || c == '-' || isDigit(c) || isLetter(c)) {
		p.fail(p.at, "", "comma missing before %s", p.here())
	} else if !first && c != closing {
		p.fail(p.at, "", "%s where a comma or %q should be", p.here(), closing)
		return false, false
	}
	if c == closing {
		p.at++
		return true, true
	}
	return false, true
}

// key reads a member name.
func (p *parser) key() (string, bool) {
	switch c := p.peek(); {
	case c == '"':
		return p.text()
	case isLetter(c):
		start := p.at
		word := p.word()
		p.fail(start, "write it in double quotes", "member name %s without quotes", word)
		return word, true
	}
	p.fail(p.at, "member names stand in double quotes", "%s where a member name should be", p.here())
	return "", false
}

// space skips white space, and comments with an error for each.
func (p *parser) space() {
	for p.at < len(p.src) {
		rest := p.src[p.at:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			p.at++
			continue
		case strings.HasPrefix(rest, "//"):
			p.comment(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			p.comment(rest, "*/")
		default:
			return
		}
	}
}

func (p *parser) comment(rest, end string) {
	p.fail(p.at, `say it in "$comment" or "description"`, "comment, which JSON does not have")
	if i := strings.Index(rest[2:], end); i >= 0 {
		p.at += 2 + i + len(end)
	} else {
		p.at = len(p.src)
	}
}

// peek is the byte at p.at, 0 at the end.
func (p *parser) peek() byte {
	if p.at < len(p.src) {
		return p.src[p.at]
	}
	return 0
}

// here names what is at p.at, for messages.
func (p *parser) here() string {
	if p.at >= len(p.src) {
		return "end of file"
	}
	if r, size := utf8.DecodeRuneInString(p.src[p.at:]); r != utf8.RuneError || size > 1 {
		return strconv.QuoteRune(r)
	}
	return fmt.Sprintf("byte 0x%02X", p.src[p.at])
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '$' }
