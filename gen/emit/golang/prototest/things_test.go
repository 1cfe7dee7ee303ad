package prototest

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/emit/golang/testdata/proto/things"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/violation"
	"github.com/agui-gen/agui-gen/runtime/wire"
	"google.golang.org/protobuf/encoding/protowire"
)

// d is a field with a double, p a packed list of varints, f64 a double without a key.
func d(num protowire.Number, v float64) string {
	return string(protowire.AppendTag(nil, num, protowire.Fixed64Type)) + f64(v)
}

func f64(v float64) string { return string(protowire.AppendFixed64(nil, math.Float64bits(v))) }

func p(num protowire.Number, values ...uint64) string {
	var b []byte
	for _, v := range values {
		b = protowire.AppendVarint(b, v)
	}
	return s(num, string(b))
}

// required are a thing's required messages, thing the JSON with its required members.
var required = s(7) + s(8, s(1))

func thing(members string) string {
	return `{"name":"","flag":false,"whole":0,"large":0,"ratio":0,"color":"red","size":{"width":0},"shape":{"kind":"circle","radius":0}` + members + `}`
}

// TestThingsBothWays holds JSON and bytes that say the same, each of which becomes the other.
func TestThingsBothWays(t *testing.T) {
	for _, tt := range []struct{ name, json, proto string }{
		{"zeros are not written, messages are", thing(""), required},
		{"required scalars", `{"name":"n","flag":true,"whole":-1,"large":18446744073709551615,"ratio":0.5,"color":"blue","size":{"width":2,"unit":"red"},"shape":{"kind":"circle","radius":1}}`,
			s(1, "n") + v(2, 1) + "\x18\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01" + "\x20\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01" + d(5, 0.5) + v(6, 2) +
				s(7, d(1, 2), v(2, 0)) + s(8, s(1, d(1, 1)))},
		{"optional scalars that are zero are written", thing(`,"optName":"","optFlag":false,"optWhole":0,"optLarge":0,"optRatio":0,"optColor":"red","level":"low"`),
			required + s(9) + v(10, 0) + v(11, 0) + v(12, 0) + d(13, 0) + v(14, 0) + s(17, "low")},
		{"messages", thing(`,"optSize":{"width":0},"optShape":{"kind":"group","shapes":[],"edge":{"edge":"soft","inside":{"kind":"circle","radius":0}}},"child":` + thing(`,"a/b~c":"x"`)),
			required + s(15) + s(16, s(2, s(2, s(2, s(1, s(1)))))) + s(21, required, s(23, "x"))},
		{"lists", thing(`,"lists":{"texts":["","a"],"flags":[true,false],"wholes":[0,-1],"larges":[300],"ratios":[0,1],"colors":["red","blue"],"levels":["high"],` +
			`"sizes":[{"width":0},{"width":1}],"shapes":[{"kind":"circle","radius":0}],"values":[null,{}],"present":[[]],"objects":[{}]}`),
			required + s(18, s(1), s(1, "a"), p(2, 1, 0), p(3, 0, math.MaxUint64), p(4, 300), s(5, f64(0), f64(1)), p(6, 0, 2), s(7, "high"),
				s(8), s(8, d(1, 1)), s(9, s(1)), s(10, null), s(10, s(5)), s(11, s(6)), s(12))},
		{"a required list that is empty", thing(`,"lists":{"wholes":[]}`), required + s(18)},
		{"maps, sorted, key and value always", thing(`,"maps":{"texts":{"":"","a":"b"},"flags":{"x":false},"wholes":{"x":0},"ratios":{"x":0},"colors":{"x":"red"},"levels":{"x":"low"},` +
			`"sizes":{"x":{"width":0}},"shapes":{"x":{"kind":"circle","radius":0}},"values":{"x":{}}}`),
			required + s(19, s(1, s(1), s(2)), s(1, s(1, "a"), s(2, "b")), s(2, s(1, "x"), v(2, 0)), s(3, s(1, "x"), v(2, 0)), s(4, s(1, "x"), d(2, 0)),
				s(5, s(1, "x"), v(2, 0)), s(6, s(1, "x"), s(2, "low")), s(7, s(1, "x"), s(2)), s(8, s(1, "x"), s(2, s(1))), s(9, s(1, s(1, "x"), s(2, s(5)))))},
		{"a required map that is empty", thing(`,"maps":{"texts":{}}`), required + s(19)},
		{"things in things", thing(`,"children":[` + thing(`,"maps":{"texts":{},"things":{"k":`+thing("")+`}}`) + `]`),
			required + s(22, required, s(19, s(10, s(1, "k"), s(2, required))))},
		{"choices: flag and number", thing(`,"choices":{"pick":false,"sized":0}`), required + s(20, v(1, 0), d(6, 0))},
		{"choices: number and object", thing(`,"choices":{"pick":0,"sized":{"width":0},"counted":"","opened":"low","json":null}`),
			required + s(20, v(2, 0), s(7), s(8), s(10, "low"), s(12, null))},
		{"choices: text and map", thing(`,"choices":{"pick":"","sized":1,"counted":{"a":1},"opened":{},"json":3}`),
			required + s(20, s(3), d(6, 1), s(9, s(1, "a"), v(2, 1)), s(11), s(12, d(2, 3)))},
		{"choices: list and union", thing(`,"choices":{"pick":[{"width":0}],"sized":0,"json":{"kind":"circle","radius":1}}`),
			required + s(20, s(4), d(6, 0), s(12, s(5, s(1, s(1, "kind"), s(2, s(3, "circle"))), s(1, s(1, "radius"), s(2, d(2, 1))))))},
		{"choices: a union", thing(`,"choices":{"pick":{"kind":"circle","radius":0},"sized":0}`), required + s(20, s(5, s(1)), d(6, 0))},
	} {
		var x things.Thing
		if err := x.UnmarshalJSON([]byte(tt.json)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got, err := x.AppendProto([]byte("b")); string(got) != "b"+tt.proto || err != nil {
			t.Errorf("%s:\n got %x, %v\nwant %x", tt.name, got[1:], err, tt.proto)
		}
		back, err := things.DecodeProto([]byte(tt.proto))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got, err := back.AppendJSON(nil); string(got) != tt.json || err != nil {
			t.Errorf("%s:\n got %s, %v\nwant %s", tt.name, got, err, tt.json)
		}
		if !x.Equal(back) {
			t.Errorf("%s: what was read from bytes is not what was read from JSON", tt.name)
		}
		if lost := append(things.ProtoOmissions(&x), things.JSONOmissions(back)...); lost != nil {
			t.Errorf("%s: nothing was left out, but %v was reported", tt.name, lost)
		}
	}
}

// TestThingsReads holds what messages are that no encoder of ours writes.
func TestThingsReads(t *testing.T) {
	for _, tt := range []struct{ name, proto, json string }{
		{"lists that are not packed, or both", required + s(18, v(2, 1), v(3, 1), p(3, 2, 3), v(3, 4), d(5, 1), v(6, 1), v(4, 5)),
			thing(`,"lists":{"flags":[true],"wholes":[1,2,3,4],"larges":[5],"ratios":[1],"colors":["green"]}`)},
		{"a packed list of nothing", required + s(18, s(2), s(3)), thing(`,"lists":{"wholes":[]}`)},
		{"an enum's number that nobody knows", v(6, 9) + required + "\x70\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
			strings.Replace(thing(`,"optColor":"-1"`), `"red"`, `"9"`, 1)},
		{"a map's entry without key, or value, or in another order", required + s(19, s(1), s(1, s(2, "v"), s(1, "k")), s(5, s(1, "x")), s(7, s(1, "y")), s(8, s(2, s(1)))),
			thing(`,"maps":{"texts":{"":"","k":"v"},"colors":{"x":"red"},"sizes":{"y":{"width":0}},"shapes":{"":{"kind":"circle","radius":0}}}`)},
		{"fields beside a map's entry are nobody's", required + s(19, s(1, s(1, "k"), s(3, "x"), s(2, "v"))), thing(`,"maps":{"texts":{"k":"v"}}`)},
		{"-0", d(5, math.Copysign(0, -1)) + required, thing("")},
	} {
		x, err := things.DecodeProto([]byte(tt.proto))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got, err := x.AppendJSON(nil); string(got) != tt.json || err != nil {
			t.Errorf("%s:\n got %s, %v\nwant %s", tt.name, got, err, tt.json)
		}
	}
	// What has no name goes out under the number it came in by.
	for _, proto := range []string{v(6, 9) + required, d(5, math.Copysign(0, -1)) + required, required + s(18, p(6, 7))} {
		x, err := things.DecodeProto([]byte(proto))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := x.AppendProto(nil); string(got) != proto || err != nil {
			t.Errorf("%x was written back as %x, %v", proto, got, err)
		}
	}
}

// TestThingsErrors holds what is refused in reading: broken frames, and what is no thing.
func TestThingsErrors(t *testing.T) {
	for _, tt := range []struct{ name, proto, text string }{
		{"a map's key twice", required + s(19, s(2, s(1, "x")), s(2, s(1, "x"))), "twice"},
		{"a packed list that ends in the middle", required + s(18, s(3, "\x80")), "does not end"},
		{"a packed double that ends in the middle", required + s(18, s(5, "abc")), "does not end"},
		{"two carriers", required + s(20, v(1, 1), s(3)), "at once"},
		{"a number that is not finite", d(5, math.Inf(1)) + required, "finite"},
		{"a map's text that is not UTF-8", required + s(19, s(1, s(1, "\xff"))), "UTF-8"},
		{"nested without end", nest(21, 10100), "too deep"},
	} {
		x, err := things.DecodeProto([]byte(tt.proto))
		var e *wire.Error
		if !errors.As(err, &e) || !strings.Contains(e.Msg, tt.text) || x != nil {
			t.Errorf("%s: %v, want an error about %q", tt.name, err, tt.text)
		}
	}
	for _, tt := range []struct{ name, proto, keyword, at string }{
		{"nothing", "", "required", ""},
		{"a required message is absent", s(8, s(1)), "required", ""},
		{"a required union is absent, in a union", s(7) + s(8, s(2)), "required", "/shape"},
		{"a required choice is absent", required + s(20), "required", "/choices"},
		{"null in a list of what is not", required + s(18, s(11, null)), "not", "/lists/present/0"},
		{"in a map", required + s(19, s(10, s(1, "a/b"), s(2, s(7)))), "required", "/maps/things/a~1b"},
	} {
		x := things.Thing{Name: "before"}
		err := x.UnmarshalProto([]byte(tt.proto))
		var e *violation.Error
		if !errors.As(err, &e) || x.Name != "before" {
			t.Errorf("%s: %v, %q, want violations", tt.name, err, x.Name)
			continue
		}
		found := false
		for _, v := range e.Violations {
			found = found || v.Keyword == tt.keyword && v.InstanceLocation == tt.at
		}
		if !found {
			t.Errorf("%s: %v, want %s at %q", tt.name, err, tt.keyword, tt.at)
		}
	}
}

// nest is a field in itself.
func nest(num protowire.Number, depth int) string {
	b := []byte{}
	for range depth {
		// Written from the end, so that the length is known.
		n := len(b)
		head := protowire.AppendVarint(protowire.AppendTag(nil, num, protowire.BytesType), uint64(n))
		b = append(head, b...)
	}
	return string(b)
}

// TestThingsHaveNoProtoForm holds what protobuf cannot carry, and where it is.
func TestThingsHaveNoProtoForm(t *testing.T) {
	whole := func(change func(*things.Thing)) *things.Thing {
		x := &things.Thing{Color: things.ColorRed, Shape: &things.Circle{}}
		change(x)
		return x
	}
	unknown := &things.UnknownShape{Tag: "cube", Raw: `{"kind":"cube"}`}
	for _, tt := range []struct {
		name    string
		x       *things.Thing
		pointer string
	}{
		{"an enum's text that has no number", whole(func(x *things.Thing) { x.Color = "pink" }), "/color"},
		{"an enum's text that is empty", whole(func(x *things.Thing) { x.Color = "" }), "/color"},
		{"in a list", whole(func(x *things.Thing) { x.Lists = &things.Lists{Colors: []things.Color{"red", "pink"}} }), "/lists/colors/1"},
		{"in a map", whole(func(x *things.Thing) { x.Maps = &things.Maps{Colors: map[string]things.Color{"a/b": "pink"}} }), "/maps/colors/a~1b"},
		{"a number that is not finite, in a list", whole(func(x *things.Thing) { x.Lists = &things.Lists{Ratios: []float64{0, math.NaN()}} }), "/lists/ratios/1"},
		{"in a message in a map", whole(func(x *things.Thing) {
			x.Maps = &things.Maps{Things: map[string]things.Thing{"k": *whole(func(x *things.Thing) { x.Name = "\xff" })}}
		}), "/maps/things/k/name"},
		{"a name with / and ~", whole(func(x *things.Thing) { x.ABC = opt.Some("\xff") }), "/a~1b~0c"},
		{"in a struct in a list", whole(func(x *things.Thing) { x.Children = []things.Thing{{Color: "red", Shape: unknown}} }), "/children/0/shape"},
		{"raw JSON in a list", whole(func(x *things.Thing) { x.Lists = &things.Lists{Values: []jsonx.Raw{"1", "]"}} }), "/lists/values/1"},
		{"a required union that is unknown", whole(func(x *things.Thing) { x.Shape = unknown }), "/shape"},
		{"a required choice that is nil", whole(func(x *things.Thing) { x.Choices = &things.Choices{} }), "/choices/sized"},
		{"what travels as JSON", whole(func(x *things.Thing) {
			x.Choices = &things.Choices{Sized: things.Number(0)}
			x.Choices.JSON = opt.Value[things.IntegerOrShape](&things.Circle{Radius: math.Inf(1)})
		}), "/choices/json/radius"},
	} {
		got, err := tt.x.AppendProto([]byte("before"))
		var e *wire.EncodeError
		if !errors.As(err, &e) || e.Pointer != tt.pointer || string(got) != "before" {
			t.Errorf("%s: %q, %v, want an error at %q", tt.name, got, err, tt.pointer)
		}
	}
}

// TestThingsLeaveOut holds what is left out of protobuf, and that it is reported.
func TestThingsLeaveOut(t *testing.T) {
	text := thing(`,"optShape":{"kind":"cube"},"lists":{"texts":[],"wholes":[],"shapes":[{"kind":"cube"},{"kind":"circle","radius":1}]},` +
		`"maps":{"texts":{},"flags":{},"shapes":{"a":{"kind":"cube"},"b":{"kind":"circle","radius":1}}},` +
		`"choices":{"pick":{"kind":"cube"},"sized":0,"counted":{},"json":{"kind":"cube"}},"children":[],"more":1`)
	var x things.Thing
	if err := x.UnmarshalJSON([]byte(text)); err != nil {
		t.Fatal(err)
	}
	want := required + s(18, s(9, s(1, d(1, 1)))) + s(19, s(8, s(1, "b"), s(2, s(1, d(1, 1))))) +
		s(20, d(6, 0), s(12, s(5, s(1, s(1, "kind"), s(2, s(3, "cube"))))))
	if got, err := x.AppendProto(nil); string(got) != want || err != nil {
		t.Errorf("\n got %x, %v\nwant %x", got, err, want)
	}
	omitted := "/optShape /lists/texts /lists/shapes/0 /maps/flags /maps/shapes/a /choices/pick /choices/counted /children /more"
	if got := strings.Join(things.ProtoOmissions(&x), " "); got != omitted {
		t.Errorf("%s is reported, want %s", got, omitted)
	}
}

// FuzzThingsProto holds that every message is refused, or read and written back as bytes that are read as the same.
func FuzzThingsProto(f *testing.F) {
	for _, seed := range []string{
		required, required + s(18, v(2, 1), p(3, 2, 3)), required + s(19, s(5, s(1, "x")), s(9, s(1, s(1, "k"), s(2, null)))),
		required + s(20, s(7), s(9, s(1, "a")), s(12, null)), s(7) + s(8, s(2, s(2, s(2, s(1, s(1)))))),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data string) {
		x, err := things.DecodeProto([]byte(data))
		if err != nil {
			return
		}
		first, err := x.AppendProto(nil)
		if err != nil {
			t.Fatalf("%x was read and cannot be written: %v", data, err)
		}
		again, err := things.DecodeProto(first)
		if err != nil {
			t.Fatalf("%x was written as %x, which is refused: %v", data, first, err)
		}
		if second, err := again.AppendProto(nil); string(second) != string(first) || err != nil {
			t.Fatalf("%x was written as %x and then as %x, %v", data, first, second, err)
		}
	})
}
