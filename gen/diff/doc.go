// Package diff says what changed between two schemas, and for whom it breaks.
//
// Three comparisons make one list. The rules of both models are compared value by value, with references followed and
// allOf taken apart, so that only what a document may look like counts; the messages of both are compared by number, as
// buf's categories WIRE and WIRE_JSON do; and the emitted Go packages are compared by what they export. What the last two
// find is put to the change of the schema that it comes from, by its place.
//
// # Who is meant
//
// json-readers were built from the old schema and get documents of the new one. json-writers were built from the old
// schema and write to readers and validators of the new one. wire and wire-json are protobuf's binary and JSON form
// between the two. go is code that imports the generated package and is compiled against the new one.
//
// Three facts about generated code decide. Decoders keep what they do not know, that is members, members of unions and
// values of enums, and pass it on: what is added there is a risk to old readers, no break, since only a validator of a
// closed schema refuses it. A value that the Go type cannot hold, or a required member that is missing, makes the whole
// malformed; and a value beyond a limit is known and wrong, not unknown: both break. What the new schema does not know
// any more nobody acts on: what is removed breaks old writers, although decoders keep it.
//
//	change of the schema                         json-readers  json-writers  wire, wire-json     go
//	an optional member is added, object closed   risk          safe          safe                safe
//	an optional member is added, object open     safe          safe          safe                safe
//	a required member is added                   risk          break         safe                break (constructor)
//	an optional member is removed                safe          break         safe if reserved    break
//	a required member is removed                 break         break         safe if reserved    break
//	a member becomes required                    safe          break         risk (presence)     break
//	a member becomes optional                    break         safe          risk (presence)     break
//	a union gains a member (an event type)       risk          safe          safe                risk (type switch)
//	a union loses a member                       safe          break         safe if reserved    break if its type goes
//	an enum gains a value                        risk          safe          safe                safe
//	an enum loses a value                        safe          break         safe if reserved    break
//	an enum becomes any text                     risk          safe          break if a proto    break
//	any text becomes an enum                     safe          break         enum, else safe     break
//	more JSON types                              break         safe          by the field type   break
//	fewer JSON types                             safe          break         by the field type   break
//	another JSON type, scalar to array           break         break         break               break
//	a bound, length, pattern is widened          break         safe          safe                safe
//	a bound, length, pattern is narrowed         safe          break         safe                safe
//	a constraint is another                      break         break         safe                safe
//	a closed object is opened                    risk          safe          safe                safe
//	an open object is closed                     safe          break         safe                safe
//	a member has another name, undeclared        as removed and added
//	a member has another name, declared          as removed and added; wire safe, wire-json break
//	a definition has another name                safe          safe          safe                break
//	a document (nothing refers to it) is removed safe          break         safe                break
//	order, descriptions, $id, allOf, $ref        no change
//
// [Table] has the rows with their advice. What it does not decide, the columns wire and go, is found by comparison.
//
// # What is not seen
//
// Negations, conditions, dependencies and choices that nothing tells apart are only found to be equal, absent on one side,
// or another; and a definition that JSON cannot tell from another one of the same rules is taken for renamed. Go code
// that compares structs with ==, or writes literals without the names of fields, may stop to compile although nothing
// here says so.
package diff
