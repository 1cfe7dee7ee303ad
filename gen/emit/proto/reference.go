package proto

import (
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/wire"
)

// names are the types of a package, and how protobuf finds one by its name.
type names struct {
	pkg   string
	types map[string]bool // full names without the package
}

func namesOf(s *wire.Schema) names {
	n := names{pkg: s.Package, types: map[string]bool{}}
	var walk func([]*wire.Message)
	walk = func(list []*wire.Message) {
		for _, m := range list {
			n.types[m.Name] = true
			walk(m.Nested)
		}
	}
	for _, f := range s.Files {
		walk(f.Messages)
		for _, e := range f.Enums {
			n.types[e.Name] = true
		}
	}
	return n
}

// reference is the shortest name by which a field of the message in finds a type.
func (n names) reference(t wire.FieldType, in string) string {
	switch t := t.(type) {
	case wire.MapType:
		return "map<string, " + n.reference(t.Elem, in) + ">"
	case wire.WellKnown:
		return n.google() + wire.TypeName(t)
	case wire.MessageType, wire.EnumType:
		full := wire.TypeName(t)
		for at := strings.LastIndex(full, "."); ; at = strings.LastIndex(full[:at], ".") {
			if short := full[at+1:]; n.resolve(short, in) == full {
				return short
			}
			if at < 0 {
				return "." + n.pkg + "." + full
			}
		}
	}
	return wire.TypeName(t)
}

// google is what stands before google.protobuf so that it is found: nothing, unless a folder of the package's own name
// is called google too.
func (n names) google() string {
	if parts := strings.Split(n.pkg, "."); slices.Contains(parts[1:], "google") {
		return "."
	}
	return ""
}

// resolve finds a type as protobuf does: the first part of the name is looked for from the inside out, and where it is
// found the rest must be.
func (n names) resolve(ref, in string) string {
	if full, ok := strings.CutPrefix(ref, "."+n.pkg+"."); ok {
		return full
	}
	first, _, _ := strings.Cut(ref, ".")
	for scope := in; ; scope = parent(scope) {
		prefix := ""
		if scope != "" {
			prefix = scope + "."
		}
		if n.types[prefix+first] {
			return prefix + ref
		}
		if scope == "" {
			return ref
		}
	}
}

func parent(name string) string {
	if i := strings.LastIndex(name, "."); i >= 0 {
		return name[:i]
	}
	return ""
}
