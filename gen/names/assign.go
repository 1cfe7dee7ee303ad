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
	shapes map[string]string // names of kind members, by their shape
	faults diag.List
}

// Assign names everything in a schema. Its error is a [diag.Errors]: two definitions that become one Go name.
func Assign(s *model.Schema) (*Names, error) {
	a := &assigner{
		Names: &Names{
			types: map[*model.Def]string{}, consts: map[*model.Def]map[string]string{},
			unions: map[*model.Def]*unionNames{}, kinds: map[*model.Def][]string{}, fields: map[*model.Def]map[string]string{},
			params: map[*model.Def]map[string]string{},
			makers: map[*model.Def]string{}, vars: map[*model.Def]string{}, boxes: map[*model.Def]string{}, equals: map[*model.Def]string{},
		},
		schema: s,
		taken:  map[string]bool{Decode: true, DecodeProto: true, Benchmark: true, ProtoOmissions: true, JSONOmissions: true, SchemaOf: true},
		byKey:  map[string]*model.Def{},
		shapes: map[string]string{},
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

// inlines names the shapes that were written where they are used.
func (a *assigner) inlines() {
	for _, d := range a.schema.Defs {
		if d.Inline {
			a.types[d] = a.claim(a.inlineName(d))
		}
	}
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

// helpers names what is emitted beside the types.
func (a *assigner) helpers() {
	for _, d := range a.schema.Defs {
		name := a.types[d]
		switch t := d.Type.(type) {
		case *model.Enum:
			a.constants(d, t)
		case *model.Union:
			u := &unionNames{unknown: a.claim("Unknown" + name), enum: tagEnum(t)}
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
		a.vars[d] = a.claim(a.types[d] + "Schema")
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
// that. The others are called after their shape (Text, ContentPartList), and are one type wherever that shape is a member;
// where such a name is taken, the union's name stands before it.
func (a *assigner) kindMembers(d *model.Def, k *model.KindUnion) {
	for _, m := range k.Members {
		if r, ok := m.Type.(model.Ref); ok && OwnsMethods(r.Def) {
			a.kinds[d] = append(a.kinds[d], a.Type(r.Def))
			continue
		}
		shape := shapeKey(m)
		name, ok := a.shapes[shape]
		if !ok {
			name = a.shapeName(m)
			if a.taken[name] {
				name = a.types[d] + name
			}
			name = a.claim(name)
			a.shapes[shape] = name
		}
		a.kinds[d] = append(a.kinds[d], name)
	}
}

// shapeKey is equal for kind members that are one Go type.
func shapeKey(m model.KindMember) string {
	if m.Kind == model.KindNull {
		return "null"
	}
	return describe(m.Type)
}

func describe(t model.Type) string {
	switch t := t.(type) {
	case model.List:
		return "[]" + describe(t.Elem)
	case model.Map:
		return "map " + describe(t.Elem)
	case model.Nullable:
		return "null or " + describe(t.Elem)
	case model.Ref:
		return fmt.Sprintf("%p", t.Def)
	case model.Const:
		return describe(model.String{})
	}
	return fmt.Sprintf("%T%v", t, t)
}

// shapeName is what the Go type of a kind member reads like.
func (a *assigner) shapeName(m model.KindMember) string {
	switch m.Kind {
	case model.KindNull:
		return "Null"
	case model.KindBoolean:
		return "Bool"
	case model.KindInteger:
		return "Integer"
	case model.KindNumber:
		return "Number"
	}
	if r, ok := m.Type.(model.Ref); ok {
		return a.types[r.Def] + "Value" // an alias of what cannot carry methods
	}
	return a.wordFor(m.Type)
}

func (a *assigner) wordFor(t model.Type) string {
	switch t := t.(type) {
	case model.Any:
		return "Any"
	case model.OpenObject:
		return "Object"
	case model.Bool:
		return "Bool"
	case model.Int:
		return "Integer"
	case model.Number:
		return "Number"
	case model.List:
		return a.wordFor(t.Elem) + "List"
	case model.Map:
		return a.wordFor(t.Elem) + "Map"
	case model.Nullable:
		return "Nullable" + a.wordFor(t.Elem)
	case model.Ref:
		return a.types[t.Def]
	}
	return "Text"
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
