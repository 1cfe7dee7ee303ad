package docs

import (
	"fmt"
	"strconv"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/wire"
)

// shape says in a word or two what a definition is.
func shape(t model.Type) string {
	switch t := t.(type) {
	case *model.Object:
		if t.Closed {
			return "object, closed"
		}
		return "object, open"
	case *model.Union:
		return "one of, told apart by " + strconv.Quote(t.Tag)
	case *model.KindUnion:
		return "one of, told apart by JSON type"
	case *model.Enum:
		return "string, one of a list"
	}
	text := ""
	for _, s := range spans(t) {
		text += s.Text
	}
	return text
}

// spans is a type in words, definitions as links.
func spans(t model.Type) []span {
	switch t := t.(type) {
	case model.Any:
		if t.NonNull {
			return []span{{Text: "any JSON but null"}}
		}
		return []span{{Text: "any JSON"}}
	case model.OpenObject:
		return []span{{Text: "object, any members"}}
	case model.String:
		return []span{{Text: "string"}}
	case model.Bool:
		return []span{{Text: "boolean"}}
	case model.Int:
		return []span{{Text: "integer"}}
	case model.Number:
		return []span{{Text: "number"}}
	case model.Const:
		return []span{{Text: strconv.Quote(t.Value)}}
	case model.List:
		return append([]span{{Text: "list of "}}, spans(t.Elem)...)
	case model.Map:
		return append([]span{{Text: "object, each member "}}, spans(t.Elem)...)
	case model.Nullable:
		return append(spans(t.Elem), span{Text: " or null"})
	case model.Ref:
		return []span{{t.Def.Key, anchor(t.Def)}}
	}
	return []span{{Text: fmt.Sprintf("%T", t)}}
}

// carriers are, for each property of an object, the protobuf fields that carry it, in words.
func (b *builder) carriers(d *model.Def) map[string][]string {
	words := map[string][]string{}
	if b.wire == nil {
		return words
	}
	for _, o := range b.objects(d) {
		for _, c := range o.Composed {
			for _, p := range c.Object.Properties {
				for _, f := range fields(p.Carrier) {
					add(words, p.Property.Name, c.Field.Name+"."+fieldWords(f))
				}
			}
		}
		for _, p := range o.Properties {
			for _, f := range fields(p.Carrier) {
				add(words, p.Property.Name, fieldWords(f))
			}
		}
	}
	return words
}

func add(words map[string][]string, name, text string) {
	for _, have := range words[name] {
		if have == text {
			return
		}
	}
	words[name] = append(words[name], text)
}

// objects are the ways in which a definition is carried: by itself, and as a member of unions.
func (b *builder) objects(d *model.Def) []*wire.Object {
	var found []*wire.Object
	if o, ok := b.wire.Objects[d]; ok {
		found = append(found, o)
	}
	for _, u := range b.encoder.unions {
		switch u := u.(type) {
		case *wire.Envelope:
			for _, arm := range u.Arms {
				if arm.Member.Def == d {
					found = append(found, arm.Object)
				}
			}
		case *wire.Merged:
			found = append(found, mergedObject(u.Members, d)...)
		case *wire.Tagged:
			found = append(found, mergedObject(u.Members, d)...)
		}
	}
	return found
}

func mergedObject(members []wire.Merge, d *model.Def) []*wire.Object {
	for _, m := range members {
		if m.Member.Def == d {
			return []*wire.Object{m.Object}
		}
	}
	return nil
}

func fields(c wire.Carrier) []*wire.Field {
	switch c := c.(type) {
	case wire.Single:
		return []*wire.Field{c.Field}
	case wire.Split:
		var all []*wire.Field
		for _, arm := range c.Arms {
			all = append(all, arm.Field)
		}
		return all
	case wire.Flattened:
		all := []*wire.Field{c.Tag}
		for _, m := range c.Members {
			for _, p := range m.Properties {
				all = append(all, fields(p.Carrier)...)
			}
		}
		return all
	}
	return nil
}

// fieldWords is a field: its name, its number and its type as .proto files spell them.
func fieldWords(f *wire.Field) string {
	label := ""
	if f.Presence == wire.Repeated {
		label = "repeated "
	}
	return fmt.Sprintf("%s = %d (%s%s)", f.Name, f.Number, label, wire.TypeName(f.Type))
}

// armSlot says where a union's member is on the wire.
func (b *builder) armSlot(d *model.Def, m model.UnionMember) string {
	if b.wire == nil {
		return ""
	}
	switch u := b.wire.Unions[d].(type) {
	case *wire.Envelope:
		return armWords(u.Arms, m)
	case *wire.OneofUnion:
		return armWords(u.Arms, m)
	case *wire.Merged:
		return u.Tag.Name + " = " + strconv.Quote(m.Value)
	case *wire.Tagged:
		for _, member := range u.Members {
			if member.Member.Def == m.Def {
				return member.Tag.Name + " = " + strconv.Itoa(member.Tag.Number)
			}
		}
	}
	return ""
}

func armWords(arms []wire.Arm, m model.UnionMember) string {
	for _, arm := range arms {
		if arm.Member.Def == m.Def {
			return arm.Field.Name + " = " + strconv.Itoa(arm.Field.Number)
		}
	}
	return ""
}

// valueSlot is the number of an enum's value, where it is an enum on the wire too.
func (b *builder) valueSlot(d *model.Def, text string) string {
	if b.wire == nil || b.wire.Enums[d] == nil {
		return ""
	}
	for _, v := range b.wire.Enums[d].Values {
		if v.Text == text && !v.Removed {
			return v.Name + " = " + strconv.Itoa(v.Number)
		}
	}
	return ""
}
