package wire_test

import (
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
)

// dump is a wire schema as text: its files, then how each definition is carried.
func dump(m *model.Schema, s *wire.Schema) string {
	d := &dumper{}
	d.line(0, "package %s", s.Package)
	for _, f := range s.Files {
		d.line(0, "file %s imports %v options %v", f.Name, f.Imports, f.Options)
		for _, e := range f.Enums {
			d.enum(e)
		}
		for _, msg := range f.Messages {
			d.message(1, msg)
		}
	}
	for _, def := range m.Defs {
		if o := s.Objects[def]; o != nil {
			d.line(0, "object %s", def.Key)
			d.object(1, o)
		}
		if u := s.Unions[def]; u != nil {
			d.union(def, u)
		}
	}
	return d.b.String()
}

type dumper struct{ b strings.Builder }

func (d *dumper) line(depth int, format string, args ...any) {
	d.b.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&d.b, format+"\n", args...)
}

func (d *dumper) enum(e *wire.Enum) {
	d.line(1, "enum %s%s reserved %v", e.Name, mark(e.Deprecated, " deprecated"), reserved(e.Reserved))
	for _, v := range e.Values {
		d.line(2, "%s = %d %q%s", v.Name, v.Number, v.Text, mark(v.Removed, " removed"))
	}
}

func (d *dumper) message(depth int, m *wire.Message) {
	d.line(depth, "message %s%s oneof %q reserved %v", m.Name, mark(m.Deprecated, " deprecated"), m.Oneof, reserved(m.Reserved))
	for _, f := range m.Fields {
		presence := [...]string{"plain", "explicit", "repeated"}[f.Presence]
		d.line(depth+1, "%d %s: %s %s%s%s%s", f.Number, f.Name, presence, wire.TypeName(f.Type),
			mark(f.InOneof, " arm"), mark(f.JSONName != "", " json "+f.JSONName), mark(f.Deprecated, " deprecated"))
	}
	for _, n := range m.Nested {
		d.message(depth+1, n)
	}
}

func mark(on bool, text string) string {
	if on {
		return text
	}
	return ""
}

func (d *dumper) object(depth int, o *wire.Object) {
	d.line(depth, "in %s", o.Message.Name)
	for _, c := range o.Composed {
		tag := ""
		if c.Tag != nil {
			tag = " with the tag " + c.Tag.Property.Name
		}
		d.line(depth, "part %s in %s as %s%s", c.Part.Key, c.Field.Name, c.Object.Message.Name, tag)
	}
	d.properties(depth, "", o.Properties)
	d.properties(depth, "sibling ", o.Siblings)
}

func (d *dumper) properties(depth int, prefix string, list []wire.Property) {
	for _, p := range list {
		switch c := p.Carrier.(type) {
		case wire.Single:
			d.line(depth, "%s%s in %s", prefix, p.Property.Name, c.Field.Name)
		case wire.Implied:
			d.line(depth, "%s%s implied", prefix, p.Property.Name)
		case wire.Split:
			for _, arm := range c.Arms {
				d.line(depth, "%s%s as %s (%T) in %s", prefix, p.Property.Name, arm.Kind, arm.Type, arm.Field.Name)
			}
		case wire.Flattened:
			d.line(depth, "%s%s flattened, tag in %s", prefix, p.Property.Name, c.Tag.Name)
			for _, m := range c.Members {
				d.line(depth+1, "%s %s", m.Member.Value, m.Member.Def.Key)
				d.properties(depth+2, "", m.Properties)
			}
		}
	}
}

func (d *dumper) union(def *model.Def, u wire.Union) {
	arms := func(list []wire.Arm) {
		for _, a := range list {
			d.line(1, "%s: arm %s of %s, tag %s = %d %q", a.Member.Value, a.Field.Name, a.Object.Message.Name, a.Tag.Name, a.Tag.Number, a.Tag.Text)
		}
	}
	merged := func(list []wire.Merge) {
		for _, m := range list {
			d.line(1, "%s %s: tag %s = %d", m.Member.Value, m.Member.Def.Key, m.Tag.Name, m.Tag.Number)
			d.object(2, m.Object)
		}
	}
	switch u := u.(type) {
	case *wire.Envelope:
		d.line(0, "envelope %s as %s", def.Key, u.Message.Name)
		arms(u.Arms)
	case *wire.OneofUnion:
		d.line(0, "oneof %s as %s", def.Key, u.Message.Name)
		arms(u.Arms)
	case *wire.Merged:
		d.line(0, "merged %s as %s, tag in %s", def.Key, u.Message.Name, u.Tag.Name)
		merged(u.Members)
	case *wire.Tagged:
		d.line(0, "tagged %s as %s, tag in %s (%s)", def.Key, u.Message.Name, u.Tag.Name, u.Enum.Name)
		merged(u.Members)
	case *wire.Flat:
		d.line(0, "flattened %s", def.Key)
	}
}

func reserved(r wire.Reserved) string { return fmt.Sprintf("{%v %v}", r.Spans(), r.Names) }
