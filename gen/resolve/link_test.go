package resolve

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// faults resolves a.json among some files and gives the diagnostics, a line each.
func faults(t *testing.T, files map[string]string, allow ...string) []string {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	g, err := Resolve("a.json", Options{FS: fsys, AllowRef: allow})
	if err == nil {
		for _, s := range g.Root.Subs {
			for _, r := range s.Schema.Refs {
				if r.Target == nil {
					t.Errorf("%s has no target, and nothing was reported", s.Schema.Pointer)
				}
			}
		}
		return nil
	}
	return strings.Split(err.Error(), "\n")
}

func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		name, schema string
		want         []string
	}{
		{"nothing", `{"$defs": {"A": {"$ref": "#/$defs/B"}, "B": true}}`, nil},
		{"dangling pointer", `{"$ref": "#/$defs/Nme", "$defs": {"Name": true}}`, []string{
			`a.json:1:10: #/$ref: "$ref" leads to "#/$defs/Nme", which is not there: #/$defs has no "Nme"; did you mean "Name"?`}},
		{"dangling anchor", `{"$ref": "#nme", "$defs": {"A": {"$anchor": "name"}}}`, []string{
			`a.json:1:10: #/$ref: "$ref" leads to "#nme", and a.json has no such anchor; did you mean "name"?`}},
		{"bad pointer", `{"$ref": "#/a~2"}`, []string{
			`a.json:1:10: #/$ref: "$ref" is "#/a~2": ~2 in a JSON Pointer, which has only ~0 for ~ and ~1 for /`}},
		{"no schema there", `{"enum": [{}], "$ref": "#/enum/0"}`, []string{
			`a.json:1:24: #/$ref: "$ref" leads to "#/enum/0", where no schema stands; move the schema into "$defs"`}},
		{"under an unknown keyword", `{"$ref": "#/parts/A", "parts": {"A": {"type": "string"}}}`, nil},
		{"duplicate anchor", `{"$defs": {"A": {"$anchor": "x"}, "B": {"$anchor": "x"}}}`, []string{
			`a.json:1:52: #/$defs/B/$anchor: duplicate anchor "x", first at a.json:1:29; an anchor names one place of a.json`}},
		{"both at once", `{"$defs": {"A": {"$anchor": "x"}, "B": {"$anchor": "x", "$ref": "#y"}}}`, []string{
			`a.json:1:52: #/$defs/B/$anchor: duplicate anchor "x", first at a.json:1:29; an anchor names one place of a.json`,
			`a.json:1:65: #/$defs/B/$ref: "$ref" leads to "#y", and a.json has no such anchor`}},
		{"endless", `{"allOf": [{"$ref": "#"}]}`, []string{
			`a.json:1:21: #/allOf/0/$ref: "$ref" leads back to # without a step into the value, so that no verdict is ever reached; put it below a keyword such as "properties" or "items"`}},
		{"recursive below", `{"properties": {"a": {"$ref": "#"}}}`, nil},
		{"the web", `{"$ref": "https://example.com/x.json"}`, []string{
			`a.json:1:10: #/$ref: "$ref" leads to https://example.com/x.json, which no loaded file and no file beside the schema has as its "$id", and the network is never opened; put a file with that "$id" beside the schema, or name a local copy: --allow-ref https://example.com/x.json=PATH`}},
		{"outside", `{"$ref": "../x.json"}`, []string{
			`a.json:1:10: #/$ref: "$ref" leads to ../x.json, which is outside the schema's folder; copy the file into the folder, or allow it: --allow-ref ../x.json`}},
		{"metaschema", `{"minLength": -1, "properties": {"a": {"type": "strin"}}, "required": ["a", "a"]}`, []string{
			`a.json:1:15: #/minLength: "minLength" must be an integer of 0 or more, not -1`,
			`a.json:1:48: #/properties/a/type: "type" must be one of array, boolean, integer, null, number, object and string, or a non-empty array of distinct ones, not "strin"; did you mean "string"?`,
			`a.json:1:71: #/required: "required" must be an array of distinct strings`}},
		{"a pattern is not the metaschema's affair", `{"pattern": "("}`, nil},
		{"one dynamic anchor is a reference", `{"$dynamicAnchor": "n", "properties": {"a": {"$dynamicRef": "#n"}}}`, nil},
		{"several dynamic anchors are for others to tell apart", `{"$id": "https://x.test/a", "$dynamicAnchor": "n", "properties": {"a": {"$dynamicRef": "#n"}, "b": {"$id": "b", "$dynamicAnchor": "n"}}}`, nil},
		{"recursive anchor", `{"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true, "properties": {"a": {"$recursiveRef": "#"}}}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, faults(t, map[string]string{"a.json": tt.schema})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFiles(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"by path", map[string]string{"a.json": `{"$ref": "sub/b.json#/$defs/B"}`, "sub/b.json": `{"$defs": {"B": {"$ref": "../c.json"}}}`, "c.json": "true"}, nil},
		{"by $id", map[string]string{"a.json": `{"$ref": "https://x.test/b"}`, "b.json": `{"$id": "https://x.test/b"}`}, nil},
		{"beside by relative $id", map[string]string{"a.json": `{"$id": "https://x.test/v1/a.json", "$ref": "b.json"}`, "b.json": `{"$id": "https://x.test/v1/b.json"}`}, nil},
		{"missing", map[string]string{"a.json": `{"$ref": "chta.json"}`, "chat.json": "true"}, []string{
			`a.json:1:10: #/$ref: "$ref" leads to chta.json, which cannot be read: file does not exist; did you mean "chat.json"?`}},
		{"not JSON", map[string]string{"a.json": `{"$ref": "b.json"}`, "b.json": `{"a": }`}, []string{`b.json:1:7: `}},
		{"no schema", map[string]string{"a.json": `5`}, []string{"a.json:1:1: #: a schema must be an object or a boolean, not 5"}},
		{"unknown dialect", map[string]string{"a.json": `{"$schema": "http://json-schema.org/draft-04/schema#"}`}, []string{
			`a.json:1:13: #/$schema: "$schema" is "http://json-schema.org/draft-04/schema#", which is no supported dialect; supported are https://json-schema.org/draft/2020-12/schema, https://json-schema.org/draft/2019-09/schema, http://json-schema.org/draft-07/schema#`}},
		{"draft 7", map[string]string{"a.json": `{"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"A": {"dependencies": {"x": ["y"]}}}, "items": [{"$ref": "#/definitions/A"}]}`}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := faults(t, tt.files)
			if len(got) != len(tt.want) {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			for i := range got {
				if !strings.HasPrefix(got[i], tt.want[i]) {
					t.Errorf("got %s\nwant %s", got[i], tt.want[i])
				}
			}
		})
	}
}

func FuzzResolve(f *testing.F) {
	f.Add(`{"$id": "https://x.test/", "$ref": "#/a/0", "$defs": {"A": {"$anchor": "a", "$ref": "#a"}}}`)
	f.Add(`{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"$ref": "#"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		// It may refuse anything, and must not fail in any other way.
		_, _ = Resolve("a.json", Options{FS: fstest.MapFS{"a.json": &fstest.MapFile{Data: []byte(text)}}})
	})
}
