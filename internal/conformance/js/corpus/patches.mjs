// JSON Patch operations, in STATE_DELTA.delta and in ACTIVITY_DELTA.patch.

const state = (...delta) => ({ type: "STATE_DELTA", delta });
const activity = (...patch) => ({ type: "ACTIVITY_DELTA", messageId: "act-1", activityType: "progress", patch });

const operations = {
  add: { op: "add", path: "/seats/-", value: { row: 14, place: "A" } },
  remove: { op: "remove", path: "/seats/0" },
  replace: { op: "replace", path: "/step", value: "pay" },
  move: { op: "move", from: "/draft", path: "/final" },
  copy: { op: "copy", from: "/template", path: "/seats/1" },
  test: { op: "test", path: "/version", value: 3 },
};

const pointers = {
  whole: "",
  "empty-token": "/",
  "empty-tokens": "///",
  tilde: "/a~0b",
  slash: "/a~1b",
  both: "/~01~10",
  append: "/list/-",
  index: "/list/10",
  space: "/a b/c\td",
  unicode: "/züge/\u{1f682}",
  quoted: '/"q"/\\',
};

const values = {
  null: null,
  false: false,
  true: true,
  zero: 0,
  half: 0.5,
  "empty-text": "",
  "empty-list": [],
  "empty-object": {},
  nested: { a: [null, { b: [] }] },
};

export function* patches() {
  for (const [holder, wrap] of Object.entries({ "state-delta": state, "activity-delta": activity })) {
    for (const [op, operation] of Object.entries(operations)) {
      yield { name: `${holder}/op-${op}`, event: wrap(operation) };
    }
    yield { name: `${holder}/every-op`, event: wrap(...Object.values(operations)) };
    yield { name: `${holder}/no-ops`, event: wrap() };
  }
  for (const [label, path] of Object.entries(pointers)) {
    yield { name: `patch/path-${label}`, event: state({ op: "remove", path }) };
    yield { name: `patch/from-${label}`, event: state({ op: "copy", from: path, path: "/x" }) };
    yield { name: `patch/move-${label}`, event: activity({ op: "move", from: "/x", path }) };
  }
  for (const [label, value] of Object.entries(values)) {
    for (const op of ["add", "replace", "test"]) {
      yield { name: `patch/${op}-value-${label}`, event: state({ op, path: "/x", value }) };
    }
  }
}
