// The other peer: what fast-json-patch, which the published AG-UI client applies state deltas with, makes of patches.
//
//   node patch.mjs     {"doc", "patch"} as JSON a line in, the patched document as JSON a line out
//
// It is called as the client calls it: with validation, and on a copy. A line out that starts with "!" is a refusal, with
// its name and reason after it.

import jsonpatch from "fast-json-patch";
import { readFileSync } from "node:fs";

const lines = readFileSync(0, "utf8").split("\n");
if (lines.at(-1) === "") lines.pop();
const answers = lines.map((line) => {
  const { doc, patch } = JSON.parse(line);
  try {
    return JSON.stringify(jsonpatch.applyPatch(doc, patch, true, false).newDocument);
  } catch (err) {
    return `!${err.name}: ${err.message.split("\n", 1)[0]}`;
  }
});
process.stdout.write(answers.map((answer) => `${answer}\n`).join(""));
