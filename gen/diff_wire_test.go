package gen

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/wire"
)

// onWire is what changes mean to protobuf, a line each: the levels for wire and wire-json, and what is told of wire.
func onWire(changes []*diff.Change) []string {
	var out []string
	for _, c := range changes {
		for _, e := range c.Effects {
			if e.Class == diff.Wire {
				out = append(out, fmt.Sprintf("%s %s: %s", e.Level, c.Level(diff.WireJSON), e.Why))
			}
		}
	}
	slices.Sort(out)
	return out
}

// person is a schema of one object with members that are texts.
func person(name string, members ...string) string {
	for i, m := range members {
		if !strings.Contains(m, ":") {
			members[i] = fmt.Sprintf(`%q: {"type": "string"}`, m)
		}
	}
	return fmt.Sprintf(`{"title": "S", "$ref": "#/$defs/%s", "$defs": {%[1]q: {"type": "object", "properties": {%s}}}}`, name, strings.Join(members, ", "))
}

// ledgerOf is a ledger as agui-gen writes it, of what a .proto file has.
func ledgerOf(t *testing.T, proto string) string {
	t.Helper()
	l, err := wire.FromProto(wire.ProtoFile{Name: "a.proto", Data: []byte("syntax = \"proto3\";\n" + proto)})
	if err != nil {
		t.Fatal(err)
	}
	return string(l.Format())
}

// TestDiffLedgers holds what a comparison makes of ledgers: of one that versions share, of what other versions have in it, of
// ranges that are kept from use, and of one side's that is missing.
func TestDiffLedgers(t *testing.T) {
	const config = `version: 1
targets:
  - {schema: v1.json, lock: wire.lock, proto: p1}
  - {schema: v2.json, wire: v2.yaml, lock: wire.lock, proto: p2}
`
	const renamed = "version: 1\nrenamed_from: {Person: Who, Person.nickname: Who.nick}\n"
	shared := ledgerOf(t, `message Person { optional string gone = 3; optional string id = 1; optional string lang = 4; optional string nickname = 2; }`)
	kept := ledgerOf(t, `message A { optional string a = 1; reserved 5 to 9, 12 to max; reserved "z"; }`)
	free := ledgerOf(t, `message A { optional string a = 1; optional string b = 6; reserved 8; }`)
	project := func(dir, v1, v2 string) map[string]string {
		return map[string]string{dir + "/agui-gen.yaml": config, dir + "/v1.json": v1, dir + "/v2.json": v2, dir + "/v2.yaml": renamed, dir + "/wire.lock": shared}
	}
	both := func(maps ...map[string]string) map[string]string {
		out := map[string]string{}
		for _, m := range maps {
			for k, v := range m {
				out[k] = v
			}
		}
		return out
	}
	v1, v2 := person("Who", "id", "nick", "gone"), person("Person", "id", "nickname", "lang")
	for _, tt := range []struct {
		name       string
		files      map[string]string
		old, fresh string
		want       []string
	}{
		{"versions that share one", map[string]string{"1/s.json": v1, "2/s.json": v2, "2/wire.yaml": renamed, "shared.lock": shared}, "1", "2", []string{
			"safe break: Person.nickname = 2 was called nick, which does not travel",
			"safe safe: Person.lang = 4 is new, and kept as unknown by old readers",
			"safe safe: Who.gone = 3 is gone; its number is reserved",
			"safe safe: message Person is new",
			"safe safe: message Who is gone; what becomes of the field that held it is told there",
		}},
		{"the earlier takes up what the later has", both(project("a", v1, v2), project("b", person("Who", "id", "nick", "gone", "lang"), v2)), "a", "b",
			[]string{"safe safe: Who.lang = 4 is new, and kept as unknown by old readers"}},
		{"the later takes up what the earlier has", both(project("a", v1, v2), project("b", v1, person("Person", "id", "nickname", "lang", "gone"))), "a", "b",
			[]string{"safe safe: Person.gone = 3 is new, and kept as unknown by old readers"}},
		{"the later loses what the earlier has", both(project("a", v1, person("Person", "id", "nickname", "lang", "gone")), project("b", v1, v2)), "a", "b",
			[]string{"safe safe: Person.gone = 3 is gone; its number is reserved"}},
		{"by itself, one takes up what another has", map[string]string{"a/s.json": person("Person", "id"), "a/wire.lock": shared, "b/s.json": person("Person", "id", "lang"), "b/wire.lock": shared}, "a", "b",
			[]string{"safe safe: Person.lang = 4 is new, and kept as unknown by old readers"}},
		{"the root has another name, and other numbers", map[string]string{"a/s.json": person("A", "x", "y"), "a/wire.lock": ledgerOf(t, "message A { optional string x = 2; optional string y = 1; }"),
			"b/s.json": person("B", "x", "y")}, "a", "b", []string{
			"break break: B.x = 1 was called y, which is another field: what one side means by it the other takes for something else",
			"break break: B.y = 2 was called x, which is another field: what one side means by it the other takes for something else",
			"safe safe: message B is new; message A is gone; what becomes of the field that held it is told there",
		}},
		{"another type on a shared number", map[string]string{"v1.json": person("P", "a"), "v2.json": person("P", `"a": {"type": "integer"}`), "wire.lock": ledgerOf(t, `message P { optional string a = 1; }`)}, "v1.json", "v2.json",
			[]string{"break break: P.a was string and is int64"}},
		{"ranges that are kept no more", map[string]string{"a/s.json": person("A", "a"), "a/wire.lock": kept, "b/s.json": person("A", "a", "b"), "b/wire.lock": free}, "a", "b", []string{
			"break break: A no longer reserves 5 to 7; A no longer reserves 9; A no longer reserves 12 to max; A no longer reserves z",
			"break break: A.b has the number 6, which was reserved",
		}},
		{"the old one's goes on", map[string]string{"a/s.json": person("A", "a"), "a/wire.lock": kept, "b/s.json": person("A", "b")}, "a", "b", []string{
			"safe safe: A.a = 1 is gone; its number is reserved",
			"safe safe: A.b = 10 is new, and kept as unknown by old readers",
		}},
		{"one file beside both, where there is no ledger", map[string]string{"old.json": person("A", "a"), "new.json": person("A", "b")}, "old.json", "new.json", []string{
			"safe safe: A.a = 1 is gone; its number is reserved",
			"safe safe: A.b = 2 is new, and kept as unknown by old readers",
		}},
		{"a slot that gives up its number", map[string]string{"a/s.json": person("A", "a"), "b/s.json": person("A", `"a": {"type": "integer"}`), "b/wire.yaml": "version: 1\nretired: {A.a: 1}\n"}, "a", "b", []string{
			"safe break: A.a had the number 1 and has 2; its number is reserved; A.a = 2 is new, and kept as unknown by old readers",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folder(t, tt.files)
			opts := DiffOptions{}
			if tt.files["shared.lock"] != "" {
				opts.Target.Lock = "shared.lock"
			}
			d, err := Compare(tt.old, tt.fresh, opts)
			if err != nil {
				t.Fatal(err)
			}
			if got := onWire(d.Changes); !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
			if len(d.Notes)+len(d.Unjudged) > 0 {
				t.Errorf("notes: %q, not judged: %v", d.Notes, d.Unjudged)
			}
		})
	}
}

// TestDiffTampered holds that a ledger that was changed by hand is told where it is the old one, which stands, and refused
// where it is the new one.
func TestDiffTampered(t *testing.T) {
	good := ledgerOf(t, "message A { optional string a = 1; optional string b = 2; }")
	bad := strings.Replace(good, "A.b = 2", "A.b = 5", 1)
	const what = "wire.lock:16:1: A.b = 5: the number was edited, it was 2; restore the file from version control; numbers are added by agui-gen alone"
	folder(t, map[string]string{"good/s.json": person("A", "a", "b"), "good/wire.lock": good, "bad/s.json": person("A", "a", "b"), "bad/wire.lock": bad})
	d, err := Compare("bad", "good", DiffOptions{})
	if err != nil || len(d.Unjudged) > 0 || !slices.Equal(d.Notes, []string{"the old ledger was changed by hand, and is taken as it stands: bad/" + what}) {
		t.Errorf("the old one: %v, notes %q, not judged: %v", err, d.Notes, d.Unjudged)
	}
	if _, err := Compare("good", "bad", DiffOptions{}); err == nil || err.Error() != "bad/"+what {
		t.Errorf("the new one: %v", err)
	}
	if _, err := Compare("bad/s.json", "bad/s.json", DiffOptions{}); err == nil || err.Error() != "bad/"+what {
		t.Errorf("both: %v", err)
	}
}

// TestDiffUnjudged holds when protobuf that cannot be judged is somebody's, and when nobody's.
func TestDiffUnjudged(t *testing.T) {
	const mixed = `{"title": "S", "$defs": {"A": {"type": "object", "properties": {"x": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}}}}}`
	plain := person("A", "x")
	ledger := ledgerOf(t, "message A { optional string x = 1; }")
	const config = "version: 1\ntargets: [{schema: s.json, proto: p, go: {dir: g}}]\n"
	for _, tt := range []struct {
		name           string
		old, fresh     map[string]string
		unjudged, note bool
		err            string
	}{
		{name: "nothing tells that anybody speaks it", old: map[string]string{"s.json": mixed}, fresh: map[string]string{"s.json": mixed}, note: true},
		{name: "a ledger that is no more its own", old: map[string]string{"s.json": mixed, "wire.lock": ledger}, fresh: map[string]string{"s.json": plain}, unjudged: true},
		{name: "a mapping that is broken", old: map[string]string{"s.json": plain, "wire.yaml": "nonsense: 1\n"}, fresh: map[string]string{"s.json": plain}, unjudged: true},
		{name: "a ledger from the future", old: map[string]string{"s.json": plain, "wire.lock": "# format 7\n"}, fresh: map[string]string{"s.json": plain}, unjudged: true},
		{name: "it is configured", old: map[string]string{"s.json": mixed, "agui-gen.yaml": config}, fresh: map[string]string{"s.json": plain}, unjudged: true},
		{name: "the new one cannot be put there", old: map[string]string{"s.json": plain, "wire.lock": ledger}, fresh: map[string]string{"s.json": mixed}, err: "new/s.json:1:"},
		{name: "it never was there, and cannot be", old: map[string]string{"s.json": plain}, fresh: map[string]string{"s.json": mixed}, note: true},
		{name: "it comes there", old: map[string]string{"s.json": mixed}, fresh: map[string]string{"s.json": plain, "wire.lock": ledger}, note: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{}
			for name, data := range tt.old {
				files["old/"+name] = data
			}
			for name, data := range tt.fresh {
				files["new/"+name] = data
			}
			folder(t, files)
			d, err := Compare("old", "new", DiffOptions{})
			if tt.err != "" {
				var faults diag.Errors
				if !errors.As(err, &faults) || !strings.HasPrefix(err.Error(), tt.err) {
					t.Errorf("the error is %v, want %s…", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := len(d.Unjudged) == 1 && slices.Equal(d.Unjudged[0].Classes, []diff.Class{diff.Wire, diff.WireJSON}); got != tt.unjudged {
				t.Errorf("not judged: %v", d.Unjudged)
			}
			if got := len(d.Notes) == 1 && strings.HasPrefix(d.Notes[0], "protobuf is not compared, for the "); got != tt.note {
				t.Errorf("notes: %q", d.Notes)
			}
			if on := onWire(d.Changes); len(on) > 0 {
				t.Errorf("what was not compared is told: %q", on)
			}
		})
	}
}

// TestDiffSides holds that one schema is not held against several.
func TestDiffSides(t *testing.T) {
	folder(t, map[string]string{"one.json": person("A", "a"), "two/agui-gen.yaml": "version: 1\ntargets: [{schema: a.json, proto: p}, {schema: b.json, proto: q}]\n",
		"two/a.json": person("A", "a"), "two/b.json": person("B", "b")})
	_, err := Compare("one.json", "two", DiffOptions{})
	if err == nil || err.Error() != "one.json is one schema, and the other side stands for several; name the schema's file on both sides" {
		t.Error(err)
	}
	if err := os.Remove("two/b.json"); err != nil {
		t.Fatal(err)
	}
	if _, err := Compare("two", "two", DiffOptions{}); err == nil || !strings.HasPrefix(err.Error(), "two/b.json: ") {
		t.Error(err)
	}
}
