package names

import (
	"errors"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

func object(key string, properties ...*model.Property) *model.Def {
	return &model.Def{Key: key, Type: &model.Object{Properties: properties}}
}

func optional(name string) *model.Property { return &model.Property{Name: name, Type: model.String{}} }

func required(name string, t model.Type) *model.Property {
	return &model.Property{Name: name, Type: t, Required: true}
}

func union(key, tag string, members ...*model.Def) *model.Def {
	u := &model.Union{Tag: tag}
	for _, m := range members {
		u.Members = append(u.Members, model.UnionMember{Def: m, Value: m.Key})
	}
	return &model.Def{Key: key, Type: u}
}

func assign(t *testing.T, defs ...*model.Def) *Names {
	t.Helper()
	n, err := Assign(&model.Schema{Root: defs[0], Defs: defs})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestFields(t *testing.T) {
	d := object("Thing", optional("$ref"), optional("ref"), optional("validate"), optional("ValidateField"), optional("unknown"),
		optional("fooBar"), optional("foo-bar"), optional("foo_bar"), optional("type"), optional("Type"), optional("1"), optional("X1"),
		optional("error"), required("kind", model.Const{Value: "thing"}))
	n := assign(t, d)
	for property, want := range map[string]string{
		"$ref": "DollarRef", "ref": "Ref", "validate": "ValidateField", "ValidateField": "ValidateField2", "unknown": "UnknownField",
		"fooBar": "FooBar", "foo-bar": "FooMinusBar", "foo_bar": "FooUnderscoreBar", "type": "Type", "Type": "Type2", "1": "X1", "X1": "X1_2",
		"error": "Error",
	} {
		if got := n.Field(d, property); got != want {
			t.Errorf("field of %q is %s, want %s", property, got, want)
		}
	}
	seen := map[string]string{}
	for property, param := range n.params[d] {
		if other, ok := seen[param]; ok {
			t.Errorf("%q and %q have one parameter, %s", property, other, param)
		}
		seen[param] = property
	}
	defer func() {
		if recover() == nil {
			t.Error("a property that the Go type implies has a field")
		}
	}()
	n.Field(d, "kind")
}

func TestDefinitionsThatBecomeOneName(t *testing.T) {
	a, b, c := object("json-patch"), object("JsonPatch"), object("Other")
	a.Pos, a.Pointer = diag.Pos{File: "s.json", Line: 3, Col: 5}, "#/$defs/json-patch"
	b.Pos, b.Pointer = diag.Pos{File: "s.json", Line: 9, Col: 5}, "#/$defs/JsonPatch"
	_, err := Assign(&model.Schema{Defs: []*model.Def{a, b, c}})
	var faults diag.Errors
	if !errors.As(err, &faults) || len(faults) != 2 {
		t.Fatalf("got %v", err)
	}
	for i, want := range []string{
		`s.json:3:5: #/$defs/json-patch: "json-patch" and "JsonPatch" (s.json:9:5) both become the Go name JSONPatch; rename one of them, "JsonPatch" to "JsonPatch2" for instance`,
		`s.json:9:5: #/$defs/JsonPatch: "JsonPatch" and "json-patch" (s.json:3:5) both become the Go name JSONPatch; rename one of them, "JsonPatch" to "JsonPatch2" for instance`,
	} {
		if got := faults[i].String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestHelpersGiveWay(t *testing.T) {
	member := object("Member", required("type", model.Const{Value: "m"}), optional("name"))
	event := union("Event", "type", member)
	mood := &model.Def{Key: "Mood", Type: &model.Enum{Values: []model.EnumValue{{Value: "good"}, {Value: "very-good"}, {Value: "very_good"}, {Value: "GOOD"}, {Value: ""}}}}
	names := []*model.Def{event, member, mood}
	for _, key := range []string{"UnknownEvent", "MalformedEvent", "EventBox", "EventSchema", "NewMember", "MoodGood", "EqualEvent", "SchemaOf", "DecodeJSON"} {
		names = append(names, object(key))
	}
	names = append(names, &model.Def{Key: "Member.name", Inline: true, Type: &model.Enum{Values: []model.EnumValue{{Value: "x"}}}}, object("MemberName"))
	n := assign(t, names...)
	for got, want := range map[string]string{
		n.Unknown(event): "UnknownEvent2", n.Malformed(event): "MalformedEvent2", n.Box(event): "EventBox2", n.Schema(event): "EventSchema2",
		n.New(member): "NewMember2", n.Equal(event): "EqualEvent2", n.Const(mood, "good"): "MoodGood2", n.Const(mood, "very-good"): "MoodVeryGood",
		n.Const(mood, "very_good"): "MoodVeryUnderscoreGood", n.Const(mood, ""): "MoodEmpty",
		// The package's own functions have their names whatever the schema says.
		n.Type(names[10]): "SchemaOf2", n.Type(names[11]): "DecodeJSON2",
		n.Type(names[12]): "MemberName2", n.Type(names[13]): "MemberName",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	seen := map[string]bool{}
	for _, m := range []map[*model.Def]string{n.types, n.vars, n.makers, n.boxes, n.equals} {
		for _, name := range m {
			if seen[name] {
				t.Errorf("%s is the name of two things", name)
			}
			seen[name] = true
		}
	}
}

func TestAccessors(t *testing.T) {
	kinds := &model.Def{Key: "EventType", Type: &model.Enum{Values: []model.EnumValue{{Value: "A"}}}}
	base := object("Base", required("type", model.Ref{Def: kinds}))
	tagged := func(key string, properties ...*model.Property) *model.Def {
		d := object(key, append([]*model.Property{required("type", model.Const{Value: key})}, properties...)...)
		d.Type.(*model.Object).Parts = []*model.Def{base}
		return d
	}
	a := tagged("A")
	event := union("Event", "type", a)

	text := object("Text", required("role", model.Const{Value: "Text"}))
	message := union("Message", "role", text)

	clashing := object("Clashing", required("name", model.Const{Value: "Clashing"}), optional("Name"))
	animal := union("Animal", "name", clashing)

	// Two unions of one member, which tell it by one tag, or by two.
	both := object("Both", required("kind", model.Const{Value: "Both"}), required("shape", model.Const{Value: "Both"}))
	one, same, other := union("One", "kind", both), union("Same", "kind", both), union("Other", "shape", both)

	validated := object("Validated", required("validate", model.Const{Value: "Validated"}))
	odd := union("Odd", "validate", validated)

	n := assign(t, event, kinds, base, a, message, text, animal, clashing, one, same, other, both, odd, validated)
	for u, want := range map[*model.Def]string{
		event: "EventType", message: "Role", animal: "AnimalName", one: "Kind", same: "Kind", odd: "OddValidate", other: "Shape",
	} {
		if got := n.Accessor(u); got != want {
			t.Errorf("%s: accessor is %s, want %s", u.Key, got, want)
		}
	}
	if n.TagEnum(event) != kinds || n.TagEnum(message) != nil {
		t.Errorf("enums are %v and %v", n.TagEnum(event), n.TagEnum(message))
	}
	if got := n.Field(clashing, "Name"); got != "Name" {
		t.Errorf("the field that a tag would hide is %s", got)
	}
}

func TestKindMembers(t *testing.T) {
	leaf, pointer := object("Leaf"), &model.Def{Key: "JsonPointer", Type: model.String{}}
	kinds := func(key string, members ...model.KindMember) *model.Def {
		return &model.Def{Key: key, Type: &model.KindUnion{Members: members}}
	}
	text := model.KindMember{Kind: model.KindString, Type: model.String{}}
	leaves := model.KindMember{Kind: model.KindArray, Type: model.List{Elem: model.Ref{Def: leaf}}}
	a := kinds("A", text, leaves, model.KindMember{Kind: model.KindObject, Type: model.Ref{Def: leaf}})
	b := kinds("B", text, model.KindMember{Kind: model.KindNull, Type: model.Any{}}, model.KindMember{Kind: model.KindNumber, Type: model.Number{}})
	c := kinds("C", model.KindMember{Kind: model.KindString, Type: model.Ref{Def: pointer}}, model.KindMember{Kind: model.KindObject, Type: model.Map{Elem: model.Int{}}})
	n := assign(t, a, b, c, leaf, pointer, object("Number"))
	for i, want := range []string{"Text", "LeafList", "Leaf"} {
		if got := n.Kind(a, i); got != want {
			t.Errorf("A: member %d is %s, want %s", i, got, want)
		}
	}
	for i, want := range []string{"Text", "Null", "BNumber"} {
		if got := n.Kind(b, i); got != want {
			t.Errorf("B: member %d is %s, want %s", i, got, want)
		}
	}
	for i, want := range []string{"JSONPointerValue", "IntegerMap"} {
		if got := n.Kind(c, i); got != want {
			t.Errorf("C: member %d is %s, want %s", i, got, want)
		}
	}
}

func TestInlineNames(t *testing.T) {
	owner := object("JsonPatch")
	inline := func(key string) *model.Def { return &model.Def{Key: key, Inline: true, Type: &model.Object{}} }
	a, b, c := inline("JsonPatch.max-id"), inline("JsonPatch.items.url"), inline("TextOrNumber")
	n := assign(t, owner, a, b, c)
	for d, want := range map[*model.Def]string{a: "JSONPatchMaxID", b: "JSONPatchItemsURL", c: "TextOrNumber"} {
		if got := n.Type(d); got != want {
			t.Errorf("%s is %s, want %s", d.Key, got, want)
		}
	}
	if !strings.HasPrefix(n.Schema(a), "JSONPatchMaxID") {
		t.Errorf("its validator is %s", n.Schema(a))
	}
}
