// Package model is what a schema means, with nothing of JSON Schema's, Go's or protobuf's syntax left in it.
//
// It has two halves that share their positions. A [Type] says what shape a value has, which is what types, codecs and
// messages are made from. A [Rule] says exactly which JSON documents are valid, which is what validators are made from.
// Whatever shape cannot be named more closely is [Any]: then the rule alone knows what is allowed, and no keyword is lost.
//
// The package is pure data: package lower makes it, the emitters read it, nobody changes it in between.
package model

import "github.com/agui-gen/agui-gen/gen/internal/diag"

// Schema is a set of definitions: everything one run of the generator is about.
type Schema struct {
	// ID is the root document's identifier, without a fragment; empty where it has none.
	ID string
	// Title and Doc are the root document's own words.
	Title, Doc string
	// Root is the definition the root document stands for, nil where it stands for none.
	Root *Def
	// Defs are all definitions: those the schema names, in its order, each followed by those that were written inside
	// it without a name of their own.
	Defs []*Def
}

// Def is a definition: a shape that has a name.
type Def struct {
	// Key names the definition: its key in $defs. One that was written inline is called after where it stands,
	// "Owner.property".
	Key string
	// Inline tells that the schema gave it no name of its own.
	Inline bool
	Title  string
	Doc    string
	// Deprecated is the schema's own mark.
	Deprecated bool
	Pos        diag.Pos
	// Pointer is where it stands in its document: "#/$defs/Event".
	Pointer string
	Type    Type
	Rule    *Rule
}

// Type is the shape of a value, one of the types below.
type Type interface{ isType() }

type (
	// Any is a JSON value of any kind, kept as text.
	Any struct {
		// NonNull tells that null is the one value it may not be.
		NonNull bool
	}
	// OpenObject is an object whose keys are data, kept as text.
	OpenObject struct {
		// Choice tells that it is open only because it is one of several objects that no member tells apart.
		Choice bool
	}
	// String is a text.
	String struct{}
	// Bool is true or false.
	Bool struct{}
	// Int is a whole number. Unsigned tells that its bounds need an unsigned 64-bit integer.
	Int struct{ Unsigned bool }
	// Number is a number, whole or not.
	Number struct{}
	// Const is a text that is always the same.
	Const struct{ Value string }
	// Enum is a text out of a closed list, in the schema's order. It is always a definition's own type.
	Enum struct{ Values []EnumValue }
	// List is an array whose items are of one shape.
	List struct{ Elem Type }
	// Map is an object whose keys are data and whose values are of one shape.
	Map struct{ Elem Type }
	// Nullable is a value that may also be null, where null is not the same as absent.
	Nullable struct{ Elem Type }
	// Object is an object with named members. It is always a definition's own type.
	Object struct {
		// Parts are the definitions it takes in whole, in the order it names them.
		Parts []*Def
		// Properties are all members it may have: those of its parts first, then its own. A member that it declares
		// again and a part has already stands in the part's place, with the narrower type.
		Properties []*Property
		// Closed tells that no other member is allowed.
		Closed bool
	}
	// Union is a choice between objects that one of their members tells apart. It is always a definition's own type.
	Union struct {
		// Tag is the name of the member that tells them apart.
		Tag     string
		Members []UnionMember
	}
	// KindUnion is a choice that the JSON type of the value tells apart. It is always a definition's own type.
	KindUnion struct{ Members []KindMember }
	// Ref is a definition's type, by name.
	Ref struct{ Def *Def }
)

func (Any) isType()        {}
func (OpenObject) isType() {}
func (String) isType()     {}
func (Bool) isType()       {}
func (Int) isType()        {}
func (Number) isType()     {}
func (Const) isType()      {}
func (*Enum) isType()      {}
func (List) isType()       {}
func (Map) isType()        {}
func (Nullable) isType()   {}
func (*Object) isType()    {}
func (*Union) isType()     {}
func (*KindUnion) isType() {}
func (Ref) isType()        {}

// EnumValue is one value of an [Enum].
type EnumValue struct {
	Value string
	Pos   diag.Pos
}

// Property is a named member of an [Object].
type Property struct {
	Name string
	Doc  string
	Type Type
	// Required tells that a document without it is invalid.
	Required bool
	// From is the part that declares it, nil for the object's own.
	From *Def
	// Default is the schema's default as JSON text, or empty. It is documentation: no reader fills it in.
	Default    string
	Deprecated bool
	Pos        diag.Pos
	Pointer    string
}

// UnionMember is one choice of a [Union].
type UnionMember struct {
	Def *Def
	// Value is what the tag holds when it is this one.
	Value string
}

// KindMember is one choice of a [KindUnion].
type KindMember struct {
	Kind Kind
	Type Type
}

// Kind is a JSON type.
type Kind uint8

// The kinds, in the order in which they are written when several are.
const (
	KindNull Kind = iota
	KindBoolean
	KindInteger // a number without a fraction; every integer is a number too
	KindNumber
	KindString
	KindArray
	KindObject
)

// String is the name of the kind as JSON Schema has it.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "integer", "number", "string", "array", "object"}[k]
}

// Resolve follows references to what they name.
func Resolve(t Type) Type {
	for {
		r, ok := t.(Ref)
		if !ok {
			return t
		}
		t = r.Def.Type
	}
}
