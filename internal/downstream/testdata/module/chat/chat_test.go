package chat

import (
	"errors"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

const text = `{"kind":"quoted","lines":[{"kind":"said","who":"Ada","text":"a <b>","mood":"glad","counts":{"a":-1,"b":9007199254740993},` +
	`"extra":{"z":1,"a":null}},{"kind":"left","who":""},{"kind":"quoted","lines":[]}]}`

func TestRoundTrip(t *testing.T) {
	line, err := DecodeJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	quoted, ok := line.(*Quoted)
	if !ok || len(quoted.Lines) != 3 {
		t.Fatalf("%#v", line)
	}
	said, ok := quoted.Lines[0].(*Said)
	if !ok || said.Who != "Ada" || said.Mood != opt.Some(SaidMoodGlad) || said.Counts["b"] != 1<<53+1 || said.Extra != `{"z":1,"a":null}` {
		t.Errorf("%#v", quoted.Lines[0])
	}
	frame, err := line.AppendProto(nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := DecodeProto(frame)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := back.AppendJSON(nil); err != nil || string(got) != text {
		t.Errorf("%v: through protobuf it is\n%s\nand was\n%s", err, got, text)
	}
	if err := back.Validate(); err != nil {
		t.Error(err)
	}
}

func TestValidate(t *testing.T) {
	err := (&Said{Text: "nobody says this"}).Validate()
	var v *violation.Error
	if !errors.As(err, &v) || len(v.Violations) != 1 || v.Violations[0].InstanceLocation != "/who" || v.Violations[0].Keyword != "minLength" {
		t.Errorf("%v", err)
	}
	err = LineSchema.ValidateJSON([]byte(`{"kind":"said","who":"Ada","text":"x","more":1}`))
	if !errors.As(err, &v) || v.Violations[len(v.Violations)-1].InstanceLocation != "/more" {
		t.Errorf("%v", err)
	}
}

func TestUnknown(t *testing.T) {
	const later = `{"kind":"joined","who":"Bob"}`
	line, err := DecodeJSON([]byte(later))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := line.(*UnknownLine); !ok {
		t.Fatalf("%#v", line)
	}
	if got, err := line.AppendJSON(nil); err != nil || string(got) != later {
		t.Errorf("%s, %v", got, err)
	}
}
