package lower

import (
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
)

// meet is the type of what has both of two types. Each of them holds all such values, so the narrower one does; a type
// that has a name is as good as one that has none. It is false where there is none: then no value has both, or none of
// the two is narrower.
func (l *lowerer) meet(a, b model.Type) (model.Type, bool) {
	if a == b {
		return a, true
	}
	pair := [2]model.Type{a, b}
	if l.meeting[pair] {
		return nil, false // two types that both go on without end
	}
	l.meeting[pair] = true
	defer delete(l.meeting, pair)
	ra, rb := model.Resolve(a), model.Resolve(b)
	if ra == rb {
		return named(a, b), true
	}
	if any, ok := ra.(model.Any); ok {
		return nonNull(b, any.NonNull), true
	}
	if any, ok := rb.(model.Any); ok {
		return nonNull(a, any.NonNull), true
	}
	if t, ok, done := l.meetNullable(a, b); done {
		return t, ok
	}
	if t, ok, done := l.meetKinds(a, b); done {
		return t, ok
	}
	switch ra := ra.(type) {
	case model.List:
		if rb, ok := rb.(model.List); ok {
			return l.meetElems(a, b, ra.Elem, rb.Elem, func(t model.Type) model.Type { return model.List{Elem: t} })
		}
	case model.Map:
		if rb, ok := rb.(model.Map); ok {
			return l.meetElems(a, b, ra.Elem, rb.Elem, func(t model.Type) model.Type { return model.Map{Elem: t} })
		}
	}
	switch {
	case within(ra, rb):
		return a, true
	case within(rb, ra):
		return b, true
	}
	return nil, false
}

// named is the one of two equal types that has a name, the later one where both have.
func named(a, b model.Type) model.Type {
	if _, ok := b.(model.Ref); ok {
		return b
	}
	return a
}

// nonNull is a type without null, if it is to be.
func nonNull(t model.Type, without bool) model.Type {
	if !without {
		return t
	}
	switch r := model.Resolve(t).(type) {
	case model.Any:
		return model.Any{NonNull: true}
	case model.Nullable:
		return r.Elem
	}
	return t
}

// meetNullable is for where one type or both take null as well.
func (l *lowerer) meetNullable(a, b model.Type) (t model.Type, ok, done bool) {
	na, okA := model.Resolve(a).(model.Nullable)
	nb, okB := model.Resolve(b).(model.Nullable)
	switch {
	case okA && okB:
		t, ok = l.meetElems(a, b, na.Elem, nb.Elem, func(t model.Type) model.Type { return model.Nullable{Elem: t} })
	case okA:
		t, ok = l.meet(na.Elem, b)
	case okB:
		t, ok = l.meet(a, nb.Elem)
	}
	return t, ok, okA || okB
}

// meetKinds is for where one type or both are choices by kind.
func (l *lowerer) meetKinds(a, b model.Type) (t model.Type, ok, done bool) {
	ka, okA := model.Resolve(a).(*model.KindUnion)
	kb, okB := model.Resolve(b).(*model.KindUnion)
	switch {
	case okA && okB:
		switch {
		case l.covers(ka, kb):
			return b, true, true
		case l.covers(kb, ka):
			return a, true, true
		}
		return nil, false, true
	case okA:
		t, ok = l.meetMember(ka, b)
	case okB:
		t, ok = l.meetMember(kb, a)
	}
	return t, ok, okA || okB
}

// covers tells whether a choice by kind has all that another has.
func (l *lowerer) covers(wide, narrow *model.KindUnion) bool {
	for _, m := range narrow.Members {
		if t, ok := l.meetMember(wide, m.Type); !ok || model.Resolve(t) != model.Resolve(m.Type) {
			return false
		}
	}
	return true
}

// meetMember is what a type has in common with the one member of a choice by kind that it can.
func (l *lowerer) meetMember(u *model.KindUnion, t model.Type) (model.Type, bool) {
	for _, m := range u.Members {
		if met, ok := l.meet(m.Type, t); ok {
			return met, true
		}
	}
	return nil, false
}

// meetElems is for types that differ in their elements alone.
func (l *lowerer) meetElems(a, b, elemA, elemB model.Type, of func(model.Type) model.Type) (model.Type, bool) {
	t, ok := l.meet(elemA, elemB)
	switch {
	case !ok:
		return nil, false
	case t == elemB:
		return b, true
	case t == elemA:
		return a, true
	}
	return of(t), true
}

// within tells whether one type, which is no reference, holds nothing that another does not.
func within(narrow, wide model.Type) bool {
	switch w := wide.(type) {
	case model.String:
		switch narrow.(type) {
		case model.Const, *model.Enum:
			return true
		}
	case *model.Enum:
		values := valuesOf(narrow)
		return len(values) > 0 && allIn(values, valuesOf(w))
	case model.Number:
		_, ok := narrow.(model.Int)
		return ok
	case model.Int:
		n, ok := narrow.(model.Int)
		return ok && n.Unsigned
	case model.OpenObject:
		switch narrow.(type) {
		case model.Map, *model.Object, *model.Union:
			return true
		}
	case model.Map:
		_, ok := narrow.(*model.Object)
		return ok
	case *model.Object:
		return takesIn(narrow, w)
	case *model.Union:
		return isMember(narrow, w)
	}
	return false
}

// valuesOf are the texts that a type is limited to.
func valuesOf(t model.Type) []string {
	switch t := t.(type) {
	case model.Const:
		return []string{t.Value}
	case *model.Enum:
		var out []string
		for _, v := range t.Values {
			out = append(out, v.Value)
		}
		return out
	}
	return nil
}

func allIn(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// takesIn tells whether an object, or every member of a union, has another object among its parts.
func takesIn(t model.Type, part *model.Object) bool {
	switch t := t.(type) {
	case *model.Object:
		return slices.ContainsFunc(t.Parts, func(d *model.Def) bool { return d.Type == model.Type(part) || takesIn(d.Type, part) })
	case *model.Union:
		return len(t.Members) > 0 && !slices.ContainsFunc(t.Members, func(m model.UnionMember) bool { return !takesIn(m.Def.Type, part) })
	}
	return false
}

// isMember tells whether an object is one of a union's, or a union has only members of another.
func isMember(t model.Type, u *model.Union) bool {
	has := func(t model.Type) bool {
		return slices.ContainsFunc(u.Members, func(m model.UnionMember) bool { return m.Def.Type == t })
	}
	switch t := t.(type) {
	case *model.Object:
		return has(t)
	case *model.Union:
		return len(t.Members) > 0 && !slices.ContainsFunc(t.Members, func(m model.UnionMember) bool { return !has(m.Def.Type) })
	}
	return false
}
