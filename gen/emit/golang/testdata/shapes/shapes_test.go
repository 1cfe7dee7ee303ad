package shapes_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/emit/golang/testdata/shapes"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

const scalars = `"scalars":{"text":"t","flag":true,"whole":-5,"large":18446744073709551615,"ratio":0.5,"any":null,"notNull":0,"open":{},"level":"low","kind":"scalars","code":"AB"}`

const wide = `"p00":true,"p63":false,"p64":true`

// documents are written as they are read, as far as Go types hold them. valid tells what the schema says.
var documents = []struct {
	text  string
	valid bool
}{
	{`{` + scalars + `}`, true},
	{`{` + strings.Replace(scalars, `"level":"low"`, `"level":"middle"`, 1) + `}`, false},
	{`{` + strings.Replace(scalars, `"code":"AB"`, `"code":"ab"`, 1) + `}`, false},
	{`{` + strings.Replace(scalars, `"whole":-5`, `"whole":-4`, 1) + `}`, false},
	{`{` + strings.Replace(scalars, `"whole":-5`, `"whole":100`, 1) + `}`, false},
	{`{` + strings.Replace(scalars, `"ratio":0.5`, `"ratio":0`, 1) + `}`, false},
	{`{` + strings.Replace(scalars, `"text":"t"`, `"text":""`, 1) + `}`, false},
	{`{` + strings.Replace(scalars, `"text":"t"`, `"text":"日本日本日本日本日本日本日本日本日本日本"`, 1) + `}`, true},
	{`{` + strings.Replace(scalars, `"level":"low"`, `"level":"","version":"1"`, 1) + `}`, true},
	{`{` + strings.Replace(scalars, `"level":"low"`, `"level":"","version":"2"`, 1) + `}`, false},
	{`{` + strings.TrimSuffix(scalars, "}") + `,"optText":"","optFlag":false,"optWhole":0,"optLarge":0,"optRatio":1e-7,"optAny":[],"optLevel":"日本","optCode":"A"}}`, true},
	{`{` + strings.TrimSuffix(scalars, "}") + `,"stray":1}}`, false},

	{`{` + scalars + `,"containers":{"texts":["a"],"grid":[[1,2.5],[]],"scalars":["low"],"objects":[{"name":"n"}],"shapes":[{"name":"circle","radius":1}],` +
		`"raws":[1,null],"counts":{"a":1,"b":-1},"leaves":{"l":{"name":"n"}},"byShape":{"s":{"name":"square","side":2}},"lists":{"x":[]},"maps":[{},{"y":true}],` +
		`"steps":[[],[[]]],"table":{"a":{},"b":{"c":{}}}}}`, true},
	{`{` + scalars + `,"containers":{"texts":["a","a"],"counts":{}}}`, false},
	{`{` + scalars + `,"containers":{"texts":[],"counts":{}}}`, false},
	{`{` + scalars + `,"containers":{"texts":["a","b"],"counts":{"a":1,"b":2,"c":3,"d":4}}}`, false},
	{`{` + scalars + `,"containers":{"texts":["a"],"shapes":[{"name":"hexagon"}],"counts":{}}}`, false},
	{`{` + scalars + `,"containers":{"texts":["a"],"counts":{},"other":1}}`, true},

	{`{` + scalars + `,"nullables":{"text":null}}`, true},
	{`{` + scalars + `,"nullables":{"text":"t","leaf":null,"list":null,"level":null,"inside":[1,null],"shape":null,"optText":null}}`, true},
	{`{` + scalars + `,"nullables":{"text":"t","leaf":{"name":"n"},"list":[],"level":"high","inside":[],"shape":{"name":"square","side":0},"optText":""}}`, true},
	{`{` + scalars + `,"nullables":{"text":"t","level":"middle"}}`, false},
	{`{` + scalars + `,"nullables":{"text":"t","leaf":{"name":"n","stray":1}}}`, false},

	{`{` + scalars + `,"names":{"$ref":"1","ref":"2","x-y":"3","日本":"4","":"5","1st":"6","validate":"7","unknown":"8","equal":"9","messageId":"10","message_id":"11","type":"12","string":"13","opt":"14","func":"15","%s` + "`" + `\"\\\n":"16"}}`, true},
	{`{` + scalars + `,"tree":{"left":{"branches":[{},{"maybe":null}]},"maybe":{"left":{}},"twig":{"tree":{}}}}`, true},
	{`{` + scalars + `,"tree":{"left":{"branches":[{},{"maybe":null}]},"maybe":{"left":{"twig":{"tree":{"stray":1}}}}}}`, true},

	{`{` + scalars + `,"choices":{"textOrNumber":1.5,"anything":true,"textOrLeaf":"t","levelOrShape":"low","textOrCounts":{"a":1},"round":{"name":"ball"}}}`, true},
	{`{` + scalars + `,"choices":{"textOrNumber":"t","anything":null,"textOrLeaf":{"name":"n"},"levelOrShape":{"name":"circle","radius":0},"textOrCounts":"t","round":{"name":"circle","radius":1}}}`, true},
	{`{` + scalars + `,"choices":{"textOrNumber":"t","anything":[{"name":"n"}],"levelOrShape":"middle"}}`, false},
	{`{` + scalars + `,"choices":{"textOrNumber":"t","anything":{"open":1},"levelOrShape":{"name":"hexagon","x":[1]}}}`, false},
	{`{` + scalars + `,"choices":{"textOrNumber":"t","anything":7,"round":{"name":"square"}}}`, false},

	{`{` + scalars + `,"keywords":{"tuple":["a",1],"holds":[1,1,2],"rest":["a",null],"named":{"x-a":"b"},"either":"abc","branching":5,"equal":{"a":[1,null]},"listed":"two","address":"a"}}`, true},
	{`{` + scalars + `,"keywords":{"tuple":["a",1,2]}}`, false},
	{`{` + scalars + `,"keywords":{"holds":[1]}}`, false},
	{`{` + scalars + `,"keywords":{"holds":[1,1,1,1]}}`, false},
	{`{` + scalars + `,"keywords":{"rest":["a",1]}}`, false},
	{`{` + scalars + `,"keywords":{"named":{"x-a":1}}}`, false},
	{`{` + scalars + `,"keywords":{"named":{"x-long":"b"}}}`, false},
	{`{` + scalars + `,"keywords":{"named":{}}}`, false},
	{`{` + scalars + `,"keywords":{"either":"ab"}}`, false},
	{`{` + scalars + `,"keywords":{"branching":"a"}}`, false},
	{`{` + scalars + `,"keywords":{"card":"c"}}`, false},
	{`{` + scalars + `,"keywords":{"card":"c","address":"a"}}`, false},
	{`{` + scalars + `,"keywords":{"inner":{"self":{"self":{}}}}}`, true},
	{`{` + scalars + `,"keywords":{"inner":{"self":{"self":1}}}}`, false},
	{`{` + scalars + `,"wide":{` + wide + `}}`, true},
}

func TestRoundTrip(t *testing.T) {
	for _, d := range documents {
		x, err := shapes.DecodeJSON([]byte(d.text))
		var v *violation.Error
		if errors.As(err, &v) && !d.valid {
			continue // what no Go type holds
		}
		if err != nil {
			t.Errorf("%s: %v", d.text, err)
			continue
		}
		b, err := x.AppendJSON(nil)
		if err != nil || string(b) != d.text {
			t.Errorf("read    %s\nwritten %s, %v", d.text, b, err)
		}
		y, err := shapes.DecodeJSON(b)
		if err != nil || !x.Equal(y) || !y.Equal(x) {
			t.Errorf("%s: not equal to what it was written as, %v", d.text, err)
		}
	}
}

func TestValidateAgreesWithTheSchema(t *testing.T) {
	for _, d := range documents {
		if err := shapes.ShapesSchema.ValidateJSON([]byte(d.text)); (err == nil) != d.valid {
			t.Errorf("%s: the schema says %v", d.text, err)
		}
		if x, err := shapes.DecodeJSON([]byte(d.text)); err == nil {
			if err := x.Validate(); (err == nil) != d.valid {
				t.Errorf("%s: Validate says %v", d.text, err)
			}
		}
	}
}

// FuzzValidate holds that the quick checks never take a value that the schema does not.
func FuzzValidate(f *testing.F) {
	for _, d := range documents {
		f.Add(d.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := shapes.DecodeJSON([]byte(text))
		if err != nil {
			return
		}
		b, err := x.AppendJSON(nil)
		if err != nil {
			t.Fatalf("%s: what was read cannot be written: %v", text, err)
		}
		if got, want := x.Validate(), shapes.ShapesSchema.ValidateJSON(b); (got == nil) != (want == nil) {
			t.Fatalf("%s: Validate says %v, the schema %v", b, got, want)
		}
		y, err := shapes.DecodeJSON(b)
		if err != nil || !x.Equal(y) {
			t.Fatalf("%s: not equal to what it was read from, %v", b, err)
		}
	})
}

func TestMismatches(t *testing.T) {
	for text, at := range map[string]string{
		`null`: "", `{}`: "", `{"scalars":5}`: "/scalars",
		strings.Replace("{"+scalars+"}", `"kind":"scalars"`, `"kind":"other"`, 1):                 "/scalars/kind",
		strings.Replace("{"+scalars+"}", `"large":18446744073709551615`, `"large":-1`, 1):         "/scalars/large",
		strings.Replace("{"+scalars+"}", `"notNull":0`, `"notNull":null`, 1):                      "/scalars/notNull",
		strings.Replace("{"+scalars+"}", `"open":{}`, `"open":[]`, 1):                             "/scalars/open",
		strings.TrimSuffix("{"+scalars, "}") + `,"optWhole":1e30}}`:                               "/scalars/optWhole",
		`{` + scalars + `,"tree":{"left":null}}`:                                                  "/tree/left",
		`{` + scalars + `,"containers":{"texts":["a"],"counts":{"a":"b"}}}`:                       "/containers/counts/a",
		`{` + scalars + `,"containers":{"texts":[null],"counts":{}}}`:                             "/containers/texts/0",
		`{` + scalars + `,"choices":{"textOrNumber":true}}`:                                       "/choices/textOrNumber",
		`{` + scalars + `,"wide":{"p00":true,"p63":true}}`:                                        "/wide",
		`{` + scalars + `,"containers":{"texts":["a"],"counts":{},"byShape":{"s":{"side":"x"}}}}`: "/containers/byShape/s",
	} {
		x, err := shapes.DecodeJSON([]byte(text))
		var v *violation.Error
		if !errors.As(err, &v) || x != nil {
			t.Errorf("%s: got %v, %v", text, x, err)
			continue
		}
		found := false
		for _, w := range v.Violations {
			found = found || w.InstanceLocation == at
		}
		if !found {
			t.Errorf("%s: want a violation at %q, got %v", text, at, v)
		}
	}
}

func TestDuplicateKeysOfMaps(t *testing.T) {
	_, err := shapes.DecodeJSON([]byte(`{` + scalars + `,"containers":{"texts":["a"],"counts":{"a":1,"a":2}}}`))
	var s *jsonx.SyntaxError
	if !errors.As(err, &s) {
		t.Errorf("got %v", err)
	}
}

func TestNoJSONForm(t *testing.T) {
	good, err := shapes.DecodeJSON([]byte(`{` + scalars + `}`))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		change func(*shapes.Shapes)
		at     string
		want   error
	}{
		{func(x *shapes.Shapes) { x.Scalars.Any = "" }, "/scalars/any", jsonx.ErrAbsent},
		{func(x *shapes.Shapes) { x.Scalars.Ratio = math.NaN() }, "/scalars/ratio", jsonx.ErrNotFinite},
		{func(x *shapes.Shapes) { x.Scalars.OptRatio = opt.Some(math.Inf(1)) }, "/scalars/optRatio", jsonx.ErrNotFinite},
		{func(x *shapes.Shapes) { x.Scalars.Level = "\xff" }, "/scalars/level", jsonx.ErrUTF8},
		{func(x *shapes.Shapes) { x.Nullables = &shapes.Nullables{} }, "/nullables/text", jsonx.ErrAbsent},
		{func(x *shapes.Shapes) {
			x.Nullables = &shapes.Nullables{Text: opt.Null[string](), Inside: make([]opt.Nullable[int64], 1)}
		}, "/nullables/inside/0", jsonx.ErrAbsent},
		{func(x *shapes.Shapes) { x.Choices = &shapes.Choices{} }, "/choices/textOrNumber", jsonx.ErrAbsent},
		{func(x *shapes.Shapes) {
			x.Containers = &shapes.Containers{Texts: []string{"a"}, Counts: map[string]int64{"\xff": 1}}
		}, "/containers/counts/", jsonx.ErrUTF8},
	}
	for _, tt := range tests {
		x := *good
		tt.change(&x)
		b, err := x.AppendJSON([]byte("kept"))
		var e *jsonx.EncodeError
		if !errors.As(err, &e) || !errors.Is(err, tt.want) || !strings.HasPrefix(e.Pointer, strings.TrimSuffix(tt.at, "/")) || string(b) != "kept" {
			t.Errorf("%s: got %s, %v", tt.at, b, err)
		}
		if err := x.Validate(); err == nil {
			t.Errorf("%s: is valid", tt.at)
		}
	}
}

// TestNilPointers holds that where a pointer must lead to something, nil is as good as absent.
func TestNilPointers(t *testing.T) {
	var none *shapes.Shapes
	for _, tt := range []struct {
		x interface {
			AppendJSON([]byte) ([]byte, error)
			Validate() error
		}
		pointer string
	}{
		{none, ""},
		{&shapes.Nullables{Text: opt.Null[string](), Shape: opt.Value[shapes.Shape]((*shapes.Circle)(nil))}, "/shape"},
		{&shapes.Tree{Maybe: opt.Value((*shapes.Tree)(nil))}, "/maybe"},
		{&shapes.Choices{TextOrNumber: shapes.Text(""), TextOrLeaf: (*shapes.Leaf)(nil)}, "/textOrLeaf"},
		{&shapes.Choices{TextOrNumber: shapes.Text(""), LevelOrShape: (*shapes.Square)(nil)}, "/levelOrShape"},
		{&shapes.Choices{TextOrNumber: shapes.Text(""), LevelOrShape: (*shapes.UnknownShape)(nil)}, "/levelOrShape"},
		{&shapes.Choices{TextOrNumber: (*shapes.Text)(nil)}, "/textOrNumber"},
		{&shapes.Containers{Texts: []string{""}, Shapes: []shapes.Shape{(*shapes.Circle)(nil)}}, "/shapes/0"},
		{&shapes.Containers{Texts: []string{""}, ByShape: map[string]shapes.Shape{"a/b": (*shapes.Circle)(nil)}}, "/byShape/a~1b"},
	} {
		var e *jsonx.EncodeError
		if b, err := tt.x.AppendJSON(nil); !errors.As(err, &e) || !errors.Is(err, jsonx.ErrAbsent) || e.Pointer != tt.pointer {
			t.Errorf("AppendJSON: %s, %v, want that %q is absent", b, err, tt.pointer)
		}
		var refused *violation.Error
		if err := tt.x.Validate(); !errors.As(err, &refused) || refused.Violations[0].InstanceLocation != tt.pointer || refused.Violations[0].Keyword != "required" {
			t.Errorf("Validate: %v, want that %q is absent", err, tt.pointer)
		}
	}
}

// TestAllThatIsAbsent holds that a verdict names every place where something must be.
func TestAllThatIsAbsent(t *testing.T) {
	err := (&shapes.Containers{Shapes: []shapes.Shape{nil, shapes.NewCircle(1), nil}, Raws: []jsonx.Raw{"1", ""}}).Validate()
	want := "/shapes/0: required value is absent (required)\n/shapes/2: required value is absent (required)\n/raws/1: required value is absent (required)"
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}
