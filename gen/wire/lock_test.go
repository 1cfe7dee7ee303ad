package wire_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/gen/wire/wiretest"
)

// TestLockErrors holds what a ledger gets that is wrong by itself: the line, and the rule.
func TestLockErrors(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"not a slot", "A.b: 1\n", `wire.lock:1:1: "A.b: 1" is not a slot: Message.field = N, Message.oneof.arm = N or Enum.VALUE = N`},
		{"no scope", "A = 1\n", `wire.lock:1:1: "A = 1" is not a slot: Message.field = N, Message.oneof.arm = N or Enum.VALUE = N`},
		{"negative", "A.b = -1\n", `wire.lock:1:1: "A.b = -1" is not a slot: Message.field = N, Message.oneof.arm = N or Enum.VALUE = N`},
		{"a comment behind", "A.b = 1 # why\n", `wire.lock:1:1: "A.b = 1 # why" is not a slot: Message.field = N, Message.oneof.arm = N or Enum.VALUE = N`},
		{"too high", "A.b = 99999999999\n", `wire.lock:1:1: A.b = 99999999999: no number of protobuf is that high`},
		{"a line twice", "A.b = 1\nA.b = 1\n", `wire.lock:2:1: A.b has a line already (line 1): a slot has one number at a time`},
		{"two numbers", "A.b = 1\nA.b = 2\n", `wire.lock:2:1: A.b has a line already (line 1): a slot has one number at a time`},
		{"a number twice", "A.b = 1\nA.c = 1\n", `wire.lock:2:1: A.c = 1: A.b has the number 1 (line 1): no two slots of A share one`},
		{"an arm with its message's number", "A.b = 1\nA.kind.c = 1\n", `wire.lock:2:1: A.kind.c = 1: A.b has the number 1 (line 1): no two slots of A share one`},
		{"nested messages have their own", "A.b = 1\nA.B.b = 1\n", ``},
		{"a reserved number", "# reserved A.b = 1\nA.c = 1\n", `wire.lock:2:1: A.c = 1: A.b had the number 1, which is reserved (line 1) and not given again`},
		{"a reserved number, the other way round", "A.c = 1\n# reserved A.b = 1\n", `wire.lock:1:1: A.c = 1: A.b had the number 1, which is reserved (line 2) and not given again`},
		{"a name that came back", "# reserved A.b = 1\nA.b = 2\n", ``},
		{"a number that is there and gone", "# reserved A.b = 1\nA.b = 1\n", `wire.lock:2:1: A.b has a line already (line 1): a slot has one number at a time`},
		{"a tombstone twice", "# reserved A.b = 1\n# reserved A.b = 1\n", `wire.lock:2:1: A.b has a line already (line 1): a slot has one number at a time`},
		{"a merge conflict", "A.b = 1\n<<<<<<< HEAD\nA.c = 2\n=======\nA.d = 2\n>>>>>>> other\n", `wire.lock:2:1: a merge conflict is not settled here; ` + resolves},
		{"a merge without marks", title() + "\n" + digestOf("") + "A.b = 1\nA.c = 1\n",
			`wire.lock:4:1: A.c = 1: A.b has the number 1 (line 3): no two slots of A share one; where two branches were merged, ` + resolves},
		{"from the future", "# format 2, digest xyz\n", `wire.lock:1:1: this ledger was made by a newer agui-gen: it has format 2, and this one knows format 1; upgrade agui-gen in go.mod to what the ledger was made with; the file is not at fault`},
		{"from the future, in forms of its own", "A.a: 1\nA.a = 1\nA.a = 1\n# type A.a decimal\n# format 12: xyz\n", `wire.lock:5:1: this ledger was made by a newer agui-gen: it has format 12, and this one knows format 1; upgrade agui-gen in go.mod to what the ledger was made with; the file is not at fault`},
		{"from a far future", "# format 99999999999999999999, digest xyz\n", `wire.lock:1:1: this ledger was made by a newer agui-gen: it has format 99999999999999999999, and this one knows format 1; upgrade agui-gen in go.mod to what the ledger was made with; the file is not at fault`},
		{"a digest that is none", "# format 1, digest 12\n", `wire.lock:1:1: the digest is no digest: 64 hexadecimal digits are`},
		{"a format line that is none", "# format 1\n", `wire.lock:1:1: not readable: # format N, digest HEX`},
		{"two digests", digestOf("") + digestOf(""), `wire.lock:2:1: a second digest; the first is at line 1; where two branches were merged, ` + resolves},
		{"a digest lost", title() + "\nA.b = 1\n", `wire.lock:1:1: the digest line is lost; restore the file from version control`},
		{"a tombstone that is none", title() + "\n" + digestOf("") + "# reserved A.b\n", `wire.lock:3:1: "A.b" is not a slot: Message.field = N, Message.oneof.arm = N or Enum.VALUE = N`},
		{"a range that is none", title() + "\n" + digestOf("") + "# reserved A 3 to 2\n", `wire.lock:3:1: A 3 to 2: no range of protobuf's numbers`},
		{"a number that is kept from use", title() + "\n" + digestOf("") + "# reserved A 2 to 4\nA.b = 3\n", `wire.lock:4:1: A.b = 3: line 3 keeps that from use`},
		{"a name that is kept from use", title() + "\n" + digestOf("") + "# reserved A \"b\"\nA.b = 3\n", `wire.lock:4:1: A.b = 3: line 3 keeps that from use`},
		{"a type that is none", title() + "\n" + digestOf("") + "# type A.b text\n", `wire.lock:3:1: "text" is no type of protobuf`},
		{"a type of nothing", title() + "\n" + digestOf("") + "# type string\n", `wire.lock:3:1: "string" does not say what a slot carries: # type Message.field string`},
		{"two types", title() + "\n" + digestOf("") + "# type A.b string\n# type A.b bool\n", `wire.lock:4:1: line 3 says what A.b carries already`},
		{"another tool's comment", "# reserved numbers stay\nA.b = 1\n", ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := wire.ParseLock("wire.lock", []byte(tt.src))
			if tt.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			wantError(t, err, tt.want)
		})
	}
}

const resolves = "agui-gen lock --resolve settles it: the first side keeps its numbers, and what the other added gets new ones where they clash"

// title is the first line of a ledger of ours.
func title() string {
	line, _, _ := strings.Cut(string((&wire.Lock{}).Format()), "\n")
	return line
}

// digestOf is the digest line of a ledger with some slots.
func digestOf(slots string) string {
	l, err := wire.ParseLock("", []byte(slots))
	if err != nil {
		panic(err)
	}
	_, after, _ := strings.Cut(string(l.Format()), "\n# format ")
	line, _, _ := strings.Cut(after, "\n")
	return "# format " + line + "\n"
}

// TestFormat holds that a ledger does not depend on the order, the comments or the line ends of the file it came from.
func TestFormat(t *testing.T) {
	want := lock(t, "A.b = 1\nA.c = 2\n# reserved A.d = 3\n").Format()
	for _, src := range []string{
		"# reserved A.d = 3\nA.c = 2\n\n# a comment\nA.b = 1",
		"A.b = 1\r\nA.c = 2  \r\n# reserved A.d = 3\r\n",
		string(want),
	} {
		if diff := cmp.Diff(string(want), string(lock(t, src).Format())); diff != "" {
			t.Errorf("%q (-want +got):\n%s", src, diff)
		}
	}
	if !bytes.HasSuffix(want, []byte("\n\nA.b = 1\nA.c = 2\n# reserved A.d = 3\n")) {
		t.Errorf("not as documented:\n%s", want)
	}
}

const tinySchema = `{"$defs": {
"A": {"properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}}},
"E": {"oneOf": [{"$ref": "#/$defs/X"}, {"$ref": "#/$defs/Y"}]},
"X": {"properties": {"type": {"const": "x"}}},
"Y": {"properties": {"type": {"const": "y"}, "n": {"type": "integer"}}},
"K": {"enum": ["one", "two"]}
}}`

// TestTampering holds that a ledger whose lines were changed by hand is refused, with the line and what it was.
func TestTampering(t *testing.T) {
	m := wiretest.Model(t, "s.json", tinySchema)
	cfg := config(t, "version: 1\nenums: {K: {}}\n")
	_, l, err := wire.Build(cfg, lock(t, "# reserved A.gone = 4\n"), m)
	if err != nil {
		t.Fatal(err)
	}
	file := string(l.Format())
	if _, again, err := wire.Build(cfg, lock(t, file), m); err != nil || string(again.Format()) != file {
		t.Fatalf("the ledger is not stable: %v", err)
	}
	const (
		restore = "; restore the file from version control; numbers are added by agui-gen alone"
		merged  = restore + ", or, where branches were merged, run agui-gen lock --resolve"
	)
	for _, tt := range []struct {
		name, old, new string
		want           []string
	}{
		{"a number", "A.b = 6", "A.b = 9", []string{"A.b = 9: the number was edited, it was 6" + restore}},
		{"a number, to one below the highest", "E.kind.y = 2", "E.kind.y = 7", []string{"E.kind.y = 7: the number was edited, it was 2" + restore}},
		{"two numbers swapped", "A.a = 5\nA.b = 6", "A.a = 6\nA.b = 5", []string{"A.a = 6: the number was edited, it was 5" + restore, "A.b = 5: the number was edited, it was 6" + restore}},
		{"a line lost", "A.b = 6\n", "", []string{"a line before this one was lost: A.b = 6" + restore}},
		{"the last line lost", "Y.n = 1\n", "", []string{"a line before this one was lost: Y.n = 1" + restore}},
		{"two lines lost", "A.b = 6\nA.c = 7\n", "", []string{"a line before this one was lost: A.b = 6" + restore, "a line before this one was lost: A.c = 7" + restore}},
		{"a line added", "A.b = 6\n", "A.b = 6\nA.z = 9\n", []string{"A.z = 9 was added by hand" + merged}},
		{"a name", "A.b = 6", "A.bb = 6", []string{"A.bb = 6: the name was edited, it was A.b" + restore}},
		{"a tombstone raised", "# reserved A.gone = 4", "A.gone = 4", []string{"A.gone = 4 was reserved: its number is not given again" + restore}},
		{"a slot buried", "A.b = 6", "# reserved A.b = 6", []string{"A.b was turned into a comment by hand" + restore}},
		{"a tombstone lost", "# reserved A.gone = 4\n", "", []string{"the lines do not add up to the digest: several were edited, lost or added by hand" + merged}},
		{"much lost", "A.a = 5\nA.b = 6\nA.c = 7\n", "", []string{"the lines do not add up to the digest: several were edited, lost or added by hand; the schema has slots that are not here, such as A.a, A.b, A.c" + merged}},
		{"a type", "# type A.b string", "# type A.b bool", []string{"# type A.b bool: the type was edited, it was string" + restore}},
		{"a type lost", "# type Y.n int64\n", "", []string{"the line that says what it carries was lost: # type Y.n int64" + restore}},
		{"a type added", "# type A.b string\n", "# type A.b string\n# type A.q string\n", []string{"# type A.q string was added by hand" + merged}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			edited := strings.Replace(file, "\n"+tt.old, "\n"+tt.new, 1)
			if edited == file {
				t.Fatalf("%q is not in\n%s", tt.old, file)
			}
			_, _, err := wire.Build(cfg, lock(t, edited), m)
			if err == nil {
				t.Fatal("no error")
			}
			got := strings.Split(err.Error(), "\n")
			if len(got) != len(tt.want) {
				t.Fatalf("got %d errors, want %d:\n%v", len(got), len(tt.want), err)
			}
			for i, line := range got {
				_, message, _ := strings.Cut(line, ":1: ")
				if message != tt.want[i] {
					t.Errorf("got  %s\nwant %s", message, tt.want[i])
				}
			}
		})
	}
	t.Run("the line", func(t *testing.T) {
		edited := strings.Replace(file, "A.b = 6", "A.b = 9", 1)
		_, _, err := wire.Build(cfg, lock(t, edited), m)
		line := 1 + strings.Count(edited[:strings.Index(edited, "A.b = 9")], "\n")
		if want := "wire.lock:" + itoa(line) + ":1: "; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want it at %s", err, want)
		}
	})
}

// TestAdopting holds that a ledger without a digest is taken as it is, and has one from then on.
func TestAdopting(t *testing.T) {
	m := wiretest.Model(t, "s.json", tinySchema)
	_, l, err := wire.Build(nil, lock(t, "# kept by another tool\nA.b = 3\nE.kind.y = 1\n"), m)
	if err != nil {
		t.Fatal(err)
	}
	want := "A.a = 4\nA.b = 3\nA.c = 5\nE.kind.x = 2\nE.kind.y = 1\nY.n = 1\n"
	if diff := cmp.Diff(want, slots(l)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if again := lock(t, string(l.Format())); again.Empty() || !strings.Contains(string(l.Format()), "\n# type Y.n int64\n") {
		t.Errorf("no digest, or no types:\n%s", l.Format())
	}
}

// TestLedgerAgainstSchema holds the rules that need to know what a slot is.
func TestLedgerAgainstSchema(t *testing.T) {
	m := wiretest.Model(t, "s.json", tinySchema)
	cfg := "version: 1\nenums: {K: {}}\n"
	for _, tt := range []struct{ name, yaml, lock, want string }{
		{"a field with the number 0", cfg, "A.a = 0\n", `wire.lock:1:1: A.a = 0: a field's number is 1 to 536870911`},
		{"a field beyond the last number", cfg, "A.a = 536870912\n", "s.json:2:52: #/$defs/A/properties/b: no number is left for A.b\ns.json:2:77: #/$defs/A/properties/c: no number is left for A.c\n" +
			`wire.lock:1:1: A.a = 536870912: a field's number is 1 to 536870911`},
		{"a field with one of protobuf's own numbers", cfg, "A.a = 19500\n", `wire.lock:1:1: A.a = 19500: the numbers 19000 to 19999 are protobuf's own`},
		{"no number left", cfg, "A.a = 536870911\n", "s.json:2:52: #/$defs/A/properties/b: no number is left for A.b\ns.json:2:77: #/$defs/A/properties/c: no number is left for A.c"},
		{"an enum without a value 0", cfg, "K.ONE = 1\nK.TWO = 2\n", `s.json:6:6: the enum K has no value 0 in the ledger, and proto3 needs one`},
		{"a removed slot's name", cfg, "# reserved A.a = 3\n",
			`wire.lock:1:1: A.a was removed from the schema and is reserved, but property a of A is called so again; a name that is gone is not given again: give it another in wire.yaml, fields: {A.a: {name: …}}, or, where it may have the name with a new number, retired: {A.a: 3}`},
		{"a removed slot's name in another place", cfg, "# reserved E.x = 3\n",
			`wire.lock:1:1: E.x was removed from the schema, which reserves its name, but E.kind.x is called so too; give it another name in wire.yaml: unions: {E: {names: {x: …}}}`},
		{"a removed value's name", cfg, "# reserved K.TWO = 3\nK.ONE = 0\n",
			`wire.lock:1:1: K.TWO was removed from the schema and is reserved, but a value of K is called so again; a name that is gone is not given again: give it another in wire.yaml, enums: {K: {names: {…}}}, or, where it may have the name with a new number, retired: {K.TWO: 3}`},
		{"renamed from nothing", cfg + "renamed_from: {A.b: A.q}\n", "A.a = 1\n", `wire.yaml:3:21: the ledger has no slot A.q`},
		{"renamed to nothing", cfg + "renamed_from: {A.q: A.a}\n", "A.a = 1\n", `wire.yaml:3:16: the schema has no slot A.q that could have been renamed`},
		{"renamed, but still there", cfg + "renamed_from: {A.b: A.a}\n", "A.a = 1\n", `wire.yaml:3:21: A.a was not renamed: the schema still has it`},
		{"renamed from what is gone", cfg + "renamed_from: {A.b: A.q}\n", "# reserved A.q = 1\n", `wire.yaml:3:21: A.q is reserved (wire.lock:1:1): what is gone cannot be renamed`},
		{"renamed to what has a number", cfg + "renamed_from: {A.b: A.q}\n", "A.q = 1\nA.b = 2\n", `wire.yaml:3:16: A.b has a number of its own already (wire.lock:2:1)`},
		{"renamed across messages", cfg + "renamed_from: {A.b: B.q}\n", "B.q = 1\n", `wire.yaml:3:16: A.b and B.q are not of one message or enum, and a number belongs to one`},
		{"message renamed from nothing", cfg + "renamed_from: {A: B}\n", "C.a = 1\n", `wire.yaml:3:19: the ledger has no message or enum B`},
		{"message renamed, but still there", cfg + "renamed_from: {A: Y}\n", "Y.n = 1\n", `wire.yaml:3:19: Y was not renamed: the schema still has it`},
		{"message renamed to nothing", cfg + "renamed_from: {Z: B}\n", "B.a = 1\n", `wire.yaml:3:16: the schema has no message or enum Z that could have been renamed`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := wire.Build(config(t, tt.yaml), lock(t, tt.lock), m)
			wantError(t, err, tt.want)
		})
	}
}

// TestGrowth holds how a ledger grows with the schema.
func TestGrowth(t *testing.T) {
	m := wiretest.Model(t, "s.json", tinySchema)
	cfg := "version: 1\nenums: {K: {}}\n"
	for _, tt := range []struct{ name, yaml, lock, want string }{
		{"from nothing", cfg, "", "A.a = 1\nA.b = 2\nA.c = 3\nE.kind.x = 1\nE.kind.y = 2\nK.ONE = 0\nK.TWO = 1\nY.n = 1\n"},
		{"after the highest ever, tombstones included", cfg, "A.a = 2\n# reserved A.z = 9\nK.ONE = 0\n# reserved K.OLD = 5\n",
			"A.a = 2\nA.b = 10\nA.c = 11\n# reserved A.z = 9\nE.kind.x = 1\nE.kind.y = 2\n# reserved K.OLD = 5\nK.ONE = 0\nK.TWO = 6\nY.n = 1\n"},
		{"around protobuf's own numbers", cfg, "A.a = 18999\nK.ONE = 0\nK.OLD = 18999\n",
			"A.a = 18999\nA.b = 20000\nA.c = 20001\nE.kind.x = 1\nE.kind.y = 2\n# reserved K.OLD = 18999\nK.ONE = 0\nK.TWO = 20000\nY.n = 1\n"},
		{"what is gone is reserved", cfg, "A.q = 1\nGone.f = 3\nGone.kind.g = 4\nK.THREE = 2\nK.ONE = 0\n",
			"A.a = 2\nA.b = 3\nA.c = 4\n# reserved A.q = 1\nE.kind.x = 1\nE.kind.y = 2\n# reserved Gone.f = 3\n# reserved Gone.kind.g = 4\nK.ONE = 0\n# reserved K.THREE = 2\nK.TWO = 3\nY.n = 1\n"},
		{"a renamed field, arm and value", cfg + "renamed_from: {A.b: A.bee, E.kind.y: E.kind.why, K.TWO: K.ZWEI}\n", "A.bee = 7\nE.kind.why = 8\nK.ZWEI = 9\nK.ONE = 0\n",
			"A.a = 8\nA.b = 7\nA.c = 9\nE.kind.x = 9\nE.kind.y = 8\nK.ONE = 0\nK.TWO = 9\nY.n = 1\n"},
		{"a renamed message with its tombstones", cfg + "renamed_from: {A: Old, K: OldK}\n", "Old.b = 7\n# reserved Old.z = 8\nOldK.ONE = 0\n",
			"A.a = 9\nA.b = 7\nA.c = 10\n# reserved A.z = 8\nE.kind.x = 1\nE.kind.y = 2\nK.ONE = 0\nK.TWO = 1\nY.n = 1\n"},
		{"a renamed message with a renamed field", cfg + "renamed_from: {A: Old, A.b: Old.bee, A.c: A.sea}\n", "Old.bee = 7\nOld.sea = 6\n",
			"A.a = 8\nA.b = 7\nA.c = 6\nE.kind.x = 1\nE.kind.y = 2\nK.ONE = 0\nK.TWO = 1\nY.n = 1\n"},
		{"a rename that was carried out", cfg + "renamed_from: {A: Old, A.b: A.bee}\n", "A.b = 7\n",
			"A.a = 8\nA.b = 7\nA.c = 9\nE.kind.x = 1\nE.kind.y = 2\nK.ONE = 0\nK.TWO = 1\nY.n = 1\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := lock(t, tt.lock)
			untouched := string(before.Format())
			_, l, err := wire.Build(config(t, tt.yaml), before, m)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, slots(l)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if string(before.Format()) != untouched {
				t.Error("the ledger that was given has changed")
			}
		})
	}
}

// TestZeroValueRemoved holds that an enum keeps its value 0 in the .proto file when the schema drops it.
func TestZeroValueRemoved(t *testing.T) {
	m := wiretest.Model(t, "s.json", tinySchema)
	s, l, err := wire.Build(config(t, "version: 1\nenums: {K: {}}\n"), lock(t, "K.ZERO = 0\nK.GONE = 1\nK.ONE = 2\n"), m)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.Files {
		for _, e := range f.Enums {
			want := []wire.EnumValue{{Name: "ZERO", Removed: true}, {Name: "ONE", Text: "one", Number: 2}, {Name: "TWO", Text: "two", Number: 3}}
			if diff := cmp.Diff(want, e.Values); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(wire.Reserved{Numbers: []int{1}, Names: []string{"GONE"}}, e.Reserved); diff != "" {
				t.Errorf("reserved (-want +got):\n%s", diff)
			}
		}
	}
	if !strings.Contains(slots(l), "# reserved K.ZERO = 0\n") {
		t.Errorf("no tombstone:\n%s", slots(l))
	}
}

func FuzzParseLock(f *testing.F) {
	f.Add("A.b = 1\n# reserved A.c = 2\nA.kind.d = 3\n")
	f.Add(string((&wire.Lock{}).Format()) + "A.B.c = 1\n")
	f.Fuzz(func(t *testing.T, src string) {
		l, err := wire.ParseLock("wire.lock", []byte(src))
		if err != nil {
			return
		}
		again, err := wire.ParseLock("wire.lock", l.Format())
		if err != nil {
			t.Fatalf("what was formatted does not parse: %v", err)
		}
		if !bytes.Equal(l.Format(), again.Format()) {
			t.Error("formatting is not stable")
		}
	})
}

// TestForeign holds which ledgers are taken for those of another schema, by what a build makes of them.
func TestForeign(t *testing.T) {
	for _, tt := range []struct {
		name, before, grown string
		want                bool
	}{
		{"empty", "", "B.b = 1\n", false},
		{"all of it gone, and all else new", "A.a = 1\nA.c = 2\n", "# reserved A.a = 1\n# reserved A.c = 2\nB.b = 1\n", true},
		{"nothing new either", "A.a = 1\n", "# reserved A.a = 1\n", true},
		{"its message lives on", "A.a = 1\n", "# reserved A.a = 1\nA.b = 2\n", false},
		{"a slot lives on", "A.a = 1\nC.c = 1\n", "# reserved A.a = 1\nC.c = 1\n", false},
		{"renamed", "A.a = 1\n", "B.a = 1\n", false},
		{"only tombstones", "# reserved A.a = 1\n", "# reserved A.a = 1\nB.b = 1\n", false},
	} {
		parse := func(src string) *wire.Lock {
			l, err := wire.ParseLock("wire.lock", []byte(src))
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		if got := parse(tt.before).Foreign(parse(tt.grown)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
