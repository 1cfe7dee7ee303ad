// Package toolschema makes, while a program runs, a validator of the JSON Schema that a tool has for its arguments.
//
// It takes draft 2020-12, 2019-09 and draft-07, so far as they say the same, with the keywords of [Compile]. Each is
// honoured as its draft says, or refused by name: nothing that might be meant to judge is passed over.
package toolschema
