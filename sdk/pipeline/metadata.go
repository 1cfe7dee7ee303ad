package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// mergeMetadata is metadata with that of a later event laid over it, key by key: the later value takes the place of the
// earlier one as a whole, and null is a value.
func mergeMetadata(held, later agui.Metadata) agui.Metadata {
	switch {
	case later == "":
		return held
	case held == "":
		return later
	}
	w := jsonx.NewWriter(make([]byte, 0, len(held)+len(later)))
	over := map[string]jsonx.Raw{}
	for name, value := range later.Members() {
		over[name] = value
	}
	w.Lit("{")
	for name, value := range held.Members() {
		if v, ok := over[name]; ok {
			value = v
			delete(over, name)
		}
		w.Key(name)
		w.Raw(value)
	}
	for name, value := range later.Members() {
		if _, ok := over[name]; ok {
			w.Key(name)
			w.Raw(value)
		}
	}
	w.Lit("}")
	b, err := w.Result()
	if err != nil { // both have been read as JSON
		return later
	}
	return jsonx.Raw(b)
}
