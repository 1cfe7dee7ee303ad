// Package pipeline is what a consumer of AG-UI does with a stream of events, in the order that the protocol sets:
//
//	reader -> boundary -> middleware -> enforcement -> expansion -> verification -> application
//
// A reader (package transport) hands each event to [Pipeline.Push] and the end of the stream to [Pipeline.End]. Between
// them,
//
//   - the boundary translates retired shapes, see [Retired];
//   - middleware, which the application brings, sees what nobody has judged yet: unknown and malformed material, too;
//   - enforcement strips what the schema does not know, with a warning that has the JSON pointer, and fails on what it
//     knows and refuses;
//   - expansion turns chunks into the events that they stand for;
//   - verification holds the order of events against the rules, each of which has a [Rule];
//   - the application stage keeps messages, state and runs, and hands the event on.
//
// The numbers of rules, such as L5.3, are those of the list in sdk/RULES.md, which says what each asks.
//
// # Choices
//
// What the protocol leaves open is decided thus.
//
//   - A tool call whose parent is not given, or is no assistant message, goes to an assistant message of its own, whose id
//     is that of the call.
//   - A text message that starts under the id of a message of another role appends to it if that holds text; under the id
//     of a tool or activity message it is delivered and not applied, with a warning.
//   - Content for a message that a MESSAGES_SNAPSHOT has dropped while it was open makes the message anew.
//   - An activity snapshot under the id of another kind of message replaces it, unless it says replace:false.
//   - The metadata of an activity snapshot that is declined, and of an activity patch that does not apply, is merged all
//     the same.
//   - A second result for a call is a second tool message, or replaces the first if it has its id.
//   - An echo of the input in RUN_STARTED adds the messages that are not held.
//   - A run whose thread is not that of the input warns; one whose thread is not that of the runs before it fails.
//   - A stream that ends without the end of its run, or inside an event, or without any event, is [ErrTruncated].
//   - What the protocol has no limits for has some here: [MaxItems], and a document that patches make longer than
//     the DefaultLimit of package jsonpatch stays as it was, with a warning.
package pipeline
