package wire

import (
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// binding is a Config with its names looked up in a model.
type binding struct {
	cfg          *Config
	schema       *model.Schema
	defs         map[string]*model.Def
	roots        []*model.Def
	messageNames map[*model.Def]Name // what a definition's message is called, where wire.yaml says so
	compose      map[*model.Def]Name // the field that holds a composed part
	enumRules    map[*model.Def]*enumRule
	unionRules   map[*model.Def]*unionRule
	fieldRules   map[fieldKey]*fieldRule
}

type fieldKey struct {
	def      *model.Def
	property string
}

// bind looks up every name of a configuration. What it does not find is reported with the nearest name there is.
func bind(cfg *Config, s *model.Schema, diags *diag.List) *binding {
	b := &binding{
		cfg: cfg, schema: s,
		defs:         map[string]*model.Def{},
		messageNames: map[*model.Def]Name{},
		compose:      map[*model.Def]Name{},
		enumRules:    map[*model.Def]*enumRule{},
		unionRules:   map[*model.Def]*unionRule{},
		fieldRules:   map[fieldKey]*fieldRule{},
	}
	for _, d := range s.Defs {
		b.defs[d.Key] = d
	}
	b.bindRoots(diags)
	b.bindMessages(diags)
	b.bindEnums(diags)
	b.bindUnions(diags)
	b.bindFields(diags)
	b.bindFiles(diags)
	return b
}

// def looks up a definition.
func (b *binding) def(n Name, diags *diag.List) *model.Def {
	if d, ok := b.defs[n.Text]; ok {
		return d
	}
	known := make([]string, 0, len(b.defs))
	for k := range b.defs {
		known = append(known, k)
	}
	diags.Add(diag.Diagnostic{Pos: n.Pos, Message: "the schema has no definition " + quote(n.Text),
		Hint: suggest(n.Text, known, "")})
	return nil
}

func (b *binding) bindRoots(diags *diag.List) {
	for _, n := range b.cfg.roots {
		if d := b.def(n, diags); d != nil {
			b.roots = append(b.roots, d)
		}
	}
	switch {
	case len(b.cfg.roots) > 0:
	case b.schema.Root != nil:
		b.roots = []*model.Def{b.schema.Root}
	default:
		b.roots = b.schema.Defs
		return // each for itself; one that is no message is held by its holders to be one
	}
	for _, d := range b.roots {
		if t, ok := d.Type.(model.OpenObject); ok && t.Choice {
			diags.Add(diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer,
				Message: d.Key + " is a choice between objects that no required constant member tells apart, and so has no message",
				Hint:    discriminate})
		}
	}
}

func (b *binding) bindMessages(diags *diag.List) {
	for _, r := range b.cfg.messages {
		d := b.def(r.def, diags)
		if d == nil {
			continue
		}
		switch d.Type.(type) {
		case *model.Object, *model.Union:
			b.messageNames[d] = r.message
		case *model.Enum:
			diags.Addf(r.def.Pos, "", "%s is an enum and no message: name it under enums: {%s: {name: %s}}", d.Key, d.Key, r.message.Text)
		default:
			diags.Addf(r.def.Pos, "", "%s is no message: %s stands where it is referred to", d.Key, describe(d.Type))
		}
	}
	for _, r := range b.cfg.compose {
		d := b.def(r.def, diags)
		if d == nil {
			continue
		}
		if _, ok := d.Type.(*model.Object); !ok {
			diags.Addf(r.def.Pos, "", "%s cannot be taken in by allOf: it is %s, not an object", d.Key, describe(d.Type))
			continue
		}
		b.compose[d] = r.field
	}
}

func (b *binding) bindEnums(diags *diag.List) {
	for i := range b.cfg.enums {
		r := &b.cfg.enums[i]
		d := b.def(r.def, diags)
		if d == nil {
			continue
		}
		e, ok := d.Type.(*model.Enum)
		if !ok {
			diags.Addf(r.def.Pos, "", "%s is %s, not an enum", d.Key, describe(d.Type))
			continue
		}
		b.enumRules[d] = r
		texts := make([]string, len(e.Values))
		for i, v := range e.Values {
			texts[i] = v.Value
		}
		checkTexts(r.names, texts, d.Key, diags)
	}
}

func checkTexts(names []textName, texts []string, key string, diags *diag.List) {
	known := map[string]bool{}
	for _, t := range texts {
		known[t] = true
	}
	for _, n := range names {
		if !known[n.text.Text] {
			diags.Add(diag.Diagnostic{Pos: n.text.Pos, Message: key + " has no value " + quote(n.text.Text),
				Hint: suggest(n.text.Text, texts, "")})
		}
	}
}

func (b *binding) bindUnions(diags *diag.List) {
	for i := range b.cfg.unions {
		r := &b.cfg.unions[i]
		d := b.def(r.def, diags)
		if d == nil {
			continue
		}
		u, ok := d.Type.(*model.Union)
		if !ok {
			hint := ""
			if _, byKind := d.Type.(*model.KindUnion); byKind {
				hint = "a choice by JSON type is split where a property has it: fields: {Definition.property: {split: {…}}}"
			}
			diags.Add(diag.Diagnostic{Pos: r.def.Pos, Message: d.Key + " is " + describe(d.Type) + ", not a union with a discriminator", Hint: hint})
			continue
		}
		b.unionRules[d] = r
		values := make([]string, len(u.Members))
		var properties []string
		for i, m := range u.Members {
			values[i] = m.Value
			if o, ok := m.Def.Type.(*model.Object); ok {
				for _, p := range o.Properties {
					properties = append(properties, p.Name)
				}
			}
		}
		checkTexts(r.values.names, values, d.Key, diags)
		for _, s := range r.split {
			if !slices.Contains(properties, s.property.Text) {
				diags.Add(diag.Diagnostic{Pos: s.property.Pos, Message: "no member of " + d.Key + " has a property " + quote(s.property.Text),
					Hint: suggest(s.property.Text, properties, "")})
			}
			if s.property.Text == u.Tag {
				diags.Addf(s.property.Pos, "", "%s is the discriminator of %s and always a text", u.Tag, d.Key)
			}
		}
	}
}

// bindFields takes "Definition.property" apart. Both may hold dots, so every dot is tried.
func (b *binding) bindFields(diags *diag.List) {
	for i := range b.cfg.fields {
		r := &b.cfg.fields[i]
		var owner *model.Def
		var known []string
		found := false
		for at := range len(r.key.Text) {
			if r.key.Text[at] != '.' {
				continue
			}
			d, ok := b.defs[r.key.Text[:at]]
			if !ok {
				continue
			}
			owner = d
			property := r.key.Text[at+1:]
			o, ok := d.Type.(*model.Object)
			if !ok {
				continue
			}
			known = known[:0]
			for _, p := range o.Properties {
				known = append(known, p.Name)
				if p.Name == property {
					b.fieldRules[fieldKey{d, property}] = r
					found = true
				}
			}
		}
		switch {
		case found:
		case owner == nil:
			name, _, dotted := strings.Cut(r.key.Text, ".")
			if !dotted {
				diags.Addf(r.key.Pos, "", "%s names no property: say Definition.property", quote(r.key.Text))
				continue
			}
			b.def(Name{Text: name, Pos: r.key.Pos}, diags)
		default:
			property := strings.TrimPrefix(r.key.Text, owner.Key+".")
			diags.Add(diag.Diagnostic{Pos: r.key.Pos, Message: owner.Key + " has no property " + quote(property),
				Hint: suggest(property, known, "")})
		}
	}
}

// bindFiles checks that every pattern is about something.
func (b *binding) bindFiles(diags *diag.List) {
	for _, f := range b.cfg.files {
		for _, p := range f.holds {
			if !strings.Contains(p.Text, "*") {
				b.def(p, diags)
				continue
			}
			matched := false
			for _, d := range b.schema.Defs {
				matched = matched || globMatch(p.Text, d.Key)
			}
			if !matched {
				diags.Addf(p.Pos, "", "no definition matches %s", quote(p.Text))
			}
		}
	}
}

// globMatch tells whether a pattern, in which * stands for any letters, is a name's.
func globMatch(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	name, ok := strings.CutPrefix(name, parts[0])
	if !ok {
		return false
	}
	for _, middle := range parts[1 : len(parts)-1] {
		_, after, ok := strings.Cut(name, middle)
		if !ok {
			return false
		}
		name = after
	}
	return strings.HasSuffix(name, parts[len(parts)-1])
}

// rule is what wire.yaml says of a property: under the object that has it, or under the part that object took it from.
func (b *binding) rule(d *model.Def, property string) *fieldRule {
	if r, ok := b.fieldRules[fieldKey{d, property}]; ok {
		return r
	}
	o, ok := d.Type.(*model.Object)
	if !ok {
		return nil
	}
	for _, part := range o.Parts {
		if r := b.rule(part, property); r != nil {
			return r
		}
	}
	return nil
}

// strategy is how a union is carried: by a oneof, unless wire.yaml says otherwise.
func (b *binding) strategy(d *model.Def) string {
	if r, ok := b.unionRules[d]; ok {
		return r.strategy.Text
	}
	return strategyOneof
}

// messageName is what a definition's message is called, without the package.
func (b *binding) messageName(d *model.Def) string {
	if n, ok := b.messageNames[d]; ok {
		return n.Text
	}
	return pascalCase(d.Key)
}

// composedParts are the parts of an object that have a message of their own, in the order of allOf, those that its
// other parts take in included; and which part each of their properties belongs to.
func (b *binding) composedParts(o *model.Object) (parts []*model.Def, owner map[string]*model.Def) {
	owner = map[string]*model.Def{}
	var walk func(o *model.Object)
	walk = func(o *model.Object) {
		for _, p := range o.Parts {
			po, ok := p.Type.(*model.Object)
			if !ok {
				continue
			}
			if _, composed := b.compose[p]; !composed {
				walk(po)
				continue
			}
			if slices.Contains(parts, p) {
				continue
			}
			parts = append(parts, p)
			for _, prop := range po.Properties {
				if _, taken := owner[prop.Name]; !taken {
					owner[prop.Name] = p
				}
			}
		}
	}
	walk(o)
	return parts, owner
}

// describe is a type in words, with its article.
func describe(t model.Type) string {
	switch t := t.(type) {
	case model.Any:
		return "any JSON value"
	case model.OpenObject:
		return "an open object"
	case model.String:
		return "a string"
	case model.Bool:
		return "a boolean"
	case model.Int:
		return "an integer"
	case model.Number:
		return "a number"
	case model.Const:
		return "the constant " + quote(t.Value)
	case *model.Enum:
		return "an enum"
	case model.List:
		return "a list"
	case model.Map:
		return "a map"
	case model.Nullable:
		return describe(t.Elem) + " or null"
	case *model.Object:
		return "an object"
	case *model.Union:
		return "a union"
	case *model.KindUnion:
		kinds := make([]string, len(t.Members))
		for i, m := range t.Members {
			kinds[i] = m.Kind.String()
		}
		return "a choice between " + strings.Join(kinds, " and ")
	case model.Ref:
		return describe(t.Def.Type)
	}
	return "nothing known"
}
