package proto

import (
	"fmt"

	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/wire"
)

// What the template fills in. Each has its indentation, and the empty line before it where there is to be one.
type (
	fileView struct {
		Package          string
		Imports, Options []string
		Enums            []enumView
		Messages         []messageView
	}
	enumView struct {
		Gap, In    string
		Comment    []string
		Name       string
		Statements []string
		Values     []fieldView
	}
	messageView struct {
		Gap, In    string
		Comment    []string
		Name       string
		Statements []string
		Nested     []messageView
		Fields     []fieldView
		Oneofs     []oneofView
	}
	oneofView struct {
		Gap, In string
		Name    string
		Fields  []fieldView
	}
	fieldView struct {
		Gap, In string
		Comment []string
		Text    string
	}
)

// Empty tells that there is nothing between the braces.
func (m messageView) Empty() bool {
	return len(m.Statements)+len(m.Nested)+len(m.Fields)+len(m.Oneofs) == 0
}

const indent = "  "

func viewOf(s *wire.Schema, f *wire.File, n names) fileView {
	v := fileView{Package: s.Package}
	for _, path := range f.Imports {
		v.Imports = append(v.Imports, fmt.Sprintf("import %q;", path))
	}
	for _, o := range f.Options {
		v.Options = append(v.Options, fmt.Sprintf("option %s = %s;", o.Name, o.Value))
	}
	for _, list := range [][]string{v.Imports, v.Options} {
		if len(list) > 0 {
			list[0] = "\n" + list[0]
		}
	}
	for _, e := range f.Enums {
		v.Enums = append(v.Enums, enumViewOf(e))
	}
	for _, m := range f.Messages {
		v.Messages = append(v.Messages, messageViewOf(m, n, ""))
	}
	return v
}

func enumViewOf(e *wire.Enum) enumView {
	v := enumView{Gap: "\n", Comment: comment("", e.Doc), Name: e.Name, Statements: statements(e.Deprecated, e.Reserved, indent)}
	for _, value := range e.Values {
		doc, options := value.Doc, ""
		if value.Removed {
			doc, options = "The schema has this value no more. It stays because proto3 needs a value 0.", " [deprecated = true]"
		}
		v.Values = append(v.Values, fieldView{
			In: indent, Comment: comment(indent, doc),
			Text: fmt.Sprintf("%s = %d%s;", value.Name, value.Number, options),
		})
	}
	space(v.Values, len(v.Statements) > 0)
	return v
}

func messageViewOf(m *wire.Message, n names, in string) messageView {
	inner := in + indent
	v := messageView{
		Gap: "\n", In: in,
		Comment: comment(in, m.Doc), Name: m.Name[strings.LastIndex(m.Name, ".")+1:],
		Statements: statements(m.Deprecated, m.Reserved, inner),
	}
	for i, nested := range m.Nested {
		nv := messageViewOf(nested, n, inner)
		if i == 0 && len(v.Statements) == 0 {
			nv.Gap = ""
		}
		v.Nested = append(v.Nested, nv)
	}
	var arms []fieldView
	for _, f := range m.Fields {
		if f.InOneof {
			arms = append(arms, fieldViewOf(f, m, n, inner+indent))
		} else {
			v.Fields = append(v.Fields, fieldViewOf(f, m, n, inner))
		}
	}
	begun := len(v.Statements)+len(v.Nested) > 0
	space(v.Fields, begun)
	space(arms, false)
	if m.Oneof != "" {
		o := oneofView{In: inner, Name: m.Oneof, Fields: arms}
		if begun || len(v.Fields) > 0 {
			o.Gap = "\n"
		}
		v.Oneofs = append(v.Oneofs, o)
	}
	return v
}

// space puts an empty line before each field that has a comment, and after it, and before the first where something
// stands above.
func space(fields []fieldView, above bool) {
	for i := range fields {
		if i == 0 && above || i > 0 && len(fields[i].Comment)+len(fields[i-1].Comment) > 0 {
			fields[i].Gap = "\n"
		}
	}
}

func fieldViewOf(f *wire.Field, m *wire.Message, n names, in string) fieldView {
	text := n.reference(f.Type, m.Name)
	switch {
	case f.Presence == wire.Repeated && !isMap(f.Type):
		text = "repeated " + text
	case f.Presence == wire.Explicit && isScalar(f.Type) && !f.InOneof:
		text = "optional " + text
	}
	var options []string
	if f.JSONName != "" {
		options = append(options, "json_name = "+wire.StringLiteral(f.JSONName))
	}
	if f.Deprecated {
		options = append(options, "deprecated = true")
	}
	text += fmt.Sprintf(" %s = %d", f.Name, f.Number)
	switch len(options) {
	case 0:
	case 1:
		text += " [" + options[0] + "]"
	default: // one a line, as buf format has them
		inner := "\n" + in + indent
		text += " [" + inner + strings.Join(options, ","+inner) + "\n" + in + "]"
	}
	return fieldView{In: in, Comment: comment(in, f.Doc), Text: text + ";"}
}

func isMap(t wire.FieldType) bool {
	_, ok := t.(wire.MapType)
	return ok
}

// isScalar tells whether a field of the type needs the word optional to tell absent from zero.
func isScalar(t wire.FieldType) bool {
	switch t.(type) {
	case wire.Scalar, wire.EnumType:
		return true
	}
	return false
}

// statements are what stands above the fields of a message or the values of an enum.
func statements(deprecated bool, r wire.Reserved, in string) []string {
	var out []string
	if deprecated {
		out = append(out, in+"option deprecated = true;")
	}
	if spans := r.Spans(); len(spans) > 0 {
		out = append(out, in+"reserved "+strings.Join(ranges(spans), ", ")+";")
	}
	if len(r.Names) > 0 {
		quoted := make([]string, len(r.Names))
		for i, name := range r.Names {
			quoted[i] = strconv.Quote(name)
		}
		out = append(out, in+"reserved "+strings.Join(quoted, ", ")+";")
	}
	return out
}

// ranges writes numbers as protobuf does, three or more in a row as "4 to 6".
func ranges(spans []wire.Range) []string {
	var out []string
	for _, r := range spans {
		switch {
		case r.To == wire.NoEnd:
			out = append(out, fmt.Sprintf("%d to max", r.From))
		case r.To-r.From < 2:
			for n := r.From; n <= r.To; n++ {
				out = append(out, strconv.Itoa(n))
			}
		default:
			out = append(out, fmt.Sprintf("%d to %d", r.From, r.To))
		}
	}
	return out
}
