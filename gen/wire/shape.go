package wire

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// shape is what a JSON shape becomes: a field's type, and whether there is any number of it.
type shape struct {
	typ      FieldType
	repeated bool
}

// same tells whether two shapes are the same on the wire.
func (s shape) same(t shape) bool { return s.repeated == t.repeated && s.typ == t.typ }

func (s shape) String() string {
	if s.repeated {
		return "repeated " + TypeName(s.typ)
	}
	return TypeName(s.typ)
}

// TypeName is a field type as .proto text has it, without regard to where it is used: "string",
// "google.protobuf.Value", "Parcel.Size", "map<string, int64>".
func TypeName(t FieldType) string {
	switch t := t.(type) {
	case Scalar:
		return string(t)
	case WellKnown:
		return "google.protobuf." + string(t)
	case MessageType:
		return t.Message.Name
	case EnumType:
		return t.Enum.Name
	case MapType:
		return "map<string, " + TypeName(t.Elem) + ">"
	}
	return ""
}

// named follows references, and gives the definition the last of them names, nil where there was none.
func named(t model.Type) (*model.Def, model.Type) {
	var d *model.Def
	for {
		r, ok := t.(model.Ref)
		if !ok {
			return d, t
		}
		d, t = r.Def, r.Def.Type
	}
}

// shapeOf is the field for a JSON shape. Where protobuf has none, it says why, as the rest of a sentence about the value.
func (b *builder) shapeOf(t model.Type) (shape, string) {
	switch _, t := named(t); t := t.(type) {
	case model.List:
		elem, why := b.elemOf(t.Elem, "a list of")
		return shape{elem, true}, why
	case model.Map:
		elem, why := b.elemOf(t.Elem, "a map of")
		return shape{MapType{elem}, true}, why
	}
	single, why := b.singleOf(t)
	return shape{single, false}, why
}

// elemOf is the type of what a list or a map holds.
func (b *builder) elemOf(t model.Type, outer string) (FieldType, string) {
	switch d, t := named(t); t.(type) {
	case model.List:
		return nil, outer + " lists, which protobuf does not have"
	case model.Map:
		return nil, outer + " maps, which protobuf does not have"
	case model.Nullable:
		return nil, outer + " what may be null, which protobuf does not have"
	case *model.KindUnion:
		return nil, outer + " choices by JSON type, which protobuf does not have"
	case *model.Union:
		if b.strategy(d) == strategyFlatten {
			return nil, outer + " " + d.Key + ", which is flattened and so fits a property of its own only"
		}
	}
	return b.singleOf(t)
}

// singleOf is the type of a single value.
func (b *builder) singleOf(t model.Type) (FieldType, string) {
	d, t := named(t)
	switch t := t.(type) {
	case model.Any:
		return WellKnown("Value"), ""
	case model.OpenObject:
		if t.Choice {
			return nil, "a choice between objects that no required constant member tells apart, so that a reader could not know which it is"
		}
		return WellKnown("Struct"), ""
	case model.String, model.Const:
		return Scalar("string"), ""
	case model.Bool:
		return Scalar("bool"), ""
	case model.Int:
		if t.Unsigned {
			return Scalar("uint64"), ""
		}
		return Scalar("int64"), ""
	case model.Number:
		return Scalar("double"), ""
	case *model.Enum:
		if e, ok := b.out.Enums[d]; ok {
			return EnumType{e}, ""
		}
		return Scalar("string"), ""
	case *model.Object, *model.Union:
		if m, ok := b.messages[d]; ok {
			return MessageType{m}, ""
		}
		if b.strategy(d) == strategyFlatten {
			return nil, "the flattened " + d.Key + ", which fits a property of its own only"
		}
		return nil, d.Key + ", which has no message"
	case model.Nullable:
		return nil, describe(t) + ", and protobuf cannot tell null from absent"
	case *model.KindUnion:
		return nil, describe(t) + ", and a protobuf field has one type"
	}
	return nil, fmt.Sprintf("of a shape not known here (%T)", t)
}

// scalar tells whether values of a type have a zero that proto3 does not write unless told to.
func scalar(t FieldType) bool {
	switch t.(type) {
	case Scalar, EnumType:
		return true
	}
	return false
}

// presenceOf is how a field of a shape tells absent from empty.
func presenceOf(s shape, plain bool) Presence {
	switch {
	case s.repeated:
		return Repeated
	case plain && scalar(s.typ):
		return Plain
	}
	return Explicit
}

// noForm reports a property that the wire cannot carry, with what can be said in wire.yaml to settle it.
func (b *builder) noForm(d *model.Def, p *model.Property, why string) {
	b.diags.Add(diag.Diagnostic{Pos: p.Pos, Pointer: p.Pointer,
		Message: fmt.Sprintf("property %s is %s", p.Name, why),
		Hint:    "in wire.yaml, say " + b.choices(d, p)})
}

// choices are the entries of wire.yaml that give a property a form on the wire.
func (b *builder) choices(d *model.Def, p *model.Property) string {
	key := declaredKey(d, p)
	value := fmt.Sprintf("fields: {%s: {type: google.protobuf.Value}}", key)
	ud, t := named(p.Type)
	if elem, ok := elemType(t); ok {
		// A list or a map of unions is as well off with another strategy as a single one.
		if ed, et := named(elem); ed != nil {
			if _, ok := et.(*model.Union); ok {
				ud, t = ed, et
			}
		}
	}
	switch t := t.(type) {
	case *model.KindUnion:
		arms := ""
		for i, m := range t.Members {
			if m.Kind == model.KindNull {
				return value + " (the JSON as it is)"
			}
			if i > 0 {
				arms += ", "
			}
			arms += fmt.Sprintf("%s: %s", m.Kind, armSuggestion(p.Name, m.Kind, i))
		}
		return fmt.Sprintf("fields: {%s: {split: {%s}}} (a field a JSON type), or %s (the JSON as it is)", key, arms, value)
	case model.List:
		return fmt.Sprintf("%s or {type: google.protobuf.ListValue} (the JSON as it is), or give the items a definition of their own", value)
	case model.Map:
		return fmt.Sprintf("%s or {type: google.protobuf.Struct} (the JSON as it is), or give the values a definition of their own", value)
	case *model.Union:
		return fmt.Sprintf("unions: {%s: {strategy: oneof}} (or merge, or tagged), or %s (the JSON as it is)", yamlKey(ud.Key), value)
	case model.OpenObject:
		return fmt.Sprintf("%s or {type: google.protobuf.Struct} (the JSON as it is); or, in the schema, %s", value, discriminate)
	}
	return value + " (the JSON as it is)"
}

// discriminate is what makes a choice between objects a union that every strategy can carry.
const discriminate = `give each branch a required member whose "const" is a text that no other branch has, and choose a strategy ` +
	`under unions: oneof, merge, tagged, flatten or envelope`

// elemType is the type of what a list or a map holds.
func elemType(t model.Type) (model.Type, bool) {
	switch t := t.(type) {
	case model.List:
		return t.Elem, true
	case model.Map:
		return t.Elem, true
	}
	return nil, false
}

func armSuggestion(property string, k model.Kind, i int) string {
	name := snakeCase(property)
	if i == 0 {
		return name
	}
	if k == model.KindArray {
		return name + "_items"
	}
	return name + "_" + k.String()
}

// declaredKey is "Definition.property" as wire.yaml's fields has it, for the definition that declares the property.
func declaredKey(d *model.Def, p *model.Property) string {
	if p.From != nil {
		d = p.From
	}
	return yamlKey(d.Key + "." + p.Name)
}

// yamlKey is a name as a key of YAML, in quotes where it needs them.
func yamlKey(s string) string {
	plain := s != "" && !isDigit(rune(s[0]))
	for _, r := range s {
		plain = plain && (isWordRune(r) || r == '_' || r == '.' || r == '-')
	}
	if plain && s[0] != '-' && s[0] != '.' {
		return s
	}
	return quote(s)
}
