// Package server makes an [http.Handler] of an AG-UI agent, which is a function:
//
//	agent := func(ctx context.Context, run *server.Run) error {
//		msg := run.Text()
//		for delta := range model.Stream(ctx, run.Input().Messages) {
//			if err := msg.Write(delta); err != nil {
//				return err
//			}
//		}
//		return msg.Close()
//	}
//	http.Handle("/agent", server.New(agent, server.Options{}))
//
// It works as it is under net/http and whatever takes a handler, on HTTP/1.1 and 2, and answers server-sent events or
// protobuf, as the client admits. CORS is for a handler around it; there is an example.
//
// # A request
//
//  1. The input is judged (M12): 405, 415, 413, 408 or 400, with a problem of RFC 9457 whose detail can be shown as it is. It
//     lists what is malformed, a hundred places at most, and never quotes values. What this version of the protocol does
//     not know is stripped, with a warning.
//  2. [Options.Admit] authenticates and authorises. Its [*HTTPError] is the response.
//  3. A response writer that cannot flush is a 500.
//  4. The header and RUN_STARTED are sent, and then the agent is called.
//  5. When the agent returns, or its context has ended, what is open is closed and the run finished.
//
// # The end of a run
//
// An agent that returns nil has succeeded, or asked something, if there was an [Scope.Interrupt]. [Run.Cancel],
// [Handler.Cancel], [Handler.Shutdown], [Options.RunTimeout] and the end of a context that Admit made give the outcome
// "cancelled"; [context.Cause] says which. So does an agent that calls Cancel itself. An error is RUN_ERROR: a [*RunError] is
// shown, and anything else, a panic included, reads "internal error" with an id that is in the log. A reader that has gone
// is told no outcome, and [Options.OnEnd] sees [OutcomeAbandoned].
//
// # Rules
//
// Whatever is written is held against the rules for producers before it is sent: sections A to J of the list in
// sdk/RULES.md, and, as a reader would, L3 to L5. A broken one is a [*RuleError] for the agent's author and RUN_ERROR for the
// reader. The writers that [Scope] makes can be used by several goroutines; what each of them sends is whole and in order.
//
// # Choices
//
// What the protocol leaves open is decided thus.
//
//   - A patch of the state that does not fit it breaks a rule, and so ends the run.
//   - A second result for a call can be sent with [Scope.Result], and not by a [ToolCall].
//   - What is attributed to a subagent that has ended breaks a rule, unless it continues something that is open.
//   - Nothing that a client claims about itself is believed: whose a thread is, and whether a run id is new, Admit has to
//     know. [Options.RefuseActive] refuses ids that are active in this handler.
//   - After it has been cancelled an agent can write nothing more, only report usage; after [Options.Grace] the stream ends
//     without it.
package server
