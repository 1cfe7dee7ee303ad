package prover

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// text is a value that is its own JSON.
type text struct {
	json    string
	refused error
}

func (v text) AppendJSON(b []byte) ([]byte, error)  { return append(b, v.json...), nil }
func (v text) AppendProto(b []byte) ([]byte, error) { return append(b, v.json...), nil }
func (v text) Validate() error                      { return v.refused }

// mistaken is a value that says something else as JSON than it is on protobuf.
type mistaken struct{ text }

func (v mistaken) AppendJSON(b []byte) ([]byte, error) { return append(b, `{"a":""}`...), nil }

var errRefused = errors.New("refused")

func same(data []byte) (Value, error) { return text{json: string(data)}, nil }

func TestExchange(t *testing.T) {
	forgets := func(data []byte) (Value, error) {
		return text{json: strings.Replace(string(data), `,"b":[1,2]`, `,"b":[1]`, 1)}, nil
	}
	mistakes := func(data []byte) (Value, error) { return mistaken{text{json: string(data)}}, nil }
	refuses := func([]byte) (Value, error) { return nil, errRefused }
	judges := func(data []byte) (Value, error) { return text{string(data), errRefused}, nil }
	ok := Code{ReadJSON: same, ReadProto: same}
	sample := []Sample{{"A", `{"a":1,"b":[1,2]}`}}
	reasons := func(err error) []Reason {
		if errors.Is(err, errRefused) {
			return []Reason{{"oneOf", "", "no branch"}, {"additionalProperties", "/z", "unknown"}, {"type", "/a", "wrong"}}
		}
		return nil
	}
	for _, tt := range []struct {
		name string
		doc  Document
		want []Failure
	}{
		{"nothing", Document{Old: ok, New: ok, OldSamples: sample, NewSamples: sample}, nil},
		{"forgotten", Document{Old: Code{forgets, same}, New: ok, NewSamples: sample},
			[]Failure{{"", "A", "json", "new", Relay, "/b", "it is not as it was after it has been passed on"}}},
		{"forgotten on protobuf", Document{Old: Code{same, forgets}, New: ok, NewSamples: sample},
			[]Failure{{"", "A", "proto", "new", Relay, "/b", "it is not as it was after it has been passed on"}}},
		{"taken for something else", Document{Old: Code{same, mistakes}, New: ok, NewSamples: sample},
			[]Failure{{"", "A", "proto", "new", Read, "/a", "it is read as another value than was written"}}},
		{"malformed: what is only unknown is not the reason", Document{Old: Code{refuses, nil}, New: ok, NewSamples: sample},
			[]Failure{{"", "A", "json", "new", Read, "/a", "wrong"}}},
		{"the new validator judges old documents", Document{Old: ok, New: Code{judges, nil}, OldSamples: sample},
			[]Failure{{"", "A", "json", "old", Judge, "/z", "unknown"}, {"", "A", "json", "old", Judge, "/a", "wrong"}}},
		{"the old validator does not judge new ones", Document{Old: Code{judges, nil}, New: ok, NewSamples: sample}, nil},
		{"each once", Document{Old: Code{refuses, nil}, New: ok, NewSamples: append(sample, sample...)}, []Failure{{"", "A", "json", "new", Read, "/a", "wrong"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := Main(&b, reasons, map[string]string{"new": "old", "old": "new"}, []Document{tt.doc}); err != nil {
				t.Fatal(err)
			}
			var r Report
			if err := json.Unmarshal(b.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			if r.Skipped != 0 || r.Tried != len(tt.doc.OldSamples)+len(tt.doc.NewSamples) {
				t.Errorf("tried %d, skipped %d", r.Tried, r.Skipped)
			}
			if len(r.Failures) != len(tt.want) {
				t.Fatalf("got %+v\nwant %+v", r.Failures, tt.want)
			}
			for i := range tt.want {
				if r.Failures[i] != tt.want[i] {
					t.Errorf("got %+v, want %+v", r.Failures[i], tt.want[i])
				}
			}
		})
	}
	var b bytes.Buffer
	if err := Main(&b, reasons, map[string]string{"new": "old", "old": "new"}, []Document{{Old: ok, New: Code{ReadJSON: judges}, NewSamples: sample}}); err != nil || !strings.Contains(b.String(), `"Skipped":1`) {
		t.Errorf("a sample that its own schema refuses is tried: %s (%v)", b.String(), err)
	}
}

func TestFirstDifference(t *testing.T) {
	for _, tt := range []struct{ a, b, at string }{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, ""}, {`1`, `1.0`, "-"}, {`{"a":[1,{"b":null}]}`, `{"a":[1,{"b":0}]}`, "/a/1/b"},
		{`{"a":1}`, `{}`, "/a"}, {`{}`, `{"x/y":1}`, "/x~1y"}, {`[1]`, `{}`, "-"}, {`1`, `[1]`, "-"}, {`{"a":null}`, `{}`, "/a"}, {`[1,2]`, `[1]`, "-"},
	} {
		a, errA := parse([]byte(tt.a))
		b, errB := parse([]byte(tt.b))
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		at, differs := firstDifference(a, b, "")
		if want := strings.TrimSuffix(tt.at, "-"); at != want || differs != (tt.at != "") {
			t.Errorf("%s and %s differ at %q (%v), want %q", tt.a, tt.b, at, differs, tt.at)
		}
	}
}

// TestAliases holds that a member which was renamed and keeps its number is understood under either name, on protobuf only,
// and not where it says something else.
func TestAliases(t *testing.T) {
	names := map[string]string{"new": "old", "old": "new"}
	value := map[string]any{"old": "x", "b": "y"}
	for _, tt := range []struct {
		understood map[string]any
		aliases    map[string]string
		want       string
	}{
		{map[string]any{"new": "x"}, names, ""},
		{map[string]any{"new": "z"}, names, "/new"},
		{map[string]any{"other": "x"}, names, "/other"},
		{map[string]any{"new": "x"}, nil, "/new"},
	} {
		if at, _ := contradiction(tt.understood, value, tt.aliases, ""); at != tt.want {
			t.Errorf("%v contradicts at %q, want %q", tt.understood, at, tt.want)
		}
	}
	if r := (&runner{renamed: names}); r.aliases("json") != nil || r.aliases("proto") == nil {
		t.Error("names are numbers on protobuf only")
	}
}
