package proto_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/emit/proto"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/gen/wire/wiretest"
)

var update = flag.Bool("update", false, "write the golden files")

func build(t *testing.T, schema, config, ledger string) *wire.Schema {
	t.Helper()
	cfg, err := wire.ParseConfig("wire.yaml", []byte("version: 1\n"+config))
	if err != nil {
		t.Fatal(err)
	}
	lock, err := wire.ParseLock("wire.lock", []byte(ledger))
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := wire.Build(cfg, lock, wiretest.Model(t, "schema.json", schema))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func emit(t *testing.T, s *wire.Schema) map[string]string {
	t.Helper()
	files, err := proto.Emit(s)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range files {
		out[f.Name] = string(f.Data)
	}
	return out
}

// librarySchema has everything that a .proto file can say.
const librarySchema = `{"title": "Library", "description": "Books and who has them.", "$defs": {
"Shelf": {"description": "Where books stand.", "properties": {
  "name": {"type": "string", "description": "What the label says.\n\nIt may be empty: then nobody has looked.\nSome are long, and a line that is long is broken between words before it is more than a hundred columns wide."},
  "books": {"type": "array", "items": {"$ref": "#/$defs/Book"}},
  "byAuthor": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Book"}},
  "room": {"$ref": "#/$defs/Room"},
  "oldRooms": {"type": "array", "items": {"$ref": "#/$defs/Room"}},
  "x-code": {"type": "string", "deprecated": true},
  "notes": {"description": "Anything."},
  "tags": {"type": "object"}
}, "required": ["name", "room"]},
"Book": {"description": "A book.", "deprecated": true, "properties": {
  "title": {"type": "string"},
  "page": {"description": "The first page.", "$ref": "#/$defs/Page"},
  "count": {"type": "integer"},
  "item": {"$ref": "#/$defs/Item"}
}, "required": ["title"]},
"Page": {"properties": {"text": {"type": "string"}}},
"Room": {"description": "Where shelves stand.", "enum": ["hall", "attic-left"]},
"Item": {"oneOf": [{"$ref": "#/$defs/Map"}, {"$ref": "#/$defs/Disc"}]},
"Map": {"properties": {"type": {"const": "map"}}},
"Disc": {"deprecated": true, "properties": {"type": {"const": "disc"}, "size": {"type": "number"}}}
}}`

const libraryConfig = `package: town.library
files: [{name: shelf.proto, holds: [Shelf, Room]}, {name: book.proto, holds: ["*"]}]
options: {go_package: example.com/library, optimize_for: CODE_SIZE}
messages: {Page: Book.Page}
enums: {Room: {prefix: ROOM_}}
unions: {Item: {strategy: oneof, oneof: item}}
`

const libraryLedger = `Shelf.gone = 2
Shelf.gone_too = 3
Shelf.gone_three = 4
Shelf.apart = 9
Room.ROOM_CELLAR = 0
Room.ROOM_TOWER = 3
`

func TestGolden(t *testing.T) {
	for name, got := range emit(t, build(t, librarySchema, libraryConfig, libraryLedger)) {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestDescriptionsStayComments(t *testing.T) {
	for _, doc := range []string{
		`}\nmessage Evil { string x = 1; }`,
		`*/ string x = 7; /*`,
		`\u0000\u0008string x = 7;`,
		`a\rstring x = 7;`,
		`a\u2028string x = 7;`,
		`a\u0085string x = 7;`,
		`\u202etxet ,esrever ni`,
		`ends in a backslash \\`,
		`\n\n  \n`,
	} {
		schema := `{"$defs": {"A": {"description": "` + doc + `", "properties": {"b": {"type": "string", "description": "` + doc + `"}}}}}`
		text := emit(t, build(t, schema, "package: p\n", ""))["p.proto"]
		for _, line := range strings.Split(text, "\n") {
			switch line = strings.TrimSpace(line); {
			case strings.HasPrefix(line, "//"):
				if strings.ContainsAny(line, "\x00\x08\r\u2028\u0085\u202e") {
					t.Errorf("%s: left in a comment: %q", doc, line)
				}
			case strings.Contains(line, "Evil") || strings.Contains(line, "x = 7"):
				t.Errorf("%s: became code: %q", doc, line)
			}
		}
	}
}

// TestWidth holds that no comment is wider than it should be but for a word that is.
func TestWidth(t *testing.T) {
	doc := strings.Repeat("word ", 60) + strings.Repeat("x", 130) + " " + strings.Repeat("é ", 90)
	schema := `{"$defs": {"A": {"properties": {"b": {"type": "string", "description": "` + doc + `"}}}}}`
	text := emit(t, build(t, schema, "package: p\n", ""))["p.proto"]
	wide := 0
	for _, line := range strings.Split(text, "\n") {
		if n := len([]rune(line)); n > 100 {
			wide++
			if !strings.Contains(line, strings.Repeat("x", 130)) || strings.Contains(line, "word") {
				t.Errorf("%d columns: %s", n, line)
			}
		}
	}
	if wide != 1 {
		t.Errorf("%d wide lines, want the one with the long word", wide)
	}
}

// TestReferences holds that a type is named so that protobuf finds it, and not one of the same name further in.
func TestReferences(t *testing.T) {
	schema := `{"$defs": {
"Page": {"properties": {"n": {"type": "integer"}}},
"Book": {"properties": {"page": {"$ref": "#/$defs/Page"}, "inner": {"$ref": "#/$defs/Inner"}, "any": {}}},
"Inner": {"properties": {"own": {"$ref": "#/$defs/Inner"}, "leaf": {"$ref": "#/$defs/Leaf"}}},
"Leaf": {"properties": {"book": {"$ref": "#/$defs/Book"}, "inner": {"$ref": "#/$defs/Inner"}, "all": {"type": "array", "items": {"$ref": "#/$defs/Page"}}}}
}}`
	text := emit(t, build(t, schema, "package: town.google\nmessages: {Inner: Book.Page, Leaf: Book.Page.Leaf}\n", ""))["google.proto"]
	for _, want := range []string{
		".town.google.Page page = 1;", // Page alone would be Book.Page
		"Page inner = 2;",             // in Book
		"Leaf leaf = 2;",
		"Book book = 1;",
		"Page inner = 2;", // in Book.Page.Leaf
		"repeated .town.google.Page all = 3;",
		".google.protobuf.Value any = 3;", // town.google is found first otherwise
	} {
		if !strings.Contains(text, " "+want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestMismatch holds that a file which does not say what was meant is not handed out.
func TestMismatch(t *testing.T) {
	for _, tt := range []struct {
		name string
		harm func(s *wire.Schema)
		want string
	}{
		{"a name that ends the statement", func(s *wire.Schema) { s.Files[0].Messages[0].Fields[0].Name = "x = 9; string y" },
			`internal error: p.proto: field A.x = 9: optional string is there and was not meant`},
		{"two fields of one name", func(s *wire.Schema) {
			m := s.Files[0].Messages[0]
			m.Fields[0].Name = "b = 1; string b"
		}, `internal error: p.proto:`},
		{"a JSON name with an option in it", func(s *wire.Schema) { s.Package = "p;\nimport \"x\"" }, `internal error: p.proto:`},
		{"no statement at all", func(s *wire.Schema) { s.Files[0].Messages[0].Name = "A }" }, `internal error: p.proto: what was written does not parse`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := build(t, `{"$defs": {"A": {"properties": {"b": {"type": "string"}}}}}`, "package: p\n", "")
			tt.harm(s)
			files, err := proto.Emit(s)
			if err == nil {
				t.Fatalf("no error:\n%s", files[0].Data)
			}
			if !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s…", err, tt.want)
			}
		})
	}
}

func TestDeterministic(t *testing.T) {
	first := emit(t, build(t, librarySchema, libraryConfig, libraryLedger))
	for range 20 {
		if diff := cmp.Diff(first, emit(t, build(t, librarySchema, libraryConfig, libraryLedger))); diff != "" {
			t.Fatalf("two runs differ:\n%s", diff)
		}
	}
}
