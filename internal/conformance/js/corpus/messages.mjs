// MESSAGES_SNAPSHOT: every role with its members set and unset, every content part on every source; and the tool result,
// whose content is a text or parts as well.

import { cases, each, optional, required } from "./fields.mjs";

const snapshot = (...list) => ({ type: "MESSAGES_SNAPSHOT", messages: list });

const head = (role, id) => [
  optional("subagentRunId", "sub-7"),
  required("id", id),
  required("role", role),
  optional("name", "Ada"),
  optional("encryptedValue", "c2VhbGVk"),
  optional("metadata", { pinned: true, note: null }),
];

const call = { id: "call-1", type: "function", function: { name: "look_up_train", arguments: '{"from":"Basel"}' } };

const roles = {
  developer: [...head("developer", "msg-d"), required("content", "Answer in one sentence.")],
  system: [...head("system", "msg-s"), required("content", "You sell railway tickets.")],
  assistant: [
    ...head("assistant", "msg-a"),
    optional("content", "Let me look."),
    optional("toolCalls", [call]),
  ],
  user: [...head("user", "msg-u"), required("content", "The first train to Bern?")],
  tool: [
    optional("subagentRunId", "sub-7"),
    required("id", "msg-t"),
    required("role", "tool"),
    required("content", "07:59"),
    required("toolCallId", "call-1"),
    optional("error", "timetable is a day old"),
    optional("encryptedValue", "c2VhbGVk"),
    optional("metadata", { cached: false }),
  ],
  activity: [
    optional("subagentRunId", "sub-7"),
    required("id", "msg-c"),
    required("role", "activity"),
    required("activityType", "progress"),
    required("content", { done: 1 }),
    optional("metadata", { colour: "teal" }),
  ],
  reasoning: [
    optional("subagentRunId", "sub-7"),
    required("id", "msg-r"),
    required("role", "reasoning"),
    required("content", "Bern is east of Basel? South."),
    optional("encryptedValue", "c2VhbGVk"),
    optional("metadata", { depth: 2 }),
  ],
};

const toolCall = [
  required("id", "call-1"),
  required("type", "function"),
  required("function", { name: "look_up_train", arguments: "{}" }),
  optional("encryptedValue", "c2VhbGVk"),
  optional("metadata", { retried: 1 }),
];

const sources = {
  data: [required("type", "data"), required("value", "iVBORw0KGgo="), required("mimeType", "image/png")],
  url: [required("type", "url"), required("value", "https://example.com/a.png"), optional("mimeType", "image/png")],
  file: [
    required("type", "file"),
    required("value", "file-123"),
    optional("provider", "acme"),
    optional("mimeType", "application/pdf"),
  ],
};

const link = { type: "url", value: "https://example.com/a" };
const parts = {
  text: [
    required("type", "text"),
    optional("id", "part-1"),
    required("text", "as shown here:"),
    optional("metadata", { lang: "en" }),
  ],
  ...Object.fromEntries(
    ["image", "audio", "video", "document"].map((type) => [
      type,
      [
        required("type", type),
        optional("id", "part-2"),
        required("source", link),
        optional("metadata", { alt: type }),
      ],
    ]),
  ),
};

/** Any JSON but null may stand as a part's metadata. */
const partMetadata = ["", "text", 0, 2.5, true, false, [], [null], {}, { a: { b: null } }];

const user = (content) => snapshot({ id: "msg-u", role: "user", content });
const result = (content) => ({ type: "TOOL_CALL_RESULT", messageId: "msg-4", toolCallId: "call-1", content });

export function* messages() {
  for (const [role, table] of Object.entries(roles)) yield* cases(`message/${role}`, table, (m) => snapshot(m));
  yield { name: "message/every-role", event: snapshot(...Object.values(roles).map(minimal)) };
  yield* cases("tool-call", toolCall, (c) => snapshot({ id: "msg-a", role: "assistant", toolCalls: [c] }));
  yield {
    name: "tool-call/empty-name-and-arguments",
    event: snapshot({
      id: "",
      role: "assistant",
      content: "",
      toolCalls: [{ id: "", type: "function", function: { name: "", arguments: "" } }, call],
    }),
  };
  for (const [type, table] of Object.entries(parts)) {
    yield* cases(`part/${type}`, table, (p) => user([p]));
    yield* cases(`tool-call-result/part-${type}`, table, (p) => result([p]));
  }
  for (const [type, table] of Object.entries(sources)) {
    yield* cases(`source/${type}`, table, (source) => user([{ type: "image", source }]));
    yield* each(`source/${type}/in`, ["audio", "video", "document"], (part) =>
      user([{ type: part, source: minimal(table) }]),
    );
  }
  yield* each("part/metadata", partMetadata, (metadata) => user([{ type: "text", text: "t", metadata }]));
  yield* carriers();
}

const minimal = (table) => Object.fromEntries(table.filter((f) => !f.optional).map((f) => [f.name, f.value]));

/** A user's and a tool's content may be a text or a list of parts, either of them empty. */
function* carriers() {
  const mixed = [minimal(parts.text), ...["image", "audio", "video", "document"].map((t) => minimal(parts[t]))];
  const tool = (content) => snapshot({ id: "msg-t", role: "tool", content, toolCallId: "call-1" });
  for (const [holder, wrap] of Object.entries({ "message/user": user, "message/tool": tool, "tool-call-result": result })) {
    yield { name: `${holder}/no-parts`, event: wrap([]) };
    yield { name: `${holder}/mixed-parts`, event: wrap(mixed) };
    yield { name: `${holder}/same-part-twice`, event: wrap([mixed[0], mixed[0]]) };
    yield { name: `${holder}/bare-empty-text`, event: wrap("") };
  }
  yield { name: "message/activity/bare-empty-content", event: snapshot({ id: "c", role: "activity", activityType: "", content: {} }) };
  yield { name: "message/assistant/no-content-empty-tool-calls", event: snapshot({ id: "a", role: "assistant", toolCalls: [] }) };
  yield {
    name: "message/many",
    event: snapshot(
      ...Array.from({ length: 40 }, (_, i) => ({ id: `m${i}`, role: i % 2 ? "assistant" : "user", content: `line ${i}` })),
    ),
  };
}
