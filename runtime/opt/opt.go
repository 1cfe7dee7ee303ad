// Package opt tells an absent value from a present one without a pointer.
//
// JSON tells three things apart that a Go variable does not: a member that is not there, one that is null, and one that
// has a value, be it "" or 0. [Opt] tells the first from the last and suits members for which null is no data;
// [Nullable] tells all three apart. Neither allocates, and the zero value of both is absent.
package opt

// Opt is a value that may be absent. Its zero value is absent. Two are equal, by == too, when both are absent or both
// hold the same value.
type Opt[T comparable] struct {
	value T
	set   bool
}

// Some is present, with the value v: also where v is the zero value of its type.
func Some[T comparable](v T) Opt[T] { return Opt[T]{value: v, set: true} }

// None is absent. It is the same as the zero value, for where that reads better.
func None[T comparable]() Opt[T] { return Opt[T]{} }

// Get is the value and true, or the zero value and false where it is absent.
func (o Opt[T]) Get() (T, bool) { return o.value, o.set }

// IsSet tells whether a value is present.
func (o Opt[T]) IsSet() bool { return o.set }

// Or is the value, or def where it is absent.
func (o Opt[T]) Or(def T) T {
	if o.set {
		return o.value
	}
	return def
}

// Equal tells whether both are absent, or both present and equal.
func (o Opt[T]) Equal(p Opt[T]) bool { return o == p }
