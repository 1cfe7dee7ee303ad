package resolve

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// folders makes files, and symbolic links where a text starts with "->", in a new folder of the operating system.
func folders(t *testing.T, files map[string]string) string {
	t.Helper()
	top := t.TempDir()
	for name, text := range files {
		name = filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, ok := strings.CutPrefix(text, "->"); ok {
			if err := os.Symlink(strings.ReplaceAll(target, "TOP", top), name); err != nil {
				t.Skipf("no symbolic links here: %v", err)
			}
			continue
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return top
}

// TestFolder resolves schemas/main.json of a real folder. TOP stands for the folder's parent.
func TestFolder(t *testing.T) {
	outside := map[string]string{
		"common/money.json": `{"type": "integer", "not": {"$ref": "name.json"}}`,
		"common/name.json":  `{"type": "string"}`,
		"common/far.json":   `{"$id": "https://far.test/far", "$defs": {"F": {"$id": "inner"}}}`,
		"common/bad.json":   `{"type": "strin"}`,
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
		allow []string
		want  string
	}{
		{"outside", map[string]string{"main.json": `{"$ref": "../common/name.json"}`}, nil,
			`TOP/schemas/main.json:1:10: #/$ref: "$ref" leads to ../common/name.json, which is outside the schema's folder; copy the file into the folder, or allow it: --allow-ref TOP/common/name.json`},
		{"outside, allowed", map[string]string{"main.json": `{"$ref": "../common/name.json"}`}, []string{"TOP/common/name.json"}, ""},
		{"outside, another one allowed", map[string]string{"main.json": `{"$ref": "../common/name.json"}`}, []string{"TOP/common/money.json"},
			`TOP/schemas/main.json:1:10: #/$ref: "$ref" leads to ../common/name.json, which is outside the schema's folder; copy the file into the folder, or allow it: --allow-ref TOP/common/name.json`},
		{"what is allowed allows nothing else", map[string]string{"main.json": `{"$ref": "../common/money.json"}`}, []string{"TOP/common/money.json"},
			`TOP/common/money.json:1:37: #/not/$ref: "$ref" leads to ../common/name.json, which is outside the schema's folder; copy the file into the folder, or allow it: --allow-ref TOP/common/name.json`},
		{"both allowed", map[string]string{"main.json": `{"$ref": "../common/money.json"}`}, []string{"TOP/common/money.json", "TOP/common/name.json"}, ""},
		{"allowed and missing", map[string]string{"main.json": `{"$ref": "../common/no.json"}`}, []string{"TOP/common/no.json"},
			`TOP/schemas/main.json:1:10: #/$ref: "$ref" leads to ../common/no.json, for which --allow-ref names TOP/common/no.json, which cannot be read: no such file or directory`},
		{"allowed and wrong", map[string]string{"main.json": `{"$ref": "../common/bad.json"}`}, []string{"TOP/common/bad.json"},
			`TOP/common/bad.json:1:10: #/type: "type" must be one of array, boolean, integer, null, number, object and string, or a non-empty array of distinct ones, not "strin"; did you mean "string"?`},
		{"a URL by a copy", map[string]string{"main.json": `{"$ref": "https://EXAMPLE.test/a/../name#"}`}, []string{"https://example.test/name=TOP/common/name.json"}, ""},
		{"a URL by a file with that $id", map[string]string{"main.json": `{"$ref": "https://far.test/inner", "not": {"$ref": "https://far.test/far"}}`}, []string{"TOP/common/far.json"}, ""},
		{"a copy of a URL", map[string]string{"main.json": `{"$ref": "https://far.test/name"}`}, []string{"https://far.test/name"},
			`--allow-ref "https://far.test/name" names no local file, and the network is never opened; write URL=PATH` + "\n" +
				`TOP/schemas/main.json:1:10: #/$ref: "$ref" leads to https://far.test/name, which no loaded file and no file beside the schema has as its "$id", and the network is never opened; put a file with that "$id" beside the schema, or name a local copy: --allow-ref https://far.test/name=PATH`},
		{"a URL for a URL", map[string]string{"main.json": `{}`}, []string{"https://far.test/name=https://near.test/name"},
			`--allow-ref "https://far.test/name=https://near.test/name" names no local file, and the network is never opened; write URL=PATH`},
		{"links inside", map[string]string{"main.json": `{"anyOf": [{"$ref": "link.json"}, {"$ref": "sub/real.json"}, {"$ref": "dir/real.json"}]}`, "sub/real.json": `{"$id": "https://x.test/real"}`, "link.json": "->sub/up.json", "sub/up.json": "->../sub/./real.json", "dir": "->sub"}, nil, ""},
		{"link out", map[string]string{"main.json": `{"$ref": "link.json"}`, "link.json": "->../common/name.json"}, nil,
			`TOP/schemas/main.json:1:10: #/$ref: "$ref" leads to link.json, which leads out of the schema's folder; only what is inside the folder itself may be referred to`},
		{"folder out", map[string]string{"main.json": `{"$ref": "dir/name.json"}`, "dir": "->../common"}, nil,
			`TOP/schemas/main.json:1:10: #/$ref: "$ref" leads to dir/name.json, which leads out of the schema's folder; only what is inside the folder itself may be referred to`},
		{"absolute link", map[string]string{"main.json": `{"$ref": "link.json"}`, "link.json": "->TOP/common/name.json"}, nil,
			`TOP/schemas/main.json:1:10: #/$ref: "$ref" leads to link.json, where the symbolic link link.json leads out of the schema's folder; only what is inside the folder itself may be referred to`},
		{"circle of links", map[string]string{"main.json": `{"$ref": "link.json"}`, "link.json": "->knil.json", "knil.json": "->link.json"}, nil,
			`TOP/schemas/main.json:1:10: #/$ref: "$ref" leads to link.json, where symbolic links lead in a circle at link.json; only what is inside the folder itself may be referred to`},
		{"a link out is not looked into for its $id", map[string]string{"main.json": `{"$ref": "https://far.test/far"}`, "link.json": "->../common/far.json"}, nil,
			`TOP/schemas/main.json:1:10: #/$ref: "$ref" leads to https://far.test/far, which no loaded file and no file beside the schema has as its "$id", and the network is never opened; put a file with that "$id" beside the schema, or name a local copy: --allow-ref https://far.test/far=PATH`},
		{"the schema itself may be a link", map[string]string{"main.json": "->../common/name.json"}, nil, ""},
		{"a folder", map[string]string{"main.json": `{"$ref": "sub"}`, "sub/a.json": "true"}, nil,
			`TOP/schemas/main.json:1:10: #/$ref: "$ref" leads to sub, which cannot be read: is a directory`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all := map[string]string{}
			for name, text := range outside {
				all[name] = text
			}
			for name, text := range tt.files {
				all["schemas/"+name] = text
			}
			top := folders(t, all)
			opts := Options{FS: os.DirFS(filepath.Join(top, "schemas")), Dir: filepath.Join(top, "schemas")}
			for _, entry := range tt.allow {
				opts.AllowRef = append(opts.AllowRef, strings.ReplaceAll(entry, "TOP", top))
			}
			_, err := Resolve("main.json", opts)
			got := ""
			if err != nil {
				got = strings.ReplaceAll(err.Error(), top, "TOP")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestNoSchema(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"missing", "lost.json", "dir/lost.json: cannot read the schema: file does not exist"},
		{"outside", "../a.json", "a.json: cannot read the schema: file does not exist"},
		{"empty", "empty.json", "dir/empty.json:1:1: #: file holds no JSON value"},
		{"array", "array.json", "dir/array.json:1:1: #: a schema must be an object or a boolean, not an empty array"},
		{"true", "true.json", ""},
		{"false, by a longer way", "x/../false.json", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := Resolve(tt.file, Options{Dir: "dir", FS: fstest.MapFS{
				"empty.json": {}, "array.json": {Data: []byte("[]")}, "true.json": {Data: []byte("true")}, "false.json": {Data: []byte("false")},
			}})
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != tt.want || (g == nil) != (err != nil) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestFollowWithoutLinks shows that a file system that knows no symbolic links is no reason to refuse a file.
func TestFollowWithoutLinks(t *testing.T) {
	plain := struct{ fs.FS }{fstest.MapFS{"a/b.json": {}}}
	for _, name := range []string{"a/b.json", "a/lost.json", "lost/b.json"} {
		if got, err := follow(plain, name); got != name || err != nil {
			t.Errorf("follow(%q) is %q, %v", name, got, err)
		}
	}
	if got, err := follow(plain, "a/../../b.json"); err == nil {
		t.Errorf("a way out leads to %q", got)
	}
}
