// Open data: what JSON may hold where the protocol says nothing about it. What the published encoder changes on the way
// (see README.md) is left out: keys that look like array indices, __proto__, twice the same key, lone surrogates,
// numbers beyond a double, minus zero.

const custom = (value) => ({ type: "CUSTOM", name: "open", value });
const metadata = (data) => ({ type: "TEXT_MESSAGE_END", metadata: data, messageId: "m" });

const numbers = {
  zero: 0,
  one: 1,
  "minus-one": -1,
  half: 0.5,
  tenth: 0.1,
  third: 1 / 3,
  "sum-that-shows": 0.1 + 0.2,
  pi: Math.PI,
  "last-plain-large": 123456789012345680000,
  "first-exponent-large": 1e21,
  "last-plain-small": 0.000001,
  "first-exponent-small": 1e-7,
  "denormal-least": 5e-324,
  "denormal-most": 2.225073858507201e-308,
  "normal-least": 2.2250738585072014e-308,
  "double-most": 1.7976931348623157e308,
  "double-least": -1.7976931348623157e308,
  "safe-most": Number.MAX_SAFE_INTEGER,
  "safe-least": Number.MIN_SAFE_INTEGER,
  "past-safe": 2 ** 53,
  "int64-most": 2 ** 63,
  "uint64-most": 2 ** 64,
  "float32-most": 3.4028234663852886e38,
  "halfway-case": 9007199254740994,
  "one-plus-epsilon": 1 + Number.EPSILON,
  "shortest-hard": 5.764607523034235e39,
  "hundred-zeros": 1e100,
};

const strings = {
  empty: "",
  space: " ",
  quote: '"',
  backslash: "\\",
  solidus: "</script>",
  "short-escapes": "\b\f\n\r\t",
  "all-controls": Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join(""),
  nul: "\u0000",
  delete: "\u007f",
  "c1-controls": "\u0080\u0085\u009f",
  latin: "d\u00e9j\u00e0 vu",
  combining: "e\u0301 n\u0303 \u1112\u1161\u11ab",
  greek: "\u03ba\u03cc\u03c3\u03bc\u03b5",
  cjk: "\u6f22\u5b57\u3068\u4eee\u540d",
  "right-to-left": "\u0634\u0643\u0631\u0627 \u05ea\u05d5\u05d3\u05d4",
  "bidi-controls": "\u202eabc\u202c \u2066def\u2069",
  "line-separators": "a\u2028b\u2029c",
  "zero-width": "a\u200bb\u200dc\ufeffd",
  emoji: "\u{1f600}",
  "emoji-family": "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
  flag: "\u{1f1e8}\u{1f1ed}",
  astral: "\u{10348}\u{1d11e}\u{10ffff}",
  noncharacters: "\ufffe\uffff\ufdd0",
  replacement: "\ufffd",
  "private-use": "\ue000\u{f0000}",
  "utf8-edges": "\u007f\u0080\u07ff\u0800\uffff\u{10000}",
  html: "<b>&amp;</b> <!-- -->",
  "event-stream": "data: x\n\nevent: y\r\n\r\n",
  json: '{"a":[1,null]}',
  number: "1e400",
};

const keys = {
  empty: "",
  space: " ",
  dots: "a.b[0]",
  slashes: "a/b~c",
  constructor: "constructor",
  "to-string": "toString",
  "value-of": "valueOf",
  "has-own-property": "hasOwnProperty",
  "to-json": "toJSON",
  then: "then",
  length: "length",
  dollar: "$ref",
  minus: "-1",
  "leading-zero": "01",
  float: "1.5",
  null: "null",
  controls: "\u0000\n",
  quote: '"\\',
  unicode: "\u{1f511}\u0301",
  "line-separator": "\u2028",
  values: "values",
  fields: "fields",
  "null-value": "null_value",
};

const shapes = {
  null: null,
  true: true,
  false: false,
  "empty-list": [],
  "empty-object": {},
  "list-of-nulls": [null, null],
  "list-of-empties": [[], {}, "", 0, false, null],
  "object-of-nulls": { a: null, b: null },
  "object-of-empties": { list: [], object: {}, text: "", zero: 0, no: false, none: null },
  "every-kind": { a: null, b: true, c: 1.5, d: "x", e: { f: [] }, g: [1, "2", [3], { four: 4 }] },
  "key-order": { zebra: 1, apple: 2, Mango: 3, "\u00e4": 4, b: 5, a: 6 },
  "empty-keys": { "": { "": { "": null } } },
  "prototype-names": { constructor: { prototype: {} }, hasOwnProperty: 0, toString: null, isPrototypeOf: [] },
  "looks-like-an-event": { type: "TEXT_MESSAGE_END", messageId: "inner", metadata: null, usage: [] },
  "looks-like-a-part": [{ type: "text", text: "not a part" }, { type: "hologram" }],
  "looks-like-a-value": { kind: { numberValue: 1 }, null_value: 0, list_value: { values: [] } },
};

/** Where open data may stand; wrap puts a value that is an object, and with any also one that is not, there. */
const carriers = {
  "raw-event": { nullable: false, any: true, wrap: (rawEvent) => ({ type: "STEP_STARTED", rawEvent, stepName: "s" }) },
  metadata: { nullable: false, any: false, wrap: metadata },
  snapshot: { nullable: true, any: true, wrap: (snapshot) => ({ type: "STATE_SNAPSHOT", snapshot }) },
  event: { nullable: true, any: true, wrap: (event) => ({ type: "RAW", event }) },
  value: { nullable: true, any: true, wrap: custom },
  content: {
    nullable: false,
    any: false,
    wrap: (content) => ({ type: "ACTIVITY_SNAPSHOT", messageId: "a", activityType: "t", content }),
  },
  "message-content": {
    nullable: false,
    any: false,
    wrap: (content) => ({
      type: "MESSAGES_SNAPSHOT",
      messages: [{ id: "a", role: "activity", activityType: "t", content }],
    }),
  },
};

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A value depth levels deep, each made by wrap from the one inside. */
const nested = (depth, wrap) => Array.from({ length: depth }).reduce(wrap, "core");

export function* openData() {
  for (const [label, n] of Object.entries(numbers)) yield { name: `number/${label}`, event: custom(n) };
  yield { name: "number/all-negated", event: custom(Object.values(numbers).filter(Boolean).map((n) => -n)) };
  for (const [label, s] of Object.entries(strings)) {
    yield { name: `string/${label}`, event: { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: s } };
    yield { name: `string/open-${label}`, event: custom([s]) };
  }
  for (const [label, key] of Object.entries(keys)) {
    yield { name: `key/${label}`, event: metadata({ [key]: label }) };
    yield { name: `key/nested-${label}`, event: custom({ outer: { before: 1, [key]: { [key]: null }, after: 2 } }) };
  }
  for (const [holder, { nullable, any, wrap }] of Object.entries(carriers)) {
    for (const [label, value] of Object.entries(shapes)) {
      if ((value === null && !nullable) || (!isObject(value) && !any)) continue;
      yield { name: `open/${holder}/${label}`, event: wrap(value) };
    }
  }
  yield* depths();
}

function* depths() {
  const ways = {
    lists: (inner) => [inner],
    objects: (inner) => ({ k: inner }),
    alternating: (inner, _, i) => (i % 2 ? [inner] : { k: inner }),
    "with-siblings": (inner, _, i) => ({ before: i, [`k${i}`]: [null, inner], after: "" }),
  };
  for (const [label, way] of Object.entries(ways)) {
    for (const depth of [2, 10, 60]) yield { name: `depth/${label}-${depth}`, event: custom(nested(depth, way)) };
  }
  yield { name: "depth/metadata-60", event: metadata({ k: nested(60, ways.alternating) }) };
  yield { name: "depth/patch-value-60", event: { type: "STATE_DELTA", delta: [{ op: "add", path: "", value: nested(60, ways.objects) }] } };
  yield { name: "depth/wide-list", event: custom(Array.from({ length: 300 }, (_, i) => i)) };
  yield { name: "depth/wide-object", event: metadata(Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`k${i}`, i % 3 ? null : i]))) };
}
