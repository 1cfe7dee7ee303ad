package golden_test

import (
	"reflect"
	"testing"

	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/unknown"
)

// TestAppendDoesNotAllocate writes into a buffer with room, as a server does that writes one event after the other.
func TestAppendDoesNotAllocate(t *testing.T) {
	seen := map[agui.EventType]bool{}
	eachCase(t, func(t *testing.T, c testkit.Case) {
		ev := fromJSON(t, c.JSON)
		if open(reflect.ValueOf(ev)) {
			return
		}
		seen[ev.EventType()] = true
		room := make([]byte, 0, len(c.Proto)+len(toJSON(t, ev)))
		for name, run := range map[string]func([]byte) ([]byte, error){"AppendProto": ev.AppendProto, "AppendJSON": ev.AppendJSON} {
			if n := testing.AllocsPerRun(10, func() { run(room) }); n != 0 {
				t.Errorf("%s allocates %v times", name, n)
			}
		}
	})
	if len(seen) < 25 { // some event types are all open data
		t.Errorf("only %d event types were looked at", len(seen))
	}
}

// TestDecodeAllocatesTwice reads the commonest event: the copy of its bytes and the event itself are all there is.
func TestDecodeAllocatesTwice(t *testing.T) {
	seen := 0
	eachCase(t, func(t *testing.T, c testkit.Case) {
		ev := fromJSON(t, c.JSON)
		if _, ok := ev.(*agui.TextMessageContentEvent); !ok || open(reflect.ValueOf(ev)) {
			return
		}
		seen++
		text := []byte(c.JSON)
		if n := testing.AllocsPerRun(10, func() { agui.DecodeJSON(text) }); n > 2 {
			t.Errorf("DecodeJSON allocates %v times", n)
		}
		if n := testing.AllocsPerRun(10, func() { agui.DecodeProto(c.Proto) }); n > 2 {
			t.Errorf("DecodeProto allocates %v times", n)
		}
	})
	if seen == 0 {
		t.Error("no such event in the corpus")
	}
}

// open tells whether a value holds data that the schema leaves open, or does not know.
func open(v reflect.Value) bool {
	switch v.Type() {
	case reflect.TypeFor[jsonx.Raw]():
		return v.Len() > 0
	case reflect.TypeFor[*unknown.Fields]():
		return !v.IsNil()
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && open(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			if open(v.Index(i)) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if open(v.Field(i)) {
				return true
			}
		}
	}
	return false
}
