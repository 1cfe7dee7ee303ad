// Every event type whose shape is its own: all optional members set and unset, texts empty, every word of a closed list.
// Messages, patches and runs have files of their own beside this one.

import { attributed, base, cases, each, kebab, optional, required } from "./fields.mjs";

const tables = [
  [
    ...attributed("TEXT_MESSAGE_START"),
    required("messageId", "msg-1"),
    optional("role", "assistant"),
    optional("name", "Ada"),
  ],
  [...attributed("TEXT_MESSAGE_CONTENT"), required("messageId", "msg-1"), required("delta", "Good morning, ")],
  [...attributed("TEXT_MESSAGE_END"), required("messageId", "msg-1")],
  [
    ...attributed("TEXT_MESSAGE_CHUNK"),
    optional("messageId", "msg-2"),
    optional("role", "developer"),
    optional("delta", "in one piece"),
    optional("name", "Grace"),
  ],
  [
    ...attributed("TOOL_CALL_START"),
    required("toolCallId", "call-1"),
    required("toolCallName", "look_up_train"),
    optional("parentMessageId", "msg-1"),
  ],
  [...attributed("TOOL_CALL_ARGS"), required("toolCallId", "call-1"), required("delta", '{"from":"Basel",')],
  [...attributed("TOOL_CALL_END"), required("toolCallId", "call-1")],
  [
    ...attributed("TOOL_CALL_CHUNK"),
    optional("toolCallId", "call-2"),
    optional("toolCallName", "book_seat"),
    optional("parentMessageId", "msg-3"),
    optional("delta", '{"coach":14}'),
  ],
  [
    ...attributed("TOOL_CALL_RESULT"),
    required("messageId", "msg-4"),
    required("toolCallId", "call-1"),
    required("content", "07:59 from platform 5"),
    optional("role", "tool"),
  ],
  [...attributed("STATE_SNAPSHOT"), required("snapshot", { seats: { "14A": "free" }, step: 2 })],
  [...attributed("STATE_DELTA"), required("delta", [{ op: "replace", path: "/step", value: 3 }])],
  [...base("MESSAGES_SNAPSHOT"), required("messages", [{ id: "msg-1", role: "assistant" }])],
  [
    ...attributed("ACTIVITY_SNAPSHOT"),
    required("messageId", "act-1"),
    required("activityType", "progress"),
    required("content", { done: 1, of: 4 }),
    optional("replace", true),
  ],
  [
    ...attributed("ACTIVITY_DELTA"),
    required("messageId", "act-1"),
    required("activityType", "progress"),
    required("patch", [{ op: "replace", path: "/done", value: 2 }]),
  ],
  [...attributed("RAW"), required("event", { kind: "upstream.ping" }), optional("source", "upstream")],
  [...attributed("CUSTOM"), required("name", "shop.basket"), required("value", { items: 3 })],
  [
    ...base("RUN_STARTED"),
    required("threadId", "thread-1"),
    required("runId", "run-1"),
    optional("protocolVersion", "1.0"),
    optional("parentRunId", "run-0"),
    optional("input", { threadId: "thread-1", runId: "run-1", messages: [] }),
  ],
  [
    ...base("RUN_FINISHED"),
    required("threadId", "thread-1"),
    required("runId", "run-1"),
    optional("result", { booked: true }),
    optional("outcome", { type: "success" }),
    optional("usage", [{ provider: "acme", inputTokens: 12, outputTokens: 34 }]),
  ],
  [
    ...base("RUN_ERROR"),
    required("message", "the model did not answer"),
    optional("code", "TIMEOUT"),
    optional("usage", [{ model: "small", totalTokens: 7 }]),
  ],
  [...attributed("STEP_STARTED"), required("stepName", "plan")],
  [...attributed("STEP_FINISHED"), required("stepName", "plan")],
  [...attributed("REASONING_START"), required("messageId", "think-1")],
  [...attributed("REASONING_MESSAGE_START"), required("messageId", "think-1"), required("role", "reasoning")],
  [...attributed("REASONING_MESSAGE_CONTENT"), required("messageId", "think-1"), required("delta", "Trains first.")],
  [...attributed("REASONING_MESSAGE_END"), required("messageId", "think-1")],
  [...attributed("REASONING_MESSAGE_CHUNK"), optional("messageId", "think-2"), optional("delta", "Then seats.")],
  [...attributed("REASONING_END"), required("messageId", "think-1")],
  [
    ...attributed("REASONING_ENCRYPTED_VALUE"),
    required("subtype", "message"),
    required("entityId", "think-1"),
    required("encryptedValue", "c2VhbGVk"),
  ],
  [
    ...base("SUBAGENT_STARTED"),
    required("subagentRunId", "sub-7"),
    required("name", "seat-finder"),
    optional("description", "finds two seats side by side"),
    optional("parentSubagentRunId", "sub-1"),
    optional("parentToolCallId", "call-2"),
    optional("parentMessageId", "msg-3"),
  ],
  [
    ...base("SUBAGENT_FINISHED"),
    required("subagentRunId", "sub-7"),
    optional("result", ["14A", "14B"]),
    optional("outcome", { type: "success" }),
  ],
  [
    ...base("SUBAGENT_ERROR"),
    required("subagentRunId", "sub-7"),
    required("message", "no seats left"),
    optional("code", "SOLD_OUT"),
  ],
];

const textRoles = ["developer", "system", "assistant", "user"];

export function* events() {
  for (const table of tables) yield* cases(kebab(table[0].value), table);
  yield* each("text-message-start/role", textRoles, (role) => ({
    type: "TEXT_MESSAGE_START",
    messageId: role,
    role,
  }));
  yield* each("text-message-chunk/role", textRoles, (role) => ({ type: "TEXT_MESSAGE_CHUNK", messageId: role, role }));
  yield* each("reasoning-encrypted-value/subtype", ["tool-call", "message"], (subtype) => ({
    type: "REASONING_ENCRYPTED_VALUE",
    subtype,
    entityId: "call-1",
    encryptedValue: "AA==",
  }));
  yield* each("activity-snapshot/replace", [false, true].map(String), (replace) => ({
    type: "ACTIVITY_SNAPSHOT",
    messageId: "act-1",
    activityType: "progress",
    content: {},
    replace: replace === "true",
  }));
  yield* timestamps();
}

const instants = {
  zero: 0,
  one: 1,
  "minus-one": -1,
  "one-byte-most": 127,
  "two-bytes-least": 128,
  "two-bytes-most": 16383,
  "three-bytes-least": 16384,
  "int32-most": 2147483647,
  "int32-past": 2147483648,
  "int32-least": -2147483648,
  "uint32-most": 4294967295,
  "uint32-past": 4294967296,
  "year-one": -62135596800000,
  "safe-most": Number.MAX_SAFE_INTEGER,
  "safe-least": Number.MIN_SAFE_INTEGER,
};

function* timestamps() {
  for (const [label, timestamp] of Object.entries(instants)) {
    yield {
      name: `text-message-end/timestamp-${label}`,
      event: { type: "TEXT_MESSAGE_END", timestamp, messageId: label },
    };
  }
}
