package wire_test

import (
	"testing"

	"github.com/agui-gen/agui-gen/gen/wire"
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
