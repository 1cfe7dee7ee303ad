package prove

import (
	"bytes"
	"fmt"
	"go/format"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/sample"
)

// document is a kind of document that both generations have.
type document struct {
	name       string
	old, fresh *model.Def
}

// documents are those that both generations have: the root, and what no other definition refers to. Only objects and
// choices between them have a Go type that reads a document.
func documents(old, fresh *diff.Side) []document {
	var out []document
	if a, b := old.Model.Root, fresh.Model.Root; readable(a) && readable(b) {
		out = append(out, document{b.Key, a, b})
	}
	for _, d := range diff.Entries(fresh.Model) {
		i := slices.IndexFunc(old.Model.Defs, func(o *model.Def) bool { return o.Key == d.Key && !o.Inline })
		if d != fresh.Model.Root && i >= 0 && old.Model.Defs[i] != old.Model.Root && readable(d) && readable(old.Model.Defs[i]) {
			out = append(out, document{d.Key, old.Model.Defs[i], d})
		}
	}
	return out
}

func readable(d *model.Def) bool {
	if d == nil {
		return false
	}
	switch d.Type.(type) {
	case *model.Object, *model.Union:
		return true
	}
	return false
}

// program is the source of the program that proves. The packages are imported as old and fresh.
func program(old, fresh *diff.Side, docs []document, base string) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package main\n\nimport (\n\t\"errors\"\n\t\"os\"\n\n\tfresh %q\n\told %q\n\t%q\n\t%q\n)\n\n",
		base+"/fresh", base+"/old", base+"/prover", "github.com/agui-gen/agui-gen/runtime/violation")
	b.WriteString(`func main() {
	if prover.Main(os.Stdout, reasons, renamed, documents) != nil {
		os.Exit(1)
	}
}

func reasons(err error) (out []prover.Reason) {
	var refused *violation.Error
	if errors.As(err, &refused) {
		for _, v := range refused.Violations {
			out = append(out, prover.Reason{Keyword: v.Keyword, Pointer: v.InstanceLocation, Message: v.Message})
		}
	}
	return out
}

var documents = []prover.Document{
`)
	for _, d := range docs {
		fmt.Fprintf(&b, "{Name: %q,\nOld: %s,\nNew: %s,\n", d.name, code("old", old, d.old), code("fresh", fresh, d.fresh))
		samples(&b, "OldSamples", d.old)
		samples(&b, "NewSamples", d.fresh)
		b.WriteString("},\n")
	}
	b.WriteString("}\n\nvar renamed = map[string]string{\n")
	renamed := diff.Renamed(old, fresh)
	for _, name := range slices.Sorted(maps.Keys(renamed)) {
		fmt.Fprintf(&b, "%q: %q,\n", name, renamed[name])
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}

// code is how a document is read by one package.
func code(pkg string, s *diff.Side, d *model.Def) string {
	typ := s.Names.Type(d)
	_, union := d.Type.(*model.Union)
	read := func(decode, unmarshal string) string {
		var body string
		switch {
		case union && d == s.Model.Root:
			body = fmt.Sprintf("x, err := %s.%s(data)\nif err != nil { return nil, err }\nif m, ok := x.(*%s.%s); ok { return nil, &violation.Error{Violations: m.Violations} }\nreturn x, nil",
				pkg, decode, pkg, s.Names.Malformed(d))
		case union:
			body = fmt.Sprintf("var x %s.%s\nif err := x.%s(data); err != nil { return nil, err }\nreturn x.%s, nil", pkg, s.Names.Box(d), unmarshal, typ)
		default:
			body = fmt.Sprintf("x := new(%s.%s)\nif err := x.%s(data); err != nil { return nil, err }\nreturn x, nil", pkg, typ, unmarshal)
		}
		return "func(data []byte) (prover.Value, error) {\n" + body + "\n}"
	}
	out := "prover.Code{\nReadJSON: " + read(names.Decode, "UnmarshalJSON") + ",\n"
	proto := typ + ".UnmarshalProto"
	switch {
	case union && d == s.Model.Root:
		proto = names.DecodeProto
	case union:
		proto = "" // a choice that is no document of its own on protobuf: what holds it is
	}
	if proto != "" && diff.Declares(s.Go, proto) {
		out += "ReadProto: " + read(names.DecodeProto, "UnmarshalProto") + ",\n"
	}
	return out + "}"
}

// samples writes the samples of a document, each text once.
func samples(b *bytes.Buffer, name string, d *model.Def) {
	fmt.Fprintf(b, "%s: []prover.Sample{\n", name)
	seen := map[string]bool{}
	add := func(d *model.Def, n *sample.Node) {
		if text := n.Compact(); !seen[text] {
			seen[text] = true
			fmt.Fprintf(b, "{Name: %q, JSON: %s},\n", d.Key, literal(text))
		}
	}
	for _, d := range membersOf(d) {
		add(d, sample.Least(d))
		add(d, sample.Whole(d))
		for _, n := range variants(d) {
			add(d, n)
		}
	}
	b.WriteString("},\n")
}

func literal(text string) string {
	if strings.Contains(text, "`") {
		return strconv.Quote(text)
	}
	return "`" + text + "`"
}

// membersOf are the objects that a definition is one of.
func membersOf(d *model.Def) []*model.Def {
	u, ok := d.Type.(*model.Union)
	if !ok {
		return []*model.Def{d}
	}
	var out []*model.Def
	for _, m := range u.Members {
		out = append(out, m.Def)
	}
	return out
}

// variants are the full example of an object with each choice that is made anywhere in it made in each way, one at a time.
func variants(d *model.Def) []*sample.Node { return (&walker{}).object(d) }

// walker finds what may be chosen. Within itself a definition is not gone into again.
type walker struct{ within []*model.Def }

func (w *walker) object(d *model.Def) []*sample.Node {
	o, ok := d.Type.(*model.Object)
	if !ok || slices.Contains(w.within, d) {
		return nil
	}
	w.within = append(w.within, d)
	defer func() { w.within = w.within[:len(w.within)-1] }()
	whole := sample.Whole(d)
	var out []*sample.Node
	for _, p := range o.Properties {
		i := slices.Index(whole.Names, p.Name)
		if i < 0 {
			continue
		}
		for _, n := range w.choices(p.Type) {
			v := *whole
			v.Items = slices.Clone(whole.Items)
			v.Items[i] = n
			out = append(out, &v)
		}
	}
	return out
}

// choices are examples of every way in which a value of a type may be made, none where there is only one.
func (w *walker) choices(t model.Type) []*sample.Node {
	var out []*sample.Node
	switch t := t.(type) {
	case model.Ref:
		if _, ok := t.Def.Type.(*model.Object); ok {
			return w.object(t.Def)
		}
		return w.choices(t.Def.Type)
	case *model.Enum:
		for _, v := range t.Values {
			out = append(out, sample.Quoted(v.Value))
		}
	case *model.Union:
		for _, m := range t.Members {
			out = append(append(out, sample.Whole(m.Def)), w.object(m.Def)...)
		}
	case *model.KindUnion:
		for _, m := range t.Members {
			out = append(append(out, sample.Whole(&model.Def{Type: m.Type})), w.choices(m.Type)...)
		}
	case model.Nullable:
		out = append(w.choices(t.Elem), &sample.Node{Kind: model.KindNull, Text: "null"})
	case model.List:
		if items := w.choices(t.Elem); len(items) > 0 {
			out = append(out, &sample.Node{Kind: model.KindArray, Items: items})
		}
	case model.Map:
		for _, n := range w.choices(t.Elem) {
			out = append(out, &sample.Node{Kind: model.KindObject, Names: []string{"key"}, Items: []*sample.Node{n}})
		}
	}
	return out
}
