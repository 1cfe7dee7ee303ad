// Lengths around the places where a varint grows by a byte, at each level of nesting: for each message and each text on
// the way from the envelope to the innermost text there is a case in which it alone decides, being one byte under or
// just at the border.

const varint = (n) => (n < 0x80 ? 1 : n < 0x4000 ? 2 : n < 0x200000 ? 3 : 4);

/** The size of a field that holds size bytes; the tag's size is given, since numbers above 15 need two bytes. */
const field = (size, tag = 1) => tag + varint(size) + size;

// A level is how its message's size follows from the size of what is inside. The innermost, of the text itself, is first.
const text = (size) => size;
const alone = (size) => field(size);
const beside = (others, tag = 1) => (size) => field(size, tag) + others;

const shapes = {
  delta: {
    // text; the event message, beside base_event {type} (4 bytes) and messageId "m" (3)
    levels: [text, beside(4 + 3)],
    event: (s) => ({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: s }),
  },
  metadata: {
    // text; Value; map entry beside key "k" (3); Struct; BaseEvent beside type (2); the event message beside "m" (3)
    levels: [text, alone, beside(3), alone, beside(2), beside(3)],
    event: (s) => ({ type: "TEXT_MESSAGE_END", metadata: { k: s }, messageId: "m" }),
  },
  "list-value": {
    // text; Value; ListValue; Value; the event message beside base_event {type} (4) and name "n" (3)
    levels: [text, alone, alone, alone, beside(4 + 3)],
    event: (s) => ({ type: "CUSTOM", name: "n", value: [s] }),
  },
  part: {
    // text; data source beside mimeType "" (0); PartSource; the part; ContentPart; Message beside id "u" (3) and role
    // "user" (6); the event message beside base_event {type} (4)
    levels: [text, alone, alone, alone, alone, beside(3 + 6), beside(4)],
    event: (s) => ({
      type: "MESSAGES_SNAPSHOT",
      messages: [{ id: "u", role: "user", content: [{ type: "image", source: { type: "data", value: s, mimeType: "" } }] }],
    }),
  },
  arguments: {
    // text; Function; ToolCall beside id "c" (3) and type "function" (10); Message beside id "a" (3) and role (11); event
    levels: [text, alone, beside(3 + 10), beside(3 + 11), beside(4)],
    event: (s) => ({
      type: "MESSAGES_SNAPSHOT",
      messages: [
        { id: "a", role: "assistant", toolCalls: [{ id: "c", type: "function", function: { name: "", arguments: s } }] },
      ],
    }),
  },
  patch: {
    // text; Value; operation beside path "/x" (4) and op replace (2); the event message beside base_event {type} (4)
    levels: [text, alone, beside(4 + 2), beside(4)],
    event: (s) => ({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/x", value: s }] }),
  },
  input: {
    // text; Tool beside name "n" (3); RunAgentInput beside "t" (3) and "r" (3); the event message beside both again, base (4)
    levels: [text, beside(3), beside(3 + 3), beside(4 + 3 + 3)],
    event: (s) => ({
      type: "RUN_STARTED",
      threadId: "t",
      runId: "r",
      input: { threadId: "t", runId: "r", messages: [], tools: [{ name: "n", description: s }] },
    }),
  },
};

/** How long the text must be for the level to measure size; undefined when no text gives it, as lengths jump at a border. */
function lengthFor(levels, level, size) {
  for (let n = size; n >= 0; n--) {
    const got = levels.slice(1, level + 1).reduce((inner, outer) => outer(inner), n);
    if (got === size) return n;
    if (got < size) return undefined;
  }
  return undefined;
}

/** n bytes of text, of one-byte characters or, where wide, of three-byte ones as far as they go. */
const filler = (n, wide) => (wide ? "\u2192".repeat(Math.floor(n / 3)) + "x".repeat(n % 3) : "x".repeat(n));

function* around(label, border, wide) {
  const { levels, event } = shapes[label];
  const used = new Set();
  for (let level = 0; level < levels.length; level++) {
    for (const size of [border - 1, border]) {
      const n = lengthFor(levels, level, size);
      if (n === undefined || used.has(n)) continue;
      used.add(n);
      yield { name: `length/${label}/level-${level}-of-${size}`, event: event(filler(n, wide)) };
    }
  }
}

export function* lengths() {
  for (const label of Object.keys(shapes)) yield* around(label, 128, label === "part");
  // Each of these weighs fifty kilobytes, so only the two that differ most are here.
  yield* around("delta", 16384, true);
  yield* around("metadata", 16384, false);
  // Many short elements: the message's length changes, theirs do not.
  for (const n of [41, 42, 43]) {
    yield {
      name: `length/repeated/${n}-ids`,
      event: { type: "RUN_FINISHED", threadId: "", runId: "", outcome: { type: "success", pendingToolCallIds: Array(n).fill("a") } },
    };
  }
}
