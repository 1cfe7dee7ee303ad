package lower

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
	"github.com/google/go-cmp/cmp"
)

// lowerFiles lowers a schema that is the file main.json of several.
func lowerFiles(files map[string]string, opts Options) (*model.Schema, []Note, error) {
	folder := fstest.MapFS{}
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	g, err := resolve.Resolve("main.json", resolve.Options{FS: folder})
	if err != nil {
		return nil, nil, err
	}
	return Lower(g, opts)
}

// mustLower lowers one file that nothing is wrong with.
func mustLower(t *testing.T, schema string) (*model.Schema, []Note) {
	t.Helper()
	s, notes, err := lowerFiles(map[string]string{"main.json": schema}, Options{})
	if err != nil {
		t.Fatalf("%v\nin %s", err, schema)
	}
	return s, notes
}

// outline is a model's types as text: a line a definition, "~" before inline ones, below it a line a property.
//
//	Event = union by type: A A1, B B1
//	A = object +Base closed: type const "A" (Base), name? string
func outline(s *model.Schema) string {
	var b strings.Builder
	for _, d := range s.Defs {
		if d.Inline {
			b.WriteByte('~')
		}
		fmt.Fprintf(&b, "%s = %s\n", d.Key, typeText(d.Type))
	}
	if s.Root != nil {
		fmt.Fprintf(&b, "root %s\n", s.Root.Key)
	}
	return b.String()
}

func typeText(t model.Type) string {
	switch t := t.(type) {
	case model.Any:
		if t.NonNull {
			return "any but null"
		}
		return "any"
	case model.OpenObject:
		return "{}"
	case model.String:
		return "string"
	case model.Bool:
		return "bool"
	case model.Int:
		if t.Unsigned {
			return "uint"
		}
		return "int"
	case model.Number:
		return "number"
	case model.Const:
		return fmt.Sprintf("const %q", t.Value)
	case *model.Enum:
		var values []string
		for _, v := range t.Values {
			values = append(values, fmt.Sprintf("%q", v.Value))
		}
		return "enum " + strings.Join(values, " ")
	case model.List:
		return "[" + typeText(t.Elem) + "]"
	case model.Map:
		return "{" + typeText(t.Elem) + "}"
	case model.Nullable:
		return typeText(t.Elem) + " or null"
	case model.Ref:
		return "<" + t.Def.Key + ">"
	case *model.Union:
		var members []string
		for _, m := range t.Members {
			members = append(members, m.Value+" "+m.Def.Key)
		}
		return "union by " + t.Tag + ": " + strings.Join(members, ", ")
	case *model.KindUnion:
		var members []string
		for _, m := range t.Members {
			members = append(members, m.Kind.String()+" "+typeText(m.Type))
		}
		return "kinds: " + strings.Join(members, ", ")
	case *model.Object:
		return objectText(t)
	}
	return fmt.Sprintf("%T", t)
}

func objectText(o *model.Object) string {
	var b strings.Builder
	b.WriteString("object")
	for _, p := range o.Parts {
		b.WriteString(" +" + p.Key)
	}
	if o.Closed {
		b.WriteString(" closed")
	}
	for _, p := range o.Properties {
		b.WriteString("\n\t" + p.Name)
		if !p.Required {
			b.WriteByte('?')
		}
		b.WriteString(" " + typeText(p.Type))
		if p.Default != "" {
			b.WriteString(" = " + p.Default)
		}
		if p.From != nil {
			b.WriteString(" (" + p.From.Key + ")")
		}
	}
	return b.String()
}

// checkOutline holds the types of a schema against their outline, which may be indented by two tabs.
func checkOutline(t *testing.T, schema, want string) {
	t.Helper()
	s, _ := mustLower(t, schema)
	var lines []string
	for _, line := range strings.Split(strings.Trim(want, "\n\t"), "\n") {
		lines = append(lines, strings.TrimPrefix(line, "\t\t"))
	}
	if diff := cmp.Diff(strings.Join(lines, "\n")+"\n", outline(s)); diff != "" {
		t.Errorf("-want +got\n%s\nfor %s", diff, schema)
	}
	for _, d := range s.Defs {
		if d.Rule == nil || d.Type == nil {
			t.Errorf("%s has no rule or no type", d.Key)
		}
	}
}
