package jsonx_test

import (
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

var sink *textDelta
var sinkS string

func BenchmarkZ(b *testing.B) {
	data := []byte(plainEvent)
	b.Run("alloc", func(b *testing.B) {
		for b.Loop() {
			sinkS = string(data)
			sink = new(textDelta)
		}
	})
	b.Run("tag", func(b *testing.B) {
		r := jsonx.NewStringReader(plainEvent)
		for b.Loop() {
			r.Tag("type")
		}
	})
	b.Run("read", func(b *testing.B) {
		var e textDelta
		for b.Loop() {
			r := jsonx.NewStringReader(plainEvent)
			e.readJSON(&r)
		}
	})
	b.Run("readnokept", func(b *testing.B) {
		for b.Loop() {
			r := jsonx.NewStringReader(plainEvent)
			o := r.Object()
			for r.Member(&o) {
				_ = r.String()
			}
		}
	})
	b.Run("skip", func(b *testing.B) {
		for b.Loop() {
			r := jsonx.NewStringReader(plainEvent)
			r.Skip()
		}
	})
}
