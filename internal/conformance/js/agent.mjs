// The published client: runs HttpAgent against servers, and tells what it saw.
//
//   node agent.mjs     a request as JSON a line in; the lines of its answer out
//
// A request has "url" and "accept", which replaces the one that HttpAgent sends; "thread" {threadId, messages, state} begins
// a thread, and "threadId" goes on with one that this process has; "add" are messages to put on it first; "run" is what
// runAgent is called with (runId, tools, context, forwardedProps, resume). "abortAfter" is the number of events after which
// it aborts the run. With "whole" the client gets an event only when it has done with the one before, as if they came far
// apart, and the answer is one line {"events", "read", "end"}: read is how many events the client had taken when it was over.
//
// The answer is a line {"event"} for each event, at the time at which the application sees it, and then one line {"end"}
// with what the client holds then: messages, state, interrupts, outcome, result, runError, error {message, status, payload},
// and warnings, which the client only prints.

import { HttpAgent } from "@ag-ui/client";
import { createInterface } from "node:readline";

let warnings = [];
console.warn = (...args) => warnings.push(args.map(String).join(" "));
// Of a failed run the client also prints what it throws.
console.error = () => {};
delete process.env.SUPPRESS_TRANSFORMATION_WARNINGS;

/** HttpAgent with its Accept replaced, which is how applications get protobuf of it. */
class Agent extends HttpAgent {
  accept = "text/event-stream";
  whole = false;
  read = 0;

  run(input) {
    const events = super.run(input);
    return this.whole ? this.apart(events) : events;
  }

  /** Events, each at a time at which all that the one before has set off is done. */
  apart(events) {
    return new events.constructor((to) => {
      let last = Promise.resolve();
      const then = (step) => {
        last = last.then(() => new Promise(setImmediate)).then(() => to.closed || step());
      };
      return events.subscribe({
        next: (event) =>
          then(() => {
            this.read += 1;
            to.next(event);
          }),
        error: (err) => then(() => to.error(err)),
        complete: () => then(() => to.complete()),
      });
    });
  }

  requestInit(input) {
    const init = super.requestInit(input);
    return { ...init, headers: { ...init.headers, Accept: this.accept } };
  }
}

const threads = new Map();

function tell(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function answer({ url, accept, thread, threadId, add = [], run = {}, abortAfter = 0, whole = false }) {
  warnings = [];
  let agent = threads.get(threadId);
  if (thread !== undefined) {
    agent = new Agent({ url, threadId: thread.threadId, initialMessages: thread.messages, initialState: thread.state });
    threads.set(thread.threadId, agent);
  }
  agent.url = url;
  agent.accept = accept;
  agent.whole = whole;
  agent.addMessages(add);
  const end = {};
  let seen = 0;
  const events = [];
  try {
    const { result } = await agent.runAgent(run, {
      onEvent({ event }) {
        if (whole) events.push(JSON.stringify(event));
        else tell({ event });
        seen += 1;
        if (seen === abortAfter) agent.abortRun();
      },
      onRunFinishedEvent({ outcome, pendingToolCallIds }) {
        Object.assign(end, { outcome, pendingToolCallIds });
      },
      onRunErrorEvent({ event }) {
        end.runError = event.message;
      },
    });
    end.result = result;
  } catch (err) {
    end.error = { message: String(err?.message ?? err), status: err?.status, payload: err?.payload };
  }
  const { messages, state, pendingInterrupts: interrupts } = agent;
  const told = { end: { ...end, messages, state, interrupts, warnings } };
  tell(whole ? { events, read: agent.read, ...told } : told);
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) await answer(JSON.parse(line));
