package sample_test

import (
	"encoding/json"
	"testing"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/sample"
)

func rule(asserts ...model.Assertion) *model.Rule { return &model.Rule{Asserts: asserts} }

func object(key string, r *model.Rule, properties ...*model.Property) *model.Def {
	return &model.Def{Key: key, Type: &model.Object{Properties: properties}, Rule: r}
}

func TestOf(t *testing.T) {
	point := object("Point", rule(),
		&model.Property{Name: "x", Type: model.Number{}, Required: true},
		&model.Property{Name: "label", Type: model.String{}})
	endless := &model.Def{Key: "Endless", Rule: rule()}
	endless.Type = model.List{Elem: model.Ref{Def: endless}}
	digest := rule(model.Properties{Named: []model.NamedRule{{Name: "digest", Rule: rule(model.Pattern{RE2: "^sha256:[0-9a-f]{64}$"})}}})

	for _, c := range []struct {
		name string
		def  *model.Def
		want string
	}{
		{"every member at the top", point, `{"x":0.5,"label":"label-1"}`},
		{"below only what is required", object("Line", rule(),
			&model.Property{Name: "from", Type: model.Ref{Def: point}}), `{"from":{"x":0.5}}`},
		{"kinds", object("Kinds", rule(),
			&model.Property{Name: "any", Type: model.Any{}},
			&model.Property{Name: "open", Type: model.OpenObject{}},
			&model.Property{Name: "flag", Type: model.Bool{}},
			&model.Property{Name: "count", Type: model.Int{}},
			&model.Property{Name: "ids", Type: model.List{Elem: model.String{}}},
			&model.Property{Name: "map", Type: model.Map{Elem: model.Int{}}},
			&model.Property{Name: "maybe", Type: model.Nullable{Elem: model.Bool{}}},
			&model.Property{Name: "version", Type: model.Const{Value: "v \"1\""}},
		), `{"any":{"any":"JSON"},"open":{"key":"value"},"flag":true,"count":1,"ids":["id-1"],"map":{"key":1},"maybe":true,"version":"v \"1\""}`},
		{"a text that its rule allows", object("File", digest,
			&model.Property{Name: "digest", Type: model.String{}, Required: true}),
			`{"digest":"sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}`},
		{"a list of itself ends", endless, `[[[[[[[[[]]]]]]]]]`},
	} {
		n := sample.Of(c.def)
		if got := n.Compact(); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
		if !json.Valid([]byte(n.Indented())) {
			t.Errorf("%s: not JSON: %s", c.name, n.Indented())
		}
	}
}

// TestWhole holds that optional members are shown at every depth, and end where a definition is within itself.
func TestWhole(t *testing.T) {
	tree := object("Tree", rule(), &model.Property{Name: "name", Type: model.String{}, Required: true}, &model.Property{Name: "label", Type: model.String{}})
	tree.Type.(*model.Object).Properties = append(tree.Type.(*model.Object).Properties, &model.Property{Name: "in", Type: model.List{Elem: model.Ref{Def: tree}}})
	n := sample.Whole(object("Wood", rule(), &model.Property{Name: "first", Type: model.Ref{Def: tree}}, &model.Property{Name: "second", Type: model.Ref{Def: tree}}))
	const one = `{"name":"name-1","label":"label-1","in":[{"name":"name-1"}]}`
	if got, want := n.Compact(), `{"first":`+one+`,"second":`+one+`}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestLeast(t *testing.T) {
	n := sample.Least(object("Point", rule(),
		&model.Property{Name: "x", Type: model.Number{}, Required: true},
		&model.Property{Name: "label", Type: model.String{}}))
	if got, want := n.Compact(), `{"x":0.5}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestGet(t *testing.T) {
	n := sample.Of(object("Point", rule(), &model.Property{Name: "label", Type: model.String{}}))
	if got := n.Get("label").Unquoted(); got != "label-1" {
		t.Errorf("label is %q", got)
	}
	if n.Get("other") != nil {
		t.Error("a member that is not there has a value")
	}
}
