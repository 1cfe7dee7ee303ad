package schema

import (
	"cmp"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// The limits below are JSON numbers as text: what a number is compared with is what the schema says, whatever a
// float64 makes of it.

// Minimum is "minimum".
func (e *Eval) Minimum(limit string) {
	if !e.stop && e.kind == Number && compare(e.value.Number(), limit) < 0 && e.fail() {
		e.outOfBounds("minimum", "at least", limit)
	}
}

// Maximum is "maximum".
func (e *Eval) Maximum(limit string) {
	if !e.stop && e.kind == Number && compare(e.value.Number(), limit) > 0 && e.fail() {
		e.outOfBounds("maximum", "at most", limit)
	}
}

// ExclusiveMinimum is "exclusiveMinimum".
func (e *Eval) ExclusiveMinimum(limit string) {
	if !e.stop && e.kind == Number && compare(e.value.Number(), limit) <= 0 && e.fail() {
		e.outOfBounds("exclusiveMinimum", "more than", limit)
	}
}

// ExclusiveMaximum is "exclusiveMaximum".
func (e *Eval) ExclusiveMaximum(limit string) {
	if !e.stop && e.kind == Number && compare(e.value.Number(), limit) >= 0 && e.fail() {
		e.outOfBounds("exclusiveMaximum", "less than", limit)
	}
}

// MultipleOf is "multipleOf", by exact division. of is more than zero.
func (e *Eval) MultipleOf(of string) {
	if !e.stop && e.kind == Number && !jsonx.IsMultiple(e.value.Number(), of) && e.fail() {
		e.outOfBounds("multipleOf", "a multiple of", of)
	}
}

func (e *Eval) outOfBounds(keyword, relation, limit string) {
	e.add(keyword, "must be ", relation, " ", limit, ", but is ", e.describe())
}

// compare is [jsonx.CompareNumbers], with a short way for what most numbers are: integers that are written as such.
func compare(a, b string) int {
	if !plain(a) {
		return jsonx.CompareNumbers(a, b)
	}
	if b[0] == '-' && b[1] != '0' {
		return 1
	}
	if !plain(b) {
		return jsonx.CompareNumbers(a, b)
	}
	if len(a) != len(b) {
		return cmp.Compare(len(a), len(b))
	}
	return strings.Compare(a, b)
}

// plain tells whether a number is all digits. Then it has no leading zeros, and its length says most of it.
func plain(number string) bool {
	for i := range len(number) {
		if number[i]-'0' > 9 {
			return false
		}
	}
	return true
}

// integer is [jsonx.IsInteger], with the same short way.
func integer(number string) bool { return plain(number) || jsonx.IsInteger(number) }
