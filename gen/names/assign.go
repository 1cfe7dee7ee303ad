package names

import (
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// assigner gives the names, in passes: each later one gives way to the earlier ones.
type assigner struct {
	*Names
	schema *model.Schema
	taken  map[string]bool // package-level identifiers
	byKey  map[string]*model.Def
	faults diag.List
}

// Assign names everything in a schema. Its error is a [diag.Errors]: two definitions that become one Go name.
func Assign(s *model.Schema) (*Names, error) {
	a := &assigner{
		Names: &Names{
			same: map[*model.Def]*model.Def{}, types: map[*model.Def]string{}, consts: map[*model.Def]map[string]string{},
			unions: map[*model.Def]*union{}, kinds: map[*model.Def][]string{}, fields: map[*model.Def]map[string]string{},
			params: map[*model.Def]map[string]string{},
			makers: map[*model.Def]string{}, vars: map[*model.Def]string{}, boxes: map[*model.Def]string{}, equals: map[*model.Def]string{},
		},
		schema: s,
		taken:  map[string]bool{Decode: true, DecodeProto: true, ProtoOmissions: true, JSONOmissions: true, SchemaOf: true},
		byKey:  map[string]*model.Def{},
	}
	a.definitions()
	if err := a.faults.Err(); err != nil {
		return nil, err
	}
	a.inlines()
	a.helpers()
	a.members()
	return a.Names, nil
}

// definitions names what the schema names itself.
func (a *assigner) definitions() {
	first := map[string]*model.Def{}
	for _, d := range a.schema.Defs {
		if d.Inline {
			continue
		}
		a.byKey[d.Key] = d
		name := Exported(d.Key)
		if other, ok := first[name]; ok {
			a.clash(name, other, d)
			continue
		}
		first[name] = d
		// A name the package itself needs is the one thing a definition gives way to.
		a.types[d] = a.claim(name)
	}
}

func (a *assigner) clash(name string, one, two *model.Def) {
	msg := "%q and %q (%s) both become the Go name " + name
	hint := fmt.Sprintf("rename one of them, %q to %q for instance", two.Key, two.Key+"2")
	a.faults.Add(diag.Diagnostic{Pos: one.Pos, Pointer: one.Pointer, Message: fmt.Sprintf(msg, one.Key, two.Key, place(two)), Hint: hint})
	a.faults.Add(diag.Diagnostic{Pos: two.Pos, Pointer: two.Pointer, Message: fmt.Sprintf(msg, two.Key, one.Key, place(one)), Hint: hint})
}

func place(d *model.Def) string {
	if s := d.Pos.String(); s != "" {
		return s
	}
	return d.Pointer
}

// inlines names the shapes that were written where they are used. Kind unions of one shape are one type: called after
// the property where all have that name, else after the first place.
func (a *assigner) inlines() {
	groups := map[string][]*model.Def{}
	for _, d := range a.schema.Defs {
		if k, ok := d.Type.(*model.KindUnion); ok {
			sig := signature(k)
			groups[sig] = append(groups[sig], d)
		}
	}
	for _, d := range a.schema.Defs {
		if !d.Inline {
			continue
		}
		name := a.inlineName(d)
		if k, ok := d.Type.(*model.KindUnion); ok {
			group := groups[signature(k)]
			first := canonical(group)
			if first != d {
				a.same[d] = first
				continue
			}
			if last, ok := sharedProperty(group); ok && !a.taken[Exported(last)] {
				name = Exported(last)
			}
		}
		a.types[d] = a.claim(name)
	}
}

// canonical is the member of a group that has the type: a definition with a name of its own before an inline one.
func canonical(group []*model.Def) *model.Def {
	for _, d := range group {
		if !d.Inline {
			return d
		}
	}
	return group[0]
}

// sharedProperty is the property that all of several places are called, if they are.
func sharedProperty(group []*model.Def) (string, bool) {
	_, first := cutLast(group[0].Key)
	for _, d := range group[1:] {
		if _, last := cutLast(d.Key); last != first {
			return "", false
		}
	}
	return first, len(group) > 1
}

// inlineName is the name of the definition it stands in, as Go has it, and the path from there.
func (a *assigner) inlineName(d *model.Def) string {
	owner, rest := d.Key, ""
	for {
		up, last := cutLast(owner)
		if up == "" {
			return Exported(d.Key)
		}
		owner, rest = up, last+"."+rest
		if def, ok := a.byKey[owner]; ok {
			return a.types[def] + joined(rest)
		}
	}
}

// joined is an identifier's tail: [Exported], but it need not start an identifier.
func joined(path string) string {
	var b strings.Builder
	for _, w := range words(path) {
		b.WriteString(title(w))
	}
	return b.String()
}

func cutLast(key string) (owner, last string) {
	i := strings.LastIndexByte(key, '.')
	if i < 0 {
		return "", key
	}
	return key[:i], key[i+1:]
}

// signature is equal for kind unions of one shape.
func signature(k *model.KindUnion) string {
	var b strings.Builder
	for _, m := range k.Members {
		fmt.Fprintf(&b, "%s:", m.Kind)
		describe(&b, m.Type)
		b.WriteByte(';')
	}
	return b.String()
}

func describe(b *strings.Builder, t model.Type) {
	switch t := t.(type) {
	case model.List:
		b.WriteString("[]")
		describe(b, t.Elem)
	case model.Map:
		b.WriteString("map ")
		describe(b, t.Elem)
	case model.Nullable:
		b.WriteString("null or ")
		describe(b, t.Elem)
	case model.Ref:
		// Inline kind unions inside are compared by their own shape, all else by identity.
		if k, ok := t.Def.Type.(*model.KindUnion); ok && t.Def.Inline {
			b.WriteString("(" + signature(k) + ")")
			return
		}
		fmt.Fprintf(b, "%p", t.Def)
	default:
		fmt.Fprintf(b, "%T%v", t, t)
	}
}

// helpers names what is emitted beside the types.
func (a *assigner) helpers() {
	for _, d := range a.schema.Defs {
		if a.Canonical(d) != d {
			continue
		}
		name := a.types[d]
		switch t := d.Type.(type) {
		case *model.Enum:
			a.constants(d, t)
		case *model.Union:
			u := &union{unknown: a.claim("Unknown" + name), enum: tagEnum(t)}
			if d == a.schema.Root {
				u.malformed = a.claim("Malformed" + name)
			}
			a.unions[d] = u
			a.boxes[d] = a.claim(name + "Box")
			a.equals[d] = a.claim("Equal" + name)
		case *model.KindUnion:
			a.kindMembers(d, t)
			a.boxes[d] = a.claim(name + "Box")
			a.equals[d] = a.claim("Equal" + name)
		case *model.Object:
			a.makers[d] = a.claim("New" + name)
		}
	}
	for _, d := range a.schema.Defs {
		// Kept apart from the type's name, since two places of one shape are judged by two rules.
		if a.Canonical(d) == d {
			a.vars[d] = a.claim(a.types[d] + "Schema")
		} else {
			a.vars[d] = a.claim(a.inlineName(d) + "Schema")
		}
	}
}

func (a *assigner) constants(d *model.Def, e *model.Enum) {
	names := map[string]string{}
	for _, v := range e.Values {
		if _, ok := names[v.Value]; ok {
			continue
		}
		tail := strings.TrimPrefix(exported(append([]string{"a"}, words(v.Value)...), v.Value), "A")
		if tail == "" {
			tail = Exported(v.Value)
		}
		name := a.types[d] + tail
		if a.taken[name] {
			name = a.types[d] + spelled(v.Value)
		}
		names[v.Value] = a.claim(name)
	}
	a.consts[d] = names
}

// kindMembers names the members of a kind union. One whose type has a name of its own and can carry methods is called
// that; the others are called after the union and their kind.
func (a *assigner) kindMembers(d *model.Def, k *model.KindUnion) {
	words := map[model.Kind]string{
		model.KindNull: "Null", model.KindBoolean: "Bool", model.KindInteger: "Int", model.KindNumber: "Number",
		model.KindString: "Text", model.KindArray: "List", model.KindObject: "Object",
	}
	for _, m := range k.Members {
		if r, ok := m.Type.(model.Ref); ok && OwnsMethods(r.Def) {
			a.kinds[d] = append(a.kinds[d], a.Type(r.Def))
			continue
		}
		a.kinds[d] = append(a.kinds[d], a.claim(a.types[d]+words[m.Kind]))
	}
}

// OwnsMethods tells whether a definition's Go type is one that methods can be added to, or an interface whose members
// are: it is then a kind union's member itself.
func OwnsMethods(d *model.Def) bool {
	switch d.Type.(type) {
	case *model.Object, *model.Union, *model.Enum:
		return true
	}
	return false
}

// claim takes a package-level identifier, numbered where it is taken.
func (a *assigner) claim(name string) string {
	free := unique(name, func(s string) bool { return a.taken[s] })
	a.taken[free] = true
	return free
}

func unique(name string, taken func(string) bool) string {
	if !taken(name) {
		return name
	}
	sep := ""
	if isDigit(lastRune(name)) {
		sep = "_"
	}
	for i := 2; ; i++ {
		if s := fmt.Sprintf("%s%s%d", name, sep, i); !taken(s) {
			return s
		}
	}
}
