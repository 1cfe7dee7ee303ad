// Package wire is protobuf as generated code needs it: appending fields to a buffer, reading them from a string, and
// carrying JSON text straight to and from google.protobuf.Value, Struct and ListValue, with no map in between.
//
// It knows no schema and no message. A generated encoder calls a [Writer] field by field in number order; a generated
// decoder loops over a [Reader] and switches on keys. What is on the wire and unknown to the decoder is kept as bytes.
//
// A well-formed message that lacks what a Go type cannot do without, or has another constant than the one the type
// stands for, is a mismatch and no error: reading goes on, and [Reader.Fits] says so at the end. What has no form on
// protobuf is an [*EncodeError] with the place in the value.
//
// The reader is strict where a lenient one would let two programs see two things in the same bytes: a field number of 0,
// a varint that does not end, a length past the end, a group that is not closed, text that is not UTF-8, a number in a
// Value that is not finite and a key twice in one Struct are all an [*Error].
package wire
