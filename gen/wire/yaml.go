package wire

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// yamlKind is what a yamlNode is.
type yamlKind uint8

const (
	yamlNull yamlKind = iota
	yamlString
	yamlInt
	yamlBool
	yamlFloat
	yamlMapping
	yamlSequence
	yamlRefused // reported already
)

func (k yamlKind) String() string {
	return [...]string{"nothing", "a text", "a number", "true or false", "a number", "a mapping", "a list", "something else"}[k]
}

// yamlNode is a YAML value with its place. It holds the part of YAML that a configuration needs: no anchors, no tags,
// no second document, no key that is not a scalar.
type yamlNode struct {
	kind    yamlKind
	pos     diag.Pos
	text    string      // of a scalar
	entries []yamlEntry // of a mapping, in the order of the file
	items   []*yamlNode // of a sequence
}

type yamlEntry struct {
	key   Name
	value *yamlNode
}

// Name is a name in a configuration file, and where it stands.
type Name struct {
	Text string
	Pos  diag.Pos
}

// parseYAML reads one YAML document. Faults go to diags; the result is nil only where nothing can be read.
func parseYAML(file string, data []byte, diags *diag.List) (root *yamlNode) {
	if !utf8.Valid(data) {
		diags.Addf(diag.Pos{File: file}, "", "not UTF-8")
		return nil
	}
	y := &yamlReader{file: file, lines: strings.Split(string(data), "\n"), diags: diags}
	defer func() {
		// The parser has been seen to panic on odd input; for a user that is a file that cannot be read.
		if r := recover(); r != nil {
			diags.Addf(diag.Pos{File: file}, "", "not readable as YAML: %v", r)
			root = nil
		}
	}()
	doc, err := parser.ParseBytes(data, 0)
	if err != nil {
		var located yaml.Error
		if errors.As(err, &located) && located.GetToken() != nil {
			diags.Addf(y.pos(located.GetToken()), "", "not valid YAML: %s", located.GetMessage())
		} else {
			diags.Addf(diag.Pos{File: file}, "", "not valid YAML: %v", err)
		}
		return nil
	}
	docs := doc.Docs
	if len(docs) > 1 && docs[1].Body != nil {
		diags.Addf(y.node(docs[1].Body).pos, "", "a second YAML document; one file holds one")
	}
	if len(docs) == 0 || docs[0].Body == nil {
		return &yamlNode{kind: yamlMapping, pos: diag.Pos{File: file, Line: 1, Col: 1}}
	}
	return y.node(docs[0].Body)
}

type yamlReader struct {
	file  string
	lines []string
	diags *diag.List
}

// pos is where a token starts. The parser counts columns in characters, diag in bytes.
func (y *yamlReader) pos(t *token.Token) diag.Pos {
	p := diag.Pos{File: y.file, Line: 1, Col: 1}
	if t == nil || t.Position == nil {
		return p
	}
	p.Line, p.Col = t.Position.Line, t.Position.Column
	if p.Line >= 1 && p.Line <= len(y.lines) {
		col, rest := 1, y.lines[p.Line-1]
		for n := 1; n < p.Col && rest != ""; n++ {
			_, size := utf8.DecodeRuneInString(rest)
			col, rest = col+size, rest[size:]
		}
		p.Col = col
	}
	return p
}

func (y *yamlReader) node(n ast.Node) *yamlNode {
	out := &yamlNode{pos: y.pos(n.GetToken())}
	switch n := n.(type) {
	case *ast.NullNode:
	case *ast.StringNode:
		out.kind, out.text = yamlString, n.Value
	case *ast.LiteralNode:
		out.kind, out.text = yamlString, n.Value.Value
	case *ast.IntegerNode:
		out.kind, out.text = yamlInt, n.GetToken().Value
	case *ast.FloatNode:
		out.kind, out.text = yamlFloat, n.GetToken().Value
	case *ast.BoolNode:
		out.kind, out.text = yamlBool, fmt.Sprint(n.Value)
	case *ast.SequenceNode:
		out.kind = yamlSequence
		for _, item := range n.Values {
			out.items = append(out.items, y.node(item))
		}
	case *ast.MappingNode:
		out.kind = yamlMapping
		if len(n.Values) > 0 && !n.IsFlowStyle {
			out.pos = y.pos(n.Values[0].Key.GetToken())
		}
		for _, v := range n.Values {
			y.entry(out, v)
		}
	case *ast.MappingValueNode:
		out.kind, out.pos = yamlMapping, y.pos(n.Key.GetToken())
		y.entry(out, n)
	default:
		out.kind = yamlRefused
		y.diags.Addf(out.pos, "", "%s are not used here: write the value out", describeNode(n))
	}
	return out
}

func (y *yamlReader) entry(out *yamlNode, v *ast.MappingValueNode) {
	key := Name{Pos: y.pos(v.Key.GetToken())}
	switch k := v.Key.(type) {
	case *ast.StringNode:
		key.Text = k.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode:
		key.Text = k.GetToken().Value // a name such as 1.0 or null needs no quotes
	default:
		y.diags.Addf(key.Pos, "", "%s are not used here: a key is a name", describeNode(v.Key))
		return
	}
	out.entries = append(out.entries, yamlEntry{key: key, value: y.node(v.Value)})
}

func describeNode(n ast.Node) string {
	switch n.(type) {
	case *ast.AnchorNode:
		return "YAML anchors"
	case *ast.AliasNode:
		return "YAML aliases"
	case *ast.TagNode:
		return "YAML tags"
	case *ast.MergeKeyNode:
		return "YAML merge keys"
	}
	return "values of this kind"
}
