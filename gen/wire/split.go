package wire

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// split gives a property a field for each JSON type it may have.
func (b *builder) split(d *model.Def, p *model.Property, arms []armRule, m *Message) Carrier {
	kinds := kindsOf(p.Type)
	if len(kinds) < 2 {
		b.diags.Addf(arms[0].pos, "", "%s.%s is %s and needs no split", d.Key, p.Name, describe(p.Type))
		return nil
	}
	out := Split{}
	for _, arm := range arms {
		t, ok := typeOfKind(kinds, arm.kind)
		if !ok {
			b.diags.Addf(arm.pos, "", "%s.%s is never of type %s: it is %s", d.Key, p.Name, arm.kind, describe(p.Type))
			continue
		}
		if f := b.armField(d, p, arm, t, m); f != nil {
			out.Arms = append(out.Arms, SplitArm{Kind: arm.kind, Type: t, Field: f})
		}
	}
	b.checkSplitComplete(d, p, kinds, arms)
	return out
}

func (b *builder) checkSplitComplete(d *model.Def, p *model.Property, kinds []model.KindMember, arms []armRule) {
	for _, k := range kinds {
		switch {
		case k.Kind == model.KindNull:
			b.noForm(d, p, describe(p.Type)+", and protobuf cannot tell null from absent")
		case !hasArm(arms, k.Kind):
			b.diags.Add(diag.Diagnostic{Pos: p.Pos, Pointer: p.Pointer,
				Message: fmt.Sprintf("property %s of %s may be of type %s, for which its split at %s has no field", p.Name, d.Key, k.Kind, arms[0].pos),
				Hint:    fmt.Sprintf("add %s: %s", k.Kind, armSuggestion(p.Name, k.Kind, 1))})
		}
	}
}

func hasArm(arms []armRule, k model.Kind) bool {
	for _, a := range arms {
		if a.kind == k {
			return true
		}
	}
	return false
}

// armField is the field for one JSON type of a split property.
func (b *builder) armField(d *model.Def, p *model.Property, arm armRule, t model.Type, m *Message) *Field {
	s, why := b.shapeOf(t)
	if why != "" {
		b.noForm(d, p, why)
		return nil
	}
	f := &Field{Name: arm.field.Text, Doc: p.Doc, Type: s.typ, Presence: presenceOf(s, false), Deprecated: p.Deprecated}
	return b.addField(m, f, origin{
		Diagnostic: diag.Diagnostic{Pos: p.Pos, Pointer: p.Pointer},
		what:       fmt.Sprintf("property %s of %s as %s", p.Name, d.Key, arm.kind),
		rename:     fmt.Sprintf("the split at %s", arm.pos),
	})
}

// kindsOf are the JSON types that a value may have, with its shape in each; none where it may have any, or be null.
func kindsOf(t model.Type) []model.KindMember {
	one := func(k model.Kind) []model.KindMember { return []model.KindMember{{Kind: k, Type: t}} }
	switch _, shape := named(t); shape := shape.(type) {
	case *model.KindUnion:
		return shape.Members
	case model.String, model.Const, *model.Enum:
		return one(model.KindString)
	case model.Bool:
		return one(model.KindBoolean)
	case model.Int:
		return one(model.KindInteger)
	case model.Number:
		return one(model.KindNumber)
	case model.List:
		return one(model.KindArray)
	case model.OpenObject, model.Map, *model.Object, *model.Union:
		return one(model.KindObject)
	}
	return nil
}

func typeOfKind(kinds []model.KindMember, k model.Kind) (model.Type, bool) {
	for _, m := range kinds {
		if m.Kind == k {
			return m.Type, true
		}
	}
	return nil, false
}
