package bench

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/bytedance/sonic"
	"github.com/go-faster/jx"
)

// BenchmarkDecodeJSON reads an event and judges it, against those who only read.
func BenchmarkDecodeJSON(b *testing.B) {
	each(b, func(b *testing.B, e event) {
		race(b, func() { decodeAndJudge(b, e) },
			contender{"encoding/json", func() { check(b, json.Unmarshal(e.json, e.hand())) }},
			contender{"sonic", func() { check(b, sonic.Unmarshal(e.json, e.hand())) }},
			contender{"jx", func() { check(b, decodeJX(e.json, e.hand())) }},
		)
	})
}

// BenchmarkJudgeJSON does the same, against those who judge too. They are not in one race with the others, who would have
// to put up with what is left of their garbage.
func BenchmarkJudgeJSON(b *testing.B) {
	v5, v6 := compileV5(), compileV6()
	each(b, func(b *testing.B, e event) {
		unmarshal := func() { check(b, json.Unmarshal(e.json, e.hand())) }
		race(b, func() { decodeAndJudge(b, e) },
			contender{"encoding/json+jsonschema/v5", func() { unmarshal(); check(b, v5(e.json)) }},
			contender{"encoding/json+jsonschema/v6", func() { unmarshal(); check(b, v6(e.json)) }},
		)
	})
}

func decodeAndJudge(b *testing.B, e event) {
	ev, err := agui.DecodeJSON(e.json)
	check(b, err)
	check(b, ev.Validate())
}

// BenchmarkValidateJSON judges a text and keeps nothing of it.
func BenchmarkValidateJSON(b *testing.B) {
	v5, v6 := compileV5(), compileV6()
	each(b, func(b *testing.B, e event) {
		race(b, func() { check(b, agui.EventSchema.ValidateJSON(e.json)) },
			contender{"encoding/json.Valid", func() {
				if !json.Valid(e.json) {
					b.Fatal("not valid")
				}
			}},
			contender{"jsonschema/v5", func() { check(b, v5(e.json)) }},
			contender{"jsonschema/v6", func() { check(b, v6(e.json)) }},
		)
	})
}

// BenchmarkEncodeJSON writes an event, ours and jx into a buffer that has room.
func BenchmarkEncodeJSON(b *testing.B) {
	each(b, func(b *testing.B, e event) {
		buffer := make([]byte, 0, 2*len(e.json))
		hand := e.hand()
		check(b, json.Unmarshal(e.json, hand))
		var w jx.Writer
		w.Grow(2 * len(e.json))
		race(b, func() {
			_, err := e.ours.AppendJSON(buffer)
			check(b, err)
		},
			contender{"encoding/json", func() { must(json.Marshal(hand)) }},
			contender{"sonic", func() { must(sonic.Marshal(hand)) }},
			contender{"jx", func() { w.Reset(); hand.encodeJX(&w) }},
		)
	})
}

func check(tb testing.TB, err error) {
	if err != nil {
		tb.Fatal(err)
	}
}

func decodeJX(data []byte, e handEvent) error {
	d := jx.GetDecoder()
	defer jx.PutDecoder(d)
	d.ResetBytes(data)
	return e.decodeJX(d)
}

// TestTheyReadTheSame holds that all who decode decode the same, and all of it.
func TestTheyReadTheSame(t *testing.T) {
	for _, e := range events {
		t.Run(e.name, func(t *testing.T) {
			want := e.hand()
			check(t, json.Unmarshal(e.json, want))
			if text := must(json.Marshal(want)); !sameJSON(t, text, e.json) {
				t.Errorf("the struct written by hand loses something:\n%s\n%s", text, e.json)
			}
			for name, decode := range map[string]func(e handEvent) error{
				"jx":    func(h handEvent) error { return decodeJX(e.json, h) },
				"sonic": func(h handEvent) error { return sonic.Unmarshal(e.json, h) },
			} {
				got := e.hand()
				check(t, decode(got))
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s reads %+v and not %+v", name, got, want)
				}
			}
		})
	}
}

// TestTheyWriteTheSame holds that all who encode encode the same.
func TestTheyWriteTheSame(t *testing.T) {
	for _, e := range events {
		t.Run(e.name, func(t *testing.T) {
			if text := must(e.ours.AppendJSON(nil)); !bytes.Equal(text, e.json) {
				t.Errorf("AppendJSON writes\n%s\nand not\n%s", text, e.json)
			}
			hand := e.hand()
			check(t, json.Unmarshal(e.json, hand))
			var w jx.Writer
			hand.encodeJX(&w)
			for name, text := range map[string][]byte{"jx": w.Buf, "sonic": must(sonic.Marshal(hand))} {
				if !sameJSON(t, text, e.json) {
					t.Errorf("%s writes\n%s\nand not\n%s", name, text, e.json)
				}
			}
		})
	}
}

func sameJSON(t *testing.T, a, b []byte) bool {
	var v, w any
	check(t, json.Unmarshal(a, &v))
	check(t, json.Unmarshal(b, &w))
	return reflect.DeepEqual(v, w)
}
