package wire

import (
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// scope is one of protobuf's name spaces. The values of an enum are in the one their enum is in.
type scope map[string]origin

// checkScopes reports names that protobuf would see twice in one scope, with both places and what renames one of them.
func (b *builder) checkScopes() {
	b.scopes = map[string]scope{"": {}}
	for _, d := range b.schema.Defs {
		m := b.messages[d]
		if m == nil {
			continue
		}
		from := origin{
			Diagnostic: diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer},
			what:       "the definition " + d.Key,
			rename:     fmt.Sprintf("messages: {%s: …}", yamlKey(d.Key)),
		}
		if why := messageForm(m.Name); why != "" {
			b.diags.Add(diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer,
				Message: fmt.Sprintf("%s would be the message %s, which %s", d.Key, quote(m.Name), why),
				Hint:    "name it in wire.yaml: " + from.rename})
		}
		outer, name, nested := cutLast(m.Name, ".")
		if !nested {
			outer, name = "", m.Name
		}
		b.claim(outer, "message", name, from)
	}
	b.checkEnumScopes()
	b.checkNesting()
	for _, d := range b.schema.Defs {
		if m := b.messages[d]; m != nil {
			b.checkFieldScope(d, m)
		}
	}
}

// claim takes a name in a scope.
func (b *builder) claim(in, kind, name string, from origin) {
	if b.scopes[in] == nil {
		b.scopes[in] = scope{}
	}
	first, taken := b.scopes[in][name]
	if !taken {
		b.scopes[in][name] = from
		return
	}
	where := ""
	if in != "" {
		where = " in message " + in
	}
	hint := "rename one of them in wire.yaml"
	if from.rename != "" {
		hint = "rename one of them in wire.yaml: " + from.rename
		if first.rename != "" && first.rename != from.rename {
			hint += ", or " + first.rename
		}
	}
	b.diags.Add(diag.Diagnostic{Pos: from.Pos, Pointer: from.Pointer,
		Message: fmt.Sprintf("%s becomes the %s %s%s, a name that %s (%s) has already", from.what, kind, name, where, first.what, first.Pos),
		Hint:    hint})
}

func (b *builder) checkEnumScopes() {
	for _, d := range b.schema.Defs {
		e := b.out.Enums[d]
		if e == nil {
			continue
		}
		b.claimEnum(d, e, "the enum "+d.Key, "enums: {"+yamlKey(d.Key)+": {%s}}")
	}
	for _, t := range b.tagEnums {
		b.claimEnum(t.union, t.enum, "the tag of "+t.union.Key, "unions: {"+yamlKey(t.union.Key)+": {%s}}")
	}
}

func (b *builder) claimEnum(d *model.Def, e *Enum, what, entry string) {
	at := diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer}
	key := "name"
	if _, ok := d.Type.(*model.Union); ok {
		key = "enum"
	}
	b.claim("", "enum", e.Name, origin{at, what, fmt.Sprintf(entry, key+": …")})
	if why := typeForm(e.Name); why != "" {
		b.diags.Add(diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer,
			Message: fmt.Sprintf("%s would be the enum %s, which %s", what, quote(e.Name), why),
			Hint:    "name it in wire.yaml: " + fmt.Sprintf(entry, key+": …")})
	}
	bare := map[string]EnumValue{}
	for _, v := range e.Values {
		from := origin{at, fmt.Sprintf("the value %s of %s", quote(v.Text), what), fmt.Sprintf(entry, "names: {"+yamlKey(v.Text)+": …}")}
		b.claim("", "enum value", v.Name, from)
		// Protobuf also refuses two values that differ in nothing but the enum's name in front, capitals and underscores.
		if w, taken := bare[bareValue(e.Name, v.Name)]; taken && w.Name != v.Name {
			b.diags.Add(diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer,
				Message: fmt.Sprintf("%s becomes the enum value %s, which for protobuf is the same as %s", from.what, v.Name, w.Name),
				Hint:    "rename one of them in wire.yaml: " + from.rename})
		}
		bare[bareValue(e.Name, v.Name)] = v
	}
}

// bareValue is an enum value's name as protobuf compares it.
func bareValue(enum, value string) string {
	squash := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	e, v := squash(enum), squash(value)
	if rest, ok := strings.CutPrefix(v, e); ok && rest != "" {
		return rest
	}
	return v
}

// checkNesting reports messages that are to be nested in what is no message.
func (b *builder) checkNesting() {
	byName := map[string]bool{}
	for _, m := range b.messages {
		byName[m.Name] = true
	}
	for m, d := range b.owners {
		if outer, _, nested := cutLast(m.Name, "."); nested && !byName[outer] {
			known := make([]string, 0, len(byName))
			for n := range byName {
				known = append(known, n)
			}
			b.diags.Add(diag.Diagnostic{Pos: b.messageNames[d].Pos, Message: fmt.Sprintf("%s cannot be nested: there is no message %s", m.Name, outer),
				Hint: suggest(outer, known, "")})
		}
	}
}

// checkFieldScope claims the names inside a message, and the JSON names, which must differ too.
func (b *builder) checkFieldScope(d *model.Def, m *Message) {
	if m.Oneof != "" {
		b.claim(m.Name, "oneof", m.Oneof, origin{
			Diagnostic: diag.Diagnostic{Pos: d.Pos, Pointer: d.Pointer},
			what:       "the choice of " + d.Key,
			rename:     fmt.Sprintf("unions: {%s: {oneof: …}}", yamlKey(d.Key)),
		})
	}
	b.settleJSONNames(m)
	for _, f := range m.Fields {
		from := b.origins[f]
		b.claim(m.Name, "field", f.Name, from)
		if _, ok := f.Type.(MapType); ok {
			b.claim(m.Name, "map entry", pascalCase(f.Name)+"Entry", from)
		}
	}
	b.checkJSONNames(m)
}

// checkJSONNames reports fields that protobuf's JSON would call the same: by the names that it makes itself, which must
// differ even where json_name says another, and by the names that count.
func (b *builder) checkJSONNames(m *Message) {
	own, final := map[string]*Field{}, map[string]*Field{}
	for _, f := range m.Fields {
		name := protoJSONName(f.Name)
		g := own[name]
		if g == nil {
			name = jsonNameOf(f)
			g = final[name]
		}
		if g != nil && g.Name != f.Name {
			from, first := b.origins[f], b.origins[g]
			b.diags.Add(diag.Diagnostic{Pos: from.Pos, Pointer: from.Pointer,
				Message: fmt.Sprintf("%s becomes the field %s, whose name in protobuf's JSON is %s, as is that of %s (%s), the field %s",
					from.what, f.Name, quote(name), first.what, first.Pos, g.Name),
				Hint: "rename one of them in wire.yaml: " + from.rename + ", or " + first.rename})
		}
		own[protoJSONName(f.Name)], final[jsonNameOf(f)] = f, f
	}
}

// settleJSONNames drops the JSON name of a field that another field has by itself: of the fields that carry one
// property under several names, one keeps the property's.
func (b *builder) settleJSONNames(m *Message) {
	taken := map[string]bool{}
	for _, f := range m.Fields {
		if f.JSONName == "" {
			taken[protoJSONName(f.Name)] = true
		}
	}
	for _, f := range m.Fields {
		if f.JSONName != "" && taken[f.JSONName] {
			f.JSONName = ""
		}
		taken[jsonNameOf(f)] = true
	}
}

// jsonNameOf is a field's name in protobuf's JSON.
func jsonNameOf(f *Field) string {
	if f.JSONName != "" {
		return f.JSONName
	}
	return protoJSONName(f.Name)
}
