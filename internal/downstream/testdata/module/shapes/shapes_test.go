package shapes

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	draft7 "example.com/downstream/shapes/old"
	"example.com/downstream/shapes/shapes"

	"github.com/agui-gen/agui-gen/runtime/violation"
)

// Members in the schema's order, those of an allOf first, what it does not name last.
const box = `{"numbers":{"a":0.5,"b":-1e+300},"boxes":{"x":{},"y":{"maybe":null}},"maybe":"","maybeBox":null,"rows":[[1,null],[]],` +
	`"shape":{"form":"round","inner":{"size":2,"form":"square","fill":{"how":"plain","color":"#00ff00"}},"fill":{"how":"none"}},` +
	`"shapes":[{"size":1,"form":"square"}],"either":[{"form":"round"}],` +
	`"tree":{"value":[1],"left":{"box":{"either":"text"}},"right":{}},` +
	`"figure":{"form":"dot","then":{"form":"round","inner":{"size":3,"form":"square"}}},"words":{"a":"","b":"a-b"},` +
	`"choices":[1,null,{"x":{"y":null}}],"inline":{"deep":{"deeper":[{"n":1},{}]}},` +
	`"odd":{"validate":"1","AppendJSON":"2","unknown":"3","Unknown":"4","type":"5","func":"6","range":true,"a-b":"7","a b":"8",` +
	`"1st":"9","":"10","日本":"11","$ref":"12","quote\"\n` + "`" + `":"13","json":"14","equal":"15"},"more":"text"}`

func TestShapes(t *testing.T) {
	var b shapes.Box
	if err := json.Unmarshal([]byte(box), &b); err != nil {
		t.Fatal(err)
	}
	if got, err := b.AppendJSON(nil); err != nil || string(got) != box {
		t.Errorf("%v\n got %s\nwant %s", err, got, box)
	}
	if err := b.Validate(); err != nil {
		t.Error(err)
	}
	if round, ok := b.Shape.(*shapes.Round); !ok || b.Numbers["a"] != 0.5 || !b.MaybeBox.IsNull() {
		t.Errorf("%#v", b)
	} else if square, ok := round.Inner.(*shapes.Square); !ok || square.Size != 2 {
		t.Errorf("%#v", round)
	}
	if b.Odd == nil || !b.Odd.Range || b.Odd.Func != "6" {
		t.Errorf("%#v", b.Odd)
	}
	if dot, ok := b.Figure.(*shapes.Dot); !ok {
		t.Errorf("%#v", b.Figure)
	} else if _, ok := dot.Then.(*shapes.Round); !ok {
		t.Errorf("%#v", dot)
	}
	if b.Words["b"] != shapes.ErrorAMinusB || b.Words["a"] != "" {
		t.Errorf("%#v", b.Words)
	}
	var again shapes.Box
	if err := json.Unmarshal([]byte(box), &again); err != nil || !again.Equal(&b) {
		t.Errorf("a second reading is not equal: %v", err)
	}
}

func TestVerdicts(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"more":1}`, "/more type"},
		{`{"shape":{"form":"square","size":0}}`, "/shape/size exclusiveMinimum"},
		{`{"shape":{"form":"round","size":1}}`, "/shape/size unevaluatedProperties"},
		{`{"tree":{"left":{"box":{"maybe":1}}}}`, "/tree/left/box/maybe type"},
		{`{"odd":{}}`, "/odd required"},
		{`{"words":{"a":"b"}}`, "/words/a enum"},
		{`{"choices":[1,1.0]}`, "/choices uniqueItems"},
		{`{"figure":{"form":"dot","then":{"form":"square"}}}`, "/figure/then required"},
		{`{"inline":{"deep":{"deeper":[{"n":0.5}]}}}`, "/inline/deep/deeper/0/n type"},
		{`{"shape":{"form":"round","fill":{"how":"plain","color":"red"}}}`, "/shape/fill/color pattern"},
	} {
		check(t, tt.in, shapes.BoxSchema.ValidateJSON([]byte(tt.in)), tt.want)
	}
	for _, tt := range []struct{ in, want string }{
		{`{"name":"Ada"}`, ""},
		{`{"name":"Grace"}`, "/name maxLength"},
		{`{"name":"","card":"x"}`, " dependencies"},
		{`{"name":"","pair":["a",1]}`, ""},
		{`{"name":"","pair":["a",1,2]}`, "/pair/2 additionalItems"},
	} {
		check(t, tt.in, draft7.OldSchema.ValidateJSON([]byte(tt.in)), tt.want)
	}
}

// check holds that a document has a violation of that place and keyword, or none at all.
func check(t *testing.T, in string, err error, want string) {
	t.Helper()
	var v *violation.Error
	var got []string
	if errors.As(err, &v) {
		for _, v := range v.Violations {
			got = append(got, v.InstanceLocation+" "+v.Keyword)
		}
	} else if err != nil {
		t.Errorf("%s: %v", in, err)
	}
	if want == "" && got != nil || want != "" && !slices.Contains(got, want) {
		t.Errorf("%s: %q, want %q", in, got, want)
	}
}
