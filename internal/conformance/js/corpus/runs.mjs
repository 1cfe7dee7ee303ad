// Runs: their input with everything in it, their outcomes, interrupts and usage.

import { cases, each, optional, required } from "./fields.mjs";

const started = (input) => ({ type: "RUN_STARTED", threadId: "thread-1", runId: "run-1", input });
const finished = (members) => ({ type: "RUN_FINISHED", threadId: "thread-2", runId: "run-2", ...members });
const subagent = (members) => ({ type: "SUBAGENT_FINISHED", subagentRunId: "sub-8", ...members });
const withInput = (members) => started({ threadId: "t", runId: "r", messages: [], ...members });

const input = [
  required("threadId", "thread-1"),
  required("runId", "run-1"),
  optional("protocolVersion", "1.0"),
  optional("parentRunId", "run-0"),
  optional("state", { step: 1, cart: [] }),
  required("messages", [{ id: "msg-u", role: "user", content: "Two seats, please." }]),
  optional("tools", [{ name: "book_seat", description: "Books one seat." }]),
  optional("context", [{ description: "time zone", value: "Europe/Zurich" }]),
  optional("forwardedProps", { theme: "dark" }),
  optional("resume", [{ interruptId: "int-1", status: "resolved" }]),
];

const tool = [
  required("name", "book_seat"),
  required("description", "Books one seat."),
  optional("parameters", { type: "object", properties: { coach: { type: "integer" } }, required: ["coach"] }),
  optional("metadata", { danger: false }),
];

const context = [required("description", "time zone"), required("value", "Europe/Zurich")];

const resume = [
  required("interruptId", "int-1"),
  required("status", "resolved"),
  optional("payload", { approved: true }),
  optional("metadata", { by: "u-1" }),
];

const interrupt = [
  optional("subagentRunId", "sub-7"),
  required("id", "int-1"),
  required("reason", "tool_call"),
  optional("message", "Book seat 14A for 32 francs?"),
  optional("toolCallId", "call-2"),
  optional("responseSchema", { type: "object", properties: { approved: { type: "boolean" } } }),
  optional("expiresAt", "2026-01-01T00:00:00Z"),
  optional("metadata", { price: 32 }),
];

const usage = [
  optional("provider", "acme"),
  optional("model", "small-2"),
  optional("inputTokens", 1200),
  optional("outputTokens", 340),
  optional("totalTokens", 1540),
  optional("reasoningTokens", 99),
  optional("cachedInputTokens", 1000),
  optional("cacheWriteInputTokens", 7),
];

const counts = ["inputTokens", "outputTokens", "totalTokens", "reasoningTokens", "cachedInputTokens", "cacheWriteInputTokens"];

/** Open values that may be anything but null. */
const anything = ["", "text", 0, -1.5, true, false, [], [null, 1], {}, { a: null }];

export function* runs() {
  yield* cases("run-input", input, started);
  yield* cases("tool", tool, (t) => withInput({ tools: [t] }));
  yield* cases("context", context, (c) => withInput({ context: [c] }));
  yield* cases("resume", resume, (r) => withInput({ resume: [r] }));
  yield* each("resume/status", ["resolved", "cancelled"], (status) =>
    withInput({ resume: [{ interruptId: "", status }] }),
  );
  yield* each("run-input/state", anything, (state) => started({ threadId: "t", runId: "r", state, messages: [] }));
  yield* each("run-input/forwarded-props", anything, (forwardedProps) => withInput({ forwardedProps }));
  yield* each("tool/parameters", anything, (parameters) => withInput({ tools: [{ name: "", description: "", parameters }] }));
  yield* each("resume/payload", anything, (payload) =>
    withInput({ resume: [{ interruptId: "i", status: "resolved", payload }] }),
  );
  yield { name: "run-input/empty-texts", event: started({ threadId: "", runId: "", messages: [] }) };
  yield {
    name: "run-input/several-of-each",
    event: started({
      threadId: "t",
      runId: "r",
      messages: [
        { id: "1", role: "user", content: [{ type: "text", text: "hi" }] },
        { id: "2", role: "activity", activityType: "a", content: {} },
      ],
      tools: [{ name: "a", description: "" }, { name: "b", description: "second" }],
      context: [{ description: "", value: "" }, { description: "d", value: "v" }],
      resume: [{ interruptId: "i", status: "cancelled" }, { interruptId: "j", status: "resolved" }],
    }),
  };
  yield* outcomes();
  yield* cases("usage", usage, (u) => finished({ usage: [u] }));
  for (const member of counts) {
    yield* each(`usage/${member.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`, [0, 127, 128, 4294967296, Number.MAX_SAFE_INTEGER], (n) => ({
      type: "RUN_ERROR",
      message: "m",
      usage: [{ [member]: n }],
    }));
  }
  yield { name: "usage/two-entries", event: finished({ usage: [{}, { model: "large" }] }) };
}

function* outcomes() {
  const success = [required("type", "success"), optional("pendingToolCallIds", ["call-1", "call-2"])];
  const suspended = [required("type", "suspended"), optional("interruptIds", ["int-1", ""])];
  yield* cases("run-finished/outcome-success", success, (outcome) => finished({ outcome }));
  yield { name: "run-finished/outcome-cancelled", event: finished({ outcome: { type: "cancelled" } }) };
  yield* cases("interrupt", interrupt, (i) => finished({ outcome: { type: "interrupt", interrupts: [i] } }));
  yield {
    name: "run-finished/outcome-two-interrupts",
    event: finished({
      outcome: { type: "interrupt", interrupts: [{ id: "a", reason: "input" }, { id: "", reason: "" }] },
    }),
  };
  yield { name: "interrupt/open-objects-empty", event: finished({ outcome: { type: "interrupt", interrupts: [{ id: "a", reason: "r", responseSchema: {}, metadata: {} }] } }) };
  yield { name: "subagent-finished/outcome-success", event: subagent({ outcome: { type: "success" } }) };
  yield* cases("subagent-finished/outcome-suspended", suspended, (outcome) => subagent({ outcome }));
  yield* each("run-finished/result", anything, (result) => finished({ result }));
  yield* each("subagent-finished/result", anything, (result) => subagent({ result }));
  yield { name: "run-finished/empty-texts", event: finished({ threadId: "", runId: "" }) };
}
