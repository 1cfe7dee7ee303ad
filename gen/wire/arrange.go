package wire

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

const structProto = "google/protobuf/struct.proto"

// arrange puts messages and enums into files, nested messages into theirs, and finds what each file imports.
func (b *builder) arrange() {
	a := &arrangement{builder: b, files: map[string]*File{}, of: map[any]*File{}, byName: map[string]*Message{}}
	a.rules = b.cfg.files
	if len(a.rules) == 0 {
		_, last, dotted := cutLast(b.out.Package, ".")
		if !dotted {
			last = b.out.Package
		}
		a.rules = []fileRule{{name: Name{Text: last + ".proto"}, holds: []Name{{Text: "*"}}}}
	}
	for _, r := range a.rules {
		a.files[r.name.Text] = &File{Name: r.name.Text, Options: b.cfg.options}
	}
	a.place()
	a.imports()
	for _, r := range a.rules {
		if f := a.files[r.name.Text]; len(f.Messages)+len(f.Enums) > 0 {
			b.out.Files = append(b.out.Files, f)
		}
	}
}

type arrangement struct {
	*builder
	rules  []fileRule
	files  map[string]*File
	of     map[any]*File // the file of a *Message or an *Enum
	byName map[string]*Message
}

func (a *arrangement) place() {
	for _, m := range a.messages {
		a.byName[m.Name] = m
	}
	for _, d := range a.schema.Defs {
		if e := a.out.Enums[d]; e != nil {
			a.placeEnum(d, e)
		}
		for _, t := range a.tagEnums {
			if t.union == d {
				a.placeEnum(d, t.enum)
			}
		}
		m := a.messages[d]
		if m == nil {
			continue
		}
		// A nested message is in the file of the outermost one, whatever the patterns say of it.
		outermost, _, nested := strings.Cut(m.Name, ".")
		f := a.fileOf(a.owners[a.byName[outermost]])
		if f == nil {
			continue
		}
		a.of[m] = f
		if !nested {
			f.Messages = append(f.Messages, m)
			continue
		}
		outer, _, _ := cutLast(m.Name, ".")
		a.byName[outer].Nested = append(a.byName[outer].Nested, m)
	}
}

func (a *arrangement) placeEnum(d *model.Def, e *Enum) {
	if f := a.fileOf(d); f != nil {
		f.Enums = append(f.Enums, e)
		a.of[e] = f
	}
}

// fileOf is the file of a definition: that of the first pattern that matches it. One written inline goes with its owner.
func (a *arrangement) fileOf(d *model.Def) *File {
	for _, r := range a.rules {
		for _, pattern := range r.holds {
			if globMatch(pattern.Text, ownerKey(d, a.defs)) {
				return a.files[r.name.Text]
			}
		}
	}
	a.diags.Add(diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer, Message: fmt.Sprintf("no file of wire.yaml holds %s", d.Key),
		Hint: fmt.Sprintf("list it under files, or end with one that holds all others: {name: %s, holds: [\"*\"]}", a.rules[len(a.rules)-1].name.Text)})
	return nil
}

// ownerKey is the key of the named definition that a definition stands in, or its own.
func ownerKey(d *model.Def, defs map[string]*model.Def) string {
	for key := d.Key; d.Inline; {
		outer, _, dotted := cutLast(key, ".")
		if !dotted {
			break
		}
		if owner, ok := defs[outer]; ok && !owner.Inline {
			return outer
		}
		key = outer
	}
	return d.Key
}

// imports finds what each file needs of others, and refuses circles, which protobuf does.
func (a *arrangement) imports() {
	needs := map[*File]map[*File]string{} // with a field that is the reason
	for _, d := range a.schema.Defs {
		m := a.messages[d]
		if m == nil || a.of[m] == nil {
			continue
		}
		from := a.of[m]
		for _, f := range m.Fields {
			a.need(needs, from, m, f, f.Type)
		}
	}
	for f, others := range needs {
		for other := range others {
			f.Imports = append(f.Imports, path.Join(strings.ReplaceAll(a.out.Package, ".", "/"), other.Name))
		}
		slices.Sort(f.Imports)
	}
	for _, f := range a.files {
		slices.Sort(f.Imports)
		f.Imports = slices.Compact(f.Imports)
	}
	a.refuseCircles(needs)
}

func (a *arrangement) need(needs map[*File]map[*File]string, from *File, m *Message, f *Field, t FieldType) {
	var other *File
	switch t := t.(type) {
	case WellKnown:
		from.Imports = append(from.Imports, structProto)
	case MapType:
		a.need(needs, from, m, f, t.Elem)
	case MessageType:
		other = a.of[t.Message]
	case EnumType:
		other = a.of[t.Enum]
	}
	if other == nil || other == from {
		return
	}
	if needs[from] == nil {
		needs[from] = map[*File]string{}
	}
	if needs[from][other] == "" {
		needs[from][other] = fmt.Sprintf("%s.%s is %s", m.Name, f.Name, TypeName(t))
	}
}

// refuseCircles reports files that import each other.
func (a *arrangement) refuseCircles(needs map[*File]map[*File]string) {
	const open, done = 1, 2
	state := map[*File]int{}
	var trail []*File
	var visit func(f *File)
	visit = func(f *File) {
		state[f] = open
		trail = append(trail, f)
		for _, r := range a.rules {
			other := a.files[r.name.Text]
			why, needed := needs[f][other]
			switch {
			case !needed:
			case state[other] == open:
				a.reportCircle(trail[slices.Index(trail, other):], needs, why)
			case state[other] == 0:
				visit(other)
			}
		}
		trail = trail[:len(trail)-1]
		state[f] = done
	}
	for _, r := range a.rules {
		if f := a.files[r.name.Text]; state[f] == 0 {
			visit(f)
		}
	}
}

func (a *arrangement) reportCircle(circle []*File, needs map[*File]map[*File]string, last string) {
	names, reasons := []string{}, []string{}
	for i, f := range circle {
		names = append(names, f.Name)
		if i+1 < len(circle) {
			reasons = append(reasons, fmt.Sprintf("in %s, %s", f.Name, needs[f][circle[i+1]]))
		}
	}
	reasons = append(reasons, fmt.Sprintf("in %s, %s", circle[len(circle)-1].Name, last))
	pos := diag.Pos{File: a.cfg.file}
	for _, r := range a.rules {
		if r.name.Text == circle[0].Name {
			pos = r.name.Pos
		}
	}
	a.diags.Add(diag.Diagnostic{Pos: pos,
		Message: fmt.Sprintf("%s would import each other, which protobuf refuses: %s", strings.Join(names, " and "), strings.Join(reasons, "; ")),
		Hint:    "put them into one file, or move what both need into a third"})
}
