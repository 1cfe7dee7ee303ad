package prototest

import (
	"errors"
	"reflect"
	"testing"

	"github.com/agui-gen/agui-gen/gen/emit/golang/testdata/proto/room"
	"github.com/agui-gen/agui-gen/gen/emit/golang/testdata/proto/things"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/violation"
	"github.com/agui-gen/agui-gen/runtime/wire"
)

// sent is what is sent by itself.
type sent interface {
	AppendJSON(b []byte) ([]byte, error)
	AppendProto(b []byte) ([]byte, error)
	Validate() error
}

// refusedAt is where each of the ways to send x, and its verdict, say that something is absent.
func refusedAt(t *testing.T, x sent) (pointers [3]string) {
	t.Helper()
	var noJSON *jsonx.EncodeError
	if _, err := x.AppendJSON(nil); !errors.As(err, &noJSON) || !errors.Is(err, jsonx.ErrAbsent) {
		t.Fatalf("AppendJSON: %v", err)
	}
	var noProto *wire.EncodeError
	if _, err := x.AppendProto(nil); !errors.As(err, &noProto) {
		t.Fatalf("AppendProto: %v", err)
	}
	var refused *violation.Error
	if err := x.Validate(); !errors.As(err, &refused) || len(refused.Violations) != 1 {
		t.Fatalf("Validate: %v", err)
	}
	return [3]string{noJSON.Pointer, noProto.Pointer, refused.Violations[0].InstanceLocation}
}

// TestNilPointers puts a nil pointer of the same type in the place of each union's value that is one.
func TestNilPointers(t *testing.T) {
	for _, tt := range []struct {
		json string
		want []string
	}{
		{`{"type":"SHOWN","messages":[{"id":"","author":"bot","replyTo":""},{"id":"","author":"person","content":[{"type":"image","source":{"type":"url","url":""}},{"type":"text","text":""}]},
			{"id":"","author":"sign","content":{}},{"author":"cat"}],"cover":{"type":"text","text":""}}`,
			[]string{"/messages/0", "/messages/1", "/messages/1/content/0", "/messages/1/content/0/source", "/messages/1/content/1", "/messages/2", "/messages/3", "/cover"}},
		{`{"type":"CHANGED","changes":[{"op":"remove","path":""}],"state":1}`, []string{"/changes/0"}},
		{`{"type":"LEFT","who":"w","outcome":{"kind":"gone"}}`, []string{"/outcome"}},
		{`{"type":"LEFT","who":"w","outcome":{"kind":"asked","questions":[]}}`, []string{"/outcome"}},
		{`{"type":"LEFT","who":"w","outcome":{"kind":"lost"}}`, []string{"/outcome"}},
	} {
		ev := fromJSON(t, tt.json)
		nilEach(t, reflect.ValueOf(ev), &tt.want, ev, func() {
			room.ProtoOmissions(ev)
			room.JSONOmissions(ev)
		})
		if len(tt.want) > 0 {
			t.Errorf("%s: nothing is a pointer at %q", tt.json, tt.want)
		}
	}
	x, err := things.DecodeJSON([]byte(thing(`,"optShape":{"kind":"group","shapes":[{"kind":"circle","radius":0}],"edge":{"edge":"soft"}},"maps":{"texts":{},"shapes":{"x":{"kind":"heart"}}},
		"choices":{"pick":{"kind":"circle","radius":0},"sized":{"width":0}}`)))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"/shape", "/optShape", "/optShape/shapes/0", "/optShape/edge", "/choices/pick", "/choices/sized"}
	nilEach(t, reflect.ValueOf(x), &want, x, func() {
		things.ProtoOmissions(x)
		things.JSONOmissions(x)
	})
	x.Choices.JSON = opt.Value[things.IntegerOrShape]((*things.Circle)(nil))
	if got, at := refusedAt(t, x), "/choices/json"; got != [3]string{at, at, at} {
		t.Errorf("nil where null may be is refused at %q, want %q", got, at)
	}
	x.Choices.JSON, x.Maps.Shapes["x"] = opt.Null[things.IntegerOrShape](), (*things.Circle)(nil)
	if got, at := refusedAt(t, x), "/maps/shapes/x"; got != [3]string{at, at, at} {
		t.Errorf("nil in a map is refused at %q, want %q", got, at)
	}
}

// nilEach visits the pointers in v, which is in x, in their order.
func nilEach(t *testing.T, v reflect.Value, want *[]string, x sent, others func()) {
	t.Helper()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			nilEach(t, v.Elem(), want, x, others)
		}
	case reflect.Slice:
		for i := range v.Len() {
			nilEach(t, v.Index(i), want, x, others)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				nilEach(t, v.Field(i), want, x, others)
			}
		}
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		was := reflect.ValueOf(v.Interface())
		if was.Kind() == reflect.Pointer && v.CanSet() {
			v.Set(reflect.Zero(was.Type()))
			var at string
			if len(*want) > 0 {
				at, *want = (*want)[0], (*want)[1:]
			}
			if got := refusedAt(t, x); got != [3]string{at, at, at} {
				t.Errorf("nil is refused at %q, want %q", got, at)
			}
			others()
			v.Set(was)
		}
		nilEach(t, was, want, x, others)
	}
}
