// Package unknown keeps what a message carries beyond its schema, so that it can be written back as it came.
//
// Every generated struct ends with a pointer to [Fields]. It is nil where there is nothing to keep, so a message that
// holds nothing unknown pays nothing; every method may be called on nil.
package unknown

import (
	"slices"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Fields are the members and fields of one message that its schema does not know.
type Fields struct {
	// JSON holds JSON members as text, names and values, with commas between: `"a":1,"b":[2]`. White space is kept.
	// They are written after the known ones. A name that the schema knows must not be among them, and none twice.
	JSON string
	// Proto holds protobuf fields as the bytes they came in. They are written after the known ones.
	Proto []Proto
}

// Proto is a run of whole protobuf fields, tags included. One slot may have several runs, in their order.
type Proto struct {
	// Slot says which message they belong to: 0 the message itself; other numbers are messages that the struct takes in
	// flattened, as the generated code numbers them.
	Slot  int
	Bytes string
}

// FromJSON keeps JSON members, as jsonx.Reader.Kept hands them over; nil where there are none.
func FromJSON(members string) *Fields {
	if members == "" {
		return nil
	}
	return &Fields{JSON: members}
}

// Members is f.JSON, "" for nil: what jsonx.Writer.Members is to be handed.
func (f *Fields) Members() string {
	if f == nil {
		return ""
	}
	return f.JSON
}

// Equal tells whether both keep the same: JSON members by JSON equality, in whatever order, and protobuf fields by
// their bytes, slot by slot. Nil and empty are equal.
func (f *Fields) Equal(g *Fields) bool {
	return f == g || equalMembers(f.Members(), g.Members()) && equalSlots(f, g)
}

func equalMembers(a, b string) bool {
	return a == b || jsonx.Raw("{"+a+"}").Equal(jsonx.Raw("{"+b+"}"))
}

// Clone is a copy that shares nothing which could change; nil for nil.
func (f *Fields) Clone() *Fields {
	if f == nil {
		return nil
	}
	return &Fields{JSON: f.JSON, Proto: slices.Clone(f.Proto)}
}

// orNil is f, or nil where it keeps nothing.
func (f *Fields) orNil() *Fields {
	if f.JSON == "" && len(f.Proto) == 0 {
		return nil
	}
	return f
}
