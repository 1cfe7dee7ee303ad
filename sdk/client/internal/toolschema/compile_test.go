package toolschema

import (
	"errors"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// TestCompile holds each keyword to what it takes and what not.
func TestCompile(t *testing.T) {
	for _, c := range []struct {
		schema  jsonx.Raw
		yes, no []string
	}{
		{`true`, []string{`1`, `null`}, nil},
		{`false`, nil, []string{`1`, `null`}},
		{`{}`, []string{`1`, `null`}, nil},
		{`{"type":"integer"}`, []string{`1`, `1.0`}, []string{`1.5`, `"1"`}},
		{`{"type":["string","null"]}`, []string{`"a"`, `null`}, []string{`1`, `[]`}},
		{`{"const":"a"}`, []string{`"a"`, `"\u0061"`}, []string{`"b"`, `1`}},
		{`{"const":{"a":[1]}}`, []string{`{"a":[1.0]}`}, []string{`{"a":[2]}`}},
		{`{"enum":["a","b"]}`, []string{`"a"`, `"b"`}, []string{`"c"`, `1`}},
		{`{"enum":["a",1,null]}`, []string{`"a"`, `1`, `null`}, []string{`"c"`, `2`}},
		{`{"minimum":1,"maximum":3}`, []string{`1`, `3`, `"x"`}, []string{`0`, `4`}},
		{`{"exclusiveMinimum":1,"exclusiveMaximum":3}`, []string{`2`}, []string{`1`, `3`}},
		{`{"multipleOf":0.1}`, []string{`0.3`}, []string{`0.35`}},
		{`{"minLength":2,"maxLength":3}`, []string{`"ab"`, `"äöü"`}, []string{`"a"`, `"abcd"`}},
		{`{"minItems":1,"maxItems":2}`, []string{`[1]`}, []string{`[]`, `[1,2,3]`}},
		{`{"minProperties":1,"maxProperties":1}`, []string{`{"a":1}`}, []string{`{}`, `{"a":1,"b":1}`}},
		{`{"uniqueItems":true}`, []string{`[1,2]`}, []string{`[1,1.0]`}},
		{`{"uniqueItems":false}`, []string{`[1,1]`}, nil},
		{`{"required":["a","b"]}`, []string{`{"a":1,"b":1}`, `1`}, []string{`{"a":1}`}},
		{`{"properties":{"a":{"type":"string"},"b":false}}`, []string{`{"a":"x","c":1}`}, []string{`{"a":1}`, `{"b":1}`}},
		{`{"additionalProperties":false}`, []string{`{}`}, []string{`{"a":1}`}},
		{`{"properties":{"a":true},"patternProperties":{"^x-":{"type":"number"}},"additionalProperties":{"type":"string"}}`,
			[]string{`{"a":null,"x-1":1,"b":"s"}`}, []string{`{"x-1":"s"}`, `{"b":1}`}},
		{`{"additionalProperties":{"type":"string"},"properties":{"a":{"type":"number"}}}`, []string{`{"a":1,"b":"s"}`}, []string{`{"a":"s"}`, `{"b":1}`}},
		{`{"propertyNames":{"maxLength":1}}`, []string{`{"a":1}`}, []string{`{"ab":1}`}},
		{`{"items":{"type":"number"}}`, []string{`[]`, `[1,2]`}, []string{`[1,"a"]`}},
		{`{"prefixItems":[{"type":"number"},{"type":"string"}],"items":false}`, []string{`[1]`, `[1,"a"]`}, []string{`["a"]`, `[1,"a",2]`}},
		{`{"allOf":[{"minimum":1},{"maximum":2}]}`, []string{`1`}, []string{`0`, `3`}},
		{`{"anyOf":[{"type":"string"},{"minimum":5}]}`, []string{`"a"`, `6`}, []string{`4`}},
		{`{"oneOf":[{"minimum":1},{"minimum":5}]}`, []string{`2`}, []string{`6`, `0`}},
		{`{"not":{"type":"string"}}`, []string{`1`}, []string{`"a"`}},
		{`{"if":{"minimum":5},"then":{"maximum":6},"else":{"maximum":1}}`, []string{`5`, `1`}, []string{`7`, `2`}},
		{`{"if":{"minimum":5},"then":{"maximum":6}}`, []string{`2`}, []string{`7`}},
		{`{"then":{"maximum":6}}`, []string{`7`}, nil},
		{`{"$defs":{"a/b":{"type":"string"}},"properties":{"x":{"$ref":"#/$defs/a~1b"}}}`, []string{`{"x":"s"}`}, []string{`{"x":1}`}},
		{`{"definitions":{"a b":{"type":"string"}},"$ref":"#/definitions/a%20b"}`, []string{`"s"`}, []string{`1`}},
		{`{"properties":{"next":{"$ref":"#"}},"additionalProperties":false}`, []string{`{"next":{"next":{}}}`}, []string{`{"next":{"x":1}}`}},
		{`{"allOf":[{"type":"string"},{"$ref":"#/allOf/0"}]}`, []string{`"s"`}, []string{`1`}},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","$id":"urn:x","title":"t","description":"d","default":1,"examples":[1],"format":"uri","x-order":1,"type":"string"}`,
			[]string{`"no uri"`}, []string{`1`}},
		{`{"pattern":"^[a-z]+$"}`, []string{`"ab"`, `1`}, []string{`"aB"`}},
		{`{"contains":{"type":"string"}}`, []string{`[1,"a"]`, `1`}, []string{`[]`, `[1]`}},
		{`{"contains":{"type":"string"},"minContains":2,"maxContains":3}`, []string{`["a","b",1]`}, []string{`["a"]`, `["a","b","c","d"]`}},
		{`{"contains":false,"minContains":0}`, []string{`[]`, `[1]`}, nil},
		{`{"minContains":2}`, []string{`[]`}, nil},
		{`{"dependentRequired":{"a":["b","c"]}}`, []string{`{"a":1,"b":1,"c":1}`, `{"b":1}`, `1`}, []string{`{"a":1,"b":1}`}},
		{`{"dependentSchemas":{"a":{"required":["b"]},"c":false}}`, []string{`{"a":1,"b":1}`, `{}`}, []string{`{"a":1}`, `{"c":1}`}},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"],"c":{"maxProperties":1}}}`,
			[]string{`{"a":1,"b":1}`, `{"c":1}`}, []string{`{"a":1}`, `{"c":1,"d":1}`}},
		{`{"unevaluatedProperties":false,"allOf":[{"properties":{"a":true}}],"properties":{"b":true}}`, []string{`{"a":1,"b":1}`}, []string{`{"c":1}`}},
		{`{"anyOf":[{"$ref":"#/$defs/x"},{"required":["y"]}],"$defs":{"x":{"properties":{"x":{"type":"string"}}}},"unevaluatedProperties":{"type":"number"}}`,
			[]string{`{"x":"s","n":1}`, `{"y":1}`}, []string{`{"x":"s","n":"s"}`, `{"x":"s","y":null}`}},
		{`{"prefixItems":[true],"contains":{"type":"string"},"unevaluatedItems":false}`, []string{`[1,"a"]`, `["a"]`}, []string{`[1,"a",2]`}},
		{`{"$schema":"https://json-schema.org/draft/2019-09/schema","contains":{"type":"string"},"unevaluatedItems":{"type":"number"}}`, nil, []string{`["a"]`}},
		{`{"$defs":{"x":{"$anchor":"port","type":"string"}},"properties":{"p":{"$ref":"#port"}}}`, []string{`{"p":"s"}`}, []string{`{"p":1}`}},
	} {
		s, err := Compile(c.schema)
		if err != nil {
			t.Errorf("%s: %v", c.schema, err)
			continue
		}
		for _, v := range c.yes {
			if err := s.ValidateRaw(jsonx.Raw(v)); err != nil {
				t.Errorf("%s refuses %s: %v", c.schema, v, err)
			}
		}
		for _, v := range c.no {
			if s.ValidRaw(jsonx.Raw(v)) {
				t.Errorf("%s takes %s", c.schema, v)
			}
		}
	}
}

// TestRefused holds that what cannot be honoured is refused, with its place.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		schema        jsonx.Raw
		pointer, says string
	}{
		{`1`, "", "an object or a boolean"},
		{`{"nullable":true}`, "/nullable", "is not known"},
		{`{"properties":{"a":{"$dynamicRef":"#a"}}}`, "/properties/a/$dynamicRef", "is not known"},
		{`{"$defs":{"a":{"minContains":-1}}}`, "/$defs/a/minContains", "whole number"},
		{`{"contains":1}`, "/contains", "an object or a boolean"},
		{`{"dependentRequired":[]}`, "/dependentRequired", "an object"},
		{`{"dependentRequired":{"a":{}}}`, "/dependentRequired/a", "list of strings"},
		{`{"dependentSchemas":{"a":["b"]}}`, "/dependentSchemas/a", "an object or a boolean"},
		{`{"dependencies":{"a":["b"]}}`, "/dependencies", "only draft-07"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","unevaluatedItems":false}`, "/unevaluatedItems", "draft-07 has no"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","dependentRequired":{}}`, "/dependentRequired", "draft-07 has no"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","dependentSchemas":{}}`, "/dependentSchemas", "draft-07 has no"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","maxContains":1}`, "/maxContains", "draft-07 has no"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","$anchor":"a"}`, "/$anchor", "draft-07 has no"},
		{`{"$anchor":1}`, "/$anchor", "a string"},
		{`{"dependentSchemas":{"a":{"$ref":"#"}}}`, "", "without end"},
		{`{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}},"$ref":"#x"}`, "/$ref", "leads nowhere"},
		{`{"enum":[{"$anchor":"x"}],"$ref":"#x"}`, "/$ref", "leads nowhere"},
		{`{"then":{"nonsense":1}}`, "/then/nonsense", "is not known"},
		{`{"type":"thing"}`, "/type", `no type "thing"`},
		{`{"type":1}`, "/type", "list of strings"},
		{`{"type":["string",1]}`, "/type/1", "a string"},
		{`{"enum":1}`, "/enum", "a list"},
		{`{"minimum":"1"}`, "/minimum", "a number"},
		{`{"multipleOf":0}`, "/multipleOf", "above 0"},
		{`{"minLength":-1}`, "/minLength", "whole number"},
		{`{"minLength":1.5}`, "/minLength", "whole number"},
		{`{"uniqueItems":1}`, "/uniqueItems", "a boolean"},
		{`{"required":"a"}`, "/required", "list of strings"},
		{`{"properties":[]}`, "/properties", "object of schemas"},
		{`{"patternProperties":[]}`, "/patternProperties", "object of schemas"},
		{`{"patternProperties":{"(?<a>b)":true}}`, "/patternProperties/(?<a>b)", "(?:"},
		{`{"$defs":[]}`, "/$defs", "object of schemas"},
		{`{"items":[{}]}`, "/items", "an object or a boolean"},
		{`{"prefixItems":{}}`, "/prefixItems", "list of schemas"},
		{`{"$schema":"https://json-schema.org/draft/2019-09/schema","prefixItems":[{}]}`, "/prefixItems", "2020-12"},
		{`{"allOf":[]}`, "/allOf", "not empty"},
		{`{"anyOf":[1]}`, "/anyOf/0", "an object or a boolean"},
		{`{"pattern":1}`, "/pattern", "a string"},
		{`{"pattern":"\\p"}`, "/pattern", `\p is not known`},
		{`{"$ref":1}`, "/$ref", "a string"},
		{`{"$ref":"other.json"}`, "/$ref", "leads nowhere"},
		{`{"$ref":"#anchor"}`, "/$ref", "leads nowhere"},
		{`{"$ref":"#/$defs/a"}`, "/$ref", "leads nowhere"},
		{`{"$ref":"#/%zz"}`, "/$ref", "leads nowhere"},
		{`{"$ref":"#/title/x","title":"t"}`, "/$ref", "leads nowhere"},
		{`{"allOf":[true],"$ref":"#/allOf/1"}`, "/$ref", "leads nowhere"},
		{`{"$ref":"#"}`, "", "without end"},
		{`{"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}}}`, "/$defs/a", "without end"},
		{`{"properties":{"a":{"$id":"urn:y"}}}`, "/properties/a/$id", "only the whole schema"},
		{`{"$schema":"http://json-schema.org/draft-04/schema#"}`, "/$schema", "only 2020-12"},
		{`{"$schema":1}`, "/$schema", "only 2020-12"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/$defs/a","type":"string","$defs":{"a":{}}}`, "", "beside $ref"},
	} {
		_, err := Compile(c.schema)
		var refused *Error
		if !errors.As(err, &refused) || refused.Pointer != c.pointer || !strings.Contains(refused.Error(), c.says) {
			t.Errorf("%s: %v, want %s at %q", c.schema, err, c.says, c.pointer)
		}
	}
	var syntax *jsonx.SyntaxError
	if _, err := Compile(`{`); !errors.As(err, &syntax) {
		t.Error(err)
	}
	_, err := Compile(jsonx.Raw(`{"allOf":[` + strings.Repeat(`{"z":1},`, 500) + `{}]}`))
	if n := strings.Count(err.Error(), "\n"); n != 19 {
		t.Errorf("%d lines", n+1)
	}
}

// TestPattern holds translated expressions to what ECMA-262 says of them.
func TestPattern(t *testing.T) {
	for _, c := range []struct {
		source  string
		yes, no []string
	}{
		{`^a.c$`, []string{"abc", "a😀c"}, []string{"a\nc", "a\rc", "a\u2028c", "abc\n"}},
		{`^(?:ab|c)+?$`, []string{"abc"}, []string{"d"}},
		{`^(a)(b){2,3}$`, []string{"abb", "abbb"}, []string{"ab"}},
		{`^a{2}b{1,}$`, []string{"aab"}, []string{"ab"}},
		{`^[^\d\-]$`, []string{"a"}, []string{"1", "-"}},
		{`^[äö]\/[.*+]$`, []string{"ä/+"}, []string{"a/+"}},
		{`\bx\B`, []string{"xy"}, []string{"x", "axy"}},
		{`^\$\.\t$`, []string{"$.\t"}, []string{"$."}},
		{`^\w$`, []string{"a"}, []string{"ä"}},
		{`^\s$`, []string{" ", "\t", "\v", "\u00a0", "\u2028", "\u3000", "\ufeff"}, []string{"a", "\u200b", "\x08", ""}},
		{`^\S$`, []string{"a", "\u200b", "\x08", "!", "😀"}, []string{" ", "\v", "\u2003", "\ufeff"}},
		{`^[\w\-\s]$`, []string{"a", "-", " ", "\u00a0"}, []string{"ä", "!"}},
		{`^[-\s]$`, []string{"-", "\n", "\f"}, []string{"a"}},
		{`^[\s-]$`, []string{"-", "\n"}, []string{"a"}},
		{`^[^\s]$`, []string{"a"}, []string{"\u00a0"}},
		{`^[\Sx]$`, []string{"a", "x"}, []string{"\u00a0", " "}},
	} {
		re, err := translate(c.source)
		if err != nil {
			t.Errorf("%s: %v", c.source, err)
			continue
		}
		for _, s := range c.yes {
			if !re.Matches(s) {
				t.Errorf("%s, as %s, does not match %q", c.source, re.RE2, s)
			}
		}
		for _, s := range c.no {
			if re.Matches(s) {
				t.Errorf("%s, as %s, matches %q", c.source, re.RE2, s)
			}
		}
	}
	for _, source := range []string{`[\t-\s]`, `[\s-😀]`, `[!-\S]`, `\p{L}`, `\1`, `\u0041`, `(?=a)`, `(?i)a`, `[]`, `[^]`, `[a`, `[[a]`, `[\b]`, `a{`, `{`, `}`, `]`, `(`, `a**`, `a{1001}`, `\`, `[b-a]`} {
		if re, err := translate(source); err == nil {
			t.Errorf("%q was read as %q", source, re.RE2)
		}
	}
}

// FuzzCompile holds that no schema makes more than an error, and that a validator of one ends.
func FuzzCompile(f *testing.F) {
	f.Add(`{"properties":{"next":{"$ref":"#"}},"required":["a"],"pattern":"^a[^b]$","anyOf":[{"$ref":"#/properties/next"}]}`, `{"next":{}}`)
	f.Add(`{"if":{"$ref":"#/then"},"then":{"prefixItems":[true]},"$defs":{"x":{"enum":[1]}}}`, `[1]`)
	f.Fuzz(func(t *testing.T, text, value string) {
		s, err := Compile(jsonx.Raw(text))
		if err != nil {
			return
		}
		if all := s.ValidateRaw(jsonx.Raw(value)); (all == nil) != s.ValidRaw(jsonx.Raw(value)) {
			t.Errorf("two verdicts on %s: %v", value, all)
		}
	})
}
