package docs

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// lowered is a schema's model.
func lowered(t *testing.T, text string) *model.Schema {
	t.Helper()
	graph, err := resolve.Resolve("s.json", resolve.Options{FS: fstest.MapFS{"s.json": {Data: []byte(text)}}})
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := lower.Lower(graph, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shown are rules as one line.
func shown(rules []rule) string {
	var parts []string
	for _, r := range rules {
		text := r.Text
		if r.Of != "" {
			text = r.Of + ": " + text
		}
		if r.Code != "" {
			text += " `" + r.Code + "`"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// TestRules holds how what a schema asks for is said of a member.
func TestRules(t *testing.T) {
	for _, tt := range []struct{ member, want string }{
		{`{"type":"string"}`, ""},
		{`{"type":"string","minLength":1,"maxLength":20,"pattern":"^<a>$"}`, "at least 1 character; at most 20 characters; matches `^<a>$`"},
		{`{"type":"integer","minimum":-1,"exclusiveMaximum":1e3,"multipleOf":5}`, "at least `-1`; less than `1e3`; a multiple of `5`"},
		{`{"type":"number","exclusiveMinimum":0,"maximum":1}`, "more than `0`; at most `1`"},
		{`{"type":"array","items":{"type":"string","minLength":2},"minItems":1,"maxItems":2,"uniqueItems":true}`,
			"at least 1 item; at most 2 items; no two items alike; each item: at least 2 characters"},
		{`{"type":"array","items":{"type":"array","items":{"type":"integer","minimum":0}}}`, "each item of each item: at least `0`"},
		{`{"type":"object","additionalProperties":{"type":"string","pattern":"x"},"minProperties":1,"propertyNames":{"maxLength":3}}`,
			"at least 1 member; each member: matches `x`; each name: at most 3 characters"},
		{`{"type":["integer","null"],"minimum":3}`, "at least `3`"},
		{`{"anyOf":[{"type":"string","minLength":3},{"type":"null"}]}`, "at least 3 characters"},
		{`{"type":"integer","enum":[1,2]}`, "one of `1, 2`"},
		{`{"const":7}`, "is `7`"},
		{`{"const":"x"}`, ""},
		{`{"not":{"type":"null"}}`, ""},
		{`{"type":"string","not":{"const":"x"}}`, "not what the schema excludes"},
		{`{"type":"string","anyOf":[{"minLength":3},{"pattern":"x"}]}`, "at least one of 2 further rules of the schema"},
		{`{"type":"string","oneOf":[{"minLength":3},{"pattern":"x"}]}`, "exactly one of 2 further rules of the schema"},
		{`{"type":"string","allOf":[{"minLength":3},{"pattern":"x"}]}`, "at least 3 characters; matches `x`"},
		{`{"type":"array","contains":{"const":1},"minContains":2,"maxContains":3}`, "2 to 3 of its items as the schema says"},
		{`{"type":"array","contains":{"const":1}}`, "at least 1 of its items as the schema says"},
		{`{"type":"string","if":{"minLength":3},"then":{"pattern":"x"}}`, "further rules of the schema that depend on the value"},
		{`{"$ref":"#/$defs/Short"}`, ""},
		{`{"$ref":"#/$defs/Short","minLength":1}`, "at least 1 character"},
		{`{"enum":["a","b"]}`, ""},
	} {
		s := lowered(t, `{"type":"object","properties":{"m":`+tt.member+`},"$defs":{"Short":{"type":"string","maxLength":9}}}`)
		root := s.Root
		if got := shown(memberRules(root, root.Type.(*model.Object).Properties[0])); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.member, got, tt.want)
		}
	}
}

// TestRulesOfDefinitions holds that parts' rules are said of the members of what they are parts of, and that a definition's own
// are said of itself.
func TestRulesOfDefinitions(t *testing.T) {
	s := lowered(t, `{"$ref":"#/$defs/Whole","$defs":{
		"Part":{"type":"object","properties":{"m":{"type":"integer","minimum":1}}},
		"Whole":{"type":"object","allOf":[{"$ref":"#/$defs/Part"}],"properties":{"m":{"maximum":5},"s":{"$ref":"#/$defs/Short"}},
			"dependentRequired":{"m":["s","x"]},"minProperties":2},
		"Short":{"type":"string","maxLength":9},
		"Level":{"enum":["low","high"]}}}`)
	for _, d := range s.Defs {
		want := map[string]string{"Whole": `"m" only with ["s" "x"]; at least 2 members`, "Short": "at most 9 characters"}[d.Key]
		if got := shown(definitionRules(d)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", d.Key, got, want)
		}
		if o, ok := d.Type.(*model.Object); ok && d.Key == "Whole" {
			if got := shown(memberRules(d, o.Properties[0])); got != "at least `1`; at most `5`" {
				t.Errorf("the member of a part: %s", got)
			}
		}
	}
}

// TestRulesOnThePage holds that they are shown, with what is data escaped.
func TestRulesOnThePage(t *testing.T) {
	s := lowered(t, `{"title":"T","type":"object","properties":{"m":{"type":"string","pattern":"^<a>$","default":"<b>"}}}`)
	n, err := names.Assign(s)
	if err != nil {
		t.Fatal(err)
	}
	files, err := Emit(s, nil, n, "t")
	if err != nil {
		t.Fatal(err)
	}
	const want = `<p class="rules"><span>matches <code>^&lt;a&gt;$</code></span><span>where it is absent, <code>&#34;&lt;b&gt;&#34;</code> is meant</span></p>`
	if page := string(files[0].Data); !strings.Contains(page, want) {
		t.Errorf("the page does not have %s\n%s", want, page)
	}
}
