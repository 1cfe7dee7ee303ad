package wire_test

import (
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/unknown"
	"github.com/agui-gen/agui-gen/runtime/wire"
)

// readOneof reads a message with the arms 1 and 2, by their numbers.
func readOneof(s string) (*wire.Oneof, wire.Reader) {
	r := wire.NewReader(s)
	var o wire.Oneof
	for r.Next() {
		switch r.Number() {
		case 1, 2:
			o.Arm(&r)
		default:
			o.Other(&r)
		}
	}
	return &o, r
}

func TestOneof(t *testing.T) {
	for _, tt := range []struct {
		name, hex string
		number    uint64
		arm, kept string
		future    bool
		fault     string
	}{
		{name: "nothing"},
		{name: "an arm", hex: "0a 02 0801", number: 1, arm: "0801"},
		{name: "an empty arm", hex: "12 00", number: 2},
		{name: "one twice", hex: "0a 02 0801 0a 02 1002", number: 1, arm: "0801 1002"},
		{name: "two", hex: "0a 00 12 00", fault: "fields 1 and 2 at once"},
		{name: "one, and another's number with another wire type", hex: "0a 00 10 01", fault: "fields 1 and 2 at once"},
		{name: "the same number with another wire type", hex: "0a 02 0801 08 05", number: 1, arm: "0801", kept: "0805"},
		{name: "a number with another wire type alone", hex: "08 05", kept: "0805"},
		{name: "fields beside it", hex: "1801 0a 00 2201ff", number: 1, kept: "1801 2201ff"},
		{name: "a later arm", hex: "1a 02 0801", kept: "1a 02 0801", future: true},
		{name: "a later empty arm", hex: "1a 00", kept: "1a 00", future: true},
		{name: "a later arm and a number", hex: "1a 00 2001", kept: "1a 00 2001", future: true},
		{name: "no message", hex: "1a 01 ff", kept: "1a 01 ff"},
		{name: "a later arm and no message", hex: "1a 00 22 01 ff", kept: "1a 00 22 01 ff"},
		{name: "a later arm and an arm's number", hex: "1a 00 0801", kept: "1a 00 0801"},
		{name: "only a number", hex: "1801", kept: "1801"},
		{name: "a broken field", hex: "1a 05", fault: "past the end"},
	} {
		o, r := readOneof(unhex(t, tt.hex))
		if err := r.Err(); tt.fault != "" {
			if err == nil || !strings.Contains(err.Error(), tt.fault) {
				t.Errorf("%s: %v, want ... %s", tt.name, err, tt.fault)
			}
			continue
		}
		part := o.Reader()
		if o.Number() != tt.number || part.Text() != unhex(t, tt.arm) || o.Future() != tt.future || r.Err() != nil {
			t.Errorf("%s: arm %d with %x, future %v, %v", tt.name, o.Number(), part.Text(), o.Future(), r.Err())
		}
		if got := o.Kept(nil, 7).Slot(7); got != unhex(t, tt.kept) {
			t.Errorf("%s: kept %x, want %x", tt.name, got, unhex(t, tt.kept))
		}
	}
}

func TestLookingAhead(t *testing.T) {
	r := wire.NewReader(unhex(t, "12 01 61 08 05 12 01 62 08 ffffffffffffffffff01 1a 01 63"))
	if got := r.LastText(2); got != "b" {
		t.Errorf("the last text is %q", got)
	}
	if got := r.LastText(9); got != "" {
		t.Errorf("a text that is not there is %q", got)
	}
	if got := r.LastEnum(1); got != -1 {
		t.Errorf("the last number is %d", got)
	}
	if !r.Next() || r.Number() != 2 || r.String() != "a" {
		t.Error("looking ahead has read something")
	}
	broken := wire.NewReader(unhex(t, "12 01 61 12 05"))
	if got := broken.LastText(2); broken.Err() != nil || got != "" && got != "a" {
		t.Errorf("looking ahead in a broken message is %q, %v", got, broken.Err())
	}
}

func TestKeptMovesSlots(t *testing.T) {
	var g *unknown.Fields
	g = g.AddProto(0, "ab", 0, 2)
	g = g.AddProto(2, "cd", 0, 2)
	f := wire.Kept(&unknown.Fields{JSON: `"a":1`}, 3, g)
	if f.Slot(3) != "ab" || f.Slot(5) != "cd" || f.JSON != `"a":1` {
		t.Errorf("%+v", f)
	}
	if wire.Kept(nil, 3, nil) != nil || wire.Kept(nil, 3, new(unknown.Fields)) != nil {
		t.Error("nothing became something")
	}
}

// TestNestedMessages holds that a message can be only so deep in others.
func TestNestedMessages(t *testing.T) {
	var down func(r wire.Reader, depth int) (int, error)
	down = func(r wire.Reader, depth int) (int, error) {
		if !r.Next() {
			return depth, r.Err()
		}
		part := r.Sub()
		if r.Err() != nil {
			return depth, r.Err()
		}
		return down(part, depth+1)
	}
	w := wire.NewWriter(nil)
	var ats []int
	for range 10100 {
		ats = append(ats, w.Begin(1))
	}
	for i := len(ats) - 1; i >= 0; i-- {
		w.End(ats[i])
	}
	b, err := w.Result()
	if err != nil {
		t.Fatal(err)
	}
	if depth, err := down(wire.NewReader(string(b)), 0); depth != 10000 || err == nil || !strings.Contains(err.Error(), "too deep") {
		t.Errorf("depth %d, %v", depth, err)
	}
}
