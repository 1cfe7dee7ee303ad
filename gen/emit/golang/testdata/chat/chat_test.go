package chat_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/emit/golang/testdata/chat"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

func decode(t testing.TB, text string) chat.Event {
	t.Helper()
	e, err := chat.DecodeJSON([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

func TestWrite(t *testing.T) {
	tests := []struct {
		event chat.Event
		want  string
	}{
		{chat.NewTextEvent("m1", "Hel<lo>"), `{"type":"TEXT","messageId":"m1","delta":"Hel<lo>"}`},
		{&chat.TextEvent{Timestamp: opt.Some[int64](0), Metadata: `{ "a": [1, null] }`},
			`{"type":"TEXT","timestamp":0,"metadata":{"a":[1,null]},"messageId":"","delta":""}`},
		{&chat.SnapshotEvent{}, `{"type":"SNAPSHOT","messages":[]}`},
		{&chat.SnapshotEvent{Changes: chat.Patch{}}, `{"type":"SNAPSHOT","messages":[],"changes":[]}`},
		{&chat.SnapshotEvent{
			Messages: []chat.Message{
				chat.NewPersonMessage("1", chat.Text("hi")),
				&chat.BotMessage{ID: "2", Mood: opt.Some(chat.MoodOutOfOrder), Content: chat.PartList{chat.NewTextPart("x"), chat.NewImagePart("https://a")}},
			},
			Changes: chat.Patch{chat.NewAddOperation("/a", "null"), chat.NewRemoveOperation("/b")},
		}, `{"type":"SNAPSHOT","messages":[{"id":"1","author":"person","content":"hi"},` +
			`{"id":"2","author":"bot","mood":"out-of-order","content":[{"kind":"text","text":"x"},{"kind":"image","url":"https://a"}]}],` +
			`"changes":[{"op":"add","path":"/a","value":null},{"op":"remove","path":"/b"}]}`},
	}
	for _, tt := range tests {
		b, err := tt.event.AppendJSON([]byte("data: "))
		if err != nil || string(b) != "data: "+tt.want {
			t.Errorf("got  %s, %v\nwant data: %s", b, err, tt.want)
		}
		if err := tt.event.Validate(); err != nil {
			t.Errorf("%s: %v", tt.want, err)
		}
		back := decode(t, tt.want)
		if !chat.EqualEvent(back, tt.event) && !strings.Contains(tt.want, `"messages":[]`) {
			t.Errorf("%s: read back as %#v", tt.want, back)
		}
		if again, err := back.AppendJSON(nil); err != nil || string(again) != tt.want {
			t.Errorf("written again: %s, %v", again, err)
		}
	}
}

func TestReadKeepsWhatItDoesNotKnow(t *testing.T) {
	for _, text := range []string{
		`{"type":"TEXT","messageId":"m","delta":"d","later":[1,{"b":2}],"more":null}`,
		`{"type":"LATER","payload":{"a":1}}`,
		`{"type":"SNAPSHOT","messages":[{"author":"ghost","id":1},{"id":"1","author":"bot","x":0}],"changes":[{"op":"swap","with":"/a"}]}`,
		`{"type":"SNAPSHOT","messages":[{"id":"1","author":"bot","mood":"new","content":[{"kind":"hologram","f":1.50}]}]}`,
	} {
		e := decode(t, text)
		b, err := e.AppendJSON(nil)
		if err != nil || string(b) != text {
			t.Errorf("%s\nwritten as %s, %v", text, b, err)
		}
		if err := e.Validate(); err == nil {
			t.Errorf("%s: is valid", text)
		}
	}
	e := decode(t, `{"later":1,"type":"LATER"}`).(*chat.UnknownEvent)
	if e.EventType() != "LATER" || e.EventType().Known() || e.Raw != `{"later":1,"type":"LATER"}` {
		t.Errorf("got %+v", e)
	}
	m := decode(t, `{"type":"SNAPSHOT","messages":[{"author":"ghost"}]}`).(*chat.SnapshotEvent).Messages[0]
	if u, ok := m.(*chat.UnknownMessage); !ok || u.Author() != "ghost" {
		t.Errorf("got %#v", m)
	}
}

func TestMalformed(t *testing.T) {
	tests := []struct{ text, tag, keyword, at string }{
		{`5`, "", "oneOf", ""},
		{`null`, "", "oneOf", ""},
		{`[]`, "", "oneOf", ""},
		{`{}`, "", "oneOf", ""},
		{`{"type":7}`, "", "oneOf", ""},
		{`{"type":"TEXT","messageId":"m"}`, "TEXT", "required", ""},
		{`{"type":"TEXT","messageId":null,"delta":""}`, "TEXT", "type", "/messageId"},
		{`{"type":"TEXT","messageId":"","delta":"","metadata":[]}`, "TEXT", "type", "/metadata"},
		{`{"type":"TEXT","messageId":"","delta":"","timestamp":1.5}`, "TEXT", "type", "/timestamp"},
		{`{"type":"TEXT","messageId":"","delta":"","timestamp":1e300}`, "TEXT", "maximum", "/timestamp"},
		{`{"type":"SNAPSHOT","messages":[{"id":"1"}]}`, "SNAPSHOT", "oneOf", "/messages/0"},
		{`{"type":"SNAPSHOT","messages":[{"id":"1","author":"person","content":5}]}`, "SNAPSHOT", "oneOf", "/messages/0/content"},
	}
	for _, tt := range tests {
		m, ok := decode(t, " "+tt.text+"\n").(*chat.MalformedEvent)
		if !ok {
			t.Errorf("%s: is not malformed", tt.text)
			continue
		}
		if string(m.EventType()) != tt.tag {
			t.Errorf("%s: tag is %q", tt.text, m.EventType())
		}
		if !slices.ContainsFunc(m.Violations, func(v violation.Violation) bool { return v.Keyword == tt.keyword && v.InstanceLocation == tt.at }) {
			t.Errorf("%s: want %s at %q, got %v", tt.text, tt.keyword, tt.at, m.Violations)
		}
		if b, err := m.AppendJSON(nil); err != nil || string(b) != tt.text {
			t.Errorf("%s: written as %s, %v", tt.text, b, err)
		}
		var v *violation.Error
		if err := m.Validate(); !errors.As(err, &v) {
			t.Errorf("%s: Validate is %v", tt.text, err)
		}
	}
}

func TestSyntax(t *testing.T) {
	for text, offset := range map[string]int{
		``: 0, `{"type":"TEXT","messageId":"m","delta":"d"} {}`: 44, `{"type":"TEXT","messageId":"m","messageId":"m","delta":"d"}`: 31,
		`{"type":"TEXT","messageId":5,"delta":`: 37, `{"type":"LATER","a":1,"a":2}`: 22, `{"type":"TEXT","messageId":"m","delta":"d","x":1,"x":1}`: 49,
	} {
		e, err := chat.DecodeJSON([]byte(text))
		var at *jsonx.SyntaxError
		if !errors.As(err, &at) || at.Offset != offset {
			t.Errorf("%s: got %v, %v, want an error at byte %d", text, e, err, offset)
		}
	}
}

func TestReadingKeepsNothingOfItsInput(t *testing.T) {
	data := []byte(`{"type":"TEXT","messageId":"m","delta":"before","metadata":{"a":1},"x":1}`)
	e, _ := chat.DecodeJSON(data)
	copy(data, strings.Repeat("#", len(data)))
	if b, _ := e.AppendJSON(nil); strings.Contains(string(b), "#") {
		t.Errorf("got %s", b)
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		value       interface{ Validate() error }
		keyword, at string
	}{
		{&chat.TextEvent{Timestamp: opt.Some[int64](-1)}, "minimum", "/timestamp"},
		{&chat.TextEvent{Metadata: "[]"}, "type", "/metadata"},
		{&chat.AddOperation{Path: "/a"}, "required", "/value"},
		{&chat.PersonMessage{ID: "1"}, "required", "/content"},
		{&chat.SnapshotEvent{Messages: []chat.Message{nil}}, "required", "/messages/0"},
		{&chat.BotMessage{Mood: opt.Some(chat.Mood("grim"))}, "enum", "/mood"},
		{chat.NewImagePart("http://plain"), "pattern", "/url"},
		{chat.NewPersonMessage("1", chat.PartList{chat.NewImagePart("ftp:")}), "pattern", "/content/0/url"},
	}
	for _, tt := range tests {
		var v *violation.Error
		if err := tt.value.Validate(); !errors.As(err, &v) {
			t.Errorf("%T: got %v", tt.value, err)
		} else if !slices.ContainsFunc(v.Violations, func(v violation.Violation) bool { return v.Keyword == tt.keyword && v.InstanceLocation == tt.at }) {
			t.Errorf("%T: want %s at %q, got %v", tt.value, tt.keyword, tt.at, v)
		}
	}
	var at *jsonx.EncodeError
	if err := chat.NewTextEvent("m", "\xff").Validate(); !errors.As(err, &at) || at.Pointer != "/delta" {
		t.Errorf("invalid UTF-8: got %v", err)
	}
	if err := (&chat.TextEvent{Metadata: "{"}).Validate(); !errors.As(err, &at) || at.Pointer != "/metadata" {
		t.Errorf("raw JSON that is none: got %v", err)
	}
}

func TestEncodingJSON(t *testing.T) {
	type room struct {
		Last  chat.EventBox
		Said  []chat.TextOrPartListBox
		Extra *chat.TextEvent `json:",omitempty"`
		Value chat.TextPart
	}
	const text = `{"Last":{"type":"TEXT","messageId":"m","delta":"d"},"Said":["a",[{"kind":"text","text":"b"}],null],"Value":{"kind":"text","text":"c"}}`
	var r room
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	if r.Said[2].TextOrPartList != nil || r.Said[0].TextOrPartList != chat.TextOrPartList(chat.Text("a")) {
		t.Errorf("got %#v", r.Said)
	}
	if b, err := json.Marshal(r); err != nil || string(b) != text {
		t.Errorf("got  %s, %v\nwant %s", b, err, text)
	}
	// A type that is read by itself still asks for its tag, and is left as it was where it finds something else.
	part := chat.TextPart{Text: "kept"}
	var v *violation.Error
	for _, wrong := range []string{`{"kind":"image","text":"x"}`, `{"text":"x"}`, `null`, `"x"`} {
		if err := part.UnmarshalJSON([]byte(wrong)); !errors.As(err, &v) || part.Text != "kept" {
			t.Errorf("%s: got %v, %+v", wrong, err, part)
		}
	}
	if err := json.Unmarshal([]byte(`{"Said":[7]}`), &r); !errors.As(err, &v) {
		t.Errorf("a box of the wrong type: got %v", err)
	}
}

func TestEqual(t *testing.T) {
	a := `{"type":"TEXT","messageId":"m","delta":"d","metadata":{"a":1,"b":2.0},"x":1,"y":2}`
	same := `{"y":2,"x":1,"type":"TEXT","metadata":{"b":2,"a":1e0},"delta":"\u0064","messageId":"m"}`
	if !chat.EqualEvent(decode(t, a), decode(t, same)) {
		t.Error("what differs in order and spelling alone is not equal")
	}
	for _, other := range []string{
		`{"type":"TEXT","messageId":"m","delta":"d","metadata":{"a":1,"b":2},"x":1}`,
		`{"type":"TEXT","messageId":"m","delta":"d","metadata":{"a":1,"b":3},"x":1,"y":2}`,
		`{"type":"TEXT","messageId":"m","delta":"e","metadata":{"a":1,"b":2},"x":1,"y":2}`,
		`{"type":"TEXT","messageId":"m","delta":"d","timestamp":0,"metadata":{"a":1,"b":2},"x":1,"y":2}`,
		`{"type":"SNAPSHOT","messages":[]}`, `{"type":"LATER"}`, `7`,
	} {
		if chat.EqualEvent(decode(t, a), decode(t, other)) || chat.EqualEvent(decode(t, other), decode(t, a)) {
			t.Errorf("%s is equal to %s", a, other)
		}
		if !chat.EqualEvent(decode(t, other), decode(t, other)) {
			t.Errorf("%s is not equal to itself", other)
		}
	}
	if !chat.EqualEvent(nil, nil) || chat.EqualEvent(nil, decode(t, a)) {
		t.Error("nil")
	}
	// An optional list tells absent from empty, a required one does not.
	if (&chat.SnapshotEvent{}).Equal(&chat.SnapshotEvent{Changes: chat.Patch{}}) ||
		!(&chat.SnapshotEvent{}).Equal(&chat.SnapshotEvent{Messages: []chat.Message{}}) {
		t.Error("absent and empty lists")
	}
}

func TestSchemaOf(t *testing.T) {
	s, ok := chat.SchemaOf("TextEvent")
	if !ok || s.Location != "https://example.com/chat/1.0/schema.json#/$defs/TextEvent" {
		t.Errorf("got %v, %v", s.Location, ok)
	}
	if _, ok := chat.SchemaOf("textEvent"); ok {
		t.Error("a name that the schema does not have is found")
	}
}

func TestAllocations(t *testing.T) {
	text := []byte(`{"type":"TEXT","messageId":"m1","delta":"Hello"}`)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := chat.DecodeJSON(text); err != nil {
			t.Fatal(err)
		}
	}); n > 2 {
		t.Errorf("reading a text event allocates %v times", n)
	}
	snapshot := decode(t, `{"type":"SNAPSHOT","messages":[{"id":"1","author":"person","content":[{"kind":"text","text":"x"}]}],"changes":[{"op":"remove","path":"/b"}]}`)
	buf := make([]byte, 0, 1024)
	for _, e := range []chat.Event{decode(t, string(text)), snapshot} {
		if n := testing.AllocsPerRun(100, func() { buf, _ = e.AppendJSON(buf[:0]) }); n != 0 {
			t.Errorf("%s: writing allocates %v times", e.EventType(), n)
		}
		if n := testing.AllocsPerRun(100, func() { _ = e.Validate() }); n != 0 {
			t.Errorf("%s: validating allocates %v times", e.EventType(), n)
		}
	}
}
