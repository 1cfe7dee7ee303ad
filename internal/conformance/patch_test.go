package conformance

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/conformance/peer"
	"github.com/agui-gen/agui-gen/internal/conformance/random"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

var patches = flag.Int("patches", 5_000, "how many random patches fast-json-patch is shown")

// patchCase is a document and a patch.
type patchCase struct{ doc, patch string }

// askFastJSONPatch is what fast-json-patch makes of each case: a document, or a refusal that starts with "!".
func askFastJSONPatch(t *testing.T, cases []patchCase) []string {
	t.Helper()
	var in bytes.Buffer
	for _, c := range cases {
		fmt.Fprintf(&in, "{\"doc\":%s,\"patch\":%s}\n", c.doc, c.patch)
	}
	cmd := exec.Command("node", "patch.mjs")
	cmd.Dir = peer.Dir(t)
	cmd.Stdin = &in
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node patch.mjs: %v\n%s", err, &complaints)
	}
	answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(answers) != len(cases) {
		t.Fatalf("%d answers to %d cases", len(answers), len(cases))
	}
	return answers
}

// applyPatch is what we make of a case, in the form of an answer of the peer.
func applyPatch(c patchCase) string {
	ops, err := jsonpatch.ParsePatch(jsonx.Raw(c.patch))
	if err != nil {
		return "!" + err.Error()
	}
	doc, err := jsonpatch.Apply(jsonx.Raw(c.doc), ops, 0)
	if err != nil {
		return "!" + err.Error()
	}
	return string(doc)
}

func sameAnswer(a, b string) bool {
	if strings.HasPrefix(a, "!") || strings.HasPrefix(b, "!") {
		return a[0] == b[0]
	}
	return jsonx.Raw(a).Equal(jsonx.Raw(b))
}

// TestRandomPatchesAgainstThePeer holds that random patches apply here as fast-json-patch applies them: to an equal
// document, or not at all. They keep away from where the two differ, which TestPatchDifferences lists.
func TestRandomPatchesAgainstThePeer(t *testing.T) {
	t.Parallel()
	cases := make([]patchCase, few(*patches))
	for i := range cases {
		doc, patch := random.Patch(rand.New(rand.NewPCG(*seed, uint64(i))))
		cases[i] = patchCase{doc, patch}
	}
	applied, failed := 0, 0
	for i, theirs := range askFastJSONPatch(t, cases) {
		ours := applyPatch(cases[i])
		if strings.HasPrefix(ours, "!") {
			failed++
		} else {
			applied++
		}
		if !sameAnswer(ours, theirs) {
			t.Errorf("patch %d of seed %d: %s\nto   %s\nours %s\npeer %s", i, *seed, cases[i].patch, cases[i].doc, ours, theirs)
		}
	}
	t.Logf("%d patches that apply, %d that do not, of seed %d", applied, failed, *seed)
	if applied < len(cases)/4 || failed < len(cases)/4 {
		t.Error("too few of one sort")
	}
}

// TestPatchDifferences lists where we differ from fast-json-patch, and why. Each is looked at on both sides, so that the
// list stays true. "!" stands for a refusal. Beside these, JavaScript moves members whose names are indexes to the front,
// and writes numbers as doubles.
func TestPatchDifferences(t *testing.T) {
	t.Parallel()
	differences := []struct {
		why, doc, patch, ours, theirs string
	}{
		{"an index has no leading zeros (RFC 6901)", `[1]`, `[{"op":"add","path":"/00","value":0}]`, "!", `[0,1]`},
		{"an index has no leading zeros (RFC 6901)", `[1,2]`, `[{"op":"test","path":"/01","value":2}]`, "!", `[1,2]`},
		{"an index has a digit", `[1]`, `[{"op":"add","path":"/","value":0}]`, "!", `[0,1]`},
		{"an index is not taken modulo 2^32", `[1]`, `[{"op":"test","path":"/4294967296","value":1}]`, "!", `[1]`},
		{"nothing is put beyond the end of an array", `[1]`, `[{"op":"copy","from":"/0","path":"/7"}]`, "!", `[1,1]`},
		{"nor moved there, where the array gets shorter", `[1,2]`, `[{"op":"move","from":"/0","path":"/2"}]`, "!", `[2,1]`},
		{"only what is there is copied", `{"a":1}`, `[{"op":"copy","from":"/b","path":""}]`, "!", `undefined`},
		{"a pointer has a slash at its start", `{"a":1}`, `[{"op":"copy","from":"a","path":"/b"}]`, "!", `{"a":1,"b":null}`},
		{"a tilde is followed by 0 or 1", `{"a~2":1}`, `[{"op":"remove","path":"/a~2"}]`, "!", `{}`},
		{"JavaScript's own names are names", `{}`, `[{"op":"add","path":"/__proto__","value":1}]`, `{"__proto__":1}`, "!TypeError"},
		{"JavaScript's own names are names", `{"constructor":{}}`, `[{"op":"add","path":"/constructor/prototype","value":1}]`, `{"constructor":{"prototype":1}}`, "!TypeError"},
		{"what an object inherits is not there", `{}`, `[{"op":"remove","path":"/toString"}]`, "!", `{}`},
		{"an array has no members", `[1]`, `[{"op":"copy","from":"/length","path":"/-"}]`, "!", `[1,1]`},
		{"a number has no members", `5`, `[{"op":"add","path":"/a","value":1}]`, "!", `5`},
		{"a string has no items", `"abc"`, `[{"op":"test","path":"/0","value":"a"}]`, "!", `"abc"`},
		{"a string has no members", `"abc"`, `[{"op":"test","path":"/length","value":3}]`, "!", `"abc"`},
		{"numbers are not rounded", `9007199254740993`, `[{"op":"test","path":"","value":9007199254740992}]`, "!", `9007199254740992`},
	}
	var cases []patchCase
	for _, d := range differences {
		cases = append(cases, patchCase{d.doc, d.patch})
	}
	for i, theirs := range askFastJSONPatch(t, cases) {
		d := differences[i]
		ours := applyPatch(cases[i])
		if ours != d.ours && (d.ours != "!" || ours[0] != '!') {
			t.Errorf("%s: %s to %s: we say %s, not %s", d.why, d.patch, d.doc, ours, d.ours)
		}
		if theirs != d.theirs && (d.theirs[0] != '!' || !strings.HasPrefix(theirs, d.theirs)) {
			t.Errorf("%s: %s to %s: the peer says %s, not %s", d.why, d.patch, d.doc, theirs, d.theirs)
		}
		if sameAnswer(ours, theirs) {
			t.Errorf("%s: %s to %s: no difference any more: both say %s", d.why, d.patch, d.doc, ours)
		}
	}
}
