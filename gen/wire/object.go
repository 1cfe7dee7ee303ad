package wire

import (
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// composedTag is a composed part whose tag, and whose object, can only be known when all objects are built.
type composedTag struct {
	object *Object
	index  int
}

// object puts an object's properties into its message: its parts' first, as the model has them.
func (b *builder) object(d *model.Def, o *model.Object, m *Message) *Object {
	ob := &Object{Def: d, Message: m}
	parts, owner := b.composedParts(o)
	fields := map[*model.Def]*Field{}
	hold := func(part *model.Def) {
		if fields[part] == nil {
			fields[part] = b.addField(m, b.composedField(part), b.composeOrigin(d, part))
			b.compositionOf(ob, part, fields[part])
		}
	}
	for _, p := range o.Properties {
		if part := owner[p.Name]; part != nil {
			hold(part)
			continue
		}
		if b.reached.implied[fieldKey{d, p.Name}] {
			ob.Properties = append(ob.Properties, Property{p, Implied{}})
			continue
		}
		if c := b.property(d, p, m); c != nil {
			ob.Properties = append(ob.Properties, Property{p, c})
		}
	}
	for _, part := range parts { // one without any property of its own was not met above
		hold(part)
	}
	return ob
}

// composedField is the field for a part. It needs no description: its message has one, and every taker the same field.
func (b *builder) composedField(part *model.Def) *Field {
	return &Field{Name: b.compose[part].Text, Type: MessageType{b.messages[part]}, Presence: Explicit}
}

func (b *builder) composeOrigin(d, part *model.Def) origin {
	return origin{
		Diagnostic: diag.Diagnostic{Pos: part.Pos, Pointer: part.Pointer},
		what:       fmt.Sprintf("the part %s of %s", part.Key, d.Key),
		rename:     fmt.Sprintf("compose: {%s: {field: …}}", yamlKey(part.Key)),
	}
}

// compositionOf notes that an object holds a part, to be completed by resolveComposed.
func (b *builder) compositionOf(ob *Object, part *model.Def, f *Field) {
	ob.Composed = append(ob.Composed, Composed{Part: part, Field: f})
	b.pending = append(b.pending, composedTag{ob, len(ob.Composed) - 1})
}

// resolveComposed links composed parts with how they are carried, and checks that what takes them in fits.
func (b *builder) resolveComposed() {
	for _, c := range b.pending {
		comp := &c.object.Composed[c.index]
		comp.Object = b.out.Objects[comp.Part]
		if comp.Object != nil {
			b.checkNarrowing(c.object.Def, comp)
		}
	}
}

// checkNarrowing reports properties that an object narrows to what the part's field cannot carry.
func (b *builder) checkNarrowing(d *model.Def, c *Composed) {
	o := d.Type.(*model.Object)
	for _, p := range o.Properties {
		for _, q := range c.Object.Properties {
			if q.Property.Name != p.Name || q.Property == p {
				continue
			}
			if single, ok := q.Carrier.(Single); ok && !b.fits(p.Type, single.Field) {
				b.diags.Add(diag.Diagnostic{Pos: p.Pos, Pointer: p.Pointer,
					Message: fmt.Sprintf("property %s is %s here, and %s in %s, whose message carries it as %s",
						p.Name, describe(p.Type), describe(q.Property.Type), c.Part.Key, TypeName(single.Field.Type)),
					Hint: fmt.Sprintf("take %s out of compose in wire.yaml, or let both have one type", c.Part.Key)})
			}
		}
	}
}

// fits tells whether a field carries values of a type although the field was made for another.
func (b *builder) fits(t model.Type, f *Field) bool {
	if _, anyJSON := f.Type.(WellKnown); anyJSON {
		s, _ := b.shapeOf(t)
		return f.Type == WellKnown("Value") || s.typ == f.Type
	}
	if e, ok := f.Type.(EnumType); ok {
		var texts []string
		switch _, t := named(t); t := t.(type) {
		case model.Const:
			texts = []string{t.Value}
		case *model.Enum:
			for _, v := range t.Values {
				texts = append(texts, v.Value)
			}
		default:
			return false
		}
		for _, text := range texts {
			if _, ok := enumValue(e.Enum, text); !ok {
				return false
			}
		}
		return true
	}
	s, why := b.shapeOf(t)
	return why == "" && s.same(shape{f.Type, f.Presence == Repeated})
}

// property gives a property of an object its field or fields. It returns nil where it cannot, having said why.
func (b *builder) property(d *model.Def, p *model.Property, m *Message) Carrier {
	rule := b.rule(d, p.Name)
	if rule != nil && len(rule.arms) > 0 {
		return b.split(d, p, rule.arms, m)
	}
	if rule == nil || rule.typ.Text == "" {
		if ud, t := named(p.Type); ud != nil {
			if u, ok := t.(*model.Union); ok && b.strategy(ud) == strategyFlatten {
				return b.flatten(d, p, ud, u, m)
			}
		}
	}
	s, ok := b.shapeUnder(rule, d, p)
	if !ok {
		return nil
	}
	f := b.newField(d, p, s, p.Required)
	return Single{b.addField(m, f, propertyOrigin(d, p))}
}

// shapeUnder is the shape of a property, wire.yaml's own type for it included.
func (b *builder) shapeUnder(rule *fieldRule, d *model.Def, p *model.Property) (shape, bool) {
	if rule != nil && rule.typ.Text != "" {
		w := typeOverrides[rule.typ.Text]
		if why := misfit(w, p.Type); why != "" {
			b.diags.Addf(rule.typ.Pos, "", "property %s is %s, which %s cannot carry", rule.key.Text, why, rule.typ.Text)
			return shape{}, false
		}
		return shape{typ: w}, true
	}
	s, why := b.shapeOf(p.Type)
	if why != "" {
		b.noForm(d, p, why)
		return shape{}, false
	}
	return s, true
}

// misfit says what a type is where a Struct or a ListValue cannot carry it.
func misfit(w WellKnown, t model.Type) string {
	_, t = named(t)
	switch t.(type) {
	case model.OpenObject, model.Map, *model.Object, *model.Union:
		if w == "ListValue" {
			return describe(t)
		}
	case model.List:
		if w == "Struct" {
			return describe(t)
		}
	default:
		if w != "Value" {
			return describe(t)
		}
	}
	return ""
}

// newField is the field for a whole property.
func (b *builder) newField(d *model.Def, p *model.Property, s shape, plain bool) *Field {
	f := &Field{Name: b.fieldName(d, p), Doc: p.Doc, Type: s.typ, Presence: presenceOf(s, plain), Deprecated: p.Deprecated}
	// Protobuf keeps names in brackets for extensions.
	bracketed := strings.HasPrefix(p.Name, "[") && strings.HasSuffix(p.Name, "]")
	if protoJSONName(f.Name) != p.Name && !bracketed {
		f.JSONName = p.Name
	}
	return f
}

// fieldName is the name of a property's field: what wire.yaml says, or the JSON name in snake case.
func (b *builder) fieldName(d *model.Def, p *model.Property) string {
	if r := b.rule(d, p.Name); r != nil && r.name.Text != "" {
		return r.name.Text
	}
	name := snakeCase(p.Name)
	if why := fieldForm(name); why != "" {
		b.diags.Add(diag.Diagnostic{Pos: p.Pos, Pointer: p.Pointer,
			Message: fmt.Sprintf("property %s would be the field %s, which %s", quote(p.Name), quote(name), why),
			Hint:    fmt.Sprintf("name it in wire.yaml: fields: {%s: {name: …}}", declaredKey(d, p))})
	}
	return name
}

func propertyOrigin(d *model.Def, p *model.Property) origin {
	return origin{
		Diagnostic: diag.Diagnostic{Pos: p.Pos, Pointer: p.Pointer},
		what:       fmt.Sprintf("property %s of %s", p.Name, d.Key),
		rename:     fmt.Sprintf("fields: {%s: {name: …}}", declaredKey(d, p)),
	}
}
