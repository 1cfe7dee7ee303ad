package wire

import "regexp"

// wireType is what protobuf carries under a number.
type wireType struct {
	label string // "", "repeated" or "map"
	key   string // the type of a map's keys
	kind  string // one of protobuf's own types, or "message", or "enum"
	name  string // of the message or enum, without the package; google's with theirs
}

var wireTypePattern = regexp.MustCompile(`^(?:(repeated) |(map)<(\w+), )?(?:(message|enum) ([\w.]+)|(\w+))(>)?$`)

// parseWireType reads what String writes.
func parseWireType(s string) (wireType, bool) {
	m := wireTypePattern.FindStringSubmatch(s)
	if m == nil || (m[2] != "") != (m[7] != "") {
		return wireType{}, false
	}
	t := wireType{label: m[1] + m[2], key: m[3], kind: m[4] + m[6], name: m[5]}
	_, scalar := families[t.kind]
	return t, scalar || t.name != ""
}

// String is the type as the ledger has it: "string", "repeated message Parcel.Size", "map<string, enum Color>".
func (t wireType) String() string {
	s := t.kind
	if t.name != "" {
		s += " " + t.name
	}
	switch t.label {
	case "repeated":
		return "repeated " + s
	case "map":
		return "map<" + t.key + ", " + s + ">"
	}
	return s
}

// families are protobuf's own types with the bytes that each is on the wire. Types of one family may take each other's
// place under a number, as protobuf's own rules for updating a message say: readers of either kind read both, numbers cut
// to what they can hold, and bytes as text where they are UTF-8.
var families = map[string]string{
	"int32": "varint", "int64": "varint", "uint32": "varint", "uint64": "varint", "bool": "varint",
	"sint32": "zigzag", "sint64": "zigzag",
	"fixed32": "fixed32", "sfixed32": "fixed32", "float": "float",
	"fixed64": "fixed64", "sfixed64": "fixed64", "double": "double",
	"string": "text", "bytes": "text",
}

// wireTypeOf is what a field carries.
func wireTypeOf(f *Field) wireType {
	var t wireType
	elem := f.Type
	switch m, isMap := elem.(MapType); {
	case isMap:
		t.label, t.key, elem = "map", "string", m.Elem
	case f.Presence == Repeated:
		t.label = "repeated"
	}
	switch e := elem.(type) {
	case Scalar:
		t.kind = string(e)
	case EnumType:
		t.kind, t.name = "enum", e.Enum.Name
	default:
		t.kind, t.name = "message", TypeName(e)
	}
	return t
}

// retyping says whether a number may change what it carries, going by the slots before the change and those after it, by
// message and enum. It is for one question: a pair that it has met fits unless something else does not.
type retyping struct {
	before, after map[string][]slot
	met           map[[2]string]bool
}

// allows tells whether what was written as one type can be read as another, and the other way round.
func (r *retyping) allows(was, now wireType) bool {
	if was.label != now.label {
		return false
	}
	if was.label == "map" {
		a, b := families[was.key], families[now.key]
		if a == "" || a != b {
			return false
		}
	}
	switch {
	case was.name == "" && now.name == "":
		return families[was.kind] == families[now.kind]
	case was.kind == "enum" && now.kind == "enum":
		return was.name == now.name || r.sameSlots(was.name, now.name, sameName)
	case was.kind == "enum" || now.kind == "enum":
		// Protobuf counts bool among the numbers, but not as a form of an enum.
		other := was.kind
		if was.kind == "enum" {
			other = now.kind
		}
		return families[other] == "varint" && other != "bool"
	case was.kind == "message" && now.kind == "message":
		return was.name == now.name || r.sameSlots(was.name, now.name, r.sameType)
	}
	return false
}

// sameSlots tells whether each number of one message or enum is there in another and fits.
func (r *retyping) sameSlots(was, now string, fits func(a, b slot) bool) bool {
	pair := [2]string{was, now}
	if r.met[pair] {
		return true
	}
	r.met[pair] = true
	for _, a := range r.before[was] {
		fit := false
		for _, b := range r.after[now] {
			fit = fit || a.number == b.number && fits(a, b)
		}
		if !fit {
			return false
		}
	}
	return len(r.before[was]) > 0
}

func sameName(a, b slot) bool { return a.base() == b.base() }

func (r *retyping) sameType(a, b slot) bool {
	was, ok := parseWireType(a.typ)
	now, ok2 := parseWireType(b.typ)
	return ok && ok2 && r.allows(was, now)
}
