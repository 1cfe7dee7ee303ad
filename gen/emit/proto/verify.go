package proto

import (
	"bytes"
	"fmt"
	"strings"

	parser "github.com/emicklei/proto"

	"github.com/agui-gen/agui-gen/gen/wire"
)

// verify parses a file that was just written and holds it against what was meant: every message, enum, field, value and
// reserved slot, with its type and its number.
func verify(s *wire.Schema, f *wire.File, n names, data []byte) error {
	definition, err := parser.NewParser(bytes.NewReader(data)).Parse()
	if err != nil {
		return fmt.Errorf("what was written does not parse: %w\n%s", err, numbered(data))
	}
	count := map[string]int{}
	meant, written := factsMeant(s, f), factsWritten(definition, n)
	for _, fact := range meant {
		count[fact]++
	}
	for _, fact := range written {
		if count[fact]--; count[fact] < 0 {
			return fmt.Errorf("%s is there and was not meant", fact)
		}
	}
	for _, fact := range meant {
		if count[fact] > 0 {
			return fmt.Errorf("%s was meant and is not there", fact)
		}
	}
	return nil
}

// numbered is a file with line numbers, for the message about it.
func numbered(data []byte) string {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		fmt.Fprintf(&b, "%5d  %s\n", i+1, line)
	}
	return b.String()
}

// factsMeant is what a file of the model says, a line a fact.
func factsMeant(s *wire.Schema, f *wire.File) []string {
	out := []string{"syntax proto3", "package " + s.Package}
	for _, path := range f.Imports {
		out = append(out, "import "+path)
	}
	for _, o := range f.Options {
		out = append(out, fmt.Sprintf("option %s = %s", o.Name, o.Value))
	}
	for _, e := range f.Enums {
		out = append(out, fmt.Sprintf("enum %s%s", e.Name, deprecatedFact(e.Deprecated)))
		out = append(out, reservedFacts(e.Name, e.Reserved)...)
		for _, v := range e.Values {
			out = append(out, fmt.Sprintf("value %s.%s = %d%s", e.Name, v.Name, v.Number, deprecatedFact(v.Removed)))
		}
	}
	var messages func([]*wire.Message)
	messages = func(list []*wire.Message) {
		for _, m := range list {
			out = append(out, fmt.Sprintf("message %s%s", m.Name, deprecatedFact(m.Deprecated)))
			out = append(out, reservedFacts(m.Name, m.Reserved)...)
			for _, f := range m.Fields {
				out = append(out, meantField(m, f))
			}
			messages(m.Nested)
		}
	}
	messages(f.Messages)
	return out
}

func meantField(m *wire.Message, f *wire.Field) string {
	label, path := "", m.Name+"."+f.Name
	switch {
	case f.InOneof:
		path = m.Name + "." + m.Oneof + "." + f.Name
	case isMap(f.Type):
	case f.Presence == wire.Repeated:
		label = "repeated "
	case f.Presence == wire.Explicit && isScalar(f.Type):
		label = "optional "
	}
	json := ""
	if f.JSONName != "" {
		json = " json " + wire.StringLiteral(f.JSONName)
	}
	return fmt.Sprintf("field %s = %d: %s%s%s%s", path, f.Number, label, wire.TypeName(f.Type), json, deprecatedFact(f.Deprecated))
}

func deprecatedFact(is bool) string {
	if is {
		return " deprecated"
	}
	return ""
}

func reservedFacts(in string, r wire.Reserved) []string {
	var out []string
	for _, span := range r.Spans() {
		out = append(out, fmt.Sprintf("reserved %s = %d to %d", in, span.From, span.To))
	}
	for _, n := range r.Names {
		out = append(out, fmt.Sprintf("reserved %s.%s", in, n))
	}
	return out
}

// factsWritten is what a parsed file says, in the same words.
func factsWritten(d *parser.Proto, n names) []string {
	w := &reader{names: n}
	for _, e := range d.Elements {
		switch e := e.(type) {
		case *parser.Syntax:
			w.fact("syntax %s", e.Value)
		case *parser.Package:
			w.fact("package %s", e.Name)
		case *parser.Import:
			w.fact("import %s", e.Filename)
		case *parser.Option:
			w.fact("option %s = %s", e.Name, e.Constant.SourceRepresentation())
		case *parser.Enum:
			w.enum(e)
		case *parser.Message:
			w.message(e, "")
		case *parser.Comment:
		default:
			w.fact("something else (%T)", e)
		}
	}
	return w.facts
}

type reader struct {
	names names
	facts []string
}

func (w *reader) fact(format string, args ...any) {
	w.facts = append(w.facts, fmt.Sprintf(format, args...))
}

func (w *reader) enum(e *parser.Enum) {
	w.fact("enum %s%s", e.Name, deprecatedFact(isDeprecated(e.Elements)))
	for _, x := range e.Elements {
		switch x := x.(type) {
		case *parser.EnumField:
			w.fact("value %s.%s = %d%s", e.Name, x.Name, x.Integer, deprecatedFact(isDeprecated(x.Elements)))
		case *parser.Reserved:
			w.reserved(e.Name, x)
		case *parser.Option, *parser.Comment:
		default:
			w.fact("something else in %s (%T)", e.Name, x)
		}
	}
}

func (w *reader) message(m *parser.Message, outer string) {
	name := outer + m.Name
	w.fact("message %s%s", name, deprecatedFact(isDeprecated(m.Elements)))
	for _, x := range m.Elements {
		switch x := x.(type) {
		case *parser.NormalField:
			label := ""
			if x.Repeated {
				label = "repeated "
			}
			if x.Optional {
				label = "optional "
			}
			w.field(name, name, label, x.Type, x.Field)
		case *parser.MapField:
			w.field(name, name, "", "map<"+x.KeyType+", "+w.resolve(x.Type, name)+">", x.Field)
		case *parser.Oneof:
			for _, arm := range x.Elements {
				if f, ok := arm.(*parser.OneOfField); ok {
					w.field(name, name+"."+x.Name, "", f.Type, f.Field)
				}
			}
		case *parser.Message:
			w.message(x, name+".")
		case *parser.Reserved:
			w.reserved(name, x)
		case *parser.Option, *parser.Comment:
		default:
			w.fact("something else in %s (%T)", name, x)
		}
	}
}

func (w *reader) field(message, path, label, typ string, f *parser.Field) {
	json := ""
	for _, o := range f.Options {
		if o.Name == "json_name" {
			json = " json " + o.Constant.SourceRepresentation()
		}
	}
	w.fact("field %s.%s = %d: %s%s%s%s", path, f.Name, f.Sequence, label, w.resolve(typ, message), json, deprecatedFact(hasDeprecated(f.Options)))
}

// resolve gives a type its full name. Protobuf's own types and google's have it already.
func (w *reader) resolve(typ, in string) string {
	if google, ok := strings.CutPrefix(typ, "."); ok && strings.HasPrefix(google, "google.") {
		return google
	}
	return w.names.resolve(typ, in)
}

func (w *reader) reserved(in string, r *parser.Reserved) {
	var written wire.Reserved
	for _, span := range r.Ranges {
		if span.Max {
			span.To = wire.NoEnd
		}
		written.Ranges = append(written.Ranges, wire.Range{From: span.From, To: span.To})
	}
	written.Names = r.FieldNames
	w.facts = append(w.facts, reservedFacts(in, written)...)
}

func isDeprecated(elements []parser.Visitee) bool {
	var options []*parser.Option
	for _, e := range elements {
		if o, ok := e.(*parser.Option); ok {
			options = append(options, o)
		}
	}
	return hasDeprecated(options)
}

func hasDeprecated(options []*parser.Option) bool {
	for _, o := range options {
		if o.Name == "deprecated" && o.Constant.Source == "true" {
			return true
		}
	}
	return false
}
