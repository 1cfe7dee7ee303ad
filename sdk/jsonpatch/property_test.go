package jsonpatch_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

var seed = flag.Uint64("seed", 1, "what random tests start from")

// TestRandomPatches applies random patches here and to the model, which must agree on every byte, on what does not
// apply, and on every operation on the way. No document may change that has been given away.
func TestRandomPatches(t *testing.T) {
	count := map[string]int{}
	rounds := 1500
	if testing.Short() {
		rounds = 300
	}
	for round := range rounds {
		g := generator{rand.New(rand.NewPCG(*seed, uint64(round)))}
		text := g.value(4)
		m := newModel(parse(jsonx.Raw(text)))
		doc, err := jsonpatch.NewDocument(jsonx.Raw(text))
		if err != nil {
			t.Fatal(err)
		}
		var applied []jsonpatch.Op
		var before []*jsonpatch.Document
		var texts []string
		for range 40 {
			if len(m.String()) > 10000 {
				break // it has been copied into itself often enough
			}
			op := g.op(m)
			want, ok := m.apply(op)
			got, err := doc.Apply([]jsonpatch.Op{op}, 0)
			if ok != (err == nil) {
				t.Fatalf("round %d: %+v on %s: %v, the model says %v", round, op, m, err, ok)
			}
			count[op.Op+" "+strconv.FormatBool(ok)]++
			if !ok {
				var e *jsonpatch.Error
				if !errors.As(err, &e) || e.Class != jsonpatch.Inapplicable || e.Index != 0 || got != nil {
					t.Fatalf("round %d: %+v on %s: %v", round, op, m, err)
				}
				// As part of a patch it takes all of that along.
				whole, err := jsonpatch.Apply(jsonx.Raw(text), append(applied, op, jsonpatch.Op{Op: "remove"}), 0)
				if !errors.As(err, &e) || e.Index != len(applied) || whole != "" {
					t.Fatalf("round %d: the whole patch: %s, %v", round, whole, err)
				}
				continue
			}
			if g.IntN(2) == 0 { // else it stays a document whose text nobody has asked for
				if got.Raw() != jsonx.Raw(want.String()) {
					t.Fatalf("round %d: %+v on %s:\ngot  %s\nwant %s", round, op, m, got.Raw(), want)
				}
			}
			if got.Len() != len(want.String()) {
				t.Fatalf("round %d: %+v on %s: Len is %d, not %d", round, op, m, got.Len(), len(want.String()))
			}
			before, texts = append(before, doc), append(texts, m.String())
			applied, doc, m = append(applied, op), got, want
		}
		for i, d := range before {
			if string(d.Raw()) != texts[i] {
				t.Fatalf("round %d: the document before operation %d was\n%s and has become\n%s", round, i, texts[i], d.Raw())
			}
		}
		whole, err := jsonpatch.Apply(jsonx.Raw(text), applied, 0)
		if err != nil || string(whole) != m.String() {
			t.Fatalf("round %d: the whole patch gives\n%s, %v, want\n%s", round, whole, err, m)
		}
	}
	t.Log(count)
	for _, op := range []string{"add", "remove", "replace", "move", "copy", "test"} {
		if count[op+" true"] < rounds/10 || count[op+" false"] < rounds/10 {
			t.Errorf("%s was hardly tried: %d times where it applies, %d where not", op, count[op+" true"], count[op+" false"])
		}
	}
}

// diff appends what makes b of a to a patch. Its tests come first.
func diff(ops []jsonpatch.Op, at []byte, a, b jsonx.Value) []jsonpatch.Op {
	ops = append(ops, jsonpatch.Op{Op: "test", Path: string(at), Value: a.Raw()})
	switch {
	case a.Equal(b):
		return ops
	case a.Kind() == jsonx.KindObject && b.Kind() == jsonx.KindObject:
		for c := a.Children(); c.Next(); {
			if in, ok := b.Lookup(c.Key()); ok {
				ops = diff(ops, jsonx.AppendPointer(at[:len(at):len(at)], c.Key()), c.Value(), in)
			} else {
				ops = append(ops, jsonpatch.Op{Op: "remove", Path: string(jsonx.AppendPointer(at[:len(at):len(at)], c.Key()))})
			}
		}
		for c := b.Children(); c.Next(); {
			if _, ok := a.Lookup(c.Key()); !ok {
				ops = append(ops, jsonpatch.Op{Op: "add", Path: string(jsonx.AppendPointer(at[:len(at):len(at)], c.Key())), Value: c.Value().Raw()})
			}
		}
		return ops
	case a.Kind() == jsonx.KindArray && b.Kind() == jsonx.KindArray:
		c, d := a.Children(), b.Children()
		for i := range min(a.Len(), b.Len()) {
			c.Next()
			d.Next()
			ops = diff(ops, jsonx.AppendPointer(at[:len(at):len(at)], strconv.Itoa(i)), c.Value(), d.Value())
		}
		for i := a.Len(); i > b.Len(); i-- {
			ops = append(ops, jsonpatch.Op{Op: "remove", Path: string(jsonx.AppendPointer(at[:len(at):len(at)], strconv.Itoa(i-1)))})
		}
		for d.Next() {
			ops = append(ops, jsonpatch.Op{Op: "add", Path: string(jsonx.AppendPointer(at[:len(at):len(at)], "-")), Value: d.Value().Raw()})
		}
		return ops
	}
	return append(ops, jsonpatch.Op{Op: "replace", Path: string(at), Value: b.Raw()})
}

// TestDiff holds that applying the difference of two documents to the first gives the second.
func TestDiff(t *testing.T) {
	for round := range 2000 {
		g := generator{rand.New(rand.NewPCG(*seed, uint64(round)))}
		a, b := jsonx.Raw(g.value(4)), jsonx.Raw(g.value(4))
		ops := diff(nil, nil, parse(a), parse(b))
		ops = append(ops, jsonpatch.Op{Op: "test", Value: b})
		if got, err := jsonpatch.Apply(a, ops, 0); err != nil || !got.Equal(b) {
			t.Fatalf("round %d: from %s\nto %s\ngives %s, %v", round, a, b, got, err)
		}
	}
}

// FuzzApply holds that nothing panics, that a document which is not changed is not changed, and that one which is is
// JSON within the limit, as long as it says, and the same in one patch as in many.
func FuzzApply(f *testing.F) {
	for _, patch := range []string{
		`[{"op":"add","path":"/a/-","value":[1]},{"op":"copy","from":"","path":"/a/0"},{"op":"move","from":"/a/0/a","path":"/b"}]`,
		`[{"op":"test","path":"/~01","value":1.0},{"op":"replace","path":"","value":{}}]`,
		`[{"op":"remove","path":"/__proto__"},{"op":"remove","path":""}]`,
		`[{"op":"spam","path":"x"}]`,
	} {
		f.Add(`{"a":[{"b":1e0}],"~1":1,"__proto__":"\u0061"}`, patch)
		f.Add(`[0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9]`, patch)
		f.Add(` null `, patch)
	}
	const limit = 10000
	f.Fuzz(func(t *testing.T, text, patch string) {
		doc, err := jsonpatch.NewDocument(jsonx.Raw(text))
		if err != nil {
			return
		}
		compact, err := jsonx.Raw(text).Compact()
		if err != nil {
			t.Fatal(err)
		}
		ops, err := jsonpatch.ParsePatch(jsonx.Raw(patch))
		if err != nil {
			return
		}
		after, err := doc.Apply(ops, limit)
		if doc.Raw() != compact || doc.Len() != len(compact) {
			t.Fatalf("the document has become %s", doc.Raw())
		}
		var one *jsonpatch.Error
		if err != nil && (!errors.As(err, &one) || after != nil) {
			t.Fatalf("%v, %v", after, err)
		}
		if malformed := jsonpatch.Check(ops); malformed != nil {
			if err == nil || err.Error() != malformed.Error() {
				t.Fatalf("Check says %v, Apply %v", malformed, err)
			}
			return
		}
		if err == nil {
			again, err := jsonx.Raw(after.Raw()).Compact()
			if err != nil || again != after.Raw() || after.Len() != len(again) || len(ops) > 0 && after.Len() > limit {
				t.Fatalf("Len is %d, of %s: %v", after.Len(), after.Raw(), err)
			}
		}
		step := doc
		for i, op := range ops {
			next, err := step.Apply([]jsonpatch.Op{op}, limit)
			if err != nil {
				if one == nil || one.Index != i && one.Index >= 0 {
					t.Fatalf("alone, operation %d gives %v; in the patch %v", i, err, one)
				}
				return
			}
			step = next
		}
		if one != nil || step.Raw() != after.Raw() {
			t.Fatalf("one by one: %s; in one patch: %v, %v", step.Raw(), after, one)
		}
	})
}
