package opt

// Nullable is a value that may be absent, null, or there. Its zero value is absent.
type Nullable[T any] struct {
	value T
	state state
}

type state uint8

const (
	absent state = iota
	null
	present
)

// Value is there, with the value v.
func Value[T any](v T) Nullable[T] { return Nullable[T]{value: v, state: present} }

// Null is null, which is something else than absent.
func Null[T any]() Nullable[T] { return Nullable[T]{state: null} }

// Get is the value and true, or the zero value and false where it is null or absent.
func (n Nullable[T]) Get() (T, bool) { return n.value, n.state == present }

// IsSet tells whether it is there at all, with a value or as null.
func (n Nullable[T]) IsSet() bool { return n.state != absent }

// IsNull tells whether it is there as null.
func (n Nullable[T]) IsNull() bool { return n.state == null }

// Equal tells whether both are absent, both null, or both have values of which equal says that they are the same.
func (n Nullable[T]) Equal(m Nullable[T], equal func(a, b T) bool) bool {
	if n.state != m.state {
		return false
	}
	return n.state != present || equal(n.value, m.value)
}
