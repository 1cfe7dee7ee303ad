// Package client runs AG-UI agents over HTTP and keeps conversations with them.
//
//	c, err := client.New("https://agents.example/ferry", client.Options{})
//	run := c.Run(agui.NewRunAgentInput("th-1", "", messages))
//	for ev, err := range run.Events(ctx) {
//		…
//	}
//
// A [Run] is one request: typed input in, the events of package pipeline out, in an iterator or by [Callbacks]. A
// [Thread] is a conversation: it keeps messages, state and interrupts from run to run, and answers tool calls.
//
// # How a run ends
//
// Each way is told apart with errors.Is or errors.As. The iterator gives the error as its last pair, [Run.Err] and
// [Run.Do] return it.
//
//	nil                      the run has succeeded
//	ErrInterrupted           it stopped to ask; only Err and Do say so, the iterator does not
//	ErrCancelled             it was stopped, and that is no failure; only Err and Do say so
//	*RunError                the agent reports that it failed (RUN_ERROR)
//	ErrTruncated             the stream ended before the run did; wraps what cut it off
//	*ProtocolError           this side rejected the stream
//	*StatusError             the server answered with another status than 200
//	*InputError              the input was rejected by this side; nothing was sent
//	*DialError               there was no connection; nothing was sent
//	*NoResponseError         the request was sent, and no header came
//	context.Canceled, …      the context ended; with ErrTruncated where the stream had begun
//
// What was delivered stays delivered, whatever comes after (K4.1).
//
// The numbers of rules, such as K4.1, are those of the list in sdk/RULES.md.
//
// # Choices
//
// What the protocol leaves open is decided thus.
//
//   - To leave the loop closes the connection. The run is then truncated (K4.2), unless it had ended: the error wraps
//     [ErrAbandoned].
//   - A stream counts by its last run. One whose connection breaks between runs, before the run that was requested has
//     begun, is truncated.
//   - After a run that is not the last word (an error, a cut), the interrupts that it was to answer stay open.
//   - A run on a thread with open interrupts, or with frontend calls that nobody has answered, is an [*InputError].
//   - A state that is null cannot be sent (M5): it is left out, with a warning, and the agent starts from {}.
//   - Redirects are followed if they are 307 or 308 and stay on the origin; any other is a [*StatusError].
package client
