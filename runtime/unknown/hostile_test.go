package unknown

import "testing"

// TestEqualOfManyRuns holds that fields kept in very many runs are compared a slot at a time, not a run at a time.
func TestEqualOfManyRuns(t *testing.T) {
	many := func(last string) *Fields {
		f := &Fields{}
		for range 50000 {
			f.Proto = append(f.Proto, Proto{Slot: 0, Bytes: "\x08\x01"}, Proto{Slot: 1, Bytes: "\x10\x01"})
		}
		f.Proto = append(f.Proto, Proto{Slot: 1, Bytes: last})
		return f
	}
	if !many("a").Equal(many("a")) || many("a").Equal(many("b")) {
		t.Error("fields in many runs are compared wrongly")
	}
}
