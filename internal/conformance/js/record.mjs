// The peer: what @ag-ui/proto makes of events, line by line. README.md beside this file says what is known of that encoder.
//
//   node record.mjs          {"name", "json"} a line in, the corpus file out (JSON, one case a line)
//   node record.mjs encode   one event as JSON a line in, its bytes in hex a line out
//   node record.mjs decode   one message in hex a line in, the event as JSON a line out
//
// In encode and decode a line that starts with "!" is a refusal, with the reason after it. Blank lines are not skipped:
// line n out always answers line n in. A warning counts as a refusal, because the encoder warns exactly where it writes
// bytes for an event that its own schema rejects, and such bytes measure nothing.

import { decode, encode } from "@ag-ui/proto";

/** The first warning since it was last cleared; the encoder has no other way to tell. */
let warning;
console.warn = (message) => {
  warning ??= String(message);
};
// The variable that would silence some of the encoder's warnings must not silence them here.
delete process.env.SUPPRESS_TRANSFORMATION_WARNINGS;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Runs f, turning a warning into an exception. */
function strictly(f) {
  warning = undefined;
  const result = f();
  if (warning !== undefined) throw new Error(warning);
  return result;
}

function encodeToHex(json) {
  const bytes = strictly(() => encode(JSON.parse(json)));
  if (bytes.length === 0) throw new Error("no event type that the encoder knows");
  return Buffer.from(bytes).toString("hex");
}

function decodeFromHex(hex) {
  if (hex.length % 2 !== 0 || /[^0-9a-f]/.test(hex)) throw new Error("not hex");
  return JSON.stringify(strictly(() => decode(Buffer.from(hex, "hex"))));
}

/** JSON that is pure ASCII, so that a line of the file is a line in every editor and no character hides in a diff. */
function ascii(value) {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Lines of standard input, in the batches they arrive in, so that an answer never waits for a question to come. */
async function* batchesOfLines() {
  let rest = [];
  for await (const chunk of process.stdin) {
    const end = chunk.lastIndexOf(0x0a);
    if (end < 0) {
      rest.push(chunk);
      continue;
    }
    const text = utf8.decode(Buffer.concat([...rest, chunk.subarray(0, end)]));
    rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    yield text.split("\n");
  }
  if (rest.length > 0) yield utf8.decode(Buffer.concat(rest)).split("\n");
}

async function write(text) {
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

async function answer(f) {
  for await (const lines of batchesOfLines()) {
    const answers = lines.map((line) => {
      try {
        return f(line);
      } catch (err) {
        return `!${String(err?.message ?? err).replaceAll("\n", " ")}`;
      }
    });
    await write(answers.join("\n") + "\n");
  }
}

async function record() {
  const cases = [];
  for await (const lines of batchesOfLines()) {
    for (const line of lines) {
      const { name, json } = JSON.parse(line);
      try {
        cases.push(ascii({ name, json, hex: encodeToHex(json) }));
      } catch (err) {
        throw new Error(`${name}: ${err.message}`);
      }
    }
  }
  if (cases.length === 0) throw new Error("no cases on standard input");
  await write(`[\n${cases.join(",\n")}\n]\n`);
}

const modes = { encode: () => answer(encodeToHex), decode: () => answer(decodeFromHex), record };
const mode = modes[process.argv[2] ?? "record"];
if (mode === undefined || process.argv.length > 3) {
  process.stderr.write("usage: node record.mjs [record | encode | decode]\n");
  process.exit(2);
}
try {
  await mode();
} catch (err) {
  process.stderr.write(`${err.message}\n`);
  process.exit(1);
}
