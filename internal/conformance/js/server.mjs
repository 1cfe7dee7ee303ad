// The published encoder behind a server of node: it answers runs with recorded events.
//
//   node server.mjs     its port on the first line out; then a route as JSON a line in, "ok" a line out
//
// A route has "path" and what a POST to it is answered with: "events", which EventEncoder writes as the request's Accept
// has it, all at once, or in pieces of "piece" bytes. With "cut" the connection is closed after so many bytes; with "steps"
// an event is sent for each {"step": path} that comes in, which is answered, too. Or "status", "headers" and "body", which
// are sent as they are. A boundary of a run that has no ids gets those of the input. {"input": path} is answered by the last
// input that came there.
//
// An input that the published schema refuses is answered with status 400 and the reason.
//
// It listens on the loopback interface alone, and stops when its input ends.

import { RunAgentInputSchema } from "@ag-ui/core/schemas";
import { EventEncoder } from "@ag-ui/encoder";
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const routes = new Map();

/** How many steps a route may still take, and who waits for one. */
class Steps {
  #free = 0;
  #waiting = [];

  allow() {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  async take() {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise((resolve) => this.#waiting.push(resolve));
  }
}

async function text(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function* inPieces(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Writes, and waits until it is on its way, so that pieces stay pieces. */
function write(response, bytes) {
  return new Promise((resolve) => response.write(bytes, resolve));
}

/** An event with the ids of the run, if it has to have them. */
function withIds(event, { threadId, runId }) {
  return event.type === "RUN_STARTED" || event.type === "RUN_FINISHED" ? { threadId, runId, ...event } : event;
}

async function stream(response, encoder, { events, input, piece = Infinity, cut = Infinity, steps }) {
  response.writeHead(200, { "Content-Type": encoder.getContentType() });
  response.flushHeaders();
  let written = 0;
  for (const event of events) {
    if (steps !== undefined) await steps.take();
    const bytes = encoder.encodeBinary(withIds(event, input)).subarray(0, cut - written);
    for (const part of inPieces(bytes, piece)) await write(response, part);
    written += bytes.length;
    if (written >= cut) {
      response.destroy();
      return;
    }
  }
  response.end();
}

async function handle(request, response) {
  const route = routes.get(request.url);
  const body = await text(request);
  if (route.body !== undefined) {
    response.writeHead(route.status, route.headers).end(route.body);
    return;
  }
  route.input = JSON.parse(body);
  const judged = RunAgentInputSchema.safeParse(route.input);
  if (!judged.success) {
    response.writeHead(400, { "Content-Type": "text/plain" }).end(judged.error.message);
    return;
  }
  await stream(response, new EventEncoder({ accept: request.headers.accept }), route);
}

const server = createServer((request, response) => {
  handle(request, response).catch((err) => response.writableEnded || response.destroy(err));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const route = JSON.parse(line);
  let answer = "ok";
  if (route.step !== undefined) routes.get(route.step).steps.allow();
  else if (route.input !== undefined) answer = JSON.stringify(routes.get(route.input).input);
  else routes.set(route.path, { ...route, steps: route.steps ? new Steps() : undefined });
  process.stdout.write(`${answer}\n`);
}
server.closeAllConnections();
server.close();
