package wire_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/gen/wire/wiretest"
)

// TestFromProto holds what of a .proto file comes into a ledger.
func TestFromProto(t *testing.T) {
	types := `syntax = "proto3";
package town.library;
import "google/protobuf/struct.proto";

message Shelf {
  // What was here once.
  reserved 4, 9 to 11, 1000 to max;
  reserved "old", "older";
  string name = 1;
  optional int32 count = 2 [json_name = "n"];
  repeated Book books = 3;
  map<string, Book.Page> pages = 5;
  map<int32, Colour> colours = 6;
  google.protobuf.Value any = 7;
  .town.library.Book absolute = 8;
  library.Book half = 12;
  elsewhere.Thing thing = 13;
  oneof kind {
    bytes raw = 14;
    Page page = 15;
  }
  message Page { fixed64 number = 1; }
}
`
	books := `syntax = "proto2";
package town.library;
enum Colour { option allow_alias = true; BLACK = 0; RED = 2; CRIMSON = 2; reserved 1, 5 to 536870911; reserved "BLUE"; }
message Book {
  required string title = 1;
  repeated group Line = 2 { optional sint32 n = 1; }
  extensions 100 to 199, 536870000 to max;
  message Page { optional Page next = 3; optional Colour colour = 4; }
}
extend Book { optional string more = 100; }
service S { rpc Get(Book) returns (Book); }
`
	l, err := wire.FromProto(wire.ProtoFile{Name: "types.proto", Data: []byte(types)}, wire.ProtoFile{Name: "books.proto", Data: []byte(books)})
	if err != nil {
		t.Fatal(err)
	}
	want := `Book.Line.n = 1
Book.Page.colour = 4
Book.Page.next = 3
Book.line = 2
Book.title = 1
Colour.BLACK = 0
Colour.RED = 2
Shelf.Page.number = 1
Shelf.absolute = 8
Shelf.any = 7
Shelf.books = 3
Shelf.colours = 6
Shelf.count = 2
Shelf.half = 12
Shelf.kind.page = 15
Shelf.kind.raw = 14
Shelf.name = 1
Shelf.pages = 5
Shelf.thing = 13
# reserved Book 100 to 199
# reserved Book 536870000 to max
# reserved Colour "BLUE"
# reserved Colour "CRIMSON"
# reserved Colour 1
# reserved Colour 5 to 536870911
# reserved Shelf "old"
# reserved Shelf "older"
# reserved Shelf 4
# reserved Shelf 9 to 11
# reserved Shelf 1000 to max

# type Book.Line.n sint32
# type Book.Page.colour enum Colour
# type Book.Page.next message Book.Page
# type Book.title string
# type Shelf.Page.number fixed64
# type Shelf.absolute message Book
# type Shelf.any message google.protobuf.Value
# type Shelf.books repeated message Book
# type Shelf.colours map<int32, enum Colour>
# type Shelf.count int32
# type Shelf.half message Book
# type Shelf.kind.page message Shelf.Page
# type Shelf.kind.raw bytes
# type Shelf.name string
# type Shelf.pages map<string, message Book.Page>
`
	_, got, _ := strings.Cut(string(l.Format()), "\n\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if again := lock(t, string(l.Format())); !cmp.Equal(again.Format(), l.Format()) {
		t.Error("the ledger does not read as itself")
	}
}

// TestFromProtoErrors holds what cannot begin a ledger.
func TestFromProtoErrors(t *testing.T) {
	const head = "syntax = \"proto3\";\n"
	for _, tt := range []struct{ name, a, b, want string }{
		{"no .proto file", "message {", "", `a.proto:2:9: not readable as a .proto file: found "{" but expected [message identifier]`},
		{"two packages", "package a;", "package b;", `b.proto:2:1: package "b", and the files before are of "a"; a ledger is of one package: start one for each`},
		{"a number twice", "message A { string a = 1; string b = 1; }", "", `a.proto:2:27: A.b = 1: A.a has the number 1 (line 2): no two slots of A share one`},
		{"another number later", "message A { string a = 1; }", "message A { string a = 2; }", `b.proto:2:13: A.a has a line already (line 2): a slot has one number at a time`},
		{"another type later", "message A { string a = 1; }", "message A { int32 a = 1; }", `b.proto:2:13: A.a = 1 carries int32 here, and string at a.proto:2:13`},
		{"a reserved number in use", "message A { reserved 1; string a = 1; }", "", `a.proto:2:25: A.a = 1: line 2 keeps that from use`},
		{"a reserved name in use", "message A { reserved \"a\"; string a = 1; }", "", `a.proto:2:27: A.a = 1: line 2 keeps that from use`},
		{"below 0", "enum E { A = 0; B = -1; }", "", `a.proto:2:17: E.B has a number below 0, which a ledger does not keep`},
		{"a nested type that looks like a oneof", "message A { message b { string c = 1; } }", "", `a.proto:2:13: A.b begins with no capital letter, and a ledger would take it for a oneof`},
		{"a oneof that looks like a message", "message A { oneof B { string c = 1; } }", "", `a.proto:2:13: the oneof A.B begins with a capital letter, and a ledger would take it for a message`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := []wire.ProtoFile{{Name: "a.proto", Data: []byte(head + tt.a)}}
			if tt.b != "" {
				files = append(files, wire.ProtoFile{Name: "b.proto", Data: []byte(head + tt.b)})
			}
			_, err := wire.FromProto(files...)
			wantError(t, err, tt.want)
		})
	}
}

// TestFromProtoStates holds that several states of one file make one ledger, in which what a later one reserves is gone.
func TestFromProtoStates(t *testing.T) {
	l, err := wire.FromProto(
		wire.ProtoFile{Name: "v1.proto", Data: []byte("syntax = \"proto3\"; message A { string a = 1; string b = 2; }")},
		wire.ProtoFile{Name: "v2.proto", Data: []byte("syntax = \"proto3\"; message A { reserved 2; string a = 1; string c = 3; }")})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("A.a = 1\n# reserved A.b = 2\nA.c = 3\n# reserved A 2\n", slots(l)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestHolds holds that what a .proto file keeps from use stays so: in numbers, names and the files that are written.
func TestHolds(t *testing.T) {
	m := func(props string) wire.Version {
		return version(t, `"A": {"properties": {`+props+`}}`, "")
	}
	l := deployed(t, `message A { reserved 3 to 5, 8 to max; reserved "old"; string a = 1; }`)
	s, grown, err := wire.BuildShared(l, m(`"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("A.a = 1\nA.b = 6\nA.c = 7\nA reserves [{3 5} {8 9223372036854775807}] [old]\n", fields(s[0])); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, _, err = wire.BuildShared(grown, m(`"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}, "d": {"type": "string"}`))
	wantError(t, err, "s.json:1:113: #/$defs/A/properties/d: no number is left for A.d")
	_, _, err = wire.BuildShared(l, m(`"old": {"type": "string"}`))
	wantError(t, err, `a.proto:2:40: A keeps the name "old" from use, but property old of A is called so; give it another in wire.yaml: fields: {A.old: {name: …}}`)

	renamed := version(t, `"B": {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}}`, "renamed_from: {B: A}\n")
	if s, _, err = wire.BuildShared(l, renamed); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("B.a = 1\nB.b = 6\nB reserves [{3 5} {8 9223372036854775807}] [old]\n", fields(s[0])); diff != "" {
		t.Errorf("under another name (-want +got):\n%s", diff)
	}
}

// TestCompare holds what is said of a schema that does not match what is deployed.
func TestCompare(t *testing.T) {
	l := deployed(t, "package deployed;\nmessage A {\n  string same = 1;\n  string gone = 2;\n  string other = 3;\n  string former = 4;\n  reserved \"kept\";\n}")
	v := version(t, `"A": {"properties": {"same": {"type": "string"}, "other": {"type": "integer"}, "now": {"type": "string"}, "kept": {"type": "string"}, "new": {"type": "string"}}}`,
		"renamed_from: {A.now: A.former}\n")
	found, err := wire.Compare(l, v)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range found {
		text, _, _ := strings.Cut(d.String(), ";")
		got = append(got, text)
	}
	want := []string{
		"the .proto files are of package deployed, and those of the schema would be of s",
		"a.proto:5:3: A.gone = 2: the schema has no such slot, and generate would reserve it",
		`a.proto:8:3: A keeps the name "kept" from use, but property kept of A is called so`,
		"s.json:1:70: #/$defs/A/properties/other: A.other = 3 is on the wire as string and would be int64 (property other of A), so that old and new programs could not read each other",
		"s.json:1:153: #/$defs/A/properties/new: A.new is property new of A, which the ledger does not have and generate would number",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	same, err := wire.Compare(deployed(t, "package s; message A { string a = 1; }"), version(t, `"A": {"properties": {"a": {"type": "string"}}}`, ""))
	if len(same) != 0 || err != nil {
		t.Errorf("what matches is reported: %v, %v", same, err)
	}
}

// FuzzFromProto holds that no .proto file makes a panic, and that what comes of one is a ledger.
func FuzzFromProto(f *testing.F) {
	f.Add("syntax = \"proto3\"; package a; message A { reserved 4, 9 to max; reserved \"x\"; oneof k { string a = 1; } map<string, A> m = 2; } enum E { Z = 0; }")
	f.Add("message A { optional group G = 1 { optional int32 a = 1; } extensions 5 to 9; message B { repeated .A a = 2; } }")
	f.Fuzz(func(t *testing.T, src string) {
		l, err := wire.FromProto(wire.ProtoFile{Name: "a.proto", Data: []byte(src)})
		if err != nil {
			return
		}
		if _, err := wire.ParseLock("wire.lock", l.Format()); err != nil {
			t.Fatalf("no ledger: %v\n%s", err, l.Format())
		}
		if _, err := wire.Compare(l, wire.Version{Schema: wiretest.Model(t, "s.json", tinySchema)}); err != nil {
			t.Fatal(err)
		}
	})
}
