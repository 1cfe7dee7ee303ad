package conformance

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/conformance/peer"
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
		cases[i] = randomPatch(rand.New(rand.NewPCG(*seed, uint64(i))))
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

// randomPatch makes a document and a patch of up to 12 operations. Of every other patch the last one does not apply.
func randomPatch(r *rand.Rand) patchCase {
	start := randomValue(r, 4)
	for start[0] != '{' && start[0] != '[' {
		start = randomValue(r, 4)
	}
	doc, err := jsonpatch.NewDocument(jsonx.Raw(start))
	if err != nil {
		panic(err)
	}
	var ops []string
	fails, n := r.IntN(2) == 0, 1+r.IntN(12)
	for range 200 {
		text := randomOp(r, doc.Raw())
		parsed, err := jsonpatch.ParsePatch(jsonx.Raw("[" + text + "]"))
		if err != nil {
			panic(err)
		}
		last := len(ops) == n-1
		next, err := doc.Apply(parsed, 10_000)
		switch {
		case last && fails && err != nil && bothFail(parsed[0], err), last && !fails && err == nil:
			return patchCase{start, "[" + strings.Join(append(ops, text), ",") + "]"}
		case !last && err == nil:
			doc, ops = next, append(ops, text)
		}
	}
	return patchCase{start, "[" + strings.Join(ops, ",") + "]"}
}

// bothFail tells whether an operation that does not apply here does not apply there either. What is moved is looked for
// there, but the place that it goes to is not once it has been taken out; and what becomes the whole may be undefined.
func bothFail(op jsonpatch.Op, err error) bool {
	var e *jsonpatch.Error
	if !errors.As(err, &e) || e.Class != jsonpatch.Inapplicable {
		return false
	}
	takes := op.Op == "move" || op.Op == "copy"
	return !takes || op.Path != "" && e.Pointer == op.From
}

func randomOp(r *rand.Rand, doc jsonx.Raw) string {
	parsed, err := jsonx.Parse(string(doc))
	if err != nil {
		panic(err)
	}
	op := []string{"add", "add", "remove", "replace", "move", "copy", "test"}[r.IntN(7)]
	path, at := randomPointer(r, parsed.Root(), op != "remove" && op != "replace" && op != "test")
	if path == "" && r.IntN(4) > 0 {
		path, at = randomPointer(r, parsed.Root(), false)
	}
	switch op {
	case "add", "replace":
		return fmt.Sprintf(`{"op":%q,"path":%q,"value":%s}`, op, path, randomValue(r, r.IntN(4)))
	case "test":
		value := randomValue(r, 2)
		if at.Kind() != jsonx.KindInvalid && r.IntN(10) > 0 {
			value = string(at.Raw())
		}
		return fmt.Sprintf(`{"op":"test","path":%q,"value":%s}`, path, value)
	case "move", "copy":
		from, _ := randomPointer(r, parsed.Root(), false)
		if strings.HasPrefix(path, from+"/") && op == "move" {
			op = "copy"
		}
		return fmt.Sprintf(`{"op":%q,"from":%q,"path":%q}`, op, from, path)
	}
	return fmt.Sprintf(`{"op":%q,"path":%q}`, op, path)
}

// randomPointer mostly points to something, or, if it may be new, where something can be put. The value is invalid where
// there is nothing.
func randomPointer(r *rand.Rand, at jsonx.Value, mayBeNew bool) (string, jsonx.Value) {
	var b []byte
	for r.IntN(5) > 0 && at.Kind() >= jsonx.KindArray {
		n := at.Len()
		i := r.IntN(n + 1)
		if i == n && (mayBeNew || r.IntN(8) == 0) {
			token := randomName(r)
			if at.Kind() == jsonx.KindArray {
				token = strconv.Itoa(n)
				if mayBeNew && r.IntN(2) == 0 {
					token = "-"
				}
			}
			return string(jsonx.AppendPointer(b, token)), jsonx.Value{}
		}
		if n == 0 {
			break
		}
		c := at.Children()
		for c.Next() && c.Index() < i%n {
		}
		token := strconv.Itoa(c.Index())
		if at.Kind() == jsonx.KindObject {
			token = c.Key()
		}
		b = jsonx.AppendPointer(b, token)
		at = c.Value()
	}
	return string(b), at
}

func randomName(r *rand.Rand) string {
	return []string{"", "a", "b", "c", "d", "ä", "0", "10", "~", "/", "~1", " ", "-", "length"}[r.IntN(14)]
}

func randomValue(r *rand.Rand, depth int) string {
	kind := r.IntN(3)
	if depth == 0 || kind == 0 {
		return []string{"null", "true", "false", "0", "-1", "1.0", "1e3", "0.1", `""`, `"x"`, `"\u00e4\/"`, `"\n<"`}[r.IntN(12)]
	}
	var parts []string
	used := map[string]bool{}
	for range r.IntN(5) {
		part := randomValue(r, depth-1)
		if name := randomName(r); kind == 1 {
			if used[name] {
				continue
			}
			used[name] = true
			part = strconv.Quote(name) + ":" + part
		}
		parts = append(parts, part)
	}
	if kind == 1 {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
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
