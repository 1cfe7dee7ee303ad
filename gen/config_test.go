package gen

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseConfig(t *testing.T) {
	got, err := ParseConfig("dir/agui-gen.yaml", []byte(`
version: 1
targets:
  - schema: chat.json
    profile: agui
    lock: /abs/wire.lock
    go: {dir: out/chat}
    proto: out/proto
    allow_ref: [https://example.com/a=b.json=a.json, ../b.json]
  - schema: b.json
    docs: out/docs
    go: {dir: b, package: other, benchmarks: true}
    strict: true
`))
	want := []Target{
		{Schema: "dir/chat.json", Profile: "agui", Lock: "/abs/wire.lock", GoDir: "dir/out/chat",
			ProtoDir: "dir/out/proto", AllowRef: []string{"https://example.com/a=b.json=dir/a.json", "b.json"}},
		{Schema: "dir/b.json", GoDir: "dir/b", GoPackage: "other", GoBenchmarks: true, DocsDir: "dir/out/docs", Strict: true},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestParseConfigErrors(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"version: 1\ntargets:\n  - schema: a.json\n    protos: x\n", `c.yaml:4:5: unknown field "protos"`},
		{"version: 2\ntargets:\n  - go: {dir: a}\n    schema: b\n", "c.yaml:1:10: version is 2; write version: 1"},
		{"version: 1\n", "c.yaml: no targets; list at least one under targets:"},
		{"version: 1\ntargets: []\n", "c.yaml:2:10: no targets; list at least one under targets:"},
		{"", "c.yaml: no targets; list at least one under targets:\nc.yaml: version is 0; write version: 1"},
		{"version: 1\ntargets:\n  - schema: a.json\n", "c.yaml:3:5: this target makes nothing; give it go, proto or docs"},
		{"version: 1\ntargets:\n  - docs: d\n", "c.yaml:3:5: no schema: name its file, or a profile that brings one"},
		{"version: 1\ntargets:\n  - docs: d\n    profile: x\n", `c.yaml:4:14: unknown profile "x"; there is agui`},
		{"version: 1\ntargets:\n  - {schema: a, docs: d, go: {package: p}}\n", "c.yaml:3:30: a Go package without a folder; write go: {dir: …, package: …}"},
		{"version: 1\nversion: 1\n", `c.yaml:2:1: mapping key "version" already defined at [1:1]`},
		{"version: [1\n", "c.yaml:1:10: sequence end token ']' not found"},
		{"version: one\n", "c.yaml:1:10: cannot unmarshal string into Go struct field config.Version of type int"},
	} {
		_, err := ParseConfig("c.yaml", []byte(tt.in))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q:\n got %v\nwant %s", tt.in, err, tt.want)
		}
	}
}
