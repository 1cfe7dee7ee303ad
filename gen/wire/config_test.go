package wire_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/wire"
)

// TestConfigErrors holds what a wire.yaml that is wrong by itself gets.
func TestConfigErrors(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"no version", "package: a\n", `wire.yaml:1:1: the version of wire.yaml is missing: say version: 1`},
		{"empty file", "", `wire.yaml:1:1: the version of wire.yaml is missing: say version: 1`},
		{"only a comment", "# nothing\n", `wire.yaml:1:1: the version of wire.yaml is missing: say version: 1`},
		{"a later version", "version: 2\n", `wire.yaml:1:10: version 2 of wire.yaml is not known here; version 1 is`},
		{"unknown key", "version: 1\nmesages: {}\n", `wire.yaml:2:1: unknown key "mesages"; did you mean messages?`},
		{"unknown key, none near", "version: 1\nx: {}\n",
			`wire.yaml:2:1: unknown key "x"; the keys here are compose, enums, fields, files, messages, options, package, renamed_from, retired, roots, unions, version`},
		{"not a mapping", "version: 1\nunions: [A]\n", `wire.yaml:2:9: a mapping is wanted here, not a list`},
		{"not a list", "version: 1\nroots: Event\n", `wire.yaml:2:8: a list is wanted here, not a text`},
		{"not a text", "version: 1\nmessages: {A: 7}\n", `wire.yaml:2:15: a text is wanted here, not a number`},
		{"columns in bytes", "version: 1\nmessages: {Überweg: 7}\n", `wire.yaml:2:22: a text is wanted here, not a number`},
		{"a text at the top", "hello\n", "wire.yaml:1:1: a mapping is wanted here, not a text\nwire.yaml:1:1: the version of wire.yaml is missing: say version: 1"},
		{"package", "version: 1\npackage: Ag-UI\n", `wire.yaml:2:10: "Ag-UI" is no package: small letters, digits and underscores, with dots between names`},
		{"message name", "version: 1\nmessages: {A: b}\n",
			`wire.yaml:2:15: "b" is no message name: letters, digits and underscores, a capital letter first; Outer.Inner nests`},
		{"keyword as a message name", "version: 1\nmessages: {A: message}\n",
			`wire.yaml:2:15: "message" is no message name: letters, digits and underscores, a capital letter first; Outer.Inner nests`},
		{"file without a name", "version: 1\nfiles: [{holds: [A]}]\n",
			`wire.yaml:2:9: a file has a name and holds something: {name: types.proto, holds: ["*"]}`},
		{"file twice", "version: 1\nfiles:\n- {name: a.proto, holds: [A]}\n- {name: a.proto, holds: [B]}\n",
			`wire.yaml:4:10: a.proto is already described at wire.yaml:3:10`},
		{"file with a folder", "version: 1\nfiles: [{name: x/a.proto, holds: [A]}]\n",
			"wire.yaml:2:9: a file has a name and holds something: {name: types.proto, holds: [\"*\"]}\n" +
				`wire.yaml:2:16: "x/a.proto" is no .proto file name: letters, digits, dots, dashes and underscores, and no folder`},
		{"option", "version: 1\noptions: {go_pakage: a}\n", `wire.yaml:2:11: unknown file option "go_pakage"; did you mean go_package?`},
		{"option of another type", "version: 1\noptions: {java_multiple_files: \"yes\"}\n", `wire.yaml:2:32: true or false is wanted here, not a text`},
		{"option mode", "version: 1\noptions: {optimize_for: FAST}\n", `wire.yaml:2:25: unknown mode "FAST"; there are SPEED, CODE_SIZE, LITE_RUNTIME`},
		{"compose without a field", "version: 1\ncompose: {A: {}}\n", `wire.yaml:2:11: say which field holds A: {field: name}`},
		{"union without a strategy", "version: 1\nunions: {A: {oneof: x}}\n",
			`wire.yaml:2:10: say how A is carried: strategy: envelope, merge, oneof, flatten or tagged`},
		{"unknown strategy", "version: 1\nunions: {A: {strategy: merged}}\n", "wire.yaml:2:10: say how A is carried: strategy: envelope, merge, oneof, flatten or tagged\n" +
			`wire.yaml:2:24: unknown strategy "merged"; did you mean merge?`},
		{"key of another strategy", "version: 1\nunions: {A: {strategy: merge, oneof: x}}\n",
			`wire.yaml:2:31: strategy merge has no use for "oneof"; it knows split`},
		{"envelope without a tag", "version: 1\nunions: {A: {strategy: envelope}}\n",
			`wire.yaml:2:10: an envelope says where its tag is carried: tag: Part.property`},
		{"unknown JSON type", "version: 1\nfields: {A.b: {split: {str: b}}}\n",
			`wire.yaml:2:24: "str" is not a JSON type; there are boolean, integer, number, string, array, object`},
		{"null in a split", "version: 1\nfields: {A.b: {split: {null: b}}}\n",
			`wire.yaml:2:24: null has no field of its own; a property that may be null is carried whole by {type: google.protobuf.Value}`},
		{"type", "version: 1\nfields: {A.b: {type: Value}}\n",
			`wire.yaml:2:22: unknown type "Value"; there are google.protobuf.Value, google.protobuf.Struct, google.protobuf.ListValue`},
		{"split and type", "version: 1\nfields: {A.b: {type: google.protobuf.Value, split: {string: b}}}\n",
			`wire.yaml:2:10: A.b is split: its arms say their names, and their types are their own`},
		{"a field that says nothing", "version: 1\nfields: {A.b: {}}\n", `wire.yaml:2:10: A.b says nothing: give it a name, a type or a split`},
		{"rename to nonsense", "version: 1\nrenamed_from: {A.b: \"A b\"}\n",
			`wire.yaml:2:21: "A b" is no name out of wire.lock: Message, Message.field, Message.oneof.arm or Enum.VALUE`},
		{"retired without a number", "version: 1\nretired: {A.b: x}\n", `wire.yaml:2:16: a number is wanted here, not a text`},
		{"retired beyond numbers", "version: 1\nretired: {A.b: 99999999999}\n", `wire.yaml:2:16: 99999999999 is no number of protobuf`},
		{"retired nonsense", "version: 1\nretired: {\"A b\": 1}\n",
			`wire.yaml:2:11: "A b" is no slot of wire.lock: Message.field, Message.oneof.arm or Enum.VALUE`},
		{"retired message", "version: 1\nretired: {A: 1}\n", `wire.yaml:2:11: "A" is no slot of wire.lock: Message.field, Message.oneof.arm or Enum.VALUE`},
		{"duplicate key", "version: 1\nroots: [A]\nroots: [B]\n", `wire.yaml:3:1: not valid YAML: mapping key "roots" already defined at [2:1]`},
		{"syntax", "version: 1\nroots: [A\n", `wire.yaml:2:8: not valid YAML: sequence end token ']' not found`},
		{"anchor", "version: 1\nroots: &r [A]\n", "wire.yaml:2:8: YAML anchors are not used here: write the value out"},
		{"tag", "version: 1\npackage: !!str a\n", "wire.yaml:2:10: YAML tags are not used here: write the value out"},
		{"two documents", "version: 1\n---\nversion: 1\n", "wire.yaml:3:1: a second YAML document; one file holds one"},
		{"not UTF-8", "version: 1\n\xff", "wire.yaml: not UTF-8"},
		{"every error at once", "version: 3\nx: 1\nroots: A\n", "wire.yaml:1:10: version 3 of wire.yaml is not known here; version 1 is\n" +
			`wire.yaml:2:1: unknown key "x"; the keys here are compose, enums, fields, files, messages, options, package, renamed_from, retired, roots, unions, version` + "\n" +
			"wire.yaml:3:8: a list is wanted here, not a text"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := wire.ParseConfig("wire.yaml", []byte(tt.src))
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestEmptySections holds that a section with nothing in it is the same as none.
func TestEmptySections(t *testing.T) {
	if _, err := wire.ParseConfig("wire.yaml", []byte("version: 1\nroots:\nfiles:\noptions: {}\nmessages:\nunions:\n")); err != nil {
		t.Error(err)
	}
}

func FuzzParseConfig(f *testing.F) {
	f.Add("version: 1\nroots: [A]\nunions: {A: {strategy: oneof, names: {a: b}}}\nfields: {A.b: {split: {string: b}}}\n")
	f.Add("version: 1\nfiles: [{name: a.proto, holds: [\"*\"]}]\n")
	f.Fuzz(func(t *testing.T, src string) {
		cfg, err := wire.ParseConfig("wire.yaml", []byte(src))
		if (cfg == nil) == (err == nil) {
			t.Errorf("config %v, error %v", cfg, err)
		}
	})
}
