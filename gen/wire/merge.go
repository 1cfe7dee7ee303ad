package wire

import (
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// merged makes one message with the fields of all members, their tag a text among them.
func (b *builder) merged(d *model.Def, u *model.Union, rule *unionRule, m *Message) *Merged {
	g := &merging{builder: b, def: d, union: u, rule: rule, message: m, plain: true}
	g.tagType = Scalar("string")
	g.run()
	out := &Merged{Message: m, Tag: g.tag}
	for i, member := range u.Members {
		out.Members = append(out.Members, Merge{Member: member, Object: g.objects[i]})
	}
	return out
}

// tagged makes one message with the fields of all members, their tag an enum among them.
func (b *builder) tagged(d *model.Def, u *model.Union, rule *unionRule, m *Message) *Tagged {
	e := b.tagEnum(d, u, rule)
	g := &merging{builder: b, def: d, union: u, rule: rule, message: m, plain: true}
	g.tagType = EnumType{e}
	g.run()
	out := &Tagged{Message: m, Tag: g.tag, Enum: e}
	for i, member := range u.Members {
		out.Members = append(out.Members, Merge{Member: member, Object: g.objects[i]})
	}
	return out
}

// flatten writes a union into the message of the object that holds it: the property's own field is the tag, and the
// members' fields stand beside it.
func (b *builder) flatten(d *model.Def, p *model.Property, ud *model.Def, u *model.Union, m *Message) Carrier {
	rule := b.unionRules[ud]
	for _, member := range u.Members {
		if member.Value == "" {
			b.diags.Add(diag.Diagnostic{Pos: member.Def.Pos, Pointer: member.Def.Pointer,
				Message: fmt.Sprintf("%s is told apart by an empty text, and in the flattened %s that is what an absent one looks like", member.Def.Key, ud.Key),
				Hint:    fmt.Sprintf("in wire.yaml, say unions: {%s: {strategy: oneof}}", yamlKey(ud.Key))})
		}
		if _, ok := member.Def.Type.(*model.Object); !ok {
			return nil // the union itself says so
		}
	}
	tag := b.addField(m, b.newField(d, p, shape{typ: Scalar("string")}, true), propertyOrigin(d, p))
	g := &merging{builder: b, def: ud, union: u, rule: rule, message: m, flat: true, tag: tag}
	g.run()
	out := Flattened{Tag: tag}
	for i, member := range u.Members {
		out.Members = append(out.Members, FlatMember{Member: member, Properties: g.objects[i].Properties})
	}
	return out
}

// merging puts the members of a union into one message.
type merging struct {
	*builder
	def     *model.Def
	union   *model.Union
	rule    *unionRule
	message *Message
	plain   bool // a scalar that every member requires needs no presence
	flat    bool // the message is that of the holder, and has the tag already
	tagType FieldType

	tag      *Field
	groups   []*mergeGroup
	composed map[*model.Def]*Field
	objects  []*Object // one a member
}

// mergeGroup is what members have under one name, and the field or fields for it.
type mergeGroup struct {
	property string // the JSON name
	field    string // the field's name
	variants []mergeVariant
	arms     []SplitArm // of a split property
	single   *Field
}

type mergeVariant struct {
	member int
	def    *model.Def
	p      *model.Property
}

// run finds what the members have in common first, then makes the fields in the order of the members, then says for
// each member which fields are its own and which its siblings'.
func (g *merging) run() {
	g.composed = map[*model.Def]*Field{}
	for _, member := range g.union.Members {
		g.objects = append(g.objects, &Object{Def: member.Def, Message: g.message})
	}
	g.collect()
	for _, group := range g.groups {
		g.fieldsFor(group)
	}
	g.bindMembers()
}

// collect groups the members' properties by name. Composed parts have their fields before all others.
func (g *merging) collect() {
	for i, member := range g.union.Members {
		o := member.Def.Type.(*model.Object)
		parts, owner := g.composedParts(o)
		for _, part := range parts {
			g.holdPart(i, member.Def, part)
		}
		for _, p := range o.Properties {
			if owner[p.Name] != nil || g.flat && p.Name == g.union.Tag {
				continue
			}
			field := ""
			if g.splitOf(p.Name) == nil {
				field = g.fieldName(member.Def, p)
			}
			group := g.group(p.Name, field)
			group.variants = append(group.variants, mergeVariant{i, member.Def, p})
		}
	}
}

func (g *merging) holdPart(i int, d, part *model.Def) {
	if g.flat {
		g.diags.Add(diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer,
			Message: fmt.Sprintf("%s takes in %s, which has a message of its own, and so cannot be flattened with %s", d.Key, part.Key, g.def.Key),
			Hint:    fmt.Sprintf("in wire.yaml, say unions: {%s: {strategy: oneof}}, or take %s out of compose", yamlKey(g.def.Key), part.Key)})
		return
	}
	f := g.composed[part]
	if f == nil {
		f = g.addField(g.message, g.composedField(part), g.composeOrigin(d, part))
		g.composed[part] = f
	}
	g.compositionOf(g.objects[i], part, f)
}

func (g *merging) group(property, field string) *mergeGroup {
	for _, group := range g.groups {
		if group.property == property && group.field == field {
			return group
		}
	}
	group := &mergeGroup{property: property, field: field}
	g.groups = append(g.groups, group)
	return group
}

func (g *merging) splitOf(property string) *splitRule {
	for i := range g.rule.split {
		if g.rule.split[i].property.Text == property {
			return &g.rule.split[i]
		}
	}
	return nil
}

func (g *merging) fieldsFor(group *mergeGroup) {
	for _, v := range group.variants {
		if r := g.binding.rule(v.def, group.property); r != nil && len(r.arms) > 0 {
			g.diags.Addf(r.key.Pos, "", "%s is a member of %s, which is one message: its split belongs to unions: {%s: {split: {%s: …}}}",
				v.def.Key, g.def.Key, g.def.Key, group.property)
			return
		}
	}
	switch {
	case group.property == g.union.Tag:
		v := group.variants[0]
		f := g.newField(v.def, v.p, shape{typ: g.tagType}, true)
		f.Doc = g.tagDoc(group)
		group.single = g.addField(g.message, f, propertyOrigin(v.def, v.p))
		g.tag = group.single
	case group.field == "":
		g.splitGroup(group, g.splitOf(group.property))
	default:
		g.singleGroup(group)
	}
}

// singleGroup makes the one field of a group whose members agree on its type.
func (g *merging) singleGroup(group *mergeGroup) {
	var first shape
	required := 0
	for i, v := range group.variants {
		if ud, t := named(v.p.Type); ud != nil && g.unionRules[ud] != nil && g.unionRules[ud].strategy.Text == strategyFlatten {
			g.noForm(v.def, v.p, describe(t)+" that is flattened, inside another that shares its message with siblings")
			return
		}
		s, ok := g.shapeUnder(g.binding.rule(v.def, v.p.Name), v.def, v.p)
		if !ok {
			return
		}
		if i == 0 {
			first = s
		}
		if !s.same(first) {
			g.disagree(group, v, s, first)
			return
		}
		if v.p.Required {
			required++
		}
	}
	v := group.variants[0]
	f := g.newField(v.def, v.p, first, g.plain && required == len(g.union.Members))
	f.Doc = g.mergedDoc(group.variants)
	f.Deprecated = allDeprecated(group.variants)
	group.single = g.addField(g.message, f, propertyOrigin(v.def, v.p))
}

// disagree reports two members whose properties of one name need different fields.
func (g *merging) disagree(group *mergeGroup, v mergeVariant, s, first shape) {
	w := group.variants[0]
	split := ""
	if a, b := kindsOf(w.p.Type), kindsOf(v.p.Type); len(a) > 0 && len(b) > 0 && a[0].Kind != b[0].Kind {
		split = fmt.Sprintf("unions: {%s: {split: {%s: {%s: %s, %s: %s}}}} (a field a JSON type), ",
			yamlKey(g.def.Key), yamlKey(group.property), a[0].Kind, armSuggestion(group.property, a[0].Kind, 0),
			b[0].Kind, armSuggestion(group.property, b[0].Kind, 1))
	}
	g.diags.Add(diag.Diagnostic{Pos: v.p.Pos, Pointer: v.p.Pointer,
		Message: fmt.Sprintf("property %s of %s would be %s, and that of %s (%s) is %s, although both are members of %s, which is one message",
			group.property, v.def.Key, s, w.def.Key, w.p.Pos, first, g.def.Key),
		Hint: fmt.Sprintf("in wire.yaml, say %sfields: {%s: {name: …}} (a field of its own), or give both {type: google.protobuf.Value}",
			split, declaredKey(v.def, v.p))})
}

// splitGroup makes a field for each JSON type that the members' properties have under one name.
func (g *merging) splitGroup(group *mergeGroup, rule *splitRule) {
	if len(rule.arms) == 0 {
		g.diags.Addf(rule.property.Pos, "", "the split of %s has no fields", group.property)
		return
	}
	for _, v := range group.variants {
		kinds := kindsOf(v.p.Type)
		if len(kinds) == 0 {
			g.noForm(v.def, v.p, describe(v.p.Type)+", which cannot be split by JSON type")
			return
		}
		g.checkSplitComplete(v.def, v.p, kinds, rule.arms)
	}
	for _, arm := range rule.arms {
		g.splitArm(group, arm)
	}
}

func (g *merging) splitArm(group *mergeGroup, arm armRule) {
	var f *Field
	var typ model.Type
	var first shape
	var having []mergeVariant
	for _, v := range group.variants {
		t, ok := typeOfKind(kindsOf(v.p.Type), arm.kind)
		if !ok {
			continue
		}
		s, why := g.shapeOf(t)
		switch {
		case why != "":
			g.noForm(v.def, v.p, why)
			return
		case f == nil:
			if f = g.armField(v.def, v.p, arm, t, g.message); f == nil {
				return
			}
			typ, first = t, s
		case !s.same(first):
			w := having[0]
			g.diags.Add(diag.Diagnostic{Pos: v.p.Pos, Pointer: v.p.Pointer,
				Message: fmt.Sprintf("as %s, property %s of %s would be %s, and that of %s (%s) is %s, although both go to the field %s of %s",
					arm.kind, group.property, v.def.Key, s, w.def.Key, w.p.Pos, first, arm.field.Text, g.def.Key),
				Hint: "let both have one type, or choose another strategy for " + g.def.Key})
			return
		}
		having = append(having, v)
	}
	if f == nil {
		g.diags.Addf(arm.pos, "", "no member of %s has a property %s of type %s", g.def.Key, group.property, arm.kind)
		return
	}
	f.Doc = g.mergedDoc(having)
	f.Deprecated = allDeprecated(having)
	group.arms = append(group.arms, SplitArm{Kind: arm.kind, Type: typ, Field: f})
}

// bindMembers says for each member which field carries which of its properties, and which are its siblings'.
func (g *merging) bindMembers() {
	for i, member := range g.union.Members {
		o, ob := member.Def.Type.(*model.Object), g.objects[i]
		_, owner := g.composedParts(o)
		known := map[string]bool{}
		for _, p := range o.Properties {
			known[p.Name] = true
			if owner[p.Name] != nil {
				continue
			}
			if c := g.carrierOf(i, p); c != nil {
				ob.Properties = append(ob.Properties, Property{p, c})
			}
		}
		if g.flat {
			continue // what a flattened member does not know belongs to its holder, or to nobody
		}
		for _, group := range g.groups {
			if known[group.property] {
				continue
			}
			known[group.property] = true
			if c := group.carrier(nil); c != nil {
				ob.Siblings = append(ob.Siblings, Property{group.variants[0].p, c})
			}
		}
	}
}

// carrierOf is how member i's property is carried.
func (g *merging) carrierOf(i int, p *model.Property) Carrier {
	if p.Name == g.union.Tag {
		if _, text := g.tagType.(Scalar); !text {
			return Implied{}
		}
	}
	for _, group := range g.groups {
		for _, v := range group.variants {
			if v.member == i && v.p == p {
				return group.carrier(kindsOf(p.Type))
			}
		}
	}
	return nil
}

// carrier is the group's field, or those of its fields that some JSON types need; all of them where kinds is nil.
func (m *mergeGroup) carrier(kinds []model.KindMember) Carrier {
	if m.single != nil {
		return Single{m.single}
	}
	var arms []SplitArm
	for _, arm := range m.arms {
		if kinds == nil {
			arms = append(arms, arm)
		} else if t, ok := typeOfKind(kinds, arm.Kind); ok {
			arms = append(arms, SplitArm{Kind: arm.Kind, Type: t, Field: arm.Field})
		}
	}
	switch {
	case len(arms) == 0:
		return nil
	case len(kinds) == 1:
		return Single{arms[0].Field}
	}
	return Split{arms}
}

// mergedDoc is the description of a field that members share: theirs where all have it and agree, else each with the
// tags it is for.
func (g *merging) mergedDoc(variants []mergeVariant) string {
	var docs []string
	tags := map[string][]string{}
	for _, v := range variants {
		if v.p.Doc == "" {
			continue
		}
		if tags[v.p.Doc] == nil {
			docs = append(docs, v.p.Doc)
		}
		tags[v.p.Doc] = append(tags[v.p.Doc], g.union.Members[v.member].Value)
	}
	if len(docs) == 1 && len(variants) == len(g.union.Members) {
		return docs[0]
	}
	tag := g.union.Tag
	if g.flat {
		tag = g.tag.Name // the name it has where the fields stand
	}
	for i, doc := range docs {
		docs[i] = fmt.Sprintf("With %s %s: %s", tag, strings.Join(tags[doc], ", "), doc)
	}
	return strings.Join(docs, "\n")
}

// tagDoc is the description of the tag's field: the members' where they agree, else the values there are.
func (g *merging) tagDoc(group *mergeGroup) string {
	values := make([]string, len(group.variants))
	same := true
	for i, v := range group.variants {
		values[i] = g.union.Members[v.member].Value
		same = same && v.p.Doc == group.variants[0].p.Doc
	}
	if same && group.variants[0].p.Doc != "" {
		return group.variants[0].p.Doc
	}
	return "Says which one this is: " + strings.Join(values, ", ") + "."
}

func allDeprecated(variants []mergeVariant) bool {
	for _, v := range variants {
		if !v.p.Deprecated {
			return false
		}
	}
	return true
}
