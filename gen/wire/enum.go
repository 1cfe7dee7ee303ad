package wire

import "github.com/agui-gen/agui-gen/gen/model"

// enum makes a protobuf enum of an enum definition.
func (b *builder) enum(d *model.Def, t *model.Enum) *Enum {
	rule := b.enumRules[d]
	e := &Enum{Name: pascalCase(d.Key), Doc: docOf(d), Deprecated: d.Deprecated, Pos: d.Pos}
	if rule.name.Text != "" {
		e.Name = rule.name.Text
	}
	for _, v := range t.Values {
		at := *d
		at.Pos = v.Pos
		e.Values = append(e.Values, EnumValue{
			Name: b.valueName(d, rule.valueNames, styleUpperSnake, v.Value, &at, identifierForm),
			Text: v.Value,
		})
	}
	return e
}

// tagEnum makes a protobuf enum of a tagged union's tag.
func (b *builder) tagEnum(d *model.Def, u *model.Union, rule *unionRule) *Enum {
	e := &Enum{Name: pascalCase(b.messageName(d)) + pascalCase(u.Tag), Doc: "Which " + b.messageName(d) + " it is.", Pos: d.Pos}
	if rule.enum.Text != "" {
		e.Name = rule.enum.Text
	}
	for _, m := range u.Members {
		e.Values = append(e.Values, EnumValue{
			Name: b.valueName(d, rule.values, styleUpperSnake, m.Value, m.Def, identifierForm),
			Text: m.Value,
			Doc:  m.Def.Doc,
		})
	}
	b.tagEnums = append(b.tagEnums, taggedEnum{d, e})
	return e
}

// enumValue is the value of an enum for a text.
func enumValue(e *Enum, text string) (EnumValue, bool) {
	for _, v := range e.Values {
		if v.Text == text && !v.Removed {
			return v, true
		}
	}
	return EnumValue{}, false
}
