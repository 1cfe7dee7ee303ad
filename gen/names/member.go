package names

import (
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
)

// methods are what every struct has, or may come to have, beside its properties' fields.
var methods = []string{
	"AppendJSON", "AppendProto", "DecodeProto", "Equal", "GoString", "MarshalJSON", "String", "UnmarshalJSON", "UnmarshalProto",
	"Unknown", "Validate",
}

// members names fields and tag accessors. A property whose natural name is a method's, or an earlier property's, is the
// one that gives way.
func (a *assigner) members() {
	a.accessors()
	for _, d := range a.schema.Defs {
		o, ok := d.Type.(*model.Object)
		if !ok {
			continue
		}
		reserved := map[string]bool{}
		for _, m := range methods {
			reserved[m] = true
		}
		for _, u := range a.unionsOf(d) {
			reserved[a.unions[u].accessor] = true
		}
		a.fields[d], a.params[d] = fieldNames(o, reserved, a.unionsOf(d))
	}
}

// fieldNames names the fields of an object, and the parameters that stand for them. A property that is an identifier
// already comes before those that only become one: "ref" is Ref, and "$ref" beside it DollarRef.
func fieldNames(o *model.Object, reserved map[string]bool, unions []*model.Def) (fields, params map[string]string) {
	fields, params = map[string]string{}, map[string]string{}
	taken := map[string]bool{}
	name := func(p *model.Property) {
		name := Exported(p.Name)
		switch {
		case reserved[name]:
			name += "Field"
		case taken[name]:
			name = spelled(p.Name)
		}
		name = unique(name, func(s string) bool { return reserved[s] || taken[s] })
		taken[name] = true
		fields[p.Name] = name
		param := unique(unexported(p.Name), func(s string) bool { return taken[s] })
		taken[param] = true // in small letters, so that it is in no field's way
		params[p.Name] = param
	}
	for _, plain := range []bool{true, false} {
		for _, p := range o.Properties {
			if !Implied(p, unions) && (spelled(p.Name) == Exported(p.Name)) == plain {
				name(p)
			}
		}
	}
	return fields, params
}

// Implied tells whether a property of an object is no field, because the Go type says all there is to say: a tag of one
// of the unions that the object is a member of, or a required constant.
func Implied(p *model.Property, unions []*model.Def) bool {
	if _, ok := model.Resolve(p.Type).(model.Const); !ok {
		return false
	}
	return p.Required || slices.ContainsFunc(unions, func(u *model.Def) bool { return u.Type.(*model.Union).Tag == p.Name })
}

// UnionsOf are the unions that an object is a member of, in the schema's order.
func UnionsOf(s *model.Schema, object *model.Def) []*model.Def {
	var out []*model.Def
	for _, d := range s.Defs {
		if u, ok := d.Type.(*model.Union); ok {
			if slices.ContainsFunc(u.Members, func(m model.UnionMember) bool { return m.Def == object }) {
				out = append(out, d)
			}
		}
	}
	return out
}

func (a *assigner) unionsOf(object *model.Def) []*model.Def { return UnionsOf(a.schema, object) }

// accessors names each union's tag method: after union and tag where the tag has an enum ("EventType"), after the tag
// alone where it is a plain text ("Role"). Where a member has a property of that name, or another union of the same
// member a method of that name for something else, it is the longer name.
func (a *assigner) accessors() {
	type method struct {
		tag  string
		enum *model.Def
	}
	given := map[*model.Def]map[string]method{} // by member
	for _, d := range a.schema.Defs {
		u, ok := d.Type.(*model.Union)
		if !ok {
			continue
		}
		mine := method{u.Tag, a.unions[d].enum}
		taken := func(name string) bool {
			if slices.Contains(methods, name) {
				return true
			}
			for _, m := range u.Members {
				if other, ok := given[m.Def][name]; ok && other != mine {
					return true
				}
				o, _ := m.Def.Type.(*model.Object)
				if o != nil && slices.ContainsFunc(o.Properties, func(p *model.Property) bool {
					return p.Name != u.Tag && Exported(p.Name) == name
				}) {
					return true
				}
			}
			return false
		}
		name, long := Exported(u.Tag), a.types[d]+Exported(u.Tag)
		if mine.enum != nil || taken(name) {
			name = long
		}
		name = unique(name, taken)
		a.unions[d].accessor = name
		for _, m := range u.Members {
			if given[m.Def] == nil {
				given[m.Def] = map[string]method{}
			}
			given[m.Def][name] = mine
		}
	}
}

// tagEnum is the one enum that a union's members narrow their tag from, nil where there is none. A member narrows it by
// taking in a part that declares the tag with the enum.
func tagEnum(u *model.Union) *model.Def {
	var enum *model.Def
	for _, m := range u.Members {
		e := narrowed(m.Def, u.Tag)
		if e == nil || enum != nil && e != enum {
			return nil
		}
		enum = e
	}
	return enum
}

func narrowed(member *model.Def, tag string) *model.Def {
	o, ok := member.Type.(*model.Object)
	if !ok {
		return nil
	}
	for _, part := range o.Parts {
		po, ok := part.Type.(*model.Object)
		if !ok {
			continue
		}
		for _, p := range po.Properties {
			if r, ok := p.Type.(model.Ref); ok && p.Name == tag {
				if _, ok := r.Def.Type.(*model.Enum); ok {
					return r.Def
				}
			}
		}
		if e := narrowed(part, tag); e != nil {
			return e
		}
	}
	return nil
}
