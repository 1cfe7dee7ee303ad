package wire_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/gen/wire/wiretest"
)

// version is a version of a schema: its definitions, and its wire.yaml without the version.
func version(t *testing.T, defs, yaml string) wire.Version {
	t.Helper()
	return wire.Version{Config: config(t, "version: 1\n"+yaml), Schema: wiretest.Model(t, "s.json", `{"$defs": {`+defs+`}}`)}
}

// fields are the fields, values and reservations of a version, a line each.
func fields(s *wire.Schema) string {
	var b strings.Builder
	var message func(m *wire.Message)
	message = func(m *wire.Message) {
		for _, f := range m.Fields {
			fmt.Fprintf(&b, "%s.%s = %d\n", m.Name, f.Name, f.Number)
		}
		if spans := m.Reserved.Spans(); len(spans) > 0 {
			fmt.Fprintf(&b, "%s reserves %v %v\n", m.Name, spans, m.Reserved.Names)
		}
		for _, n := range m.Nested {
			message(n)
		}
	}
	for _, f := range s.Files {
		for _, m := range f.Messages {
			message(m)
		}
		for _, e := range f.Enums {
			for _, v := range e.Values {
				fmt.Fprintf(&b, "%s.%s = %d\n", e.Name, v.Name, v.Number)
			}
			if spans := e.Reserved.Spans(); len(spans) > 0 {
				fmt.Fprintf(&b, "%s reserves %v %v\n", e.Name, spans, e.Reserved.Names)
			}
		}
	}
	return b.String()
}

// TestVersions holds how versions of a schema share a ledger: one number for one thing, no tombstone for what any of them
// has, and renames that are the same slot under both names.
func TestVersions(t *testing.T) {
	const (
		string1  = `{"type": "string"}`
		enumK    = "enums: {K: {}}\n"
		renamedA = "renamed_from: {B: A, B.y: A.b}\n"
	)
	object := func(name string, props ...string) string {
		for i, p := range props {
			if !strings.Contains(p, ":") {
				props[i] = fmt.Sprintf("%q: %s", p, string1)
			}
		}
		return fmt.Sprintf(`%q: {"properties": {%s}}`, name, strings.Join(props, ", "))
	}
	for _, tt := range []struct {
		name     string
		ledger   string
		versions [][2]string // definitions and wire.yaml
		want     []string    // the fields of each
		lock     string
		err      string
	}{
		{name: "each has one of its own", versions: [][2]string{{object("A", "a", "b"), ""}, {object("A", "a", "c"), ""}},
			want: []string{"A.a = 1\nA.b = 2\n", "A.a = 1\nA.c = 3\nA reserves [{2 2}] [b]\n"},
			lock: "A.a = 1\nA.b = 2\nA.c = 3\n"},
		{name: "gone from both", ledger: "A.a = 1\nA.gone = 2\n", versions: [][2]string{{object("A", "a"), ""}, {object("A", "a"), ""}},
			want: []string{"A.a = 1\nA reserves [{2 2}] [gone]\n", "A.a = 1\nA reserves [{2 2}] [gone]\n"},
			lock: "A.a = 1\n# reserved A.gone = 2\n"},
		{name: "a message and a field renamed in the later", versions: [][2]string{{object("A", "a", "b"), ""}, {object("B", "a", "y"), renamedA}},
			want: []string{"A.a = 1\nA.b = 2\n", "B.a = 1\nB.y = 2\n"},
			lock: "B.a = 1\nB.y = 2\n"},
		{name: "the same from a ledger of the earlier", ledger: "A.a = 4\nA.b = 7\n", versions: [][2]string{{object("A", "a", "b"), ""}, {object("B", "a", "y", "z"), renamedA}},
			want: []string{"A.a = 4\nA.b = 7\n", "B.a = 4\nB.y = 7\nB.z = 8\n"},
			lock: "B.a = 4\nB.y = 7\nB.z = 8\n"},
		{name: "renamed twice", ledger: "A.a = 4\n", versions: [][2]string{{object("A", "a"), ""}, {object("A", "b"), "renamed_from: {A.b: A.a}\n"}, {object("A", "c"), "renamed_from: {A.c: A.b}\n"}},
			want: []string{"A.a = 4\n", "A.b = 4\n", "A.c = 4\n"},
			lock: "A.c = 4\n"},
		{name: "a field of a renamed message", versions: [][2]string{{object("A", "a") + `, "H": {"properties": {"x": {"$ref": "#/$defs/A"}}}`, ""}, {object("B", "a") + `, "H": {"properties": {"x": {"$ref": "#/$defs/B"}}}`, "renamed_from: {B: A}\n"}},
			want: []string{"A.a = 1\nH.x = 1\n", "B.a = 1\nH.x = 1\n"},
			lock: "B.a = 1\nH.x = 1\n"},
		{name: "an enum that loses its first value", versions: [][2]string{{`"K": {"enum": ["one", "two"]}`, enumK}, {`"K": {"enum": ["two", "three"]}`, enumK}},
			want: []string{"K.ONE = 0\nK.TWO = 1\n", "K.ONE = 0\nK.TWO = 1\nK.THREE = 2\n"},
			lock: "K.ONE = 0\nK.THREE = 2\nK.TWO = 1\n"},
		{name: "the same with the later first", ledger: "K.ONE = 0\nK.TWO = 1\n", versions: [][2]string{{`"K": {"enum": ["two", "three"]}`, enumK}, {`"K": {"enum": ["one", "two"]}`, enumK}},
			want: []string{"K.ONE = 0\nK.TWO = 1\nK.THREE = 2\n", "K.ONE = 0\nK.TWO = 1\nK reserves [{2 2}] [THREE]\n"},
			lock: "K.ONE = 0\nK.THREE = 2\nK.TWO = 1\n"},
		{name: "another type", versions: [][2]string{{object("A", "a"), ""}, {object("A", `"a": {"type": "integer"}`), ""}},
			err: `s.json:1:38: #/$defs/A/properties/a: A.a = 1 is on the wire as string and would be int64 (property a of A), so that old and new programs could not read each other; in wire.yaml, give it a new number, retired: {A.a: 1}, or a new name as well, fields: {A.a: {name: …}}`},
		{name: "retired by one alone", ledger: "A.a = 1\n", versions: [][2]string{{object("A", "a"), ""}, {object("A", `"a": {"type": "integer"}`), "retired: {A.a: 1}\n"}},
			err: `wire.yaml:2:11: A.a = 1 cannot be retired: another version of the schema that shares the ledger still has it; give the field of this version another name under fields`},
		{name: "another name instead", ledger: "A.a = 1\n", versions: [][2]string{{object("A", "a"), ""}, {object("A", `"a": {"type": "integer"}`), "fields: {A.a: {name: a_number}}\n"}},
			want: []string{"A.a = 1\n", "A.a_number = 2\nA reserves [{1 1}] [a]\n"},
			lock: "A.a = 1\nA.a_number = 2\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var versions []wire.Version
			for _, v := range tt.versions {
				versions = append(versions, version(t, v[0], v[1]))
			}
			built, grown, err := wire.BuildShared(lock(t, tt.ledger), versions...)
			if tt.err != "" {
				if err == nil || !slices.Contains(strings.Split(err.Error(), "\n"), tt.err) {
					t.Errorf("got %v\nwant %s", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := make([]string, len(built))
			for i, s := range built {
				got[i] = fields(s)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("versions (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.lock, slots(grown)); diff != "" {
				t.Errorf("ledger (-want +got):\n%s", diff)
			}
			if _, again, err := wire.BuildShared(grown, versions...); err != nil || !cmp.Equal(again.Format(), grown.Format()) {
				t.Errorf("a second build differs: %v", err)
			}
		})
	}
}
