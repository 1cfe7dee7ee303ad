package random

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

// Patch makes a JSON document and an RFC 6902 patch of up to 12 operations. Of every other patch the last one does not
// apply, neither here nor with fast-json-patch.
func Patch(r *rand.Rand) (doc, patch string) {
	doc = JSON(r, 4)
	for doc[0] != '{' && doc[0] != '[' {
		doc = JSON(r, 4)
	}
	return doc, PatchOf(r, jsonx.Raw(doc), 1+r.IntN(12), r.IntN(2) == 0)
}

// PatchOf makes a patch of up to n operations for a document. If it fails, the last one does not apply, where one was found
// that does not.
func PatchOf(r *rand.Rand, start jsonx.Raw, n int, fails bool) string {
	doc, err := jsonpatch.NewDocument(start)
	if err != nil {
		panic(err)
	}
	if n == 0 {
		return "[]"
	}
	var ops []string
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
			return "[" + strings.Join(append(ops, text), ",") + "]"
		case !last && err == nil:
			doc, ops = next, append(ops, text)
		}
	}
	return "[" + strings.Join(ops, ",") + "]"
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
		return fmt.Sprintf(`{"op":%q,"path":%q,"value":%s}`, op, path, JSON(r, r.IntN(4)))
	case "test":
		value := JSON(r, 2)
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

// JSON is a value of at most depth levels, as text. No object in it has a name that is special in JavaScript, such as
// __proto__.
func JSON(r *rand.Rand, depth int) string {
	kind := r.IntN(3)
	if depth == 0 || kind == 0 {
		return []string{"null", "true", "false", "0", "-1", "1.0", "1e3", "0.1", `""`, `"x"`, `"\u00e4\/"`, `"\n<"`}[r.IntN(12)]
	}
	var parts []string
	used := map[string]bool{}
	for range r.IntN(5) {
		part := JSON(r, depth-1)
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
