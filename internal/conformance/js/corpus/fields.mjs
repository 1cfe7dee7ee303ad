// How an object is declared, and how every way of setting and leaving its optional members is made from that.

/** A member that is always there. */
export const required = (name, value) => ({ name, value, optional: false });

/** A member that may be left out. */
export const optional = (name, value) => ({ name, value, optional: true });

/** aToolCallName -> a-tool-call-name, TEXT_MESSAGE_START -> text-message-start. */
export const kebab = (name) => name.replace(/([a-z])([A-Z])/g, "$1-$2").replaceAll("_", "-").toLowerCase();

const pick = (fields, keep) => Object.fromEntries(fields.filter(keep).map(({ name, value }) => [name, value]));

/**
 * The objects that a table of members stands for, as [label, object]: with no optional member, with all of them, with
 * each alone, with all but each; and, on the full object, each text and each list empty. Members keep the table's order.
 */
export function* variants(fields) {
  const optionals = fields.filter((f) => f.optional);
  const full = pick(fields, () => true);
  yield ["minimal", pick(fields, (f) => !f.optional)];
  if (optionals.length > 0) yield ["full", full];
  if (optionals.length > 1) {
    for (const one of optionals) yield [`only-${kebab(one.name)}`, pick(fields, (f) => !f.optional || f === one)];
  }
  if (optionals.length > 2) {
    for (const one of optionals) yield [`without-${kebab(one.name)}`, pick(fields, (f) => f !== one)];
  }
  for (const { name, value } of fields) {
    // A tag or another fixed text has no empty form.
    if (["type", "role", "op", "subtype", "status"].includes(name)) continue;
    if (typeof value === "string") yield [`empty-${kebab(name)}`, { ...full, [name]: "" }];
    if (Array.isArray(value)) yield [`empty-${kebab(name)}`, { ...full, [name]: [] }];
  }
}

/** The variants of a table, each put into an event by wrap and named under prefix. */
export function* cases(prefix, fields, wrap = (object) => object) {
  for (const [label, object] of variants(fields)) yield { name: `${prefix}/${label}`, event: wrap(object) };
}

/** One case for each value, named after it or by its place when it is no plain word. */
export function* each(prefix, values, wrap) {
  for (const [i, value] of values.entries()) {
    const label = typeof value === "string" && /^[a-z-]+$/.test(value) ? value : String(i);
    yield { name: `${prefix}/${label}`, event: wrap(value) };
  }
}

/** What every event may carry. */
export const base = (type) => [
  required("type", type),
  optional("timestamp", 1767225600000),
  optional("rawEvent", { vendor: "acme", seq: 12, ok: true }),
  optional("metadata", { trace: "4bf92f35", tags: ["a", "b"] }),
];

/** What an event that a subagent may have caused carries besides. */
export const attributed = (type) => [...base(type), optional("subagentRunId", "sub-7")];
