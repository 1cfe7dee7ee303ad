package protos

import (
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/structpb"
)

func TestCanonical(t *testing.T) {
	descriptor := (&structpb.Struct{}).ProtoReflect().Descriptor()
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"sorted", "\x0a\x07\x0a\x01b\x12\x02\x20\x01\x0a\x07\x0a\x01a\x12\x02\x08\x00", "\x0a\x07\x0a\x01a\x12\x02\x08\x00\x0a\x07\x0a\x01b\x12\x02\x20\x01"},
		{"empty key", "\x0a\x04\x12\x02\x08\x00", "\x0a\x06\x0a\x00\x12\x02\x08\x00"},
		{"inside a value", "\x0a\x0d\x0a\x01a\x12\x08\x2a\x06\x0a\x04\x12\x02\x08\x00", "\x0a\x0f\x0a\x01a\x12\x0a\x2a\x08\x0a\x06\x0a\x00\x12\x02\x08\x00"},
	} {
		got, err := Canonical(descriptor, []byte(tt.in))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: got %x, %v, want %x", tt.name, got, err, tt.want)
		}
		m := dynamicpb.NewMessage(descriptor)
		if err := proto.Unmarshal([]byte(tt.in), m); err != nil {
			t.Fatal(err)
		}
		other, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
		if err != nil || string(other) != string(got) {
			t.Errorf("%s: protobuf-go writes %x, %v, the canonical form is %x", tt.name, other, err, got)
		}
	}
	for _, broken := range []string{"\x12\x00", "\x08\x00", "\x0a\x05\x0a", "\x0a\x03\x0a\x05a", "\x0a\x02\x18\x00"} {
		if got, err := Canonical(descriptor, []byte(broken)); err == nil {
			t.Errorf("%x: got %x, want an error", broken, got)
		}
	}
}

func TestUnknown(t *testing.T) {
	descriptor := (&structpb.Struct{}).ProtoReflect().Descriptor()
	for _, tt := range []struct{ in, want string }{
		{"\x0a\x07\x0a\x01b\x12\x02\x20\x01", ""},
		{"\x10\x01", "google.protobuf.Struct"},
		{"\x0a\x07\x0a\x01b\x12\x02\x78\x01", "google.protobuf.Value"},
		{"\x0a\x0b\x0a\x01b\x12\x06\x32\x04\x0a\x02\x78\x01", "google.protobuf.Value"},
		{"\x0a\x09\x0a\x01b\x12\x04\x2a\x02\x78\x01", "google.protobuf.Struct"},
	} {
		m := dynamicpb.NewMessage(descriptor)
		if err := proto.Unmarshal([]byte(tt.in), m); err != nil {
			t.Fatal(err)
		}
		if got := Unknown(m); string(got) != tt.want {
			t.Errorf("%x: got %q, want %q", tt.in, got, tt.want)
		}
	}
}
