package diff

import (
	"fmt"
	"slices"
	"strings"
)

// Class is somebody whom a change may break.
type Class uint8

// The classes, in the order in which reports have them.
const (
	// Readers read JSON with code of the old schema, and meet documents of the new one.
	Readers Class = iota
	// Writers write JSON with code of the old schema, and meet readers and validators of the new one.
	Writers
	// Wire is protobuf's binary form between the two, as buf's category WIRE has it.
	Wire
	// WireJSON is protobuf's binary and JSON form, as buf's category WIRE_JSON has it.
	WireJSON
	// GoCode is code that imports the generated package and is compiled against the new one.
	GoCode
)

var classNames = [...]string{"json-readers", "json-writers", "wire", "wire-json", "go"}

// String is the class as flags and reports have it.
func (c Class) String() string { return classNames[c] }

// MarshalText is the class's name.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// ClassNames are the names of all classes.
func ClassNames() []string { return classNames[:] }

// ParseClass finds a class by its name.
func ParseClass(name string) (Class, error) {
	i := slices.Index(classNames[:], name)
	if i < 0 {
		return 0, fmt.Errorf("unknown class %q; there are %s", name, strings.Join(classNames[:], ", "))
	}
	return Class(i), nil
}

// Level is how much a change means to a class.
type Level uint8

// The levels.
const (
	// Safe changes need nothing from anybody.
	Safe Level = iota
	// Risk is what generated code lives with, because it keeps what it does not know and passes it on, but what somebody
	// may have to act on: a validator that refuses what is unknown, a type switch without a default.
	Risk
	// Break is what does not work any more.
	Break
)

// String is the level as reports have it.
func (l Level) String() string { return [...]string{"safe", "risk", "break"}[l] }

// MarshalText is the level's name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Direction is which way a change goes for a class.
type Direction uint8

// The directions.
const (
	Same    Direction = iota
	Gains             // there is more to read, or more may be written
	Loses             // there is less to read, or less may be written
	Differs           // both
)

// String is the direction as reports have it, empty for Same.
func (d Direction) String() string { return [...]string{"", "gains", "loses", "differs"}[d] }

// MarshalText is the direction's name.
func (d Direction) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Effect is what a change means to one class.
type Effect struct {
	Class     Class     `json:"class"`
	Level     Level     `json:"level"`
	Direction Direction `json:"direction,omitempty"`
	Why       string    `json:"why"`
}
