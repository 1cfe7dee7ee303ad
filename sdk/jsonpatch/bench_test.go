package jsonpatch_test

import (
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

var ordinary = []jsonpatch.Op{
	{Op: "replace", Path: "/progress", Value: "0.5"},
	{Op: "add", Path: "/steps/-", Value: `{"title":"read","done":false}`},
	{Op: "test", Path: "/steps/0/done", Value: "true"},
}

// BenchmarkApply is an ordinary patch of a small document, from text to text.
func BenchmarkApply(b *testing.B) {
	const doc = `{"title":"report","progress":0.25,"steps":[{"title":"plan","done":true}]}`
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsonpatch.Apply(doc, ordinary, 0); err != nil {
			b.Fatal(err)
		}
	}
}

// large is a document of 2 MB.
func large() jsonx.Raw {
	step := `{"title":"` + strings.Repeat("x", 70) + `","done":true},`
	return jsonx.Raw(`{"title":"report","progress":0.25,"steps":[` + strings.Repeat(step, 20_000) + `0]}`)
}

// BenchmarkApplyLarge is the same patch of a large document, from text to text.
func BenchmarkApplyLarge(b *testing.B) {
	doc := large()
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		if _, err := jsonpatch.Apply(doc, ordinary, 0); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDocumentLarge is the same patch again and again of a large document that is kept.
func BenchmarkDocumentLarge(b *testing.B) {
	d, err := jsonpatch.NewDocument(large())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if d, err = d.Apply(ordinary, 1<<30); err != nil {
			b.Fatal(err)
		}
	}
}
