// Package jsonpatch applies JSON Patch (RFC 6902) to JSON text.
//
//	ops, err := jsonpatch.ParsePatch(`[{"op": "add", "path": "/tags/-", "value": "new"}]`)
//	after, err := jsonpatch.Apply(before, ops, 0)
//
// The document may be of any kind, and an operation may be at its root. Members keep their order, and numbers and strings
// the text that they were written with; what is added comes last; the result is one line without white space. A patch is
// atomic: it applies as a whole, or gives an [*Error] that tells which operation and which pointer it is, and whether
// the operation is malformed, which no document would change, or does not apply to this one.
//
// # Rules
//
//   - Pointers are RFC 6901: "" is the whole document, an empty name is a name, and __proto__ is a name like others.
//   - An index is 0, or digits that do not begin with 0, and is at most the length of the array (add, and the target of
//     move and copy) or below it (all else). The index - stands for the length.
//   - add at the name of a member that is there replaces its value and leaves it in its place.
//   - remove of the whole document leaves null, which is what JavaScript's fast-json-patch does: RFC 6902 does not say.
//   - move of a value into itself does not apply; to where it is already, it changes nothing.
//   - test compares JSON values: numbers by their exact value, strings by their characters, objects without regard to
//     the order of members.
//   - Members of an operation that it does not define are ignored. All operations are looked at before the first one is
//     applied, so that whether a patch is malformed does not depend on the document.
//
// # Cost
//
// A [Document] is immutable: an operation makes a new one that shares with the old one all that it does not change. An
// operation takes time in proportion to its own bytes and to the logarithm of the document's, also where it inserts at
// the front of a long array or copies a large value; the first one that touches a long array or object of a text has its
// children listed, once. Reading and writing a document are linear. So a patch cannot be small and costly, and whoever
// applies many patches to one document should keep a Document rather than text. Copies add up all the same (thirty of
// the root into itself make a document 2^30 times as large), so the length of the text is limited.
//
// # Why not json-patch
//
// github.com/evanphx/json-patch/v5 (5.9.11), which most Go programs use, was tried against these rules and does not keep
// them. It refuses documents that are neither object nor array, and values at the root that are neither; a move to the
// root makes a member "". It takes /a/-1 and /a/01 for indexes. A test for null passes where nothing is, and 1.0 is not
// 1. It escapes HTML characters that were not escaped. An error does not tell which operation it is about.
package jsonpatch
