// The page: it sends what the user says to the server, and shows what the server says is to be shown.

import { el, fill } from "./message.js";

const $ = (id) => document.getElementById(id);

let session = ""; // the conversation, as the server knows it
let running = false;
const items = new Map(); // the element of each message, by its id

// follow keeps a box at its end, unless the reader has scrolled away from it.
function follow(box, change) {
  const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
  change();
  if (atEnd) box.scrollTop = box.scrollHeight;
}

function showItem(item) {
  if (!items.has(item.id)) items.set(item.id, el("li", {}));
  fill(items.get(item.id), item);
}

// order puts the messages into their order, and removes those that are not in it.
function order(ids) {
  const list = $("items");
  ids.forEach((id, i) => {
    const li = items.get(id);
    if (list.children[i] !== li) list.insertBefore(li, list.children[i] ?? null);
  });
  while (list.children.length > ids.length) list.lastChild.remove();
  for (const id of items.keys()) if (!ids.includes(id)) items.delete(id);
}

function showFacts(facts) {
  $("facts").replaceChildren(...Object.entries(facts).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
  $("no-run").hidden = Object.keys(facts).length > 0;
}

function showEvent(event) {
  const row = el("details", {}, el("summary", {}, event.type, el("span", {}, event.brief)), el("pre", {}, event.json));
  follow($("events"), () => $("events").append(el("li", {}, row)));
  count();
}

function showWarning(warning) {
  $("warnings").append(el("li", {}, el("b", {}, warning.about), warning.text));
  count();
}

function count() {
  $("event-count").textContent = $("events").children.length;
  $("warning-count").textContent = $("warnings").children.length;
  $("warning-count").classList.toggle("some", $("warnings").children.length > 0);
}

// clear makes room for the next run.
function clear() {
  for (const id of ["events", "warnings"]) $(id).replaceChildren();
  count();
  showOutcome("", "");
}

function showDoing(text) {
  $("doing").textContent = text;
  $("doing").hidden = text === "";
}

function showOutcome(outcome, text) {
  for (const id of ["outcome", "ending"]) $(id).dataset.outcome = outcome;
  $("outcome").textContent = outcome;
  $("ending").textContent = text;
}

function showEnd(end) {
  showOutcome(end.outcome, end.text);
  if (end.usage) $("facts").append(el("dt", {}, "usage"), el("dd", {}, end.usage));
  ask(end.questions ?? []);
}

// ask shows the questions of an interrupted run, and nothing if there are none.
function ask(questions) {
  $("asked").replaceChildren(...questions.map(askOne));
  $("questions").hidden = questions.length === 0;
  $("asked").querySelector("input")?.focus();
}

function askOne(q) {
  const field = (type, label, props) => el("label", {}, el("input", { type, name: q.id, ...props }), label);
  const inputs = {
    choice: () => [field("radio", "Yes", { value: "true", required: true }), field("radio", "No", { value: "false" })],
    number: () => [field("number", "", { required: true, step: "any", ariaLabel: q.text })],
    text: () => [field("text", "", { required: true, ariaLabel: q.text })],
  }[q.kind]();
  const abandon = el("input", { type: "checkbox" });
  abandon.addEventListener("change", () => inputs.forEach((label) => (label.firstChild.disabled = abandon.checked)));
  const box = el("fieldset", {}, el("legend", {}, q.text), el("div", {}, ...inputs, el("label", { className: "abandon" }, abandon, "Abandon")));
  box.answer = () => ({ interrupt: q.id, value: abandon.checked ? null : new FormData($("questions")).get(q.id) });
  return box;
}

// apply shows one update.
function apply(update) {
  if (update.session) session = update.session;
  if (update.run) showFacts(update.run);
  if (update.event) showEvent(update.event);
  if (update.warning) showWarning(update.warning);
  if (update.state) $("state").textContent = update.state;
  for (const item of update.items ?? []) showItem(item);
  if (update.order) order(update.order);
  if (update.doing !== undefined) showDoing(update.doing || "Working");
  if (update.end) showEnd(update.end);
  controls();
}

function controls() {
  const asking = !$("questions").hidden;
  $("run").disabled = running || asking;
  $("cancel").disabled = !running || session === "";
  $("fresh").disabled = running;
  $("questions").querySelector("button").disabled = running;
  for (const b of $("examples").querySelectorAll("button")) b.disabled = running || asking;
}

const post = (path, body) => fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

// lines gives the updates of a response as they come.
async function* lines(response) {
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    for (const line of parts) yield JSON.parse(line);
  }
}

// run has the server run the agent, and shows what comes of it.
async function run(what) {
  running = true;
  $("empty").hidden = true;
  clear();
  showDoing("Working");
  controls();
  let ended = false;
  try {
    const binding = new FormData($("composer")).get("binding");
    const response = await post("/runs", { session, binding, ...what });
    if (!response.ok) throw new Error(await response.text());
    for await (const update of lines(response)) {
      ended ||= update.end !== undefined;
      follow($("log"), () => apply(update));
    }
    if (!ended) throw new Error("The server has stopped in the middle of the run.");
  } catch (err) {
    if (!ended) showOutcome("failed", err.message);
  }
  running = false;
  showDoing("");
  controls();
  // A control that was disabled has lost the focus. Where there is no keyboard, this would bring one up.
  if (document.activeElement === document.body && matchMedia("(hover: hover)").matches) $("prompt").focus();
  return ended;
}

$("composer").addEventListener("submit", (e) => {
  e.preventDefault();
  const prompt = $("prompt").value.trim();
  if (prompt === "" || $("run").disabled) return;
  $("prompt").value = "";
  run({ prompt });
});

$("prompt").addEventListener("keydown", (e) => {
  if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
  e.preventDefault();
  $("composer").requestSubmit();
});

$("examples").addEventListener("click", (e) => {
  const button = e.target.closest("button");
  if (button) run({ prompt: button.dataset.prompt });
});

$("questions").addEventListener("submit", (e) => {
  e.preventDefault();
  const answers = [...$("asked").children].map((box) => box.answer());
  $("questions").hidden = true;
  run({ answers }).then((ended) => {
    if (!ended) $("questions").hidden = false;
    controls();
  });
});

$("cancel").addEventListener("click", () => post("/cancel", { session }));

$("fresh").addEventListener("click", () => {
  session = "";
  items.clear();
  $("items").replaceChildren();
  clear();
  $("state").textContent = "{}";
  $("empty").hidden = false;
  showFacts({});
  ask([]);
  controls();
  $("prompt").focus();
});

controls();
