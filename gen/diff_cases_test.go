package gen

import (
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/diff"
)

// bumped is a schema that each case edits. It has a union at its root, as a schema of events has, objects that are closed
// and one that is open, a union within, an enum, a bound, and a part that is taken in by allOf.
const bumped = `{
  "$id": "https://example.com/1.0/chat.json",
  "title": "Chat",
  "$ref": "#/$defs/Line",
  "$defs": {
    "Line": {"oneOf": [{"$ref": "#/$defs/Said"}, {"$ref": "#/$defs/Left"}]},
    "Said": {
      "type": "object",
      "allOf": [{"$ref": "#/$defs/Known"}],
      "properties": {"kind": {"const": "said"}, "text": {"type": "string"}, "mood": {"$ref": "#/$defs/Mood"}, "stars": {"type": "integer", "maximum": 5}, "by": {"$ref": "#/$defs/Who"}},
      "required": ["kind", "text"],
      "unevaluatedProperties": false
    },
    "Left": {
      "type": "object",
      "properties": {"kind": {"const": "left"}, "where": {"oneOf": [{"$ref": "#/$defs/Room"}, {"$ref": "#/$defs/Call"}]}},
      "required": ["kind"],
      "additionalProperties": false
    },
    "Known": {"type": "object", "properties": {"id": {"type": "string"}}},
    "Who": {"type": "object", "properties": {"name": {"type": "string"}}},
    "Room": {"type": "object", "properties": {"is": {"const": "room"}, "place": {"type": "string"}}, "required": ["is"]},
    "Call": {"type": "object", "properties": {"is": {"const": "call"}}, "required": ["is"]},
    "Mood": {"enum": ["glad", "sad"]}
  }
}`

// TestCases says of each kind of bump whom it breaks, judged by what old generated code does with new data and new code
// with old data, and not by what the comparison says: a decoder keeps what it does not know, a validator refuses it, a
// value that a type cannot hold makes the whole malformed, and a number on the wire means for ever what it once meant.
func TestCases(t *testing.T) {
	const protoEnum = "version: 1\nenums: {Mood: {values: upper_snake}}\n"
	for _, tt := range []struct {
		name string
		// edits are texts of the schema and what takes their place.
		edits []string
		// back has the bump go the other way, from what the edits make to what they start from.
		back             bool
		wire, freshWire  string // wire.yaml of both, and what the new one has besides
		readers, writers diff.Level
		wires, wireJSON  diff.Level
		goCode           diff.Level
		advice           []string
	}{
		{name: "add an optional member to a closed object", edits: []string{`"kind": {"const": "left"}`, `"kind": {"const": "left"}, "why": {"type": "string"}`},
			readers: diff.Risk, advice: []string{"upgrade strict validators before anybody sends it"}},
		{name: "add an optional member to an open object", edits: []string{`"name": {"type": "string"}`, `"name": {"type": "string"}, "mail": {"type": "string"}`}},
		{name: "add a required scalar", edits: []string{`"kind": {"const": "left"}`, `"kind": {"const": "left"}, "why": {"type": "string"}`, `["kind"],
      "additional`, `["kind", "why"],
      "additional`},
			readers: diff.Risk, writers: diff.Break, wires: diff.Risk, wireJSON: diff.Risk, goCode: diff.Risk, advice: []string{"make it optional"}},
		{name: "add a required scalar to what others are", edits: []string{`"properties": {"kind": {"const": "said"}`, `"properties": {"kind": {"const": "said"}, "why": {"type": "string"}`, `["kind", "text"]`, `["kind", "text", "why"]`},
			readers: diff.Risk, writers: diff.Break, wires: diff.Risk, wireJSON: diff.Risk, goCode: diff.Break, advice: []string{"make it optional", "new major version"}},
		{name: "add a required object", edits: []string{`"kind": {"const": "left"}`, `"kind": {"const": "left"}, "who": {"$ref": "#/$defs/Who"}`, `["kind"],
      "additional`, `["kind", "who"],
      "additional`},
			readers: diff.Risk, writers: diff.Break, wires: diff.Break, wireJSON: diff.Break, goCode: diff.Risk, advice: []string{"make it optional"}},
		{name: "add an event type", edits: []string{`{"$ref": "#/$defs/Left"}`, `{"$ref": "#/$defs/Left"}, {"$ref": "#/$defs/Typing"}`, `"Mood": {`, `"Typing": {"type": "object", "properties": {"kind": {"const": "typing"}}, "required": ["kind"]}, "Mood": {`},
			readers: diff.Risk, goCode: diff.Risk, advice: []string{"upgrade the readers that have to act on it before anybody sends it"}},
		{name: "add a union member", edits: []string{`{"$ref": "#/$defs/Call"}`, `{"$ref": "#/$defs/Call"}, {"$ref": "#/$defs/Street"}`, `"Mood": {`, `"Street": {"type": "object", "properties": {"is": {"const": "street"}}, "required": ["is"]}, "Mood": {`},
			readers: diff.Risk, goCode: diff.Risk, advice: []string{"upgrade the readers"}},
		{name: "add an enum value", edits: []string{`["glad", "sad"]`, `["glad", "sad", "angry"]`}, readers: diff.Risk, advice: []string{"upgrade the readers"}},
		{name: "add an enum value that protobuf has too", edits: []string{`["glad", "sad"]`, `["angry", "glad", "sad"]`}, wire: protoEnum, readers: diff.Risk, advice: []string{"upgrade the readers"}},

		{name: "remove an optional member", edits: []string{`"mood": {"$ref": "#/$defs/Mood"}, `, ``}, writers: diff.Break, goCode: diff.Break, advice: []string{"mark it deprecated", "give its name to nothing else", "new major version"}},
		{name: "remove a required member", edits: []string{`"text": {"type": "string"}, `, ``, `["kind", "text"]`, `["kind"]`},
			readers: diff.Break, writers: diff.Break, wires: diff.Risk, wireJSON: diff.Risk, goCode: diff.Break, advice: []string{"mark it deprecated"}},
		{name: "remove an event type", edits: []string{`{"$ref": "#/$defs/Left"}`, `{"$ref": "#/$defs/Left"}, {"$ref": "#/$defs/Typing"}`, `"Mood": {`, `"Typing": {"type": "object", "properties": {"kind": {"const": "typing"}}, "required": ["kind"]}, "Mood": {`},
			back: true, writers: diff.Break, goCode: diff.Break, advice: []string{"mark it deprecated", "new major version"}},
		{name: "remove an enum value", edits: []string{`["glad", "sad"]`, `["glad"]`}, writers: diff.Break, goCode: diff.Break, advice: []string{"keep it until nobody sends it"}},
		{name: "remove an enum value that protobuf has too", edits: []string{`["glad", "sad"]`, `["sad"]`}, wire: protoEnum, writers: diff.Break, goCode: diff.Break, advice: []string{"keep it until nobody sends it"}},

		{name: "rename a member", edits: []string{`"mood": {`, `"feeling": {`}, readers: diff.Risk, writers: diff.Break, goCode: diff.Break, advice: []string{"mark it deprecated"}},
		{name: "rename a member, declared", edits: []string{`"mood": {`, `"feeling": {`}, freshWire: "renamed_from: {Said.feeling: Said.mood}\n",
			readers: diff.Risk, writers: diff.Break, wireJSON: diff.Break, goCode: diff.Break, advice: []string{"wire.yaml can call the field mood"}},
		{name: "rename a value, declared", edits: []string{`["glad", "sad"]`, `["glad", "blue"]`}, wire: protoEnum, freshWire: "renamed_from: {Mood.BLUE: Mood.SAD}\n",
			readers: diff.Risk, writers: diff.Break, wireJSON: diff.Break, goCode: diff.Break, advice: []string{"wire.yaml can call the value SAD"}},
		{name: "rename a definition", edits: []string{`"Who": {`, `"Person": {`, `"#/$defs/Who"`, `"#/$defs/Person"`}, goCode: diff.Break, advice: []string{"renamed_from"}},

		{name: "optional to required", edits: []string{`["kind", "text"]`, `["kind", "text", "stars"]`}, writers: diff.Break, wires: diff.Risk, wireJSON: diff.Risk, goCode: diff.Break, advice: []string{"leave it optional until every writer sends it"}},
		{name: "required to optional", edits: []string{`["kind", "text"]`, `["kind"]`}, readers: diff.Break, wires: diff.Risk, wireJSON: diff.Risk, goCode: diff.Break, advice: []string{"release readers that do without it"}},
		{name: "optional to required, of an object", edits: []string{`["kind", "text"]`, `["kind", "text", "by"]`}, writers: diff.Break, wires: diff.Break, wireJSON: diff.Break, goCode: diff.Break, advice: []string{"leave it optional"}},
		{name: "required to optional, of an object", edits: []string{`["kind", "text"]`, `["kind", "text", "by"]`}, back: true, readers: diff.Break, wires: diff.Break, wireJSON: diff.Break, goCode: diff.Break, advice: []string{"release readers"}},
		{name: "widen a bound", edits: []string{`"maximum": 5`, `"maximum": 9`}, readers: diff.Break, advice: []string{"release readers with the wider limit"}},
		{name: "narrow a bound", edits: []string{`"maximum": 5`, `"maximum": 3`}, writers: diff.Break, advice: []string{"make sure that every writer keeps within the new limit"}},
		{name: "string to enum", edits: []string{`"place": {"type": "string"}`, `"place": {"enum": ["here", "there"]}`}, writers: diff.Break, goCode: diff.Break, advice: []string{"leave it open"}},
		{name: "enum to string", edits: []string{`"place": {"type": "string"}`, `"place": {"enum": ["here", "there"]}`}, back: true, readers: diff.Risk, goCode: diff.Break, advice: []string{"upgrade strict validators"}},
		{name: "string to an enum that protobuf has too", edits: []string{`"place": {"type": "string"}`, `"place": {"$ref": "#/$defs/Mood"}`}, wire: protoEnum,
			writers: diff.Break, wires: diff.Break, wireJSON: diff.Break, goCode: diff.Break, advice: []string{"leave it open", "give it a new number"}},
		{name: "scalar to array", edits: []string{`"place": {"type": "string"}`, `"place": {"type": "array", "items": {"type": "string"}}`},
			readers: diff.Break, writers: diff.Break, wires: diff.Break, wireJSON: diff.Break, goCode: diff.Break, advice: []string{"add another member for it", "give it a new number"}},

		{name: "move a member by allOf", edits: []string{`"properties": {"id": {"type": "string"}}`, `"properties": {"id": {"type": "string"}, "stars": {"type": "integer", "maximum": 5}}`, `, "stars": {"type": "integer", "maximum": 5}, "by"`, `, "by"`}},
		{name: "reorder", edits: []string{`[{"$ref": "#/$defs/Said"}, {"$ref": "#/$defs/Left"}]`, `[{"$ref": "#/$defs/Left"}, {"$ref": "#/$defs/Said"}]`, `["glad", "sad"]`, `["sad", "glad"]`,
			`"text": {"type": "string"}, "mood": {"$ref": "#/$defs/Mood"}`, `"mood": {"$ref": "#/$defs/Mood"}, "text": {"type": "string"}`}},
		{name: "describe", edits: []string{`"type": "integer", "maximum": 5`, `"type": "integer", "description": "Five at most.", "maximum": 5`, `"Mood": {`, `"Mood": {"description": "How it feels.", `}},
		{name: "another version in $id", edits: []string{`/1.0/`, `/1.1/`}},
		{name: "split a definition", edits: []string{`"Known": {"type": "object", "properties": {"id": {"type": "string"}}}`, `"Known": {"allOf": [{"$ref": "#/$defs/Named"}]}, "Named": {"type": "object", "properties": {"id": {"type": "string"}}}`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			edited := bumped
			for i := 0; i < len(tt.edits); i += 2 {
				if !strings.Contains(edited, tt.edits[i]) {
					t.Fatalf("the schema has no %s", tt.edits[i])
				}
				edited = strings.ReplaceAll(edited, tt.edits[i], tt.edits[i+1])
			}
			files := map[string]string{"old/s.json": bumped, "new/s.json": edited}
			if tt.back {
				files["old/s.json"], files["new/s.json"] = edited, bumped
			}
			if tt.wire+tt.freshWire != "" {
				wire := tt.wire
				if wire == "" {
					wire = "version: 1\n"
				}
				files["old/wire.yaml"], files["new/wire.yaml"] = wire, wire+tt.freshWire
			}
			folder(t, files)
			d, err := Compare("old", "new", DiffOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Notes)+len(d.Unjudged) > 0 {
				t.Errorf("notes %q, not judged %v", d.Notes, d.Unjudged)
			}
			var advice strings.Builder
			got := map[diff.Class]diff.Level{}
			for _, c := range d.Changes {
				for _, e := range c.Effects {
					got[e.Class] = max(got[e.Class], e.Level)
				}
				if c.Worst() > diff.Safe {
					advice.WriteString(c.Advice + "\n")
				}
			}
			for class, want := range map[diff.Class]diff.Level{diff.Readers: tt.readers, diff.Writers: tt.writers, diff.Wire: tt.wires, diff.WireJSON: tt.wireJSON, diff.GoCode: tt.goCode} {
				if got[class] != want {
					t.Errorf("%s: %s, want %s", class, got[class], want)
				}
			}
			for _, want := range tt.advice {
				if !strings.Contains(advice.String(), want) {
					t.Errorf("no advice says %q:\n%s", want, advice.String())
				}
			}
			if len(tt.advice) == 0 && advice.Len() > 0 {
				t.Errorf("advice where there is nothing to do:\n%s", advice.String())
			}
		})
	}
}
