// Package wire decides how a [model.Schema] appears on protobuf: which messages there are, what carries each definition,
// and which numbers it has.
//
// [Build] takes three things. The model says what there is. A [Config], parsed from wire.yaml, says how names and unions
// appear; what it does not say follows the defaults. A [Lock], parsed from wire.lock, is the ledger of every number that
// was ever given, and grows with each build. Nothing about any one schema is in this package.
package wire

import (
	"cmp"
	"math"
	"slices"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// Schema is how a [model.Schema] appears on protobuf: the files to write, and how each definition that a root reaches is
// carried by their messages. A definition in neither Objects nor Unions is not on the wire, or is no message there.
type Schema struct {
	// Package is the protobuf package of every file.
	Package string
	// Roots are the definitions that are sent by themselves: those that wire.yaml names, else the schema's root, else all.
	// Whatever they reach is on the wire, and nothing else.
	Roots []*model.Def
	// Files are the .proto files, in the order of wire.yaml. A file that nothing is in is left out.
	Files []*File
	// Objects are the object definitions that have a message of their own. A member of a merged, tagged or flattened
	// union is among them only if something also holds it by itself: how the union carries it is in the union.
	Objects map[*model.Def]*Object
	Unions  map[*model.Def]Union
	// Enums are the enum definitions that are enums on the wire too; all others are texts.
	Enums map[*model.Def]*Enum
}

// File is one .proto file.
type File struct {
	Name string // "events.proto"
	// Imports are the other files it needs, sorted, as an import statement names them: "ag_ui/types.proto",
	// "google/protobuf/struct.proto".
	Imports []string
	// Options are file options in the order of wire.yaml, their values as .proto text has them, quotes included.
	Options  []Option
	Messages []*Message
	Enums    []*Enum
}

// Option is a file option: `option Name = Value;`.
type Option struct{ Name, Value string }

// Message is a protobuf message.
type Message struct {
	// Name is its full name without the package: "Parcel.Size" is nested in Parcel.
	Name string
	Doc  string
	// Deprecated is the schema's own mark.
	Deprecated bool
	// Fields are all fields, those of the oneof included, by number.
	Fields []*Field
	// Oneof is the name of the one oneof it may have, or empty. The fields in it say so themselves.
	Oneof    string
	Reserved Reserved
	// Others are the live slots that the ledger keeps for others, other versions of the schema or an earlier state of
	// this one, where it is a [Lock.Loose]; they are not in the .proto file.
	Others Reserved
	Nested []*Message
	Pos    diag.Pos // of the definition it is made from
}

// Reserved are the numbers and names that are kept from use: those of slots that were removed, and those that a .proto
// file kept before there was a ledger.
type Reserved struct {
	Numbers []int
	// Ranges are numbers that are kept from use together.
	Ranges []Range
	Names  []string
}

// Range is a range of numbers, both ends included. To is [NoEnd] where it has none.
type Range struct{ From, To int }

// NoEnd ends a range that goes as far as numbers go.
const NoEnd = math.MaxInt

// Spans are all numbers that are kept from use as ranges, in order and as few as can be.
func (r Reserved) Spans() []Range {
	all := slices.Clone(r.Ranges)
	for _, n := range r.Numbers {
		all = append(all, Range{n, n})
	}
	slices.SortFunc(all, func(a, b Range) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	var out []Range
	for _, a := range all {
		if last := len(out) - 1; last >= 0 && a.From-1 <= out[last].To {
			out[last].To = max(out[last].To, a.To)
		} else {
			out = append(out, a)
		}
	}
	return out
}

// Has tells whether a number is kept from use.
func (r Reserved) Has(number int) bool {
	return slices.ContainsFunc(r.Spans(), func(s Range) bool { return s.From <= number && number <= s.To })
}

// Field is one numbered field of a message.
type Field struct {
	Name string
	// JSONName is the JSON name where it is another than protobuf would make of Name by itself, else empty.
	JSONName string
	Doc      string
	Number   int
	Type     FieldType
	Presence Presence
	// InOneof tells that it is an arm of its message's oneof.
	InOneof    bool
	Deprecated bool
}

// Presence is how a field tells absent from empty.
type Presence uint8

// The presences of proto3.
const (
	// Plain fields are not written when they hold their zero value.
	Plain Presence = iota
	// Explicit fields are written whenever they are set: optional scalars, messages, arms of a oneof.
	Explicit
	// Repeated fields, maps among them, are written an item at a time; none and absent are the same.
	Repeated
)

// FieldType is the type of a field, one of the types below.
type FieldType interface{ isFieldType() }

type (
	// Scalar is one of protobuf's own types: string, bool, int64, uint64, double.
	Scalar string
	// MessageType is another message.
	MessageType struct{ Message *Message }
	// EnumType is an enum.
	EnumType struct{ Enum *Enum }
	// WellKnown is a message of google/protobuf/struct.proto: Value, Struct, ListValue. What it carries is any type of
	// the model, as its JSON text: that is how wire.yaml puts on the wire what has no other form there.
	WellKnown string
	// MapType is a map from string to another type, which is no map and not repeated.
	MapType struct{ Elem FieldType }
)

func (Scalar) isFieldType()      {}
func (MessageType) isFieldType() {}
func (EnumType) isFieldType()    {}
func (WellKnown) isFieldType()   {}
func (MapType) isFieldType()     {}

// Enum is a protobuf enum, and the JSON text of each of its values.
type Enum struct {
	Name string
	Doc  string
	// Deprecated is the schema's own mark.
	Deprecated bool
	Values     []EnumValue // by number
	Reserved   Reserved
	Others     Reserved // as in Message
	Pos        diag.Pos
}

// EnumValue is one value of an [Enum].
type EnumValue struct {
	Name   string // as protobuf has it: "IN_TRANSIT"
	Text   string // as JSON has it
	Number int
	Doc    string
	// Removed tells that the schema has this value no more and only the .proto file still does, because proto3 needs a
	// value 0. It has no Text: a writer never writes it, and a reader takes it for a value it does not know.
	Removed bool
}

// Object says how an object definition is carried.
type Object struct {
	Def     *model.Def
	Message *Message
	// Composed are the parts (by allOf) that have a message of their own, in a field of this one.
	Composed []Composed
	// Properties says, for each property that stands in Message itself, in the order of the model, which field carries
	// it. A property of a composed part is not among them: it is in that part's Object, although this object may narrow
	// its type, or require what the part does not.
	Properties []Property
	// Siblings, in a merged or tagged union only, are the fields of the message that belong to other members and carry
	// a property this object does not know, by the JSON name: what it holds under that name as an unknown member is
	// written there, and read back as one. A field of the message that is neither here nor in Properties (nor Composed,
	// nor the tag) carries a JSON type that a property of this object cannot have: in a frame of this member it is broken.
	Siblings []Property
}

// Composed is a part that travels as a message in a field. It is always written; without it a message is broken.
type Composed struct {
	Part   *model.Def
	Field  *Field
	Object *Object // how the part itself is carried
	// Tag is the part's property that holds the envelope's tag, which is written as its field says (an enum or a text)
	// although the Go type that holds it has no such field. Nil where the part carries no tag.
	Tag *Property
}

// Property says how a property is carried.
type Property struct {
	Property *model.Property
	Carrier  Carrier
}

// Carrier is how a property is carried, one of the types below.
type Carrier interface{ isCarrier() }

type (
	// Single is one field for the whole value.
	Single struct{ Field *Field }
	// Split is one field for each JSON type that the value may have. In a merged union a property of one JSON type alone
	// is Single, although its siblings have others.
	Split struct{ Arms []SplitArm }
	// Flattened is a union whose tag is in one field and whose members' own properties are in fields beside it.
	Flattened struct {
		Tag     *Field
		Members []FlatMember
	}
	// Implied is a tag that the oneof's arm, the envelope, the flattened union's tag field or the tagged message's enum
	// carries already.
	Implied struct{}
)

func (Single) isCarrier()    {}
func (Split) isCarrier()     {}
func (Flattened) isCarrier() {}
func (Implied) isCarrier()   {}

// SplitArm is the field for one JSON type.
type SplitArm struct {
	Kind  model.Kind
	Type  model.Type // the shape of the value when it has that JSON type
	Field *Field
}

// FlatMember is one member of a flattened union: its fields are in the message of the object that holds the union.
type FlatMember struct {
	Member     model.UnionMember
	Properties []Property
}

// Union says how a union is carried, one of the types below.
type Union interface{ isUnion() }

type (
	// Envelope is a message with one oneof that has an arm a member. The tag is not in the arms but in a composed part of
	// each of them ([Composed.Tag]); an arm and a tag that disagree are a broken frame.
	Envelope struct {
		Message *Message
		Arms    []Arm
	}
	// OneofUnion is a message with one oneof that has an arm a member; the arm is the tag, which is not written again.
	OneofUnion struct {
		Message *Message
		Arms    []Arm
	}
	// Merged is one message with the fields of all members; the tag is a text in one of them.
	Merged struct {
		Message *Message
		Tag     *Field
		Members []Merge
	}
	// Tagged is a merged message whose tag is an enum.
	Tagged struct {
		Message *Message
		Tag     *Field
		Enum    *Enum
		Members []Merge
	}
	// Flat is a union that is carried by the messages of the objects that hold it, see [Flattened].
	Flat struct{}
)

func (*Envelope) isUnion()   {}
func (*OneofUnion) isUnion() {}
func (*Merged) isUnion()     {}
func (*Tagged) isUnion()     {}
func (*Flat) isUnion()       {}

// Arm is one arm of a oneof.
type Arm struct {
	Member model.UnionMember
	Field  *Field
	Object *Object
	// Tag is the enum value that the composed part carries beside this arm (Envelope only). Where the part carries the
	// tag as a text, only its Text is set.
	Tag EnumValue
}

// Merge is one member of a merged message.
type Merge struct {
	Member model.UnionMember
	Object *Object
	// Tag is the enum value (Tagged only).
	Tag EnumValue
}
