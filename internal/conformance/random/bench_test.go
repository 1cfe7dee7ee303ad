package random

import (
	"os"
	"testing"
)

func BenchmarkGenerate(b *testing.B) {
	data, err := os.ReadFile(*schemaFile)
	if err != nil {
		b.Fatal(err)
	}
	s, err := Load(data)
	if err != nil {
		b.Fatal(err)
	}
	index := uint64(0)
	for b.Loop() {
		doc := s.Generate("Event", 1, index)
		_ = doc.Compact()
		index++
	}
}
