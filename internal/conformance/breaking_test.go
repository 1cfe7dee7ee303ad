package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen"
	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/internal/conformance/peer"
)

// schemaOf is a chat schema whose definitions are given in part; the rest is as it always is.
func schemaOf(said, left, more, line string) string {
	if line == "" {
		line = `{"$ref":"#/$defs/Said"},{"$ref":"#/$defs/Left"}`
	}
	return `{"title":"Chat","$ref":"#/$defs/Line","$defs":{
"Line":{"oneOf":[` + line + `]},
"Said":{"type":"object","properties":{"kind":{"const":"said"},` + said + `},"required":["kind"]},
"Left":{"type":"object","properties":{"kind":{"const":"left"},` + left + `},"required":["kind"]}` + more + `}}`
}

// breakingPairs are pairs of schemas, with what buf and agui-gen say of their .proto files where the two differ.
var breakingPairs = []struct {
	name               string
	old, fresh         string
	oldWire, freshWire string
	lock               string // of the new side, where it does not go on with the old one's
	// differs says why buf and agui-gen do not agree, by category.
	differs map[diff.Class]string
}{
	{name: "nothing", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""), fresh: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", "")},
	{name: "a field is added", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"string"},"z":{"type":"string"}`, `"b":{"type":"string"}`, "", "")},
	{name: "a field is removed", old: schemaOf(`"a":{"type":"string"},"z":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", "")},
	{name: "a field is removed and not reserved", old: schemaOf(`"a":{"type":"string"},"z":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""), lock: "Line.kind.said = 1\nLine.kind.left = 2\nSaid.a = 1\nLeft.b = 1\n"},
	{name: "a field is renumbered", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""), lock: "Line.kind.said = 1\nLine.kind.left = 2\nSaid.a = 5\nLeft.b = 1\n"},
	{name: "two fields change places", old: schemaOf(`"a":{"type":"string"},"c":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"string"},"c":{"type":"string"}`, `"b":{"type":"string"}`, "", ""), lock: "Line.kind.said = 1\nLine.kind.left = 2\nSaid.a = 2\nSaid.c = 1\nLeft.b = 1\n",
		differs: map[diff.Class]string{diff.Wire: "buf's WIRE goes by number and type alone; here each side takes what the other means by a for c"}},
	{name: "a field is renamed", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"z":{"type":"string"}`, `"b":{"type":"string"}`, "", ""), freshWire: "version: 1\nrenamed_from: {Said.z: Said.a}\n"},
	{name: "an arm is added", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, `,"Typing":{"type":"object","properties":{"kind":{"const":"typing"}},"required":["kind"]}`,
			`{"$ref":"#/$defs/Said"},{"$ref":"#/$defs/Left"},{"$ref":"#/$defs/Typing"}`)},
	{name: "an arm is removed", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, `,"Typing":{"type":"object","properties":{"kind":{"const":"typing"}},"required":["kind"]}`,
		`{"$ref":"#/$defs/Said"},{"$ref":"#/$defs/Left"},{"$ref":"#/$defs/Typing"}`),
		fresh: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", "")},
	{name: "string to integer", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"integer"}`, `"b":{"type":"string"}`, "", "")},
	{name: "integer to number", old: schemaOf(`"a":{"type":"integer"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"number"}`, `"b":{"type":"string"}`, "", "")},
	{name: "signed to unsigned", old: schemaOf(`"a":{"type":"integer"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"integer","minimum":0,"maximum":18446744073709551615}`, `"b":{"type":"string"}`, "", "")},
	{name: "boolean to integer", old: schemaOf(`"a":{"type":"boolean"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"integer"}`, `"b":{"type":"string"}`, "", "")},
	{name: "scalar to array", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"array","items":{"type":"string"}}`, `"b":{"type":"string"}`, "", "")},
	{name: "string to enum as text", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"enum":["x","y"]}`, `"b":{"type":"string"}`, "", "")},
	{name: "string to enum", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"$ref":"#/$defs/Mood"}`, `"b":{"type":"string"}`, `,"Mood":{"enum":["glad","sad"]}`, ""), freshWire: moodEnum},
	{name: "an enum value is added", old: schemaOf(`"a":{"$ref":"#/$defs/Mood"}`, `"b":{"type":"string"}`, `,"Mood":{"enum":["glad","sad"]}`, ""), oldWire: moodEnum,
		fresh: schemaOf(`"a":{"$ref":"#/$defs/Mood"}`, `"b":{"type":"string"}`, `,"Mood":{"enum":["glad","sad","angry"]}`, ""), freshWire: moodEnum},
	{name: "an enum value is removed", old: schemaOf(`"a":{"$ref":"#/$defs/Mood"}`, `"b":{"type":"string"}`, `,"Mood":{"enum":["glad","sad","angry"]}`, ""), oldWire: moodEnum,
		fresh: schemaOf(`"a":{"$ref":"#/$defs/Mood"}`, `"b":{"type":"string"}`, `,"Mood":{"enum":["glad","sad"]}`, ""), freshWire: moodEnum},
	{name: "an enum value is renamed", old: schemaOf(`"a":{"$ref":"#/$defs/Mood"}`, `"b":{"type":"string"}`, `,"Mood":{"enum":["glad","sad"]}`, ""), oldWire: moodEnum,
		fresh:     schemaOf(`"a":{"$ref":"#/$defs/Mood"}`, `"b":{"type":"string"}`, `,"Mood":{"enum":["glad","blue"]}`, ""),
		freshWire: moodEnum + "renamed_from: {Mood.BLUE: Mood.SAD}\n"},
	{name: "optional to required", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: strings.Replace(schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""), `"required":["kind"]`, `"required":["kind","a"]`, 1)},
	{name: "an object becomes open", old: schemaOf(`"a":{"$ref":"#/$defs/P"}`, `"b":{"type":"string"}`, `,"P":{"type":"object","properties":{"n":{"type":"string"}}}`, ""),
		fresh: schemaOf(`"a":{"type":"object"}`, `"b":{"type":"string"}`, `,"P":{"type":"object","properties":{"n":{"type":"string"}}}`, "")},
	{name: "a map's values change", old: schemaOf(`"a":{"type":"object","additionalProperties":{"type":"string"}}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"object","additionalProperties":{"type":"integer"}}`, `"b":{"type":"string"}`, "", ""),
	},
	{name: "list to map", old: schemaOf(`"a":{"type":"array","items":{"type":"string"}}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"object","additionalProperties":{"type":"string"}}`, `"b":{"type":"string"}`, "", "")},
	{name: "the package changes", old: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""),
		fresh: schemaOf(`"a":{"type":"string"}`, `"b":{"type":"string"}`, "", ""), freshWire: "version: 1\npackage: talk\n",
		differs: map[diff.Class]string{
			diff.Wire:     "the files move to the folder of the new package, where buf has nothing to compare them with",
			diff.WireJSON: "the files move to the folder of the new package, where buf has nothing to compare them with",
		}},
	{name: "a message is renamed", old: schemaOf(`"a":{"$ref":"#/$defs/P"}`, `"b":{"type":"string"}`, `,"P":{"type":"object","properties":{"n":{"type":"string"}}}`, ""),
		fresh:     schemaOf(`"a":{"$ref":"#/$defs/Q"}`, `"b":{"type":"string"}`, `,"Q":{"type":"object","properties":{"n":{"type":"string"}}}`, ""),
		freshWire: "version: 1\nrenamed_from: {Q: P}\n",
		differs: map[diff.Class]string{
			diff.Wire:     "buf goes by the name of a field's message; the bytes have its numbers only, and those are compared",
			diff.WireJSON: "buf goes by the name of a field's message; JSON has the names of its fields only, and those are compared",
		}},
	{name: "another message with other fields", old: schemaOf(`"a":{"$ref":"#/$defs/P"}`, `"b":{"$ref":"#/$defs/Q"}`, `,"P":{"type":"object","properties":{"n":{"type":"string"}}},"Q":{"type":"object","properties":{"m":{"type":"integer"}}}`, ""),
		fresh: schemaOf(`"a":{"$ref":"#/$defs/Q"}`, `"b":{"$ref":"#/$defs/Q"}`, `,"P":{"type":"object","properties":{"n":{"type":"string"}}},"Q":{"type":"object","properties":{"m":{"type":"integer"}}}`, "")},
}

const moodEnum = "version: 1\nenums: {Mood: {name: Mood, values: upper_snake}}\n"

// TestBufBreaking holds the classes wire and wire-json against buf's categories WIRE and WIRE_JSON.
func TestBufBreaking(t *testing.T) {
	buf := filepath.Join(peer.Dir(t), "node_modules/.bin/buf")
	for _, p := range breakingPairs {
		t.Run(p.name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, text string) {
				if text == "" {
					return
				}
				name = filepath.Join(dir, name)
				if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
					t.Fatal(err)
				}
			}
			write("old/schema.json", p.old)
			write("old/wire.yaml", p.oldWire)
			write("new/schema.json", p.fresh)
			write("new/wire.yaml", p.freshWire)
			write("new/wire.lock", p.lock)
			d, err := gen.Compare(filepath.Join(dir, "old"), filepath.Join(dir, "new"), gen.DiffOptions{})
			if err != nil {
				t.Fatal(err)
			}
			protoFiles(t, dir, "old")
			if p.lock == "" {
				lock, err := os.ReadFile(filepath.Join(dir, "old/wire.lock"))
				if err != nil {
					t.Fatal(err)
				}
				write("new/wire.lock", strings.Join(bareSlot.FindAllString(string(lock), -1), ""))
			}
			protoFiles(t, dir, "new")
			for class, category := range map[diff.Class]string{diff.Wire: "WIRE", diff.WireJSON: "WIRE_JSON"} {
				ours := slices.ContainsFunc(d.Changes, func(c *diff.Change) bool { return c.Level(class) == diff.Break })
				complaints := bufBreaking(t, buf, filepath.Join(dir, "proto/old"), filepath.Join(dir, "proto/new"), category)
				theirs := len(complaints) > 0
				why := p.differs[class]
				switch {
				case ours == theirs && why != "":
					t.Errorf("%s: both say %v: the reason to differ is out of date: %s", class, ours, why)
				case ours != theirs && why == "":
					t.Errorf("%s: agui-gen says %v, buf %v: %q", class, ours, theirs, complaints)
				}
			}
		})
	}
}

// bareSlot is a line of a ledger without what is said of types, by which a ledger refuses what buf is to be asked about.
var bareSlot = regexp.MustCompile(`(?m)^(# reserved )?[\w.]+ = \d+\n`)

// protoFiles writes the .proto files of one side, and its ledger.
func protoFiles(t *testing.T, dir, side string) {
	t.Helper()
	r, err := gen.Generate(gen.Target{Schema: filepath.Join(dir, side, "schema.json"), ProtoDir: filepath.Join(dir, "proto", side)})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := gen.NewPlan(r)
	if err == nil {
		err = plan.Apply()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// bufBreaking is what buf has against a change, one complaint an item.
func bufBreaking(t *testing.T, buf, old, fresh, category string) []string {
	t.Helper()
	config, err := json.Marshal(map[string]any{"version": "v2", "breaking": map[string]any{"use": []string{category}}})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(buf, "breaking", fresh, "--against", old, "--config", string(config), "--against-config", string(config), "--error-format", "text")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &exit) && exit.ExitCode() == 100: // what it has when something breaks
		return strings.Split(strings.TrimSpace(string(out)), "\n")
	}
	t.Fatalf("%s: %v\n%s", cmd, err, &complaints)
	return nil
}
