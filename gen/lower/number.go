package lower

import (
	"math"
	"math/big"

	"github.com/agui-gen/agui-gen/gen/load"
)

// count is the value of a keyword that counts something. JSON Schema takes any number that is mathematically an
// integer, such as 2.0. What is beyond 64 bits is as good as their maximum: no value has that many parts.
func count(n *load.Node) (uint64, bool) {
	r := rational(n)
	if r == nil || !r.IsInt() || r.Sign() < 0 {
		return 0, false
	}
	if i := r.Num(); i.IsUint64() {
		return i.Uint64(), true
	}
	return math.MaxUint64, true
}

// rational is the exact value of a number, nil where n is none. Package load has refused exponents that are too large
// to write out.
func rational(n *load.Node) *big.Rat {
	if n == nil || n.Kind != load.Number {
		return nil
	}
	r, ok := new(big.Rat).SetString(n.Text)
	if !ok {
		return nil
	}
	return r
}
