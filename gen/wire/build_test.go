package wire_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/gen/wire/wiretest"
)

// TestParcel holds one of each shape against a golden: every message, number and carrier.
func TestParcel(t *testing.T) {
	m, cfg := parcel(t)
	s, l, err := wire.Build(cfg, nil, m)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "parcel.wire.golden", dump(m, s))
	golden(t, "parcel.lock.golden", string(l.Format()))
}

// FuzzBuild holds that no mapping, however odd, makes Build panic, and that whatever it accepts is stable.
func FuzzBuild(f *testing.F) {
	src, err := os.ReadFile("testdata/parcel.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(src))
	f.Add("version: 1\nroots: [Step, Edit]\nunions: {Step: {strategy: flatten}, Edit: {strategy: tagged}}\nfields: {Hand.detail: {split: {string: a, array: b}}}\n")
	f.Add("version: 1\ncompose: {Signed: {field: s}, Head: {field: h}}\nenums: {NoticeKind: {}, Drop.why: {name: Why}}\n")
	f.Add("version: 1\nmessages: {Van: Depot.Van, Depot: Van.Depot}\nunions: {Notice: {strategy: merge}, End: {strategy: envelope, tag: Head.kind}}\n")
	schema, err := os.ReadFile("testdata/parcel.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src string) {
		cfg, err := wire.ParseConfig("wire.yaml", []byte(src))
		if err != nil {
			return
		}
		m := wiretest.Model(t, "parcel.json", string(schema))
		s, l, err := wire.Build(cfg, nil, m)
		if err != nil {
			return
		}
		again, l2, err := wire.Build(cfg, l, m)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(l.Format(), l2.Format()) || dump(m, s) != dump(m, again) {
			t.Error("a second build differs")
		}
	})
}
