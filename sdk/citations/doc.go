// Package citations is MOCA citations over AG-UI: the event that tells, after each answer, which package content the answer
// cites, for a service that cannot over-claim and a client that cannot be fooled.
//
// The event is a CUSTOM event named moca.citations. Its value names a message and has a list of citation records, as a MOCA
// Reader returned them:
//
//	{"version": 1, "messageId": "m1", "computedAt": "2026-09-01T08:00:00Z",
//	 "citations": [{"record": {"package": {…}, "node": {…}, "trust": {…}}, "marker": "[1]"}]}
//
// The types of package moca are those of the value and of a record. Rules are named by their numbers in the checklist of the
// extension: S1 to S8 bind services, K1 to K8 clients.
//
// # A service
//
//  1. Make a [Run] for each run of the agent, with [NewRun]. Nothing is carried from one run to the next, nor over an
//     interrupt: what was read before does not count (S2).
//  2. Put [Run.Middleware] behind the agent, before it writes.
//  3. Tell of each record that the Reader returns with [Run.Returned], as raw JSON, whatever method it came from. It is judged
//     there, kept as it is, and sent as it is (S4).
//  4. Where answers have markers such as "[1]", say with [Run.Mark] what each stands for. Where the service knows what an
//     answer cites, say it with [Run.Cite] before the answer ends.
//  5. Write the answer. When it closes, the event follows it.
//
// In an agent of package server, whose run is called run, that is
//
//	cites := citations.NewRun(citations.RunOptions{RunID: run.Input().RunID, Messages: run.Input().Messages})
//	run.Use(cites.Middleware())
//	key, err := cites.Returned(record) // for each record; the error is to be looked at
//	err = cites.Mark("[1]", key)       // if answers have markers
//	err = run.Text().Write("Refunds are made within 30 days [1].")
//
// What an answer cites is found the same way each time. Without a list from [Run.Cite],
//
//   - a reference is found anywhere in the text, in code and in the targets of links, too; unless an ASCII letter, a digit or
//     one of +-._~:/?#@%=& is before it, or, behind any of .,;:!?, a letter, digit, mark or format character or one of
//     -_~/#@%&=+ follows. The longest wins. Nothing is percent-decoded. A reference stands for every record of its node that
//     was returned in this run;
//   - a marker is found in plain text only, not in code, in a link or in HTML, and not beside a letter or digit; the longest
//     wins. "days [1]", "days.[1]", "([1])" and "[1][2]" have markers, and "days[1]" has none, which may as well be an index:
//     tell models to write a space, or punctuation, before the marker. In Markdown, "[1]" is a link itself where the text
//     defines "[1]: https://…" somewhere;
//   - text is compared in NFC, and records stay as they are.
//
// Of two citations with one ref and span, the first that is mentioned is sent (S5, S6); it carries the first marker that stands
// for its record.
//
// # A client
//
//  1. Make an [Observer] that knows the messages so far, and give it each event that the client delivers, such as those of a
//     run of package client. Or give its Deliver to the pipeline: pipeline.Options{Deliver: observer.Deliver}.
//  2. When the event has come, which follows the end of its message, or when the run has ended, ask for [Observer.Citations]:
//     false says that nothing is known, which is not the same as no sources (S7).
//  3. Show it with [Answer.WriteHTML], whose looks [StyleSheet] has, or [Answer.WriteText], or by hand: each [Citation] has
//     statements of trust as words that can be shown as they are (K5), places of its marker, and a link, or none (K7).
//  4. When a saved conversation is shown later, give the saved events to a new Observer that knows the messages, and
//     [Answer.Recheck] the answer (K8).
//
// # Choices
//
// What the extension leaves open is decided thus.
//
//   - A later event for a message replaces the earlier one. A service sends one when a reopened message closes again, and when
//     a MESSAGES_SNAPSHOT changes the text of a message that this run has written.
//   - A message that comes with a MESSAGES_SNAPSHOT only is history and gets no event.
//   - The event has the subagentRunId of its message, or none where that subagent has ended. Where it would close chunks of
//     another item, it waits for their end, and is about what had been read before.
//   - A run that fails has the events of what was closed by then; what RUN_ERROR cuts off has none, but for chunks, which it
//     closes.
//   - Of records that were computed at several instants, computedAt is the earliest. An empty list has none.
//   - Members that a record's schema does not know are kept, with a warning, since services are newer than the schema. All
//     else that breaks the schema drops the record, and what is wrong outside of records, the event.
//     How many were dropped is in [Answer], so that an answer with broken sources does not read like one without any.
//   - A service refuses records that are nested deeper than many readers can follow, which would end the run.
//   - A signed review with a verdict other than accurate is a warning, also one whose verdict is not known.
//   - A marker that is empty, over 64 characters, or made of ordinary words is dropped, and its citation kept.
//   - Places are those in the text that the event was about; what is appended later has none until the next event.
//   - Citations of a message that has no end, because its run failed, are dropped.
package citations
