package wire

import (
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// defaultOneof is the name of a union's oneof where wire.yaml gives none.
const defaultOneof = "kind"

// union puts a union on the wire as its strategy says.
func (b *builder) union(d *model.Def, u *model.Union) Union {
	rule := b.unionRules[d]
	if rule == nil {
		rule = &unionRule{}
	}
	for _, m := range u.Members {
		if _, ok := m.Def.Type.(*model.Object); !ok {
			b.diags.Addf(m.Def.Pos, m.Def.Pointer, "%s is %s, and a member of the union %s is an object", m.Def.Key, describe(m.Def.Type), d.Key)
			return nil
		}
	}
	m := b.messages[d]
	switch b.strategy(d) {
	case strategyEnvelope:
		arms := b.arms(d, u, rule, m)
		b.envelopeTags(d, u, rule, arms)
		return &Envelope{Message: m, Arms: arms}
	case strategyMerge:
		return b.merged(d, u, rule, m)
	case strategyTagged:
		return b.tagged(d, u, rule, m)
	case strategyFlatten:
		return &Flat{}
	}
	return &OneofUnion{Message: m, Arms: b.arms(d, u, rule, m)}
}

// arms gives a message one oneof with an arm a member.
func (b *builder) arms(d *model.Def, u *model.Union, rule *unionRule, m *Message) []Arm {
	m.Oneof = rule.oneof.Text
	if m.Oneof == "" {
		m.Oneof = defaultOneof
	}
	out := make([]Arm, len(u.Members))
	for i, member := range u.Members {
		f := &Field{
			Name:     b.valueName(d, rule.values, styleLowerSnake, member.Value, member.Def, fieldForm),
			Type:     MessageType{b.messages[member.Def]},
			Presence: Explicit, InOneof: true, Deprecated: member.Def.Deprecated,
		}
		b.addField(m, f, origin{
			Diagnostic: diag.Diagnostic{Pos: member.Def.Pos, Pointer: member.Def.Pointer},
			what:       fmt.Sprintf("the arm of %s for %s %s", d.Key, u.Tag, quote(member.Value)),
			rename:     fmt.Sprintf("unions: {%s: {names: {%s: …}}}", yamlKey(d.Key), yamlKey(member.Value)),
		})
		out[i] = Arm{Member: member, Field: f}
	}
	return out
}

// valueName is the protobuf name for a text of the schema.
func (b *builder) valueName(d *model.Def, v valueNames, style, text string, at *model.Def, form nameForm) string {
	for _, n := range v.names {
		if n.text.Text == text {
			return n.name.Text
		}
	}
	if v.style.Text != "" {
		style = v.style.Text
	}
	name := v.prefix.Text + inStyle(style, text)
	if why := form(name); why != "" {
		section := "enums"
		if _, ok := d.Type.(*model.Union); ok {
			section = "unions"
		}
		b.diags.Add(diag.Diagnostic{Pos: at.Pos, Pointer: at.Pointer,
			Message: fmt.Sprintf("the value %s of %s would be called %s, which %s", quote(text), d.Key, quote(name), why),
			Hint:    fmt.Sprintf("name it in wire.yaml: %s: {%s: {names: {%s: …}}}", section, yamlKey(d.Key), yamlKey(text))})
	}
	return name
}

// envelopeTags finds, for each arm, the enum value or text that its composed part carries.
func (b *builder) envelopeTags(d *model.Def, u *model.Union, rule *unionRule, arms []Arm) {
	part, property := b.tagPart(d, u, rule)
	if part == nil {
		return
	}
	b.envelopes = append(b.envelopes, envelopeTag{union: u, arms: arms, part: part, property: property, pos: rule.tag.Pos})
}

// tagPart takes "Part.property" apart.
func (b *builder) tagPart(d *model.Def, u *model.Union, rule *unionRule) (*model.Def, string) {
	key, property, _ := cutLast(rule.tag.Text, ".")
	part, ok := b.defs[key]
	switch {
	case !ok:
		b.def(Name{Text: key, Pos: rule.tag.Pos}, &b.diags)
	case property != u.Tag:
		b.diags.Addf(rule.tag.Pos, "", "%s is told apart by %s, not by %s", d.Key, u.Tag, quote(property))
	case b.compose[part].Text == "":
		b.diags.Addf(rule.tag.Pos, "", "%s is no part with a message of its own: list it under compose", key)
	default:
		return part, property
	}
	return nil, ""
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// envelopeTag is an envelope whose tags are to be found once every object is built.
type envelopeTag struct {
	union    *model.Union
	arms     []Arm
	part     *model.Def
	property string
	pos      diag.Pos
}

// resolveArms links arms with how their members are carried.
func (b *builder) resolveArms() {
	for _, u := range b.out.Unions {
		var arms []Arm
		switch u := u.(type) {
		case *Envelope:
			arms = u.Arms
		case *OneofUnion:
			arms = u.Arms
		}
		for i := range arms {
			arms[i].Object = b.out.Objects[arms[i].Member.Def]
		}
	}
	for _, e := range b.envelopes {
		b.resolveEnvelope(e)
	}
}

func (b *builder) resolveEnvelope(e envelopeTag) {
	for i := range e.arms {
		arm := &e.arms[i]
		def := arm.Member.Def
		comp := composedIn(arm.Object, e.part)
		if comp == nil {
			b.diags.Addf(def.Pos, def.Pointer, "%s does not take in %s, which carries the tag of its envelope (%s)", def.Key, e.part.Key, e.pos)
			continue
		}
		comp.Tag = propertyIn(comp.Object, e.property)
		if comp.Tag == nil {
			b.diags.Addf(e.pos, "", "%s has no property %s of its own", e.part.Key, quote(e.property))
			return
		}
		arm.Tag = EnumValue{Text: arm.Member.Value}
		single, ok := comp.Tag.Carrier.(Single)
		if !ok {
			b.diags.Addf(e.pos, "", "%s.%s is not one field and so carries no tag", e.part.Key, e.property)
			return
		}
		switch t := single.Field.Type.(type) {
		case EnumType:
			v, ok := enumValue(t.Enum, arm.Member.Value)
			if !ok {
				b.diags.Addf(def.Pos, def.Pointer, "%s is told apart by %s, which is no value of the enum %s", def.Key, quote(arm.Member.Value), t.Enum.Name)
				continue
			}
			arm.Tag = v
		case Scalar:
			if t != "string" {
				b.diags.Addf(e.pos, "", "%s.%s is a %s, and a tag is a text or an enum", e.part.Key, e.property, t)
				return
			}
		}
	}
}

func composedIn(o *Object, part *model.Def) *Composed {
	if o == nil {
		return nil
	}
	for i := range o.Composed {
		if o.Composed[i].Part == part {
			return &o.Composed[i]
		}
	}
	return nil
}

func propertyIn(o *Object, name string) *Property {
	if o == nil {
		return nil
	}
	for i := range o.Properties {
		if o.Properties[i].Property.Name == name {
			return &o.Properties[i]
		}
	}
	return nil
}
