package unknown

import (
	"strings"
	"unsafe"
)

// AddProto keeps src[from:to], one or more whole protobuf fields with their tags, and is f, or a new Fields where f is
// nil. What directly follows in src what was last kept for the slot is joined to it without a copy, so that a message
// of many unknown fields costs no more than its length.
func (f *Fields) AddProto(slot int, src string, from, to int) *Fields {
	if from == to {
		return f
	}
	if f == nil {
		f = new(Fields)
	}
	if n := len(f.Proto) - 1; n >= 0 && f.Proto[n].Slot == slot {
		last := &f.Proto[n]
		if start := from - len(last.Bytes); start >= 0 && unsafe.StringData(src[start:]) == unsafe.StringData(last.Bytes) {
			last.Bytes = src[start:to]
			return f
		}
	}
	f.Proto = append(f.Proto, Proto{Slot: slot, Bytes: src[from:to]})
	return f
}

// Slot is the bytes kept for one message, in their order; "" where there are none.
func (f *Fields) Slot(slot int) string {
	if f == nil {
		return ""
	}
	var runs []string
	for _, p := range f.Proto {
		if p.Slot == slot {
			runs = append(runs, p.Bytes)
		}
	}
	if len(runs) == 1 {
		return runs[0]
	}
	return strings.Join(runs, "")
}

// AppendSlot appends the bytes kept for one message, in their order. It does not allocate beyond what b may grow by.
func (f *Fields) AppendSlot(b []byte, slot int) []byte {
	if f == nil {
		return b
	}
	for i := range f.Proto {
		if f.Proto[i].Slot == slot {
			b = append(b, f.Proto[i].Bytes...)
		}
	}
	return b
}

// WithoutProto is f without its protobuf fields, nil where nothing is left. f does not change.
func (f *Fields) WithoutProto() *Fields {
	if f == nil || len(f.Proto) == 0 {
		return f
	}
	return FromJSON(f.JSON)
}

func equalSlots(f, g *Fields) bool {
	return includesSlots(f, g) && includesSlots(g, f)
}

// includesSlots tells whether every slot of g is the same in f. Each slot is compared once, however many runs it has.
func includesSlots(f, g *Fields) bool {
	if g == nil {
		return true
	}
	seen := make(map[int]bool, 2)
	for _, p := range g.Proto {
		if seen[p.Slot] {
			continue
		}
		seen[p.Slot] = true
		if f.Slot(p.Slot) != g.Slot(p.Slot) {
			return false
		}
	}
	return true
}
