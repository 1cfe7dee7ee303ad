package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// overlay is metadata of later events that is still to be laid over that of an item. It waits until there is as much of it
// as of that, or somebody looks, so that an event costs what it is long, and not what has come before it.
type overlay struct {
	later []agui.Metadata
	size  int // in bytes
}

// add lays metadata over that at a place, now or later.
func (o *overlay) add(at *agui.Metadata, later agui.Metadata) {
	if later == "" {
		return
	}
	const few = 4 << 10 // bytes
	o.later = append(o.later, later)
	if o.size += len(later); o.size > max(few, len(*at)) {
		o.settle(at)
	}
}

// settle lays what has waited over the metadata at a place.
func (o *overlay) settle(at *agui.Metadata) {
	if len(o.later) > 0 {
		*at = mergeMetadata(*at, o.later)
		*o = overlay{}
	}
}

// mergeMetadata is metadata with that of later events laid over it, key by key: a later value takes the place of an
// earlier one as a whole, and null is a value.
func mergeMetadata(held agui.Metadata, later []agui.Metadata) agui.Metadata {
	if held == "" && len(later) == 1 {
		return later[0]
	}
	type member struct {
		name  string
		value jsonx.Raw
	}
	var members []member
	at := map[string]int{}
	for i := range len(later) + 1 {
		from := held
		if i > 0 {
			from = later[i-1]
		}
		for name, value := range from.Members() {
			n, ok := at[name]
			if !ok {
				n, at[name] = len(members), len(members)
				members = append(members, member{name: name})
			}
			members[n].value = value
		}
	}
	w := jsonx.NewWriter(make([]byte, 0, len(held)))
	w.Lit("{")
	for _, m := range members {
		w.Key(m.name)
		w.Raw(m.value)
	}
	w.Lit("}")
	b, err := w.Result()
	if err != nil { // all of it has been read as JSON
		return held
	}
	return jsonx.Raw(b)
}
