// How a message looks. All that comes from the server is put into text nodes; nothing of it is ever markup.

// el makes an element: props are its properties, children elements or text.
export function el(tag, props, ...children) {
  const e = Object.assign(document.createElement(tag), props);
  e.append(...children);
  return e;
}

// setText changes a text in place; what is only added to is announced as an addition.
function setText(e, text) {
  const node = e.firstChild ?? e.appendChild(document.createTextNode(""));
  if (text.startsWith(node.data)) node.appendData(text.slice(node.data.length));
  else node.data = text;
}

// fill makes an element show a message. It can do so again when the message has changed.
export function fill(li, item) {
  if (!li.firstChild) li.append(el("p", { className: "who" }), el("p", { className: "text" }));
  li.className = item.kind;
  const [who, text] = li.children;
  setText(who, item.who);
  setText(text, item.text);
  while (li.children.length > 2) li.lastChild.remove();
  if (item.fields) li.append(el("dl", { className: "fields" }, ...item.fields.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))));
  for (const call of item.calls ?? []) li.append(showCall(call));
  if (item.sources) li.append(showSources(item.sources));
}

function showCall(call) {
  const box = el("div", { className: "call" }, el("p", {}, el("b", {}, call.tool), " ", call.arguments));
  if (call.result !== undefined) box.append(el("p", {}, el("span", { className: "label" }, "result "), call.result));
  return box;
}

// data is text of somebody else's within a line: its direction does not reach beyond it.
const data = (text) => el("bdi", {}, text);
const link = (l) => el("a", { href: l.url, rel: "noopener noreferrer", target: "_blank" }, l.host);

function showSources(sources) {
  const box = el("section", { className: "sources", ariaLabel: "Sources" }, ...sources.notes.map((note) => el("p", { className: "note" }, note)));
  if (sources.list.length > 0) box.append(el("ol", {}, ...sources.list.map(showSource)));
  return box;
}

function showSource(source) {
  const title = el("p", {}, el("b", {}, data(source.title)));
  if (source.marker) title.prepend(el("span", { className: "marker" }, data(source.marker)), " ");
  if (source.link) title.append(" ", link(source.link));
  const trust = source.trust.map((s) => el("li", { className: `${s.tone} ${s.kind}` }, data(s.text)));
  const more = el("details", {}, el("summary", {}, "Reference and evidence"), el("p", { className: "ref" }, data(source.ref)), ...(source.evidence ?? []).map(showEvidence));
  return el("li", {}, title, el("ul", { ariaLabel: "Reported by this agent" }, ...trust), more);
}

function showEvidence(evidence) {
  const p = el("p", {}, data(evidence.title));
  if (evidence.link) p.append(" ", link(evidence.link));
  if (evidence.quote) p.append(" ", el("q", {}, data(evidence.quote)));
  for (const remark of evidence.remarks ?? []) p.append(" ", el("span", { className: "note" }, data(remark)));
  return p;
}
