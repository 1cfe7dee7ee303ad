package prototest

import (
	"errors"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/emit/golang/testdata/proto/room"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/violation"
	"github.com/agui-gen/agui-gen/runtime/wire"
	"google.golang.org/protobuf/encoding/protowire"
)

// Bytes are made by hand, so that nothing which is tested makes what it is tested with: s is a field with a text or a message, v one
// with a varint.
func s(num protowire.Number, parts ...string) string {
	b := protowire.AppendTag(nil, num, protowire.BytesType)
	return string(protowire.AppendString(b, strings.Join(parts, "")))
}

func v(num protowire.Number, n uint64) string {
	return string(protowire.AppendVarint(protowire.AppendTag(nil, num, protowire.VarintType), n))
}

// base is the part that every event has, for an event type's number.
func base(number uint64, more ...string) string {
	if number > 0 {
		more = append([]string{v(1, number)}, more...)
	}
	return s(1, more...)
}

func said(more ...string) string    { return s(1, base(0), s(3, "human"), strings.Join(more, "")) }
func shown(more ...string) string   { return s(2, base(1), strings.Join(more, "")) }
func changed(more ...string) string { return s(3, base(2), strings.Join(more, "")) }
func left(more ...string) string    { return s(4, base(3), s(2, "w"), strings.Join(more, "")) }
func stamped(more ...string) string {
	return s(5, base(4, v(2, 7)), s(2, "gone"), strings.Join(more, ""))
}

// null is a google.protobuf.Value, for the bytes of a field.
var null = v(1, 0)

// later is a field from a later version.
var later = s(99, "later") + v(98, 1)

// TestRoomBothWays holds JSON and bytes that say the same, each of which becomes the other.
func TestRoomBothWays(t *testing.T) {
	for _, tt := range []struct{ name, json, proto string }{
		{"the first type's number is 0 and not written, but the part is",
			`{"type":"SAID","text":"","voice":"human"}`, s(1, s(1), s(3, "human"))},
		{"all of a struct, in the order of the numbers",
			`{"type":"SAID","at":-1,"note":{"b":1,"a":[null]},"extra":{},"text":"t","voice":"human","tone":"calm","aside":"","loud":false}`,
			s(1, s(1, "\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", s(3, s(5,
				s(1, s(1, "b"), s(2, "\x11\x00\x00\x00\x00\x00\x00\xf0\x3f")),
				s(1, s(1, "a"), s(2, s(6, s(1, null)))))), s(4)),
				s(2, "t"), s(3, "human"), s(4, "calm"), s(5, ""), v(6, 0))},
		{"a part whose properties are narrowed",
			`{"type":"STAMPED","at":0,"verdict":{"kind":"gone"}}`, s(5, base(4, v(2, 0)), s(2, "gone"))},
		{"a required list is empty", `{"type":"SHOWN","messages":[]}`, shown()},
		{"merged: a member a carrier, a scalar plain only where all require it",
			`{"type":"SHOWN","messages":[{"id":"","author":"person","content":"c"},{"id":"b","author":"bot","replyTo":""},{"id":"s","author":"sign","content":{},"mood":"sad"}]}`,
			shown(s(2, s(2, "person"), s(3, "c")), s(2, s(1, "b"), s(2, "bot"), s(8, "")), s(2, s(1, "s"), s(2, "sign"), s(5), s(10, "sad")))},
		{"split: a list", `{"type":"SHOWN","messages":[{"id":"i","author":"person","content":[{"type":"text","text":""}]}]}`,
			shown(s(2, s(1, "i"), s(2, "person"), s(4, s(1))))},
		{"split: an empty text is one", `{"type":"SHOWN","messages":[{"id":"i","author":"person","content":""}]}`,
			shown(s(2, s(1, "i"), s(2, "person"), s(3, "")))},
		{"split: neither is an empty list", `{"type":"SHOWN","messages":[{"id":"i","author":"person","content":[]}]}`,
			shown(s(2, s(1, "i"), s(2, "person")))},
		{"a sibling's member goes where the sibling has it, in its place",
			`{"type":"SHOWN","messages":[{"id":"i","author":"person","content":"c","extra":{},"calls":[{"id":"k","kind":"function","function":{"name":"f"}}],"rank":3}]}`,
			shown(s(2, s(1, "i"), s(2, "person"), s(3, "c"), s(6), s(7, s(1, "k"), s(2, "function"), s(3, s(1, "f"))), v(9, 3)))},
		{"a sibling's member between its own", `{"type":"SHOWN","messages":[{"id":"i","author":"bot","replyTo":"r","rank":1,"extra":{}}]}`,
			shown(s(2, s(1, "i"), s(2, "bot"), s(6), s(8, "r"), v(9, 1)))},
		{"unions in unions", `{"type":"SHOWN","messages":[],"cover":{"type":"image","source":{"type":"url","url":"u"},"caption":""}}`,
			shown(s(3, s(2, s(1, s(1, s(1, "u"))), s(2, ""))))},
		{"merged: what travels as JSON, and a map",
			`{"type":"SHOWN","messages":[{"id":"","author":"sign","content":{},"form":{"name":""},"scores":{"a":1,"b":0}}]}`,
			shown(s(2, s(2, "sign"), s(5), s(11, s(5, s(1, s(1, "name"), s(2, s(3))))), s(12, s(1, "a"), v(2, 1)), s(12, s(1, "b"), v(2, 0))))},
		{"merged: a sibling's that travels as JSON, and a map",
			`{"type":"SHOWN","messages":[{"id":"","author":"person","content":"","form":{"x":null},"scores":{"a":1}}]}`,
			shown(s(2, s(2, "person"), s(3), s(11, s(5, s(1, s(1, "x"), s(2, null)))), s(12, s(1, "a"), v(2, 1))))},
		{"tagged: number 0 is not written", `{"type":"CHANGED","changes":[{"op":"add","path":"p","value":null},{"op":"remove","path":""},{"op":"move","path":"","from":""}],"state":false}`,
			changed(s(2, s(2, "p"), s(3, null)), s(2, v(1, 1)), s(2, v(1, 2), s(4, "")), s(3, v(4, 0)))},
		{"tagged: a sibling's member", `{"type":"CHANGED","changes":[{"op":"remove","path":"p","value":null}],"state":null}`,
			changed(s(2, v(1, 1), s(2, "p"), s(3, null)), s(3, null))},
		{"flattened: no union", `{"type":"LEFT","who":"w"}`, left()},
		{"flattened: the tag, and a member's fields among the holder's",
			`{"type":"LEFT","who":"w","outcome":{"kind":"asked","questions":[{"id":"q","meta":{},"form":{"name":"n"},"due":null}]},"count":1}`,
			left(s(3, "asked"), s(5, s(1, "q"), s(2, s(5)), s(3, s(5, s(1, s(1, "name"), s(2, s(3, "n"))))), s(4, null)), v(7, 1))},
		{"flattened: a required list is empty", `{"type":"LEFT","who":"w","outcome":{"kind":"asked","questions":[]}}`, left(s(3, "asked"))},
		{"flattened: optional members", `{"type":"LEFT","who":"w","outcome":{"kind":"gone","where":""}}`, left(s(3, "gone"), s(6, ""))},
	} {
		ev, err := room.DecodeJSON([]byte(tt.json))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got, err := ev.AppendProto([]byte("b")); string(got) != "b"+tt.proto || err != nil {
			t.Errorf("%s:\n got %x, %v\nwant %x", tt.name, got[1:], err, tt.proto)
		}
		back := decode(t, tt.proto)
		if got, err := back.AppendJSON(nil); string(got) != tt.json || err != nil {
			t.Errorf("%s:\n got %s, %v\nwant %s", tt.name, got, err, tt.json)
		}
		if !room.EqualEvent(ev, back) {
			t.Errorf("%s: what was read from bytes is not what was read from JSON", tt.name)
		}
		if lost := append(room.ProtoOmissions(ev), room.JSONOmissions(back)...); lost != nil {
			t.Errorf("%s: nothing was left out, but %v was reported", tt.name, lost)
		}
	}
}

// decode reads a frame that must be readable, and checks that it is written back.
func decode(t *testing.T, proto string) room.Event {
	t.Helper()
	ev, err := room.DecodeProto([]byte(proto))
	if err != nil {
		t.Fatalf("%x: %v", proto, err)
	}
	return ev
}

// TestRoomReads holds what frames are that no encoder of ours writes.
func TestRoomReads(t *testing.T) {
	for _, tt := range []struct{ name, proto, json string }{
		{"fields in any order", s(1, s(3, "human"), s(2, "t"), s(1)), `{"type":"SAID","text":"t","voice":"human"}`},
		{"the last of a scalar counts", said(s(2, "a"), s(2, "b")), `{"type":"SAID","text":"b","voice":"human"}`},
		{"a plain field written although zero", said(s(2, "")), `{"type":"SAID","text":"","voice":"human"}`},
		{"an arm twice is merged", said(s(2, "a")) + s(1, s(5, "b")), `{"type":"SAID","text":"a","voice":"human","aside":"b"}`},
		{"a part twice is merged", s(1, s(1, v(2, 1)), s(1, s(4)), s(3, "human")), `{"type":"SAID","at":1,"extra":{},"text":"","voice":"human"}`},
		{"a Value twice is merged", s(1, s(1, s(3, s(6, s(1, null))), s(3, s(6, s(1, null)))), s(3, "human")),
			`{"type":"SAID","note":[null,null],"text":"","voice":"human"}`},
		{"an optional const that is another", said(s(4, "wild")), `{"type":"SAID","text":"","voice":"human","tone":"wild"}`},
		{"an enum's text that is not on its list", shown(s(2, s(2, "sign"), s(5), s(10, "bored"))),
			`{"type":"SHOWN","messages":[{"id":"","author":"sign","content":{},"mood":"bored"}]}`},
		{"the tag may come last, and twice", shown(s(2, s(3, "c"), s(2, "bot"), s(2, "person"))),
			`{"type":"SHOWN","messages":[{"id":"","author":"person","content":"c"}]}`},
		{"a part's arm twice", shown(s(3, s(2, s(2, "c")), s(2, s(1, s(2, s(1, "d")))))),
			`{"type":"SHOWN","messages":[],"cover":{"type":"image","source":{"type":"data","data":"d"},"caption":"c"}}`},
		{"a sibling's scalar twice is one member", shown(s(2, s(2, "person"), s(3, ""), v(9, 1), v(9, 2))),
			`{"type":"SHOWN","messages":[{"id":"","author":"person","content":"","rank":2}]}`},
		{"an unknown tag with no carrier", shown(s(2, s(2, "cat"))), `{"type":"SHOWN","messages":[{"author":"cat","id":""}]}`},
		{"no tag at all", shown(s(2, s(1, "i"))), `{"type":"SHOWN","messages":[{"author":"","id":"i"}]}`},
		{"an unknown tag with a text", shown(s(2, s(2, "cat"), s(3, "c"), v(9, 1))),
			`{"type":"SHOWN","messages":[{"author":"cat","id":"","content":"c","rank":1}]}`},
		{"an unknown tag with a list", shown(s(2, s(2, "cat"), s(4, s(1, s(1, "t"))))),
			`{"type":"SHOWN","messages":[{"author":"cat","id":"","content":[{"type":"text","text":"t"}]}]}`},
		{"an unknown tag with an object", shown(s(2, s(2, "cat"), s(5))), `{"type":"SHOWN","messages":[{"author":"cat","id":"","content":{}}]}`},
		{"an unknown number", changed(s(2, v(1, 7), s(2, "p"), s(4, "f")), s(3, null)),
			`{"type":"CHANGED","changes":[{"op":"7","path":"p","from":"f"}],"state":null}`},
		{"a negative number", changed(s(2, "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), s(3, null)),
			`{"type":"CHANGED","changes":[{"op":"-1","path":""}],"state":null}`},
		{"an unknown flattened tag keeps what its siblings have fields for", left(s(3, "lost"), s(4, "a"), s(6, "b")),
			`{"type":"LEFT","who":"w","outcome":{"kind":"lost","pending":["a"],"where":"b"}}`},
	} {
		ev := decode(t, tt.proto)
		if got, err := ev.AppendJSON(nil); string(got) != tt.json || err != nil {
			t.Errorf("%s:\n got %s, %v\nwant %s", tt.name, got, err, tt.json)
		}
		first, err := ev.AppendProto(nil)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		again, err := decode(t, string(first)).AppendProto(nil)
		if string(again) != string(first) || err != nil {
			t.Errorf("%s: %x was written back as %x, %v", tt.name, first, again, err)
		}
	}
}

// TestRoomBroken holds the frames that are refused.
func TestRoomBroken(t *testing.T) {
	for _, tt := range []struct{ name, proto, text string }{
		{"nothing", "", "no arm"},
		{"two arms", said() + shown(), "at once"},
		{"an arm and another's number with another wire type", said() + v(2, 1), "at once"},
		{"an arm's number with another wire type", v(2, 1), "no arm"},
		{"an unknown field that is no message", s(99, "\xff"), "no arm"},
		{"only an unknown number", v(99, 1), "no arm"},
		{"an unknown arm beside what is no message", s(99) + s(98, "\xff"), "no arm"},
		{"a length past the end", "\x0a\x05a", "past the end"},
		{"field number 0", "\x00\x00", "field number 0"},
		{"a group that is not closed", said() + "\x9b\x06", "group"},
		{"no part that is always sent", s(1, s(2, "t"), s(3, "human")), "base is missing"},
		{"a tag that is not the arm's", s(2, base(2)), "tag"},
		{"no tag where the arm's is not 0", s(2, base(0)), "tag"},
		{"a tag nobody knows", s(1, base(77), s(3, "human")), "tag"},
		{"a tag that is not the arm's, in a narrowed part", s(5, base(0, v(2, 1)), s(2, "gone")), "tag"},
		{"a text that is not UTF-8", said(s(2, "\xff")), "UTF-8"},
		{"a tag that is not UTF-8", shown(s(2, s(2, "\xff"))), "UTF-8"},
		{"a number that is not finite", changed(s(3, "\x11\x00\x00\x00\x00\x00\x00\xf8\x7f")), "finite"},
		{"a key twice", s(1, base(0, s(4, s(1, s(1, "a"), s(2, null)), s(1, s(1, "a"), s(2, null)))), s(3, "human")), "twice"},
		{"two arms in a part", shown(s(3, s(1), s(2))), "at once"},
		{"two arms in a source", shown(s(3, s(2, s(1, s(1), s(2))))), "at once"},
		{"two carriers", shown(s(2, s(2, "person"), s(3, ""), s(4, s(1)))), "at once"},
		{"a carrier that the tag has no use for", shown(s(2, s(2, "bot"), s(4, s(1)))), "content_parts"},
		{"an object for a text", shown(s(2, s(2, "bot"), s(5))), "content_object"},
		{"a text for an object", shown(s(2, s(2, "sign"), s(3, ""), s(5))), "field content in"},
		{"two carriers of an unknown tag", shown(s(2, s(2, "cat"), s(3, ""), s(5))), "more than one"},
		{"inside a message that is kept as it is", shown(s(2, s(2, "cat"), s(3, "\xff"))), "UTF-8"},
		{"inside a sibling's field", shown(s(2, s(2, "person"), s(3, ""), s(7, "\x00"))), "field number 0"},
		{"inside an unknown flattened union", left(s(3, "lost"), s(6, "\xff")), "UTF-8"},
	} {
		ev, err := room.DecodeProto([]byte(tt.proto))
		var e *wire.Error
		if !errors.As(err, &e) || !strings.Contains(e.Msg, tt.text) || ev != nil {
			t.Errorf("%s: %v, %v, want an error about %q", tt.name, ev, err, tt.text)
		}
	}
}

// TestRoomMalformed holds the frames that are well formed and that Go cannot hold as what they say they are.
func TestRoomMalformed(t *testing.T) {
	image := s(2, s(2, "person"), s(4, s(2, s(2, "c"))))
	for _, tt := range []struct{ name, proto, tag, keyword, at string }{
		{"a required Value is absent", changed(), "CHANGED", "required", ""},
		{"a required const is absent", s(1, base(0)), "SAID", "const", "/voice"},
		{"a required const is another", s(1, base(0), s(3, "robot")), "SAID", "const", "/voice"},
		{"null where it is no value", s(1, base(0, s(3, null)), s(3, "human")), "SAID", "not", "/note"},
		{"a required union is absent in a list in a list", shown(s(2, s(2, "bot"), s(8, "")), image), "SHOWN", "required", "/messages/1/content/0"},
		{"a required field with presence is absent", shown(s(2, s(2, "bot"))), "SHOWN", "required", "/messages/0"},
		{"a required message is absent", shown(s(2, s(2, "bot"), s(8, ""), s(7, s(2, "function")))), "SHOWN", "required", "/messages/0/calls/0"},
		{"a const inside a list is another", shown(s(2, s(2, "bot"), s(8, ""), s(7, s(2, "x"), s(3)))), "SHOWN", "const", "/messages/0/calls/0/kind"},
		{"a required Value of an operation is absent", changed(s(2, s(2, "p")), s(3, null)), "CHANGED", "required", "/changes/0"},
		{"a required flattened union is absent", s(5, base(4, v(2, 7))), "STAMPED", "required", ""},
		{"what a narrowed part must have is absent", s(5, base(4), s(2, "gone")), "STAMPED", "required", ""},
		{"in a flattened union", left(s(3, "asked"), s(5, s(1, "q"))), "LEFT", "required", "/outcome/questions/0"},
		{"an object that is carried by a Value is none", left(s(3, "asked"), s(5, s(2, s(3, "x")), s(4, null))), "LEFT", "type", "/outcome/questions/0/meta"},
		{"a struct that is carried by a Value lacks something", left(s(3, "asked"), s(5, s(3, s(5)), s(4, null))), "LEFT", "required", "/outcome/questions/0/form"},
	} {
		ev := decode(t, tt.proto)
		m, ok := ev.(*room.MalformedEvent)
		if !ok {
			t.Errorf("%s: %T, want a malformed event", tt.name, ev)
			continue
		}
		if string(m.Tag) != tt.tag || m.Proto != tt.proto || m.Raw != "" || len(m.Violations) == 0 {
			t.Errorf("%s: %+v", tt.name, m)
			continue
		}
		found := false
		for _, v := range m.Violations {
			found = found || v.Keyword == tt.keyword && v.InstanceLocation == tt.at
		}
		if !found {
			t.Errorf("%s: %v, want %s at %q", tt.name, m.Violations, tt.keyword, tt.at)
		}
		if got, err := m.AppendProto(nil); string(got) != tt.proto || err != nil {
			t.Errorf("%s: written back as %x, %v", tt.name, got, err)
		}
		if _, err := m.AppendJSON(nil); err == nil {
			t.Errorf("%s: has a JSON form", tt.name)
		}
	}
}

// TestRoomUnknownIsKept holds that what a later version sends comes back out as it came, after what is known.
func TestRoomUnknownIsKept(t *testing.T) {
	for _, tt := range []struct {
		name, proto, want string
		omitted           []string
	}{
		{"an event", s(99, s(1, "x"), later), "", nil},
		{"beside the arm", said() + later, "", []string{"field 99", "field 98"}},
		{"before the arm", later + said(), said() + later, []string{"field 99", "field 98"}},
		{"in an event, with others between", s(1, v(98, 1), base(0), v(98, 2), s(3, "human"), v(98, 3)),
			said(v(98, 1), v(98, 2), v(98, 3)), []string{"field 98"}},
		{"in a part", s(1, base(0, later), s(3, "human")), "", []string{"field 99", "field 98"}},
		{"in a narrowed part", s(5, base(4, v(2, 7), later), s(2, "gone")), "", []string{"field 99", "field 98"}},
		{"a known number with another wire type", said(v(2, 1)), "", []string{"field 2"}},
		{"in a merged message", shown(s(2, s(2, "bot"), s(8, ""), later)), "", []string{"/messages/0: field 99", "/messages/0: field 98"}},
		{"in a merged message, beside a sibling's", shown(s(2, s(2, "person"), s(3, ""), v(98, 1), v(9, 1))),
			shown(s(2, s(2, "person"), s(3, ""), v(9, 1), v(98, 1))), []string{"/messages/0: field 98"}},
		{"around and in a part", shown(s(3, s(1, s(1, "t"), later), later)), "",
			[]string{"/cover: field 99", "/cover: field 98", "/cover: field 99", "/cover: field 98"}},
		{"in a struct in a list", shown(s(2, s(2, "bot"), s(7, s(2, "function"), s(3, later)), s(8, ""))), "",
			[]string{"/messages/0/calls/0/function: field 99", "/messages/0/calls/0/function: field 98"}},
		{"a part", shown(s(3, later)), "", []string{"/cover"}},
		{"an empty part", shown(s(3)), "", []string{"/cover"}},
		{"a source", shown(s(3, s(2, s(1, later)))), "", []string{"/cover/source"}},
		{"an operation", changed(s(2, v(1, 9), later), s(3, null)), "", nil},
		{"a message", shown(s(2, s(2, "cat"), s(3, "c"), later)), "", nil},
		{"the fields of a flattened union's other members", left(s(3, "gone"), s(4, "p"), v(7, 1)), left(s(3, "gone"), v(7, 1), s(4, "p")), []string{"field 4"}},
		{"the fields of a flattened union that is absent", left(s(4, "p")), "", []string{"field 4"}},
	} {
		want := tt.want
		if want == "" {
			want = tt.proto
		}
		ev := decode(t, tt.proto)
		if got, err := ev.AppendProto(nil); string(got) != want || err != nil {
			t.Errorf("%s:\n got %x, %v\nwant %x", tt.name, got, err, want)
		}
		if got := room.JSONOmissions(ev); strings.Join(got, "|") != strings.Join(tt.omitted, "|") {
			t.Errorf("%s: %q is reported, want %q", tt.name, got, tt.omitted)
		}
	}
	ev := decode(t, s(99))
	if u, ok := ev.(*room.UnknownEvent); !ok || u.Tag != "" || u.Proto != s(99) || u.Raw != "" {
		t.Errorf("an unknown arm is %#v", ev)
	}
	if _, err := ev.AppendJSON(nil); err == nil {
		t.Error("an unknown arm has a JSON form")
	}
}

// TestRoomLeavesOutOfJSON holds that an unknown part that came as protobuf is left out where it can be, and what Validate says
// to it all the same.
func TestRoomLeavesOutOfJSON(t *testing.T) {
	part := s(4, later)
	for _, tt := range []struct{ name, proto, json, at string }{
		{"in a list", shown(s(2, s(2, "person"), part, s(4, s(1, s(1, "t"))), part)),
			`{"type":"SHOWN","messages":[{"id":"","author":"person","content":[{"type":"text","text":"t"}]}]}`, "/messages/0/content/0"},
		{"a list of nothing else", shown(s(2, s(2, "person"), part)), `{"type":"SHOWN","messages":[{"id":"","author":"person","content":[]}]}`, "/messages/0/content/0"},
		{"optional", shown(s(3, later)), `{"type":"SHOWN","messages":[]}`, "/cover"},
	} {
		ev := decode(t, tt.proto)
		if got, err := ev.AppendJSON(nil); string(got) != tt.json || err != nil {
			t.Errorf("%s: %s, %v, want %s", tt.name, got, err, tt.json)
		}
		if lost := room.JSONOmissions(ev); len(lost) == 0 || lost[0] != tt.at {
			t.Errorf("%s: %q is reported", tt.name, lost)
		}
		var e *violation.Error
		if err := ev.Validate(); !errors.As(err, &e) || e.Violations[0].InstanceLocation != tt.at {
			t.Errorf("%s: Validate says %v", tt.name, err)
		}
	}
	ev := decode(t, shown(s(3, s(2, s(1, later)))))
	var e *jsonx.EncodeError
	if _, err := ev.AppendJSON(nil); !errors.As(err, &e) || e.Pointer != "/cover/source" {
		t.Errorf("a part without a source that it needs: %v", err)
	}
	// Beside something malformed it keeps its place.
	m, ok := decode(t, shown(s(2, s(2, "person"), part, s(4, s(2))))).(*room.MalformedEvent)
	if !ok || !strings.Contains((&violation.Error{Violations: m.Violations}).Error(), "/messages/0/content/1") {
		t.Errorf("%+v", m)
	}
}

// TestRoomHasNoProtoForm holds what protobuf cannot carry, and where it is.
func TestRoomHasNoProtoForm(t *testing.T) {
	bad := "\xff"
	asked := &room.AskedOutcome{Questions: []room.Question{{}, {ID: bad, Due: opt.Null[string]()}}}
	for _, tt := range []struct {
		name    string
		ev      room.Event
		pointer string
	}{
		{"an unknown event from JSON", fromJSON(t, `{"type":"SUNG","text":"la"}`), ""},
		{"a malformed event from JSON", fromJSON(t, `{"type":"SAID"}`), ""},
		{"an unknown operation from JSON", fromJSON(t, `{"type":"CHANGED","changes":[{"op":"remove","path":""},{"op":"jump"}],"state":1}`), "/changes/1"},
		{"an unknown source, which its part cannot do without",
			fromJSON(t, `{"type":"SHOWN","messages":[],"cover":{"type":"image","source":{"type":"dream"}}}`), "/cover/source"},
		{"a text that is not UTF-8", &room.Said{Text: bad}, "/text"},
		{"in a list", &room.Shown{Tags: []string{"", bad}}, "/tags/1"},
		{"in a union in a list", &room.Shown{Messages: []room.Message{&room.BotMessage{}, &room.BotMessage{Calls: []room.Call{{Function: room.Function{Name: bad}}}}}},
			"/messages/1/calls/0/function/name"},
		{"in a split", &room.Shown{Messages: []room.Message{&room.PersonMessage{Content: room.PartList{&room.TextPart{}, &room.TextPart{Text: bad}}}}},
			"/messages/0/content/1/text"},
		{"in a flattened union", &room.Left{Outcome: asked}, "/outcome/questions/0/due"},
		{"raw JSON that is none", &room.Changed{State: "nul"}, "/state"},
		{"raw JSON that is no object", &room.Said{Extra: "[]"}, "/extra"},
		{"a required Value is absent", &room.Changed{}, "/state"},
		{"a required union is nil", &room.Stamped{}, "/verdict"},
		{"a required choice is nil", &room.Shown{Messages: []room.Message{&room.PersonMessage{}}}, "/messages/0/content"},
		{"an item is nil", &room.Shown{Messages: []room.Message{nil}}, "/messages/0"},
		{"a union inside is nil", &room.Shown{Cover: &room.ImagePart{}}, "/cover/source"},
	} {
		got, err := tt.ev.AppendProto([]byte("before"))
		var e *wire.EncodeError
		if !errors.As(err, &e) || e.Pointer != tt.pointer || string(got) != "before" {
			t.Errorf("%s: %q, %v, want an error at %q", tt.name, got, err, tt.pointer)
		}
	}
}

func fromJSON(t *testing.T, text string) room.Event {
	t.Helper()
	ev, err := room.DecodeJSON([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return ev
}

// TestRoomLeavesOut holds what is left out of protobuf, and that it is reported.
func TestRoomLeavesOut(t *testing.T) {
	for _, tt := range []struct {
		name, json, proto string
		omitted           []string
	}{
		{"an unknown member", `{"type":"SAID","text":"","voice":"human","a/b":1}`, said(), []string{"/a~1b"}},
		{"an unknown member of a merged message", `{"type":"SHOWN","messages":[{"id":"","author":"bot","replyTo":"","x":1,"mood":"sad"}]}`,
			shown(s(2, s(2, "bot"), s(8, ""), s(10, "sad"))), []string{"/messages/0/x"}},
		{"a sibling's member of another type", `{"type":"SHOWN","messages":[{"id":"","author":"bot","replyTo":"","mood":1,"extra":null}]}`,
			shown(s(2, s(2, "bot"), s(8, ""))), []string{"/messages/0/mood", "/messages/0/extra"}},
		{"a sibling's member that lacks something", `{"type":"SHOWN","messages":[{"id":"","author":"sign","content":{},"calls":[{"id":""}]}]}`,
			shown(s(2, s(2, "sign"), s(5))), []string{"/messages/0/calls"}},
		{"unknown parts", `{"type":"SHOWN","messages":[{"id":"","author":"person","content":[{"type":"smell"},{"type":"text","text":"t","x":1}]}],"cover":{"type":"smell"}}`,
			shown(s(2, s(2, "person"), s(4, s(1, s(1, "t"))))), []string{"/messages/0/content/0", "/messages/0/content/1/x", "/cover"}},
		{"an optional list that is empty", `{"type":"SHOWN","messages":[{"id":"","author":"bot","replyTo":"","calls":[]}],"tags":[]}`,
			shown(s(2, s(2, "bot"), s(8, ""))), []string{"/messages/0/calls", "/tags"}},
		{"an unknown message is written as far as there are fields", `{"type":"SHOWN","messages":[{"author":"cat","rank":2,"content":[],"name":"Tom","id":"i"}]}`,
			shown(s(2, s(1, "i"), s(2, "cat"), v(9, 2))), []string{"/messages/0/name"}},
		{"a flattened union's member that only a sibling declares", `{"type":"LEFT","who":"w","outcome":{"kind":"gone","pending":["p"],"x":1}}`,
			left(s(3, "gone")), []string{"/outcome/pending", "/outcome/x"}},
		{"an unknown flattened union", `{"type":"LEFT","who":"w","outcome":{"kind":"lost","pending":["p"],"x":1},"count":2}`,
			left(s(3, "lost"), s(4, "p"), v(7, 2)), []string{"/outcome/x"}},
		{"an operation's member", `{"type":"CHANGED","changes":[{"op":"remove","path":"","comment":"c","value":1}],"state":1}`,
			changed(s(2, v(1, 1), s(3, "\x11\x00\x00\x00\x00\x00\x00\xf0\x3f")), s(3, "\x11\x00\x00\x00\x00\x00\x00\xf0\x3f")), []string{"/changes/0/comment"}},
	} {
		ev := fromJSON(t, tt.json)
		if got, err := ev.AppendProto(nil); string(got) != tt.proto || err != nil {
			t.Errorf("%s:\n got %x, %v\nwant %x", tt.name, got, err, tt.proto)
		}
		if got := room.ProtoOmissions(ev); strings.Join(got, "|") != strings.Join(tt.omitted, "|") {
			t.Errorf("%s: %q is reported, want %q", tt.name, got, tt.omitted)
		}
	}
}

// TestDecodeProtoKeepsNothingOfItsInput holds that a caller may use its buffer again.
func TestDecodeProtoKeepsNothingOfItsInput(t *testing.T) {
	data := []byte(said(s(2, "text")) + later)
	ev, err := room.DecodeProto(data)
	if err != nil {
		t.Fatal(err)
	}
	clear(data)
	if got, err := ev.AppendProto(nil); string(got) != said(s(2, "text"))+later && string(got) != s(1, base(0), s(2, "text"), s(3, "human"))+later || err != nil {
		t.Errorf("%x, %v", got, err)
	}
}

// FuzzRoomProto holds that every frame is refused, or read and written back as bytes that are read as the same.
func FuzzRoomProto(f *testing.F) {
	for _, seed := range []string{
		said(later) + later, shown(s(2, s(2, "cat"), s(3, "c")), s(3, s(2, s(1, s(1, later))))), changed(s(2, v(1, 9))),
		left(s(3, "asked"), s(5, s(2, s(5)), s(4, null)), s(4, "p")), stamped(), changed(),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, frame string) {
		ev, err := room.DecodeProto([]byte(frame))
		if err != nil {
			return
		}
		first, err := ev.AppendProto(nil)
		if err != nil {
			t.Fatalf("%x was read and cannot be written: %v", frame, err)
		}
		again, err := room.DecodeProto(first)
		if err != nil {
			t.Fatalf("%x was written as %x, which is refused: %v", frame, first, err)
		}
		if second, err := again.AppendProto(nil); string(second) != string(first) || err != nil {
			t.Fatalf("%x was written as %x and then as %x, %v", frame, first, second, err)
		}
		room.JSONOmissions(ev)
		room.ProtoOmissions(ev)
	})
}
