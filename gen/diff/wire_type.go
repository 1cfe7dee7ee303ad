package diff

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/wire"
)

// cardinality compares how often two fields of one number may occur. One value and several are different things; on the
// binary wire, a map and a list of messages are not.
func (w *wireComparer) cardinality(name string, f, g *wire.Field, tell func(detail, advice string, binary, json Effect)) {
	was, now := occurs(f), occurs(g)
	if was == now {
		return
	}
	binary := breaks(Differs, fmt.Sprintf("%s was %s and is %s", name, was, now))
	json := binary
	if was != "one value" && now != "one value" {
		binary = safe(Same, "a map is a list of entries")
	}
	tell("cardinality", "give it a new number, under another name", binary, json)
}

func occurs(f *wire.Field) string {
	if _, ok := f.Type.(wire.MapType); ok {
		return "a map"
	}
	if f.Presence == wire.Repeated {
		return "a list"
	}
	return "one value"
}

// scalarGroups are the scalars that read each other's bytes, and jsonGroups those that read each other's JSON too
// (protobuf's language guide, "Updating A Message Type"). Of those that the generator uses only the integers do.
var (
	scalarGroups = map[wire.Scalar]string{"bool": "varint", "int64": "varint", "uint64": "varint"}
	jsonGroups   = map[wire.Scalar]string{"int64": "64-bit integer", "uint64": "64-bit integer"}
)

// types compares the types of two fields of one number.
func (w *wireComparer) types(old, fresh wire.FieldType, tell func(binary, json Effect), name string) {
	if m, ok := old.(wire.MapType); ok {
		if n, ok := fresh.(wire.MapType); ok {
			w.types(m.Elem, n.Elem, tell, name)
			return
		}
	}
	why := fmt.Sprintf("%s was %s and is %s", name, typeName(old), typeName(fresh))
	broken := breaks(Differs, why)
	switch a := old.(type) {
	case wire.Scalar:
		b, ok := fresh.(wire.Scalar)
		switch {
		case ok && a == b:
		case ok && scalarGroups[a] != "" && scalarGroups[a] == scalarGroups[b]:
			json := broken
			if jsonGroups[a] != "" && jsonGroups[a] == jsonGroups[b] {
				json = risk(Differs, why+", and either may be out of the other's range")
			}
			tell(risk(Differs, why+", which has the same bytes within the range of both"), json)
		default:
			tell(broken, broken)
		}
	case wire.MessageType:
		b, ok := fresh.(wire.MessageType)
		if !ok {
			tell(broken, broken)
			return
		}
		if a.Message.Name != b.Message.Name {
			same := safe(Same, why+", whose fields are compared by number: names do not travel")
			tell(same, same)
		}
		w.messages(a.Message, b.Message)
	case wire.EnumType:
		b, ok := fresh.(wire.EnumType)
		if !ok {
			tell(broken, broken)
			return
		}
		w.enums(a.Enum, b.Enum)
	case wire.WellKnown:
		if b, ok := fresh.(wire.WellKnown); !ok || a != b {
			tell(broken, broken)
		}
	case wire.MapType:
		tell(broken, broken)
	}
}

func typeName(t wire.FieldType) string {
	switch t := t.(type) {
	case wire.Scalar:
		return string(t)
	case wire.WellKnown:
		return "google.protobuf." + string(t)
	case wire.MessageType:
		return t.Message.Name
	case wire.EnumType:
		return t.Enum.Name
	case wire.MapType:
		return "map<string, " + typeName(t.Elem) + ">"
	}
	return ""
}
