// Package names gives everything that is emitted as Go a name, once, so that no two emitters and no two files decide it
// differently.
//
// Names read as Go: messageId is MessageID, JsonPatch is JSONPatch, PARCEL_SENT of ParcelState is
// ParcelStateParcelSent. They never collide, neither with each other nor with the methods, fields and helpers that
// are emitted beside them. What the schema names itself has the first claim to a name; what is only made for it (boxes,
// constants, constructors, shapes written inline) gives way and is numbered. Two definitions that claim one name are an
// error, since only a person can tell which should have it.
//
// All names of package-level identifiers and of fields are exported. Unexported identifiers are left to the emitter: it
// puts a word in small letters before a type's name (evalEvent), which no two types and no import can make ambiguous.
package names

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/model"
)

// Imports are the package names that generated files import, or may come to. No parameter is called like one.
var Imports = []string{
	"compat", "errors", "json", "jsonx", "maps", "math", "opt", "schema", "slices", "strings", "unknown", "utf8", "violation", "wire",
}

// Names answers what things are called in Go.
type Names struct {
	types  map[*model.Def]string
	consts map[*model.Def]map[string]string
	unions map[*model.Def]*unionNames
	kinds  map[*model.Def][]string
	fields map[*model.Def]map[string]string
	params map[*model.Def]map[string]string
	makers map[*model.Def]string
	vars   map[*model.Def]string
	boxes  map[*model.Def]string
	equals map[*model.Def]string
}

// unionNames are the names that belong to a union.
type unionNames struct {
	accessor, unknown, malformed string
	enum                         *model.Def
}

// Type is the name of a definition's Go type.
func (n *Names) Type(d *model.Def) string { return must(n.types, d) }

// Field is the name of the struct field that holds a property of owner, by the property's JSON name.
func (n *Names) Field(owner *model.Def, property string) string {
	name, ok := n.fields[owner][property]
	if !ok {
		panic(fmt.Sprintf("names: %s has no field for %q", owner.Key, property))
	}
	return name
}

// Param is the name of the parameter that stands for a property in the constructor of owner: no keyword, predeclared
// identifier or import.
func (n *Names) Param(owner *model.Def, property string) string { return n.params[owner][property] }

// Const is the name of the constant for one value of an enum.
func (n *Names) Const(enum *model.Def, value string) string {
	name, ok := n.consts[enum][value]
	if !ok {
		panic(fmt.Sprintf("names: %s has no constant for %q", enum.Key, value))
	}
	return name
}

// Schema is the name of the variable that holds a definition's validator.
func (n *Names) Schema(d *model.Def) string { return must(n.vars, d) }

// New is the name of an object's constructor.
func (n *Names) New(object *model.Def) string { return must(n.makers, object) }

// Box is the name of the struct that lets a union be a field for encoding/json.
func (n *Names) Box(union *model.Def) string { return must(n.boxes, union) }

// Equal is the name of the function that compares two values of a union.
func (n *Names) Equal(union *model.Def) string { return must(n.equals, union) }

// Unknown is the name of a union's member for what the schema does not know.
func (n *Names) Unknown(u *model.Def) string { return must(n.unions, u).unknown }

// Malformed is the name of a root union's member for what cannot be read, empty for other unions.
func (n *Names) Malformed(u *model.Def) string { return must(n.unions, u).malformed }

// Accessor is the name of the method that tells a union's tag.
func (n *Names) Accessor(u *model.Def) string { return must(n.unions, u).accessor }

// TagEnum is the enum definition whose values a union's tag takes, nil where the tag is a plain string.
func (n *Names) TagEnum(u *model.Def) *model.Def { return must(n.unions, u).enum }

// Marker is the name of the unexported method that seals the interface of a union or a kind union.
func (n *Names) Marker(union *model.Def) string { return "is" + n.Type(union) }

// Kind is the name of the type that is a kind union's i-th member.
func (n *Names) Kind(union *model.Def, i int) string { return must(n.kinds, union)[i] }

// Decode is the name of the function that reads a document of the root definition from JSON.
const Decode = "DecodeJSON"

// Benchmark is the name of the one function in the tests that may be emitted.
const Benchmark = "BenchmarkExamples"

// DecodeProto is the name of the function that reads the root definition's message from protobuf.
const DecodeProto = "DecodeProto"

// ProtoOmissions and JSONOmissions are the names of the functions that tell what of a value of the root definition is left
// out when it is written as protobuf, or as JSON.
const (
	ProtoOmissions = "ProtoOmissions"
	JSONOmissions  = "JSONOmissions"
)

// SchemaOf is the name of the function that finds a validator by its definition's key.
const SchemaOf = "SchemaOf"

// Unknowns is the name of every struct's field for what its schema does not know.
const Unknowns = "Unknown"

func must[V any](m map[*model.Def]V, d *model.Def) V {
	v, ok := m[d]
	if !ok {
		panic(fmt.Sprintf("names: nothing of that sort was named for %s", d.Key))
	}
	return v
}
