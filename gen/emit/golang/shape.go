package golang

import (
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/dave/jennifer/jen"
)

// shape is how a value is held in Go, one of the types below. It is what a [model.Type] comes to once references to
// definitions that are only aliases have been followed.
type shape interface{ isShape() }

type (
	// scalar is a string, bool or number. The runtime's readers and writers have a method for each.
	scalar struct{ method string }
	// enum is a defined string type.
	enum struct{ def *model.Def }
	// raw is JSON text.
	raw struct{ kind rawKind }
	// list is a slice.
	list struct{ elem model.Type }
	// dict is a map from string.
	dict struct{ elem model.Type }
	// nullable is an opt.Nullable.
	nullable struct{ elem model.Type }
	// object is a struct, or a pointer to one.
	object struct{ def *model.Def }
	// union is the interface of a union or a kind union.
	union struct{ def *model.Def }
	// named is a defined slice or map type, which a definition gets that contains itself.
	named struct{ def *model.Def }
)

func (scalar) isShape()   {}
func (enum) isShape()     {}
func (raw) isShape()      {}
func (list) isShape()     {}
func (dict) isShape()     {}
func (nullable) isShape() {}
func (object) isShape()   {}
func (union) isShape()    {}
func (named) isShape()    {}

// rawKind is what raw JSON text may be.
type rawKind uint8

const (
	anyValue rawKind = iota
	anyButNull
	anyObject
)

// shapeOf is the shape of a type.
func (e *emitter) shapeOf(t model.Type) shape {
	switch t := t.(type) {
	case model.Any:
		if t.NonNull {
			return raw{anyButNull}
		}
		return raw{anyValue}
	case model.OpenObject:
		return raw{anyObject}
	case model.String, model.Const:
		return scalar{"String"}
	case model.Bool:
		return scalar{"Bool"}
	case model.Int:
		if t.Unsigned {
			return scalar{"Uint64"}
		}
		return scalar{"Int64"}
	case model.Number:
		return scalar{"Float64"}
	case model.List:
		return list{t.Elem}
	case model.Map:
		return dict{t.Elem}
	case model.Nullable:
		return nullable{t.Elem}
	case model.Ref:
		switch t.Def.Type.(type) {
		case *model.Enum:
			return enum{t.Def}
		case *model.Object:
			return object{t.Def}
		case *model.Union, *model.KindUnion:
			return union{t.Def}
		}
		if e.defined[t.Def] {
			return named{t.Def}
		}
		return e.shapeOf(t.Def.Type)
	}
	panic("golang: a type that is always a definition's own stands by itself")
}

// goType is the Go type that holds a value which is there.
func (e *emitter) goType(t model.Type) *jen.Statement {
	if r, ok := t.(model.Ref); ok {
		if _, ok := r.Def.Type.(model.Const); !ok {
			return jen.Id(e.names.Type(r.Def))
		}
	}
	switch s := e.shapeOf(t).(type) {
	case scalar:
		switch s.method {
		case "String":
			return jen.String()
		case "Bool":
			return jen.Bool()
		case "Int64":
			return jen.Int64()
		case "Uint64":
			return jen.Uint64()
		}
		return jen.Float64()
	case raw:
		return in("jsonx", "Raw")
	case list:
		return jen.Index().Add(e.goType(s.elem))
	case dict:
		return jen.Map(jen.String()).Add(e.goType(s.elem))
	case nullable:
		return in("opt", "Nullable").Index(e.goType(s.elem))
	}
	panic("golang: a definition's type was asked for without its reference")
}

// fieldType is the Go type of a struct's field, with the means to be absent where the property may be.
func (e *emitter) fieldType(f *field) *jen.Statement {
	t := f.prop.Type
	switch e.shapeOf(t).(type) {
	case scalar, enum:
		if !f.prop.Required {
			return in("opt", "Opt").Index(e.goType(t))
		}
	case object:
		return e.pointerTo(t, f.pointer)
	case nullable:
		if f.pointer {
			return in("opt", "Nullable").Index(e.pointerTo(e.shapeOf(t).(nullable).elem, true))
		}
	}
	return e.goType(t)
}

// pointerTo is the Go type of a value, or that of a pointer to it.
func (e *emitter) pointerTo(t model.Type, pointer bool) *jen.Statement {
	if pointer {
		return jen.Op("*").Add(e.goType(t))
	}
	return e.goType(t)
}

// field is a struct's field and the property it holds.
type field struct {
	prop *model.Property
	name string
	// index is its place among all properties of the object, the implied ones included.
	index int
	// pointer tells that a struct is held by pointer: because it may be absent, or because it would contain itself.
	pointer bool
}

// structOf is an object definition as a struct.
type structOf struct {
	def    *model.Def
	object *model.Object
	name   string
	// fields are by property; nil for a property that the Go type implies.
	fields []*field
	unions []*model.Def
}

// held are the fields that the struct has.
func (s *structOf) held() []*field {
	var out []*field
	for _, f := range s.fields {
		if f != nil {
			out = append(out, f)
		}
	}
	return out
}

// constant is the text of a property that the Go type implies.
func constant(p *model.Property) string { return model.Resolve(p.Type).(model.Const).Value }

// byValue tells whether struct a would hold struct b inside itself, by any number of steps, if every required struct
// and every nullable one were held by value. A struct that holds itself has no size: such fields are pointers.
func byValue(a, b *model.Def, seen map[*model.Def]bool) bool {
	if a == b {
		return true
	}
	if seen[a] {
		return false
	}
	seen[a] = true
	o, ok := a.Type.(*model.Object)
	if !ok {
		return false
	}
	for _, p := range o.Properties {
		if d := embedded(p); d != nil && byValue(d, b, seen) {
			return true
		}
	}
	return false
}

// embedded is the object that a property would hold by value, nil where it holds none.
func embedded(p *model.Property) *model.Def {
	t := p.Type
	n, null := resolveAlias(t).(model.Nullable)
	if null {
		t = n.Elem
	} else if !p.Required {
		return nil
	}
	if r, ok := resolveAlias(t).(model.Ref); ok {
		if _, ok := r.Def.Type.(*model.Object); ok {
			return r.Def
		}
	}
	return nil
}

// resolveAlias follows references to definitions that have no Go type of their own.
func resolveAlias(t model.Type) model.Type {
	for {
		r, ok := t.(model.Ref)
		if !ok || nominal(r.Def) {
			return t
		}
		t = r.Def.Type
	}
}

// nominal tells whether a definition is a Go type of its own, whatever contains it.
func nominal(d *model.Def) bool {
	switch d.Type.(type) {
	case *model.Object, *model.Union, *model.KindUnion, *model.Enum:
		return true
	}
	return false
}

// containsItself tells whether a definition that would be an alias is reached from its own type through aliases alone.
func containsItself(d *model.Def) bool {
	seen := map[*model.Def]bool{}
	var visit func(t model.Type) bool
	visit = func(t model.Type) bool {
		switch t := t.(type) {
		case model.List:
			return visit(t.Elem)
		case model.Map:
			return visit(t.Elem)
		case model.Nullable:
			return visit(t.Elem)
		case model.Ref:
			if t.Def == d {
				return true
			}
			if nominal(t.Def) || seen[t.Def] {
				return false
			}
			seen[t.Def] = true
			return visit(t.Def.Type)
		}
		return false
	}
	return visit(d.Type)
}
