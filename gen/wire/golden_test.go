package wire_test

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/gen/wire/wiretest"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares with a file of testdata, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// parcel is the schema and the mapping that the tests share.
func parcel(t *testing.T) (*model.Schema, *wire.Config) {
	t.Helper()
	return wiretest.Model(t, "parcel.json", read(t, "parcel.json")), config(t, read(t, "parcel.yaml"))
}

func config(t *testing.T, src string) *wire.Config {
	t.Helper()
	cfg, err := wire.ParseConfig("wire.yaml", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

func lock(t *testing.T, src string) *wire.Lock {
	t.Helper()
	l, err := wire.ParseLock("wire.lock", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func itoa(n int) string { return strconv.Itoa(n) }
