// Members that a type does not declare but a sibling in its union does. Where the union is one message on the wire, the
// encoder writes them in the sibling's field. An operation is open, so there they are valid; a message is closed, so a
// validator rejects them, but a relay still meets them.

const snapshot = (message) => ({ type: "MESSAGES_SNAPSHOT", messages: [message] });
const delta = (operation) => ({ type: "STATE_DELTA", delta: [operation] });

const call = { id: "c", type: "function", function: { name: "f", arguments: "" } };

/** For each role, the least message, and the members that only its siblings have. */
const roles = {
  developer: { has: { content: "c" }, foreign: ["toolCalls", "toolCallId", "error", "activityType"] },
  assistant: { has: {}, foreign: ["toolCallId", "error", "activityType"] },
  user: { has: { content: [] }, foreign: ["toolCalls", "toolCallId", "error", "activityType"] },
  tool: { has: { content: "c", toolCallId: "" }, foreign: ["name", "toolCalls", "activityType"] },
  activity: {
    has: { activityType: "", content: {} },
    foreign: ["name", "encryptedValue", "toolCalls", "toolCallId", "error"],
  },
  reasoning: { has: { content: "c" }, foreign: ["name", "toolCalls", "toolCallId", "error", "activityType"] },
};

const values = { toolCalls: [call], toolCallId: "call-9", error: "e", activityType: "a", name: "", encryptedValue: "v" };

const operations = {
  "remove-with-value": { op: "remove", path: "/a", value: { left: "over" } },
  "remove-with-null-value": { op: "remove", path: "/a", value: null },
  "remove-with-from": { op: "remove", path: "/a", from: "/b" },
  "move-with-value": { op: "move", from: "/a", path: "/b", value: [] },
  "copy-with-value": { op: "copy", from: "", path: "/b", value: "" },
  "add-with-from": { op: "add", path: "/a", value: 1, from: "/b" },
  "test-with-empty-from": { op: "test", path: "/a", value: 1, from: "" },
};

/** Members that nobody declares: the encoder leaves them out, so the bytes are those of the event without them. */
const strangers = {
  event: { type: "STEP_STARTED", stepName: "s", colour: "red", nested: { a: [1] } },
  "event-null": { type: "STEP_STARTED", stepName: "s2", colour: null },
  message: snapshot({ id: "m", role: "user", content: "c", colour: "red" }),
  "tool-call": snapshot({ id: "m", role: "assistant", toolCalls: [{ ...call, index: 0 }] }),
  part: snapshot({ id: "m", role: "user", content: [{ type: "text", text: "t", colour: "red" }] }),
  source: snapshot({
    id: "m",
    role: "user",
    content: [{ type: "image", source: { type: "url", value: "u", expires: 1 } }],
  }),
  operation: delta({ op: "remove", path: "/a", comment: "no longer sold" }),
  outcome: { type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "cancelled", by: "user" } },
  "outcome-sibling": {
    type: "RUN_FINISHED",
    threadId: "t2",
    runId: "r",
    outcome: { type: "cancelled", pendingToolCallIds: ["call-1"] },
  },
  usage: { type: "RUN_ERROR", message: "m", usage: [{ model: "x", cost: 0.5 }] },
  input: { type: "RUN_STARTED", threadId: "t", runId: "r", input: { threadId: "t", runId: "r", messages: [], locale: "de" } },
};

export function* siblings() {
  for (const [label, operation] of Object.entries(operations)) {
    yield { name: `sibling/operation/${label}`, event: delta(operation) };
  }
  for (const [role, { has, foreign }] of Object.entries(roles)) {
    for (const member of foreign) {
      yield {
        name: `sibling/message/${role}-with-${member.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`,
        event: snapshot({ id: "m", role, ...has, [member]: values[member] }),
      };
    }
  }
  for (const [label, event] of Object.entries(strangers)) yield { name: `extra/${label}`, event };
}
