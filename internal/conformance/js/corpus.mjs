// The corpus, declared: prints {"name", "json"} a line, for record.mjs to add the bytes. Deterministic; run by
//
//   node corpus.mjs | node record.mjs > ../../../testdata/corpus/agui-1.0.json     (npm run corpus)
//
// Each file under corpus/ declares one group of cases. What a name's first segment promises, and the Go tests rely on:
// sibling/   the event has a member that only a sibling of its type declares, and that the encoder writes all the same
// extra/     the event has members that the protocol does not know; they have no form on the wire
// text/      the JSON text is not the one a serializer would choose: white space, escapes, member order, number form
// anything else is valid by the schema, in schema order, compact, and survives a trip over the wire whole, except that
// an optional empty list comes back absent.

import { events } from "./corpus/events.mjs";
import { messages } from "./corpus/messages.mjs";
import { openData } from "./corpus/open-data.mjs";
import { patches } from "./corpus/patches.mjs";
import { runs } from "./corpus/runs.mjs";
import { siblings } from "./corpus/siblings.mjs";
import { texts } from "./corpus/texts.mjs";
import { lengths } from "./corpus/lengths.mjs";

const names = new Set();
const byJson = new Map();
const lines = [];
for (const group of [events, messages, patches, runs, openData, lengths, siblings, texts]) {
  for (const { name, event, json = JSON.stringify(event) } of group()) {
    if (!/^[a-z0-9-]+(\/[a-z0-9-]+)+$/.test(name)) throw new Error(`${name}: not a name`);
    if (names.has(name)) throw new Error(`${name}: declared twice`);
    if (byJson.has(json)) throw new Error(`${name}: the same event as ${byJson.get(json)}`);
    names.add(name);
    byJson.set(json, name);
    lines.push(JSON.stringify({ name, json }));
  }
}
// Nothing is printed before all is known to be right, so that a mistake leaves record.mjs with no input to record.
process.stdout.write(`${lines.join("\n")}\n`);
